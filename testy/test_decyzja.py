"""Pokój testów decyzji: postać propozycji, reguły i wybór modelu po prawdziwym HTTP.

Model gra ZlySerwer (odpowiedź z góry ustalona) albo silnik ćwiczebny (odpowiedź z treści wiadomości).
"""
import json
import unittest
from unittest import mock

import wspolne
from zly_serwer import Odpowiedz, ZlySerwer, blad, chat

# isort: split
import decyzja
import lokalny
import narzedzia
import pamiec

RAG, POKAZ, OPIS = "answer_from_documents", "show_last_sources", "get_document_metadata"
KATALOG = {"DOC-INSTR": {}, "DOC-HELP": {}}
STAN = "Jak sprawdzić stan usługi docassist-api?"


def propozycja(**pola):
    return {"decision": "tool_call", "action": RAG, "arguments": {}, "message": None} | pola


def odmowa(decision="rejected", **pola):
    return {"decision": decision, "action": None, "arguments": {}, "message": "Powód."} | pola


class ScislyJson(unittest.TestCase):
    def test_wartosci(self):
        for tekst, wartosc in {"null": None, " [1, 2.5] \n": [1, 2.5], '"ż"': "ż",
                               '{"a": {"b": {}}}': {"a": {"b": {}}},
                               '{"a": 1, "A": 2}': {"a": 1, "A": 2},
                               '[{"a": 1}, {"a": 2}]': [{"a": 1}, {"a": 2}]}.items():
            with self.subTest(tekst):
                self.assertEqual(decyzja.scisly_json(tekst), wartosc)

    def test_odrzucone(self):
        for tekst in ("", " ", "{", '{"a": 1', '{"a": 1} {"a": 1}', '{"a": 1} koniec', "wstęp {}", "{'a': 1}",
                      '{"a": 1, "a": 1}', '{"x": [{"y": {"a": 1, "a": 2}}]}', '{"a": 1, "\\u0061": 2}',
                      "NaN", '{"a": NaN}', "[Infinity]", '{"a": {"b": -Infinity}}', "1e999", "[-1e400]",
                      "```json\n{}\n```", "```\n{}\n```", "{}\n```", '{"a": 1,}', "[" * 100_000, '{"a":' * 50_000,
                      "1" * 5000, "\ufeff{}"):
            with self.subTest(tekst[:40]):
                self.assertRaises(ValueError, decyzja.scisly_json, tekst)


class Propozycja(unittest.TestCase):
    def test_powody(self):
        przypadki = {
            "invalid_proposal_fields": [None, [], "tool_call", {}, propozycja(x=1), {"decision": "tool_call"}],
            "invalid_proposal_types": [propozycja(decision=None), propozycja(decision=["tool_call"]),
                                       propozycja(action=5), propozycja(action=[RAG]), propozycja(arguments=None),
                                       propozycja(arguments=[]), propozycja(message=5), odmowa(message=["x"]),
                                       odmowa(arguments=""), propozycja(decision=True)],
            "unknown_decision": [propozycja(decision=""), propozycja(decision="Tool_call"), odmowa("error"),
                                 odmowa("answered")],
            "invalid_tool_proposal": [propozycja(action=None), propozycja(action=""), propozycja(message=""),
                                      propozycja(message="Tekst.")],
            "invalid_non_tool_proposal": [odmowa(action=RAG), odmowa(action=""), odmowa(arguments={"a": 1}),
                                          odmowa(message=None)],
            "invalid_message_length": [odmowa(message=""), odmowa(message="x" * 1001)],
        }
        for powod, zle in przypadki.items():
            for zla in zle:
                with self.subTest(powod, propozycja=str(zla)[:80]):
                    with self.assertRaises(ValueError) as zgloszony:
                        decyzja.sprawdz_propozycje(zla)
                    self.assertEqual(str(zgloszony.exception), powod)

    def test_poprawne_wracaja_bez_zmiany(self):
        for dobra in (propozycja(), propozycja(action="nieznane", arguments={"a": [1]}),
                      odmowa("clarification_needed"), odmowa("no_suitable_tool", message="x"),
                      odmowa("rejected", message="ż" * 1000)):
            with self.subTest(str(dobra)[:60]):
                self.assertEqual(decyzja.sprawdz_propozycje(dict(dobra)), dobra)


