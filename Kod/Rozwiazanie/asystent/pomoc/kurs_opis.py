"""Pokój objaśnień: jedna następna rzecz do zrobienia, opowiedziana zwykłymi słowami.

rzecz – słownik tytul (jeden wiersz) i opis (lista par etykieta, tekst); postać stanu kursu opisuje kurs_stan.py
"""
import linecache
import re
import sys
from pathlib import PurePosixPath

from pomoc import kurs_pliki, kurs_stan, kurs_testy
from pomoc.kurs_ekran import POWTORZ, python
from pomoc.zadania import KURS, ZADANIA

POROWNANIE = re.compile(r"wywołanie:\s+(.*?)\n\s*jest:\s+(.*?)\n\s*oczekiwano:\s+(.*)", re.DOTALL)
SLAD_STOSU = "Traceback (most recent call last)"
WYJATEK = re.compile(rf"wyjątek (\w+)|{kurs_testy.NIE_WCZYTUJE} \S+ (\w+)")
# Nazwa, której kod nie zna: słowami Pythona albo sprawdzianu, który szukał jej w module.
NIEZNANA_NAZWA = re.compile(r"name '(\w+)' is not defined|W module (\w+\.py) nie ma nazwy (\w+)")
ZNAKOW_WYWOLANIA = 300       # dłuższy zapis wywołania traci środek: początek i koniec mówią, co i o czym jest test

# Co najczęściej znaczy wyjątek, który wyszedł z kodu ucznia.
ZNACZENIA_WYJATKOW = {
    "NameError": "Python nie zna tej nazwy: sprawdź jej pisownię oraz to, czy powstała wcześniej lub jest w importach.",
    "UnboundLocalError": "Zmienna jest czytana, zanim cokolwiek do niej przypisano; sprawdź wszystkie gałęzie if.",
    "KeyError": "W słowniku nie ma takiego klucza: porównaj jego nazwę z opisem funkcji.",
    "AttributeError": "Ta wartość nie ma takiego pola ani metody; często dlatego, że jest None.",
    "TypeError": "Kod użył wartości niewłaściwego typu (często None) albo wywołał funkcję ze złą liczbą argumentów.",
    "IndexError": "Lista jest krótsza, niż zakłada kod; może być pusta.",
    "RecursionError": "Funkcja wywołuje samą siebie bez końca.",
    "SystemExit": "Kod kończy cały program: usuń exit, quit lub sys.exit, a wynik oddaj przez return.",
    "EOFError": "Testy nie odpowiadają na input(): usuń go, dane przychodzą w argumentach.",
    "ModuleNotFoundError": "Kurs używa tylko biblioteki standardowej i modułów z tego folderu.",
    "ImportError": "Moduł, z którego pochodzi import, nie ma takiej nazwy.",
}
BRAK_IMPORTU = "Brakuje importu. Na początku pliku {plik} dopisz wiersz: {wiersz}"
TYTUL = "Teraz: zadanie {numer} z {ile}, {nazwa} – {tytul} (około {czas})"
PRZECZYTAJ = PurePosixPath(KURS["przewodnik"]).name + ", część „Zadanie {numer}”"
NONE = "Funkcja oddała None: pewnie na tej drodze brakuje return."
PETLA = "Test nie skończył się w {limit} s. Kod kręci się w kółko{gdzie}."
RADA_PETLA = ("W pętli while coś musi się zmieniać tak, by jej warunek przestał być prawdziwy, a pętla for nie może "
              "dokładać do listy, po której idzie. Jeśli komputer był tylko zajęty, powtórz polecenie.")
KONIEC_PROCESU = "Kod zakończył cały program w środku testu. Usuń z niego to, co kończy program, np. os._exit."
ZOSTALO_RAISE = ("Treść jest już napisana, ale w wierszu {wiersz} została instrukcja raise NotImplementedError. Usuń "
                 "ją w całości: dopóki tam stoi, Python ją wykonuje i funkcja udaje nienapisaną.")
