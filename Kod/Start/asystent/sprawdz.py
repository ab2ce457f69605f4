"""Pokój sprawdzianów: 20 testów umowy, którą spełniają pamiec.py, decyzja.py, narzedzia.py i asystent.py.

Uruchomienie w folderze asystent: python -m unittest sprawdz -v
Jedna grupa:                      python -m unittest sprawdz.Pamiec -v

Testy nie potrzebują usługi, indeksu ani sieci. RAG zastępuje funkcja z przygotowaną odpowiedzią, a wybór
modelu – funkcja z przygotowaną propozycją.
"""
import copy
import json
import unittest

from pomoc.dane_sprawdzianow import (
    ARGUMENTY, BAZA, DWA_DOKUMENTY, FAILED, METADANE, OPIS, POKAZ, POLECENIA, PROPOZYCJA, RAG, SLAD, STAN,
    ZALEZNE_FAILED, ZALEZNE_STAN, ZLE_LICZBY_TUR, ZLE_WIADOMOSCI, ZRODLA, bez_narzedzia, katalog, kontekst,
    propozycja, rekord, rekordy, wpis, wynik_rag, zrodlo,
)
from pomoc.sprawdzanie import Sprawdzanie, skrot
from pomoc.sprawdzanie_asystenta import Rozmowa, SprawdzanieAsystenta


