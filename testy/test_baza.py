"""Testy bazy: krojenie dokumentów, czytanie folderu, sprawdzanie pliku fragmentów i wiersz poleceń."""
import json
import os
import re
import tempfile
import time
import unicodedata
import unittest
from pathlib import Path
from unittest import mock

import wspolne

# isort: split
import baza
import fragmenty
import sekcje
from pliki import BladDanych

ZDANIA = " ".join(f"Zdanie numer {i} opowiada o sprawie {'bardzo ' * (i % 4)}ważnej." for i in range(40))
OPIS = {"document_id": "DOC-A", "title": "Tytuł", "version": "1.0", "status": "active"}


def rekord(chunk_id="DOC-A#001", text="Treść fragmentu.", **metadata):
    meta = {"document_id": "DOC-A", "source": "a.txt", "title": "Tytuł", "version": "1.0", "status": "active",
            "section": "Wstęp", "page_number": None}
    return {"chunk_id": chunk_id, "text": text, "metadata": {**meta, **metadata}}


def teksty(*args, **kwargs):
    return [wycinek["text"] for wycinek in fragmenty.potnij(*args, **kwargs)]


class Folder(unittest.TestCase):
    """Każdy test dostaje pusty folder roboczy o nazwie z odstępem i polskimi literami."""

    def setUp(self):
        roboczy = tempfile.TemporaryDirectory()
        self.addCleanup(roboczy.cleanup)
        self.folder = Path(roboczy.name).resolve() / "moje źródła"
        self.folder.mkdir()
        self.plik = self.folder.parent / "nowe fragmenty.jsonl"

    def dokument(self, nazwa="a.txt", tresc="Pierwszy akapit.\n", **opis):
        (self.folder / nazwa).write_bytes(tresc if isinstance(tresc, bytes) else tresc.encode("utf-8"))
        sciezka = self.folder / "metadane.json"
        opisy = json.loads(sciezka.read_text(encoding="utf-8")) if sciezka.exists() else {}
        opisy[nazwa] = {**OPIS, **opis}
        sciezka.write_text(json.dumps(opisy), encoding="utf-8")

    def blad_budowy(self):
        with self.assertRaises(BladDanych) as przechwycony:
            baza.zbuduj(self.folder)
        return str(przechwycony.exception)

    def wady(self, *rekordy):
        self.plik.write_text(baza.na_jsonl(rekordy), encoding="utf-8")
        return baza.przejrzyj_fragmenty(self.plik)[1]

    def blad_bajtow(self, bajty):
        self.plik.write_bytes(bajty)
        with self.assertRaises(BladDanych) as przechwycony:
            baza.wczytaj_fragmenty(self.plik)
        return str(przechwycony.exception)


