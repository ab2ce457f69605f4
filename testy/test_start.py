"""Pokój testów bliźniaków: Kod/Start powstaje z Kod/Rozwiazanie i różni się od niego tylko ośmioma ciałami funkcji.

Dane: etap – folder programu, w którym zadania od 1 do k są zrobione, a reszta czeka. Etap 0 to Start, etap 8 to
Rozwiazanie. Testy zadań działają w osobnym procesie, w folderze etapu, i oddają {nazwa testu: opisy niepowodzeń}.
"""
import ast
import contextlib
import io
import json
import shutil
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import wspolne
from wspolne import ASYSTENT

REPOZYTORIUM = Path(__file__).resolve().parents[1]
PRZEWODNIK = REPOZYTORIUM / "Kod" / "CZYTAJ_NAJPIERW.md"
START = REPOZYTORIUM / "Kod" / "Start" / "asystent"
sys.path.insert(0, str(REPOZYTORIUM / "autor"))

import asystent  # noqa: E402
import ewaluacja  # noqa: E402
import rag  # noqa: E402
import zbuduj_start  # noqa: E402 – dopiero po dopisaniu folderu autor do ścieżek
from pliki import BladDanych  # noqa: E402
from pomoc.zadania import ZADANIA, komunikat  # noqa: E402

ZADANIA_UMOWY = ["pamiec.nowy_stan", "pamiec.rozwin_pytanie", "pamiec.zapamietaj", "narzedzia.wykonaj",
                 "decyzja.wybierz_reguly", "decyzja.wybierz_model", "asystent.krok", "konsola.pokaz"]
DANE = {"config.json", "scenariusze.json", "pomoc/wzorzec.json", "dane/chunks.jsonl", "dane/dokumenty/metadane.json",
        "dane/dokumenty/instrukcja.txt", "dane/dokumenty/pomoc.md", "dane/dokumenty/przewodnik.txt",
        "dane/dokumenty/regulamin.txt"}
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


def funkcje_zadan(drzewo, plik):
    """Zwraca węzły funkcji, które w tym pliku są zadaniami."""
    nazwy = {zadanie["funkcja"] for zadanie in ZADANIA if zadanie["plik"] == plik}
    return [wezel for wezel in drzewo.body if isinstance(wezel, ast.FunctionDef) and wezel.name in nazwy]


def wiersze_poza_cialami(folder, plik):
    """Zwraca wiersze pliku (bajty) bez ciał zadań; nagłówki i docstringi zostają."""
    bajty = (folder / plik).read_bytes()
    wiersze = bajty.split(b"\n")
    for funkcja in reversed(funkcje_zadan(ast.parse(bajty), plik)):
        del wiersze[funkcja.body[0].end_lineno:funkcja.end_lineno]
    return wiersze


def drzewo_bez_cial(folder, plik):
    """Zwraca zapis drzewa składni pliku, w którym z zadań zostały nagłówek i docstring."""
    drzewo = ast.parse((folder / plik).read_bytes())
    for funkcja in funkcje_zadan(drzewo, plik):
        funkcja.body = funkcja.body[:1]
    return ast.dump(drzewo)


def nazwy_plikow(folder):
    return {sciezka.relative_to(folder).as_posix() for sciezka in folder.rglob("*") if sciezka.is_file()
            and not any(czesc.match(slad) for czesc in map(Path, sciezka.relative_to(folder).parts)
                        for slad in wspolne.SLADY_PRACY)}


def zapisz(pliki, folder):
    for nazwa, bajty in pliki.items():
        (folder / nazwa).parent.mkdir(parents=True, exist_ok=True)
        (folder / nazwa).write_bytes(bajty)
    return folder


class Tymczasowy(unittest.TestCase):
    def setUp(self):
        tymczasowy = tempfile.TemporaryDirectory()
        self.addCleanup(tymczasowy.cleanup)
        self.tmp = Path(tymczasowy.name)

    def etap(self, zrobione):
        """Zakłada folder, w którym zrobione są tylko zadania o podanych numerach; zwraca jego ścieżkę."""
        folder = self.tmp / ("etap " + " ".join(map(str, zrobione)))
        return zapisz(zbuduj_start.zbuduj([z for z in ZADANIA if z["numer"] not in zrobione]), folder)


