"""Pokój ocen silnika ćwiczebnego: odpowiedź w postaci, której żąda schemat JSON z pola format.

Dane: schemat {"type": "object", "properties": {nazwa: opis}} → tekst JSON, np. {"ocena": 7}. Opis to jedno z:
{"type": "integer", "minimum": 0, "maximum": 10} · {"type": "number"}, bez granic od 0 do 1 · {"type": "boolean"}
· {"type": "string", "enum": ["tak", "nie"]}, dokładnie dwa napisy. Innych schematów silnik nie zna.
Ocena jest jedna i nie jest rozumieniem: jak dobrze cytowany tekst (wiersze „> …”) pokrywa słowa pytania albo zdania
z ostatniej wiadomości użytkownika; zaprzeczenia silnik nie zauważy. Liczba lub oznaczenie, których w cytacie nie ma,
sprowadzają ocenę zdania do 0. Bez słów „Pytanie:” i „Zdanie:” pytaniem jest ostatni wiersz poza cytatem i etykietami.
Każde pole dostaje tę samą ocenę w swojej skali: liczba – miejsce między granicami, boolean – czy pokryte, enum –
pierwszy napis, gdy pokryte, a drugi, gdy nie.
"""
import json
import re
from itertools import takewhile

from slowa import zloz

from pomoc import cwiczebny_rag as rag
from pomoc.cwiczebny_zadania import BladZadania

# Od tego pokrycia odpowiedź brzmi „tak”: fragment mówi o pytaniu; fragment potwierdza zdanie.
PROG_PYTANIA, PROG_ZDANIA = rag.PROG_ODPOWIEDZI, 0.85
NAJWIEKSZA_GRANICA = 10**9
# Jakie pola wolno mieć opisowi danego typu; inne (np. pattern) byłyby warunkiem, którego silnik nie dotrzyma.
OPISOWE = {"type", "title", "description"}
POLA_OPISU = {"integer": OPISOWE | {"minimum", "maximum"}, "number": OPISOWE | {"minimum", "maximum"},
              "boolean": OPISOWE, "string": OPISOWE | {"enum"}}
POLA_SCHEMATU = OPISOWE | {"properties", "required", "additionalProperties"}

ZDANIE = re.compile(r"[ \t#*•-]*(?:zdanie|twierdzenie)[ \t*]*:[ \t*]*(.*)", re.I)
FRAGMENT = re.compile(r"^[ \t#*•-]*fragment(?: \d+)?[ \t*]*:[ \t*]*", re.I)
CYTOWANIE = re.compile(r"\[[S\d\s,;–-]+\]", re.I)
W_LICZBIE = re.compile(r"(?<![\w.,])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d\s+%")   # 1 230,00 i 8 %
OZNACZENIE = re.compile(r"\w+(?:(?:[/-]|(?<=\d)[.,:](?=\d))\w+)*%?")

ZLY_SCHEMAT = "silnik ćwiczebny nie zna takiego schematu JSON: {powod}"
BEZ_CYTATU = "Nie ma czego oceniać: w ostatniej wiadomości użytkownika nie ma tekstu w wierszach od „> ”."
BEZ_PYTANIA = "Nie ma czego oceniać: obok cytatu nie ma wiersza „Pytanie: …” ani „Zdanie: …”."


def sprawdz(schemat):
    """Zgłasza BladZadania 500, gdy schematu silnik nie umie wypełnić co do słowa."""
    pola, wymagane = schemat.get("properties"), schemat.get("required", [])
    _wymagaj(schemat.get("type") == "object", "„type” ma być „object”")
    _wymagaj(schemat.keys() <= POLA_SCHEMATU, f"znam tylko {', '.join(sorted(POLA_SCHEMATU))}")
    _wymagaj(isinstance(pola, dict) and pola, "„properties” ma opisać co najmniej jedno pole")
    _wymagaj(isinstance(wymagane, list) and all(isinstance(nazwa, str) and nazwa in pola for nazwa in wymagane),
             "„required” ma być listą nazw z „properties”")
    _wymagaj(isinstance(schemat.get("additionalProperties", False), bool), "„additionalProperties” to true lub false")
    for nazwa, opis in pola.items():
        typ = opis.get("type") if isinstance(opis, dict) else None
        _wymagaj(isinstance(typ, str) and typ in POLA_OPISU, f"pole „{nazwa}” ma mieć „type”: {', '.join(POLA_OPISU)}")
        _wymagaj(opis.keys() <= POLA_OPISU[typ], f"pole „{nazwa}” może mieć: {', '.join(sorted(POLA_OPISU[typ]))}")
        if typ == "string":
            _wymagaj(_dwa_napisy(opis.get("enum")), f"pole „{nazwa}” ma mieć w „enum” dwa różne napisy")
        elif typ != "boolean":
            _wymagaj(_dobre_granice(*_granice(opis), typ),
                     f"pole „{nazwa}” ma mieć „minimum” i nie mniejsze „maximum”, zgodne z „type”")


