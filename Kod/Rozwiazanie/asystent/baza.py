"""Pokój bazy: plik fragmentów (chunks.jsonl) – jego tworzenie z dokumentów, sprawdzanie i wczytywanie.

Dane: rekord to {"chunk_id": "DOC-INSTR#001", "text": str, "metadata": {"document_id", "source", "title",
"version", "status", "section": str, "page_number": int lub None}}; w pliku każdy zajmuje jeden wiersz JSON.
Dokumenty czyta dokumenty.py, a na fragmenty kroi je fragmenty.py.
"""
import argparse
import json
import re
import sys
from pathlib import Path

import fragmenty
import pliki
import polecenia
from dokumenty import METADANE, wady_id, wady_napisow, wady_pol, wczytaj_dokumenty
from pliki import BladDanych

POLA_REKORDU = ("chunk_id", "text", "metadata")
POLA_WSPOLNE = ("source", "title", "version", "status")   # jednakowe we wszystkich fragmentach dokumentu
POLA_METADANYCH = ("document_id", *POLA_WSPOLNE, "section", "page_number")

CO_DALEJ = """\
Aby asystent odpowiadał z tych dokumentów, odłóż dane/chunks.jsonl i dane/index.json pod inne nazwy,
zapisz nowy plik jako dane/chunks.jsonl, a dla Ollamy zbuduj jeszcze indeks: python indeks.py build"""
OPIS = "Robi plik fragmentów z folderu dokumentów albo sprawdza plik, który już jest."
POMOC = f"""\
Folder zawiera dokumenty .txt i .md w UTF-8 oraz plik {METADANE} z wpisem dla każdego z nich:
  {{"regulamin.txt": {{"document_id": "DOC-OGR", "title": "Regulamin ogrodu działkowego",
                     "version": "1.0", "status": "active"}}}}
document_id składa się z wielkich liter A–Z i cyfr, które można łączyć znakami - i _.

strategie krojenia:
  akapity  całe akapity jednej sekcji, razem do 1200 znaków (domyślna)
  stale    do 800 znaków, bez przecinania słów, z zakładką do 100 znaków
  zdania   po 5 zdań, z zakładką 1 zdania
--rozmiar i --zakladka liczy się w znakach, a przy strategii zdania – w zdaniach.

Plik fragmentów ma w każdym wierszu jeden obiekt JSON, o dokładnie takich polach:
  {{"chunk_id": "DOC-OGR#001", "text": "Wodę włącza się 15 kwietnia.",
   "metadata": {{"document_id": "DOC-OGR", "source": "regulamin.txt", "title": "Regulamin ogrodu działkowego",
                "version": "1.0", "status": "active", "section": "Woda", "page_number": null}}}}
chunk_id nie może się powtarzać; source, title, version i status są we wszystkich fragmentach dokumentu te same;
page_number to numer strony albo null. Fragmenty z innego programu, które mają więcej pól, trzeba najpierw do tej
postaci sprowadzić.

przykłady:
  python baza.py utworz moje_dokumenty moje_fragmenty.jsonl
  python baza.py utworz moje_dokumenty po_zdaniach.jsonl --strategia zdania --rozmiar 3 --zakladka 1
  python baza.py sprawdz moje_fragmenty.jsonl

Istniejący plik nigdy nie jest nadpisywany. Kod wyjścia: 0 – dobrze, 1 – błąd w danych, 2 – złe wywołanie.
"""


def wczytaj_fragmenty(sciezka):
    """Zwraca listę rekordów z pliku fragmentów; BladDanych podaje pierwszą wadę, plik i wiersz."""
    rekordy, wady = przejrzyj_fragmenty(sciezka)
    if wady:
        raise BladDanych(f"{wady[0]}. Liczba wad: {len(wady)}; "
                         f"wszystkie wymieni polecenie: python baza.py sprawdz {sciezka}")
    return rekordy


