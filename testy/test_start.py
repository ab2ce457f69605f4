"""Pokój testów Start: bliźniaki asystenta, generator autor/zbuduj_start.py i kopie plików wspólnych dla kursów.

Sposób sprawdzania bliźniaków, wspólny dla obu kursów, jest w pokoju bliźniaków (bliznieta.py).
"""
import contextlib
import io
import shutil
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import bliznieta
import wspolne
from bliznieta import REPOZYTORIUM, komunikat, nazwy_plikow, zapisz, zbuduj_start
from procesy import kopia_folderu

# isort: split
import asystent
import ewaluacja
import rag
from pliki import BladDanych

KURSY = ("asystent", "rag_od_zera")
ZADANIE_F = {"numer": 1, "plik": "f.py", "funkcja": "f", "zwraca": "Zwróć f.", "testy": ["sprawdz.F"]}
# Pliki o tej samej nazwie, które każdy kurs ma własne; każdy inny powtórzony plik jest kopią.
WLASNE = {"baza.py", "config.json", "ewaluacja.py", "fragmenty.py", "program.py", "sprawdz.py",
          "pomoc/wzorzec.json", "pomoc/zadania.py"}


class Asystent:
    """To, co testy bliźniaków muszą wiedzieć o tym kursie."""
    kurs = "asystent"
    umowa = ["pamiec.nowy_stan", "pamiec.rozwin_pytanie", "pamiec.zapamietaj", "narzedzia.wykonaj",
             "decyzja.wybierz_reguly", "decyzja.wybierz_model", "asystent.krok", "konsola.pokaz"]
    dane = ["config.json", "scenariusze.json", "pomoc/wzorzec.json", "dane/chunks.jsonl",
            "dane/dokumenty/metadane.json", "dane/dokumenty/instrukcja.txt", "dane/dokumenty/pomoc.md",
            "dane/dokumenty/przewodnik.txt", "dane/dokumenty/regulamin.txt"]
    korzysta = {7: range(1, 7)}   # tura korzysta z zadań 1–6


class Roznice(Asystent, bliznieta.Roznice, unittest.TestCase):
    def test_podpowiedzi_sa_coraz_dluzsze(self):
        for zadanie in self.zadania:
            dlugosci = [len(podpowiedz) for podpowiedz in zadanie["podpowiedzi"]]
            self.assertEqual(dlugosci, sorted(set(dlugosci)), zadanie["nazwa"])


class TestyZadan(Asystent, bliznieta.TestyZadan, unittest.TestCase):
    def test_dalsze_testy_zadania_zaleza_tylko_od_niego(self):
        """Poza turą (zadanie 7) każde zadanie można zrobić jako pierwsze i zobaczyć zielone testy."""
        etapy = {numer: self.etap([numer]) for numer in self.numery if numer not in self.korzysta}
        with ThreadPoolExecutor() as watki:
            for przebieg in watki.map(lambda n: self.przebieg(etapy[n], [n], tylko="sprawdz_wiecej."), etapy):
                self.przechodza(przebieg)


class Wspolne(unittest.TestCase):
    """Kopie plików wspólnych w czterech folderach, porównane bez pomocy generatora."""

    def test_start_i_kopie_sa_swieze(self):
        self.assertEqual(zbuduj_start.opis(zbuduj_start.roznice(zbuduj_start.cele())), "",
                         "wydaj polecenie python autor/zbuduj_start.py")

    def test_plik_o_tej_samej_nazwie_jest_kopia_albo_wlasnym_plikiem_kursu(self):
        foldery = [REPOZYTORIUM / "Kod" / blizniak / kurs for blizniak in ("Rozwiazanie", "Start") for kurs in KURSY]
        powtorzone = set.intersection(*map(nazwy_plikow, foldery))
        self.assertEqual(powtorzone & WLASNE, WLASNE)
        self.assertEqual(powtorzone - WLASNE, set(zbuduj_start.wspolne()))
        for nazwa in powtorzone - WLASNE:
            with self.subTest(nazwa):
                self.assertEqual(len({(folder / nazwa).read_bytes() for folder in foldery}), 1)


