"""Pokój bazy: plik sqlite z fragmentami, ich wektorami i tokenami oraz trzy sposoby szukania w nim.

trafienie – fragment (słownik z fragmenty.py) z polami "id" (int, wiersz bazy) i "ocena" (float; im więcej, tym
    lepiej, ale tylko wśród trafień znalezionych tym samym sposobem)
con – połączenie z bazą z otworz() albo utworz()
Tabele: ustawienia (klucz, wartosc), pliki (zrodlo, skrot), fragmenty (pola fragmentu, wektor – bajty float32),
tokeny (FTS5 o kolumnach tokeny.KOLUMNY), znaki (id, znak – bajty); wiersz dwóch ostatnich ma numer fragmentu.
Przy równych ocenach wyżej stoi fragment o wcześniejszym (zrodlo, pozycja), a nie o niższym id: id zależy od
kolejności indeksowania, a wynik szukania nie może. Do bazy zapisuje indeksuj.py.
"""
import sys
from contextlib import closing

import ekran
import polaczenie
import polecenia
import przeglad
import silnik
from embeddingi import embeduj
from fragmenty import gdzie
from lokalny import CONFIG, require_models
from pliki import BladDanych
from polaczenie import domyslna, katalog_bazy, odczytaj, odczytaj_jeden, polacz, transakcja, ustaw, ustawienie, wykonaj
from tokeny import KOLUMNY, pytanie_fts

ZNAK_BAZY = 0x52414730       # application_id pliku sqlite: po nim poznajemy własną bazę
WERSJA = 1                   # user_version: układ tabel
KANDYDATOW = 400             # tylu kandydatów porównuje dokładnie szukanie dwuetapowe
# Ocena słowna to suma dwóch ocen BM25 o różnych wagach kolumn (slowa, gramy, oznaczenia). W drugiej liczy się tylko
# to, czy oznaczenie jest we fragmencie: przy tak dużej wadze BM25 nie zależy już od powtórzeń ani długości fragmentu.
# Mnożnik zwykle stawia fragment z dokładnie tym numerem przed fragmentami o podobnych słowach i numerach.
OCENA_SLOWNA = "-bm25(tokeny, 1.0, 0.3, 0.0) - 10 * bm25(tokeny, 0.0, 0.0, 1e6)"
POLA = {"zrodlo": str, "strona": (int, type(None)), "naglowek": str, "pozycja": int, "tekst": str}   # i ich typy
TABELE = (
    "CREATE TABLE ustawienia (klucz TEXT PRIMARY KEY, wartosc) WITHOUT ROWID",
    "CREATE TABLE pliki (zrodlo TEXT PRIMARY KEY, skrot TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE fragmenty (id INTEGER PRIMARY KEY, zrodlo TEXT NOT NULL, strona INTEGER, naglowek TEXT NOT NULL, "
    "pozycja INTEGER NOT NULL, tekst TEXT NOT NULL, wektor BLOB NOT NULL)",
    "CREATE INDEX kolejnosc ON fragmenty (zrodlo, pozycja)",
    "CREATE TABLE znaki (id INTEGER PRIMARY KEY, znak BLOB NOT NULL)",
    f"CREATE VIRTUAL TABLE tokeny USING fts5 ({', '.join(KOLUMNY)}, tokenize = \"ascii tokenchars '_'\")",
)


# --- otwieranie ---

def otworz(sciezka):
    """Zwraca połączenie z istniejącą bazą; BladDanych, gdy jej nie ma, jest uszkodzona albo nie nasza."""
    con = polacz(sciezka, "rw")
    try:
        _sprawdz(con, f"to nie jest baza zbudowana przez ten program. {polaczenie.rada_nowa_baza(sciezka)}")
    except BladDanych:
        con.close()
        raise
    return con


def utworz(sciezka, ciecie):
    """Zwraca połączenie z bazą, a gdy jej nie ma – najpierw zakłada pustą; ścieżka ":memory:" daje bazę w pamięci.

    ciecie – opis sposobu cięcia, np. "staly 800/200". Baza pamięta go razem z modelem embeddingów i jego digestem.
    Bazy z innymi nie otworzy (BladDanych), bo fragmentów i wektorów różnego pochodzenia nie można mieszać.
    """
    model = CONFIG["embedding_model"]
    digest = require_models([model])[model]   # przed założeniem pliku: bez usługi nie byłoby czym go wypełnić
    con = polacz(sciezka, "rwc")
    try:
        with transakcja(con):   # dwa programy naraz: drugi poczeka i zastanie bazę gotową
            if _naglowek(con) == (0, 0) and not wykonaj(con, "SELECT 1 FROM sqlite_master"):
                _zaloz(con, {"model": model, "digest": digest, "ciecie": ciecie})
        _sprawdz(con, "tu leży plik innego programu. Podaj inną nazwę: --baza PLIK")
        sprawdz_model(con)
        if ustawienie(con, "ciecie") != ciecie:
            raise BladDanych(f"{sciezka}: fragmenty w tej bazie pocięto sposobem „{ustawienie(con, 'ciecie')}”, a nie "
                             f"„{ciecie}”. Podaj te same opcje cięcia albo zbuduj drugą bazę: --baza PLIK")
    except BaseException:
        con.close()
        raise
    return con