NIE_MA_FUNKCJI = "W pliku {plik} nie ma funkcji {funkcja}. Testy i reszta programu wołają ją dokładnie pod tą nazwą."
WCIETA = " Definicja o tej nazwie stoi wewnątrz „{otoczenie}”: cofnij jej wcięcie do początku wiersza."
PRZYWROC = " Przywróć jej nazwę; początkową postać wstawi polecenie: {python} kurs.py przywroc {nazwa}"
DWA_RAZY = "Funkcja jest w pliku zdefiniowana {ile} razy. Python używa ostatniej definicji, od wiersza {wiersz}."
CZEKA = "wyjątek NotImplementedError, bo funkcja czeka na napisanie"
WPISZ = ("{plik}, wiersz {wiersz}. Opis pod nagłówkiem mówi, co dokładnie ma dać funkcja. Swoją treść wpisz zamiast "
         "raise.")
NIE_RUSZYL = "Test się nie uruchomił. Powtórz go poleceniem niżej: pokaże, co mu przeszkadza."
NAJPIERW_INNE = "Ta funkcja korzysta z {nazwa}, która jeszcze czeka na napisanie."
ZMIENIONE = ("Od tych plików zależy, co uznajemy za zrobione, więc dopóki są inne niż w kursie, wynik nie jest pewny. "
             "Jeśli zmiana była celowa, zachowaj swoją wersję pod inną nazwą. Własne testy pisz w osobnym pliku, np. "
             "moje_testy.py, a testy z książki przepisz do sprawdz_ksiazka.py.")
GOTOWE = "Przestał przechodzić test funkcji, która była oddana gotowa. Cofnij zmianę, która ją zepsuła."


def nastepna_rzecz(stan):
    """Zwraca rzecz, od której teraz zacząć, albo None, gdy kurs jest ukończony."""
    if stan["zmienione"]:
        return _zmienione_sprawdziany(stan["zmienione"])
    if stan["skladnia"]:
        return _blad_skladni(stan["skladnia"][0])
    wpis = kurs_stan.biezace(stan)
    if not kurs_testy.wszystkie_udane(stan["gotowe"]):
        test = kurs_testy.pierwszy_nieudany(stan["gotowe"])
        opis = [("Co się stało", GOTOWE), *_niepowodzenie(stan["gotowe"], test, None), (POWTORZ, polecenie(test))]
        return {"tytul": "Teraz: kod oddany gotowy przestał działać", "opis": opis}
    return _zadanie(wpis) if wpis else None


def zasloniete(nazwy):
    """Zwraca rzecz do zrobienia, gdy pliki ucznia zasłaniają moduły Pythona."""
    return {"tytul": f"Teraz: zmień nazwę {', '.join(nazwy)}", "opis": [
        ("Co się stało", f"W folderze kursu leży {', '.join(nazwy)}. Python ma moduł o tej samej nazwie i wczytałby "
                         "zamiast niego ten plik, więc ani program, ani testy nie ruszą."),
        ("Gdzie", str(kurs_pliki.FOLDER)),
        (POWTORZ, f"{python()} kurs.py")]}


def _jak_powtorzyc(zadanie, badanie, test, wynik):
    przerwany = badanie["przerwany"]
    if przerwany and przerwany["petla"]:   # test puszczony osobno nie skończyłby się sam
        return f"{python()} kurs.py"
    return polecenie(test if test in zadanie["testy"] or wynik or przerwany else zadanie["testy"][0])


def polecenie(test):
    """Zwraca polecenie, które powtarza jeden test."""
    return f"{python()} -m unittest {test}"


def _zadanie(wpis):
    zadanie, badanie, funkcja = wpis["zadanie"], wpis["badanie"], wpis["funkcja"]
    test = kurs_testy.pierwszy_nieudany(badanie)
    wynik = badanie["wyniki"].get(test)
    opis = []
    if wpis["postep"] == kurs_stan.DO_ZROBIENIA:
        opis += [("Zadanie", zadanie["zwraca"]),
                 ("Gdzie", WPISZ.format(plik=zadanie["plik"], wiersz=funkcja["wiersz"]))]
    if badanie["opisy"].get(test):
        opis.append(("Test", badanie["opisy"][test]))
    opis += _przyczyna(wpis, test)
    if funkcja and funkcja["ile"] > 1:
        opis.append(("Uwaga", DWA_RAZY.format(**funkcja)))
    opis += [(POWTORZ, _jak_powtorzyc(zadanie, badanie, test, wynik)),
             ("Przeczytaj", PRZECZYTAJ.format_map(zadanie)),
             ("Pomoc", f"{python()} kurs.py podpowiedz")]
    return {"tytul": TYTUL.format(ile=len(ZADANIA), **zadanie), "opis": opis}


