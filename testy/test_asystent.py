"""Pokój testów tury: niezmienniki krok pod strumieniem złych wiadomości, kolejność straży i każdy powód.

Dokumenty gra narzedzia.ask_rag, model – asystent.wybierz_model; oba zastąpione na czas testu.
Odpowiedź RAG to tu słownik status, answer, sources, warnings, reason albo coś, co tylko ją udaje.
"""
import contextlib
import copy
import io
import json
import random
import unicodedata
import unittest
from unittest import mock

import wspolne  # noqa: F401 – dopisuje folder programu do ścieżek

# isort: split
import asystent
import konsola
import lokalny
import narzedzia
import pamiec
from wymiana import BladUslugi

RAG, POKAZ, OPIS = "answer_from_documents", "show_last_sources", "get_document_metadata"
STAN, FAILED = "Jak sprawdzić stan usługi docassist-api?", "A jeśli po tej zmianie pojawia się failed?"
POLA = {"schema", "result_id", "conversation_id", "turn_id", "timestamp", "selector", "original_question",
        "standalone_question", "history_used", "valid_input", "status", "reason", "answer", "sources", "source_origin",
        "decision", "selection_trace", "tool", "rag", "warnings"}
STATUSY = {"answered", "insufficient_context", "clarification_needed", "rejected", "error"}
KATALOG = {nazwa: {"document_id": nazwa, "source": "a.txt", "title": "A", "version": "1", "status": "active"}
           for nazwa in ("DOC-INSTR", "DOC-HELP")}


def zrodlo(numer=1):
    return {"label": f"S{numer}", "chunk_id": f"DOC-INSTR#{numer}", "text": "Treść.", "score": 0.5,
            "metadata": {**KATALOG["DOC-INSTR"], "section": "1", "page_number": None}}


def odpowiedz(**pola):
    return {"status": "answered", "answer": "Odpowiedź [S1].", "sources": [zrodlo()], "warnings": [],
            "reason": None} | pola


def propozycja(action=RAG, arguments=None, **pola):
    return {"decision": "tool_call", "action": action, "arguments": arguments or {}, "message": None} | pola


def bez_narzedzia(decision, message="Powód modelu."):
    return {"decision": decision, "action": None, "arguments": {}, "message": message}


# Odpowiedzi RAG, których umowa nie przewiduje: krok ma je przeżyć, a wynik zachować typy swoich pól.
DZIWNE_RAG = {
    "None": None, "lista": [], "napis": "answered", "pusty": {}, "NaN": odpowiedz(score=float("nan")),
    "zbiór": odpowiedz(x={1}), "ogromna": odpowiedz(answer="x" * 120_001), "status None": odpowiedz(status=None),
    "status lista": odpowiedz(status=["answered"]), "status obcy": odpowiedz(status="completed"),
    "answer None": odpowiedz(answer=None), "answer liczba": odpowiedz(answer=5),
    "answer lista": odpowiedz(answer=["a"]),
    "bez answer": {"status": "answered"}, "warnings None": odpowiedz(warnings=None),
    "warnings napis": odpowiedz(warnings="uwaga"), "warnings liczby": odpowiedz(warnings=[1, None]),
    "sources None": odpowiedz(sources=None), "sources napis": odpowiedz(sources="S1"),
    "sources liczby": odpowiedz(sources=[1]), "sources bez pól": odpowiedz(sources=[{"label": "S1"}]),
    "score nie do zapisania": odpowiedz(sources=[zrodlo() | {"score": 10**400}]),
    "score napis": odpowiedz(sources=[zrodlo() | {"score": "0,5"}]), "reason słownik": odpowiedz(reason={"a": 1}),
    "reason z klamrami i bez answer": odpowiedz(reason="{brak} {0}", answer=None),
    "kandydaci inni": odpowiedz(candidates=[["DOC-INSTR#1", 0.5]]), "kandydaci napis": odpowiedz(candidates="brak"),
}


