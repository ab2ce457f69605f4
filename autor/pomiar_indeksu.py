"""Pokój pomiaru: ile zyskuje indeks wobec zwykłego sposobu – czas szukania, czas wczytania i rozmiar pliku.

Dane: LICZBA losowych wektorów po WYMIAR liczb (zawsze te same). Zwykły sposób to lista list: suma iloczynów
w wyrażeniu generatorowym i plik JSON z liczbami. Oba sposoby mierzy jeden proces, na przemian.
Uruchomienie z dowolnego folderu: python autor/pomiar_indeksu.py (około pół minuty, do 1 GB pamięci).
"""
import heapq
import json
import math
import platform
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Kod" / "Rozwiazanie" / "asystent"))

import indeks  # noqa: E402 – dopiero po dopisaniu folderu programu do ścieżek
import wektory  # noqa: E402
from ekran import liczba  # noqa: E402

LICZBA, WYMIAR, K = 10_000, 1024, 4
PYTAN, WCZYTAN = 11, 5
WYMAGANE = {"szukanie": 5, "wczytanie": 3, "rozmiar": 4}   # tyle razy lepiej ma być, w każdym Pythonie


def losowy(los):
    """Zwraca krotkę WYMIAR liczb o długości 1."""
    liczby = [los.uniform(-1, 1) for _ in range(WYMIAR)]
    dlugosc = math.hypot(*liczby)
    return tuple(x / dlugosc for x in liczby)


def zwykle_najblizsze(wektor, listy, k):
    """Zwraca to samo co wektory.najblizsze, policzone najprościej."""
    oceny = [sum(x * y for x, y in zip(wektor, inny)) for inny in listy]
    return [(oceny[i], i) for i in heapq.nlargest(k, range(len(listy)), key=oceny.__getitem__)]


def czas(funkcja, *argumenty):
    """Zwraca (wynik, sekundy) jednego wywołania."""
    start = time.perf_counter()
    wynik = funkcja(*argumenty)
    return wynik, time.perf_counter() - start


def zmierz_szukanie(pytania, listy, zbior):
    """Zwraca (sekundy zwykłe, sekundy nasze): mediany po pytaniach zadawanych na przemian oboma sposobami."""
    zwykle, nasze = [], []
    for pytanie in pytania:
        wzor, sekundy = czas(zwykle_najblizsze, list(pytanie), listy, K)
        zwykle.append(sekundy)
        wynik, sekundy = czas(wektory.najblizsze, pytanie, zbior, K)
        nasze.append(sekundy)
        if [i for _, i in wynik] != [i for _, i in wzor]:
            raise RuntimeError("Oba sposoby znalazły różne wektory, więc porównanie czasów nie ma sensu.")
    return statistics.median(zwykle), statistics.median(nasze)


def zapisz_oba(folder, records, los):
    """Zapisuje te same losowe wektory jako JSON z liczbami i jako plik indeksu; zwraca obie ścieżki."""
    zwykly, nasz = folder / "liczby.json", folder / "index.json"
    losowe = [losowy(los) for _ in records]
    with zwykly.open("w", encoding="utf-8") as plik:
        json.dump({record["chunk_id"]: wektor for record, wektor in zip(records, losowe)}, plik)
    indeks.zapisz_indeks({"embedding_model": "pomiar", "embedding_digest": "", "dimension": WYMIAR,
                          "vectors": {"bajty": list(map(wektory.na_bajty, losowe))}}, records, nasz, "")
    return zwykly, nasz


def wczytaj_zwykly(sciezka):
    """Zwraca wektory z pliku JSON z liczbami."""
    with sciezka.open(encoding="utf-8") as plik:
        return list(json.load(plik).values())


def wczytaj_nasz(sciezka, records):
    """Zwraca wektory z pliku indeksu, ze wszystkimi kontrolami, które robi program."""
    with mock.patch.object(indeks, "INDEKS", sciezka):
        return indeks._wektory(indeks._czytaj_indeks(), records)


def zmierz_wczytanie(zwykly, nasz, records):
    """Zwraca (sekundy zwykłe, sekundy nasze): mediany kilku wczytań na przemian."""
    czasy = [(czas(wczytaj_zwykly, zwykly)[1], czas(wczytaj_nasz, nasz, records)[1]) for _ in range(WCZYTAN)]
    return tuple(statistics.median(kolumna) for kolumna in zip(*czasy))


def main():
    """Drukuje trzy stosunki; zwraca 0, gdy wszystkie są dość duże, inaczej 1."""
    los = random.Random(2024)
    records = [{"chunk_id": f"DOC-A#{numer:05d}"} for numer in range(LICZBA)]
    print(f"Python {platform.python_version()}, wektory: {LICZBA}, wymiar: {WYMIAR}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        zwykly, nasz = zapisz_oba(Path(folder), records, los)
        pary = {"wczytanie": (*zmierz_wczytanie(zwykly, nasz, records), "s"),
                "rozmiar": (zwykly.stat().st_size / 1e6, nasz.stat().st_size / 1e6, "MB")}
        listy, zbior = wczytaj_zwykly(zwykly), wczytaj_nasz(nasz, records)
    pytania = [losowy(los) for _ in range(PYTAN)]
    pary["szukanie"] = (*zmierz_szukanie(pytania, listy, zbior), "s na pytanie")
    dobrze = True
    for co, (zwykle, nasze, jednostka) in pary.items():
        stosunek = zwykle / nasze
        dobrze = dobrze and stosunek >= WYMAGANE[co]
        print(f"{co + ':':<10} zwykle {liczba(zwykle, 3):>8} {jednostka}, u nas {liczba(nasze, 3):>7} {jednostka}: "
              f"{liczba(stosunek, 1)} razy lepiej (ma być co najmniej {WYMAGANE[co]})")
    return 0 if dobrze else 1


if __name__ == "__main__":
    sys.exit(main())
