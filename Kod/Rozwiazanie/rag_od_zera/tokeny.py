"""Pokój tokenów: tekst → tokeny dla wyszukiwarki słów FTS5 (część sqlite), a pytanie → wyrażenie, które ona rozumie.

tokeny – słownik {kolumna tabeli: lista tokenów} o kolumnach KOLUMNY. Dla tekstu „Faktura FV/2025/09/0143”:
    slowa       słowa złożone, bez wyrazów pomijanych:     faktura, fv, 2025, 09, 0143
    gramy       czteroliterowe wycinki tych słów:          fakt, aktu, ktur, tura, 2025, 0143
    oznaczenia  numery, daty, stawki i przepisy w całości: fv_2025_09_0143, 2025_09_0143
Token ma tylko znaki a–z, 0–9 i _, więc nie ma w nim niczego, co FTS5 wzięłoby za polecenie. Odmiany jednego
słowa łączą wspólne gramy, a numery, które różnią się jedną cyfrą, rozdzielają oznaczenia.
"""
import re
import sys

import ekran
import polecenia
from slowa import gramy, zloz, znaczace

KOLUMNY = ("slowa", "gramy", "oznaczenia")

# Wzory pasują do tekstu złożonego: małe litery bez polskich znaków, między słowami jedna spacja.
KRESKI = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")   # edytory wstawiają je za łącznik
NUMER = re.compile(r"(?<![a-z0-9])[a-z0-9]+(?:[/_-][a-z0-9]+)+")                # FV/2025/09/0143, 2025-09-30
LITERY_NUMERU = re.compile(r"[a-z]+_?(?=[0-9]+_)")
NIP_ALBO_KONTO = re.compile(r"(?<![0-9])(?:[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{2}[ -]?[0-9]{2}"
                            r"|[0-9]{3}-[0-9]{2}-[0-9]{2}-[0-9]{3}|[0-9]{2}(?: ?[0-9]{4}){6})(?![0-9])")
DATA_OD_ROKU = re.compile(r"([0-9]{4})_([0-9]{1,2})_([0-9]{1,2})")              # numer po zamianie kresek na _
DATA = re.compile(r"(?<![0-9.])([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})(?![0-9])")
STAWKA = re.compile(r"(?<![0-9,.])([0-9]+(?:[,.][0-9]+)?)[ -]?(?:%|proc(?:ent[a-z]*)?\b)")
PRZEPIS = re.compile(r"(?:\b(art|ust|pkt|artykul[a-z]*|ustep[a-z]*|punk(?:t|tu|cie|tem)|paragraf[a-z]*)\.?|(§)) ?"
                     r"([0-9]+[a-z]*)\b")
PARAGRAFY = re.compile(r"§§ ?[0-9]+[a-z]*((?:(?:, ?| i | oraz | lub | ?- ?)[0-9]+[a-z]*\b(?! ?%))+)")   # „§§ 5, 6 i 7a”
PRZEPISY = {"ar": "art", "us": "ust", "pk": "pkt", "pu": "pkt", "pa": "par", "§": "par"}   # początek nazwy → token


def tokeny(tekst):
    """Zwraca słownik {kolumna: lista tokenów} tekstu, z powtórzeniami; tekst bez znaczących słów daje puste listy."""
    slowa = znaczace(tekst)
    return {"slowa": slowa, "gramy": [gram for slowo in slowa for gram in gramy(slowo)],
            "oznaczenia": oznaczenia(tekst)}


def pytanie_fts(pytanie):
    """Zwraca wyrażenie MATCH dla tabeli FTS5 o kolumnach KOLUMNY albo None, gdy pytanie nie ma żadnego tokenu.

    Wyrażenie znajduje każdy fragment, który ma choć jeden token pytania w tej samej kolumnie co pytanie, i żadnego
    innego. Powstaje wyłącznie z tokenów, które daje tokeny(pytanie): dowolny tekst – z cudzysłowami, gwiazdką, słowami
    AND, NOT – daje wyrażenie poprawne. Token stoi w swojej kolumnie jeden raz, choćby w pytaniu był dwa razy. Kolumna
    bez tokenów w wyrażeniu nie występuje. Przykład:
        pytanie_fts("Co z § 5?") → 'slowa : ("5") OR oznaczenia : ("par_5")'
    """
    czesci = []
    for kolumna, lista in tokeny(pytanie).items():
        if lista:
            alternatywa = " OR ".join(f'"{token}"' for token in dict.fromkeys(lista))
            czesci.append(f"{kolumna} : ({alternatywa})")
    return " OR ".join(czesci) or None


def oznaczenia(tekst):
    """Zwraca listę oznaczeń tekstu: numery (FV/2025/09/0143, NIP), daty, stawki (8%) i przepisy (art. 43, § 5).

    Różne zapisy tego samego dają ten sam token: „8 %” i „8 procent” to 8_proc, NIP z kreskami i bez – same cyfry,
    30.9.2025 i 2025-09-30 – 2025_09_30. Numer z literami na początku daje też token bez nich."""
    tekst = zloz(tekst).translate(KRESKI)
    numery = [_numer(numer) for numer in NUMER.findall(tekst) if re.search(r"[0-9]", numer)]
    bez_liter = [LITERY_NUMERU.sub("", numer, count=1) for numer in numery if LITERY_NUMERU.match(numer)]
    cyfry = [re.sub(r"[ -]", "", numer) for numer in NIP_ALBO_KONTO.findall(tekst)]
    daty = [_data(rok, miesiac, dzien) for dzien, miesiac, rok in DATA.findall(tekst)]
    stawki = [re.sub(r"[,.]", "_", liczba) + "_proc" for liczba in STAWKA.findall(tekst)]
    przepisy = [f"{PRZEPISY[(nazwa or znak)[:2]]}_{numer}" for nazwa, znak, numer in PRZEPIS.findall(tekst)]
    dalsze = [f"par_{numer}" for lista in PARAGRAFY.findall(tekst) for numer in re.findall(r"[0-9]+[a-z]*", lista)]
    return numery + bez_liter + cyfry + daty + stawki + przepisy + dalsze


def _numer(numer):
    """Zwraca token numeru; data zapisana od roku dostaje zera, jak każda inna."""
    token = re.sub(r"[/-]", "_", numer)
    data = DATA_OD_ROKU.fullmatch(token)
    return _data(*data.groups()) if data else token


def _data(rok, miesiac, dzien):
    return f"{rok}_{miesiac:0>2}_{dzien:0>2}"


# --- program: python tokeny.py "tekst" ---

def _pokaz(tekst):
    for kolumna, lista in tokeny(tekst).items():
        print(ekran.zawin(" ".join(lista) or "–", f"{kolumna + ':':<12}"))
    print(ekran.zawin(str(pytanie_fts(tekst)), f"{'MATCH:':<12}"))
    return 0


def main(argv=None):
    parser = polecenia.parser("Pokazuje tokeny tekstu i wyrażenie, którym szuka go wyszukiwarka FTS5.")
    parser.add_argument("tekst")
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _pokaz(args.tekst))


if __name__ == "__main__":
    sys.exit(main())
