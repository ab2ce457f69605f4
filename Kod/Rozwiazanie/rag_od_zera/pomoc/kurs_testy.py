"""Pokój wyników: uruchamia testy w osobnym procesie i zbiera z nich stan zadań.

badanie zadania – słownik: numer, testy (nazwy), opisy ({nazwa: co test sprawdza}), wyniki ({nazwa: zdarzenie
„wynik” z kurs_proces}; brak wpisu znaczy, że test się nie skończył), uwagi (teksty, gdy zadanie jest zrobione),
przerwany (None albo słownik test, petla, miejsce: test, w którym proces się zapętlił albo zakończył)
"""
import json
import os
import re
import subprocess
import sys

import silnik

from pomoc.kurs_pliki import FOLDER

LIMIT = 5                    # sekund na jeden test; zwykle trwa on kilka tysięcznych
PROCES = "pomoc.kurs_proces"
RAMKA = re.compile(r'^  File "(.+)", line (\d+) in (\S+)', re.MULTILINE)
NIE_WCZYTUJE = "Nie da się wczytać modułu"   # początek komunikatu z pomoc/sprawdzanie.py
NIE_RUSZYLY = "Nie udało się uruchomić testów: {}. Sprawdź folder poleceniem: python kurs.py lekarz"


def zbadaj(numery):
    """Uruchamia testy zadań o tych numerach; zwraca {numer: badanie}. Zawieszone zadanie nie zatrzymuje reszty.

    RuntimeError, gdy proces z testami w ogóle nie ruszył.
    """
    badania, czekaja = {}, list(numery)
    while czekaja:
        proces = _proces(czekaja)
        zdarzenia = [json.loads(wiersz) for wiersz in proces.stdout.splitlines() if wiersz.startswith('{"zdarzenie"')]
        nowe = _zbierz(zdarzenia)
        if not nowe:
            raise RuntimeError(NIE_RUSZYLY.format((proces.stderr.strip().splitlines() or ["brak opisu"])[-1]))
        badania.update(nowe)
        czekaja = czekaja[len(nowe):]
        if zdarzenia[-1]["zdarzenie"] != "koniec":
            list(nowe.values())[-1]["przerwany"] = _przerwany(zdarzenia, proces.stderr)
    return badania


def udane(badanie):
    """Zwraca liczbę testów badania, które przeszły."""
    return sum(wynik["ok"] for wynik in badanie["wyniki"].values())


def wszystkie_udane(badanie):
    """Mówi, czy przeszły wszystkie testy badania, i to co najmniej jeden."""
    return 0 < len(badanie["testy"]) == udane(badanie)


def nie_wczytane(badanie):
    """Mówi, czy jakiś test nie mógł wczytać modułu, który sprawdza."""
    return any(NIE_WCZYTUJE in wynik.get("komunikat", "") for wynik in badanie["wyniki"].values())


def pierwszy_nieudany(badanie):
    """Zwraca nazwę pierwszego testu, który nie przeszedł, albo None."""
    return next((test for test in badanie["testy"] if not badanie["wyniki"].get(test, {"ok": False})["ok"]), None)


def _proces(numery):
    srodowisko = {nazwa: wartosc for nazwa, wartosc in os.environ.items()
                  if nazwa not in (silnik.ZMIENNA, "PYTHONSAFEPATH")}
    return subprocess.run([sys.executable, "-m", PROCES, str(LIMIT), *map(str, numery)], cwd=FOLDER, env=srodowisko,
                          stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace")


def _zbierz(zdarzenia):
    badania = {}
    for zdarzenie in zdarzenia:
        if zdarzenie["zdarzenie"] == "zadanie":
            biezace = badania[zdarzenie["numer"]] = {"numer": zdarzenie["numer"], "testy": zdarzenie["testy"],
                                                     "opisy": {}, "wyniki": {}, "uwagi": [], "przerwany": None}
        elif zdarzenie["zdarzenie"] == "start":
            biezace["opisy"][zdarzenie["test"]] = zdarzenie["opis"]
        elif zdarzenie["zdarzenie"] == "wynik":
            biezace["wyniki"][zdarzenie["test"]] = zdarzenie
        elif zdarzenie["zdarzenie"] == "uwaga":
            biezace["uwagi"].append(zdarzenie["tekst"])
    return badania


def _przerwany(zdarzenia, stderr):
    """Zwraca opis testu, w którym proces się urwał; miejsce to najgłębszy wiersz programu w śladzie strażnika."""
    test = next((z["test"] for z in reversed(zdarzenia) if "test" in z), None)
    wlasne = {plik.name for plik in FOLDER.glob("*.py") if not plik.name.startswith("sprawdz")}
    for sciezka, wiersz, funkcja in RAMKA.findall(stderr):   # od najgłębszej
        plik = re.split(r"[/\\]", sciezka)[-1]
        if plik in wlasne:
            miejsce = {"plik": plik, "wiersz": int(wiersz), "funkcja": funkcja}
            break
    else:
        miejsce = None
    return {"test": test, "petla": "Timeout (" in stderr, "miejsce": miejsce}
