"""Pokój znaków: wektor → jedna liczba całkowita (bit na każde miejsce wektora) i szybkie porównanie takich liczb.

znak – int; bit i ma wartość 1, gdy i-ta liczba wektora jest większa od i-tej liczby wektora średniego
Podobne wektory różnią się w niewielu bitach, więc wystarczy te bity policzyć (odległość Hamminga). To tylko
przybliżenie: wskazuje kandydatów, których trzeba jeszcze porównać dokładnie. To kwantyzacja do znaków po
odjęciu średniej; odmiana z losowymi płaszczyznami to SimHash (Charikar 2002).
"""
import math
import operator
import random
import sys
from collections import Counter

import ekran
import polecenia

WYMIAR, SKUPIENIA, PYTANIA, NAJBLIZSZYCH = 256, 20, 20, 10   # dane, na których program pokazuje cenę przybliżenia
NAJWIECEJ = 100_000          # wektorów; więcej zajęłoby całą pamięć i wiele minut
KANDYDACI = (25, 50, 100, 200, 400)


def srednia(wektory):
    """Zwraca wektor średni (krotkę) niepustego ciągu wektorów jednej długości; ciąg może być generatorem.

    Bez odjęcia średniej znaki są gorsze: w embeddingach wiele miejsc leży prawie zawsze po tej samej stronie
    zera, więc ich bity niczego nie rozróżniają."""
    suma, ile = [], 0
    for wektor in wektory:
        suma = list(map(operator.add, suma, wektor)) if suma else list(wektor)
        ile += 1
    return tuple(x / ile for x in suma)


def znak(wektor, srednia):
    """Zwraca znak wektora: liczbę całkowitą, w której bit i (o wadze 2**i) ma wartość 1, gdy wektor[i] > srednia[i].

    Równość daje bit 0, a liczy się i najmniejsza różnica. Oba wektory (krotki albo listy liczb) mają tę samą długość
    i zostają bez zmian. Przykład: wektor (0.5, -0.2, 0.1) przy średniej (0.0, 0.0, 0.3) daje 1, bo tylko pierwsza
    liczba jest większa od swojej średniej."""
    # Przez napis, bo to prawie dwa razy szybciej niż dodawanie 1 << i.
    bity = "".join("1" if x > s else "0" for x, s in zip(wektor, srednia))
    return int(bity[::-1], 2)   # w zapisie liczby bit o wadze 1 stoi na końcu


def kandydaci(znak_pytania, znaki, ile):
    """Zwraca pozycje (int) najwyżej `ile` znaków najbliższych pytaniu, od najbliższego; przy remisie niższa pozycja.

    Odległości są małymi liczbami, więc zamiast sortować całą listę wystarczy policzyć, ile razy wystąpiła każda.
    Stąd wiadomo, do której granicy sięga `ile` najbliższych, i sortuje się tylko tych przed granicą."""
    odleglosci = [(znak_pytania ^ znak).bit_count() for znak in znaki]
    granica, razem = -1, 0
    for odleglosc, razy in sorted(Counter(odleglosci).items()):
        if razem < ile:
            granica, razem = odleglosc, razem + razy
    blisko = [i for i, odleglosc in enumerate(odleglosci) if odleglosc <= granica]
    return sorted(blisko, key=odleglosci.__getitem__)[:ile]


# --- program: python znaki.py [--wektory N] ---

def _skupione(ile, los, srodki):
    """Zwraca listę `ile` wektorów z losowych skupień; jak embeddingi mają wspólny składnik, nie leżą wokół zera."""
    return [tuple([x + los.gauss(0, 1) + 2 for x in los.choice(srodki)]) for _ in range(ile)]


def _trafnosc(pytania, wektory, srednia):
    """Zwraca listę: jaka część najbliższych wektorów jest wśród kandydatów, dla kolejnych liczb z KANDYDACI."""
    lista = [znak(wektor, srednia) for wektor in wektory]
    trafione = [0] * len(KANDYDACI)
    for pytanie in pytania:
        odleglosci = [math.dist(pytanie, wektor) for wektor in wektory]
        najblizsze = set(sorted(range(len(wektory)), key=odleglosci.__getitem__)[:NAJBLIZSZYCH])
        for i, ile in enumerate(KANDYDACI):
            trafione[i] += len(najblizsze & set(kandydaci(znak(pytanie, srednia), lista, ile)))
    return [suma / (len(pytania) * NAJBLIZSZYCH) for suma in trafione]


def _pokaz(ile):
    los = random.Random(1)
    srodki = [[los.gauss(0, 1) for _ in range(WYMIAR)] for _ in range(SKUPIENIA)]
    wektory, pytania = _skupione(ile, los, srodki), _skupione(PYTANIA, los, srodki)
    print(f"Wektory: {ile}, wymiar: {WYMIAR}. Ile z {NAJBLIZSZYCH} najbliższych jest wśród kandydatów:")
    print("kandydatów            " + "".join(f"{liczba:>7}" for liczba in KANDYDACI))
    for opis, od in (("po odjęciu średniej", srednia(wektory)), ("bez odejmowania", (0.0,) * WYMIAR)):
        print(f"{opis:<22}" + "".join(f"{ekran.liczba(x, 2):>7}" for x in _trafnosc(pytania, wektory, od)))
    return 0


def main(argv=None):
    parser = polecenia.parser("Pokazuje na losowych wektorach, ilu kandydatów trzeba, by nie zgubić najbliższych.")
    parser.add_argument("--wektory", type=polecenia.od_jednego, default=2000, metavar="N",
                        help="ile wektorów (domyślnie %(default)s)")
    args = parser.parse_args(argv)
    if not NAJBLIZSZYCH <= args.wektory <= NAJWIECEJ:
        parser.error(f"wektorów musi być od {NAJBLIZSZYCH} do {NAJWIECEJ}")
    return polecenia.prowadz(lambda: _pokaz(args.wektory))


if __name__ == "__main__":
    sys.exit(main())
