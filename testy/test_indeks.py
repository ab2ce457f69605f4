"""Pokój testów indeksu: budowanie, plik, odmowy wczytania, usterki embeddingów, szukanie i odporność na przerwanie.

Dane: kilka małych fragmentów w folderze tymczasowym; usługę gra ZlySerwer, a w przebiegach całych
programów – silnik ćwiczebny. Wektor tekstu jest losowy, ale zawsze ten sam dla tego samego tekstu.
"""
import base64
import contextlib
import errno
import hashlib
import heapq
import io
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
import zlib
from pathlib import Path
from unittest import mock

from wspolne import kopia_asystenta, na_cwiczebnym, srodowisko, uruchom
from zly_serwer import SKROT, Odpowiedz, ZlySerwer, blad, embed, martwy_port, tags

# isort: split
import embeddingi
import indeks
import lokalny
import wektory
from pliki import BladDanych

MODEL = "bge-m3:latest"
POSTEP = indeks.ekran.postep


def rekord(numer, text=None):
    meta = {"document_id": "DOC-A", "source": "a.txt", "title": "Instrukcja", "version": "1", "status": "active",
            "section": f"Sekcja {numer}", "page_number": None}
    return {"chunk_id": f"DOC-A#{numer:03d}", "text": text or f"Treść numer {numer}.", "metadata": meta}


def wektor(tekst, wymiar=4):
    """Zwraca listę liczb o długości innej niż 1, zależną tylko od tekstu."""
    los = random.Random(zlib.crc32(tekst.encode("utf-8")))
    return [los.uniform(-3, 3) for _ in range(wymiar)]


def jednostkowy(liczby):
    return [x / math.hypot(*liczby) for x in liczby]


def licz(zapytanie):
    """Reakcja sprawnego /api/embed."""
    return embed([wektor(tekst) for tekst in zapytanie["json"]["input"]])


def zapis(*liczby):
    """Zwraca liczby tak, jak stoją w pliku indeksu."""
    return base64.b64encode(struct.pack(f"<{len(liczby)}f", *liczby)).decode("ascii")


def float32(liczby):
    """Zwraca krotkę liczb zaokrąglonych tak, jak zapisuje je indeks."""
    return wektory.z_bajtow(wektory.na_bajty(liczby))


def najblizsze_wprost(pytanie, vectors, k):
    oceny = [sum(x * y for x, y in zip(pytanie, inny)) for inny in vectors]
    return [(oceny[i], i) for i in heapq.nlargest(k, range(len(vectors)), key=oceny.__getitem__)]


