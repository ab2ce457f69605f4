"""Pokój testów konsoli: prawdziwe rozmowy w osobnym procesie na kopii programu oraz pokaz na gotowych wynikach.

Rozmowa to wiersze wejścia → wydruk i folder wyniki/rozmowa_…; odpowiada silnik ćwiczebny albo ZlySerwer.
"""
import contextlib
import copy
import errno
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

import wspolne
from zly_serwer import Odpowiedz, ZlySerwer, chat, embed, kolejno, martwy_port, tags, wersja

# isort: split
import konsola
from lokalny import CONFIG
from pliki import scisly_json

STAN = "Jak sprawdzić stan usługi docassist-api?"
NAZWA_SESJI = re.compile(r"rozmowa_\d{8}T\d{6}Z_[0-9a-f]{8}")
NAZWA_TURY = re.compile(r"([0-9a-f]{32})_(\d{3})_([0-9a-f]{32})\.json")
REPOZYTORIUM = Path(__file__).resolve().parents[1]


def rozmowa(folder, *wiersze, argumenty=("--silnik", "cwiczebny"), **opcje):
    """Prowadzi rozmowę złożoną z podanych wierszy; zwraca CompletedProcess."""
    return wspolne.uruchom(folder / "konsola.py", *argumenty, input="".join(w + "\n" for w in wiersze), **opcje)


def surowa_rozmowa(folder, bajty, kodowanie):
    """Prowadzi rozmowę, w której wejście i wyjście są bajtami w podanym kodowaniu konsoli."""
    return subprocess.run([sys.executable, str(folder / "konsola.py"), "--silnik", "cwiczebny"], input=bajty,
                          env=wspolne.srodowisko(PYTHONIOENCODING=kodowanie), capture_output=True, timeout=60)


def sesje(folder):
    return sorted((folder / "wyniki").glob("*")) if (folder / "wyniki").exists() else []


def tury(sesja):
    """Zwraca wyniki tur z plików sesji w kolejności powstania; każdy plik musi być ścisłym JSON w UTF-8."""
    pliki = [p for p in sesja.iterdir() if p.name != "sesja.json"]
    return sorted((scisly_json(p.read_bytes().decode("utf-8")) for p in pliki),
                  key=lambda w: w["turn_id"])


