"""Pokój sprawdzianów odpowiedzi: umowa rerank.odczytaj_ocene, odpowiedz.sprawdz_cytaty i budzet.zapakuj."""
import copy

from pomoc.sprawdzanie import Sprawdzanie, skrot

OCENA, CYTATY, ZAPAKUJ = "rerank.odczytaj_ocene", "odpowiedz.sprawdz_cytaty", "budzet.zapakuj"
NIE_ISTNIEJE, BEZ_CYTATU, POMIESZANE = "nieistniejacy_cytat", "brak_cytatu", "odpowiedz_i_odmowa"


class OdczytajOcene(Sprawdzanie):
    """Zadanie 8, rerank.odczytaj_ocene: ocena modelu albo odmowa."""

    def oczekuj_odrzucenia(self, *teksty):
        for tekst in teksty:
            self.oczekuj_bledu(OCENA, tekst)

    def test_kazda_ocena_od_0_do_10(self):
        """Obiekt z jednym polem „ocena” i liczbą całkowitą od 0 do 10 daje tę liczbę."""
        for ocena in range(11):
            self.oczekuj_wyniku(OCENA, f'{{"ocena": {ocena}}}', ma_byc=ocena)
        self.oczekuj_wyniku(OCENA, '{"ocena":7}', ma_byc=7)
        self.oczekuj_wyniku(OCENA, '{\n  "ocena" : 3\n}', ma_byc=3)
        self.oczekuj_wyniku(OCENA, ' \n{"ocena": 10}\n', ma_byc=10)

    def test_ocena_spoza_skali(self):
        """Liczba mniejsza od 0 albo większa od 10 nie jest oceną, choćby o jeden."""
        self.oczekuj_odrzucenia('{"ocena": -1}', '{"ocena": 11}', '{"ocena": 100}')

    def test_ocena_innego_typu(self):
        """Ułamek, napis, prawda, fałsz, null i lista nie są oceną; True nie udaje jedynki, a 7.0 – siódemki."""
        self.oczekuj_odrzucenia('{"ocena": true}', '{"ocena": false}', '{"ocena": 7.0}', '{"ocena": 7.5}',
                                '{"ocena": "7"}', '{"ocena": null}', '{"ocena": [7]}', '{"ocena": {"ocena": 7}}')

    def test_pola_musza_byc_dokladnie_takie(self):
        """Brak pola, pole o innej nazwie i pole zbędne są odrzucane."""
        self.oczekuj_odrzucenia("{}", '{"grade": 7}', '{"Ocena": 7}', '{"ocena": 7, "powod": "trafny"}',
                                '{"wynik": {"ocena": 7}}')

    def test_wartosc_ktora_nie_jest_obiektem(self):
        """Sama liczba, lista i napis są poprawnym JSON, ale nie obiektem z oceną."""
        self.oczekuj_odrzucenia("7", "[7]", '[{"ocena": 7}]', '"ocena"', "null", "true", '["ocena"]')

    def test_tekst_obok_obiektu(self):
        """Tekst przed obiektem lub po nim, znaczniki kodu i dwa obiekty są odrzucane."""
        self.oczekuj_odrzucenia('Moja ocena: {"ocena": 7}', '{"ocena": 7} Fragment pasuje.', '{"ocena": 7}.',
                                '```json\n{"ocena": 7}\n```', '{"ocena": 7}{"ocena": 8}')

    def test_to_nie_jest_json(self):
        """Zwykłe zdanie, pusty tekst i urwany obiekt są odrzucane; liczby w zdaniu się nie szuka."""
        self.oczekuj_odrzucenia("", "  ", "Oceniam na 7 z 10.", '{"ocena": 7', "{'ocena': 7}", '{"ocena": }',
                                '{"ocena": 07}', '{"ocena": NaN}')

    def test_powtorzone_pole(self):
        """Dwa pola „ocena” w jednym obiekcie są odrzucane: nie wiadomo, które się liczy."""
        self.oczekuj_odrzucenia('{"ocena": 7, "ocena": 2}', '{"ocena": 7, "ocena": 7}')


