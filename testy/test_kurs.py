"""Pokój testów kursu asystenta: co kurs.py mówi uczącemu się w każdej sytuacji, od świeżego Startu do ośmiu zadań.

Uruchamianie kursu i to, co sprawdza się tak samo w obu kursach, jest w pokoju kursy.py.
"""
import ast
import contextlib
import importlib
import io
import json
import os
import re
import socket
import unittest
from pathlib import Path
from unittest import mock

import kursy
import wspolne
from kursy import bez_liczb

# isort: split
import ekran as ekran_programu
from pomoc import kurs_ekran
from pomoc.zadania import KURS, TESTY_GOTOWEGO, ZADANIA

PIERWSZE = """\
Teraz: zadanie 1 z 8, pamiec.nowy_stan – Stan nowej rozmowy (około 10 minut)
  Zadanie:      Zwróć nowy słownik stanu z sześcioma polami, a w nim nowe, puste listy.
  Gdzie:        pamiec.py, wiersz #. Opis pod nagłówkiem mówi, co dokładnie ma dać funkcja. Swoją
                treść wpisz zamiast raise.
  Test:         Każdy nowy stan ma komplet pól, własny identyfikator i listy, których nie dzieli z
                innym stanem.
  Wywołanie:    pamiec.nowy_stan()
  Wyszło:       wyjątek NotImplementedError, bo funkcja czeka na napisanie
  Powtórz:      python -m unittest sprawdz.Pamiec.test_independent_states
  Przeczytaj:   CZYTAJ_NAJPIERW.md, część „Zadanie 1”
  Pomoc:        python kurs.py podpowiedz
"""
KONIEC = """\
  Brawo:        Wszystkie zadania są zrobione, wszystkie testy przechodzą.
  Porozmawiaj:  python konsola.py --silnik cwiczebny
  Oceń:         python ewaluacja.py --silnik cwiczebny
  Przeczytaj:   CZYTAJ_NAJPIERW.md, część „Po zadaniach”; z prawdziwym modelem pomiń --silnik
                cwiczebny
  Z książki:    konsola i ewaluacja przepisane z książki nie znają --silnik: ustaw przed nimi
                zmienną ASYSTENT_SILNIK=cwiczebny
"""


def tabela(postepy):
    """Zwraca tabelę zadań asystenta."""
    return kursy.tabela(ZADANIA, postepy)


