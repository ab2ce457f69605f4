"""Pokój streszczeń silnika ćwiczebnego: z cytowanych wypowiedzi wypisuje początki, dopóki starcza miejsca.

Dane: messages, lista {"role", "content"} → wypowiedzi (lista str, po jednej z każdego wiersza „> …”) → wyciąg (str).
Wyciąg jest z założenia słaby: niczego nie zmyśla, ale liczby z dalszych zdań i dalszych wypowiedzi w nim przepadają.
"""
from slowa import slowa, zdania

from pomoc.cwiczebny_rag import CYTAT, podziel

NAJWIECEJ_SLOW = 60
PROSBA = ("stresc", "streszcz", "podsumuj")   # początki złożonych słów: streść, streszczenie, podsumuj


def znajdz(messages):
    """Zwraca cytowane wypowiedzi z ostatniej wiadomości użytkownika, jeśli ona albo wiadomość systemowa prosi
    o streszczenie; w innym razie []. Prośba w samym cytacie się nie liczy."""
    ostatnia = [m["content"] for m in messages if m["role"] == "user"][-1:]
    polecenia = [m["content"] for m in messages if m["role"] == "system"] + ostatnia
    wlasne = [wiersz for tresc in polecenia for wiersz in podziel(tresc) if not CYTAT.fullmatch(wiersz)]
    if not any(slowo.startswith(PROSBA) for wiersz in wlasne for slowo in slowa(wiersz)):
        return []
    cytaty = [CYTAT.fullmatch(wiersz) for tresc in ostatnia for wiersz in podziel(tresc)]
    return [cytat[1].strip() for cytat in cytaty if cytat and cytat[1].strip()]


def wyciag(wypowiedzi):
    """Zwraca pierwsze zdania kolejnych wypowiedzi, każde w osobnym wierszu, razem do NAJWIECEJ_SLOW słów.

    Na pierwszym zdaniu, które się nie mieści, wyciąg się kończy; gdy jest to zdanie pierwsze, zostaje jego początek."""
    wybrane, miejsce = [], NAJWIECEJ_SLOW
    for wypowiedz in wypowiedzi:
        zdanie = zdania(wypowiedz)[0]
        miejsce -= len(zdanie.split())
        if miejsce < 0:
            break
        wybrane.append(zdanie)
    return "\n".join(wybrane) or " ".join(zdania(wypowiedzi[0])[0].split()[:NAJWIECEJ_SLOW]) + " …"
