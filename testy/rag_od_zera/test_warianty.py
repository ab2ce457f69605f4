"""Pokój testów wariantów: złe wersje trzynastu funkcji są wykrywane, a dobre, choćby inne od naszych, przyjmowane.

W folderze warianty/ leżą dwa komplety dobrych funkcji, prosty/ i inny/: plik <moduł.funkcja>.py to funkcja i to, czego
sama potrzebuje, wstawiane w miejsce naszej. Pliki zle/<moduł.funkcja>.txt i dobre/<moduł.funkcja>.txt to zmiany funkcji
z prosty/ (zob. zamiany). Zły wariant łamie umowę, dobry korzysta ze swobody, którą umowa zostawia.
Plik zdania/<moduł.funkcja>.txt to docstring funkcji rozcięty na zdania: „= ” stoi przed zdaniem umowy, „~ ” przed
objaśnieniem, a „- ” przed opisem złego wariantu, który łamie zdanie stojące wyżej.
"""
import importlib
import inspect
import re
import sys
import unittest
from pathlib import Path

from warsztat import WARSZTAT

# isort: split
import ewaluacja  # noqa: F401 – wczytuje resztę programu raz, a nie w każdym wariancie
import zamiany
from pomoc.zadania import TESTY_GOTOWEGO, ZADANIA
from zamiany import uruchom

WARIANTY = Path(__file__).resolve().parent / "warianty"
MODULY = ("znaki", "tokeny", "fragmenty", "baza", "indeksuj", "porownaj_embed", "hybryda", "rerank", "budzet",
          "kompakcja", "odpowiedz", "ewaluacja")   # dalsze korzystają z wcześniejszych
KLASY = {zadanie["nazwa"]: zadanie["testy"] for zadanie in ZADANIA}


def czytaj(modul):
    return (WARSZTAT / f"{modul}.py").read_text(encoding="utf-8")


def funkcja(zestaw, nazwa):
    """Zwraca tekst funkcji ("moduł.nazwa") z folderu prosty albo inny."""
    return (WARIANTY / zestaw / f"{nazwa}.py").read_text(encoding="utf-8")


def zmiany(folder, nazwa):
    """Zwraca listę zmian funkcji z folderu zle albo dobre."""
    return zamiany.zmiany(WARIANTY / folder / f"{nazwa}.txt")


def zdania(nazwa):
    """Zwraca docstring zadania jako listę trójek: znak zdania, zdanie, opisy złych wariantów, które je łamią."""
    wynik = []
    for wiersz in (WARIANTY / "zdania" / f"{nazwa}.txt").read_text(encoding="utf-8").splitlines():
        znak, tresc = wiersz.split(" ", 1)
        if znak == "-":
            wynik[-1][2].append(tresc)
        else:
            wynik.append((znak, tresc, []))
    return wynik


def docstring(nazwa):
    """Zwraca docstring zadania w jednym wierszu, bez kresek, które zaczynają punkty."""
    modul, krotka = nazwa.split(".")
    tekst = inspect.getdoc(getattr(importlib.import_module(modul), krotka))
    return " ".join(re.sub(r"(?m)^[-–] ", "", tekst).split())


def z_funkcjami(teksty):
    """Zwraca wariant: nasze moduły, w których w miejscu funkcji stoją teksty; teksty to {"moduł.nazwa": tekst}."""
    wariant = {}
    for nazwa, tekst in teksty.items():
        modul, krotka = nazwa.split(".")
        wariant[modul] = zamiany.wstawiony(wariant.get(modul) or czytaj(modul), krotka, tekst)
    return wariant


def zmieniony(nazwa, stare, nowe):
    """Zwraca wariant z funkcją z prosty/, w której stare wiersze są zastąpione nowymi."""
    return z_funkcjami({nazwa: zamiany.zmieniony(funkcja("prosty", nazwa), nazwa.split(".")[1], stare, nowe)})


def program(wariant):
    return zamiany.program(wariant, MODULY)


