"""Pokój indeksowania: katalog dokumentów .txt i .md → baza fragmentów zgodna z tym, co w nim teraz leży.

dokumenty – słownik {zrodlo: ścieżka pliku}; zrodlo to ścieżka względem katalogu, w postaci NFC, pisana z „/”
zmiany – słownik list źródeł "dodane", "zmienione", "bez_zmian", "usuniete" i lista komunikatów "bledy"

Każdy plik to jedna transakcja: przerwanie w dowolnej chwili zostawia bazę zdatną do użycia, a ponowne
indeksowanie kończy pracę. Embeddingi trwają najdłużej, więc powstają przed transakcją i baza jest zajęta krótko.
O tym, czy plik się zmienił, rozstrzyga skrót tego, co z niego trafia do bazy, czyli fragmentów i tokenów. Zmienia go
więc nie tylko nowa treść, ale i poprawka w cięciu (chunk_*, potnij, do_embeddingu) albo w tokenach.
"""
import hashlib
import json
import os
import re
import sys
import time
import unicodedata
from contextlib import closing
from pathlib import Path

import baza
import ekran
import polecenia
import silnik
from embeddingi import BladTekstu, embeduj_wiele
from fragmenty import ciecie_z_opcji, do_embeddingu, dodaj_opcje_ciecia, potnij
from lokalny import CONFIG
from pliki import BladDanych, czytaj_tekst
from polaczenie import W_PAMIECI, folder_bazy, katalog_bazy, odczytaj, transakcja, ustaw, ustawienie, wykonaj
from przeglad import zapomnij_znaki
from tokeny import KOLUMNY, tokeny
from wektory import na_bajty

ROZSZERZENIA = (".txt", ".md")
OPISY_ZMIAN = {"dodane": "Dodane", "zmienione": "Zmienione", "bez_zmian": "Bez zmian", "usuniete": "Usunięte"}
NAJWIECEJ_NAZW = 20          # tyle nazw plików mieści podsumowanie
POPRAW_TEKST = "Popraw ten tekst, podziel plik albo przenieś go poza katalog."
ZOSTAJE = " W bazie zostaje jego poprzednia wersja; aby zniknęła, usuń plik z katalogu."
INNY_KATALOG = ("{baza}: ta baza powstała z katalogu {stary}, a nie {nowy}. Dokumenty z innego katalogu zastąpiłyby "
                "w niej poprzednie. Dla nowego katalogu zbuduj drugą bazę: --baza PLIK. Jeśli to ten sam katalog po "
                "zmianie nazwy, odłóż plik bazy i zbuduj ją od nowa.")


def indeksuj(con, katalog, tnij):
    """Doprowadza bazę do zgodności z katalogiem i zwraca zmiany.

    con – połączenie z baza.utworz(); tnij – funkcja tnąca (fragmenty.ciecie). Embeddingi liczy tylko dla plików nowych
    i zmienionych, a te, których w katalogu już nie ma, usuwa z bazy. Plik, którego nie da się odczytać albo którego
    tekstu nie przyjął model, trafia do "bledy" i niczego nie wstrzymuje. BladDanych, gdy w katalogu nie ma dokumentów
    albo baza powstała z innego katalogu; RuntimeError, gdy zawiedzie usługa – pliki zapisane wcześniej zostają.
    """
    # Stan bazy przed listą plików: to, co dopisze w tym czasie drugi program, nie wygląda na usunięte z katalogu.
    znane = dict(odczytaj(con, (str, str), "SELECT zrodlo, skrot FROM pliki"))
    dokumenty, bledy = znajdz_dokumenty(katalog)
    _pilnuj_katalogu(con, katalog)
    zmiany, start = {**{nazwa: [] for nazwa in OPISY_ZMIAN}, "bledy": bledy}, time.monotonic()
    for numer, (zrodlo, plik) in enumerate(dokumenty.items(), start=1):
        try:
            nowe = _przygotuj(plik, zrodlo, znane.get(zrodlo), tnij)
        except (BladDanych, BladTekstu) as blad:
            bledy.append(f"{blad}{ZOSTAJE if zrodlo in znane else ''}")
        else:
            zmiany[zapisz_plik(con, zrodlo, znane.get(zrodlo), *nowe)].append(zrodlo)
        ekran.postep("Pliki", numer, len(dokumenty), time.monotonic() - start)
    for zrodlo in sorted(znane.keys() - dokumenty.keys()):
        with transakcja(con):
            _usun(con, zrodlo)
        zmiany["usuniete"].append(zrodlo)
    return zmiany


# --- katalog ---