class Krojenie(unittest.TestCase):
    def test_kazda_strategia_daje_wycinki_ktore_stoja_w_tekscie_i_nie_przecinaja_slow(self):
        tekst = f"1. Jeden\n\n{ZDANIA}\n\n2. Dwa\n\nZażółć gęślą jaźń.\n\n{ZDANIA}\n"
        wyrazy = set(tekst.split())
        for strategia, rozmiar in [("akapity", 90), ("stale", 50), ("stale", 7), ("zdania", 3)]:
            with self.subTest(strategia=strategia, rozmiar=rozmiar):
                wycinki = teksty(tekst, strategia, rozmiar, 0)
                for wycinek in wycinki:
                    self.assertIn(wycinek, tekst)
                    self.assertLessEqual(set(wycinek.split()), wyrazy)
                bez_naglowkow = tekst.replace("1. Jeden", "").replace("2. Dwa", "")
                self.assertEqual(" ".join(wycinki).split(), bez_naglowkow.split())

    def test_akapity_lacza_sie_do_rozmiaru(self):
        tekst = "a" * 40 + "\n\n" + "b" * 40 + "\n\n" + "c" * 40
        self.assertEqual(list(map(len, teksty(tekst, rozmiar=82))), [82, 40])
        self.assertEqual(list(map(len, teksty(tekst, rozmiar=81))), [40, 40, 40])

    def test_domyslnie_akapity_do_1200_znakow(self):
        dlugosci = list(map(len, teksty("\n\n".join([ZDANIA] * 3))))
        self.assertLessEqual(max(dlugosci), 1200)
        self.assertGreater(min(dlugosci[:-1]), 1000)

    def test_za_dlugi_akapit_jest_dzielony_miedzy_zdaniami(self):
        wycinki = teksty(ZDANIA, rozmiar=200)
        self.assertGreater(len(wycinki), 5)
        for wycinek in wycinki:
            self.assertLessEqual(len(wycinek), 200)
            self.assertTrue(wycinek.startswith("Zdanie") and wycinek.endswith("ważnej."), wycinek)

    def test_skrot_nie_konczy_zdania(self):
        self.assertEqual(teksty("Zob. art. 5 ust. 2 regulaminu. Koniec.", "zdania", 1),
                         ["Zob. art. 5 ust. 2 regulaminu.", "Koniec."])

    def test_stale_maja_zakladke_z_calych_slow(self):
        tekst = " ".join(f"wyraz{i:03d}" for i in range(30))
        self.assertEqual(teksty(tekst, "stale", 25, 9)[:3], [
            "wyraz000 wyraz001", "wyraz001 wyraz002", "wyraz002 wyraz003"])
        wycinki = teksty(tekst, "stale", 53, 18)
        for poprzedni, nastepny in zip(wycinki, wycinki[1:]):
            self.assertEqual(poprzedni.split()[-2:], nastepny.split()[:2])
            self.assertLessEqual(len(nastepny), 53)

    def test_stale_nie_powtarzaja_koncowki_jako_osobnego_wycinka(self):
        self.assertEqual(teksty("raz dwa trzy", "stale", 100, 50), ["raz dwa trzy"])

    def test_slowo_dluzsze_niz_rozmiar_pozostaje_cale(self):
        dlugie = "konstantynopolitanka"
        for zakladka in (0, 5):
            self.assertEqual(teksty(f"ala {dlugie} ma kota", "stale", 8, zakladka)[:2], ["ala", dlugie])
        self.assertEqual(teksty(f"ala {dlugie} ma kota", rozmiar=8), ["ala", dlugie, "ma kota"])

    def test_zdania_maja_wspolne_zdania(self):
        tekst = "Raz. Dwa. Trzy. Cztery. Pięć."
        self.assertEqual(teksty(tekst, "zdania", 3, 1), ["Raz. Dwa. Trzy.", "Trzy. Cztery. Pięć."])
        self.assertEqual(teksty(tekst, "zdania", 2, 0), ["Raz. Dwa.", "Trzy. Cztery.", "Pięć."])
        self.assertEqual(teksty(tekst, "zdania"), [tekst])

    def test_powtorzone_zdanie_jest_liczone_osobno(self):
        self.assertEqual(teksty("Tak. Nie. Tak. Nie.", "zdania", 3, 0), ["Tak. Nie. Tak.", "Nie."])

    def test_zle_rozmiary_i_zakladki(self):
        for argumenty, napis in [(("stale", 10, 10), "mniejsza od"), (("zdania", 2, 3), "mniejsza od"),
                                 (("stale", 10, -1), "nieujemna"), (("stale", 0), "większy od zera"),
                                 (("akapity", 100, 10), "nie ma zakładki"), (("losowo",), "strategii")]:
            with self.subTest(argumenty), self.assertRaisesRegex(ValueError, napis):
                fragmenty.potnij("Tekst.", *argumenty)

    def test_ujednolicenie_sklada_litery_i_konce_wierszy(self):
        nfd = unicodedata.normalize("NFD", "zażółć\r\ngęślą\rjaźń")
        self.assertEqual(sekcje.ujednolic(nfd), "zażółć\ngęślą\njaźń")


