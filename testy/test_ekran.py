"""Pokój testów ekranu: obce znaki widoczne, wiersze złamane do okna, błędy jako komunikat i kod wyjścia."""
import argparse
import contextlib
import io
import os
import subprocess
import sys
import threading
import unittest
from pathlib import Path
from unittest import mock

import wspolne

# isort: split
import baza
import ekran
import ewaluacja
import indeks
import konsola
import lokalny
import polecenia
from pliki import BladDanych
from pomoc import cwiczebny

# (znak, to, co ma być widać)
OBCE = [("\x1b[31m", r"\x1b[31m"), ("\x07", r"\x07"), ("\r", r"\r"), ("\x00", r"\x00"), ("\x7f", r"\x7f"),
        ("\x9b", r"\x9b"), ("\u202e", r"\u202e"), ("\u2066", r"\u2066"), ("\u200b", r"\u200b"),
        ("\ufeff", r"\ufeff"), ("\u00ad", r"\xad"), ("\ud800", r"\ud800"), ("\udcff", r"\udcff"),
        ("\u2028", r"\u2028"), ("\u2029", r"\u2029"), ("\x85", r"\x85"), ("\x0b", r"\x0b"), ("\x08", r"\x08")]


def terminal():
    """Zwraca strumień w pamięci, który podaje się za terminal."""
    strumien = io.StringIO()
    strumien.isatty = lambda: True
    return strumien


class Tekst(unittest.TestCase):
    def test_obcy_znak_jest_widoczny(self):
        for znak, widac in OBCE:
            with self.subTest(widac):
                self.assertEqual(ekran.bezpieczny(f"ą{znak}ł"), f"ą{widac}ł")

    def test_zwykly_tekst_zostaje(self):
        tekst = "Zażółć „gęślą” – jaźń…\n\tkod\u00a0x 😀 日本 é e\u0301 \\n"
        self.assertEqual(ekran.bezpieczny(tekst), tekst)
        self.assertEqual(ekran.bezpieczny(BladDanych("ą\x1b")), r"ą\x1b")

    def test_liczba_ma_przecinek_i_nie_ma_minusa_przed_zerem(self):
        for wartosc, miejsc, zapis in ((0.8765, 2, "0,88"), (-0.001, 2, "0,00"), (-0.0, 1, "0,0"), (-0.006, 2, "-0,01"),
                                       (12, 3, "12,000"), (0.5, 1, "0,5")):
            with self.subTest(wartosc):
                self.assertEqual(ekran.liczba(wartosc, miejsc), zapis)

    def test_jeden_wiersz(self):
        self.assertEqual(ekran.jeden_wiersz("  a\n\n b\tc\r\nd\u00a0e  "), "a b c d e")
        for znak, _ in OBCE:
            with self.subTest(ascii(znak)):
                wiersz = ekran.jeden_wiersz(f"a{znak}b")
                self.assertEqual(len(wiersz.splitlines()), 1)
                self.assertTrue(wiersz.isprintable(), ascii(wiersz))


