"""Pokój testów indeksowania: co trafia do bazy, co się zmienia, czego nie wolno zgubić – także po nagłej śmierci.

Dane: katalog dokumentów w folderze tymczasowym i silnik ćwiczebny. Program przerywany i dwa programy naraz to
osobne procesy: zamiast czekać, proces zabija się sam przy wybranym poleceniu SQL albo czeka na wiersz z wejścia.
"""
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unicodedata
import unittest
from pathlib import Path
from unittest import mock

import warsztat
from zly_serwer import ZlySerwer, blad, embed, tags

# isort: split
import baza
import fragmenty
import indeksuj
import lokalny
import polaczenie
import przeglad
from pliki import BladDanych
from wymiana import BladUslugi

OPIS, TNIJ = fragmenty.ciecie("akapity")
ZABIJ_SIE = """
import os, signal, sys
import indeksuj, polaczenie
dokumenty, plik, poczatek, ile = *sys.argv[1:4], int(sys.argv[4])
zwykle = polaczenie.wykonaj
def wykonaj(con, sql, *parametry):
    global ile
    if sql == "BEGIN IMMEDIATE":
        zwykle(con, "PRAGMA cache_size = 1")   # zmiany trafiają na dysk jeszcze przed końcem transakcji
    wynik = zwykle(con, sql, *parametry)
    ile -= sql.startswith(poczatek)
    if ile == 0:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return wynik
for modul in [m for m in sys.modules.values() if getattr(m, "wykonaj", None) is zwykle]:
    modul.wykonaj = wykonaj
indeksuj.main([dokumenty, "--baza", plik, "--silnik", "cwiczebny"])
import przeglad, baza
przeglad.utrwal_znaki(baza.otworz(plik))
"""
NA_SYGNAL = """
import os, sys
import indeksuj
print("gotowy", flush=True)
os.read(0, 1)
sys.exit(indeksuj.main([*sys.argv[1:], "--silnik", "cwiczebny"]))
"""


class ZKatalogiem(unittest.TestCase):
    """Folder z katalogiem dok i bazą b.sqlite obok niego."""

    @classmethod
    def setUpClass(cls):
        warsztat.na_cwiczebnym(cls.addClassCleanup)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.dok, self.plik = self.folder / "dok", self.folder / "b.sqlite"
        self.dok.mkdir()

    def pisz(self, nazwa, tresc):
        plik = self.dok / nazwa
        plik.parent.mkdir(parents=True, exist_ok=True)
        plik.write_bytes(tresc if isinstance(tresc, bytes) else tresc.encode("utf-8"))
        return plik

    def otworz(self):
        con = baza.otworz(self.plik)
        self.addCleanup(con.close)
        return con

    def utworz(self):
        con = baza.utworz(self.plik, OPIS)
        self.addCleanup(con.close)
        return con

    def indeksuj(self, con=None, katalog=None):
        return indeksuj.indeksuj(con or self.utworz(), katalog or self.dok, TNIJ)

    def teksty(self, con=None):
        """Zwraca {zrodlo: [teksty fragmentów]} bazy; sprawdza, że tabele się zgadzają."""
        con = con or self.otworz()
        self.assertEqual(baza.wykonaj(con, "PRAGMA integrity_check"), [("ok",)])
        wynik = {}
        for zrodlo, tekst in baza.wykonaj(con, "SELECT zrodlo, tekst FROM fragmenty ORDER BY zrodlo, pozycja"):
            wynik.setdefault(zrodlo, []).append(tekst)
        self.assertEqual({z for z, in baza.wykonaj(con, "SELECT zrodlo FROM pliki")}, set(wynik))
        self.assertEqual(baza.wykonaj(con, "SELECT rowid FROM tokeny ORDER BY rowid"),
                         baza.wykonaj(con, "SELECT id FROM fragmenty ORDER BY id"))
        return wynik

    def program(self, *argumenty):
        """Zwraca (kod, wyjście i błędy) programu uruchomionego w tym procesie."""
        wyjscie = io.StringIO()
        with contextlib.redirect_stdout(wyjscie), contextlib.redirect_stderr(wyjscie):
            try:
                kod = indeksuj.main([*map(str, argumenty), "--silnik", "cwiczebny"])
            except SystemExit as koniec:
                kod = koniec.code
        return kod, wyjscie.getvalue()


