"""Pokój kursu: wejście do przewodnika po zadaniach. Cała praca jest w pomoc/kurs_*.py.

python kurs.py                  stan zadań i jedna następna rzecz do zrobienia
python kurs.py podpowiedz       kolejna podpowiedź do bieżącego zadania
python kurs.py porownaj NAZWA   różnice między twoją funkcją a rozwiązaniem
python kurs.py przywroc NAZWA   zadanie od początku; twoja wersja zostaje w kopii
python kurs.py lekarz           kontrola Pythona, folderu, plików, konsoli i usługi
Kody wyjścia: 0 – wszystko zrobione (dla pozostałych poleceń: udało się), 1 – jeszcze nie, 2 – złe wywołanie.
"""
import os
import sys

FOLDER = os.path.dirname(os.path.realpath(__file__))
ZA_STARY = "Python {} jest za stary: kurs potrzebuje wersji 3.10 lub nowszej. Zainstaluj ją z python.org."
USZKODZONY = ("Kurs nie może ruszyć, bo plik {} jest uszkodzony{}: {}\n"
              "Cofnij w nim zmianę albo skopiuj go ponownie z archiwum kursu.")


def main():
    if sys.version_info < (3, 10):
        print(ZA_STARY.format(".".join(map(str, sys.version_info[:3]))))
        return 1
    # Folder kursu na końcu ścieżki: plik ucznia o nazwie modułu Pythona (np. json.py) nie zatrzyma kursu,
    # który ma o nim powiedzieć.
    sys.path[:] = [sciezka for sciezka in sys.path if os.path.realpath(sciezka) != FOLDER] + [FOLDER]
    try:
        from pomoc import kurs_polecenia
    except SyntaxError as blad:
        print(USZKODZONY.format(os.path.basename(blad.filename or "?"), f", wiersz {blad.lineno}", blad.msg))
        return 1
    except ImportError as blad:
        print(USZKODZONY.format(os.path.basename(blad.path or blad.name or "?"), "", blad))
        return 1
    return kurs_polecenia.main()


if __name__ == "__main__":
    sys.exit(main())
