"""Pokój sprawdzianów fuzji: umowa hybryda.rrf i hybryda.suma_ocen."""
import copy
import math

from pomoc.sprawdzanie import Sprawdzanie, skrot

RRF, SUMA = "hybryda.rrf", "hybryda.suma_ocen"


class Fuzja(Sprawdzanie):
    """Wspólne czynności testów fuzji."""

    def oczekuj_kolejnosci(self, funkcja, *argumenty, ma_byc, opis=None):
        """Sprawdza, że wynik to lista par o tych identyfikatorach; zwraca (opis wywołania, wynik)."""
        przed = copy.deepcopy(argumenty)
        opis, jest = self.wywolaj(funkcja, *argumenty, opis=opis)
        if not isinstance(jest, list) or not all(isinstance(para, (tuple, list)) and len(para) == 2 for para in jest):
            self.niezgodne(opis, skrot(jest), "lista par (id, ocena)")
        self.oczekuj(f"{opis}, kolejność", [ident for ident, _ in jest], ma_byc)
        self.oczekuj(f"argumenty po wywołaniu {funkcja}", argumenty, przed)
        return opis, jest

    def oczekuj_rankingu(self, funkcja, *argumenty, ma_byc, opis=None):
        """Sprawdza identyfikatory i oceny, te z dokładnością do zaokrągleń; ma_byc to lista par (id, ocena)."""
        opis, jest = self.oczekuj_kolejnosci(funkcja, *argumenty, ma_byc=[ident for ident, _ in ma_byc], opis=opis)
        for (ident, ocena), (_, oczekiwana) in zip(jest, ma_byc):
            if not isinstance(ocena, (int, float)) or not math.isclose(ocena, oczekiwana, abs_tol=1e-9):
                self.niezgodne(f"{opis}, ocena {ident!r}", skrot(ocena), skrot(oczekiwana))