class SprawdzCytaty(Sprawdzanie):
    """Zadanie 9, odpowiedz.sprawdz_cytaty: czy wolno pokazać odpowiedź."""

    def oczekuj_powodu(self, powod, liczba, *teksty):
        """Sprawdza powód (None – wszystko w porządku) dla każdego z tekstów przy tylu fragmentach w prompcie."""
        for tekst in teksty:
            self.oczekuj_wyniku(CYTATY, tekst, liczba, ma_byc=powod)

    def test_dobre_cytaty(self):
        """Odpowiedź, która cytuje tylko podane fragmenty, jest w porządku."""
        self.oczekuj_powodu(None, 3, "Stawka wynosi 8% [1].", "Stawka wynosi 8% [3].", "Tak [1]. Nie [2]. Może [3].",
                            "[2] Stawka wynosi 8%.", "Stawka wynosi 8%[2].", "Dwa źródła [1][3] mówią to samo.")
        self.oczekuj_powodu(None, 1, "Stawka wynosi 8% [1].")
        self.oczekuj_powodu(None, 12, "Stawka wynosi 8% [12].")

    def test_kilka_numerow_w_jednym_nawiasie(self):
        """W jednym nawiasie może stać kilka numerów i każdy się liczy."""
        self.oczekuj_powodu(None, 3, "Tak [1, 3].", "Tak [1,2,3].")
        self.oczekuj_powodu(NIE_ISTNIEJE, 3, "Tak [1, 7].", "Tak [7, 1].", "Tak [1, 7, 2].", "Tak [2-5].")

    def test_cytat_ktorego_nie_ma(self):
        """Numer większy od liczby fragmentów albo równy 0 to cytat, którego nie ma, choćby obok stały dobre."""
        self.oczekuj_powodu(NIE_ISTNIEJE, 3, "Stawka wynosi 8% [4].", "Stawka wynosi 8% [0].", "Tak [1]. Nie [9].",
                            "Tak [9]. Nie [1].", "Tak [1]. Nie [9]. Może [2].", "Tak [1]. Nie [0]. Może [2].",
                            "Tak [12].", "Tak [1][4].")
        self.oczekuj_powodu(NIE_ISTNIEJE, 0, "Stawka wynosi 8% [1].")

    def test_odpowiedz_bez_cytatu(self):
        """Odpowiedź bez ani jednego numeru w nawiasie kwadratowym jest odrzucana, także pusta."""
        self.oczekuj_powodu(BEZ_CYTATU, 3, "Stawka wynosi 8%.", "Stawka 8% (1) od 2025 r.", "Zobacz źródło 1.",
                            "Stawka wynosi 8% [źródło].", "Zwolnienie opisuje [art. 43].", "Wpisz `lista[1]`.", "")

    def test_sama_odmowa(self):
        """Samo zdanie odmowy jest w porządku: z kropką lub bez, z odstępami na brzegach."""
        brak = self.wez("odpowiedz", "BRAK")
        for liczba in (0, 3):
            self.oczekuj_powodu(None, liczba, brak, brak.rstrip("."), f"  {brak}\n", f"\n{brak.rstrip('.')} ")
        self.oczekuj_powodu(None, 3, brak.lower(), brak.upper(), brak.replace(" ", "\n"), brak.replace(" ", "  "))

    def test_odmowa_pomieszana_z_odpowiedzia(self):
        """Odmowa obok innego tekstu albo cytatu jest odrzucana: nie wiadomo, w co wierzyć."""
        brak = self.wez("odpowiedz", "BRAK")
        self.oczekuj_powodu(POMIESZANE, 3, f"{brak} Stawka wynosi 8% [1].", f"Stawka wynosi 8% [1]. {brak}",
                            f"{brak} [1]", f"{brak.rstrip('.')} [2].", f"{brak} Spróbuj zapytać inaczej.",
                            f"Stawka wynosi 8%.\n{brak}", f"{brak.lower()} Zobacz [2].",
                            f"Stawka wynosi 8% [1]. {brak} Termin to 21 dni [2].")

    def test_ktory_powod_jest_pierwszy(self):
        """Gdy powodów jest kilka, odmowa pomieszana z odpowiedzią idzie przed numerem, którego nie ma."""
        self.oczekuj_powodu(POMIESZANE, 3, f"{self.wez('odpowiedz', 'BRAK')} [9]")


