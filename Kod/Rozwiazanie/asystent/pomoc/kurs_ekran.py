"""Pokój ekranu kursu: znaki, które konsola umie pokazać, kolory tylko na terminalu, nazwa polecenia python.

opis – lista par (etykieta, tekst) do wydrukowania jedna pod drugą
"""
import os
import shutil
import sys

import ekran

# Czym zastąpić znak, którego konsola nie ma w swoim kodowaniu.
PROSTE = {"✓": "x", "–": "-", "„": '"', "”": '"', "…": "..."}
KOLORY = {"zielony": "32", "zolty": "33", "jasny": "1"}
POWTORZ = "Powtórz"          # etykieta polecenia, które człowiek skopiuje
KOLUMNA = 13                 # znaków na etykietę


def drukuj(tekst="", kolor=None):
    """Drukuje tekst, zastępując znaki, których konsola nie zna, ich prostym odpowiednikiem."""
    tekst = _umie_konsola(tekst)
    if kolor and _kolorowo():   # kolor to znak sterujący, więc omija osłonę strumienia, a sam tekst – nie
        print(f"\x1b[{KOLORY[kolor]}m{ekran.bezpieczny(tekst)}\x1b[0m", file=ekran.surowy(sys.stdout))
    else:
        print(tekst)


def drukuj_opis(opis):
    """Drukuje pary (etykieta, tekst): etykiety w kolumnie, długie teksty złamane z wcięciem.

    Polecenia do powtórzenia nie łamie: skopiowane do końca wiersza ma zostać całe.
    """
    for etykieta, tekst in opis:
        naglowek = f"  {etykieta + ':':<{KOLUMNA}} "
        drukuj(naglowek + tekst if etykieta == POWTORZ else ekran.zawin(tekst, naglowek))


def zapytaj(pytanie):
    """Zadaje pytanie; zwraca True tylko po odpowiedzi „tak” albo „t”. Koniec danych oznacza „nie”."""
    try:
        odpowiedz = input(_umie_konsola(f"{pytanie} [tak/nie] "))
    except (EOFError, RuntimeError):   # RuntimeError: wejście albo wyjście zamknięto przed startem
        odpowiedz = ""
    if not ekran.na_terminalu(sys.stdin):   # odpowiedź z potoku nie zostawia po sobie końca wiersza
        print()
    return odpowiedz.strip().lower() in ("t", "tak")


def python():
    """Zwraca nazwę, pod którą terminal znajdzie tego samego Pythona, np. „python3”; bez niej pełną ścieżkę."""
    for nazwa in ("python", "python3"):
        znaleziony = shutil.which(nazwa)
        if znaleziony and os.path.realpath(znaleziony) == os.path.realpath(sys.executable):
            return nazwa
    return "py" if os.name == "nt" else sys.executable


def _umie_konsola(tekst):
    for znak, prosty in PROSTE.items():
        if znak in tekst and not pokazuje(znak):
            tekst = tekst.replace(znak, prosty)
    return tekst


def pokazuje(znaki):
    """Mówi, czy konsola umie pokazać wszystkie te znaki; zamknięte wyjście (None) przyjmie każdy."""
    try:
        znaki.encode(getattr(sys.stdout, "encoding", "utf-8") or "ascii")
        return True
    except UnicodeEncodeError:
        return False


def _kolorowo():
    """Kolory: tylko na terminalu, nie przy NO_COLOR ani TERM=dumb; w Windows tylko w nowym terminalu."""
    return (ekran.na_terminalu(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
            and (os.name != "nt" or "WT_SESSION" in os.environ))
