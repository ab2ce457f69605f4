"""Pokój dalszych sprawdzianów tury: reszta umowy asystent.krok."""
import copy

from pomoc.dane_sprawdzianow import (
    BAZA, DWA_DOKUMENTY, FAILED, METADANE, OPIS, POKAZ, POLECENIA, RAG, SLAD, STAN, ZALEZNE_FAILED,
    ZALEZNE_STAN, ZRODLA, katalog, opis_dokumentu, propozycja, rekordy, stan, wynik_rag, zrodlo,
)
from pomoc.sprawdzanie import skrot
from pomoc.sprawdzanie_asystenta import Rozmowa


class Krok(Rozmowa):
    """Zadanie 7, asystent.krok: kolejność tury i to, co zostaje w wyniku."""

    def oczekuj_bez_wyboru(self, selector, wiadomosc, status, reason, **pola):
        """Sprawdza, że tura kończy się, zanim cokolwiek wybierze narzędzie, a jej pole tool jest puste."""
        wywolania = self.podstaw_model(propozycja())
        wynik = self.powiedz(wiadomosc, status, selector, reason=reason, **pola)
        self.oczekuj_pol(f"asystent.krok({skrot(wiadomosc)}), tura bez narzędzia", wynik, tool={})
        self.oczekuj(f"wywołania wybierz_model po wiadomości {skrot(wiadomosc)}", wywolania, [])
        return wynik

    def test_domyslnie_wybieraja_reguly(self):
        """Bez argumentu selector narzędzie wybierają reguły, a do ask_rag idą podane fragmenty i indeks."""
        model, wywolania = self.podstaw_model(propozycja(POKAZ)), []
        self.podstaw("narzedzia.ask_rag",
                     lambda question, records, index: wywolania.append((question, records, index)) or wynik_rag())
        _, wynik = self.wywolaj("asystent.krok", STAN, stan(), rekordy(), {"id": 1}, katalog())
        self.oczekuj_pol("asystent.krok bez argumentu selector", wynik, status="answered", selector="reguly")
        self.oczekuj("wywołania wybierz_model bez argumentu selector", model, [])
        self.oczekuj("argumenty wywołań ask_rag", wywolania, [(STAN, rekordy(), {"id": 1})])

    def test_wiadomosc_jest_sprawdzana_przed_selektorem(self):
        """Zła wiadomość jest odrzucana nawet przy złym selektorze, a zły selektor zatrzymuje turę przed strażami."""
        pytania = self.podstaw_rag(wynik_rag())
        for selector in ("magia", "model", "reguly"):
            wynik = self.oczekuj_bez_wyboru(selector, " \n", "rejected", "empty_or_invalid_message", valid_input=False)
            self.oczekuj("czy pusta wiadomość na początku rozmowy użyła historii?", bool(wynik["history_used"]), False)
        for wiadomosc in (POLECENIA[0], "Pokaż metadane", ZRODLA, ZALEZNE_STAN, STAN):
            self.oczekuj_bez_wyboru("magia", wiadomosc, "error", "invalid_selector", valid_input=True)
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [])

    def test_brzegi_wiadomosci_nie_docieraja_do_narzedzi(self):
        """Dalej idzie wiadomość bez odstępów na brzegach."""
        pytania, wywolania = self.podstaw_rag(wynik_rag()), self.podstaw_model(propozycja())
        for selector in ("reguly", "model"):
            self.powiedz(f"  {STAN}\n", "answered", selector, tool=RAG, standalone_question=STAN)
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [STAN, STAN])
        self.oczekuj("argumenty wywołań wybierz_model", wywolania, [(STAN, STAN)])

    def test_zadna_wiadomosc_nie_przerywa_programu(self):
        """krok kończy każdą turę wynikiem, jakakolwiek wiadomość by przyszła."""
        self.podstaw_rag(wynik_rag())
        self.podstaw_model(propozycja())
        for selector in ("reguly", "model"):
            for zla in (None, 7, 0.5, True, [], ["x"], {}, {"a": [1]}):
                self.powiedz(zla, "rejected", selector, reason="empty_or_invalid_message", valid_input=False)
            for dziwna in ("(", "%s {} {0} {x}", "\\", "[a-", "*?+", "DOC-", "/exit", "\x00\x1b[31m", "😀",
                           "x" * self.wez("lokalny", "CONFIG")["question_chars"]):
                self.powiedz(dziwna, "answered", selector, tool=RAG)

    def test_zakazane_polecenie_ma_pierwszenstwo(self):
        """Polecenie zmiany jest odrzucane przed pytaniem o metadane i przed rozwijaniem."""
        for selector in ("reguly", "model"):
            for wiadomosc in ("Usuń metadane DOC-INSTR", "Zmień metadane DOC-999", "Wyślij metadane",
                              "proszę zmień jej stan", "Zrestartuj docassist-api"):
                self.oczekuj_bez_wyboru(selector, wiadomosc, "rejected", "forbidden_action", valid_input=True)

    def test_straz_metadanych(self):
        """O metadanych rozstrzygają identyfikatory z katalogu: jeden przechodzi, inne liczby nie."""
        for selector in ("reguly", "model"):
            for wiadomosc, status, reason in (
                    ("Pokaż metadane DOC-999", "rejected", "unknown_document"),
                    ("Metadane DOC-INSTR2", "rejected", "unknown_document"),
                    ("Pokaż metadane DOC-998 i DOC-999", "rejected", "unknown_document"),
                    ("Jakie są jej metadane?", "clarification_needed", "missing_or_ambiguous_document_id"),
                    (DWA_DOKUMENTY, "clarification_needed", "missing_or_ambiguous_document_id"),
                    (DWA_DOKUMENTY + ", DOC-999", "clarification_needed", "missing_or_ambiguous_document_id")):
                self.oczekuj_bez_wyboru(selector, wiadomosc, status, reason, valid_input=True)
        for wiadomosc in (METADANE, "Pokaż metadane DOC-INSTR, a nie DOC-999", "Metadane DOC-INSTR, DOC-INSTR"):
            wynik = self.powiedz(wiadomosc, "answered", tool=OPIS, reason="metadata_returned")
            opis = f"asystent.krok({wiadomosc!r}), pole „answer”"
            metadane = self.oczekuj_json(opis, wynik["answer"])
            self.oczekuj_pol(opis + " odczytane jako JSON", metadane, **opis_dokumentu("DOC-INSTR"))
            self.oczekuj_pol(f"asystent.krok({wiadomosc!r}), pole „tool”", wynik["tool"], status="completed",
                             arguments={"document_id": "DOC-INSTR"}, data=metadane)

    def test_niejasne_pytanie_prosi_o_pelne(self):
        """Pytanie, którego nie da się rozwinąć, kończy turę prośbą, a history_used mówi, czy była historia."""
        self.podstaw_rag(wynik_rag())
        for historia_uzyta in (False, True):
            wynik = self.oczekuj_bez_wyboru("model", "A potem?", "clarification_needed", "ambiguous_reference",
                                            standalone_question=None, history_used=historia_uzyta)
            self.oczekuj("asystent.krok('A potem?'): czy w polu „answer” jest tekst prośby?",
                         bool(str(wynik["answer"] or "").strip()), True)
        self.oczekuj_pol("ostatni wpis historii", self.stan["history"][-1], question="A potem?",
                         standalone="A potem?", status="clarification_needed", tool=None)

    def test_wybierz_model_dostaje_stan_sprzed_tury_i_katalog(self):
        """Model jest pytany raz, o wiadomość i pełne pytanie, ze stanem rozmowy i katalogiem."""
        self.podstaw_rag(wynik_rag())
        self.nowa_rozmowa(STAN)
        wywolania, przed = [], copy.deepcopy(self.stan)

        def wybierz_model(question, standalone, state, catalog):
            wywolania.append(copy.deepcopy((question, standalone, state["history"], state["last_sources"], catalog)))
            return propozycja(), dict(SLAD)

        self.podstaw("asystent.wybierz_model", wybierz_model)
        self.powiedz(ZALEZNE_FAILED, "answered", "model", tool=RAG)
        self.oczekuj("wywołania wybierz_model: wiadomość, pełne pytanie, historia i źródła stanu, katalog", wywolania,
                     [(ZALEZNE_FAILED, FAILED, przed["history"], przed["last_sources"], katalog())])

    def test_odrzucone_przez_narzedzia_nie_jest_wykonane(self):
        """Odmowa narzedzia.wykonaj przechodzi do wyniku z powodem, a ask_rag nie jest wołane."""
        pytania = self.podstaw_rag(wynik_rag())
        for wybor, reason in ((propozycja(POKAZ), "missing_previous_sources"),
                              (propozycja(OPIS, {"document_id": "DOC-999"}), "unknown_document"),
                              (propozycja(OPIS, {"document_id": "DOC-HELP"}), "document_not_explicit"),
                              (propozycja(OPIS), "invalid_argument_fields"),
                              (propozycja("ask_rag"), "unknown_tool")):
            self.podstaw_model(wybor)
            self.powiedz(STAN, "rejected", "model", reason=reason, sources=[])
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [])

    def test_odpowiedz_rag_przechodzi_do_wyniku(self):
        """Status, pełna odpowiedź, źródła, ostrzeżenia i własny powód RAG trafiają do wyniku tury."""
        dluga = " ".join(f"słowo{numer}" for numer in range(400))
        for odpowiedz, reason in ((wynik_rag(1, answer=dluga), "rag_completed"),
                                  (wynik_rag(2, reason="wlasny_powod"), "wlasny_powod"),
                                  (wynik_rag(3, warnings=["Brak etykiety S9.", "Inne."]), "rag_completed")):
            pytania = self.podstaw_rag(odpowiedz)
            wynik = self.powiedz(STAN, "answered", tool=RAG, reason=reason, answer=odpowiedz["answer"],
                                 sources=odpowiedz["sources"])
            self.oczekuj("ostrzeżenia RAG, których brak w wyniku",
                         [uwaga for uwaga in odpowiedz["warnings"] if uwaga not in wynik["warnings"]], [])
            ta_tura = {"turn_id": wynik["turn_id"], "result_id": wynik["result_id"]}
            self.oczekuj("pole „source_origin” odpowiedzi, jeśli nie jest puste",
                         wynik["source_origin"] or ta_tura, ta_tura)
            self.oczekuj("czy wynik ma decyzję, z której powstało wywołanie?", bool(wynik["decision"]), True)
            self.oczekuj_pol("pole „rag” wyniku", wynik["rag"], status="answered", answer=odpowiedz["answer"])
            self.oczekuj_pol("pole „tool” wyniku", wynik["tool"], name=RAG, status="completed", executed=True,
                             arguments={"question": STAN})
            self.oczekuj("pytania, które dotarły do ask_rag", pytania, [STAN])
        for status in ("error", "insufficient_context"):
            self.podstaw_rag(wynik_rag(4, status, sources=[], reason="wlasny_powod"))
            self.powiedz(STAN, status, tool=RAG, reason="wlasny_powod", sources=[])

    def test_nieznany_status_rag_jest_odrzucany(self):
        """Status RAG spoza trzech umówionych daje rejected, a zapamiętane źródła znikają."""
        for status in ("completed", "rejected", "clarification_needed", "ok", "", None):
            self.podstaw_rag(wynik_rag(1), wynik_rag(2, status))
            self.nowa_rozmowa(STAN)
            self.powiedz(BAZA, "rejected", tool=RAG)
            self.oczekuj_zrodel(f"po turze, w której RAG dał status {status!r}", [], None)

    def test_awaria_narzedzia_jest_bledem_tury(self):
        """Wyjątek albo zły wynik narzędzia kończy turę błędem z powodem; narzędzie nie jest wołane drugi raz."""
        for awaria, reason in ((RuntimeError("usługa nie działa"), None), (ValueError("zła wartość"), None),
                               (wynik_rag(score=float("nan")), None),
                               (wynik_rag(answer="x" * 120_000), "invalid_or_large_tool_output")):
            pytania = self.podstaw_rag(awaria)
            wynik = self.powiedz(STAN, "error", tool=RAG, sources=[])
            opis = f"asystent.krok, gdy ask_rag daje {skrot(awaria)}"
            self.oczekuj(opis + ", powód", wynik["reason"], reason or wynik["tool"]["reason"])
            self.oczekuj(opis + ", liczba wywołań ask_rag", len(pytania), 1)

    def test_pokazane_zrodla_zachowuja_pochodzenie(self):
        """Źródła pokazane po kilku turach, nawet dwa razy, wskazują turę, z której pochodzą."""
        self.podstaw_rag(wynik_rag(1))
        pochodzenie = {"turn_id": 1, "result_id": self.nowa_rozmowa(STAN)[0]["result_id"]}
        self.powiedz(METADANE, "answered", tool=OPIS)
        self.powiedz("", "rejected")
        self.powiedz("A potem?", "clarification_needed")
        self.podstaw_model(propozycja(POKAZ))
        for wiadomosc, selector in ((ZRODLA, "reguly"), (ZRODLA, "model"), ("Wskaż podstawy", "model")):
            wynik = self.powiedz(wiadomosc, "answered", selector, tool=POKAZ, reason="sources_returned",
                                 sources=[zrodlo(1)], source_origin=pochodzenie)
            self.oczekuj(f"odpowiedź na {wiadomosc!r}, czyli rag.format_sources(źródła)", wynik["answer"],
                         self.wez("rag", "format_sources")([zrodlo(1)]))
            self.oczekuj_zrodel(f"po {wiadomosc!r}", [zrodlo(1)], pochodzenie)
        self.podstaw_model(propozycja(POKAZ, {"limit": 5}))
        self.powiedz("Wskaż podstawy", "rejected", "model", reason="invalid_argument_fields")

    def test_kazda_tura_ma_wlasna_probe_i_wpis(self):
        """Znacznik próby jest zerowany na początku tury, a każda poprawna wiadomość ma wpis z numerem wyniku."""
        self.podstaw_rag(wynik_rag())
        self.nowa_rozmowa()
        self.stan["tool_attempted"] = True
        numery = []
        with self.z_ustawieniem(history_turns=5):
            for wiadomosc, status, tool in ((STAN, "answered", RAG), (ZRODLA, "answered", POKAZ),
                                            (POLECENIA[1], "rejected", None), (METADANE, "answered", OPIS),
                                            (BAZA, "answered", RAG)):
                wynik = self.powiedz(wiadomosc, status, tool=tool, valid_input=True,
                                     conversation_id=self.stan["conversation_id"])
                numery.append(wynik["result_id"])
        self.oczekuj("numery wyników w historii", [w["result_id"] for w in self.stan["history"]], numery)
        self.oczekuj("liczba różnych result_id w pięciu turach", len(set(numery)), 5)
        self.powiedz(POLECENIA[2], "rejected")
        self.oczekuj("tool_attempted po turze bez próby", self.stan["tool_attempted"], False)