class Tura(unittest.TestCase):
    def setUp(self):
        self.stan = pamiec.nowy_stan()

    def krok(self, wiadomosc=STAN, rag=None, model=None, selector=None, katalog=KATALOG):
        """Zwraca wynik krok; rag i model to wartość oddawana albo zgłaszany wyjątek. Podany model: selector "model"."""
        rag = odpowiedz() if rag is None else rag
        selector = selector or ("reguly" if model is None else "model")
        with mock.patch.object(narzedzia, "ask_rag", **_zachowanie(rag)) as self.ask_rag, \
                mock.patch.object(asystent, "wybierz_model", **_zachowanie(model)) as self.wybierz_model, \
                mock.patch.object(asystent, "wykonaj", wraps=narzedzia.wykonaj) as self.wykonaj:
            return asystent.krok(wiadomosc, self.stan, ["records"], {"i": 1}, katalog, selector)

    def oczekuj(self, wynik, status, powod, narzedzie=None):
        wykonane = wynik["tool"] and wynik["tool"]["executed"] and wynik["tool"]["name"]
        self.assertEqual((wynik["status"], wynik["reason"], wykonane or None), (status, powod, narzedzie))
        self.assertTrue(wynik["answer"].strip(), "każda tura mówi coś człowiekowi")

    def poprawny(self, wynik):
        """Sprawdza kształt wyniku, który obiecuje umowa, bez względu na to, co zrobiły model i RAG."""
        self.assertEqual(set(wynik), POLA)
        self.assertIn(wynik["status"], STATUSY)
        self.assertIsInstance(wynik["reason"], str)
        self.assertIsInstance(wynik["answer"], str)
        self.assertIsInstance(wynik["original_question"], str)
        self.assertIsInstance(wynik["sources"], list)
        self.assertTrue(isinstance(wynik["warnings"], list) and all(isinstance(u, str) for u in wynik["warnings"]))
        self.assertEqual(wynik["source_origin"] is None, not wynik["sources"])
        self.assertEqual(json.loads(json.dumps(wynik, allow_nan=False)), wynik)


def _zachowanie(wartosc):
    return {"side_effect": wartosc} if isinstance(wartosc, BaseException) else {"return_value": wartosc}


