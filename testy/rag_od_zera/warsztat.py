"""Pokój testów warsztatu: folder rag_od_zera i jego kopia robocza; resztę wspólną ma pokój procesów w testy/.

Import tego modułu dopisuje do ścieżek folder warsztatu i testy/, więc po nim można importować moduły obu.
Testy warsztatu mają własny proces (python -m unittest discover -s testy/rag_od_zera): oba kursy mają moduły
o tych samych nazwach.
"""
import sys
from pathlib import Path

TESTY = Path(__file__).resolve().parents[1]
WARSZTAT = TESTY.parent / "Kod" / "Rozwiazanie" / "rag_od_zera"
sys.path.insert(0, str(WARSZTAT))
sys.path.append(str(TESTY))   # na końcu: testy/ i ten folder mają pliki testów o tych samych nazwach

from procesy import SLADY_PRACY, kopia_folderu, na_cwiczebnym, srodowisko, uruchom  # noqa: E402 – po ścieżkach

__all__ = ["SLADY_PRACY", "WARSZTAT", "kopia", "na_cwiczebnym", "srodowisko", "uruchom"]


def kopia(tmp):
    """Kopiuje warsztat do folderu tmp, bez śladów wcześniejszej pracy; zwraca ścieżkę kopii."""
    return kopia_folderu(WARSZTAT, tmp)
