"""Pokój pomocy sprawdzianów: sposób sprawdzania, czyli wywołania, porównania i polskie komunikaty.

Korzystają stąd pliki ze sprawdzianami. Niepowodzenie mówi: jakie było wywołanie, co z niego wyszło i co miało
wyjść. Moduły programu są wczytywane dopiero w teście, więc brak jednej nazwy psuje tylko testy, które jej używają.
"""
import copy
import importlib
import json
import reprlib
from unittest import mock

from pomoc.dane_sprawdzianow import POLA_WYKONANIA, POLA_WYNIKU, RAG, SLAD, katalog, rekordy

BEZ_USLUGI = "test nie korzysta z usługi, a kod spróbował ją wywołać"


def takie_same(jest, ma_byc):
    """Porównuje wartości, nie myląc True z 1 ani False z 0."""
    return jest == ma_byc and isinstance(jest, bool) == isinstance(ma_byc, bool)


def skrot(wartosc):
    """Zwraca zapis wartości na tyle krótki, żeby komunikat dało się przeczytać."""
    pisarz = reprlib.Repr()
    pisarz.maxstring = pisarz.maxother = 110
    pisarz.maxdict = pisarz.maxlist = 8
    pisarz.maxlevel = 3
    return pisarz.repr(wartosc)


def zapis_wywolania(funkcja, argumenty):
    """Zwraca wywołanie zapisane tak, jak w programie."""
    return f"{funkcja}({', '.join(map(skrot, argumenty))})"