class PrzedKoncem(Asystent, bliznieta.Kurs, unittest.TestCase):
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
            folder = self.etap([n for n in self.numery if n != numer])
            return wspolne.uruchom("konsola.py", "--silnik", "cwiczebny", "--wybor",
                                   "model" if self.zadania[numer - 1]["nazwa"] == "decyzja.wybierz_model" else "reguly",
                                   cwd=folder, input=pytania)

        with ThreadPoolExecutor() as watki:
            for numer, proces in zip(self.numery, watki.map(rozmowa, self.numery)):
                with self.subTest(self.zadania[numer - 1]["nazwa"]):
                    self.nazywa(proces, numer)

    def test_sprawdz_nazywa_zadanie_i_polecenie(self):
        proces = wspolne.uruchom("-m", "unittest", "sprawdz", cwd=self.start)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("Ran 20 tests", proces.stderr)
        self.assertIn(f"NotImplementedError: {komunikat(self.zadania[0])}", proces.stderr)


class Budowanie(unittest.TestCase):
    """autor/zbuduj_start.py na kopii rozwiązań w folderze tymczasowym."""

    def setUp(self):
        tymczasowy = tempfile.TemporaryDirectory()
        self.addCleanup(tymczasowy.cleanup)
        tmp = Path(tymczasowy.name)
        kopia_folderu(zbuduj_start.ROZWIAZANIE, tmp)
        for nazwa in ("ROZWIAZANIE", "START"):
            latka = mock.patch.object(zbuduj_start, nazwa, tmp / nazwa.capitalize())
            latka.start()
            self.addCleanup(latka.stop)
        self.rozwiazanie, self.start = tmp / "Rozwiazanie" / "asystent", tmp / "Start" / "asystent"
        self.warsztat = tmp / "Rozwiazanie" / "rag_od_zera"

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
        self.assertEqual(zbuduj_start.pliki(zbuduj_start.START), zbuduj_start.pliki(REPOZYTORIUM / "Kod" / "Start"))
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

    def test_zmieniona_kopia_pliku_wspolnego_jest_roznica_i_wraca(self):
        self.buduj()
        kopie = [folder / nazwa for folder in (self.warsztat, self.start, zbuduj_start.START / "rag_od_zera")
                 for nazwa in zbuduj_start.wspolne()]
        for kopia in kopie:
            kopia.write_bytes(kopia.read_bytes() + b"#")
        kod, wydruk = self.buduj("--sprawdz")
        self.assertEqual(kod, 1)
        nazwy = [kopia.relative_to(self.start.parents[1]).as_posix() for kopia in kopie]
        self.assertEqual(sorted(wydruk.splitlines()), sorted(f"{nazwa}: inna treść" for nazwa in nazwy))
        self.assertEqual(self.buduj()[0], 0)
        self.assertEqual((self.warsztat / "pliki.py").read_bytes(), (self.rozwiazanie / "pliki.py").read_bytes())

    def test_zrodlo_pliku_wspolnego_przechodzi_do_wszystkich_kopii(self):
        self.buduj()
        zmieniony = (self.rozwiazanie / "slowa.py").read_bytes() + b"NOWE = 1\n"
        (self.rozwiazanie / "slowa.py").write_bytes(zmieniony)
        self.assertEqual(self.buduj()[0], 0)
        for folder in (self.warsztat, self.start, zbuduj_start.START / "rag_od_zera"):
            self.assertEqual((folder / "slowa.py").read_bytes(), zmieniony)

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
                zbuduj_start.bez_ciala(zrodlo.encode(), ZADANIE_F)

    def test_zostaje_wszystko_poza_cialem(self):
        zrodlo = ("# ą\r\ndef f(a,\r\n      b=1):   # uwaga\r\n    '''ż\r\n\r\n    d\x0c'''   # po\r\n"
                  "    # w środku\r\n    return 1\r\n# za\r\nx = 1")
        wynik = zbuduj_start.bez_ciala(zrodlo.encode(), ZADANIE_F).decode()
        poczatek, koniec = zrodlo.split("    # w środku\r\n    return 1\r\n")
        self.assertTrue(wynik.startswith(poczatek + "    raise NotImplementedError("))
        self.assertTrue(wynik.endswith(")\n" + koniec))


class Przewodnik(Asystent, bliznieta.Przewodnik, unittest.TestCase):
    def test_tlumaczy_kazdy_status_i_powod(self):
        tekst = (self.start / self.opis_kursu["przewodnik"]).resolve().read_text(encoding="utf-8")
        powody = [*asystent.KOMUNIKATY, *asystent.POWODY_ODPOWIEDZI.values(), *rag.BLEDY_ODPOWIEDZI, *ewaluacja.STATUSY]
        self.assertEqual([powod for powod in powody if powod not in tekst], [])


if __name__ == "__main__":
    unittest.main()
