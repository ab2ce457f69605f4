"""Pokój rozmowy: konsola, która czyta wiadomości, pokazuje wyniki i zapisuje każdą turę do pliku.

Każda sesja ma własny folder wyniki/rozmowa_<czas UTC>_<8 cyfr>/ z plikiem sesja.json i plikiem każdej tury.
"""
import contextlib
import json
import sys
import uuid
from datetime import datetime, timezone

import ekran
import polecenia
import silnik
from asystent import krok
from indeks import load_index
from lokalny import CONFIG, ROOT, api, require_models
from narzedzia import katalog_dokumentow
from pamiec import nowy_stan
from pliki import na_json, opis_bledu, skrot_pliku, zapisz_nowy
from program import SELEKTORY
from rag import format_sources

WYNIKI = ROOT / "wyniki"
DANE = ("config.json", "scenariusze.json", "dane/chunks.jsonl", "dane/index.json")

WYBIERA = {"reguly": "program, według reguł", "model": "model"}
POWITANIE = "Zadaj pytanie o dokumenty. Ich listę pokaże /documents, listę poleceń /pomoc, a rozmowę kończy /exit."
POMOC = """\
Oprócz pytań o treść dokumentów możesz napisać: Pokaż źródła, Pokaż metadane DOC-INSTR.
/sources    to samo co „Pokaż źródła”: zwykła tura, z numerem i plikiem
/documents  lista dokumentów
/history    pytania, które asystent pamięta, i jak je zrozumiał
/clear      nowa rozmowa: asystent zapomina pytania i źródła
/debug      włącza i wyłącza szczegóły tury
/pomoc      ta lista
/exit       koniec"""
PYTANIE_O_ZRODLA = "Pokaż źródła"
ZAPOMNIANE = ("Zaczynamy nową rozmowę. Zapomniane: pytania ({pytania}) i źródła ostatniej odpowiedzi ({zrodla}). "
              "Zostają: dokumenty i pliki tur w folderze {folder}.")
NAGLOWEK_ZRODEL = "Źródła, czyli fragmenty podane modelowi (w nawiasie podobieństwo do pytania):"
STATUSY = {"answered": "odpowiedź", "insufficient_context": "za mało materiału w dokumentach",
           "clarification_needed": "potrzebne doprecyzowanie", "rejected": "odmowa", "error": "błąd"}


# --- zapis ---

def nowy_zapis(prefix, selector):
    """Zakłada folder sesji wyniki/<prefix>_<czas UTC>_<8 cyfr>/ z plikiem sesja.json i zwraca jego ścieżkę.

    RuntimeError, gdy usługa lub model nie jest gotowy; OSError, gdy w folderze nie można pisać.
    """
    teraz = datetime.now(timezone.utc)
    sesja = {
        "selector": selector,
        "config": dict(CONFIG),
        "created_at": teraz.isoformat(timespec="seconds"),
        "models": require_models([CONFIG["chat_model"], CONFIG["embedding_model"]]),
        "ollama": api("/api/version"),
        "sha256": {nazwa: skrot_pliku(ROOT / nazwa) for nazwa in _pliki_programu()},
    }
    folder = WYNIKI / f"{prefix}_{teraz:%Y%m%dT%H%M%SZ}_{uuid.uuid4().hex[:8]}"
    folder.mkdir(parents=True)
    try:
        zapisz(folder / "sesja.json", sesja)
    except OSError:
        folder.rmdir()   # bez opisu sesji folder nie byłby żadnym świadectwem
        raise
    return folder


def _pliki_programu():
    """Zwraca nazwy plików, od których zależy wynik sesji: całego kodu i danych."""
    kod = sorted(p.relative_to(ROOT).as_posix() for wzor in ("*.py", "pomoc/*.py") for p in ROOT.glob(wzor))
    return kod + [nazwa for nazwa in DANE if (ROOT / nazwa).exists()]


def zapisz(path, data):
    """Zapisuje dane jako nowy plik JSON w UTF-8; FileExistsError, gdy plik istnieje; ValueError dla NaN."""
    zapisz_nowy(path, na_json(data))


