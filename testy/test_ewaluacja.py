"""Pokój testów oceny: 18/18 z oboma selektorami, pliki oceny, odstępstwo od planu i zepsuty plik scenariuszy.

Program działa w osobnym procesie na kopii, z silnikiem ćwiczebnym.
"""
import contextlib
import io
import json
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import wspolne

# isort: split
import ewaluacja
from narzedzia import REGISTRY
from pliki import BladDanych, scisly_json

PLAN = json.loads((wspolne.ASYSTENT / "scenariusze.json").read_text(encoding="utf-8"))
UMOWA = {"S01": [("answered", "answer_from_documents"), ("answered", "answer_from_documents"),
                 ("answered", "show_last_sources", 2)],
         "S02": [("clarification_needed", None)], "S03": [("answered", "get_document_metadata")],
         "S04": [("clarification_needed", None)], "S05": [("rejected", None)], "S06": [("rejected", None)],
         "S07": [("clarification_needed", None)],
         "S08": [("answered", "answer_from_documents"), ("answered", "get_document_metadata"),
                 ("answered", "show_last_sources", 1)],
         "S09": [("answered", "answer_from_documents")],
         "S10": [("answered", "answer_from_documents"), ("answered", "answer_from_documents"),
                 ("clarification_needed", None)],
         "S11": [("rejected", None)], "S12": [("clarification_needed", None)]}


def ocen(folder, *argumenty):
    return wspolne.uruchom(folder / "ewaluacja.py", "--silnik", "cwiczebny", *argumenty)


def wyniki(folder):
    return sorted((folder / "wyniki").glob("*")) if (folder / "wyniki").exists() else []


def czytaj(plik):
    return scisly_json(plik.read_bytes().decode("utf-8"))


