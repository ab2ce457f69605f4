"""Pokój zapisów: uruchamia polecenia, które pokazuje przewodnik warsztatu, i wpisuje pod nie to, co wydrukowały.

Dane: zapis to blok kodu Markdown poprzedzony wierszem <!-- zapis: Rozwiazanie --> albo <!-- zapis: Start -->; wiersz
„$ python …” jest w nim poleceniem, a wiersze pod nim – jego wydrukiem. Polecenia jednego dokumentu idą po kolei,
w kopii folderów Kod/Rozwiazanie i Kod/Start, więc późniejsze korzystają z tego, co zrobiły wcześniejsze.
Uruchomienie z dowolnego folderu: python autor/zapisy.py (z opcją --sprawdz tylko porównuje).
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from zbuduj_start import KURSY, REPOZYTORIUM, ROZWIAZANIE, SLADY_PRACY, START, BladDanych, polecenia

WARSZTAT = KURSY[1]
PRZEWODNIK = ROZWIAZANIE / WARSZTAT / "PRZEWODNIK.md"
ZAPIS = re.compile(r"(<!-- zapis: (Rozwiazanie|Start) -->\n```\n)(.*?)(?=```)", re.DOTALL)
POLECENIE = "$ python "
# Co w wydruku zmienia się z każdym uruchomieniem → stały napis.
ZMIENNE = [(re.compile(r"\d{8}T\d{6}Z_[0-9a-f]{8}"), "20261130T120000Z_1a2b3c4d")]
FOLDER_UCZNIA = "/home/ala/kurs"
LIMIT = 120                  # sekund na jedno polecenie


def odswiezony(tekst):
    """Zwraca tekst dokumentu, w którym wydruki wszystkich zapisów są świeże."""
    with tempfile.TemporaryDirectory() as tmp:
        kopia = Path(tmp).resolve()
        for bliznak in (ROZWIAZANIE, START):
            shutil.copytree(bliznak / WARSZTAT, kopia / bliznak.name / WARSZTAT,
                            ignore=shutil.ignore_patterns(*SLADY_PRACY))
        return ZAPIS.sub(lambda blok: blok[1] + _wydruki(blok[3], kopia / blok[2] / WARSZTAT, str(kopia)), tekst)


def _wydruki(zapis, folder, do_ukrycia):
    """Zwraca zapis, w którym pod każdym poleceniem stoi jego wydruk."""
    wiersze = [wiersz for wiersz in zapis.splitlines() if wiersz.startswith(POLECENIE)]
    return "".join(f"{wiersz}\n{_wydruk(wiersz, folder).replace(do_ukrycia, FOLDER_UCZNIA)}" for wiersz in wiersze)


def _wydruk(wiersz, folder):
    """Zwraca to, co polecenie drukuje na oknie o szerokości 80 znaków; BladDanych, gdy nie skończyło się w LIMIT."""
    sciezki = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    srodowisko = os.environ | {"PATH": sciezki, "COLUMNS": "80", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        proces = subprocess.run([sys.executable, *shlex.split(wiersz.removeprefix(POLECENIE))], cwd=folder,
                                env=srodowisko, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, encoding="utf-8", timeout=LIMIT)
    except subprocess.TimeoutExpired:
        raise BladDanych(f"Polecenie nie skończyło się w {LIMIT} s: {wiersz}") from None
    wydruk = proces.stdout
    for wzor, staly in ZMIENNE:
        wydruk = wzor.sub(staly, wydruk)
    return "\n".join(wiersz.rstrip() for wiersz in wydruk.rstrip().split("\n")) + "\n"


def _praca(args):
    stary = PRZEWODNIK.read_text(encoding="utf-8")
    nowy = odswiezony(stary)
    nazwa = PRZEWODNIK.relative_to(REPOZYTORIUM).as_posix()
    if nowy == stary:
        print(f"{nazwa}: zapisy są świeże.")
        return 0
    if args.sprawdz:
        print(f"{nazwa}: zapisy są nieaktualne. Wydaj polecenie: python autor/zapisy.py")
        return 1
    PRZEWODNIK.write_text(nowy, encoding="utf-8", newline="\n")
    print(f"{nazwa}: zapisy odświeżone. Zbuduj teraz Start: python autor/zbuduj_start.py")
    return 0


def main(argv=None):
    parser = polecenia.parser("Odświeża w przewodniku warsztatu wydruki poleceń.")
    parser.add_argument("--sprawdz", action="store_true", help="tylko porównuje: kod 1, gdy wydruki są nieaktualne")
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _praca(args))


if __name__ == "__main__":
    sys.exit(main())