class Zmiany(ZKatalogiem):
    def test_dodaje_zmienia_usuwa_i_nie_liczy_reszty(self):
        self.pisz("a.txt", "Pierwszy dokument.")
        self.pisz("b.md", "# Tytuł\n\nDrugi dokument.")
        self.pisz("pod/c.txt", "Trzeci dokument.")
        self.assertEqual(self.indeksuj(), {"dodane": ["a.txt", "b.md", "pod/c.txt"], "zmienione": [], "bez_zmian": [],
                                           "usuniete": [], "bledy": []})
        self.pisz("a.txt", "Pierwszy dokument po zmianie.")
        (self.dok / "b.md").unlink()
        self.pisz("d.txt", "Czwarty dokument.")
        with mock.patch.object(indeksuj, "embeduj_wiele", wraps=indeksuj.embeduj_wiele) as liczone:
            wynik = self.indeksuj()
        self.assertEqual(wynik, {"dodane": ["d.txt"], "zmienione": ["a.txt"], "bez_zmian": ["pod/c.txt"],
                                 "usuniete": ["b.md"], "bledy": []})
        self.assertEqual([wywolanie.args[0] for wywolanie in liczone.call_args_list],
                         [["a\nPierwszy dokument po zmianie."], ["d\nCzwarty dokument."]])
        self.assertEqual(self.teksty(), {"a.txt": ["Pierwszy dokument po zmianie."], "d.txt": ["Czwarty dokument."],
                                         "pod/c.txt": ["Trzeci dokument."]})

    def test_po_zmianie_szukanie_nie_zna_dawnych_slow(self):
        self.pisz("a.txt", "Stawka na książki.")
        self.pisz("b.txt", "Urlop.")
        self.indeksuj()
        self.pisz("a.txt", "Termin zapłaty.")
        self.indeksuj()
        self.assertEqual(baza.szukaj_slownie(self.otworz(), "książki"), [])
        self.assertEqual(len(baza.szukaj_slownie(self.otworz(), "termin")), 1)

    def test_inny_zapis_tego_samego_tekstu_to_nie_zmiana(self):
        self.pisz("a.txt", "Wiersz\nżółty")
        self.indeksuj()
        self.pisz("a.txt", b"\xef\xbb\xbf" + unicodedata.normalize("NFD", "Wiersz\r\nżółty").encode("utf-8"))
        self.assertEqual(self.indeksuj()["bez_zmian"], ["a.txt"])

    def test_zmieniony_kod_liczy_na_nowo_tylko_to_na_co_wplywa(self):
        """Uczeń poprawia cięcie, nagłówek albo tokeny: plik o innym wyniku jest zmieniony, choć nikt go nie ruszał."""
        self.pisz("krotki.txt", "Zdanie.")
        self.pisz("dlugi.txt", "Zdanie pierwsze. Zdanie drugie.")
        self.indeksuj()
        con = self.utworz()
        wynik = indeksuj.indeksuj(con, self.dok, lambda tekst: tekst.replace(". ", ".|").split("|"))
        self.assertEqual((wynik["zmienione"], wynik["bez_zmian"]), (["dlugi.txt"], ["krotki.txt"]))
        self.assertEqual(self.teksty()["dlugi.txt"], ["Zdanie pierwsze.", "Zdanie drugie."])
        self.indeksuj()
        for nazwa, podmiana in (("do_embeddingu", lambda fragment: fragment["tekst"]),
                                ("tokeny", lambda tekst: {"slowa": [], "gramy": ["abcd"], "oznaczenia": []})):
            with self.subTest(nazwa):
                with mock.patch.object(indeksuj, nazwa, podmiana):
                    self.assertEqual(self.indeksuj()["zmienione"], ["dlugi.txt", "krotki.txt"])
                    self.assertEqual(self.indeksuj()["bez_zmian"], ["dlugi.txt", "krotki.txt"])
                self.assertEqual(self.indeksuj()["zmienione"], ["dlugi.txt", "krotki.txt"])

    def test_fragment_ma_naglowek_strone_i_pozycje(self):
        self.pisz("a.txt", "Wstęp.\n\nSTAWKI VAT\n\nTreść pierwsza.\fDruga strona.")
        self.indeksuj()
        wiersze = baza.wykonaj(self.otworz(), "SELECT strona, naglowek, pozycja, tekst FROM fragmenty ORDER BY pozycja")
        self.assertEqual(wiersze, [(1, "a", 0, "Wstęp."), (1, "a – STAWKI VAT", 20, "Treść pierwsza."),
                                   (2, "a – STAWKI VAT", 36, "Druga strona.")])

    def test_w_pamieci(self):
        self.pisz("a.txt", "Treść.")
        with contextlib.closing(baza.utworz(":memory:", OPIS)) as con:
            self.assertEqual(self.indeksuj(con)["dodane"], ["a.txt"])
            self.assertEqual(len(baza.szukaj_dwuetapowo(con, "treść")), 1)

    def test_indeksowanie_nie_potrzebuje_znakow(self):
        """Znaki to zadanie ucznia: dopóki go nie napisze, indeksowanie i szukanie dokładne mają działać."""
        self.pisz("a.txt", "Treść.")
        with mock.patch.object(przeglad.znaki, "znak", side_effect=NotImplementedError):
            self.indeksuj()
            self.assertEqual(len(baza.szukaj_wektorowo(self.otworz(), "treść")), 1)