class Osloniete(unittest.TestCase):
    """Strumień po przygotuj(): znak sterujący nie dotrze do terminala także zwykłym print."""

    def wyjscie(self, kodowanie="utf-8"):
        """Zwraca (bajty pod spodem, osłonięte wyjście) na czas testu."""
        bajty = io.BytesIO()
        for nazwa in ("stdout", "stderr"):
            latka = mock.patch.object(sys, nazwa, io.TextIOWrapper(bajty, kodowanie, newline="", write_through=True))
            latka.start()
            self.addCleanup(latka.stop)
        ekran.przygotuj()
        return bajty

    def test_print_na_oba_strumienie(self):
        for znak, widac in OBCE:
            with self.subTest(widac):
                bajty = self.wyjscie()
                print(f"ą{znak}ł")
                print(f"ą{znak}ł", file=sys.stderr)
                sys.stdout.writelines(["a\n", znak])
                self.assertEqual(bajty.getvalue().decode(), f"ą{widac}ł\n" * 2 + f"a\n{widac}")

    def test_kazde_kodowanie_konsoli(self):
        for kodowanie, widac in (("ascii", "?"), ("cp1250", "ż"), ("cp852", "ż")):
            with self.subTest(kodowanie):
                bajty = self.wyjscie(kodowanie)
                print("ż\x1b😀")
                self.assertEqual(bajty.getvalue().decode(kodowanie), f"{widac}\\x1b?\n")

    def test_inny_typ_niz_napis_odrzuca_sam_strumien(self):
        bajty = self.wyjscie()
        for zly in (5, b"x", None):
            with self.assertRaisesRegex(TypeError, "str"):
                sys.stdout.write(zly)
        self.assertEqual(bajty.getvalue(), b"")

    def test_slad_bledu_na_terminalu_jest_bez_kolorow(self):
        """Python 3.13 koloruje ślad błędu, gdy pisze na terminal; osłona pokazałaby kody kolorów zamiast barw."""
        with mock.patch.dict(os.environ):
            os.environ.pop("PYTHON_COLORS", None)
            self.wyjscie()
            self.assertEqual(os.environ["PYTHON_COLORS"], "0")
        if os.name == "posix":
            glowny, terminal = os.openpty()
            subprocess.run([sys.executable, "-c", "import lokalny; 1/0"], cwd=wspolne.ASYSTENT, stderr=terminal,
                           env=wspolne.srodowisko(TERM="xterm"), timeout=60)
            slad = os.read(glowny, 10000)
            os.close(glowny)
            os.close(terminal)
            self.assertIn(b"ZeroDivisionError", slad)
            self.assertNotIn(b"x1b", slad)

    def test_druga_oslona_i_brak_strumienia(self):
        self.wyjscie()
        pierwsza = sys.stdout
        ekran.przygotuj()
        self.assertIs(sys.stdout, pierwsza)
        self.assertFalse(sys.stdout.isatty())
        self.assertEqual(sys.stdout.encoding, "utf-8")
        with mock.patch.object(sys, "stdout", None):
            ekran.przygotuj()
            self.assertIsNone(sys.stdout)

    def test_sesji_interaktywnej_nie_rusza(self):
        with mock.patch.object(sys, "ps1", ">>> ", create=True), mock.patch.object(sys, "stdout", io.StringIO()):
            ekran.przygotuj()
            self.assertIsInstance(sys.stdout, io.StringIO)

    def test_program_pisany_bez_naszego_ekranu_tez_jest_osloniety(self):
        """Wystarczy, że program wczyta lokalny.py, a robi to każdy, także przepisany z książki."""
        kod = "import sys, lokalny\nprint('a\\x1b[2Jb\\ud800')\nprint('c\\x07', file=sys.stderr)"
        proces = wspolne.uruchom("-c", kod, cwd=wspolne.ASYSTENT)
        self.assertEqual((proces.stdout, proces.stderr), ("a\\x1b[2Jb\\ud800\n", "c\\x07\n"))


class Zawijanie(unittest.TestCase):
    def zawin(self, kolumny, tekst, naglowek=""):
        with mock.patch.dict(os.environ, COLUMNS=str(kolumny)):
            return ekran.zawin(tekst, naglowek).split("\n")

    def test_wiersze_mieszcza_sie_w_oknie_a_slowa_zostaja(self):
        tekst = "Polecenie docassist-api --sprawdz-config /etc/docassist/config.yaml podaje numer wiersza. " * 20
        for kolumny, najszerszy in ((40, 39), (80, 79), (120, 99), (500, 99)):
            with self.subTest(kolumny):
                wiersze = self.zawin(kolumny, tekst, "asystent> ")
                self.assertLessEqual(max(map(len, wiersze)), najszerszy)
                self.assertGreater(max(map(len, wiersze)), najszerszy - 31)
                self.assertTrue(wiersze[0].startswith("asystent> Polecenie"))
                self.assertTrue(all(wiersz.startswith(" " * 10 + wiersz.strip()[:1]) for wiersz in wiersze[1:]))
                self.assertEqual(" ".join(wiersze).split()[1:], tekst.split())

    def test_dlugie_slowo_nie_jest_ciete(self):
        slowo = "/var/lib/docassist/" + "bardzo-dlugi_katalog/" * 10
        for kolumny in (10, 80, 120):
            with self.subTest(kolumny):
                self.assertIn(slowo, " ".join(self.zawin(kolumny, f"Plik {slowo} istnieje.", "> ")).split())

    def test_podzial_na_wiersze_i_wciecia_zostaja(self):
        self.assertEqual(self.zawin(80, "Raz:\n\n  - dwa\n\nTrzy", "A: "), ["A: Raz:", "", "     - dwa", "", "   Trzy"])
        dlugi = self.zawin(40, "    " + "kod " * 20)
        self.assertGreater(len(dlugi), 2)
        self.assertTrue(all(wiersz.startswith("    kod") for wiersz in dlugi))
        self.assertEqual(self.zawin(80, "", "A: "), ["A:"])

    def test_obce_znaki_i_bardzo_waskie_okno(self):
        self.assertEqual(self.zawin(80, "a\x1b[2Jb\u202e\rc"), [r"a\x1b[2Jb\u202e\rc"])
        for kolumny in (1, 2, 3):
            with self.subTest(kolumny):
                self.assertEqual(" ".join(self.zawin(kolumny, "Ala ma kota", "> ")).split(), [">", "Ala", "ma", "kota"])

    def test_okno_bez_kolumn_i_wezsze_od_naglowka(self):
        for kolumny in (0, 1, 5, 11):   # 0: tak przedstawia się terminal, którego rozmiaru nikt nie ustawił
            with self.subTest(kolumny), mock.patch("shutil.get_terminal_size",
                                                   return_value=os.terminal_size((kolumny, 0))):
                wiersze = ekran.zawin("Ala ma kota i bardzo-dlugi-wyraz-bez-odstepu.", "asystent> ").split("\n")
                self.assertEqual(" ".join(wiersze).split(),
                                 ["asystent>", "Ala", "ma", "kota", "i", "bardzo-dlugi-wyraz-bez-odstepu."])


