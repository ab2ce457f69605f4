"""Pokój podpowiedzi: która jest następna. Pamięta tylko, ile już pokazano; plik pamięci wolno usunąć w każdej chwili.

pamięć – słownik {nazwa zadania: ile podpowiedzi pokazano} w wyniki/kurs/podpowiedzi.json
"""
from pliki import BladDanych, czytaj_json, na_json

from pomoc import kurs_pliki

NIECZYTELNA = "Pamięć podpowiedzi ({}) była nieczytelna, więc zaczynam od pierwszej."


def plik_pamieci():
    """Zwraca ścieżkę pliku pamięci."""
    return kurs_pliki.NOTATKI / "podpowiedzi.json"


def nastepna(zadanie):
    """Zwraca (numer od 1, tekst, uwaga albo None) następnej podpowiedzi; po ostatniej wciąż ostatnią."""
    pokazane, uwaga = _wczytaj()
    numer = min(pokazane.get(zadanie["nazwa"], 0) + 1, len(zadanie["podpowiedzi"]))
    return numer, zadanie["podpowiedzi"][numer - 1], uwaga


def zapamietaj(zadanie, numer):
    """Zapisuje, że pokazano podpowiedź o tym numerze."""
    pokazane, _ = _wczytaj()
    kurs_pliki.zastap(plik_pamieci(), na_json(pokazane | {zadanie["nazwa"]: numer}))


def _wczytaj():
    if not plik_pamieci().exists():
        return {}, None
    try:
        pamiec = czytaj_json(plik_pamieci())
    except BladDanych:
        pamiec = None
    if isinstance(pamiec, dict) and all(type(ile) is int and ile >= 0 for ile in pamiec.values()):
        return pamiec, None
    return {}, NIECZYTELNA.format(plik_pamieci().name)
