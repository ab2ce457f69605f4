"""Pokój pomiaru warsztatu: ile daje szukanie dwuetapowe w dużej bazie – czas, trafność, pamięć i miejsce na dysku.

Dane: wektory po WYMIAR liczb, w skupieniach (jak embeddingi tekstów o wspólnych tematach), zawsze te same. Baza
powstaje funkcjami warsztatu w folderze tymczasowym. Zwykły sposób to sum(x * y …) po wektorach rozpakowanych z tej
samej bazy. Oba sposoby mierzy jeden proces, na przemian, więc liczą się stosunki czasów, a nie sekundy.
Trafność (recall) to część dokładnych K najbliższych, która znalazła się wśród kandydatów.
Uruchomienie z dowolnego folderu: python autor/pomiar_warsztatu.py (kilka minut, około 1 GB na dysku i w pamięci).
"""
import heapq
import math
import platform
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Kod" / "Rozwiazanie" / "rag_od_zera"))

import baza  # noqa: E402 – dopiero po dopisaniu folderu programu do ścieżek
import indeksuj  # noqa: E402
import przeglad  # noqa: E402
import wektory  # noqa: E402
import znaki  # noqa: E402
from ekran import liczba  # noqa: E402

DUZA, MALA, WYMIAR, K = 100_000, 10_000, 1024, 10
SKUPIENIA, SZUM = 150, 0.11          # szum ma mniej więcej taką długość, jak środek skupienia
PRZESUNIECIE = 0.05                  # wspólne wszystkim wektorom: prawdziwe embeddingi też nie leżą wokół zera
W_PLIKU = 1000                       # fragmentów w jednym „pliku”, czyli w jednej transakcji
PYTANIA, PYTANIA_ZWYKLE = 30, 3      # zwykły sposób trwa najdłużej, więc dostaje mniej pytań
KANDYDACI, DOMYSLNIE = (100, 200, 400, 800), 400
WYMAGANE = {"dwuetapowo": 60, "dokladnie": 5, "recall": 0.95, "pamiec": 1200}


# --- dane i bazy ---

def skupione(ile, los, srodki):
    """Daje po kolei `ile` wektorów o długości 1, każdy z losowego skupienia."""
    losuj, od_zera = los.random, PRZESUNIECIE - SZUM / 2
    for _ in range(ile):
        liczby = [x + SZUM * losuj() + od_zera for x in los.choice(srodki)]
        dlugosc = math.hypot(*liczby)
        yield tuple([x / dlugosc for x in liczby])


def zbuduj(sciezka, ile, los, srodki):
    """Zapisuje bazę z `ile` wektorami i zwraca połączenie z nią."""
    con = baza.utworz(sciezka, "pomiar")
    strumien = skupione(ile, los, srodki)
    for poczatek in range(0, ile, W_PLIKU):
        zrodlo = f"plik{poczatek:06d}.txt"
        fragmenty = [{"zrodlo": zrodlo, "strona": None, "naglowek": "Pomiar", "pozycja": i, "tekst": f"Fragment {i}."}
                     for i in range(min(W_PLIKU, ile - poczatek))]
        indeksuj.zapisz_plik(con, zrodlo, None, "pomiar", fragmenty, [next(strumien) for _ in fragmenty])
    return con


# --- pomiary ---

def czas(funkcja, *argumenty):
    """Zwraca (wynik, sekundy) jednego wywołania."""
    start = time.perf_counter()
    wynik = funkcja(*argumenty)
    return wynik, time.perf_counter() - start


def szukaj_wektorem(szukaj, con, wektor):
    """Woła funkcję szukania z bazą i pytaniem, w którym rolę modelu gra gotowy wektor."""
    with mock.patch.object(baza, "embeduj", lambda _: [wektor]):
        return szukaj(con, "pytanie", K)


def zwykle(con, wektor, k):
    """Zwraca listę id k najbliższych, policzonych najprościej."""
    oceny = [(sum(x * y for x, y in zip(wektor, struct.unpack(f"<{WYMIAR}f", bajty))), numer)
             for numer, bajty in con.execute("SELECT id, wektor FROM fragmenty")]
    return [numer for _, numer in heapq.nlargest(k, oceny)]


