"""Dwadzieścia testów kontraktu: moduł pisany na wzór książki kursowej, z samego kontraktu."""
import unittest
from unittest.mock import patch

from asystent import krok
from decyzja import scisly_json, sprawdz_propozycje
from lokalny import CONFIG
from narzedzia import REGISTRY, katalog_dokumentow, wykonaj
from pamiec import nowy_stan, rozwin_pytanie, sprawdz_wiadomosc

STATUS_QUESTION = "Jak sprawdzić stan usługi docassist-api?"
FAILED_QUESTION = "Co zrobić, jeśli po zmianie konfiguracji usługa docassist-api nie uruchamia się?"
DATABASE_QUESTION = "Gdzie znajduje się baza danych?"
DEPENDENT = "Jak sprawdzić jej stan?"


def fragment(document_id, version="1.0"):
    return {
        "chunk_id": document_id + "#1",
        "text": "Przykładowy fragment dokumentu.",
        "metadata": {
            "document_id": document_id,
            "source": "plik.txt",
            "title": "Przykład",
            "version": version,
            "status": "active",
            "section": "Wstęp",
            "page_number": None,
        },
    }


def odpowiedz_rag(question, records, index):
    source = {
        "label": "S1",
        "chunk_id": records[0]["chunk_id"],
        "text": records[0]["text"],
        "score": 0.9,
        "metadata": records[0]["metadata"],
    }
    return {"status": "answered", "answer": "Treść odpowiedzi [S1].", "sources": [source], "warnings": []}


def wpis(question, status="answered"):
    return {
        "question": question,
        "standalone": question,
        "answer": "Treść odpowiedzi.",
        "status": status,
        "tool": "answer_from_documents",
        "result_id": "a" * 32,
    }


class Pamiec(unittest.TestCase):
    def test_empty_and_long(self):
        self.assertEqual(sprawdz_wiadomosc("  pytanie  "), "pytanie")
        for message in ["", "   ", None, 7]:
            with self.assertRaises(ValueError) as caught:
                sprawdz_wiadomosc(message)
            self.assertEqual(str(caught.exception), "empty_or_invalid_message")
        with self.assertRaises(ValueError) as caught:
            sprawdz_wiadomosc("a" * (CONFIG["question_chars"] + 1))
        self.assertEqual(str(caught.exception), "message_too_long")

    def test_independent_states(self):
        first = nowy_stan()
        second = nowy_stan()
        first["history"].append(wpis(STATUS_QUESTION))
        first["last_sources"].append({"label": "S1"})
        self.assertEqual(second["history"], [])
        self.assertEqual(second["last_sources"], [])
        self.assertEqual(second["next_turn"], 1)
        self.assertNotEqual(first["conversation_id"], second["conversation_id"])

    def test_ambiguous_without_history(self):
        resolved = rozwin_pytanie(DEPENDENT, [])
        self.assertEqual(resolved["original"], DEPENDENT)
        self.assertIsNone(resolved["standalone"])
        self.assertFalse(resolved["history_used"])
        self.assertTrue(resolved["clarification"])

    def test_resolve_and_ambiguity(self):
        history = [wpis(STATUS_QUESTION)]
        resolved = rozwin_pytanie("A jeśli po tej zmianie pojawia się failed?", history)
        self.assertEqual(resolved["standalone"], FAILED_QUESTION)
        self.assertTrue(resolved["history_used"])
        self.assertEqual(rozwin_pytanie(DEPENDENT, history)["standalone"], STATUS_QUESTION)
        history.append(wpis(DATABASE_QUESTION))
        resolved = rozwin_pytanie(DEPENDENT, history)
        self.assertIsNone(resolved["standalone"])
        self.assertTrue(resolved["clarification"])

    def test_failed_turn_does_not_hide_topic_change(self):
        for status in ["error", "rejected"]:
            history = [wpis(STATUS_QUESTION), wpis(DATABASE_QUESTION, status)]
            resolved = rozwin_pytanie(DEPENDENT, history)
            self.assertIsNone(resolved["standalone"])
            self.assertTrue(resolved["history_used"])


