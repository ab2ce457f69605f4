"""Pokój testów narzędzi: kolejność powodów odmowy, granice wyniku narzędzia i kopie zamiast wspólnych danych."""
import copy
import json
import unittest
from unittest import mock

import wspolne  # noqa: F401 – dopisuje folder programu do ścieżek

# isort: split
import narzedzia
import pamiec

RAG, POKAZ, OPIS = "answer_from_documents", "show_last_sources", "get_document_metadata"
PYTANIE = "Co wiadomo o metadanych DOC-A?"
DOBRE = {RAG: {"question": PYTANIE}, POKAZ: {}, OPIS: {"document_id": "DOC-A"}}


def rekord(numer=1, **metadane):
    return {"chunk_id": f"DOC-A#{numer}", "text": "Treść.",
            "metadata": {"document_id": "DOC-A", "source": "a.txt", "title": "A", "version": "1",
                         "status": "active", "section": str(numer), "page_number": numer} | metadane}


def kontekst(pytanie=PYTANIE, zrodla=True):
    stan = pamiec.nowy_stan()
    if zrodla:
        stan |= {"last_sources": [{"label": "S1", "metadata": {"page_number": 1}}],
                 "source_origin": {"turn_id": 1, "result_id": "r"}}
    records = [rekord(), rekord(2, document_id="DOC-B")]
    return {"state": stan, "records": records, "index": {"i": 1}, "original": pytanie, "standalone": pytanie,
            "catalog": narzedzia.katalog_dokumentow(records)}


class Katalog(unittest.TestCase):
    def test_piec_pol_i_kolejnosc_fragmentow(self):
        katalog = narzedzia.katalog_dokumentow([rekord(1), rekord(2), rekord(3, document_id="DOC-B")])
        self.assertEqual(list(katalog), ["DOC-A", "DOC-B"])
        self.assertEqual(katalog["DOC-A"], {"document_id": "DOC-A", "source": "a.txt", "title": "A",
                                            "version": "1", "status": "active"})
        self.assertEqual(narzedzia.katalog_dokumentow([]), {})

    def test_kazda_sprzecznosc_jest_nazwana(self):
        for pole in ("source", "title", "version", "status"):
            with self.subTest(pole), self.assertRaisesRegex(ValueError, f"DOC-A.*{pole}"):
                narzedzia.katalog_dokumentow([rekord(1), rekord(2, **{pole: "inne"})])


class Argumenty(unittest.TestCase):
    def odmowa(self, powod, nazwa, argumenty, context=None):
        with self.subTest(nazwa=nazwa, argumenty=argumenty):
            with self.assertRaises(ValueError) as zgloszony:
                narzedzia.sprawdz_argumenty(nazwa, argumenty, context or kontekst())
            self.assertEqual(str(zgloszony.exception), powod)

    def test_kolejnosc_powodow(self):
        puste = kontekst(zrodla=False)
        for nazwa, dobre in DOBRE.items():
            for zle in (None, [], "x", [("question", PYTANIE)]):
                self.odmowa("arguments_not_object", nazwa, zle, puste)
            self.odmowa("invalid_argument_fields", nazwa, dobre | {"x": 1}, puste)
            self.odmowa("invalid_argument_fields", nazwa, {1: 2}, puste)
        self.odmowa("invalid_argument_fields", RAG, {})
        self.odmowa("invalid_argument_fields", OPIS, {"Document_id": "DOC-A"})
        for nieznany in ("DOC-999", "", "doc-a", None, 5, ["DOC-A"], {"DOC-A": 1}):
            self.odmowa("unknown_document", OPIS, {"document_id": nieznany})
        self.odmowa("document_not_explicit", OPIS, {"document_id": "DOC-B"})
        self.odmowa("document_not_explicit", OPIS, {"document_id": "DOC-A"}, kontekst("Opisz DOC-A2 i X-DOC-A"))
        self.odmowa("missing_previous_sources", POKAZ, {}, puste)

    def test_pytanie_musi_byc_tym_samym_napisem(self):
        for inne in (PYTANIE + " ", PYTANIE.lower(), "", None, [PYTANIE], 0):
            self.odmowa("question_mismatch", RAG, {"question": inne})

    def test_identyfikatora_szuka_w_wiadomosci_a_nie_w_pelnym_pytaniu(self):
        self.odmowa("document_not_explicit", OPIS, DOBRE[OPIS], kontekst("Opisz") | {"standalone": PYTANIE})

    def test_dobre_argumenty_sa_kopia(self):
        for nazwa, dobre in DOBRE.items():
            wynik = narzedzia.sprawdz_argumenty(nazwa, dobre, kontekst())
            self.assertEqual(wynik, dobre)
            self.assertIsNot(wynik, dobre)