class Zapakuj(Sprawdzanie):
    """Zadanie 10, budzet.zapakuj: co wejdzie do promptu."""

    def oczekuj_pakowania(self, dlugosci, limit, spakowane, pominiete):
        """Sprawdza pakowanie trafień o tych długościach, od najlepszego; trafienie nr 1 ma "id" 1 i tak dalej."""
        trafienia = [{"id": n, "tekst": "x" * dlugosc, "ocena": 1 / n} for n, dlugosc in enumerate(dlugosci, start=1)]
        przed = copy.deepcopy(trafienia)
        opis = f"{ZAPAKUJ}(trafienia o długościach {dlugosci}, {limit}, licz)"
        _, jest = self.wywolaj(ZAPAKUJ, trafienia, limit, lambda trafienie: len(trafienie["tekst"]), opis=opis)
        if not isinstance(jest, (tuple, list)) or len(jest) != 2:
            self.niezgodne(opis, skrot(jest), "para list: spakowane i pominięte")
        for co, lista, numery in zip(("spakowane", "pominięte"), jest, (spakowane, pominiete)):
            if not isinstance(lista, list) or not all(isinstance(t, dict) and "id" in t for t in lista):
                self.niezgodne(f"{opis}, {co}", skrot(lista), "lista tych samych trafień (list, a nie tuple)")
            self.oczekuj(f"{opis}, numery trafień: {co}", [t["id"] for t in lista], numery)
            self.oczekuj(f"{opis}, {co}", lista, [przed[n - 1] for n in numery])
        self.oczekuj(f"trafienia po wywołaniu {ZAPAKUJ}", trafienia, przed)

    def test_wszystko_sie_miesci(self):
        """Gdy miejsca starcza, wchodzą wszystkie, a najlepsze stoi na końcu, tuż przy pytaniu."""
        self.oczekuj_pakowania([10, 20, 30], 100, [3, 2, 1], [])
        self.oczekuj_pakowania([10], 100, [1], [])

    def test_granica_nalezy_do_limitu(self):
        """Trafienia, które razem zajmują dokładnie limit, mieszczą się; jeden token więcej już nie."""
        self.oczekuj_pakowania([10, 20, 30], 60, [3, 2, 1], [])
        self.oczekuj_pakowania([10, 20, 30], 59, [2, 1], [3])
        self.oczekuj_pakowania([10], 10, [1], [])
        self.oczekuj_pakowania([10], 9, [], [1])

    def test_pakowanie_od_najlepszego(self):
        """Pierwszeństwo ma lepsze trafienie, a nie krótsze, choćby krótszych weszło więcej."""
        self.oczekuj_pakowania([50, 10, 10, 10], 50, [1], [2, 3, 4])

    def test_za_dlugie_nie_konczy_pakowania(self):
        """Trafienie, które się nie mieści, jest pomijane, a mniejsze, które stoi dalej, może jeszcze wejść."""
        self.oczekuj_pakowania([30, 50, 20, 40, 10], 60, [5, 3, 1], [2, 4])
        self.oczekuj_pakowania([90, 10, 20], 30, [3, 2], [1])

    def test_pominiete_zostaja_w_kolejnosci(self):
        """Pominięte stoją od najlepszego, tak jak przyszły."""
        self.oczekuj_pakowania([90, 10, 80, 70], 15, [2], [1, 3, 4])

    def test_trafienie_bez_tokenow(self):
        """Trafienie o zerowej długości mieści się zawsze, także po zapełnieniu limitu."""
        self.oczekuj_pakowania([0, 10, 0, 5], 10, [3, 2, 1], [4])

    def test_nic_sie_nie_miesci(self):
        """Bez miejsca pominięte są wszystkie, a bez trafień obie listy są puste."""
        self.oczekuj_pakowania([10, 20], 5, [], [1, 2])
        self.oczekuj_pakowania([10, 20], 0, [], [1, 2])
        self.oczekuj_pakowania([], 100, [], [])

    def test_limit_ujemny(self):
        """Gdy samo pytanie przekroczyło okno, limit jest ujemny i nic nie wchodzi."""
        self.oczekuj_pakowania([10, 20], -5, [], [1, 2])

    def test_dlugosc_podaje_funkcja_licz(self):
        """O długości rozstrzyga funkcja z argumentu, a nie liczba znaków tekstu."""
        pierwsze, drugie = {"id": 1, "tekst": "xxxx"}, {"id": 2, "tekst": "x"}
        opis = f"{ZAPAKUJ}(dwa trafienia, 10, licz), gdy licz daje 6"
        _, jest = self.wywolaj(ZAPAKUJ, [pierwsze, drugie], 10, lambda trafienie: 6, opis=opis)
        self.oczekuj(opis, list(jest or []), [[pierwsze], [drugie]])

    def test_licz_jest_wolane_raz_na_trafienie(self):
        """Liczenie kosztuje, bo pyta model, więc każde trafienie liczy się raz, także pominięte."""
        policzone = []

        def licz(trafienie):
            policzone.append(trafienie["id"])
            return 10

        opis = f"{ZAPAKUJ}(trafienia 1, 2 i 3, 20, licz)"
        self.wywolaj(ZAPAKUJ, [{"id": n} for n in (1, 2, 3)], 20, licz, opis=opis)
        self.oczekuj(f"{opis}, trafienia podane funkcji licz", sorted(policzone), [1, 2, 3])
