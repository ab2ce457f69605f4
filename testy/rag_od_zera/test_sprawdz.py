"""Pokój testów sprawdzianu warsztatu: sprawdz.py ma po klasie na zadanie, działa sam, bez usługi i bez sieci.

Wspólny sposób sprawdzania (komunikaty, brakujące nazwy, uszkodzony moduł) bada testy/test_sprawdz.py na asystencie.
"""
import ast
import tempfile
import unittest

import warsztat

# isort: split
import sprawdz
from pomoc.zadania import TESTY_GOTOWEGO, ZADANIA
from zly_serwer import martwy_port

FUNKCJE = {   # zadanie → jego klasa testów, w kolejności pracy
    "fragmenty.chunk_staly": "ChunkStaly", "fragmenty.chunk_zdania": "ChunkZdania",
    "porownaj_embed.margines": "Margines", "znaki.znak": "Znak", "tokeny.pytanie_fts": "PytanieFts",
    "hybryda.rrf": "Rrf", "hybryda.suma_ocen": "SumaOcen", "rerank.odczytaj_ocene": "OdczytajOcene",
    "odpowiedz.sprawdz_cytaty": "SprawdzCytaty", "budzet.zapakuj": "Zapakuj", "kompakcja.fakty": "Fakty",
    "ewaluacja.miary": "Miary", "ewaluacja.diagnoza": "Diagnoza",
}
KLASY = list(FUNKCJE.values())


def uruchom(folder, *co):
    """Uruchamia `python -m unittest co` w folderze; pośrednik z otoczenia prowadzi donikąd."""
    posrednik = f"http://127.0.0.1:{martwy_port()}"
    srodowisko = {"http_proxy": posrednik, "https_proxy": posrednik, "all_proxy": posrednik, "no_proxy": ""}
    return warsztat.uruchom("-m", "unittest", *co, cwd=folder, env=srodowisko)


class Sprawdzian(unittest.TestCase):
    def test_klasy_w_kolejnosci_zadan(self):
        drzewo = ast.parse((warsztat.WARSZTAT / "sprawdz.py").read_text(encoding="utf-8"))
        klasy = [wezel.name for wezel in drzewo.body if isinstance(wezel, ast.ClassDef)]
        self.assertEqual(klasy, ["Gotowe", *KLASY])
        self.assertEqual([zadanie["testy"] for zadanie in ZADANIA], [[f"sprawdz.{klasa}"] for klasa in KLASY])
        self.assertEqual(TESTY_GOTOWEGO, ["sprawdz.Gotowe"])

    def test_kazdy_test_mowi_co_sprawdza(self):
        """Opis ma jeden wiersz, a w jednej klasie żaden się nie powtarza: kurs pokazuje go przy niepowodzeniu."""
        for klasa in unittest.defaultTestLoader.loadTestsFromModule(sprawdz):
            opisy = [test._testMethodDoc or "" for test in klasa]
            for test, opis in zip(klasa, opisy):
                self.assertRegex(opis, r"\A.+\.\Z", test.id())
            self.assertEqual(len(set(opisy)), len(opisy))

    def test_wszystkie_przechodza_bez_uslugi(self):
        proces = uruchom(warsztat.WARSZTAT, "sprawdz")
        self.assertEqual(proces.returncode, 0, proces.stderr)
        self.assertIn(f"Ran {unittest.defaultTestLoader.loadTestsFromModule(sprawdz).countTestCases()} tests",
                      proces.stderr)

    def test_klasy_dzialaja_osobno(self):
        """Klasa sama wczytuje to, czego potrzebuje: nie polega na tym, że inna była przed nią."""
        for klasa in ("Rrf", "Zapakuj", "Diagnoza"):
            proces = uruchom(warsztat.WARSZTAT, f"sprawdz.{klasa}")
            self.assertEqual(proces.returncode, 0, proces.stderr)

    def test_uszkodzony_modul_psuje_tylko_swoje_zadania(self):
        with tempfile.TemporaryDirectory() as tmp:
            folder = warsztat.kopia(tmp)
            with open(folder / "ewaluacja.py", "a", encoding="utf-8") as modul:
                modul.write("\ndef niedokonczona(:\n")
            proces = uruchom(folder, *(f"sprawdz.{klasa}" for klasa in KLASY[:-2]))
            self.assertEqual(proces.returncode, 0, proces.stderr)
            proces = uruchom(folder, "sprawdz.Miary", "sprawdz.Diagnoza")
            self.assertEqual(proces.returncode, 1, proces.stderr)
            self.assertIn("Nie da się wczytać modułu ewaluacja.py: SyntaxError", proces.stderr)


class Zadania(unittest.TestCase):
    """pomoc/zadania.py: dane, z których korzystają kurs.py i program autorów."""

    def test_trzynascie_zadan_w_kolejnosci(self):
        self.assertEqual([zadanie["nazwa"] for zadanie in ZADANIA], list(FUNKCJE))
        for numer, zadanie in enumerate(ZADANIA, start=1):
            self.assertEqual(zadanie["numer"], numer)
            self.assertEqual(f"{zadanie['plik'].removesuffix('.py')}.{zadanie['funkcja']}", zadanie["nazwa"])
            self.assertRegex(zadanie["czas"], r"^\d+ minut$")
            self.assertRegex(zadanie["zwraca"], r"^Zwróć .+\.$")

    def test_podpowiedzi_od_ogolnej_do_dokladnej(self):
        """Podpowiedzi są trzy albo cztery, przepis krok po kroku nie stoi w pierwszej, a wiersza kodu nie ma żadna."""
        for zadanie in ZADANIA:
            podpowiedzi = zadanie["podpowiedzi"]
            self.assertIn(len(podpowiedzi), (3, 4), zadanie["nazwa"])
            for podpowiedz in podpowiedzi:
                self.assertNotRegex(podpowiedz, r"\n|\breturn\b|\bfor \w+ in\b| = ", zadanie["nazwa"])
            self.assertNotRegex(podpowiedzi[0], r"^Po kolei")


if __name__ == "__main__":
    unittest.main()
