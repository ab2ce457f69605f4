"""Pokój sprawdzianów pomiaru: umowa ewaluacja.miary i ewaluacja.diagnoza.

Wartości miar są policzone na kartce: miejsce m dodaje do ndcg 1/log2(m + 1), czyli 1 za pierwsze, 0,6309 za drugie,
0,5 za trzecie i 0,4307 za czwarte.
"""
import itertools
import math

from pomoc.sprawdzanie import Sprawdzanie, skrot

MIARY, DIAGNOZA = "ewaluacja.miary", "ewaluacja.diagnoza"
WARSTWY = ("w_bazie", "znalezione", "w_prompcie")
RODZAJE = ("zwykle", "identyfikator", "wersje", "bez_odpowiedzi")


class Miary(Sprawdzanie):
    """Zadanie 12, ewaluacja.miary: recall, MRR i nDCG."""

    def oczekuj_miar(self, numery, oczekiwanych, k, **ma_byc):
        """Sprawdza podane miary wyniku, z dokładnością do czterech miejsc po przecinku."""
        opis, jest = self.wywolaj(MIARY, numery, oczekiwanych, k)
        if not isinstance(jest, dict) or not {"recall", "mrr", "ndcg"} <= set(jest):
            self.niezgodne(opis, skrot(jest), "słownik z polami recall, mrr i ndcg")
        for miara, wartosc in ma_byc.items():
            if not isinstance(jest[miara], (int, float)) or not math.isclose(jest[miara], wartosc, abs_tol=6e-5):
                self.niezgodne(f"{opis}, pole „{miara}”", skrot(jest[miara]), wartosc)

    def test_trafienie_na_pierwszym_miejscu(self):
        """Jedno oczekiwane źródło na pierwszym miejscu daje trzy jedynki."""
        self.oczekuj_miar([0, None, None], 1, 3, recall=1, mrr=1, ndcg=1)
        self.oczekuj_miar([0], 1, 5, recall=1, mrr=1, ndcg=1)

    def test_nic_trafnego(self):
        """Wynik bez trafnych i wynik pusty dają trzy zera."""
        self.oczekuj_miar([None, None], 1, 2, recall=0, mrr=0, ndcg=0)
        self.oczekuj_miar([], 2, 5, recall=0, mrr=0, ndcg=0)

    def test_im_dalej_tym_mniej(self):
        """mrr to odwrotność miejsca pierwszego trafnego, a ndcg maleje z logarytmem miejsca."""
        self.oczekuj_miar([None, 0, None], 1, 3, recall=1, mrr=0.5, ndcg=0.6309)
        self.oczekuj_miar([None, None, 0], 1, 3, recall=1, mrr=0.3333, ndcg=0.5)
        self.oczekuj_miar([None, None, None, 0], 1, 4, recall=1, mrr=0.25, ndcg=0.4307)

    def test_kilka_oczekiwanych_zrodel(self):
        """recall to część oczekiwanych, mrr patrzy na pierwsze trafne, a ndcg na wszystkie naraz."""
        self.oczekuj_miar([0, 1, None], 2, 3, recall=1, mrr=1, ndcg=1)
        self.oczekuj_miar([1, 0, None], 2, 3, recall=1, mrr=1, ndcg=1)
        self.oczekuj_miar([0, None, None], 2, 3, recall=0.5, mrr=1, ndcg=0.6131)
        self.oczekuj_miar([None, 1, 0], 2, 3, recall=1, mrr=0.5, ndcg=0.6934)
        self.oczekuj_miar([2, None, 0], 3, 3, recall=0.6667, mrr=1, ndcg=0.7039)

    def test_licza_sie_tylko_pierwsze_k_miejsc(self):
        """Trafne poza pierwszymi k miejscami jest takie, jakby go nie było."""
        self.oczekuj_miar([None, None, 0], 1, 2, recall=0, mrr=0, ndcg=0)
        self.oczekuj_miar([0, None, 1], 2, 2, recall=0.5, mrr=1, ndcg=0.6131)

    def test_zrodlo_liczy_sie_raz(self):
        """To samo źródło znalezione drugi raz nie dodaje nic; zostaje jego pierwsze miejsce."""
        self.oczekuj_miar([0, 0, 0], 1, 3, recall=1, mrr=1, ndcg=1)
        self.oczekuj_miar([0, 0, 1], 2, 3, recall=1, mrr=1, ndcg=0.9197)
        self.oczekuj_miar([None, 1, 1, 1], 2, 4, recall=0.5, mrr=0.5, ndcg=0.3869)

    def test_ideal_nie_ma_wiecej_miejsc_niz_k(self):
        """Gdy oczekiwanych jest więcej niż k, ideał ndcg zajmuje k miejsc, a recall i tak dzieli przez wszystkie."""
        self.oczekuj_miar([0, 1], 4, 2, recall=0.5, mrr=1, ndcg=1)
        self.oczekuj_miar([3], 4, 1, recall=0.25, mrr=1, ndcg=1)

    def test_ideal_zalezy_od_oczekiwanych_a_nie_od_znalezionych(self):
        """ndcg dzieli przez wynik idealny dla oczekiwanych źródeł, więc źródło, którego nie ma, obniża miarę."""
        self.oczekuj_miar([0, 1], 3, 5, ndcg=0.7654)

    def test_bez_oczekiwanych_albo_bez_miejsc_jest_blad(self):
        """Liczba oczekiwanych źródeł albo liczba miejsc mniejsza od 1 to ValueError: nie ma czego mierzyć."""
        for oczekiwanych, k in ((0, 2), (-1, 2), (1, 0), (1, -1), (0, 0)):
            self.oczekuj_bledu(MIARY, [None, 0], oczekiwanych, k)
        self.oczekuj_bledu(MIARY, [], 0, 5)

    def test_lista_zostaje_bez_zmian(self):
        """Funkcja nie skraca ani nie zmienia listy, którą dostała."""
        numery = [0, None, 0, 1]
        self.wywolaj(MIARY, numery, 2, 2)
        self.oczekuj(f"numery po wywołaniu {MIARY}", numery, [0, None, 0, 1])