class Naglowki(unittest.TestCase):
    def sekcje(self, tekst, markdown=False):
        return [(w["section"], w["text"]) for w in fragmenty.potnij(tekst, markdown=markdown)]

    def test_rodzaje_naglowkow_w_txt(self):
        for naglowek, sekcja in [("2. Baza", "2. Baza"), ("2.1  Kopia", "2.1 Kopia"),
                                 ("§ 3. Kary", "§ 3. Kary"), ("§ 3.", "§ 3."), ("ŁĄCZNOŚĆ", "ŁĄCZNOŚĆ"),
                                 ("Wstęp\n=====", "Wstęp"), ("Cel\n---", "Cel")]:
            with self.subTest(naglowek):
                wynik = self.sekcje(f"Przed.\n\n{naglowek}\n\nPo.")
                self.assertEqual(wynik, [("", "Przed."), (sekcja, "Po.")])

    def test_co_w_txt_nie_jest_naglowkiem(self):
        for wiersz in ["1. Zatrzymaj program.", "# komentarz", "2. baza", "UWAGA!", "2024 Kraków", "5",
                       "§ 3. Kara wynosi 5 zł.", "Zwykły wiersz", "2. Długi " + "wiersz " * 20]:
            with self.subTest(wiersz):
                self.assertEqual([sekcja for sekcja, _ in self.sekcje(f"Przed.\n\n{wiersz}\n\nPo.")], [""])

    def test_numer_wewnatrz_akapitu_nie_jest_naglowkiem(self):
        for tekst in ("Mija w punkcie\n3. Oddziału\nkrakowskiego.", "Zobacz punkt\n3. Oddział krakowski"):
            self.assertEqual(self.sekcje(tekst), [("", tekst)])

    def test_naglowki_markdown(self):
        tekst = "# Tytuł\n\n## Jak pytać? ##\nTekst.\n\n2. Punkt\n\nDalej.\n"
        self.assertEqual(self.sekcje(tekst, markdown=True), [("Jak pytać?", "Tekst.\n\n2. Punkt\n\nDalej.")])

    def test_kratki_na_koncu_naglowka_i_bez_tresci(self):
        for wiersz, sekcja in (("# C#", "C#"), ("## A  b ##  ", "A b"), ("#\tTab", "Tab"), ("# a # b", "a # b")):
            with self.subTest(wiersz):
                self.assertEqual(self.sekcje(f"{wiersz}\nTekst.", markdown=True), [(sekcja, "Tekst.")])
        for wiersz in ("#", "## ##", "#bez odstępu"):
            with self.subTest(wiersz):
                self.assertEqual(self.sekcje(wiersz, markdown=True), [("", wiersz)])

    def test_odstepy_w_naglowku_nie_wydluzaja_pracy(self):
        start = time.monotonic()
        for wiersz in ("# a" + " " * 50_000 + "b", "# a" + " #" * 25_000 + "b"):
            self.sekcje(f"{wiersz}\nTekst.", markdown=True)
        self.assertLess(time.monotonic() - start, 2)

    def test_kratka_w_bloku_kodu_nie_jest_naglowkiem(self):
        tekst = "# Tytuł\n\n```\n# komentarz\n---\nls\n```\n\nPo."
        self.assertEqual(self.sekcje(tekst, markdown=True), [("Tytuł", tekst.partition("\n\n")[2])])

    def test_wycinek_nie_przekracza_sekcji_w_zadnej_strategii(self):
        for strategia in fragmenty.STRATEGIE:
            self.assertEqual(teksty("1. Raz\n\nA.\n\n2. Dwa\n\nB.", strategia), ["A.", "B."])


class Strony(unittest.TestCase):
    def strony(self, tekst):
        return [(w["page_number"], w["section"], w["text"]) for w in fragmenty.potnij(tekst)]

    def test_bez_wysuwu_strony_nie_ma_numerow(self):
        self.assertEqual(self.strony("Tekst."), [(None, "", "Tekst.")])

    def test_wycinek_nie_przekracza_strony_a_sekcja_przechodzi_dalej(self):
        self.assertEqual(self.strony("1. Raz\n\nA.\n\fB.\n\f\fC.\f"),
                         [(1, "1. Raz", "A."), (2, "1. Raz", "B."), (4, "1. Raz", "C.")])

    def test_powtarzany_brzeg_stron_odpada(self):
        tekst = "\f".join(f"\nPrzewodnik, wyd. 2.1\n\nTreść {litera}.\n\n  Strona {numer} z 3\n"
                          for numer, litera in enumerate("abc", start=1))
        self.assertEqual(self.strony(tekst), [(1, "", "Treść a."), (2, "", "Treść b."), (3, "", "Treść c.")])

    def test_niepowtarzany_brzeg_stron_pozostaje(self):
        tekst = "Wstęp a.\n\nTreść.\n\nKoniec a.\fWstęp b.\n\nTreść.\n\nKoniec b."
        self.assertEqual([t for _, _, t in self.strony(tekst)], tekst.split("\f"))