class Katalog(ZKatalogiem):
    def test_ukryte_i_obce_pliki_sa_pomijane_milcząco(self):
        self.pisz("A.TXT", "Treść.")
        for nazwa in (".ukryty.txt", ".git/x.txt", "obraz.png", "bez_rozszerzenia", "a.txt~"):
            self.pisz(nazwa, "Nie.")
        wynik = self.indeksuj()
        self.assertEqual((wynik["dodane"], wynik["bledy"]), (["A.TXT"], []))

    def test_wadliwy_plik_jest_nazwany_a_reszta_zindeksowana(self):
        for nazwa, tresc, slowo in (("cp.txt", "żółw".encode("cp1250"), "UTF-8"), ("pusty.txt", b" \n", "pusty"),
                                    ("utf16.txt", "x".encode("utf-16"), "UTF-16"),
                                    ("sam.md", "# Nagłówek\n", "poza nagłówkami"),
                                    ("bez_bom.txt", "Tekst".encode("utf-16-le"), "zwykły tekst"),
                                    ("nul.txt", "Treść\0 dalej.", "zwykły tekst w UTF-8.*ponownie jako UTF-8"),
                                    ("niewidoczny.txt", "\u200b\u200b \u2060", "słowa"),
                                    ("kreski.txt", "— * —", "słowa")):
            with self.subTest(nazwa=nazwa):
                self.pisz("dobry.txt", f"Treść {nazwa}.")
                zly = self.pisz(nazwa, tresc)
                wynik = self.indeksuj()
                self.assertEqual(self.teksty()["dobry.txt"], [f"Treść {nazwa}."])
                self.assertEqual(len(wynik["bledy"]), 1)
                self.assertRegex(wynik["bledy"][0], f"{nazwa}.*{slowo}")
                self.assertNotIn("poprzednia wersja", wynik["bledy"][0])
                zly.unlink()

    def test_plik_ktory_przestal_byc_czytelny_zostaje_w_dawnej_wersji(self):
        self.pisz("a.txt", "Dawna treść.")
        self.indeksuj()
        self.pisz("a.txt", "Nowa treść".encode("utf-16"))
        wynik = self.indeksuj()
        self.assertRegex(wynik["bledy"][0], "a.txt.*UTF-16.*W bazie zostaje jego poprzednia wersja")
        self.assertEqual((wynik["usuniete"], self.teksty()), ([], {"a.txt": ["Dawna treść."]}))

    def test_dowiazania_poza_katalog_i_do_folderu(self):
        self.pisz("a.txt", "Treść.")
        (self.folder / "poza.txt").write_text("Tajne.", encoding="utf-8")
        (self.folder / "inny").mkdir()
        try:
            (self.dok / "link.txt").symlink_to(self.folder / "poza.txt")
            (self.dok / "w_gore").symlink_to(self.dok, target_is_directory=True)
            (self.dok / "petla.txt").symlink_to(self.dok / "petla.txt")
            (self.dok / "wewnatrz.txt").symlink_to(self.dok / "a.txt")
        except OSError:   # Windows bez prawa tworzenia dowiązań: pozostaje zwykły plik
            self.assertEqual(self.indeksuj()["dodane"], ["a.txt"])
            return
        wynik = self.indeksuj()
        self.assertEqual(wynik["dodane"], ["a.txt", "wewnatrz.txt"])
        self.assertEqual(len(wynik["bledy"]), 3)
        for komunikat, wzor in zip(wynik["bledy"], ("link.txt.*poza", "petla.txt.*donikąd", "w_gore.*do folderu")):
            self.assertRegex(komunikat, wzor)

    def test_nazwa_nfd_staje_sie_nfc(self):
        self.pisz(unicodedata.normalize("NFD", "łódź.txt"), "Treść.")
        self.assertEqual(self.indeksuj()["dodane"], ["łódź.txt"])

    def test_dwa_pliki_o_tej_samej_nazwie(self):
        self.pisz(unicodedata.normalize("NFD", "ź.txt"), "Jeden.")
        self.pisz("ź.txt", "Drugi.")
        if len(os.listdir(self.dok)) == 2:   # macOS uważa obie nazwy za jedną
            wynik = self.indeksuj()
            self.assertEqual((wynik["dodane"], len(wynik["bledy"])), (["ź.txt"], 1))
            self.assertRegex(wynik["bledy"][0], "drugi plik o tej samej nazwie")

    def test_brak_katalogu_i_pusty_katalog(self):
        with self.assertRaisesRegex(BladDanych, "nie ma takiego folderu"):
            indeksuj.znajdz_dokumenty(self.folder / "brak")
        with self.assertRaisesRegex(BladDanych, "żadnego dokumentu"):
            indeksuj.znajdz_dokumenty(self.dok)

    def test_katalog_w_ktorym_wszystko_zniklo_nie_czysci_bazy(self):
        plik = self.pisz("a.txt", "Treść.")
        self.indeksuj()
        plik.unlink()
        with self.assertRaisesRegex(BladDanych, "żadnego dokumentu"):
            self.indeksuj()
        self.assertEqual(self.teksty(), {"a.txt": ["Treść."]})

    def test_inny_katalog_nie_zastepuje_bazy(self):
        self.pisz("a.txt", "Treść.")
        self.indeksuj()
        inny = self.folder / "inny"
        inny.mkdir()
        (inny / "b.txt").write_text("Co innego.", encoding="utf-8")
        with self.assertRaisesRegex(BladDanych, "dok.*inny.*--baza"):
            self.indeksuj(katalog=inny)
        self.assertEqual(self.teksty(), {"a.txt": ["Treść."]})
        self.assertEqual(self.indeksuj(katalog=self.dok / ".." / "dok")["bez_zmian"], ["a.txt"])

    def test_baza_i_katalog_przeniesione_razem(self):
        self.pisz("a.txt", "Treść.")
        self.utworz().close()
        with contextlib.closing(baza.utworz(self.plik, OPIS)) as con:
            self.indeksuj(con)
        with tempfile.TemporaryDirectory() as inny:
            os.rename(self.dok, Path(inny, "dok"))
            os.rename(self.plik, Path(inny, "b.sqlite"))
            with contextlib.closing(baza.utworz(Path(inny, "b.sqlite"), OPIS)) as con:
                self.assertEqual(self.indeksuj(con, Path(inny, "dok"))["bez_zmian"], ["a.txt"])

    def test_niedostepny_podfolder_przerywa_zamiast_usuwac(self):
        self.pisz("a.txt", "Treść.")
        self.pisz("pod/b.txt", "Treść druga.")
        self.indeksuj()
        skanuj = os.scandir

        def odmow(sciezka):
            if str(sciezka).endswith("pod"):
                raise PermissionError(13, "Permission denied", str(sciezka))
            return skanuj(sciezka)
        with mock.patch.object(os, "scandir", odmow), self.assertRaises(OSError):
            self.indeksuj()
        self.assertEqual(set(self.teksty()), {"a.txt", "pod/b.txt"})


