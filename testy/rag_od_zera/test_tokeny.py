"""Pokój testów tokenów: oznaczenia w różnych zapisach, słowa i wyrażenie, które FTS5 przyjmuje dla każdego tekstu."""
import re
import sqlite3
import unittest

import warsztat

# isort: split
import tokeny

ZLOSLIWE = ("", "   ", '"', "'", "a\"b", "AND", "OR OR", "NOT x", "NEAR(a b)", "a*", "^a", "a:b", "slowa : x", "(",
            "((a", ")", "-a", "a + b", "\x00", "stawka\x00vat", "😀", "\ud800", "faktura \udfff", "%_", "\\", ";--",
            "'; DROP TABLE tokeny; --", "ﬁ", "İ", "a\u0301", "\u202e", "ß" * 100)


def oznaczenia(tekst):
    return set(tokeny.oznaczenia(tekst))


class Oznaczenia(unittest.TestCase):
    def test_rozne_zapisy_tego_samego_maja_wspolny_token(self):
        for token, zapisy in {
                "fv_2025_09_0143": ["FV/2025/09/0143", "fv/2025/09/0143.", "(FV-2025-09-0143)", "FV\u20112025/09/0143"],
                "2025_09_0143": ["FV/2025/09/0143", "2025/09/0143", "FV 2025/09/0143", "FV2025/09/0143"],
                "5213001228": ["5213001228", "521-300-12-28", "521 300 12 28", "521-30-01-228", "PL5213001228",
                               "PL 521-300-12-28", "NIP:521-300-12-28"],
                "12345678901234567890123456": ["12 3456 7890 1234 5678 9012 3456", "12345678901234567890123456"],
                "2025_09_05": ["2025-09-05", "5.09.2025", "05.09.2025 r.", "5.9.2025", "2025-9-5", "2025-9-05",
                               "2025/9/5"],
                "8_proc": ["8%", "8 %", "8\u00a0%", "8 procent", "8-procentowa", "8 proc."],
                "5_5_proc": ["5,5%", "5.5 %"],
                "art_43": ["Art. 43", "art.43", "artykuł 43", "w artykule 43", "ART.\u00a043"],
                "art_43a": ["art. 43a", "Art. 43A"],
                "par_5": ["§ 5", "§5", "paragraf 5", "w paragrafie 5", "§§ 5 i 6", "§§ 4, 5", "§§ 4-5",
                          "§§ 3, 4 oraz 5"],
                "par_6a": ["§§ 5 i 6a", "§§5, 6a i 7"],
                "ust_2": ["ust. 2", "ustęp 2", "w ustępie 2"],
                "pkt_3": ["pkt 3", "punkt 3", "w punkcie 3", "PKT. 3"]}.items():
            for zapis in zapisy:
                with self.subTest(zapis=zapis):
                    self.assertIn(token, oznaczenia(zapis))

    def test_podobne_numery_nie_maja_wspolnego_tokenu(self):
        for a, b in (("FV/2025/09/0143", "FV/2025/09/0134"), ("FV/2025/09/0143", "FV/2025/08/0143"),
                     ("art. 43", "art. 43a"), ("§ 5", "§ 55"), ("8%", "18%"), ("8%", "1,8%"),
                     ("521-300-12-28", "521-300-21-28"),
                     ("FV/2025/09/0143", "FV/2025/09/0143/K"), ("ust. 2", "pkt 2"), ("art. 4", "ust. 4")):
            with self.subTest(a=a, b=b):
                self.assertFalse(oznaczenia(a) & oznaczenia(b))

    def test_liczba_po_przepisach_nie_jest_przepisem(self):
        self.assertEqual(tokeny.oznaczenia("§§ 5 i 6 albo 7 dni"), ["par_5", "par_6"])
        self.assertEqual(tokeny.oznaczenia("§§ 5 i 6 i 8%"), ["8_proc", "par_5", "par_6"])
        self.assertEqual(tokeny.oznaczenia("§ 5 i 6 osób"), ["par_5"])

    def test_data_od_roku_ma_jeden_token(self):
        self.assertEqual(tokeny.oznaczenia("2025-09-30"), ["2025_09_30"])
        self.assertEqual(tokeny.oznaczenia("FV/2025/9/3"), ["fv_2025_9_3", "2025_9_3"])

    def test_zwykly_tekst_nie_ma_oznaczen(self):
        tekst = "Usługa docassist-api: start, kod i/lub hasło. Punktualnie o 8 rano, 15 dni."
        self.assertEqual(tokeny.oznaczenia(tekst), [])


