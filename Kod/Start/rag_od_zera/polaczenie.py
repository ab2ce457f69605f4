"""Pokój połączenia: plik sqlite – otwieranie, polecenia SQL, transakcje, ustawienia i błędy opisane po polsku.

con – połączenie z plikiem bazy, takie jak sqlite3.Connection; zna swoją ścieżkę i pamięta to, co z bazy wczytano,
dopóki baza się nie zmieni. Co w bazie leży, wie baza.py.
Plik mógł się zepsuć, a sqlite nie pilnuje typów. Dlatego to, co z niego wychodzi, przechodzi przez ustawienie() albo
odczytaj(), a brak wiersza lub zły typ to BladDanych „baza jest uszkodzona”.
"""
import re
import sqlite3
from contextlib import contextmanager
from pathlib import Path

import silnik
from lokalny import CONFIG, ROOT
from pliki import BladDanych

W_PAMIECI = ":memory:"
CZEKAJ = 5                   # sekund na bazę, w której zapisuje właśnie inny program
NIC = type(None)
# Ustawienia bazy i ich typy. Trzy pierwsze ma każda baza; wymiar i katalog zapisuje indeksowanie, a srednia znika
# przy każdej zmianie fragmentów.
USTAWIENIA = {"model": str, "digest": str, "ciecie": str, "wymiar": (int, NIC), "katalog": (str, NIC),
              "srednia": (bytes, NIC)}

BRAK_BAZY = "nie ma takiej bazy. Zbuduj ją: "
FOLDER = "to folder, a nie plik bazy. Podaj nazwę pliku: --baza PLIK"
NOWA_BAZA = "Odłóż ten plik pod inną nazwę i zbuduj bazę od nowa: "
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


def domyslna():
    """Zwraca ścieżkę bazy dla bieżącego modelu embeddingów: bazy różnych modeli leżą obok siebie."""
    return ROOT / "dane" / f"baza_{re.sub(r'[^A-Za-z0-9.-]+', '_', CONFIG['embedding_model'])}.sqlite"


def polacz(sciezka, tryb):
    """Zwraca połączenie z plikiem; tryb "rwc" go tworzy, a przy innym plik ma już być. Otwiera się przy użyciu."""
    if sciezka != W_PAMIECI and Path(sciezka).is_dir():
        raise BladDanych(f"{sciezka}: {FOLDER}")
    if tryb != "rwc" and not Path(sciezka).is_file():
        raise BladDanych(f"{sciezka}: {BRAK_BAZY}{_polecenie(sciezka)}")
    # Adres URI, a nie nazwa pliku: sama nazwa tworzyłaby pusty plik. as_uri koduje spacje, „ą”, „#”, „?” i „%”.
    adres = W_PAMIECI if sciezka == W_PAMIECI else f"{Path(sciezka).absolute().as_uri()}?mode={tryb}"
    try:
        con = sqlite3.connect(adres, uri=True, timeout=CZEKAJ, isolation_level=None, factory=Polaczenie)
    except sqlite3.OperationalError as blad:
        raise BladDanych(f"{sciezka}: {_opis(blad, sciezka)}") from None
    con.sciezka = str(sciezka)
    return con


def wykonaj(con, sql, *parametry):
    """Wykonuje jedno polecenie SQL i zwraca listę wierszy; błąd bazy to BladDanych z nazwą pliku i radą."""
    try:
        return con.execute(sql, parametry).fetchall()
    except sqlite3.DatabaseError as blad:
        if type(blad) not in (sqlite3.DatabaseError, sqlite3.OperationalError):
            raise   # pozostałe rodzaje to pomyłka w programie, a nie kłopot z plikiem
        raise BladDanych(f"{con.sciezka}: {_opis(blad, con.sciezka)}") from None


