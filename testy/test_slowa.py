"""Testy słów: składanie tekstu, słowa znaczące, rdzenie, cechy i podział na zdania."""
import random
import sys
import time
import unicodedata
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Kod" / "Rozwiazanie" / "asystent"))

import slowa  # noqa: E402


class Zloz(unittest.TestCase):
    def test_wszystkie_polskie_litery(self):
        self.assertEqual(slowa.zloz("ZAŻÓŁĆ GĘŚLĄ JAŹŃ"), "zazolc gesla jazn")

    def test_zapis_rozlozony_daje_to_samo(self):
        tekst = "Źródło łączy żółć z mgłą"
        self.assertEqual(slowa.zloz(unicodedata.normalize("NFD", tekst)), slowa.zloz(tekst))

    def test_kazdy_odstep_jest_jedna_spacja(self):
        self.assertEqual(slowa.zloz("\ufeff  a\u00a0\u2009b\r\n\tc  "), "a b c")

    def test_znaki_niewidoczne_nie_dziela_slowa(self):
        self.assertEqual(slowa.zloz("po\u200bkaż źró\u00addła\u2060"), "pokaz zrodla")


class Slowa(unittest.TestCase):
    def test_slowa_w_kolejnosci(self):
        self.assertEqual(slowa.slowa("Usługa docassist-api: port 8080, „failed”!"),
                         ["usluga", "docassist", "api", "port", "8080", "failed"])

    def test_znaczace_bez_spojnikow_i_slow_pytajacych(self):
        self.assertEqual(slowa.znaczace("Gdzie znajduje się baza danych i co z nią zrobić?"), ["baza", "danych"])

    def test_pomijane_sa_zlozone(self):
        self.assertEqual(slowa.znaczace("jeżeli należy również się"), ["rowniez"])
        self.assertEqual(slowa.znaczace("jezeli nalezy sie"), [])

    def test_tekst_bez_slow(self):
        for pusty in ("", "   ", "–…!?", "\u200b"):
            self.assertEqual(slowa.slowa(pusty), [])
            self.assertEqual(slowa.cechy(pusty), {})


class Rdzenie(unittest.TestCase):
    def test_odmiany_maja_wspolny_rdzen(self):
        for odmiany in ("baza bazy bazie bazę bazami", "dane danych danymi", "log logi logów", "port porcie portem",
                        "plik plikach pliku", "hasło hasła", "zmienić zmieniłem", "usługa usług usługami"):
            rdzenie = {slowa.rdzen(slowo) for slowo in slowa.slowa(odmiany)}
            self.assertEqual(len(rdzenie), 1, f"{odmiany}: {rdzenie}")

    def test_rozne_slowa_maja_rozne_rdzenie(self):
        rdzenie = [slowa.rdzen(slowo) for slowo in "baza dane plik port stan hasl konto zmiana".split()]
        self.assertEqual(len(set(rdzenie)), len(rdzenie), rdzenie)

    def test_liczby_zostaja_cale(self):
        self.assertNotEqual(slowa.rdzen("11434"), slowa.rdzen("114345"))

    def test_szkielet_laczy_wymiane_samoglosek(self):
        for jedno, drugie in (("blad", "bledu"), ("zmienic", "zmiana"), ("haslo", "hasel")):
            self.assertEqual(slowa.szkielet(jedno), slowa.szkielet(drugie))


class Cechy(unittest.TestCase):
    @staticmethod
    def wspolne(jeden, drugi):
        return set(slowa.cechy(jeden)) & set(slowa.cechy(drugi))

    def test_odmiana_zostawia_wspolne_cechy(self):
        self.assertTrue(self.wspolne("konfiguracja", "skonfigurować"))
        self.assertTrue(self.wspolne("baza", "w bazie"))
        self.assertFalse(self.wspolne("baza", "certyfikat"))

    def test_polskie_znaki_nie_zmieniaja_cech(self):
        self.assertEqual(slowa.cechy("Źródło błędów"), slowa.cechy("zrodlo bledow"))

    def test_wagi_dodatnie_i_rosna_wolniej_niz_powtorzenia(self):
        raz, cztery = slowa.cechy("plik")["s:plik"], slowa.cechy("plik plik plik plik")["s:plik"]
        self.assertTrue(0 < raz < cztery < 4 * raz)