def przejrzyj_fragmenty(sciezka):
    """Zwraca (rekordy, wady): poprawne rekordy pliku i listę wszystkich wad z numerami wierszy.

    BladDanych, gdy samego pliku nie da się odczytać."""
    rekordy, wady, znane = [], [], {}
    wiersze = pliki.czytaj_tekst(sciezka).removesuffix("\n").split("\n")
    for numer, wiersz in enumerate(wiersze, start=1):
        try:
            rekord = pliki.scisly_json(wiersz)
            wady_wiersza = _wady_rekordu(rekord) or _wady_powtorzen(rekord, numer, znane)
        except ValueError as blad:
            wady_wiersza = [_wada_skladni(wiersz, blad)]
        wady += [f"{sciezka}, wiersz {numer}: {wada}" for wada in wady_wiersza]
        if not wady_wiersza:
            rekordy.append(rekord)
    return rekordy, wady


def _wada_skladni(wiersz, blad):
    if not wiersz.strip():
        return "wiersz jest pusty, a ma zawierać jeden fragment"
    # Parser liczy wiersze od nowa w każdym fragmencie; obok numeru wiersza w pliku to tylko myli.
    return str(blad).replace("wiersz 1, ", "") + "; wiersz ma zawierać jeden cały obiekt JSON"


def _wady_rekordu(rekord):
    """Zwraca listę wad pól jednego rekordu; pusta znaczy, że rekord ma właściwy kształt."""
    wady = wady_pol(rekord, POLA_REKORDU, "fragment")
    if wady:
        return wady
    wady = wady_napisow(rekord, ("chunk_id", "text"))
    if not wady and re.search(r"\s", rekord["chunk_id"]):
        wady.append("chunk_id nie może zawierać odstępów")
    meta = rekord["metadata"]
    return wady + (wady_pol(meta, POLA_METADANYCH, "metadata") or _wady_metadanych(meta))


def _wady_metadanych(meta):
    """Zwraca listę wad wartości w metadanych, które mają już wszystkie pola."""
    wady = wady_napisow(meta, ("document_id", *POLA_WSPOLNE))
    if not wady:
        wady = wady_id(meta["document_id"])
    if meta["section"] != "":   # fragment sprzed pierwszego nagłówka nie ma sekcji
        wady += wady_napisow(meta, ["section"])
    strona = meta["page_number"]
    if strona is not None and (type(strona) is not int or strona < 1):   # type: True jest odmianą int
        wady.append("page_number musi być liczbą całkowitą od 1 albo null")
    return wady


def _wady_powtorzen(rekord, numer, znane):
    """Porównuje rekord z wcześniejszymi; `znane` pamięta {id fragmentu lub dokumentu: (wiersz, wartości)}."""
    meta, wady = rekord["metadata"], []
    wczesniej, _ = znane.setdefault(("fragment", rekord["chunk_id"]), (numer, None))
    if wczesniej != numer:
        wady.append(f"chunk_id „{rekord['chunk_id']}” jest już w wierszu {wczesniej}")
    wspolne = {pole: meta[pole] for pole in POLA_WSPOLNE}
    wczesniej, wzorzec = znane.setdefault(("dokument", meta["document_id"]), (numer, wspolne))
    for pole in POLA_WSPOLNE:
        if wspolne[pole] != wzorzec[pole]:
            wady.append(f"{pole} dokumentu {meta['document_id']} to „{wspolne[pole]}”, "
                        f"a w wierszu {wczesniej} „{wzorzec[pole]}”")
    return wady


def zbuduj(katalog, strategia="akapity", rozmiar=None, zakladka=None):
    """Zwraca listę rekordów z dokumentów folderu, w kolejności nazw plików.

    BladDanych wymienia naraz wszystkie wady folderu; ValueError – złą strategię, rozmiar lub zakładkę."""
    rekordy, wady = [], []
    for dokument in wczytaj_dokumenty(katalog):
        markdown = dokument["source"].lower().endswith(".md")
        wycinki = fragmenty.potnij(dokument["text"], strategia, rozmiar, zakladka, markdown)
        if not wycinki:
            wady.append(f"{Path(katalog, dokument['source'])}: poza nagłówkami nie ma tu żadnego tekstu.")
        rekordy += [_rekord(numer, wycinek, dokument) for numer, wycinek in enumerate(wycinki, start=1)]
    if wady:
        raise BladDanych("\n".join(wady))
    return rekordy


