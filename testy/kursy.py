"""Pokój testów kurs.py: kurs uruchomiony w osobnym procesie, w folderze tymczasowym, i wydruk porównany ze wzorem.

Klasy są wspólne dla obu kursów: korzystają z nich test_kurs.py i rag_od_zera/test_kurs.py, które podają swój kurs.
Dane: folder Start, w którym zadania od 1 do k są zrobione, a reszta czeka. Słowa kursu porównujemy w całości
z wzorami; liczby testów i numery wierszy, zmienne z każdą zmianą programu, są zasłonięte.
"""
import json
import os
import re
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor

import bliznieta
from procesy import uruchom
from zly_serwer import martwy_port

# Prawdziwy kurs z krótszym limitem czasu na test, żeby próba z pętlą bez końca nie trwała długo.
Z_LIMITEM = "import sys\nfrom pomoc import kurs_testy\nkurs_testy.LIMIT = 2\nimport kurs\nsys.exit(kurs.main())"
POSTEPY = {"z": ("[✓]", "zrobione"), "t": ("[~]", "w trakcie"), "!": ("[!]", "plik z błędem"),
           ".": ("[ ]", "do zrobienia")}
POCZATEK = """\
Żadne zadanie nie jest jeszcze napisane, więc testy nie przechodzą. Tak ma być: to zamierzony
początek, a nie zepsuta instalacja.

"""


def tabela(zadania, postepy):
    """Zwraca tabelę zadań; postepy – po jednym znaku z POSTEPY na zadanie."""
    numer, nazwa = len(str(len(zadania))), 1 + max(len(zadanie["nazwa"]) for zadanie in zadania)
    wiersze = [f"{znak} {zadanie['numer']:>{numer}}. {zadanie['nazwa']:<{nazwa}} {slowo:<13} testy: # z #\n"
               for zadanie, (znak, slowo) in zip(zadania, map(POSTEPY.get, postepy), strict=True)]
    return "".join(wiersze) + f"Zadania: {postepy.count('z')}/{len(zadania)}. Testy: # z #.\n\n"


def bez_liczb(tekst):
    """Zasłania liczby testów, numery wierszy i limit czasu; ujednolica nazwę Pythona."""
    tekst = re.sub(r"\d+ z \d+(?=\.?$)", "# z #", tekst, flags=re.MULTILINE)
    tekst = re.sub(r"(wiersza? |wierszu |się w )\d+", r"\1#", tekst)
    return re.sub(r"\bpython3\b", "python", tekst)


class Kurs(bliznieta.Kurs):
    """Podstawa testów kurs.py; klasa testów podaje kurs, nazwę folderu."""
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.swiezy = bliznieta.zbuduj_start.bez_cial(cls.pelne, cls.zadania)
        cls.wzorzec = json.loads(cls.swiezy["pomoc/wzorzec.json"])

    def po(self, zrobione, nazwa="Start"):
        """Zakłada folder, w którym zrobione są zadania od 1 do podanego; zwraca jego ścieżkę."""
        return bliznieta.zapisz(self.pliki_etapu(range(1, zrobione + 1)), self.tmp / nazwa / self.kurs)

    def zamien(self, sciezka, stare, nowe):
        """Zamienia tekst, który musi stać w pliku."""
        tekst = sciezka.read_text(encoding="utf-8")
        self.assertIn(stare, tekst)
        sciezka.write_text(tekst.replace(stare, nowe), encoding="utf-8", newline="\n")

    def napisz(self, folder, nazwa, tresc, raise_zostaje=False):
        """Wpisuje treść funkcji zadania w miejsce raise albo nad nim."""
        poczatek = self.wzorzec["zadania"][nazwa]
        naglowek, raise_, reszta = poczatek.partition("    raise NotImplementedError(")
        nowa = naglowek + textwrap.indent(tresc, "    ") + "\n" + (raise_ + reszta if raise_zostaje else "")
        self.zamien(folder / (nazwa.split(".")[0] + ".py"), poczatek, nowa)

    def uruchom(self, folder, *argumenty, odpowiedz=None, program=("kurs.py",), cwd=None, **zmienne):
        """Uruchamia kurs.py albo podany program w oknie o szerokości 100 znaków; zwraca proces."""
        sciezki = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
        proces = uruchom(*program, *argumenty, cwd=cwd or folder, input=odpowiedz,
                         env={"COLUMNS": "100", "PATH": sciezki} | zmienne)
        self.assertNotIn("Traceback", proces.stdout + proces.stderr)
        return proces

    def mowi(self, wzor, folder, kod=1, **zmienne):
        """Sprawdza cały wydruk kursu i kod wyjścia."""
        proces = self.uruchom(folder, program=("-c", Z_LIMITEM), **zmienne)
        self.assertEqual(bez_liczb(proces.stdout), wzor, proces.stderr)
        self.assertEqual((proces.returncode, proces.stderr), (kod, ""))


