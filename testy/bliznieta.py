"""Pokój testów bliźniaków: Kod/Start powstaje z Kod/Rozwiazanie i różni się od niego tylko ciałami zadań.

Klasy są wspólne dla obu kursów: korzystają z nich test_start.py i rag_od_zera/test_start.py, które podają swój kurs.
Dane: etap – folder programu, w którym część zadań jest zrobiona, a reszta czeka. Testy zadań działają w osobnym
procesie, w folderze etapu, i oddają {nazwa testu: opisy niepowodzeń}.
"""
import ast
import fnmatch
import json
import re
import runpy
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from procesy import REPOZYTORIUM, SLADY_PRACY, uruchom

sys.path.append(str(REPOZYTORIUM / "autor"))

import zbuduj_start  # noqa: E402 – dopiero po dopisaniu folderu autor do ścieżek

PROWADZACY = """
import json, sys, unittest

def rozwin(zestaw):
    for element in zestaw:
        yield from rozwin(element) if isinstance(element, unittest.TestSuite) else (element,)

opisy = {}
for test in rozwin(unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:])):
    wynik = unittest.TestResult()
    wynik.buffer = True
    test.run(wynik)
    opisy[test.id()] = [opis for _, opis in wynik.errors + wynik.failures]
print(json.dumps(opisy))
"""


def funkcje_zadan(drzewo, nazwy):
    """Zwraca węzły funkcji o tych nazwach."""
    return [wezel for wezel in drzewo.body if isinstance(wezel, ast.FunctionDef) and wezel.name in nazwy]


def wiersze_poza_cialami(bajty, nazwy):
    """Zwraca wiersze modułu (bajty) bez ciał funkcji o tych nazwach; nagłówki i docstringi zostają."""
    wiersze = bajty.split(b"\n")
    for funkcja in reversed(funkcje_zadan(ast.parse(bajty), nazwy)):
        del wiersze[funkcja.body[0].end_lineno:funkcja.end_lineno]
    return wiersze


def drzewo_bez_cial(bajty, nazwy):
    """Zwraca zapis drzewa składni modułu, w którym z funkcji o tych nazwach zostały nagłówek i docstring."""
    drzewo = ast.parse(bajty)
    for funkcja in funkcje_zadan(drzewo, nazwy):
        funkcja.body = funkcja.body[:1]
    return ast.dump(drzewo)


def nazwy_plikow(folder):
    """Zwraca ścieżki plików względem folderu, bez śladów pracy; liczone bez pomocy generatora."""
    return {sciezka.relative_to(folder).as_posix() for sciezka in folder.rglob("*") if sciezka.is_file()
            and not any(czesc.match(slad) for czesc in map(Path, sciezka.relative_to(folder).parts)
                        for slad in SLADY_PRACY)}


def zapisz(pliki, folder):
    """Zapisuje pliki {ścieżka: bajty} w folderze; zwraca folder."""
    for nazwa, bajty in pliki.items():
        (folder / nazwa).parent.mkdir(parents=True, exist_ok=True)
        (folder / nazwa).write_bytes(bajty)
    return folder


def komunikat(zadanie):
    """Zwraca tekst wyjątku, który generator wpisuje w miejsce ciała zadania."""
    wyjatek = ast.parse(zbuduj_start.wyjatek(zadanie).strip()).body[0].exc
    return ast.literal_eval(wyjatek.args[0])


class Kurs:
    """Podstawa testów jednego kursu: jego zadania, foldery bliźniaków i etapy w folderze tymczasowym.

    Klasa testów podaje nazwę folderu w polu kurs.
    """

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.rozwiazanie, cls.start = zbuduj_start.ROZWIAZANIE / cls.kurs, zbuduj_start.START / cls.kurs
        opis = runpy.run_path(str(cls.rozwiazanie / zbuduj_start.ZADANIA))   # oba kursy mają moduł pomoc.zadania
        cls.zadania, cls.opis_kursu, cls.testy_gotowego = (opis[n] for n in ("ZADANIA", "KURS", "TESTY_GOTOWEGO"))
        cls.numery = [zadanie["numer"] for zadanie in cls.zadania]
        cls.pelne = zbuduj_start.rozwiazanie(cls.kurs)

    def setUp(self):
        super().setUp()
        tymczasowy = tempfile.TemporaryDirectory()
        self.addCleanup(tymczasowy.cleanup)
        self.tmp = Path(tymczasowy.name)

    def pliki_etapu(self, zrobione):
        """Zwraca {ścieżka: bajty} programu, w którym zrobione są tylko zadania o podanych numerach."""
        return zbuduj_start.bez_cial(self.pelne, [z for z in self.zadania if z["numer"] not in zrobione])

    def etap(self, zrobione):
        """Zakłada folder, w którym zrobione są tylko zadania o podanych numerach; zwraca jego ścieżkę."""
        return zapisz(self.pliki_etapu(zrobione), self.tmp / ("etap " + " ".join(map(str, zrobione))))


