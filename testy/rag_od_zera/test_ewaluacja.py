"""Pokój testów pomiaru: miary policzone ręcznie, ocena odpowiedzi, diagnoza i cały program na pytaniach warsztatu.

Progi szukania i spadek po zepsuciu cięcia pochodzą z jednego przebiegu programu z silnikiem ćwiczebnym.
"""
import contextlib
import io
import itertools
import json
import math
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import warsztat
from zly_serwer import ZlySerwer, embed, tags

# isort: split
import ewaluacja
import lokalny
import raport
import rerank
from pliki import BladDanych
from wymiana import BladUslugi

ZRODLA = [{"zrodlo": "a.md", "zdanie": "Stawka to 8%."}, {"zrodlo": "b.md", "zdanie": "Zaliczka to 30%."}]
PYTANIE = {"id": "P01", "pytanie": "Jaka stawka?", "rodzaj": "zwykle", "zrodla": ZRODLA[:1],
           "zawiera": ["8%"], "nie_zawiera": ["23%"]}
BEZ = {"id": "P02", "pytanie": "A cło?", "rodzaj": "bez_odpowiedzi", "zrodla": [], "zawiera": [], "nie_zawiera": []}


def trafienie(zrodlo, tekst, ident=1):
    return {"id": ident, "zrodlo": zrodlo, "tekst": tekst, "strona": None, "naglowek": "", "pozycja": 0, "ocena": 1.0}


DOBRE, ZLE = trafienie("a.md", "Wstęp. Stawka to 8%."), trafienie("a.md", "Stawka to", 2)


def wynik(tekst="", status="odpowiedz", powod=None, trafienia=(DOBRE,)):
    return {"status": status, "tekst": tekst, "powod": powod, "cytowane": [], "zdania": [], "uwagi": [],
            "uciety": False, "trafienia": list(trafienia)}


class Miary(unittest.TestCase):
    def sprawdz(self, argumenty, recall, mrr, ndcg):
        with self.subTest(argumenty):
            miary = ewaluacja.miary(*argumenty)
            self.assertEqual(set(miary), {"recall", "mrr", "ndcg"})
            for nazwa, wartosc in (("recall", recall), ("mrr", mrr), ("ndcg", ndcg)):
                self.assertAlmostEqual(miary[nazwa], wartosc, msg=nazwa)

    def test_jedno_zrodlo(self):
        self.sprawdz(([0, None, None], 1, 4), 1, 1, 1)
        self.sprawdz(([None, 0], 1, 4), 1, 1 / 2, 1 / math.log2(3))
        self.sprawdz(([None, None, 0], 1, 4), 1, 1 / 3, 1 / 2)
        self.sprawdz(([None, None], 1, 4), 0, 0, 0)
        self.sprawdz(([], 1, 4), 0, 0, 0)

    def test_liczy_sie_tylko_pierwsze_k(self):
        self.sprawdz(([None, None, 0], 1, 2), 0, 0, 0)
        self.sprawdz(([0, None, 1], 2, 2), 1 / 2, 1, 1 / (1 + 1 / math.log2(3)))

    def test_dwa_zrodla(self):
        self.sprawdz(([1, 0], 2, 4), 1, 1, 1)
        self.sprawdz(([None, 1, None, 0], 2, 4), 1, 1 / 2,
                     (1 / math.log2(3) + 1 / math.log2(5)) / (1 + 1 / math.log2(3)))
        self.sprawdz(([1, None], 2, 4), 1 / 2, 1, 1 / (1 + 1 / math.log2(3)))

    def test_powtorzone_zrodlo_liczy_sie_raz(self):
        self.sprawdz(([0, 0, 0], 1, 4), 1, 1, 1)
        self.sprawdz(([0, 0, 1], 2, 4), 1, 1, (1 + 1 / 2) / (1 + 1 / math.log2(3)))

    def test_ideal_ma_najwyzej_k_trafien(self):
        self.sprawdz(([0, 1], 3, 2), 2 / 3, 1, 1)

    def test_wartosci_od_zera_do_jednego(self):
        for numery in itertools.product((None, 0, 1, 2), repeat=4):
            for k in (1, 2, 4, 6):
                self.assertTrue(all(0 <= v <= 1 + 1e-12 for v in ewaluacja.miary(list(numery), 3, k).values()), numery)

    def test_bez_oczekiwanych_nie_ma_miar(self):
        for oczekiwanych, k in ((0, 4), (-1, 4), (1, 0)):
            with self.assertRaises(ValueError):
                ewaluacja.miary([None], oczekiwanych, k)


