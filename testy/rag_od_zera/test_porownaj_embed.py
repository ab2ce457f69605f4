"""Pokój testów porównania modeli: margines, plik par i program na silniku ćwiczebnym oraz na złym serwerze."""
import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import warsztat
from zly_serwer import ZlySerwer, blad, embed, tags

# isort: split
import lokalny
import porownaj_embed
from pliki import BladDanych


class Margines(unittest.TestCase):
    def test_najslabsza_podobna_minus_najmocniejsza_rozna(self):
        self.assertAlmostEqual(porownaj_embed.margines([0.9, 0.7, 0.8], [0.1, 0.5]), 0.2)

    def test_bywa_ujemny(self):
        self.assertAlmostEqual(porownaj_embed.margines([0.9, 0.4], [0.6]), -0.2)

    def test_pusta_lista_jest_bledem(self):
        for podobne, rozne in (([], [0.1]), ([0.1], [])):
            with self.assertRaises(ValueError):
                porownaj_embed.margines(podobne, rozne)


class Pary(unittest.TestCase):
    def test_w_warsztacie_jest_po_dziesiec_par_kazdego_rodzaju_bez_powtorzen(self):
        pary = porownaj_embed.wczytaj_pary(porownaj_embed.PARY)
        for rodzaj in (True, False):
            self.assertGreaterEqual(sum(para["podobne"] is rodzaj for para in pary), 10)
        self.assertEqual(len({(para["a"], para["b"]) for para in pary}), len(pary))

    def test_zly_plik_mowi_ktora_para(self):
        dobra, inna = {"a": "x", "b": "y", "podobne": True}, {"a": "x", "b": "z", "podobne": False}
        with tempfile.TemporaryDirectory() as folder:
            plik = Path(folder, "pary.json")
            for pary, slowo in (({}, "lista"), ([dobra], "rodzaju"), ([], "rodzaju"),
                                ([dobra, inna, {"a": "x"}], "numer 3"), ([{**dobra, "b": " "}, inna], "numer 1"),
                                ([dobra, {**inna, "podobne": 0}], "numer 2")):
                plik.write_text(json.dumps(pary), encoding="utf-8")
                with self.subTest(pary=pary), self.assertRaisesRegex(BladDanych, slowo):
                    porownaj_embed.wczytaj_pary(plik)


class Program(unittest.TestCase):
    def na_serwerze(self, odpowiedzi, *argumenty):
        """Zwraca (kod, stdout) programu, którego usługą jest zły serwer."""
        ekran, bledy = io.StringIO(), io.StringIO()
        with ZlySerwer(odpowiedzi) as serwer, mock.patch.dict(lokalny.CONFIG, ollama_url=serwer.adres), \
                contextlib.redirect_stdout(ekran), contextlib.redirect_stderr(bledy):
            kod = porownaj_embed.main(list(argumenty))
        return kod, ekran.getvalue() + bledy.getvalue()

    def test_silnik_cwiczebny(self):
        wynik = warsztat.uruchom(warsztat.WARSZTAT / "porownaj_embed.py", "--silnik", "cwiczebny")
        self.assertEqual((wynik.returncode, wynik.stderr), (0, ""))
        self.assertRegex(wynik.stdout, r"margines: 0,\d+")
        self.assertIn("nie udało się policzyć embeddingów", wynik.stdout)   # model czatu mówi, że nie umie

    def test_skrajne_cosinusy_i_ujemny_margines(self):
        """Model, dla którego wszystkie zdania są jednakowe, ma margines 0 i o tym mówi."""
        odpowiedzi = {"/api/tags": tags("a"), "/api/embed": lambda z: embed([[3.0, 4.0]] * len(z["json"]["input"]))}
        kod, tekst = self.na_serwerze(odpowiedzi, "--model", "a")
        self.assertEqual(kod, 0)
        self.assertIn("od 1,000 do 1,000", tekst)
        self.assertIn("margines: 0,000. Żaden próg", tekst)

    def test_model_bez_embeddingow_nie_zatrzymuje_nastepnego(self):
        def reaguj(zapytanie):
            if zapytanie["json"]["model"] == "zly":
                return blad(501, "this model does not support embeddings")
            return embed([[1.0, float(i)] for i, _ in enumerate(zapytanie["json"]["input"])])
        kod, tekst = self.na_serwerze({"/api/tags": tags("zly", "dobry"), "/api/embed": reaguj},
                                      "--model", "zly", "--model", "dobry")
        self.assertEqual(kod, 0)
        self.assertRegex(tekst, r"Model zly: nie udało się[\s\S]*Model dobry\n")

    def test_mierzy_wskazane_pary_wskazanymi_modelami_i_zadnymi_innymi(self):
        pary = [{"a": "raz", "b": "dwa", "podobne": True}, {"a": "trzy", "b": "cztery", "podobne": False},
                {"a": "pięć", "b": "sześć", "podobne": False}]
        zapytania = []

        def embeduj(zapytanie):
            zapytania.append((zapytanie["json"]["model"], sorted(zapytanie["json"]["input"])))
            return embed([[1.0, 1.0]] * len(zapytanie["json"]["input"]))
        modele = ["pierwszy", "drugi", lokalny.CONFIG["embedding_model"], lokalny.CONFIG["chat_model"]]
        with tempfile.TemporaryDirectory() as folder:
            plik = Path(folder, "pary.json")
            plik.write_text(json.dumps(pary), encoding="utf-8")
            for wskazane in (modele[:1], modele[:2], []):
                zapytania.clear()
                kod, tekst = self.na_serwerze({"/api/tags": tags(*modele), "/api/embed": embeduj},
                                              "--pary", str(plik), *(f"--model={nazwa}" for nazwa in wskazane))
                self.assertEqual(kod, 0)
                self.assertIn("Pary podobne: 1, różne: 2\n", tekst)
                teksty = sorted(para[strona] for para in pary for strona in "ab")
                self.assertEqual(zapytania, [(nazwa, teksty) for nazwa in wskazane or modele[2:]])

    def test_zdanie_ktorego_model_nie_przyjal_ma_numer_pary(self):
        zdanie = porownaj_embed.wczytaj_pary(porownaj_embed.PARY)[2]["b"]
        kod, tekst = self.na_serwerze({"/api/tags": tags("a"), "/api/embed": lambda z: embed(
            [[0.0, 0.0] if tekst == zdanie else [3.0, 4.0] for tekst in z["json"]["input"]])}, "--model", "a")
        self.assertEqual(kod, 1)
        self.assertRegex(" ".join(tekst.split()), "Model a: nie udało się .* Para 3, zdanie b: Model nie umie opisać")

    def test_zaden_model_to_kod_1(self):
        kod, tekst = self.na_serwerze({"/api/tags": tags("inny")}, "--model", "brak")
        self.assertEqual(kod, 1)
        self.assertIn("ollama pull brak", tekst)


if __name__ == "__main__":
    unittest.main()
