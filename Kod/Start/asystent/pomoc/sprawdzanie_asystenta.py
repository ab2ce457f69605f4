"""Pokój pomocy sprawdzianów asystenta: porównania i zamienniki, które znają jego funkcje i dane.

Sposób sprawdzania, wspólny dla kursów, jest w pomoc/sprawdzanie.py.
"""
import copy

from pomoc.dane_sprawdzianow import POLA_WYKONANIA, POLA_WYNIKU, RAG, SLAD, katalog, rekordy, stan, wpis
from pomoc.sprawdzanie import Sprawdzanie, skrot

BEZ_USLUGI = "test nie korzysta z usługi, a kod spróbował ją wywołać"


def chunk_id(zrodla):
    """Zwraca chunk_id kolejnych źródeł, żeby komunikat był krótki; co nie jest listą źródeł, zostaje bez zmian."""
    if isinstance(zrodla, list) and all(isinstance(zrodlo, dict) for zrodlo in zrodla):
        return [zrodlo.get("chunk_id") for zrodlo in zrodla]
    return zrodla


class SprawdzanieAsystenta(Sprawdzanie):
    """Porównania wyników pamiec.py i narzedzia.py oraz zamienniki RAG i modelu."""

    def oczekuj_statusu(self, opis, wynik, status):
        """Sprawdza pole status; gdy jest inne, komunikat podaje też powód, bo on mówi, co się stało."""
        if isinstance(wynik, dict) and wynik.get("status", status) != status:
            self.niezgodne(f"{opis}, pole „status”", f"{skrot(wynik['status'])} (powód: {skrot(wynik.get('reason'))})",
                           skrot(status))
        self.oczekuj_pol(opis, wynik, status=status)

    def oczekuj_zrodel_stanu(self, opis, state, sources, origin):
        """Sprawdza źródła w stanie i ich pochodzenie; komunikat wymienia źródła po chunk_id."""
        self.oczekuj_pol(opis, state, source_origin=origin)
        self.oczekuj(f"{opis}, chunk_id źródeł w polu „last_sources”", chunk_id(state.get("last_sources")),
                     chunk_id(sources))
        self.oczekuj_pol(opis, state, last_sources=sources)

    def oczekuj_zlej_liczby_tur(self, liczba, wynik):
        """Sprawdza, że pamiec.zapamietaj zgłasza ValueError, gdy w CONFIG history_turns to ta liczba."""
        opis = f"pamiec.zapamietaj(state, result), history_turns {liczba!r}, valid_input {wynik['valid_input']}"
        with self.z_ustawieniem(history_turns=liczba):
            self.oczekuj_bledu("pamiec.zapamietaj", stan(), wynik, opis=opis)

    def oczekuj_rozwiniecia(self, pytanie, historia, standalone, history_used):
        """Sprawdza wynik pamiec.rozwin_pytanie; standalone None znaczy, że ma prosić o pełne pytanie."""
        # Z wpisów historii komunikat podaje pełne pytanie i te pola, które różnią się od zwykłych.
        wpisy = [{pole: wartosc for pole, wartosc in w.items() if pole == "standalone" or
                  wartosc != wpis(w["standalone"])[pole]} for w in historia]
        wywolanie = f"pamiec.rozwin_pytanie({skrot(pytanie)}, {skrot(wpisy)})"
        _, jest = self.wywolaj("pamiec.rozwin_pytanie", pytanie, historia, opis=wywolanie)
        self.oczekuj_pol(wywolanie, jest, original=pytanie, standalone=standalone, history_used=history_used)
        opis = wywolanie + ", pole „clarification”"
        if "clarification" not in jest:
            self.niezgodne(opis, "brak pola", "tekst prośby albo None")
        prosba = jest["clarification"]
        if standalone is None and not (isinstance(prosba, str) and prosba.strip()):
            self.niezgodne(opis, skrot(prosba), "tekst z prośbą o pełne pytanie")
        if standalone is not None and prosba:
            self.niezgodne(opis, skrot(prosba), "None, bo pytanie jest jasne")

    def oczekuj_wykonania(self, call, context, status, reason=None, kiedy="", **pola):
        """Sprawdza wynik narzedzia.wykonaj i zużytą próbę; reason None znaczy: powód dowolny. Zwraca ten wynik."""
        dane = {pole: context[pole] for pole in ("original", "standalone", "state")}   # reszta jest zawsze ta sama
        wywolanie = f"narzedzia.wykonaj({skrot(call)}, {skrot(dane)}){kiedy}"
        _, jest = self.wywolaj("narzedzia.wykonaj", call, context, opis=wywolanie)
        if reason is not None:
            pola["reason"] = reason
        self.oczekuj_statusu(wywolanie, jest, status)
        self.oczekuj_pol(wywolanie, jest, executed=status != "rejected", **pola)
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


class Rozmowa(SprawdzanieAsystenta):
    """Wspólne czynności testów całej tury: rozmowa ze stanem, prowadzona przez asystent.krok."""

    def setUp(self):
        self.stan = None   # powstaje przy pierwszej wiadomości, bo nowy_stan może jeszcze nie istnieć
        self.podstaw_api("decyzja", RuntimeError(BEZ_USLUGI))   # test nie sięga do usługi, nawet gdy krok się myli
        self.podstaw_rag(RuntimeError(BEZ_USLUGI))

    def powiedz(self, wiadomosc, status, selector="reguly", tool=None, **pola):
        """Prowadzi jedną turę i zwraca jej wynik.

        Sprawdza status i inne podane pola, numer tury, selektor oraz wykonane narzędzie (None = żadne).
        """
        if self.stan is None:
            self.nowa_rozmowa()
        numer = self.stan["next_turn"]
        opis = f"asystent.krok({skrot(wiadomosc)}, …, selector={selector!r}) w turze {numer}"
        dane = (wiadomosc, self.stan, rekordy(), {}, katalog(), selector)
        _, wynik = self.wywolaj("asystent.krok", *dane, opis=opis)
        self.oczekuj_statusu(opis, wynik, status)
        self.oczekuj_pol(opis, wynik, turn_id=numer, selector=selector, **pola)
        self.oczekuj(opis + ", brakujące pola wyniku", [p for p in POLA_WYNIKU if p not in wynik], [])
        narzedzie = wynik["tool"] or {}
        self.oczekuj(opis + ", brakujące pola w polu „tool”",
                     [p for p in POLA_WYKONANIA if narzedzie and p not in narzedzie], [])
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
        self.oczekuj_zrodel_stanu(f"stan rozmowy {kiedy}", self.stan, sources, origin)