def _rekord(numer, wycinek, dokument):
    """Składa rekord; wycinek sprzed pierwszego nagłówka dostaje jako sekcję tytuł dokumentu."""
    metadata = {pole: dokument[pole] for pole in ("document_id", *POLA_WSPOLNE)}
    metadata["section"] = wycinek["section"] or dokument["title"]
    metadata["page_number"] = wycinek["page_number"]
    chunk_id = f"{dokument['document_id']}#{numer:03d}"
    return {"chunk_id": chunk_id, "text": wycinek["text"], "metadata": metadata}


def na_jsonl(rekordy):
    """Zwraca treść pliku fragmentów: jeden wiersz JSON na rekord."""
    return "".join(json.dumps(rekord, ensure_ascii=False, allow_nan=False) + "\n" for rekord in rekordy)


def statystyki(rekordy):
    """Zwraca opis niepustej listy rekordów: ile dokumentów, fragmentów i znaków, razem i w dokumentach."""
    dokumenty = {}
    for rekord in rekordy:
        dokumenty.setdefault(rekord["metadata"]["document_id"], []).append(len(rekord["text"]))
    razem = [dlugosc for dlugosci in dokumenty.values() for dlugosc in dlugosci]
    wiersze = [("Razem", razem), *dokumenty.items()]
    szerokosc = max(len(nazwa) for nazwa, _ in wiersze) + 1
    return "\n".join([f"Dokumenty: {len(dokumenty)}, fragmenty: {len(razem)}"] + [
        f"  {nazwa + ':':<{szerokosc}} fragmenty: {len(ile)}, znaki: od {min(ile)} do {max(ile)}, "
        f"średnio {sum(ile) / len(ile):.0f}" for nazwa, ile in wiersze])


def _parser():
    parser = polecenia.parser(OPIS, epilog=POMOC, formatter_class=argparse.RawDescriptionHelpFormatter)
    wybor = parser.add_subparsers(required=True, metavar="polecenie")
    utworz = wybor.add_parser("utworz", help="robi nowy plik fragmentów z folderu")
    utworz.set_defaults(wykonaj=_utworz)
    utworz.add_argument("katalog", help=f"folder z dokumentami i plikiem {METADANE}")
    utworz.add_argument("plik", help="nowy plik .jsonl; nie może jeszcze istnieć")
    utworz.add_argument("--strategia", choices=fragmenty.STRATEGIE, default="akapity",
                        help="sposób krojenia (domyślnie akapity)")
    utworz.add_argument("--rozmiar", type=int, help="największy rozmiar fragmentu")
    utworz.add_argument("--zakladka", type=int, help="ile z poprzedniego fragmentu powtórzyć")
    sprawdz = wybor.add_parser("sprawdz", help="sprawdza istniejący plik fragmentów")
    sprawdz.set_defaults(wykonaj=_sprawdz)
    sprawdz.add_argument("plik", help="plik .jsonl do sprawdzenia")
    return parser


def _utworz(opcje):
    rekordy = zbuduj(opcje.katalog, opcje.strategia, opcje.rozmiar, opcje.zakladka)
    try:
        pliki.zapisz_nowy(opcje.plik, na_jsonl(rekordy))
    except FileExistsError:
        raise BladDanych(f"{opcje.plik}: taki plik już jest i zostaje bez zmian. Podaj inną nazwę.") from None
    print(f"Zapisano: {opcje.plik}\n{statystyki(rekordy)}\n{CO_DALEJ}")
    return 0


def _sprawdz(opcje):
    rekordy, wady = przejrzyj_fragmenty(opcje.plik)
    if wady:
        raise BladDanych("\n".join([*wady, f"Wady: {len(wady)}. Popraw plik i sprawdź go ponownie."]))
    print(f"Plik jest poprawny: {opcje.plik}\n{statystyki(rekordy)}")
    return 0


def main(argv=None):
    parser = _parser()
    opcje = parser.parse_args(argv)
    if opcje.wykonaj is _utworz:
        try:
            fragmenty.sprawdz_rozmiar(opcje.strategia, opcje.rozmiar, opcje.zakladka)
        except ValueError as blad:
            parser.error(str(blad))
    return polecenia.prowadz(lambda: opcje.wykonaj(opcje))


if __name__ == "__main__":
    sys.exit(main())
