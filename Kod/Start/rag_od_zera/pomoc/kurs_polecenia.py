"""Pokój poleceń kursu: kurs.py bez słowa oraz podpowiedz, porownaj, przywroc i lekarz. Tylko tu się drukuje."""
import difflib
from pathlib import Path

import ekran
import polecenia
from pliki import BladDanych, czytaj_tekst

from pomoc import kurs_lekarz, kurs_opis, kurs_pliki, kurs_podpowiedzi, kurs_stan, kurs_testy
from pomoc.kurs_ekran import drukuj, drukuj_opis, python, zapytaj
from pomoc.kurs_zrodla import brakujace_czesci, wstaw, wytnij
from pomoc.zadania import KURS, ZADANIA

ZNAKI = {kurs_stan.ZROBIONE: "[✓]", kurs_stan.W_TRAKCIE: "[~]", kurs_stan.DO_ZROBIENIA: "[ ]",
         kurs_stan.NIECZYTELNE: "[!]"}
BARWY = {kurs_stan.ZROBIONE: "zielony", kurs_stan.W_TRAKCIE: "zolty", kurs_stan.NIECZYTELNE: "zolty"}
ZNAKOW_NUMERU = len(str(len(ZADANIA)))
ZNAKOW_NAZWY = 1 + max(len(zadanie["nazwa"]) for zadanie in ZADANIA)
POCZATEK = ("Żadne zadanie nie jest jeszcze napisane, więc testy nie przechodzą. Tak ma być: to zamierzony początek, "
            "a nie zepsuta instalacja.")
KONIEC = [("Brawo", "Wszystkie zadania są zrobione, wszystkie testy przechodzą."), *KURS["na_koniec"]]
PO_OSTATNIEJ = "To już ostatnia podpowiedź do tego zadania."
UWAGI = "Uwagi do zrobionych zadań. To nie są błędy: testy przechodzą, a program może być lepszy."
OBEJRZYJ = " Rozwiązanie, które leży obok, porówna z twoim: {python} kurs.py porownaj {nazwa}"
BRAK_ROZWIAZANIA = ("Nie ma z czym porównać: obok tego folderu nie leży Rozwiazanie/{folder}. Rozpakuj całe archiwum "
                    "kursu i pracuj w Start/{folder}.").format_map(KURS)
TAKIE_SAME = "Twoja funkcja {nazwa} jest dokładnie taka sama jak w rozwiązaniu."
PRZYWROCONE = ("Zadanie {nazwa} jest znów na początku.\nTwoja poprzednia wersja pliku {plik}: {kopia}")
BEZ_CZESCI = ("W pliku {plik} nie ma tego, o czym mówi opis zadania: {czesci}. Tak jest, gdy cały plik pochodzi "
              "z książki. Aby z tego korzystać, skopiuj cały {plik} z archiwum kursu, a swoją wersję zachowaj pod inną "
              "nazwą.")
BEZ_ZMIAN = "Niczego nie zmieniono."


def main(argv=None):
    """Czyta wiersz poleceń i zwraca kod wyjścia."""
    parser = polecenia.parser("Prowadzi przez zadania kursu; bez polecenia pokazuje, co teraz zrobić.")
    wybor = parser.add_subparsers(dest="polecenie", metavar="polecenie")
    wybor.add_parser("podpowiedz", help="kolejna podpowiedź do bieżącego zadania")
    for nazwa, pomoc in (("porownaj", "różnice między twoją funkcją a rozwiązaniem"),
                         ("przywroc", "zadanie od początku; twoja wersja zostaje w kopii")):
        wybor.add_parser(nazwa, help=pomoc).add_argument(
            "nazwa", metavar="NAZWA", help=f"numer albo nazwa zadania, np. 1 lub {ZADANIA[0]['nazwa']}")
    wybor.add_parser("lekarz", help="kontrola Pythona, folderu, plików, konsoli i usługi; niczego nie zmienia")
    args = parser.parse_args(argv)
    if args.polecenie in ("porownaj", "przywroc"):
        zadanie = _zadanie(args.nazwa)
        if zadanie is None:
            parser.error(f"nie ma zadania „{args.nazwa}”; są: {', '.join(z['nazwa'] for z in ZADANIA)}")
        return polecenia.prowadz(lambda: {"porownaj": _porownaj, "przywroc": _przywroc}[args.polecenie](zadanie))
    return polecenia.prowadz({None: _stan, "podpowiedz": _podpowiedz, "lekarz": _lekarz}[args.polecenie])


