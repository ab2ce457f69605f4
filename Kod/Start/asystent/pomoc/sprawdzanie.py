"""Pokój pomocy sprawdzianów: sposób sprawdzania, czyli wywołania, porównania i polskie komunikaty.

Korzystają stąd sprawdziany każdego kursu. Niepowodzenie mówi: jakie było wywołanie, co z niego wyszło i co miało
wyjść. Moduły programu są wczytywane dopiero w teście, więc brak jednej nazwy psuje tylko testy, które jej używają.
"""
import copy
import importlib
import json
import reprlib
from unittest import mock


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

    def oczekuj_bledu(self, funkcja, *argumenty, powod=None, opis=None):
        """Sprawdza, że wywołanie zgłasza ValueError, a jeśli podano powód – z tym powodem."""
        ma_byc = f"wyjątek ValueError({powod!r})" if powod else "wyjątek ValueError"
        opis, wczytana = opis or zapis_wywolania(funkcja, argumenty), self.wez(*funkcja.split("."))
        try:
            wynik = wczytana(*argumenty)
        except NotImplementedError:
            raise
        except Exception as blad:   # komunikat powstaje tutaj, żeby kurs.py znał wiersz, na którym poleciał wyjątek
            if not (isinstance(blad, ValueError) and powod in (None, str(blad))):
                self.niezgodne(opis, f"wyjątek {type(blad).__name__}({str(blad)!r})", ma_byc)
        else:
            self.niezgodne(opis, f"wynik {skrot(wynik)}", ma_byc)

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
