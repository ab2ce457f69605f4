"""Pokój testów czatu: kształt żądania do modelu i to, co staje się z każdą odpowiedzią, także zepsutą."""
import contextlib
import io
import unittest
from unittest import mock

import warsztat
from rozmowy import ZNACZNIKI, licznik, model, mowi, tokeny
from zly_serwer import Odpowiedz, blad, chat, martwy_port

# isort: split
import czat
import lokalny

ROZMOWA = [{"role": "system", "content": "Odpowiadaj krótko."}, {"role": "user", "content": "Ile wynosi stawka?"}]
SCHEMAT = {"type": "object", "properties": {"ocena": {"type": "integer"}}}


class Zadanie(unittest.TestCase):
    def zadanie(self, **argumenty):
        with model(mowi("Osiem procent.")) as serwer:
            czat.zapytaj(ROZMOWA, **argumenty)
        zapytanie, = serwer.zapytania
        return zapytanie["json"]

    def test_ksztalt(self):
        self.assertEqual(self.zadanie(), {
            "model": lokalny.CONFIG["chat_model"], "messages": ROZMOWA, "stream": False, "think": False,
            "options": {nazwa: lokalny.CONFIG[nazwa] for nazwa in ("temperature", "seed", "num_ctx", "num_predict")}})

    def test_schemat_idzie_w_polu_format(self):
        self.assertEqual(self.zadanie(schemat=SCHEMAT)["format"], SCHEMAT)

    def test_num_predict_zmienia_tylko_to_zadanie(self):
        ustawienia = dict(lokalny.CONFIG)
        opcje = self.zadanie(num_predict=16)["options"]
        self.assertEqual((opcje["num_predict"], opcje["num_ctx"]), (16, lokalny.CONFIG["num_ctx"]))
        self.assertEqual(lokalny.CONFIG, ustawienia)


class OdpowiedzModelu(unittest.TestCase):
    def zapytaj(self, reakcja, schemat=None, **config):
        with model(reakcja, **config) as serwer:
            try:
                return czat.zapytaj(ROZMOWA, schemat)
            finally:
                self.assertEqual(serwer.sciezki(), ["/api/chat"])   # zepsutej odpowiedzi nikt nie ponawia

    def test_tekst_i_licznik(self):
        self.assertEqual(self.zapytaj(chat(" Osiem procent.\n", prompt_eval_count=20)),
                         {"tekst": "Osiem procent.", "tokeny_promptu": 20, "uwagi": []})

    def test_bez_licznika_jest_none(self):
        for licznik_serwera in (None, 0, True, "20", 2.5):
            with self.subTest(licznik_serwera):
                odpowiedz = self.zapytaj(chat("Tak.", prompt_eval_count=licznik_serwera))
                self.assertIsNone(odpowiedz["tokeny_promptu"])

    def test_rozumowanie_nie_jest_odpowiedzia(self):
        self.assertEqual(self.zapytaj(mowi("<think>Hm.</think>Osiem."))["tekst"], "Osiem.")

    def test_odpowiedz_nie_cala_to_blad_z_powodem(self):
        for reakcja, powod, tekst in (
                (mowi("Osiem pro", done_reason="length"), "answer_truncated", "Osiem pro"),
                (mowi("Osiem", done=False, done_reason=None), "generation_interrupted", "Osiem"),
                (mowi(" \n"), "empty_answer", ""), (mowi("\u200b"), "empty_answer", ""),
                (mowi("<think>Hm."), "thinking_only", "")):
            with self.subTest(powod), self.assertRaises(czat.BladOdpowiedzi) as zlapany:
                self.zapytaj(reakcja)
            self.assertIsInstance(zlapany.exception, RuntimeError)
            self.assertEqual((zlapany.exception.powod, zlapany.exception.tekst), (powod, tekst))
            self.assertTrue(str(zlapany.exception).endswith("."))

    def test_awaria_uslugi_to_inny_runtime_error(self):
        for reakcja in (blad(500, "out of memory"), Odpowiedz(zamknij=True), [], {"error": "x"}):
            with self.subTest(str(reakcja)[:40]), self.assertRaises(RuntimeError) as zlapany:
                self.zapytaj(reakcja)
            self.assertNotIsInstance(zlapany.exception, czat.BladOdpowiedzi)

    def test_uciety_prompt_jest_w_uwagach(self):
        uwaga, = self.zapytaj(chat("Tak.", prompt_eval_count=512), num_ctx=512)["uwagi"]
        self.assertIn("num_ctx", uwaga)


