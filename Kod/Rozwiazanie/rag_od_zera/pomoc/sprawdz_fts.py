"""Pokój sprawdzianów szukania słów: umowa tokeny.pytanie_fts.

Wyrażenie sprawdza prawdziwa tabela FTS5 w pamięci: ma je przyjąć i znaleźć, co trzeba. Numer fragmentu to numer
jego wiersza w tabeli, a kolumny i ich treść daje funkcja tokeny, oddana gotowa.
"""
import contextlib
import re
import sqlite3

from pomoc.sprawdzanie import Sprawdzanie, skrot

FTS = "tokeny.pytanie_fts"
NAJDLUZSZE = 400   # tyle znaków wyrażenia pokazuje komunikat
TEKSTY = {
    1: "Faktura FV/2025/09/0143 dla spółki Alfa na kwotę 1200 zł.",
    2: "Faktura FV/2025/09/0134 dla spółki Beta na kwotę 900 zł.",
    3: "Stawka 8% obejmuje usługi remontowe w mieszkaniach.",
    4: "Stawka 23% jest podstawowa.",
    5: "Zwolnienia wymienia Art. 43 ustawy.",
    6: "Obowiązki podatnika wymienia Art. 41 ustawy.",
    7: "Nabywca: Tartak Dębina, NIP 521-30-01-228.",
    8: "Nabywca: Stolarnia Jodła, NIP 521-30-01-282.",
    9: "Zaliczkę opisuje § 5 umowy.",
    10: "Kaucję opisuje § 6 umowy.",
}
ZLOSLIWE = (
    '"', '""', "'", 'faktura"', '"faktura', "(faktura", "faktura)", "()", "*", "faktura*", "^faktura", "-faktura",
    "+faktura", "faktura AND", "AND", "OR OR", "NOT", "NOT faktura", "NEAR(faktura, 5)", "NEAR", "slowa:faktura",
    "gramy : faktura", "{slowa gramy}: faktura", "faktura; DROP TABLE t", "a:b:c", "%", "\\", "?", "[faktura]",
    "faktura \x00 stawka", "zażółć gęślą jaźń", "𝔘 🙂 ½ ²", "faktura\n\nstawka\t", "--", "/* faktura */", "'; --",
    'FV/2025/09/0143"', "8%%", "§", "_", "_faktura_")