def _zaloz(con, ustawienia):
    for polecenie in (*TABELE, f"PRAGMA application_id = {ZNAK_BAZY}", f"PRAGMA user_version = {WERSJA}"):
        wykonaj(con, polecenie)
    for klucz, wartosc in ustawienia.items():
        ustaw(con, klucz, wartosc)


def _naglowek(con):
    return wykonaj(con, "PRAGMA application_id")[0][0], wykonaj(con, "PRAGMA user_version")[0][0]


def _sprawdz(con, obca):
    """Zgłasza BladDanych: z opisem `obca`, gdy to nie nasza baza, albo z innym, gdy nie da się z niej korzystać."""
    znak, wersja = _naglowek(con)
    if znak == ZNAK_BAZY and wersja > WERSJA:
        raise BladDanych(f"{con.sciezka}: tę bazę zbudowała nowsza wersja programu. Użyj tamtej wersji albo podaj "
                         "inną bazę: --baza PLIK")
    if (znak, wersja) != (ZNAK_BAZY, WERSJA):
        raise BladDanych(f"{con.sciezka}: {obca}")
    for klucz in polaczenie.USTAWIENIA:
        ustawienie(con, klucz)
    fragmenty, opisane = wykonaj(con, "SELECT (SELECT count(*) FROM fragmenty), (SELECT count(*) FROM tokeny)")[0]
    if fragmenty != opisane or fragmenty and ustawienie(con, "wymiar") is None:
        raise polaczenie.uszkodzona(con, "fragmenty, ich tokeny i wymiar wektorów nie pasują do siebie")


def sprawdz_model(con):
    """Zgłasza BladDanych, gdy wektory bazy policzył inny model niż ten z config.json albo inna jego wersja."""
    model = CONFIG["embedding_model"]
    if con.sprawdzony_model == model:
        return
    if ustawienie(con, "model") != model:
        raise BladDanych(f"{con.sciezka}: wektory tej bazy policzył model {ustawienie(con, 'model')}, a config.json "
                         f"wskazuje {model}. Podaj bazę tego modelu: --baza PLIK, albo zbuduj ją: "
                         f"python indeksuj.py KATALOG{silnik.opcja()}")
    if ustawienie(con, "digest") != require_models([model])[model]:
        raise BladDanych(f"{con.sciezka}: model {model} zmienił się pod tą samą nazwą (inny digest), więc jego "
                         f"wektorów nie można porównywać z dawnymi. {polaczenie.rada_nowa_baza(con.sciezka)}")
    con.sprawdzony_model = model


# --- szukanie ---

def szukaj_wektorowo(con, pytanie, k=5):
    """Zwraca k trafień o wektorach najbliższych wektorowi pytania; wynik jest dokładny, a ocena to cosinus."""
    _sprawdz_k(k)
    return _szukaj_wektora(con, pytanie, lambda wektor: przeglad.dokladnie(con, wektor, k))


def szukaj_dwuetapowo(con, pytanie, k=5, kandydatow=KANDYDATOW):
    """Zwraca k trafień jak szukaj_wektorowo, lecz dokładnie porównuje tylko `kandydatow` wskazanych przez znaki.

    Na dużej bazie jest wielokrotnie szybsze, a pominąć może to, czego nie ma wśród kandydatów.
    """
    _sprawdz_k(k)
    przeglad.utrwal_znaki(con)
    return _szukaj_wektora(con, pytanie, lambda wektor: przeglad.dwuetapowo(con, wektor, k, kandydatow))


def szukaj_slownie(con, pytanie, k=5):
    """Zwraca k trafień o najwyższej ocenie BM25 (Robertson i in. 1994) tokenów pytania; pytanie bez tokenów daje [].

    Oznaczenie (numer, stawka, przepis) waży więcej niż zwykłe słowo; w długim pytaniu wiele rzadkich słów może je
    przeważyć. W bazie z kilku fragmentów oceny są bliskie zeru i liczy się tylko kolejność.
    """
    _sprawdz_k(k)
    wyrazenie = pytanie_fts(pytanie)
    if wyrazenie is None:
        return []
    with transakcja(con, "DEFERRED"):
        return _trafienia(con, odczytaj(con, (float, int), f"""
            SELECT {OCENA_SLOWNA} AS ocena, fragmenty.id
            FROM tokeny LEFT JOIN fragmenty ON fragmenty.id = tokeny.rowid WHERE tokeny MATCH ?
            ORDER BY ocena DESC, zrodlo, pozycja LIMIT ?""", wyrazenie, k))


def _sprawdz_k(k):
    if k < 1:
        raise ValueError(f"k to {k}, a trafień trzeba chcieć co najmniej jednego")


