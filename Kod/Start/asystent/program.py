"""Pokój programu: czym ten program różni się od drugiego kursu – jego ustawienia i pierwszy krok po instalacji."""
from ustawienia import ZAKRESY_USLUGI, calkowita, liczba

SELEKTORY = ("reguly", "model")
ZAKRESY = ZAKRESY_USLUGI | {
    "selector": (lambda v: v in SELEKTORY, "\"reguly\" albo \"model\""),
    "question_chars": calkowita(1, 10000),
    "history_turns": calkowita(1, 5),
    "top_k": calkowita(1, 20),                         # tyle fragmentów wybiera wyszukiwanie
    "min_score": (lambda v: v is None or liczba(-1, 1)[0](v), "liczba od -1 do 1 albo null (bez progu)"),
    "context_chars": calkowita(200, 30000),            # tyle znaków fragmentów mieści się w prompcie
}


def pierwszy_krok(root, opcja):
    """Zwraca radę, co zrobić, gdy usługa jest gotowa; opcja to dopisek do poleceń, np. " --silnik cwiczebny"."""
    brak_indeksu = not opcja and not (root / "dane" / "index.json").exists()
    indeks = "Zbuduj indeks: python indeks.py build\n" if brak_indeksu else ""
    return f"{indeks}Rozmowę zaczyna polecenie: python konsola.py{opcja}"