class PytanieFts(Sprawdzanie):
    """Zadanie 5, tokeny.pytanie_fts: wyrażenie, które rozumie FTS5."""

    def tokeny(self, tekst):
        return self.wywolaj("tokeny.tokeny", tekst)[1]

    def znajdz(self, pytanie, wiersze=None):
        """Zwraca (opis wywołania, wyrażenie dla pytania, numery znalezionych nim wierszy, od najlepszego).

        wiersze – słowniki takie, jakie daje funkcja tokeny; bez nich szuka w tekstach próbnych.
        """
        opis, wyrazenie = self.wywolaj(FTS, pytanie)
        if wyrazenie is not None and not isinstance(wyrazenie, str):
            self.niezgodne(opis, skrot(wyrazenie), "napis z wyrażeniem albo None")
        if wyrazenie is None:
            return opis, None, []
        with contextlib.closing(sqlite3.connect(":memory:")) as con:
            self.utworz_tabele(con, wiersze or map(self.tokeny, TEKSTY.values()))
            try:
                znalezione = con.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank, rowid", (wyrazenie,))
                return opis, wyrazenie, [numer for numer, in znalezione]
            except sqlite3.Error as blad:
                self.niezgodne(opis, f"wyrażenie, którego FTS5 nie przyjmuje ({blad}): {self.zapis(wyrazenie)}",
                               "wyrażenie zgodne ze składnią FTS5")

    def utworz_tabele(self, con, wiersze):
        """Tworzy tabelę t z kolumnami, które daje funkcja tokeny; wiersze to lista słowników jak z tej funkcji."""
        kolumny = ", ".join(self.tokeny(""))
        con.execute(f"CREATE VIRTUAL TABLE t USING fts5({kolumny}, tokenize = \"ascii tokenchars '_'\")")
        for numer, wiersz in enumerate(wiersze, start=1):
            wartosci = [numer, *(" ".join(lista) for lista in wiersz.values())]
            con.execute(f"INSERT INTO t(rowid, {kolumny}) VALUES ({', '.join('?' * len(wartosci))})", wartosci)

    def oczekuj_znalezienia(self, pytanie, *numery):
        """Sprawdza, że wśród znalezionych są fragmenty o tych numerach."""
        opis, wyrazenie, znalezione = self.znajdz(pytanie)
        if not set(numery) <= set(znalezione):
            self.niezgodne(f"{opis}, znalezione fragmenty", self.wyszlo(self.teksty(znalezione), wyrazenie),
                           f"wśród nich: {self.teksty(numery)}")

    def oczekuj_najlepszego(self, pytanie, numer):
        """Sprawdza, że na pierwszym miejscu stoi fragment o tym numerze."""
        opis, wyrazenie, znalezione = self.znajdz(pytanie)
        if znalezione[:1] != [numer]:
            self.niezgodne(f"{opis}, najlepszy fragment", self.wyszlo(self.teksty(znalezione[:1]), wyrazenie),
                           self.teksty([numer]))

    @staticmethod
    def wyrazy(wyrazenie):
        """Zwraca listę tokenów, nazw kolumn i słów OR, z których składa się wyrażenie."""
        return re.findall(r"\w+", str(wyrazenie))

    def wyszlo(self, co, wyrazenie):
        """Zwraca opis wyniku razem z wyrażeniem, z którego wyszedł: bez niego nie widać, gdzie jest błąd."""
        return f"{co}; wyrażenie: {self.zapis(wyrazenie)}"

    @staticmethod
    def zapis(wyrazenie):
        return wyrazenie if len(str(wyrazenie)) <= NAJDLUZSZE else f"{wyrazenie[:NAJDLUZSZE]} …"

    @staticmethod
    def teksty(numery):
        return "; ".join(f"„{TEKSTY[numer]}”" for numer in numery) or "żaden"

    def test_slowo_z_pytania(self):
        """Fragment, w którym stoi słowo pytania, jest znaleziony."""
        self.oczekuj_znalezienia("zaliczka", 9)
        self.oczekuj_najlepszego("usługi remontowe", 3)

    def test_wystarczy_jedno_slowo(self):
        """Fragment nie musi mieć wszystkich słów pytania: wystarczy jedno, a więcej daje lepsze miejsce."""
        self.oczekuj_znalezienia("Jaka stawka obejmuje hipopotamy?", 3, 4)
        self.oczekuj_znalezienia("Zaliczka, kaucja, tartak i stolarnia", 7, 8, 9, 10)
        self.oczekuj_najlepszego("Jaka stawka obejmuje usługi?", 3)

    def test_odmiana_i_polskie_litery(self):
        """Słowo odmienione, bez polskich liter albo wielkimi literami też znajduje fragment."""
        for pytanie in ("fakturze", "FAKTURY", "Z jakich faktur?"):
            self.oczekuj_znalezienia(pytanie, 1, 2)
        self.oczekuj_znalezienia("uslugami remontowymi", 3)

    def test_numer_faktury_i_nip(self):
        """Numer znajduje swój fragment na pierwszym miejscu, a nie ten, który różni się przestawionymi cyframi."""
        self.oczekuj_najlepszego("Ile wynosi faktura FV/2025/09/0143?", 1)
        self.oczekuj_najlepszego("Ile wynosi faktura FV/2025/09/0134?", 2)
        for pytanie, numer in (("Kto ma NIP 521-30-01-228?", 7), ("NIP 5213001228", 7),
                               ("Kto ma NIP 521-30-01-282?", 8), ("NIP 5213001282", 8)):
            self.oczekuj_najlepszego(pytanie, numer)

    def test_przepis_i_stawka(self):
        """Artykuł, paragraf i stawka znajdują swój fragment, choć różnią się od innych jedną cyfrą."""
        for pytanie, numer in (("Co mówi art. 43?", 5), ("Co mówi art. 41?", 6), ("Co opisuje § 5?", 9),
                               ("Co opisuje § 6?", 10), ("Co obejmuje 8%?", 3), ("Gdzie jest 23%?", 4)):
            self.oczekuj_najlepszego(pytanie, numer)

    def test_wystarczy_jeden_token(self):
        """Fragment, który ma tylko jeden token pytania, z którejkolwiek kolumny, też jest znaleziony."""
        pytanie = "Faktura FV/2025/09/0143 i stawka 8%"
        pary = [(kolumna, token) for kolumna, lista in self.tokeny(pytanie).items() for token in lista]
        opis, wyrazenie, znalezione = self.znajdz(pytanie, [self.tokeny("") | {k: [token]} for k, token in pary])
        nieznalezione = [para for numer, para in enumerate(pary, start=1) if numer not in znalezione]
        if nieznalezione:
            self.niezgodne(f"{opis}, tokeny, które nie znajdują niczego w swojej kolumnie",
                           self.wyszlo(nieznalezione, wyrazenie), "żaden")

    def test_token_stoi_w_wyrazeniu_raz(self):
        """Token, który wraca w pytaniu, stoi w wyrażeniu raz: dwa razy liczyłby się podwójnie."""
        for pytanie, powtorzone in (("Co z § 5 i z § 5?", ("5", "par_5")), ("faktura i fakturze", ("fakt", "ktur"))):
            opis, wyrazenie = self.wywolaj(FTS, pytanie)
            for token in powtorzone:
                ile = self.wyrazy(wyrazenie).count(token)
                if ile != 1:
                    self.niezgodne(f"{opis}, ile razy stoi w wyrażeniu token {token}", self.wyszlo(ile, wyrazenie), 1)

    def test_kolumna_bez_tokenow_nie_wystepuje(self):
        """W wyrażeniu nie ma nazwy kolumny, z której pytanie nie ma żadnego tokenu."""
        opis, wyrazenie = self.wywolaj(FTS, "Co z § 5?")
        if "gramy" in self.wyrazy(wyrazenie):
            self.niezgodne(f"{opis}, kolumny w wyrażeniu", self.wyszlo("slowa, gramy, oznaczenia", wyrazenie),
                           "slowa, oznaczenia")

    def test_token_szuka_sie_tylko_w_jego_kolumnie(self):
        """Token z jednej kolumny nie znajduje fragmentu, w którym ten sam napis stoi w innej."""
        pytanie = "Faktura FV/2025/09/0143"
        tokeny = self.tokeny(pytanie)
        obce = {kolumna: [token for inna, lista in tokeny.items() if inna != kolumna for token in lista
                          if token not in tokeny[kolumna]] for kolumna in tokeny}
        opis, wyrazenie, znalezione = self.znajdz(pytanie, [obce])
        if znalezione:
            self.niezgodne(f"{opis}, szukane we fragmencie, który ma te tokeny tylko w nie swoich kolumnach",
                           self.wyszlo("znaleziony", wyrazenie), "nieznaleziony")

    def test_bez_tokenow_jest_none(self):
        """Pytanie, z którego nie zostaje żaden token, daje None, a nie puste wyrażenie."""
        for pytanie in ("", "   \n", "?!…", '"*()"', "czy to jest"):
            self.oczekuj_wyniku(FTS, pytanie, ma_byc=None)

    def test_bez_tokenow_pytania_nic_sie_nie_znajduje(self):
        """Fragment bez tokenów pytania nie jest znaleziony, także wtedy, gdy jego token zaczyna się jak w pytaniu."""
        for pytanie, numery in (("hipopotam żyrafa", []), ("§ 5", [9])):   # „5” nie znajduje 521 z numeru NIP
            opis, wyrazenie, znalezione = self.znajdz(pytanie)
            if znalezione != numery:
                self.niezgodne(f"{opis}, znalezione fragmenty", self.wyszlo(self.teksty(znalezione), wyrazenie),
                               self.teksty(numery))

    def test_kazdy_tekst_jest_poprawnym_pytaniem(self):
        """Cudzysłowy, nawiasy, gwiazdki, dwukropki i słowa AND, OR, NOT, NEAR nie psują wyrażenia."""
        for pytanie in ZLOSLIWE:
            self.znajdz(pytanie)

    def test_operatory_sa_zwyklym_tekstem(self):
        """Słowa i znaki, które w FTS5 są poleceniami, niczego nie wykluczają ani nie wymagają."""
        for pytanie in ("faktura NOT stawka", "faktura AND hipopotam", "-faktura", "hipopotam:faktura",
                        "NEAR(faktura stawka)"):
            self.oczekuj_znalezienia(pytanie, 1, 2)
        self.oczekuj_znalezienia("faktura NOT stawka", 3, 4)

    def test_powtorzone_slowo_i_dlugie_pytanie(self):
        """Powtórzenia i pytanie na kilkaset słów też dają poprawne wyrażenie."""
        self.oczekuj_znalezienia("faktura faktura faktura", 1, 2)
        self.oczekuj_znalezienia(" ".join(f"hipopotam{n}" for n in range(300)) + " zaliczka", 9)