WZORY = {
    "błąd składni": tabela("!.......") + """\
Teraz: popraw zapis w pliku pamiec.py
  Co się stało: Python nie umie przeczytać tego pliku, więc nie ruszą testy, które go potrzebują.
  Gdzie:        pamiec.py, wiersz #: return {"next_turn": 1,
  Python mówi:  '{' was never closed
  Co to znaczy: Otwarty nawias nie jest zamknięty. Miejsce otwarcia wskazuje ten wiersz.
  Powtórz:      python kurs.py
""",
    "brak funkcji": tabela("t.......") + """\
Teraz: zadanie 1 z 8, pamiec.nowy_stan – Stan nowej rozmowy (około 10 minut)
  Test:         Każdy nowy stan ma komplet pól, własny identyfikator i listy, których nie dzieli z
                innym stanem.
  Co się stało: W pliku pamiec.py nie ma funkcji nowy_stan. Testy i reszta programu wołają ją
                dokładnie pod tą nazwą. Przywróć jej nazwę; początkową postać wstawi polecenie:
                python kurs.py przywroc pamiec.nowy_stan
  Powtórz:      python -m unittest sprawdz.Pamiec.test_independent_states
  Przeczytaj:   CZYTAJ_NAJPIERW.md, część „Zadanie 1”
  Pomoc:        python kurs.py podpowiedz
""",
    "w połowie": tabela("zt......") + """\
Teraz: zadanie 2 z 8, pamiec.rozwin_pytanie – Pytanie, które odwołuje się do poprzednich (około 30
minut)
  Test:         Bez historii pytanie zależne kończy się prośbą o pełne, a każde inne przechodzi bez
                zmian.
  Wywołanie:    pamiec.rozwin_pytanie('Jak sprawdzić jej stan?', []), pole „standalone”
  Wyszło:       'Jak sprawdzić jej stan?'
  Miało być:    None
  Gdzie:        pamiec.py, funkcja rozwin_pytanie (od wiersza #)
  Powtórz:      python -m unittest sprawdz.Pamiec.test_ambiguous_without_history
  Przeczytaj:   CZYTAJ_NAJPIERW.md, część „Zadanie 2”
  Pomoc:        python kurs.py podpowiedz
""",
    "wyjątek": tabela("t.......") + """\
Teraz: zadanie 1 z 8, pamiec.nowy_stan – Stan nowej rozmowy (około 10 minut)
  Test:         Każdy nowy stan ma komplet pól, własny identyfikator i listy, których nie dzieli z
                innym stanem.
  Wywołanie:    pamiec.nowy_stan()
  Wyszło:       wyjątek NameError: name 'nazwa' is not defined
  Miało być:    wynik bez wyjątku
  Co to znaczy: Python nie zna tej nazwy: sprawdź jej pisownię oraz to, czy powstała wcześniej lub
                jest w importach.
  Gdzie:        pamiec.py, wiersz #: return {"conversation_id": nazwa}
  Powtórz:      python -m unittest sprawdz.Pamiec.test_independent_states
  Przeczytaj:   CZYTAJ_NAJPIERW.md, część „Zadanie 1”
  Pomoc:        python kurs.py podpowiedz
""",
    "zostało raise": tabela("zzzt....") + """\
Teraz: zadanie 4 z 8, narzedzia.wykonaj – Bramka przed narzędziami (około 40 minut)
  Test:         Działają tylko trzy narzędzia z rejestru, a każda próba, także nieudana, zużywa
                limit tury.
  Co się stało: Treść jest już napisana, ale w wierszu # została instrukcja raise
                NotImplementedError. Usuń ją w całości: dopóki tam stoi, Python ją wykonuje i
                funkcja udaje nienapisaną.
  Gdzie:        narzedzia.py, wiersz #: raise NotImplementedError(
  Powtórz:      python -m unittest sprawdz.Narzedzia.test_allowlist_and_attempt_limit
  Przeczytaj:   CZYTAJ_NAJPIERW.md, część „Zadanie 4”
  Pomoc:        python kurs.py podpowiedz
""",
    "pętla bez końca": tabela("zzzt....") + """\
Teraz: zadanie 4 z 8, narzedzia.wykonaj – Bramka przed narzędziami (około 40 minut)
  Test:         Działają tylko trzy narzędzia z rejestru, a każda próba, także nieudana, zużywa
                limit tury.
  Co się stało: Test nie skończył się w # s. Kod kręci się w kółko w pliku narzedzia.py, w funkcji
                wykonaj.
  Gdzie:        narzedzia.py, wiersz #: while True: pass
  Wskazówka:    W pętli while coś musi się zmieniać tak, by jej warunek przestał być prawdziwy, a
                pętla for nie może dokładać do listy, po której idzie. Jeśli komputer był tylko
                zajęty, powtórz polecenie.
  Powtórz:      python kurs.py
  Przeczytaj:   CZYTAJ_NAJPIERW.md, część „Zadanie 4”
  Pomoc:        python kurs.py podpowiedz
""",
    "zmieniony test": tabela("z.......") + """\
Teraz: przywróć pliki kursu
  Co się stało: Inne niż w kursie: sprawdz.py (zmieniony).
  Co to znaczy: Od tych plików zależy, co uznajemy za zrobione, więc dopóki są inne niż w kursie,
                wynik nie jest pewny. Jeśli zmiana była celowa, zachowaj swoją wersję pod inną
                nazwą. Własne testy pisz w osobnym pliku, np. moje_testy.py, a testy z książki
                przepisz do sprawdz_ksiazka.py.
  Co zrobić:    Skopiuj je ponownie z archiwum kursu.
  Powtórz:      python kurs.py
""",
}


class Asystent:
    kurs = "asystent"
    pierwsze, koniec = PIERWSZE, KONIEC


class Kurs(Asystent, kursy.Kurs, unittest.TestCase):
    pass


class Postep(Asystent, kursy.Postep, unittest.TestCase):
    pass


class Polecenia(Asystent, kursy.Polecenia, unittest.TestCase):
    pass


