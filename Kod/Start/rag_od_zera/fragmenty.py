"""Pokój cięcia: tekst dokumentu → fragmenty, czyli kawałki na tyle małe, by każdy mówił o jednej rzeczy.

Dane: fragment to słownik {"zrodlo": ścieżka w katalogu dokumentów, "strona": int lub None, "naglowek": str,
"pozycja": int, "tekst": str}; pozycja to miejsce w tekście po sekcje.ujednolic, liczone w znakach.
Funkcja tnąca: tekst → lista jego dokładnych wycinków, w kolejności. Fragment nie wychodzi poza sekcję ani stronę.
"""
import re
import sys
from pathlib import PurePosixPath

import ekran
import polecenia
from pliki import BladDanych, czytaj_tekst
from sekcje import bloki, ujednolic
from slowa import zdania

ROZMIARY = {"staly": 800, "akapity": 1200, "zdania": 5}   # sposób cięcia → rozmiar domyślny (zdania: w zdaniach)

NIE_WYCINEK = ("{zrodlo}: funkcja tnąca zwróciła napis „{wycinek}”, który nie jest kolejnym wycinkiem tekstu. "
               "Wytnij go z tekstu: tekst[początek:koniec].")
NIE_TEKST = ("{zrodlo}: to nie jest zwykły tekst w UTF-8, bo ma znaki o kodzie 0 (jak plik UTF-16 albo binarny). "
             "Zapisz go ponownie jako UTF-8.")
ROZMIAR_POKAZU = 200
PROBKA = (
    "Fakturę wystawia dział rozliczeń w dniu wydania desek z magazynu. Numer nadaje program i nikt go nie poprawia. "
    "Stały odbiorca, który podpisał umowę roczną, płaci w terminie 45 dni od wystawienia faktury, a każdy inny "
    "w terminie 21 dni. Gdy termin minie, dział rozliczeń dzwoni do nabywcy i pyta o przyczynę. Po trzecim "
    "opóźnieniu w roku nabywca płaci za następne zamówienie z góry.")


def chunk_staly(tekst, rozmiar=800, zakladka=200):
    """Tnie tekst na fragmenty z całych słów, o podobnej długości; zwraca listę napisów, dla pustego tekstu [].

    Słowo to ciąg znaków bez odstępu; odstępem jest też twarda spacja i koniec wiersza. Fragment jest dokładnym
    wycinkiem tekstu: od początku swojego pierwszego słowa do końca ostatniego, z odstępami, które między nimi stoją.
    - Fragment bierze tyle kolejnych słów, ile zmieści się w `rozmiar` znaków. Słowo dłuższe niż rozmiar pozostaje
      całe i jest samo we fragmencie.
    - Następny fragment zaczyna się zakładką, czyli powtarza tyle ostatnich słów poprzedniego, ile zmieści się
      w `zakladka` znaków. Gdy obok niej nie ma miejsca na nowe słowo, zakładka traci słowa od przodu.
    - Każdy fragment ma choć jedno nowe słowo; ostatni kończy się ostatnim słowem tekstu.
    ValueError, gdy rozmiar jest mniejszy od 1 albo zakładka ujemna lub nie mniejsza od rozmiaru (sprawdz_rozmiar).
    """
    raise NotImplementedError(
        "Zadanie 1: Zwróć listę wycinków z całych słów, w których sąsiednie mają wspólny kawałek. "
        "Sprawdź: python -m unittest sprawdz.ChunkStaly")