class Argumenty(unittest.TestCase):
    def test_od_jednego_nie_skraca_liczby(self):
        for napis, liczba in (("1", 1), ("007", 7), ("1000000", 1_000_000)):
            self.assertEqual(polecenia.od_jednego(napis), liczba)
        for napis in ("0", "000", "-1", "+1", "1.0", "", "x", "²", "1000001", "1234567890", "0" * 13 + "1", "9" * 5000):
            with self.subTest(napis[:20]), self.assertRaisesRegex(argparse.ArgumentTypeError, "od 1 do 1000000"):
                polecenia.od_jednego(napis)

    def test_pusta_sciezka_to_zle_wywolanie(self):
        self.assertEqual(polecenia.sciezka("a/b"), Path("a/b"))
        for napis in ("", "  "):
            with self.assertRaisesRegex(argparse.ArgumentTypeError, "pusta"):
                polecenia.sciezka(napis)


class Prowadzenie(unittest.TestCase):
    def prowadz(self, praca):
        wyjscie, bledy = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(wyjscie), contextlib.redirect_stderr(ekran.Oslona(bledy)):   # jak po parser()
            kod = polecenia.prowadz(praca)
        self.assertEqual(wyjscie.getvalue(), "")
        return kod, bledy.getvalue()

    def test_kod_wyjscia_jest_kodem_pracy(self):
        for kod in (0, 1, 2):
            self.assertEqual(self.prowadz(lambda kod=kod: kod), (kod, ""))

    def test_znany_blad_jest_komunikatem_i_kodem_1(self):
        for blad, opis in ((BladDanych("plik.json: źle"), "Błąd: plik.json: źle"),
                           (RuntimeError("usługa śpi"), "Błąd: usługa śpi"),
                           (FileNotFoundError(2, "brak", "plik"),
                            "Błąd pliku: plik: nie ma takiego pliku ani folderu. "
                            "Sprawdź nazwę, uprawnienia i wolne miejsce."),
                           (NotImplementedError("Zadanie 1: napisz."), "Tu brakuje jeszcze twojego kodu. "
                            "Zadanie 1: napisz.\nCo dalej, powie: python kurs.py")):
            with self.subTest(type(blad).__name__):
                self.assertEqual(self.prowadz(mock.Mock(side_effect=blad)), (1, opis + "\n"))
        kod, bledy = self.prowadz(mock.Mock(side_effect=RuntimeError("zły \x1b[2J tekst")))
        self.assertEqual((kod, bledy), (1, "Błąd: zły \\x1b[2J tekst\n"))
        self.assertEqual(self.prowadz(mock.Mock(side_effect=KeyboardInterrupt)), (130, "Przerwano.\n"))

    def test_pomylka_w_kodzie_ma_miejsce_zamiast_sladu_stosu(self):
        for blad in (ValueError("nie BladDanych"), KeyError("x"), ZeroDivisionError("y")):
            def praca(blad=blad):
                raise blad
            with self.subTest(type(blad).__name__):
                kod, bledy = self.prowadz(praca)
                self.assertEqual(kod, 1)
                self.assertRegex(bledy, r"^Błąd w kodzie: test_ekran\.py, wiersz \d+, funkcja praca: "
                                        rf"{type(blad).__name__}: .*\n.*python kurs\.py\n$")

    def test_konsola_ktora_nie_zna_znaku_nie_przerywa_programu(self):
        for kodowanie, oczekiwane in (("ascii", "? ? ? zl"), ("cp1250", "ą – ? zl"), ("cp852", "ą ? ? zl")):
            bajty = io.BytesIO()
            konsola = io.TextIOWrapper(bajty, encoding=kodowanie, write_through=True)
            wejscie = io.TextIOWrapper(io.BytesIO(b"\xff\xb9\n"), encoding="utf-8")
            with self.subTest(kodowanie), mock.patch.multiple("sys", stdout=konsola, stderr=konsola, stdin=wejscie):
                ekran.przygotuj()
                print("ą – 😀 zl")
                self.assertEqual(bajty.getvalue().decode(kodowanie).rstrip(), oczekiwane)
                self.assertEqual(wejscie.readline(), "\udcff\udcb9\n")


