"""Pokój testów paczki: archiwum jest zawsze takie samo, zawiera tylko to, co trzeba, i działa po rozpakowaniu.

Paczkę robi autor/paczka.py uruchomiony w osobnym procesie: w tym repozytorium albo w jego kopii.
"""
import os
import shutil
import tempfile
import unittest
import zipfile
from pathlib import Path

from procesy import REPOZYTORIUM, kopia_folderu, uruchom

KURSY = ("asystent", "rag_od_zera")
PRZEWODNIKI = {"Kod/CZYTAJ_NAJPIERW.md", "Kod/Start/rag_od_zera/PRZEWODNIK.md",
               "Kod/Rozwiazanie/rag_od_zera/PRZEWODNIK.md"}
STAN = "Jak sprawdzić stan usługi docassist-api?"


def paczka(cel, repozytorium=REPOZYTORIUM):
    return uruchom(repozytorium / "autor" / "paczka.py", cel)


def kopia_repozytorium(folder):
    """Kopiuje to, z czego powstaje paczka; pomija ślady pracy."""
    for nazwa in ("Kod", "autor"):
        kopia_folderu(REPOZYTORIUM / nazwa, folder)
    shutil.copy(REPOZYTORIUM / ".gitignore", folder)
    return folder


class Paczka(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tymczasowy = tempfile.TemporaryDirectory()
        cls.addClassCleanup(tymczasowy.cleanup)
        cls.tmp = Path(tymczasowy.name)
        cls.zip = cls.tmp / "kod.zip"
        cls.proces = paczka(cls.zip)
        cls.kopia = kopia_repozytorium(cls.tmp / "kopia")

    def setUp(self):
        self.assertEqual((self.proces.returncode, self.proces.stderr), (0, ""), self.proces.stdout)

    def test_zawiera_dokladnie_bliznieta_obu_kursow_i_przewodniki(self):
        z_kopii = {p.relative_to(self.kopia).as_posix() for p in self.kopia.glob("Kod/**/*") if p.is_file()}
        foldery = tuple(f"Kod/{blizniak}/{kurs}/" for blizniak in ("Start", "Rozwiazanie") for kurs in KURSY)
        self.assertEqual({n for n in z_kopii if not n.startswith(foldery)}, {"Kod/CZYTAJ_NAJPIERW.md"})
        self.assertLessEqual(PRZEWODNIKI, z_kopii)
        with zipfile.ZipFile(self.zip) as archiwum:
            self.assertEqual(archiwum.namelist(), sorted(z_kopii))
            for nazwa in archiwum.namelist():
                self.assertEqual(archiwum.read(nazwa), (REPOZYTORIUM / nazwa).read_bytes(), nazwa)
            opisy = {(o.date_time, o.create_system, o.external_attr) for o in archiwum.infolist()}
        self.assertEqual(opisy, {((2026, 1, 1, 0, 0, 0), 3, 0o100644 << 16)})

    def test_kazda_paczka_jest_taka_sama_co_do_bajtu(self):
        druga = self.tmp / "druga.zip"
        self.assertEqual(paczka(druga).returncode, 0)
        self.assertEqual(druga.read_bytes(), self.zip.read_bytes())

    def test_slady_pracy_daty_i_prawa_plikow_jej_nie_zmieniaja(self):
        kopia = kopia_repozytorium(self.tmp / "uzywana")
        for folder in (kopia / "Kod" / blizniak / kurs for blizniak in ("Start", "Rozwiazanie") for kurs in KURSY):
            for nazwa in ("wyniki/rozmowa_1/sesja.json", "dane/index.json", "__pycache__/rag.pyc", ".1.czesc",
                          "dane/baza_bge-m3.sqlite", "dane/baza_bge-m3.sqlite-wal"):
                (folder / nazwa).parent.mkdir(parents=True, exist_ok=True)
                (folder / nazwa).write_text("{}", encoding="utf-8")
            os.utime(folder / "slowa.py", (1_000_000_000, 1_000_000_000))
            (folder / "baza.py").chmod(0o755)
        trzecia = self.tmp / "trzecia.zip"
        proces = paczka(trzecia, kopia)
        self.assertEqual(proces.returncode, 0, proces.stderr)
        self.assertEqual(trzecia.read_bytes(), self.zip.read_bytes())

    def test_istniejacego_pliku_nie_zastepuje(self):
        zajety = self.tmp / "zajety.zip"
        zajety.write_bytes(b"praca")
        proces = paczka(zajety)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("taki plik już istnieje", proces.stderr)
        self.assertNotIn("Traceback", proces.stderr)
        self.assertEqual(zajety.read_bytes(), b"praca")

    def test_nieaktualny_start_zatrzymuje_paczke(self):
        kopia = kopia_repozytorium(self.tmp / "nieaktualna")
        rag = kopia / "Kod" / "Rozwiazanie" / "asystent" / "rag.py"
        rag.write_bytes(rag.read_bytes() + b"\n")
        cel = self.tmp / "nieaktualna.zip"
        proces = paczka(cel, kopia)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("zbuduj_start.py", proces.stderr)
        self.assertIn("rag.py: inna treść", proces.stderr)
        self.assertFalse(cel.exists())

    def test_zmieniona_kopia_pliku_wspolnego_zatrzymuje_paczke(self):
        kopia = kopia_repozytorium(self.tmp / "rozna")
        with (kopia / "Kod" / "Rozwiazanie" / "rag_od_zera" / "pliki.py").open("a", encoding="utf-8") as plik:
            plik.write("# zmiana\n")
        proces = paczka(self.tmp / "rozna.zip", kopia)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("Rozwiazanie/rag_od_zera/pliki.py: inna treść", proces.stderr)

    def test_bez_celu_pokazuje_uzycie(self):
        proces = uruchom(REPOZYTORIUM / "autor" / "paczka.py")
        self.assertEqual(proces.returncode, 2)
        self.assertIn("użycie:", proces.stderr)


class Rozpakowana(unittest.TestCase):
    """Świeżo rozpakowana paczka w ścieżce z odstępami i polskimi literami."""

    @classmethod
    def setUpClass(cls):
        tymczasowy = tempfile.TemporaryDirectory()
        cls.addClassCleanup(tymczasowy.cleanup)
        folder = Path(tymczasowy.name) / "Zażółć gęślą jaźń" / "Mój kurs"
        folder.mkdir(parents=True)
        paczka(folder / "kod.zip")
        with zipfile.ZipFile(folder / "kod.zip") as archiwum:
            archiwum.extractall(folder)
        cls.rozwiazanie, cls.start = (folder / "Kod" / nazwa / "asystent" for nazwa in ("Rozwiazanie", "Start"))
        cls.warsztat = folder / "Kod" / "Start" / "rag_od_zera"

    def test_rozwiazanie_rozmawia_na_silniku_cwiczebnym(self):
        proces = uruchom(self.rozwiazanie / "konsola.py", "--silnik", "cwiczebny", input=f"{STAN}\nPokaż źródła\n")
        self.assertEqual((proces.returncode, proces.stderr), (0, ""), proces.stdout)
        self.assertEqual(proces.stdout.count("[odpowiedź]"), 2)
        self.assertIn("systemctl", proces.stdout)
        tury = [plik for plik in self.rozwiazanie.glob("wyniki/rozmowa_*/*.json") if plik.name != "sesja.json"]
        self.assertEqual(len(tury), 2)

    def test_rozwiazanie_przechodzi_sprawdz(self):
        proces = uruchom("-m", "unittest", "sprawdz", cwd=self.rozwiazanie)
        self.assertEqual(proces.returncode, 0, proces.stderr)
        self.assertIn("Ran 20 tests", proces.stderr)

    def test_start_mowi_ktorego_zadania_brakuje(self):
        proces = uruchom(self.start / "konsola.py", "--silnik", "cwiczebny", input=f"{STAN}\n")
        self.assertEqual(proces.returncode, 1)
        self.assertIn("Zadanie 1: ", proces.stderr)
        self.assertNotIn("Traceback", proces.stderr)

    def test_warsztat_ma_swoj_kurs(self):
        proces = uruchom(self.warsztat / "kurs.py", cwd=self.warsztat)
        self.assertEqual((proces.returncode, proces.stderr), (1, ""))
        self.assertIn("Zadania: 0/13.", proces.stdout)
        self.assertIn("Teraz: zadanie 1 z 13, fragmenty.chunk_staly", proces.stdout)
        self.assertIn("OK     Rozwiązanie:  leży obok", uruchom(self.warsztat / "kurs.py", "lekarz").stdout)

    def test_start_uruchamia_sprawdz_ktory_czeka_na_zadania(self):
        proces = uruchom("-m", "unittest", "sprawdz", cwd=self.start)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("Ran 20 tests", proces.stderr)
        self.assertIn("NotImplementedError: Zadanie 1: ", proces.stderr)


if __name__ == "__main__":
    unittest.main()