class MiaryPytania(unittest.TestCase):
    def test_fragment_z_dwoma_zdaniami_liczy_sie_za_oba(self):
        zrodla = [ZRODLA[0], ZRODLA[1] | {"zrodlo": "a.md"}]
        oba = trafienie("a.md", "Stawka to 8%. Zaliczka to 30%.")
        self.assertEqual(ewaluacja.miary_pytania(PYTANIE | {"zrodla": zrodla}, [oba], 1),
                         {"recall": 1.0, "mrr": 1.0, "ndcg": 1.0})
        drugie = ewaluacja.miary_pytania(PYTANIE | {"zrodla": zrodla}, [ZLE, ZLE, ZLE, oba], 4)
        self.assertEqual((drugie["recall"], drugie["mrr"]), (1.0, 0.25))

    def test_pol_odpowiedzi_to_pol_recall(self):
        miary = ewaluacja.miary_pytania(PYTANIE | {"zrodla": ZRODLA}, [ZLE, DOBRE], 4)
        self.assertEqual((miary["recall"], miary["mrr"]), (0.5, 0.5))

    def test_krotka_lista_wynikow_nie_zawyza_ndcg(self):
        self.assertLess(ewaluacja.miary_pytania(PYTANIE | {"zrodla": ZRODLA}, [DOBRE], 4)["ndcg"], 0.7)

    def test_poza_k_sie_nie_liczy(self):
        self.assertEqual(ewaluacja.miary_pytania(PYTANIE, [ZLE, DOBRE], 1)["recall"], 0.0)


class Ocena(unittest.TestCase):
    PRZYPADKI = [   # (wynik, pytanie, oczekiwane uwagi)
        (wynik("Stawka to 8 % [1]."), PYTANIE, []),
        (wynik("Stawka to 18% [1]."), PYTANIE, ["brakuje „8%”"]),
        (wynik("Stawka to 8%, a nie 23% [1]."), PYTANIE, ["jest „23%”, a nie powinno"]),
        (wynik("Stawka to 23% [1]."), PYTANIE, ["brakuje „8%”", "jest „23%”, a nie powinno"]),
        (wynik("Zwrot trwa długo [7]."), PYTANIE | {"zawiera": ["7"]}, ["brakuje „7”"]),
        (wynik("To [1, 7] 5 dni [1]."), PYTANIE | {"zawiera": ["5 dni"], "nie_zawiera": ["7"]}, []),
        (wynik("8%", "brak"), PYTANIE, ["odmowa, choć dokumenty mają odpowiedź"]),
        (wynik("", "brak"), BEZ, []),
        (wynik("Cło to 2% [1]."), BEZ, ["odpowiedź, choć dokumenty jej nie mają"]),
        (wynik("8%", "odrzucona", "brak_cytatu"), PYTANIE,
         ["odrzucona: Odpowiedź nie powołuje się na żaden fragment."]),
        (wynik("", "odrzucona", "empty_answer"), BEZ, [
            "odrzucona: Model zwrócił pustą odpowiedź. Zadaj pytanie ponownie albo wybierz inny model."]),
    ]

    def test_ocena(self):
        for odpowiedz, pytanie, uwagi in self.PRZYPADKI:
            with self.subTest(odpowiedz["tekst"], status=odpowiedz["status"], rodzaj=pytanie["rodzaj"]):
                self.assertEqual(ewaluacja.ocen_odpowiedz(odpowiedz, pytanie),
                                 {"poprawna": not uwagi, "uwagi": uwagi})