class Postep(Kurs):
    """Droga od świeżego folderu do ostatniego zadania.

    Klasa testów podaje też: pierwsze – wydruk o pierwszym zadaniu, koniec – wydruk po ostatnim.
    """

    def test_swiezy_start_w_trzy_sekundy(self):
        folder = self.po(0)
        poczatek = time.monotonic()
        self.mowi(tabela(self.zadania, "." * len(self.zadania)) + POCZATEK + self.pierwsze, folder)
        self.assertLess(time.monotonic() - poczatek, 3)

    def test_wszystko_zrobione(self):
        self.mowi(tabela(self.zadania, "z" * len(self.zadania)) + self.koniec, self.po(len(self.zadania)), kod=0,
                  ASYSTENT_SILNIK="zly")   # testy zadań nie używają silnika

    def test_zadania_po_kolei(self):
        """Każda wstawiona treść dodaje jedno zadanie, a następną rzeczą staje się następne zadanie."""
        razem = len(self.zadania)
        with ThreadPoolExecutor() as watki:
            foldery = [self.po(numer, f"Start {numer}") for numer in range(razem + 1)]
            for numer, proces in enumerate(watki.map(self.uruchom, foldery)):
                with self.subTest(zrobione=numer):
                    wzor = tabela(self.zadania, "z" * numer + "." * (razem - numer))
                    self.assertTrue(bez_liczb(proces.stdout).startswith(wzor), proces.stdout + proces.stderr)
                    self.assertEqual(proces.returncode, 0 if numer == razem else 1)
                    udane, wszystkie = map(int, re.search(r"Testy: (\d+) z (\d+)", proces.stdout).groups())
                    if numer < razem:
                        self.assertIn(f"Teraz: zadanie {numer + 1} z {razem}, {self.zadania[numer]['nazwa']} ",
                                      proces.stdout)
                        self.assertLess(udane, wszystkie)
                    else:
                        self.assertEqual(udane, wszystkie)