class Budowa(Folder):
    def test_rekord_ma_pola_kontraktu_i_przechodzi_sprawdzenie(self):
        self.dokument("b.md", "# Pomoc\n\nTekst.\n", document_id="DOC-B")
        self.dokument("a.txt", "Przed nagłówkiem.\n\f1. Raz\n\nTreść.\n")
        rekordy = baza.zbuduj(self.folder)
        self.assertEqual(rekordy[0], rekord(text="Przed nagłówkiem.", section="Tytuł", page_number=1))
        self.assertEqual([r["chunk_id"] for r in rekordy], ["DOC-A#001", "DOC-A#002", "DOC-B#001"])
        self.assertEqual(self.wady(*rekordy), [])
        self.assertEqual(baza.wczytaj_fragmenty(self.plik), rekordy)

    def test_bom_crlf_i_nfd_daja_ten_sam_tekst_co_zwykly_plik(self):
        tekst = "Zażółć gęślą\njaźń.\n"
        self.dokument("a.txt", unicodedata.normalize("NFD", tekst).replace("\n", "\r\n").encode("utf-8-sig"))
        self.assertEqual(baza.zbuduj(self.folder)[0]["text"], tekst.strip())

    def test_nazwa_pliku_nfd_pasuje_do_wpisu_nfc(self):
        self.dokument("źródło.txt")
        os.rename(self.folder / "źródło.txt", self.folder / unicodedata.normalize("NFD", "źródło.txt"))
        self.assertEqual(baza.zbuduj(self.folder)[0]["metadata"]["source"], "źródło.txt")

    def test_dwie_nazwy_rozne_tylko_postacia_znakow(self):
        nfd = unicodedata.normalize("NFD", "źródło.txt")
        self.dokument("źródło.txt")
        self.dokument(nfd, "Inny tekst.\n")   # macOS uzna to za ten sam plik, dlatego listę podaje test
        pliki = [self.folder / "źródło.txt", self.folder / nfd]
        with mock.patch.object(Path, "iterdir", return_value=pliki):
            self.assertIn("drugi plik o tej samej nazwie", self.blad_budowy())

    def test_nazwa_pliku_spoza_utf8(self):
        nazwa = "\udcb9.txt"   # tak Python widzi bajt B9 w nazwie
        try:
            self.dokument(nazwa)
        except OSError:   # macOS takiej nazwy nie przyjmie
            return
        self.assertIn("nazwa pliku zawiera uszkodzony znak", self.blad_budowy())
        proces = wspolne.uruchom(wspolne.ASYSTENT / "baza.py", "utworz", self.folder, self.plik)
        self.assertEqual((proces.returncode, proces.stdout, self.plik.exists()), (1, "", False))
        self.assertIn(r"\udcb9.txt: nazwa pliku", proces.stderr)
        self.assertNotIn("Traceback", proces.stderr)

    def test_wszystkie_wady_folderu_sa_wymienione_naraz(self):
        self.dokument("cp.txt", "Pierwszy\nzażółć".encode("cp1250"))
        self.dokument("utf16.txt", "tekst".encode("utf-16"), document_id="DOC-U")
        self.dokument("pusty.md", " \n", document_id="DOC-P")
        self.dokument("dwa.txt", document_id="DOC-U")
        self.dokument("zle_id.txt", document_id="doc a")
        self.dokument("puste_pole.txt", document_id="DOC-X", title=" ")
        self.dokument("nadmiar.txt", document_id="DOC-Y", autor="Ala")
        self.dokument("brak.txt", document_id="DOC-Z")
        (self.folder / "brak.txt").unlink()
        (self.folder / "obcy.txt").write_text("tekst", encoding="utf-8")
        komunikat = self.blad_budowy()
        for napis in ("cp.txt, wiersz 2", "utf16.txt: plik jest w UTF-16", "pusty.md: plik jest pusty",
                      "dwa.txt: document_id DOC-U ma już plik utf16.txt", "zle_id.txt: document_id „doc a”",
                      "puste_pole.txt: title musi być niepustym napisem",
                      "nadmiar.txt: wpis: nieznane pole „autor”", "nie ma dokumentu brak.txt",
                      "brakuje wpisu dla pliku obcy.txt"):
            with self.subTest(napis):
                self.assertIn(napis, komunikat)
        self.assertEqual(len(komunikat.splitlines()), 9)

    def test_pusty_folder_i_brak_folderu(self):
        self.assertIn("nie ma tu żadnego dokumentu", self.blad_budowy())
        self.assertIn("metadane.json: nie ma takiego pliku", self.blad_budowy())
        self.folder = self.folder / "nie ma"
        self.assertIn("nie ma takiego folderu", self.blad_budowy())

    def test_uszkodzone_metadane(self):
        self.dokument()
        for tresc, napis in [('{"a.txt": {}, "a.txt": {}}', "powtórzony klucz"),
                             ('{"a.txt": ', "niepoprawny JSON"), ("[]", "obiekt JSON"),
                             ('{"a.txt": "DOC-A"}', "wpis musi być obiektem"),
                             ('{"a.txt": {"title": "T"}}', "brakuje pola document_id")]:
            with self.subTest(tresc):
                (self.folder / "metadane.json").write_text(tresc, encoding="utf-8")
                self.assertIn(napis, self.blad_budowy())

    def test_dokument_z_samych_naglowkow_jest_nazwany(self):
        self.dokument("a.txt", "1. Sam nagłówek\n")
        self.assertIn("a.txt: poza nagłówkami nie ma tu żadnego tekstu", self.blad_budowy())

    def test_nic_spoza_folderu_nie_jest_czytane(self):
        (self.folder.parent / "tajne.txt").write_text("Tajne.", encoding="utf-8")
        self.dokument()
        self.dokument("pod.txt", document_id="DOC-B")
        (self.folder / "pod.txt").unlink()
        try:
            (self.folder / "pod.txt").symlink_to(self.folder.parent / "tajne.txt")
        except OSError:   # Windows bez prawa do dowiązań: pozostaje wpis, do którego nie ma pliku
            self.assertIn("pod.txt", self.blad_budowy())
        else:
            self.assertIn("dowiązanie prowadzi poza folder", self.blad_budowy())
            (self.folder / "pod.txt").unlink()
        opisy = json.dumps({"a.txt": OPIS, "../tajne.txt": OPIS})
        (self.folder / "metadane.json").write_text(opisy, encoding="utf-8")
        self.assertIn("nie ma dokumentu ../tajne.txt", self.blad_budowy())