class Rrf(Fuzja):
    """Zadanie 6, hybryda.rrf: fuzja według miejsc."""

    def test_jedna_lista(self):
        """Miejsce m na jedynej liście daje ocenę 1/(60 + m), licząc miejsca od 1."""
        self.oczekuj_rankingu(RRF, [["a", "b", "c"]], ma_byc=[("a", 1 / 61), ("b", 1 / 62), ("c", 1 / 63)])

    def test_oceny_z_list_sie_dodaja(self):
        """Kto stoi na obu listach, ten dostaje sumę; kto na jednej, ten z drugiej nie dostaje nic."""
        self.oczekuj_rankingu(RRF, [["a", "b", "c"], ["b", "d"]],
                              ma_byc=[("b", 1 / 62 + 1 / 61), ("a", 1 / 61), ("d", 1 / 62), ("c", 1 / 63)])
        self.oczekuj_rankingu(RRF, [["a", "b"], ["b", "c"], ["c", "b"]],
                              ma_byc=[("b", 1 / 61 + 2 / 62), ("c", 1 / 61 + 1 / 62), ("a", 1 / 61)])

    def test_liczba_k(self):
        """k dodaje się do miejsca: małe daje przewagę pierwszym miejscom, duże – obecności na obu listach."""
        listy = [["a", "b", "c", "d"], ["e", "f", "g", "d"]]
        self.oczekuj_rankingu(RRF, listy, 1, 3, ma_byc=[("a", 1 / 2), ("e", 1 / 2), ("d", 2 / 5)])
        self.oczekuj_rankingu(RRF, listy, 1000, 2, ma_byc=[("d", 2 / 1004), ("a", 1 / 1001)])

    def test_liczy_sie_kazde_miejsce(self):
        """Liczy się każde miejsce, nie tylko to w limicie: setne na obu listach bywa lepsze niż jedno pierwsze."""
        listy = [[*range(99), "x"], [*range(100, 199), "x"]]
        self.oczekuj_rankingu(RRF, listy, 200, 1, ma_byc=[("x", 2 / 300)],
                              opis=f"{RRF}(dwie listy po 100, a na końcu obu 'x', 200, 1)")

    def test_limit(self):
        """Wynik ma najwyżej limit par, domyślnie pięć, a limit ponad liczbę znalezionych niczego nie dokłada."""
        lista = list("abcdefg")
        for limit in (1, 3, 7, 20):
            self.oczekuj_kolejnosci(RRF, [lista], 60, limit, ma_byc=lista[:limit])
        self.oczekuj_kolejnosci(RRF, [lista], ma_byc=lista[:5])
        self.oczekuj_kolejnosci(RRF, [lista, lista[::-1]], 60, 1, ma_byc=["a"])

    def test_remis_rozstrzyga_pierwsza_lista(self):
        """Przy równej ocenie wyżej stoi ten, kto ma lepsze miejsce na pierwszej liście."""
        for pierwsza in ("ab", "ba"):
            self.oczekuj_kolejnosci(RRF, [list(pierwsza), list(pierwsza[::-1])], ma_byc=list(pierwsza))
        self.oczekuj_kolejnosci(RRF, [["x", "z", "a"], ["a", "y", "x"]], ma_byc=["x", "a", "z", "y"])

    def test_bliskie_oceny_nie_sa_remisem(self):
        """Remis to oceny równe: 1/62 + 1/64 wygrywa z 2/63, choć różnica jest na szóstym miejscu po przecinku."""
        self.oczekuj_kolejnosci(RRF, [["x", "y", "p", "q"], ["y", "q", "p", "z"]], ma_byc=["y", "q", "p", "x", "z"])

    def test_nieobecny_jest_za_obecnymi(self):
        """Kogo na pierwszej liście nie ma, ten przegrywa remis z każdym, kto na niej stoi."""
        self.oczekuj_kolejnosci(RRF, [["z", "y"], ["a", "b"]], ma_byc=["z", "a", "y", "b"])

    def test_potem_rozstrzyga_nastepna_lista(self):
        """Gdy pierwsza lista nie rozstrzyga, decyduje druga, a potem trzecia."""
        self.oczekuj_kolejnosci(RRF, [[], ["b", "a"], ["a", "b"]], ma_byc=["b", "a"])
        self.oczekuj_kolejnosci(RRF, [[], [], ["b"], ["a"]], ma_byc=["b", "a"])

    def test_dowolne_identyfikatory(self):
        """Identyfikatorem może być liczba, napis albo krotka; ich samych się nie porównuje."""
        self.oczekuj_kolejnosci(RRF, [[7, "a"], ["a", 7], [("x", 1)]], ma_byc=[7, "a", ("x", 1)])
        self.oczekuj_kolejnosci(RRF, [[10, 9], [9, 10]], ma_byc=[10, 9])

    def test_puste_listy(self):
        """Pusta lista nic nie wnosi, a same puste dają pusty wynik."""
        self.oczekuj_rankingu(RRF, [[], ["a"]], ma_byc=[("a", 1 / 61)])
        for listy in ([], [[]], [[], []]):
            self.oczekuj_rankingu(RRF, listy, ma_byc=[])


