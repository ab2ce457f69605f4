"""Pokój testów cięcia: trzy sposoby, fragmenty dokumentu z nagłówkiem i pozycją, wybór sposobu i program."""
import inspect
import re
import tempfile
import unittest
from argparse import ArgumentParser
from pathlib import Path

from warsztat import WARSZTAT, uruchom

# isort: split
import fragmenty
from fragmenty import chunk_akapity, chunk_staly, chunk_zdania, ciecie, do_embeddingu, potnij
from pliki import BladDanych
from slowa import zdania

PROGRAM = WARSZTAT / "fragmenty.py"
TEKST = """\
  Fakturę wystawia się tego samego dnia.
Termin płatności wynosi 21 dni, np. według art. 5 ust. 2 umowy.

Odstępy   między\tsłowami mają zostać. Bardzodługiesłowoktóresięniemieści stoi samo.

Ostatni akapit jest krótki. Ostatni akapit jest krótki.
"""


def slowa_z_miejscami(tekst):
    return [slowo.span() for slowo in re.finditer(r"\S+", tekst)]


def miejsca(tekst, wycinki):
    """Zwraca (początek, koniec) każdego wycinka; słowa tekstu muszą być różne."""
    return [(tekst.index(wycinek), tekst.index(wycinek) + len(wycinek)) for wycinek in wycinki]


