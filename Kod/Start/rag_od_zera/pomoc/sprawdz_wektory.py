"""Pokój sprawdzianów wektorów: umowa porownaj_embed.margines i znaki.znak.

Dane: wektor – krotka lub lista liczb; podobieństwa – lista cosinusów.
"""
import math

from pomoc.sprawdzanie import Sprawdzanie, skrot

MARGINES, ZNAK = "porownaj_embed.margines", "znaki.znak"
ODROBINA = 2 ** -30   # około jednej miliardowej; ułamek, który komputer zapisuje dokładnie


class Margines(Sprawdzanie):
    """Zadanie 3, porownaj_embed.margines: czy próg oddzieli pary podobne od różnych."""

    def oczekuj_marginesu(self, podobne, rozne, ma_byc):
        opis, jest = self.wywolaj(MARGINES, podobne, rozne)
        if not isinstance(jest, (int, float)) or not math.isclose(jest, ma_byc, abs_tol=1e-12):
            self.niezgodne(opis, skrot(jest), skrot(ma_byc))

    def test_liczy_sie_najgorsza_para_z_kazdej_listy(self):
        """Margines to najmniejsze podobieństwo podobnych minus największe różnych, gdziekolwiek stoją."""
        self.oczekuj_marginesu([0.9, 0.7, 0.8], [0.1, 0.5, 0.3], 0.2)
        self.oczekuj_marginesu([0.7, 0.9, 0.8], [0.5, 0.1, 0.3], 0.2)
        self.oczekuj_marginesu([0.8, 0.9, 0.7], [0.1, 0.3, 0.5], 0.2)

    def test_jedna_para_na_liscie(self):
        """Wystarczy po jednej parze."""
        self.oczekuj_marginesu([0.75], [0.5], 0.25)

    def test_margines_bywa_ujemny_albo_zerowy(self):
        """Gdy pary się mieszają, margines jest ujemny, a gdy się stykają – równy zeru."""
        self.oczekuj_marginesu([0.9, 0.4], [0.6, 0.1], -0.2)
        self.oczekuj_marginesu([0.5, 0.9], [0.5], 0.0)

    def test_podobienstwa_ujemne(self):
        """Cosinus może być ujemny i też się liczy."""
        self.oczekuj_marginesu([0.1, 0.3], [-0.4, -0.2], 0.3)
        self.oczekuj_marginesu([-0.5], [-0.1], -0.4)

    def test_wynik_nie_jest_zaokraglony(self):
        """Margines jest dokładny: najmniejsza przewaga też ma być widoczna."""
        self.oczekuj_marginesu([0.61234], [0.61222], 0.00012)
        self.oczekuj_marginesu([0.5 + ODROBINA], [0.5], ODROBINA)

    def test_pusta_lista_jest_bledem(self):
        """Bez par podobnych albo bez różnych marginesu nie ma: to ValueError."""
        for podobne, rozne in (([], [0.5]), ([0.5], []), ([], [])):
            self.oczekuj_bledu(MARGINES, podobne, rozne)

    def test_listy_zostaja_bez_zmian(self):
        """Funkcja nie sortuje ani nie skraca list, które dostała."""
        podobne, rozne = [0.9, 0.7, 0.8], [0.1, 0.5, 0.3]
        self.wywolaj(MARGINES, podobne, rozne)
        self.oczekuj(f"listy po wywołaniu {MARGINES}", (podobne, rozne), ([0.9, 0.7, 0.8], [0.1, 0.5, 0.3]))


class Znak(Sprawdzanie):
    """Zadanie 4, znaki.znak: bity wektora w jednej liczbie."""

    def test_bit_mowi_czy_wektor_jest_wiekszy(self):
        """Dodatnie miejsce przy średniej zero daje bit 1, ujemne – bit 0."""
        self.oczekuj_wyniku(ZNAK, [0.3, 0.1, 0.2], [0.0, 0.0, 0.0], ma_byc=7)
        self.oczekuj_wyniku(ZNAK, [-0.3, -0.1, -0.2], [0.0, 0.0, 0.0], ma_byc=0)

    def test_pierwsze_miejsce_wazy_jeden(self):
        """Bit miejsca i waży 2 do potęgi i: pierwsze miejsce to 1, drugie 2, trzecie 4."""
        for miejsce in range(4):
            wektor = [1.0 if i == miejsce else -1.0 for i in range(4)]
            self.oczekuj_wyniku(ZNAK, wektor, [0.0] * 4, ma_byc=2 ** miejsce)
        self.oczekuj_wyniku(ZNAK, [0.5, -0.5, 0.5, 0.5, -0.5], [0.0] * 5, ma_byc=13)

    def test_porownanie_ze_srednia_a_nie_z_zerem(self):
        """Liczy się, czy miejsce jest większe od średniej na tym miejscu, a nie od zera."""
        self.oczekuj_wyniku(ZNAK, [0.2, 0.2, -0.2, -0.2], [0.3, 0.1, -0.3, -0.1], ma_byc=6)

    def test_rowne_sredniej_daje_zero(self):
        """Miejsce równe średniej nie jest od niej większe, więc jego bit to 0."""
        self.oczekuj_wyniku(ZNAK, [0.25, 0.0, -0.5], [0.25, 0.0, -0.5], ma_byc=0)
        self.oczekuj_wyniku(ZNAK, [0.25, 0.75], [0.25, 0.5], ma_byc=2)

    def test_liczy_sie_najmniejsza_roznica(self):
        """Liczb się nie zaokrągla: o odrobinę większa od średniej daje bit 1, a o odrobinę mniejsza – bit 0."""
        self.oczekuj_wyniku(ZNAK, [0.25 + ODROBINA, 0.25 - ODROBINA, 0.29], [0.25, 0.25, 0.28], ma_byc=5)

    def test_wynik_jest_liczba_calkowita(self):
        """Wynik jest zwykłą liczbą całkowitą, na której działają ^ i bit_count."""
        for wektor in ([0.5], [-0.5], [0.5, 0.5]):
            opis, jest = self.wywolaj(ZNAK, wektor, [0.0] * len(wektor))
            self.oczekuj(f"typ wyniku {opis}", type(jest).__name__, "int")

    def test_dlugi_wektor(self):
        """Wektor z 1024 miejsc mieści się w jednej liczbie i żaden bit nie ginie."""
        wektor = [1.0 if i % 3 == 0 else -1.0 for i in range(1024)]
        self.oczekuj_wyniku(ZNAK, wektor, [0.0] * 1024, ma_byc=sum(2 ** i for i in range(0, 1024, 3)))

    def test_krotki_i_listy(self):
        """Wektor i średnia mogą być krotką albo listą i zostają bez zmian."""
        wektor, srednia = [0.1, -0.1, 0.4], [0.0, 0.0, 0.5]
        self.oczekuj_wyniku(ZNAK, tuple(wektor), tuple(srednia), ma_byc=1)
        self.oczekuj_wyniku(ZNAK, wektor, srednia, ma_byc=1)
        self.oczekuj(f"wektor i średnia po wywołaniu {ZNAK}", (wektor, srednia), ([0.1, -0.1, 0.4], [0.0, 0.0, 0.5]))
