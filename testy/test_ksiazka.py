"""Pokój testów książki: kod pisany na wzór książki kursowej pasuje do naszego, w obie strony i po kawałku.

Moduły w warianty/ksiazka/ powstały z samej umowy i korzystają z każdej swobody, którą ona zostawia. Uczący się wkleja
z książki jedną funkcję do Start, wymienia cały moduł albo uruchamia konsolę, ocenę i testy z książki na naszym kodzie.
"""
import ast
import re
import shutil
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kursy
import zamiany
from procesy import kopia_folderu, uruchom
from wspolne import ASYSTENT

KSIAZKA = Path(__file__).resolve().parent / "warianty" / "ksiazka"
# Moduł z zadaniami i numer ostatniego, które jest zrobione, gdy wymieni się go po poprzednich.
Z_ZADANIAMI = {"pamiec.py": 3, "narzedzia.py": 4, "decyzja.py": 6, "asystent.py": 7, "konsola.py": 8}
NAZWY = {"pamiec.py": {"deepcopy", "re", "uuid", "CONFIG"}, "narzedzia.py": {"deepcopy", "json", "jawne_id", "ask_rag"},
         "decyzja.py": {"json", "TOOLS", "CONFIG", "api", "scisly_json", "jawne_id", "prosba_o_zrodla"},
         "asystent.py": {"deepcopy", "json", "re", "uuid", "datetime", "timezone", "sprawdz_wiadomosc", "jawne_id",
                         "prosba_o_zrodla", "rozwin_pytanie", "zapamietaj", "wykonaj", "wybierz_reguly",
                         "wybierz_model", "sprawdz_propozycje", "format_sources"},
         "konsola.py": {"json", "format_sources", "krok", "nowy_stan"}}
OBOK = ("sprawdz.py", "ewaluacja.py", "konsola.py")
NA_CWICZEBNYM = {"ASYSTENT_SILNIK": "cwiczebny", "COLUMNS": "80"}
ROZMOWA = ("Jak sprawdzić stan usługi docassist-api?", "Pokaż metadane DOC-REG", "/sources", "Jak sprawdzić jej stan?",
           "\x1b[31mGdzie znajduje się baza danych?", "/history", "/debug", "Pokaż metadane DOC-INSTR", "/clear",
           "/exit")


def tekst(nazwa):
    return (KSIAZKA / nazwa).read_text(encoding="utf-8")


def wklej(folder, zadanie):
    """Wkleja do folderu samą funkcję z książki; reszta modułu zostaje bez zmian."""
    plik = folder / zadanie["plik"]
    funkcja = zamiany.wyjety(tekst(zadanie["plik"]), zadanie["funkcja"])
    plik.write_text(zamiany.wstawiony(plik.read_text(encoding="utf-8"), zadanie["funkcja"], funkcja), encoding="utf-8")


class WStart(kursy.Kurs, unittest.TestCase):
    """Nauka z książką w folderze Start: kurs.py uznaje to, co z niej wklejono."""
    kurs = "asystent"

    def test_moduly_z_zadaniami_maja_nazwy_z_ksiazki(self):
        """Z nazw, których funkcje z książki potrzebują, korzysta też nasz kod; w Start stoją te same importy."""
        for modul, nazwy in NAZWY.items():
            drzewa = [ast.parse(pliki[modul]) for pliki in (self.swiezy, self.pelne)]
            for drzewo in drzewa:
                znane = {alias.asname or alias.name for wezel in drzewo.body
                         if isinstance(wezel, (ast.Import, ast.ImportFrom)) for alias in wezel.names}
                znane |= {cel.id for wezel in drzewo.body if isinstance(wezel, ast.Assign) for cel in wezel.targets}
                self.assertLessEqual(nazwy, znane, modul)
            uzyte = {wezel.id for wezel in ast.walk(drzewa[1]) if isinstance(wezel, ast.Name)
                     and isinstance(wezel.ctx, ast.Load)}
            self.assertLessEqual(nazwy, uzyte, f"{modul}: import na pokaz")

    def zrobione(self, folder, ile):
        """Sprawdza, że kurs.py uznaje zadania od 1 do podanego, a po ostatnim – wszystkie testy."""
        proces = self.uruchom(folder)
        wzor = kursy.tabela(self.zadania, "z" * ile + "." * (8 - ile))
        self.assertTrue(kursy.bez_liczb(proces.stdout).startswith(wzor), proces.stdout + proces.stderr)
        self.assertEqual(proces.returncode, 0 if ile == 8 else 1)
        udane, wszystkie = map(int, re.search(r"Testy: (\d+) z (\d+)\.", proces.stdout).groups())
        self.assertGreaterEqual(wszystkie, 90)
        self.assertEqual(udane == wszystkie, ile == 8)

    def test_funkcje_jedna_po_drugiej(self):
        def sprawdz(ile):
            folder = self.po(0, f"funkcje {ile}")
            for zadanie in self.zadania[:ile]:
                wklej(folder, zadanie)
            self.zrobione(folder, ile)

        with ThreadPoolExecutor(2) as watki:
            list(watki.map(sprawdz, range(1, 9)))

    def test_cale_moduly_jeden_po_drugim(self):
        folder = self.po(0)
        for nazwa, ile in Z_ZADANIAMI.items():
            shutil.copy(KSIAZKA / nazwa, folder)
            self.zrobione(folder, ile)

    def test_osiem_funkcji_daje_dzialajacy_program(self):
        folder = self.po(0)
        for zadanie in self.zadania:
            wklej(folder, zadanie)
        for wybor in ("reguly", "model"):
            proces = self.uruchom(folder, "--wybor", wybor, program=("ewaluacja.py",), ASYSTENT_SILNIK="cwiczebny")
            self.assertIn("Tury zgodne z planem: 18/18", proces.stdout, proces.stderr)

    def test_uwagi_do_funkcji_z_ksiazki_nie_zmieniaja_wyniku(self):
        folder = self.po(0)
        for zadanie in self.zadania:
            wklej(folder, zadanie)
        wydruk = self.uruchom(folder).stdout
        self.assertIn("Zadania: 8/8.", wydruk)
        for numer, slowo in ((2, "slowa.zloz"), (4, "invalid_or_large_tool_output"), (6, "think"),
                             (7, "Złap Exception"), (8, "ekran.zawin")):
            self.assertRegex(wydruk, rf"Zadanie {numer}: [^:]*{slowo}")


