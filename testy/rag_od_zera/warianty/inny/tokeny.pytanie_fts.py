# ruff: noqa: F821 – reszta nazw jest w module, do którego ta funkcja trafia
def pytanie_fts(pytanie):
    wyrazenie = None
    for kolumna, lista in tokeny(pytanie).items():
        for token in sorted(set(lista), reverse=True):
            czesc = f'{{{kolumna}}}:"{token}"'
            wyrazenie = czesc if wyrazenie is None else wyrazenie + " OR " + czesc
    return wyrazenie
