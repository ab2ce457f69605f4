"""Pokój testów kursu warsztatu: kurs.py od świeżego Startu do trzynastu zadań.

Sposób sprawdzania jest wspólny dla obu kursów i leży w testy/kursy.py; resztę kurs.py, który w obu jest tym samym
plikiem, sprawdza testy/test_kurs.py.
"""
import unittest

from warsztat import WARSZTAT

# isort: split
import kursy
from kursy import bez_liczb

PIERWSZE = """\
Teraz: zadanie 1 z 13, fragmenty.chunk_staly – Fragmenty o stałym rozmiarze z zakładką (około 40
minut)
  Zadanie:      Zwróć listę wycinków z całych słów, w których sąsiednie mają wspólny kawałek.
  Gdzie:        fragmenty.py, wiersz #. Opis pod nagłówkiem mówi, co dokładnie ma dać funkcja.
                Swoją treść wpisz zamiast raise.
  Test:         Krótkie teksty dają dokładnie te fragmenty, które wychodzą z rachunku na kartce.
  Wywołanie:    fragmenty.chunk_staly('ala ma kota a kot ma ale', 11, 0)
  Wyszło:       wyjątek NotImplementedError, bo funkcja czeka na napisanie
  Powtórz:      python -m unittest sprawdz.ChunkStaly.test_przyklady_policzone_recznie
  Przeczytaj:   PRZEWODNIK.md, część „Zadanie 1”
  Pomoc:        python kurs.py podpowiedz
"""
KONIEC = """\
  Brawo:        Wszystkie zadania są zrobione, wszystkie testy przechodzą.
  Zaindeksuj:   python indeksuj.py dane/dokumenty --silnik cwiczebny
  Zapytaj:      python odpowiedz.py "Ile wynosi dieta?" --silnik cwiczebny
  Zmierz:       python ewaluacja.py --silnik cwiczebny
  Przeczytaj:   PRZEWODNIK.md, od części „Zmierz całość”; z prawdziwym modelem pomiń --silnik
                cwiczebny
"""


class Warsztat:
    kurs = WARSZTAT.name
    pierwsze, koniec = PIERWSZE, KONIEC


class Postep(Warsztat, kursy.Postep, unittest.TestCase):
    def test_zadanie_w_trakcie_i_plik_z_bledem(self):
        folder = self.po(8)
        self.napisz(folder, "odpowiedz.sprawdz_cytaty", 'return "brak_cytatu"')
        with (folder / "hybryda.py").open("a", encoding="utf-8") as plik:
            plik.write("\ndef f(:\n")
        wydruk = bez_liczb(self.uruchom(folder).stdout)
        for nazwa, slowo in (("tokeny.pytanie_fts", "zrobione"), ("hybryda.rrf", "plik z błędem"),
                             ("hybryda.suma_ocen", "plik z błędem"), ("ewaluacja.miary", "do zrobienia")):
            self.assertRegex(wydruk, rf"\] +\d+\. {nazwa} +{slowo} +testy: ")
        self.assertIn("Teraz: popraw zapis w pliku hybryda.py\n", wydruk)


class Polecenia(Warsztat, kursy.Polecenia, unittest.TestCase):
    pass


class Dane(Warsztat, kursy.Dane, unittest.TestCase):
    def test_kazda_klasa_sprawdz_nalezy_do_jednego_zadania_albo_do_gotowych(self):
        przypisane = [*self.testy_gotowego, *(test for zadanie in self.zadania for test in zadanie["testy"])]
        wydruk = self.uruchom(self.rozwiazanie, program=("-c", (
            "import sprawdz, unittest; print(*(f'sprawdz.{nazwa}' for nazwa, klasa in vars(sprawdz).items() "
            "if isinstance(klasa, type) and issubclass(klasa, unittest.TestCase)))"))).stdout
        self.assertEqual(sorted(wydruk.split()), sorted(przypisane))


if __name__ == "__main__":
    unittest.main()