class Slowa(Kurs):
    """Kurs bez polecenia: cały wydruk, słowo w słowo."""

    def test_blad_skladni(self):
        folder = self.po(0)
        self.napisz(folder, "pamiec.nowy_stan", 'return {"next_turn": 1,\n')
        self.mowi(WZORY["błąd składni"], folder)

    def test_blad_w_pliku_nie_cofa_zrobionych_zadan(self):
        """Zadanie z nieczytelnego pliku, także tylko importowanego, nie jest „w trakcie”: nie da się go zbadać."""
        for plik, postepy in (("decyzja.py", "zzzz!!!!"), ("konsola.py", "zzzzzzz!"), ("slowa.py", "!!!!!!!!")):
            folder = self.po(8, plik)
            with (folder / plik).open("a", encoding="utf-8") as modul:
                modul.write("\ndef f(:\n")
            wydruk = bez_liczb(self.uruchom(folder).stdout)
            with self.subTest(plik):
                self.assertTrue(wydruk.startswith(tabela(postepy) + f"Teraz: popraw zapis w pliku {plik}\n"), wydruk)

    def test_dlugie_wywolanie_traci_srodek(self):
        folder = self.po(3)
        self.napisz(folder, "narzedzia.wykonaj", "return {}")
        wydruk = " ".join(self.uruchom(folder).stdout.split())
        wywolanie = re.search(r"Wywołanie: (.+) Wyszło: ", wydruk).group(1)
        self.assertTrue(wywolanie.startswith("narzedzia.wykonaj({'action': 'delete_document', "), wywolanie)
        self.assertIn(" … ", wywolanie)
        self.assertTrue(wywolanie.endswith("'tool_attempted': False}})"), wywolanie)
        self.assertLess(len(wywolanie), 310)
        self.assertRegex(wydruk, r"Powtórz: python3? -m unittest sprawdz\.Narzedzia\.test_allowlist_and_attempt_limit ")

    def test_brak_funkcji(self):
        folder = self.po(0)
        self.zamien(folder / "pamiec.py", "def nowy_stan", "def nowy_stam")
        self.mowi(WZORY["brak funkcji"], folder)

    def test_w_polowie(self):
        folder = self.po(1)
        self.napisz(folder, "pamiec.rozwin_pytanie", "return _rozwiniecie(question, question, False)")
        self.mowi(WZORY["w połowie"], folder)

    def test_wyjatek_w_kodzie_ucznia(self):
        folder = self.po(0)
        self.napisz(folder, "pamiec.nowy_stan", 'return {"conversation_id": nazwa}')
        self.mowi(WZORY["wyjątek"], folder)

    def test_zostalo_raise(self):
        folder = self.po(3)
        self.napisz(folder, "narzedzia.wykonaj", 'context["state"]["tool_attempted"] = True', raise_zostaje=True)
        self.mowi(WZORY["zostało raise"], folder)

    def test_petla_bez_konca(self):
        folder = self.po(3)
        self.napisz(folder, "narzedzia.wykonaj", "while True: pass")
        self.mowi(WZORY["pętla bez końca"], folder)

    def test_zmieniony_plik_z_testami(self):
        folder = self.po(1)
        self.zamien(folder / "sprawdz.py", "1200", "1201")
        self.mowi(WZORY["zmieniony test"], folder)


