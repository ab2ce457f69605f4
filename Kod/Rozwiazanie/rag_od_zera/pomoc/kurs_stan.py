"""Pokój stanu kursu: które zadania są zrobione. Stan wynika za każdym razem z kodu, nigdy z zapisu.

stan kursu – słownik:
  zadania – lista słowników zadanie (z pomoc/zadania.py), badanie (z kurs_testy), postep, funkcja (opis z
            kurs_zrodla albo None, gdy pliku nie da się odczytać)
  gotowe – badanie testów kodu oddanego gotowego; skladnia – lista błędów składni; zmienione – z kurs_pliki
"""
from pliki import BladDanych, czytaj_tekst

from pomoc import kurs_pliki, kurs_testy, kurs_zrodla
from pomoc.zadania import ZADANIA

ZROBIONE, W_TRAKCIE, DO_ZROBIENIA = "zrobione", "w trakcie", "do zrobienia"
NIECZYTELNE = "plik z błędem"   # Python nie umie przeczytać pliku, więc nie wiadomo, czy zadanie było zrobione


def zbadaj():
    """Uruchamia wszystkie testy i zwraca stan kursu."""
    badania = kurs_testy.zbadaj(range(len(ZADANIA) + 1))
    bledy = list(filter(None, map(kurs_zrodla.blad_skladni, sorted(kurs_pliki.FOLDER.glob("*.py")))))
    return {"zadania": [_zadanie(zadanie, badania[zadanie["numer"]], bledy) for zadanie in ZADANIA],
            "gotowe": badania[0], "skladnia": bledy,
            "zmienione": {nazwa: jak for nazwa, jak in kurs_pliki.zmienione().items()
                          if kurs_pliki.to_sprawdzian(nazwa)}}


def biezace(stan):
    """Zwraca pierwsze zadanie, które nie jest zrobione, albo None."""
    return next((wpis for wpis in stan["zadania"] if wpis["postep"] != ZROBIONE), None)


def swiezy(stan):
    """Mówi, czy nikt jeszcze niczego nie napisał."""
    return all(wpis["postep"] == DO_ZROBIENIA for wpis in stan["zadania"])


def _zadanie(zadanie, badanie, bledy):
    funkcja, nietkniete = _funkcja(zadanie)
    if kurs_testy.wszystkie_udane(badanie):
        postep = ZROBIONE
    elif nietkniete:
        postep = DO_ZROBIENIA
    else:
        postep = NIECZYTELNE if bledy and kurs_testy.nie_wczytane(badanie) else W_TRAKCIE
    return {"zadanie": zadanie, "badanie": badanie, "postep": postep, "funkcja": funkcja}


def _funkcja(zadanie):
    """Zwraca (opis funkcji albo None, czy nikt jej jeszcze nie pisał)."""
    try:
        tekst = czytaj_tekst(kurs_pliki.FOLDER / zadanie["plik"])
        try:
            funkcja = kurs_zrodla.opisz_funkcje(tekst, zadanie["funkcja"])
            return funkcja, funkcja["zalazek"]
        except (SyntaxError, ValueError):   # błąd w jednej funkcji nie znaczy, że zaczęto wszystkie w pliku
            return None, kurs_zrodla.wytnij(tekst, zadanie["funkcja"]) == kurs_pliki.poczatek(zadanie)
    except BladDanych:
        return None, False