class Decyzja(unittest.TestCase):
    def test_invalid_json(self):
        self.assertEqual(scisly_json('{"a": {"b": 1}}'), {"a": {"b": 1}})
        bad_texts = [
            '{"a": 1, "a": 2}',
            '{"a": {"b": 1, "b": 2}}',
            '{"a": NaN}',
            '{"a": Infinity}',
            '```json\n{"a": 1}\n```',
            '{"a": 1} koniec',
            '{"a": ',
        ]
        for text in bad_texts:
            with self.assertRaises(ValueError):
                scisly_json(text)

    def test_exact_fields(self):
        proposal = {"decision": "tool_call", "action": "answer_from_documents", "arguments": {}, "message": None}
        self.assertEqual(sprawdz_propozycje(dict(proposal)), proposal)
        for field in proposal:
            shorter = dict(proposal)
            del shorter[field]
            with self.assertRaises(ValueError):
                sprawdz_propozycje(shorter)
        longer = dict(proposal, confidence=1)
        with self.assertRaises(ValueError):
            sprawdz_propozycje(longer)

    def test_non_tool_schema(self):
        for decision in ["clarification_needed", "rejected", "no_suitable_tool"]:
            proposal = {"decision": decision, "action": None, "arguments": {}, "message": "Podaj szczegóły."}
            self.assertEqual(sprawdz_propozycje(dict(proposal)), proposal)
            changes = [
                {"action": "show_last_sources"},
                {"arguments": {"question": "x"}},
                {"message": None},
                {"message": ""},
                {"message": "a" * 1001},
            ]
            for change in changes:
                with self.assertRaises(ValueError):
                    sprawdz_propozycje(dict(proposal, **change))


class Narzedzia(unittest.TestCase):
    def setUp(self):
        self.records = [fragment("DOC-INSTR"), fragment("DOC-HELP")]
        self.context = {
            "state": nowy_stan(),
            "records": self.records,
            "index": {},
            "catalog": katalog_dokumentow(self.records),
            "original": STATUS_QUESTION,
            "standalone": STATUS_QUESTION,
        }

    def test_allowlist_and_attempt_limit(self):
        self.assertEqual(set(REGISTRY), {"answer_from_documents", "show_last_sources", "get_document_metadata"})
        outcome = wykonaj({"action": "delete_file", "arguments": {}}, self.context)
        self.assertEqual(outcome["status"], "rejected")
        self.assertEqual(outcome["reason"], "unknown_tool")
        self.assertFalse(outcome["executed"])
        call = {"action": "answer_from_documents", "arguments": {"question": STATUS_QUESTION}}
        with patch("narzedzia.ask_rag", side_effect=odpowiedz_rag) as rag:
            outcome = wykonaj(call, self.context)
        self.assertEqual(outcome["status"], "rejected")
        self.assertEqual(outcome["reason"], "attempt_limit")
        rag.assert_not_called()

    def test_extra_argument(self):
        call = {"action": "answer_from_documents", "arguments": {"question": STATUS_QUESTION, "limit": 5}}
        with patch("narzedzia.ask_rag", side_effect=odpowiedz_rag) as rag:
            outcome = wykonaj(call, self.context)
        self.assertEqual(outcome["status"], "rejected")
        self.assertEqual(outcome["reason"], "invalid_argument_fields")
        self.assertFalse(outcome["executed"])
        rag.assert_not_called()

    def test_metadata_id_must_be_explicit(self):
        self.context["original"] = "Pokaż metadane DOC-INSTR"
        call = {"action": "get_document_metadata", "arguments": {"document_id": "DOC-HELP"}}
        outcome = wykonaj(call, self.context)
        self.assertEqual(outcome["status"], "rejected")
        self.assertEqual(outcome["reason"], "document_not_explicit")
        self.assertFalse(outcome["executed"])
        self.context["state"]["tool_attempted"] = False
        call["arguments"]["document_id"] = "DOC-INSTR"
        self.assertEqual(wykonaj(call, self.context)["status"], "completed")

    def test_question_cannot_change(self):
        call = {"action": "answer_from_documents", "arguments": {"question": DATABASE_QUESTION}}
        with patch("narzedzia.ask_rag", side_effect=odpowiedz_rag) as rag:
            outcome = wykonaj(call, self.context)
        self.assertEqual(outcome["status"], "rejected")
        self.assertEqual(outcome["reason"], "question_mismatch")
        self.assertFalse(outcome["executed"])
        rag.assert_not_called()

    def test_catalog_conflict(self):
        catalog = katalog_dokumentow([fragment("DOC-INSTR"), fragment("DOC-INSTR")])
        self.assertEqual(list(catalog), ["DOC-INSTR"])
        with self.assertRaises(ValueError):
            katalog_dokumentow([fragment("DOC-INSTR", "1.0"), fragment("DOC-INSTR", "2.0")])