class WierszPolecen(unittest.TestCase):
    PROGRAMY = (("konsola.py",), ("lokalny.py",), ("ewaluacja.py",), ("indeks.py",), ("indeks.py", "build"),
                ("indeks.py", "search"), ("indeks.py", "show"), ("baza.py",), ("baza.py", "utworz"),
                ("baza.py", "sprawdz"), ("-m", "pomoc.cwiczebny"))
    # po angielsku zostają tylko nazwy opcji i wartości
    ANGIELSKI = r"(?i)usage|\boptions?\b|positional|show this|error|invalid|required|choose|expected|unrecognized"

    def test_pomoc_kazdego_programu_po_polsku_takze_na_konsoli_ascii(self):
        for program in self.PROGRAMY:
            with self.subTest(program):
                proces = wspolne.uruchom(*program, "--help", cwd=wspolne.ASYSTENT, env={"PYTHONIOENCODING": "ascii"})
                self.assertEqual((proces.returncode, proces.stderr), (0, ""))
                self.assertRegex(proces.stdout, r"(?s)^u\?ycie: .*opcje:.*pokazuje t\? pomoc")
                self.assertNotRegex(proces.stdout, self.ANGIELSKI)

    def test_zle_wywolanie_po_polsku_i_z_kodem_2(self):
        for main, argumenty, opis in (
                (baza.main, ["utworz"], "brakuje argumentów: katalog, plik"), (indeks.main, [], "brakuje argumentów"),
                (konsola.main, ["--nieznana"], "nieznane argumenty: --nieznana"),
                (lokalny.main, ["zbędny"], "nieznane argumenty: zbędny"),
                (ewaluacja.main, ["--wybor", "magia"], "niedozwolona wartość 'magia'; do wyboru: '?reguly'?, "),
                (indeks.main, ["build", "--silnik", "x"], "niedozwolona wartość 'x'; do wyboru: '?ollama'?, "),
                (konsola.main, ["--silnik"], "potrzebna jest jedna wartość"),
                (konsola.main, ["--help=x"], "zbędna wartość 'x'"),
                (baza.main, ["usun"], "niedozwolona wartość 'usun'"),
                (baza.main, ["utworz", "a", "b", "--rozmiar=x"], "'x' nie jest liczbą całkowitą"),
                (cwiczebny.main, ["--port=99999"], "port ma być liczbą od 0 do 65535")):
            bledy = io.StringIO()
            with self.subTest(argumenty), contextlib.redirect_stderr(bledy):
                with self.assertRaises(SystemExit) as koniec:
                    main(argumenty)
                self.assertEqual(koniec.exception.code, 2)
                self.assertRegex(bledy.getvalue(), rf"(?s)^użycie: .*: złe wywołanie: .*{opis}")
                self.assertNotRegex(bledy.getvalue(), self.ANGIELSKI)

    if os.name == "posix":
        def test_potok_ktorego_nikt_nie_czyta_nie_konczy_sie_sladem_stosu(self):
            for program in (("konsola.py", "--silnik", "cwiczebny"), ("baza.py", "sprawdz", "dane/chunks.jsonl"),
                            ("indeks.py", "search", "--silnik", "cwiczebny", "baza danych")):
                czytelnik, pisarz = os.pipe()
                os.close(czytelnik)   # jak po „| head -1”, lecz zawsze już przed pierwszym wierszem
                with self.subTest(program):
                    proces = subprocess.run([sys.executable, *program], cwd=wspolne.ASYSTENT, stdout=pisarz,
                                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60,
                                            env=wspolne.srodowisko(PYTHONUNBUFFERED=""))
                    self.assertEqual((proces.returncode, proces.stderr.decode()), (1, ""))
                os.close(pisarz)

    if sys.platform == "linux":   # tylko tu jest urządzenie, które udaje pełny dysk
        def test_pelny_dysk_pod_wyjsciem_to_jeden_komunikat(self):
            for polecenie in ("baza.py sprawdz dane/chunks.jsonl", "kurs.py lekarz", "lokalny.py"):
                with self.subTest(polecenie):
                    proces = subprocess.run(["sh", "-c", f'"{sys.executable}" {polecenie} >/dev/full'],
                                            cwd=wspolne.ASYSTENT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                            timeout=60, env=wspolne.srodowisko(PYTHONUNBUFFERED=""))
                    self.assertEqual((proces.returncode, proces.stderr.decode()), (
                        1, "Błąd pliku: brak miejsca na dysku. Sprawdź nazwę, uprawnienia i wolne miejsce.\n"))

    if os.name == "posix":
        def test_zamkniete_wyjscie_nie_zmienia_kodu_i_nie_daje_sladu_stosu(self):
            for polecenie, kod in (("indeks.py search --silnik cwiczebny baza", 0), ("baza.py sprawdz nie_ma", 1),
                                   ("baza.py sprawdz dane/chunks.jsonl", 0), ("baza.py", 2), ("kurs.py", 0)):
                with self.subTest(polecenie):
                    proces = subprocess.run(["sh", "-c", f'"{sys.executable}" {polecenie} >&-'], cwd=wspolne.ASYSTENT,
                                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60,
                                            env=wspolne.srodowisko())
                    self.assertEqual((proces.returncode, b"Traceback" in proces.stderr), (kod, False), proces.stderr)