def odczytaj(con, typy, sql, *parametry):
    """Jak wykonaj, lecz każde pole wiersza musi mieć swój typ z typy, inaczej BladDanych.

    Brak wiersza też wychodzi na jaw, gdy polecenie dołącza go przez LEFT JOIN: jego pola są wtedy None.
    """
    wiersze = wykonaj(con, sql, *parametry)
    for wiersz in wiersze:
        if not all(map(isinstance, wiersz, typy)):
            raise uszkodzona(con, "brakuje w niej wierszy albo mają wartości innego typu")
    return wiersze


def odczytaj_jeden(con, typy, sql, numer):
    """Zwraca jedyny wiersz, który daje polecenie dla fragmentu o tym numerze; BladDanych jak w odczytaj."""
    wiersze = odczytaj(con, typy, sql, numer)
    if len(wiersze) != 1:
        raise uszkodzona(con, f"nie ma w niej fragmentu numer {numer}")
    return wiersze[0]


def ustawienie(con, klucz):
    """Zwraca wartość ustawienia z USTAWIENIA; None, gdy go nie ma, a wolno mu nie być."""
    wiersze = wykonaj(con, "SELECT wartosc FROM ustawienia WHERE klucz = ?", klucz)
    wartosc = wiersze[0][0] if wiersze else None
    if not isinstance(wartosc, USTAWIENIA[klucz]):
        raise uszkodzona(con, f"ustawienie „{klucz}” zginęło albo ma inny typ")
    return wartosc


def ustaw(con, klucz, wartosc):
    """Zapisuje ustawienie bazy."""
    wykonaj(con, "INSERT OR REPLACE INTO ustawienia VALUES (?, ?)", klucz, wartosc)


def folder_bazy(con):
    """Zwraca folder, w którym leży plik bazy; dla bazy w pamięci – folder bieżący."""
    return Path() if con.sciezka == W_PAMIECI else Path(con.sciezka).absolute().parent


def katalog_bazy(con):
    """Zwraca ścieżkę katalogu, z którego powstała baza, albo None, gdy jeszcze nic w niej nie ma."""
    katalog = ustawienie(con, "katalog")   # zapisany względem folderu bazy
    return None if katalog is None else (folder_bazy(con) / katalog).resolve()


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


@contextmanager
def bez_czekania(con):
    """Blok with, w którym baza zajęta przez inny program od razu jest błędem."""
    wykonaj(con, "PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        wykonaj(con, f"PRAGMA busy_timeout = {CZEKAJ * 1000:.0f}")


def z_pamieci(con, nazwa, wczytaj):
    """Zwraca wartość zapamiętaną pod nazwą; wczytuje ją przez wczytaj(), gdy jej nie ma albo baza się zmieniła."""
    # data_version rośnie, gdy bazę zmienił ktoś inny, a total_changes – gdy zmieniło ją to połączenie.
    stan = (wykonaj(con, "PRAGMA data_version"), con.total_changes)
    if con.stan != stan:
        con.stan, con.pamiec = stan, {}
    if nazwa not in con.pamiec:
        con.pamiec[nazwa] = wczytaj()
    return con.pamiec[nazwa]


def rada_nowa_baza(sciezka):
    """Zwraca radę dla pliku bazy, z którego nie da się korzystać."""
    return NOWA_BAZA + _polecenie(sciezka)


def uszkodzona(con, co):
    """Zwraca BladDanych o bazie, w której coś jest nie tak."""
    return BladDanych(f"{con.sciezka}: baza jest uszkodzona: {co}. {rada_nowa_baza(con.sciezka)}")


def _polecenie(sciezka):
    """Zwraca polecenie, które zbuduje bazę pod tą ścieżką i na tym samym silniku."""
    plik = "" if Path(sciezka).absolute() == domyslna() else f' --baza "{sciezka}"'
    return f"python indeksuj.py KATALOG{plik}{silnik.opcja()}"


def _opis(blad, sciezka):
    znany = next((klucz for klucz in OPISY_BLEDOW if klucz in str(blad)), None)
    return (OPISY_BLEDOW.get(znany) or USZKODZONA).format(blad=blad, rada=rada_nowa_baza(sciezka))