class NaKopii(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tymczasowy = tempfile.TemporaryDirectory()
        cls.addClassCleanup(tymczasowy.cleanup)
        cls.folder = wspolne.kopia_asystenta(tymczasowy.name)


class ZgodnaZPlanem(NaKopii):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.procesy = {wybor: ocen(cls.folder, "--wybor", wybor) for wybor in ("reguly", "model")}
        cls.sesje = {czytaj(sesja / "sesja.json")["selector"]: sesja for sesja in wyniki(cls.folder)}

    def kazda(self):
        """Zwraca pary (selektor, folder sesji) obu ocen."""
        self.assertEqual(set(self.sesje), {"reguly", "model"})
        return self.sesje.items()

    def test_scenariusze_sa_z_umowy(self):
        self.assertEqual({s["id"]: [tuple(t[p] for p in ("status", "tool",
                                                         "origin_turn") if p in t) for t in s["turns"]]
                          for s in PLAN}, UMOWA)
        self.assertEqual(PLAN[10]["turns"][0]["question"], "  ")

    def test_18_z_18(self):
        for wybor, proces in self.procesy.items():
            with self.subTest(wybor):
                self.assertEqual((proces.returncode, proces.stderr), (0, ""), proces.stdout)
                self.assertIn("18/18", proces.stdout)
                self.assertIn("Silnik ćwiczebny", proces.stdout.splitlines()[0])
                self.assertEqual(len(re.findall(r"^ *\d+/18  OK       S\d\d\.\d +\d+,\d s  ", proces.stdout, re.M)), 18,
                                 "postęp po każdej turze")

    def test_nazwy_plikow(self):
        tury = {f"{s['id']}_{n:02d}.json" for s in PLAN for n in range(1, len(s["turns"]) + 1)}
        for _, sesja in self.kazda():
            self.assertRegex(sesja.name, r"^ewaluacja_\d{8}T\d{6}Z_[0-9a-f]{8}$")
            self.assertEqual({p.name for p in sesja.iterdir()},
                             tury | {"sesja.json", "scenariusze.json", "podsumowanie.json"})
            self.assertEqual(czytaj(sesja / "scenariusze.json"), PLAN)

    def test_podsumowanie_i_pliki_tur(self):
        for wybor, sesja in self.kazda():
            podsumowanie = czytaj(sesja / "podsumowanie.json")
            wiersze = podsumowanie.pop("rows")
            self.assertEqual(podsumowanie, {"technical_pass": 18, "turns": 18, "manual_assessment_complete": False})
            self.assertEqual([(w["scenario"], w["turn"]) for w in wiersze],
                             [(s["id"], n) for s in PLAN for n in range(1, len(s["turns"]) + 1)])
            plan = [tura for scenariusz in PLAN for tura in scenariusz["turns"]]
            for wiersz, tura in zip(wiersze, plan):
                plik = czytaj(sesja / f"{wiersz['scenario']}_{wiersz['turn']:02d}.json")
                self.assertEqual((set(plik), plik["expected"], plik["assessment"]),
                                 ({"expected", "assessment", "result"}, tura, wiersz))
                self.assertEqual(plik["result"]["result_id"], wiersz["result_id"])
                self.assertEqual((plik["result"]["selector"], plik["result"]["turn_id"]), (wybor, wiersz["turn"]))
                self.assertEqual(wiersz["checks"],
                                 dict.fromkeys({"status", "tool"} | {"origin_turn"} & set(tura), True))
                self.assertIs(wiersz["technical_pass"], True)
                self.assertGreaterEqual(wiersz["seconds"], 0)
                self.assertEqual(wiersz["manual"] | {"notes": ""},
                                 {"answer_supported": None, "complete": None, "notes": "",
                                  "citations_correct": None, "refusal_appropriate": None})
                self.assertIn("null", wiersz["manual"]["notes"])

    def test_kazdy_scenariusz_ma_wlasna_pamiec(self):
        for _, sesja in self.kazda():
            rozmowy = {p.name[:3]: set() for p in sesja.glob("S[01]*.json")}
            for plik in sesja.glob("S[01]*.json"):
                rozmowy[plik.name[:3]].add(czytaj(plik)["result"]["conversation_id"])
            self.assertEqual({len(r) for r in rozmowy.values()}, {1})
            self.assertEqual(len(set.union(*rozmowy.values())), 12)

    def test_odpowiedzi(self):
        for _, sesja in self.kazda():
            odmowa = czytaj(sesja / "S09_01.json")["result"]["answer"]
            self.assertRegex(odmowa, "^W dokumentach nie ma odpowiedzi")
            for plik, tresc in (("S01_01", "systemctl status docassist-api"), ("S01_02", "journalctl"),
                                ("S10_02", "baz")):
                wynik = czytaj(sesja / f"{plik}.json")["result"]
                self.assertIn(tresc, wynik["answer"])
                teksty = {z["label"]: z["text"] for z in wynik["sources"]}
                cytowane = re.findall(r"\[(S\d+)\]", wynik["answer"])
                self.assertTrue(any(tresc in teksty[etykieta] for etykieta in cytowane), f"{plik}: {cytowane}")


class Odstepstwo(NaKopii):
    def test_tura_niezgodna_z_planem_jest_nazwana_i_daje_kod_1(self):
        plan = [{"id": "DOBRY", "cel": "Zgodny.",
                 "turns": [{"question": "Pokaż źródła", "status": "clarification_needed",
                                                             "tool": None}]},
                {"id": "ZLY", "cel": "Niezgodny.", "turns": [
                    {"question": "Jak sprawdzić stan usługi docassist-api?", "status": "answered",
                     "tool": "answer_from_documents", "origin_turn": 1},
                    {"question": "Pokaż źródła", "status": "rejected", "tool": None, "origin_turn": 2}]}]
        (self.folder / "scenariusze.json").write_text(json.dumps(plan), encoding="utf-8-sig")
        proces = ocen(self.folder)
        self.assertEqual((proces.returncode, proces.stderr), (1, ""))
        self.assertIn("2/3", proces.stdout)
        self.assertNotIn("BŁĄD", proces.stdout, "inny przebieg niż w planie to jeszcze nie błąd")
        bledne = [w for w in proces.stdout.splitlines() if "SPRAWDŹ" in w]
        self.assertEqual(len(bledne), 1)
        self.assertRegex(bledne[0], r"ZLY.*2")
        self.assertIn("miało być: status rejected, tool brak, origin_turn 2; było: status answered, powód "
                      "sources_returned, tool show_last_sources, origin_turn 1", " ".join(proces.stdout.split()))
        sesja = wyniki(self.folder)[0]
        podsumowanie = czytaj(sesja / "podsumowanie.json")
        self.assertEqual((podsumowanie["technical_pass"], podsumowanie["turns"]), (2, 3))
        self.assertEqual([w["technical_pass"] for w in podsumowanie["rows"]], [True, True, False])
        self.assertEqual(podsumowanie["rows"][2]["checks"], {"status": False, "tool": False, "origin_turn": False})
        self.assertEqual(czytaj(sesja / "scenariusze.json"), plan)


class Sprawdzenie(unittest.TestCase):
    def test_liczy_sie_tylko_wykonane_narzedzie(self):
        oczekiwane = {"question": "x", "status": "rejected", "tool": None}
        wynik = {"status": "rejected", "source_origin": None, "tool": {"name": "show_last_sources", "executed": False}}
        self.assertEqual(ewaluacja.sprawdz_ture(oczekiwane, wynik), {"status": True, "tool": True})
        wynik["tool"]["executed"] = True
        self.assertEqual(ewaluacja.sprawdz_ture(oczekiwane | {"origin_turn": 1}, wynik),
                         {"status": True, "tool": False, "origin_turn": False})
        for puste in ({}, None):
            self.assertEqual(ewaluacja.sprawdz_ture(oczekiwane, wynik | {"tool": puste})["tool"], True)


class ZepsutyPlik(unittest.TestCase):
    TURA = {"question": "Pokaż źródła", "status": "answered", "tool": None}

    def scenariusz(self, **zmiana):
        return {"id": "S01", "cel": "Cel.", "turns": [self.TURA]} | zmiana

    def z_tura(self, **zmiana):
        return [self.scenariusz(turns=[self.TURA, self.TURA | zmiana])]

    def przypadki(self):
        """Zwraca {opis: (treść pliku, wzorzec, który ma być w komunikacie)}."""
        bez_pola = {"question": "x", "status": "answered"}
        return {
            "pusty plik": ("", "pust"), "odstępy": (" \n", "pust"), "połowa": ('[{"id": "S01"', "JSON"),
            "klucz dwa razy": ('[{"id": "S01", "id": "S02"}]', "id"), "obiekt": ({}, "list"),
            "pusta lista": ([], "list"),
            "liczby": ([1], "scenariusz 1"), "NaN": ("[NaN]", "NaN"),
            "powtórzone id": ([self.scenariusz(), self.scenariusz(id="S02"), self.scenariusz()], "powtarza"),
            "brak pola": ([{"id": "S01", "cel": "x"}], "scenariusz 1.*turns"),
            "obce pole": ([self.scenariusz(), self.scenariusz(id="S02", opis="x")], "scenariusz 2.*cel"),
            **{f"id {zle!r}": ([self.scenariusz(id=zle)], "scenariusz 1.*id")
               for zle in ("", "s01", "S 01", "../S", "S01\n", "Ż", 5, None, ["S"])},
            **{f"cel {zly!r}": ([self.scenariusz(cel=zly)], "scenariusz 1.*cel") for zly in ("", " ", None, 5)},
            **{f"turns {zle!r}": ([self.scenariusz(turns=zle)], "scenariusz 1.*turns") for zle in ([], {}, None, "x")},
            "tura liczbą": ([self.scenariusz(turns=[5])], "tura 1"),
            "tura bez pola": ([self.scenariusz(turns=[bez_pola])], "tura 1"),
            "obce pole tury": (self.z_tura(uwaga="x"), "tura 2"),
            **{f"question {zle!r}": (self.z_tura(question=zle), "tura 2.*question") for zle in (None, 5, ["x"])},
            **{f"status {zly!r}": (self.z_tura(status=zly), "tura 2.*status") for zly in ("ok", "", None,
                                                                                          ["answered"])},
            **{f"tool {zle!r}": (self.z_tura(tool=zle), "tura 2.*tool")
               for zle in ("eval", "", 5, False, ["show_last_sources"], {})},
            **{f"origin_turn {zle!r}": (self.z_tura(origin_turn=zle), "tura 2.*origin_turn")
               for zle in (0, 3, -1, "1", 1.0, True, None)},
        }

    def test_komunikat_wskazuje_miejsce(self):
        with tempfile.TemporaryDirectory() as tmp:
            plik = Path(tmp) / "moje.json"
            for opis, (tresc, wzorzec) in self.przypadki().items():
                with self.subTest(opis):
                    plik.write_text(tresc if isinstance(tresc, str) else json.dumps(tresc), encoding="utf-8")
                    with self.assertRaisesRegex(BladDanych, rf"(?s)moje\.json.*{wzorzec}"):
                        ewaluacja.wczytaj_scenariusze(plik)
            plik.write_bytes("[]żółw".encode("cp1250"))
            self.assertRaisesRegex(BladDanych, "1250", ewaluacja.wczytaj_scenariusze, plik)
            self.assertRaisesRegex(BladDanych, "brak.json", ewaluacja.wczytaj_scenariusze, Path(tmp) / "brak.json")

    def test_poprawny_plik(self):
        with tempfile.TemporaryDirectory() as tmp:
            plik = Path(tmp) / "moje.json"
            plan = [self.scenariusz(id="A-1_B"), *self.z_tura(origin_turn=2)] + [
                self.scenariusz(id=f"N-{n}", turns=[self.TURA | {"tool": nazwa}]) for n, nazwa in enumerate(REGISTRY)]
            plik.write_text(json.dumps(plan).replace(", ", ",\r\n"), encoding="utf-8-sig")
            self.assertEqual(ewaluacja.wczytaj_scenariusze(plik), plan)


class ZepsutyPlikWProgramie(NaKopii):
    def test_kod_1_zanim_cokolwiek_powstanie(self):
        plik = self.folder / "scenariusze.json"
        przed = sorted(self.folder.rglob("*"))
        for opis, tresc in (("puste", "[]"), ("narzędzie", json.dumps([{"id": "S", "cel": "x", "turns": [
                {"question": "x", "status": "answered", "tool": ["eval"]}]}]))):
            with self.subTest(opis):
                plik.write_text(tresc, encoding="utf-8")
                proces = ocen(self.folder)
                self.assertEqual(proces.returncode, 1)
                self.assertIn("scenariusze.json", proces.stderr)
                self.assertNotIn("Traceback", proces.stderr)
                self.assertEqual(sorted(self.folder.rglob("*")), przed)
        plik.unlink()
        proces = ocen(self.folder)
        self.assertEqual(proces.returncode, 1)
        self.assertRegex(proces.stderr, r"scenariusze\.json.*nie ma")
        self.assertEqual(wyniki(self.folder), [])


class Ocena(unittest.TestCase):
    def test_czas_tury_jest_zmierzony(self):
        plan = [{"id": "A", "cel": "x", "turns": [{"question": "", "status": "rejected", "tool": None}]}]
        with tempfile.TemporaryDirectory() as tmp, contextlib.redirect_stdout(io.StringIO()), \
                mock.patch("time.monotonic", side_effect=[10.0, 12.5]):
            wiersz, = ewaluacja.ocen(Path(tmp), "reguly", plan, [], {})["rows"]
        self.assertEqual(wiersz["seconds"], 2.5)

    def test_istniejacy_plik_tury_nie_jest_zastepowany(self):
        with tempfile.TemporaryDirectory() as tmp, contextlib.redirect_stdout(io.StringIO()):
            plik = Path(tmp) / "A_01.json"
            plik.write_text("dowód", encoding="utf-8")
            plan = [{"id": "A", "cel": "x", "turns": [{"question": "", "status": "rejected", "tool": None}]}]
            self.assertRaises(FileExistsError, ewaluacja.ocen, Path(tmp), "reguly", plan, [], {})
            self.assertEqual(plik.read_text(encoding="utf-8"), "dowód")


if __name__ == "__main__":
    unittest.main()
