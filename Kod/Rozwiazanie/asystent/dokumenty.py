"""Pokój dokumentów: folder z plikami .txt i .md oraz metadane.json → sprawdzone teksty z opisami.

Dane: dokument to {"source": nazwa pliku, "text": ujednolicony tekst, "document_id", "title", "version",
"status"}; ostatnie cztery pola pochodzą z metadane.json, gdzie kluczem wpisu jest nazwa pliku.
Tu stoją też sprawdziany pól, wspólne dla metadane.json i pliku fragmentów; zwracają listę wad, nie wyjątek,
aby człowiek zobaczył naraz wszystko, co ma poprawić.
"""
import os
import re
import unicodedata
from pathlib import Path

import pliki
from pliki import BladDanych
from sekcje import ujednolic

METADANE = "metadane.json"
ROZSZERZENIA = (".txt", ".md")
POLA_OPISU = ("document_id", "title", "version", "status")
WZOR_ID = re.compile(r"[A-Z0-9]+(?:[_-][A-Z0-9]+)*")


def wczytaj_dokumenty(katalog):
    """Zwraca listę dokumentów folderu w kolejności nazw plików; BladDanych wymienia naraz wszystkie wady."""
    katalog = Path(katalog)
    if not katalog.is_dir() or not os.access(katalog, os.R_OK):
        raise BladDanych(f"{katalog}: nie ma takiego folderu albo nie wolno go czytać.")
    teksty, wady_tekstow = _teksty(katalog)
    opisy, wady_opisow = _opisy(katalog / METADANE, teksty)
    if wady_tekstow or wady_opisow:
        raise BladDanych("\n".join(wady_tekstow + wady_opisow))
    return [{"source": nazwa, "text": tekst, **opisy[nazwa]} for nazwa, tekst in teksty.items()]


def _teksty(katalog):
    """Zwraca ({nazwa pliku: tekst}, wady) dokumentów, które leżą wprost w folderze."""
    teksty, wady = {}, []
    # macOS podaje nazwy w postaci NFD, a w metadane.json zapisuje je człowiek, zwykle w NFC.
    for nazwa, plik in sorted((_nfc(plik.name), plik) for plik in katalog.iterdir()):
        if plik.suffix.lower() not in ROZSZERZENIA or nazwa.startswith("."):
            continue
        if nazwa in teksty:
            wady.append(f"{plik}: w folderze jest drugi plik o tej samej nazwie, zapisanej innymi znakami")
        wady += [f"{plik}: {wada}" for wada in wady_napisow({"nazwa pliku": nazwa}, ["nazwa pliku"])]
        teksty[nazwa] = ""
        try:
            if plik.resolve().parent != katalog.resolve():
                raise BladDanych(f"{plik}: to dowiązanie prowadzi poza folder. Skopiuj tu sam dokument.")
            teksty[nazwa] = ujednolic(pliki.czytaj_tekst(plik))
        except BladDanych as blad:
            wady.append(str(blad))
    if not teksty:
        wady.append(f"{katalog}: nie ma tu żadnego dokumentu {' ani '.join(ROZSZERZENIA)}.")
    return teksty, wady


def _opisy(sciezka, nazwy):
    """Zwraca ({nazwa pliku: opis dokumentu}, wady) z pliku metadane.json, porównanego z nazwami plików."""
    try:
        wpisy = pliki.czytaj_json(sciezka)
    except BladDanych as blad:
        return {}, [f"{blad} Wzór tego pliku pokazuje: python baza.py --help"]
    if not isinstance(wpisy, dict):
        return {}, [f"{sciezka}: plik musi zawierać obiekt JSON z wpisem dla każdego dokumentu."]
    wpisy = {_nfc(nazwa): wpis for nazwa, wpis in wpisy.items()}
    wady = [f"brakuje wpisu dla pliku {nazwa}" for nazwa in nazwy if nazwa not in wpisy]
    wady += [f"w folderze nie ma dokumentu {nazwa}" for nazwa in wpisy if nazwa not in nazwy]
    opisy, wlasciciele = {}, {}
    for nazwa, wpis in wpisy.items():
        wady_wpisu = wady_pol(wpis, POLA_OPISU, "wpis") or wady_napisow(wpis, POLA_OPISU)
        if not wady_wpisu:
            opisy[nazwa] = {pole: _nfc(wpis[pole]) for pole in POLA_OPISU}
            wady_wpisu = wady_id(wpis["document_id"])
            pierwszy = wlasciciele.setdefault(wpis["document_id"], nazwa)
            if pierwszy != nazwa:
                wady_wpisu.append(f"document_id {wpis['document_id']} ma już plik {pierwszy}")
        wady += [f"{nazwa}: {wada}" for wada in wady_wpisu]
    return opisy, [f"{sciezka}: {wada}" for wada in wady]


def wady_pol(wartosc, pola, co):
    """Sprawdza, czy wartość jest obiektem JSON (dict) o dokładnie tych polach."""
    if not isinstance(wartosc, dict):
        return [f"{co} musi być obiektem JSON z polami {', '.join(pola)}"]
    return ([f"{co}: brakuje pola {pole}" for pole in pola if pole not in wartosc]
            + [f"{co}: nieznane pole „{pole}”" for pole in wartosc if pole not in pola])


def wady_napisow(slownik, pola):
    """Sprawdza, czy te pola słownika są niepustymi napisami, które da się zapisać w UTF-8."""
    wady = []
    for pole in pola:
        if not isinstance(slownik[pole], str) or not slownik[pole].strip():
            wady.append(f"{pole} musi być niepustym napisem")
        elif re.search("[\ud800-\udfff]", slownik[pole]):
            wady.append(f"{pole} zawiera uszkodzony znak (połowę pary \\udXXX)")
    return wady


def wady_id(document_id):
    """Sprawdza wzór napisu document_id; od niego zależy, czy ID da się rozpoznać w pytaniu."""
    if WZOR_ID.fullmatch(document_id):
        return []
    return [f"document_id „{document_id}” musi składać się z wielkich liter A–Z i cyfr, "
            "łączonych pojedynczymi znakami - lub _, np. DOC-REG"]


def _nfc(tekst):
    return unicodedata.normalize("NFC", tekst)