class SumaOcen(Fuzja):
    """Zadanie 7, hybryda.suma_ocen: fuzja według ocen."""

    def test_jedna_lista_od_jedynki_do_zera(self):
        """Najlepsza ocena listy staje się jedynką, najgorsza zerem, a reszta leży między nimi proporcjonalnie."""
        self.oczekuj_rankingu(SUMA, [[("a", 12.0), ("b", 9.0), ("c", 2.0)]], ma_byc=[("a", 1), ("b", 0.7), ("c", 0)])

    def test_kazda_lista_ma_wlasna_skale(self):
        """Listy o różnych skalach ważą tyle samo, a oceny z obu się dodają."""
        self.oczekuj_rankingu(SUMA, [[("a", 20.0), ("b", 15.0), ("c", 10.0)], [("b", 0.9), ("a", 0.8), ("d", 0.4)]],
                              ma_byc=[("a", 1.8), ("b", 1.5), ("c", 0), ("d", 0)])

    def test_oceny_ujemne(self):
        """Ocena może być ujemna: liczy się jej odległość od najlepszej i najgorszej na liście."""
        self.oczekuj_rankingu(SUMA, [[("a", -1.0), ("b", -2.0), ("c", -5.0)]], ma_byc=[("a", 1), ("b", 0.75), ("c", 0)])

    def test_rowne_oceny_to_jedynki(self):
        """Gdy wszystkie oceny listy są równe, także gdy ocena jest jedna, każda staje się jedynką."""
        self.oczekuj_rankingu(SUMA, [[("a", 0.4)]], ma_byc=[("a", 1)])
        self.oczekuj_rankingu(SUMA, [[("a", 0), ("b", 0)], [("b", 7.0), ("a", 7.0)]], ma_byc=[("a", 2), ("b", 2)])
        self.oczekuj_rankingu(SUMA, [[("a", 5.0), ("b", 3.0)], [("b", -4.0)]], ma_byc=[("a", 1), ("b", 1)])

    def test_liczy_sie_cala_lista(self):
        """Skalę wyznacza i punkty dostaje cała lista, nie tylko jej początek w limicie."""
        listy = [[("x" if n == 12 else f"{nazwa}{n}", 40.0 - n) for n in range(41)] for nazwa in "ab"]
        self.oczekuj_rankingu(SUMA, listy, 1, ma_byc=[("x", 1.4)],
                              opis=f"{SUMA}(dwie listy ocen od 40 do 0, a w obu 'x' ma 28, 1)")

    def test_nieobecny_dostaje_zero(self):
        """Kogo na liście nie ma, ten ma z niej zero, tak jak ostatni na niej."""
        self.oczekuj_rankingu(SUMA, [[("a", 3.0), ("b", 1.0)], [("c", 0.9), ("a", 0.8), ("d", 0.7)]],
                              ma_byc=[("a", 1.5), ("c", 1), ("b", 0), ("d", 0)])

    def test_remis_rozstrzygaja_miejsca(self):
        """Przy równej sumie wyżej stoi ten, kto ma lepsze miejsce na pierwszej liście, potem na następnej."""
        for pierwszy, drugi in ("ab", "ba"):
            self.oczekuj_kolejnosci(SUMA, [[(pierwszy, 9.0), (drugi, 1.0)], [(drugi, 0.9), (pierwszy, 0.1)]],
                                    ma_byc=[pierwszy, drugi])
        self.oczekuj_kolejnosci(SUMA, [[("z", 9.0)], [("a", 0.9)]], ma_byc=["z", "a"])
        self.oczekuj_kolejnosci(SUMA, [[], [("b", 9.0), ("a", 1.0)], [("a", 9.0), ("b", 1.0)]], ma_byc=["b", "a"])

    def test_bliskie_sumy_nie_sa_remisem(self):
        """Remis to sumy równe: 1,001 wygrywa z 1."""
        self.oczekuj_kolejnosci(SUMA, [[("x", 1000), ("p", 500), ("q", 499), ("z", 0)],
                                       [("x", 1000), ("q", 502), ("p", 500), ("z", 0)]], ma_byc=["x", "q", "p", "z"])

    def test_limit(self):
        """Wynik ma najwyżej limit par, domyślnie pięć; limit nie zmienia ocen."""
        lista = [(litera, 7.0 - n) for n, litera in enumerate("abcdefg")]
        for limit in (1, 3, 7, 20):
            self.oczekuj_kolejnosci(SUMA, [lista], limit, ma_byc=list("abcdefg")[:limit])
        self.oczekuj_rankingu(SUMA, [lista], ma_byc=[(litera, (6 - n) / 6) for n, litera in enumerate("abcde")])

    def test_dowolne_identyfikatory(self):
        """Identyfikatorem może być liczba, napis albo krotka; ich samych się nie porównuje."""
        self.oczekuj_kolejnosci(SUMA, [[(7, 2.0), ("a", 2.0), (("x", 1), 1.0)]], ma_byc=[7, "a", ("x", 1)])

    def test_puste_listy(self):
        """Pusta lista nic nie wnosi, a same puste dają pusty wynik."""
        self.oczekuj_rankingu(SUMA, [[], [("a", 3.0), ("b", 2.0)]], ma_byc=[("a", 1), ("b", 0)])
        for listy in ([], [[]], [[], []]):
            self.oczekuj_rankingu(SUMA, listy, ma_byc=[])
