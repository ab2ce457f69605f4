"""Pokój testów budżetu: licznik modelu, rachunek okna, pakowanie fragmentów i ślad uciętego promptu."""
import contextlib
import copy
import io
import itertools
import re
import unittest
from unittest import mock

import warsztat
from rozmowy import licznik, model, tokeny, trafienie
from zly_serwer import blad, chat

# isort: split
import budzet
import hybryda
import lokalny
import prompt
from pliki import BladDanych


def licz_znaki(t):
    return len(t["tekst"])


def po_znakach(*dlugosci):
    """Zwraca trafienia o tekstach podanej długości, od najlepszego."""
    return [trafienie(i, "x" * ile) for i, ile in enumerate(dlugosci, 1)]


def id(trafienia):
    return [t["id"] for t in trafienia]


class Zapakuj(unittest.TestCase):
    def zapakuj(self, dlugosci, limit):
        trafienia = po_znakach(*dlugosci)
        przed = copy.deepcopy(trafienia)
        wynik = budzet.zapakuj(trafienia, limit, licz_znaki)
        self.assertEqual(trafienia, przed)
        return tuple(map(id, wynik))

    def test_najlepszy_na_koncu(self):
        self.assertEqual(self.zapakuj([10, 10, 10], 30), ([3, 2, 1], []))

    def test_rowno_z_limitem_jeszcze_wchodzi(self):
        self.assertEqual(self.zapakuj([10, 20], 30), ([2, 1], []))
        self.assertEqual(self.zapakuj([10, 21], 30), ([1], [2]))

    def test_po_za_dlugim_wchodzi_mniejszy(self):
        self.assertEqual(self.zapakuj([10, 50, 15, 40, 5], 30), ([5, 3, 1], [2, 4]))

    def test_lepszy_ma_pierwszenstwo_nawet_kosztem_kilku(self):
        self.assertEqual(self.zapakuj([30, 10, 10, 10], 30), ([1], [2, 3, 4]))

    def test_nic_sie_nie_miesci(self):
        for limit in (9, 0, -5):
            self.assertEqual(self.zapakuj([10, 20], limit), ([], [1, 2]))
        self.assertEqual(self.zapakuj([], 100), ([], []))

    def test_kazde_trafienie_liczone_raz(self):
        policzone = []
        budzet.zapakuj(po_znakach(10, 50, 5), 30, lambda t: policzone.append(t["id"]) or licz_znaki(t))
        self.assertEqual(policzone, [1, 2, 3])

    def test_niczego_nie_gubi_i_nie_przekracza_limitu(self):
        for dlugosci in itertools.product((0, 3, 7, 12), repeat=4):
            for limit in (-1, 0, 7, 15, 40):
                spakowane, pominiete = budzet.zapakuj(po_znakach(*dlugosci), limit, licz_znaki)
                self.assertEqual(sorted(id(spakowane) + id(pominiete)), [1, 2, 3, 4])
                self.assertLessEqual(sum(map(licz_znaki, spakowane)), max(limit, 0))
                self.assertEqual(id(spakowane), sorted(id(spakowane), reverse=True))


class Tokeny(unittest.TestCase):
    def test_bez_narzutu_szablonu(self):
        with model(licznik):
            self.assertEqual(budzet.tokeny("ala ma kota"), 3)   # serwer liczy 6: trzy słowa i trzy znaczniki szablonu
            self.assertEqual(budzet.tokeny("ala"), 1)

    def test_ten_sam_tekst_pyta_raz_a_narzut_mierzy_raz(self):
        with model(licznik) as serwer:
            for tekst in ("ala ma kota", "ala ma kota", "inny tekst"):
                budzet.tokeny(tekst)
        tresci = [zapytanie["json"]["messages"][0]["content"] for zapytanie in serwer.zapytania]
        self.assertEqual(sorted(tresci), sorted([budzet.JEDEN_TOKEN, "ala ma kota", "inny tekst"]))

    def test_inny_model_liczy_od_nowa(self):
        with model(licznik, chat_model="pierwszy") as serwer:
            budzet.tokeny("ala ma kota")
            ile = len(serwer.zapytania)
            with mock.patch.dict(lokalny.CONFIG, chat_model="drugi"):
                budzet.tokeny("ala ma kota")
            self.assertEqual(len(serwer.zapytania), 2 * ile)

    def test_pusty_tekst_nie_pyta(self):
        with model(licznik) as serwer:
            self.assertEqual([budzet.tokeny(""), budzet.tokeny(" \n\u00a0")], [0, 0])
        self.assertEqual(serwer.zapytania, [])

    def test_brak_licznika_i_uciecie_sa_bledami(self):
        with model(chat("x", prompt_eval_count=None)), self.assertRaisesRegex(RuntimeError, "prompt_eval_count"):
            budzet.tokeny("ala ma kota")
        with model(lambda z: licznik(z) | {"prompt_eval_count": min(licznik(z)["prompt_eval_count"], 512)},
                   num_ctx=512), self.assertRaisesRegex(RuntimeError, "uciął"):
            budzet.tokeny("słowo " * 600)

    def test_trafienie_liczy_sie_tak_jak_stoi_w_prompcie(self):
        t = trafienie(1, "Ala ma kota.\nKot ma Alę.")
        with model(licznik):
            self.assertEqual(budzet.tokeny_trafienia(t), tokeny(prompt.blok(1, t)))

    def test_trafienie_dluzsze_niz_okno_zajmuje_cale(self):
        dlugie = trafienie(1, "bardzo długi tekst " * 400)
        for reakcja in (licznik, blad(400, "prompt too long")):
            with model(reakcja, num_ctx=1024):
                self.assertEqual(budzet.tokeny_trafienia(dlugie), 1024)
        with model(blad(500, "out of memory")), self.assertRaises(RuntimeError):
            budzet.tokeny_trafienia(dlugie)


