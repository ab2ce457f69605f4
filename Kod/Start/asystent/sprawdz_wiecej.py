"""Pokój dalszych sprawdzianów: reszta umowy ośmiu zadań, każde zadanie w osobnej klasie, w kolejności pracy.

Uruchomienie w folderze asystent: python -m unittest sprawdz_wiecej -v
Jedno zadanie:                    python -m unittest sprawdz_wiecej.NowyStan -v

Tu jest spis; same testy leżą w pomoc/wiecej_*.py, według modułów. Klasa potrzebuje tylko funkcji swojego
zadania i funkcji oddanych gotowych (Krok – także zadań od 1 do 6). Testy nie potrzebują usługi, indeksu ani sieci
i nie zależą od brzmienia komunikatów.
"""
import unittest

from pomoc import wiecej_asystent, wiecej_decyzja, wiecej_konsola, wiecej_narzedzia, wiecej_pamiec, wiecej_pytania


class NowyStan(wiecej_pytania.NowyStan, unittest.TestCase):
    """Zadanie 1, pamiec.nowy_stan: stan początkowy rozmowy."""


class RozwinPytanie(wiecej_pytania.RozwinPytanie, unittest.TestCase):
    """Zadanie 2, pamiec.rozwin_pytanie: pełna postać pytania albo prośba o nią."""


class Zapamietaj(wiecej_pamiec.Zapamietaj, unittest.TestCase):
    """Zadanie 3, pamiec.zapamietaj: co zostaje w stanie po turze."""


class Wykonaj(wiecej_narzedzia.Wykonaj, unittest.TestCase):
    """Zadanie 4, narzedzia.wykonaj: jedyna droga do narzędzi."""


class WybierzReguly(wiecej_decyzja.WybierzReguly, unittest.TestCase):
    """Zadanie 5, decyzja.wybierz_reguly: propozycja ze słów pytania."""


class WybierzModel(wiecej_decyzja.WybierzModel, unittest.TestCase):
    """Zadanie 6, decyzja.wybierz_model: jedno żądanie, ścisła ocena odpowiedzi."""


class Krok(wiecej_asystent.Krok, unittest.TestCase):
    """Zadanie 7, asystent.krok: kolejność tury i to, co zostaje w wyniku."""


class Pokaz(wiecej_konsola.Pokaz, unittest.TestCase):
    """Zadanie 8, konsola.pokaz: co widać na ekranie."""


if __name__ == "__main__":
    unittest.main(verbosity=2)