class LiczenieTokenow(unittest.TestCase):
    def test_liczy_serwer_przy_jednym_tokenie_odpowiedzi(self):
        with model(licznik) as serwer:
            self.assertEqual(czat.policz_tokeny(ROZMOWA), sum(tokeny(w["content"]) + ZNACZNIKI for w in ROZMOWA))
        opcje = serwer.zapytania[0]["json"]["options"]
        self.assertEqual(opcje, {nazwa: lokalny.CONFIG[nazwa] for nazwa in ("temperature", "seed", "num_ctx")}
                         | {"num_predict": 1})

    def test_brak_licznika_jest_bledem(self):
        for licznik_serwera in (None, 0):
            with self.subTest(licznik_serwera), model(chat("x", prompt_eval_count=licznik_serwera)), \
                    self.assertRaisesRegex(RuntimeError, "prompt_eval_count"):
                czat.policz_tokeny(ROZMOWA)

    def test_uciety_tekst_jest_bledem(self):
        for przyjete in (512, 511, 256):
            with self.subTest(przyjete), model(chat("x", prompt_eval_count=przyjete), num_ctx=512), \
                    self.assertRaisesRegex(czat.ZaDlugiTekst, "uciął"):
                czat.policz_tokeny([{"role": "user", "content": "słowo " * 600}])

    def test_odrzucony_tekst_jest_za_dlugi_a_inna_awaria_nie(self):
        with model(blad(400, "prompt too long")), self.assertRaisesRegex(czat.ZaDlugiTekst, "prompt too long"):
            czat.policz_tokeny(ROZMOWA)
        with model(blad(500, "out of memory")), self.assertRaises(RuntimeError) as zlapany:
            czat.policz_tokeny(ROZMOWA)
        self.assertNotIsInstance(zlapany.exception, czat.ZaDlugiTekst)


class Program(unittest.TestCase):
    def test_rozmowa_z_silnikiem_cwiczebnym(self):
        wynik = warsztat.uruchom(warsztat.WARSZTAT / "czat.py", "Dzień dobry", "--silnik", "cwiczebny")
        self.assertEqual((wynik.returncode, wynik.stderr), (0, ""))
        self.assertRegex(wynik.stdout, r"Tokeny promptu: \d+\.")

    def test_instrukcja_jest_wiadomoscia_systemowa(self):
        for argumenty, wiadomosci in ((["Ile wynosi stawka?", "--instrukcja", "Odpowiadaj krótko."], ROZMOWA),
                                      (["Ile wynosi stawka?"], ROZMOWA[1:])):
            with model(chat("Osiem.", prompt_eval_count=4096)) as serwer, \
                    contextlib.redirect_stdout(io.StringIO()) as ekran:
                self.assertEqual(czat.main(argumenty), 0)
            self.assertEqual(serwer.zapytania[0]["json"]["messages"], wiadomosci)
            self.assertRegex(ekran.getvalue(), r"^Osiem\.\n\nTokeny promptu: 4096\.\nUwaga: .")

    def test_bez_uslugi_mowi_co_zrobic(self):
        with mock.patch.dict(lokalny.CONFIG, ollama_url=f"http://127.0.0.1:{martwy_port()}"), \
                mock.patch("sys.stderr") as ekran:
            self.assertEqual(czat.main(["Dzień dobry"]), 1)
        self.assertIn("ollama serve", "".join(wpis.args[0] for wpis in ekran.write.call_args_list))


if __name__ == "__main__":
    unittest.main()