def porownaj_czasy(con, pytania, szukaj):
    """Zwraca (sekundy zwykłe, sekundy nasze): mediany; szukaj to funkcja szukania z baza.py.

    RuntimeError, gdy oba sposoby znajdują co innego: szybkie szukanie nie tego, co trzeba, nic nie znaczy.
    """
    szukaj_wektorem(szukaj, con, pytania[-1])   # pierwsze wczytuje dane do pamięci; ten koszt podaje „przygotowanie”
    zwykly_czas, nasz_czas = [], []
    for wektor in pytania[:PYTANIA_ZWYKLE]:
        wzor, sekundy = czas(zwykle, con, wektor, K)
        zwykly_czas.append(sekundy)
        for _ in range(3):
            trafienia, sekundy = czas(szukaj_wektorem, szukaj, con, wektor)
            nasz_czas.append(sekundy)
        if len(set(wzor) & {trafienie["id"] for trafienie in trafienia}) < K / 2:   # dokładniej mierzy to trafnosc()
            raise RuntimeError("Oba sposoby znalazły inne fragmenty.")
    return statistics.median(zwykly_czas), statistics.median(nasz_czas)


def dokladne(con, pytania):
    """Zwraca dla każdego pytania zbiór pozycji (w kolejności bazy) K najbliższych; bazę czyta raz, porcjami."""
    najlepsze, poczatek = [[] for _ in pytania], 0
    for porcja, zbior in przeglad.porcjami(con, przeglad.numery_fragmentow(con)):
        for lista, wektor in zip(najlepsze, pytania):
            lista += [(cosinus, poczatek + i) for cosinus, i in wektory.najblizsze(wektor, zbior, K)]
        poczatek += len(porcja)
    return [{i for _, i in heapq.nlargest(K, lista)} for lista in najlepsze]


def trafnosc(pytania, wzorce, srednia, lista):
    """Zwraca {liczba kandydatów: recall} dla znaków policzonych z tą średnią."""
    trafione = dict.fromkeys(KANDYDACI, 0)
    for wektor, wzor in zip(pytania, wzorce):
        kolejnosc = znaki.kandydaci(znaki.znak(wektor, srednia), lista, max(KANDYDACI))
        for ile in KANDYDACI:
            trafione[ile] += len(wzor & set(kolejnosc[:ile]))
    return {ile: suma / (K * len(pytania)) for ile, suma in trafione.items()}


def bez_sredniej(con):
    """Zwraca (wektor zerowy, znaki policzone bez odejmowania średniej)."""
    zera = (0.0,) * WYMIAR
    bajty = przeglad.bajty_wektorow(con, przeglad.numery_fragmentow(con))
    return zera, [znaki.znak(wektory.z_bajtow(b), zera) for b in bajty]


def pamiec_szukania(sciezka):
    """Zwraca największą pamięć (MB) osobnego procesu, który szuka na oba sposoby; None, gdy system jej nie podaje."""
    wynik = subprocess.run([sys.executable, __file__, str(sciezka)], capture_output=True, check=True, encoding="utf-8")
    return float(wynik.stdout) if wynik.stdout.strip() else None


def szukaj_i_zmierz(sciezka):
    """Szuka w bazie na oba sposoby i drukuje największą pamięć tego procesu w MB (w Windows nic)."""
    con = baza.otworz(sciezka)
    wektor = wektory.z_bajtow(next(przeglad.bajty_wektorow(con, [1])))
    przeglad.dwuetapowo(con, wektor, K, DOMYSLNIE)
    przeglad.dokladnie(con, wektor, K)
    try:
        import resource
    except ImportError:
        return 0
    jednostka = 1e6 if sys.platform == "darwin" else 1e3   # macOS podaje bajty, Linux kilobajty
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / jednostka)
    return 0


def porownaj_z_numpy(con, pytania, nasz_czas):
    """Drukuje czas i pamięć tego samego szukania w numpy, jeśli jest zainstalowane."""
    try:
        import numpy
    except ImportError:
        print("numpy: nie jest zainstalowane, więc nie ma z czym porównać.")
        return
    bajty, wczytanie = czas(lambda: b"".join(przeglad.bajty_wektorow(con, przeglad.numery_fragmentow(con))))
    macierz = numpy.frombuffer(bajty, dtype="<f4").reshape(-1, WYMIAR)
    czasy = [czas(lambda w=w: numpy.argsort(-(macierz @ numpy.array(w, dtype="<f4")))[:K])[1] for w in pytania]
    print(f"numpy {numpy.__version__}: dokładnie {liczba(statistics.median(czasy) * 1000, 1)} ms na pytanie, "
          f"wczytanie {liczba(wczytanie, 1)} s, macierz {macierz.nbytes // 10**6} MB w pamięci; "
          f"dwuetapowo bez numpy: {liczba(nasz_czas * 1000, 1)} ms")


