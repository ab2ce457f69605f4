def suma_ocen(listy, limit=5):
    sumy = {}
    for lista in listy:
        if not lista:
            continue
        oceny = [ocena for ident, ocena in lista]
        najmniejsza = min(oceny)
        rozpietosc = max(oceny) - najmniejsza
        for ident, ocena in lista:
            if rozpietosc == 0:
                udzial = 1.0
            else:
                udzial = (ocena - najmniejsza) / rozpietosc
            sumy[ident] = sumy.get(ident, 0.0) + udzial

    def klucz(ident):
        miejsca = []
        for lista in listy:
            na_liscie = [inny for inny, ocena in lista]
            miejsca.append(na_liscie.index(ident) if ident in na_liscie else len(lista) + 1000000)
        return [-sumy[ident]] + miejsca

    kolejne = sorted(sumy, key=klucz)
    return [(ident, sumy[ident]) for ident in kolejne[:limit]]