class Oczekiwanie(unittest.TestCase):
    def test_poza_terminalem_cisza(self):
        bledy = io.StringIO()
        with contextlib.redirect_stderr(bledy):
            with ekran.czekanie("Model pracuje"):
                ekran.postep("Embeddingi", 1, 2, 1)
        self.assertEqual(bledy.getvalue(), "")

    def test_na_terminalu_znika_po_pracy_takze_przerwanej(self):
        watki = threading.active_count()
        for wyjatek in (None, KeyboardInterrupt):
            bledy = terminal()
            with contextlib.redirect_stderr(ekran.Oslona(bledy)), contextlib.suppress(KeyboardInterrupt):
                with ekran.czekanie("Model pracuje"):
                    if wyjatek:
                        raise wyjatek
            self.assertRegex(bledy.getvalue(), r"\r {13,}\r\Z")
            self.assertEqual(threading.active_count(), watki)

    def test_czekanie_pokazuje_sekundy(self):
        widac, bledy = threading.Event(), terminal()
        zapisz = bledy.write

        def zapisz_i_powiedz(tekst):
            zapisz(tekst)
            if "Model pracuje 1 s" in tekst:
                widac.set()
        bledy.write = zapisz_i_powiedz
        with contextlib.redirect_stderr(ekran.Oslona(bledy)), ekran.czekanie("Model pracuje"):
            self.assertTrue(widac.wait(10))

    def test_postep(self):
        bledy = terminal()
        with contextlib.redirect_stderr(ekran.Oslona(bledy)):
            ekran.postep("Embeddingi", 16, 48, 8.0)
            ekran.postep("Embeddingi", 48, 48, 24.0)
        pierwszy, drugi = bledy.getvalue().split("\r")[1:]
        self.assertIn("Embeddingi: 16/48, 2,0/s, zostało 16 s", pierwszy)
        self.assertFalse(pierwszy.endswith("\n"))
        self.assertTrue(drugi.endswith("\n"))


if __name__ == "__main__":
    unittest.main()
