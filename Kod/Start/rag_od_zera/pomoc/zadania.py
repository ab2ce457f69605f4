"""Pokój zadań: funkcje do napisania, testy każdej z nich i podpowiedzi. Same dane, w kolejności pracy."""

ZADANIA = []