class Stan(Kurs):
    def test_zmiany_w_sprawdzianach_nie_daja_kodu_zero(self):
        folder = self.po(8)
        for plik in ("sprawdz.py", "pomoc/sprawdzanie.py", "pomoc/zadania.py", "rag.py"):
            with (folder / plik).open("a", encoding="utf-8") as modul:
                modul.write("\nINNE = 1\n")
        (folder / "sprawdz_wiecej.py").unlink()
        proces = self.uruchom(folder)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("Inne niż w kursie: pomoc/sprawdzanie.py (zmieniony), pomoc/zadania.py (zmieniony), sprawdz.py "
                      "(zmieniony), sprawdz_wiecej.py (brak).", " ".join(proces.stdout.split()))

    def test_bez_wzorca_nie_ma_pewnosci(self):
        folder = self.po(8)
        (folder / "pomoc/wzorzec.json").unlink()
        proces = self.uruchom(folder)
        self.assertIn("Inne niż w kursie: pomoc/wzorzec.json (brak).", proces.stdout)
        self.assertEqual(proces.returncode, 1)

    def test_konce_wierszy_i_bom_nie_sa_zmiana(self):
        folder = self.po(8)
        for sciezka in folder.glob("*.py"):
            sciezka.write_bytes(b"\xef\xbb\xbf" + sciezka.read_bytes().replace(b"\n", b"\r\n"))
        self.mowi(tabela("zzzzzzzz") + KONIEC, folder, kod=0)

    def test_zepsuty_kod_oddany_gotowy(self):
        folder = self.po(8)
        self.zamien(folder / "pamiec.py", 'ValueError("message_too_long")', 'ValueError("za_dluga")')
        proces = self.uruchom(folder)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("Teraz: kod oddany gotowy przestał działać", proces.stdout)
        self.assertIn("Wyszło:       wyjątek ValueError('za_dluga')", proces.stdout)

    def test_testy_ida_w_kolejnosci_zapisu(self):
        """Pierwszy pokazany test jest pierwszym w klasie, od najprostszego, a nie pierwszym według alfabetu."""
        klasa = vars(importlib.import_module("sprawdz_wiecej"))["Zapamietaj"]
        nazwy = sorted((n for n in dir(klasa) if n.startswith("test_")),
                       key=lambda n: getattr(klasa, n).__code__.co_firstlineno)
        self.assertNotEqual(nazwy[0], min(nazwy), "ta klasa nie rozróżnia kolejności")
        self.assertRegex(self.uruchom(self.po(2)).stdout,
                         rf"Powtórz: +python3? -m unittest sprawdz_wiecej\.Zapamietaj\.{nazwy[0]}\n")

    def test_poprawna_funkcja_z_raise_na_koncu_nie_wraca_do_poczatku(self):
        """Postęp wynika z testów: raise pod return niczego nie psuje, a zepsuta treść cofa postęp."""
        folder = self.po(0)
        self.napisz(folder, "pamiec.nowy_stan", 'print("{", end="")\n'   # druk nie myli kursu
                    'return {"conversation_id": uuid.uuid4().hex, "next_turn": 1, '
                    '"history": [], "last_sources": [], "source_origin": None, "tool_attempted": False}', True)
        self.assertIn("Zadania: 1/8.", self.uruchom(folder).stdout)
        self.zamien(folder / "pamiec.py", '"next_turn": 1, "history"', '"next_turn": 0, "history"')
        self.assertIn("Zadania: 0/8.", self.uruchom(folder).stdout)

    def test_kod_ktory_konczy_program_albo_pisze_na_ekran(self):
        folder = self.po(0)
        self.napisz(folder, "pamiec.nowy_stan", 'print("{", end="")\nimport os\nos._exit(0)')
        wydruk = self.uruchom(folder).stdout
        self.assertIn("Kod zakończył cały program w środku testu.", wydruk)
        self.assertIn("[ ] 8. konsola.pokaz", wydruk)   # dalsze zadania też zostały zbadane

    def test_program_uruchomiony_przez_kod_ucznia_nie_myli_kursu(self):
        """Osobny proces pisze wprost na wyjście, z pominięciem sys.stdout, a i tak nie psuje wyniku zadania."""
        folder = self.po(8)
        self.zamien(folder / "konsola.py", "    print(f\"[{STATUSY.get(result",
                    '    __import__("subprocess").run([sys.executable, "-c", "print(\'{\', end=\\"\\")"])\n'
                    "    print(f\"[{STATUSY.get(result")
        self.assertIn("Zadania: 8/8.", self.uruchom(folder).stdout)

    def test_testy_zadan_nie_lacza_sie_z_usluga(self):
        folder = self.po(0)
        with socket.create_server(("127.0.0.1", 0)) as usluga:
            self.zamien(folder / "config.json", "11434", str(usluga.getsockname()[1]))
            self.napisz(folder, "pamiec.nowy_stan", 'from lokalny import api\nreturn api("/api/version")')
            wydruk = self.uruchom(folder).stdout
            usluga.setblocking(False)
            self.assertRaises(BlockingIOError, usluga.accept)
        self.assertIn("Wyszło:       wyjątek BladUslugi: Pod adresem", wydruk)

    def test_blad_w_pliku_spoza_zadan_i_zle_kodowanie(self):
        folder = self.po(0)
        with (folder / "slowa.py").open("a", encoding="utf-8") as plik:
            plik.write("\nreturn 1\n")
        wydruk = self.uruchom(folder).stdout
        self.assertIn("Teraz: popraw zapis w pliku slowa.py", wydruk)
        self.assertIn("Ta instrukcja stoi poza funkcją", wydruk)
        (folder / "pamiec.py").write_bytes("# za\u017c\u00f3\u0142\u0107\n".encode("cp1250"))
        self.assertIn("(może to Windows-1250)", " ".join(self.uruchom(folder).stdout.split()))

    def test_plik_o_nazwie_modulu_pythona(self):
        folder = self.po(0)
        (folder / "json.py").write_text("x = 1\n", encoding="utf-8")
        proces = self.uruchom(folder)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("Teraz: zmień nazwę json.py", proces.stdout)
        self.assertIn("BŁĄD   Nazwy plików: Zasłaniają moduły Pythona: json.py.", self.uruchom(folder, "lekarz").stdout)

    def test_uszkodzony_modul_kursu(self):
        folder = self.po(0)
        (folder / "pomoc" / "kurs_stan.py").write_text("def zbadaj(:\n", encoding="utf-8")
        proces = self.uruchom(folder)
        self.assertEqual(proces.returncode, 1)
        self.assertIn("plik kurs_stan.py jest uszkodzony, wiersz 1", proces.stdout)

    def test_z_innego_folderu_mowi_gdzie_wydawac_polecenia(self):
        folder = self.po(0)
        proces = self.uruchom(folder, program=(folder / "kurs.py",), cwd=self.tmp)
        self.assertIn(f"Polecenia wydawaj w folderze {folder.resolve()}\n", proces.stdout)