class Reguly(unittest.TestCase):
    def test_wybor(self):
        for pytanie, akcja, argumenty in (
                ("pokaz zrodla!", POKAZ, {}), ("Skąd ta odpowiedź?", POKAZ, {}),
                ("METADANE DOC-INSTR", OPIS, {"document_id": "DOC-INSTR"}),
                ("metadanych: DOC-HELP, DOC-HELP, DOC-999", OPIS, {"document_id": "DOC-HELP"}),
                ("Co jest w DOC-INSTR?", RAG, {}), ("Pokaż źródła zasilania", RAG, {}), (STAN, RAG, {})):
            with self.subTest(pytanie):
                wynik = decyzja.wybierz_reguly(pytanie, KATALOG)
                self.assertEqual(wynik, propozycja(action=akcja, arguments=argumenty))
                self.assertEqual(decyzja.sprawdz_propozycje(wynik), wynik)

    def test_metadane_bez_jednego_identyfikatora(self):
        for pytanie in ("metadane", "metadane DOC-999", "metadane doc-instr", "metadane DOC-INSTR2",
                        "metadane DOC-INSTR i DOC-HELP"):
            with self.subTest(pytanie), self.assertRaises(ValueError) as zgloszony:
                decyzja.wybierz_reguly(pytanie, KATALOG)
            self.assertEqual(str(zgloszony.exception), "missing_or_ambiguous_document_id")


class Model(unittest.TestCase):
    """Odpowiedź modelu jest z góry ustalona."""

    def wybierz(self, reakcja, **stan):
        with ZlySerwer({"/api/chat": reakcja}) as serwer, \
                mock.patch.dict(lokalny.CONFIG, ollama_url=serwer.adres, timeout=5):
            self.serwer = serwer
            return decyzja.wybierz_model("Jaki jest jej stan?", STAN, pamiec.nowy_stan() | stan, KATALOG)

    def test_zadanie(self):
        historia = [{"question": "A jej stan?", "standalone": STAN, "answer": "tajna treść"},
                    {"question": "Baza?", "standalone": "Baza?", "answer": ""}]
        wynik, slad = self.wybierz(chat(json.dumps(propozycja())), history=historia, last_sources=[{"a": 1}])
        self.assertEqual((wynik, slad["parse_error"], set(slad)),
                         (propozycja(), None, {"request", "response", "parse_error"}))
        self.assertEqual([(z["metoda"], z["sciezka"]) for z in self.serwer.zapytania], [("POST", "/api/chat")])
        zadanie = self.serwer.zapytania[0]["json"]
        self.assertEqual(zadanie, slad["request"])
        self.assertEqual(slad["response"]["message"]["content"], json.dumps(propozycja()))
        config = lokalny.CONFIG
        self.assertIs(zadanie["stream"], False)
        self.assertEqual((zadanie["format"], zadanie["model"]), ("json", config["chat_model"]))
        self.assertEqual(zadanie["options"], {n: config[n] for n in ("temperature", "seed", "num_ctx", "num_predict")})
        self.assertEqual([m["role"] for m in zadanie["messages"]], ["system", "user"])
        wiadomosc = json.loads(zadanie["messages"][1]["content"])
        narzedzia = wiadomosc.pop("tools")
        self.assertEqual(wiadomosc, {"current_message": "Jaki jest jej stan?", "standalone_question": STAN,
                                     "recent_questions": [STAN, "Baza?"], "has_last_sources": True,
                                     "known_document_ids": ["DOC-HELP", "DOC-INSTR"]})
        for nazwa in (RAG, POKAZ, OPIS):
            self.assertIn(nazwa, json.dumps(narzedzia))
        self.assertNotIn("tajna treść", json.dumps(zadanie, ensure_ascii=False))

    def test_bez_zrodel_i_historii(self):
        _, slad = self.wybierz(chat(json.dumps(odmowa())))
        wiadomosc = json.loads(slad["request"]["messages"][1]["content"])
        self.assertEqual((wiadomosc["has_last_sources"], wiadomosc["recent_questions"]), (False, []))

    def test_wiadomosc_ze_znakami_specjalnymi_jest_poprawnym_json(self):
        with ZlySerwer({"/api/chat": chat(json.dumps(propozycja()))}) as serwer, \
                mock.patch.dict(lokalny.CONFIG, ollama_url=serwer.adres):
            pytanie = 'cudzysłów " ukośnik \\ wiersz \n klamra } \u202e'
            decyzja.wybierz_model(pytanie, pytanie, pamiec.nowy_stan(), KATALOG)
            tresc = json.loads(serwer.zapytania[0]["json"]["messages"][1]["content"])
        self.assertEqual(tresc["current_message"], pytanie)

    def test_zla_odpowiedz_to_none_i_powod_po_jednym_zadaniu(self):
        dobra = json.dumps(propozycja())
        zle = {"ucięta": chat(dobra, done_reason="length"), "niedokończona": chat(dobra, done=False),
               "bez done": chat(dobra, done=None), "załadowany": chat(dobra, done_reason="load"),
               "done napisem": chat(dobra, done="true"), "pusta": chat(""), "odstępy": chat(" \n "),
               "płotek": chat(f"```json\n{dobra}\n```"), "dopisek": chat(dobra + " Gotowe!"),
               "wstęp": chat("Oto: " + dobra),
               "dwie": chat(dobra + dobra), "powtórzony klucz": chat(dobra[:-1] + ', "action": "show_last_sources"}'),
               "połowa": chat(dobra[:30]), "NaN": chat(json.dumps(propozycja(arguments={"a": float("nan")}))),
               "lista": chat(f"[{dobra}]"), "dodatkowe pole": chat(json.dumps(propozycja(powod="x"))),
               "myśli": chat("<think>hm</think>" + dobra), "message null": chat(dobra, message=5) | {"message": None},
               "treść null": chat(None), "treść liczbą": chat(5), "bez message": chat(dobra, message=None),
               "komunikat przy narzędziu": chat(json.dumps(propozycja(message="x"))), "inny obiekt": {"x": 1}}
        for nazwa, reakcja in zle.items():
            with self.subTest(nazwa):
                wynik, slad = self.wybierz(reakcja)
                self.assertIsNone(wynik)
                self.assertTrue(slad["parse_error"])
                self.assertIsInstance(slad["parse_error"], str)
                self.assertEqual(slad["response"], reakcja)
                self.assertEqual(self.serwer.sciezki(), ["/api/chat"])

    def test_starsza_usluga_bez_done_reason(self):
        self.assertEqual(self.wybierz(chat(json.dumps(odmowa()), done_reason=None))[0], odmowa())

    def test_awaria_uslugi_to_runtime_error_po_jednym_zadaniu(self):
        for reakcja in (blad(500, "awaria"), blad(404, "model not found"), Odpowiedz(200, b"<html>"), [1],
                        Odpowiedz(zamknij=True)):
            with self.subTest(str(reakcja)[:60]):
                self.assertRaises(RuntimeError, self.wybierz, reakcja)
                self.assertEqual(self.serwer.sciezki(), ["/api/chat"])


