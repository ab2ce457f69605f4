"""Testy README.md: zapisy poleceń są dokładnie takie, jakie daje program."""
import json
import re
import tempfile
import unittest
from pathlib import Path

from wspolne import kopia_asystenta, uruchom
from zly_serwer import martwy_port

REPOZYTORIUM = Path(__file__).resolve().parents[1]
README = (REPOZYTORIUM / "README.md").read_text(encoding="utf-8")


def zapis(nazwa):
    """Zwraca treść bloku kodu, który stoi po komentarzu <!-- nazwa: … -->."""
    return re.search(rf"<!-- {nazwa}:[^>]*-->\n```\n(.*?)```", README, re.DOTALL).group(1)


def bez_zmiennych(tekst):
    """Zastępuje to, co inne w każdym uruchomieniu: folder zapisu, wersję Pythona i port."""
    tekst = re.sub(r"Zapis: \S+", "Zapis: …", tekst)
    tekst = re.sub(r"(Python: +)\S+", r"\1…", tekst)
    return re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:…", tekst)


class Readme(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        tymczasowy = tempfile.TemporaryDirectory()
        self.addCleanup(tymczasowy.cleanup)
        self.folder = kopia_asystenta(tymczasowy.name)

    def test_rozmowa_jest_taka_jak_w_programie(self):
        wzor = zapis("rozmowa")
        pytania = re.findall(r"^Ty> (.+)$", wzor, re.MULTILINE)
        self.assertGreaterEqual(len(pytania), 5)
        wynik = uruchom("konsola.py", "--silnik", "cwiczebny", cwd=self.folder, env={"COLUMNS": "80"},
                        input="\n".join(pytania) + "\n")
        self.assertEqual(bez_zmiennych(wynik.stdout), bez_zmiennych(wzor))

    def test_tabela_bez_uslugi_jest_taka_jak_w_programie(self):
        config = json.loads((self.folder / "config.json").read_text(encoding="utf-8"))
        config["ollama_url"] = f"http://127.0.0.1:{martwy_port()}"
        (self.folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        wynik = uruchom("lokalny.py", cwd=self.folder, env={"COLUMNS": "80"})
        self.assertEqual(wynik.returncode, 1)
        self.assertEqual(bez_zmiennych(wynik.stdout), bez_zmiennych(zapis("lokalny")))