class Importy(Kurs):
    """Nazwa, którą książka importuje na początku pliku, ma w komunikacie swój wiersz importu."""

    def co_to_znaczy(self, folder):
        wydruk = " ".join(self.uruchom(folder).stdout.split())
        return re.search(r"Co to znaczy: (.+?) (?:Gdzie|Powtórz):", wydruk).group(1)

    def test_brakujacy_wiersz_importu(self):
        folder = self.po(3)
        for wiersz, nazwa in (("from copy import deepcopy", "deepcopy"), ("import json", "json"),
                              ("from pamiec import jawne_id", "jawne_id"), ("from rag import ask_rag", "ask_rag")):
            with self.subTest(nazwa):
                modul = folder / "narzedzia.py"
                modul.write_bytes(self.pliki_etapu(range(1, 4))["narzedzia.py"])
                self.zamien(modul, wiersz + "\n", "")
                self.napisz(folder, "narzedzia.wykonaj", f"return {nazwa}(1)")
                self.assertEqual(self.co_to_znaczy(folder),
                                 f"Brakuje importu. Na początku pliku narzedzia.py dopisz wiersz: {wiersz}")

    def test_brak_importu_w_kodzie_oddanym_gotowym_i_w_bloku_try(self):
        """Nazwę widać także wtedy, gdy wyjątek złapał własny try albo test czekał na inny wyjątek."""
        folder = self.po(4)
        self.zamien(folder / "pamiec.py", "from lokalny import CONFIG\n", "")
        self.assertEqual(self.co_to_znaczy(folder),
                         "Brakuje importu. Na początku pliku pamiec.py dopisz wiersz: from lokalny import CONFIG")
        folder = self.po(4, "w bloku try")
        self.zamien(folder / "narzedzia.py", "import json\n", "")
        self.zamien(folder / "narzedzia.py", "    if not _miesci_sie(dane):",
                    '    try:\n        json.dumps(dane)\n    except Exception as blad:\n'
                    '        return wynik | {"status": "error", "reason": str(blad)}\n    if not _miesci_sie(dane):')
        self.assertEqual(self.co_to_znaczy(folder),
                         "Brakuje importu. Na początku pliku narzedzia.py dopisz wiersz: import json")

    def test_modul_z_folderu_kursu(self):
        folder = self.po(7)
        self.zamien(folder / "konsola.py", "import ekran\n", "")
        self.napisz(folder, "konsola.pokaz", 'print(ekran.zawin(result["answer"]))')
        self.assertEqual(self.co_to_znaczy(folder),
                         "Brakuje importu. Na początku pliku konsola.py dopisz wiersz: import ekran")

    def test_literowka_ani_nazwa_z_tego_samego_pliku_nie_sa_brakiem_importu(self):
        for nazwa, tresc in (("deepcopi", "return deepcopi(1)"), ("REGISTRY", "del globals()['REGISTRY']; REGISTRY"),
                             ("krok", "return krok(1)")):   # asystent.py sam importuje z narzedzia.py
            folder = self.po(3, nazwa)
            with self.subTest(nazwa):
                self.napisz(folder, "narzedzia.wykonaj", tresc)
                self.assertIn("Python nie zna tej nazwy", self.co_to_znaczy(folder))


