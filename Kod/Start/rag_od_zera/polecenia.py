"""Pokój wiersza poleceń: parser argumentów po polsku i droga programu do kodu wyjścia.

Kody: 0 – dobrze, 1 – coś się nie udało, 2 – złe wywołanie, 130 – przerwane przez Ctrl+C.
"""
import argparse
import os
import sys
import traceback
from pathlib import Path

import ekran
from pliki import BladDanych, opis_bledu

# argparse bierze swoje teksty przez prywatną funkcję _, którą da się podmienić. Czego tu nie ma, zostaje po
# angielsku; że podmiana działa w każdym Pythonie, sprawdzają testy autorów.
TEKSTY = {
    "usage: ": "użycie: ",
    "options": "opcje",
    "positional arguments": "argumenty",
    "show this help message and exit": "pokazuje tę pomoc i kończy",
    "%(prog)s: error: %(message)s\n": "%(prog)s: złe wywołanie: %(message)s\n",
    "invalid choice: %(value)r (choose from %(choices)s)": "niedozwolona wartość %(value)r; do wyboru: %(choices)s",
    "the following arguments are required: %s": "brakuje argumentów: %s",
    "unrecognized arguments: %s": "nieznane argumenty: %s",
    "invalid %(type)s value: %(value)r": "%(value)r nie jest liczbą całkowitą",
    "expected one argument": "potrzebna jest jedna wartość",
    "ambiguous option: %(option)s could match %(matches)s": "niejasna opcja %(option)s; pasują: %(matches)s",
    "ignored explicit argument %r": "zbędna wartość %r",
}
NAJWIEKSZA = 1_000_000       # większa liczba to raczej pomyłka: tylu fragmentów ani wektorów nikt nie przejrzy
argparse._ = lambda tekst: TEKSTY.get(tekst, tekst)


def parser(opis, **ustawienia):
    """Zwraca parser argparse z polskimi tekstami; ustawienia jak w argparse.ArgumentParser."""
    ekran.przygotuj()   # już --help drukuje polskie litery
    return argparse.ArgumentParser(description=opis, **ustawienia)


def od_jednego(napis):
    """Zwraca liczbę całkowitą z argumentu programu; inna niż 1, 2, 3… NAJWIEKSZA to złe wywołanie."""
    if not (napis.isascii() and napis.isdigit() and len(napis) < 10 and 0 < int(napis) <= NAJWIEKSZA):
        raise argparse.ArgumentTypeError(f"{napis!r} nie jest liczbą całkowitą od 1 do {NAJWIEKSZA}")
    return int(napis)


def sciezka(napis):
    """Zwraca ścieżkę pliku albo folderu z argumentu programu; pusta nazwa to złe wywołanie."""
    if not napis.strip():
        raise argparse.ArgumentTypeError("nazwa pliku albo folderu jest pusta")
    return Path(napis)


def pytanie(napis):
    """Zwraca pytanie z argumentu programu; pytanie bez żadnego znaku to złe wywołanie."""
    from slowa import zloz  # dopiero tu: kurs.py ma ruszyć także wtedy, gdy slowa.py jest zepsute

    if not zloz(napis):
        raise argparse.ArgumentTypeError("pytanie jest puste")
    return napis


def prowadz(praca):
    """Wykonuje praca() i zwraca jej kod wyjścia; znany błąd pokazuje jako komunikat, bez śladu stosu.

    Znany błąd to: złe dane (BladDanych), awaria usługi (RuntimeError), kłopot z plikiem (OSError). Z innego wyjątku
    zostaje miejsce w kodzie i jego treść.
    """
    try:
        kod = praca()
        _wypisz_do_konca()
        return kod
    except KeyboardInterrupt:
        return _koniec("Przerwano.", 130)
    except BrokenPipeError:   # odbiorca potoku (np. head) już nie czyta
        _porzuc_wyjscie()
        return 1
    except OSError as blad:
        return _koniec(f"Błąd pliku: {opis_bledu(blad)}. Sprawdź nazwę, uprawnienia i wolne miejsce.", 1)
    except NotImplementedError as blad:
        return _koniec(f"Tu brakuje jeszcze twojego kodu. {blad}\nCo dalej, powie: python kurs.py", 1)
    except (BladDanych, RuntimeError) as blad:
        return _koniec(f"Błąd: {blad}", 1)
    except Exception as blad:   # pomyłka w kodzie, najczęściej w zadaniu, które ktoś właśnie pisze
        miejsce = traceback.extract_tb(blad.__traceback__)[-1]
        return _koniec(f"Błąd w kodzie: {os.path.basename(miejsce.filename)}, wiersz {miejsce.lineno}, funkcja "
                       f"{miejsce.name}: {type(blad).__name__}: {blad}\nSwoje zadania sprawdź: python kurs.py", 1)


def _wypisz_do_konca():
    if sys.stdout is not None:   # None: ktoś zamknął wyjście przed startem (>&-), a praca i tak jest zrobiona
        sys.stdout.flush()


def _porzuc_wyjscie():
    """Kieruje wyjście donikąd: inaczej Python, kończąc pracę, jeszcze raz próbowałby tam pisać."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _koniec(komunikat, kod):
    try:
        _wypisz_do_konca()
    except OSError:   # np. pełny dysk: to o nim mówi komunikat
        _porzuc_wyjscie()
    print(komunikat, file=sys.stderr)   # bez łamania: polecenia do skopiowania zostają całe
    return kod