class ZFragmentami(unittest.TestCase):
    """Folder z chunks.jsonl i (po zbudowaniu) index.json; program w tym procesie patrzy na te pliki."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.fragmenty, self.plik = self.folder / "chunks.jsonl", self.folder / "index.json"
        self.podmien(indeks, FRAGMENTY=self.fragmenty, INDEKS=self.plik)
        self.podmien(lokalny, PRZERWA_ZAJETEJ=0)
        self.podmien(indeks.ekran, postep=lambda *_: None)
        self.zapisz_fragmenty(3)

    def podmien(self, modul, **wartosci):
        latka = mock.patch.multiple(modul, **wartosci)
        latka.start()
        self.addCleanup(latka.stop)

    def zapisz_fragmenty(self, ile):
        self.records = [rekord(numer) for numer in range(1, ile + 1)]
        wiersze = [json.dumps(record, ensure_ascii=False) + "\n" for record in self.records]
        self.fragmenty.write_text("".join(wiersze), encoding="utf-8")

    @contextlib.contextmanager
    def usluga(self, reakcja=licz, modele=None):
        """W bloku with program rozmawia ze złym serwerem, którego /api/embed gra `reakcja`."""
        with ZlySerwer({"/api/tags": modele or tags(MODEL), "/api/embed": reakcja}) as serwer, \
                mock.patch.dict(lokalny.CONFIG, ollama_url=serwer.adres, embedding_model=MODEL, timeout=10):
            yield serwer

    def program(self, *argumenty):
        """Zwraca (kod wyjścia, stdout, stderr) polecenia indeks.py wykonanego w tym procesie."""
        wyjscie, bledy = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(wyjscie), contextlib.redirect_stderr(bledy):
            kod = indeks.main(list(argumenty))
        return kod, wyjscie.getvalue(), bledy.getvalue()

    def odmowa(self, *fragmenty, polecenie=("search", "pytanie")):
        """Polecenie kończy się kodem 1 i komunikatem z podanymi fragmentami; niczego nie drukuje na stdout."""
        kod, wyjscie, bledy = self.program(*polecenie)
        self.assertEqual((kod, wyjscie), (1, ""), bledy)
        for fragment in fragmenty:
            self.assertIn(fragment, bledy)

    def blad_budowy(self, reakcja, **usluga):
        """Zwraca komunikat RuntimeError, którym kończy się budowanie; plik indeksu nie powstaje."""
        with self.usluga(reakcja, **usluga), self.assertRaises(RuntimeError) as zgloszony:
            indeks.zbuduj(self.records)
        self.assertFalse(self.plik.exists())
        return str(zgloszony.exception)

    def sladow(self):
        return sorted(plik.name for plik in self.folder.iterdir() if plik.name != "chunks.jsonl")


class Budowanie(ZFragmentami):
    def test_plik_ma_wektory_jednostkowe_i_opis_swojego_pochodzenia(self):
        with self.usluga():
            kod, wyjscie, _ = self.program("build")
        plik = json.loads(self.plik.read_text(encoding="utf-8"))
        self.assertEqual(kod, 0)
        self.assertIn(MODEL, wyjscie)
        self.assertEqual(plik["chunks_sha256"], hashlib.sha256(self.fragmenty.read_bytes()).hexdigest())
        self.assertEqual((plik["embedding_model"], plik["embedding_digest"], plik["dimension"]), (MODEL, SKROT, 4))
        self.assertEqual(list(plik["vectors"]), [record["chunk_id"] for record in self.records])
        for record in self.records:
            bajty = base64.b64decode(plik["vectors"][record["chunk_id"]], validate=True)
            liczby = struct.unpack("<4f", bajty)
            self.assertAlmostEqual(math.hypot(*liczby), 1, places=6)
            for jest, ma_byc in zip(liczby, jednostkowy(wektor(indeks.tekst_do_embeddingu(record)))):
                self.assertAlmostEqual(jest, ma_byc, places=6)
        self.assertEqual(self.sladow(), ["index.json"])

    def test_istniejacy_indeks_zostaje_a_usluga_nie_jest_pytana(self):
        self.plik.write_bytes(b"moje")
        with self.usluga() as serwer:
            self.odmowa("index.json", "nie zostanie zastąpiony", "pod inną nazwą", polecenie=("build",))
        self.assertEqual((self.plik.read_bytes(), serwer.zapytania), (b"moje", []))

    def test_brak_miejsca_na_plik_wychodzi_na_jaw_przed_liczeniem(self):
        self.podmien(indeks, INDEKS=self.folder / "nie ma" / "index.json")
        with self.usluga() as serwer:
            self.odmowa("Błąd pliku: ", "nie ma takiego pliku ani folderu", polecenie=("build",))
        self.assertEqual(serwer.zapytania, [])

    def test_paczki_sa_male_po_kolei_z_naglowkiem_i_zakazem_ucinania(self):
        self.zapisz_fragmenty(40)
        with self.usluga() as serwer:
            index = indeks.zbuduj(self.records)
        paczki = [z["json"] for z in serwer.zapytania if z["sciezka"] == "/api/embed"]
        self.assertLessEqual(max(len(paczka["input"]) for paczka in paczki), 32)
        self.assertTrue(all(paczka["truncate"] is False and paczka["model"] == MODEL for paczka in paczki))
        teksty = [tekst for paczka in paczki for tekst in paczka["input"]]
        for record, tekst in zip(self.records, teksty):
            naglowek, _, tresc = tekst.partition("\n")
            self.assertEqual(tresc, record["text"])
            self.assertIn("Instrukcja", naglowek)
            self.assertIn(record["metadata"]["section"], naglowek)
        self.assertEqual(len(teksty), 40)
        for bajty, tekst in zip(index["vectors"]["bajty"], teksty):
            self.assertAlmostEqual(math.dist(wektory.z_bajtow(bajty), jednostkowy(wektor(tekst))), 0, places=6)

    def test_na_terminalu_widac_postep(self):
        self.podmien(indeks.ekran, postep=POSTEP)
        self.zapisz_fragmenty(20)
        terminal = io.StringIO()
        terminal.isatty = lambda: True
        with self.usluga(), contextlib.redirect_stderr(terminal):
            indeks.zbuduj(self.records)
        self.assertRegex(terminal.getvalue(), r"\r.*16/20, [\d,]+/s, zostało \d+ s.*\r.*20/20.*\n\Z")

    def test_brak_modelu_i_martwa_usluga(self):
        with self.usluga(modele=tags("inny")):
            self.odmowa(f"ollama pull {MODEL}", polecenie=("build",))
        with mock.patch.dict(lokalny.CONFIG, ollama_url=f"127.0.0.1:{martwy_port()}"):
            self.odmowa("ollama serve", polecenie=("build",))
        self.assertEqual(self.sladow(), [])

    def test_zle_fragmenty_zatrzymuja_budowanie(self):
        for bajty, oczekiwane in ((b"", "pusty"), (b"{}\n", "wiersz 1"), ("ą".encode("cp1250"), "UTF-8")):
            with self.subTest(bajty), self.usluga() as serwer:
                self.fragmenty.write_bytes(bajty)
                self.odmowa("chunks.jsonl", oczekiwane, polecenie=("build",))
                self.assertEqual(serwer.zapytania, [])
        self.fragmenty.unlink()
        self.odmowa("chunks.jsonl", polecenie=("build",))


class Wczytanie(ZFragmentami):
    """Dobry indeks wczytuje się w całości; każdy inny ma własny komunikat i kod 1."""

    def setUp(self):
        super().setUp()
        with self.usluga():
            self.assertEqual(self.program("build")[0], 0)
        self.dobry = self.plik.read_bytes()

    def zmien(self, **pola):
        plik = json.loads(self.dobry) | pola
        self.plik.write_text(json.dumps(plik), encoding="utf-8")

    def zmien_wektor(self, wartosc):
        vectors = json.loads(self.dobry)["vectors"]
        self.zmien(vectors=vectors | {"DOC-A#002": wartosc})

    def test_dobry_indeks(self):
        for nazwa, bajty in (("zwykły", self.dobry), ("BOM", b"\xef\xbb\xbf" + self.dobry),
                             ("CRLF", self.dobry.replace(b"\n", b"\r\n"))):
            with self.subTest(nazwa), self.usluga():
                self.plik.write_bytes(bajty)
                records, index = indeks.load_index()
                self.assertEqual(records, self.records)
                self.assertEqual((index["dimension"], len(index["vectors"]["bajty"])), (4, 3))
                for bajty, record in zip(index["vectors"]["bajty"], records):
                    ma_byc = jednostkowy(wektor(indeks.tekst_do_embeddingu(record)))
                    self.assertLess(math.dist(wektory.z_bajtow(bajty), ma_byc), 1e-6)

    def test_kolejnosc_w_pliku_nie_miesza_wektorow(self):
        vectors = json.loads(self.dobry)["vectors"]
        self.zmien(vectors=dict(reversed(vectors.items())))
        with self.usluga():
            records, index = indeks.load_index()
        ma_byc = jednostkowy(wektor(indeks.tekst_do_embeddingu(records[0])))
        self.assertLess(math.dist(wektory.z_bajtow(index["vectors"]["bajty"][0]), ma_byc), 1e-6)

    def test_zmienione_fragmenty_model_i_digest(self):
        with self.usluga(), mock.patch.dict(lokalny.CONFIG, embedding_model="inny:latest"):
            self.odmowa(MODEL, "inny:latest", "pod inną nazwą", "indeks.py build")
        with self.usluga(modele=tags(MODEL, skrot="b" * 64)):
            self.odmowa(MODEL, "digest", "pod inną nazwą", "indeks.py build")
        self.fragmenty.write_bytes(self.fragmenty.read_bytes().replace("Treść".encode(), b"Tresc"))
        with self.usluga():
            self.odmowa("chunks.jsonl", "zmienił się", "pod inną nazwą", "indeks.py build")

    def test_brak_indeksu(self):
        self.plik.unlink()
        with self.usluga():
            self.odmowa("index.json", "nie ma indeksu", "python indeks.py build\n")
        self.plik.write_bytes(b"{}")
        with self.usluga():
            self.odmowa("to nie jest indeks", "python indeks.py build\n")

    def test_zepsuty_plik(self):
        polowa = self.dobry[:len(self.dobry) // 2]
        powtorka = self.dobry.replace(b'"dimension"', b'"schema": "x",\n  "dimension"')
        for nazwa, bajty, oczekiwane in (
                ("pusty", b"", "pusty"), ("połowa", polowa, "niepoprawny JSON"),
                ("powtórzony klucz", powtorka, "powtórzony klucz „schema”"),
                ("dopisek", self.dobry + b"{}", "niepoprawny JSON"),
                ("NaN", self.dobry.replace(b'"dimension": 4', b'"dimension": NaN'), "NaN"),
                ("UTF-16", self.dobry.decode().encode("utf-16"), "UTF-16"),
                ("cp1250", self.dobry.replace(b"DOC-A#001", "DOC-Ą".encode("cp1250")), "UTF-8"),
                ("głęboki", b"[" * 200_000, "zagnieżdżony"), ("lista", b"[]", "to nie jest indeks"),
                ("null", b"null", "to nie jest indeks"), ("zera", b"\0" * 100, "niepoprawny JSON")):
            with self.subTest(nazwa), self.usluga():
                self.plik.write_bytes(bajty)
                self.odmowa("index.json", oczekiwane)
                self.assertEqual(self.plik.read_bytes(), bajty)

    def test_zle_pola(self):
        dobre = json.loads(self.dobry)
        bez_pola = {klucz: wartosc for klucz, wartosc in dobre.items() if klucz != "dimension"}
        for pola in (bez_pola, dobre | {"nowe": 1}, dobre | {"schema": "inny"}, dobre | {"dimension": "4"},
                     dobre | {"dimension": True}, dobre | {"dimension": 4.0}, dobre | {"vectors": []},
                     dobre | {"vectors": None}):
            with self.subTest(str(pola)[:60]), self.usluga():
                self.plik.write_text(json.dumps(pola), encoding="utf-8")
                self.odmowa("index.json", "to nie jest indeks", "indeks.py build")

    def test_zly_typ_opisu(self):
        for pola in ({"chunks_sha256": None}, {"chunks_sha256": 5}, {"embedding_model": ["x"]},
                     {"embedding_model": None}, {"embedding_digest": {}}):
            with self.subTest(pola), self.usluga():
                self.zmien(**pola)
                self.odmowa("index.json", "indeks.py build")

    def test_zly_wymiar(self):
        for wymiar in (0, -1, 3, 5, 10**9, 10**30):
            with self.subTest(wymiar), self.usluga():
                self.zmien(dimension=wymiar)
                self.odmowa("index.json", "base64", "indeks.py build")

    def test_zly_wektor(self):
        nan, inf = math.nan, math.inf
        for wartosc, oczekiwane in (
                (zapis(nan, 0, 0, 1), "długości 1"), (zapis(inf, 0, 0, 0), "długości 1"),
                (zapis(0, 0, 0, 0), "długości 1"), (zapis(1, 1, 0, 0), "długości 1"),
                (zapis(0.99, 0, 0, 0), "długości 1"), (zapis(1, 0, 0), "base64"), ("", "base64"),
                ("!!!!", "base64"), (zapis(1, 0, 0, 0)[:-3], "base64"), (zapis(1, 0, 0, 0) + "\n", "base64"),
                ("ąąąą", "base64"), (None, "base64"), (5, "base64"), ([1, 0, 0, 0], "base64"), ({}, "base64")):
            with self.subTest(str(wartosc)), self.usluga():
                self.zmien_wektor(wartosc)
                self.odmowa("index.json", oczekiwane, "indeks.py build")

    def test_inne_fragmenty_niz_w_pliku(self):
        vectors = json.loads(self.dobry)["vectors"]
        bez_jednego = dict(list(vectors.items())[1:])
        for nazwa, inne in (("brak", bez_jednego), ("nadmiar", vectors | {"DOC-X#001": zapis(1, 0, 0, 0)}),
                            ("żadnego", {})):
            with self.subTest(nazwa), self.usluga():
                self.zmien(vectors=inne)
                self.odmowa("index.json", "różne fragmenty", "indeks.py build")


class SilnikCwiczebny(ZFragmentami):
    """Tylko na silniku ćwiczebnym brak indeksu nie jest błędem; zepsuty plik jest nim zawsze."""

    def setUp(self):
        super().setUp()
        na_cwiczebnym(self.addCleanup)

    def wczytaj(self):
        """Zwraca (wynik load_index, to, co wydrukował)."""
        with contextlib.redirect_stdout(io.StringIO()) as wyjscie:
            wynik = indeks.load_index()
        return wynik, wyjscie.getvalue()

    def test_brak_pliku_i_cudzy_plik_daja_indeks_w_pamieci_z_uwaga(self):
        (_, index), uwaga = self.wczytaj()
        self.assertIn("nie istnieje", uwaga)
        cudzy = index | {"embedding_model": MODEL}
        indeks.zapisz_indeks(cudzy, self.records, self.plik, "0" * 64)
        bajty = self.plik.read_bytes()
        (records, drugi), uwaga = self.wczytaj()
        self.assertIn("innego modelu", uwaga)
        self.assertEqual((records, drugi["vectors"], drugi["embedding_model"]),
                         (self.records, index["vectors"], "cwiczebny-embed"))
        self.assertEqual(self.plik.read_bytes(), bajty)

    def test_wlasny_plik_jest_uzyty_bez_uwagi(self):
        index = indeks.zbuduj(self.records)
        indeks.zapisz_indeks(index, self.records, self.plik, indeks.skrot_pliku(self.fragmenty))
        with mock.patch.object(indeks, "zbuduj", side_effect=AssertionError("liczy od nowa")):
            self.assertEqual(self.wczytaj()[1], "")

    def test_zepsuty_plik_i_zmienione_fragmenty_sa_bledem(self):
        for bajty in (b"", b"{", b"{}"):
            self.plik.write_bytes(bajty)
            with self.subTest(bajty), self.assertRaises(BladDanych) as zgloszony:
                indeks.load_index()
        self.assertRegex(str(zgloszony.exception), r"python indeks\.py build --silnik cwiczebny$")
        self.plik.unlink()
        indeks.zapisz_indeks(indeks.zbuduj(self.records), self.records, self.plik, "0" * 64)
        with self.assertRaisesRegex(BladDanych, r"zmienił się.*python indeks\.py build --silnik cwiczebny$"):
            indeks.load_index()


class Embeddingi(ZFragmentami):
    """Co usługa może oddać zamiast dobrych wektorów: zawsze RuntimeError po polsku, indeks nie powstaje."""

    def test_za_malo_albo_za_duzo_wektorow(self):
        for reakcja in (lambda z: embed([wektor("x")] * (len(z["json"]["input"]) - 1)), embed([]), {},
                        embed([wektor("x")] * 9), embed("wektory"), {"embeddings": None}):
            with self.subTest(str(reakcja)[:40]):
                self.assertIn("model embeddingów", self.blad_budowy(reakcja))

    def test_rozne_dlugosci_w_paczce(self):
        def rozne(zapytanie):
            return embed([wektor(tekst, 4 + numer) for numer, tekst in enumerate(zapytanie["json"]["input"])])
        self.assertIn("różnej długości", self.blad_budowy(rozne))

    def test_dlugosc_zmieniona_miedzy_paczkami(self):
        self.zapisz_fragmenty(40)

        def druga_inna(zapytanie):
            teksty = zapytanie["json"]["input"]
            return embed([wektor(tekst, 4 if "Sekcja 1\n" in teksty[0] else 5) for tekst in teksty])
        self.assertIn("długość wektorów", self.blad_budowy(druga_inna))

    def test_zly_wektor_wskazuje_swoj_fragment(self):
        for zly in ([0, 0, 0, 0], [0.0, -0.0, 0, 0], [1, None, 0, 0], [1, True, 0, 0], [1, "2", 0, 0], [1, [2], 0, 0],
                    [], None, "abc", {"a": 1}, 5, [1e308, 1e308, 1e308, 1e308]):
            def jeden_zly(zapytanie, zly=zly):
                return embed([zly if "numer 2." in tekst else wektor(tekst) for tekst in zapytanie["json"]["input"]])
            with self.subTest(str(zly)[:40]):
                komunikat = self.blad_budowy(jeden_zly)
                self.assertIn("DOC-A#002", komunikat)
                self.assertRegex(komunikat, "Embedding|oddał wektor")

    def test_nan_i_nieskonczonosc_nie_sa_json(self):
        for liczba in ("NaN", "Infinity", "-Infinity", "1e999"):
            cialo = f'{{"embeddings": [[1, 0], [{liczba}, 0], [0, 1]]}}'.encode()
            with self.subTest(liczba):
                self.assertIn("JSON", self.blad_budowy(Odpowiedz(cialo=cialo)))

    def test_liczby_calkowite_i_skrajnie_male_sa_liczbami(self):
        with self.usluga(embed([[3, 4], [0, 1e-200], [-2, 0]])):
            index = indeks.zbuduj(self.records)
        for bajty, ma_byc in zip(index["vectors"]["bajty"], [(0.6, 0.8), (0, 1), (-1, 0)], strict=True):
            self.assertLess(math.dist(wektory.z_bajtow(bajty), ma_byc), 1e-6)

    def test_tekst_ktorego_model_nie_umie_opisac_jest_wskazany(self):
        self.zapisz_fragmenty(40)
        for status in (400, 500):
            def odrzuca(zapytanie, status=status):
                if any("numer 27." in tekst for tekst in zapytanie["json"]["input"]):
                    return blad(status, "the input length exceeds the context length")
                return licz(zapytanie)
            with self.subTest(status):
                komunikat = self.blad_budowy(odrzuca)
                self.assertIn("DOC-A#027", komunikat)
                self.assertIn("context length", komunikat)

    def test_paczka_odrzucona_a_kazdy_tekst_z_osobna_przyjety(self):
        def tylko_pojedynczo(zapytanie):
            return licz(zapytanie) if len(zapytanie["json"]["input"]) == 1 else blad(400, "za duża paczka")
        komunikat = self.blad_budowy(tylko_pojedynczo)
        self.assertIn("za duża paczka", komunikat)
        self.assertNotIn("Fragment", komunikat)

    def test_odrzucona_cala_paczka_nie_obciaza_fragmentu(self):
        for odmowa in (blad(400, "zły model"), blad(500, "zły model"), embed([[0, 0]] * 3)):
            with self.subTest(str(odmowa)[:30]):
                self.assertNotIn("Fragment", self.blad_budowy(odmowa))
        self.zapisz_fragmenty(1)   # w paczce z jednym fragmentem porównaniem jest próbny tekst programu
        self.assertNotIn("Fragment", self.blad_budowy(blad(400, "zły model")))
        self.assertIn("DOC-A#001", self.blad_budowy(
            lambda z: licz(z) if "numer 1." not in z["json"]["input"][0] else blad(400, "za długi")))

    def test_blad_tekstu_tylko_gdy_zawinil_jeden_tekst(self):
        def odrzuca(zapytanie):
            teksty = zapytanie["json"]["input"]
            return embed([wektor(tekst) if tekst != "zły" else [0, 0, 0, 0] for tekst in teksty])
        with self.usluga(odrzuca):
            with self.assertRaisesRegex(embeddingi.BladTekstu, "^Model nie umie opisać"):
                embeddingi.embeduj(["zły"])
            with self.assertRaisesRegex(embeddingi.BladTekstu, "^B: Model nie umie opisać"):
                embeddingi.embeduj_wiele(["dobry", "zły"], ["A", "B"])
        for awaria in (blad(503, "zajęta"), blad(400, "zły model"), embed([[0, 0]]), embed([])):
            with self.usluga(awaria), self.assertRaises(RuntimeError) as zgloszony:
                embeddingi.embeduj(["zły"])
            self.assertNotIsInstance(zgloszony.exception, embeddingi.BladTekstu)

    def test_awaria_uslugi_w_srodku_budowania_nie_obciaza_fragmentu(self):
        self.zapisz_fragmenty(20)
        awarie = {"zajęta": blad(503, "server busy"), "zerwane": Odpowiedz(zamknij=True),
                  "brak modelu": blad(404, "not found"), "nie embeddingi": blad(501, "does not support"),
                  "urwane": Odpowiedz(cialo=b"{", dlugosc=500)}
        for nazwa, awaria in awarie.items():
            def psuje_sie(zapytanie, awaria=awaria):
                return licz(zapytanie) if "Sekcja 1\n" in zapytanie["json"]["input"][0] else awaria
            with self.subTest(nazwa):
                self.assertNotIn("Fragment", self.blad_budowy(psuje_sie))

    def test_awaria_w_trakcie_szukania_winnego_nie_obciaza_fragmentu(self):
        for nazwa, awaria in (("zajęta", blad(503, "server busy")), ("zerwane", Odpowiedz(zamknij=True))):
            def psuje_sie(zapytanie, awaria=awaria):
                teksty = zapytanie["json"]["input"]
                if len(teksty) > 1:
                    return blad(400, "coś nie tak")
                return licz(zapytanie) if "numer 1." in teksty[0] else awaria   # pierwszy przechodzi, potem awaria
            with self.subTest(nazwa):
                komunikat = self.blad_budowy(psuje_sie)
                self.assertNotIn("Fragment", komunikat)
                self.assertNotIn("coś nie tak", komunikat)

    def test_pytanie_o_innej_dlugosci_wektora(self):
        with self.usluga():
            self.assertEqual(self.program("build")[0], 0)
        with self.usluga(lambda z: embed([wektor(tekst, 5) for tekst in z["json"]["input"]])):
            self.odmowa("5", "4", "indeks.py build")


class Szukanie(ZFragmentami):
    def test_dokladne_tak_jak_policzone_wprost(self):
        los = random.Random(7)
        for wymiar, ile in ((2, 50), (3, 200), (64, 300)):
            vectors = [float32(jednostkowy([los.gauss(0, 1) for _ in range(wymiar)])) for _ in range(ile)]
            zbior = wektory.zbior(list(map(wektory.na_bajty, vectors)))
            for k in (1, 4, ile, ile + 5):
                pytanie = jednostkowy([los.gauss(0, 1) for _ in range(wymiar)])
                with self.subTest(wymiar=wymiar, k=k):
                    jest, wprost = wektory.najblizsze(pytanie, zbior, k), najblizsze_wprost(pytanie, vectors, k)
                    self.assertEqual([i for _, i in jest], [i for _, i in wprost])
                    for (ocena, _), (wzor, _) in zip(jest, wprost):
                        self.assertAlmostEqual(ocena, wzor, places=6)   # float32 zmienia długość o 1e-8

    def test_skrocenie_nie_gubi_najblizszego(self):
        """Wektory bliższe sobie niż błąd skrócenia: same skrócone nie rozróżniają ich kolejności."""
        los = random.Random(3)
        srodek = [los.gauss(0, 1) for _ in range(48)]
        vectors = [float32(jednostkowy([x + los.gauss(0, 0.004) for x in srodek])) for _ in range(400)]
        zbior = wektory.zbior(list(map(wektory.na_bajty, vectors)))
        for pytanie in vectors[:20]:
            self.assertEqual([i for _, i in wektory.najblizsze(pytanie, zbior, 5)],
                             sorted(range(400), key=lambda i, p=pytanie: (math.dist(p, vectors[i]), i))[:5])

    def test_blad_skrocenia_nie_przekracza_granicy(self):
        los = random.Random(5)
        for wymiar in (1, 2, 384):
            for _ in range(50):
                wektor_pelny = jednostkowy([los.gauss(0, 1) for _ in range(wymiar)])
                skrocony, = wektory.zbior([wektory.na_bajty(wektor_pelny)])["skrocone"]
                self.assertLessEqual(math.dist(skrocony, wektor_pelny), wektory.BLAD_SKROTU)

    def test_remis_wygrywa_wczesniejsza_pozycja(self):
        los = random.Random(11)
        rozne = [tuple(jednostkowy([los.gauss(0, 1) for _ in range(8)])) for _ in range(5)]
        zbior = wektory.zbior(list(map(wektory.na_bajty, rozne * 6)))
        for pytanie in rozne:
            pozycje = [i for _, i in wektory.najblizsze(pytanie, zbior, 12)]
            self.assertEqual(pozycje[:6], sorted(pozycje[:6]))
            self.assertEqual(pozycje[6:], sorted(pozycje[6:]))
            self.assertEqual(pozycje[0], rozne.index(pytanie))

    def test_pytanie_jest_embeddowane_samo_i_dostaje_k_kandydatow(self):
        with self.usluga() as serwer:
            index = indeks.zbuduj(self.records)
            pytanie = indeks.tekst_do_embeddingu(self.records[1])
            kandydaci = indeks.szukaj(pytanie, self.records, index, 2)
        self.assertEqual(serwer.zapytania[-1]["json"]["input"], [pytanie])
        self.assertIs(kandydaci[0]["record"], self.records[1])
        self.assertAlmostEqual(kandydaci[0]["score"], 1)
        self.assertEqual(len(kandydaci), 2)


class Programy(unittest.TestCase):
    """build, search i show jako osobne procesy na silniku ćwiczebnym, w kopii i z innego folderu."""

    @classmethod
    def setUpClass(cls):
        cls.roboczy = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.roboczy.cleanup)
        cls.kopia = kopia_asystenta(Path(cls.roboczy.name) / "mój folder")
        cls.plik = cls.kopia / "dane" / "index.json"

    def indeks(self, *argumenty):
        proces = uruchom(self.kopia / "indeks.py", *argumenty, cwd=self.roboczy.name)
        self.assertNotIn("Traceback", proces.stderr)
        return proces

    def test_build_search_show(self):
        bez_pliku = self.indeks("search", "--silnik", "cwiczebny", "Gdzie leży baza danych?")
        self.assertEqual(bez_pliku.returncode, 0, bez_pliku.stderr)
        self.assertIn("w pamięci", bez_pliku.stdout)
        self.assertFalse(self.plik.exists())

        budowa = self.indeks("build", "--silnik", "cwiczebny")
        self.assertEqual(budowa.returncode, 0, budowa.stderr)
        self.assertIn("ćwiczebny", budowa.stdout.splitlines()[0])
        bajty = self.plik.read_bytes()

        drugi = self.indeks("build", "--silnik", "cwiczebny")
        self.assertEqual((drugi.returncode, self.plik.read_bytes()), (1, bajty))
        self.assertRegex(drugi.stderr, r"nie zostanie zastąpiony.*indeks\.py build --silnik cwiczebny\n$")

        szukanie = self.indeks("search", "--silnik", "cwiczebny", "Gdzie leży baza danych?")
        self.assertEqual(szukanie.returncode, 0, szukanie.stderr)
        self.assertNotIn("w pamięci", szukanie.stdout)
        self.assertRegex(szukanie.stdout, r"1\. +\d,\d+ +DOC-PDF#002 +przewodnik\.txt +2 Baza danych\n")
        self.assertIn("/var/lib/docassist/docassist.db", szukanie.stdout)
        self.assertEqual(bez_pliku.stdout.partition("1. ")[2], szukanie.stdout.partition("1. ")[2])

        pokaz = self.indeks("show", "--silnik", "cwiczebny", "DOC-PDF#002")
        self.assertEqual(pokaz.returncode, 0, pokaz.stderr)
        for fragment in ("2 Baza danych", "docassist.db", "długość: 1,000"):
            self.assertIn(fragment, pokaz.stdout)
        nieznany = self.indeks("show", "--silnik", "cwiczebny", "DOC-X#001")
        self.assertEqual(nieznany.returncode, 1)
        self.assertIn("DOC-PDF#002", nieznany.stderr)

    def test_zle_uzycie_konczy_sie_kodem_2(self):
        for argumenty in ((), ("buduj",), ("search",), ("show",), ("build", "zbędny"), ("build", "--silnik", "magia")):
            with self.subTest(argumenty):
                self.assertEqual(self.indeks(*argumenty).returncode, 2)


SMIERC = """
import io, os, pathlib, sys
sys.path.insert(0, {folder!r})
moment = {moment!r}
import indeks