class Pamiec(SprawdzanieAsystenta, unittest.TestCase):
    """pamiec.py: stan rozmowy, sprawdzanie wiadomości i rozwijanie pytań."""

    def test_empty_and_long(self):
        """Pusta, zbyt długa albo nietekstowa wiadomość jest błędem, a poprawna traci spacje na brzegach."""
        najdluzsza = "x" * self.wez("lokalny", "CONFIG")["question_chars"]
        for zla in ("", "  ", "\n\t ", None, 7, ["pytanie"], b"pytanie"):
            self.oczekuj_bledu("pamiec.sprawdz_wiadomosc", zla, powod="empty_or_invalid_message")
        self.oczekuj_bledu("pamiec.sprawdz_wiadomosc", najdluzsza + "x", powod="message_too_long")
        self.oczekuj_wyniku("pamiec.sprawdz_wiadomosc", najdluzsza, ma_byc=najdluzsza)
        self.oczekuj_wyniku("pamiec.sprawdz_wiadomosc", f"  {STAN}\n", ma_byc=STAN)

    def test_independent_states(self):
        """Każdy nowy stan ma komplet pól, własny identyfikator i listy, których nie dzieli z innym stanem."""
        wywolanie, pierwszy = self.wywolaj("pamiec.nowy_stan")
        _, drugi = self.wywolaj("pamiec.nowy_stan")
        puste = {"next_turn": 1, "history": [], "last_sources": [], "source_origin": None,
                 "tool_attempted": False}
        self.oczekuj_pol(wywolanie, pierwszy, **puste)
        numery = [self.wywolaj("pamiec.nowy_stan")[1].get("conversation_id") for _ in range(20)]
        if not all(isinstance(n, str) and n and set(n.lower()) <= set("0123456789abcdef") for n in numery):
            self.niezgodne(wywolanie + ", pole „conversation_id”", skrot(numery[0]), "cyfry szesnastkowe")
        self.oczekuj("liczba różnych conversation_id w 20 nowych stanach", len(set(numery)), 20)
        pierwszy["history"].append(wpis(STAN))
        pierwszy["last_sources"].append(zrodlo(1))
        self.oczekuj_pol("drugi stan po dopisaniu do list pierwszego", drugi, **puste)
        self.oczekuj_pol("pamiec.nowy_stan() po dopisaniu do list wcześniejszego stanu",
                         self.wywolaj("pamiec.nowy_stan")[1], **puste)

    def test_ambiguous_without_history(self):
        """Bez historii pytanie zależne kończy się prośbą o pełne, a każde inne przechodzi bez zmian."""
        for zalezne in (ZALEZNE_STAN, ZALEZNE_FAILED, "Jaki jest jego stan?", "Gdzie są pliki tej usługi?",
                        "Co teraz?", "A potem?"):
            self.oczekuj_rozwiniecia(zalezne, [], None, False)
        for pelne in (STAN, BAZA, "Jak sprawdzić stan tej usługi docassist-api?", ZRODLA, METADANE,
                      "Pokaż metadane DOC-INSTR tej usługi", "Jaki jest stan mojej bazy?",
                      "Czy kopia potem się przyda?", "Kim jest jegomość z IT?"):   # części słów się nie liczą
            self.oczekuj_rozwiniecia(pelne, [], pelne, False)

    def test_resolve_and_ambiguity(self):
        """Pytanie zależne rozwija się tylko wtedy, gdy wcześniejsze pytania miały jeden temat: usługę."""
        usluga = [wpis(STAN)]
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, usluga, STAN, True)
        self.oczekuj_rozwiniecia(ZALEZNE_FAILED, usluga, FAILED, True)
        self.oczekuj_rozwiniecia("Czy jej stan to failed?", usluga, FAILED, True)
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(ZALEZNE_STAN, STAN)], STAN, True)
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis("Co zmienić w konfiguracji docassist?")], STAN, True)
        self.oczekuj_rozwiniecia(BAZA, usluga, BAZA, False)
        for inne in (BAZA, "Jak odtworzyć bazę danych?", "Co jest w bazie danych?"):
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [*usluga, wpis(inne)], None, True)
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(inne)], None, True)
        self.oczekuj_rozwiniecia("Gdzie są jej pliki?", usluga, None, True)
        # Tematu szukamy w pytaniach: odpowiedź o bazie nic nie zmienia, a odpowiedź o usłudze nie wystarcza.
        o_bazie, o_usludze = "Sprawdź, gdzie jest baza danych.", "Zacznij od usługi docassist-api."
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN, answer=o_bazie)], STAN, True)
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis("Od czego zacząć?", answer=o_usludze)], None, True)
        prosby = [wpis("Pokaż metadane bazy danych DOC-INSTR", tool=OPIS), wpis(ZRODLA, tool=POKAZ)]
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, usluga + prosby, STAN, True)

    def test_failed_turn_does_not_hide_topic_change(self):
        """Pytanie z tury zakończonej błędem, odmową lub odrzuceniem też zmienia temat rozmowy."""
        for status in ("error", "rejected", "insufficient_context"):
            nieudana = wpis(BAZA, status=status, tool=None, answer="")
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN), nieudana], None, True)
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN, status=status, tool=None)], STAN, True)


