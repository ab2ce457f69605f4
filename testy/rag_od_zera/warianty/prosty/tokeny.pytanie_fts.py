# ruff: noqa: F821 – reszta nazw jest w module, do którego ta funkcja trafia
def pytanie_fts(pytanie):
    czesci = []
    slownik = {kolumna: sorted(set(lista)) for kolumna, lista in tokeny(pytanie).items()}
    for kolumna in slownik:
        for token in slownik[kolumna]:
            czesci.append(kolumna + ' : "' + token + '"')
    if not czesci:
        return None
    return " OR ".join(czesci)