def _przyczyna(wpis, test):
    """Zwraca opis tego, dlaczego test zadania nie przechodzi."""
    zadanie, funkcja = wpis["zadanie"], wpis["funkcja"]
    wynik = wpis["badanie"]["wyniki"].get(test)
    if wpis["postep"] == kurs_stan.DO_ZROBIENIA:
        wywolanie = wynik and wynik["wywolanie"]
        return [*([("Wywołanie", _skroc(wywolanie))] if wywolanie else []), ("Wyszło", CZEKA)]
    if wynik and f"nie ma nazwy {zadanie['funkcja']}." in wynik["komunikat"]:
        otoczenie = funkcja and funkcja["wcieta_w"]
        return [("Co się stało", NIE_MA_FUNKCJI.format_map(zadanie)
                 + (WCIETA.format(otoczenie=otoczenie) if otoczenie
                    else PRZYWROC.format(python=python(), nazwa=zadanie["nazwa"])))]
    if wynik and wynik["wyjatek"] == "NotImplementedError":
        if funkcja and funkcja["pozostale_raise"]:
            return [("Co się stało", ZOSTALO_RAISE.format(wiersz=funkcja["pozostale_raise"])),
                    ("Gdzie", _miejsce({"plik": zadanie["plik"], "wiersz": funkcja["pozostale_raise"]}))]
        winna = wynik["najglebiej"] or {"plik": zadanie["plik"], "funkcja": zadanie["funkcja"]}
        return [("Co się stało", NAJPIERW_INNE.format(nazwa=f"{winna['plik'][:-3]}.{winna['funkcja']}"))]
    return _niepowodzenie(wpis["badanie"], test, wpis)


def _niepowodzenie(badanie, test, wpis):
    """Zwraca opis niepowodzenia: wywołanie, co wyszło, co miało wyjść, co to znaczy i gdzie."""
    przerwany, wynik = badanie["przerwany"], badanie["wyniki"].get(test)
    if przerwany and przerwany["test"] == test:
        return _przerwanie(przerwany, wpis)
    if not wynik:
        return [("Co się stało", NIE_RUSZYL)]
    czesci = POROWNANIE.search(wynik["komunikat"])
    if czesci:
        wywolanie, *wartosci = czesci.groups()
        opis = list(zip(("Wywołanie", "Wyszło", "Miało być"), (_skroc(wywolanie), *wartosci)))
    else:
        klasa = "" if wynik["wyjatek"] == "AssertionError" else f"wyjątek {wynik['wyjatek']}: "
        tekst = wynik["komunikat"].strip()
        if SLAD_STOSU in tekst:   # nie wczytał się cały plik z testami
            tekst = tekst.splitlines()[-1]
        opis = [("Wyszło", klasa + tekst)]
    znaczenie = _brak_importu(wynik, wpis and wpis["zadanie"]) or _znaczenie(dict(opis)["Wyszło"], wpis)
    return opis + ([("Co to znaczy", znaczenie)] if znaczenie else []) + _gdzie(wynik["miejsce"], wpis)


def _skroc(wywolanie):
    """Zwraca zapis wywołania w długości, którą da się przeczytać; całość pokaże polecenie, które powtarza test."""
    if len(wywolanie) <= ZNAKOW_WYWOLANIA:
        return wywolanie
    polowa = ZNAKOW_WYWOLANIA // 2
    return f"{wywolanie[:polowa].rstrip()} … {wywolanie[-polowa:].lstrip()}"


