"""Pokój krojenia: tekst jednego dokumentu → lista wycinków z nagłówkiem i numerem strony.

Dane: wycinek to {"text": str, "section": str, "page_number": int lub None}, a jego „text” stoi znak w znak
w dokumencie. W środku krążą odcinki (początek, koniec), czyli miejsca w tekście liczone w znakach.

Reguły:
- Nagłówek w .md to wiersz z „#” (poza blokiem kodu) albo podkreślony === lub ---. Nagłówek w .txt to wiersz
  podkreślony, a także osobny wiersz, który jest pisany WIELKIMI LITERAMI, zaczyna się numerem („2. Baza”)
  albo znakiem „§”. Nagłówek nie wchodzi do wycinków: staje się ich sekcją.
- Stronę kończy znak wysuwu strony (\\f). Dokument bez tego znaku nie ma numerów stron.
- Pierwszy lub ostatni wiersz strony, powtórzony na ponad połowie stron („Strona 2 z 3”), odpada.
"""
import re
import unicodedata
from collections import Counter

from slowa import zdania

# Strategia → domyślny rozmiar i część rozmiaru na zakładkę; zdania liczy się w zdaniach, resztę w znakach.
STRATEGIE = {"akapity": (1200, 0), "stale": (800, 0.125), "zdania": (5, 0.2)}

NAJDLUZSZY_NAGLOWEK = 100
Z_KRATKA = re.compile(r" {0,3}#{1,6}(?:\s(.*))?")
PODKRESLENIE = re.compile(r"\s*(?:={3,}|-{3,})\s*")
PLOTEK_KODU = re.compile(r"\s*(?:```|~~~)")
PARAGRAF = re.compile(r"§\s*\d+[a-z]?(?:\.|\.?\s+.*[^.,;:])?")
NUMEROWANY = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\s+[A-ZĄĆĘŁŃÓŚŹŻ].*[^.,;:!]")


def ujednolic(tekst):
    """Zwraca tekst w postaci NFC, z wierszami zakończonymi samym \\n."""
    return unicodedata.normalize("NFC", tekst).replace("\r\n", "\n").replace("\r", "\n")


def sprawdz_rozmiar(strategia, rozmiar=None, zakladka=None):
    """Zwraca (rozmiar, zakładka), w miejsce None wstawiając wartości domyślne; ValueError dla złych."""
    if strategia not in STRATEGIE:
        raise ValueError(f"nie ma strategii „{strategia}”; są: {', '.join(STRATEGIE)}")
    domyslny, czesc = STRATEGIE[strategia]
    rozmiar = domyslny if rozmiar is None else rozmiar
    zakladka = int(rozmiar * czesc) if zakladka is None else zakladka
    if rozmiar < 1:
        raise ValueError(f"rozmiar musi być większy od zera, a jest równy {rozmiar}")
    if strategia == "akapity" and zakladka:
        raise ValueError("strategia akapity nie ma zakładki; wybierz strategię stale albo zdania")
    if not 0 <= zakladka < rozmiar:
        raise ValueError(f"zakładka ({zakladka}) musi być mniejsza od rozmiaru ({rozmiar}) i nieujemna")
    return rozmiar, zakladka


def potnij(tekst, strategia="akapity", rozmiar=None, zakladka=None, markdown=False):
    """Zwraca listę wycinków ujednoliconego tekstu dokumentu, w kolejności tekstu.

    Wycinek nie wychodzi poza sekcję ani stronę. ValueError dla złej strategii, rozmiaru lub zakładki."""
    rozmiar, zakladka = sprawdz_rozmiar(strategia, rozmiar, zakladka)
    wycinki = []
    for sekcja, strona, akapity in bloki(tekst, markdown):
        caly_blok = (akapity[0][0], akapity[-1][1])
        if strategia == "akapity":
            odcinki = cale_akapity(tekst, akapity, rozmiar)
        elif strategia == "stale":
            odcinki = stale(_odcinki_slow(tekst, caly_blok), rozmiar, zakladka)
        else:
            odcinki = po_kilka(_odcinki_zdan(tekst, caly_blok), rozmiar, zakladka)
        wycinki += [{"text": tekst[a:b], "section": sekcja, "page_number": strona} for a, b in odcinki]
    return wycinki


def cale_akapity(tekst, akapity, rozmiar):
    """Zwraca odcinki z kolejnych akapitów, do `rozmiar` znaków każdy; dłuższy akapit dzieli między
    zdaniami, a dłuższe zdanie między słowami."""
    czesci = []
    for akapit in akapity:
        for czesc in [akapit] if _miesci_sie(akapit, rozmiar) else _odcinki_zdan(tekst, akapit):
            if _miesci_sie(czesc, rozmiar):
                czesci.append(czesc)
            else:
                czesci += stale(_odcinki_slow(tekst, czesc), rozmiar, 0)
    odcinki = czesci[:1]
    for poczatek, koniec in czesci[1:]:
        polaczony = (odcinki[-1][0], koniec)
        if _miesci_sie(polaczony, rozmiar):
            odcinki[-1] = polaczony
        else:
            odcinki.append((poczatek, koniec))
    return odcinki


def stale(slowa, rozmiar, zakladka):
    """Zwraca odcinki z całych słów (listy odcinków), do `rozmiar` znaków; każdy powtarza do `zakladka`
    znaków poprzedniego. Słowo dłuższe niż rozmiar pozostaje całe, we własnym odcinku."""
    odcinki, pierwsze, nowe = [], 0, 0
    while nowe < len(slowa):
        nastepne = nowe + 1
        while nastepne < len(slowa) and _miesci_sie((slowa[pierwsze][0], slowa[nastepne][1]), rozmiar):
            nastepne += 1
        koniec = slowa[nastepne - 1][1]
        odcinki.append((slowa[pierwsze][0], koniec))
        pierwsze = nowe = nastepne
        # Cofa się o zakładkę, dopóki obok niej zmieści się choć jedno nowe słowo.
        while (nowe < len(slowa) and _miesci_sie((slowa[pierwsze - 1][0], koniec), zakladka)
               and _miesci_sie((slowa[pierwsze - 1][0], slowa[nowe][1]), rozmiar)):
            pierwsze -= 1
    return odcinki


def po_kilka(czesci, ile, wspolne):
    """Zwraca odcinki z `ile` kolejnych części; sąsiednie odcinki mają `wspolne` części wspólne."""
    poczatki = range(0, max(len(czesci) - wspolne, 1), ile - wspolne)
    return [(czesci[i][0], czesci[i:i + ile][-1][1]) for i in poczatki]


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


def _odcinki_slow(tekst, odcinek):
    return [slowo.span() for slowo in re.compile(r"\S+").finditer(tekst, *odcinek)]


def _odcinki_zdan(tekst, odcinek):
    """Zwraca odcinki kolejnych zdań; szuka ich po kolei, bo to samo zdanie może wystąpić dwa razy."""
    odcinki, poczatek = [], odcinek[0]
    for zdanie in zdania(tekst[slice(*odcinek)]):
        poczatek = tekst.index(zdanie, poczatek)
        odcinki.append((poczatek, poczatek + len(zdanie)))
        poczatek += len(zdanie)
    return odcinki


def _przytnij(tekst, odcinek):
    """Zwraca odcinek bez odstępów na brzegach; odcinek musi mieć choć jeden inny znak."""
    slowa = _odcinki_slow(tekst, odcinek)
    return slowa[0][0], slowa[-1][1]


def _miesci_sie(odcinek, rozmiar):
    return odcinek[1] - odcinek[0] <= rozmiar
