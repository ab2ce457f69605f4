"""Pokój kodu źródłowego: gdzie w pliku ucznia leży funkcja zadania i co z nią jest nie tak, bez jej uruchamiania.

opis funkcji – słownik: wiersz (numer wiersza z def albo None), zalazek (treścią jest samo raise
NotImplementedError), pozostale_raise (wiersz raise, które zostało przy napisanej treści, albo None),
wcieta_w (nazwa funkcji lub klasy, w której utknęła definicja, albo None), ile (ile razy jest zdefiniowana)
"""
import ast
import re
import warnings
from importlib.abc import InspectLoader

from pliki import BladDanych, czytaj_tekst

# Początek komunikatu Pythona i to, co zwykle oznacza.
ZNACZENIA_SKLADNI = {
    "expected ':'": "Na końcu wiersza z def, if, else, for, while, try lub with stoi dwukropek.",
    "was never closed": "Otwarty nawias nie jest zamknięty. Miejsce otwarcia wskazuje ten wiersz.",
    "unmatched": "Nawias zamykający nie ma pary: jest o jeden za dużo albo wcześniej brakuje otwierającego.",
    "does not match opening": "Nawias zamykający jest innego rodzaju niż otwierający.",
    "expected an indented block": "Wiersze pod dwukropkiem muszą mieć wcięcie: zwykle 4 spacje.",
    "unexpected indent": "Ten wiersz ma za duże wcięcie.",
    "unindent does not match": "Wcięcie tego wiersza nie zgadza się z żadnym wierszem nad nim.",
    "inconsistent use of tabs": "We wcięciach są raz tabulatory, raz spacje. Użyj samych spacji.",
    "unterminated": "Napis zaczyna się cudzysłowem, ale się nim nie kończy.",
    "outside function": "Ta instrukcja stoi poza funkcją: sprawdź jej wcięcie.",
    "invalid character": "Ten znak nie należy do Pythona. Tekst w kodzie obejmuje prosty cudzysłów: \"",
    "Perhaps you forgot a comma": "Między elementami w nawiasie brakuje przecinka.",
    "cannot assign to": "Po lewej stronie = nie można tego przypisać; porównanie zapisuje się ==.",
    "Maybe you meant '=='": "Porównanie zapisuje się ==, a nie =.",
}
SKLADNIA_INNA = "Porównaj ten wiersz i wiersz nad nim z resztą pliku: nawiasy, cudzysłowy, przecinki, dwukropki."


def blad_skladni(sciezka):
    """Zwraca None albo słownik plik, wiersz, kod (wiersz źródła), opis (słowa Pythona), znaczenie (po polsku)."""
    try:
        tekst = czytaj_tekst(sciezka)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            InspectLoader.source_to_code(tekst, str(sciezka))
    except SyntaxError as blad:
        znaczenie = next((zdanie for slowa, zdanie in ZNACZENIA_SKLADNI.items() if slowa in blad.msg), SKLADNIA_INNA)
        return {"plik": sciezka.name, "wiersz": blad.lineno, "kod": (blad.text or "").strip(),
                "opis": blad.msg, "znaczenie": znaczenie}
    except (BladDanych, ValueError, RecursionError) as blad:   # ValueError: bajt zerowy w pliku
        return {"plik": sciezka.name, "wiersz": None, "kod": "", "opis": "", "znaczenie": str(blad)}
    return None


def opisz_funkcje(tekst, nazwa):
    """Zwraca opis funkcji z poprawnego składniowo tekstu modułu; gdy jest kilka definicji, liczy się ostatnia."""
    drzewo = ast.parse(tekst)
    znalezione = [wezel for wezel in drzewo.body if _to_def(wezel, nazwa)]
    if not znalezione:
        return {"wiersz": None, "zalazek": False, "pozostale_raise": None, "wcieta_w": _otoczenie(drzewo, nazwa),
                "ile": 0}
    tresc = _bez_opisu(znalezione[-1].body)
    czeka = [wezel for wezel in tresc if _to_czekanie(wezel)]
    return {"wiersz": znalezione[-1].lineno, "zalazek": len(tresc) == len(czeka) == 1,
            "pozostale_raise": czeka[0].lineno if czeka and len(tresc) > len(czeka) else None,
            "wcieta_w": None, "ile": len(znalezione)}