class Staly(unittest.TestCase):
    SLOWA = "".join(f"{n:03}{'abcdefghijkl'[:n * 7 % 13]}{' ' if n % 5 else '  '}" for n in range(120))

    def test_kazdy_rozmiar_i_kazda_zakladka(self):
        """Zakładka jest najdłuższa z dozwolonych, fragment – najdłuższy z mieszczących się, a słów nie brakuje."""
        slowa = slowa_z_miejscami(self.SLOWA)
        poczatki = [a for a, _ in slowa]
        konce = [b for _, b in slowa]
        for rozmiar in (1, 3, 7, 15, 16, 40, 100, 5000):
            for zakladka in {0, 1, rozmiar // 4, rozmiar // 2, rozmiar - 1} - {rozmiar}:
                with self.subTest(rozmiar=rozmiar, zakladka=zakladka):
                    fragmenty_ = miejsca(self.SLOWA, chunk_staly(self.SLOWA, rozmiar, zakladka))
                    self.assertEqual((fragmenty_[0][0], fragmenty_[-1][1]), (poczatki[0], konce[-1]))
                    for (a, b), (c, d) in zip(fragmenty_, [*fragmenty_[1:], (None, None)]):
                        self.assertIn(a, poczatki)
                        self.assertTrue(b - a <= rozmiar or konce.index(b) == poczatki.index(a))
                        if c is None:
                            continue
                        nowe = konce.index(b) + 1
                        self.assertGreater(konce[nowe] - a, rozmiar, "następne słowo jeszcze by się zmieściło")
                        mozliwe = [p for p in poczatki if p < b and b - p <= zakladka and konce[nowe] - p <= rozmiar]
                        self.assertEqual(c, min(mozliwe, default=poczatki[nowe]))
                        self.assertGreaterEqual(d, konce[nowe])

    def test_wycinki_sa_dokladne(self):
        wycinki = chunk_staly(TEKST, 40, 10)
        for wycinek in wycinki:
            self.assertIn(wycinek, TEKST)
            self.assertEqual(wycinek, wycinek.strip())
        self.assertIn("Odstępy   między\tsłowami", " ".join(chunk_staly(TEKST, 80, 0)))
        self.assertIn("Bardzodługiesłowoktóresięniemieści", chunk_staly(TEKST, 20, 5))

    def test_czas_rosnie_z_dlugoscia_a_nie_z_kwadratem(self):
        wycinki = chunk_staly("słowo " * 200_000, 800, 799)   # zakładka prawie tak długa jak fragment
        self.assertEqual(len(wycinki), 200_000 - 133 + 1)     # w 800 znakach mieszczą się 133 słowa


class Akapity(unittest.TestCase):
    def test_skleja_cale_akapity(self):
        akapity = ["Pierwszy akapit.", "Drugi akapit.", "Trzeci akapit, najdłuższy."]
        tekst = "\n\n".join(akapity)
        self.assertEqual(chunk_akapity(tekst, len("\n\n".join(akapity[:2]))), ["\n\n".join(akapity[:2]), akapity[2]])
        self.assertEqual(chunk_akapity(tekst, len("\n\n".join(akapity[:2])) - 1), akapity)
        self.assertEqual(chunk_akapity(tekst), [tekst])

    def test_odstep_z_bialymi_znakami_i_crlf(self):
        self.assertEqual(chunk_akapity("Raz.\r\n \t\r\nDwa.\n\n\n\nTrzy.", 5), ["Raz.", "Dwa.", "Trzy."])

    def test_dlugi_akapit_dzieli_miedzy_zdaniami(self):
        tekst = "Krótki.\n\nZdanie pierwsze ma kilka słów. Zdanie drugie także. Trzecie."
        self.assertEqual(chunk_akapity(tekst, 40), ["Krótki.\n\nZdanie pierwsze ma kilka słów.",
                                                     "Zdanie drugie także. Trzecie."])

    def test_akapit_ktory_sie_miesci_zostaje_caly(self):
        tekst = "Pierwszy akapit.\n\nZdanie pierwsze. Zdanie drugie."
        for odstep in ("\n\n", "\r\n \t\r\n"):
            self.assertEqual(chunk_akapity(tekst.replace("\n\n", odstep), 41), tekst.split("\n\n"))

    def test_dlugie_zdanie_dzieli_miedzy_slowami(self):
        tekst = "jeden dwa trzy cztery pięć sześć siedem"
        self.assertEqual(chunk_akapity(tekst, 14), ["jeden dwa trzy", "cztery pięć", "sześć siedem"])
        self.assertEqual(chunk_akapity("nierozdzielne", 5), ["nierozdzielne"])

    def test_powtorzone_akapity_zostaja_dwa(self):
        self.assertEqual(chunk_akapity("To samo.\n\nTo samo.", 10), ["To samo.", "To samo."])


class Zdania(unittest.TestCase):
    PIEC = ["Pierwsze.", "Drugie zob. art. 5 ust. 2 i np. § 3.", "Trzecie?", "Czwarte dał J. Nowak.", "Piąte!"]

    def test_po_trzy_z_zakladka(self):
        tekst = "  ".join(self.PIEC)
        self.assertEqual(chunk_zdania(tekst, 3, 1), ["  ".join(self.PIEC[:3]), "  ".join(self.PIEC[2:])])
        self.assertEqual(chunk_zdania(tekst, 2, 0), ["  ".join(self.PIEC[i:i + 2]) for i in (0, 2, 4)])
        self.assertEqual(chunk_zdania(tekst, 2, 1), ["  ".join(self.PIEC[i:i + 2]) for i in range(4)])
        self.assertEqual(chunk_zdania(tekst, 5, 4), [tekst])

    def test_za_ostatnim_zdaniem_nie_ma_samych_powtorek(self):
        self.assertEqual(chunk_zdania("Raz. Dwa. Trzy.", 3, 2), ["Raz. Dwa. Trzy."])
        self.assertEqual(chunk_zdania("Raz. Dwa. Trzy. Cztery.", 3, 2), ["Raz. Dwa. Trzy.", "Dwa. Trzy. Cztery."])

    def test_zdanie_ktore_jest_koncem_poprzedniego(self):
        self.assertEqual(chunk_zdania("Tak. Mówię Tak. Tak.", 1, 0), ["Tak.", "Mówię Tak.", "Tak."])
        self.assertEqual(chunk_zdania("Tak. Mówię Tak. Tak.", 3, 0), ["Tak. Mówię Tak. Tak."])


class WspolneReguly(unittest.TestCase):
    def test_pusty_tekst(self):
        for nazwa, tnij in fragmenty.SPOSOBY.items():
            for tekst in ("", " \n\t \n\n"):
                with self.subTest(nazwa=nazwa, tekst=tekst):
                    self.assertEqual(tnij(tekst), [])

    def test_zle_liczby(self):
        for tnij in (chunk_staly, chunk_zdania):
            for liczby in ((0, 0), (-1, 0), (5, 5), (5, 6), (5, -1)):
                with self.subTest(tnij=tnij.__name__, liczby=liczby), self.assertRaises(ValueError):
                    tnij("Tekst.", *liczby)
                with self.subTest(tnij=tnij.__name__, liczby=liczby, tekst="pusty"), self.assertRaises(ValueError):
                    tnij("", *liczby)
        for rozmiar in (0, -1):
            self.assertRaises(ValueError, chunk_akapity, "Tekst.", rozmiar)
            self.assertRaises(ValueError, chunk_akapity, "", rozmiar)

    def test_nic_z_tekstu_nie_ginie(self):
        """Każde słowo stoi w jakimś fragmencie, a wycinki idą w kolejności tekstu."""
        for opis, tnij in (ciecie("staly", 30, 10), ciecie("staly", 1, 0), ciecie("akapity", 50), ciecie("akapity", 1),
                           ciecie("zdania", 2, 1), ciecie("zdania", 1)):
            with self.subTest(opis):
                objete = set()
                for f in potnij(TEKST, "proba.txt", tnij):
                    objete.update(range(f["pozycja"], f["pozycja"] + len(f["tekst"])))
                self.assertEqual([slowo for slowo in slowa_z_miejscami(TEKST) if not set(range(*slowo)) <= objete], [])


class WyborSposobu(unittest.TestCase):
    def test_opis_i_wartosci_domyslne(self):
        opisy = [ciecie(*wybor)[0] for wybor in (("staly",), ("akapity",), ("zdania",), ("staly", 150, 0),
                                                 ("staly", 400), ("akapity", 600), ("akapity", 600, 0), ("zdania", 3))]
        self.assertEqual(opisy, ["staly 800/200", "akapity 1200", "zdania 5/1", "staly 150/0", "staly 400/100",
                                 "akapity 600", "akapity 600", "zdania 3/0"])

    def test_domyslne_sa_takie_jak_w_funkcjach(self):
        for nazwa, tnij in fragmenty.SPOSOBY.items():
            domyslne = [p.default for p in list(inspect.signature(tnij).parameters.values())[1:]]
            self.assertEqual(ciecie(nazwa)[0], f"{nazwa} {'/'.join(map(str, domyslne))}")

    def test_funkcja_tnie_tak_jak_mowi_opis(self):
        self.assertEqual(ciecie("staly", 40, 10)[1](TEKST), chunk_staly(TEKST, 40, 10))
        self.assertEqual(ciecie("akapity", 50)[1](TEKST), chunk_akapity(TEKST, 50))
        self.assertEqual(ciecie("zdania", 2, 1)[1](TEKST), chunk_zdania(TEKST, 2, 1))

    def test_zly_wybor(self):
        for wybor, slowo in ((("slowa",), "staly, akapity, zdania"), (("staly", 0), "większy od zera"),
                             (("staly", 100, 100), "mniejsza od rozmiaru"), (("zdania", 2, -1), "nieujemna"),
                             (("akapity", 600, 100), "nie ma zakładki"), (("akapity", 0), "większy od zera")):
            with self.subTest(wybor=wybor), self.assertRaisesRegex(BladDanych, slowo):
                ciecie(*wybor)

    def test_opcje_odpowiadaja_argumentom(self):
        parser = ArgumentParser()
        fragmenty.dodaj_opcje_ciecia(parser)
        self.assertEqual(vars(parser.parse_args([])), {"ciecie": "akapity", "rozmiar": None, "zakladka": None})
        self.assertEqual(vars(parser.parse_args("--ciecie staly --rozmiar 9 --zakladka 3".split())),
                         {"ciecie": "staly", "rozmiar": 9, "zakladka": 3})


class Dokument(unittest.TestCase):
    def naglowki(self, tekst, zrodlo):
        return [f["naglowek"] for f in potnij(tekst, zrodlo, chunk_akapity)]

    def test_pola_fragmentu(self):
        tekst = "# Stawki\r\n\r\n## Stawka 8%\r\n\r\nDrewno opałowe.\r\n"
        self.assertEqual(potnij(tekst, "vat/stawki.md", chunk_akapity),
                         [{"zrodlo": "vat/stawki.md", "strona": None, "naglowek": "Stawki – Stawka 8%",
                           "pozycja": len("# Stawki\n\n## Stawka 8%\n\n"), "tekst": "Drewno opałowe."}])

    def test_naglowek(self):
        self.assertEqual(self.naglowki("# Tytuł\n\nWstęp.\n\n## Sekcja\n\nTekst.", "a.md"), ["Tytuł", "Tytuł – Sekcja"])
        self.assertEqual(self.naglowki("Tytuł\n=====\n\n1. Sekcja\n\nTekst.", "a.txt"), ["Tytuł – 1. Sekcja"])
        self.assertEqual(self.naglowki("TYTUŁ\n\n§ 1. Sekcja\n\nTekst.", "a.txt"), ["TYTUŁ – § 1. Sekcja"])
        self.assertEqual(self.naglowki("# Kurs C# #\n\nTekst.", "a.MD"), ["Kurs C#"])

    def test_bez_naglowka_tytulem_jest_nazwa_pliku(self):
        self.assertEqual(self.naglowki("Sam tekst.", "umowy/umowa_najmu.txt"), ["umowa najmu"])
        self.assertEqual(self.naglowki("Wstęp.\n\n# Sekcja\n\nTekst.", "umowa_najmu.md"),
                         ["umowa najmu", "umowa najmu – Sekcja"])
        self.assertEqual(self.naglowki("---\n\nTekst.", "a.md"), ["a"])

    def test_kratka_w_txt_jest_zwyklym_tekstem(self):
        self.assertEqual([f["tekst"] for f in potnij("# nie nagłówek\n\nTekst.", "a.txt", chunk_akapity)],
                         ["# nie nagłówek\n\nTekst."])

    def test_strony(self):
        tekst = "TYTUŁ\n\nPierwsza strona.\n\nStrona 1 z 2\n\fDruga strona.\n\nStrona 2 z 2\n"
        self.assertEqual([(f["strona"], f["tekst"]) for f in potnij(tekst, "a.txt", chunk_akapity)],
                         [(1, "Pierwsza strona."), (2, "Druga strona.")])

    def test_fragment_nie_wychodzi_poza_sekcje(self):
        tekst = "# A\n\n" + "słowo " * 30 + "\n\n## B\n\n" + "wyraz " * 30
        for opis, tnij in (ciecie("staly", 100, 40), ciecie("akapity"), ciecie("zdania")):
            for f in potnij(tekst, "a.md", tnij):
                with self.subTest(opis=opis, pozycja=f["pozycja"]):
                    self.assertEqual({"A": {"słowo"}, "A – B": {"wyraz"}}[f["naglowek"]], set(f["tekst"].split()))

    def test_pozycja_przy_zakladce_i_powtorkach(self):
        slowa = "".join(f"{n:03} " for n in range(100))
        self.assertEqual([f["pozycja"] for f in potnij(slowa, "a.txt", ciecie("staly", 39, 20)[1])],
                         list(range(0, 4 * 91, 4 * 5)))   # fragment to 10 słów, zakładka to 5 słów
        powtorki = potnij("To samo. " * 3, "a.txt", ciecie("zdania", 1)[1])
        self.assertEqual([f["pozycja"] for f in powtorki], [0, 9, 18])

    def test_pozycja_wskazuje_tekst_fragmentu(self):
        for plik in sorted((WARSZTAT / "dane" / "dokumenty").rglob("*.*")):
            tekst = plik.read_text(encoding="utf-8")
            for sposob in fragmenty.SPOSOBY:
                ostatnia = -1
                for f in potnij(tekst, plik.name, ciecie(sposob)[1]):
                    with self.subTest(plik=plik.name, sposob=sposob, pozycja=f["pozycja"]):
                        self.assertEqual(tekst[f["pozycja"]:f["pozycja"] + len(f["tekst"])], f["tekst"])
                        self.assertGreater(f["pozycja"], ostatnia)
                        ostatnia = f["pozycja"]

    def test_funkcja_tnaca_ktora_zmienia_tekst(self):
        for tnij in (lambda t: [" ".join(t.split())], lambda t: [""], lambda t: [t, t], lambda t: [t.upper()]):
            with self.subTest(tnij(TEKST)), self.assertRaisesRegex(BladDanych, "a.txt: .* kolejnym wycinkiem"):
                potnij(TEKST, "a.txt", tnij)

    def test_sam_naglowek_nie_ma_fragmentow(self):
        self.assertEqual(potnij("# Tytuł\n", "a.md", chunk_akapity), [])
        self.assertEqual(potnij("", "a.md", chunk_akapity), [])

    def test_do_embeddingu(self):
        fragment = {"naglowek": "Stawki – 8%", "tekst": "Drewno\nopałowe."}
        self.assertEqual(do_embeddingu(fragment), "Stawki – 8%\nDrewno\nopałowe.")
        self.assertEqual(do_embeddingu(fragment | {"naglowek": ""}), "Drewno\nopałowe.")


class Program(unittest.TestCase):
    def pokaz(self, *args):
        proces = uruchom(PROGRAM, *args)
        self.assertEqual((proces.returncode, proces.stderr), (0, ""))
        return " ".join(proces.stdout.split())

    def test_zakladka_ratuje_zdanie_probki(self):
        """Program mówi prawdę: zdanie jest przecięte bez zakładki, a z zakładką stoi we wskazanym fragmencie."""
        wyjscie = self.pokaz()
        zdanie, numer = re.search(r"Bez zakładki przecięte: (.+?) Z zakładką całe we fragmencie \[(\d+)]\.",
                                  wyjscie).groups()
        self.assertIn(zdanie, zdania(fragmenty.PROBKA))
        self.assertFalse(any(zdanie in f for f in chunk_staly(fragmenty.PROBKA, 200, 0)))
        self.assertIn(zdanie, chunk_staly(fragmenty.PROBKA, 200, 100)[int(numer) - 1])
        self.assertIn("Cięcie staly 200/0", wyjscie)
        self.assertIn("Cięcie staly 200/100", wyjscie)

    def test_probka_ze_zbyt_krotka_zakladka(self):
        wyjscie = self.pokaz("--rozmiar", "150", "--zakladka", "20")
        self.assertIn("Zakładka go nie ocaliła", wyjscie)
        self.assertNotIn("Z zakładką całe", wyjscie)

    def test_podsumowanie_miesci_sie_w_oknie(self):
        proces = uruchom(PROGRAM, WARSZTAT / "dane" / "dokumenty" / "delegacje.txt", env={"COLUMNS": "80"})
        self.assertIn("\nCięcie akapity 1200: ", proces.stdout)
        self.assertEqual([wiersz for wiersz in proces.stdout.splitlines() if len(wiersz) > 80], [])

    def test_plik_ktory_nie_jest_tekstem(self):
        with tempfile.TemporaryDirectory() as tmp:
            plik = Path(tmp) / "bez_bom.txt"
            plik.write_bytes("Tekst".encode("utf-16-le"))
            proces = uruchom(PROGRAM, plik)
        self.assertEqual((proces.returncode, proces.stdout), (1, ""))
        self.assertRegex(proces.stderr, "^Błąd: bez_bom.txt: to nie jest zwykły tekst w UTF-8")

    def test_probka_w_jednym_fragmencie(self):
        self.assertNotIn("przecięte:", self.pokaz("--rozmiar", "5000"))

    def test_plik(self):
        with tempfile.TemporaryDirectory() as tmp:
            plik = Path(tmp) / "zażółć gęślą.md"
            plik.write_text("# Tytuł\n\nPierwsze zdanie. Drugie\x1b zdanie jest dłuższe.\n", encoding="utf-8")
            wyjscie = self.pokaz(plik)
            self.assertIn("[1] Tytuł (zażółć gęślą.md, znak 9) Pierwsze zdanie. Drugie\\x1b zdanie jest dłuższe.",
                          wyjscie)
            self.assertIn("Cięcie akapity 1200: 1 fragm., najdłuższy ma 45 zn.", wyjscie)
            wyjscie = self.pokaz(plik, "--ciecie", "staly", "--rozmiar", "17", "--zakladka", "0")
            self.assertIn("Zdania, których żaden fragment nie ma w całości: 1 z 2. – Drugie", wyjscie)

    def test_numery_stron(self):
        self.assertIn("REGULAMIN ZWROTÓW I REKLAMACJI – § 5. Reklamacja wady (regulamin_zwrotow.txt, s. 2, znak ",
                      self.pokaz(WARSZTAT / "dane" / "dokumenty" / "regulamin_zwrotow.txt"))

    def test_bledy_bez_sladu_stosu(self):
        for args, kod, slowo in ((["--rozmiar", "0"], 2, "większy od zera"), (["brak.txt"], 1, "brak.txt"),
                                 (["x.md", "--ciecie", "akapity", "--zakladka", "5"], 2, "nie ma zakładki"),
                                 (["--ciecie", "linie"], 2, "do wyboru"),
                                 (["--rozmiar", "duży"], 2, "nie jest liczbą")):
            with self.subTest(args=args):
                proces = uruchom(PROGRAM, *args)
                self.assertEqual((proces.returncode, proces.stdout), (kod, ""))
                self.assertIn(slowo, proces.stderr)
                self.assertNotIn("Traceback", proces.stderr)

    def test_pomoc(self):
        self.assertIn("Tnie dokument na fragmenty", self.pokaz("--help"))


if __name__ == "__main__":
    unittest.main()