class NaKopii(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tymczasowy = tempfile.TemporaryDirectory()
        cls.addClassCleanup(tymczasowy.cleanup)
        cls.tmp = Path(tymczasowy.name)
        cls.folder = wspolne.kopia_asystenta(cls.tmp)

    def udana(self, proces):
        self.assertEqual((proces.returncode, proces.stderr), (0, type(proces.stderr)()), proces.stdout)
        return proces.stdout

    def nieudana(self, proces, *wyjasnienia):
        """Sprawdza, że program skończył się kodem 1 i polskim komunikatem bez śladu stosu, przed pytaniem."""
        self.assertEqual(proces.returncode, 1, proces.stdout)
        self.assertNotIn("Traceback", proces.stderr)
        self.assertNotRegex(proces.stderr, r"Errno|WinError|Not a directory|exists|denied")
        self.assertNotIn("Ty>", proces.stdout)
        for wyjasnienie in wyjasnienia:
            self.assertRegex(proces.stderr, wyjasnienie)


class PelnaRozmowa(NaKopii):
    """Jedna rozmowa ze wszystkimi poleceniami; testy oglądają jej wydruk i pliki."""

    WIERSZE = ("/pomoc", "/history", "/sources", "", "Pokaż źródła", STAN, "/debug",
               "A jeśli po tej zmianie pojawia się failed?",
               "/debug", "Metadane DOC-INSTR", "/sources", "/history", "/documents", "/nieznane\x1b[31m", "/",
               "  /pomoc ",
               "/clear", "/history", "Jak sprawdzić jej stan?", "/exit", "Tego już nie czyta")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.proces = rozmowa(cls.folder, *cls.WIERSZE, cwd=cls.tmp)
        cls.sesje = sesje(cls.folder)
        czesci = re.split(r"^Ty> ", cls.proces.stdout, flags=re.M)
        cls.wstep, cls.odpowiedzi = czesci[0], czesci[1:]

    def po(self, numer):
        """Zwraca to, co program wydrukował po wierszu o tym numerze (od zera)."""
        self.assertEqual(len(self.odpowiedzi), len(self.WIERSZE) - 1, "po /exit program nie czyta dalej")
        return self.odpowiedzi[numer]

    def test_konczy_sie_dobrze_i_bez_wskaznika(self):
        self.udana(self.proces)
        self.assertNotIn("Pracuję", self.proces.stdout)
        self.assertIn("Koniec rozmowy", self.odpowiedzi[-1])
        self.assertNotIn("Tego już nie czyta", self.proces.stdout)

    def test_pierwsze_wiersze_mowia_co_odpowiada(self):
        self.assertRegex("\n".join(self.wstep.splitlines()[:2]),
                         r"(?s)Silnik ćwiczebny.*cwiczebny-chat.*cwiczebny-embed")

    def test_pomoc_wymienia_kazde_polecenie(self):
        for polecenie in ("/exit", "/clear", "/history", "/sources", "/documents", "/debug", "/pomoc"):
            self.assertIn(polecenie, self.po(0))
        self.assertIn("/documents", self.po(15), "odstępy wokół polecenia nie przeszkadzają")

    def test_puste_na_poczatku_i_po_wyczyszczeniu(self):
        self.assertIn("Historia jest pusta.", self.po(1))
        self.assertRegex(self.po(2), r"\[potrzebne doprecyzowanie\]\nNie ma źródeł")
        self.assertRegex(self.po(17), "pusta")
        self.assertRegex(self.po(18), "doprecyzowanie", "po /clear nie ma do czego się odnieść")

    def test_polecenia(self):
        self.assertEqual(self.po(11), """\
/history
  • A jeśli po tej zmianie pojawia się failed?
    → Co zrobić, jeśli po zmianie konfiguracji usługa docassist-api nie
      uruchamia się?
    [odpowiedź] narzędzie: answer_from_documents
  • Metadane DOC-INSTR
    [odpowiedź] narzędzie: get_document_metadata
  • Pokaż źródła
    [odpowiedź] narzędzie: show_last_sources

""")
        for dokument in ("DOC-INSTR", "DOC-HELP", "DOC-PDF", "DOC-REG"):
            self.assertIn(dokument, self.po(12))
        self.assertRegex(self.po(13), r"Nie znam polecenia „/nieznane\\x1b\[31m”.*/pomoc")
        self.assertRegex(self.po(14), "Nie znam polecenia „/”\\.")
        self.assertNotIn("\x1b", self.proces.stdout)

    def test_zrodla_sa_tura_ktora_mowi_skad_pochodza(self):
        """/sources przechodzi przez krok: ma numer i plik, a źródła wskazują turę, w której powstały."""
        self.assertRegex(self.po(10), r"(?s)\[S1\].*instrukcja\.txt.*Źródła pochodzą z tury 5\.")
        prosby = [w for w in tury(self.sesje[0]) if w["original_question"] == "Pokaż źródła"]
        self.assertEqual(sorted((w["turn_id"], w["reason"], (w["source_origin"] or {}).get("turn_id"))
                                for w in prosby),
                         [(1, "missing_previous_sources", None), (3, "missing_previous_sources", None),
                          (7, "sources_returned", 5)])

    def test_clear_mowi_co_znika_a_co_zostaje(self):
        wydruk = " ".join(self.po(16).split())
        self.assertIn("pytania (3)", wydruk)
        self.assertRegex(wydruk, r"źródła ostatniej odpowiedzi \([1-9]\)")
        self.assertIn(self.sesje[0].name, wydruk)

    def test_szczegoly_tylko_gdy_wlaczone(self):
        self.assertRegex(self.po(7), r"(?s)Źródła.*status: +answered\n.*rag_completed.*answer_from_documents.*"
                                     r'"arguments": \{\}')
        for numer in (5, 9):
            self.assertNotIn("rag_completed", self.po(numer))

    def test_pliki_sesji(self):
        self.assertEqual(len(self.sesje), 1)
        self.assertRegex(self.sesje[0].name, f"^{NAZWA_SESJI.pattern}$")
        for plik in self.sesje[0].iterdir():
            self.assertTrue(plik.name == "sesja.json" or NAZWA_TURY.fullmatch(plik.name), plik.name)
            tekst = plik.read_bytes().decode("utf-8")
            self.assertTrue(tekst.startswith("{\n  "), "plik ma wcięcia")
            scisly_json(tekst)

    def test_jeden_plik_na_ture_o_nazwie_z_jej_pol(self):
        zapisane = tury(self.sesje[0])
        self.assertEqual({f"{w['conversation_id']}_{w['turn_id']:03d}_{w['result_id']}.json" for w in zapisane},
                         {p.name for p in self.sesje[0].iterdir()} - {"sesja.json"})
        pytania = [w["original_question"] for w in zapisane]
        self.assertCountEqual(pytania, ["", *["Pokaż źródła"] * 3, STAN, self.WIERSZE[7], "Metadane DOC-INSTR",
                                        "Jak sprawdzić jej stan?"])
        rozmowy = {}
        for wynik in zapisane:
            rozmowy.setdefault(wynik["conversation_id"], []).append(wynik["turn_id"])
        self.assertEqual(sorted(rozmowy.values()), [[1], [1, 2, 3, 4, 5, 6, 7]], "/clear zaczyna od tury 1")

    def test_sesja_json(self):
        sesja = json.loads((self.sesje[0] / "sesja.json").read_text(encoding="utf-8"))
        self.assertEqual(set(sesja), {"selector", "config", "created_at", "models", "ollama", "sha256"})
        self.assertEqual(set(sesja["config"]), set(CONFIG))
        self.assertEqual((sesja["selector"], sesja["config"]["chat_model"]), (CONFIG["selector"], "cwiczebny-chat"))
        self.assertEqual(set(sesja["models"]), {"cwiczebny-chat", "cwiczebny-embed"})
        for skrot in sesja["models"].values():
            self.assertRegex(skrot, r"^[0-9a-f]{64}$")
        self.assertIn("cwiczebny", sesja["ollama"]["version"])
        pliki = {p.relative_to(self.folder).as_posix() for wzor in ("*.py",
                                                                    "pomoc/*.py") for p in self.folder.glob(wzor)}
        self.assertLessEqual(pliki | {"config.json", "scenariusze.json", "dane/chunks.jsonl"}, set(sesja["sha256"]))
        self.assertIn("dane/index.json", konsola.DANE)
        for nazwa, skrot in sesja["sha256"].items():
            self.assertEqual(skrot, hashlib.sha256((self.folder / nazwa).read_bytes()).hexdigest(), nazwa)


class Wejscie(NaKopii):
    """Każdy test to świeża sesja; ostatnia w folderze wyniki jest jego."""

    def setUp(self):
        shutil.rmtree(self.folder / "wyniki", ignore_errors=True)

    def test_koniec_danych_bez_exit(self):
        for wiersze in ((), ("Pokaż źródła",)):
            self.assertIn("Koniec rozmowy", self.udana(rozmowa(self.folder, *wiersze)))

    def test_wiersz_bez_konca(self):
        self.udana(surowa_rozmowa(self.folder, "Pokaż źródła".encode(), "utf-8"))
        self.assertEqual([t["reason"] for t in tury(sesje(self.folder)[0])], ["missing_previous_sources"])

    def rozpoznana(self, bajty, kodowanie):
        """Sprawdza, że prośba o źródła podana bajtami doszła do programu nieuszkodzona; zwraca wydruk."""
        wydruk = self.udana(surowa_rozmowa(self.folder, bajty, kodowanie)).decode(kodowanie)
        zapisane = tury(sesje(self.folder)[0])
        self.assertEqual([(t["original_question"], t["reason"]) for t in zapisane],
                         [("Pokaż źródła", "missing_previous_sources")])
        return wydruk

    def test_konsola_ascii(self):
        self.assertRegex(self.rozpoznana("Pokaż źródła\n".encode(), "ascii"), r"Nie ma \?r\?de\?")

    def test_konsola_cp1250(self):
        self.assertIn("Nie ma źródeł", self.rozpoznana("Pokaż źródła\n".encode("cp1250"), "cp1250"))

    def test_konsola_cp1250_i_plik_utf8(self):
        self.assertIn("Nie ma źródeł", self.rozpoznana("Pokaż źródła\n".encode(), "cp1250"))

    def test_bom_przed_pytaniem(self):
        for kodowanie in ("utf-8", "ascii"):
            with self.subTest(kodowanie):
                self.setUp()
                self.rozpoznana("\ufeffPokaż źródła\n".encode(), kodowanie)

    def test_bom_przed_poleceniem(self):
        self.udana(surowa_rozmowa(self.folder, "\ufeff/exit\nPokaż źródła\n".encode(), "utf-8"))
        self.assertEqual(tury(sesje(self.folder)[0]), [])

    def test_wielkosc_liter_polecenia_nie_ma_znaczenia(self):
        wydruk = self.udana(rozmowa(self.folder, "/HISTORY", "/Sources", "/Exit", "Pokaż źródła"))
        self.assertRegex(wydruk, r"(?s)Historia jest pusta.*Nie ma źródeł.*Koniec rozmowy")
        self.assertEqual(len(tury(sesje(self.folder)[0])), 1)

    def test_okno_o_jednej_kolumnie(self):
        wydruk = self.udana(rozmowa(self.folder, "/documents", STAN, env={"COLUMNS": "1"}))
        self.assertRegex(wydruk, r"DOC-INSTR(?s:.*)systemctl\s+status\s+docassist-api")

    def test_bajty_w_zadnym_kodowaniu(self):
        self.udana(surowa_rozmowa(self.folder, b"Co to \xff\xfe jest?\x00\n\xb9\xea\n", "utf-8"))
        self.assertEqual(len(tury(sesje(self.folder)[0])), 2)

    def test_druga_sesja_nie_zmienia_pierwszej(self):
        self.udana(rozmowa(self.folder, "Pokaż źródła"))
        pierwsza = {p: p.read_bytes() for p in sesje(self.folder)[0].iterdir()}
        self.udana(rozmowa(self.folder, "Pokaż źródła"))
        self.assertEqual(len(sesje(self.folder)), 2)
        self.assertEqual({p: p.read_bytes() for p in pierwsza}, pierwsza)

    def test_sciezka_z_odstepami_i_polskimi_literami(self):
        inny = wspolne.kopia_asystenta(self.tmp / "Zażółć gęślą jaźń (kopia)")
        for kodowanie in ("utf-8", "ascii"):
            with self.subTest(kodowanie):
                self.udana(rozmowa(inny, STAN, cwd=inny.parent, env={"PYTHONIOENCODING": kodowanie}))
        self.assertEqual([t["status"] for s in sesje(inny) for t in tury(s)], ["answered"] * 2)

    def test_plik_w_miejscu_folderu_wynikow(self):
        plik = self.folder / "wyniki"
        plik.write_text("moje notatki", encoding="utf-8")
        try:
            self.nieudana(rozmowa(self.folder, STAN), "wyniki")
            self.assertEqual(plik.read_text(encoding="utf-8"), "moje notatki")
        finally:
            plik.unlink()

    def test_zmienna_srodowiska_zamiast_opcji(self):
        wydruk = self.udana(rozmowa(self.folder, argumenty=(), env={"ASYSTENT_SILNIK": "cwiczebny"}))
        self.assertIn("Silnik ćwiczebny", wydruk.splitlines()[0])
        self.assertEqual(wydruk.count("Silnik ćwiczebny"), 1)

    def test_zla_zmienna_i_zla_opcja(self):
        proces = rozmowa(self.folder, argumenty=(), env={"ASYSTENT_SILNIK": "chmura"})
        self.nieudana(proces, "(?s)ASYSTENT_SILNIK.*chmura.*ollama.*cwiczebny")
        for argumenty in (("--silnik", "chmura"), ("--wybor", "magia"), ("--nieznana",)):
            proces = rozmowa(self.folder, argumenty=argumenty)
            self.assertEqual(proces.returncode, 2, proces.stderr)
            self.assertNotIn("Traceback", proces.stderr)
        self.assertEqual(sesje(self.folder), [])

    def test_wybor_modelu(self):
        self.udana(rozmowa(self.folder, STAN, argumenty=("--silnik", "cwiczebny", "--wybor", "model")))
        tura = tury(sesje(self.folder)[0])[0]
        self.assertEqual((tura["selector"], tura["status"]), ("model", "answered"))
        self.assertTrue(tura["selection_trace"])


class ZUsluga(NaKopii):
    """Program bez silnika ćwiczebnego: usługę gra ZlySerwer, który umie wstrzymać odpowiedź."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.czat = chat("Gotowe [S1].")
        cls.serwer = ZlySerwer({
            "/api/version": wersja(), "/api/tags": tags(CONFIG["chat_model"], CONFIG["embedding_model"]),
            "/api/embed": lambda z: embed([[0.6, 0.8]] * len(z["json"]["input"])), "/api/chat": lambda z: cls.czat})
        cls.serwer.__enter__()
        cls.addClassCleanup(cls.serwer.__exit__)
        cls.ustaw_adres(cls.folder, cls.serwer.adres)
        budowa = wspolne.uruchom(cls.folder / "indeks.py", "build")
        if budowa.returncode:
            raise AssertionError(budowa.stderr)

    @staticmethod
    def ustaw_adres(folder, adres):
        plik = folder / "config.json"
        config = json.loads(plik.read_text(encoding="utf-8")) | {"ollama_url": adres}
        plik.write_text(json.dumps(config), encoding="utf-8")

    def setUp(self):
        shutil.rmtree(self.folder / "wyniki", ignore_errors=True)

    def test_usluga_nie_dziala(self):
        kopia = Path(shutil.copytree(self.folder, self.tmp / "bez_uslugi"))
        self.ustaw_adres(kopia, f"http://127.0.0.1:{martwy_port()}")
        proces = rozmowa(kopia, STAN, argumenty=())
        self.nieudana(proces, "Uruchom Ollamę")
        self.assertNotIn("ćwiczebny", proces.stdout)
        self.assertEqual(sesje(kopia), [])

    def test_bez_indeksu(self):
        kopia = Path(shutil.copytree(self.folder, self.tmp / "bez_indeksu"))
        (kopia / "dane" / "index.json").unlink()
        self.nieudana(rozmowa(kopia, STAN, argumenty=()), r"indeks\.py build")

    def test_opcja_ollama_przewaza_nad_zmienna(self):
        wydruk = self.udana(rozmowa(self.folder, STAN, argumenty=("--silnik", "ollama"),
                                    env={"ASYSTENT_SILNIK": "cwiczebny"}))
        self.assertRegex(wydruk, "Ollama")
        sesja = json.loads((sesje(self.folder)[0] / "sesja.json").read_text(encoding="utf-8"))
        self.assertEqual(set(sesja["models"]), {CONFIG["chat_model"], CONFIG["embedding_model"]})
        self.assertEqual(sesja["config"]["ollama_url"], self.serwer.adres)
        self.assertEqual(tury(sesje(self.folder)[0])[0]["answer"], "Gotowe [S1].")

    def test_awaria_uslugi_w_turze_nie_konczy_rozmowy(self):
        self.__class__.czat = kolejno(Odpowiedz(500, b'{"error": "awaria"}'), chat("Gotowe [S1]."))
        self.udana(rozmowa(self.folder, STAN, STAN, argumenty=()))
        self.assertEqual([t["status"] for t in tury(sesje(self.folder)[0])], ["error", "answered"])

    def test_zbyt_gleboka_odpowiedz_konczy_ture_a_nie_rozmowe(self):
        gleboka = []
        for _ in range(60):
            gleboka = [gleboka]
        self.__class__.czat = kolejno(chat("Gotowe [S1].", dodatek=gleboka), chat("Gotowe [S1]."))
        self.assertIn("zagnieżdżony", self.udana(rozmowa(self.folder, STAN, STAN, argumenty=())))
        self.assertEqual([t["status"] for t in tury(sesje(self.folder)[0])], ["error", "answered"])


def _z_ctrl_c():
    """Zwraca klasę testów przerwania; sygnał i terminal w tej postaci zna tylko POSIX."""
    import pty
    import select
    import signal
    import time

    # Proces potomny dostaje zwykłą obsługę Ctrl-C, nawet gdy testy działają w tle, i własny terminal.
    START = ("import fcntl, os, runpy, signal, sys, termios\n"
             "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
             "if os.isatty(0): fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
             "sys.argv.pop(0); sys.path.insert(0, os.path.dirname(sys.argv[0]))\n"
             "runpy.run_path(sys.argv[0], run_name='__main__')\n")

    class CtrlC(ZUsluga):
        def setUp(self):
            super().setUp()
            self.nadeszlo = threading.Event()
            self.__class__.czat = kolejno(self.wstrzymaj, chat("Gotowe [S1]."))

        def wstrzymaj(self, zapytanie):
            self.nadeszlo.set()
            return Odpowiedz(czekaj=threading.Event())

        def start(self, **strumienie):
            proces = subprocess.Popen([sys.executable, "-c", START, str(self.folder / "konsola.py")],
                                      env=wspolne.srodowisko(), start_new_session=True, **strumienie)
            self.addCleanup(proces.wait)
            self.addCleanup(proces.kill)
            return proces

        def test_sygnal_konczy_ture_a_nie_rozmowe(self):
            proces = self.start(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            proces.stdin.write(f"{STAN}\n".encode())
            proces.stdin.flush()
            self.assertTrue(self.nadeszlo.wait(30), "pytanie nie doszło do usługi")
            proces.send_signal(signal.SIGINT)
            wydruk, bledy = proces.communicate(f"{STAN}\n/history\n".encode(), timeout=30)
            self.assertEqual((proces.returncode, bledy), (0, b""), wydruk.decode())
            self.assertIn("Przerwano tę turę", wydruk.decode())
            zapisane = tury(sesje(self.folder)[0])
            self.assertEqual([(t["turn_id"], t["answer"]) for t in zapisane], [(1, "Gotowe [S1].")])

        def test_terminal_wskaznik_i_ctrl_c(self):
            pan, sluga = pty.openpty()
            self.addCleanup(os.close, pan)
            proces = self.start(stdin=sluga, stdout=sluga, stderr=sluga)
            os.close(sluga)
            self.czytaj(pan, r"Ty> ")
            os.write(pan, f"{STAN}\n".encode())
            self.czytaj(pan, r"Pracuję [1-9]\d* s")
            os.write(pan, b"\x03")
            self.czytaj(pan, r"(?s)Przerwano tę turę.*Ty> ")
            os.write(pan, f"{STAN}\n".encode())
            self.czytaj(pan, r"(?s)Gotowe \[S1\].*Ty> ")
            os.write(pan, b"\x03")
            self.assertNotIn("Traceback", self.czytaj(pan, r"Koniec rozmowy", po_ciszy=b"\x03"))
            self.assertEqual(proces.wait(30), 0)

        def czytaj(self, terminal, wzorzec, po_ciszy=b""):
            """Czyta z terminala, aż pojawi się wzorzec; zwraca przeczytany tekst.

            po_ciszy – klawisz wysyłany po każdej sekundzie ciszy: Ctrl-C, które nadeszło między wydrukowaniem
            zachęty a początkiem czekania na wiersz, Python zauważa dopiero po następnym klawiszu.
            """
            bajty, koniec = b"", time.monotonic() + 30
            while not re.search(wzorzec, tekst := bajty.decode("utf-8", "replace")):
                self.assertLess(time.monotonic(), koniec, f"nie pojawiło się {wzorzec!r}, jest: {tekst}")
                try:
                    if select.select([terminal], [], [], 1)[0]:
                        bajty += os.read(terminal, 4096)
                    else:
                        os.write(terminal, po_ciszy)
                except OSError:
                    self.fail(f"program się skończył, zanim pojawiło się {wzorzec!r}: {tekst}")
            return tekst

    # Testy klasy bazowej już biegną osobno; tu powtórzyłyby się niepotrzebnie.
    for nazwa in [n for n in dir(ZUsluga) if n.startswith("test_")]:
        setattr(CtrlC, nazwa, None)
    return CtrlC


if os.name == "posix":
    CtrlC = _z_ctrl_c()


class Zapis(unittest.TestCase):
    def setUp(self):
        tymczasowy = tempfile.TemporaryDirectory()
        self.addCleanup(tymczasowy.cleanup)
        self.folder = Path(tymczasowy.name)

    def test_zapisz_niczego_nie_zastepuje(self):
        plik = self.folder / "wynik.json"
        konsola.zapisz(plik, {"ż": [1.5, None]})
        self.assertEqual(plik.read_text(encoding="utf-8"), '{\n  "ż": [\n    1.5,\n    null\n  ]\n}\n')
        self.assertRaises(FileExistsError, konsola.zapisz, plik, {"inne": 1})
        self.assertIn("1.5", plik.read_text(encoding="utf-8"))

    def test_zapisz_odrzuca_to_czego_json_nie_zna(self):
        for dane in ({"a": float("nan")}, {"a": float("inf")}, {"a": {1}}, {"a": object()}):
            self.assertRaises((ValueError, TypeError), konsola.zapisz, self.folder / "x.json", dane)
        self.assertEqual(list(self.folder.iterdir()), [])

    def nowa_sesja(self):
        """Zakłada sesję tak, jak program; zwraca (kod wyjścia, stderr)."""
        bledy = io.StringIO()
        with mock.patch.multiple(konsola, WYNIKI=self.folder / "wyniki", require_models=lambda _: {},
                                 api=lambda _: wersja()), contextlib.redirect_stderr(bledy):
            return konsola.polecenia.prowadz(lambda: konsola.nowy_zapis("rozmowa", "reguly") and 0), bledy.getvalue()

    def test_folder_sesji_bez_opisu_znika(self):
        brak_miejsca = OSError(errno.ENOSPC, "No space left on device")
        with mock.patch("os.fsync", side_effect=brak_miejsca):
            kod, bledy = self.nowa_sesja()
        self.assertEqual((kod, list((self.folder / "wyniki").iterdir())), (1, []))
        self.assertRegex(bledy, r"sesja\.json: brak miejsca na dysku\.")
        self.assertEqual(self.nowa_sesja(), (0, ""))
        self.assertEqual([p.name for p in (self.folder / "wyniki").glob("*/*")], ["sesja.json"])

    def test_folderu_wynikow_nie_mozna_zalozyc(self):
        for numer, opis in ((errno.EACCES, "brak uprawnień"), (errno.EROFS, "dysk jest tylko do odczytu"),
                            (errno.ENOTDIR, "w miejscu folderu leży plik")):
            awaria = OSError(numer, os.strerror(numer), str(self.folder / "wyniki"))
            with self.subTest(opis), mock.patch.object(Path, "mkdir", side_effect=awaria):
                kod, bledy = self.nowa_sesja()
                self.assertEqual(kod, 1)
                self.assertRegex(bledy, f"^Błąd pliku: .*wyniki: {opis}\\. Sprawdź .*\n$")

    def test_nieudany_zapis_nie_konczy_rozmowy(self):
        sesja = self.folder / "sesja"   # powstanie dopiero przed drugim pytaniem

        def wiersze():
            yield "Pokaż źródła"
            sesja.mkdir()
            yield "Pokaż źródła"
            yield EOFError()

        wydruk = io.StringIO()
        with mock.patch("builtins.input", side_effect=wiersze()), contextlib.redirect_stdout(wydruk):
            konsola.rozmawiaj(sesja, "reguly", [], {})
        self.assertEqual([t["turn_id"] for t in tury(sesja)], [2])
        self.assertEqual(wydruk.getvalue().count("Tej tury nie udało się zapisać"), 1)
        self.assertEqual(wydruk.getvalue().count("[potrzebne doprecyzowanie]"), 2)


class Pokaz(unittest.TestCase):
    def wynik(self, **pola):
        zrodlo = {"label": "S1", "chunk_id": "DOC#7", "text": "Treść.", "score": 0.5,
                  "metadata": {"document_id": "DOC", "source": "a.txt", "title": "T", "version": "1",
                               "status": "active", "section": "Rozdział", "page_number": 4}}
        return {"turn_id": 3, "status": "answered", "answer": "Odpowiedź [S1].", "sources": [zrodlo],
                "source_origin": {"turn_id": 3, "result_id": "r"}, "warnings": [], "history_used": True,
                "tool": {"name": "answer_from_documents", "executed": True}, "rag": {"candidates": []},
                "standalone_question": "Pełne pytanie?", "reason": "rag_completed",
                "decision": {"decision": "tool_call", "action": "answer_from_documents"}} | pola

    def pokaz(self, debug=False, **pola):
        wynik = self.wynik(**pola)
        przed = copy.deepcopy(wynik)
        with contextlib.redirect_stdout(io.StringIO()) as wydruk:
            konsola.pokaz(wynik, debug)
        self.assertEqual(wynik, przed, "pokazanie nie zmienia wyniku")
        return wydruk.getvalue()

    def test_odpowiedz_ze_zrodlami(self):
        wydruk = self.pokaz()
        self.assertRegex(wydruk, r"(?s)^\[odpowiedź\]\nOdpowiedź \[S1\]\.\n.*DOC#7.*z tury 3")
        self.assertIn("a.txt", wydruk)
        for szczegol in ("Pełne pytanie?", "rag_completed", "tool_call"):
            self.assertNotIn(szczegol, wydruk)

    def test_szczegoly(self):
        wydruk = self.pokaz(debug=True)
        for szczegol in ("Pełne pytanie?", "rag_completed", "tool_call", "answer_from_documents",
                         "  tura:           3\n", "  status:         answered\n", "  z historii:     tak\n"):
            self.assertIn(szczegol, wydruk)
        self.pokaz(debug=True, tool={}, decision=None, rag=None, standalone_question=None, sources=[],
                   source_origin=None)

    def test_lista_zrodel_nie_jest_powtarzana(self):
        wydruk = self.pokaz(tool={"name": "show_last_sources", "executed": True}, answer="[S1] a.txt DOC#7",
                            source_origin={"turn_id": 1, "result_id": "r"})
        self.assertEqual(wydruk.count("DOC#7"), 1)
        self.assertIn("z tury 1", wydruk)

    def test_bez_zrodel_nie_mowi_o_turze(self):
        wydruk = self.pokaz(sources=[], source_origin=None, tool={}, status="rejected")
        self.assertNotRegex(wydruk, "Źródła|z tury")
        self.assertIn("[odmowa]", wydruk)

    def test_kazdy_status_i_ostrzezenia(self):
        statusy = {self.pokaz(status=s).splitlines()[0] for s in konsola.STATUSY}
        self.assertEqual(len(statusy), 5)
        wydruk = self.pokaz(warnings=["Pierwsza uwaga.", "Druga uwaga."])
        self.assertIn("\nUwaga: Pierwsza uwaga.\nUwaga: Druga uwaga.\n", wydruk)
        self.assertIn("\nUwaga: W dwóch wierszach.\n", self.pokaz(warnings=["W dwóch\nwierszach."]))
        self.assertEqual(self.pokaz(status="obcy").splitlines()[0], "[obcy]")

    def test_znaki_sterujace_sa_widoczne(self):
        zly = "\x1b[2J\x07\u202e\r\x9b"
        zrodlo = self.wynik()["sources"][0]
        zrodlo["metadata"] |= {"source": zly, "title": zly, "section": zly}
        wydruk = self.pokaz(debug=True, answer=zly, warnings=[zly], sources=[zrodlo], reason=zly,
                            standalone_question=zly,
                            decision={"decision": zly, "action": zly})
        self.assertNotRegex(wydruk, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")
        self.assertGreater(wydruk.count("\\x1b"), 5)


class SwiezyKlon(unittest.TestCase):
    def test_po_rozmowie_i_budowie_indeksu_git_nie_widzi_zmian(self):
        with tempfile.TemporaryDirectory() as tmp:
            klon = Path(tmp) / "klon"
            if (REPOZYTORIUM / ".git").exists():
                self.git("clone", "-q", REPOZYTORIUM, klon)
            else:
                shutil.copytree(REPOZYTORIUM, klon, ignore=shutil.ignore_patterns(*wspolne.SLADY_PRACY))
                self.git("init", "-q", klon)
                self.git("-C", klon, "add", ".")
                self.git("-C", klon, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "t")
            self.assertEqual(self.git("-C", klon, "status", "--porcelain"), "")
            folder = klon / "Kod" / "Rozwiazanie" / "asystent"
            for program, argumenty in (("konsola.py", ()), ("indeks.py", ("build",)), ("konsola.py", ())):
                proces = wspolne.uruchom(folder / program, *argumenty, "--silnik", "cwiczebny", cwd=tmp,
                                         input=STAN + "\n",
                                         env={"PYTHONDONTWRITEBYTECODE": ""})
                self.assertEqual(proces.returncode, 0, proces.stderr)
            self.assertEqual(len(sesje(folder)), 2)
            self.assertEqual(self.git("-C", klon, "status", "--porcelain"), "")

    def git(self, *argumenty):
        proces = subprocess.run(["git", "-c", "safe.directory=*", *map(str, argumenty)], capture_output=True,
                                encoding="utf-8")
        self.assertEqual(proces.returncode, 0, proces.stderr)
        return proces.stdout


if __name__ == "__main__":
    unittest.main()
