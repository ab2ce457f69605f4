"""Pokój testów pytań: plik z wadą wskazany co do pola, zdanie we fragmencie i napis w odpowiedzi."""
import json
import tempfile
import unittest
from pathlib import Path

import warsztat

# isort: split
import indeksuj
import pytania
from pliki import BladDanych

PYTANIE = {"id": "P01", "pytanie": "Jaka stawka?", "rodzaj": "zwykle", "zawiera": ["8%"], "nie_zawiera": ["23%"],
           "zrodla": [{"zrodlo": "stawki.md", "zdanie": "Drewno ma stawkę 8%."}]}
BEZ = {"id": "P02", "pytanie": "A cło?", "rodzaj": "bez_odpowiedzi", "zawiera": [], "nie_zawiera": [], "zrodla": []}
DOKUMENT = "# Stawki\n\nNa opał. Drewno ma\r\nstawkę 8%. Reszta 23%.\n"

# (co zmienić w PYTANIE, czego szukać w komunikacie)
WADY = [({"id": ""}, "id:"), ({"id": 7}, "id:"), ({"pytanie": " \u200b"}, "pytanie:"), ({"pytanie": None}, "pytanie:"),
        ({"rodzaj": "inne"}, "rodzaj: .*zwykle, identyfikator, wersje, bez_odpowiedzi"), ({"rodzaj": []}, "rodzaj:"),
        ({"zawiera": "8%"}, "zawiera:"), ({"zawiera": ["8%", ""]}, "zawiera:"), ({"nie_zawiera": [8]}, "nie_zawiera:"),
        ({"zrodla": {}}, "zrodla:"), ({"zrodla": [{"zrodlo": "stawki.md"}]}, "zrodla:"),
        ({"zrodla": [{"zrodlo": "stawki.md", "zdanie": " "}]}, "zrodla:"), ({"zrodla": ["stawki.md"]}, "zrodla:"),
        ({"zrodla": []}, "zrodla:"), ({"zawiera": []}, "zawiera:"), ({"rodzaj": "bez_odpowiedzi"}, "zrodla:"),
        ({"uwaga": ""}, "pola to"),
        ({"zrodla": [{"zrodlo": "brak.md", "zdanie": "Drewno"}]}, "zrodlo: nie ma dokumentu .*brak.md.*stawki.md"),
        ({"zrodla": [{"zrodlo": "stawki.md", "zdanie": "Drewno ma stawkę 9%."}]}, "zdanie: .*stawki.md.*stawkę 9%")]

WYSTEPUJE = [("8%", "stawka 8 %."), ("8%", "Stawka: 8%, nie 23%"), ("8 %", "stawka 8%"), ("8%", "8\u00a0%"),
             ("5 000", "5000 zł"), ("5000", "kwota 5\u00a0000 zł"), ("1 250 000", "1250000"), ("500 zł", "500zł"),
             ("30 września", "do 30 WRZESNIA 2025"), ("zwolnion", "Dostawa jest zwolniona."), ("zażółć", "ZAŻÓŁĆ"),
             ("FV/2025/09/0143", "faktura fv/2025/09/0143."), ("Art. 43", "zob. art.43 ust. 1"), ("§ 5", "wg §5"),
             ("2025-09-30", "2025–09–30"), ("7", "Zwrot trwa 7 dni."), ("5,5%", "5,5%"), ("8%", "(8%)"),
             ("5", "nr 5, 000-12"), ("10", "do godz. 10. 5 dni później")]
NIE_WYSTEPUJE = [("zwolnion", "Sprzedaż jest niezwolniona z podatku."),
                 ("8%", "18%"), ("8%", "0,8%"), ("8%", "0.8%"), ("5 000", "25 000"), ("5 000", "125 000 zł"),
                 ("500 zł", "1 500 zł"), ("000", "5 000"), ("5", "5 000 zł"),
                 ("5 000", "5 000 000"), ("5 000", "50 001"), ("7", "7,5"), ("7", "17"), ("7", "70"),
                 ("FV/2025/09/014", "FV/2025/09/0143"), ("8%", "8 procent"),
                 ("FV/2025/09/0143", "FV/2025/09/0134"), ("23%", ""), ("5 000", "5 000,50")]