class Usluga(ZKatalogiem):
    def test_awaria_w_polowie_zostawia_gotowe_pliki_a_nastepny_raz_konczy(self):
        for nazwa in "abc":
            self.pisz(f"{nazwa}.txt", f"Dokument {nazwa}.")
        zwykle = indeksuj.embeduj_wiele

        def zawiedz(teksty, nazwy, **opcje):
            if teksty == ["b\nDokument b."]:
                raise BladUslugi("Usługa przerwała połączenie.")
            return zwykle(teksty, nazwy, **opcje)
        with mock.patch.object(indeksuj, "embeduj_wiele", zawiedz), self.assertRaises(BladUslugi):
            self.indeksuj()
        self.assertEqual(set(self.teksty()), {"a.txt"})
        wynik = self.indeksuj()
        self.assertEqual((wynik["bez_zmian"], wynik["dodane"]), (["a.txt"], ["b.txt", "c.txt"]))

    def test_w_czasie_liczenia_zmienionego_pliku_dawna_wersja_jest_do_znalezienia(self):
        self.pisz("a.txt", "Dawna treść.")
        self.indeksuj()
        self.pisz("a.txt", "Nowa treść.")
        zwykle, widoczne = indeksuj.embeduj_wiele, []

        def podejrzyj(teksty, nazwy, **opcje):
            widoczne.append(self.teksty())
            return zwykle(teksty, nazwy, **opcje)
        with mock.patch.object(indeksuj, "embeduj_wiele", podejrzyj):
            self.indeksuj()
        self.assertEqual(widoczne, [{"a.txt": ["Dawna treść."]}])

    def test_inny_wymiar_wektora_nie_wchodzi_do_bazy(self):
        self.pisz("a.txt", "Treść.")
        self.indeksuj()
        self.pisz("b.txt", "Druga.")
        with mock.patch.object(indeksuj, "embeduj_wiele", lambda *_, **opcje: [(1.0, 0.0)]), \
                self.assertRaisesRegex(BladDanych, "wymiar 1024, a model oddał 2"):
            self.indeksuj()
        self.assertEqual(set(self.teksty()), {"a.txt"})

    def test_bez_uslugi_nie_powstaje_plik_bazy(self):
        self.pisz("a.txt", "Treść.")
        with ZlySerwer({"/api/tags": tags("inny")}) as serwer, mock.patch.dict(lokalny.CONFIG, ollama_url=serwer.adres):
            kod, tekst = self.program(self.dok, "--baza", self.plik)
        self.assertEqual((kod, self.plik.exists()), (1, False))
        self.assertIn("ollama pull", tekst)

    def test_tekst_ktorego_model_nie_przyjal_nie_wstrzymuje_pozostalych(self):
        model = lokalny.CONFIG["embedding_model"]
        for wada in (blad(400, "too long"), blad(500, "too long"), embed([[0.0, 0.0]])):
            def reaguj(zapytanie, wada=wada):
                teksty = zapytanie["json"]["input"]
                return wada if any("Zły" in tekst for tekst in teksty) else embed([[3.0, 4.0]] * len(teksty))
            with self.subTest(str(wada)[:40]), ZlySerwer({"/api/tags": tags(model), "/api/embed": reaguj}) as serwer, \
                    mock.patch.dict(lokalny.CONFIG, ollama_url=serwer.adres):
                self.plik.unlink(missing_ok=True)
                for nazwa, tresc in (("a.txt", "Dobry."), ("b.txt", "Dawny."), ("c.txt", "Zły."), ("d.txt", "Dobry.")):
                    self.pisz(nazwa, tresc)
                znika = self.pisz("e.txt", "Dobry.")
                self.assertEqual(self.program(self.dok, "--baza", self.plik)[0], 1)
                self.pisz("b.txt", "Zły.")
                znika.unlink()
                kod, tekst = self.program(self.dok, "--baza", self.plik)
            self.assertEqual(kod, 1)
            tekst = " ".join(tekst.split())
            self.assertRegex(tekst, r"Pominięte: \S+b\.txt, znak 0: .*Popraw ten tekst, podziel.*poprzednia wersja")
            self.assertRegex(tekst, r"Pominięte: \S+c\.txt, znak 0: .*Popraw ten tekst, podziel plik albo przenieś")
            self.assertRegex(tekst, r"Usunięte: 1 e\.txt")
            self.assertEqual(self.teksty(), {"a.txt": ["Dobry."], "b.txt": ["Dawny."], "d.txt": ["Dobry."]})

    def test_usluga_ktora_odrzuca_wszystko_zatrzymuje_indeksowanie(self):
        self.pisz("a.txt", "Treść.")
        self.pisz("b.txt", "Treść.")
        model = lokalny.CONFIG["embedding_model"]
        for wada in (blad(400, "does not support"), blad(500, "out of memory"), embed([[0.0]])):
            with self.subTest(str(wada)[:40]), ZlySerwer({"/api/tags": tags(model), "/api/embed": wada}) as serwer, \
                    mock.patch.dict(lokalny.CONFIG, ollama_url=serwer.adres):
                kod, tekst = self.program(self.dok, "--baza", self.plik)
                self.assertEqual((kod, "Pominięte" in tekst, ".txt" in tekst), (1, False, False), tekst)


