"""Pokój testów sprawdzianu: sprawdz.py ma dokładnie 20 testów, działa sam, bez usługi i sieci."""
import ast
import re
import tempfile
import unittest

import wspolne
from wspolne import ASYSTENT
from zly_serwer import martwy_port

TESTY = {
    "Pamiec": ["test_empty_and_long", "test_independent_states", "test_ambiguous_without_history",
               "test_resolve_and_ambiguity", "test_failed_turn_does_not_hide_topic_change"],
    "Decyzja": ["test_invalid_json", "test_exact_fields", "test_non_tool_schema"],
    "Narzedzia": ["test_allowlist_and_attempt_limit", "test_extra_argument",
                  "test_metadata_id_must_be_explicit",
                  "test_question_cannot_change", "test_catalog_conflict"],
    "Przeplyw": ["test_followup_runs_fresh_rag", "test_metadata_preserves_source_origin",
                 "test_error_clears_previous_sources", "test_history_bound",
                 "test_selector_error_has_no_fallback", "test_guards_before_model",
                 "test_model_cannot_replace_question"],
}


def uruchom(folder, *co):
    """Uruchamia `python -m unittest co` w folderze; pośrednik z otoczenia prowadzi donikąd."""
    posrednik = f"http://127.0.0.1:{martwy_port()}"
    srodowisko = {"http_proxy": posrednik, "https_proxy": posrednik, "all_proxy": posrednik, "no_proxy": ""}
    return wspolne.uruchom("-m", "unittest", "-v", *co, cwd=folder, env=srodowisko)


def wyniki(proces):
    """Zwraca {(grupa, test): wynik} z wydruku `unittest -v`; opis testu stoi w drugim wierszu."""
    wzorzec = re.compile(r"^(test_\w+) \(sprawdz\.(\w+)[^)]*\)(?:\n.*?)? \.\.\. (\w+)", re.M)
    return {(grupa, nazwa): wynik for nazwa, grupa, wynik in wzorzec.findall(proces.stderr)}


class Sprawdzian(unittest.TestCase):
    def test_ma_dokladnie_te_nazwy(self):
        drzewo = ast.parse((ASYSTENT / "sprawdz.py").read_text(encoding="utf-8"))
        metody = {klasa.name: [f for f in klasa.body if isinstance(f, ast.FunctionDef)
                               and f.name.startswith("test")]
                  for klasa in drzewo.body if isinstance(klasa, ast.ClassDef)}
        self.assertEqual({grupa: [f.name for f in funkcje] for grupa, funkcje in metody.items() if funkcje},
                         TESTY)
        for grupa, funkcje in metody.items():
            for funkcja in funkcje:
                self.assertTrue(ast.get_docstring(funkcja), f"{grupa}.{funkcja.name} nie mówi, co sprawdza")

    def test_wszystkie_przechodza_bez_uslugi(self):
        proces = uruchom(ASYSTENT, "sprawdz")
        self.assertEqual(proces.returncode, 0, proces.stderr)
        self.assertIn("Ran 20 tests", proces.stderr)
        self.assertEqual(wyniki(proces), {(g, t): "ok" for g, testy in TESTY.items() for t in testy})

    def test_kazda_grupa_dziala_sama(self):
        for grupa, testy in TESTY.items():
            with self.subTest(grupa):
                proces = uruchom(ASYSTENT, f"sprawdz.{grupa}")
                self.assertEqual(proces.returncode, 0, proces.stderr)
                self.assertEqual(wyniki(proces), {(grupa, test): "ok" for test in testy})


class Niepowodzenia(unittest.TestCase):
    """Kopia programu z jedną usterką: sprawdzian ją wskazuje i nie przewraca reszty testów."""

    def setUp(self):
        tymczasowy = tempfile.TemporaryDirectory()
        self.addCleanup(tymczasowy.cleanup)
        self.folder = wspolne.kopia_asystenta(tymczasowy.name)

    def dopisz(self, plik, tekst):
        with open(self.folder / plik, "a", encoding="utf-8") as modul:
            modul.write(tekst)

    def nieudane(self, proces):
        return {test for (_, test), wynik in wyniki(proces).items() if wynik != "ok"}

    def test_brak_nazwy_psuje_tylko_jej_testy(self):
        self.dopisz("narzedzia.py", "\ndel katalog_dokumentow\n")
        proces = uruchom(self.folder, "sprawdz.Pamiec", "sprawdz.Decyzja", "sprawdz.Narzedzia")
        self.assertEqual(self.nieudane(proces), {"test_catalog_conflict"})
        self.assertIn("W module narzedzia.py nie ma nazwy katalog_dokumentow.", proces.stderr)

    def test_modul_z_bledem_nie_zatrzymuje_grup_ktore_go_nie_uzywaja(self):
        self.dopisz("asystent.py", "\ndef niedokonczona(:\n")
        proces = uruchom(self.folder, "sprawdz")
        self.assertEqual({t for t in TESTY["Przeplyw"]}, self.nieudane(proces))
        self.assertIn("Nie da się wczytać modułu asystent.py: SyntaxError", proces.stderr)

    def test_zadanie_do_napisania_zglasza_sie_samo(self):
        self.dopisz("pamiec.py",
                    "\ndef nowy_stan():\n    raise NotImplementedError('Zadanie: napisz nowy_stan.')\n")
        proces = uruchom(self.folder, "sprawdz.Pamiec")
        self.assertEqual(self.nieudane(proces), {"test_independent_states"})
        self.assertIn("NotImplementedError: Zadanie: napisz nowy_stan.", proces.stderr)
        self.assertNotIn("oczekiwano:", proces.stderr)

    def test_niepowodzenie_mowi_co_wywolano_co_jest_i_co_mialo_byc(self):
        self.dopisz("pamiec.py", "\ndef rozwin_pytanie(question, history):\n    return {'original': question,"
                                 " 'standalone': question, 'history_used': False, 'clarification': None}\n")
        proces = uruchom(self.folder, "sprawdz.Pamiec")
        for fragment in ("wywołanie:  pamiec.rozwin_pytanie('Jak sprawdzić jej stan?', []), pole „standalone”"
                         "\n", "jest:       'Jak sprawdzić jej stan?'", "oczekiwano: None"):
            self.assertIn(fragment, proces.stderr)


if __name__ == "__main__":
    unittest.main()