class Plik(unittest.TestCase):
    def setUp(self):
        tymczasowy = tempfile.TemporaryDirectory()
        self.addCleanup(tymczasowy.cleanup)
        self.katalog = Path(tymczasowy.name)
        (self.katalog / "stawki.md").write_text(DOKUMENT, encoding="utf-8", newline="")
        self.plik = self.katalog / "pytania.json"

    def wczytaj(self, wartosc):
        self.plik.write_text(wartosc if isinstance(wartosc, str) else json.dumps(wartosc), encoding="utf-8")
        return pytania.wczytaj_pytania(self.plik, indeksuj.znajdz_dokumenty(self.katalog)[0])

    def test_poprawny(self):
        self.assertEqual(self.wczytaj([PYTANIE, BEZ]), [PYTANIE, BEZ])

    def test_pytania_warsztatu_zgadzaja_sie_z_dokumentami(self):
        dane = warsztat.WARSZTAT / "dane"
        lista = pytania.wczytaj_pytania(dane / "pytania.json", indeksuj.znajdz_dokumenty(dane / "dokumenty")[0])
        self.assertGreaterEqual(len(lista), 40)
        self.assertEqual(sum(p["rodzaj"] == "bez_odpowiedzi" for p in lista), 8)
        self.assertEqual({p["rodzaj"] for p in lista}, set(pytania.RODZAJE))

    def test_wada_wskazuje_plik_pytanie_i_pole(self):
        for zmiana, komunikat in WADY:
            with self.subTest(zmiana):
                z_id = r" \(P01\)" if "id" not in zmiana else ""
                with self.assertRaisesRegex(BladDanych, rf"pytania.json, pytanie 2.*{z_id}: {komunikat}"):
                    self.wczytaj([BEZ, PYTANIE | zmiana])

    def test_brak_pola(self):
        for pole in PYTANIE:
            with self.subTest(pole), self.assertRaisesRegex(BladDanych, "pytanie 1.*: pola to .*" + pole):
                self.wczytaj([{nazwa: wartosc for nazwa, wartosc in PYTANIE.items() if nazwa != pole}])

    def test_powtorzone_id(self):
        with self.assertRaisesRegex(BladDanych, r"pytanie 2 \(P01\): id: „P01” się powtarza"):
            self.wczytaj([PYTANIE, BEZ | {"id": "P01"}])

    def test_zrodlo_ma_nazwe_dokladnie_taka_jak_w_bazie(self):
        """Plik pod tą ścieżką jest, ale żaden fragment bazy nie ma takiej nazwy: wina spadłaby na cięcie."""
        (self.katalog / "pod").mkdir()
        (self.katalog / "stawki.rst").write_text(DOKUMENT, encoding="utf-8")
        for nazwa in ("./stawki.md", "pod/../stawki.md", "Stawki.md", "STAWKI.MD", "stawki.rst", ".", "/", "stawki",
                      str(self.katalog / "stawki.md")):
            zrodla = [PYTANIE["zrodla"][0] | {"zrodlo": nazwa}]
            with self.subTest(nazwa), self.assertRaisesRegex(BladDanych, r"\(P01\): zrodlo: nie ma .*: stawki\.md\.$"):
                self.wczytaj([PYTANIE | {"zrodla": zrodla}])

    def test_to_samo_zrodlo_dwa_razy(self):
        inaczej = {"zrodlo": "stawki.md", "zdanie": "Drewno  ma\nstawkę 8%."}
        with self.assertRaisesRegex(BladDanych, r"\(P01\): zrodla: zdanie .*dwa razy"):
            self.wczytaj([PYTANIE | {"zrodla": [*PYTANIE["zrodla"], inaczej]}])
        self.wczytaj([PYTANIE | {"zrodla": [*PYTANIE["zrodla"], {"zrodlo": "stawki.md", "zdanie": "Reszta 23%."}]}])

    def test_id_z_podzialem_wiersza_nie_rozrywa_komunikatu(self):
        with self.assertRaisesRegex(BladDanych, r"pytanie 1 \(P 01\): pola to"):
            self.wczytaj([{"id": "P\n01"}])

    def test_inny_ksztalt_pliku(self):
        for wartosc in ([], {}, {"pytania": [PYTANIE]}, "[1, 2", "null", '[{"id": 1, "id": 2}]'):
            with self.subTest(wartosc), self.assertRaisesRegex(BladDanych, "pytania.json"):
                self.wczytaj(wartosc)
        for wartosc in ([None], ["P01"], [[]]):
            with self.subTest(wartosc), self.assertRaisesRegex(BladDanych, "pytanie 1: pola to"):
                self.wczytaj(wartosc)

    def test_same_pytania_bez_odpowiedzi(self):
        with self.assertRaisesRegex(BladDanych, "pytania.json: .*choć jedno pytanie"):
            self.wczytaj([BEZ])

    def test_nie_ma_pliku(self):
        with self.assertRaisesRegex(BladDanych, "pytania.json"):
            pytania.wczytaj_pytania(self.plik, {})


