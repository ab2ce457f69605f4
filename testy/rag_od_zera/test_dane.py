"""Pokój testów danych: dokumenty zmyślonej firmy Tartak Poranek i pytania kontrolne, na których mierzy się warsztat.

dane/dokumenty – dwanaście dokumentów: stawki VAT, faktury i korekty, zwroty (ze stronami), delegacje, archiwum,
wysyłka, a w folderze rejestr: rejestr faktur i karty nabywców. Numery są do siebie podobne, a zdania o tej samej
rzeczy stoją w kilku miejscach z innymi liczbami. Polityka płatności ma dwie sprzeczne wersje: z 2023 i z 2025 roku.
dane/pytania.json – pytania, o kształcie z pytania.py; napisano je przed pierwszym szukaniem i nie dopasowano do niego.
"""
import json
import re
import unittest
from collections import Counter

from warsztat import WARSZTAT

# isort: split
from fragmenty import ciecie, potnij
from sekcje import ujednolic
from slowa import slowa, zloz

DANE = WARSZTAT / "dane"
DOKUMENTY = {plik.relative_to(DANE / "dokumenty").as_posix(): ujednolic(plik.read_text(encoding="utf-8"))
             for plik in sorted((DANE / "dokumenty").rglob("*")) if plik.is_file()}
PYTANIA = json.loads((DANE / "pytania.json").read_text(encoding="utf-8"))
REJESTR = DOKUMENTY["rejestr/rejestr_faktur_2025.md"]
STARA, NOWA = DOKUMENTY["polityka_platnosci_2023.md"], DOKUMENTY["polityka_platnosci_2025.md"]

WPIS = re.compile(r"- (FV/2025/(\d\d)/\d{4}): .+ \(NIP (\d{3}-\d{3}-\d\d-\d\d)\), .+, wystawiona 2025-(\d\d)-\d\d, "
                  r"netto [\d ]+,\d\d zł, stawka (?:\d+%|zw\.), termin płatności 202[56]-\d\d-\d\d, status: .+\.")
# Początek słowa albo numer z pytania bez odpowiedzi, którego nie ma w żadnym dokumencie.
BRAKUJE = {"P41": "pelet", "P42": "0144", "P43": "niemie", "P44": "blik", "P45": "inspektor", "P46": "urlop",
           "P47": "kurs", "P48": "rabat"}


def plaski(tekst):
    return " ".join(tekst.split())


def zrodla():
    return [(pytanie, zrodlo) for pytanie in PYTANIA for zrodlo in pytanie["zrodla"]]


def fragmenty_plaskie(*sposob):
    """Zwraca słownik {dokument: teksty jego fragmentów z odstępami zamienionymi na pojedyncze spacje}."""
    return {zrodlo: [plaski(f["tekst"]) for f in potnij(tekst, zrodlo, ciecie(*sposob)[1])]
            for zrodlo, tekst in DOKUMENTY.items()}


def przeciete(*sposob):
    """Zwraca liczbę oczekiwanych zdań, których przy tym cięciu żaden fragment nie zawiera w całości."""
    teksty = fragmenty_plaskie(*sposob)
    return sum(not any(zrodlo["zdanie"] in tekst for tekst in teksty[zrodlo["zrodlo"]]) for _, zrodlo in zrodla())


class Dokumenty(unittest.TestCase):
    def test_w_folderze_sa_same_dokumenty(self):
        self.assertEqual(len(DOKUMENTY), 12)
        self.assertEqual({nazwa.rpartition(".")[2] for nazwa in DOKUMENTY}, {"md", "txt"})
        self.assertEqual(sum(nazwa.startswith("rejestr/") for nazwa in DOKUMENTY), 2)
        self.assertEqual([nazwa for nazwa, tekst in DOKUMENTY.items() if "\f" in tekst], ["regulamin_zwrotow.txt"])

    def test_rozmiary(self):
        self.assertTrue(20_000 <= sum(map(len, DOKUMENTY.values())) <= 36_000)
        self.assertTrue(50 <= sum(map(len, fragmenty_plaskie("akapity").values())) <= 90)
        for sposob in ("akapity", "staly", "zdania"):
            for zrodlo, teksty in fragmenty_plaskie(sposob).items():
                with self.subTest(sposob=sposob, zrodlo=zrodlo):
                    self.assertGreaterEqual(len(teksty), 4)

    def test_kazdy_dokument_ma_tytul_i_sekcje(self):
        for zrodlo, tekst in DOKUMENTY.items():
            naglowki = {f["naglowek"] for f in potnij(tekst, zrodlo, ciecie("akapity")[1])}
            tytul = min(naglowki, key=len)
            with self.subTest(zrodlo=zrodlo):
                self.assertIn(tytul.strip("# "), tekst.split("\n")[0])
                self.assertGreaterEqual(sum(naglowek.startswith(f"{tytul} – ") for naglowek in naglowki), 3)

    def test_paginy_nie_sa_trescia(self):
        teksty = fragmenty_plaskie("akapity")["regulamin_zwrotow.txt"]
        self.assertIn("strona 2 z 3", DOKUMENTY["regulamin_zwrotow.txt"])
        self.assertFalse([tekst for tekst in teksty if "strona 2 z 3" in tekst])

    def test_mowia_ze_sa_zmyslone(self):
        self.assertIn("są zmyślone", plaski(DOKUMENTY["o_firmie.md"]))
        self.assertIn("Nie są opisem prawa ani poradą podatkową.", plaski(DOKUMENTY["o_firmie.md"]))
        self.assertIn("Jest zmyślony", plaski(DOKUMENTY["stawki_vat.md"]))
        self.assertIn("zmyślone", REJESTR)

    def test_nie_ma_takich_numerow_nip(self):
        numery = re.findall(r"\d{3}-\d{3}-\d\d-\d\d", " ".join(DOKUMENTY.values()))
        self.assertGreater(len(numery), 30)
        self.assertEqual({numer[:3] for numer in numery}, {"000"})


