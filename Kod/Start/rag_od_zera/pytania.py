"""Pokój pytań: pytania kontrolne z pliku i to, czego każde oczekuje od fragmentów i od odpowiedzi.

pytanie – słownik: id, pytanie, rodzaj (jeden z RODZAJE), zrodla, zawiera i nie_zawiera (listy napisów)
zrodla – lista słowników {"zrodlo": ścieżka dokumentu w katalogu, "zdanie": tekst, który fragment ma mieć cały}
Oczekiwanie wskazuje zdanie, a nie fragment, więc te same pytania mierzą każdy sposób cięcia.
dokumenty – słownik {zrodlo: ścieżka pliku} z indeksuj.znajdz_dokumenty: pod tymi nazwami znajdzie się je w bazie
"""
import re
from difflib import get_close_matches

import ekran
from pliki import BladDanych, czytaj_json, czytaj_tekst
from sekcje import ujednolic
from slowa import zloz
from tokeny import KRESKI

BEZ_ODPOWIEDZI = "bez_odpowiedzi"
RODZAJE = ("zwykle", "identyfikator", "wersje", BEZ_ODPOWIEDZI)
POLA = {"id", "pytanie", "rodzaj", "zrodla", "zawiera", "nie_zawiera"}
POLA_ZRODLA = {"zrodlo", "zdanie"}

TYSIACE = re.compile(r"(?<!\d)\d{1,3}(?: \d{3})+(?!\d)")
CZESC_NAPISU = re.compile(r"\d+|[^\W\d]+|[^\w\s]")
# Liczba nie może być wycinkiem dłuższej: „8%” nie stoi w „18%” ani w „0,8%”, a „5 000” w „5 000,50”.
PRZED_LICZBA, PO_LICZBIE = r"(?<!\d)(?<!\d[.,])", r"(?!\d|[.,]\d)"
PRZED_SLOWEM = r"(?<!\w)"     # „zwolnion” nie stoi w „niezwolniona”


def wczytaj_pytania(sciezka, dokumenty):
    """Zwraca listę pytań z pliku, sprawdzoną z dokumentami.

    BladDanych wskazuje pytanie i pole, które trzeba poprawić, także zdanie, którego nie ma w dokumencie.
    """
    pytania = czytaj_json(sciezka)
    if not isinstance(pytania, list) or not pytania:
        raise BladDanych(f"{sciezka}: plik ma zawierać niepustą listę pytań.")
    znane = set()
    for numer, pytanie in enumerate(pytania, start=1):
        ident = pytanie.get("id") if isinstance(pytanie, dict) else None
        wada = _wada_pytania(pytanie) or (f"id: „{ekran.jeden_wiersz(ident)}” się powtarza" if ident in znane else None)
        wada = wada or _wada_zrodel(pytanie["zrodla"], dokumenty)
        if wada:
            nazwa = f" ({ekran.jeden_wiersz(ident)})" if ident else ""
            raise BladDanych(f"{sciezka}, pytanie {numer}{nazwa}: {wada}.")
        znane.add(ident)
    if not any(pytanie["zrodla"] for pytanie in pytania):
        raise BladDanych(f"{sciezka}: potrzebne jest choć jedno pytanie, na które dokumenty mają odpowiedź.")
    return pytania


def _wada_pytania(pytanie):
    """Zwraca opis pierwszej wady pytania albo None."""
    if not isinstance(pytanie, dict) or set(pytanie) != POLA:
        return f"pola to dokładnie {', '.join(sorted(POLA))}"
    for pole in ("id", "pytanie"):
        if not _napis(pytanie[pole]):
            return f"{pole}: ma być niepustym napisem"
    if pytanie["rodzaj"] not in RODZAJE:
        return f"rodzaj: to jedno z {', '.join(RODZAJE)}"
    for pole in ("zawiera", "nie_zawiera"):
        if not isinstance(pytanie[pole], list) or not all(map(_napis, pytanie[pole])):
            return f"{pole}: ma być listą niepustych napisów"
    if not isinstance(pytanie["zrodla"], list) or not all(map(_zrodlo, pytanie["zrodla"])):
        return "zrodla: ma być listą obiektów o niepustych polach zrodlo i zdanie"
    for pole in ("zrodla", "zawiera"):
        if (pytanie["rodzaj"] == BEZ_ODPOWIEDZI) == bool(pytanie[pole]):
            return f"{pole}: pytanie bez odpowiedzi ma tu pustą listę, a każde inne niepustą"
    return None


def _napis(wartosc):
    return isinstance(wartosc, str) and bool(zloz(wartosc))


def _zrodlo(wartosc):
    return isinstance(wartosc, dict) and set(wartosc) == POLA_ZRODLA and all(map(_napis, wartosc.values()))


def _wada_zrodel(zrodla, dokumenty):
    """Zwraca opis pierwszego źródła, którego nie ma w dokumentach albo które się powtarza, albo None."""
    znane = set()
    for zrodlo in zrodla:
        nazwa, zdanie = zrodlo["zrodlo"], plaski(zrodlo["zdanie"])
        if nazwa not in dokumenty:
            return (f"zrodlo: nie ma dokumentu o nazwie dokładnie „{nazwa}”; najbardziej podobne to: "
                    f"{', '.join(get_close_matches(nazwa, dokumenty, n=3, cutoff=0))}")
        if zdanie not in plaski(czytaj_tekst(dokumenty[nazwa])):
            return f"zdanie: w dokumencie {dokumenty[nazwa]} nie ma tekstu „{zdanie}”"
        if (nazwa, zdanie) in znane:
            return f"zrodla: zdanie „{zdanie}” z dokumentu {nazwa} stoi tu dwa razy"
        znane.add((nazwa, zdanie))
    return None


def plaski(tekst):
    """Zwraca tekst ujednolicony, w którym każdy ciąg odstępów jest jedną spacją."""
    return " ".join(ujednolic(tekst).split())


def zawarte(fragment, zrodla):
    """Zwraca numery (od 0) oczekiwanych źródeł, których zdanie stoi w tym fragmencie całe."""
    tekst = plaski(fragment["tekst"])
    return [numer for numer, zrodlo in enumerate(zrodla)
            if fragment["zrodlo"] == zrodlo["zrodlo"] and plaski(zrodlo["zdanie"]) in tekst]


def wszystkie_w(zrodla, fragmenty):
    """Mówi, czy każde z oczekiwanych źródeł stoi w którymś z fragmentów."""
    return {numer for f in fragmenty for numer in zawarte(f, zrodla)} == set(range(len(zrodla)))


def wystepuje(napis, tekst):
    """Mówi, czy napis stoi w tekście: bez względu na wielkość liter, polskie znaki i odstępy.

    „8%” to także „8 %”, a „5 000 zł” – „5000 zł”, lecz liczba nie może być częścią dłuższej: „5 000” nie stoi
    w „25 000”. Słowo może się ciągnąć dalej: „zwolnion” stoi w „zwolniona”.
    """
    czesci = CZESC_NAPISU.findall(_do_porownania(napis))
    wzor = r"\s*".join(map(re.escape, czesci))
    wzor = (PRZED_LICZBA if czesci[0].isdigit() else PRZED_SLOWEM) + wzor + (PO_LICZBIE if czesci[-1].isdigit() else "")
    return re.search(wzor, _do_porownania(tekst)) is not None


def _do_porownania(tekst):
    """Zwraca tekst złożony, z jednym rodzajem kreski i z liczbami bez odstępów między tysiącami."""
    return TYSIACE.sub(lambda liczba: liczba[0].replace(" ", ""), zloz(tekst.translate(KRESKI)))
