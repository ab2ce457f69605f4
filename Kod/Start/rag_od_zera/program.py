"""Pokój programu: czym ten program różni się od drugiego kursu – jego ustawienia i pierwszy krok po instalacji."""
from ustawienia import ZAKRESY_USLUGI

ZAKRESY = ZAKRESY_USLUGI   # warsztat nie ma innych ustawień niż usługa i modele


def pierwszy_krok(root, opcja):
    """Zwraca radę, co zrobić, gdy usługa jest gotowa; opcja to dopisek do poleceń, np. " --silnik cwiczebny"."""
    return f"Bazę dokumentów buduje polecenie: python indeksuj.py dane/dokumenty{opcja}"