class Roznice(unittest.TestCase):
    """Start na dysku wobec Rozwiazania, porównane bez pomocy generatora."""

    def test_start_jest_swiezo_zbudowany(self):
        self.assertEqual(zbuduj_start.opis(zbuduj_start.roznice(zbuduj_start.cele())), "",
                         "wydaj polecenie python autor/zbuduj_start.py")

    def test_te_same_pliki_i_zadnego_obcego(self):
        nazwy = nazwy_plikow(ASYSTENT)
        self.assertEqual(nazwy, nazwy_plikow(START))
        self.assertEqual({nazwa for nazwa in nazwy if not nazwa.endswith(".py")}, DANE)
        moduly = {nazwa[:-3].replace("/", "."): ast.parse((ASYSTENT / nazwa).read_bytes())
                  for nazwa in nazwy if nazwa.endswith(".py")}
        uzyte = {"pomoc.__init__"}
        for nazwa, drzewo in moduly.items():
            for wezel in ast.walk(drzewo):
                if isinstance(wezel, ast.Import):
                    uzyte |= {alias.name for alias in wezel.names}
                elif isinstance(wezel, ast.ImportFrom):
                    uzyte |= {wezel.module, *(f"{wezel.module}.{alias.name}" for alias in wezel.names)}
                elif isinstance(wezel, ast.If) and "__main__" in ast.dump(wezel.test):
                    uzyte.add(nazwa)   # polecenie
        self.assertEqual(set(moduly) - uzyte, set(), "moduły, których nikt nie importuje ani nie uruchamia")

    def test_poza_osmioma_cialami_te_same_bajty(self):
        pliki_zadan = {zadanie["plik"] for zadanie in ZADANIA}
        for nazwa in nazwy_plikow(ASYSTENT):
            with self.subTest(nazwa):
                if nazwa in pliki_zadan:
                    self.assertEqual(wiersze_poza_cialami(START, nazwa), wiersze_poza_cialami(ASYSTENT, nazwa))
                    self.assertEqual(drzewo_bez_cial(START, nazwa), drzewo_bez_cial(ASYSTENT, nazwa))
                else:
                    self.assertEqual((START / nazwa).read_bytes(), (ASYSTENT / nazwa).read_bytes())

    def test_zadania_to_osiem_funkcji_umowy_i_kazda_zglasza_swoje_polecenie(self):
        self.assertEqual([zadanie["nazwa"] for zadanie in ZADANIA], ZADANIA_UMOWY)
        self.assertEqual([zadanie["numer"] for zadanie in ZADANIA], list(range(1, 9)))
        for zadanie in ZADANIA:
            with self.subTest(zadanie["nazwa"]):
                self.assertEqual(zadanie["nazwa"], f"{zadanie['plik'][:-3]}.{zadanie['funkcja']}")
                drzewo = ast.parse((START / zadanie["plik"]).read_bytes())
                funkcja = next(f for f in funkcje_zadan(drzewo, zadanie["plik"]) if f.name == zadanie["funkcja"])
                oczekiwane = f"raise NotImplementedError({komunikat(zadanie)!r})"
                self.assertEqual([ast.unparse(wezel) for wezel in funkcja.body[1:]], [oczekiwane])
                for czesc in (f"Zadanie {zadanie['numer']}: ", zadanie["zwraca"], "python -m unittest "):
                    self.assertIn(czesc, komunikat(zadanie))

    def test_w_rozwiazaniu_nic_nie_czeka_na_napisanie(self):
        for sciezka in sorted(ASYSTENT.rglob("*.py")):
            for wezel in ast.walk(ast.parse(sciezka.read_bytes())):
                if isinstance(wezel, ast.Raise) and wezel.exc is not None:
                    self.assertNotIn("NotImplementedError", ast.dump(wezel.exc), f"{sciezka}:{wezel.lineno}")

    def test_kazde_zadanie_ma_coraz_dluzsze_podpowiedzi(self):
        for zadanie in ZADANIA:
            dlugosci = [len(podpowiedz) for podpowiedz in zadanie["podpowiedzi"]]
            with self.subTest(zadanie["nazwa"]):
                self.assertGreaterEqual(len(dlugosci), 3)
                self.assertEqual(dlugosci, sorted(set(dlugosci)))