class Zle(unittest.TestCase):
    def test_kazdy_zly_wariant_jest_wykryty(self):
        """Zły wariant nie przechodzi testów swojego zadania, a niepowodzenie jest wytłumaczone."""
        przeoczone, niewytlumaczone, razem = [], [], 0
        opisane = re.compile(r"wywołanie: .*jest: .*oczekiwano: ", re.DOTALL)
        for nazwa, testy in KLASY.items():
            for opis, stare, nowe in zmiany("zle", nazwa):
                razem += 1
                with program(zmieniony(nazwa, stare, nowe)):
                    nieudane = uruchom(*testy)[1]
                if not nieudane:
                    przeoczone.append(f"{nazwa}: {opis}")
                niewytlumaczone += [f"{nazwa}: {opis}\n{tekst}" for _, tekst in nieudane if not opisane.search(tekst)]
        print(f"\nZłe warianty: {razem}; testy zadań wykrywają: {razem - len(przeoczone)}.", file=sys.stderr)
        self.assertEqual(przeoczone, [])
        self.assertEqual(niewytlumaczone, [])
        self.assertGreaterEqual(razem, 360)

    def test_kazde_zdanie_umowy_ma_zly_wariant(self):
        """Plik zdań powtarza docstring słowo w słowo, a każde zdanie umowy łamie co najmniej jeden zły wariant."""
        for nazwa in KLASY:
            with self.subTest(nazwa):
                rozciety = zdania(nazwa)
                self.assertEqual(" ".join(zdanie for _, zdanie, _ in rozciety), docstring(nazwa))
                self.assertEqual([zdanie for znak, zdanie, opisy in rozciety if (znak == "=") != bool(opisy)], [])
                znane = [opis for opis, _, _ in zmiany("zle", nazwa)]
                self.assertEqual({opis for _, _, opisy in rozciety for opis in opisy} - set(znane), set())
                self.assertEqual(len(set(znane)), len(znane), "opis złego wariantu się powtarza")


class Dobre(unittest.TestCase):
    def oczekuj_przyjecia(self, opis, wariant, *testy):
        with self.subTest(opis), program(wariant):
            liczba, nieudane = uruchom(*testy)
            self.assertGreater(liczba, 0)
            self.assertEqual([], nieudane, "".join(tekst for _, tekst in nieudane))

    def test_nasze_moduly(self):
        self.oczekuj_przyjecia("Rozwiazanie", {}, "sprawdz")

    def test_funkcje_napisane_inaczej(self):
        """Każda funkcja działa w miejscu naszej obok pozostałych naszych, a komplet – razem."""
        for zestaw in ("prosty", "inny"):
            komplet = {nazwa: funkcja(zestaw, nazwa) for nazwa in KLASY}
            self.oczekuj_przyjecia(zestaw, z_funkcjami(komplet), "sprawdz")
            for nazwa, tekst in komplet.items():
                self.oczekuj_przyjecia(f"{zestaw}/{nazwa}", z_funkcjami({nazwa: tekst}), *KLASY[nazwa], *TESTY_GOTOWEGO)

    def test_swobody_umowy(self):
        razem = 0
        for nazwa, testy in KLASY.items():
            for opis, stare, nowe in zmiany("dobre", nazwa):
                razem += 1
                self.oczekuj_przyjecia(f"{nazwa}: {opis}", zmieniony(nazwa, stare, nowe), *testy, *TESTY_GOTOWEGO)
        print(f"\nDobre warianty: swobody umowy: {razem}, funkcje napisane inaczej: {2 * len(KLASY)}.", file=sys.stderr)


class Zadania(unittest.TestCase):
    """Klasa ze sprawdz.py zależy tylko od swojego zadania."""

    def test_klasa_przechodzi_gdy_inne_zadania_czekaja(self):
        for nazwa, testy in KLASY.items():
            with self.subTest(nazwa), program(zamiany.bez_zadan(czytaj, *[inna for inna in KLASY if inna != nazwa])):
                liczba, nieudane = uruchom(*testy, *TESTY_GOTOWEGO)
                self.assertGreater(liczba, 0)
                self.assertEqual([], nieudane, "".join(tekst for _, tekst in nieudane))

    def test_kazdy_test_czeka_na_swoje_zadanie(self):
        """Gdy zadanie czeka, nie przechodzi żaden test jego klasy, i to z powodu tego zadania."""
        for nazwa, testy in KLASY.items():
            with self.subTest(nazwa), program(zamiany.bez_zadan(czytaj, nazwa)):
                liczba, nieudane = uruchom(*testy)
                self.assertEqual(len({test.split(" ")[0] for test, _ in nieudane}), liczba)
                for test, tekst in nieudane:
                    self.assertIn(f"NotImplementedError: Zadanie czeka: {nazwa}", tekst, test)

    def test_gotowe_przechodzi_gdy_czekaja_wszystkie(self):
        with program(zamiany.bez_zadan(czytaj, *KLASY)):
            liczba, nieudane = uruchom(*TESTY_GOTOWEGO)
            self.assertGreater(liczba, 0)
            self.assertEqual([], nieudane, "".join(tekst for _, tekst in nieudane))


if __name__ == "__main__":
    unittest.main()
