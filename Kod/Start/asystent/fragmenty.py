"""Pokój krojenia: tekst jednego dokumentu → lista wycinków z nagłówkiem i numerem strony.

Dane: wycinek to {"text": str, "section": str, "page_number": int lub None}, a jego „text” stoi znak w znak
w dokumencie. W środku krążą odcinki (początek, koniec), czyli miejsca w tekście liczone w znakach.
Nagłówki i strony rozpoznaje sekcje.py; wycinek nie wychodzi poza jeden blok, więc nagłówek do niego nie wchodzi.
"""
import re

from sekcje import bloki
from slowa import zdania

# Strategia → domyślny rozmiar i część rozmiaru na zakładkę; zdania liczy się w zdaniach, resztę w znakach.
STRATEGIE = {"akapity": (1200, 0), "stale": (800, 0.125), "zdania": (5, 0.2)}


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


def _miesci_sie(odcinek, rozmiar):
    return odcinek[1] - odcinek[0] <= rozmiar
