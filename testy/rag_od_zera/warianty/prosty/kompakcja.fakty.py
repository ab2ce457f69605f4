import re

from slowa import zdania


def fakty(tekst):
    liczba = r"(?:\d{1,3}(?: \d{3})+(?!\d)(?:,\d+)?|\d+(?:[.,]\d+)*)"
    minus = r"(?:(?<![^ („\"])[-−–])?"
    zakres = rf"(?:[-–]{liczba})?"
    miesiace = ("stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada"
                "|grudnia")
    wzory = [
        r"\d{4}-\d{2}-\d{2}",
        r"\d{1,2}\.\d{1,2}\.\d{4}",
        rf"\d{{1,2}} (?:{miesiace}) \d{{4}}",
        rf"{minus}{liczba}{zakres} ?(?:%|(?:tys\. |mln |mld )?(?:zł|gr|PLN|EUR|USD)\b)",
        r"(?=[\w/-]*\d)\w+(?:[/-]\w+)+|\d+[a-z]+\b",
        rf"{minus}{liczba}",
        r"[A-ZĄĆĘŁŃÓŚŹŻ][\w-]*(?: [A-ZĄĆĘŁŃÓŚŹŻ][\w-]*)*",
    ]
    znalezione = []
    for zdanie in zdania(tekst):
        zdanie = " ".join(zdanie.split())
        pierwsze = len(zdanie) - len(zdanie.lstrip(" -*•–—>„\"(«"))
        for trafiony in re.finditer("|".join(rf"(?<!\w)(?:{wzor})" for wzor in wzory), zdanie):
            fakt = trafiony.group()
            if fakt[0].isalpha() and not re.search(r"\d", fakt) and trafiony.start() == pierwsze:
                fakt = fakt.partition(" ")[2]
            if fakt and fakt not in znalezione:
                znalezione.append(fakt)
    return znalezione
