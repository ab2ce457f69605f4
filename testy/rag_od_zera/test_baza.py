"""Pokój testów bazy: otwieranie, trzy sposoby szukania porównane z rachunkiem wprost, remisy, zmiany i program.

Dane: mała baza z wektorami losowymi, ale stałymi; modelem jest funkcja, która pytaniu „w3” daje wektor numer 3.
"""
import contextlib
import io
import math
import os
import random
import shutil
import sqlite3
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import warsztat

# isort: split
import baza
import indeksuj
import lokalny
import polaczenie
import przeglad
import wektory
from pliki import BladDanych

WYMIAR = 16
DZIWNY = "Baza ąę #1 ?a=b %20 & co.sqlite"


def losowy(los):
    liczby = [los.gauss(0, 1) for _ in range(WYMIAR)]
    return wektory.z_bajtow(wektory.na_bajty([x / math.hypot(*liczby) for x in liczby]))   # tak zaokrągla baza


def fragment(zrodlo, pozycja, tekst="Treść."):
    return {"zrodlo": zrodlo, "strona": None, "naglowek": "", "pozycja": pozycja, "tekst": tekst}


class ZBaza(unittest.TestCase):
    """Folder tymczasowy i model, który nie potrzebuje usługi."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.plik = self.folder / DZIWNY
        self.digest, self.pytania = "d" * 64, {}
        self.latka(baza, "require_models", lambda nazwy: dict.fromkeys(nazwy, self.digest))
        self.latka(baza, "embeduj", lambda teksty: [self.pytania[tekst] for tekst in teksty])

    def latka(self, *argumenty):
        latka = mock.patch.object(*argumenty)
        latka.start()
        self.addCleanup(latka.stop)

    def utworz(self, sciezka=None, ciecie="akapity 1200"):
        con = baza.utworz(sciezka or self.plik, ciecie)
        self.addCleanup(con.close)
        return con

    def otworz(self):
        con = baza.otworz(self.plik)
        self.addCleanup(con.close)
        return con

    def dodaj(self, con, zrodlo, *pary):
        """Zapisuje plik z par (tekst, wektor), kolejno co 10 znaków."""
        fragmenty = [fragment(zrodlo, 10 * i, tekst) for i, (tekst, _) in enumerate(pary)]
        indeksuj.zapisz_plik(con, zrodlo, None, zrodlo, fragmenty, [wektor for _, wektor in pary])

    def losowa_baza(self, ile=200):
        """Zwraca (con, lista wektorów w kolejności bazy); pliki dodaje od końca, żeby id szły inaczej."""
        los, con = random.Random(5), self.utworz()
        wszystkie = [losowy(los) for _ in range(ile)]
        for poczatek in reversed(range(0, ile, 20)):
            self.dodaj(con, f"p{poczatek:04d}.txt",
                       *((f"tekst {i}", wszystkie[i]) for i in range(poczatek, poczatek + 20)))
        self.pytania = {f"w{i}": losowy(los) for i in range(10)}
        return con, wszystkie

    def oczekuj_bledu(self, wzor, funkcja, *argumenty):
        with self.assertRaisesRegex(BladDanych, wzor) as przechwycony:
            funkcja(*argumenty)
        return str(przechwycony.exception)


class Otwieranie(ZBaza):
    def test_baza_o_dziwnej_nazwie(self):
        con = self.utworz()
        self.dodaj(con, "a.txt", ("Stawka", losowy(random.Random(1))))
        self.assertEqual(os.listdir(self.folder), [DZIWNY])
        self.assertEqual([t["tekst"] for t in baza.szukaj_slownie(self.otworz(), "stawka")], ["Stawka"])

    def test_szukanie_nie_tworzy_brakujacej_bazy(self):
        self.oczekuj_bledu("nie ma takiej bazy.*indeksuj.py", baza.otworz, self.plik)
        self.assertEqual(os.listdir(self.folder), [])

    def test_cudzy_plik_zostaje_nietkniety(self):
        obca = sqlite3.connect(self.plik)
        obca.execute("CREATE TABLE moje (x)")
        obca.close()
        tresc = self.plik.read_bytes()
        self.oczekuj_bledu("nie jest baza", baza.otworz, self.plik)
        self.oczekuj_bledu("plik innego programu", baza.utworz, self.plik, "akapity 1200")
        self.assertEqual(self.plik.read_bytes(), tresc)

    def test_plik_ktory_nie_jest_baza(self):
        for tresc in (b"To jest notatka, a nie baza." * 50, b"\x00" * 5000):
            self.plik.write_bytes(tresc)
            for funkcja in (baza.otworz, lambda plik: baza.utworz(plik, "akapity 1200")):
                self.assertIn(DZIWNY, self.oczekuj_bledu("nie jest plik bazy.*indeksuj.py", funkcja, self.plik))
            self.assertEqual(self.plik.read_bytes(), tresc)

    def test_uszkodzona_w_srodku(self):
        con, _ = self.losowa_baza()
        con.close()
        tresc = bytearray(self.plik.read_bytes())
        tresc[4096:] = b"\xa5" * (len(tresc) - 4096)
        self.plik.write_bytes(tresc)
        self.oczekuj_bledu("uszkodzony.*indeksuj.py", lambda: baza.szukaj_wektorowo(self.otworz(), "w1"))

    def test_uszkodzony_wektor(self):
        con, _ = self.losowa_baza(20)
        con.execute("UPDATE fragmenty SET wektor = zeroblob(64) WHERE id = 7")
        self.oczekuj_bledu("uszkodzona.*indeksuj.py", baza.szukaj_wektorowo, con, "w1")

    def test_baza_nowszej_wersji_programu(self):
        con, _ = self.losowa_baza(20)
        con.execute("PRAGMA user_version = 2")
        self.oczekuj_bledu("nowsza wersja programu", baza.otworz, self.plik)
        self.oczekuj_bledu("nowsza wersja programu", baza.utworz, self.plik, "akapity 1200")

    def test_kazde_uszkodzenie_jest_nazwane_a_wynik_nigdy_zly(self):
        """Polecenie SQL psuje plik; żadne szukanie nie oddaje wtedy wyniku ani śladu stosu."""
        wszystkie = (baza.szukaj_wektorowo, baza.szukaj_dwuetapowo, baza.szukaj_slownie)
        for polecenie in (
                *(f"DELETE FROM ustawienia WHERE klucz = '{klucz}'"
                  for klucz in ("model", "digest", "ciecie", "wymiar")),
                *(f"UPDATE ustawienia SET wartosc = {wartosc} WHERE klucz = '{klucz}'" for klucz, wartosc in (
                    ("model", "1"), ("digest", "x'00'"), ("ciecie", "NULL"), ("wymiar", "'16'"), ("srednia", "'abc'"))),
                "INSERT OR REPLACE INTO ustawienia VALUES ('katalog', x'41')",
                "DELETE FROM fragmenty WHERE id = 7", "DELETE FROM tokeny WHERE rowid = 7"):
            with self.subTest(polecenie):
                con = self.zepsuta(polecenie)
                for funkcja in (baza.otworz, lambda plik: baza.utworz(plik, "akapity 1200")):
                    self.oczekuj_bledu("uszkodzona.*indeksuj.py KATALOG --baza", funkcja, self.plik)
                con.close()
        for polecenie, szukania in (
                ("DELETE FROM znaki WHERE id = 7", wszystkie[1:2]),
                ("UPDATE znaki SET znak = 'abc' WHERE id = 7", wszystkie[1:2]),
                ("UPDATE znaki SET znak = 5 WHERE id = 7", wszystkie[1:2]),
                *((f"UPDATE ustawienia SET wartosc = x'{'00' * ile}' WHERE klucz = 'srednia'", wszystkie[1:2])
                  for ile in (0, 1, 4, 128)),
                *((f"UPDATE fragmenty SET wektor = {wektor} WHERE id = 7", wszystkie[:2])
                  for wektor in ("x''", "x'0000803f'", "x'00'", "'abc'", "1", "zeroblob(128)")),
                ("UPDATE fragmenty SET tekst = x'41' WHERE id = 7", wszystkie),
                ("UPDATE fragmenty SET strona = 'x' WHERE id = 7", wszystkie),
                ("UPDATE fragmenty SET naglowek = x'41' WHERE id = 7", wszystkie),
                ("UPDATE tokeny_content SET id = 700 WHERE id = 7", ())):
            with self.subTest(polecenie):
                con = self.zepsuta(polecenie)
                for szukaj in szukania:
                    self.oczekuj_bledu("uszkodzona.*indeksuj.py KATALOG --baza", szukaj, self.otworz(), "w1", 20)
                con.close()

    def zepsuta(self, polecenie):
        """Zwraca połączenie z nową bazą dwudziestu fragmentów i znaków, na której wykonano polecenie."""
        self.plik.unlink(missing_ok=True)
        con, _ = self.losowa_baza(20)
        con.execute("UPDATE fragmenty SET tekst = 'w1 ' || tekst")
        con.execute("UPDATE tokeny SET slowa = slowa || ' w1'")
        przeglad.utrwal_znaki(con)
        self.assertEqual(con.execute("SELECT count(*) FROM znaki").fetchone(), (20,))
        con.execute(polecenie)
        return con

    def test_fragment_ktory_zginal_w_czasie_pracy(self):
        con, _ = self.losowa_baza(20)
        con.execute("UPDATE tokeny SET slowa = 'w1'")
        con.execute("DELETE FROM fragmenty WHERE id = 7")
        self.oczekuj_bledu("uszkodzona", baza.szukaj_slownie, con, "w1", 20)

    def test_pusty_plik_po_przerwanym_zakladaniu_staje_sie_baza(self):
        self.plik.touch()
        self.oczekuj_bledu("nie jest baza", baza.otworz, self.plik)
        self.utworz()
        self.assertEqual(baza.szukaj_slownie(self.otworz(), "cokolwiek"), [])

    def test_folder_w_miejscu_pliku_albo_brak_folderu(self):
        self.plik.mkdir()
        self.oczekuj_bledu("to folder, a nie plik bazy", baza.utworz, self.plik, "akapity 1200")
        self.oczekuj_bledu("to folder, a nie plik bazy", baza.otworz, self.plik)
        self.oczekuj_bledu("nie da się otworzyć", baza.utworz, self.folder / "brak" / "b.sqlite", "akapity 1200")

    def test_inne_ciecie_jest_odrzucane_z_rada(self):
        self.utworz()
        self.oczekuj_bledu("akapity 1200.*staly 800/200.*--baza", baza.utworz, self.plik, "staly 800/200")

    def test_inny_model_albo_digest_wszystkie_wektorowo_a_slownie_tak(self):
        con, _ = self.losowa_baza()
        con.close()
        with mock.patch.dict(lokalny.CONFIG, embedding_model="inny:latest"):
            self.oczekuj_bledu("inny:latest.*--baza", baza.szukaj_wektorowo, self.otworz(), "w1")
            self.oczekuj_bledu("inny:latest", baza.utworz, self.plik, "akapity 1200")
        self.digest = "e" * 64
        for szukaj in (baza.szukaj_wektorowo, baza.szukaj_dwuetapowo):
            self.oczekuj_bledu("digest", szukaj, self.otworz(), "w1")
        self.assertEqual(len(baza.szukaj_slownie(self.otworz(), "tekst", 3)), 3)

    def test_domyslna_lezy_w_dane_i_ma_bezpieczna_nazwe(self):
        with mock.patch.dict(lokalny.CONFIG, embedding_model="ktos/bge-m3:latest"):
            self.assertEqual(baza.domyslna(), warsztat.WARSZTAT / "dane" / "baza_ktos_bge-m3_latest.sqlite")

    def test_brak_fts5_w_sqlite(self):
        class BezFts5(sqlite3.Connection):
            sciezka = "b.sqlite"

            def execute(self, sql, parametry=()):
                if "fts5" in sql:
                    raise sqlite3.OperationalError("no such module: fts5")
                return super().execute(sql, parametry)
        self.latka(polaczenie, "Polaczenie", BezFts5)
        self.oczekuj_bledu("bez wyszukiwarki FTS5.*python.org", baza.utworz, self.plik, "akapity 1200")


    def test_zle_wyrazenie_ucznia_nie_wyglada_na_zepsuty_plik(self):
        """Błąd w zadaniu 5 ma wskazywać jego funkcję, a nie radzić nową bazę albo nowego Pythona."""
        con, _ = self.losowa_baza(20)
        for wyrazenie in ('Co to jest "VAT?', "", "tekst : stawka", "stawka NOT"):
            with self.subTest(wyrazenie), mock.patch.object(baza, "pytanie_fts", lambda pytanie, w=wyrazenie: w):
                self.oczekuj_bledu("pytanie_fts", baza.szukaj_slownie, con, "Co to jest VAT?")


class Zajeta(ZBaza):
    def setUp(self):
        super().setUp()
        self.latka(polaczenie, "CZEKAJ", 0.05)

    def test_zapis_do_zajetej_bazy_konczy_sie_komunikatem(self):
        con, _ = self.losowa_baza(20)
        pierwszy, drugi = self.otworz(), self.otworz()
        with baza.transakcja(pierwszy):
            self.oczekuj_bledu("zajęta.*spróbuj ponownie", self.dodaj, drugi, "z.txt", ("x", losowy(random.Random(2))))
            self.oczekuj_bledu("zajęta", baza.utworz, self.plik, "akapity 1200")
            self.assertEqual(len(baza.szukaj_dwuetapowo(drugi, "w1")), 5, "czytać wolno, a znaki liczą się w pamięci")
        self.dodaj(drugi, "z.txt", ("x", losowy(random.Random(2))))

    def test_szukanie_dwuetapowe_nie_czeka_na_zapis_drugiego_programu(self):
        con, _ = self.losowa_baza(20)
        self.latka(polaczenie, "CZEKAJ", 60)
        pierwszy, drugi = self.otworz(), self.otworz()
        with baza.transakcja(pierwszy):
            start = time.monotonic()
            self.assertEqual(len(baza.szukaj_dwuetapowo(drugi, "w1")), 5)
            self.assertLess(time.monotonic() - start, 10)
        self.assertEqual(drugi.execute("PRAGMA busy_timeout").fetchone(), (60_000,), "zwykły zapis znów czeka")

    def test_czytanie_w_chwili_zapisu_na_dysk(self):
        con, _ = self.losowa_baza(20)
        drugi = self.otworz()
        con.execute("BEGIN EXCLUSIVE")
        self.oczekuj_bledu("zajęta", baza.szukaj_slownie, drugi, "tekst")
        con.execute("ROLLBACK")
        self.assertTrue(baza.szukaj_slownie(drugi, "tekst"))


class Wektorowo(ZBaza):
    def wzor(self, wszystkie, pytanie, k):
        oceny = [sum(x * y for x, y in zip(pytanie, wektor)) for wektor in wszystkie]
        return [f"tekst {i}" for i in sorted(range(len(oceny)), key=lambda i: (-oceny[i], i))[:k]]

    def test_dokladnie_to_co_rachunek_wprost(self):
        con, wszystkie = self.losowa_baza()
        for nazwa, pytanie in self.pytania.items():
            trafienia = baza.szukaj_wektorowo(con, nazwa, 7)
            self.assertEqual([t["tekst"] for t in trafienia], self.wzor(wszystkie, pytanie, 7))
            for t in trafienia:
                wektor = wszystkie[int(t["tekst"].split()[1])]
                self.assertAlmostEqual(t["ocena"], sum(x * y for x, y in zip(pytanie, wektor)), places=6)

    def test_porcjami_i_bez_pamieci_tak_samo(self):
        con, _ = self.losowa_baza()
        wzor = [baza.szukaj_wektorowo(con, nazwa, 7) for nazwa in self.pytania]
        self.latka(przeglad, "PORCJA", 33)
        self.latka(przeglad, "NAJWIECEJ_W_PAMIECI", 100)
        druga = self.otworz()
        self.assertEqual([baza.szukaj_wektorowo(druga, nazwa, 7) for nazwa in self.pytania], wzor)
        self.assertEqual(druga.pamiec or {}, {}, "duża baza nie zostaje w pamięci")

    def test_dwuetapowo_ze_wszystkimi_kandydatami_jest_dokladne(self):
        con, _ = self.losowa_baza()
        for nazwa in self.pytania:
            self.assertEqual(baza.szukaj_dwuetapowo(con, nazwa, 7, kandydatow=200),
                             baza.szukaj_wektorowo(con, nazwa, 7))

    def test_dwuetapowo_porownuje_tylko_kandydatow(self):
        con, _ = self.losowa_baza()
        baza.szukaj_dwuetapowo(con, "w1")   # znaki są już policzone
        odczytane = []
        with mock.patch.object(przeglad, "zbior", lambda lista: odczytane.append(len(lista)) or wektory.zbior(lista)):
            baza.szukaj_dwuetapowo(con, "w2", 5, kandydatow=30)
        self.assertEqual(odczytane, [30])

    def test_mniej_kandydatow_traci_czesc_wynikow_ale_nigdy_nie_zmienia_ich_ocen(self):
        con, _ = self.losowa_baza()
        dokladne = {t["id"]: t["ocena"] for t in baza.szukaj_wektorowo(con, "w1", 200)}
        for t in baza.szukaj_dwuetapowo(con, "w1", 5, kandydatow=8):
            self.assertEqual(t["ocena"], dokladne[t["id"]])

    def test_trafienie_ma_pola_fragmentu_id_i_ocene(self):
        con, _ = self.losowa_baza(20)
        t, = baza.szukaj_wektorowo(con, "w1", 1)
        self.assertEqual(set(t), {"zrodlo", "strona", "naglowek", "pozycja", "tekst", "id", "ocena"})
        self.assertEqual((type(t["id"]), type(t["ocena"]), t["strona"]), (int, float, None))

    def test_domyslnie_piec_a_z_malej_bazy_tyle_ile_jest(self):
        con, _ = self.losowa_baza(20)
        self.assertEqual(len(baza.szukaj_wektorowo(con, "w1")), 5)
        self.assertEqual(len(baza.szukaj_wektorowo(con, "w1", 50)), 20)
        self.assertEqual(len(baza.szukaj_dwuetapowo(con, "w1", 50, kandydatow=3)), 20, "kandydatów nie mniej niż k")

    def test_k_mniejsze_od_1_to_blad_wywolania(self):
        con, _ = self.losowa_baza(20)
        for szukaj in (baza.szukaj_wektorowo, baza.szukaj_slownie, baza.szukaj_dwuetapowo):
            for k in (0, -1):
                for pytanie in ("w1", " "):
                    with self.subTest(szukaj=szukaj.__name__, k=k), self.assertRaisesRegex(ValueError, f"k to {k}"):
                        szukaj(con, pytanie, k)

    def test_pusta_baza_i_puste_pytanie(self):
        """Pusta jest też baza, z której wszystko usunięto. Modelu nikt o nic nie pyta: nie zna tych pytań."""
        for zawartosc in ((), ("a.txt",)):
            con = self.utworz(":memory:")
            for zrodlo in zawartosc:
                self.dodaj(con, zrodlo, ("x", losowy(random.Random(1))))
            for szukaj in (baza.szukaj_wektorowo, baza.szukaj_slownie, baza.szukaj_dwuetapowo):
                self.assertEqual(szukaj(con, "  \n"), [])
            for zrodlo in zawartosc:
                indeksuj._usun(con, zrodlo)
            for szukaj in (baza.szukaj_wektorowo, baza.szukaj_slownie, baza.szukaj_dwuetapowo):
                self.assertEqual(szukaj(con, "x"), [])

    def test_zly_wymiar_pytania(self):
        con, _ = self.losowa_baza(20)
        self.pytania = {"krotkie": (1.0, 0.0)}
        with self.assertRaisesRegex(RuntimeError, "Wymiar wektora pytania to 2, a wektorów bazy 16"):
            baza.szukaj_wektorowo(con, "krotkie")


class Remisy(ZBaza):
    def test_rozstrzyga_zrodlo_i_pozycja_a_nie_kolejnosc_dodania(self):
        con, wektor = self.utworz(), losowy(random.Random(3))
        self.pytania = {"stawka vat": wektor}
        for zrodlo in ("b.txt", "c.txt", "a.txt"):
            self.dodaj(con, zrodlo, ("stawka vat", wektor), ("stawka vat", wektor))
        wzor = [(z, p) for z in ("a.txt", "b.txt", "c.txt") for p in (0, 10)]
        for szukaj in (baza.szukaj_wektorowo, baza.szukaj_slownie, baza.szukaj_dwuetapowo):
            for k in (1, 3, 6):
                with self.subTest(szukaj=szukaj.__name__, k=k):
                    self.assertEqual([(t["zrodlo"], t["pozycja"]) for t in szukaj(con, "stawka vat", k)], wzor[:k])

    def test_rowne_cosinusy_roznych_wektorow_takze_w_dwoch_etapach(self):
        """Wektor z b.txt ma znak bliższy pytaniu niż wektor z a.txt, ale cosinusy są równe."""
        def os_wektora(numer, znak=1.0):
            return tuple(znak * (i == numer) for i in range(WYMIAR))
        con = self.utworz()
        for zrodlo, wektor in (("c.txt", os_wektora(0, -1.0)), ("d.txt", os_wektora(0, -1.0)),
                               ("b.txt", os_wektora(1)), ("a.txt", os_wektora(0))):
            self.dodaj(con, zrodlo, ("tekst", wektor))
        self.pytania = {"pytanie": (0.5 ** 0.5, 0.5 ** 0.5, *[0.0] * (WYMIAR - 2))}
        for szukaj in (baza.szukaj_wektorowo, baza.szukaj_dwuetapowo):
            self.assertEqual([t["zrodlo"] for t in szukaj(con, "pytanie", 2)], ["a.txt", "b.txt"])


class Zmiany(ZBaza):
    def test_szukanie_widzi_zmiany_wlasne_i_cudze(self):
        con, _ = self.losowa_baza(40)
        nowy = self.pytania["w1"]
        druga = self.otworz()
        for szukaj in (baza.szukaj_wektorowo, baza.szukaj_dwuetapowo):
            for czytelnik in (con, druga):
                self.assertLess(szukaj(czytelnik, "w1", 1)[0]["ocena"], 0.999)
        self.dodaj(con, "nowy.txt", ("nowy", nowy))
        for szukaj in (baza.szukaj_wektorowo, baza.szukaj_dwuetapowo):
            for czytelnik in (con, druga):
                with self.subTest(szukaj=szukaj.__name__, wlasne=czytelnik is con):
                    self.assertEqual(szukaj(czytelnik, "w1", 1)[0]["tekst"], "nowy")

    def test_bez_zmian_drugie_szukanie_nie_czyta_wektorow(self):
        con, _ = self.losowa_baza(40)
        baza.szukaj_wektorowo(con, "w1")
        with mock.patch.object(przeglad, "zbior", side_effect=AssertionError("wczytuje ponownie")):
            baza.szukaj_wektorowo(con, "w2")

    def test_zapisane_znaki_daja_to_samo_co_policzone_w_pamieci(self):
        con, _ = self.losowa_baza()
        z_pamieci = przeglad._policz_znaki(con)
        przeglad.utrwal_znaki(con)
        self.assertEqual(przeglad.wczytaj_znaki(self.otworz()), z_pamieci)

    def test_szukanie_dwuetapowe_liczy_znaki_raz_po_zmianie_bazy(self):
        con, _ = self.losowa_baza(40)
        baza.szukaj_dwuetapowo(con, "w1")
        with mock.patch.object(przeglad.znaki, "srednia", side_effect=AssertionError("liczy znaki ponownie")):
            self.assertEqual(len(baza.szukaj_dwuetapowo(self.otworz(), "w1")), 5)

    def test_szukanie_wektorowe_i_slowne_nie_zmienia_pliku(self):
        con, _ = self.losowa_baza(40)
        con.close()
        przed = self.plik.read_bytes()
        for szukaj in (baza.szukaj_wektorowo, baza.szukaj_slownie):
            szukaj(self.otworz(), "w1")
        self.assertEqual((self.plik.read_bytes(), os.listdir(self.folder)), (przed, [DZIWNY]))

    def test_baza_tylko_do_odczytu(self):
        """Połączenie tylko do odczytu stawia te same granice, co plik bez prawa zapisu."""
        con, _ = self.losowa_baza(40)
        wzor = [baza.szukaj_wektorowo(con, "w1", 5), baza.szukaj_slownie(con, "tekst 7", 5)]
        con.close()
        tylko = polaczenie.polacz(self.plik, "ro")
        self.addCleanup(tylko.close)
        self.assertEqual([baza.szukaj_wektorowo(tylko, "w1", 5), baza.szukaj_slownie(tylko, "tekst 7", 5)], wzor)
        self.assertEqual(baza.szukaj_dwuetapowo(tylko, "w1", 5, kandydatow=40), wzor[0])
        self.oczekuj_bledu("nie wolno zmieniać", self.dodaj, tylko, "z.txt", ("x", losowy(random.Random(2))))


class Slownie(ZBaza):
    def baza_tekstow(self, *teksty):
        con, wektor = self.utworz(":memory:"), losowy(random.Random(1))
        self.dodaj(con, "a.txt", *((tekst, wektor) for tekst in teksty))
        return con

    def test_fragment_z_dokladnym_numerem_jest_pierwszy(self):
        """Sąsiedzi mają numer różniący się jedną cyfrą i wszystkie pozostałe słowa pytania, po kilka razy."""
        dlugie = ("Jaki jest termin płatności i status faktury, kto ją podpisał, kiedy wysłano przypomnienie do "
                  "stałego odbiorcy z umową roczną?")
        for numer, podobne in (("FV/2025/09/0143", "FV/2025/09/0134"), ("NIP 521-300-12-28", "NIP 521-300-21-28"),
                               ("art. 43", "art. 43a"), ("§ 5", "§ 15"), ("8%", "18%"), ("ust. 2", "pkt 2"),
                               ("2025-09-30", "2025-09-13")):
            con = self.baza_tekstow(f"{dlugie} {podobne}. {dlugie}", f"{podobne} status faktury termin {dlugie}",
                                    f"Pozycja {numer}: drewno.", dlugie, "Deski sosnowe suszone w suszarni.",
                                    "Kaucja za paletę wynosi czterdzieści złotych.", f"{podobne}, {podobne}, {podobne}")
            with self.subTest(numer=numer):
                trafienie, = baza.szukaj_slownie(con, f"{dlugie} {numer}", 1)
                self.assertEqual(trafienie["tekst"], f"Pozycja {numer}: drewno.")

    def test_odmiana_i_brak_polskich_liter(self):
        con = self.baza_tekstow("Zwrotu towaru dokonuje się w magazynie.", "Fakturę wystawia księgowość.", "Urlop.")
        for pytanie, miejsce in (("gdzie zwrocic towar", 0), ("kto wystawia faktury", 1), ("ZWROTÓW", 0)):
            self.assertEqual(baza.szukaj_slownie(con, pytanie, 1)[0]["pozycja"], 10 * miejsce)

    def test_naglowek_tez_jest_przeszukiwany(self):
        con = self.utworz(":memory:")
        dokument = {**fragment("a.txt", 0, "Wynosi 14 dni."), "naglowek": "Reklamacje"}
        indeksuj.zapisz_plik(con, "a.txt", None, "s", [dokument], [losowy(random.Random(1))])
        self.assertEqual(len(baza.szukaj_slownie(con, "reklamacja")), 1)

    def test_ocena_maleje_i_jest_dodatnia(self):
        con = self.baza_tekstow("stawka vat na deski", "stawka", "urlop", "vat", "dieta", "paleta")
        oceny = [t["ocena"] for t in baza.szukaj_slownie(con, "stawka vat na deski")]
        self.assertEqual(oceny, sorted(oceny, reverse=True))
        self.assertGreater(oceny[-1], 0)

    def test_kazdy_tekst_jest_poprawnym_pytaniem(self):
        con = self.baza_tekstow("stawka vat")
        for pytanie in ("", '"', "a AND", "NEAR(", "x*", "^", "\x00", "😀", "\ud800", "'; DROP TABLE tokeny; --",
                        "ą" * 10_000):
            self.assertEqual(baza.szukaj_slownie(con, pytanie), [])
        self.assertEqual(len(baza.szukaj_slownie(con, '"stawka" AND NOT (vat* OR ^x:')), 1)


class Program(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        warsztat.na_cwiczebnym(cls.addClassCleanup)
        cls.plik = Path(folder.name, "b.sqlite")
        dokumenty = Path(folder.name, "dok")
        dokumenty.mkdir()
        (dokumenty / "a.md").write_text("# Stawki\n\n## Książki\n\nStawka na książki to 5%.\n", encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            indeksuj.main([str(dokumenty), "--baza", str(cls.plik), "--silnik", "cwiczebny"])

    def uruchom(self, *argumenty):
        wyjscie, bledy = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(wyjscie), contextlib.redirect_stderr(bledy):
            try:
                kod = baza.main([*argumenty, "--silnik", "cwiczebny"])
            except SystemExit as koniec:
                kod = koniec.code
        return kod, wyjscie.getvalue() + bledy.getvalue()

    def test_kazdy_sposob_znajduje(self):
        for sposob in ("wektory", "slowa", "dwuetapowo"):
            kod, tekst = self.uruchom("stawka na książki", "--sposob", sposob, "--baza", str(self.plik))
            self.assertEqual(kod, 0)
            self.assertRegex(tekst, r"1\. \d+,\d{3} Stawki – Książki \(a\.md, znak \d+\)\n   Stawka na książki to 5%\.")

    def test_liczba_kandydatow_dochodzi_do_szukania(self):
        szukaj = mock.Mock(return_value=[])
        with mock.patch.dict(baza.SPOSOBY_SZUKANIA, dwuetapowo=szukaj):
            self.uruchom("stawka", "--sposob", "dwuetapowo", "--kandydatow", "7", "--k", "3", "--baza", str(self.plik))
        self.assertEqual(szukaj.call_args.args[1:], ("stawka", 3, 7))

    def test_puste_pytanie_to_zle_wywolanie(self):
        for pytanie in ("", " \u200b "):
            kod, tekst = self.uruchom(pytanie, "--baza", str(self.plik))
            self.assertEqual(kod, 2)
            self.assertIn("pytanie jest puste", tekst)

    def test_stan(self):
        kod, tekst = self.uruchom("--stan", "--baza", str(self.plik))
        self.assertEqual(kod, 0)
        for slowo in ("akapity 1200", "1024", lokalny.CONFIG["embedding_model"], "Fragmenty:      1"):
            self.assertIn(slowo, tekst)

    def test_nic_nie_znaleziono(self):
        wynik = self.uruchom("zzz qqq", "--sposob", "slowa", "--baza", str(self.plik))
        self.assertEqual(wynik, (0, "Nic nie znaleziono.\n"))

    def test_zle_wywolanie_to_2_a_brak_bazy_1(self):
        for argumenty in ((), ("pytanie", "--stan"), ("pytanie", "--k", "0"), ("pytanie", "--sposob", "inny")):
            self.assertEqual(self.uruchom(*argumenty)[0], 2)
        kod, tekst = self.uruchom("pytanie", "--baza", str(self.plik) + "x")
        self.assertEqual(kod, 1)
        self.assertIn(f'python indeksuj.py KATALOG --baza "{self.plik}x" --silnik cwiczebny\n', tekst)

    def test_rada_dla_bazy_domyslnej_nie_podaje_sciezki(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(polaczenie, "ROOT", Path(folder)):
            kod, tekst = self.uruchom("pytanie")
        self.assertEqual(kod, 1)
        self.assertIn("python indeksuj.py KATALOG --silnik cwiczebny\n", tekst)

    def test_puste_i_niemozliwe_wartosci_opcji(self):
        for argumenty, opis in ((("--baza", ""), "nazwa pliku albo folderu jest pusta"),
                                (("--k", "0000000000"), "od 1 do 1000000"), (("--k", "1000001"), "od 1 do 1000000"),
                                (("--k", "12345678901"), "od 1 do 1000000"), (("--k", "9" * 5000), "od 1 do 1000000")):
            with self.subTest(argumenty[1][:12]):
                kod, tekst = self.uruchom("pytanie", *argumenty)
                self.assertEqual(kod, 2)
                self.assertIn(opis, tekst)

    def test_slownie_bez_uslugi(self):
        with mock.patch.dict(lokalny.CONFIG, ollama_url="http://127.0.0.1:9"):
            self.assertEqual(self.uruchom("książki", "--sposob", "slowa", "--baza", str(self.plik))[0], 0)
            self.assertEqual(self.uruchom("--stan", "--baza", str(self.plik))[0], 0)

    @mock.patch.dict(os.environ)
    def test_sam_folder_przeniesiony_w_inne_miejsce_dziala(self):
        with tempfile.TemporaryDirectory() as inny:
            shutil.copy(self.plik, inny)
            self.assertEqual(self.uruchom("książki", "--baza", str(Path(inny, self.plik.name)))[0], 0)


if __name__ == "__main__":
    unittest.main()
