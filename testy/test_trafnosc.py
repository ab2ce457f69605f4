"""Pokój testów trafności: czy na silniku ćwiczebnym pytania zadane innymi słowami trafiają we właściwy fragment.

Dane: pytania.json – 20 pytań z fragmentem, który zawiera odpowiedź, i 6 pytań bez odpowiedzi. Progi:
właściwy fragment pierwszy co najmniej 16 razy, wśród trzech co najmniej 19 razy.
"""
import json
import unittest
from pathlib import Path

from wspolne import ASYSTENT, na_cwiczebnym

# isort: split
import asystent
import baza
import indeks
import narzedzia
import pamiec
import rag

PYTANIA = json.loads((Path(__file__).with_name("pytania.json")).read_text(encoding="utf-8"))
BEZ_ODPOWIEDZI = PYTANIA["bez_odpowiedzi"] + ["Jak skonfigurować certyfikat TLS dla docassist-api?"]
PIERWSZY, WSROD_TRZECH, NAJWYZEJ_ODMOW = 16, 19, 2


class Trafnosc(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        na_cwiczebnym(cls.addClassCleanup)
        cls.records = baza.wczytaj_fragmenty(ASYSTENT / "dane" / "chunks.jsonl")
        cls.index = indeks.zbuduj(cls.records)

    def odpowiedz(self, pytanie):
        return rag.ask_rag(pytanie, self.records, self.index)

    def test_wlasciwy_fragment_jest_pierwszy_albo_wsrod_trzech(self):
        miejsca = {}
        for wpis in PYTANIA["z_odpowiedzia"]:
            kandydaci = indeks.szukaj(wpis["pytanie"], self.records, self.index, len(self.records))
            kolejnosc = [kandydat["record"]["chunk_id"] for kandydat in kandydaci]
            miejsca[wpis["pytanie"]] = kolejnosc.index(wpis["chunk_id"]) + 1
        self.assertEqual(len(miejsca), 20)
        pierwsze = sum(miejsce == 1 for miejsce in miejsca.values())
        w_trojce = sum(miejsce <= 3 for miejsce in miejsca.values())
        slabe = "".join(f"\n  miejsce {miejsce}: {pytanie}" for pytanie, miejsce in miejsca.items() if miejsce > 1)
        opis = f"pierwszy {pierwsze}/20, wśród trzech {w_trojce}/20{slabe}"
        self.assertGreaterEqual(pierwsze, PIERWSZY, opis)
        self.assertGreaterEqual(w_trojce, WSROD_TRZECH, opis)

    def test_pytania_bez_odpowiedzi_koncza_sie_odmowa(self):
        self.assertEqual(len(PYTANIA["bez_odpowiedzi"]), 6)
        bledne = {pytanie: wynik["answer"] for pytanie in BEZ_ODPOWIEDZI
                  if (wynik := self.odpowiedz(pytanie))["answer"] != rag.ODMOWA or wynik["status"] != "answered"}
        self.assertEqual(bledne, {}, f"bez odmowy {len(bledne)}/{len(BEZ_ODPOWIEDZI)}")

    def test_pytania_z_odpowiedzia_maja_odpowiedz_z_wlasciwego_fragmentu(self):
        odmowy, obce = [], []
        for wpis in PYTANIA["z_odpowiedzia"]:
            wynik = self.odpowiedz(wpis["pytanie"])
            self.assertEqual((wynik["status"], wynik["warnings"]), ("answered", []), wpis["pytanie"])
            if wynik["answer"] == rag.ODMOWA:
                odmowy.append(wpis["pytanie"])
            elif wpis["chunk_id"] not in {zrodlo["chunk_id"] for zrodlo in self.powolane(wynik)}:
                obce.append(wpis["pytanie"])
        self.assertLessEqual(len(odmowy), NAJWYZEJ_ODMOW, f"niesłuszne odmowy {len(odmowy)}/20: {odmowy}")
        self.assertLessEqual(len(obce), 20 - PIERWSZY, f"odpowiedzi z innego fragmentu {len(obce)}/20: {obce}")

    def powolane(self, wynik):
        """Zwraca źródła, na które powołuje się odpowiedź."""
        uzyte = rag.etykiety(wynik["answer"])
        return [zrodlo for zrodlo in wynik["sources"] if zrodlo["label"] in uzyte]

    def test_scenariusze_powoluja_sie_na_fragment_z_odpowiedzia(self):
        stan, katalog = pamiec.nowy_stan(), narzedzia.katalog_dokumentow(self.records)
        for pytanie, fakt in (("Jak sprawdzić stan usługi docassist-api?", "systemctl status docassist-api"),
                              ("A jeśli po tej zmianie pojawia się failed?", "journalctl -u docassist-api"),
                              ("Gdzie znajduje się baza danych?", "/var/lib/docassist/docassist.db")):
            with self.subTest(pytanie):
                wynik = asystent.krok(pytanie, stan, self.records, self.index, katalog)
                self.assertEqual((wynik["status"], wynik["warnings"]), ("answered", []))
                self.assertIn(fakt, wynik["answer"])
                powolane = self.powolane(wynik)
                self.assertTrue(any(fakt in " ".join(zrodlo["text"].split()) for zrodlo in powolane),
                                f"„{fakt}” nie stoi w powołanych: {[zrodlo['chunk_id'] for zrodlo in powolane]}")


if __name__ == "__main__":
    unittest.main()
