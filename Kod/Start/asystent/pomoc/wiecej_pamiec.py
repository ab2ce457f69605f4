"""Pokój dalszych sprawdzianów pamięci: reszta umowy pamiec.zapamietaj."""
import copy

from pomoc.dane_sprawdzianow import (
    BAZA, OPIS, POKAZ, RAG, STAN, STATUSY, ZALEZNE_STAN, ZLE_LICZBY_TUR, stan, stan_ze_zrodlami, tura,
    tura_bez_narzedzia, wpis, wykonane, zrodlo,
)
from pomoc.sprawdzanie import skrot
from pomoc.sprawdzanie_asystenta import SprawdzanieAsystenta


class Zapamietaj(SprawdzanieAsystenta):
    """Zadanie 3, pamiec.zapamietaj: co zostaje w stanie po turze."""

    def po(self, wynik, limit=5, **zmiany):
        """Zwraca stan ze źródłami po zapamiętaniu wyniku; zmiany dotyczą pól stanu sprzed tury."""
        state = stan_ze_zrodlami(**zmiany)
        with self.z_ustawieniem(history_turns=limit):
            self.zapamietaj(state, wynik)
        return state

    def zapamietaj(self, state, wynik):
        pola = {pole: wynik[pole] for pole in ("status", "valid_input", "tool", "sources")}
        opis = f"pamiec.zapamietaj(state, result), gdy w result jest {skrot(pola)}"
        self.wywolaj("pamiec.zapamietaj", state, wynik, opis=opis)

    def ostatni_wpis(self, wynik):
        """Zwraca wpis, który po turze stoi na końcu historii."""
        historia = self.po(wynik)["history"]
        if not isinstance(historia, list) or not historia or not isinstance(historia[-1], dict):
            self.niezgodne("historia po poprawnej wiadomości", skrot(historia), "lista, a na jej końcu słownik")
        return historia[-1]

    def oczekuj_wynikow(self, opis, historia, numery):
        self.oczekuj(f"wyniki w historii {opis}", [w.get("result_id") for w in historia], numery)

    def oczekuj_zrodel(self, opis, state, zrodla, pochodzenie):
        self.oczekuj_zrodel_stanu(f"stan po turze: {opis}", state, zrodla, pochodzenie)

    def test_wpis_historii_ma_szesc_pol(self):
        """Wpis historii powtarza z wyniku pytanie, pełne pytanie, odpowiedź, status, narzędzie i numer wyniku."""
        self.oczekuj_pol("ostatni wpis historii po turze z odpowiedzią", self.ostatni_wpis(tura()),
                         question=ZALEZNE_STAN, standalone=STAN, answer="Odpowiedź.", status="answered",
                         tool=RAG, result_id="r7")
        odmowa = tura_bez_narzedzia("clarification_needed", standalone_question=None)
        self.oczekuj_pol("ostatni wpis historii po turze bez pełnego pytania i bez narzędzia",
                         self.ostatni_wpis(odmowa), question=ZALEZNE_STAN, standalone=ZALEZNE_STAN,
                         status="clarification_needed", tool=None)

    def test_odpowiedz_w_historii_ma_najwyzej_1200_znakow(self):
        """Historia skraca odpowiedź do 1200 znaków, a w wyniku tury zostawia ją całą."""
        odpowiedz = "".join(f"{numer:05}" for numer in range(1000))
        for znakow in (0, 1199, 1200, 1201, 5000):
            wynik = tura(answer=odpowiedz[:znakow])
            opis, ostatni = f"ostatni wpis historii, gdy odpowiedź ma {znakow} znaków", self.ostatni_wpis(wynik)
            zapamietane = len(str(ostatni.get("answer", "")))
            self.oczekuj(opis + ", liczba znaków w polu „answer”", zapamietane, min(znakow, 1200))
            self.oczekuj_pol(opis, ostatni, answer=odpowiedz[:min(znakow, 1200)])
            self.oczekuj("liczba znaków odpowiedzi w wyniku po zapamiętaniu", len(wynik["answer"]), znakow)

    def test_numer_tury_rosnie_zawsze_o_jeden(self):
        """Numer następnej tury rośnie o jeden po każdej wiadomości, także odrzuconej."""
        for status in STATUSY:
            for poprawna in (True, False):
                wynik = tura_bez_narzedzia(status, valid_input=poprawna)
                self.oczekuj(f"next_turn po turze 7 (status {status}, valid_input {poprawna})",
                             self.po(wynik)["next_turn"], 8)
        self.oczekuj("next_turn po turze 7 z odpowiedzią", self.po(tura())["next_turn"], 8)

    def test_niepoprawna_wiadomosc_zmienia_tylko_numer_tury(self):
        """Wiadomość z valid_input False nie wchodzi do historii i nie rusza źródeł."""
        historia = [wpis(STAN), wpis(BAZA)]
        zla = tura_bez_narzedzia("rejected", valid_input=False, standalone_question=None)
        self.oczekuj_pol("stan po niepoprawnej wiadomości w turze 7", self.po(zla, history=copy.deepcopy(historia)),
                         **stan_ze_zrodlami(history=historia, next_turn=8))

    def test_poprawna_wiadomosc_wchodzi_do_historii_z_kazdym_statusem(self):
        """O wpisie do historii rozstrzyga valid_input, a nie status ani narzędzie."""
        for status in STATUSY:
            historia = self.po(tura_bez_narzedzia(status), history=[wpis(BAZA)])["history"]
            self.oczekuj(f"statusy w historii po turze ze statusem {status}", [w.get("status") for w in historia],
                         ["answered", status])

    def test_zostaja_ostatnie_wpisy_od_najstarszego(self):
        """Historia trzyma history_turns ostatnich wpisów w kolejności rozmowy."""
        for limit in range(1, 6):
            state = stan()
            with self.z_ustawieniem(history_turns=limit):
                for numer in range(1, 9):
                    self.zapamietaj(state, tura(result_id=f"r{numer}", turn_id=numer))
                    self.oczekuj_wynikow(f"po turze {numer} przy history_turns={limit}", state["history"],
                                         [f"r{n}" for n in range(max(1, numer - limit + 1), numer + 1)])
        dluga = [wpis(STAN, result_id=f"r{n}") for n in range(2, 7)]
        self.oczekuj_wynikow("gdy history_turns zmalało do 2", self.po(tura(), 2, history=dluga)["history"],
                             ["r6", "r7"])

    def test_zla_liczba_tur_jest_bledem_po_kazdej_wiadomosci(self):
        """history_turns spoza 1–5 albo inne niż liczba całkowita zgłasza ValueError, także po złej wiadomości."""
        for zla in (*ZLE_LICZBY_TUR, 3.0, 10**6):
            for poprawna in (True, False):
                wynik = tura() if poprawna else tura_bez_narzedzia("rejected", valid_input=False)
                self.oczekuj_zlej_liczby_tur(zla, wynik)

    def test_odpowiedz_z_dokumentow_zastepuje_zrodla(self):
        """Źródła nowej odpowiedzi zastępują stare, a source_origin wskazuje jej turę i jej wynik."""
        self.oczekuj_zrodel("odpowiedź z dokumentów", self.po(tura()), [zrodlo(2)],
                            {"turn_id": 7, "result_id": "r7"})
        self.oczekuj_zrodel("pierwsza odpowiedź", self.po(tura(), last_sources=[], source_origin=None),
                            [zrodlo(2)], {"turn_id": 7, "result_id": "r7"})

    def test_inny_status_odpowiedzi_czysci_zrodla(self):
        """Wykonane answer_from_documents o statusie innym niż answered usuwa źródła i ich pochodzenie."""
        for status in ("error", "insufficient_context", "rejected", "status_nieznany"):
            for zrodla in ([], [zrodlo(2)]):
                wynik = tura(status=status, sources=zrodla, source_origin=None)
                self.oczekuj_zrodel(f"answer_from_documents ze statusem {status}", self.po(wynik), [], None)

    def test_inne_tury_zostawiaja_zrodla(self):
        """Źródeł nie zmienia tura bez narzędzia, z innym narzędziem ani z narzędziem niewykonanym."""
        stare, pochodzenie = [zrodlo(1)], {"turn_id": 2, "result_id": "r2"}
        niewykonane = wykonane(status="rejected", executed=False, reason="attempt_limit")
        tury = {f"bez narzędzia, status {status}": tura_bez_narzedzia(status) for status in STATUSY}
        tury |= {f"answer_from_documents niewykonane, status {status}":
                 tura(status=status, tool=niewykonane) for status in STATUSY}
        for nazwa in (POKAZ, OPIS):
            tury |= {f"{nazwa}, status {status}": tura(status=status, tool=wykonane(nazwa)) for status in STATUSY}
        tury["pokazanie źródeł"] = tura(tool=wykonane(POKAZ), sources=stare, source_origin=pochodzenie)
        for opis, wynik in tury.items():
            self.oczekuj_zrodel(opis, self.po(wynik), stare, pochodzenie)

    def test_stan_i_wynik_nie_maja_wspolnej_listy(self):
        """Stan trzyma kopię źródeł: zmiana listy w wyniku nie zmienia stanu ani odwrotnie."""
        wynik = tura()
        state = self.po(wynik)
        wynik["sources"].append(zrodlo(3))
        self.oczekuj("liczba źródeł w stanie po dopisaniu drugiego do źródeł wyniku", len(state["last_sources"]), 1)
        state["last_sources"].clear()
        self.oczekuj("liczba źródeł w wyniku po wyczyszczeniu stanu", len(wynik["sources"]), 2)

    def test_wynik_tury_zostaje_bez_zmian(self):
        """Zapamiętywanie zmienia stan, a z wyniku tury tylko czyta."""
        for wynik in (tura(answer="x" * 2000), tura(status="error"), tura_bez_narzedzia("rejected")):
            przed = copy.deepcopy(wynik)
            self.po(wynik)
            self.oczekuj_pol("wynik tury po pamiec.zapamietaj", wynik, **przed)
