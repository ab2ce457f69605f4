"""Pokój testów Start: bliźniaki warsztatu.

Sposób sprawdzania jest wspólny dla obu kursów i leży w testy/bliznieta.py; generator sprawdza testy/test_start.py.
"""
import shutil
import unittest
from concurrent.futures import ThreadPoolExecutor

from warsztat import WARSZTAT, uruchom

# isort: split
import bliznieta

CWICZEBNY = ("--silnik", "cwiczebny")
PYTANIE = ("Ile wynosi dieta?", *CWICZEBNY)
# Polecenia, które dochodzą do zadań o kolejnych numerach.
PROGRAMY = [("fragmenty.py",), ("fragmenty.py", "dane/dokumenty/delegacje.txt", "--ciecie", "zdania"),
            ("porownaj_embed.py", *CWICZEBNY), ("baza.py", *PYTANIE, "--sposob", "dwuetapowo"),
            ("baza.py", *PYTANIE, "--sposob", "slowa"), ("hybryda.py", *PYTANIE), ("hybryda.py", *PYTANIE),
            ("rerank.py", *PYTANIE), ("odpowiedz.py", *PYTANIE), ("odpowiedz.py", *PYTANIE),
            ("kompakcja.py", *CWICZEBNY), ("ewaluacja.py", *CWICZEBNY, "--tylko-wyszukiwanie"),
            ("ewaluacja.py", *CWICZEBNY)]


class Warsztat:
    """To, co testy bliźniaków muszą wiedzieć o tym kursie."""
    kurs = WARSZTAT.name
    umowa = ["fragmenty.chunk_staly", "fragmenty.chunk_zdania", "porownaj_embed.margines", "znaki.znak",
             "tokeny.pytanie_fts", "hybryda.rrf", "hybryda.suma_ocen", "rerank.odczytaj_ocene",
             "odpowiedz.sprawdz_cytaty", "budzet.zapakuj", "kompakcja.fakty", "ewaluacja.miary",
             "ewaluacja.diagnoza"]
    dane = ["PRZEWODNIK.md", "config.json", "dane/*.json", "dane/dokumenty/*", "pomoc/wzorzec.json"]


class Roznice(Warsztat, bliznieta.Roznice, unittest.TestCase):
    pass


class TestyZadan(Warsztat, bliznieta.TestyZadan, unittest.TestCase):
    pass


class PrzedKoncem(Warsztat, bliznieta.Kurs, unittest.TestCase):
    """Programy uruchomione, zanim zadania są zrobione, mówią, którego brakuje."""

    def test_program_nazywa_jedyne_zadanie_ktore_czeka(self):
        gotowy = self.etap(self.numery)
        proces = uruchom("indeksuj.py", "dane/dokumenty", *CWICZEBNY, cwd=gotowy)
        self.assertEqual(proces.returncode, 0, proces.stderr)
        baza, = gotowy.glob("dane/baza_*.sqlite")

        def wydaj(numer):
            folder = self.etap([n for n in self.numery if n != numer])
            shutil.copy(baza, folder / "dane")
            return uruchom(*PROGRAMY[numer - 1], cwd=folder)

        with ThreadPoolExecutor() as watki:
            for numer, proces in zip(self.numery, watki.map(wydaj, self.numery), strict=True):
                with self.subTest(self.umowa[numer - 1]):
                    self.assertIn(f"Zadanie {numer}: ", proces.stderr, proces.stdout)
                    self.assertNotIn("Traceback", proces.stdout + proces.stderr)
                    self.assertEqual(proces.returncode, 1)

    def test_swiezy_start_indeksuje_bo_domyslne_ciecie_jest_gotowe(self):
        proces = uruchom("indeksuj.py", "dane/dokumenty", *CWICZEBNY, cwd=self.etap([]))
        self.assertEqual((proces.returncode, proces.stderr), (0, ""), proces.stdout)

    def test_sprawdz_nazywa_zadanie_i_polecenie(self):
        proces = uruchom("-m", "unittest", "sprawdz", cwd=self.start)
        self.assertEqual(proces.returncode, 1)
        for zadanie in self.zadania:
            self.assertIn(f"NotImplementedError: {bliznieta.komunikat(zadanie)}\n", proces.stderr)


class Przewodnik(Warsztat, bliznieta.Przewodnik, unittest.TestCase):
    pass


if __name__ == "__main__":
    unittest.main()
