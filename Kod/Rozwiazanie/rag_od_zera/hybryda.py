"""Pokój fuzji: wyniki szukania po słowach i po wektorach złożone w jedną listę.

ranking – lista identyfikatorów (dowolnych kluczy słownika), od najlepszego, każdy najwyżej raz
ocenione – lista par (identyfikator, ocena), a trafienia – lista słowników z baza.py; obie od najlepszego
dwie listy stoją zawsze w tej kolejności: [ze słów, z wektorów]

Oceny z dwóch sposobów nie mają wspólnej miary: cosinus mieści się między −1 a 1, a BM25 nie ma górnej
granicy. rrf patrzy więc tylko na miejsca, a suma_ocen sprowadza oceny do przedziału od 0 do 1.
"""
import math
import sys
from contextlib import closing

import ekran
import polecenia
import silnik
from baza import dodaj_opcje, domyslna, otworz, szukaj_slownie, szukaj_wektorowo
from fragmenty import gdzie
from lokalny import CONFIG

GLEBOKOSC = 50               # tyle trafień każdego sposobu bierze udział w fuzji
ILE_FRAGMENTOW = 4           # tyle trafień fuzji dostaje model i tyle liczą miary
SPOSOBY = ("słowa", "wektory", "RRF", "suma ocen")


def rrf(listy, k=60, limit=5):
    """Zwraca najwyżej `limit` par (identyfikator, ocena) od najlepszej; ocena pochodzi z miejsc w rankingach.

    listy – lista rankingów, zostaje bez zmian. Za miejsce m (pierwsze to 1) w jednym rankingu identyfikator dostaje
    1/(k + m), a ocena to suma z wszystkich rankingów, w których stoi. Liczy się każde miejsce, choćby dalsze niż limit.
    k osłabia przewagę pierwszych miejsc.
    Remis rozstrzyga lepsze miejsce w pierwszym rankingu, potem w drugim i tak dalej. Listę z punktów układa gotowa
    funkcja najlepsze.
    Reciprocal rank fusion: Cormack, Clarke, Büttcher 2009.
    """
    punkty = {}
    for ranking in listy:
        for miejsce, ident in enumerate(ranking, start=1):
            punkty.setdefault(ident, []).append(1 / (k + miejsce))
    return najlepsze(punkty, listy, limit)


def suma_ocen(listy, limit=5):
    """Zwraca najwyżej `limit` par (identyfikator, ocena) od najlepszej; ocena jest sumą ocen przeskalowanych.

    listy – lista list par (identyfikator, ocena) od najlepszej, zostaje bez zmian; ocena może być ujemna. Na każdej
    liście osobno, ale całej, także poza limitem, najwyższa ocena staje się 1, najniższa 0, a pozostałe leżą między nimi
    proporcjonalnie; gdy wszystkie są równe (także gdy para jest jedna), każda staje się 1. Kogo na liście nie ma, ten
    nic z niej nie dostaje; pusta lista niczego nie dodaje.
    Remis rozstrzyga lepsze miejsce w pierwszej liście, potem w drugiej i tak dalej. Listę z punktów układa gotowa
    funkcja najlepsze, która chce rankingów, czyli list samych identyfikatorów.
    Suma ocen (CombSUM): Fox, Shaw 1994; skalowanie od najniższej do najwyższej: Lee 1997.
    """
    punkty = {}
    for ocenione in listy:
        oceny = [ocena for _, ocena in ocenione]
        najnizsza, najwyzsza = min(oceny, default=0.0), max(oceny, default=0.0)
        for ident, ocena in ocenione:
            czesc = (ocena - najnizsza) / (najwyzsza - najnizsza) if najwyzsza > najnizsza else 1.0
            punkty.setdefault(ident, []).append(czesc)
    return najlepsze(punkty, [[ident for ident, _ in ocenione] for ocenione in listy], limit)


