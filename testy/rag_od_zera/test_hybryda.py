"""Pokój testów fuzji: RRF i suma ocen policzone ręcznie, remisy, trafienia ze sztucznych i z prawdziwych nóg."""
import contextlib
import io
import itertools
import os
import unittest
from pathlib import Path
from unittest import mock

import warsztat  # noqa: F401 – ścieżki

# isort: split
import hybryda


def trafienia(*pary):
    """Zwraca listę trafień o podanych (id, ocena), z polami, które fuzja ma przenieść bez zmian."""
    return [{"id": ident, "ocena": ocena, "zrodlo": f"{ident}.md", "strona": None, "naglowek": "N",
             "pozycja": ident, "tekst": f"treść {ident}"} for ident, ocena in pary]


class Rrf(unittest.TestCase):
    def test_wzor(self):
        wynik = hybryda.rrf([["a", "b"], ["b", "c"]], k=10, limit=9)
        self.assertEqual([ident for ident, _ in wynik], ["b", "a", "c"])
        for (_, ocena), wlasciwa in zip(wynik, (1 / 12 + 1 / 11, 1 / 11, 1 / 12)):
            self.assertAlmostEqual(ocena, wlasciwa, places=15)

    def test_domyslne_k_to_60_a_limit_5(self):
        wynik = hybryda.rrf([list("abcdefg")])
        self.assertEqual(wynik, [(ident, 1 / (60 + m)) for m, ident in enumerate("abcde", start=1)])

    def test_zgoda_dwoch_list_wygrywa_z_jednym_pierwszym_miejscem(self):
        self.assertEqual(hybryda.rrf([["a", "b"], ["c", "b"]])[0][0], "b")

    def test_male_k_wzmacnia_pierwsze_miejsca(self):
        listy = [["a", "x", "b"], ["y", "z", "b"]]
        self.assertEqual(hybryda.rrf(listy)[0][0], "b")
        self.assertEqual(hybryda.rrf(listy, k=0)[0][0], "a")

    def test_remis_rozstrzyga_pierwsza_lista_a_nie_numer(self):
        for a, b in ((1, 2), (2, 1), ("x", "y"), ("y", "x")):
            with self.subTest(pierwszy=a):
                self.assertEqual([i for i, _ in hybryda.rrf([[a, b], [b, a]])], [a, b])
                self.assertEqual([i for i, _ in hybryda.rrf([[a], [b]])], [a, b])

    def test_remis_poza_pierwsza_lista_rozstrzyga_druga(self):
        for a, b in ((1, 2), (2, 1)):
            wynik = hybryda.rrf([["p"], [a, b], [b, a]], limit=9)
            self.assertEqual([i for i, _ in wynik], [a, b, "p"])

    def test_remis_w_trzech_listach_nie_zalezy_od_kolejnosci_dodawania(self):
        """Te same trzy ułamki dodane w innej kolejności różnią się na ostatnim miejscu; remis ma zostać remisem."""
        for miejsca in itertools.combinations(range(12), 3):
            listy = [[f"x{i}{j}" for j in range(12)] for i in range(3)]
            for lista, miejsce_a, miejsce_b in zip(listy, miejsca, miejsca[1:] + miejsca[:1]):
                lista[miejsce_a], lista[miejsce_b] = "a", "b"
            wynik = dict(hybryda.rrf(listy, limit=40))
            self.assertEqual(wynik["a"], wynik["b"])
            kolejnosc = [i for i, _ in hybryda.rrf(listy, limit=40)]
            self.assertLess(kolejnosc.index("a"), kolejnosc.index("b"), "w pierwszej liście a stoi wyżej")

    def test_puste_listy(self):
        self.assertEqual(hybryda.rrf([]), [])
        self.assertEqual(hybryda.rrf([[], []]), [])
        self.assertEqual(hybryda.rrf([[], [7]]), [(7, 1 / 61)])

    def test_nie_zmienia_danych(self):
        listy = [["a", "b"], ["b"]]
        hybryda.rrf(listy)
        self.assertEqual(listy, [["a", "b"], ["b"]])


class Najlepsze(unittest.TestCase):
    def test_remisy_wedlug_rankingow_a_nie_kolejnosci_dodawania(self):
        rankingi = [["a"], ["c", "b"], ["b", "c", "d"]]
        for kolejnosc in itertools.permutations("abcd"):
            punkty = {ident: [0.5, 0.25] for ident in kolejnosc}
            self.assertEqual(hybryda.najlepsze(punkty, rankingi, 3), [("a", 0.75), ("c", 0.75), ("b", 0.75)])


