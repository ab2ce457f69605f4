"""Pokój procesu testów: uruchamia testy zadań i po każdym zdarzeniu pisze na wyjście jeden wiersz JSON.

Działa w osobnym procesie (python -m pomoc.kurs_proces SEKUNDY NUMER…), bo kod ucznia może się zapętlić,
zakończyć program albo pisać na ekran. Zdarzenia czyta kurs_testy.py:
  {"zdarzenie": "zadanie", "numer", "testy": [nazwy]}      zaczyna się zadanie; numer 0 to testy gotowego kodu
  {"zdarzenie": "start", "test", "opis"}                    zaczyna się test; opis mówi, co on sprawdza
  {"zdarzenie": "wynik", "test", "ok", "komunikat", "wyjatek", "wywolanie", "miejsce", "najglebiej"}
  {"zdarzenie": "uwaga", "tekst"}                           uwaga do zadania, które właśnie przeszło wszystkie testy
  {"zdarzenie": "koniec"}                                   wszystko uruchomiono
wywolanie – zapis wywołania, które przerwał wyjątek, albo None; miejsce i najglebiej – słownik plik, wiersz,
funkcja albo None: wiersz pliku zadania, na którym przerwał wyjątek, i najgłębszy wiersz programu.
Brak zdarzenia „koniec” znaczy, że proces urwał się w teście, który zaczął się ostatni.
"""
import faulthandler
import inspect
import io
import json
import os
import socket
import sys
import traceback
import unittest
from pathlib import Path

from pomoc.zadania import TESTY_GOTOWEGO, ZADANIA

FOLDER = Path(__file__).resolve().parents[1]


class _WKolejnosci(unittest.TestLoader):
    """Ładuje testy klasy w kolejności zapisu, a nie alfabetu: od najprostszego."""

    def getTestCaseNames(self, testCaseClass):
        def wiersz(nazwa):
            return inspect.unwrap(getattr(testCaseClass, nazwa)).__code__.co_firstlineno

        return sorted(super().getTestCaseNames(testCaseClass), key=wiersz)


class _Wynik(unittest.TestResult):
    """Zgłasza wynik każdego testu; czas testu mierzy strażnik, który po limicie kończy cały proces."""

    def __init__(self, zglos, limit, plik):
        super().__init__()
        self.zglos, self.limit, self.plik = zglos, limit, plik
        self.nieudane = 0

    def startTest(self, test):
        super().startTest(test)
        self.nieudany = None
        self.zglos(zdarzenie="start", test=test.id(), opis=test.shortDescription() or "")
        faulthandler.dump_traceback_later(self.limit, exit=True, file=sys.__stderr__)

    def stopTest(self, test):
        faulthandler.cancel_dump_traceback_later()
        wynik = self.nieudany or {"ok": True}
        self.nieudane += not wynik["ok"]
        self.zglos(zdarzenie="wynik", test=test.id(), **wynik)
        super().stopTest(test)

    def addError(self, test, err):
        self.zapisz(err)

    addFailure = addError

    def addSubTest(self, test, subtest, err):
        if err:
            self.zapisz(err)

    def zapisz(self, err):
        """Zapamiętuje pierwsze niepowodzenie testu."""
        rodzaj, blad, _ = err
        ramki = _ramki(blad)
        wlasne = [ramka for ramka in ramki if ramka["plik"] == self.plik]
        self.nieudany = self.nieudany or {
            "ok": False, "komunikat": str(blad) or rodzaj.__name__, "wyjatek": rodzaj.__name__,
            "wywolanie": _wywolanie(blad), "miejsce": (wlasne or ramki or [None])[-1],
            "najglebiej": (ramki or [None])[-1]}


def _ramki(blad):
    """Zwraca wiersze programu (bez testów i pomocy), przez które przeszedł wyjątek, od zewnętrznego.

    Porównania z pomoc/sprawdzanie.py zgłaszają własny wyjątek w trakcie obsługi tego, który wyszedł z kodu
    ucznia, więc szukamy także w wyjątkach poprzedzających.
    """
    while blad is not None:
        ramki = [_opis_ramki(ramka, wiersz) for ramka, wiersz in traceback.walk_tb(blad.__traceback__)
                 if _z_programu(Path(ramka.f_code.co_filename))]
        if ramki:
            return ramki
        blad = blad.__cause__ or blad.__context__
    return []


def _wywolanie(blad):
    """Zwraca zapis wywołania, podczas którego poleciał wyjątek: zna go porównanie z pomoc/sprawdzanie.py."""
    opisy = [ramka.f_locals["opis"] for ramka, _ in traceback.walk_tb(blad.__traceback__)
             if Path(ramka.f_code.co_filename).name == "sprawdzanie.py" and "opis" in ramka.f_locals]
    return opisy[-1] if opisy and isinstance(opisy[-1], str) else None


def _opis_ramki(ramka, wiersz):
    return {"plik": Path(ramka.f_code.co_filename).name, "wiersz": wiersz, "funkcja": ramka.f_code.co_name}


def _z_programu(sciezka):
    return sciezka.parent == FOLDER and not sciezka.name.startswith("sprawdz")


def _uruchom(numer, limit, zglos):
    zadanie = ZADANIA[numer - 1] if numer else {"testy": TESTY_GOTOWEGO, "plik": None}
    zestaw = _WKolejnosci().loadTestsFromNames(zadanie["testy"])
    zglos(zdarzenie="zadanie", numer=numer, testy=_nazwy(zestaw))
    wynik = _Wynik(zglos, limit, zadanie["plik"])
    zestaw.run(wynik)
    if not wynik.nieudane:
        _zglos_uwagi(zadanie.get("uwagi"), limit, zglos)


def _zglos_uwagi(klasa, limit, zglos):
    """Zgłasza opisy tych testów klasy uwag, które nie przechodzą; test, który sam się przewrócił, nie jest uwagą."""
    if klasa:
        wynik = unittest.TestResult()
        faulthandler.dump_traceback_later(limit, exit=True, file=sys.__stderr__)
        _WKolejnosci().loadTestsFromName(klasa).run(wynik)
        faulthandler.cancel_dump_traceback_later()
        for test, _ in wynik.failures:
            opis = getattr(test, test.id().rpartition(".")[2]).__doc__
            zglos(zdarzenie="uwaga", tekst=" ".join(opis.split()))


def _nazwy(zestaw):
    return [nazwa for czesc in zestaw for nazwa in (_nazwy(czesc) if isinstance(czesc, unittest.TestSuite)
                                                    else [czesc.id()])]


def _bez_sieci(*_):
    raise ConnectionRefusedError("testy zadań nie łączą się z usługą")


def main(limit, *numery):
    # To, co drukuje kod ucznia albo program, który on uruchomi, nie miesza się ze zdarzeniami.
    kanal, sys.stdout = os.fdopen(os.dup(1), "w", encoding="utf-8"), io.StringIO()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

    def zglos(**pola):
        kanal.write(json.dumps(pola) + "\n")
        kanal.flush()

    socket.socket.connect = _bez_sieci   # błędne zadanie zapytałoby prawdziwy model i czekało minutami
    faulthandler.enable(file=sys.__stderr__)
    for numer in numery:
        _uruchom(int(numer), float(limit), zglos)
    zglos(zdarzenie="koniec")
    os._exit(0)   # wątek zostawiony przez kod ucznia nie zatrzyma procesu


if __name__ == "__main__":
    main(*sys.argv[1:])
