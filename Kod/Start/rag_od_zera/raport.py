"""Pokój raportu: zapis pomiaru w wyniki/ i tabele, które mieszczą się w 80 kolumnach.

Dane: raport opisuje pierwszy akapit ewaluacja.py; tabela to lista list napisów, pierwsza lista jest nagłówkiem.
"""
import tempfile
import uuid

import ekran
from lokalny import ROOT
from pliki import BladDanych, na_json, opis_bledu, zapisz_nowy
from pytania import BEZ_ODPOWIEDZI

WYNIKI = ROOT / "wyniki"
POLA_TRAFIENIA = ("id", "zrodlo", "pozycja", "ocena")   # tekst trafień, które dostał model, stoi w polu wynik
MIARY = ("recall", "mrr", "ndcg")
NAJDLUZSZY_CYTAT = 160       # znaków złej odpowiedzi w tabeli; całą ma plik raportu
CYTATY = ("nieistniejacy_cytat", "brak_cytatu", "odpowiedz_i_odmowa")   # powody odrzucenia z powodu numerów fragmentów
NAZWY = {"ciecie": "cięcie", "dobor": "dobór"}   # warstwa → nazwa na ekranie, jeśli inna
NIEZNANA_WARSTWA = "Takiej warstwy nie ma. Sprawdź funkcję diagnoza: python kurs.py"
# Warstwa diagnozy → co w niej poprawić.
PORADY = {
    "ciecie": "Żaden fragment nie ma całego oczekiwanego zdania. Zmień sposób cięcia, rozmiar albo zakładkę.",
    "wyszukiwanie": "Zdanie jest w bazie, ale nie wśród kandydatów. Porównaj sposoby szukania w tabeli 1, "
                    "sprawdź tokeny pytania, zwiększ --k.",
    "dobor": "Zdanie było wśród kandydatów, a nie weszło do promptu. Sprawdź próg sędziego i budżet okna.",
    "model": "Model dostał właściwy fragment, a odpowiedział źle. Przeczytaj prompt, zmień instrukcję albo model.",
    "odmowa": "Dokumenty nie mają odpowiedzi, a model jej udzielił. Zaostrz instrukcję i sprawdź jego zdania: "
              "odpowiedz.py --sprawdz-zdania.",
}


# --- plik ---

def przygotuj_folder():
    """Zakłada folder wyniki/, jeśli go nie ma; BladDanych mówi, co stoi na przeszkodzie."""
    try:
        WYNIKI.mkdir(exist_ok=True)
        tempfile.TemporaryFile(dir=WYNIKI).close()
    except OSError as blad:
        if WYNIKI.is_symlink() and not WYNIKI.exists():
            co = "stoi tu dowiązanie, które prowadzi donikąd"
        else:
            co = "leży tu plik, a nie folder" if WYNIKI.is_file() else f"nie da się tu pisać ({opis_bledu(blad)})"
        raise BladDanych(f"{WYNIKI}: tu mają powstawać raporty, a {co}. Usuń przeszkodę i uruchom pomiar ponownie.") \
            from None


def zapisz(raport):
    """Zapisuje raport jako nowy plik wyniki/ewaluacja_<czas UTC>_<8 cyfr>.json i zwraca jego ścieżkę."""
    plik = WYNIKI / f"ewaluacja_{raport['utworzono']}_{uuid.uuid4().hex[:8]}.json"
    zapisz_nowy(plik, na_json(raport | {"wiersze": [_skrocony(wiersz) for wiersz in raport["wiersze"]]}))
    return plik


def _skrocony(wiersz):
    return wiersz | {"trafienia": {sposob: [{pole: t[pole] for pole in POLA_TRAFIENIA} for t in lista]
                                   for sposob, lista in wiersz["trafienia"].items()}}


# --- tabele ---

def tabele(raport):
    """Zwraca listę wierszy wszystkich tabel raportu."""
    czesci = [tabela_szukania(raport), tabela_rodzajow(raport), tabela_ciec(raport)]
    if not raport["tylko_wyszukiwanie"]:
        czesci += [tabela_odpowiedzi(raport["wiersze"]), tabela_diagnozy(raport["wiersze"])]
    return [wiersz for czesc in czesci for wiersz in [*czesc, ""]]


def wyrownana(tabela):
    """Zwraca wiersze tabeli o równych kolumnach: pierwsza do lewej, pozostałe do prawej."""
    szerokosci = [max(map(len, kolumna)) for kolumna in zip(*tabela)]
    return ["  ".join([wiersz[0].ljust(szerokosci[0]), *map(str.rjust, wiersz[1:], szerokosci[1:])]).rstrip()
            for wiersz in tabela]


def tabela_szukania(raport):
    """Zwraca wiersze tabeli 1: średnie miary każdego sposobu szukania."""
    naglowek = ["sposób", f"recall@{raport['k']}", "MRR", "nDCG"]
    return [f"1. Szukanie: czy oczekiwane źródło jest wśród pierwszych {raport['k']} fragmentów",
            f"   (cięcie {raport['ciecie']}; pytań z odpowiedzią: {raport['pytan_z_odpowiedzia']})",
            *wyrownana([naglowek] + [[w["sposob"], *_liczby(w)] for w in raport["szukanie"]])]


