"""Pokój paczki: archiwum dla uczących się, z bliźniaków i przewodników obu kursów, zawsze takie samo co do bajtu.

Dane: {ścieżka w archiwum: bajty}. Daty i prawa plików są stałe, a treść nieskompresowana, bo bajty kompresji zależą
od wersji biblioteki zlib. Wyniki, indeksy i pliki robocze do archiwum nie trafiają.
Uruchomienie z dowolnego folderu: python autor/paczka.py gdzies/kod.zip
"""
import io
import sys
import zipfile
from pathlib import Path

from zbuduj_start import KURSY, REPOZYTORIUM, ROZWIAZANIE, START, BladDanych, cele, opis, pliki, polecenia, roznice

DATA = (2026, 1, 1, 0, 0, 0)
ZWYKLY_PLIK = 0o100644 << 16   # prawa pliku w archiwum: właściciel pisze, wszyscy czytają
UNIX = 3
PRZEWODNIKI = (REPOZYTORIUM / "Kod" / "CZYTAJ_NAJPIERW.md", START / "rag_od_zera" / "PRZEWODNIK.md")


def zawartosc():
    """Zwraca pliki archiwum; BladDanych, gdy Start jest inny, niż wynika z Rozwiazanie, albo brakuje przewodnika."""
    rozne = roznice(cele())
    if rozne:
        raise BladDanych("Kod/Start nie zgadza się z Kod/Rozwiazanie. Wydaj polecenie "
                         f"python autor/zbuduj_start.py.\n{opis(rozne)}")
    for przewodnik in PRZEWODNIKI:
        if not przewodnik.is_file():
            raise BladDanych(f"{przewodnik}: nie ma przewodnika, od którego zaczyna się nauka.")
    zebrane = {przewodnik: przewodnik.read_bytes() for przewodnik in PRZEWODNIKI}
    for folder in (blizniak / kurs for blizniak in (ROZWIAZANIE, START) for kurs in KURSY):
        zebrane |= {folder / nazwa: bajty for nazwa, bajty in pliki(folder).items()}
    return {sciezka.relative_to(REPOZYTORIUM).as_posix(): bajty for sciezka, bajty in zebrane.items()}


def spakuj(zebrane):
    """Zwraca bajty archiwum zip; takie same pliki dają takie same bajty."""
    bufor = io.BytesIO()
    with zipfile.ZipFile(bufor, "w", zipfile.ZIP_STORED) as archiwum:
        for nazwa in sorted(zebrane):
            wpis = zipfile.ZipInfo(nazwa, DATA)
            wpis.create_system, wpis.external_attr = UNIX, ZWYKLY_PLIK
            archiwum.writestr(wpis, zebrane[nazwa])
    return bufor.getvalue()


def _praca(args):
    zebrane = zawartosc()
    bajty = spakuj(zebrane)
    with open(args.cel, "xb") as plik:   # istniejące archiwum zostaje nietknięte
        plik.write(bajty)
    print(f"{args.cel}: {len(zebrane)} plików, {len(bajty)} bajtów.")
    return 0


def main(argv=None):
    parser = polecenia.parser("Tworzy archiwum z Kod/Start i Kod/Rozwiazanie obu kursów, razem z przewodnikami.")
    parser.add_argument("cel", type=Path, help="nowy plik, np. kod.zip")
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _praca(args))


if __name__ == "__main__":
    sys.exit(main())