class Decyzja(Sprawdzanie, unittest.TestCase):
    """decyzja.py: ścisły JSON, postać propozycji i wybór według reguł."""

    def test_invalid_json(self):
        """Ścisły JSON odrzuca powtórzone klucze, NaN, znaczniki kodu i tekst po wartości."""
        self.oczekuj_wyniku("decyzja.scisly_json", '{"a": [1, {"b": null}]}', ma_byc={"a": [1, {"b": None}]})
        for zly in ('{"a": 1, "a": 2}', '{"x": {"a": 1, "a": 1}}', '[{"a": 1, "a": 2}]',
                    '{"a": NaN}', '[Infinity]', '{"x": [-Infinity]}', '```json\n{"a": 1}\n```',
                    '{"a": 1} koniec', '{"a": 1}{"a": 1}', '{"a": 1', "{'a': 1}", ""):
            self.oczekuj_bledu("decyzja.scisly_json", zly)

    def test_exact_fields(self):
        """Propozycja ma dokładnie cztery pola właściwych typów, a reguły budują właśnie takie propozycje."""
        self.oczekuj_wyniku(PROPOZYCJA, propozycja(), ma_byc=propozycja())
        for pole in propozycja():
            niepelna = {nazwa: wartosc for nazwa, wartosc in propozycja().items() if nazwa != pole}
            self.oczekuj_bledu(PROPOZYCJA, niepelna, powod="invalid_proposal_fields")
        self.oczekuj_bledu(PROPOZYCJA, propozycja(powod="x"), powod="invalid_proposal_fields")
        self.oczekuj_bledu(PROPOZYCJA, bez_narzedzia("execute"), powod="unknown_decision")
        for zla in (None, [], "tool_call", propozycja(decision=None), propozycja(decision=["tool_call"]),
                    propozycja(action=""), propozycja(action=None), propozycja(action=7),
                    propozycja(message="Już."), propozycja() | {"arguments": []},
                    propozycja() | {"arguments": None}):
            self.oczekuj_bledu(PROPOZYCJA, zla)
        for pytanie, ma_byc in ((STAN, propozycja()), (BAZA, propozycja()), (ZRODLA, propozycja(POKAZ)),
                                ("skąd ta odpowiedź?", propozycja(POKAZ)),
                                (METADANE, propozycja(OPIS, {"document_id": "DOC-INSTR"}))):
            self.oczekuj_wyniku("decyzja.wybierz_reguly", pytanie, katalog(), ma_byc=ma_byc)
        for pytanie in ("Pokaż metadane", DWA_DOKUMENTY, "Pokaż metadane DOC-INSTR2"):
            self.oczekuj_bledu("decyzja.wybierz_reguly", pytanie, katalog(),
                               powod="missing_or_ambiguous_document_id")

    def test_non_tool_schema(self):
        """Decyzja bez narzędzia ma action None, puste arguments i message od 1 do 1000 znaków."""
        for decyzja in ("clarification_needed", "rejected", "no_suitable_tool"):
            for tekst in ("x", "x" * 1000):
                dobra = bez_narzedzia(decyzja, message=tekst)
                self.oczekuj_wyniku(PROPOZYCJA, dobra, ma_byc=dobra)
            self.oczekuj_bledu(PROPOZYCJA, bez_narzedzia(decyzja, message="x" * 1001),
                               powod="invalid_message_length")
            for zmiana in ({"action": RAG}, {"action": ""}, {"arguments": {"a": 1}}, {"arguments": []},
                           {"arguments": None}, {"message": None}, {"message": ""}, {"message": ["x"]}):
                self.oczekuj_bledu(PROPOZYCJA, bez_narzedzia(decyzja, **zmiana))


