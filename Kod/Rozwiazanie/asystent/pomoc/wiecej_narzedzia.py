"""Pokój dalszych sprawdzianów narzędzi: reszta umowy narzedzia.wykonaj."""
import copy
import json

from pomoc.dane_sprawdzianow import (
    BAZA, METADANE, OPIS, POKAZ, RAG, STAN, ZALEZNE_STAN, ZRODLA, kontekst, stan_ze_zrodlami,
    wpis, wynik_rag, zrodlo,
)
from pomoc.sprawdzanie import skrot
from pomoc.sprawdzanie_asystenta import SprawdzanieAsystenta


class Wykonaj(SprawdzanieAsystenta):
    """Zadanie 4, narzedzia.wykonaj: jedyna droga do narzędzi."""

    dobre = {"action": RAG, "arguments": {"question": STAN}}

    def podstaw_narzedzia(self, dane):
        """Zastępuje narzędzia w REGISTRY; zwraca listę trójek (nazwa, argumenty, kontekst) z wywołań.

        dane – to, co oddaje narzędzie, albo wyjątek do zgłoszenia.
        """
        wywolania = []

        def narzedzie(nazwa, args, context):
            wywolania.append((nazwa, copy.deepcopy(args), context))
            if isinstance(dane, Exception):
                raise dane
            return dane

        rejestr = {nazwa: lambda args, context, nazwa=nazwa: narzedzie(nazwa, args, context)
                   for nazwa in self.wez("narzedzia", "REGISTRY")}
        self.podstaw("narzedzia.REGISTRY", rejestr)
        self.podstaw_rag(wynik_rag())   # narzędzie wywołane z pominięciem rejestru nie sięgnie do usługi
        return wywolania

    def oczekuj_pustych(self, wynik, *pola):
        for pole in pola:
            if pole not in wynik or wynik[pole]:
                self.niezgodne(f"wynik ze statusem {wynik['status']} i powodem {wynik['reason']}, pole „{pole}”",
                               skrot(wynik.get(pole, "brak pola")), "pole puste: None, {} albo \"\"")

    def oczekuj_tekstu(self, opis, powod):
        if not (powod and isinstance(powod, str)):
            self.niezgodne(opis + ", pole „reason”", skrot(powod), "tekst z powodem")

    def test_nierozpoznane_wywolanie_zostawia_pola_puste(self):
        """Złe wywołanie i nieznana nazwa są odrzucane, a pola name, arguments i data zostają puste."""
        wywolania = self.podstaw_narzedzia({})
        nieznane = [self.dobre | {"action": nazwa} for nazwa in ("", "Answer_from_documents", RAG + " ",
                                                                 "ask_rag", "wykonaj", "REGISTRY", None, 7, [RAG], {})]
        zle = [None, [], "answer_from_documents", {}, {"action": RAG}, {"arguments": {}}, [RAG, {}],
               ["action", "arguments"], self.dobre | {"name": RAG}, {"action": RAG, "args": {"question": STAN}}]
        for call, powod in [(c, "unknown_tool") for c in nieznane] + [(c, "invalid_call") for c in zle]:
            if isinstance(call, dict) and not isinstance(call.get("action", ""), str):
                powod = None   # nazwa, która nie jest napisem: zły kształt albo nieznane narzędzie
            wynik = self.oczekuj_wykonania(call, kontekst(), "rejected", powod)
            self.oczekuj_pustych(wynik, "name", "arguments", "data")
        self.oczekuj("wywołania narzędzi", wywolania, [])

    def test_zle_argumenty_zatrzymuja_narzedzie(self):
        """Sprawdzenie argumentów jest przed wykonaniem: nazwa już jest znana, reszta pól zostaje pusta."""
        wywolania = self.podstaw_narzedzia({})
        for nazwa, argumenty, context, powod in (
                (RAG, None, kontekst(), "arguments_not_object"),
                (RAG, [STAN], kontekst(), "arguments_not_object"),
                (RAG, {}, kontekst(), "invalid_argument_fields"),
                (RAG, {"question": STAN, "limit": 5}, kontekst(), "invalid_argument_fields"),
                (RAG, {"question": BAZA}, kontekst(), "question_mismatch"),
                (OPIS, {"document_id": "DOC-999"}, kontekst("Metadane DOC-999"), "unknown_document"),
                (OPIS, {"document_id": "DOC-HELP"}, kontekst(METADANE), "document_not_explicit"),
                (POKAZ, {}, kontekst(ZRODLA), "missing_previous_sources")):
            call = {"action": nazwa, "arguments": argumenty}
            wynik = self.oczekuj_wykonania(call, context, "rejected", powod, name=nazwa)
            self.oczekuj_pustych(wynik, "arguments", "data")
        self.oczekuj("wywołania narzędzi", wywolania, [])

    def test_druga_proba_w_turze_jest_odrzucana(self):
        """Po pierwszej próbie każda następna jest odrzucana, zanim cokolwiek zostanie sprawdzone."""
        wywolania = self.podstaw_narzedzia({})
        context = kontekst(tool_attempted=True)
        for call in (self.dobre, None, {"action": "delete_document", "arguments": {}},
                     {"action": RAG, "arguments": None}, self.dobre):
            wynik = self.oczekuj_wykonania(call, context, "rejected", "attempt_limit")
            self.oczekuj_pustych(wynik, "data")
        self.oczekuj("wywołania narzędzi", wywolania, [])

    def test_dobre_wywolanie_uruchamia_narzedzie_raz(self):
        """Narzędzie z rejestru dostaje argumenty i kontekst dokładnie raz, a jego wynik trafia do data."""
        dane = {"a": [1, 2.5, None, True, "ż"], "b": {}}
        for nazwa, argumenty, context in (
                (RAG, {"question": STAN}, kontekst(ZALEZNE_STAN, STAN)),
                (POKAZ, {}, kontekst(ZRODLA, last_sources=[zrodlo(1)])),
                (OPIS, {"document_id": "DOC-INSTR"}, kontekst(METADANE))):
            wywolania = self.podstaw_narzedzia(dane)
            self.oczekuj_wykonania({"action": nazwa, "arguments": argumenty}, context, "completed", name=nazwa,
                                   arguments=argumenty, data=dane)
            self.oczekuj("wywołania narzędzi", wywolania, [(nazwa, argumenty, context)])

    def test_wyjatek_narzedzia_jest_bledem_wykonania(self):
        """Każdy wyjątek narzędzia daje status error, a nie odmowę: narzędzie zaczęło już działać."""
        for wyjatek in (RuntimeError("usługa nie działa"), ValueError("question_mismatch"), KeyError("text"),
                        TypeError("zły typ"), ZeroDivisionError("dzielenie"), OSError("dysk"), LookupError("brak")):
            wywolania = self.podstaw_narzedzia(wyjatek)
            kiedy = f", gdy narzędzie zgłasza {wyjatek!r}"
            wynik = self.oczekuj_wykonania(self.dobre, kontekst(), "error", kiedy=kiedy, name=RAG,
                                           arguments={"question": STAN})
            opis = "narzedzia.wykonaj" + kiedy
            self.oczekuj(opis + ", liczba wywołań narzędzia", len(wywolania), 1)
            self.oczekuj_tekstu(opis, wynik["reason"])
            self.oczekuj_zapisywalnego(opis, wynik)

    def test_wynik_narzedzia_musi_dac_sie_zapisac(self):
        """Wynik, który nie jest słownikiem albo którego nie zapisze JSON, to błąd, a nie dane."""
        nan, nieskonczonosc = float("nan"), float("inf")
        bez_slownika = (None, [], "tekst", 7, [{"a": 1}])
        nie_do_zapisania = ({"a": nan}, {"a": [{"b": nieskonczonosc}]}, {"a": {"b": -nieskonczonosc}},
                            {"a": {1, 2}}, {"a": object()}, {"a": b"x"}, {("a",): 1})
        for dane in bez_slownika + nie_do_zapisania:
            powod = None if isinstance(dane, dict) else "invalid_or_large_tool_output"   # przy JSON – dowolny tekst
            self.podstaw_narzedzia(dane)
            kiedy = f", gdy narzędzie daje {skrot(dane)}"
            wynik = self.oczekuj_wykonania(self.dobre, kontekst(), "error", powod, kiedy, name=RAG,
                                           arguments={"question": STAN})
            opis = "narzedzia.wykonaj" + kiedy
            self.oczekuj_pustych(wynik, "data")
            self.oczekuj_tekstu(opis, wynik["reason"])
            self.oczekuj_zapisywalnego(opis, wynik)

    def test_wynik_narzedzia_ma_najwyzej_120_000_znakow(self):
        """Limit dotyczy całego wyniku zapisanego jako JSON."""
        for znakow, status, powod in ((59_950, "completed", None),
                                      (60_000, "error", "invalid_or_large_tool_output")):
            dane = {"a": "x" * znakow, "b": ["x" * znakow]}
            self.podstaw_narzedzia(dane)
            kiedy = f", gdy wynik narzędzia ma {len(json.dumps(dane))} znaków JSON"
            self.oczekuj_wykonania(self.dobre, kontekst(), status, powod, kiedy, name=RAG)

    def test_zmienia_tylko_znacznik_proby(self):
        """W kontekście i wywołaniu nic się nie zmienia poza tool_attempted."""
        self.podstaw_narzedzia({"a": 1})
        for call in (self.dobre, {"action": RAG, "arguments": {}}, None):
            context, wywolanie = kontekst(**stan_ze_zrodlami(history=[wpis(STAN)])), copy.deepcopy(call)
            przed = copy.deepcopy(context)
            opis, _ = self.wywolaj("narzedzia.wykonaj", wywolanie, context, opis=f"narzedzia.wykonaj({skrot(call)}, …)")
            stan_po, stan_przed = context.pop("state"), przed.pop("state")
            self.oczekuj_pol("kontekst po " + opis, context, **przed)
            self.oczekuj_pol("stan po " + opis, stan_po, **stan_przed | {"tool_attempted": True})
            self.oczekuj("wywołanie po " + opis, wywolanie, call)
