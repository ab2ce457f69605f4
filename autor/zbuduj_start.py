"""Pokój bliźniaków: buduje Kod/Start/asystent z Kod/Rozwiazanie/asystent, jedynego źródła obu folderów.

Dane: pliki folderu jako słownik {ścieżka względem folderu asystent: bajty}, bez śladów pracy programu. W Start
funkcje wymienione w pomoc/zadania.py mają w miejscu ciała wyjątek z poleceniem; reszta jest taka sama co do bajtu.
Powstaje też pomoc/wzorzec.json, ten sam w obu folderach: początek każdego zadania i skróty plików oddanych gotowych.
Uruchomienie z dowolnego folderu: python autor/zbuduj_start.py (z opcją --sprawdz tylko porównuje).
"""
import ast
import fnmatch
import json
import sys
from pathlib import Path

REPOZYTORIUM = Path(__file__).resolve().parents[1]
ROZWIAZANIE, START = (REPOZYTORIUM / "Kod" / nazwa / "asystent" for nazwa in ("Rozwiazanie", "Start"))
sys.path.insert(0, str(ROZWIAZANIE))

import polecenia  # noqa: E402 – dopiero po dopisaniu folderu programu do ścieżek
from pliki import BladDanych, na_json  # noqa: E402
from pomoc import kurs_pliki  # noqa: E402
from pomoc.zadania import ZADANIA, komunikat  # noqa: E402

WZORZEC = "pomoc/wzorzec.json"
SLADY_PRACY = [wzor.rstrip("/") for wzor in (REPOZYTORIUM / ".gitignore").read_text(encoding="utf-8").split()]


def pliki(folder):
    """Zwraca pliki folderu; pomija to, co pomija git: wyniki, indeks i pliki robocze."""
    return {sciezka.relative_to(folder).as_posix(): sciezka.read_bytes() for sciezka in sorted(folder.rglob("*"))
            if sciezka.is_file() and not _slad_pracy(sciezka.relative_to(folder))}


def _slad_pracy(sciezka):
    return any(fnmatch.fnmatch(czesc, wzor) for czesc in sciezka.parts for wzor in SLADY_PRACY)


def zbuduj(do_napisania=ZADANIA):
    """Zwraca pliki rozwiązania, w których zadania z listy do_napisania nie mają ciała."""
    zbudowane = pliki(ROZWIAZANIE)
    for zadanie in do_napisania:
        if zadanie["plik"] not in zbudowane:
            raise BladDanych(f"{ROZWIAZANIE / zadanie['plik']}: nie ma pliku, w którym leży {zadanie['nazwa']}.")
        zbudowane[zadanie["plik"]] = bez_ciala(zbudowane[zadanie["plik"]], zadanie)
    return zbudowane


def bez_ciala(bajty, zadanie):
    """Zwraca bajty modułu, w którym z funkcji zadania zostały nagłówek, docstring i wyjątek z poleceniem.

    BladDanych, gdy funkcji nie ma, jest ich kilka, nie ma docstringu albo poza nim nic w niej nie ma.
    """
    funkcje = [wezel for wezel in ast.parse(bajty).body
               if isinstance(wezel, ast.FunctionDef) and wezel.name == zadanie["funkcja"]]
    if len(funkcje) != 1:
        raise BladDanych(f"{zadanie['plik']}: funkcja {zadanie['funkcja']} ma być jedna, a jest ich {len(funkcje)}.")
    funkcja = funkcje[0]
    if ast.get_docstring(funkcja) is None or len(funkcja.body) == 1:
        raise BladDanych(f"{zadanie['plik']}: funkcja {zadanie['funkcja']} ma mieć docstring, a pod nim ciało.")
    wiersze = bajty.splitlines(keepends=True)   # jak ast: wiersz kończy tylko \n, \r albo \r\n
    wiersze[funkcja.body[0].end_lineno:funkcja.end_lineno] = [wyjatek(komunikat(zadanie)).encode("utf-8")]
    return b"".join(wiersze)


def wyjatek(tekst):
    """Zwraca wiersze kodu, które zgłaszają NotImplementedError z tym tekstem; polecenie stoi w osobnym wierszu."""
    zdanie, znak, sprawdzenie = tekst.partition("Sprawdź: ")
    napisy = [json.dumps(czesc, ensure_ascii=False) for czesc in (zdanie, znak + sprawdzenie)]
    return f"    raise NotImplementedError(\n        {napisy[0]}\n        {napisy[1]})\n"


def cele():
    """Zwraca {ścieżka: bajty} wszystkiego, co ma być na dysku: plików Start i wzorca w Rozwiazanie."""
    zbudowane = zbuduj()
    zbudowane[WZORZEC] = na_json(kurs_pliki.wzorzec(zbudowane)).encode("utf-8")
    return {START / nazwa: bajty for nazwa, bajty in zbudowane.items()} | {ROZWIAZANIE / WZORZEC: zbudowane[WZORZEC]}


def roznice(cele):
    """Zwraca {ścieżka: "brakuje", "inna treść" albo "obcy plik"} dla plików innych niż w cele."""
    rozne = {}
    for sciezka, bajty in cele.items():
        if not sciezka.is_file():
            rozne[sciezka] = "brakuje"
        elif sciezka.read_bytes() != bajty:
            rozne[sciezka] = "inna treść"
    return rozne | {START / nazwa: "obcy plik" for nazwa in pliki(START) if START / nazwa not in cele}


def opis(rozne):
    """Zwraca różnice jako tekst, po jednej w wierszu; ścieżki liczą się od folderu Kod."""
    return "\n".join(f"{sciezka.relative_to(START.parents[1]).as_posix()}: {slowa}" for sciezka, slowa in rozne.items())


def _praca(args):
    zbudowane = cele()
    rozne = roznice(zbudowane)
    if args.sprawdz:
        print(opis(rozne) or "Start jest zgodny z rozwiązaniem.")
        return 1 if rozne else 0
    obce = {sciezka: slowa for sciezka, slowa in rozne.items() if sciezka not in zbudowane}
    if obce:   # program niczego nie usuwa: obcy plik może być czyjąś pracą
        raise BladDanych(f"tych plików nie ma w rozwiązaniu; usuń je albo przenieś:\n{opis(obce)}")
    for sciezka in rozne:
        sciezka.parent.mkdir(parents=True, exist_ok=True)
        sciezka.write_bytes(zbudowane[sciezka])
    print(f"Zapisane pliki: {len(rozne)} z {len(zbudowane)}.\n{opis(rozne)}".rstrip())
    return 0


def main(argv=None):
    parser = polecenia.parser("Buduje Kod/Start/asystent z Kod/Rozwiazanie/asystent.")
    parser.add_argument("--sprawdz", action="store_true",
                        help="tylko porównuje: kod 1 i lista plików, gdy Start jest inny")
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _praca(args))


if __name__ == "__main__":
    sys.exit(main())