class Narzedzia(SprawdzanieAsystenta, unittest.TestCase):
    """narzedzia.py: lista dozwolonych narzędzi, ich argumenty i jedna próba w turze."""

    def test_allowlist_and_attempt_limit(self):
        """Działają tylko trzy narzędzia z rejestru, a każda próba, także nieudana, zużywa limit tury."""
        pytania = self.podstaw_rag(wynik_rag(), RuntimeError("usługa nie działa"))
        nazwy = sorted(self.wez("narzedzia", "REGISTRY"))
        self.oczekuj("sorted(narzedzia.REGISTRY)", nazwy, sorted([RAG, POKAZ, OPIS]))
        dobre = {"action": RAG, "arguments": {"question": STAN}}
        for zle, powod in (({"action": "delete_document", "arguments": {}}, "unknown_tool"),
                           ({"action": "ask_rag", "arguments": {"question": STAN}}, "unknown_tool"),
                           (dobre | {"message": None}, "invalid_call"), ({"action": RAG}, "invalid_call"),
                           (None, "invalid_call")):
            context = kontekst()
            self.oczekuj_wykonania(zle, context, "rejected", powod)
            self.oczekuj_wykonania(dobre, context, "rejected", "attempt_limit")
        self.oczekuj("liczba wywołań ask_rag po samych odrzuconych próbach", len(pytania), 0)
        for status in ("completed", "error"):   # za drugim razem RAG zgłasza wyjątek
            context = kontekst()
            self.oczekuj_wykonania(dobre, context, status, name=RAG, arguments={"question": STAN})
            self.oczekuj_wykonania(dobre, context, "rejected", "attempt_limit")
        self.oczekuj("liczba wywołań ask_rag po dwóch wykonanych próbach", len(pytania), 2)

    def test_extra_argument(self):
        """Argumenty mają dokładnie wymagane pola; zbędne lub brakujące pole zatrzymuje narzędzie."""
        pytania = self.podstaw_rag(wynik_rag())
        zrodla = {"last_sources": [zrodlo(1)], "source_origin": {"turn_id": 1, "result_id": "r1"}}
        dobre = ((RAG, {"question": STAN}, kontekst()), (POKAZ, {}, kontekst(ZRODLA, **zrodla)),
                 (OPIS, {"document_id": "DOC-INSTR"}, kontekst(METADANE)))
        for nazwa, argumenty, context in dobre:
            for zle in (argumenty | {"limit": 5}, {"inne": STAN}):
                self.oczekuj_bledu(ARGUMENTY, nazwa, zle, context, powod="invalid_argument_fields")
                swiezy = copy.deepcopy(context)
                self.oczekuj_wykonania({"action": nazwa, "arguments": zle}, swiezy, "rejected",
                                       "invalid_argument_fields", name=nazwa)
            self.oczekuj_bledu(ARGUMENTY, nazwa, None, context, powod="arguments_not_object")
            wywolanie, kopia = self.wywolaj(ARGUMENTY, nazwa, argumenty, context)
            self.oczekuj(wywolanie, kopia, argumenty)
            self.oczekuj(f"{wywolanie} – ten sam słownik?", kopia is argumenty, False)
        self.oczekuj("liczba wywołań ask_rag ze złymi argumentami", len(pytania), 0)
        self.oczekuj_bledu(ARGUMENTY, POKAZ, {}, kontekst(ZRODLA),
                           powod="missing_previous_sources")

    def test_metadata_id_must_be_explicit(self):
        """Metadane dostaje tylko dokument z katalogu, którego identyfikator stoi w samej wiadomości."""
        zle = (("DOC-HELP", kontekst(METADANE), "document_not_explicit"),
               ("DOC-999", kontekst("Pokaż metadane DOC-999"), "unknown_document"),
               ("DOC-INSTR", kontekst("Pokaż metadane DOC-INSTR2"), "document_not_explicit"),
               ("DOC-INSTR", kontekst("Pokaż metadane X-DOC-INSTR"), "document_not_explicit"),
               ("DOC-INSTR", kontekst("Pokaż jego metadane", METADANE), "document_not_explicit"))
        for numer, context, powod in zle:
            argumenty = {"document_id": numer}
            self.oczekuj_bledu(ARGUMENTY, OPIS, argumenty, context, powod=powod)
            self.oczekuj_wykonania({"action": OPIS, "arguments": argumenty}, context, "rejected", powod)
        dobre = {"action": OPIS, "arguments": {"document_id": "DOC-INSTR"}}
        context = kontekst("Pokaż metadane (DOC-INSTR).")
        dane = self.oczekuj_wykonania(dobre, context, "completed", name=OPIS).get("data")
        if "Tytuł DOC-INSTR" not in json.dumps(dane, ensure_ascii=False):
            self.niezgodne(f"narzedzia.wykonaj({skrot(dobre)}, …), pole „data”", skrot(dane),
                           "metadane dokumentu DOC-INSTR")

    def test_question_cannot_change(self):
        """RAG dostaje dokładnie ustalone pełne pytanie; każde inne jest odrzucane przed wywołaniem."""
        pytania = self.podstaw_rag(wynik_rag())
        for inne in (ZALEZNE_STAN, BAZA, STAN.lower(), ""):
            context = kontekst(ZALEZNE_STAN, STAN)
            call = {"action": RAG, "arguments": {"question": inne}}
            self.oczekuj_bledu(ARGUMENTY, RAG, call["arguments"], context, powod="question_mismatch")
            self.oczekuj_wykonania(call, context, "rejected", "question_mismatch")
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [])
        self.oczekuj_wykonania({"action": RAG, "arguments": {"question": STAN}}, kontekst(ZALEZNE_STAN, STAN),
                               "completed", data=wynik_rag())
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [STAN])

    def test_catalog_conflict(self):
        """Katalog ma jeden wpis na dokument, a sprzeczne metadane jednego dokumentu są błędem."""
        self.oczekuj_wyniku("narzedzia.katalog_dokumentow", rekordy(), ma_byc=katalog())
        for pole in ("source", "title", "version", "status"):
            sprzeczne = [*rekordy(), rekord(3, "DOC-INSTR", **{pole: "inna wartość"})]
            self.oczekuj_bledu("narzedzia.katalog_dokumentow", sprzeczne)


