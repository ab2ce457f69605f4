"""Pokój ekranu: tekst bezpieczny dla terminala i wskaźnik oczekiwania. Nikt niżej niczego nie drukuje.

O bezpieczeństwo dba sam strumień wyjścia: po przygotuj() także zwykłe print(obcy_tekst) nie wyśle do terminala
znaku sterującego.
"""
import os
import re
import shutil
import sys
import textwrap
import threading
import time
import unicodedata
from contextlib import contextmanager

# Kategorie znaków, które zmieniają obraz zamiast go tworzyć: sterujące, formatujące (np. odwracające
# kierunek pisma), połówki par UTF-16, oraz separatory wierszy i akapitów.
KATEGORIE_STERUJACE = ("Cc", "Cf", "Cs", "Zl", "Zp")
NAJSZERSZY, NAJWEZSZY = 100, 20   # znaków w wierszu; węższe okno łamie wiersze samo


class Oslona:
    """Strumień wyjścia, w którym znaki sterujące są widoczne; poza pisaniem robi to, co strumień pod spodem."""

    def __init__(self, strumien):
        self.surowy = strumien

    def write(self, tekst):
        self.surowy.write(bezpieczny(tekst) if isinstance(tekst, str) else tekst)   # o innym typie powie strumień
        return len(tekst)

    def writelines(self, wiersze):
        self.write("".join(wiersze))

    def __getattr__(self, nazwa):
        return getattr(self.surowy, nazwa)


def przygotuj():
    """Ustawia strumienie tak, by żaden znak nie przerwał programu ani nie sterował terminalem.

    Czego konsola nie umie pokazać, to zastąpi; znaki sterujące robi widocznymi Oslona. Drugie wywołanie nic nie
    zmienia. Sesji interaktywnej Pythona (>>>) nie rusza, bo ta sama koloruje swój ekran.
    """
    if hasattr(sys, "ps1"):
        return
    os.environ["PYTHON_COLORS"] = "0"   # Python 3.13 koloruje ślady błędów, a osłona pokazałaby kody kolorów
    sys.stdout, sys.stderr = _osloniety(sys.stdout), _osloniety(sys.stderr)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")


def _osloniety(strumien):
    if strumien is None or isinstance(strumien, Oslona):   # None: ktoś zamknął wyjście przed startem
        return strumien
    if hasattr(strumien, "reconfigure"):
        strumien.reconfigure(errors="replace")
    return Oslona(strumien)


def surowy(strumien):
    """Zwraca strumień bez osłony: dla kolorów i wskaźnika postępu, czyli znaków, które program tworzy sam."""
    return getattr(strumien, "surowy", strumien)


def bezpieczny(tekst):
    """Zwraca tekst, w którym znaki sterujące są widoczne (ESC jako \\x1b); nowy wiersz i tabulator zostają."""
    tekst = str(tekst)
    return tekst if tekst.isprintable() else "".join(map(_widoczny, tekst))   # większość wierszy idzie krótszą drogą


def jeden_wiersz(tekst):
    """Zwraca bezpieczny tekst bez podziału na wiersze: do nagłówków, tabel i komunikatów."""
    return bezpieczny(re.sub(r"\s+", " ", str(tekst)).strip())


def liczba(wartosc, miejsc):
    """Zwraca liczbę zapisaną po polsku, z przecinkiem i podaną liczbą miejsc po nim."""
    return f"{round(wartosc, miejsc) + 0.0:.{miejsc}f}".replace(".", ",")   # + 0.0: „0,00” zamiast „-0,00”


def zawin(tekst, naglowek=""):
    """Zwraca bezpieczny tekst złamany do szerokości okna, z nagłówkiem przed pierwszym wierszem.

    Dalsze wiersze mają wcięcie o długości nagłówka. Słów nie dzieli, więc polecenia zostają całe.
    """
    szerokosc = max(min(shutil.get_terminal_size().columns, NAJSZERSZY) - 1, len(naglowek) + NAJWEZSZY)
    poczatek, wciecie = naglowek, " " * len(naglowek)
    gotowe = []
    for wiersz in bezpieczny(tekst).split("\n"):
        wlasne = re.match(r"\s*", wiersz).group()
        gotowe += textwrap.wrap(wiersz, szerokosc, initial_indent=poczatek, subsequent_indent=wciecie + wlasne,
                                break_long_words=False, break_on_hyphens=False) or [poczatek.rstrip()]
        poczatek = wciecie
    return "\n".join(gotowe)


@contextmanager
def czekanie(napis):
    """Pokazuje na terminalu napis i upływ sekund, dopóki trwa blok with; poza terminalem milczy."""
    if not na_terminalu(sys.stderr):
        yield
        return
    koniec = threading.Event()
    watek = threading.Thread(target=_odliczaj, args=(napis, koniec), daemon=True)
    watek.start()
    try:
        yield
    finally:
        koniec.set()
        watek.join()


def na_terminalu(strumien):
    """Mówi, czy strumień jest terminalem; zamknięty strumień to None."""
    return strumien is not None and strumien.isatty()


def postep(napis, zrobione, razem, sekundy):
    """Pokazuje na terminalu, ile już zrobiono, jak szybko i ile czasu zostało; poza terminalem milczy."""
    if not na_terminalu(sys.stderr):
        return
    tempo = zrobione / max(sekundy, 0.001)
    zostalo = (razem - zrobione) / tempo
    wyjscie = surowy(sys.stderr)
    wyjscie.write(f"\r{napis}: {zrobione}/{razem}, {liczba(tempo, 1)}/s, zostało {zostalo:.0f} s   ")
    if zrobione == razem:
        wyjscie.write("\n")
    wyjscie.flush()


def _odliczaj(napis, koniec):
    start, wyjscie = time.monotonic(), surowy(sys.stderr)
    while not koniec.wait(1):
        wyjscie.write(f"\r{napis} {time.monotonic() - start:.0f} s ")
        wyjscie.flush()
    wyjscie.write("\r" + " " * (len(napis) + 10) + "\r")
    wyjscie.flush()


def _widoczny(znak):
    if znak in "\n\t" or unicodedata.category(znak) not in KATEGORIE_STERUJACE:
        return znak
    return znak.encode("unicode_escape", "surrogatepass").decode("ascii")