class Polecenia(Kurs):
    """Polecenia kursu na pierwszym zadaniu: podpowiedź, porównanie z rozwiązaniem, powrót do początku i lekarz."""

    def test_podpowiedzi_kolejne_az_do_ostatniej(self):
        folder, zadanie = self.po(0), self.zadania[0]
        ile = len(zadanie["podpowiedzi"])
        for numer in [*range(1, ile + 1), ile]:   # po ostatniej wciąż ostatnia
            wydruk = " ".join(self.uruchom(folder, "podpowiedz").stdout.split())
            self.assertIn(f"Zadanie 1, {zadanie['nazwa']} – podpowiedź {numer} z {ile} ", wydruk)
            self.assertIn(zadanie["podpowiedzi"][numer - 1], wydruk)
            self.assertEqual("To już ostatnia" in wydruk, numer == ile)
        self.assertNotIn("porownaj", wydruk)   # rozwiązanie nie leży obok

    def test_porownanie_bez_rozwiazania_obok(self):
        proces = self.uruchom(self.po(0), "porownaj", "1", odpowiedz="tak\n")
        self.assertEqual(proces.returncode, 1)
        self.assertIn(f"obok tego folderu nie leży Rozwiazanie/{self.kurs}. ", proces.stderr)
        self.assertIn(f"pracuj w Start/{self.kurs}.", proces.stderr)

    def test_rozwiazanie_widac_dopiero_po_tak(self):
        folder, zadanie = self.po(0), self.zadania[0]
        self.po(len(self.zadania), "Rozwiazanie")
        tresc = bliznieta.zbuduj_start.wyjatek(zadanie).splitlines()[0]
        for odpowiedz in ("", "nie\n"):
            wydruk = self.uruchom(folder, "porownaj", zadanie["funkcja"], odpowiedz=odpowiedz).stdout
            self.assertIn("Rozwiązanie zostaje zakryte.", wydruk)
            self.assertNotIn(f"\n- {tresc}", wydruk)
        for nazwa in ("1", zadanie["funkcja"], zadanie["nazwa"]):
            wydruk = self.uruchom(folder, "porownaj", nazwa, odpowiedz="tak\n").stdout
            self.assertIn(f"\n- {tresc}\n", wydruk)
            self.assertRegex(wydruk, r"(?m)^\+     ")
            self.assertRegex(wydruk, rf"(?m)^  def {zadanie['funkcja']}\(")

    def test_powrot_do_poczatku_zostawia_prace_w_kopii(self):
        folder, zadanie = self.po(len(self.zadania)), self.zadania[0]
        plik = folder / zadanie["plik"]
        przed = plik.read_bytes()
        self.uruchom(folder, "przywroc", "1", odpowiedz="nie\n")
        self.assertEqual(plik.read_bytes(), przed)
        self.uruchom(folder, "przywroc", "1", odpowiedz="tak\n")
        self.assertEqual(plik.read_bytes(), self.pliki_etapu(self.numery[1:])[zadanie["plik"]])
        kopie = list((folder / "wyniki" / "kurs").glob(f"{plik.stem}_*.py"))
        self.assertEqual([kopia.read_bytes() for kopia in kopie], [przed])

    def test_lekarz_w_zdrowym_folderze_bez_uslugi(self):
        folder = self.po(0)
        self.zamien(folder / "config.json", "11434", str(martwy_port()))
        proces = self.uruchom(folder, "lekarz")
        self.assertEqual(proces.returncode, 0, proces.stdout)
        oceny = re.findall(r"^(OK|UWAGA|BŁĄD) +([^:]+): ", proces.stdout, re.MULTILINE)
        self.assertEqual(oceny, [("OK", "Python"), ("OK", "Folder"), ("OK", "Nazwy plików"), ("OK", "Zapis kodu"),
                                 ("OK", "Pliki kursu"), ("OK", "Konsola"), ("OK", "Rozwiązanie"), ("UWAGA", "Usługa")])
        self.assertIn("--silnik cwiczebny", proces.stdout)
        self.assertFalse((folder / "wyniki").exists())

    def test_nieznane_zadanie_to_zle_wywolanie(self):
        folder = self.po(0)
        for polecenie in ("porownaj", "przywroc"):
            proces = self.uruchom(folder, polecenie, "nowystan")
            self.assertEqual(proces.returncode, 2)
            self.assertIn(f"nie ma zadania „nowystan”; są: {self.zadania[0]['nazwa']},", proces.stderr)


class Dane(Kurs):
    """Dane kursu: testy zadań i wzorzec."""

    def test_wzorzec_ma_poczatki_i_skroty(self):
        self.assertEqual(list(self.wzorzec["zadania"]), [zadanie["nazwa"] for zadanie in self.zadania])
        for zadanie in self.zadania:
            tekst = self.wzorzec["zadania"][zadanie["nazwa"]]
            self.assertTrue(tekst.startswith(f"def {zadanie['funkcja']}("), zadanie["nazwa"])
            self.assertIn("    raise NotImplementedError(\n", tekst)
        moduly = {nazwa for nazwa in self.swiezy if nazwa.endswith(".py")}
        self.assertEqual(set(self.wzorzec["pliki"]), moduly - {zadanie["plik"] for zadanie in self.zadania})