class TestyZadan(Tymczasowy):
    """Testy każdego zadania: czerwone, dopóki czeka, zielone, gdy jest zrobione."""

    def przebieg(self, folder, numery, tylko=""):
        """Zwraca {(numer zadania, nazwa testu): opisy niepowodzeń} testów tych zadań, uruchomionych w folderze."""
        testy = {test: numer for numer in numery for test in ZADANIA[numer - 1]["testy"] if test.startswith(tylko)}
        proces = wspolne.uruchom("-c", PROWADZACY, *testy, cwd=folder)
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

    def test_w_rozwiazaniu_wszystkie_przechodza(self):
        nieudane = {test: opisy for test, opisy in self.przebieg(ASYSTENT, range(1, 9)).items() if opisy}
        self.assertEqual(nieudane, {})

    def test_w_starcie_zaden_nie_przechodzi_bo_zadania_czekaja(self):
        for (numer, nazwa), opisy in self.przebieg(START, range(1, 9)).items():
            with self.subTest(nazwa):
                self.czeka(opisy, *(range(1, 8) if numer == 7 else [numer]))   # tura korzysta z zadań 1–6

    def test_zadanie_zrobione_po_kolei_zmienia_kolor_tylko_swoich_testow(self):
        etapy = [self.etap(range(1, zrobione + 1)) for zrobione in range(9)]

        def sprawdz(numer):
            return self.przebieg(etapy[numer - 1], [numer]), self.przebieg(etapy[numer], [numer])

        with ThreadPoolExecutor() as watki:
            for numer, (przed, po) in zip(range(1, 9), watki.map(sprawdz, range(1, 9))):
                for (_, nazwa), opisy in przed.items():
                    with self.subTest(nazwa, zrobione=numer - 1):
                        self.czeka(opisy, numer)
                for (_, nazwa), opisy in po.items():
                    with self.subTest(nazwa, zrobione=numer):
                        self.assertEqual(opisy, [])

    def test_dalsze_testy_zadania_zaleza_tylko_od_niego(self):
        """Poza turą (zadanie 7) każde zadanie można zrobić jako pierwsze i zobaczyć zielone testy."""
        etapy = {z["numer"]: self.etap([z["numer"]]) for z in ZADANIA if z["nazwa"] != "asystent.krok"}
        with ThreadPoolExecutor() as watki:
            przebiegi = watki.map(lambda n: self.przebieg(etapy[n], [n], tylko="sprawdz_wiecej."), etapy)
            for przebieg in przebiegi:
                for (_, nazwa), opisy in przebieg.items():
                    with self.subTest(nazwa):
                        self.assertEqual(opisy, [])


class PrzedKoncem(Tymczasowy):
    """Programy uruchomione, zanim zadania są zrobione, mówią, którego brakuje."""

    def nazywa(self, proces, numer):
        self.assertIn(f"Zadanie {numer}: ", proces.stdout + proces.stderr)
        self.assertNotIn("Traceback", proces.stdout + proces.stderr)

    def test_swiezy_start_nazywa_pierwsze_zadanie(self):
        folder = self.etap([])
        for program in ("konsola.py", "ewaluacja.py"):
            with self.subTest(program):
                proces = wspolne.uruchom(program, "--silnik", "cwiczebny", cwd=folder, input="Pokaż źródła\n")
                self.assertEqual(proces.returncode, 1)
                self.nazywa(proces, 1)

    def test_konsola_nazywa_jedyne_zadanie_ktore_czeka(self):
        pytania = "Jak sprawdzić stan usługi docassist-api?\nJak sprawdzić jej stan?\n"

        def rozmowa(numer):
            folder = self.etap([n for n in range(1, 9) if n != numer])
            return wspolne.uruchom("konsola.py", "--silnik", "cwiczebny", "--wybor",
                                   "model" if ZADANIA[numer - 1]["nazwa"] == "decyzja.wybierz_model" else "reguly",
                                   cwd=folder, input=pytania)

        with ThreadPoolExecutor() as watki:
            for numer, proces in zip(range(1, 9), watki.map(rozmowa, range(1, 9))):
                with self.subTest(ZADANIA[numer - 1]["nazwa"]):
                    self.nazywa(proces, numer)

    def test_sprawdz_nazywa_zadanie_i_polecenie(self):
        proces = wspolne.uruchom("-m", "unittest", "sprawdz", cwd=START)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("Ran 20 tests", proces.stderr)
        self.assertIn(f"NotImplementedError: {komunikat(ZADANIA[0])}", proces.stderr)