def _zapisz_ture(folder, wynik):
    nazwa = f"{wynik['conversation_id']}_{wynik['turn_id']:03d}_{wynik['result_id']}.json"
    try:
        zapisz(folder / nazwa, wynik)
    except (OSError, ValueError, TypeError, RecursionError) as blad:   # strata jednego zapisu nie kończy rozmowy
        opis = opis_bledu(blad) if isinstance(blad, OSError) else blad
        print(ekran.zawin(f"Tej tury nie udało się zapisać ({opis}). Rozmowa trwa dalej.", "Uwaga: "))


# --- ekran ---

def pokaz(result, debug=False):
    """Drukuje wynik tury z asystent.krok; nic nie zwraca i niczego nie zmienia w wyniku ani w pamięci.

    1. status w nawiasach kwadratowych, polskim słowem ze STATUSY (nieznany bez zmian); pod nim niepusta answer;
    2. gdy sources nie jest puste, a tura nie była show_last_sources (wtedy źródła są odpowiedzią): wiersz
       NAGLOWEK_ZRODEL i pod nim _pokaz_zrodla;
    3. gdy source_origin nie jest None: „Źródła pochodzą z tury N.”, gdzie N to jego turn_id;
    4. każde ostrzeżenie z warnings, z nagłówkiem „Uwaga: ”;
    5. gdy debug – pełne pytanie, decyzja i powód (_pokaz_szczegoly).
    result["tool"] jest wynikiem narzędzia albo {}, gdy tura go nie wywołała.
    Teksty przechodzą przez ekran.zawin, które łamie wiersze między słowami.
    """
    raise NotImplementedError(
        "Zadanie 8: Wydrukuj wynik tury, niczego w nim nie zmieniając. Funkcja nic nie zwraca. "
        "Sprawdź: python -m unittest sprawdz_wiecej.Pokaz")


def _pokaz_zrodla(sources):
    for wiersz in format_sources(sources).split("\n"):
        etykieta, _, opis = wiersz.partition(" ")
        print(ekran.zawin(opis, f"  {etykieta} "))


def _pokaz_szczegoly(result):
    decyzja = result["decision"] and json.dumps(result["decision"], ensure_ascii=False)
    for opis, wartosc in (("tura", result["turn_id"]), ("status", result["status"]), ("powód", result["reason"]),
                          ("pełne pytanie", result["standalone_question"]),
                          ("z historii", "tak" if result["history_used"] else "nie"), ("decyzja", decyzja)):
        print(ekran.zawin(ekran.jeden_wiersz("brak" if wartosc is None else wartosc), f"  {opis + ':':<15} "))


def _pokaz_historie(history):
    for wpis in history:
        print(ekran.zawin(ekran.jeden_wiersz(wpis["question"]), "  • "))
        if wpis["standalone"] != wpis["question"]:
            print(ekran.zawin(ekran.jeden_wiersz(wpis["standalone"]), "    → "))
        status = STATUSY.get(wpis["status"], wpis["status"])
        print(ekran.zawin(f"[{status}] narzędzie: {wpis['tool'] or 'brak'}", "    "))
    if not history:
        print("Historia jest pusta.")


def _pokaz_dokumenty(catalog):
    for wpis in catalog.values():
        print(ekran.zawin(ekran.jeden_wiersz(f"{wpis['title']} (plik {wpis['source']}, wersja {wpis['version']}, "
                                             f"status {wpis['status']})"), f"  {wpis['document_id']:<10} "))


def _zacznij_od_nowa(rozmowa):
    stary, rozmowa["state"] = rozmowa["state"], nowy_stan()
    print(ekran.zawin(ZAPOMNIANE.format(pytania=len(stary["history"]), zrodla=len(stary["last_sources"]),
                                        folder=rozmowa["folder"].name)))