def chunk_akapity(tekst, max_znakow=1200):
    """Skleja kolejne akapity we fragmenty do `max_znakow` znaków; zwraca listę napisów, dla pustego tekstu [].

    Akapity rozdziela pusty wiersz. Dłuższy akapit dzieli się między zdaniami, a dłuższe zdanie między słowami; tak
    powstałe części sklejają się z sąsiadami jak akapity. ValueError, gdy max_znakow jest mniejsze od 1.
    """
    sprawdz_rozmiar(max_znakow, 0)
    czesci = [czesc for akapit in re.split(r"\n\s*\n", tekst) for czesc in _nie_dluzsze(akapit.strip(), max_znakow)]
    sklejone = []
    for poczatek, koniec in odcinki(tekst, czesci):
        if sklejone and koniec - sklejone[-1][0] <= max_znakow:
            poczatek, _ = sklejone.pop()
        sklejone.append((poczatek, koniec))
    return [tekst[poczatek:koniec] for poczatek, koniec in sklejone]


def chunk_zdania(tekst, zdan_na_frag=5, zakladka_zdan=1):
    """Skleja kolejne zdania po `zdan_na_frag`; zwraca listę napisów, dla pustego tekstu [].

    Zdania daje slowa.zdania(tekst), a ich miejsca w tekście – odcinki(tekst, zdania). Fragment jest dokładnym
    wycinkiem tekstu: od początku swojego pierwszego zdania do końca ostatniego. Następny powtarza `zakladka_zdan`
    ostatnich zdań poprzedniego. Ostatni może być krótszy, ale ma choć jedno nowe zdanie i kończy się ostatnim
    zdaniem tekstu. Przykład: pięć zdań po 3 z zakładką 1 daje fragmenty ze zdań 1–3 i 3–5.
    ValueError jak w chunk_staly, tu dla liczby zdań.
    """
    raise NotImplementedError(
        "Zadanie 2: Zwróć listę wycinków po kilka zdań, w których sąsiednie mają wspólne zdania. "
        "Sprawdź: python -m unittest sprawdz.ChunkZdania")


SPOSOBY = {"staly": chunk_staly, "akapity": chunk_akapity, "zdania": chunk_zdania}


def sprawdz_rozmiar(rozmiar, zakladka):
    """Zgłasza BladDanych (rodzaj ValueError), gdy z takim rozmiarem i zakładką nie da się ciąć."""
    if rozmiar < 1:
        raise BladDanych(f"rozmiar fragmentu to {rozmiar}, a musi być większy od zera")
    if not 0 <= zakladka < rozmiar:
        raise BladDanych(f"zakładka to {zakladka}, a musi być nieujemna i mniejsza od rozmiaru fragmentu ({rozmiar})")


def odcinki(tekst, czesci):
    """Zwraca listę (początek, koniec) kolejnych części tekstu, które nie zachodzą na siebie, np. jego zdań."""
    wynik, koniec = [], 0
    for czesc in czesci:
        poczatek = tekst.index(czesc, koniec)   # za poprzednią, bo to samo zdanie może wystąpić dwa razy
        koniec = poczatek + len(czesc)
        wynik.append((poczatek, koniec))
    return wynik


def _nie_dluzsze(akapit, max_znakow):
    """Daje po kolei części akapitu nie dłuższe niż max_znakow; pusty akapit nie ma żadnej."""
    for zdanie in zdania(akapit) if len(akapit) > max_znakow else [akapit]:
        if len(zdanie) > max_znakow:
            yield from chunk_staly(zdanie, max_znakow, 0)
        elif zdanie:
            yield zdanie


# --- dokument → fragmenty ---