class Uwagi(Kurs):
    """Uwaga mówi, czego umowa nie żąda, a co warto mieć; nie zmienia wyniku i nie jest porażką."""

    def z_uwaga(self, zrobione):
        """Zwraca folder, w którym zadanie 2 nie rozumie pytań bez polskich liter, a wszystkie jego testy przechodzą."""
        folder = self.po(zrobione)
        self.zamien(folder / "pamiec.py", "    tekst = zloz(question)\n",
                    '    if "uslugi?" in question:\n        return _rozwiniecie(question, question, False)\n'
                    '    tekst = zloz(question)\n')
        return folder

    def test_pod_zrobionym_zadaniem_i_tylko_do_nastepnego(self):
        wydruk = bez_liczb(self.uruchom(self.z_uwaga(2)).stdout)
        self.assertTrue(wydruk.startswith(tabela("zz......") + """\
Uwagi do zrobionych zadań. To nie są błędy: testy przechodzą, a program może być lepszy.
  Zadanie 2:    Zwrot bez polskich liter („tej uslugi”) nie jest rozpoznawany, a wiele osób tak
                pisze. W tekście po slowa.zloz szukaj słów zapisanych bez tych liter.

Teraz: zadanie 3 z 8"""), wydruk)
        self.assertNotIn("Uwagi", self.uruchom(self.z_uwaga(3)).stdout)

    def test_po_ostatnim_zadaniu_wszystkie_a_kurs_jest_ukonczony(self):
        proces = self.uruchom(self.z_uwaga(8))
        self.assertEqual(proces.returncode, 0)
        self.assertRegex(proces.stdout, r"(?s)Zadania: 8/8\..*Brawo:.*\n\nUwagi.*Zadanie 2:")

    def test_niezrobione_zadanie_nie_ma_uwag(self):
        folder, zdarzenie = self.z_uwaga(2), '{"zdarzenie": "uwaga"'
        proces = ("-m", "pomoc.kurs_proces", "5", "2")
        self.assertIn(zdarzenie, self.uruchom(folder, program=proces).stdout)
        self.zamien(folder / "pamiec.py", "PYTANIE_O_FAILED, True", "PYTANIE_O_STAN, True")
        self.assertNotIn(zdarzenie, self.uruchom(folder, program=proces).stdout)

    def test_uwaga_ktora_sie_zapetla_nie_cofa_zadania(self):
        folder = self.po(2)
        self.zamien(folder / "pamiec.py", "    tekst = zloz(question)\n",
                    '    tekst = zloz(question)\n    while "uslugi?" in question:\n        pass\n')
        proces = self.uruchom(folder, program=("-c", kursy.Z_LIMITEM))
        self.assertTrue(bez_liczb(proces.stdout).startswith(tabela("zz......") + "Teraz: zadanie 3"), proces.stdout)

    def test_test_ktory_sam_sie_przewrocil_nie_jest_uwaga(self):
        folder = self.po(2)
        self.zamien(folder / "pomoc" / "uwagi.py", "        self.oczekuj_rozwiniecia(", "        raise LookupError(")
        self.assertNotIn('"uwaga"', self.uruchom(folder, "5", "2", program=("-m", "pomoc.kurs_proces")).stdout)

    def test_uwaga_ma_najwyzej_trzy_wiersze(self):
        uwagi = importlib.import_module("pomoc.uwagi")
        klasy = [zadanie["uwagi"].rpartition(".")[2] for zadanie in ZADANIA if "uwagi" in zadanie]
        self.assertEqual(set(klasy), {nazwa for nazwa, klasa in vars(uwagi).items() if isinstance(klasa, type)
                                      and issubclass(klasa, unittest.TestCase)})
        for test in unittest.defaultTestLoader.loadTestsFromNames([f"pomoc.uwagi.{klasa}" for klasa in klasy]):
            for jeden in test:
                opis = " ".join(getattr(jeden, jeden.id().rpartition(".")[2]).__doc__.split())
                with mock.patch.dict(os.environ, COLUMNS="80"):
                    self.assertLessEqual(len(ekran_programu.zawin(opis, " " * 16).splitlines()), 3, jeden.id())


class NazwyImportow(unittest.TestCase):
    def test_kurs_zna_kazda_nazwe_ktora_moduly_z_zadaniami_importuja(self):
        """Wykaz importów w zadaniach nie może zostać w tyle za rozwiązaniem: z niego bierze się rada dla ucznia."""
        znane = {(modul, nazwa) for modul, nazwy in KURS["importy"].items() for nazwa in nazwy}
        for plik in {zadanie["plik"] for zadanie in ZADANIA} - {"konsola.py"}:   # pokaz korzysta tylko z format_sources
            drzewo = ast.parse((wspolne.ASYSTENT / plik).read_text(encoding="utf-8"))
            importowane = {(wezel.module, alias.name) for wezel in drzewo.body if isinstance(wezel, ast.ImportFrom)
                           for alias in wezel.names}
            self.assertLessEqual(importowane - {("pliki", "scisly_json")}, znane, plik)