class Zdania(unittest.TestCase):
    def zgodne(self, tekst, oczekiwane):
        self.assertEqual(slowa.zdania(tekst), oczekiwane)

    def test_kropka_pytajnik_wykrzyknik(self):
        self.zgodne("Ala ma kota. Czy na pewno? Tak! Koniec", ["Ala ma kota.", "Czy na pewno?", "Tak!", "Koniec"])

    def test_skroty_nie_koncza_zdania(self):
        for zdanie in ("Zob. art. 5 ust. 2 pkt. 3 regulaminu.", "Napisz, np. Kowalskiemu, tj. Adminowi.",
                       "Od 2024 r. Administrator m.in. Blokuje konta.", "Pisał dr J. Kowalski do prof. Nowaka.",
                       "To trwa (por. Rozdział 2) krótko."):
            self.zgodne(zdanie + " Drugie zdanie.", [zdanie, "Drugie zdanie."])

    def test_liczebnik_porzadkowy_i_numer_punktu(self):
        self.zgodne("W 2. kwartale jest przerwa. Potem nie.", ["W 2. kwartale jest przerwa.", "Potem nie."])
        self.zgodne("§ 3. Administrator odpowiada.\n1. Zatrzymaj usługę. Czekaj.",
                    ["§ 3. Administrator odpowiada.", "1. Zatrzymaj usługę.", "Czekaj."])

    def test_liczba_moze_konczyc_zdanie(self):
        self.zgodne("Port to 8080. Limit wynosi 2.5 MB. Koniec.",
                    ["Port to 8080.", "Limit wynosi 2.5 MB.", "Koniec."])

    def test_nazwa_pliku_nie_konczy_zdania(self):
        self.zgodne("Otwórz config.yaml i popraw. Gotowe.", ["Otwórz config.yaml i popraw.", "Gotowe."])

    def test_cudzyslow_po_kropce_nalezy_do_zdania(self):
        self.zgodne("Napis „Gotowe.” zniknie. „Co?” Nic.", ["Napis „Gotowe.” zniknie.", "„Co?”", "Nic."])

    def test_wiersze_lamane_nie_dziela(self):
        self.zgodne("Usługa działa\nna serwerze. Drugie.", ["Usługa działa\nna serwerze.", "Drugie."])

    def test_akapit_lista_naglowek_i_polecenie_dziela(self):
        self.zgodne("# Stan\nWpisz:\n    systemctl status x\nPotem:\n- jeden\n- dwa\n\nAkapit bez kropki\n\nDrugi",
                    ["# Stan", "Wpisz:", "systemctl status x", "Potem:", "- jeden", "- dwa",
                     "Akapit bez kropki", "Drugi"])

    def test_kazde_zdanie_jest_wycinkiem_i_nic_nie_ginie(self):
        tekst = "  Zob. str. 3…  Tak?!\r\n\r\nA\u00a0B. C\f\nD „e”. \tF"
        zdania = slowa.zdania(tekst)
        self.assertTrue(all(zdanie in tekst and zdanie == zdanie.strip() for zdanie in zdania))
        self.assertEqual("".join("".join(zdania).split()), "".join(tekst.split()))

    def test_pusty(self):
        self.zgodne(" \n\n ", [])

    def test_okolica_kropki_wystarcza(self):
        """Podział jest taki jak ten, który dla każdej kropki czyta całe zdanie od początku."""
        def konczy(dotad, dalej):
            if dalej is None or dalej.islower():
                return dalej is None
            if not dotad.endswith(".") or dotad.endswith(".."):
                return True
            wyraz = (dotad[-slowa.NAJDLUZSZY_SKROT:-1].split() or [""])[-1].lstrip("(„\"[")
            inicjal = len(wyraz) == 1 and wyraz.isalpha()
            return not (inicjal or slowa.NUMER_PUNKTU.fullmatch(dotad) or slowa.zloz(wyraz) in slowa.SKROTY_ZLOZONE)

        def wzor(calosc):
            wynik, poczatek = [], 0
            for znak in slowa.KONIEC_ZDANIA.finditer(calosc):
                if konczy(calosc[poczatek:znak.end()], znak.group(1)):
                    wynik.append(calosc[poczatek:znak.end()].strip())
                    poczatek = znak.end()
            return [zdanie for zdanie in [*wynik, calosc[poczatek:].strip()] if zdanie]
        los = random.Random(7)
        czesci = ["Ala", "ma", "ul", "Nowa", "m.in", "A", "np", "§", "3", "12", "1234", "(por", "„Tak”", "x" * 25,
                  "itd", ".", ".", ".", "..", "…", "?", "!", ".”", " ", " ", " ", "  ", "\n", "\u00a0", " " * 30, ""]
        for _ in range(5000):
            tekst = "".join(los.choices(czesci, k=los.randint(1, 25)))
            with self.subTest(tekst):
                self.assertEqual(slowa.zdania(tekst), [z for c in slowa._calosci(tekst) for z in wzor(c)])

    def test_zlosliwy_tekst_nie_zatrzymuje(self):
        start = time.monotonic()
        for tekst in ("." * 100000, "a. " * 30000, "Ala. " * 20000, " " * 100000, "ala " * 30000,
                      "ul. nowa " * 300000, "Ul. Nowa " * 300000, " " * 300000 + "Ul. Nowa " * 30000):
            slowa.zdania(tekst)
        self.assertLess(time.monotonic() - start, 5)


if __name__ == "__main__":
    unittest.main()