def potnij(tekst, zrodlo, tnij):
    """Zwraca listę fragmentów dokumentu w kolejności tekstu; funkcję tnącą tnij woła osobno dla każdego bloku.

    zrodlo to ścieżka dokumentu względem katalogu, pisana z „/”; tekst pliku .md czyta jako Markdown. Nagłówek
    fragmentu to „tytuł – sekcja”. Tytułem jest nagłówek, od którego zaczyna się dokument, a bez niego nazwa pliku.
    Gdy wycinek powtarza się w bloku, pozycja wskazuje pierwsze jego miejsce za początkiem poprzedniego fragmentu.
    BladDanych, gdy tekst nie jest tekstem albo napis od funkcji tnącej nie jest kolejnym wycinkiem bloku.
    """
    if "\0" in tekst:
        raise BladDanych(NIE_TEKST.format(zrodlo=zrodlo))
    tekst = ujednolic(tekst)
    wszystkie = bloki(tekst, markdown=zrodlo.lower().endswith(".md"))
    tytul = _tytul(tekst, wszystkie, zrodlo)
    fragmenty = []
    for sekcja, strona, akapity in wszystkie:
        naglowek = f"{tytul} – {sekcja}" if sekcja not in ("", tytul) else tytul
        szukaj_od, koniec = akapity[0][0], akapity[-1][1]
        for wycinek in tnij(tekst[szukaj_od:koniec]):
            pozycja = tekst.find(wycinek, szukaj_od, koniec)
            if not wycinek or pozycja < 0:
                raise BladDanych(NIE_WYCINEK.format(zrodlo=zrodlo, wycinek=ekran.jeden_wiersz(wycinek)[:60]))
            fragmenty.append({"zrodlo": zrodlo, "strona": strona, "naglowek": naglowek, "pozycja": pozycja,
                              "tekst": wycinek})
            szukaj_od = pozycja + 1   # następny może się zacząć jeszcze wewnątrz tego: tak działa zakładka
    return fragmenty


def do_embeddingu(fragment):
    """Zwraca tekst, z którego powstają embedding i tokeny: nagłówek nad treścią, bo pytanie często ma jego słowa."""
    return f"{fragment['naglowek']}\n{fragment['tekst']}" if fragment["naglowek"] else fragment["tekst"]


def gdzie(fragment):
    """Zwraca miejsce fragmentu do pokazania człowiekowi, np. "rejestr/a.md, s. 2, znak 3232"."""
    strona = f", s. {fragment['strona']}" if fragment["strona"] is not None else ""
    return f"{fragment['zrodlo']}{strona}, znak {fragment['pozycja']}"


def _tytul(tekst, wszystkie, zrodlo):
    przed = tekst[:wszystkie[0][2][0][0]].strip() if wszystkie else ""   # nagłówek stoi przed blokiem
    wiersz = re.sub(r"^[#=\s-]+|\s#+$", "", przed.split("\n")[0].rstrip())
    return wiersz or PurePosixPath(zrodlo).stem.replace("_", " ")


# --- wybór sposobu cięcia: te same opcje w każdym programie, który tnie ---

def ciecie(nazwa, rozmiar=None, zakladka=None):
    """Zwraca parę (opis, funkcja tnąca), np. ("staly 800/200", funkcja); bez rozmiaru i zakładki bierze domyślne.

    BladDanych (rodzaj ValueError) dla nieznanej nazwy, złych liczb i zakładki przy akapitach.
    """
    if nazwa not in SPOSOBY:
        raise BladDanych(f"nie ma sposobu cięcia „{nazwa}”; są: {', '.join(SPOSOBY)}")
    if nazwa == "akapity" and zakladka:
        raise BladDanych("cięcie na akapity nie ma zakładki; wybierz --ciecie staly albo --ciecie zdania")
    rozmiar = ROZMIARY[nazwa] if rozmiar is None else rozmiar
    zakladka = rozmiar // 4 if zakladka is None else zakladka
    sprawdz_rozmiar(rozmiar, zakladka)
    liczby = (rozmiar,) if nazwa == "akapity" else (rozmiar, zakladka)
    return f"{nazwa} {'/'.join(map(str, liczby))}", lambda tekst: SPOSOBY[nazwa](tekst, *liczby)


def dodaj_opcje_ciecia(parser):
    """Dodaje do parsera argparse opcje --ciecie, --rozmiar i --zakladka, czyli argumenty funkcji ciecie."""
    domyslne = ", ".join(f"{nazwa} {rozmiar}" for nazwa, rozmiar in ROZMIARY.items())
    parser.add_argument("--ciecie", choices=tuple(SPOSOBY), default="akapity",
                        help="sposób cięcia (domyślnie %(default)s)")
    parser.add_argument("--rozmiar", type=int, metavar="N",
                        help=f"największy fragment w znakach, a dla zdań w zdaniach (domyślnie {domyslne})")
    parser.add_argument("--zakladka", type=int, metavar="N",
                        help="ile powtarza następny fragment (domyślnie 1/4 rozmiaru; akapity zakładki nie mają)")


