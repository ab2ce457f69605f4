"""Pokój testów, w których mówi model: zmyślone trafienia i serwer, który gra model czatu.

trafienie – słownik jak z bazy: id, zrodlo, strona, naglowek, pozycja, tekst, ocena
"""
import contextlib
import json
from unittest import mock

import warsztat  # noqa: F401 – ścieżki

# isort: split
import budzet
import lokalny
from pomoc.cwiczebny_zadania import tokeny
from zly_serwer import ZlySerwer, chat

ZNACZNIKI = 3                # tokenów szablonu na wiadomość, według serwera z funkcji licznik


def trafienie(numer, tekst, **pola):
    """Zwraca zmyślone trafienie; im większy numer, tym słabsza ocena wyszukiwania."""
    return {"id": numer, "zrodlo": f"dokument_{numer}.md", "strona": None, "naglowek": f"Dokument {numer} – Sekcja",
            "pozycja": 0, "tekst": tekst, "ocena": 1 / numer} | pola


@contextlib.contextmanager
def model(reakcja, **config):
    """Daje w bloku with serwer, którego /api/chat odpowiada według `reakcja`; config zmienia ustawienia."""
    # Bez pamięci liczników: następny serwer może dostać ten sam port.
    with ZlySerwer({"/api/chat": reakcja}) as serwer, mock.patch.dict(budzet._policzone, clear=True), \
            mock.patch.dict(lokalny.CONFIG, {"ollama_url": serwer.adres, "timeout": 10} | config):
        yield serwer


def mowi(tresc, **pola):
    """Zwraca ciało odpowiedzi z tą treścią, bez licznika promptu: o nim mówią osobne testy."""
    return chat(tresc, **{"prompt_eval_count": None} | pola)


def licznik(zapytanie):
    """Zwraca ciało odpowiedzi z licznikiem promptu: tokeny silnika ćwiczebnego i trzy znaczniki na wiadomość."""
    ile = sum(tokeny(wiadomosc["content"]) + ZNACZNIKI for wiadomosc in zapytanie["json"]["messages"])
    return chat("x", done_reason="length", prompt_eval_count=ile)


def po_tresci(reakcje, inaczej=None):
    """Zwraca reakcję, która wybiera odpowiedź po napisie z ostatniej wiadomości; `inaczej` dla pozostałych."""
    def wybierz(zapytanie):
        tresc = zapytanie["json"]["messages"][-1]["content"]
        return next((reakcja for napis, reakcja in reakcje.items() if napis in tresc), inaczej)
    return wybierz


def ostatnie(serwer):
    """Zwraca treść ostatniej wiadomości ostatniego żądania."""
    return serwer.zapytania[-1]["json"]["messages"][-1]["content"]


def ocena(liczba):
    """Zwraca odpowiedź sędziego z tą oceną."""
    return mowi(json.dumps({"ocena": liczba}))