class DwaNaraz(ZKatalogiem):
    def oczekuj_calosci(self, ile):
        teksty = self.teksty()
        self.assertEqual(teksty, {f"{i:02d}.txt": [f"Dokument numer {i}."] for i in range(ile)})

    def test_drugi_zdazyl_w_czasie_liczenia_pierwszego(self):
        for i in range(3):
            self.pisz(f"{i:02d}.txt", f"Dokument numer {i}.")
        zwykle, drugi = indeksuj.embeduj_wiele, []

        def wpusc(teksty, nazwy, **opcje):
            if not drugi:
                drugi.append(None)
                drugi.append(self.indeksuj())
            return zwykle(teksty, nazwy, **opcje)
        with mock.patch.object(indeksuj, "embeduj_wiele", wpusc):
            pierwszy = self.indeksuj()
        self.assertEqual(drugi[1]["dodane"], ["00.txt", "01.txt", "02.txt"])
        self.assertEqual((pierwszy["dodane"], pierwszy["bez_zmian"]), ([], ["00.txt", "01.txt", "02.txt"]))
        self.oczekuj_calosci(3)

    def test_plik_dodany_przez_drugiego_nie_wyglada_na_usuniety(self):
        self.pisz("00.txt", "Dokument numer 0.")
        szukaj, gotowe = indeksuj.znajdz_dokumenty, []

        def potem_drugi(katalog):
            wynik = szukaj(katalog)
            if not gotowe:
                gotowe.append(True)
                self.pisz("01.txt", "Dokument numer 1.")
                self.indeksuj()
            return wynik
        with mock.patch.object(indeksuj, "znajdz_dokumenty", potem_drugi):
            self.assertEqual(self.indeksuj()["usuniete"], [])
        self.oczekuj_calosci(2)

    def test_dwa_procesy_od_zera(self):
        for i in range(12):
            self.pisz(f"{i:02d}.txt", f"Dokument numer {i}.")
        polecenie = [sys.executable, "-c", NA_SYGNAL, str(self.dok), "--baza", str(self.plik)]
        procesy = [subprocess.Popen(polecenie, cwd=warsztat.WARSZTAT, env=warsztat.srodowisko(), encoding="utf-8",
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                   for _ in range(2)]
        for proces in procesy:
            self.assertEqual(proces.stdout.readline(), "gotowy\n")
        for proces in procesy:   # oba czekają już z wczytanym programem, więc ruszają razem
            proces.stdin.write("\n")
            proces.stdin.flush()
        wyniki = [proces.communicate(timeout=60)[0] for proces in procesy]
        self.assertEqual([proces.returncode for proces in procesy], [0, 0], "\n".join(wyniki))
        self.oczekuj_calosci(12)

    def test_zajeta_baza_to_komunikat_i_kod_1(self):
        self.pisz("a.txt", "Treść.")
        self.indeksuj()
        with mock.patch.object(polaczenie, "CZEKAJ", 0.05), baza.transakcja(self.otworz()):
            kod, tekst = self.program(self.dok, "--baza", self.plik)
        self.assertEqual(kod, 1)
        self.assertRegex(tekst, r"b\.sqlite: baza jest zajęta.*spróbuj ponownie")


class NaglaSmierc(ZKatalogiem):
    def zabij(self, poczatek, ile):
        """Uruchamia indeksowanie, które zabija się po `ile` poleceniach SQL zaczynających się od `poczatek`."""
        wynik = warsztat.uruchom("-c", ZABIJ_SIE, self.dok, self.plik, poczatek, ile, cwd=warsztat.WARSZTAT)
        self.assertNotIn(wynik.returncode, (0, 1), wynik.stderr)
        self.assertEqual(wynik.stderr, "")

    def przygotuj(self):
        """Baza z dokumentami w wersji „stara” i katalog, w którym są już w wersji „nowa”."""
        for wersja in ("stara", "nowa"):
            for nazwa in "ab":
                akapity = (f"Wersja {wersja}, akapit {i}. " + "Słowa. " * 150 for i in range(4))
                self.pisz(f"{nazwa}.txt", "\n\n".join(akapity))
            if wersja == "stara":
                self.assertEqual(self.program(self.dok, "--baza", self.plik)[0], 0)
                with contextlib.closing(baza.otworz(self.plik)) as con:
                    przeglad.utrwal_znaki(con)

    def wersje(self):
        """Zwraca {zrodlo: zbiór wersji akapitów w bazie}; sprawdza, że wszystkie sposoby szukania działają."""
        con = self.otworz()
        wynik = {zrodlo: {tekst.split(",")[0] for tekst in teksty} for zrodlo, teksty in self.teksty(con).items()}
        for szukaj in baza.SPOSOBY_SZUKANIA.values():
            self.assertEqual(len(szukaj(con, "akapit wersja", 8)), 8)
        return wynik

    def test_kazda_chwila_zostawia_baze_zdatna_do_uzycia(self):
        stara, nowa = {"Wersja stara"}, {"Wersja nowa"}
        for poczatek, ile, wzor in (
                ("DELETE FROM fragmenty", 1, (stara, stara)), ("INSERT INTO tokeny", 3, (stara, stara)),
                ("INSERT INTO pliki", 2, (nowa, stara)), ("INSERT INTO znaki", 5, (nowa, nowa))):
            with self.subTest(poczatek=poczatek, ile=ile):
                self.plik.unlink(missing_ok=True)
                self.przygotuj()
                self.zabij(poczatek, ile)
                self.assertTrue(Path(f"{self.plik}-journal").exists(), "transakcja miała być w toku")
                self.assertEqual(self.wersje(), dict(zip(("a.txt", "b.txt"), wzor)))
                self.assertEqual(self.program(self.dok, "--baza", self.plik)[0], 0)
                self.assertEqual(self.wersje(), {"a.txt": nowa, "b.txt": nowa})

    def test_smierc_przy_zakladaniu_bazy(self):
        self.pisz("a.txt", "Treść.")
        self.zabij("CREATE TABLE", 2)
        self.assertEqual(self.program(self.dok, "--baza", self.plik)[0], 0)
        self.assertEqual(self.teksty(), {"a.txt": ["Treść."]})


class Program(ZKatalogiem):
    def test_podsumowanie_i_kod(self):
        self.pisz("a.txt", "Treść.")
        kod, tekst = self.program(self.dok, "--baza", self.plik)
        self.assertEqual(kod, 0)
        self.assertRegex(tekst, r"Dodane:    1 a\.txt\nZmienione: 0\nBez zmian: 0\nUsunięte:  0\nBaza .*fragmenty: 1\.")
        self.pisz("b.txt", b"")
        kod, tekst = self.program(self.dok, "--baza", self.plik)
        self.assertEqual(kod, 1)
        self.assertRegex(tekst, r"Bez zmian: 1\n[\s\S]*Pominięte: .*b\.txt: plik jest\s+pusty")

    def test_opcje_ciecia_zmieniaja_fragmenty_i_baza_je_pamieta(self):
        self.pisz("a.txt", "Zdanie pierwsze. Zdanie drugie. Zdanie trzecie.")
        opcje = ("--ciecie", "zdania", "--rozmiar", "2", "--zakladka", "1")
        self.assertEqual(self.program(self.dok, "--baza", self.plik, *opcje)[0], 0)
        self.assertEqual(self.teksty()["a.txt"], ["Zdanie pierwsze. Zdanie drugie.", "Zdanie drugie. Zdanie trzecie."])
        kod, tekst = self.program(self.dok, "--baza", self.plik)
        self.assertEqual(kod, 1)
        self.assertRegex(tekst, "zdania 2/1.*akapity 1200")

    def test_zle_wywolanie_to_2(self):
        for opcje in ((), ("",), (self.dok, "--baza", ""), (self.dok, "--baza", ":memory:"),
                      (self.dok, "--rozmiar", "0"), (self.dok, "--ciecie", "inne"), (self.dok, "--rozmiar", "duzo"),
                      (self.dok, "--ciecie", "staly", "--rozmiar", "10", "--zakladka", "10")):
            self.assertEqual(self.program(*opcje)[0], 2)

    def test_duzo_plikow_to_krotkie_podsumowanie_i_jeden_wiersz_postepu(self):
        for i in range(23):
            self.pisz(f"{i:02d}.txt", f"Dokument numer {i}.")
        terminal = io.StringIO()
        terminal.isatty = lambda: True
        wyjscie = io.StringIO()
        with contextlib.redirect_stdout(wyjscie), contextlib.redirect_stderr(terminal):
            self.assertEqual(indeksuj.main([str(self.dok), "--baza", str(self.plik), "--silnik", "cwiczebny"]), 0)
        self.assertRegex(" ".join(wyjscie.getvalue().split()), r"Dodane: 23 00\.txt, .*19\.txt … i 3 innych Zmienione")
        self.assertNotIn("20.txt", wyjscie.getvalue())
        self.assertEqual(terminal.getvalue().count("\n"), 1)
        self.assertRegex(terminal.getvalue(), r"^\rPliki: 1/23.*\rPliki: 23/23[^\r]*\n$")

    def test_literowka_w_katalogu_nie_zostawia_bazy(self):
        kod, tekst = self.program(self.folder / "doc", "--baza", self.plik)
        self.assertEqual((kod, self.plik.exists()), (1, False))
        self.assertIn("nie ma takiego folderu", tekst)

    def test_baza_domyslna_w_kopii_warsztatu(self):
        kopia = warsztat.kopia(self.folder)
        wynik = warsztat.uruchom("indeksuj.py", "dane/dokumenty", "--silnik", "cwiczebny", cwd=kopia)
        self.assertEqual((wynik.returncode, wynik.stderr), (0, ""))
        plik, = kopia.glob("dane/baza_*.sqlite")
        with contextlib.closing(baza.otworz(plik)) as con:
            self.assertIn("rejestr/rejestr_faktur_2025.md", self.teksty(con))
        wynik = warsztat.uruchom("baza.py", "FV/2025/09/0143", "--sposob", "slowa", "--silnik", "cwiczebny", cwd=kopia)
        self.assertEqual((wynik.returncode, wynik.stderr), (0, ""))
        self.assertIn("FV/2025/09/0143", wynik.stdout)


if __name__ == "__main__":
    unittest.main()
