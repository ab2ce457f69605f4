"""Pokój embeddingów: teksty → wektory o długości 1, policzone przez model usługi.

Dane: tekst (str) → embedding, czyli krotka liczb. Odpowiedź usługi jest sprawdzana, zanim trafi dalej.
"""
import math
import time

import ekran
from lokalny import CONFIG, api
from wymiana import BladUslugi

W_PACZCE = 16                # tekstów w jednym żądaniu /api/embed
WINA_TEKSTU = (400, 500)     # kody, którymi różne wersje Ollamy odrzucają treść jednego z tekstów
PROBA = "Próba."             # gdy model nie przyjmuje nawet tego, zawiodła usługa, a nie tekst


class BladTekstu(RuntimeError):
    """Usługa działa, a modelowi nie odpowiada ten jeden tekst; reszta pracy może iść dalej."""


def embeduj(teksty, model=None):
    """Zwraca listę embeddingów (krotek o długości 1) dla listy tekstów, w tej samej kolejności.

    model – nazwa modelu albo None, czyli embedding_model z config.json. RuntimeError, gdy usługa zawiedzie albo
    odda wektory, których nie da się użyć; gdy tekst jest jeden i zawinił on, jest to BladTekstu. Tekst dłuższy niż
    okno modelu jest błędem: truncate false nie pozwala serwerowi uciąć go po cichu.
    """
    try:
        return _policz(teksty, model)
    except RuntimeError as blad:
        if len(teksty) > 1 or not _wina_tekstu(blad):
            raise
        _policz([PROBA], model)   # nie przeszła: to jej błąd idzie dalej, bo zawodzi usługa
        raise BladTekstu(str(blad)) from None


def embeduj_wiele(teksty, nazwy, model=None, postep=True):
    """Zwraca listę embeddingów dla wielu tekstów, wysyłanych paczkami; postep – czy pokazać go na terminalu.

    nazwy – po jednej na tekst, np. "Fragment DOC#001": BladTekstu wskaże nią tekst, którego model nie przyjął.
    """
    wektory, start = [], time.monotonic()
    for poczatek in range(0, len(teksty), W_PACZCE):
        koniec = poczatek + W_PACZCE
        wektory += _embeduj_paczke(teksty[poczatek:koniec], nazwy[poczatek:koniec], model)
        if postep:
            ekran.postep("Embeddingi", len(wektory), len(teksty), time.monotonic() - start)
    if len({len(wektor) for wektor in wektory}) > 1:
        raise RuntimeError("Model zmienił długość wektorów w trakcie pracy. Zacznij od nowa.")
    return wektory


def _embeduj_paczke(teksty, nazwy, model):
    """Zwraca embeddingi paczki tekstów; gdy się nie uda, wskazuje tekst, który zawinił."""
    try:
        return _policz(teksty, model)
    except RuntimeError as blad:
        if not _wina_tekstu(blad):
            raise
        for tekst, nazwa in zip(teksty, nazwy):   # serwer nie mówi, który tekst odrzucił
            try:
                embeduj([tekst], model)
            except BladTekstu as blad_tekstu:
                raise BladTekstu(f"{nazwa}: {blad_tekstu}") from None
        raise   # osobno przechodzi każdy


def _policz(teksty, model):
    """Wysyła jedno żądanie i zwraca embeddingi; RuntimeError, gdy zawiedzie usługa albo zawini któryś tekst."""
    model = model or CONFIG["embedding_model"]
    odpowiedz = api("/api/embed", {"model": model, "input": teksty, "truncate": False})
    wektory = odpowiedz.get("embeddings")
    if not isinstance(wektory, list) or len(wektory) != len(teksty):
        liczba = len(wektory) if isinstance(wektory, list) else "brak"
        raise RuntimeError(f"Model {model} miał oddać tyle wektorów, ile dostał tekstów "
                           f"({len(teksty)}), a oddał: {liczba}. Sprawdź, czy to model embeddingów.")
    jednostkowe = [_jednostkowy(wektor) for wektor in wektory]
    if len({len(wektor) for wektor in jednostkowe}) > 1:
        raise RuntimeError(f"Model {model} oddał wektory różnej długości. "
                           "Zaktualizuj Ollamę albo wybierz inny model.")
    return jednostkowe


def _wina_tekstu(blad):
    """Mówi, czy błąd może wynikać z treści: usługa działa, lecz odrzuciła tekst albo oddała zły wektor."""
    return not isinstance(blad, BladUslugi) or blad.status in WINA_TEKSTU


def _jednostkowy(wektor):
    if not isinstance(wektor, list) or not wektor or not all(type(x) in (int, float) for x in wektor):
        raise RuntimeError("Embedding nie jest niepustą listą liczb. Sprawdź embedding_model w config.json.")
    dlugosc = math.hypot(*wektor)
    if not 0 < dlugosc < math.inf:
        raise RuntimeError("Model nie umie opisać tego tekstu (oddał wektor zerowy albo nieskończony). "
                           "Użyj pełnego zdania.")
    return tuple(x / dlugosc for x in wektor)
