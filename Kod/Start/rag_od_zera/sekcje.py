"""Pokój sekcji: tekst jednego dokumentu → bloki, czyli akapity pod wspólnym nagłówkiem i na jednej stronie.

Dane: blok to krotka (sekcja, numer strony lub None, odcinki akapitów); odcinek (początek, koniec) to miejsce
w tekście liczone w znakach.

Reguły:
- Nagłówek w .md to wiersz z „#” (poza blokiem kodu) albo podkreślony === lub ---. Nagłówek w .txt to wiersz
  podkreślony, a także osobny wiersz, który jest pisany WIELKIMI LITERAMI, zaczyna się numerem („2. Baza”)
  albo znakiem „§”. Nagłówek nie należy do akapitów: staje się ich sekcją.
- Stronę kończy znak wysuwu strony (\\f). Dokument bez tego znaku nie ma numerów stron.
- Pierwszy lub ostatni wiersz strony, powtórzony na ponad połowie stron („Strona 2 z 3”), odpada.
"""
import re
import unicodedata
from collections import Counter

NAJDLUZSZY_NAGLOWEK = 100
Z_KRATKA = re.compile(r" {0,3}#{1,6}(?:\s(.*))?")
PODKRESLENIE = re.compile(r"\s*(?:={3,}|-{3,})\s*")
PLOTEK_KODU = re.compile(r"\s*(?:```|~~~)")
PARAGRAF = re.compile(r"§\s*\d+[a-z]?(?:\.|\.?\s+.*[^.,;:])?")
NUMEROWANY = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\s+[A-ZĄĆĘŁŃÓŚŹŻ].*[^.,;:!]")


def ujednolic(tekst):
    """Zwraca tekst w postaci NFC, z wierszami zakończonymi samym \\n."""
    return unicodedata.normalize("NFC", tekst).replace("\r\n", "\n").replace("\r", "\n")


def bloki(tekst, markdown=False):
    """Zwraca listę bloków (sekcja, numer strony lub None, odcinki akapitów); blok ma choć jeden akapit,
    a sekcja tekstu przed pierwszym nagłówkiem jest pusta."""
    wynik, sekcja = [], ""
    for strona, wiersze in _strony(tekst):
        wynik.append((sekcja, strona, []))
        ciag_dalszy = False
        for (a, b), naglowek in zip(wiersze, _naglowki([tekst[a:b] for a, b in wiersze], markdown)):
            akapity = wynik[-1][2]
            if naglowek:
                sekcja = naglowek
                wynik.append((sekcja, strona, []))
            elif naglowek is None and ciag_dalszy:
                akapity[-1] = (akapity[-1][0], b)
            elif naglowek is None:
                akapity.append((a, b))
            ciag_dalszy = naglowek is None
    return [(sekcja, strona, [_przytnij(tekst, akapit) for akapit in akapity])
            for sekcja, strona, akapity in wynik if akapity]


def _naglowki(wiersze, markdown):
    """Zwraca dla każdego wiersza strony: nagłówek, "" (odstęp lub podkreślenie) albo None (zwykły tekst)."""
    wynik, w_kodzie = [], False
    for przed, wiersz, po in zip(["", *wiersze], wiersze, [*wiersze[1:], ""]):
        plotek = bool(markdown and PLOTEK_KODU.match(wiersz))
        w_kodzie ^= plotek
        if not wiersz.strip():
            wynik.append("")
        elif w_kodzie or plotek:
            wynik.append(None)
        elif PODKRESLENIE.fullmatch(wiersz):
            wynik.append("")
        else:
            wynik.append(_naglowek(przed.strip(), wiersz, po.strip(), markdown))
    return wynik


def _naglowek(przed, wiersz, po, markdown):
    """Zwraca treść nagłówka albo None, gdy wiersz jest zwykłym tekstem."""
    nazwa = " ".join(wiersz.split())
    z_kratka = Z_KRATKA.fullmatch(wiersz) if markdown else None
    if z_kratka:
        return re.sub(r"(?:^| )#+$", "", " ".join((z_kratka[1] or "").split())) or None
    if przed or len(nazwa) > NAJDLUZSZY_NAGLOWEK:
        return None
    wielkimi = nazwa.isupper() and sum(map(str.isalpha, nazwa)) >= 3 and nazwa[-1] not in ".,;:!"
    osobny = not markdown and not po and (wielkimi or NUMEROWANY.fullmatch(nazwa))
    paragraf = not markdown and PARAGRAF.fullmatch(nazwa)
    return nazwa if osobny or paragraf or PODKRESLENIE.fullmatch(po) else None


def _strony(tekst):
    """Zwraca listę (numer strony lub None, odcinki wierszy), już bez powtarzanych wierszy z brzegów stron."""
    strony, poczatek = [], 0
    for strona in tekst.split("\f"):
        wiersze = []
        for wiersz in strona.split("\n"):
            wiersze.append((poczatek, poczatek + len(wiersz)))
            poczatek += len(wiersz) + 1
        strony.append(wiersze)
    if len(strony) == 1:
        return [(None, strony[0])]
    for brzeg in (0, -1):
        _usun_pagine(tekst, strony, brzeg)
    return list(enumerate(strony, start=1))


def _usun_pagine(tekst, strony, brzeg):
    """Usuwa ze stron pierwszy (brzeg 0) lub ostatni (-1) niepusty wiersz, jeśli ma go ponad połowa stron."""
    brzegi = []
    for numer, wiersze in enumerate(strony, start=1):
        niepuste = [odcinek for odcinek in wiersze if tekst[slice(*odcinek)].strip()]
        if niepuste:
            napis = " ".join(tekst[slice(*niepuste[brzeg])].split())
            # Wiersze „Strona 1 z 3” i „Strona 2 z 3” różni tylko numer strony; „wyd. 2.1” nim nie jest.
            napis = re.sub(rf"(?<![\w.,]){numer}(?![\w.,])", "#", napis, count=1)
            brzegi.append((napis, wiersze, niepuste[brzeg]))
    licznik = Counter(napis for napis, _, _ in brzegi)
    for napis, wiersze, odcinek in brzegi:
        if licznik[napis] > max(1, len(brzegi) / 2):
            wiersze.remove(odcinek)


def _przytnij(tekst, odcinek):
    """Zwraca odcinek bez odstępów na brzegach; odcinek musi mieć choć jeden inny znak."""
    wycinek = tekst[slice(*odcinek)]
    poczatek = odcinek[0] + len(wycinek) - len(wycinek.lstrip())
    return poczatek, poczatek + len(wycinek.strip())