class SilnikCwiczebny(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        wspolne.na_cwiczebnym(cls.addClassCleanup)

    def test_kazdy_rodzaj_wiadomosci(self):
        for pytanie, ma_byc in (
                (STAN, propozycja()), ("Gdzie znajduje się baza danych?", propozycja()),
                ("Jak ustawić certyfikat TLS?", propozycja()),
                ("Pokaż źródła", propozycja(action=POKAZ)), ("Skąd ta odpowiedź?", propozycja(action=POKAZ)),
                ("Pokaż metadane DOC-HELP", propozycja(action=OPIS, arguments={"document_id": "DOC-HELP"}))):
            with self.subTest(pytanie):
                wynik, slad = decyzja.wybierz_model(pytanie, pytanie, pamiec.nowy_stan(), KATALOG)
                self.assertEqual((wynik, slad["parse_error"]), (ma_byc, None))

    def test_metadane_bez_identyfikatora(self):
        wynik, _ = decyzja.wybierz_model("Pokaż metadane", "Pokaż metadane", pamiec.nowy_stan(), KATALOG)
        self.assertEqual((wynik["decision"], wynik["action"]), ("clarification_needed", None))


class Opis(unittest.TestCase):
    def test_model_dostaje_dokladnie_narzedzia_z_rejestru(self):
        self.assertEqual([opis["name"] for opis in decyzja.TOOLS], list(narzedzia.REGISTRY))


if __name__ == "__main__":
    unittest.main()
