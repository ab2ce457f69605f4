"""Pokój przeglądu: wektor pytania → fragmenty bazy o najbliższych wektorach, dokładnie albo w dwóch etapach.

Dane: wynik to lista par (cosinus, id fragmentu) od najlepszej; przy równych cosinusach kolejność jest taka, jak
w bazie: według zrodlo i pozycja. Wektory leżą w tabeli fragmenty (wektor – bajty float32), a ich znaki w tabeli
znaki. Znaki są aktualne, dopóki w ustawieniach jest „srednia”, czyli wektor średni, z którym powstały.
"""
from contextlib import suppress

import polaczenie
import znaki
from pliki import BladDanych
from polaczenie import odczytaj, odczytaj_jeden, transakcja, ustaw, ustawienie, uszkodzona, wykonaj, z_pamieci
from wektory import na_bajty, najblizsze, z_bajtow, zbior

PORCJA = 10_000                # tyle wektorów naraz czyta przegląd dokładny
NAJWIECEJ_W_PAMIECI = 20_000   # mniejsza baza zostaje w pamięci cała (około 12 kB na fragment), większa – nie


def dokladnie(con, wektor, k):
    """Zwraca najwyżej k najlepszych par, porównując wektor z każdym wektorem bazy."""
    numery = numery_fragmentow(con)
    mala = len(numery) <= NAJWIECEJ_W_PAMIECI
    porcje = z_pamieci(con, "zbiory", lambda: list(porcjami(con, numery))) if mala else porcjami(con, numery)
    wyniki = [(cosinus, porcja[i]) for porcja, wektory in porcje for cosinus, i in najblizsze(wektor, wektory, k)]
    return sorted(wyniki, key=lambda para: -para[0])[:k]   # sortowanie jest stabilne: remis zostawia kolejność bazy


def dwuetapowo(con, wektor, k, kandydatow):
    """Zwraca najwyżej k najlepszych par spośród `kandydatow` fragmentów o znakach najbliższych znakowi wektora."""
    srednia, numery, lista = z_pamieci(con, "znaki", lambda: wczytaj_znaki(con))
    # Od tego miejsca znów w kolejności bazy: to ona rozstrzyga remisy.
    pozycje = sorted(znaki.kandydaci(znaki.znak(wektor, srednia), lista, max(k, kandydatow)))
    wektory = _zbior(con, [numery[i] for i in pozycje])
    return [(cosinus, numery[pozycje[i]]) for cosinus, i in najblizsze(wektor, wektory, k)]


def utrwal_znaki(con):
    """Liczy i zapisuje znaki wektorów, jeśli po ostatniej zmianie bazy ich nie ma.

    Gdy zapisać nie można (baza zajęta albo tylko do odczytu), od razu odpuszcza: dwuetapowo() policzy je w pamięci.
    """
    if ustawienie(con, "srednia") is None:
        with suppress(BladDanych), polaczenie.bez_czekania(con), transakcja(con):
            srednia, numery, lista = _policz_znaki(con)
            ustaw(con, "srednia", na_bajty(srednia))
            for numer, znak in zip(numery, lista):
                wykonaj(con, "INSERT INTO znaki VALUES (?, ?)", numer, znak.to_bytes(len(srednia) // 8 + 1, "little"))


def zapomnij_znaki(con):
    """Usuwa zapisane znaki; należy do każdej transakcji, która zmienia fragmenty, bo zmienia się wektor średni."""
    wykonaj(con, "DELETE FROM znaki")
    wykonaj(con, "DELETE FROM ustawienia WHERE klucz = 'srednia'")


def numery_fragmentow(con):
    """Zwraca listę id fragmentów w kolejności bazy."""
    return [numer for numer, in wykonaj(con, "SELECT id FROM fragmenty ORDER BY zrodlo, pozycja")]


def bajty_wektorow(con, numery):
    """Daje po kolei bajty wektorów fragmentów o podanych id; nie trzyma ich razem w pamięci."""
    wymiar = ustawienie(con, "wymiar")
    for numer in numery:
        bajty, = odczytaj_jeden(con, (bytes,), "SELECT wektor FROM fragmenty WHERE id = ?", numer)
        yield _calego(con, bajty, wymiar)


def _calego(con, bajty, wymiar):
    """Zwraca bajty wektora; BladDanych, gdy nie jest cały."""
    if wymiar is None or len(bajty) != 4 * wymiar:
        raise uszkodzona(con, f"wektor zajmuje {len(bajty)} B, a wymiar bazy to {wymiar}")
    return bajty


def porcjami(con, numery):
    """Daje bazę po kawałku: pary (lista id, zbiór ich wektorów)."""
    for poczatek in range(0, len(numery), PORCJA):
        porcja = numery[poczatek:poczatek + PORCJA]
        yield porcja, _zbior(con, porcja)


def _zbior(con, numery):
    bajty = list(bajty_wektorow(con, numery))
    try:
        return zbior(bajty)
    except ValueError as blad:
        raise uszkodzona(con, str(blad)) from None


def wczytaj_znaki(con):
    """Zwraca trójkę: wektor średni, lista id, lista ich znaków – wszystko w kolejności bazy."""
    srednia = ustawienie(con, "srednia")
    if srednia is None:
        return _policz_znaki(con)
    # LEFT JOIN: fragment bez znaku ma wyjść na jaw, a nie zniknąć z wyników.
    wiersze = odczytaj(con, (int, bytes), "SELECT fragmenty.id, znak FROM fragmenty LEFT JOIN znaki "
                       "ON znaki.id = fragmenty.id ORDER BY zrodlo, pozycja")
    return (z_bajtow(_calego(con, srednia, ustawienie(con, "wymiar"))), [numer for numer, _ in wiersze],
            [int.from_bytes(bajty, "little") for _, bajty in wiersze])


def _policz_znaki(con):
    """Zwraca to samo co wczytaj_znaki, policzone z wektorów bazy."""
    numery = numery_fragmentow(con)
    srednia = znaki.srednia(map(z_bajtow, bajty_wektorow(con, numery)))
    srednia = z_bajtow(na_bajty(srednia))   # zaokrąglona tak, jak zapisuje ją baza
    return srednia, numery, [znaki.znak(z_bajtow(bajty), srednia) for bajty in bajty_wektorow(con, numery)]