def najlepsze(punkty, rankingi, limit):
    """Zwraca najwyżej `limit` par (identyfikator, suma punktów) od najlepszej.

    punkty – słownik {identyfikator: [punkty z kolejnych list]}. Remis rozstrzyga miejsce w pierwszym rankingu, potem
    w drugim; kogo w rankingu nie ma, ten jest za wszystkimi. Wynik nie zależy więc od numerów w bazie, czyli od
    kolejności plików. fsum nie zaokrągla po drodze: sumy równych liczb są równe, w jakiejkolwiek kolejności.
    """
    sumy = {ident: math.fsum(liczby) for ident, liczby in punkty.items()}
    miejsca = [{ident: miejsce for miejsce, ident in enumerate(ranking)} for ranking in rankingi]

    def klucz(ident):
        return (-sumy[ident], *(kolejne.get(ident, math.inf) for kolejne in miejsca))
    return [(ident, sumy[ident]) for ident in sorted(sumy, key=klucz)[:limit]]


def szukaj_hybrydowo(con, pytanie, limit=5):
    """Zwraca najwyżej `limit` trafień na pytanie od najlepszego, złożonych przez rrf; ocena to ocena rrf."""
    return _zlozone_rrf(_obiema(con, pytanie, limit), limit)


def szukaj_suma(con, pytanie, limit=5):
    """Zwraca najwyżej `limit` trafień na pytanie od najlepszego, złożonych przez suma_ocen."""
    return _zlozone_suma(_obiema(con, pytanie, limit), limit)


def szukaj_kazdym(con, pytanie, limit=5):
    """Zwraca słownik {sposób: najwyżej `limit` trafień od najlepszego} o kluczach SPOSOBY.

    Słów i wektorów szuka raz: obie fuzje składają te same listy.
    """
    listy = _obiema(con, pytanie, limit)
    wyniki = (listy[0][:limit], listy[1][:limit], _zlozone_rrf(listy, limit), _zlozone_suma(listy, limit))
    return dict(zip(SPOSOBY, wyniki))


def _obiema(con, pytanie, limit):
    """Zwraca [trafienia ze słów, trafienia z wektorów], z zapasem ponad limit."""
    ile = max(limit, GLEBOKOSC)
    return [szukaj_slownie(con, pytanie, ile), szukaj_wektorowo(con, pytanie, ile)]


def _zlozone_rrf(listy, limit):
    return _trafienia(rrf([[t["id"] for t in trafienia] for trafienia in listy], limit=limit), listy)


def _zlozone_suma(listy, limit):
    return _trafienia(suma_ocen([[(t["id"], t["ocena"]) for t in trafienia] for trafienia in listy], limit), listy)


def _trafienia(pary, listy):
    """Zwraca trafienia o identyfikatorach z par, z oceną z pary."""
    znane = {trafienie["id"]: trafienie for trafienia in listy for trafienie in trafienia}
    return [znane[ident] | {"ocena": ocena} for ident, ocena in pary]


# --- program: python hybryda.py "pytanie" ---

def _praca(args):
    silnik.wlacz(CONFIG, args.silnik)
    with closing(otworz(args.baza or domyslna())) as con:
        wyniki = szukaj_kazdym(con, args.pytanie, args.k)
    miejsca = {nazwa: {t["id"]: miejsce for miejsce, t in enumerate(trafienia, start=1)}
               for nazwa, trafienia in wyniki.items()}
    znane = {t["id"]: t for nazwa in ("RRF", *SPOSOBY) for t in wyniki[nazwa]}
    if not znane:
        print("Żaden sposób niczego nie znalazł.")
        return 0
    print(ekran.zawin(f"Miejsca fragmentów w pierwszych {args.k} każdego sposobu (– znaczy: dalej), "
                      "w kolejności RRF:"))
    print("  ".join([*SPOSOBY, "fragment"]))
    for ident, trafienie in znane.items():
        kolumny = [f"{miejsca[nazwa].get(ident, '–'):>{len(nazwa)}}" for nazwa in SPOSOBY]
        opis = f"{trafienie['naglowek']} ({gdzie(trafienie)})"
        print(ekran.zawin(ekran.jeden_wiersz(opis), "  ".join([*kolumny, ""])))
    return 0


def main(argv=None):
    parser = polecenia.parser("Pokazuje obok siebie, co na jedno pytanie dają słowa, wektory i dwa sposoby fuzji.")
    parser.add_argument("pytanie", type=polecenia.pytanie)
    dodaj_opcje(parser, k=5)
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _praca(args))


if __name__ == "__main__":
    sys.exit(main())