class Przeplyw(Rozmowa, unittest.TestCase):
    """asystent.krok: cała tura od wiadomości do zapamiętanego wyniku."""

    def test_followup_runs_fresh_rag(self):
        """Pytanie zależne w pełnej postaci uruchamia nowe wyszukiwanie, a jego źródła zastępują stare."""
        pytania = self.podstaw_rag(wynik_rag(1), wynik_rag(2))
        pierwszy = self.powiedz(STAN, "answered", tool=RAG, original_question=STAN, standalone_question=STAN,
                                history_used=False, valid_input=True, sources=[zrodlo(1)])
        self.oczekuj_zrodel("po 1. turze", [zrodlo(1)], {"turn_id": 1, "result_id": pierwszy["result_id"]})
        drugi = self.powiedz(ZALEZNE_FAILED, "answered", tool=RAG, original_question=ZALEZNE_FAILED,
                             standalone_question=FAILED, history_used=True, sources=[zrodlo(2)],
                             answer=wynik_rag(2)["answer"], conversation_id=self.stan["conversation_id"])
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [STAN, FAILED])
        self.oczekuj("ten sam result_id w obu turach?", drugi["result_id"] == pierwszy["result_id"], False)
        pochodzenie = {"turn_id": 2, "result_id": drugi["result_id"]}
        drugi["sources"].clear()   # zmiana oddanego wyniku nie może sięgnąć do pamięci
        self.oczekuj_zrodel("po 2. turze", [zrodlo(2)], pochodzenie)
        trzeci = self.powiedz(ZRODLA, "answered", tool=POKAZ, sources=[zrodlo(2)], source_origin=pochodzenie)
        trzeci["sources"].clear()
        self.oczekuj_zrodel("po pokazaniu źródeł", [zrodlo(2)], pochodzenie)
        self.oczekuj("liczba wywołań ask_rag w trzech turach", len(pytania), 2)

    def test_metadata_preserves_source_origin(self):
        """Pokazanie metadanych nie zmienia zapamiętanych źródeł ani tury, z której pochodzą."""
        pytania = self.podstaw_rag(wynik_rag(1), wynik_rag(2))
        pochodzenie = {"turn_id": 1, "result_id": self.nowa_rozmowa(STAN)[0]["result_id"]}
        metadane = self.powiedz(METADANE, "answered", tool=OPIS, reason="metadata_returned")
        self.oczekuj_zrodel("po pokazaniu metadanych", [zrodlo(1)], pochodzenie)
        try:
            dokument = json.dumps(json.loads(metadane["answer"]), ensure_ascii=False)
        except (TypeError, ValueError):
            dokument = ""
        if "Tytuł DOC-INSTR" not in dokument:
            self.niezgodne(f"asystent.krok({METADANE!r}), pole „answer”", skrot(metadane["answer"]),
                           "metadane DOC-INSTR jako tekst JSON")
        self.powiedz(ZRODLA, "answered", tool=POKAZ, reason="sources_returned", sources=[zrodlo(1)],
                     source_origin=pochodzenie)
        self.oczekuj("liczba wywołań ask_rag", len(pytania), 1)

    def test_error_clears_previous_sources(self):
        """Błąd RAG albo brak kontekstu usuwa stare źródła, żeby nie udawały źródeł nowej odpowiedzi."""
        for nieudana, status in ((RuntimeError("usługa nie działa"), "error"), (KeyError("text"), "error"),
                                 (wynik_rag(2, "error", reason="awaria"), "error"),
                                 (wynik_rag(2, "insufficient_context"), "insufficient_context")):
            self.podstaw_rag(wynik_rag(1), nieudana)
            self.nowa_rozmowa(STAN)
            self.powiedz(POLECENIA[0], "rejected")   # tura bez narzędzia niczego nie czyści
            self.oczekuj("liczba źródeł w stanie po odrzuconym poleceniu", len(self.stan["last_sources"]), 1)
            self.powiedz(BAZA, status, tool=RAG)
            self.oczekuj_zrodel(f"po turze, w której RAG dał {skrot(nieudana)}", [], None)
            self.powiedz(ZRODLA, "clarification_needed", reason="missing_previous_sources")

    def test_history_bound(self):
        """Historia ma najwyżej history_turns poprawnych wiadomości, a wartość spoza 1–5 jest błędem."""
        self.podstaw_rag(wynik_rag(answer="x" * 3000))
        for limit in (1, 3, 5):
            self.nowa_rozmowa()
            zadane = []
            with self.z_ustawieniem(history_turns=limit):
                for numer in range(1, 8):
                    zadane.append(f"Co opisuje rozdział {numer} instrukcji?")
                    wynik = self.powiedz(zadane[-1], "answered", tool=RAG)
                    self.powiedz("  ", "rejected", valid_input=False)
                    self.oczekuj(f"pytania w historii przy history_turns={limit}",
                                 [w.get("question") for w in self.stan["history"]], zadane[-limit:])
            self.oczekuj_pol("ostatni wpis historii", self.stan["history"][-1], standalone=zadane[-1],
                             answer="x" * 1200, status="answered", tool=RAG, result_id=wynik["result_id"])
        for zla in ZLE_LICZBY_TUR:
            self.oczekuj_zlej_liczby_tur(zla, wynik)

    def test_selector_error_has_no_fallback(self):
        """Gdy model nie wybierze narzędzia, tura kończy się bez narzędzia: reguły go nie zastępują."""
        pytania = self.podstaw_rag(wynik_rag())
        self.nowa_rozmowa(STAN)
        zrodla = copy.deepcopy([self.stan["last_sources"], self.stan["source_origin"]])
        for odpowiedz, status, reason in (
                (None, "error", "selector_parse_error"),
                (RuntimeError("usługa nie działa"), "error", "selector_error"),
                (ValueError("zły JSON"), "error", "selector_error"),
                (KeyError("message"), "error", "selector_error"),
                (TypeError("zły typ"), "error", "selector_error"),
                (bez_narzedzia("clarification_needed"), "clarification_needed", "clarification_needed"),
                (bez_narzedzia("rejected"), "rejected", "rejected"),
                (bez_narzedzia("no_suitable_tool"), "rejected", "no_suitable_tool")):
            wywolania = self.podstaw_model(odpowiedz)
            slad = {} if isinstance(odpowiedz, Exception) else {"selection_trace": SLAD}
            self.powiedz(BAZA, status, "model", reason=reason, valid_input=True, **slad)
            self.oczekuj(f"liczba wywołań wybierz_model, który daje {skrot(odpowiedz)}", len(wywolania), 1)
        wywolania = self.podstaw_model(propozycja())
        self.powiedz(BAZA, "error", "magia", reason="invalid_selector")
        self.oczekuj("liczba wywołań wybierz_model przy selector='magia'", len(wywolania), 0)
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [STAN])
        self.oczekuj_zrodel("po turach bez narzędzia", *zrodla)

    def test_guards_before_model(self):
        """To, co rozstrzyga straż, nigdy nie dociera do modelu ani do narzędzi."""
        za_dluga = "x" * (self.wez("lokalny", "CONFIG")["question_chars"] + 1)
        polecenia = [postac for polecenie in POLECENIA
                     for postac in (polecenie, "Proszę " + polecenie.lower(), polecenie.upper())]
        przypadki = [(polecenie, "rejected", "forbidden_action") for polecenie in polecenia] + [
            ("Pokaż metadane dokumentu", "clarification_needed", "missing_or_ambiguous_document_id"),
            (DWA_DOKUMENTY, "clarification_needed", "missing_or_ambiguous_document_id"),
            ("Pokaż metadane DOC-999", "rejected", "unknown_document"),
            (ZRODLA, "clarification_needed", "missing_previous_sources"),
            (ZALEZNE_STAN, "clarification_needed", "ambiguous_reference"),
            ("  ", "rejected", "empty_or_invalid_message"), (None, "rejected", "empty_or_invalid_message"),
            (za_dluga, "rejected", "message_too_long")]
        pytania, wywolania = self.podstaw_rag(wynik_rag()), self.podstaw_model(propozycja())
        for selector in ("model", "reguly"):
            for wiadomosc, status, reason in przypadki:
                self.nowa_rozmowa()   # bez historii i źródeł
                poprawna, po = reason not in ZLE_WIADOMOSCI, f"po wiadomości {skrot(wiadomosc)}"
                self.powiedz(wiadomosc, status, selector, reason=reason, valid_input=poprawna, sources=[])
                self.oczekuj(f"liczba wpisów historii {po}", len(self.stan["history"]), int(poprawna))
                self.oczekuj(f"wywołania wybierz_model {po}", wywolania, [])
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [])
        for pytanie in ("Jak uruchomić usługę docassist-api?", "Co robi polecenie uruchom w docassist-api?",
                        "Proszę podać, gdzie jest baza danych"):
            self.powiedz(pytanie, "answered", "model", tool=RAG)   # to pytania, a nie polecenia
            self.oczekuj("ostatnie wywołanie wybierz_model", wywolania[-1:], [(pytanie, pytanie)])

    def test_model_cannot_replace_question(self):
        """Model wybiera narzędzie, ale nie zmienia pytania, dokumentu ani listy narzędzi."""
        pytania = self.podstaw_rag(wynik_rag())
        for argumenty in ({"question": BAZA}, {"question": STAN}, {"limit": 5}):
            self.podstaw_model(propozycja(RAG, argumenty))
            self.powiedz(STAN, "rejected", "model", reason="unexpected_selector_arguments")
        for wybor, reason in ((propozycja("delete_document"), "unknown_tool"),
                              (propozycja(OPIS, {"document_id": "DOC-HELP"}), "document_not_explicit")):
            self.podstaw_model(wybor)
            self.powiedz(METADANE, "rejected", "model", reason=reason)
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [])
        wywolania = self.podstaw_model(propozycja())
        self.nowa_rozmowa()
        self.powiedz(STAN, "answered", "model", tool=RAG)
        self.powiedz(ZALEZNE_FAILED, "answered", "model", tool=RAG, standalone_question=FAILED)
        self.oczekuj("argumenty wywołań wybierz_model", wywolania, [(STAN, STAN), (ZALEZNE_FAILED, FAILED)])
        self.oczekuj("pytania, które dotarły do ask_rag", pytania, [STAN, FAILED])


if __name__ == "__main__":
    unittest.main(verbosity=2)