class Zdanie(unittest.TestCase):
    ZRODLA = [{"zrodlo": "a.md", "zdanie": "Pierwsze zdanie."}, {"zrodlo": "b.md", "zdanie": "Drugie   zdanie."},
              {"zrodlo": "a.md", "zdanie": "Trzecie."}]

    def zawarte(self, zrodlo, tekst):
        return pytania.zawarte({"zrodlo": zrodlo, "tekst": tekst}, self.ZRODLA)

    def test_cale_zdanie_z_tego_dokumentu(self):
        self.assertEqual(self.zawarte("a.md", "Wstęp. Pierwsze\n  zdanie. Koniec."), [0])
        self.assertEqual(self.zawarte("b.md", "Drugie\u00a0zdanie."), [1])
        self.assertEqual(self.zawarte("a.md", "Trzecie. Pierwsze zdanie."), [0, 2])

    def test_uciete_i_z_innego_dokumentu_sie_nie_licza(self):
        for zrodlo, tekst in (("a.md", "Pierwsze zdanie"), ("a.md", "ierwsze zdanie."), ("b.md", "Pierwsze zdanie."),
                              ("a.md", ""), ("a.md", "pierwsze zdanie.")):
            with self.subTest(tekst):
                self.assertEqual(self.zawarte(zrodlo, tekst), [])

    def test_nfd_to_ten_sam_tekst(self):
        self.assertEqual(pytania.zawarte({"zrodlo": "a", "tekst": "Stawke\u0328."},
                                         [{"zrodlo": "a", "zdanie": "Stawkę."}]), [0])

    def test_wszystkie_w(self):
        fragmenty = [{"zrodlo": "a.md", "tekst": "Pierwsze zdanie."}, {"zrodlo": "b.md", "tekst": "Drugie zdanie."}]
        self.assertIs(pytania.wszystkie_w(self.ZRODLA[:2], fragmenty), True)
        self.assertIs(pytania.wszystkie_w(self.ZRODLA, fragmenty), False)
        self.assertIs(pytania.wszystkie_w([], []), True)


class Napis(unittest.TestCase):
    def test_wystepuje(self):
        for napis, tekst in WYSTEPUJE:
            with self.subTest(napis=napis, tekst=tekst):
                self.assertIs(pytania.wystepuje(napis, tekst), True)

    def test_nie_wystepuje(self):
        for napis, tekst in NIE_WYSTEPUJE:
            with self.subTest(napis=napis, tekst=tekst):
                self.assertIs(pytania.wystepuje(napis, tekst), False)


if __name__ == "__main__":
    unittest.main()
