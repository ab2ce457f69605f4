from slowa import zdania


def chunk_zdania(tekst, zdan_na_frag=5, zakladka_zdan=1):
    krok = zdan_na_frag - zakladka_zdan
    if min(zdan_na_frag, krok, zakladka_zdan + 1) < 1:
        raise ValueError("złe liczby zdań")
    reszta, fragmenty = tekst, []
    kolejne = zdania(tekst)
    while kolejne:
        reszta = reszta[reszta.index(kolejne[0]):]
        koniec = 0
        for zdanie in kolejne[:zdan_na_frag]:
            koniec = reszta.index(zdanie, koniec) + len(zdanie)
        fragmenty.append(reszta[:koniec])
        if len(kolejne) <= zdan_na_frag:
            break
        for zdanie in kolejne[:krok]:
            reszta = reszta[reszta.index(zdanie) + len(zdanie):]
        kolejne = kolejne[krok:]
    return fragmenty