class Diagnoza(unittest.TestCase):
    def diagnoza(self, rodzaj="zwykle", poprawna=False, odmowa=False, w_bazie=True, znalezione=True, w_prompcie=True):
        return ewaluacja.diagnoza({"rodzaj": rodzaj, "poprawna": poprawna, "odmowa": odmowa, "w_bazie": w_bazie,
                                   "znalezione": znalezione, "w_prompcie": w_prompcie})

    def test_poprawna_jest_pierwsza(self):
        for rodzaj, *reszta in itertools.product(("zwykle", "wersje", "bez_odpowiedzi"), *[(True, False)] * 4):
            self.assertEqual(self.diagnoza(rodzaj, True, *reszta), "poprawna")

    def test_bez_odpowiedzi_to_odmowa(self):
        for reszta in itertools.product((True, False), repeat=4):
            self.assertEqual(self.diagnoza("bez_odpowiedzi", False, *reszta), "odmowa")

    def test_wygrywa_najwczesniejsza_warstwa(self):
        for rodzaj, odmowa in itertools.product(("zwykle", "identyfikator", "wersje"), (True, False)):
            for znalezione, w_prompcie in itertools.product((True, False), repeat=2):
                self.assertEqual(self.diagnoza(rodzaj, False, odmowa, False, znalezione, w_prompcie), "ciecie")
            for w_prompcie in (True, False):
                self.assertEqual(self.diagnoza(rodzaj, False, odmowa, True, False, w_prompcie), "wyszukiwanie")
            self.assertEqual(self.diagnoza(rodzaj, False, odmowa, True, True, False), "dobor")
            self.assertEqual(self.diagnoza(rodzaj, False, odmowa), "model")


