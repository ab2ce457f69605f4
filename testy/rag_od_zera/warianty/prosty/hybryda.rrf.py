def rrf(listy, k=60, limit=5):
    oceny = {}
    for lista in listy:
        miejsce = 1
        for ident in lista:
            oceny[ident] = oceny.get(ident, 0.0) + 1 / (k + miejsce)
            miejsce = miejsce + 1

    def klucz(ident):
        miejsca = []
        for lista in listy:
            if ident in lista:
                miejsca.append(lista.index(ident))
            else:
                miejsca.append(len(lista) + 1000000)
        return [-oceny[ident]] + miejsca

    kolejne = sorted(oceny, key=klucz)
    return [(ident, oceny[ident]) for ident in kolejne[:limit]]
