from cytaty import cytaty
from prompt import BRAK


def sprawdz_cytaty(tekst, liczba):
    odmowa_bez_kropki = " ".join(BRAK.lower().rstrip(".").split())
    zlozony = " ".join(tekst.lower().split())
    if zlozony in (odmowa_bez_kropki, odmowa_bez_kropki + "."):
        return None
    if odmowa_bez_kropki in zlozony:
        return "odpowiedz_i_odmowa"
    numery = cytaty(tekst)
    if len(numery) == 0:
        return "brak_cytatu"
    for numer in numery:
        if numer < 1 or numer > liczba:
            return "nieistniejacy_cytat"
    return None
