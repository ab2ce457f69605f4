"""Pokój plików kursu: co w folderze jest oryginalne, co zmienione, i jak bezpiecznie zmienić plik ucznia.

wzorzec – słownik z pomoc/wzorzec.json, tworzony przez autorów razem z folderem Start:
  pliki – {ścieżka: SHA-256 treści} modułów oddanych gotowych; zadania – {nazwa zadania: początkowa treść funkcji}
"""
import hashlib
import os
import shutil
import sys
import uuid
from datetime import datetime
from pathlib import Path

from pliki import BladDanych, czytaj_json, zapisz_nowy

from pomoc.kurs_zrodla import wytnij
from pomoc.zadania import KURS

FOLDER = Path(__file__).resolve().parents[1]
WZORZEC = FOLDER / "pomoc" / "wzorzec.json"
ROZWIAZANIE = FOLDER.parent.parent / "Rozwiazanie" / KURS["folder"]
NOTATKI = FOLDER / "wyniki" / "kurs"      # kopie i pamięć podpowiedzi; cały folder wolno usunąć


def wzorzec(pliki, lista_zadan):
    """Zwraca wzorzec folderu, w którym żadne zadanie z listy nie jest napisane; pliki to {ścieżka: bajty}.

    Wołają to tylko autorzy, gdy budują folder Start.
    """
    zadania = {zadanie["nazwa"]: wytnij(pliki[zadanie["plik"]].decode("utf-8"), zadanie["funkcja"])
               for zadanie in lista_zadan}
    pliki_zadan = {zadanie["plik"] for zadanie in lista_zadan}
    return {"pliki": {nazwa: skrot(bajty) for nazwa, bajty in pliki.items()
                      if nazwa.endswith(".py") and nazwa not in pliki_zadan}, "zadania": zadania}


def skrot(bajty):
    """Zwraca SHA-256 treści pliku; BOM i końce wierszy się nie liczą, bo edytory i git zmieniają je same."""
    return hashlib.sha256(bajty.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")).hexdigest()


def zmienione():
    """Zwraca {nazwa: "zmieniony" albo "brak"} modułów oddanych gotowych, których treść odbiega od wzorca."""
    try:
        oczekiwane = czytaj_json(WZORZEC)["pliki"]
    except (BladDanych, TypeError, KeyError):
        return {"pomoc/wzorzec.json": "zmieniony" if WZORZEC.exists() else "brak"}
    roznice = {}
    for nazwa, oczekiwany in oczekiwane.items():
        if not (FOLDER / nazwa).is_file():
            roznice[nazwa] = "brak"
        elif skrot((FOLDER / nazwa).read_bytes()) != oczekiwany:
            roznice[nazwa] = "zmieniony"
    return roznice


def to_sprawdzian(nazwa):
    """Mówi, czy od pliku zależy, co kurs uzna za zrobione."""
    return nazwa.startswith(("sprawdz", "pomoc/")) or nazwa == "kurs.py"


def zaslaniajace():
    """Zwraca nazwy plików i folderów, które program wczytałby zamiast modułów Pythona o tej samej nazwie."""
    return sorted(p.name for p in FOLDER.iterdir()
                  if p.stem in sys.stdlib_module_names and (p.suffix == ".py" or (p / "__init__.py").exists()))


def jest_rozwiazanie():
    """Mówi, czy obok leży folder Rozwiazanie, inny niż ten."""
    return ROZWIAZANIE.is_dir() and ROZWIAZANIE != FOLDER


def poczatek(zadanie):
    """Zwraca początkową treść funkcji zadania; BladDanych, gdy wzorca nie da się odczytać."""
    tresci = czytaj_json(WZORZEC)
    try:
        return tresci["zadania"][zadanie["nazwa"]]
    except (TypeError, KeyError):
        raise BladDanych(f"{WZORZEC}: nie ma w nim początku zadania {zadanie['nazwa']}. "
                         "Skopiuj ten plik ponownie z archiwum kursu.") from None


def zachowaj_kopie(sciezka):
    """Kopiuje plik bajt w bajt do wyniki/kurs/ pod nową nazwą; zwraca ścieżkę kopii."""
    NOTATKI.mkdir(parents=True, exist_ok=True)
    stempel = datetime.now().strftime("%Y%m%d_%H%M%S")
    kopia = NOTATKI / f"{sciezka.stem}_{stempel}_{uuid.uuid4().hex[:4]}{sciezka.suffix}"
    shutil.copyfile(sciezka, kopia)
    return kopia


def zastap(sciezka, tekst):
    """Zapisuje tekst pod nazwą, która może już istnieć; w każdej chwili jest tam stary albo nowy plik w całości."""
    sciezka.parent.mkdir(parents=True, exist_ok=True)
    nowy = sciezka.with_name(f".{uuid.uuid4().hex[:12]}.nowy.czesc")
    zapisz_nowy(nowy, tekst)
    os.replace(nowy, sciezka)
