from slowa import zdania


def chunk_zdania(tekst, zdan_na_frag=5, zakladka_zdan=1):
    if zdan_na_frag < 1:
        raise ValueError("za mało zdań we fragmencie")
    if zakladka_zdan < 0 or zakladka_zdan >= zdan_na_frag:
        raise ValueError("zła zakładka")
    miejsca = []
    szukaj_od = 0
    for zdanie in zdania(tekst):
        poczatek = tekst.index(zdanie, szukaj_od)
        szukaj_od = poczatek + len(zdanie)
        miejsca.append((poczatek, szukaj_od))
    fragmenty = []
    pierwsze = 0
    while pierwsze < len(miejsca):
        ostatnie = min(pierwsze + zdan_na_frag, len(miejsca)) - 1
        fragmenty.append(tekst[miejsca[pierwsze][0]:miejsca[ostatnie][1]])
        if ostatnie == len(miejsca) - 1:
            break
        pierwsze = pierwsze + zdan_na_frag - zakladka_zdan
    return fragmenty