class Odpowiedz(unittest.TestCase):
    """Pomiar jednej odpowiedzi, gdy model i sędzia są sztuczni."""

    def zmierz(self, odpowiedz, trafienia=(DOBRE,), fragmenty=(DOBRE,), k=4, pytanie=PYTANIE, **reszta):
        with mock.patch.object(ewaluacja, "odpowiedz", **odpowiedz) as self.model:
            return ewaluacja.zmierz_odpowiedz(pytanie, list(trafienia), list(fragmenty), k, **reszta)

    def warstwa(self, odpowiedz, *args, **kwargs):
        return self.zmierz({"return_value": odpowiedz}, *args, **kwargs)["warstwa"]

    def test_warstwy(self):
        odmowa = wynik("", "brak")
        self.assertEqual(self.warstwa(wynik("8% [1]")), "poprawna")
        self.assertEqual(self.warstwa(odmowa), "model")
        self.assertEqual(self.warstwa(wynik("", "brak", trafienia=[ZLE])), "dobor")
        self.assertEqual(self.warstwa(odmowa, [ZLE], [ZLE, DOBRE]), "wyszukiwanie")
        self.assertEqual(self.warstwa(odmowa, [ZLE, DOBRE], k=1), "wyszukiwanie", "kandydatów jest k")
        self.assertEqual(self.warstwa(odmowa, [ZLE], [ZLE]), "ciecie")
        self.assertEqual(self.warstwa(wynik("2% [1]"), pytanie=BEZ), "odmowa")
        self.assertEqual(self.warstwa(odmowa, pytanie=BEZ), "poprawna")

    def test_model_dostaje_k_najlepszych(self):
        self.zmierz({"return_value": wynik("8%")}, [ZLE, DOBRE, ZLE], k=2)
        self.model.assert_called_once_with("Jaka stawka?", [ZLE, DOBRE])

    def test_sedzia_wybiera_z_szerszej_listy(self):
        zle = [trafienie("a.md", "Nic.", ident) for ident in range(10, 16)]
        oceny = {"przyjete": [DOBRE], "odrzucone": zle, "bez_oceny": [ZLE]}
        with mock.patch.object(rerank, "rerank", return_value=oceny) as sedzia:
            wiersz = self.zmierz({"return_value": wynik("8% [1]")}, [*zle, ZLE, DOBRE, *zle], k=4, sedzia=True)
        sedzia.assert_called_once_with("Jaka stawka?", [*zle, ZLE, DOBRE])
        self.model.assert_called_once_with("Jaka stawka?", [DOBRE, ZLE])
        self.assertIs(wiersz["slad"]["znalezione"], True)

    def test_awaria_uslugi_nie_jest_zla_odpowiedzia(self):
        self.assertEqual(self.zmierz({"side_effect": BladUslugi("Usługa milczy.")}), {"blad": "Usługa milczy."})

    def test_brak_kodu_ucznia_nie_jest_awaria(self):
        with self.assertRaises(NotImplementedError):
            self.zmierz({"side_effect": NotImplementedError("napisz")})

    def test_tabela_mowi_o_bledzie_osobno(self):
        wiersze = [{"pytanie": PYTANIE, "blad": "Usługa milczy."},
                   {"pytanie": BEZ, **self.zmierz({"return_value": wynik("", "brak")}, pytanie=BEZ)}]
        tabela = raport.tabela_odpowiedzi(wiersze)
        self.assertRegex(tabela[2], r"^poprawne +1 +1$")
        self.assertRegex(tabela[8], r"^bez oceny.* 1 +2$")
        self.assertIn("P01: Usługa milczy.", tabela[9])
        self.assertNotIn("P01", "\n".join(raport.tabela_diagnozy(wiersze)))

    def test_tabela_liczy_uciete_prompty_i_sedziego_ktory_nie_ocenil(self):
        oceny = {"przyjete": [DOBRE], "odrzucone": [], "bez_oceny": [ZLE]}
        with mock.patch.object(rerank, "rerank", return_value=oceny):
            wiersz = self.zmierz({"return_value": wynik("8% [1]") | {"uciety": True}}, [ZLE, DOBRE], sedzia=True)
        tabela = raport.tabela_odpowiedzi([{"pytanie": PYTANIE, **wiersz}])
        self.assertRegex(tabela[6], r"^prompt prawdopodobnie ucięty +1 +1$")
        self.assertRegex(tabela[7], r"^sędzia nie ocenił fragmentów +1 +1$")

    def test_nieznana_warstwa_jest_pokazana(self):
        with mock.patch.object(ewaluacja, "diagnoza", lambda slad: "Poprawna"):
            wiersz = {"pytanie": PYTANIE, **self.zmierz({"return_value": wynik("8% [1]")})}
        self.assertIn("Takiej warstwy nie ma", " ".join("\n".join(raport.tabela_diagnozy([wiersz])).split()))


    def test_id_z_podzialem_wiersza_stoi_w_jednym(self):
        pytanie = PYTANIE | {"id": "P\n01"}
        zly = {"pytanie": pytanie, **self.zmierz({"return_value": wynik("Nie wiem [1].")})}
        awaria = {"pytanie": pytanie, "blad": "Cisza."}
        for tabela in (raport.tabela_diagnozy([zly]), raport.tabela_odpowiedzi([awaria])):
            self.assertIn("P 01", "\n".join(tabela))

    def test_dluga_odpowiedz_jest_skrocona_tylko_na_ekranie(self):
        dluga = wynik("Bo tak. " * 100 + "[1]")
        wiersz = {"pytanie": PYTANIE, **self.zmierz({"return_value": dluga})}
        tabela = "\n".join(raport.tabela_diagnozy([wiersz]))
        self.assertIn("Bo tak.…", tabela.replace(" …", "…"))
        self.assertLess(len(tabela), 1500)
        self.assertEqual(wiersz["wynik"], dluga)