def _zadanie(nazwa):
    """Zwraca zadanie o tym numerze, nazwie pełnej albo nazwie funkcji; None, gdy takiego nie ma."""
    return next((z for z in ZADANIA if nazwa in (str(z["numer"]), z["nazwa"], z["funkcja"])), None)


def _zbadaj():
    """Zwraca stan kursu albo None, gdy testy nie mogą ruszyć (wtedy drukuje powód)."""
    zaslaniajace = kurs_pliki.zaslaniajace()
    if zaslaniajace:
        _drukuj_rzecz(kurs_opis.zasloniete(zaslaniajace))
        return None
    with ekran.czekanie("Uruchamiam testy"):
        return kurs_stan.zbadaj()


def _stan():
    stan = _zbadaj()
    if stan is None:
        return 1
    for wpis in stan["zadania"]:
        drukuj(_wiersz_stanu(**wpis), BARWY.get(wpis["postep"]))
    badania = [wpis["badanie"] for wpis in stan["zadania"]]
    zrobione = sum(wpis["postep"] == kurs_stan.ZROBIONE for wpis in stan["zadania"])
    drukuj(f"Zadania: {zrobione}/{len(ZADANIA)}. "
           f"Testy: {sum(map(kurs_testy.udane, badania))} z {sum(len(b['testy']) for b in badania)}.\n")
    if kurs_stan.swiezy(stan):
        drukuj(ekran.zawin(POCZATEK) + "\n")
    rzecz, uwagi = kurs_opis.nastepna_rzecz(stan), _uwagi(stan)
    if rzecz:
        if uwagi:
            _drukuj_uwagi(uwagi)
            drukuj()
        _drukuj_rzecz(rzecz)
        return 1
    drukuj_opis([(etykieta, tekst.format(python=python())) for etykieta, tekst in KONIEC])
    if uwagi:
        drukuj()
        _drukuj_uwagi(uwagi)
    return 0


def _uwagi(stan):
    """Zwraca pary (etykieta, uwaga) do zadania zrobionego tuż przed bieżącym, a po ostatnim – do wszystkich."""
    biezace, zrobione = kurs_stan.biezace(stan), stan["zadania"]
    if biezace:
        zrobione = zrobione[:zrobione.index(biezace)][-1:]
    return [(f"Zadanie {wpis['zadanie']['numer']}", tekst) for wpis in zrobione for tekst in wpis["badanie"]["uwagi"]]


def _drukuj_uwagi(uwagi):
    drukuj(ekran.zawin(UWAGI))
    drukuj_opis(uwagi)


def _wiersz_stanu(zadanie, badanie, postep, **_):
    return (f"{ZNAKI[postep]} {zadanie['numer']:>{ZNAKOW_NUMERU}}. {zadanie['nazwa']:<{ZNAKOW_NAZWY}} {postep:<13} "
            f"testy: {kurs_testy.udane(badanie)} z {len(badanie['testy'])}")


def _drukuj_rzecz(rzecz):
    drukuj(ekran.zawin(rzecz["tytul"]), "jasny")
    drukuj_opis(rzecz["opis"])
    if Path.cwd() != kurs_pliki.FOLDER:
        drukuj(f"Polecenia wydawaj w folderze {kurs_pliki.FOLDER}")


