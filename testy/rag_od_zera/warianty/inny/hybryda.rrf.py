import math
from fractions import Fraction


def rrf(listy, k=60, limit=5):
    miejsca = [{ident: m for m, ident in enumerate(lista, start=1)} for lista in listy]
    kolejne = list({ident: None for lista in listy for ident in lista})
    for slownik in reversed(miejsca):   # sort zachowuje kolejność równych, więc najważniejszy klucz jest ostatni
        kolejne.sort(key=lambda ident, slownik=slownik: slownik.get(ident, math.inf))
    oceny = {ident: sum(Fraction(1, k + s[ident]) for s in miejsca if ident in s) for ident in kolejne}
    kolejne.sort(key=oceny.get, reverse=True)
    return [(ident, float(oceny[ident])) for ident in kolejne[:limit]]