class NaKopii(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tymczasowy = tempfile.TemporaryDirectory()
        cls.addClassCleanup(tymczasowy.cleanup)
        cls.folder = warsztat.kopia(tymczasowy.name)

    @classmethod
    def program(cls, *argumenty):
        return warsztat.uruchom(cls.folder / "ewaluacja.py", "--silnik", "cwiczebny", *argumenty)

    @classmethod
    def raporty(cls):
        return {plik: plik.read_bytes() for plik in (cls.folder / "wyniki").glob("*")}


class Warsztat(NaKopii):
    """Jeden pełny przebieg programu na dokumentach i pytaniach warsztatu."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.proces = cls.program()
        assert cls.proces.returncode == 0, cls.proces.stdout + cls.proces.stderr
        (cls.plik, tresc), = cls.raporty().items()
        cls.raport = json.loads(tresc)
        cls.szukanie = {w["sposob"]: w for w in cls.raport["szukanie"]}

    def test_recall_rrf_nie_mniejszy_niz_kazdej_z_nog(self):
        recall = {sposob: w["recall"] for sposob, w in self.szukanie.items()}
        self.assertGreaterEqual(recall["RRF"], 0.95)
        self.assertGreaterEqual(recall["RRF"], max(recall["słowa"], recall["wektory"]), recall)

    def test_slowa_znajduja_kazdy_identyfikator(self):
        self.assertEqual(self.szukanie["słowa"]["rodzaje"]["identyfikator"], 1.0)

    def test_zepsute_ciecie_gubi_zrodla(self):
        ciecia = {w["ciecie"]: w for w in self.raport["ciecia"]}
        self.assertEqual(list(ciecia), ["akapity 1200", "staly 800/200", "zdania 5/1", "staly 150/0"])
        zepsute = ciecia.pop("staly 150/0")
        for opis, wiersz in ciecia.items():
            spadek = wiersz["recall"] - zepsute["recall"]
            print(f"\nrecall@4: {opis} {wiersz['recall']:.3f}, zepsute 150/0 {zepsute['recall']:.3f}, "
                  f"spadek {spadek:.3f}; przecięte zdania: {zepsute['przecietych']} z {zepsute['zdan']}", end="")
            self.assertGreaterEqual(spadek, 0.15, opis)
            self.assertEqual(wiersz["przecietych"], 0, opis)
        self.assertGreater(zepsute["przecietych"], 0)
        self.assertGreater(len(zepsute["niepelne"]), len(ciecia["akapity 1200"]["niepelne"]))

    def test_nazwa_i_opis_przebiegu(self):
        self.assertRegex(self.plik.name, r"^ewaluacja_\d{8}T\d{6}Z_[0-9a-f]{8}\.json$")
        self.assertEqual((self.raport["k"], self.raport["ciecie"]), (4, "akapity 1200"))
        self.assertEqual(set(self.raport["modele"]), {"cwiczebny-embed", "cwiczebny-chat"})
        self.assertTrue(all(len(digest) == 64 for digest in self.raport["modele"].values()))

    def test_kazde_pytanie_ma_wyniki_i_wyrok(self):
        pytania = json.loads((self.folder / "dane" / "pytania.json").read_text(encoding="utf-8"))
        self.assertEqual([w["pytanie"] for w in self.raport["wiersze"]], pytania)
        for wiersz in self.raport["wiersze"]:
            self.assertEqual(list(wiersz["trafienia"]), ["słowa", "wektory", "RRF", "suma ocen"])
            self.assertEqual(wiersz["warstwa"] == "poprawna", wiersz["ocena"]["poprawna"])
            self.assertEqual(wiersz["miary"]["RRF"] is None, wiersz["pytanie"]["rodzaj"] == "bez_odpowiedzi")
            self.assertEqual([t["id"] for t in wiersz["trafienia"]["RRF"]][:len(wiersz["wynik"]["trafienia"])],
                             [t["id"] for t in wiersz["wynik"]["trafienia"]])

    def test_tabele_na_ekranie(self):
        wiersze = self.proces.stdout.splitlines()
        self.assertEqual(self.proces.stderr, "")
        self.assertEqual([w for w in wiersze[:-1] if len(w) > 80], [])
        self.assertEqual(wiersze[-1], f"Raport: {self.plik}")
        recall = f"{self.szukanie['RRF']['recall']:.3f}".replace(".", ",")
        self.assertRegex(self.proces.stdout, rf"(?m)^RRF +{recall} ")
        poprawne = sum(w["ocena"]["poprawna"] for w in self.raport["wiersze"])
        self.assertRegex(self.proces.stdout, rf"(?m)^poprawne +{poprawne} +48$")
        for numer in range(1, 5):
            self.assertIn(f"\n{numer}. ", self.proces.stdout)

    def test_diagnoza_wymienia_kazda_zla_odpowiedz(self):
        czesc = self.proces.stdout.partition("\n4. ")[2]
        for wiersz in self.raport["wiersze"]:
            ile = 0 if wiersz["warstwa"] == "poprawna" else 2   # w wierszu warstwy i we własnym opisie
            self.assertEqual(czesc.count(wiersz["pytanie"]["id"]), ile, wiersz["pytanie"]["id"])


class WlasneDane(NaKopii):
    """Mały katalog i trzy pytania ucznia."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.dokumenty = cls.folder / "moje"
        cls.dokumenty.mkdir()
        (cls.dokumenty / "pies.md").write_text("# Pies\n\nPies Burek mieszka w budzie. Waży 12 kg.\n", encoding="utf-8")
        (cls.dokumenty / "kot.md").write_text("# Kot\n\nKot Mruczek śpi na piecu. Waży 4 kg.\n", encoding="utf-8")
        cls.pytania = cls.folder / "moje.json"
        cls.pytania.write_text(json.dumps([
            {"id": "A", "rodzaj": "zwykle", "pytanie": "Gdzie śpi kot?", "zawiera": ["piecu"], "nie_zawiera": [],
             "zrodla": [{"zrodlo": "kot.md", "zdanie": "Kot Mruczek śpi na piecu."}]},
            {"id": "B", "rodzaj": "bez_odpowiedzi", "pytanie": "Jaka jest stolica Peru?", "zawiera": [],
             "nie_zawiera": [], "zrodla": []}]), encoding="utf-8")
        cls.opcje = ("--dokumenty", cls.dokumenty, "--pytania", cls.pytania)

    def test_dwa_przebiegi_to_dwa_pliki(self):
        przed = self.raporty()
        for proces in (self.program(*self.opcje), self.program(*self.opcje)):
            self.assertEqual((proces.returncode, proces.stderr), (0, ""), proces.stdout)
        po = self.raporty()
        self.assertEqual(len(po), len(przed) + 2)
        self.assertEqual({plik: po[plik] for plik in przed}, przed)

    def test_tylko_wyszukiwanie_nie_pyta_modelu_czatu(self):
        proces = self.program(*self.opcje, "--tylko-wyszukiwanie", "--ciecie", "zdania", "--rozmiar", "2")
        self.assertEqual((proces.returncode, proces.stderr), (0, ""))
        self.assertIn("zdania 2/0", proces.stdout)
        self.assertNotIn("Odpowiedzi", proces.stdout)
        plik = Path(proces.stdout.splitlines()[-1].removeprefix("Raport: "))
        zapis = json.loads(plik.read_text(encoding="utf-8"))
        self.assertEqual(list(zapis["modele"]), ["cwiczebny-embed"])
        self.assertTrue(all("wynik" not in wiersz for wiersz in zapis["wiersze"]))

    def test_awaria_uslugi_i_sedzia(self):
        """Program w tym procesie: usługa zawodzi przy pierwszym pytaniu, a sędzia przyjmuje wszystko."""
        warsztat.na_cwiczebnym(self.addCleanup)
        wyniki = self.folder / "tutaj"
        with mock.patch.object(raport, "WYNIKI", wyniki), contextlib.redirect_stdout(io.StringIO()) as wyjscie, \
                mock.patch.object(rerank, "rerank", side_effect=lambda _, t: {"przyjete": t, "bez_oceny": []}), \
                mock.patch.object(ewaluacja, "odpowiedz", side_effect=[BladUslugi("Cisza."), wynik("", "brak")]):
            kod = ewaluacja.main([*map(str, self.opcje), "--rerank", "--silnik", "cwiczebny"])
            self.assertEqual(rerank.rerank.call_count, 2)
        self.assertEqual(kod, 1)
        self.assertRegex(wyjscie.getvalue(), r"(?m)^bez oceny: zawiodła usługa +1 +2\n +A: Cisza\.$")
        zapis = json.loads(next(wyniki.iterdir()).read_text(encoding="utf-8"))
        self.assertEqual([w.get("blad") for w in zapis["wiersze"]], ["Cisza.", None])

    def test_dokument_z_wada_zatrzymuje_pomiar(self):
        with tempfile.TemporaryDirectory() as tmp:
            (Path(tmp) / "kot.md").write_text("# Kot\n\nKot Mruczek śpi na piecu.\n", encoding="utf-8")
            (Path(tmp) / "zly.md").write_text("# Pies\n", encoding="utf-16")
            proces = self.program("--pytania", self.pytania, "--dokumenty", tmp)
        self.assertEqual(proces.returncode, 1)
        self.assertRegex(proces.stderr, r"^Błąd: .*zly\.md.*UTF-16")

    def test_zle_wywolanie(self):
        for opcje in (["--k", "0"], ["--rerank", "--tylko-wyszukiwanie"], ["--ciecie", "losowe"]):
            with self.subTest(opcje), contextlib.redirect_stderr(io.StringIO()) as bledy:
                with self.assertRaises(SystemExit) as koniec:
                    ewaluacja.main(opcje)
                self.assertEqual(koniec.exception.code, 2)
                self.assertIn("złe wywołanie", bledy.getvalue())

    def test_wada_pytan_przed_pomiarem(self):
        plik = self.folder / "zle.json"
        plik.write_text('[{"id": "A"}]', encoding="utf-8")
        proces = self.program("--pytania", plik)
        self.assertEqual(proces.returncode, 1)
        self.assertRegex(proces.stderr, r"^Błąd: .*zle\.json, pytanie 1 \(A\): pola to ")

    def test_zajety_folder_wynikow(self):
        with tempfile.TemporaryDirectory() as tmp:
            kopia = warsztat.kopia(tmp)
            (kopia / "wyniki").write_text("", encoding="utf-8")
            proces = warsztat.uruchom(kopia / "ewaluacja.py", "--silnik", "cwiczebny")
        self.assertEqual(proces.returncode, 1)
        self.assertRegex(proces.stderr, "^Błąd: .*wyniki: tu mają powstawać raporty, a leży tu plik, a nie folder")
        self.assertNotIn("recall", proces.stdout)

    def test_folder_wynikow_ktorego_nie_ma_gdzie_zalozyc(self):
        with tempfile.TemporaryDirectory() as tmp, mock.patch.object(raport, "WYNIKI", Path(tmp) / "wyniki"):
            with mock.patch("tempfile.TemporaryFile", side_effect=PermissionError(13, "x", f"{tmp}/wyniki/tmp123")), \
                    self.assertRaisesRegex(BladDanych, "wyniki: .*nie da się tu pisać .*brak uprawnień"):
                raport.przygotuj_folder()
            raport.WYNIKI.rmdir()
            try:
                raport.WYNIKI.symlink_to(Path(tmp) / "nie_ma")
            except OSError:   # Windows bez prawa tworzenia dowiązań
                return
            with self.assertRaisesRegex(BladDanych, "wyniki: .*dowiązanie, które prowadzi donikąd"):
                raport.przygotuj_folder()

    def test_zly_katalog_dokumentow_jest_pierwszym_bledem(self):
        proces = self.program("--pytania", self.pytania, "--dokumenty", self.folder / "nie_ma")
        self.assertEqual(proces.returncode, 1)
        self.assertRegex(proces.stderr, r"^Błąd: .*nie_ma: nie ma takiego folderu")

    def test_pytanie_ktorego_model_nie_przyjmuje_jest_nazwane_przed_pomiarem(self):
        def reaguj(zapytanie):
            teksty = zapytanie["json"]["input"]
            return embed([[0.0, 0.0] if "Peru" in tekst else [3.0, 4.0] for tekst in teksty])
        model = lokalny.CONFIG["embedding_model"]
        with ZlySerwer({"/api/tags": tags(model), "/api/embed": reaguj}) as serwer, \
                mock.patch.dict(lokalny.CONFIG, ollama_url=serwer.adres), \
                mock.patch.object(raport, "WYNIKI", self.folder / "nazwane"), \
                contextlib.redirect_stderr(io.StringIO()) as bledy, contextlib.redirect_stdout(io.StringIO()):
            kod = ewaluacja.main([*map(str, self.opcje), "--tylko-wyszukiwanie"])
        self.assertEqual(kod, 1)
        self.assertRegex(bledy.getvalue(), r"^Błąd: .*moje\.json, pytanie B: Model nie umie opisać tego tekstu")


if __name__ == "__main__":
    unittest.main()
