def suma_ocen(listy, limit=5):
    przeskalowane = [_na_zero_jeden(lista) for lista in listy]
    wszystkie = [ident for oceny in przeskalowane for ident in oceny]
    sumy = {ident: sum(oceny.get(ident, 0) for oceny in przeskalowane) for ident in wszystkie}
    pary = list(sumy.items())   # kolejność słownika: pierwsza lista, potem nowi z drugiej i tak dalej
    pary.sort(key=lambda para: -para[1])
    return pary[:limit]


def _na_zero_jeden(lista):
    oceny = [ocena for _, ocena in lista]
    if len(set(oceny)) <= 1:
        return {ident: 1 for ident, _ in lista}
    return {ident: (ocena - min(oceny)) / (max(oceny) - min(oceny)) for ident, ocena in lista}