class Diagnoza(Sprawdzanie):
    """Zadanie 13, ewaluacja.diagnoza: która warstwa zawiniła."""

    def oczekuj_diagnoz(self, ma_byc, **stale):
        """Sprawdza diagnozę każdego śladu, który ma podane pola, a pozostałe dowolne."""
        pola = {"rodzaj": RODZAJE, **dict.fromkeys(("poprawna", "odmowa", *WARSTWY), (True, False))}
        mozliwe = [stale[pole] if isinstance(stale.get(pole), tuple) else (stale[pole],) if pole in stale else wartosci
                   for pole, wartosci in pola.items()]
        for wartosci in itertools.product(*mozliwe):
            slad = dict(zip(pola, wartosci))
            _, jest = self.wywolaj(DIAGNOZA, dict(slad))
            self.oczekuj(f"{DIAGNOZA}({slad})", jest, ma_byc)

    def test_poprawna_odpowiedz_nie_ma_winnego(self):
        """Poprawna odpowiedź jest poprawna bez względu na resztę śladu."""
        self.oczekuj_diagnoz("poprawna", poprawna=True)

    def test_odpowiedz_zamiast_odmowy(self):
        """Gdy dokumenty nie mają odpowiedzi, a system i tak jej udzielił, zawiodła odmowa."""
        self.oczekuj_diagnoz("odmowa", poprawna=False, rodzaj="bez_odpowiedzi")

    def test_zdanie_pociete(self):
        """Gdy zdanie nie stoi w całości w żadnym fragmencie bazy, zawiniło cięcie, cokolwiek było dalej."""
        self.oczekuj_diagnoz("ciecie", poprawna=False, rodzaj=RODZAJE[:3], w_bazie=False)

    def test_fragment_nieznaleziony(self):
        """Gdy fragment jest w bazie, a nie ma go wśród kandydatów, zawiniło wyszukiwanie."""
        self.oczekuj_diagnoz("wyszukiwanie", poprawna=False, rodzaj=RODZAJE[:3], w_bazie=True, znalezione=False)

    def test_fragment_odrzucony_przed_promptem(self):
        """Gdy fragment znaleziono, a nie ma go w prompcie, zawinił dobór: rerank albo budżet."""
        self.oczekuj_diagnoz("dobor", poprawna=False, rodzaj=RODZAJE[:3], w_bazie=True, znalezione=True,
                             w_prompcie=False)

    def test_model_mial_wszystko(self):
        """Gdy wszystko było w prompcie, zawinił model, także wtedy, gdy odmówił."""
        self.oczekuj_diagnoz("model", poprawna=False, rodzaj=RODZAJE[:3], **dict.fromkeys(WARSTWY, True))
