"""Pokój testów asystenta: folder programu i jego kopia robocza; resztę wspólną dla obu kursów ma pokój procesów.

Import tego modułu dopisuje folder programu do ścieżek, więc po nim można importować moduły asystenta.
"""
import sys

from procesy import REPOZYTORIUM, SLADY_PRACY, kopia_folderu, na_cwiczebnym, srodowisko, uruchom

__all__ = ["ASYSTENT", "SLADY_PRACY", "kopia_asystenta", "na_cwiczebnym", "srodowisko", "uruchom"]
ASYSTENT = REPOZYTORIUM / "Kod" / "Rozwiazanie" / "asystent"
sys.path.insert(0, str(ASYSTENT))


def kopia_asystenta(tmp):
    """Kopiuje program do folderu tmp, bez śladów wcześniejszej pracy; zwraca ścieżkę kopii."""
    return kopia_folderu(ASYSTENT, tmp)