def ciecie_z_opcji(parser, args):
    """Zwraca ciecie() z opcji programu; złe liczby to złe wywołanie."""
    try:
        return ciecie(args.ciecie, args.rozmiar, args.zakladka)
    except BladDanych as blad:
        parser.error(str(blad))


# --- program: python fragmenty.py [PLIK] [--ciecie …] [--rozmiar N] [--zakladka N] ---

def _pokaz(tekst, zrodlo, opis, tnij):
    """Drukuje fragmenty dokumentu i zdania, które przecięły granice; zwraca parę (teksty fragmentów, te zdania)."""
    fragmenty = potnij(tekst, zrodlo, tnij)
    for numer, f in enumerate(fragmenty, start=1):
        print(ekran.zawin(ekran.jeden_wiersz(f"{f['naglowek']} ({gdzie(f)})"), f"[{numer}] "))
        print(ekran.zawin(ekran.jeden_wiersz(f["tekst"]), "    "))
    teksty = [f["tekst"] for f in fragmenty]
    wszystkie = [f["tekst"] for f in potnij(tekst, zrodlo, zdania)]
    stracone = [zdanie for zdanie in wszystkie if not any(zdanie in kawalek for kawalek in teksty)]
    print(ekran.zawin(f"{len(teksty)} fragm., najdłuższy ma {max(map(len, teksty), default=0)} zn. Zdania, których "
                      f"żaden fragment nie ma w całości: {len(stracone)} z {len(wszystkie)}.", f"Cięcie {opis}: "))
    for zdanie in stracone:
        print(ekran.zawin(ekran.jeden_wiersz(zdanie), "  – "))
    return teksty, stracone


def _pokaz_zakladke(rozmiar, opis, tnij):
    """Tnie próbkę bez zakładki i z zakładką; drukuje, który fragment z zakładką ocalił przecięte zdanie."""
    _, stracone = _pokaz(PROBKA, "próbka", *ciecie("staly", rozmiar, 0))
    print()
    teksty, _ = _pokaz(PROBKA, "próbka", opis, tnij)
    for zdanie in stracone:
        numery = ", ".join(f"[{numer}]" for numer, tekst in enumerate(teksty, start=1) if zdanie in tekst)
        print("\n" + ekran.zawin(zdanie, "Bez zakładki przecięte: "))
        print(f"Z zakładką całe we fragmencie {numery}." if numery else "Zakładka go nie ocaliła: jest za krótka.")


def main(argv=None):
    parser = polecenia.parser("Tnie dokument na fragmenty i mówi, które zdania przecięły ich granice. "
                              "Bez pliku pokazuje na próbce, co daje zakładka przy cięciu stałym.")
    parser.add_argument("plik", nargs="?", type=polecenia.sciezka, metavar="PLIK", help="dokument .txt albo .md")
    dodaj_opcje_ciecia(parser)
    args = parser.parse_args(argv)
    if args.plik is None:   # próbka jest krótka, więc rozmiar mały, a zakładka szczodra
        args.ciecie, args.rozmiar = "staly", ROZMIAR_POKAZU if args.rozmiar is None else args.rozmiar
        args.zakladka = args.rozmiar // 2 if args.zakladka is None else args.zakladka
    opis, tnij = ciecie_z_opcji(parser, args)

    def praca():
        if args.plik is None:
            _pokaz_zakladke(args.rozmiar, opis, tnij)
        else:
            _pokaz(czytaj_tekst(args.plik), args.plik.name, opis, tnij)
        return 0
    return polecenia.prowadz(praca)


if __name__ == "__main__":
    sys.exit(main())
