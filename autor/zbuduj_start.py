"""Pokój bliźniaków: z Kod/Rozwiazanie, jedynego źródła, buduje Kod/Start i kopie plików wspólnych dla obu kursów.

Dane: kurs to folder programu (asystent, rag_od_zera); jego pliki to słownik {ścieżka względem tego folderu: bajty},
bez śladów pracy programu.
- Pliki z listy WSPOLNE mają źródło w folderze asystent, a w rag_od_zera leży ich kopia co do bajtu.
- W Start funkcje wymienione w pomoc/zadania.py mają w miejscu ciała wyjątek z poleceniem; reszta jest taka sama.
- Powstaje też pomoc/wzorzec.json, ten sam w obu bliźniakach: początki zadań i skróty plików oddanych gotowych.
Uruchomienie z dowolnego folderu: python autor/zbuduj_start.py (z opcją --sprawdz tylko porównuje).
"""
import ast
import fnmatch
import json
import runpy
import sys
from pathlib import Path

REPOZYTORIUM = Path(__file__).resolve().parents[1]
ROZWIAZANIE, START = (REPOZYTORIUM / "Kod" / nazwa for nazwa in ("Rozwiazanie", "Start"))
ZRODLO_WSPOLNYCH = "asystent"
KURSY = (ZRODLO_WSPOLNYCH, "rag_od_zera")
sys.path.append(str(ROZWIAZANIE / ZRODLO_WSPOLNYCH))   # na końcu: testy warsztatu mają na ścieżce jego kopie

import polecenia  # noqa: E402 – dopiero po dopisaniu folderu programu do ścieżek
from pliki import BladDanych, na_json  # noqa: E402
from pomoc import kurs_pliki  # noqa: E402

WZORZEC, ZADANIA = "pomoc/wzorzec.json", "pomoc/zadania.py"
WSPOLNE = ("ekran.py", "embeddingi.py", "generowanie.py", "kurs.py", "lokalny.py", "pliki.py", "polecenia.py",
           "sekcje.py", "silnik.py", "slowa.py", "ustawienia.py", "wektory.py", "wymiana.py",
           "pomoc/__init__.py", "pomoc/cwiczebny*.py", "pomoc/kurs_*.py", "pomoc/sprawdzanie.py")
SLADY_PRACY = [wzor.rstrip("/") for wzor in (REPOZYTORIUM / ".gitignore").read_text(encoding="utf-8").split()]


def pliki(folder):
    """Zwraca pliki folderu; pomija to, co pomija git: wyniki, indeks, bazę i pliki robocze."""
    return {sciezka.relative_to(folder).as_posix(): sciezka.read_bytes() for sciezka in sorted(folder.rglob("*"))
            if sciezka.is_file() and not _slad_pracy(sciezka.relative_to(folder))}


def _slad_pracy(sciezka):
    return any(fnmatch.fnmatch(czesc, wzor) for czesc in sciezka.parts for wzor in SLADY_PRACY)


def wspolne():
    """Zwraca pliki wspólne dla kursów."""
    return {nazwa: bajty for nazwa, bajty in pliki(ROZWIAZANIE / ZRODLO_WSPOLNYCH).items()
            if any(fnmatch.fnmatchcase(nazwa, wzor) for wzor in WSPOLNE)}


def zadania(kurs):
    """Zwraca listę zadań kursu; oba kursy mają moduł pomoc.zadania, dlatego plik jest wykonany, a nie importowany."""
    return runpy.run_path(str(ROZWIAZANIE / kurs / ZADANIA))["ZADANIA"]


def rozwiazanie(kurs):
    """Zwraca pliki rozwiązania kursu, razem z kopiami plików wspólnych i wzorcem."""
    zbudowane = pliki(ROZWIAZANIE / kurs) | wspolne()
    zbudowane[WZORZEC] = na_json(kurs_pliki.wzorzec(bez_cial(zbudowane, zadania(kurs)), zadania(kurs))).encode("utf-8")
    return zbudowane


def bez_cial(zbudowane, do_napisania):
    """Zwraca pliki rozwiązania, w których zadania z listy do_napisania nie mają ciała."""
    wynik = dict(zbudowane)
    for zadanie in do_napisania:
        if zadanie["plik"] not in wynik:
            raise BladDanych(f"{zadanie['plik']}: nie ma pliku, w którym leży {zadanie['nazwa']}.")
        wynik[zadanie["plik"]] = bez_ciala(wynik[zadanie["plik"]], zadanie)
    return wynik


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
    wiersze[funkcja.body[0].end_lineno:funkcja.end_lineno] = [wyjatek(zadanie).encode("utf-8")]
    return b"".join(wiersze)


def wyjatek(zadanie):
    """Zwraca wiersze kodu, które zgłaszają NotImplementedError z poleceniem zadania."""
    napisy = (f"Zadanie {zadanie['numer']}: {zadanie['zwraca']} ", f"Sprawdź: python -m unittest {zadanie['testy'][0]}")
    return "    raise NotImplementedError(\n        {}\n        {})\n".format(
        *(json.dumps(napis, ensure_ascii=False) for napis in napisy))


def cele():
    """Zwraca {ścieżka: bajty} wszystkiego, co ma powstać: plików Start oraz kopii i wzorców w Rozwiazanie."""
    wynik = {}
    for kurs in KURSY:
        pelne = rozwiazanie(kurs)
        wynik |= {ROZWIAZANIE / kurs / nazwa: pelne[nazwa] for nazwa in [*wspolne(), WZORZEC]}
        wynik |= {START / kurs / nazwa: bajty for nazwa, bajty in bez_cial(pelne, zadania(kurs)).items()}
    return wynik


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
    return "\n".join(f"{sciezka.relative_to(START.parent).as_posix()}: {slowa}" for sciezka, slowa in rozne.items())


def _praca(args):
    zbudowane = cele()
    rozne = roznice(zbudowane)
    if args.sprawdz:
        print(opis(rozne) or "Start i pliki wspólne są zgodne z rozwiązaniem.")
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
    parser = polecenia.parser("Buduje Kod/Start i kopie plików wspólnych z Kod/Rozwiazanie.")
    parser.add_argument("--sprawdz", action="store_true",
                        help="tylko porównuje: kod 1 i lista plików, które są inne")
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _praca(args))


if __name__ == "__main__":
    sys.exit(main())