def _wymagaj(spelnione, powod):
    if not spelnione:
        raise BladZadania(500, ZLY_SCHEMAT.format(powod=powod))


def _dwa_napisy(wartosci):
    return (isinstance(wartosci, list) and all(isinstance(wartosc, str) for wartosc in wartosci)
            and len(wartosci) == len(set(wartosci)) == 2)


def _granice(opis):
    domyslne = (0, 1) if opis["type"] == "number" else (None, None)
    return opis.get("minimum", domyslne[0]), opis.get("maximum", domyslne[1])


def _dobre_granice(dol, gora, typ):
    typy = (int,) if typ == "integer" else (int, float)
    return all(type(granica) in typy and abs(granica) <= NAJWIEKSZA_GRANICA for granica in (dol, gora)) and dol <= gora


def odpowiedz(messages, schemat):
    """Zwraca tekst JSON zgodny ze sprawdzonym schematem; BladZadania 400, gdy nie ma czego oceniać."""
    ocena, prog = _ocena([m["content"] for m in messages if m["role"] == "user"][-1:])
    return json.dumps({nazwa: _wartosc(opis, ocena, prog) for nazwa, opis in schemat["properties"].items()},
                      ensure_ascii=False)


def _wartosc(opis, ocena, prog):
    if opis["type"] == "boolean":
        return ocena >= prog
    if opis["type"] == "string":
        return opis["enum"][0 if ocena >= prog else 1]
    dol, gora = _granice(opis)
    dokladna = ocena * (gora - dol)
    return dol + round(dokladna) if opis["type"] == "integer" else min(gora, dol + round(dokladna, 3))


def _ocena(tresci):
    """Zwraca (pokrycie 0–1, próg odpowiedzi „tak”) dla ostatniej wiadomości użytkownika."""
    # „Fragment: nagłówek” znaczy tu tyle co etykieta „[1] nagłówek”.
    wiersze = [FRAGMENT.sub("[1] ", _ciagle_liczby(wiersz)) for tresc in tresci for wiersz in rag.podziel(tresc)]
    cytat = "\n".join(wiersz[1] for wiersz in map(rag.CYTAT.fullmatch, wiersze) if wiersz)
    if not cytat.strip():
        raise BladZadania(400, BEZ_CYTATU)
    zdanie = _po_slowie(ZDANIE, wiersze)
    tekst = CYTOWANIE.sub(" ", zdanie) or _po_slowie(rag.PYTANIE, wiersze) or _ostatni_wlasny(wiersze)
    if not tekst:
        raise BladZadania(400, BEZ_PYTANIA)
    # Etykiety dają nagłówki fragmentów; bez nich całym fragmentem jest cytat.
    fragmenty = rag.czytaj_fragmenty("\n".join(wiersze)) or [{"etykieta": "1", "naglowek": "", "tekst": cytat}]
    if not zdanie:
        return rag.pokrycie(fragmenty, tekst), PROG_PYTANIA
    return rag.pokrycie(fragmenty, tekst) if _z_cyfra(tekst) <= _z_cyfra(cytat) else 0.0, PROG_ZDANIA


def _po_slowie(wzor, wiersze):
    """Zwraca akapit od ostatniego wiersza pasującego do wzoru do pustego wiersza, cytatu lub etykiety; "" – brak."""
    numery = [numer for numer, wiersz in enumerate(wiersze) if wzor.fullmatch(wiersz)]
    if not numery:
        return ""
    dalej = takewhile(lambda wiersz: not rag.CYTAT.fullmatch(wiersz), wiersze[numery[-1] + 1:])
    return " ".join(rag.akapit([wzor.fullmatch(wiersze[numery[-1]])[1], *dalej], rag.wzor_etykiety(wiersze)))


def _ostatni_wlasny(wiersze):
    etykieta = rag.wzor_etykiety(wiersze)
    wlasne = [wiersz.strip() for wiersz in wiersze
              if wiersz.strip() and not (rag.CYTAT.fullmatch(wiersz) or etykieta.fullmatch(wiersz))]
    return wlasne[-1] if wlasne else ""


def _ciagle_liczby(wiersz):
    return W_LICZBIE.sub(lambda liczba: "".join(liczba[0].split()), wiersz)


def _z_cyfra(tekst):
    """Zwraca zbiór liczb i oznaczeń tekstu, np. {"8%", "1230,00", "fv/2025/09/0143"}."""
    return {slowo for slowo in OZNACZENIE.findall(zloz(tekst)) if any(map(str.isdigit, slowo))}
