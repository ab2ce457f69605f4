import re


def chunk_staly(tekst, rozmiar=800, zakladka=200):
    if rozmiar < 1:
        raise ValueError("rozmiar musi być większy od zera")
    if zakladka < 0 or zakladka >= rozmiar:
        raise ValueError("zakładka musi być nieujemna i mniejsza od rozmiaru")
    miejsca = []
    for znaleziony in re.finditer(r"\S+", tekst):
        miejsca.append((znaleziony.start(), znaleziony.end()))
    fragmenty = []
    pierwsze = 0
    nowe = 0
    while nowe < len(miejsca):
        poczatek = miejsca[pierwsze][0]
        ostatnie = nowe
        while ostatnie + 1 < len(miejsca) and miejsca[ostatnie + 1][1] - poczatek <= rozmiar:
            ostatnie = ostatnie + 1
        koniec = miejsca[ostatnie][1]
        fragmenty.append(tekst[poczatek:koniec])
        nowe = ostatnie + 1
        pierwsze = nowe
        while pierwsze > 0 and nowe < len(miejsca):
            cofniety = miejsca[pierwsze - 1][0]
            if koniec - cofniety > zakladka:
                break
            if miejsca[nowe][1] - cofniety > rozmiar:
                break
            pierwsze = pierwsze - 1
    return fragmenty