class SumaOcen(unittest.TestCase):
    def test_wzor(self):
        wynik = hybryda.suma_ocen([[("a", 9.0), ("b", 5.0), ("c", 1.0)], [("c", 0.8), ("b", 0.6)]], limit=9)
        self.assertEqual([ident for ident, _ in wynik], ["a", "c", "b"])
        for (_, ocena), wlasciwa in zip(wynik, (1.0, 1.0, 0.5)):
            self.assertAlmostEqual(ocena, wlasciwa)

    def test_skala_listy_nie_ma_znaczenia(self):
        slowa, wektory = [("a", 9.0), ("b", 8.0), ("c", 1.0)], [("c", 0.81), ("a", 0.80), ("b", 0.5)]
        wieksze = [(ident, 1000 * ocena - 7) for ident, ocena in slowa]
        for (a, ocena_a), (b, ocena_b) in zip(hybryda.suma_ocen([slowa, wektory]),
                                              hybryda.suma_ocen([wieksze, wektory])):
            self.assertEqual(a, b)
            self.assertAlmostEqual(ocena_a, ocena_b)

    def test_oceny_ujemne(self):
        self.assertEqual(hybryda.suma_ocen([[("a", -1.0), ("b", -3.0)]]), [("a", 1.0), ("b", 0.0)])

    def test_rowne_oceny_i_jedna_para_daja_jeden(self):
        self.assertEqual(hybryda.suma_ocen([[("a", 0.3), ("b", 0.3)], [("b", 5)]]), [("b", 2.0), ("a", 1.0)])
        self.assertEqual(hybryda.suma_ocen([[("a", 0.0)], []]), [("a", 1.0)])

    def test_remis_rozstrzyga_pierwsza_lista(self):
        for a, b in ((1, 2), (2, 1)):
            self.assertEqual(hybryda.suma_ocen([[(a, 4.0), ("z", 1.0)], [(b, 0.9), ("z", 0.1)]], limit=2),
                             [(a, 1.0), (b, 1.0)])

    def test_limit_i_puste(self):
        pary = [(i, float(-i)) for i in range(8)]
        self.assertEqual([i for i, _ in hybryda.suma_ocen([pary])], [0, 1, 2, 3, 4])
        self.assertEqual([i for i, _ in hybryda.suma_ocen([pary], limit=2)], [0, 1])
        self.assertEqual(hybryda.suma_ocen([]), [])
        self.assertEqual(hybryda.suma_ocen([[], []]), [])


class Szukanie(unittest.TestCase):
    """Sztuczne nogi: słowa znajdują 2 i 1, wektory 3 i 1."""

    def setUp(self):
        self.nogi = {}
        for nazwa, wynik in (("szukaj_slownie", trafienia((2, 9.0), (1, 2.0))),
                             ("szukaj_wektorowo", trafienia((3, 0.9), (1, 0.8)))):
            self.nogi[nazwa] = mock.patch.object(hybryda, nazwa, return_value=wynik).start()
        self.addCleanup(mock.patch.stopall)

    def test_rrf_daje_trafienia_z_ocena_fuzji(self):
        wynik = hybryda.szukaj_hybrydowo("con", "pytanie", limit=2)
        self.assertEqual(wynik, trafienia((1, 2 / 62), (2, 1 / 61)))

    def test_suma_daje_trafienia_z_ocena_fuzji(self):
        wynik = hybryda.szukaj_suma("con", "pytanie", limit=3)
        self.assertEqual(wynik, trafienia((2, 1.0), (3, 1.0), (1, 0.0)))

    def test_nogi_siegaja_glebiej_niz_limit(self):
        for limit, ile in ((2, hybryda.GLEBOKOSC), (hybryda.GLEBOKOSC + 7, hybryda.GLEBOKOSC + 7)):
            hybryda.szukaj_hybrydowo("con", "pytanie", limit)
            hybryda.szukaj_suma("con", "pytanie", limit)
            for noga in self.nogi.values():
                self.assertEqual(noga.call_args_list[-2:], [mock.call("con", "pytanie", ile)] * 2)

    def test_kazdym_sposobem_obok_siebie(self):
        self.assertEqual(hybryda.szukaj_kazdym("con", "pytanie", limit=1), {
            "słowa": trafienia((2, 9.0)), "wektory": trafienia((3, 0.9)),
            "RRF": trafienia((1, 2 / 62)), "suma ocen": trafienia((2, 1.0))})
        for noga in self.nogi.values():
            noga.assert_called_once()

    def program(self, *argumenty):
        wyjscie = io.StringIO()
        with mock.patch.object(hybryda, "otworz") as otworz, contextlib.redirect_stdout(wyjscie):
            self.assertEqual(hybryda.main(["pytanie", "--baza", "b.sqlite", *argumenty]), 0)
        otworz.assert_called_once_with(Path("b.sqlite"))
        return wyjscie.getvalue().splitlines()

    def test_program_pokazuje_miejsca(self):
        with mock.patch.dict(os.environ, COLUMNS="80"):
            wydruk = self.program("--k", "1")
        self.assertEqual([wiersz for wiersz in wydruk if len(wiersz) > 80], [])
        naglowek, _, kolumny, *wiersze = wydruk
        self.assertIn("w pierwszych 1 ", naglowek)
        self.assertEqual(kolumny.split("  "), ["słowa", "wektory", "RRF", "suma ocen", "fragment"])
        self.assertEqual([(wiersz.split()[:4], wiersz[wiersz.index("("):]) for wiersz in wiersze], [
            (["–", "–", "1", "–"], "(1.md, znak 1)"), (["1", "–", "–", "1"], "(2.md, znak 2)"),
            (["–", "1", "–", "–"], "(3.md, znak 3)")])

    def test_program_gdy_niczego_nie_ma(self):
        for noga in self.nogi.values():
            noga.return_value = []
        wiersz, = self.program()
        self.assertIn("niczego nie znalazł", wiersz)

    def test_trafienia_nog_zostaja_bez_zmian(self):
        hybryda.szukaj_hybrydowo("con", "pytanie")
        self.assertEqual(self.nogi["szukaj_slownie"].return_value, trafienia((2, 9.0), (1, 2.0)))


if __name__ == "__main__":
    unittest.main()