class Rejestr(unittest.TestCase):
    WPISY = [wiersz for wiersz in REJESTR.split("\n") if wiersz.startswith("- ")]

    def test_wpisy_maja_jeden_wzor(self):
        self.assertGreaterEqual(len(self.WPISY), 25)
        for wpis in self.WPISY:
            dopasowanie = WPIS.fullmatch(wpis)
            with self.subTest(wpis):
                self.assertTrue(dopasowanie)
                self.assertEqual(dopasowanie[2], dopasowanie[4])   # miesiąc w numerze i w dacie wystawienia
                self.assertLessEqual(len(wpis), 202)

    def test_numery_sa_rozne_lecz_podobne(self):
        numery = [WPIS.fullmatch(wpis)[1] for wpis in self.WPISY]
        self.assertEqual(len(set(numery)), len(numery))
        self.assertLessEqual({"FV/2025/09/0143", "FV/2025/09/0134", "FV/2025/08/0143"}, set(numery))
        te_same_cyfry = Counter("".join(sorted(numer)) for numer in numery)
        self.assertGreaterEqual(sum(ile for ile in te_same_cyfry.values() if ile > 1), 10)
        koncowki = Counter(numer[-4:] for numer in numery)
        self.assertGreaterEqual(sum(ile > 1 for ile in koncowki.values()), 5)

    def test_nabywca_ma_jeden_nip_ten_sam_w_karcie(self):
        karty = dict(re.findall(r"Karta \d\d: (.+?), NIP\s+(\S+),", DOKUMENTY["rejestr/karty_nabywcow.txt"]))
        for wpis in self.WPISY:
            nazwa, nip = re.search(r": (.+?) \(NIP (\S+)\)", wpis).groups()
            with self.subTest(nazwa):
                self.assertEqual(karty[nazwa], nip)
        te_same_cyfry = Counter("".join(sorted(nip)) for nip in karty.values())
        self.assertGreaterEqual(sum(ile > 1 for ile in te_same_cyfry.values()), 4)

    def test_wpis_jest_jednym_zdaniem(self):
        calosci = potnij(REJESTR, "rejestr.md", ciecie("zdania", 1)[1])
        self.assertEqual([f["tekst"] for f in calosci if f["tekst"].startswith("- ")], self.WPISY)


class DwieWersje(unittest.TestCase):
    def test_te_same_zdania_maja_rozne_liczby(self):
        """Nowa polityka powtarza zdania starej, a zmienia to, o co pytają pytania o wersje."""
        for zdanie in ("Standardowy termin płatności wynosi {} dni", "Stały odbiorca płaci w terminie {} dni",
                       "który zapłaci w ciągu {} dni", "zamówienie o wartości powyżej {} 000 zł netto",
                       "Pierwsze przypomnienie wysyła się {} dni", "który zalega ponad {} dni, wstrzymuje się"):
            wzor = zdanie.replace("{}", r"(\d+)")
            with self.subTest(zdanie):
                stare, = re.findall(wzor, plaski(STARA))
                nowe, = re.findall(wzor, plaski(NOWA))
                self.assertNotEqual(stare, nowe)

    def test_nowa_mowi_ze_zastepuje_stara_i_nie_powtarza_jej_liczb(self):
        self.assertIn("zastępuje w całości „Politykę płatności 2023”", plaski(NOWA))
        self.assertIn("Standardowy termin płatności wynosi 14 dni", plaski(STARA))
        self.assertNotIn("14 dni", plaski(NOWA))

    def test_pytania_o_wersje_odrozniaja_nowa_od_starej(self):
        for pytanie in PYTANIA:
            if pytanie["rodzaj"] == "wersje":
                with self.subTest(pytanie["id"]):
                    self.assertEqual({z["zrodlo"] for z in pytanie["zrodla"]}, {"polityka_platnosci_2025.md"})
                    self.assertTrue(pytanie["nie_zawiera"])
                    for napis in pytanie["nie_zawiera"]:
                        self.assertIn(napis, plaski(STARA))