def _polecenie(tekst, rozmowa):
    """Wykonuje polecenie zaczynające się od „/”; zwraca False, gdy kończy ono rozmowę."""
    if tekst == "/exit":
        return False
    if tekst == "/clear":
        _zacznij_od_nowa(rozmowa)
    elif tekst == "/history":
        _pokaz_historie(rozmowa["state"]["history"])
    elif tekst == "/documents":
        _pokaz_dokumenty(rozmowa["catalog"])
    elif tekst == "/debug":
        rozmowa["debug"] = not rozmowa["debug"]
        print(f"Szczegóły tury: {'włączone' if rozmowa['debug'] else 'wyłączone'}.")
    elif tekst == "/pomoc":
        print(POMOC)
    else:
        print(f"Nie znam polecenia „{ekran.jeden_wiersz(tekst)}”. Listę pokaże /pomoc.")
    return True


# --- rozmowa ---

def _wiadomosci():
    """Podaje kolejne wiersze wpisane przez człowieka, aż do końca danych albo Ctrl+C."""
    if ekran.na_terminalu(sys.stdin):
        with contextlib.suppress(ImportError):   # w Windows tego modułu nie ma, a konsola i tak pamięta wiersze
            import readline  # noqa: F401 – sam import włącza strzałki i historię wpisanych wierszy
    while True:
        try:
            wiersz = input("\nTy> ")
        except (EOFError, KeyboardInterrupt):
            print()
            return
        wiersz = _popraw_kodowanie(wiersz)
        if not ekran.na_terminalu(sys.stdin):   # w zapisie potoku widać wtedy i pytanie, i odpowiedź
            print(wiersz)
        yield wiersz


def _popraw_kodowanie(wiersz):
    """Odczytuje jako UTF-8 wiersz, który nim jest, choć konsola ma inne kodowanie (plik podany w potoku)."""
    try:
        wiersz = wiersz.encode(sys.stdin.encoding, "surrogateescape").decode("utf-8")
    except UnicodeError:
        pass   # to naprawdę kodowanie konsoli
    return wiersz.removeprefix("\ufeff")   # znacznik, od którego Windows zaczyna niektóre pliki tekstowe


def rozmawiaj(folder, selector, records, index):
    """Prowadzi rozmowę do /exit, końca danych albo Ctrl+C przy pytaniu; każdą turę zapisuje w folderze."""
    rozmowa = {"state": nowy_stan(), "catalog": katalog_dokumentow(records), "debug": False, "folder": folder}
    for wiersz in _wiadomosci():
        polecenie = wiersz.strip().lower()
        if polecenie == "/sources":
            wiersz = PYTANIE_O_ZRODLA   # prośba o źródła jest turą, więc zostaje w historii i w plikach
        elif polecenie.startswith("/"):
            if not _polecenie(polecenie, rozmowa):
                break
            continue
        try:
            with ekran.czekanie("Pracuję"):
                wynik = krok(wiersz, rozmowa["state"], records, index, rozmowa["catalog"], selector)
        except KeyboardInterrupt:
            print("\nPrzerwano tę turę. Nie ma jej w pamięci ani w wynikach; możesz pytać dalej.")
            continue
        _zapisz_ture(folder, wynik)
        pokaz(wynik, rozmowa["debug"])
    print("Koniec rozmowy.")


def _praca(args):
    silnik.wlacz(CONFIG, args.silnik)
    records, index = load_index()
    folder = nowy_zapis("rozmowa", args.wybor)
    print(f"Zapis: {folder}\nNarzędzie wybiera: {WYBIERA[args.wybor]}. Fragmenty: {len(records)}.\n{POWITANIE}")
    rozmawiaj(folder, args.wybor, records, index)
    return 0


def main(argv=None):
    parser = polecenia.parser("Rozmowa z asystentem dokumentów.")
    parser.add_argument("--wybor", choices=SELEKTORY, default=CONFIG["selector"],
                        help="kto wybiera narzędzie (domyślnie selector z config.json)")
    silnik.dodaj_opcje(parser)
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _praca(args))


if __name__ == "__main__":
    sys.exit(main())