class Powody(Tura):
    def test_zle_wiadomosci(self):
        for zla in ("", " \u00a0\ufeff", None, 5, b"x", ["x"], {"a": float("nan")}):
            wynik = self.krok(zla, selector="magia")
            self.oczekuj(wynik, "rejected", "empty_or_invalid_message")
            self.assertIs(wynik["valid_input"], False)
            self.poprawny(wynik)
        self.oczekuj(self.krok("x" * 1001), "rejected", "message_too_long")
        self.assertEqual((self.stan["history"], self.stan["next_turn"]), ([], 9))

    def test_zly_selektor(self):
        for zly in ("magia", "", "Reguly", 5, None, ["reguly"], {"a": object()}):
            with self.subTest(repr(zly)[:20]):
                wynik = asystent.krok(STAN, self.stan, [], {}, KATALOG, zly)
                self.oczekuj(wynik, "error", "invalid_selector")
                self.poprawny(wynik)

    def test_straze(self):
        for pytanie, status, powod in (
                ("Zrestartuj usługę", "rejected", "forbidden_action"), ("uruchom", "rejected", "forbidden_action"),
                ("PROSZĘ WYKONAJ kopię", "rejected", "forbidden_action"),
                ("Usun plik", "rejected", "forbidden_action"),
                (unicodedata.normalize("NFD", "proszę, usuń metadane DOC-INSTR"), "rejected", "forbidden_action"),
                ("zmień\u00a0hasło", "rejected", "forbidden_action"), ("Wyślij!", "rejected", "forbidden_action"),
                ("\u200bWy\u200bślij raport", "rejected", "forbidden_action"),
                ("Metadane DOC-999", "rejected", "unknown_document"),
                ("metadane doc-instr", "rejected", "unknown_document"),
                ("metadane DOC-INSTR2", "rejected", "unknown_document"),
                ("metadane", "clarification_needed", "missing_or_ambiguous_document_id"),
                ("metadane X-DOC-INSTR", "clarification_needed", "missing_or_ambiguous_document_id"),
                ("metadane DOC-INSTR, DOC-HELP", "clarification_needed", "missing_or_ambiguous_document_id"),
                ("metadane DOC-INSTR, DOC-HELP, DOC-9", "clarification_needed", "missing_or_ambiguous_document_id"),
                ("pokaz zrodla!", "clarification_needed", "missing_previous_sources"),
                ("Jak sprawdzić jej stan?", "clarification_needed", "ambiguous_reference")):
            with self.subTest(pytanie):
                self.stan = pamiec.nowy_stan()
                wynik = self.krok(pytanie, model=propozycja())
                self.oczekuj(wynik, status, powod)
                self.poprawny(wynik)
                self.assertTrue(wynik["valid_input"])
                self.wybierz_model.assert_not_called()
                self.wykonaj.assert_not_called()
                self.assertEqual(len(self.stan["history"]), 1)

    def test_podobne_wiadomosci_przechodza_przez_straze(self):
        for pytanie in ("Uruchomienie usługi – jak?", "Jak uruchomić usługę?", "Czy mogę usunąć plik?", "Prosto zmień",
                        "zmieniono plik", "Nie wykonuj kopii", "proszę o opis: usuń plik"):
            with self.subTest(pytanie):
                self.oczekuj(self.krok(pytanie), "answered", "rag_completed", RAG)
        self.oczekuj(self.krok("metadane DOC-INSTR, nie DOC-999"), "answered", "metadata_returned", OPIS)

    def test_komunikat_podaje_dokumenty(self):
        self.assertIn("DOC-HELP, DOC-INSTR", self.krok("metadane")["answer"])
        self.oczekuj(self.krok("metadane DOC-1", katalog={}), "rejected", "unknown_document")

    def test_selektor(self):
        for model, status, powod in (
                ((None, {"parse_error": "x"}), "error", "selector_parse_error"),
                (RuntimeError("usługa nie działa"), "error", "selector_error"),
                (KeyError("x"), "error", "selector_error"),
                (5, "error", "selector_error"), (None, "error", "selector_error"), ((), "error", "selector_error"),
                ((propozycja(), None, None), "error", "selector_error"), (({}, None), "error", "selector_error"),
                (("tool_call", None), "error", "selector_error"),
                ((propozycja(message="x"), {}), "error", "selector_error"),
                ((bez_narzedzia("clarification_needed"), {}), "clarification_needed", "clarification_needed"),
                ((bez_narzedzia("rejected"), {}), "rejected", "rejected"),
                ((bez_narzedzia("no_suitable_tool", "{klamry}"), {}), "rejected", "no_suitable_tool"),
                ((propozycja(arguments={"question": STAN}), {}), "rejected", "unexpected_selector_arguments")):
            with self.subTest(str(model)[:60]):
                with mock.patch.object(asystent, "wybierz_model", **_zachowanie(model)), \
                        mock.patch.object(asystent, "wykonaj") as wykonaj, \
                        mock.patch.object(asystent, "wybierz_reguly") as reguly:
                    wynik = asystent.krok(STAN, self.stan, [], {}, KATALOG, "model")
                self.oczekuj(wynik, status, powod)
                self.poprawny(wynik)
                wykonaj.assert_not_called()
                reguly.assert_not_called()

    def test_slad_i_komunikat_modelu_zostaja_w_wyniku(self):
        slad = {"request": {"a": 1}, "response": {}, "parse_error": None}
        wynik = self.krok(model=(bez_narzedzia("rejected"), slad))
        self.assertEqual((wynik["answer"], wynik["selection_trace"], wynik["decision"]),
                         ("Powód modelu.", slad, bez_narzedzia("rejected")))
        slad = {"request": {}, "response": {}, "parse_error": "ucięte"}
        wynik = self.krok(model=(None, slad))
        self.assertEqual((wynik["selection_trace"], wynik["decision"]), (slad, None))

    def test_odmowa_narzedzia(self):
        for model, powod, nazwa in (
                (propozycja("usun_plik"), "unknown_tool", None),
                (propozycja(POKAZ), "missing_previous_sources", POKAZ),
                (propozycja(POKAZ, {"x": 1}), "invalid_argument_fields", POKAZ),
                (propozycja(OPIS), "invalid_argument_fields", OPIS),
                (propozycja(OPIS, {"document_id": "DOC-9"}), "unknown_document", OPIS),
                (propozycja(OPIS, {"document_id": "DOC-HELP"}), "document_not_explicit", OPIS)):
            with self.subTest(powod):
                wynik = self.krok(model=(model, {}))
                self.oczekuj(wynik, "rejected", powod)
                self.assertNotIn(powod, wynik["answer"], "kod powodu jest w polu reason, człowiek czyta zdanie")
                self.assertRegex(wynik["answer"], r"^[A-ZŹŻŚĆ].*\.$")
                self.assertEqual(wynik["tool"]["name"], nazwa)
                self.assertEqual(self.wykonaj.call_count, 1)
                self.ask_rag.assert_not_called()

    def test_awaria_narzedzia(self):
        for rag, powod in ((RuntimeError("nie działa"), "nie działa"),
                           ([], "invalid_or_large_tool_output"),
                           (KeyError("{a}"), "KeyError: '{a}'")):
            wynik = self.krok(rag=rag)
            self.oczekuj(wynik, "error", powod, RAG)
            self.assertIsNone(wynik["rag"])
            self.assertNotRegex(wynik["answer"], "invalid_or_large|RuntimeError|BladUslugi")

    def test_awaria_uslugi_jest_pokazana_bez_nazwy_klasy(self):
        awaria = BladUslugi("Usługa nie odpowiedziała. Uruchom ją.")
        self.assertIn(str(awaria), self.krok(rag=awaria)["answer"])
        wynik = self.krok(model=awaria)
        self.assertEqual((wynik["reason"], wynik["warnings"]), ("selector_error", [str(awaria)]))

    def test_odpowiedzi_rag(self):
        for pola, status, powod in (({}, "answered", "rag_completed"), ({"reason": "wlasny"}, "answered", "wlasny"),
                                    ({"status": "error", "reason": "answer_truncated"}, "error", "answer_truncated"),
                                    ({"status": "insufficient_context", "reason": "x"}, "insufficient_context", "x")):
            with self.subTest(pola):
                rag = odpowiedz(warnings=["uwaga"], **pola)
                wynik = self.krok(rag=copy.deepcopy(rag))
                self.oczekuj(wynik, status, powod, RAG)
                self.assertEqual((wynik["rag"], wynik["warnings"]), (rag, ["uwaga"]))
                self.assertEqual(wynik["sources"], rag["sources"] if status == "answered" else [])
                self.ask_rag.assert_called_once_with(STAN, ["records"], {"i": 1})

    def test_status_rag_spoza_trzech(self):
        for status in ("rejected", "completed", "clarification_needed", "ANSWERED", "", None, 1, ["answered"]):
            with self.subTest(status=status):
                self.krok()
                self.assertTrue(self.stan["last_sources"])
                wynik = self.krok(rag=odpowiedz(status=status))
                self.assertEqual((wynik["status"], wynik["sources"], wynik["source_origin"]), ("rejected", [], None))
                self.assertEqual((self.stan["last_sources"], self.stan["source_origin"]), ([], None))

    def test_rag_bez_pola_reason(self):
        """Umowa pozwala na odpowiedź RAG bez reason; powód podaje wtedy tura."""
        rag = odpowiedz()
        del rag["reason"]
        self.oczekuj(self.krok(rag=rag), "answered", "rag_completed", RAG)

    def test_tura_bez_narzedzia_ma_puste_tool(self):
        for pytanie in ("", "Usuń DOC-INSTR", "metadane", "Jak sprawdzić jej stan?"):
            self.assertEqual(self.krok(pytanie)["tool"], {}, pytanie)
        self.assertEqual(self.krok(model=(None, {}), selector="model")["tool"], {})

    def test_metadane_i_zrodla_jako_odpowiedz(self):
        pierwsza = self.krok()
        opis = self.krok("metadane DOC-INSTR")
        self.oczekuj(opis, "answered", "metadata_returned", OPIS)
        self.assertEqual(json.loads(opis["answer"]), KATALOG["DOC-INSTR"])
        self.assertEqual((opis["sources"], opis["source_origin"]), ([], None))
        pokaz = self.krok("Pokaż źródła")
        self.oczekuj(pokaz, "answered", "sources_returned", POKAZ)
        self.assertEqual(pokaz["answer"], konsola.format_sources([zrodlo()]))
        for pole in ("sources", "source_origin"):
            self.assertEqual(pokaz[pole], pierwsza[pole])
        self.assertEqual(pokaz["source_origin"], {"turn_id": 1, "result_id": pierwsza["result_id"]})
        self.assertEqual(self.krok("Skąd ta odpowiedź?")["source_origin"]["turn_id"], 1)

    def test_dopytanie_idzie_do_rag_w_pelnej_postaci(self):
        self.krok()
        wynik = self.krok(FAILED, model=(propozycja(), {}))
        pelne = pamiec.PYTANIE_O_FAILED
        self.assertEqual((wynik["original_question"], wynik["standalone_question"], wynik["history_used"]),
                         (FAILED, pelne, True))
        self.assertEqual(self.wybierz_model.call_args.args[:2], (FAILED, pelne))
        self.assertEqual(self.ask_rag.call_args.args[0], pelne)
        self.assertEqual(wynik["tool"]["arguments"], {"question": pelne})

    def test_proba_z_poprzedniej_tury_nie_blokuje_nastepnej(self):
        self.stan["tool_attempted"] = True
        self.oczekuj(self.krok(), "answered", "rag_completed", RAG)

    def test_przerwana_tura_nie_zostawia_sladu(self):
        self.krok()
        przed = copy.deepcopy(self.stan)
        self.assertRaises(KeyboardInterrupt, self.krok, STAN, KeyboardInterrupt())
        self.assertRaises(KeyboardInterrupt, self.krok, STAN, model=KeyboardInterrupt())
        self.assertEqual(self.stan | {"tool_attempted": True}, przed | {"tool_attempted": True})
        self.assertEqual(self.krok()["turn_id"], 2)