class Pytania(unittest.TestCase):
    def test_ile_i_jakich(self):
        rodzaje = Counter(pytanie["rodzaj"] for pytanie in PYTANIA)
        self.assertEqual(rodzaje, {"zwykle": 23, "identyfikator": 10, "wersje": 7, "bez_odpowiedzi": 8})
        self.assertEqual([pytanie["id"] for pytanie in PYTANIA], [f"P{n:02}" for n in range(1, len(PYTANIA) + 1)])
        self.assertEqual(len({zloz(pytanie["pytanie"]) for pytanie in PYTANIA}), len(PYTANIA))
        self.assertGreaterEqual(sum(len(pytanie["zrodla"]) > 1 for pytanie in PYTANIA), 5)
        bez_polskich = [p for p in PYTANIA if p["pytanie"].isascii() and len(p["pytanie"]) > 30]
        self.assertGreaterEqual(len(bez_polskich), 6)

    def test_zdanie_stoi_w_dokumencie_raz(self):
        for pytanie, zrodlo in zrodla():
            with self.subTest(pytanie["id"], zdanie=zrodlo["zdanie"]):
                self.assertEqual(zrodlo["zdanie"], plaski(zrodlo["zdanie"]))
                self.assertEqual(plaski(DOKUMENTY[zrodlo["zrodlo"]]).count(zrodlo["zdanie"]), 1)
                wszystkie = sum(plaski(tekst).count(zrodlo["zdanie"]) for tekst in DOKUMENTY.values())
                self.assertEqual(wszystkie, 1, "to samo zdanie stoi też w innym dokumencie")

    def test_warunki_odpowiedzi_zgadzaja_sie_ze_zdaniami(self):
        for pytanie in PYTANIA:
            razem = " ".join(zrodlo["zdanie"] for zrodlo in pytanie["zrodla"])
            with self.subTest(pytanie["id"]):
                for napis in pytanie["zawiera"]:
                    self.assertIn(napis, razem)
                for napis in pytanie["nie_zawiera"]:
                    self.assertNotIn(napis, razem)
                    self.assertTrue(any(napis in plaski(tekst) for tekst in DOKUMENTY.values()))
                self.assertEqual(bool(pytanie["zawiera"]), pytanie["rodzaj"] != "bez_odpowiedzi")
                self.assertEqual(bool(pytanie["zrodla"]), pytanie["rodzaj"] != "bez_odpowiedzi")

    def test_odpowiedzi_nie_ma_w_pytaniu(self):
        for pytanie in PYTANIA:
            with self.subTest(pytanie["id"]):
                self.assertFalse(all(napis in pytanie["pytanie"] for napis in pytanie["zawiera"] or ["brak"]))

    def test_na_pytania_bez_odpowiedzi_dokumenty_nie_odpowiadaja(self):
        bez_odpowiedzi = {p["id"]: p["pytanie"] for p in PYTANIA if p["rodzaj"] == "bez_odpowiedzi"}
        self.assertEqual(bez_odpowiedzi.keys(), BRAKUJE.keys())
        wszystkie = {slowo for tekst in DOKUMENTY.values() for slowo in slowa(tekst)}
        for ident, poczatek in BRAKUJE.items():
            with self.subTest(ident):
                self.assertTrue(any(slowo.startswith(poczatek) for slowo in slowa(bez_odpowiedzi[ident])))
                self.assertEqual([slowo for slowo in wszystkie if slowo.startswith(poczatek)], [])

    def test_zle_ciecie_rozcina_oczekiwane_zdania(self):
        """Zwykłe cięcia zostawiają każde zdanie całe, a 150 znaków bez zakładki rozcina co najmniej czwartą część."""
        for sposob in (("akapity",), ("staly",), ("zdania",)):
            self.assertEqual(przeciete(*sposob), 0, sposob)
        self.assertGreater(przeciete("staly", 400, 0), przeciete("staly", 400, 100))
        self.assertGreaterEqual(przeciete("staly", 150, 0), len(zrodla()) / 4)


if __name__ == "__main__":
    unittest.main()
