"""Pokój testów wariantów: złe wersje ośmiu funkcji są wykrywane, a dobre, choćby inne od naszych, przyjmowane.

wariant – słownik {moduł: tekst źródłowy}, który zastępuje nasze moduły; reszta programu zostaje nasza
W folderze warianty/ leżą dwa komplety dobrych modułów: prosty/ (każda funkcja w jednym kawałku) i ksiazka/ (na wzór
książki kursowej; więcej o nim mówi test_ksiazka.py). Pliki
zle/<funkcja>.txt i dobre/<funkcja>.txt to zmiany funkcji z prosty/: wiersz „# opis”, a pod nim jak w wydruku diff
wiersze zostające ( ), usunięte (-) i dodane (+). Zły wariant łamie umowę, dobry korzysta ze swobody, którą zostawia.
"""
import sys
import unittest
from pathlib import Path

import zamiany
from wspolne import ASYSTENT
from zamiany import uruchom, zmieniony

# isort: split
import konsola  # noqa: F401 – wczytuje resztę programu raz, a nie w każdym wariancie
from pomoc.zadania import ZADANIA

WARIANTY = Path(__file__).resolve().parent / "warianty"
MODULY = ("pamiec", "narzedzia", "decyzja", "asystent", "konsola")   # dalsze korzystają z wcześniejszych
KLASY = {zadanie["nazwa"]: zadanie["testy"][-1] for zadanie in ZADANIA}   # ostatnia jest klasa z sprawdz_wiecej


def czytaj(folder, modul):
    return (folder / f"{modul}.py").read_text(encoding="utf-8")


def zmiany(folder, funkcja):
    """Zwraca listę zmian (zob. zamiany) funkcji z folderu zle albo dobre."""
    return zamiany.zmiany(WARIANTY / folder / f"{funkcja}.txt")


def prosty(funkcja, stare, nowe):
    """Zwraca wariant: moduł z prosty/, w którym w jednej funkcji stare wiersze są zastąpione nowymi."""
    modul, nazwa = funkcja.split(".")
    return {modul: zmieniony(czytaj(WARIANTY / "prosty", modul), nazwa, stare, nowe)}


def bez_zadan(*funkcje):
    return zamiany.bez_zadan(lambda modul: czytaj(ASYSTENT, modul), *funkcje)


def program(wariant):
    return zamiany.program(wariant, MODULY)


class Zle(unittest.TestCase):
    def test_kazdy_zly_wariant_jest_wykryty(self):
        """Zły wariant nie przechodzi testów swojego zadania, a niepowodzenie jest wytłumaczone."""
        przeoczone, niewytlumaczone, razem, sam_sprawdz = [], [], 0, 0
        for zadanie in ZADANIA:
            for opis, stare, nowe in zmiany("zle", zadanie["nazwa"]):
                nazwa = f"{zadanie['nazwa']}: {opis}"
                razem += 1
                with program(prosty(zadanie["nazwa"], stare, nowe)):
                    sam_sprawdz += bool(uruchom("sprawdz", do_pierwszego=True)[1])
                    nieudane = uruchom(*zadanie["testy"], do_pierwszego=True)[1]
                if not nieudane:
                    przeoczone.append(nazwa)
                elif "oczekiwano:" not in nieudane[0][1]:
                    niewytlumaczone.append(f"{nazwa}\n{nieudane[0][1]}")
        print(f"\nZłe warianty: {razem}; wykrywa je sam sprawdz.py: {sam_sprawdz}, testy zadań: "
              f"{razem - len(przeoczone)}.", file=sys.stderr)
        self.assertEqual(przeoczone, [])
        self.assertEqual(niewytlumaczone, [])
        self.assertGreaterEqual(razem, 500)


class Dobre(unittest.TestCase):
    def oczekuj_przyjecia(self, opis, wariant):
        with self.subTest(opis), program(wariant):
            liczba, nieudane = uruchom("sprawdz", "sprawdz_wiecej")
            self.assertGreater(liczba, 60)
            self.assertEqual([], nieudane, "".join(tekst for _, tekst in nieudane))

    def test_nasze_moduly(self):
        self.oczekuj_przyjecia("Rozwiazanie", {})

    def test_funkcje_z_ksiazki(self):
        """Każda funkcja zadania wklejona z książki, sama, działa w naszym module."""
        for funkcja in KLASY:
            modul, nazwa = funkcja.split(".")
            z_ksiazki = zamiany.wyjety(czytaj(WARIANTY / "ksiazka", modul), nazwa)
            self.oczekuj_przyjecia(funkcja, {modul: zamiany.wstawiony(czytaj(ASYSTENT, modul), nazwa, z_ksiazki)})

    def test_moduly_napisane_inaczej(self):
        """Każdy moduł działa w miejscu naszego obok pozostałych naszych, a komplet – razem."""
        for zestaw in ("prosty", "ksiazka"):
            komplet = {modul: czytaj(WARIANTY / zestaw, modul) for modul in MODULY}
            self.oczekuj_przyjecia(zestaw, komplet)
            for modul, tekst in komplet.items():
                self.oczekuj_przyjecia(f"{zestaw}/{modul}", {modul: tekst})

    def test_swobody_umowy(self):
        for funkcja in KLASY:
            for opis, stare, nowe in zmiany("dobre", funkcja):
                self.oczekuj_przyjecia(f"{funkcja}: {opis}", prosty(funkcja, stare, nowe))


class Zadania(unittest.TestCase):
    """Klasa z sprawdz_wiecej zależy tylko od swojego zadania."""

    def test_kazde_zadanie_ma_swoja_klase_a_kazdy_test_opis(self):
        self.assertEqual(list(KLASY.values()), [f"sprawdz_wiecej.{nazwa}" for nazwa in (
            "NowyStan", "RozwinPytanie", "Zapamietaj", "Wykonaj", "WybierzReguly", "WybierzModel", "Krok", "Pokaz")])
        for klasa in unittest.defaultTestLoader.loadTestsFromNames(KLASY.values()):
            for test in klasa:
                self.assertTrue(test.shortDescription(), f"{test.id()} nie mówi, co sprawdza")

    def test_klasa_przechodzi_gdy_inne_zadania_czekaja(self):
        for nazwa, klasa in KLASY.items():
            inne = ["konsola.pokaz"] if nazwa == "asystent.krok" else [n for n in KLASY if n != nazwa]
            with self.subTest(nazwa), program(bez_zadan(*inne)):
                liczba, nieudane = uruchom(klasa)
                self.assertGreater(liczba, 0)
                self.assertEqual([], nieudane, "".join(tekst for _, tekst in nieudane))

    def test_kazdy_test_czeka_na_swoje_zadanie(self):
        """Gdy zadanie czeka, nie przechodzi żaden test jego klasy, i to z powodu tego zadania."""
        for nazwa, klasa in KLASY.items():
            with self.subTest(nazwa), program(bez_zadan(nazwa)):
                liczba, nieudane = uruchom(klasa)
                self.assertEqual(len({test.split(" ")[0] for test, _ in nieudane}), liczba)
                for test, tekst in nieudane:
                    self.assertIn(f"NotImplementedError: Zadanie czeka: {nazwa}", tekst, test)


if __name__ == "__main__":
    unittest.main()