class Roznice(Kurs):
    """Start na dysku wobec Rozwiazania, porównane bez pomocy generatora.

    Klasa testów podaje też: umowa – nazwy zadań w kolejności, dane – wzory ścieżek plików, które nie są kodem.
    """

    def test_te_same_pliki_i_zadnego_obcego(self):
        nazwy = nazwy_plikow(self.rozwiazanie)
        self.assertEqual(nazwy, nazwy_plikow(self.start))
        inne = {nazwa for nazwa in nazwy if not nazwa.endswith(".py")}
        self.assertEqual({n for n in inne if not any(fnmatch.fnmatchcase(n, wzor) for wzor in self.dane)}, set())
        self.assertEqual({wzor for wzor in self.dane if not fnmatch.filter(inne, wzor)}, set(), "tych danych brakuje")

    def test_kazdy_modul_jest_uzywany(self):
        moduly = {nazwa[:-3].replace("/", "."): ast.parse((self.rozwiazanie / nazwa).read_bytes())
                  for nazwa in nazwy_plikow(self.rozwiazanie) if nazwa.endswith(".py")}
        uzyte = {"pomoc.__init__", *(zadanie["uwagi"].rpartition(".")[0] for zadanie in self.zadania
                                     if "uwagi" in zadanie)}
        for nazwa, drzewo in moduly.items():
            for wezel in ast.walk(drzewo):
                if isinstance(wezel, ast.Import):
                    uzyte |= {alias.name for alias in wezel.names}
                elif isinstance(wezel, ast.ImportFrom):
                    uzyte |= {wezel.module, *(f"{wezel.module}.{alias.name}" for alias in wezel.names)}
                elif isinstance(wezel, ast.If) and "__main__" in ast.dump(wezel.test):
                    uzyte.add(nazwa)   # polecenie
        self.assertEqual(set(moduly) - uzyte, set(), "moduły, których nikt nie importuje ani nie uruchamia")

    def test_poza_cialami_zadan_te_same_bajty(self):
        for nazwa in nazwy_plikow(self.rozwiazanie):
            funkcje = {zadanie["funkcja"] for zadanie in self.zadania if zadanie["plik"] == nazwa}
            start, rozwiazanie = ((folder / nazwa).read_bytes() for folder in (self.start, self.rozwiazanie))
            with self.subTest(nazwa):
                if funkcje:
                    self.assertEqual(wiersze_poza_cialami(start, funkcje), wiersze_poza_cialami(rozwiazanie, funkcje))
                    self.assertEqual(drzewo_bez_cial(start, funkcje), drzewo_bez_cial(rozwiazanie, funkcje))
                else:
                    self.assertEqual(start, rozwiazanie)

    def test_zadania_to_funkcje_umowy_i_kazda_zglasza_swoje_polecenie(self):
        self.assertEqual([zadanie["nazwa"] for zadanie in self.zadania], self.umowa)
        self.assertEqual(self.numery, list(range(1, len(self.umowa) + 1)))
        self.assertEqual(len({zadanie["funkcja"] for zadanie in self.zadania}), len(self.zadania))
        for zadanie in self.zadania:
            with self.subTest(zadanie["nazwa"]):
                self.assertEqual(zadanie["nazwa"], f"{zadanie['plik'][:-3]}.{zadanie['funkcja']}")
                drzewo = ast.parse((self.start / zadanie["plik"]).read_bytes())
                funkcja, = funkcje_zadan(drzewo, {zadanie["funkcja"]})
                self.assertEqual([ast.unparse(wezel) for wezel in funkcja.body[1:]],
                                 [f"raise NotImplementedError({komunikat(zadanie)!r})"])
                for czesc in (f"Zadanie {zadanie['numer']}: ", zadanie["zwraca"],
                              f"python -m unittest {zadanie['testy'][0]}"):
                    self.assertIn(czesc, komunikat(zadanie))

    def test_w_rozwiazaniu_nic_nie_czeka_na_napisanie(self):
        for sciezka in sorted(self.rozwiazanie.rglob("*.py")):
            for wezel in ast.walk(ast.parse(sciezka.read_bytes())):
                if isinstance(wezel, ast.Raise) and wezel.exc is not None:
                    self.assertNotIn("NotImplementedError", ast.dump(wezel.exc), f"{sciezka}:{wezel.lineno}")

    def test_kazde_zadanie_ma_kilka_roznych_podpowiedzi(self):
        for zadanie in self.zadania:
            with self.subTest(zadanie["nazwa"]):
                self.assertGreaterEqual(len(set(zadanie["podpowiedzi"])), 3)
                self.assertEqual(len(set(zadanie["podpowiedzi"])), len(zadanie["podpowiedzi"]))