def zakres(tekst, nazwa):
    """Zwraca (pierwszy, za ostatnim) – numery wierszy funkcji liczone od 0 – albo None, gdy jej nie ma.

    Działa też na tekście z błędem składni: wtedy funkcja kończy się przed pierwszym wierszem bez wcięcia.
    """
    try:
        znalezione = [wezel for wezel in ast.parse(tekst).body if _to_def(wezel, nazwa)]
        return (znalezione[-1].lineno - 1, znalezione[-1].end_lineno) if znalezione else None
    except (SyntaxError, ValueError):
        return _zakres_na_oko(_wiersze(tekst), nazwa)


def wytnij(tekst, nazwa):
    """Zwraca wiersze funkcji jako jeden tekst zakończony znakiem nowego wiersza; pusty, gdy jej nie ma."""
    miejsce = zakres(tekst, nazwa)
    return "\n".join(_wiersze(tekst)[slice(*miejsce)]) + "\n" if miejsce else ""


def wstaw(tekst, nazwa, tresc):
    """Zwraca tekst modułu, w którym funkcja ma podaną treść; gdy jej nie ma, treść trafia na koniec."""
    wiersze, nowe = _wiersze(tekst), tresc.rstrip("\n").split("\n")
    miejsce = zakres(tekst, nazwa)
    if miejsce:
        wiersze[slice(*miejsce)] = nowe
    else:
        wiersze = [*"\n".join(wiersze).rstrip("\n").split("\n"), "", "", *nowe, ""]
    return ("\r\n" if "\r\n" in tekst else "\n").join(wiersze)


def brakujace_czesci(tekst, nazwa, poczatek):
    """Zwraca nazwy, o których mówi początkowa treść zadania, a których nie ma w module: _części i STAŁE.

    Brakuje ich, gdy cały plik pochodzi skądinąd, np. z książki.
    """
    reszta = wstaw(tekst, nazwa, "")
    return [czesc for czesc in dict.fromkeys(re.findall(r"\b_[a-z]\w+|\b[A-Z][A-Z_]{4,}\b", poczatek))
            if not re.search(rf"\b{czesc}\b", reszta)]


def _wiersze(tekst):
    return tekst.replace("\r\n", "\n").split("\n")   # jak Python: znak \f czy \x85 nie kończy wiersza


def _zakres_na_oko(wiersze, nazwa):
    poczatek = next((i for i, wiersz in enumerate(wiersze) if re.match(rf"def {nazwa}\b", wiersz)), None)
    if poczatek is None:
        return None
    koniec = next((i for i in range(poczatek + 1, len(wiersze)) if re.match(r"[^\s)\]}]", wiersze[i])), len(wiersze))
    while not wiersze[koniec - 1].strip():
        koniec -= 1
    return poczatek, koniec


def _to_def(wezel, nazwa):
    return isinstance(wezel, (ast.FunctionDef, ast.AsyncFunctionDef)) and wezel.name == nazwa


def _bez_opisu(tresc):
    opis = isinstance(tresc[0], ast.Expr) and isinstance(tresc[0].value, ast.Constant) \
        and isinstance(tresc[0].value.value, str)
    return tresc[1:] if opis else tresc


def _to_czekanie(wezel):
    """Mówi, czy to raise NotImplementedError, z tekstem albo bez."""
    if not isinstance(wezel, ast.Raise):
        return False
    wyjatek = wezel.exc.func if isinstance(wezel.exc, ast.Call) else wezel.exc
    return isinstance(wyjatek, ast.Name) and wyjatek.id == "NotImplementedError"


def _otoczenie(drzewo, nazwa):
    """Zwraca nazwę funkcji lub klasy, wewnątrz której stoi definicja, albo None."""
    for wezel in ast.walk(drzewo):
        if isinstance(wezel, (ast.FunctionDef, ast.ClassDef)) and any(_to_def(w, nazwa) for w in wezel.body):
            return wezel.name
    return None