class Wykonanie(unittest.TestCase):
    def wykonaj(self, dane, call=None, context=None):
        """Zwraca wynik wykonaj, gdy ask_rag oddaje dane albo zgłasza je jako wyjątek."""
        zgloszony = isinstance(dane, BaseException)
        latka = {"side_effect": dane} if zgloszony else {"return_value": dane}
        with mock.patch.object(narzedzia, "ask_rag", **latka) as self.ask_rag:
            wynik = narzedzia.wykonaj(call or {"action": RAG, "arguments": DOBRE[RAG]}, context or kontekst())
        self.assertEqual(list(wynik), ["name", "status", "executed", "arguments", "data", "reason"])
        return wynik

    def test_dobry_wynik(self):
        context = kontekst()
        wynik = self.wykonaj({"status": "answered"}, context=context)
        self.assertEqual(wynik, {"name": RAG, "status": "completed", "executed": True, "arguments": DOBRE[RAG],
                                 "data": {"status": "answered"}, "reason": None})
        self.ask_rag.assert_called_once_with(PYTANIE, context["records"], context["index"])

    def test_za_duzy_albo_niepoprawny_wynik(self):
        gleboki = petla = {}
        for _ in range(100_000):
            gleboki = {"a": gleboki}
        petla["a"] = petla
        zle = {"lista": [], "napis": "tekst", "brak": None, "liczba": 5, "para": (1, 2), "NaN": {"a": float("nan")},
               "nieskończoność": {"a": [float("-inf")]}, "zbiór": {"a": {1}}, "bajty": {"a": b"x"},
               "obiekt": {"a": object()}, "klucz": {(1, 2): 3}, "pętla": petla, "głęboki": gleboki,
               "długi": {"a": "x" * 119_992}}
        for nazwa, dane in zle.items():
            with self.subTest(nazwa):
                wynik = self.wykonaj(dane)
                self.assertEqual((wynik["status"], wynik["executed"], wynik["reason"], wynik["data"]),
                                 ("error", True, "invalid_or_large_tool_output", None))

    def test_najdluzszy_dozwolony_wynik(self):
        for znak in "xż":
            dane = {"a": znak * 119_991}
            self.assertEqual(len(json.dumps(dane, ensure_ascii=False)), 120_000)
            self.assertEqual(self.wykonaj(dane)["status"], "completed")

    def test_wyjatek_narzedzia(self):
        for wyjatek in (RuntimeError("usługa nie działa"), KeyError("score"), RecursionError("głęboko"),
                        MemoryError(), ValueError("unknown_tool"), OSError(5, "dysk"), AssertionError()):
            with self.subTest(repr(wyjatek)):
                wynik = self.wykonaj(wyjatek)
                self.assertEqual((wynik["status"], wynik["executed"], wynik["data"]), ("error", True, None))
                self.assertIn(str(wyjatek), wynik["reason"])

    def test_ctrl_c_przerywa(self):
        self.assertRaises(KeyboardInterrupt, self.wykonaj, KeyboardInterrupt())

    def test_kolejnosc_odmow_i_pola_wyniku(self):
        for call, powod, nazwa in (
                (["x"], "invalid_call", None), ({"action": RAG}, "invalid_call", None),
                ({"action": "inne", "arguments": {}, "x": 1}, "invalid_call", None),
                ({"action": "inne", "arguments": None}, "unknown_tool", None),
                ({"action": ["lista"], "arguments": {}}, "unknown_tool", None),
                ({"action": "__import__", "arguments": {}}, "unknown_tool", None),
                ({"action": RAG.upper(), "arguments": {}}, "unknown_tool", None),
                ({"action": RAG, "arguments": None}, "arguments_not_object", RAG),
                ({"action": OPIS, "arguments": {"document_id": "DOC-B"}}, "document_not_explicit", OPIS)):
            with self.subTest(call=call):
                context = kontekst()
                wynik = self.wykonaj({}, call, context)
                self.assertEqual(wynik, {"name": nazwa, "status": "rejected", "executed": False, "arguments": {},
                                         "data": None, "reason": powod})
                self.assertTrue(context["state"]["tool_attempted"])
                self.ask_rag.assert_not_called()
                self.assertEqual(self.wykonaj({}, call, context)["reason"], "attempt_limit")

    def test_dane_narzedzi_sa_kopiami(self):
        context = kontekst()
        przed = copy.deepcopy(context)
        pokaz = self.wykonaj({}, {"action": POKAZ, "arguments": {}}, context)["data"]
        self.assertEqual(pokaz, {"sources": przed["state"]["last_sources"],
                                 "source_origin": {"turn_id": 1, "result_id": "r"}})
        pokaz["sources"][0]["metadata"]["page_number"] = 99
        pokaz["source_origin"]["turn_id"] = 99
        context["state"]["tool_attempted"] = False
        opis = self.wykonaj({}, {"action": OPIS, "arguments": DOBRE[OPIS]}, context)["data"]
        self.assertEqual(opis, przed["catalog"]["DOC-A"])
        opis["title"] = "zmieniony"
        context["state"]["tool_attempted"] = False
        self.assertEqual(context, przed)

    def test_narzedzie_nie_zmieni_wywolania_ani_wyniku(self):
        def psuje(args, context):
            args["question"] = "inne"
            return {}

        call = {"action": RAG, "arguments": {"question": PYTANIE}}
        with mock.patch.dict(narzedzia.REGISTRY, {RAG: psuje}):
            wynik = self.wykonaj({}, call)
        self.assertEqual((call["arguments"], wynik["arguments"]), (DOBRE[RAG], DOBRE[RAG]))
        wynik["arguments"]["question"] = "inne"
        self.assertEqual(call["arguments"], DOBRE[RAG])


if __name__ == "__main__":
    unittest.main()