class Sprawdzanie(Folder):
    def test_poprawny_plik_takze_z_bom_i_crlf(self):
        rekordy = [rekord(), rekord("DOC-A#002", "Wiersz\u2028z separatorem", page_number=7)]
        self.plik.write_bytes(baza.na_jsonl(rekordy).replace("\n", "\r\n").encode("utf-8-sig"))
        self.assertEqual(baza.wczytaj_fragmenty(self.plik), rekordy)

    def test_zle_pola_i_typy_sa_nazwane(self):
        bez_tekstu = rekord()
        del bez_tekstu["text"]
        for zly, napis in [
            (bez_tekstu, "brakuje pola text"),
            ({**rekord(), "autor": "A"}, "nieznane pole „autor”"),
            (rekord(jezyk="pl"), "metadata: nieznane pole „jezyk”"),
            ({**rekord(), "metadata": []}, "metadata musi być obiektem"),
            ([], "fragment musi być obiektem"),
            (rekord(text=" \n\u00a0"), "text musi być niepustym napisem"),
            (rekord(text=5), "text musi być niepustym napisem"),
            (rekord(chunk_id=None), "chunk_id musi być niepustym napisem"),
            (rekord("DOC A#1"), "chunk_id nie może zawierać odstępów"),
            (rekord(version=1.4), "version musi być niepustym napisem"),
            (rekord(section=None), "section musi być niepustym napisem"),
            (rekord(document_id="doc-a"), "wielkich liter"),
            (rekord(document_id="DOC--A"), "wielkich liter"),
            (rekord(page_number=True), "page_number"), (rekord(page_number=0), "page_number"),
            (rekord(page_number=1.0), "page_number"), (rekord(page_number="1"), "page_number"),
        ]:
            with self.subTest(napis=napis, zly=zly):
                wady = self.wady(rekord("DOC-A#000"), zly)
                self.assertEqual(len(wady), 1)
                self.assertIn(f"{self.plik.name}, wiersz 2: ", wady[0])
                self.assertIn(napis, wady[0])

    def test_polowa_pary_znakow(self):
        for pole in ("source", "title", "version", "status", "section"):
            self.plik.write_text(json.dumps(rekord(**{pole: "a\ud800b"})), encoding="utf-8")
            self.assertIn(f"{pole} zawiera uszkodzony znak", baza.przejrzyj_fragmenty(self.plik)[1][0])
        self.plik.write_text(json.dumps(rekord(text="a\ud800b")), encoding="utf-8")
        self.assertIn("text zawiera uszkodzony znak", baza.przejrzyj_fragmenty(self.plik)[1][0])

    def test_powtorzony_chunk_id_i_sprzeczne_metadane(self):
        wady = self.wady(rekord(), rekord(), rekord("DOC-A#003", version="2.0", status="draft"))
        self.assertEqual([wada.split(", ", 1)[1] for wada in wady], [
            "wiersz 2: chunk_id „DOC-A#001” jest już w wierszu 1",
            "wiersz 3: version dokumentu DOC-A to „2.0”, a w wierszu 1 „1.0”",
            "wiersz 3: status dokumentu DOC-A to „draft”, a w wierszu 1 „active”"])

    def test_kazdy_zly_wiersz_jest_wymieniony_a_dobre_wracaja(self):
        dobry = baza.na_jsonl([rekord()]).strip()
        self.plik.write_text(f'{dobry}\n\n{{"text": 1, "text": 2}}\n{dobry[:40]}\nNaN\n', encoding="utf-8")
        rekordy, wady = baza.przejrzyj_fragmenty(self.plik)
        self.assertEqual(rekordy, [rekord()])
        for wada, napis in zip(wady, ["wiersz 2: wiersz jest pusty", "wiersz 3: powtórzony klucz „text”",
                                      "wiersz 4: niepoprawny JSON", "wiersz 5: wartość NaN"], strict=True):
            self.assertIn(napis, wada)

    def test_wczytywanie_podaje_pierwsza_wade_i_liczbe_wszystkich(self):
        komunikat = self.blad_bajtow(b"{}\n[]\n")
        self.assertIn("wiersz 1: fragment: brakuje pola chunk_id", komunikat)
        self.assertIn("Liczba wad: 4", komunikat)

    def test_pliki_ktorych_nie_da_sie_odczytac(self):
        dobry = baza.na_jsonl([rekord()])
        self.assertIn("wiersz 1", self.blad_bajtow(dobry.encode("cp1250")))
        self.assertIn("UTF-16", self.blad_bajtow(dobry.encode("utf-16")))
        uciety = dobry + dobry[:len(dobry) // 2]
        self.assertIn("wiersz 2: niepoprawny JSON", self.blad_bajtow(uciety.encode("utf-8")))
        self.assertIn("pusty", self.blad_bajtow(b"\n\n"))
        self.plik.unlink()
        with self.assertRaisesRegex(BladDanych, "nie ma takiego pliku"):
            baza.wczytaj_fragmenty(self.plik)


class WierszPolecen(Folder):
    def uruchom(self, *argumenty, **srodowisko):
        wynik = wspolne.uruchom(wspolne.ASYSTENT / "baza.py", *argumenty, cwd=self.folder.parent, env=srodowisko)
        self.assertNotIn("Traceback", wynik.stderr)
        return wynik

    def test_utworz_sprawdz_i_odmowa_nadpisania(self):
        self.dokument("a.txt", f"1. Raz\n\n{ZDANIA}\n")
        wynik = self.uruchom("utworz", self.folder, self.plik)
        self.assertEqual((wynik.returncode, wynik.stderr), (0, ""))
        self.assertIn(f"Dokumenty: 1, fragmenty: {len(baza.zbuduj(self.folder))}\n", wynik.stdout)
        bajty = self.plik.read_bytes()
        self.assertNotIn(b"\r", bajty)
        sprawdzenie = self.uruchom("sprawdz", self.plik)
        self.assertEqual((sprawdzenie.returncode, sprawdzenie.stdout.splitlines()[1:]),
                         (0, wynik.stdout.splitlines()[1:-2]))   # bez rady, co dalej
        odmowa = self.uruchom("utworz", self.folder, self.plik, "--strategia", "zdania")
        self.assertEqual((odmowa.returncode, odmowa.stdout), (1, ""))
        self.assertIn("już jest", odmowa.stderr)
        self.assertEqual(self.plik.read_bytes(), bajty)
        self.assertEqual(set(self.folder.parent.iterdir()), {self.folder, self.plik})

    def test_opcje_krojenia_dzialaja(self):
        self.dokument("a.txt", "Raz. Dwa. Trzy.")
        wynik = self.uruchom("utworz", self.folder, self.plik,
                             "--strategia=zdania", "--rozmiar=2", "--zakladka=1")
        self.assertEqual(wynik.returncode, 0)
        self.assertEqual([r["text"] for r in baza.wczytaj_fragmenty(self.plik)], ["Raz. Dwa.", "Dwa. Trzy."])

    def test_bledy_danych_koncza_sie_kodem_1(self):
        self.plik.write_text("{}\n[]\n", encoding="utf-8")
        wynik = self.uruchom("sprawdz", self.plik, PYTHONIOENCODING="ascii")
        self.assertEqual((wynik.returncode, wynik.stdout, len(wynik.stderr.splitlines())), (1, "", 5))
        self.assertEqual(self.uruchom("utworz", self.folder, self.folder.parent / "inny.jsonl").returncode, 1)
        self.dokument()
        wynik = self.uruchom("utworz", self.folder, self.folder.parent / "nie ma" / "x.jsonl")
        self.assertEqual(wynik.returncode, 1)
        self.assertIn("nie ma takiego pliku ani folderu", wynik.stderr)

    def test_zle_wywolania_koncza_sie_kodem_2(self):
        self.dokument()
        utworz = ["utworz", self.folder, self.plik]
        for argumenty in [[], ["usun", "a"], ["sprawdz"], [*utworz, "--rozmiar=duży"],
                          [*utworz, "--strategia=stale", "--rozmiar=9", "--zakladka=9"]]:
            with self.subTest(argumenty):
                self.assertEqual(self.uruchom(*argumenty).returncode, 2)
        self.assertFalse(self.plik.exists())

    def test_pomoc_ma_przyklady_ktore_dzialaja(self):
        """Wzór metadanych i wzór fragmentu przepisane z pomocy są poprawne."""
        pomoc = self.uruchom("--help").stdout
        for napis in ("baza.py utworz", "baza.py sprawdz", "po 5 zdań"):
            self.assertIn(napis, pomoc)
        metadane, fragment = re.findall(r"^  (\{\".*?\}\})$", pomoc, re.MULTILINE | re.DOTALL)
        (self.folder / "metadane.json").write_text(metadane, encoding="utf-8")
        (self.folder / "regulamin.txt").write_text("Wodę włącza się 15 kwietnia.\n", encoding="utf-8")
        self.assertEqual(self.uruchom("utworz", self.folder, self.plik).returncode, 0)
        self.assertEqual(self.wady(json.loads(fragment)), [])


class Statystyki(unittest.TestCase):
    def test_licza_znaki_razem_i_w_dokumentach(self):
        rekordy = [rekord(text="abc"), rekord(text="abcdefg"), rekord(text="abcde", document_id="DOC-B")]
        self.assertEqual(baza.statystyki(rekordy).splitlines(), [
            "Dokumenty: 2, fragmenty: 3",
            "  Razem: fragmenty: 3, znaki: od 3 do 7, średnio 5",
            "  DOC-A: fragmenty: 2, znaki: od 3 do 7, średnio 5",
            "  DOC-B: fragmenty: 1, znaki: od 5 do 5, średnio 5"])


if __name__ == "__main__":
    unittest.main()
