"""Pokój połączenia: plik sqlite – otwieranie, polecenia SQL, transakcje i błędy opisane po polsku.

con – połączenie z plikiem bazy, takie jak sqlite3.Connection; zna swoją ścieżkę i pamięta to, co z bazy wczytano,
dopóki baza się nie zmieni. Co w bazie leży, wie baza.py.
"""
import sqlite3
from contextlib import contextmanager
from pathlib import Path

import silnik
from pliki import BladDanych

W_PAMIECI = ":memory:"
CZEKAJ = 5                   # sekund na bazę, w której zapisuje właśnie inny program

NOWA_BAZA = "Odłóż ten plik pod inną nazwę i zbuduj bazę od nowa: python indeksuj.py KATALOG{opcja}"
BEZ_PRAW = "Sprawdź, czy folder istnieje i czy wolno w nim czytać i pisać."
ZAJETA = "baza jest zajęta, bo zapisuje w niej inny program. Poczekaj, aż skończy, i spróbuj ponownie."
ZLE_WYRAZENIE = ("FTS5 nie przyjmuje wyrażenia, którym szuka słów ({blad}). Tworzy je tokeny.pytanie_fts: sprawdź "
                 "cudzysłowy i nazwy kolumn.")
# Część komunikatu sqlite → co się stało i co dalej; None: pomóc może tylko nowa baza. Kodów błędów nie ma w 3.10.
OPISY_BLEDOW = {
    "locked": ZAJETA, "busy": ZAJETA,
    "not a database": None, "malformed": None,
    "readonly": f"bazy nie wolno zmieniać. {BEZ_PRAW}", "unable to open": f"nie da się otworzyć bazy. {BEZ_PRAW}",
    "full": "brak miejsca na dysku. Zwolnij je i uruchom program ponownie; zapisane pliki zostały w bazie.",
    "no such module": "ten Python ma sqlite bez wyszukiwarki FTS5. Zainstaluj Pythona z python.org.",
    "fts5:": ZLE_WYRAZENIE, "no such column": ZLE_WYRAZENIE, "unterminated string": ZLE_WYRAZENIE,
}
USZKODZONA = "to nie jest plik bazy albo jest uszkodzony ({blad}). {rada}"


class Polaczenie(sqlite3.Connection):
    """Połączenie sqlite z miejscem na własne dane; tworzy je polacz()."""
    sciezka = W_PAMIECI
    sprawdzony_model = None   # ostatni model, dla którego baza okazała się zgodna
    stan = None               # stan bazy, z którego pochodzi pamiec
    pamiec = None             # słownik: nazwa → wczytana wartość


def polacz(sciezka, tryb):
    """Zwraca połączenie z plikiem; tryb "rw" wymaga, by plik był, a "rwc" go tworzy. Plik otwiera się przy użyciu."""
    # Adres URI, a nie nazwa pliku: sama nazwa tworzyłaby pusty plik. as_uri koduje spacje, „ą”, „#”, „?” i „%”.
    adres = W_PAMIECI if sciezka == W_PAMIECI else f"{Path(sciezka).absolute().as_uri()}?mode={tryb}"
    try:
        con = sqlite3.connect(adres, uri=True, timeout=CZEKAJ, isolation_level=None, factory=Polaczenie)
    except sqlite3.OperationalError as blad:
        raise BladDanych(f"{sciezka}: {_opis(blad)}") from None
    con.sciezka = str(sciezka)
    return con


def wykonaj(con, sql, *parametry):
    """Wykonuje jedno polecenie SQL i zwraca listę wierszy; błąd bazy to BladDanych z nazwą pliku i radą."""
    try:
        return con.execute(sql, parametry).fetchall()
    except sqlite3.DatabaseError as blad:
        if type(blad) not in (sqlite3.DatabaseError, sqlite3.OperationalError):
            raise   # pozostałe rodzaje to pomyłka w programie, a nie kłopot z plikiem
        raise BladDanych(f"{con.sciezka}: {_opis(blad)}") from None


@contextmanager
def transakcja(con, rodzaj="IMMEDIATE"):
    """Blok with, którego zmiany wchodzą do bazy wszystkie albo wcale; rodzaj "DEFERRED" wystarcza do czytania."""
    wykonaj(con, f"BEGIN {rodzaj}")
    try:
        yield
        wykonaj(con, "COMMIT")
    except BaseException:
        con.rollback()
        raise


def z_pamieci(con, nazwa, wczytaj):
    """Zwraca wartość zapamiętaną pod nazwą; wczytuje ją przez wczytaj(), gdy jej nie ma albo baza się zmieniła."""
    # data_version rośnie, gdy bazę zmienił ktoś inny, a total_changes – gdy zmieniło ją to połączenie.
    stan = (wykonaj(con, "PRAGMA data_version"), con.total_changes)
    if con.stan != stan:
        con.stan, con.pamiec = stan, {}
    if nazwa not in con.pamiec:
        con.pamiec[nazwa] = wczytaj()
    return con.pamiec[nazwa]


def rada_nowa_baza():
    """Zwraca radę dla bazy, z której nie da się korzystać."""
    return NOWA_BAZA.format(opcja=silnik.opcja())


def _opis(blad):
    znany = next((klucz for klucz in OPISY_BLEDOW if klucz in str(blad)), None)
    return (OPISY_BLEDOW.get(znany) or USZKODZONA).format(blad=blad, rada=rada_nowa_baza())