class Przeplyw(unittest.TestCase):
    def setUp(self):
        self.records = [fragment("DOC-INSTR"), fragment("DOC-HELP")]
        self.catalog = katalog_dokumentow(self.records)
        self.state = nowy_stan()
        patcher = patch("narzedzia.ask_rag", side_effect=odpowiedz_rag)
        self.rag = patcher.start()
        self.addCleanup(patcher.stop)

    def tura(self, message, selector="reguly"):
        return krok(message, self.state, self.records, {}, self.catalog, selector)

    def test_followup_runs_fresh_rag(self):
        first = self.tura(STATUS_QUESTION)
        second = self.tura("A jeśli po tej zmianie pojawia się failed?")
        self.assertEqual(first["status"], "answered")
        self.assertEqual(second["status"], "answered")
        self.assertEqual(self.rag.call_count, 2)
        self.assertEqual(second["standalone_question"], FAILED_QUESTION)
        self.assertEqual(second["tool"]["arguments"], {"question": FAILED_QUESTION})
        self.assertTrue(second["history_used"])
        self.assertEqual(self.state["source_origin"]["turn_id"], 2)

    def test_metadata_preserves_source_origin(self):
        first = self.tura(STATUS_QUESTION)
        metadata = self.tura("Pokaż metadane DOC-INSTR")
        self.assertEqual(metadata["reason"], "metadata_returned")
        shown = self.tura("Pokaż źródła")
        self.assertEqual(shown["status"], "answered")
        self.assertEqual(shown["source_origin"], {"turn_id": 1, "result_id": first["result_id"]})
        self.assertEqual(shown["sources"], first["sources"])
        self.assertEqual(self.rag.call_count, 1)

    def test_error_clears_previous_sources(self):
        self.tura(STATUS_QUESTION)
        self.assertEqual(len(self.state["last_sources"]), 1)
        self.rag.side_effect = RuntimeError("usługa nie działa")
        result = self.tura(DATABASE_QUESTION)
        self.assertEqual(result["status"], "error")
        self.assertEqual(self.state["last_sources"], [])
        self.assertIsNone(self.state["source_origin"])

    def test_history_bound(self):
        limit = CONFIG["history_turns"]
        for number in range(limit + 2):
            self.tura("Pytanie numer " + str(number))
        self.assertEqual(len(self.state["history"]), limit)
        self.assertEqual(self.state["history"][0]["question"], "Pytanie numer 2")
        self.tura("   ")
        self.assertEqual(len(self.state["history"]), limit)
        self.assertEqual(self.state["next_turn"], limit + 4)

    def test_selector_error_has_no_fallback(self):
        with patch("asystent.wybierz_model", side_effect=RuntimeError("usługa nie działa")):
            result = self.tura(STATUS_QUESTION, "model")
        self.assertEqual(result["status"], "error")
        self.assertEqual(result["reason"], "selector_error")
        trace = {"request": {}, "response": {}, "parse_error": "zły JSON"}
        with patch("asystent.wybierz_model", return_value=(None, trace)):
            result = self.tura(STATUS_QUESTION, "model")
        self.assertEqual(result["status"], "error")
        self.assertEqual(result["reason"], "selector_parse_error")
        self.rag.assert_not_called()

    def test_guards_before_model(self):
        expected = {
            "Zrestartuj usługę docassist-api": "forbidden_action",
            "Pokaż metadane DOC-999": "unknown_document",
            "Pokaż metadane dokumentu": "missing_or_ambiguous_document_id",
            "Pokaż źródła": "missing_previous_sources",
            "Jak sprawdzić jego ustawienia?": "ambiguous_reference",
        }
        with patch("asystent.wybierz_model") as model:
            for message, reason in expected.items():
                self.state = nowy_stan()
                self.assertEqual(self.tura(message, "model")["reason"], reason)
        model.assert_not_called()
        self.rag.assert_not_called()

    def test_model_cannot_replace_question(self):
        proposal = {
            "decision": "tool_call",
            "action": "answer_from_documents",
            "arguments": {"question": DATABASE_QUESTION},
            "message": None,
        }
        trace = {"request": {}, "response": {}, "parse_error": None}
        with patch("asystent.wybierz_model", return_value=(proposal, trace)):
            result = self.tura(STATUS_QUESTION, "model")
        self.assertEqual(result["status"], "rejected")
        self.assertEqual(result["reason"], "unexpected_selector_arguments")
        self.rag.assert_not_called()


if __name__ == "__main__":
    unittest.main()