def _podpowiedz():
    stan = _zbadaj()
    if stan is None:
        return 1
    wpis = kurs_stan.biezace(stan)
    if wpis is None:
        drukuj("Wszystkie zadania są zrobione, więc nie ma już czego podpowiadać.")
        return 0
    zadanie = wpis["zadanie"]
    _ostrzez_o_czesciach(zadanie)
    numer, tekst, uwaga = kurs_podpowiedzi.nastepna(zadanie)
    if uwaga:
        drukuj(ekran.zawin(uwaga, "Uwaga: "))
    drukuj(f"Zadanie {zadanie['numer']}, {zadanie['nazwa']} – podpowiedź {numer} z {len(zadanie['podpowiedzi'])}",
           "jasny")
    drukuj(ekran.zawin(tekst, "  "))
    if numer == len(zadanie["podpowiedzi"]):
        obejrzyj = OBEJRZYJ.format(python=python(), nazwa=zadanie["nazwa"]) if kurs_pliki.jest_rozwiazanie() else ""
        drukuj(ekran.zawin(PO_OSTATNIEJ + obejrzyj))
    kurs_podpowiedzi.zapamietaj(zadanie, numer)
    return 0


def _porownaj(zadanie):
    if not kurs_pliki.jest_rozwiazanie():
        raise BladDanych(BRAK_ROZWIAZANIA)
    if not zapytaj(f"Zobaczysz rozwiązanie zadania {zadanie['nazwa']}. Na pewno?"):
        drukuj("Rozwiązanie zostaje zakryte.")
        return 0
    twoja, wzorowa = (wytnij(czytaj_tekst(folder / zadanie["plik"]), zadanie["funkcja"]).splitlines()
                      for folder in (kurs_pliki.FOLDER, kurs_pliki.ROZWIAZANIE))
    if twoja == wzorowa:
        drukuj(TAKIE_SAME.format_map(zadanie))
        return 0
    drukuj("- wiersz twojej funkcji, + wiersz rozwiązania, bez znaku – wspólne")
    for wiersz in difflib.ndiff(twoja, wzorowa):
        if not wiersz.startswith("?"):
            drukuj(wiersz.rstrip())
    drukuj("Inny zapis nie jest błędem: o tym, czy zadanie jest zrobione, rozstrzygają testy.")
    return 0


def _ostrzez_o_czesciach(zadanie):
    try:
        tekst, poczatek = czytaj_tekst(kurs_pliki.FOLDER / zadanie["plik"]), kurs_pliki.poczatek(zadanie)
    except BladDanych:   # o nieczytelnym pliku mówi stan kursu
        return
    czesci = brakujace_czesci(tekst, zadanie["funkcja"], poczatek)
    if czesci:
        drukuj(ekran.zawin(BEZ_CZESCI.format(plik=zadanie["plik"], czesci=", ".join(czesci)), "Uwaga: "))


def _przywroc(zadanie):
    sciezka, poczatek = kurs_pliki.FOLDER / zadanie["plik"], kurs_pliki.poczatek(zadanie)
    tekst = czytaj_tekst(sciezka)
    if wytnij(tekst, zadanie["funkcja"]) == poczatek:
        drukuj(f"Zadanie {zadanie['nazwa']} już jest na początku. {BEZ_ZMIAN}")
        return 0
    _ostrzez_o_czesciach(zadanie)
    if not zapytaj(f"Treść funkcji {zadanie['nazwa']} zniknie z pliku {zadanie['plik']} (zostanie w kopii). Na pewno?"):
        drukuj(BEZ_ZMIAN)
        return 0
    kopia = kurs_pliki.zachowaj_kopie(sciezka)
    kurs_pliki.zastap(sciezka, wstaw(tekst, zadanie["funkcja"], poczatek))
    drukuj(PRZYWROCONE.format(kopia=kopia, **zadanie))
    return 0


def _lekarz():
    wyniki = kurs_lekarz.zbadaj()
    for ocena, co, opis in wyniki:
        drukuj(ekran.zawin(ekran.jeden_wiersz(opis), f"{ocena:<5}  {co + ':':<13} "))
    bledy = sum(ocena == "BŁĄD" for ocena, _, _ in wyniki)
    drukuj("Popraw to, co ma znak BŁĄD, i sprawdź ponownie." if bledy else "Kurs może działać.")
    return 1 if bledy else 0