def znajdz_dokumenty(katalog):
    """Zwraca (dokumenty katalogu i jego podfolderów w kolejności nazw, komunikaty o pominiętych plikach).

    Pliki ukryte i o innych rozszerzeniach pomija milcząco, a dowiązania prowadzące poza katalog – z komunikatem.
    BladDanych, gdy nie ma katalogu albo ani jednego dokumentu; OSError, gdy podfolderu nie wolno czytać.
    """
    if not Path(katalog).is_dir():
        raise BladDanych(f"{katalog}: nie ma takiego folderu. Podaj katalog z dokumentami .txt i .md.")
    dokumenty, bledy = {}, []
    for plik in _pliki(Path(katalog)):
        zrodlo = unicodedata.normalize("NFC", plik.relative_to(katalog).as_posix())
        wada = _wada(plik, zrodlo, katalog, dokumenty)
        if wada:
            bledy.append(f"{plik}: {wada}")
        else:
            dokumenty[zrodlo] = plik
    if not dokumenty:
        raise BladDanych("\n".join([f"{katalog}: nie ma tu żadnego dokumentu {' ani '.join(ROZSZERZENIA)}.", *bledy]))
    return dokumenty, bledy


def _pliki(katalog):
    """Zwraca posortowaną listę ścieżek plików o właściwych rozszerzeniach i dowiązań do folderów."""
    wynik = []
    for folder, podfoldery, nazwy in os.walk(katalog, onerror=_przerwij):
        podfoldery[:] = [nazwa for nazwa in podfoldery if not nazwa.startswith(".")]
        dokumenty = [nazwa for nazwa in nazwy
                     if not nazwa.startswith(".") and Path(nazwa).suffix.lower() in ROZSZERZENIA]
        dowiazania = [nazwa for nazwa in podfoldery if os.path.islink(os.path.join(folder, nazwa))]   # os.walk je omija
        wynik += [Path(folder, nazwa) for nazwa in dokumenty + dowiazania]
    return sorted(wynik)


def _przerwij(blad):
    raise blad   # pominięty po cichu podfolder wyglądałby na usunięty


def _wada(plik, zrodlo, katalog, dokumenty):
    """Zwraca powód, dla którego tego pliku nie można indeksować, albo None."""
    if not plik.exists():
        return "to dowiązanie prowadzi donikąd i zostało pominięte. Usuń je albo skopiuj tu sam dokument."
    if plik.is_dir():
        return "to dowiązanie do folderu i zostało pominięte. Skopiuj tu sam folder."
    if not Path(os.path.realpath(plik)).is_relative_to(os.path.realpath(katalog)):
        return "to dowiązanie prowadzi poza katalog i zostało pominięte. Skopiuj tu sam dokument."
    if zrodlo in dokumenty:
        return "w katalogu jest drugi plik o tej samej nazwie, zapisanej innymi znakami. Zmień nazwę jednego z nich."
    if any("\ud800" <= znak <= "\udfff" for znak in zrodlo):
        return "nazwa pliku nie jest zapisana w UTF-8. Zmień ją."
    return None


def _pilnuj_katalogu(con, katalog):
    """Zapamiętuje katalog w nowej bazie; BladDanych, gdy baza powstała z innego."""
    with transakcja(con):
        stary = katalog_bazy(con)
        if stary is None:
            ustaw(con, "katalog", _wzgledem(katalog, folder_bazy(con)))
        elif not (stary.is_dir() and os.path.samefile(stary, katalog)):
            raise BladDanych(INNY_KATALOG.format(baza=con.sciezka, stary=stary, nowy=Path(katalog).resolve()))


def _wzgledem(katalog, folder):
    """Zwraca ścieżkę katalogu względem folderu bazy: razem dają się przenieść w inne miejsce."""
    try:
        return Path(os.path.relpath(os.path.realpath(katalog), os.path.realpath(folder))).as_posix()
    except ValueError:   # Windows: na innym dysku
        return Path(katalog).resolve().as_posix()


# --- jeden plik ---

def _przygotuj(plik, zrodlo, znany_skrot, tnij):
    """Zwraca (skrót, fragmenty, ich wektory); gdy skrót jest znany, obie listy są puste, bo nie ma czego zapisywać.

    BladDanych, gdy pliku nie da się pociąć; BladTekstu, gdy model nie przyjął któregoś fragmentu.
    """
    fragmenty = potnij(czytaj_tekst(plik), zrodlo, tnij)
    if not any(re.search(r"\w", fragment["tekst"]) for fragment in fragmenty):
        raise BladDanych(f"{plik}: poza nagłówkami nie ma tu ani jednego słowa.")
    skrot = _skrot(fragmenty)
    if skrot == znany_skrot:
        return skrot, [], []
    nazwy = [f"{plik}, znak {fragment['pozycja']}" for fragment in fragmenty]
    try:
        return skrot, fragmenty, embeduj_wiele(list(map(do_embeddingu, fragmenty)), nazwy, postep=False)
    except BladTekstu as blad:
        raise BladTekstu(f"{blad} {POPRAW_TEKST}") from None


def _skrot(fragmenty):
    """Zwraca SHA-256 wszystkiego, co z fragmentów trafia do bazy; tekst do embeddingu zastępuje jego wektor."""
    teksty = list(map(do_embeddingu, fragmenty))
    wszystko = json.dumps([fragmenty, teksty, list(map(tokeny, teksty))], sort_keys=True)
    return hashlib.sha256(wszystko.encode("ascii")).hexdigest()


