"""Pokój testów cytatów: które nawiasy są numerami fragmentów i do którego zdania należą."""
import unittest

import warsztat  # noqa: F401 – ścieżki

# isort: split
import cytaty

NUMERY = [("[1]", [1]), ("[1] [3]", [1, 3]), ("[2][1] i [2]", [2, 1]), ("[1, 7]", [1, 7]), ("[1;2]", [1, 2]),
          ("[1-3]", [1, 2, 3]), ("[1–3]", [1, 2, 3]), ("[1 do 3]", [1, 2, 3]), ("[1 i 3]", [1, 3]),
          ("[1, 3-4]", [1, 3, 4]), ("【1】", [1]), ("[źródło 2]", [2]), ("[Źródła: 1 oraz 2]", [1, 2]),
          ("[fragment 4]", [4]), ("[nr 4]", [4]), ("[fragm. 4]", [4]), ("[zob. fragmenty 1—3]", [1, 2, 3]),
          ("[1-100]", list(range(1, 101))), ("[1-101]", [1, 101]),
          ("[**9**]", [9]), ("[^1]", [1]), ("[ 9 ]", [9]), ("[\u200b9]", [9]), ("[0]", [0]), ("[007]", [7]),
          ("[1-999999]", [1, 999999]), ("[3-1]", [3, 1]), ("[" + "9" * 70 + "]", [999999])]
NIE_NUMERY = ["", "[]", "[,]", "(1)", "1", "[art. 43]", "[8%]", "[FV/2025/09/0143]", "[a]", "[S1]", "[x1]",
              "`lista[1]`", "```\n[1]\n```", "```\nkod bez końca [1]", "[1", "1]", "[2 zł]", "[1\n" + "x" * 100 + "]"]


class Numery(unittest.TestCase):
    def test_numery(self):
        for tekst, oczekiwane in NUMERY:
            with self.subTest(tekst):
                self.assertEqual(cytaty.cytaty(f"Stawka wynosi 8% {tekst}."), oczekiwane)

    def test_inne_nawiasy_niczego_nie_cytuja(self):
        for tekst in NIE_NUMERY:
            with self.subTest(tekst[:30]):
                self.assertEqual(cytaty.cytaty(f"Stawka {tekst}"), [])

    def test_numer_obok_kodu(self):
        self.assertEqual(cytaty.cytaty("Wpisz `lista[9]` [2]."), [2])


class Zdania(unittest.TestCase):
    def test_numer_nalezy_do_zdania_przy_ktorym_stoi(self):
        for tekst, oczekiwane in (
                ("Stawka to 8% [1]. Termin to 21 dni [2].", [("Stawka to 8%.", [1]), ("Termin to 21 dni.", [2])]),
                ("Stawka to 8%. [1] Termin to 21 dni. [2]", [("Stawka to 8%.", [1]), ("Termin to 21 dni.", [2])]),
                ("Stawka to 8%.[1][2] Termin mija.", [("Stawka to 8%.", [1, 2]), ("Termin mija.", [])]),
                ("[1] Stawka to 8%. [2] Termin to 21 dni.", [("Stawka to 8%.", [1]), ("Termin to 21 dni.", [2])]),
                ("[art. 41] Stawka to 8%. [1] Termin mija.", [("[art. 41] Stawka to 8%.", [1]), ("Termin mija.", [])]),
                ("Według [2] stawka [1] to 8% [art. 41].", [("Według stawka to 8% [art. 41].", [2, 1])]),
                ("\n [1] Stawka to 8%. [2] Termin mija.", [("Stawka to 8%.", [1]), ("Termin mija.", [2])]),
                ("Ile? [1] Osiem! [2] Chyba… [3] Tak... [4]",
                 [("Ile?", [1]), ("Osiem!", [2]), ("Chyba…", [3]), ("Tak...", [4])]),
                ("Są:\n- pierwsze [1]\n- drugie [2]", [("Są:", []), ("- pierwsze", [1]), ("- drugie", [2])]),
                ("Kwota 1.230 zł z art. 43 ust. 2 [1].", [("Kwota 1.230 zł z art. 43 ust. 2.", [1])]),
                ("", [])):
            with self.subTest(tekst):
                self.assertEqual(cytaty.zdania_z_numerami(tekst), oczekiwane)


if __name__ == "__main__":
    unittest.main()
