"""Pokój uwag: czego umowa zadań nie żąda, a co w programie warto mieć. Uwaga nigdy nie zmienia wyniku zadania.

Uwaga to test, który nie przechodzi. Na ekranie staje wtedy jego opis, najwyżej trzy wiersze: czego brakuje, dlaczego
to ważne i jak to zrobić. Uwagi do zadania kurs.py pokazuje dopiero wtedy, gdy przechodzą wszystkie jego testy.
"""
import contextlib
import io
import os
import unittest
from unittest import mock

from pomoc.dane_sprawdzianow import (
    FAILED, STAN, ZALEZNE_FAILED, katalog, kontekst, odpowiedz_modelu, propozycja, stan, tura, tura_bez_narzedzia,
    wpis, wynik_rag,
)
from pomoc.sprawdzanie import Sprawdzanie
from pomoc.sprawdzanie_asystenta import Rozmowa, SprawdzanieAsystenta


class RozwinPytanie(SprawdzanieAsystenta, unittest.TestCase):
    def test_bez_polskich_liter(self):
        """Zwrot bez polskich liter („tej uslugi”) nie jest rozpoznawany, a wiele osób tak pisze. W tekście po
        slowa.zloz szukaj słów zapisanych bez tych liter."""
        self.oczekuj_rozwiniecia("Jaki jest stan tej uslugi?", [wpis(STAN)], STAN, True)


class Wykonaj(SprawdzanieAsystenta, unittest.TestCase):
    def test_powod_wyniku_nie_do_zapisania(self):
        """Wynik, którego JSON nie zapisze (np. NaN), dostaje jako powód komunikat biblioteki json. Nadaj mu stały
        powód invalid_or_large_tool_output: łatwiej go znaleźć w przewodniku."""
        self.podstaw_rag(wynik_rag(score=float("nan")))
        self.oczekuj_wykonania({"action": "answer_from_documents", "arguments": {"question": STAN}}, kontekst(),
                               "error", "invalid_or_large_tool_output")


class WybierzModel(Sprawdzanie, unittest.TestCase):
    def zapytaj(self, **zmiany):
        """Zwraca (propozycja, żądanie) po pytaniu zależnym; zmiany podmieniają pola odpowiedzi usługi."""
        wywolania = self.podstaw_api("decyzja", odpowiedz_modelu(propozycja(), **zmiany))
        historia = stan(history=[wpis(ZALEZNE_FAILED, FAILED)])
        _, (wybor, _) = self.wywolaj("decyzja.wybierz_model", STAN, STAN, historia, katalog())
        return wybor, wywolania[0][1]

    def test_bez_rozumowania(self):
        """W żądaniu nie ma think równego False. Model, który rozumuje, może zużyć na to cały num_predict i nie oddać
        propozycji. Dopisz to pole."""
        self.assertIs(self.zapytaj()[1].get("think"), False)

    def test_pelne_pytania_z_historii(self):
        """recent_questions podaje pytania tak, jak je wpisano, więc model widzi „tej zmianie” i nie wie, której. Podaj
        pola standalone wpisów historii."""
        self.assertIn(FAILED, self.zapytaj()[1]["messages"][-1]["content"])

    def test_przerwane_generowanie(self):
        """Odpowiedź z done równym False zostaje przyjęta, a to generowanie przerwane przed końcem. Przyjmuj tylko
        done równe True."""
        self.assertIsNone(self.zapytaj(done=False, done_reason=None)[0])


class Krok(Rozmowa, unittest.TestCase):
    def test_polecenie_bez_polskich_liter(self):
        """Polecenie bez polskich liter („usun dokument”) mija straż, a wiele osób tak pisze. Porównuj tekst po
        slowa.zloz."""
        self.podstaw_rag(wynik_rag())
        self.powiedz("usun dokument DOC-INSTR", "rejected", reason="forbidden_action")

    def test_nieznany_dokument_malymi_literami(self):
        """Nieznany dokument małymi literami („doc-999”) daje prośbę zamiast odmowy. Szukaj identyfikatora w tekście po
        slowa.zloz."""
        self.powiedz("Pokaż metadane doc-999", "rejected", reason="unknown_document")

    def test_kazdy_wyjatek_selektora(self):
        """Wyjątek selektora spoza twojej listy (np. AttributeError) przerywa całą rozmowę. Złap Exception i zakończ
        turę z powodem selector_error."""
        self.podstaw_model(AttributeError("content"))
        self.powiedz(STAN, "error", "model", reason="selector_error")

    def test_zla_postac_odpowiedzi_rag(self):
        """Wynik ask_rag bez umówionych pól przerywa całą rozmowę. Sprawdź go przed użyciem, a turę zakończ statusem
        „error”."""
        self.podstaw_rag({"status": "answered"})
        self.powiedz(STAN, "error", tool="answer_from_documents")

    def test_odpowiedz_bez_zrodel_nie_ma_pochodzenia(self):
        """Odpowiedź bez źródeł wskazuje turę pochodzenia, choć nie ma czego pokazać. Wpisz source_origin tylko wtedy,
        gdy sources nie jest puste."""
        self.podstaw_rag(wynik_rag(sources=[]))
        self.powiedz(STAN, "answered", tool="answer_from_documents", source_origin=None)


class Pokaz(Sprawdzanie, unittest.TestCase):
    def wydruk(self, wynik):
        with mock.patch.dict(os.environ, COLUMNS="60"), contextlib.redirect_stdout(io.StringIO()) as wydruk:
            self.wywolaj("konsola.pokaz", wynik)
        return wydruk.getvalue()

    def test_status_po_polsku(self):
        """Status stoi na ekranie jako kod. Polskie słowo ze STATUSY jest czytelniejsze, a miejsce kodu jest w
        szczegółach debug."""
        self.assertNotIn("clarification_needed", self.wydruk(tura_bez_narzedzia("clarification_needed")))

    def test_dlugie_wiersze(self):
        """Zbyt długi wiersz terminal łamie w środku słowa. Drukuj teksty przez ekran.zawin(tekst), które łamie je
        między słowami."""
        za_dlugie = [w for w in self.wydruk(tura(answer="słowo " * 40, sources=[])).splitlines() if len(w) > 60]
        self.assertEqual(za_dlugie, [])

    def test_pusta_odpowiedz(self):
        """Pusta odpowiedź zostawia na ekranie pusty wiersz. Drukuj answer tylko wtedy, gdy coś w niej jest."""
        self.assertNotIn("", self.wydruk(tura_bez_narzedzia("error", answer="")).splitlines())
