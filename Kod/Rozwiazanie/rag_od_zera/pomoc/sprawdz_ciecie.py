"""Pokój sprawdzianów cięcia: umowa fragmenty.chunk_staly i fragmenty.chunk_zdania.

Dane: miejsce – para (początek, koniec) w znakach tekstu; słowa tekstu próbnego są różne, więc po fragmencie widać,
skąd pochodzi. Zdania liczy się tu od 1: (1, 3) to fragment ze zdań od pierwszego do trzeciego.
"""
import re

from pomoc.sprawdzanie import Sprawdzanie, skrot

STALY, ZDANIA, AKAPITY = "fragmenty.chunk_staly", "fragmenty.chunk_zdania", "fragmenty.chunk_akapity"
ODSTEPY = (" ", "\u00a0", "\n", " ", "  ", "\n\n", " \t")   # \u00a0 to twarda spacja
# Słowa o długości od 2 do 11 znaków, także przestankowych; numer na początku odróżnia każde od pozostałych.
TEKST = "  " + "".join(f"{n:02}{'a/b-c,d%.'[:n * 7 % 10]}{ODSTEPY[n % len(ODSTEPY)]}" for n in range(60))
SLOWA = [slowo.span() for slowo in re.finditer(r"\S+", TEKST)]
ROZMIARY = [(rozmiar, zakladka) for rozmiar in (33, 20, 70, 12, 11, 5, 2, 1, 400, 5000)
            for zakladka in sorted({0, 1, rozmiar // 4, rozmiar // 2, rozmiar - 1}) if zakladka < rozmiar]
PIEC_ZDAN = ["Fakturę wystawia dział rozliczeń.", "Kto płaci po terminie?", "Stawka wynosi 8%!",
             "Zwolnienie opisuje art. 43 ust. 1 pkt 2, np. dla szkół.", "Umowę podpisał dr J. Nowak dnia 3 maja br."]


class Ciecie(Sprawdzanie):
    """Wspólne czynności testów cięcia."""

    def potnij(self, funkcja, tekst, *liczby):
        """Zwraca (opis wywołania, lista napisów), w której sprawdziło, że to dokładne, przycięte wycinki tekstu."""
        opis, jest = self.wywolaj(funkcja, tekst, *liczby)
        if not isinstance(jest, list) or not all(isinstance(fragment, str) for fragment in jest):
            self.niezgodne(opis, skrot(jest), "lista napisów")
        for fragment in jest:
            if not fragment or fragment != fragment.strip() or fragment not in tekst:
                self.niezgodne(f"{opis}, jeden z fragmentów", skrot(fragment),
                               "niepusty napis bez odstępów na brzegach, który stoi w tekście znak w znak")
        return opis, jest

    def oczekuj_zlych_liczb(self, funkcja, tekst):
        """Sprawdza, że rozmiar mniejszy od 1 oraz zakładka ujemna lub nie mniejsza od rozmiaru to ValueError."""
        for liczby in ((0, 0), (-5, 0), (0, -1), (10, -1), (10, 10), (10, 11), (1, 1)):
            self.oczekuj_bledu(funkcja, tekst, *liczby)


class Gotowe(Ciecie):
    """Cięcie na akapity i wybór kandydatów po bitach: funkcje oddane gotowe."""

    def test_akapity_sa_cale(self):
        """Krótkie akapity łączą się we fragmenty do podanej liczby znaków i żaden nie jest rozcięty."""
        tekst = "Pierwszy akapit.\n\nDrugi, trochę dłuższy akapit.\n\nTrzeci.\n"
        self.oczekuj_wyniku(AKAPITY, tekst, 50, ma_byc=[tekst[:tekst.index("\n\nTrzeci")], "Trzeci."])
        self.oczekuj_wyniku(AKAPITY, tekst, ma_byc=[tekst.strip()])
        self.oczekuj_wyniku(AKAPITY, " \n\n ", ma_byc=[])

    def test_kandydaci_po_odleglosci_bitow(self):
        """Kandydaci stoją od najbliższego, a przy równej odległości decyduje niższa pozycja."""
        self.oczekuj_wyniku("znaki.kandydaci", 0b1100, [0b0011, 0b1101, 0b1100, 0b0100], 3, ma_byc=[2, 1, 3])


class ChunkStaly(Ciecie):
    """Zadanie 1, fragmenty.chunk_staly: stały rozmiar z zakładką."""

    def miejsca(self, rozmiar, zakladka):
        """Zwraca (opis, lista par: numer pierwszego i ostatniego słowa) fragmentów tekstu próbnego.

        Sprawdza po drodze, że każdy fragment składa się z całych słów.
        """
        opis, fragmenty = self.potnij(STALY, TEKST, rozmiar, zakladka)
        poczatki = {poczatek: numer for numer, (poczatek, _) in enumerate(SLOWA)}
        konce = {koniec: numer for numer, (_, koniec) in enumerate(SLOWA)}
        numery = []
        for fragment in fragmenty:
            poczatek = TEKST.index(fragment)
            if poczatek not in poczatki or poczatek + len(fragment) not in konce:
                self.niezgodne(f"{opis}, jeden z fragmentów", skrot(fragment), "całe słowa, także na brzegach")
            numery.append((poczatki[poczatek], konce[poczatek + len(fragment)]))
        return opis, numery

    def test_przyklady_policzone_recznie(self):
        """Krótkie teksty dają dokładnie te fragmenty, które wychodzą z rachunku na kartce."""
        for tekst, rozmiar, zakladka, ma_byc in (
                ("ala ma kota a kot ma ale", 11, 0, ["ala ma kota", "a kot ma", "ale"]),
                ("ala ma kota a kot ma ale", 11, 4, ["ala ma kota", "kota a kot", "kot ma ale"]),
                ("ala ma kota a kot ma ale", 100, 20, ["ala ma kota a kot ma ale"]),
                ("aaaa bbbb cccccc", 9, 4, ["aaaa bbbb", "cccccc"]),   # obok zakładki nie zmieściłoby się nowe słowo
                ("a b c d e", 5, 3, ["a b c", "b c d", "c d e"]),
                ("jedno", 800, 200, ["jedno"])):
            self.oczekuj_wyniku(STALY, tekst, rozmiar, zakladka, ma_byc=ma_byc)

    def test_slowo_to_wszystko_miedzy_odstepami(self):
        """Znaki przestankowe należą do słowa, a twarda spacja rozdziela słowa tak jak zwykła."""
        self.oczekuj_wyniku(STALY, "Stawka to 8%. Faktura FV/2025/09/0143 czeka.", 24, 8,
                            ma_byc=["Stawka to 8%. Faktura", "Faktura FV/2025/09/0143", "czeka."])
        self.oczekuj_wyniku(STALY, "ma 4\u00a0820\u00a0zł", 6, 0, ma_byc=["ma 4", "820\u00a0zł"])

    def test_pusty_tekst_nie_ma_fragmentow(self):
        """Tekst pusty albo z samych odstępów daje pustą listę."""
        for tekst in ("", "   ", "\n\n\t "):
            self.oczekuj_wyniku(STALY, tekst, ma_byc=[])

    def test_zle_liczby_sa_bledem(self):
        """Rozmiar mniejszy od 1 oraz zakładka ujemna lub nie mniejsza od rozmiaru zgłaszają ValueError."""
        self.oczekuj_zlych_liczb(STALY, TEKST)

    def test_fragment_jest_wycinkiem_z_calych_slow(self):
        """Fragment stoi w tekście znak w znak, razem z podziałem na wiersze, i nie rozcina słowa."""
        for rozmiar, zakladka in ROZMIARY:
            self.miejsca(rozmiar, zakladka)

    def test_nic_nie_ginie(self):
        """Pierwszy fragment zaczyna tekst, ostatni go kończy, a między sąsiednimi nie brakuje żadnego słowa."""
        for rozmiar, zakladka in ROZMIARY:
            opis, numery = self.miejsca(rozmiar, zakladka)
            zgubione = set(range(len(SLOWA))) - {n for od, do in numery for n in range(od, do + 1)}
            self.oczekuj(f"{opis}, słowa, których nie ma w żadnym fragmencie",
                         [TEKST[slice(*SLOWA[n])] for n in sorted(zgubione)], [])

    def test_kazdy_fragment_ma_nowe_slowo(self):
        """Każdy następny fragment zaczyna się dalej i kończy dalej niż poprzedni: cięcie wciąż się posuwa."""
        for rozmiar, zakladka in ROZMIARY:
            opis, numery = self.miejsca(rozmiar, zakladka)
            for (od, do), (od2, do2) in zip(numery, numery[1:]):
                if od2 <= od or do2 <= do:
                    self.niezgodne(f"{opis}, fragment po {skrot(self.tekst(od, do))}", skrot(self.tekst(od2, do2)),
                                   "fragment, który ma choć jedno nowe słowo i zaczyna się dalej")

    def test_fragment_miesci_sie_w_rozmiarze(self):
        """Fragment ma najwyżej rozmiar znaków, chyba że jest jednym słowem dłuższym niż rozmiar."""
        for rozmiar, zakladka in ROZMIARY:
            opis, numery = self.miejsca(rozmiar, zakladka)
            for od, do in numery:
                if od < do and len(self.tekst(od, do)) > rozmiar:
                    self.niezgodne(f"{opis}, długość fragmentu {skrot(self.tekst(od, do))}",
                                   len(self.tekst(od, do)), f"najwyżej {rozmiar}")

    def test_fragment_bierze_tyle_slow_ile_sie_miesci(self):
        """Fragment nie kończy się przed słowem, które by się w nim jeszcze zmieściło."""
        for rozmiar, zakladka in ROZMIARY:
            opis, numery = self.miejsca(rozmiar, zakladka)
            for od, do in numery:
                if do + 1 < len(SLOWA) and len(self.tekst(od, do + 1)) <= rozmiar:
                    self.niezgodne(f"{opis}, jeden z fragmentów", skrot(self.tekst(od, do)),
                                   f"fragment z jeszcze jednym słowem: {skrot(self.tekst(od, do + 1))}")

    def test_za_dlugie_slowo_stoi_samo(self):
        """Słowo dłuższe niż rozmiar nie jest rozcinane i nie ma w jego fragmencie żadnego innego."""
        dlugie = "x" * 30
        for zakladka in (0, 5, 9):
            self.oczekuj_wyniku(STALY, f"ala ma {dlugie} i kota", 10, zakladka, ma_byc=["ala ma", dlugie, "i kota"])
        self.oczekuj_wyniku(STALY, f"{dlugie} {dlugie}y", 10, 3, ma_byc=[dlugie, dlugie + "y"])

    def test_bez_zakladki_slowa_sie_nie_powtarzaja(self):
        """Przy zakładce 0 następny fragment zaczyna się od słowa, które stoi zaraz za poprzednim."""
        for rozmiar in dict(ROZMIARY):
            opis, numery = self.miejsca(rozmiar, 0)
            self.oczekuj(f"{opis}, liczba słów we wszystkich fragmentach", sum(do - od + 1 for od, do in numery),
                         len(SLOWA))

    def test_zakladka_nie_jest_za_dluga(self):
        """Powtórzony kawałek ma najwyżej tyle znaków, ile wynosi zakładka."""
        for rozmiar, zakladka in ROZMIARY:
            opis, numery = self.miejsca(rozmiar, zakladka)
            for (_, do), (od2, _) in zip(numery, numery[1:]):
                if od2 <= do and len(self.tekst(od2, do)) > zakladka:
                    self.niezgodne(f"{opis}, powtórzony kawałek", skrot(self.tekst(od2, do)),
                                   f"najwyżej {zakladka} znaków")

    def test_zakladka_bierze_tyle_slow_ile_sie_miesci(self):
        """Następny fragment powtarza tyle ostatnich słów poprzedniego, ile mieści się w zakładce i obok nowego."""
        for rozmiar, zakladka in ROZMIARY:
            opis, numery = self.miejsca(rozmiar, zakladka)
            for (od, do), (od2, do2) in zip(numery, numery[1:]):
                if (od < od2 <= do + 1 and len(self.tekst(od2 - 1, do)) <= zakladka
                        and len(self.tekst(od2 - 1, do + 1)) <= rozmiar):
                    self.niezgodne(f"{opis}, fragment po {skrot(self.tekst(od, do))}", skrot(self.tekst(od2, do2)),
                                   f"fragment, który powtarza także słowo „{self.tekst(od2 - 1, od2 - 1)}”")

    def test_wartosci_domyslne(self):
        """Bez podanych liczb fragment ma do 800 znaków, a zakładka do 200."""
        for slowo in ("a ", "bb "):
            opis = f"{STALY}({slowo!r} * 999)"
            _, jest = self.wywolaj(STALY, slowo * 999, opis=opis)
            _, ma_byc = self.wywolaj(STALY, slowo * 999, 800, 200)
            self.oczekuj(f"{opis}, długości fragmentów", [*map(len, jest or [])], [*map(len, ma_byc or [])])

    @staticmethod
    def tekst(od, do):
        """Zwraca wycinek tekstu próbnego od słowa o numerze od do słowa o numerze do."""
        return TEKST[SLOWA[od][0]:SLOWA[do][1]]


class ChunkZdania(Ciecie):
    """Zadanie 2, fragmenty.chunk_zdania: kilka całych zdań."""

    def oczekuj_zdan(self, zdania, odstepy, liczby, ma_byc):
        """Sprawdza fragmenty tekstu z tych zdań; ma_byc to lista par (pierwsze zdanie, ostatnie), liczonych od 1."""
        tekst, miejsca = "", []
        for numer, zdanie in enumerate(zdania):
            miejsca.append((len(tekst), len(tekst) + len(zdanie)))
            tekst += zdanie + odstepy[numer % len(odstepy)]
        oczekiwane = [tekst[miejsca[od - 1][0]:miejsca[do - 1][1]] for od, do in ma_byc]
        self.oczekuj_wyniku(ZDANIA, tekst, *liczby, ma_byc=oczekiwane)

    def test_fragmenty_z_podanej_liczby_zdan(self):
        """Fragment ma podaną liczbę zdań, a sąsiednie mają wspólne tyle, ile wynosi zakładka."""
        for ile, liczby, ma_byc in (
                (5, (1, 0), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]),
                (4, (2, 0), [(1, 2), (3, 4)]),
                (5, (3, 1), [(1, 3), (3, 5)]),
                (4, (2, 1), [(1, 2), (2, 3), (3, 4)]),
                (5, (3, 2), [(1, 3), (2, 4), (3, 5)]),
                (5, (5, 4), [(1, 5)])):
            self.oczekuj_zdan(PIEC_ZDAN[:ile], [" "], liczby, ma_byc)

    def test_ostatni_fragment_moze_byc_krotszy(self):
        """Ostatni fragment bierze zdania, które zostały, choćby było ich mniej."""
        for ile, liczby, ma_byc in ((5, (2, 0), [(1, 2), (3, 4), (5, 5)]), (4, (3, 1), [(1, 3), (3, 4)]),
                                    (3, (10, 2), [(1, 3)]), (1, (2, 1), [(1, 1)])):
            self.oczekuj_zdan(PIEC_ZDAN[:ile], [" "], liczby, ma_byc)

    def test_ostatni_fragment_nie_jest_sama_powtorka(self):
        """Gdy poprzedni fragment kończy tekst, nie ma następnego z samych zdań już powtórzonych."""
        for ile, liczby, ma_byc in ((3, (3, 1), [(1, 3)]), (5, (3, 1), [(1, 3), (3, 5)]), (2, (2, 1), [(1, 2)]),
                                    (4, (3, 2), [(1, 3), (2, 4)])):
            self.oczekuj_zdan(PIEC_ZDAN[:ile], [" "], liczby, ma_byc)

    def test_odstepy_miedzy_zdaniami_zostaja(self):
        """Fragment jest dokładnym wycinkiem: podział na wiersze i puste wiersze między zdaniami zostają."""
        self.oczekuj_zdan(PIEC_ZDAN, ["\n", "  ", "\n\n", " "], (3, 1), [(1, 3), (3, 5)])
        self.oczekuj_zdan(PIEC_ZDAN, ["\n\n"], (2, 0), [(1, 2), (3, 4), (5, 5)])

    def test_skrot_nie_konczy_zdania(self):
        """Kropka po „art.”, „ust.”, „np.”, „dr”, inicjale i liczbie nie rozcina zdania."""
        self.oczekuj_zdan(PIEC_ZDAN[3:], [" "], (1, 0), [(1, 1), (2, 2)])

    def test_wiersz_i_punkt_listy(self):
        """Zdanie może iść przez kilka wierszy, a nagłówek i punkt listy są zdaniami bez kropki."""
        zdania = ["## Dostawa", "Deski jadą do odbiorcy\nw poniedziałek.", "- sosna w paczkach", "- dąb luzem"]
        self.oczekuj_zdan(zdania, ["\n"], (1, 0), [(1, 1), (2, 2), (3, 3), (4, 4)])

    def test_to_samo_zdanie_dwa_razy(self):
        """Powtórzone zdanie liczy się osobno i stoi na swoim miejscu."""
        zdania = ["Termin mija.", "Dzwonimy.", "Termin mija.", "Piszemy.", "Termin mija."]
        self.oczekuj_zdan(zdania, [" ", "\n"], (2, 1), [(1, 2), (2, 3), (3, 4), (4, 5)])
        self.oczekuj_zdan(["Tak."] * 4, [" ", "\n", "  "], (2, 0), [(1, 2), (3, 4)])

    def test_pusty_tekst_nie_ma_fragmentow(self):
        """Tekst pusty albo z samych odstępów daje pustą listę."""
        for tekst in ("", "  ", "\n \n"):
            self.oczekuj_wyniku(ZDANIA, tekst, ma_byc=[])

    def test_odstepy_na_brzegach_tekstu(self):
        """Odstępy przed pierwszym zdaniem i za ostatnim nie wchodzą do fragmentu."""
        self.oczekuj_wyniku(ZDANIA, "\n  Termin mija. Dzwonimy.  \n", 2, 0, ma_byc=["Termin mija. Dzwonimy."])

    def test_zle_liczby_sa_bledem(self):
        """Liczba zdań mniejsza od 1 oraz zakładka ujemna lub nie mniejsza od niej zgłaszają ValueError."""
        self.oczekuj_zlych_liczb(ZDANIA, " ".join(PIEC_ZDAN))

    def test_wartosci_domyslne(self):
        """Bez podanych liczb fragment ma 5 zdań, a wspólne jest jedno."""
        zdania = [f"Zdanie ma numer {n} na liście." for n in range(9)]
        self.oczekuj_zdan(zdania, [" "], (), [(1, 5), (5, 9)])
