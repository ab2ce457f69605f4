"""Testy przewodnika: wydruki poleceń są dokładnie takie, jakie daje program."""
import unittest

import warsztat

# isort: split
import bliznieta  # noqa: F401 – dopisuje do ścieżek programy autorów
import zapisy

TEKST = (warsztat.WARSZTAT / "PRZEWODNIK.md").read_text(encoding="utf-8")


class Przewodnik(unittest.TestCase):
    maxDiff = None

    def test_wydruki_sa_swieze(self):
        """python autor/zapisy.py niczego by nie zmienił."""
        self.assertGreaterEqual(len(zapisy.ZAPIS.findall(TEKST)), 10)
        self.assertEqual(zapisy.odswiezony(TEKST), TEKST)

    def test_zaden_wydruk_nie_jest_bledem(self):
        for _, _, zapis in zapisy.ZAPIS.findall(TEKST):
            with self.subTest(zapis.split("\n")[0]):
                self.assertNotRegex(zapis, r"(?m)^(Błąd|użycie:|Traceback)")


if __name__ == "__main__":
    unittest.main()