def _przerwanie(przerwany, wpis):
    miejsce = przerwany["miejsce"]
    if not przerwany["petla"]:
        return [("Co się stało", KONIEC_PROCESU), *_gdzie(miejsce, wpis)]
    gdzie = f" w pliku {miejsce['plik']}, w funkcji {miejsce['funkcja']}" if miejsce else ""
    return [("Co się stało", PETLA.format(limit=kurs_testy.LIMIT, gdzie=gdzie)), *_gdzie(miejsce, wpis),
            ("Wskazówka", RADA_PETLA)]


def _brak_importu(wynik, zadanie):
    """Zwraca radę, który wiersz importu dopisać, gdy test przerwała nazwa, którą się importuje; inaczej None."""
    brak = NIEZNANA_NAZWA.search(wynik["komunikat"])
    if not brak:
        return None
    nazwa, plik = brak[1] or brak[3], brak[2]
    if not plik:
        plik = (wynik["miejsce"] or zadanie or {"plik": "z tą nazwą"})["plik"]
    importy = KURS.get("importy", {})
    skad = next((modul for modul, nazwy in importy.items() if nazwa in nazwy), None)
    nizsze = list(importy)   # moduł importuje tylko z tych, które stoją na liście przed nim
    if plik[:-3] in nizsze:
        del nizsze[nizsze.index(plik[:-3]):]
    if skad in nizsze:
        return BRAK_IMPORTU.format(plik=plik, wiersz=f"from {skad} import {nazwa}")
    if nazwa in sys.stdlib_module_names or (kurs_pliki.FOLDER / f"{nazwa}.py").exists():
        return BRAK_IMPORTU.format(plik=plik, wiersz=f"import {nazwa}")
    return None


def _znaczenie(wyszlo, wpis):
    if wyszlo == "None" and wpis and not wpis["zadanie"].get("zwraca_none"):
        return NONE
    wyjatek = WYJATEK.search(wyszlo)
    return ZNACZENIA_WYJATKOW.get(wyjatek.group(1) or wyjatek.group(2)) if wyjatek else None


def _gdzie(miejsce, wpis):
    """Zwraca miejsce w pliku ucznia: wiersz, na którym przerwał wyjątek, a bez niego początek funkcji zadania."""
    if miejsce:
        return [("Gdzie", _miejsce(miejsce))]
    if wpis and wpis["funkcja"] and wpis["funkcja"]["wiersz"]:
        return [("Gdzie", f"{wpis['zadanie']['plik']}, funkcja {wpis['zadanie']['funkcja']} "
                          f"(od wiersza {wpis['funkcja']['wiersz']})")]
    return []


def _miejsce(miejsce):
    kod = linecache.getline(str(kurs_pliki.FOLDER / miejsce["plik"]), miejsce["wiersz"]).strip()
    return f"{miejsce['plik']}, wiersz {miejsce['wiersz']}: {kod}"


def _blad_skladni(blad):
    gdzie = blad["plik"] + (f", wiersz {blad['wiersz']}: {blad['kod']}" if blad["wiersz"] else "")
    return {"tytul": f"Teraz: popraw zapis w pliku {blad['plik']}", "opis": [
        ("Co się stało", "Python nie umie przeczytać tego pliku, więc nie ruszą testy, które go potrzebują."),
        ("Gdzie", gdzie), *([("Python mówi", blad["opis"])] if blad["opis"] else []),
        ("Co to znaczy", blad["znaczenie"]), (POWTORZ, f"{python()} kurs.py")]}


def _zmienione_sprawdziany(zmienione):
    skad = f"z folderu {kurs_pliki.ROZWIAZANIE}" if kurs_pliki.jest_rozwiazanie() else "z archiwum kursu"
    nazwy = ", ".join(f"{nazwa} ({jak})" for nazwa, jak in zmienione.items())
    return {"tytul": "Teraz: przywróć pliki kursu", "opis": [
        ("Co się stało", f"Inne niż w kursie: {nazwy}."), ("Co to znaczy", ZMIENIONE),
        ("Co zrobić", f"Skopiuj je ponownie {skad}."), (POWTORZ, f"{python()} kurs.py")]}
