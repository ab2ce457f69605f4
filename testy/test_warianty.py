"""Pokój testów wariantów: złe wersje ośmiu funkcji są wykrywane, a dobre, choćby inne od naszych, przyjmowane.

wariant – słownik {moduł: tekst źródłowy}, który zastępuje nasze moduły; reszta programu zostaje nasza
W folderze warianty/ leżą dwa komplety dobrych modułów: prosty/ (każda funkcja w jednym kawałku) i inny/. Pliki
zle/<funkcja>.txt i dobre/<funkcja>.txt to zmiany funkcji z prosty/: wiersz „# opis”, a pod nim jak w wydruku diff
wiersze zostające ( ), usunięte (-) i dodane (+). Zły wariant łamie umowę, dobry korzysta ze swobody, którą zostawia.
"""
import ast
import contextlib
import importlib
import re
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
KLASY = {zadanie["nazwa"]: zadanie["testy"][-1] for zadanie in ZADANIA}   # ostatnia jest klasa z sprawdz_wiecej


def czytaj(folder, modul):
    return (folder / f"{modul}.py").read_text(encoding="utf-8")


def zmiany(folder, funkcja):
    """Zwraca listę trójek (opis, stare wiersze, nowe wiersze) z pliku folder/<funkcja>.txt."""
    wynik = []
    for zapis in re.split(r"(?m)^# ", (WARIANTY / folder / f"{funkcja}.txt").read_text(encoding="utf-8"))[1:]:
        opis, *wiersze = zapis.rstrip().split("\n")
        stare, nowe = ([w[1:] for w in wiersze if w[:1] != znak] for znak in "+-")
        wynik.append((opis, stare, nowe))
    return wynik


def zmieniony(funkcja, stare, nowe):
    """Zwraca wariant: moduł z prosty/, w którym w jednej funkcji stare wiersze są zastąpione nowymi."""
    modul, nazwa = funkcja.split(".")
    tekst = czytaj(WARIANTY / "prosty", modul)
    wezel = next(w for w in ast.parse(tekst).body if isinstance(w, ast.FunctionDef) and w.name == nazwa)
    wiersze = tekst.split("\n")
    poczatki = [i for i in range(wezel.lineno - 1, wezel.end_lineno) if wiersze[i:i + len(stare)] == stare]
    if len(poczatki) != 1:
        raise ValueError(f"w {funkcja} te wiersze stoją {len(poczatki)} razy, a mają stać raz: {stare}")
    wiersze[poczatki[0]:poczatki[0] + len(stare)] = nowe
    ast.parse("\n".join(wiersze))   # wariant ma być zły z powodu działania, a nie składni
    return {modul: "\n".join(wiersze)}


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
            for opis, stare, nowe in zmiany("zle", zadanie["nazwa"]):
                nazwa = f"{zadanie['nazwa']}: {opis}"
                razem += 1
                with program(zmieniony(zadanie["nazwa"], stare, nowe)):
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
            liczba, nieudane = uruchom("sprawdz", "sprawdz_wiecej")
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
        for funkcja in KLASY:
            for opis, stare, nowe in zmiany("dobre", funkcja):
                self.oczekuj_przyjecia(f"{funkcja}: {opis}", zmieniony(funkcja, stare, nowe))


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
