"""Pokój zamian: moduły programu zastąpione na chwilę wariantami i testy uruchomione na takim programie.

wariant – słownik {moduł: tekst źródłowy}, który zastępuje moduły programu; reszta programu zostaje nasza
zmiana – trójka (opis, stare wiersze, nowe wiersze); w pliku zmian to wiersz „# opis”, a pod nim jak w wydruku diff
wiersze zostające ( ), usunięte (-) i dodane (+)
Korzystają stąd test_warianty.py obu kursów.
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


def zmiany(plik):
    """Zwraca listę zmian z pliku."""
    wynik = []
    for zapis in re.split(r"(?m)^# ", plik.read_text(encoding="utf-8"))[1:]:
        opis, *wiersze = zapis.rstrip().split("\n")
        stare, nowe = ([w[1:] for w in wiersze if w[:1] != znak] for znak in "+-")
        wynik.append((opis, stare, nowe))
    return wynik


def zmieniony(tekst, nazwa, stare, nowe):
    """Zwraca tekst modułu, w którym w jednej funkcji stare wiersze są zastąpione nowymi."""
    wiersze, (poczatek, koniec) = tekst.split("\n"), _miejsce(tekst, nazwa)
    poczatki = [i for i in range(poczatek, koniec) if wiersze[i:i + len(stare)] == stare]
    if len(poczatki) != 1:
        raise ValueError(f"w {nazwa} te wiersze stoją {len(poczatki)} razy, a mają stać raz: {stare}")
    wiersze[poczatki[0]:poczatki[0] + len(stare)] = nowe
    ast.parse("\n".join(wiersze))   # wariant ma być zły z powodu działania, a nie składni
    return "\n".join(wiersze)


def wstawiony(tekst, nazwa, funkcja):
    """Zwraca tekst modułu, w którym w miejscu funkcji stoi inny tekst (funkcja z tym, czego sama potrzebuje)."""
    wiersze, (poczatek, koniec) = tekst.split("\n"), _miejsce(tekst, nazwa)
    wiersze[poczatek:koniec] = funkcja.rstrip("\n").split("\n")
    return "\n".join(wiersze)


def wyjety(tekst, nazwa):
    """Zwraca tekst samej funkcji modułu."""
    return "\n".join(tekst.split("\n")[slice(*_miejsce(tekst, nazwa))]) + "\n"


def bez_zadan(czytaj, *funkcje):
    """Zwraca wariant, w którym te funkcje ("moduł.nazwa") czekają na napisanie; czytaj(moduł) daje tekst modułu."""
    wariant = {}
    for funkcja in funkcje:
        modul, nazwa = funkcja.split(".")
        wariant[modul] = (wariant.get(modul) or czytaj(modul)) + (
            f"\n\ndef {nazwa}(*args, **kwargs):\n    raise NotImplementedError('Zadanie czeka: {funkcja}')\n")
    return wariant


@contextlib.contextmanager
def program(wariant, moduly):
    """Na czas bloku with moduły wariantu stoją w miejscu naszych, a te, które z nich korzystają, czyta się od nowa.

    moduly – nazwy w kolejności: dalsze korzystają z wcześniejszych.
    """
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(sys.modules), \
            mock.patch.object(sys, "path", [folder, *sys.path]), mock.patch.object(sys, "dont_write_bytecode", True):
        for modul, tekst in wariant.items():
            Path(folder, f"{modul}.py").write_text(tekst, encoding="utf-8")
        pierwszy = min((moduly.index(modul) for modul in wariant), default=len(moduly))
        for modul in moduly[pierwszy:]:
            sys.modules.pop(modul, None)
        importlib.invalidate_caches()
        yield


def uruchom(*nazwy, do_pierwszego=False):
    """Zwraca (liczba testów, lista par: nazwa nieudanego testu, tekst niepowodzenia)."""
    wynik = unittest.TestResult()
    wynik.failfast = do_pierwszego
    unittest.defaultTestLoader.loadTestsFromNames(nazwy).run(wynik)
    return wynik.testsRun, [(test.id(), tekst) for test, tekst in wynik.failures + wynik.errors]


def _miejsce(tekst, nazwa):
    """Zwraca numery wierszy funkcji, od zera: (pierwszy, za ostatnim)."""
    wezel = next(w for w in ast.parse(tekst).body if isinstance(w, ast.FunctionDef) and w.name == nazwa)
    return wezel.lineno - 1, wezel.end_lineno