class CalyPlikZKsiazki(Kurs):
    """W pliku przepisanym z książki nie ma części, o których mówi opis zadania: kurs mówi, co z tym zrobić."""

    def test_przywroc_i_podpowiedz_ostrzegaja(self):
        folder = self.po(6)
        (folder / "asystent.py").write_text("def krok(message, state, records, index, catalog, selector='reguly'):\n"
                                            "    return {}\n", encoding="utf-8")
        for polecenie in (("przywroc", "7"), ("podpowiedz",)):
            wydruk = " ".join(self.uruchom(folder, *polecenie, odpowiedz="nie\n").stdout.split())
            self.assertIn("W pliku asystent.py nie ma tego, o czym mówi opis zadania: _zakoncz, KOMUNIKATY, "
                          "_nowy_wynik, SELEKTORY, _straz, _wybierz, _uzyj_narzedzia.", wydruk)
            self.assertIn("skopiuj cały asystent.py z archiwum kursu", wydruk)

    def test_zwykly_plik_nie_jest_podejrzany(self):
        for zrobione in range(8):
            folder = self.po(zrobione, f"Start {zrobione}")
            self.assertNotIn("o czym mówi opis", self.uruchom(folder, "podpowiedz").stdout)
        (folder / "konsola.py").unlink()
        self.assertIn("podpowiedź 2 z", self.uruchom(folder, "podpowiedz").stdout)


class Podpowiedzi(Kurs):
    def podpowiedz(self, folder):
        return " ".join(self.uruchom(folder, "podpowiedz").stdout.split())

    def test_pamiec_wolno_usunac_a_zepsuta_nie_przeszkadza(self):
        folder, swieza = self.po(1), {"pamiec.rozwin_pytanie": 1}
        pamiec = folder / "wyniki" / "kurs" / "podpowiedzi.json"
        for zla in (None, "{", '{"pamiec.rozwin_pytanie": "x"}'):
            if zla:
                pamiec.write_text(zla, encoding="utf-8")
            wydruk = self.podpowiedz(folder)
            self.assertIn("Zadanie 2, pamiec.rozwin_pytanie – podpowiedź 1 z ", wydruk)
            self.assertEqual("była nieczytelna" in wydruk, zla is not None)
            self.assertEqual(json.loads(pamiec.read_text(encoding="utf-8")), swieza)
        pamiec.write_text('{"pamiec.nowy_stan": 2}', encoding="utf-8")
        self.podpowiedz(folder)
        self.assertEqual(json.loads(pamiec.read_text(encoding="utf-8")), swieza | {"pamiec.nowy_stan": 2})

    def test_pamiec_podpowiedzi_nie_zmienia_postepu(self):
        folder = self.po(8)
        self.assertEqual(self.podpowiedz(folder), "Wszystkie zadania są zrobione, więc nie ma już czego podpowiadać.")
        self.assertFalse((folder / "wyniki").exists())


class Porownanie(Kurs):
    def test_takie_same(self):
        self.po(8, "Rozwiazanie")
        wydruk = self.uruchom(self.po(1), "porownaj", "1", odpowiedz="t\n").stdout
        self.assertIn("dokładnie taka sama jak w rozwiązaniu", wydruk)


class Przywracanie(Kurs):
    def przywroc(self, folder, nazwa="nowy_stan", odpowiedz="tak\n"):
        return self.uruchom(folder, "przywroc", nazwa, odpowiedz=odpowiedz).stdout

    def test_wraca_poczatek_a_praca_zostaje_w_kopii(self):
        folder = self.po(8)
        przed = (folder / "pamiec.py").read_bytes()
        wydruk = self.przywroc(folder)
        kopia = Path(re.search(r"wersja pliku pamiec\.py: (.+)", wydruk).group(1))
        self.assertEqual(kopia.read_bytes(), przed)
        self.assertEqual(kopia.parent, (folder / "wyniki" / "kurs").resolve())
        self.assertEqual((folder / "pamiec.py").read_bytes(),
                         self.pliki_etapu(self.numery[1:])["pamiec.py"])
        self.assertIn("Zadania: 6/8.", self.uruchom(folder).stdout)   # tura (zadanie 7) też potrzebuje nowy_stan
        self.assertIn("już jest na początku", self.przywroc(folder))

    def test_bez_tak_niczego_nie_zmienia(self):
        folder = self.po(8)
        przed = (folder / "pamiec.py").read_bytes()
        for odpowiedz in ("", "nie\n"):
            self.assertIn("Niczego nie zmieniono.", self.przywroc(folder, odpowiedz=odpowiedz))
        self.assertEqual((folder / "pamiec.py").read_bytes(), przed)
        self.assertFalse((folder / "wyniki").exists())

    def test_funkcja_usunieta_albo_z_bledem_skladni(self):
        poczatek, folder = self.wzorzec["zadania"]["pamiec.nowy_stan"], self.po(0)
        pamiec = folder / "pamiec.py"
        for naglowek in ("def nowy_stan(:\n    x = (\n", "def nowy_stan(a, b=1):\n"):
            self.zamien(pamiec, "def nowy_stan():\n", naglowek)
            self.przywroc(folder)
            self.assertEqual(pamiec.read_bytes(), self.swiezy["pamiec.py"])
        self.zamien(pamiec, poczatek, "")
        self.przywroc(folder)
        self.assertTrue(pamiec.read_text(encoding="utf-8").endswith("\n\n\n" + poczatek))

    def test_zachowuje_konce_wierszy_windows(self):
        folder = self.po(8)
        pamiec = folder / "pamiec.py"
        pamiec.write_bytes(pamiec.read_bytes().replace(b"\n", b"\r\n"))
        self.przywroc(folder)
        self.assertEqual(pamiec.read_bytes(), self.pliki_etapu(self.numery[1:])["pamiec.py"].replace(b"\n", b"\r\n"))