class Slowa(unittest.TestCase):
    def test_wyrazy_pomijane_odpadaja_a_liczby_nigdy(self):
        self.assertEqual(tokeny.tokeny("Ile to jest 8 i 0 w pokoju 4?")["slowa"], ["8", "0", "pokoju", "4"])

    def test_gramy_lacza_odmiany(self):
        a, b = (set(tokeny.tokeny(s)["gramy"]) for s in ("faktura", "fakturze"))
        self.assertGreaterEqual(len(a & b), 3)

    def test_polskie_litery_i_nfd_nie_maja_znaczenia(self):
        self.assertEqual(tokeny.tokeny("Żółta łódź"), tokeny.tokeny("zolta lodz"))
        self.assertEqual(tokeny.tokeny("z\u0307o\u0301łta łódz\u0301"), tokeny.tokeny("żółta łódź"))

    def test_token_ma_tylko_bezpieczne_znaki(self):
        for tekst in (*ZLOSLIWE, "FV/2025/09/0143, § 5, 5,5 %, 30.09.2025"):
            for lista in tokeny.tokeny(tekst).values():
                for token in lista:
                    self.assertRegex(token, re.compile(r"[a-z0-9_]+\Z"))


class PytanieFts(unittest.TestCase):
    def setUp(self):
        self.con = sqlite3.connect(":memory:")
        self.addCleanup(self.con.close)
        self.con.execute(f"CREATE VIRTUAL TABLE t USING fts5 ({', '.join(tokeny.KOLUMNY)}, "
                         "tokenize = \"ascii tokenchars '_'\")")

    def dodaj(self, *teksty):
        for tekst in teksty:
            wiersz = [" ".join(lista) for lista in tokeny.tokeny(tekst).values()]
            self.con.execute("INSERT INTO t VALUES (?, ?, ?)", wiersz)

    def znajdz(self, pytanie):
        return [n for n, in self.con.execute("SELECT rowid FROM t WHERE t MATCH ?", (tokeny.pytanie_fts(pytanie),))]

    def test_przyklad_z_opisu(self):
        self.assertEqual(tokeny.pytanie_fts("Co z § 5?"), 'slowa : ("5") OR oznaczenia : ("par_5")')

    def test_bez_tokenow_none(self):
        for pytanie in ("", "  ", "?!", "😀", "co to jest i po co"):
            self.assertIsNone(tokeny.pytanie_fts(pytanie))

    def test_kazdy_tekst_daje_wyrazenie_poprawne(self):
        self.dodaj("stawka vat a b x")
        for pytanie in (*ZLOSLIWE, "słowo " * 2000, "x" * 10_000, " ".join(f"słowo{i}" for i in range(1200))):
            with self.subTest(pytanie=pytanie[:20]):
                if tokeny.pytanie_fts(pytanie) is not None:
                    self.znajdz(pytanie)

    def test_operator_w_pytaniu_jest_zwyklym_slowem(self):
        self.dodaj("near miss", "faktura")
        self.assertEqual(self.znajdz("NEAR(faktura)"), [1, 2])
        self.assertEqual(self.znajdz("faktura NOT faktura"), [2])

    def test_wystarczy_jeden_wspolny_token(self):
        self.dodaj("stawka na książki", "zwrot towaru", "urlop")
        self.assertEqual(self.znajdz("jaka stawka przy zwrocie"), [1, 2])

    def test_token_szuka_tylko_w_swojej_kolumnie(self):
        """Gram „fakt” z pytania o fakturę nie pasuje do słowa „fakt”."""
        self.con.execute("INSERT INTO t VALUES ('fakt', '', '')")
        self.assertEqual(self.znajdz("faktura"), [])

    def test_token_powtorzony_w_pytaniu_wystepuje_raz(self):
        self.assertEqual(tokeny.pytanie_fts("vat vat vat"), 'slowa : ("vat")')


class Program(unittest.TestCase):
    def test_pokazuje_tokeny_i_wyrazenie(self):
        wynik = warsztat.uruchom(warsztat.WARSZTAT / "tokeny.py", "Art. 43")
        self.assertEqual((wynik.returncode, wynik.stderr), (0, ""))
        self.assertIn("art_43", wynik.stdout)
        self.assertIn("MATCH:", wynik.stdout)


if __name__ == "__main__":
    unittest.main()