def tabela_rodzajow(raport):
    """Zwraca wiersze tabeli recall każdego sposobu, osobno dla rodzajów pytań."""
    rodzaje = list(raport["szukanie"][0]["rodzaje"])
    return [f"   recall@{raport['k']} według rodzaju pytań",
            *wyrownana([["sposób", *rodzaje]] + [
                [w["sposob"], *(_liczba(w["rodzaje"][rodzaj]) for rodzaj in rodzaje)] for w in raport["szukanie"]])]


def tabela_ciec(raport):
    """Zwraca wiersze tabeli 2: porównanie sposobów cięcia."""
    naglowek = ["cięcie", "fragmentów", "zdań przeciętych", f"recall@{raport['k']}", "MRR", "nDCG"]
    return ["2. Cięcie: to samo szukanie (RRF), inne fragmenty",
            *wyrownana([naglowek] + [[w["ciecie"], str(w["fragmentow"]), f"{w['przecietych']} z {w['zdan']}",
                                      *_liczby(w)] for w in raport["ciecia"]])]


def _liczby(wiersz):
    return [_liczba(wiersz[nazwa]) for nazwa in MIARY]


def _liczba(wartosc):
    return ekran.liczba(wartosc, 3)


def tabela_odpowiedzi(wiersze):
    """Zwraca wiersze tabeli 3: ile odpowiedzi jest dobrych, a pod nią awarie usługi."""
    ocenione = [w for w in wiersze if "blad" not in w]
    bez = [w for w in ocenione if w["pytanie"]["rodzaj"] == BEZ_ODPOWIEDZI]
    z_odpowiedzia = [w for w in ocenione if w["pytanie"]["rodzaj"] != BEZ_ODPOWIEDZI]
    bledne = [w for w in wiersze if "blad" in w]
    return ["3. Odpowiedzi: czy są dobre", *wyrownana([
        ["odpowiedzi", "ile", "z ilu"],
        ["poprawne", _ile(w["ocena"]["poprawna"] for w in ocenione), str(len(ocenione))],
        ["  na pytania z odpowiedzią", _ile(w["ocena"]["poprawna"] for w in z_odpowiedzia), str(len(z_odpowiedzia))],
        ["  słuszne odmowy", _ile(w["ocena"]["poprawna"] for w in bez), str(len(bez))],
        ["odrzucone z powodu cytatów", _ile(w["wynik"]["powod"] in CYTATY for w in ocenione), str(len(ocenione))],
        ["prompt prawdopodobnie ucięty", _ile(w["wynik"]["uciety"] for w in ocenione), str(len(ocenione))],
        ["sędzia nie ocenił fragmentów", _ile(w["nieocenione"] > 0 for w in ocenione), str(len(ocenione))],
        ["bez oceny: zawiodła usługa", str(len(bledne)), str(len(wiersze))],
    ]), *(ekran.zawin(ekran.jeden_wiersz(w["blad"]), f"  {_id(w)}: ") for w in bledne)]


def _ile(warunki):
    return str(sum(warunki))


def tabela_diagnozy(wiersze):
    """Zwraca wiersze części 4: pytania każdej warstwy z poradą i opisy złych odpowiedzi."""
    bledne = [w for w in wiersze if w.get("warstwa", "poprawna") != "poprawna"]
    wynik = ["4. Diagnoza: którą warstwę poprawić"]
    nieznane = {w["warstwa"]: NIEZNANA_WARSTWA for w in bledne if w["warstwa"] not in PORADY}
    for warstwa, porada in (PORADY | nieznane).items():
        pytania = [_id(w) for w in bledne if w["warstwa"] == warstwa]
        wynik.append(ekran.zawin(", ".join(pytania) or "–", f"{_nazwa(warstwa):<12}  {len(pytania):>3}  "))
        if pytania:
            wynik.append(ekran.zawin(porada, " " * 19))
    return wynik + [wiersz for w in bledne for wiersz in _opis_bledu(w)]


def _opis_bledu(wiersz):
    """Zwraca wiersze o jednej złej odpowiedzi: pytanie, co przyszło, warstwa i co się nie zgadza."""
    tekst = ekran.jeden_wiersz(wiersz["wynik"]["tekst"]) or "(nic)"
    skrot = tekst if len(tekst) <= NAJDLUZSZY_CYTAT else tekst[:NAJDLUZSZY_CYTAT] + "…"
    return ["", ekran.zawin(ekran.jeden_wiersz(wiersz["pytanie"]["pytanie"]), f"{_id(wiersz)}  "),
            ekran.zawin(skrot, "     przyszło: "),
            ekran.zawin("; ".join(wiersz["ocena"]["uwagi"]), f"     {_nazwa(wiersz['warstwa'])}: ")]


def _id(wiersz):
    return ekran.jeden_wiersz(wiersz["pytanie"]["id"])


def _nazwa(klucz):
    return NAZWY.get(klucz, klucz)