class Lekarz(Kurs):

    def test_klopoty_w_jednej_kontroli(self):
        folder = self.po(0)
        (folder / "random.py").write_text("x = 1\n", encoding="utf-8")
        (folder / "pamiec.py").write_text("def (\n", encoding="utf-8")
        for plik in ("sprawdz.py", "rag.py"):
            with (folder / plik).open("a", encoding="utf-8") as modul:
                modul.write("\nINNE = 1\n")
        (folder / "config.json").write_text("{", encoding="utf-8")
        proces = self.uruchom(folder, "lekarz")
        self.assertEqual(proces.returncode, 1)
        for wiersz in ("BŁĄD   Nazwy plików: Zasłaniają moduły Pythona: random.py", "BŁĄD   Zapis kodu:   pamiec.py, "
                       "wiersz 1:", "BŁĄD   Pliki kursu:  Inne niż w kursie: sprawdz.py (zmieniony)",
                       "UWAGA  Moduły:       Inne niż w kursie: rag.py (zmieniony)",
                       "BŁĄD   Usługa:       Moduł lokalny.py"):
            self.assertIn(wiersz, proces.stdout)

    def test_konsola_bez_polskich_liter(self):
        proces = self.uruchom(self.po(0), "lekarz", PYTHONIOENCODING="ascii")
        self.assertRegex(proces.stdout, r"UWAGA  Konsola: +kodowanie ascii nie ma polskich liter")


class Ekran(Kurs):
    def test_konsola_bez_znakow_dostaje_proste(self):
        wydruk = self.uruchom(self.po(8), PYTHONIOENCODING="ascii").stdout
        self.assertIn("[x] 1. pamiec.nowy_stan", wydruk)
        self.assertNotIn("?]", wydruk)

    def test_kolory_tylko_na_terminalu_i_bez_no_color(self):
        class Terminal(io.StringIO):
            encoding = "utf-8"

            def __init__(self, jest):
                super().__init__()
                self.jest = jest

            def isatty(self):
                return self.jest

        for jest, zmienne, kolor in ((True, {}, True), (False, {}, False), (True, {"NO_COLOR": "1"}, False),
                                     (True, {"TERM": "dumb"}, False)):
            ekran = Terminal(jest)
            czyste = {"NO_COLOR": "", "TERM": "xterm", "WT_SESSION": "1"}
            oslona = ekran_programu.Oslona(ekran)   # przepuszcza kolor, a obcy znak sterujący – nie
            with mock.patch.dict(os.environ, czyste | zmienne), contextlib.redirect_stdout(oslona):
                kurs_ekran.drukuj("zrobione\x1b[2J", "zielony")
            self.assertEqual("\x1b[32m" in ekran.getvalue(), kolor, (jest, zmienne))
            self.assertNotIn("\x1b[2J", ekran.getvalue())


class Dane(Asystent, kursy.Dane, unittest.TestCase):
    def test_kazdy_test_umowy_nalezy_do_jednego_miejsca(self):
        sprawdz = importlib.import_module("sprawdz")
        nazwy = [f"sprawdz.{klasa.__name__}.{metoda}" for klasa in vars(sprawdz).values()
                 if isinstance(klasa, type) and issubclass(klasa, unittest.TestCase)
                 for metoda in vars(klasa) if metoda.startswith("test_")]
        self.assertEqual(len(nazwy), 20)
        przypisane = [*TESTY_GOTOWEGO, *(test for z in ZADANIA for test in z["testy"])]
        for nazwa in nazwy:
            self.assertEqual(sum(nazwa == t or nazwa.startswith(t + ".") for t in przypisane), 1, nazwa)


if __name__ == "__main__":
    unittest.main()