# --- program ---

def sprawdz(nazwa, wynik, dobrze):
    """Drukuje wynik z oceną i zwraca ocenę."""
    print(f"{nazwa + ':':<28} {wynik}  {'dobrze' if dobrze else 'ŹLE'}", flush=True)
    return dobrze


def sprawdz_czasy(nazwa, con, pytania, szukaj, wymagane):
    """Mierzy i drukuje stosunek czasów; zwraca (czy dość duży, nasze sekundy)."""
    zwykly_czas, nasz_czas = porownaj_czasy(con, pytania, szukaj)
    wynik = (f"zwykle {liczba(zwykly_czas, 3)} s, u nas {liczba(nasz_czas, 4)} s: {liczba(zwykly_czas / nasz_czas, 1)} "
             f"razy szybciej (ma być {wymagane})")
    return sprawdz(nazwa, wynik, zwykly_czas / nasz_czas >= wymagane), nasz_czas


def zmierz(folder):
    """Buduje bazy, drukuje pomiary; zwraca listę ocen (bool)."""
    los = random.Random(2025)
    srodki = [[los.gauss(0, WYMIAR ** -0.5) for _ in range(WYMIAR)] for _ in range(SKUPIENIA)]
    pytania = list(skupione(PYTANIA, los, srodki))
    mala = zbuduj(folder / "mala.sqlite", MALA, los, srodki)
    oceny = [sprawdz_czasy(f"Dokładnie, {MALA} wektorów", mala, pytania, baza.szukaj_wektorowo,
                           WYMAGANE["dokladnie"])[0]]
    sciezka = folder / "duza.sqlite"
    duza, budowa = czas(zbuduj, sciezka, DUZA, los, srodki)
    _, przygotowanie = czas(przeglad.utrwal_znaki, duza)
    (srednia, _, lista), wczytanie = czas(przeglad.wczytaj_znaki, duza)
    print(f"Baza {DUZA} wektorów: budowa {liczba(budowa, 1)} s, plik {sciezka.stat().st_size // 10**6} MB; znaki: "
          f"przygotowanie {liczba(przygotowanie, 1)} s (raz po zmianie bazy), wczytanie {liczba(wczytanie, 2)} s",
          flush=True)
    ocena, nasz_czas = sprawdz_czasy(f"Dwuetapowo, {DUZA} wektorów", duza, pytania, baza.szukaj_dwuetapowo,
                                     WYMAGANE["dwuetapowo"])
    wzorce = dokladne(duza, pytania)
    recall = trafnosc(pytania, wzorce, srednia, lista)
    print(f"Kandydaci → recall@{K}, po odjęciu średniej: {_pary(recall)}")
    print(f"Kandydaci → recall@{K}, bez odejmowania:     {_pary(trafnosc(pytania, wzorce, *bez_sredniej(duza)))}")
    wynik = f"{liczba(recall[DOMYSLNIE], 3)} (ma być {liczba(WYMAGANE['recall'], 2)})"
    oceny += [ocena, sprawdz(f"Recall, kandydatów {DOMYSLNIE}", wynik, recall[DOMYSLNIE] >= WYMAGANE["recall"])]
    pamiec = pamiec_szukania(sciezka)
    if pamiec is None:
        print("Pamięć procesu: ten system jej nie podaje.")
    else:
        oceny.append(sprawdz("Pamięć procesu, który szuka", f"{pamiec:.0f} MB (ma być poniżej {WYMAGANE['pamiec']})",
                             pamiec < WYMAGANE["pamiec"]))
    porownaj_z_numpy(duza, pytania, nasz_czas)
    for con in (mala, duza):
        con.close()   # Windows nie usunie folderu z otwartym plikiem
    return oceny


def _pary(recall):
    return ", ".join(f"{ile} → {liczba(wartosc, 3)}" for ile, wartosc in recall.items())


def main(argumenty):
    """Drukuje pomiary; zwraca 0, gdy wszystkie progi są spełnione, inaczej 1."""
    if argumenty:
        return szukaj_i_zmierz(argumenty[0])
    print(f"Python {platform.python_version()}, wymiar {WYMIAR}, skupień {SKUPIENIA}", flush=True)
    modele = mock.patch.object(baza, "require_models", lambda nazwy: dict.fromkeys(nazwy, "pomiar"))
    with tempfile.TemporaryDirectory() as folder, modele:
        return 0 if all(zmierz(Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
