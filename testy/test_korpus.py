"""Testy korpusu: 4 dokumenty, 10 fragmentów i pytania pomiarowe pasują do siebie i do programu baza.py."""
import json
import re
import sys
import unicodedata
import unittest
from collections import Counter
from pathlib import Path

ASYSTENT = Path(__file__).resolve().parents[1] / "Kod" / "Rozwiazanie" / "asystent"
sys.path.insert(0, str(ASYSTENT))

import baza  # noqa: E402
import slowa  # noqa: E402

DOKUMENTY = ASYSTENT / "dane" / "dokumenty"
CHUNKS = ASYSTENT / "dane" / "chunks.jsonl"
PYTANIA = Path(__file__).with_name("pytania.json")
POLSKIE = set("ąćęłńóśźż")


def tekst_zrodla(rekord):
    return (DOKUMENTY / rekord["metadata"]["source"]).read_text(encoding="utf-8")


class Korpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rekordy = baza.wczytaj_fragmenty(CHUNKS)
        cls.teksty = {rekord["chunk_id"]: " ".join(rekord["text"].split()) for rekord in cls.rekordy}

    def test_ma_10_fragmentow_z_4_dokumentow(self):
        ile = Counter(rekord["metadata"]["document_id"] for rekord in self.rekordy)
        self.assertEqual(ile, {"DOC-INSTR": 2, "DOC-HELP": 2, "DOC-PDF": 3, "DOC-REG": 3})

    def test_metadane_instrukcji(self):
        meta = self.rekordy[0]["metadata"]
        self.assertEqual((meta["document_id"], meta["source"], meta["version"], meta["status"]),
                         ("DOC-INSTR", "instrukcja.txt", "1.4", "active"))

    def test_baza_odtwarza_plik_bajt_w_bajt(self):
        self.assertEqual(baza.na_jsonl(baza.zbuduj(DOKUMENTY)).encode("utf-8"), CHUNKS.read_bytes())

    def test_kazdy_fragment_stoi_w_swoim_zrodle(self):
        for rekord in self.rekordy:
            self.assertEqual(tekst_zrodla(rekord).count(rekord["text"]), 1, rekord["chunk_id"])

    def test_sekcja_jest_naglowkiem_nad_fragmentem(self):
        for rekord in self.rekordy:
            przed = tekst_zrodla(rekord).split(rekord["text"])[0].rstrip().splitlines()[-1]
            self.assertEqual(" ".join(przed.lstrip("# ").split()), rekord["metadata"]["section"])

    def test_numery_stron_ma_tylko_pdf_i_sa_prawdziwe(self):
        for rekord in self.rekordy:
            strona = rekord["metadata"]["page_number"]
            if rekord["metadata"]["document_id"] == "DOC-PDF":
                self.assertIn(rekord["text"], tekst_zrodla(rekord).split("\f")[strona - 1])
                self.assertNotIn("Strona", rekord["text"])
            else:
                self.assertIsNone(strona)
        self.assertEqual([r["metadata"]["page_number"] for r in self.rekordy
                          if r["metadata"]["document_id"] == "DOC-PDF"], [1, 2, 3])

    def test_dlugosci_fragmentow_i_dokumentow(self):
        for rekord in self.rekordy:
            self.assertTrue(300 <= len(rekord["text"]) <= 1100, rekord["chunk_id"])
            self.assertTrue(1800 <= len(tekst_zrodla(rekord)) <= 3000, rekord["metadata"]["source"])

    def test_nie_mowi_nic_o_tls_ani_certyfikatach(self):
        for plik in [CHUNKS, *DOKUMENTY.iterdir()]:
            self.assertIsNone(re.search(r"\btls|ssl|https|certyf|szyfr", plik.read_text(encoding="utf-8"),
                                        re.IGNORECASE), plik.name)

    def test_mowi_to_czego_potrzebuja_scenariusze(self):
        for chunk_id, fakt in [
            ("DOC-INSTR#001", "Stan usługi docassist-api sprawdza się w terminalu serwera poleceniem "
                              "systemctl status docassist-api."),
            ("DOC-INSTR#002", "nie uruchamia się i ma stan „failed”, najpierw odczytaj przyczynę z dziennika "
                              "poleceniem journalctl -u docassist-api"),
            ("DOC-INSTR#002", "przywróć poprzednią kopię pliku"),
            ("DOC-PDF#002", "Baza danych DocAssist znajduje się na tym samym serwerze co program, "
                            "w pliku /var/lib/docassist/docassist.db."),
        ]:
            self.assertIn(fakt, self.teksty[chunk_id])

    def test_glowne_fakty_stoja_tylko_w_jednym_fragmencie(self):
        for fakt in ("systemctl status", "journalctl", "config.yaml", "docassist.db", "2:30", "8085", "414",
                     "90 dni", "5 lat", "25 MB", "1000 znaków"):
            self.assertEqual(sum(fakt in tekst for tekst in self.teksty.values()), 1, fakt)

    def test_zdania_korpusu_skladaja_sie_z_powrotem_na_fragment(self):
        for rekord in self.rekordy:
            zdania = slowa.zdania(rekord["text"])
            self.assertGreater(len(zdania), 4)
            self.assertEqual("".join("".join(zdania).split()), "".join(rekord["text"].split()))


class Pytania(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dane = json.loads(PYTANIA.read_text(encoding="utf-8"))
        cls.pytania = [wpis["pytanie"] for wpis in cls.dane["z_odpowiedzia"]]

    def test_20_pytan_z_odpowiedzia_i_6_bez(self):
        self.assertEqual(set(self.dane), {"z_odpowiedzia", "bez_odpowiedzi"})
        wszystkie = self.pytania + self.dane["bez_odpowiedzi"]
        self.assertEqual((len(self.pytania), len(set(wszystkie))), (20, 26))
        for pytanie in wszystkie:
            self.assertEqual(unicodedata.normalize("NFC", pytanie.strip()), pytanie)

    def test_pytania_dotycza_wszystkich_fragmentow(self):
        wskazane = {wpis["chunk_id"] for wpis in self.dane["z_odpowiedzia"]}
        self.assertEqual(wskazane, {rekord["chunk_id"] for rekord in baza.wczytaj_fragmenty(CHUNKS)})

    def test_co_najmniej_5_pytan_bez_polskich_liter(self):
        pisane_bez = [pytanie for pytanie in self.pytania if pytanie.islower() and not POLSKIE & set(pytanie)]
        self.assertGreaterEqual(len(pisane_bez), 5)

    def test_pytania_nie_sa_przepisane_z_dokumentow(self):
        calosc = " ".join(slowa.slowa(" ".join(r["text"] for r in baza.wczytaj_fragmenty(CHUNKS))))
        for pytanie in self.pytania:
            wyrazy = slowa.slowa(pytanie)
            for i in range(len(wyrazy) - 4):
                self.assertNotIn(" ".join(wyrazy[i:i + 5]), calosc, pytanie)


if __name__ == "__main__":
    unittest.main()