def zapisz_plik(con, zrodlo, znany_skrot, skrot, fragmenty, wektory):
    """Zastępuje w bazie fragmenty jednego pliku, w jednej transakcji; zwraca "dodane", "zmienione" albo "bez_zmian".

    znany_skrot to skrót z bazy z chwili, w której praca się zaczęła (None: pliku w niej nie było). Gdy teraz jest
    inny, plik zapisał w międzyczasie drugi program i nie ma nic do zrobienia.
    """
    if skrot == znany_skrot:
        return "bez_zmian"
    with transakcja(con):
        w_bazie = wykonaj(con, "SELECT skrot FROM pliki WHERE zrodlo = ?", zrodlo)
        if w_bazie != ([(znany_skrot,)] if znany_skrot else []):
            return "bez_zmian"
        _usun(con, zrodlo)
        wykonaj(con, "INSERT INTO pliki VALUES (?, ?)", zrodlo, skrot)
        for fragment, wektor in zip(fragmenty, wektory):
            _dopisz(con, fragment, wektor)
    return "zmienione" if znany_skrot else "dodane"


def _usun(con, zrodlo):
    """Usuwa z bazy plik i jego fragmenty, a z nimi wszystkie znaki, bo zmienia się wektor średni."""
    for tabela, warunek in (("tokeny", "rowid IN (SELECT id FROM fragmenty WHERE zrodlo = ?)"),
                            ("fragmenty", "zrodlo = ?"), ("pliki", "zrodlo = ?")):
        wykonaj(con, f"DELETE FROM {tabela} WHERE {warunek}", zrodlo)
    zapomnij_znaki(con)


def _dopisz(con, fragment, wektor):
    """Dopisuje fragment, jego wektor i tokeny; BladDanych, gdy wektor ma inny wymiar niż pozostałe."""
    wymiar = ustawienie(con, "wymiar")
    if wymiar is None:
        ustaw(con, "wymiar", len(wektor))
    elif wymiar != len(wektor):
        raise BladDanych(f"{con.sciezka}: wektory tej bazy mają wymiar {wymiar}, a model oddał {len(wektor)}.")
    wykonaj(con, f"INSERT INTO fragmenty ({', '.join(baza.POLA)}, wektor) VALUES (?, ?, ?, ?, ?, ?)",
            *(fragment[pole] for pole in baza.POLA), na_bajty(wektor))
    slowa = tokeny(do_embeddingu(fragment))   # nagłówek pomaga także szukaniu słów
    wykonaj(con, f"INSERT INTO tokeny (rowid, {', '.join(KOLUMNY)}) VALUES (last_insert_rowid(), ?, ?, ?)",
            *(" ".join(slowa[kolumna]) for kolumna in KOLUMNY))


# --- program: python indeksuj.py KATALOG [--baza PLIK] [--ciecie …] ---

def _nazwy(zrodla):
    """Zwraca nazwy po przecinku, a gdy jest ich dużo – początek listy i liczbę pozostałych."""
    reszta = len(zrodla) - NAJWIECEJ_NAZW
    return ", ".join(zrodla[:NAJWIECEJ_NAZW]) + (f" … i {reszta} innych" if reszta > 0 else "")


def _podsumuj(zmiany, con):
    for nazwa, opis in OPISY_ZMIAN.items():
        lista = "" if nazwa == "bez_zmian" else _nazwy(zmiany[nazwa])
        print(ekran.zawin(ekran.jeden_wiersz(f"{len(zmiany[nazwa])} {lista}"), f"{opis + ':':<11}"))
    for blad in zmiany["bledy"]:
        print(ekran.zawin(ekran.jeden_wiersz(blad), "Pominięte: "))
    fragmenty = wykonaj(con, "SELECT count(*) FROM fragmenty")[0][0]
    print(f"Baza {con.sciezka}, fragmenty: {fragmenty}.")
    return 1 if zmiany["bledy"] else 0


def main(argv=None):
    parser = polecenia.parser("Indeksuje dokumenty .txt i .md z katalogu i jego podfolderów. Przy następnym "
                              "uruchomieniu liczy tylko to, co się zmieniło.")
    parser.add_argument("katalog", type=polecenia.sciezka, metavar="KATALOG")
    baza.dodaj_opcje_bazy(parser)
    dodaj_opcje_ciecia(parser)
    silnik.dodaj_opcje(parser)
    args = parser.parse_args(argv)
    opis, tnij = ciecie_z_opcji(parser, args)
    if str(args.baza) == W_PAMIECI:
        parser.error(f"baza {W_PAMIECI} zniknęłaby z końcem programu; podaj nazwę pliku")

    def praca():
        silnik.wlacz(CONFIG, args.silnik)
        znajdz_dokumenty(args.katalog)   # literówka w nazwie katalogu nie zostawi po sobie pustej bazy
        with closing(baza.utworz(args.baza or baza.domyslna(), opis)) as con:
            return _podsumuj(indeksuj(con, args.katalog, tnij), con)
    return polecenia.prowadz(praca)


if __name__ == "__main__":
    sys.exit(main())