class Budowanie(Tymczasowy):
    """autor/zbuduj_start.py na kopii rozwiązania w folderze tymczasowym."""

    def setUp(self):
        super().setUp()
        self.rozwiazanie = wspolne.kopia_asystenta(self.tmp / "Rozwiazanie")
        self.start = self.tmp / "Start" / "asystent"
        for nazwa, folder in (("ROZWIAZANIE", self.rozwiazanie), ("START", self.start)):
            latka = mock.patch.object(zbuduj_start, nazwa, folder)
            latka.start()
            self.addCleanup(latka.stop)

    def buduj(self, *argumenty):
        """Zwraca (kod wyjścia, to, co program wydrukował)."""
        wydruk = io.StringIO()
        with contextlib.redirect_stdout(wydruk), contextlib.redirect_stderr(wydruk):
            kod = zbuduj_start.main(list(argumenty))
        return kod, wydruk.getvalue()

    def test_buduje_od_zera_to_co_w_repozytorium(self):
        self.assertEqual(self.buduj("--sprawdz")[0], 1)
        self.assertFalse(self.start.exists())
        self.assertEqual(self.buduj()[0], 0)
        self.assertEqual(zbuduj_start.pliki(self.start), zbuduj_start.pliki(START))
        self.assertEqual(self.buduj("--sprawdz")[0], 0)

    def test_sprawdz_wymienia_roznice_i_niczego_nie_zmienia(self):
        self.buduj()
        (self.start / "pamiec.py").write_text("x = 1\n", encoding="utf-8")
        (self.start / "rag.py").unlink()
        (self.start / "notatki.txt").write_text("moje\n", encoding="utf-8")
        przed = zbuduj_start.pliki(self.start)
        kod, wydruk = self.buduj("--sprawdz")
        self.assertEqual(kod, 1)
        self.assertEqual(wydruk, "Start/asystent/pamiec.py: inna treść\nStart/asystent/rag.py: brakuje\n"
                                 "Start/asystent/notatki.txt: obcy plik\n")
        self.assertEqual(zbuduj_start.pliki(self.start), przed)

    def test_zmiana_rozwiazania_przechodzi_do_startu(self):
        self.buduj()
        with (self.rozwiazanie / "rag.py").open("a", encoding="utf-8") as plik:
            plik.write("NOWE = 1\n")
        kod, wydruk = self.buduj("--sprawdz")
        self.assertEqual(kod, 1)
        for nazwa in ("Start/asystent/rag.py", "Start/asystent/pomoc/wzorzec.json",
                      "Rozwiazanie/asystent/pomoc/wzorzec.json"):
            self.assertIn(f"{nazwa}: inna treść", wydruk)
        self.buduj()
        for nazwa in ("rag.py", "pomoc/wzorzec.json"):
            self.assertEqual((self.start / nazwa).read_bytes(), (self.rozwiazanie / nazwa).read_bytes())
        self.assertEqual(self.buduj("--sprawdz")[0], 0)

    def test_przy_obcym_pliku_odmawia_i_go_wymienia(self):
        self.buduj()
        (self.start / "pomoc" / "stary_modul.py").write_text("", encoding="utf-8")
        (self.start / "rag.py").unlink()
        kod, wydruk = self.buduj()
        self.assertEqual(kod, 1)
        self.assertIn("Start/asystent/pomoc/stary_modul.py", wydruk)
        self.assertNotIn("rag.py", wydruk)
        self.assertTrue((self.start / "pomoc" / "stary_modul.py").exists())
        self.assertFalse((self.start / "rag.py").exists(), "odmowa jest przed zapisem")

    def test_slady_pracy_nie_sa_kopiowane_ani_obce(self):
        self.buduj()
        for folder in (self.rozwiazanie, self.start):
            for nazwa in ("wyniki/rozmowa_1/sesja.json", "dane/index.json", "pomoc/__pycache__/x.pyc", ".a.czesc"):
                zapisz({nazwa: b"{}"}, folder)
        self.assertEqual(self.buduj("--sprawdz")[0], 0)
        shutil.rmtree(self.start)
        self.buduj()
        self.assertEqual(nazwy_plikow(self.start), {p.relative_to(self.start).as_posix()
                                                    for p in self.start.rglob("*") if p.is_file()})

    def test_bez_funkcji_zadania_odmawia_i_niczego_nie_pisze(self):
        pamiec = self.rozwiazanie / "pamiec.py"
        pamiec.write_bytes(pamiec.read_bytes().replace(b"def nowy_stan(", b"def inny_stan("))
        kod, wydruk = self.buduj()
        self.assertEqual(kod, 1)
        self.assertIn("pamiec.py: funkcja nowy_stan", wydruk)
        self.assertFalse(self.start.exists())
        pamiec.unlink()
        self.assertEqual(self.buduj()[0], 1)

    def test_dziwna_funkcja_zadania_jest_bledem(self):
        for zrodlo in ("", "x = 1\n", "class A:\n    def f():\n        'd'\n        return 1\n",
                       "def f():\n    x = 1\n    return x\n", "def f():\n    'd'\n",
                       "def f():\n    'd'\n    return 1\n\n\ndef f():\n    'd'\n    return 2\n"):
            with self.subTest(zrodlo), self.assertRaises(BladDanych):
                zbuduj_start.bez_ciala(zrodlo.encode(), ZADANIA[0] | {"funkcja": "f"})

    def test_zostaje_wszystko_poza_cialem(self):
        zrodlo = ("# ą\r\ndef f(a,\r\n      b=1):   # uwaga\r\n    '''ż\r\n\r\n    d\x0c'''   # po\r\n"
                  "    # w środku\r\n    return 1\r\n# za\r\nx = 1")
        wynik = zbuduj_start.bez_ciala(zrodlo.encode(), ZADANIA[0] | {"funkcja": "f"}).decode()
        poczatek, koniec = zrodlo.split("    # w środku\r\n    return 1\r\n")
        self.assertTrue(wynik.startswith(poczatek + "    raise NotImplementedError("))
        self.assertTrue(wynik.endswith(")\n" + koniec))


class Przewodnik(unittest.TestCase):
    """Kod/CZYTAJ_NAJPIERW.md: to, do czego odsyłają program i kurs."""

    def test_ma_czesc_o_kazdym_zadaniu_i_o_kazdym_poleceniu_kursu(self):
        tekst = PRZEWODNIK.read_text(encoding="utf-8")
        for zadanie in ZADANIA:
            self.assertRegex(tekst, rf"(?m)^#+ Zadanie {zadanie['numer']}\b")
            self.assertIn(zadanie["nazwa"].rpartition(".")[2], tekst)
        for polecenie in ("podpowiedz", "porownaj", "przywroc", "lekarz"):
            self.assertIn(f"kurs.py {polecenie}", tekst)

    def test_tlumaczy_kazdy_status_i_powod(self):
        tekst = PRZEWODNIK.read_text(encoding="utf-8")
        powody = [*asystent.KOMUNIKATY, *asystent.POWODY_ODPOWIEDZI.values(), *rag.BLEDY_ODPOWIEDZI, *ewaluacja.STATUSY]
        self.assertEqual([powod for powod in powody if powod not in tekst], [])


if __name__ == "__main__":
    unittest.main()
