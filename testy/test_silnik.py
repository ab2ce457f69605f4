"""Pokój testów wyboru silnika: zmienna środowiska, opcja --silnik i skutki włączenia."""
import argparse
import contextlib
import io
import json
import unittest
from unittest import mock

import wspolne

# isort: split
import lokalny
import silnik
from pomoc import cwiczebny

WYPISZ = "import json, lokalny; print(json.dumps(lokalny.CONFIG))"


class Zmienna(unittest.TestCase):
    def test_wartosci(self):
        for wartosc, nazwa in (("ollama", "ollama"), ("cwiczebny", "cwiczebny"), ("", "ollama")):
            with self.subTest(wartosc), mock.patch.dict("os.environ", ASYSTENT_SILNIK=wartosc):
                self.assertEqual(silnik.ze_zmiennej(), nazwa)
        with mock.patch.dict("os.environ"):
            silnik.os.environ.pop("ASYSTENT_SILNIK", None)
            self.assertEqual(silnik.ze_zmiennej(), "ollama")

    def test_obca_wartosc(self):
        for wartosc in ("Ollama", "cwiczebny ", "gpt", "0"):
            with self.subTest(wartosc), mock.patch.dict("os.environ", ASYSTENT_SILNIK=wartosc), \
                    self.assertRaisesRegex(ValueError, f"ASYSTENT_SILNIK.*{wartosc}.*ollama, cwiczebny"):
                silnik.ze_zmiennej()


class Opcja(unittest.TestCase):
    def wybor(self, *argumenty):
        parser = argparse.ArgumentParser()
        silnik.dodaj_opcje(parser)
        with contextlib.redirect_stderr(io.StringIO()):
            return parser.parse_args(argumenty).silnik

    def test_opcja_przewaza_nad_zmienna(self):
        for zmienna in ("ollama", "cwiczebny"):
            with self.subTest(zmienna), mock.patch.dict("os.environ", ASYSTENT_SILNIK=zmienna):
                self.assertEqual(self.wybor(), zmienna)
                for nazwa in silnik.SILNIKI:
                    self.assertEqual(self.wybor("--silnik", nazwa), nazwa)

    def test_obca_opcja(self):
        with self.assertRaises(SystemExit) as koniec:
            self.wybor("--silnik", "gpt")
        self.assertEqual(koniec.exception.code, 2)


class Wlaczenie(unittest.TestCase):
    """Stan modułu i CONFIG są tu własne, więc inne testy ich nie zobaczą."""

    def setUp(self):
        self.config = {"ollama_url": "http://127.0.0.1:1", "chat_model": "czat", "embedding_model": "embed", "seed": 1}
        for latka in (mock.patch.object(silnik, "_wybrany", "ollama"), mock.patch.object(silnik, "_z_pliku", {})):
            latka.start()
            self.addCleanup(latka.stop)

    def wlacz(self, nazwa):
        """Włącza silnik; zwraca wydruk. Serwer ćwiczebny uruchomiony przy tym kończy się po teście."""
        def uruchom():
            serwer = prawdziwy()
            self.addCleanup(serwer.server_close)
            self.addCleanup(serwer.shutdown)
            return serwer
        prawdziwy = cwiczebny.uruchom
        with mock.patch.object(cwiczebny, "uruchom", side_effect=uruchom) as self.uruchom, \
                contextlib.redirect_stdout(io.StringIO()) as wydruk:
            silnik.wlacz(self.config, nazwa)
        return wydruk.getvalue()

    def test_ollama_niczego_nie_zmienia(self):
        przed = dict(self.config)
        self.assertEqual(self.wlacz("ollama"), "")
        self.assertEqual((self.config, silnik.wybrany()), (przed, "ollama"))
        self.uruchom.assert_not_called()

    def test_cwiczebny_zmienia_trzy_ustawienia_i_mowi_o_tym(self):
        wydruk = self.wlacz("cwiczebny")
        self.assertIn("Silnik ćwiczebny", wydruk.splitlines()[0])
        self.assertIn("cwiczebny-chat", wydruk)
        self.assertEqual({k: self.config[k] for k in ("chat_model", "embedding_model", "seed")},
                         {"chat_model": "cwiczebny-chat", "embedding_model": "cwiczebny-embed", "seed": 1})
        self.assertRegex(self.config["ollama_url"], r"^http://127\.0\.0\.1:\d+$")
        self.assertEqual(silnik.wybrany(), "cwiczebny")
        with mock.patch.dict(lokalny.CONFIG, self.config):
            self.assertEqual(set(lokalny.require_models(["cwiczebny-chat", "cwiczebny-embed"])),
                             {"cwiczebny-chat", "cwiczebny-embed"})

    def test_drugie_wlaczenie_nie_uruchamia_drugiego_serwera(self):
        self.wlacz("cwiczebny")
        adres = self.config["ollama_url"]
        self.assertEqual(self.wlacz("cwiczebny"), "")
        self.uruchom.assert_not_called()
        self.assertEqual(self.config["ollama_url"], adres)

    def test_powrot_do_ollamy_przywraca_ustawienia(self):
        przed = dict(self.config)
        self.wlacz("cwiczebny")
        self.assertIn("Ollama", self.wlacz("ollama"))
        self.assertEqual((self.config, silnik.wybrany()), (przed, "ollama"))


class WProcesie(unittest.TestCase):
    def test_pomoc_nie_jest_ladowana_bez_silnika_cwiczebnego(self):
        kod = "import sys, konsola, ewaluacja, indeks; print([m for m in sys.modules if m.startswith('pomoc')])"
        proces = wspolne.uruchom("-c", kod, cwd=wspolne.ASYSTENT)
        self.assertEqual((proces.stdout.strip(), proces.stderr), ("[]", ""))

    def test_zmienna_dziala_w_programie_bez_opcji(self):
        proces = wspolne.uruchom("-c", WYPISZ, cwd=wspolne.ASYSTENT, env={"ASYSTENT_SILNIK": "cwiczebny"})
        self.assertIn("Silnik ćwiczebny", proces.stdout.splitlines()[0])
        self.assertEqual(json.loads(proces.stdout.splitlines()[-1])["chat_model"], "cwiczebny-chat")

    def test_zla_zmienna_zatrzymuje_program(self):
        proces = wspolne.uruchom("-c", WYPISZ, cwd=wspolne.ASYSTENT, env={"ASYSTENT_SILNIK": "gpt"})
        self.assertNotEqual(proces.returncode, 0)
        self.assertRegex(proces.stderr, "ASYSTENT_SILNIK.*gpt")
        self.assertNotIn("Traceback", proces.stderr)


if __name__ == "__main__":
    unittest.main()
