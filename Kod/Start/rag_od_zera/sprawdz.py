"""Pokój sprawdzianów: testy umowy trzynastu zadań, po jednej klasie na zadanie, w kolejności pracy.

Uruchomienie w folderze rag_od_zera: python -m unittest sprawdz -v
Jedno zadanie:                       python -m unittest sprawdz.ChunkStaly -v

Treść testów leży w pomoc/sprawdz_*.py, według działów. Klasa potrzebuje tylko funkcji swojego zadania i funkcji
oddanych gotowych. Testy nie potrzebują usługi, bazy ani sieci i nie zależą od brzmienia komunikatów.
"""
import unittest

from pomoc import (
    sprawdz_ciecie, sprawdz_fakty, sprawdz_fts, sprawdz_fuzja, sprawdz_miary, sprawdz_odpowiedz, sprawdz_wektory,
)


class Gotowe(sprawdz_ciecie.Gotowe, unittest.TestCase):
    """Funkcje oddane gotowe: te testy przechodzą od początku i mają przechodzić do końca."""


class ChunkStaly(sprawdz_ciecie.ChunkStaly, unittest.TestCase):
    """Zadanie 1, fragmenty.chunk_staly: stały rozmiar z zakładką."""


class ChunkZdania(sprawdz_ciecie.ChunkZdania, unittest.TestCase):
    """Zadanie 2, fragmenty.chunk_zdania: kilka całych zdań."""


class Margines(sprawdz_wektory.Margines, unittest.TestCase):
    """Zadanie 3, porownaj_embed.margines: czy próg oddzieli pary podobne od różnych."""


class Znak(sprawdz_wektory.Znak, unittest.TestCase):
    """Zadanie 4, znaki.znak: bity wektora w jednej liczbie."""


class PytanieFts(sprawdz_fts.PytanieFts, unittest.TestCase):
    """Zadanie 5, tokeny.pytanie_fts: wyrażenie, które rozumie FTS5."""


class Rrf(sprawdz_fuzja.Rrf, unittest.TestCase):
    """Zadanie 6, hybryda.rrf: fuzja według miejsc."""


class SumaOcen(sprawdz_fuzja.SumaOcen, unittest.TestCase):
    """Zadanie 7, hybryda.suma_ocen: fuzja według ocen."""


class OdczytajOcene(sprawdz_odpowiedz.OdczytajOcene, unittest.TestCase):
    """Zadanie 8, rerank.odczytaj_ocene: ocena modelu albo odmowa."""


class SprawdzCytaty(sprawdz_odpowiedz.SprawdzCytaty, unittest.TestCase):
    """Zadanie 9, odpowiedz.sprawdz_cytaty: czy wolno pokazać odpowiedź."""


class Zapakuj(sprawdz_odpowiedz.Zapakuj, unittest.TestCase):
    """Zadanie 10, budzet.zapakuj: co wejdzie do promptu."""


class Fakty(sprawdz_fakty.Fakty, unittest.TestCase):
    """Zadanie 11, kompakcja.fakty: kwoty, daty, numery, liczby i nazwy."""


class Miary(sprawdz_miary.Miary, unittest.TestCase):
    """Zadanie 12, ewaluacja.miary: recall, MRR i nDCG."""


class Diagnoza(sprawdz_miary.Diagnoza, unittest.TestCase):
    """Zadanie 13, ewaluacja.diagnoza: która warstwa zawiniła."""


if __name__ == "__main__":
    unittest.main(verbosity=2)