class TestyZadan(Kurs):
    """Testy każdego zadania: czerwone, dopóki czeka, zielone, gdy jest zrobione.

    Klasa testów podaje też: korzysta – {numer zadania: numery innych zadań, na które też czekają jego testy}.
    """
    korzysta = {}

    def przebieg(self, folder, numery, tylko=""):
        """Zwraca {(numer zadania, nazwa testu): opisy niepowodzeń} testów tych zadań, uruchomionych w folderze."""
        testy = {test: numer for numer in numery for test in self.zadania[numer - 1]["testy"]
                 if test.startswith(tylko)}
        proces = uruchom("-c", PROWADZACY, *testy, cwd=folder)
        self.assertEqual(proces.returncode, 0, proces.stderr)
        opisy = json.loads(proces.stdout.splitlines()[-1])
        wyniki = {}
        for test, numer in testy.items():
            nalezace = {nazwa: opis for nazwa, opis in opisy.items() if f"{nazwa}.".startswith(f"{test}.")}
            self.assertTrue(nalezace, f"nie ma testów {test}")
            wyniki |= {(numer, nazwa): opis for nazwa, opis in nalezace.items()}
        return wyniki

    def czeka(self, opisy, *numery):
        """Sprawdza, że test nie przeszedł wyłącznie dlatego, że jedno z zadań o tych numerach czeka."""
        self.assertTrue(opisy, "test przechodzi, choć zadanie nie jest zrobione")
        for opis in opisy:
            self.assertRegex(opis.rstrip().splitlines()[-1],
                             rf"^NotImplementedError: Zadanie ({'|'.join(map(str, numery))}): ")

    def przechodza(self, przebieg):
        self.assertTrue(przebieg)
        for (_, nazwa), opisy in przebieg.items():
            with self.subTest(nazwa):
                self.assertEqual(opisy, [])

    def test_w_rozwiazaniu_wszystkie_przechodza(self):
        self.przechodza(self.przebieg(self.rozwiazanie, self.numery))

    def test_w_starcie_zaden_nie_przechodzi_bo_zadania_czekaja(self):
        for (numer, nazwa), opisy in self.przebieg(self.start, self.numery).items():
            with self.subTest(nazwa):
                self.czeka(opisy, numer, *self.korzysta.get(numer, ()))

    def test_zadanie_zrobione_po_kolei_zmienia_kolor_tylko_swoich_testow(self):
        """Na każdym etapie ostatnie zrobione zadanie jest zielone, a następne czerwone tylko dlatego, że czeka."""
        etapy = [self.etap(range(1, zrobione + 1)) for zrobione in range(len(self.numery) + 1)]

        def sprawdz(zrobione):
            return self.przebieg(etapy[zrobione], [n for n in self.numery if n in (zrobione, zrobione + 1)])

        with ThreadPoolExecutor() as watki:
            for zrobione, przebieg in enumerate(watki.map(sprawdz, range(len(etapy)))):
                for (numer, nazwa), opisy in przebieg.items():
                    with self.subTest(nazwa, zrobione=zrobione):
                        if numer > zrobione:
                            self.czeka(opisy, numer)
                        else:
                            self.assertEqual(opisy, [])


class Przewodnik(Kurs):
    """Przewodnik kursu: to, do czego odsyła kurs.py."""

    def test_ma_czesc_o_kazdym_zadaniu_i_o_kazdym_poleceniu_kursu(self):
        for folder in (self.start, self.rozwiazanie):
            tekst = (folder / self.opis_kursu["przewodnik"]).resolve().read_text(encoding="utf-8")
            for zadanie in self.zadania:
                self.assertRegex(tekst, rf"(?m)^#+ Zadanie {zadanie['numer']}\b")
                self.assertIn(zadanie["funkcja"], tekst)
            for polecenie in ("podpowiedz", "porownaj", "przywroc", "lekarz"):
                self.assertRegex(tekst, re.escape(f"kurs.py {polecenie}"))