class Sprawdzanie:
    """Wspólne czynności testów: wywołanie funkcji z modułu i porównania z polskim komunikatem."""

    def wczytaj(self, modul):
        """Zwraca moduł programu; gdy się nie wczytuje, test mówi to wprost."""
        try:
            return importlib.import_module(modul)
        except (Exception, SystemExit) as blad:
            self.fail(f"Nie da się wczytać modułu {modul}.py: {type(blad).__name__}: {blad}")

    def wez(self, modul, nazwa):
        """Zwraca nazwę z modułu; gdy jej nie ma, test mówi to wprost."""
        wczytany = self.wczytaj(modul)
        if not hasattr(wczytany, nazwa):
            self.fail(f"W module {modul}.py nie ma nazwy {nazwa}.")
        return getattr(wczytany, nazwa)

    def wywolaj(self, funkcja, *argumenty, opis=None):
        """Wywołuje funkcję podaną jako "modul.nazwa"; zwraca parę (opis wywołania, wynik)."""
        opis = opis or zapis_wywolania(funkcja, argumenty)
        wczytana = self.wez(*funkcja.split("."))
        try:
            return opis, wczytana(*argumenty)
        except NotImplementedError:   # zadanie czeka na napisanie i samo o tym mówi
            raise
        except Exception as blad:
            self.niezgodne(opis, f"wyjątek {type(blad).__name__}: {blad}", "wynik bez wyjątku")

    def niezgodne(self, wywolanie, jest, ma_byc):
        self.fail(f"\n  wywołanie:  {wywolanie}\n  jest:       {jest}\n  oczekiwano: {ma_byc}")

    def oczekuj(self, wywolanie, jest, ma_byc):
        if takie_same(jest, ma_byc):
            return
        zapis = skrot if skrot(jest) != skrot(ma_byc) else repr   # skrót nie może ukryć różnicy
        self.niezgodne(wywolanie, zapis(jest), zapis(ma_byc))

    def oczekuj_pol(self, wywolanie, slownik, **pola):
        """Sprawdza, że słownik ma podane pola z podanymi wartościami."""
        if not isinstance(slownik, dict):
            self.niezgodne(wywolanie, skrot(slownik), "słownik")
        for pole, ma_byc in pola.items():
            if pole not in slownik:
                self.niezgodne(wywolanie, f"słownik bez pola „{pole}”: {sorted(map(str, slownik))}",
                               f"pole „{pole}” = {skrot(ma_byc)}")
            self.oczekuj(f"{wywolanie}, pole „{pole}”", slownik[pole], ma_byc)

    def oczekuj_wyniku(self, funkcja, *argumenty, ma_byc):
        wywolanie, jest = self.wywolaj(funkcja, *argumenty)
        self.oczekuj(wywolanie, jest, ma_byc)

    def oczekuj_bledu(self, funkcja, *argumenty, powod=None):
        """Sprawdza, że wywołanie zgłasza ValueError, a jeśli podano powód – z tym powodem."""
        ma_byc = f"wyjątek ValueError({powod!r})" if powod else "wyjątek ValueError"
        opis, wczytana = zapis_wywolania(funkcja, argumenty), self.wez(*funkcja.split("."))
        try:
            jest = f"wynik {skrot(wczytana(*argumenty))}"
        except NotImplementedError:
            raise
        except Exception as blad:
            if isinstance(blad, ValueError) and powod in (None, str(blad)):
                return
            jest = f"wyjątek {type(blad).__name__}({str(blad)!r})"
        self.niezgodne(opis, jest, ma_byc)

    def oczekuj_zapisywalnego(self, wywolanie, wynik):
        """Sprawdza, że wynik da się zapisać jako JSON: zwykłe typy i liczby skończone."""
        try:
            json.dumps(wynik, allow_nan=False)
        except (TypeError, ValueError) as blad:
            self.niezgodne(wywolanie, f"wynik, którego nie da się zapisać jako JSON: {blad}", "wynik do zapisania")

    def oczekuj_json(self, opis, tekst):
        """Zwraca wartość zapisaną w tekście jako JSON; gdy to nie JSON, test mówi to wprost."""
        try:
            return json.loads(tekst)
        except (TypeError, ValueError):
            self.niezgodne(opis, skrot(tekst), "tekst JSON")

    def oczekuj_rozwiniecia(self, pytanie, historia, standalone, history_used):
        """Sprawdza wynik pamiec.rozwin_pytanie; standalone None znaczy, że ma prosić o pełne pytanie."""
        wywolanie, jest = self.wywolaj("pamiec.rozwin_pytanie", pytanie, historia)
        self.oczekuj_pol(wywolanie, jest, original=pytanie, standalone=standalone, history_used=history_used)
        opis = wywolanie + ", pole „clarification”"
        if "clarification" not in jest:
            self.niezgodne(opis, "brak pola", "tekst prośby albo None")
        prosba = jest["clarification"]
        if standalone is None and not (isinstance(prosba, str) and prosba.strip()):
            self.niezgodne(opis, skrot(prosba), "tekst z prośbą o pełne pytanie")
        if standalone is not None and prosba:
            self.niezgodne(opis, skrot(prosba), "None, bo pytanie jest jasne")

    def oczekuj_wykonania(self, call, context, status, reason=None, **pola):
        """Sprawdza wynik narzedzia.wykonaj i zużytą próbę; reason None znaczy: powód dowolny. Zwraca ten wynik."""
        wywolanie, jest = self.wywolaj("narzedzia.wykonaj", call, context)
        if reason is not None:
            pola["reason"] = reason
        self.oczekuj_pol(wywolanie, jest, status=status, executed=status != "rejected", **pola)
        self.oczekuj(wywolanie + ", brakujące pola wyniku", [p for p in POLA_WYKONANIA if p not in jest], [])
        self.oczekuj("pole „tool_attempted” stanu po " + wywolanie, context["state"]["tool_attempted"], True)
        return jest

    def podstaw_rag(self, *odpowiedzi):
        """Zastępuje narzedzia.ask_rag; zwraca listę, do której trafia pytanie z każdego wywołania.

        Kolejne wywołania dają kolejne odpowiedzi (wyjątek zostaje zgłoszony), a potem wciąż ostatnią.
        """
        pytania = []

        def ask_rag(question, records, index):
            pytania.append(question)
            odpowiedz = odpowiedzi[min(len(pytania), len(odpowiedzi)) - 1]
            if isinstance(odpowiedz, Exception):
                raise odpowiedz
            return copy.deepcopy(odpowiedz)

        self.wez("narzedzia", "ask_rag")
        self.podstaw("narzedzia.ask_rag", ask_rag)
        return pytania

    def podstaw_model(self, odpowiedz):
        """Zastępuje asystent.wybierz_model; zwraca listę par (wiadomość, pełne pytanie) z wywołań.

        odpowiedz – propozycja, wyjątek do zgłoszenia albo None (model nie dał poprawnej propozycji).
        """
        wywolania = []

        def wybierz_model(question, standalone, state, catalog):
            wywolania.append((question, standalone))
            if isinstance(odpowiedz, Exception):
                raise odpowiedz
            return copy.deepcopy(odpowiedz), dict(SLAD)

        self.wez("asystent", "wybierz_model")
        self.podstaw("asystent.wybierz_model", wybierz_model)
        return wywolania

    def podstaw_api(self, modul, odpowiedz):
        """Zastępuje lokalny.api, także w module, który ją zaimportował; zwraca listę par (path, payload) z wywołań.

        odpowiedz – to, co odda usługa, albo wyjątek do zgłoszenia.
        """
        wywolania, prawdziwa = [], self.wez("lokalny", "api")

        def api(path, payload=None):
            wywolania.append((path, copy.deepcopy(payload)))
            if isinstance(odpowiedz, Exception):
                raise odpowiedz
            return copy.deepcopy(odpowiedz)

        nazwy = [nazwa for nazwa, wartosc in vars(self.wczytaj(modul)).items() if wartosc is prawdziwa]
        for miejsce in ["lokalny.api", *(f"{modul}.{nazwa}" for nazwa in nazwy)]:
            self.podstaw(miejsce, api)
        return wywolania

    def podstaw(self, nazwa, zamiennik):
        latka = mock.patch(nazwa, zamiennik)
        latka.start()
        self.addCleanup(latka.stop)

    def z_ustawieniem(self, **ustawienia):
        return mock.patch.dict(self.wez("lokalny", "CONFIG"), ustawienia)


