"""Pokój testów wariantów: złe wersje ośmiu funkcji są wykrywane, a dobre, choćby inne od naszych, przyjmowane.

wariant – słownik {moduł: tekst źródłowy}, który zastępuje nasze moduły; reszta programu zostaje nasza
Warianty leżą w folderze warianty/: zle.py i dobre.py to zmiany w modułach z prosty/, a inny/ to drugi komplet.
"""
import ast
import contextlib
import importlib
import runpy
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from wspolne import ASYSTENT

# isort: split
import konsola  # noqa: F401 – wczytuje resztę programu raz, a nie w każdym wariancie
from pomoc.zadania import ZADANIA

WARIANTY = Path(__file__).resolve().parent / "warianty"
MODULY = ("pamiec", "narzedzia", "decyzja", "asystent", "konsola")   # dalsze korzystają z wcześniejszych
ZLE = runpy.run_path(str(WARIANTY / "zle.py"))["ZLE"]
DOBRE = runpy.run_path(str(WARIANTY / "dobre.py"))["DOBRE"]
SPRAWDZIANY = ("sprawdz", "sprawdz_wiecej")
KLASY = {zadanie["nazwa"]: zadanie["testy"][-1] for zadanie in ZADANIA}   # ostatnia jest klasa z sprawdz_wiecej


def czytaj(folder, modul):
    return (folder / f"{modul}.py").read_text(encoding="utf-8")


def zmieniony(funkcja, stary, nowy):
    """Zwraca wariant: moduł z prosty/, w którym w jednej funkcji stary tekst jest zastąpiony nowym."""
    modul, nazwa = funkcja.split(".")
    tekst = czytaj(WARIANTY / "prosty", modul)
    wezel = next(w for w in ast.parse(tekst).body if isinstance(w, ast.FunctionDef) and w.name == nazwa)
    wiersze = tekst.splitlines(keepends=True)
    cialo = "".join(wiersze[wezel.lineno - 1:wezel.end_lineno])
    if cialo.count(stary) != 1:
        raise ValueError(f"w {funkcja} tekst {stary!r} stoi {cialo.count(stary)} razy, a ma stać raz")
    zmienione = "".join(wiersze[:wezel.lineno - 1]) + cialo.replace(stary, nowy) + "".join(wiersze[wezel.end_lineno:])
    ast.parse(zmienione)   # wariant ma być zły z powodu działania, a nie składni
    return {modul: zmienione}


def bez_zadan(*funkcje):
    """Zwraca wariant: nasze moduły, w których te funkcje czekają na napisanie."""
    wariant = {}
    for funkcja in funkcje:
        modul, nazwa = funkcja.split(".")
        wariant[modul] = (wariant.get(modul) or czytaj(ASYSTENT, modul)) + (
            f"\n\ndef {nazwa}(*args, **kwargs):\n    raise NotImplementedError('Zadanie czeka: {funkcja}')\n")
    return wariant


@contextlib.contextmanager
def program(wariant):
    """Na czas bloku with moduły wariantu stoją w miejscu naszych, a te, które z nich korzystają, czyta się od nowa."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(sys.modules), \
            mock.patch.object(sys, "path", [folder, *sys.path]), mock.patch.object(sys, "dont_write_bytecode", True):
        for modul, tekst in wariant.items():
            Path(folder, f"{modul}.py").write_text(tekst, encoding="utf-8")
        pierwszy = min((MODULY.index(modul) for modul in wariant), default=len(MODULY))
        for modul in MODULY[pierwszy:]:
            del sys.modules[modul]
        importlib.invalidate_caches()
        yield


def uruchom(*nazwy, do_pierwszego=False):
    """Zwraca (liczba testów, lista par: nazwa nieudanego testu, tekst niepowodzenia)."""
    wynik = unittest.TestResult()
    wynik.failfast = do_pierwszego
    unittest.defaultTestLoader.loadTestsFromNames(nazwy).run(wynik)
    return wynik.testsRun, [(test.id(), tekst) for test, tekst in wynik.failures + wynik.errors]


class Zle(unittest.TestCase):
    def test_kazdy_zly_wariant_jest_wykryty(self):
        """Zły wariant nie przechodzi testów swojego zadania, a niepowodzenie jest wytłumaczone."""
        przeoczone, niewytlumaczone, razem, sam_sprawdz = [], [], 0, 0
        for zadanie in ZADANIA:
            for opis, stary, nowy in ZLE[zadanie["nazwa"]]:
                wariant, nazwa = zmieniony(zadanie["nazwa"], stary, nowy), f"{zadanie['nazwa']}: {opis}"
                razem += 1
                with program(wariant):
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
        self.assertGreaterEqual(razem, 80)


class Dobre(unittest.TestCase):
    def oczekuj_przyjecia(self, opis, wariant):
        with self.subTest(opis), program(wariant):
            liczba, nieudane = uruchom(*SPRAWDZIANY)
            self.assertGreater(liczba, 60)
            self.assertEqual([], nieudane, "".join(tekst for _, tekst in nieudane))

    def test_nasze_moduly(self):
        self.oczekuj_przyjecia("Rozwiazanie", {})

    def test_moduly_napisane_inaczej(self):
        """Każdy moduł działa w miejscu naszego obok pozostałych naszych, a komplet – razem."""
        for zestaw in ("prosty", "inny"):
            komplet = {modul: czytaj(WARIANTY / zestaw, modul) for modul in MODULY}
            self.oczekuj_przyjecia(zestaw, komplet)
            for modul, tekst in komplet.items():
                self.oczekuj_przyjecia(f"{zestaw}/{modul}", {modul: tekst})

    def test_swobody_umowy(self):
        for funkcja, zmiany in DOBRE.items():
            for opis, stary, nowy in zmiany:
                self.oczekuj_przyjecia(f"{funkcja}: {opis}", zmieniony(funkcja, stary, nowy))


class Zadania(unittest.TestCase):
    """Klasa z sprawdz_wiecej zależy tylko od swojego zadania."""

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