def _szukaj_wektora(con, pytanie, szukaj):
    """Zamienia pytanie na wektor, a pary (ocena, id), które dla niego oddaje szukaj(wektor), na trafienia.

    Pytanie bez treści i pusta baza dają [] bez wołania modelu.
    """
    if not pytanie.strip() or not wykonaj(con, "SELECT 1 FROM fragmenty LIMIT 1"):
        return []
    sprawdz_model(con)
    wektor, = embeduj([pytanie])
    wymiar = ustawienie(con, "wymiar")
    if len(wektor) != wymiar:
        raise RuntimeError(f"Wymiar wektora pytania to {len(wektor)}, a wektorów bazy {wymiar}. "
                           f"{polaczenie.rada_nowa_baza(con.sciezka)}")
    with transakcja(con, "DEFERRED"):   # jeden stan bazy od wyboru fragmentów do odczytania ich tekstu
        return _trafienia(con, szukaj(wektor))


def _trafienia(con, oceny):
    """Zwraca trafienia dla listy par (ocena, id), w tej samej kolejności."""
    polecenie, typy = f"SELECT {', '.join(POLA)} FROM fragmenty WHERE id = ?", tuple(POLA.values())
    return [dict(zip(POLA, odczytaj_jeden(con, typy, polecenie, numer)), id=numer, ocena=ocena)
            for ocena, numer in oceny]


# --- program: python baza.py "pytanie" | --stan ---

SPOSOBY_SZUKANIA = {"wektory": szukaj_wektorowo, "slowa": szukaj_slownie, "dwuetapowo": szukaj_dwuetapowo}


def dodaj_opcje(parser, k):
    """Dodaje do parsera argparse opcje programów, które szukają w bazie: --k (domyślnie k), --baza i --silnik."""
    parser.add_argument("--k", type=polecenia.od_jednego, default=k, metavar="N",
                        help="ile fragmentów (domyślnie %(default)s)")
    dodaj_opcje_bazy(parser)
    silnik.dodaj_opcje(parser)


def dodaj_opcje_bazy(parser):
    """Dodaje do parsera argparse opcję --baza; jej wartość to Path albo None, czyli domyslna()."""
    parser.add_argument("--baza", type=polecenia.sciezka, metavar="PLIK",
                        help="plik bazy (domyślnie dane/baza_MODEL.sqlite)")


def _pokaz_stan(con):
    pliki, fragmenty = (wykonaj(con, f"SELECT count(*) FROM {tabela}")[0][0] for tabela in ("pliki", "fragmenty"))
    for nazwa, wartosc in (
            ("Baza", con.sciezka), ("Katalog", katalog_bazy(con) or "–"),
            ("Model", f"{ustawienie(con, 'model')} (digest {ustawienie(con, 'digest')[:12]})"),
            ("Wymiar wektora", ustawienie(con, "wymiar") or "–"), ("Cięcie", ustawienie(con, "ciecie")),
            ("Dokumenty", pliki), ("Fragmenty", fragmenty)):
        print(ekran.zawin(ekran.jeden_wiersz(wartosc), f"{nazwa + ':':<16}"))


def pokaz_trafienia(trafienia):
    """Drukuje trafienia: miejsce, ocenę, źródło z nagłówkiem i treść."""
    for numer, t in enumerate(trafienia, start=1):
        opis = f"{ekran.liczba(t['ocena'], 3)}  {t['naglowek']} ({gdzie(t)})"
        print(ekran.zawin(ekran.jeden_wiersz(opis), f"{numer}. "))
        print(ekran.zawin(ekran.jeden_wiersz(t["tekst"]), "   "))
    if not trafienia:
        print("Nic nie znaleziono.")


def main(argv=None):
    parser = polecenia.parser("Szuka w bazie fragmentów najbliższych pytaniu albo pokazuje jej stan.")
    parser.add_argument("pytanie", nargs="?", type=polecenia.pytanie)
    parser.add_argument("--stan", action="store_true", help="pokazuje, co jest w bazie")
    parser.add_argument("--sposob", choices=tuple(SPOSOBY_SZUKANIA), default="wektory",
                        help="sposób szukania (domyślnie wektory)")
    parser.add_argument("--kandydatow", type=polecenia.od_jednego, default=KANDYDATOW, metavar="N",
                        help="ilu kandydatów porównać dokładnie przy --sposob dwuetapowo (domyślnie %(default)s)")
    dodaj_opcje(parser, k=5)
    args = parser.parse_args(argv)
    if args.stan == (args.pytanie is not None):
        parser.error("podaj pytanie albo --stan")

    def praca():
        silnik.wlacz(CONFIG, args.silnik)
        with closing(otworz(args.baza or domyslna())) as con:
            if args.stan:
                _pokaz_stan(con)
            else:
                ile = (args.k, args.kandydatow) if args.sposob == "dwuetapowo" else (args.k,)
                pokaz_trafienia(SPOSOBY_SZUKANIA[args.sposob](con, args.pytanie, *ile))
        return 0
    return polecenia.prowadz(praca)


if __name__ == "__main__":
    sys.exit(main())
