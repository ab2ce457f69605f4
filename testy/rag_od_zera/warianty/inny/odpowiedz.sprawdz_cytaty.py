# ruff: noqa: F821 – reszta nazw jest w module, do którego ta funkcja trafia
from cytaty import cytaty


def sprawdz_cytaty(tekst, liczba):
    if odmowa(tekst):
        return None
    if ZLOZONE_BRAK in zloz(tekst):
        return "odpowiedz_i_odmowa"
    numery = set(cytaty(tekst))
    obce = numery - set(range(1, liczba + 1))
    return "nieistniejacy_cytat" if obce else None if numery else "brak_cytatu"