class PoSasiedzku(unittest.TestCase):
    """Całe moduły z książki obok naszych, w obie strony."""

    @classmethod
    def setUpClass(cls):
        tymczasowy = tempfile.TemporaryDirectory()
        cls.addClassCleanup(tymczasowy.cleanup)
        cls.tmp = Path(tymczasowy.name)

    def folder(self, nazwa, *moduly):
        """Zwraca kopię rozwiązania, w której te moduły pochodzą z książki."""
        folder = kopia_folderu(ASYSTENT, self.tmp / nazwa)
        for modul in moduly:
            shutil.copy(KSIAZKA / modul, folder)
        return folder

    def wydruk(self, folder, *polecenie, wejscie=None):
        proces = uruchom(*polecenie, cwd=folder, input=wejscie, env=NA_CWICZEBNYM)
        self.assertEqual(proces.returncode, 0, proces.stdout + proces.stderr)
        return proces.stdout + proces.stderr

    def test_nasza_ocena_nad_modulami_z_ksiazki(self):
        foldery = [self.folder("komplet", *Z_ZADANIAMI), *(self.folder(modul, modul) for modul in Z_ZADANIAMI)]
        with ThreadPoolExecutor(2) as watki:
            wydruki = watki.map(lambda para: self.wydruk(para[0], "ewaluacja.py", "--wybor", para[1]),
                                [(folder, wybor) for folder in foldery for wybor in ("reguly", "model")])
        for wydruk in wydruki:
            self.assertIn("Tury zgodne z planem: 18/18", wydruk)

    def test_ocena_i_testy_z_ksiazki_nad_naszymi_modulami(self):
        folder = self.folder("obok", *OBOK)
        for wybor in ("reguly", "model"):
            self.assertIn("Zgodnie z planem: 18/18", self.wydruk(folder, "ewaluacja.py", "--wybor", wybor))
        self.assertRegex(self.wydruk(folder, "-m", "unittest", "sprawdz"), r"Ran 20 tests in [\s\S]*\nOK")

    def test_testy_z_ksiazki_nad_modulami_z_ksiazki(self):
        """Wzór sam spełnia swoje testy: inaczej nie dowodziłby niczego o naszym kodzie."""
        folder = self.folder("wszystko", *Z_ZADANIAMI, *OBOK)
        self.assertRegex(self.wydruk(folder, "-m", "unittest", "sprawdz"), r"Ran 20 tests in [\s\S]*\nOK")

    def test_konsola_z_ksiazki_nad_naszymi_modulami(self):
        wydruk = self.wydruk(self.folder("konsola", "konsola.py"), "konsola.py", wejscie="\n".join(ROZMOWA) + "\n")
        self.assertIn("Pochodzenie źródeł: tura 1\n> [answered] Stan usługi", wydruk)   # /sources i tura po nim
        self.assertIn("pełne pytanie: Jak sprawdzić stan usługi docassist-api?\n", wydruk)
        self.assertIn('"turn_id": 6', wydruk)
        self.assertNotIn("\x1b", wydruk, "zwykłe print nie przepuszcza znaków sterujących")
        self.assertIn("\\x1b[31m", wydruk)


if __name__ == "__main__":
    unittest.main()