class Rozmowa(Sprawdzanie):
    """Wspólne czynności testów całej tury: rozmowa ze stanem, prowadzona przez asystent.krok."""

    def setUp(self):
        self.stan = None   # powstaje przy pierwszej wiadomości, bo nowy_stan może jeszcze nie istnieć
        self.podstaw_api("decyzja", RuntimeError(BEZ_USLUGI))   # test nie sięga do usługi, nawet gdy krok się myli
        self.podstaw_rag(RuntimeError(BEZ_USLUGI))

    def powiedz(self, wiadomosc, status, selector="reguly", tool=None, **pola):
        """Prowadzi jedną turę i zwraca jej wynik.

        Sprawdza status i inne podane pola, numer tury oraz wykonane narzędzie (None = żadne).
        """
        if self.stan is None:
            self.nowa_rozmowa()
        numer = self.stan["next_turn"]
        opis = f"asystent.krok({skrot(wiadomosc)}, …, selector={selector!r}) w turze {numer}"
        dane = (wiadomosc, self.stan, rekordy(), {}, katalog(), selector)
        _, wynik = self.wywolaj("asystent.krok", *dane, opis=opis)
        self.oczekuj_pol(opis, wynik, status=status, turn_id=numer, **pola)
        self.oczekuj(opis + ", brakujące pola wyniku", [p for p in POLA_WYNIKU if p not in wynik], [])
        narzedzie = wynik["tool"] or {}
        wykonane = narzedzie.get("name") if narzedzie.get("executed") else None
        self.oczekuj(opis + ", wykonane narzędzie", wykonane, tool)
        self.oczekuj(opis + ", next_turn stanu", self.stan["next_turn"], numer + 1)
        self.oczekuj_zapisywalnego(opis, wynik)
        return wynik

    def nowa_rozmowa(self, *pytania):
        """Zaczyna rozmowę od nowa i zadaje kolejno podane pytania, na które odpowiada RAG."""
        _, self.stan = self.wywolaj("pamiec.nowy_stan")
        return [self.powiedz(pytanie, "answered", tool=RAG) for pytanie in pytania]

    def oczekuj_zrodel(self, kiedy, sources, origin):
        self.oczekuj_pol(f"stan rozmowy {kiedy}", self.stan, last_sources=sources, source_origin=origin)