def smierc(*_):
    os._exit(9)   # jak kill -9: bez sprzątania, finally ani atexit

class Polowa(io.FileIO):
    def write(self, bajty):
        super().write(bajty[:len(bajty) // 2])
        smierc()

def po(funkcja):
    def z_smiercia(*argumenty):
        funkcja(*argumenty)
        smierc()
    return z_smiercia

if moment == "w pół zapisu":
    otworz = pathlib.Path.open
    pathlib.Path.open = lambda sciezka, mode="r", *reszta, **opcje: (
        Polowa(sciezka, mode) if mode == "xb" else otworz(sciezka, mode, *reszta, **opcje))
elif moment == "przed fsync":
    os.fsync = smierc
elif moment == "przed nadaniem nazwy":
    os.link = os.rename = smierc
else:
    os.link, os.rename = po(os.link), po(os.rename)

sys.exit(indeks.main(["build", "--silnik", "cwiczebny"]))
"""


class Przerwanie(unittest.TestCase):
    """Zabicie, pełny dysk i wyścig: pod nazwą index.json nie ma nic albo jest cały indeks."""

    def setUp(self):
        roboczy = tempfile.TemporaryDirectory()
        self.addCleanup(roboczy.cleanup)
        self.kopia = kopia_asystenta(roboczy.name)
        self.plik = self.kopia / "dane" / "index.json"

    def skieruj(self, serwer):
        config = self.kopia / "config.json"
        config.write_text(json.dumps(json.loads(config.read_text(encoding="utf-8")) | {"ollama_url": serwer.adres}),
                          encoding="utf-8")

    def zacznij_budowe(self):
        proces = subprocess.Popen([sys.executable, self.kopia / "indeks.py", "build"], env=srodowisko(),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        self.addCleanup(proces.communicate)
        self.addCleanup(proces.kill)
        return proces

    def caly(self, *silnik):
        """Indeks pod właściwą nazwą jest cały: program wczytuje go i pokazuje."""
        proces = uruchom(self.kopia / "indeks.py", "show", *silnik, "DOC-PDF#002")
        self.assertEqual(proces.returncode, 0, proces.stderr)
        self.assertNotIn("w pamięci", proces.stdout)

    def test_zabicie_w_czasie_embeddingu(self):
        doszlo = threading.Event()

        def trzyma(zapytanie):
            doszlo.set()
            return Odpowiedz(czekaj=threading.Event())
        with ZlySerwer({"/api/tags": tags(MODEL), "/api/embed": trzyma}) as serwer:
            self.skieruj(serwer)
            proces = self.zacznij_budowe()
            self.assertTrue(doszlo.wait(30))
            proces.kill()
            proces.wait(30)
        self.assertFalse(self.plik.exists())
        with ZlySerwer({"/api/tags": tags(MODEL), "/api/embed": licz}) as serwer:
            self.skieruj(serwer)
            proces = self.zacznij_budowe()
            self.assertEqual(proces.wait(30), 0)
            self.caly()

    def test_smierc_w_czasie_zapisu(self):
        cwiczebny = ("--silnik", "cwiczebny")
        for moment in ("w pół zapisu", "przed fsync", "przed nadaniem nazwy", "po nadaniu nazwy"):
            with self.subTest(moment):
                self.plik.unlink(missing_ok=True)
                proces = uruchom("-c", SMIERC.format(folder=str(self.kopia), moment=moment))
                self.assertEqual(proces.returncode, 9, proces.stderr)
                self.assertEqual(self.plik.exists(), moment == "po nadaniu nazwy")
                if not self.plik.exists():
                    budowa = uruchom(self.kopia / "indeks.py", "build", *cwiczebny)
                    self.assertEqual(budowa.returncode, 0, budowa.stderr)
                self.caly(*cwiczebny)

    def test_dwa_budowania_naraz(self):
        obaj = threading.Barrier(2)

        def gdy_obaj_czekaja(zapytanie):
            obaj.wait(30)
            return licz(zapytanie)
        with ZlySerwer({"/api/tags": tags(MODEL), "/api/embed": gdy_obaj_czekaja}) as serwer:
            self.skieruj(serwer)
            procesy = [self.zacznij_budowe() for _ in range(2)]
            wyniki = [proces.communicate(timeout=60) for proces in procesy]
            self.assertEqual(sorted(proces.returncode for proces in procesy), [0, 1], wyniki)
            przegrany = wyniki[0] if procesy[0].returncode else wyniki[1]
            self.assertIn("index.json: indeks powstał w międzyczasie", przegrany[1])
            self.caly()
        self.assertEqual(sorted(p.name for p in self.plik.parent.iterdir()),
                         ["chunks.jsonl", "dokumenty", "index.json"])


class PelnyDysk(ZFragmentami):
    def test_nie_zostaje_nic_a_komunikat_nazywa_plik(self):
        pelny = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        otworz = Path.open

        def bez_miejsca(sciezka, mode="r", *reszta, **opcje):
            if mode != "xb":   # tylko nowy plik ma trafić na brak miejsca
                return otworz(sciezka, mode, *reszta, **opcje)
            plik = io.FileIO(sciezka, mode)
            zapis_pliku = mock.MagicMock(wraps=plik)
            zapis_pliku.__enter__.return_value = zapis_pliku
            zapis_pliku.__exit__.side_effect = lambda *_: plik.close()
            zapis_pliku.write.side_effect = pelny
            return zapis_pliku
        for latka in (mock.patch("pathlib.Path.open", bez_miejsca), mock.patch("os.fsync", side_effect=pelny)):
            with self.subTest(latka.attribute), self.usluga(), latka:
                self.odmowa("index.json", polecenie=("build",))
            self.assertEqual(self.sladow(), [])
        with self.usluga():
            self.assertEqual(self.program("build")[0], 0)


if __name__ == "__main__":
    unittest.main()