class Rozlicz(unittest.TestCase):
    def test_bilans_sumuje_sie_do_okna(self):
        with model(licznik, num_ctx=1000, num_predict=300):
            bilans = budzet.rozlicz("raz dwa trzy", "Ile mam?")
        self.assertEqual((bilans["okno"], bilans["rezerwa"], bilans["system"], bilans["pytanie"]), (1000, 300, 3, 3))
        self.assertGreater(bilans["margines"], 0)
        self.assertEqual(bilans["fragmenty"], 1000 - 300 - 3 - 3 - bilans["margines"])

    def test_gdy_nic_nie_zostaje_mowi_ile_brakuje(self):
        zajete = budzet.MARGINES + 3 + 3
        for num_predict, brak in ((1000 - zajete, "1 tok"), (1000 - zajete + 9, "10 tok")):
            with model(licznik, num_ctx=1000, num_predict=num_predict), \
                    self.assertRaisesRegex(BladDanych, f"brakuje {brak}.*num_ctx"):
                budzet.rozlicz("raz dwa trzy", "Ile mam?")

    def test_bilans_obejmuje_caly_prompt(self):
        """Prompt złożony z policzonych części mieści się w oknie, z rezerwą na odpowiedź."""
        trafienia = [trafienie(i, "Stawka VAT na drewno opałowe wynosi 8%. " * i) for i in range(1, 30)]
        pytanie = "Jaka jest stawka?"
        warsztat.na_cwiczebnym(self.addCleanup)
        with mock.patch.dict(lokalny.CONFIG, num_ctx=2048, num_predict=200):
            bilans = budzet.rozlicz(prompt.STALY_TEKST, pytanie)
            spakowane, pominiete = budzet.zapakuj(trafienia, bilans["fragmenty"], budzet.tokeny_trafienia)
            caly = budzet.policz_tokeny(prompt.wiadomosci(pytanie, spakowane[::-1]))
        self.assertTrue(spakowane and pominiete)
        self.assertLessEqual(caly, 2048 - 200)
        policzone = bilans["system"] + bilans["pytanie"] + sum(map(budzet.tokeny_trafienia, spakowane))
        self.assertEqual(budzet.uciety(caly, policzone), [])


class Uciety(unittest.TestCase):
    def test_mniej_tokenow_niz_wyslano(self):
        uwaga, = budzet.uciety(2050, 3000)
        for slowo in ("2050", "3000", "num_ctx"):
            self.assertIn(slowo, uwaga)

    def test_roznica_w_granicach_marginesu_niczego_nie_znaczy(self):
        for przyjete in (None, 3000, 3050, 3000 - budzet.MARGINES):
            self.assertEqual(budzet.uciety(przyjete, 3000), [])
        self.assertTrue(budzet.uciety(3000 - budzet.MARGINES - 1, 3000))


class Program(unittest.TestCase):
    """Szukanie znajduje sześć fragmentów, każdy dłuższy od poprzedniego."""
    ZNALEZIONE = [trafienie(i, "słowo " * 10 * i) for i in range(1, 7)]
    ILE = [tokeny(prompt.blok(1, t)) for t in ZNALEZIONE]

    def program(self, *argumenty):
        """Zwraca trójkę: cały ekran, tokeny fragmentów w prompcie i tokeny pominiętych – w kolejności z ekranu."""
        wyjscie = io.StringIO()
        with model(licznik), mock.patch.object(budzet, "otworz") as otworz, \
                mock.patch.object(budzet, "szukaj_hybrydowo", lambda con, tekst, ile: self.ZNALEZIONE[:ile]), \
                contextlib.redirect_stdout(wyjscie):
            self.assertEqual(budzet.main(["Ile?", "--baza", "b.sqlite", *argumenty]), 0)
        self.assertEqual([str(wywolanie.args[0]) for wywolanie in otworz.call_args_list], ["b.sqlite"])
        ekran = wyjscie.getvalue()
        spakowane, _, pominiete = ekran.partition("Nie mieszczą się:")
        return ekran, *(list(map(int, re.findall(r"(\d+)  Dokument", czesc))) for czesc in (spakowane, pominiete))

    def test_k(self):
        for argumenty, ile in (((), hybryda.ILE_FRAGMENTOW), (("--k", "2"), 2), (("--k", "6"), 6)):
            ekran, spakowane, pominiete = self.program(*argumenty)
            self.assertEqual((spakowane, pominiete), (self.ILE[:ile][::-1], []))
            self.assertRegex(ekran, rf"(?m)^ +{sum(self.ILE[:ile])}  razem$")
            self.assertNotIn("Nie mieszczą się", ekran)

    def test_limit(self):
        limit = self.ILE[0] + self.ILE[1]
        ekran, spakowane, pominiete = self.program("--limit", str(limit))
        self.assertEqual((spakowane, pominiete), ([self.ILE[1], self.ILE[0]], self.ILE[2:4]))
        self.assertRegex(ekran, rf"(?m)^ +{limit}  .*--limit$")
        _, spakowane, pominiete = self.program("--limit", str(limit - 1))
        self.assertEqual((spakowane, pominiete), ([self.ILE[0]], self.ILE[1:4]))

    def test_bilans_na_ekranie(self):
        ekran, *_ = self.program()
        okno, *odejmowane, zostaje = map(int, re.findall(r"^ +(\d+)  ", ekran, re.M)[:6])
        self.assertEqual(okno, lokalny.CONFIG["num_ctx"])
        self.assertEqual(zostaje, okno - sum(odejmowane))


if __name__ == "__main__":
    unittest.main()