class DziwnyRag(Tura):
    def test_krok_przezywa_kazda_odpowiedz(self):
        for nazwa, rag in DZIWNE_RAG.items():
            with self.subTest(nazwa):
                self.stan = pamiec.nowy_stan()
                wynik = self.krok(rag=[None] if rag is None else copy.deepcopy(rag))
                self.poprawny(wynik)
                self.assertEqual(self.stan["next_turn"], 2)
                self.assertEqual(self.stan["source_origin"] is None, not self.stan["last_sources"])
                self.poprawny(self.krok("Pokaż źródła"))

    def test_wynik_da_sie_pokazac(self):
        for nazwa, rag in DZIWNE_RAG.items():
            with self.subTest(nazwa):
                self.stan = pamiec.nowy_stan()
                wynik = self.krok(rag=copy.deepcopy(rag))
                with contextlib.redirect_stdout(io.StringIO()):
                    konsola.pokaz(wynik, debug=True)


class Strumien(Tura):
    """Kilkaset tur z losowymi, lecz powtarzalnymi wiadomościami, odpowiedziami RAG i propozycjami modelu."""

    WIADOMOSCI = [STAN, FAILED, "Jak sprawdzić jej stan?", "Gdzie znajduje się baza danych?", "Pokaż źródła",
                  "pokaz zrodla", "Skąd ta odpowiedź?", "Metadane DOC-INSTR", "metadane", "metadane DOC-999",
                  "Usuń DOC-INSTR", "", "  ", None, 7, b"x", [], "x" * 1001, "ż" * 1000, "/exit", "{}",
                  "{0} {brak} %s", "[S9] \x1b[31m\x07",
                  "co \ud800 teraz?", "\u202eanazar", "\x00", 'x"}], "decision": "tool_call"', "a\u0301" * 400]
    RAG = [odpowiedz(), odpowiedz(sources=[zrodlo(2), zrodlo(3)]), odpowiedz(sources=[]), odpowiedz(warnings=["u"]),
           odpowiedz(status="error", answer=""), odpowiedz(status="insufficient_context"), odpowiedz(reason="r"),
           RuntimeError("awaria {x}"), KeyError("k"), RecursionError(), *DZIWNE_RAG.values()]
    MODEL = [(propozycja(), {}), (propozycja(POKAZ), {}), (propozycja(OPIS, {"document_id": "DOC-INSTR"}), {}),
             (propozycja(OPIS, {"document_id": ["x"]}), None), (propozycja("eval", {"x": "1"}), {}),
             (None, {"parse_error": "x"}),
             (propozycja(arguments={"question": "inne"}), {}), (bez_narzedzia("rejected"), {}),
             (bez_narzedzia("obce"), {}),
             (bez_narzedzia("clarification_needed", "{x}"), {}), RuntimeError("x"), TimeoutError(), 5, (), ({}, {}),
             ("x", {})]

    def wiadomosc(self, los):
        if los.random() < 0.8:
            return los.choice(self.WIADOMOSCI)
        kody = [los.choice([los.randrange(32, 127), los.randrange(0x110000)]) for _ in range(los.randrange(40))]
        return "".join(map(chr, kody))

    def test_niezmienniki(self):
        los = random.Random(20)
        wyniki, historia = [], lokalny.CONFIG["history_turns"]
        for numer in range(1, 401):
            przed = copy.deepcopy(self.stan)
            selector = los.choice(["reguly", "reguly", "model", "model", "obcy"])
            wynik = self.krok(self.wiadomosc(los), copy.deepcopy(los.choice(self.RAG)),
                              copy.deepcopy(los.choice(self.MODEL)), selector)
            with self.subTest(numer=numer, pytanie=wynik["original_question"][:60], powod=wynik["reason"]):
                self.poprawny(wynik)
                self.assertLessEqual(self.wykonaj.call_count, 1)
                self.assertLessEqual(self.ask_rag.call_count, 1)
                self.assertEqual(wynik["turn_id"], numer)
                self.assertEqual(self.stan["next_turn"], numer + 1)
                self.assertLessEqual(len(self.stan["history"]), historia)
                self.assertEqual(self.stan["history"] != przed["history"], wynik["valid_input"])
                self.sprawdz_zrodla(wynik, przed)
            wyniki.append((wynik, copy.deepcopy(wynik)))
        for wynik, kopia in wyniki:
            self.assertEqual(wynik, kopia, "późniejsza tura zmieniła wcześniejszy wynik")
        self.assertEqual(len({wynik["result_id"] for wynik, _ in wyniki}), 400)
        self.assertGreater(len({wynik["reason"] for wynik, _ in wyniki}), 20)

    def sprawdz_zrodla(self, wynik, przed):
        """Źródła w stanie: z tej tury, żadne albo te, które były."""
        z_dokumentow = self.ask_rag.called
        if z_dokumentow and wynik["status"] == "answered" and wynik["sources"]:
            ma_byc = (wynik["rag"]["sources"], {"turn_id": wynik["turn_id"], "result_id": wynik["result_id"]})
            self.assertEqual((wynik["sources"], wynik["source_origin"]), ma_byc)
        elif z_dokumentow:
            ma_byc = ([], None)
        else:
            ma_byc = (przed["last_sources"], przed["source_origin"])
        self.assertEqual((self.stan["last_sources"], self.stan["source_origin"]), ma_byc)
        if wynik["reason"] == "sources_returned":
            self.assertEqual((wynik["sources"], wynik["source_origin"]), ma_byc)


if __name__ == "__main__":
    unittest.main()
