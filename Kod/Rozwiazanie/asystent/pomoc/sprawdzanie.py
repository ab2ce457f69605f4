"""Pokój pomocy sprawdzianów: dane do testów oraz porównania, które tłumaczą niepowodzenie po polsku.

Korzystają stąd pliki ze sprawdzianami. Niepowodzenie mówi: jakie było wywołanie, co z niego wyszło i co miało
wyjść. Moduły programu są wczytywane dopiero w teście, więc brak jednej nazwy psuje tylko testy, które jej używają.
"""
import copy
import importlib
import reprlib
from unittest import mock

STAN = "Jak sprawdzić stan usługi docassist-api?"
FAILED = "Co zrobić, jeśli po zmianie konfiguracji usługa docassist-api nie uruchamia się?"
BAZA = "Gdzie znajduje się baza danych?"
ZALEZNE_STAN = "Jak sprawdzić jej stan?"
ZALEZNE_FAILED = "A jeśli po tej zmianie pojawia się failed?"
ZRODLA = "Pokaż źródła"
METADANE = "Pokaż metadane DOC-INSTR"
DWA_DOKUMENTY = "Pokaż metadane DOC-INSTR i DOC-HELP"
POLECENIA = ("Zrestartuj usługę docassist-api", "Uruchom usługę docassist-api", "Wykonaj kopię bazy danych",
             "Usuń dokument DOC-INSTR", "Zmień plik konfiguracji", "Wyślij raport do administratora")
POLA_WYNIKU = ("schema", "result_id", "conversation_id", "turn_id", "timestamp", "selector",
               "original_question", "standalone_question", "history_used", "valid_input", "status", "reason",
               "answer", "sources", "source_origin", "decision", "selection_trace", "tool", "rag", "warnings")
ZLE_WIADOMOSCI = ("empty_or_invalid_message", "message_too_long")   # te powody nie wpuszczają do historii
ZLE_LICZBY_TUR = (0, 6, -1, "3", 2.5, None)

PROPOZYCJA = "decyzja.sprawdz_propozycje"
ARGUMENTY = "narzedzia.sprawdz_argumenty"
SLAD = {"request": {}, "response": {}, "parse_error": "zły JSON"}

RAG = "answer_from_documents"
POKAZ = "show_last_sources"
OPIS = "get_document_metadata"


# --- dane do testów ---

def opis_dokumentu(document_id):
    """Zwraca wpis katalogu dla dokumentu o tym identyfikatorze."""
    return {"document_id": document_id, "source": document_id.lower() + ".txt",
            "title": "Tytuł " + document_id, "version": "1.4", "status": "active"}


def rekord(numer, document_id, **zmiany):
    """Zwraca fragment w postaci z dane/chunks.jsonl; `zmiany` podmieniają pola metadanych."""
    metadane = opis_dokumentu(document_id) | {"section": f"Rozdział {numer}", "page_number": numer}
    return {"chunk_id": f"{document_id}-{numer}", "text": f"Tekst {numer}.", "metadata": metadane | zmiany}


def rekordy():
    """Zwraca trzy fragmenty dwóch dokumentów."""
    return [rekord(1, "DOC-INSTR"), rekord(2, "DOC-INSTR"), rekord(1, "DOC-HELP")]


def katalog():
    """Zwraca katalog, który powinien powstać z rekordów."""
    return {document_id: opis_dokumentu(document_id) for document_id in ("DOC-HELP", "DOC-INSTR")}


def zrodlo(numer):
    """Zwraca źródło odpowiedzi w postaci z rag.ask_rag."""
    return {"label": "S1", "score": 0.5, **rekord(numer, "DOC-INSTR")}


def wynik_rag(numer=1, status="answered", **zmiany):
    """Zwraca odpowiedź, którą w testach oddaje ask_rag; każdy numer daje inny tekst i inne źródło."""
    return {"status": status, "answer": f"Odpowiedź {numer} [S1].", "sources": [zrodlo(numer)],
            "warnings": [], "reason": None} | zmiany


def stan(**zmiany):
    """Zwraca stan rozmowy zbudowany bez pamiec.nowy_stan, żeby testy narzędzi od niej nie zależały."""
    return {"conversation_id": "abc123", "next_turn": 1, "history": [], "last_sources": [],
            "source_origin": None, "tool_attempted": False} | zmiany


def kontekst(original=STAN, standalone=None, **zmiany):
    """Zwraca kontekst dla narzedzia.wykonaj; `zmiany` podmieniają pola stanu."""
    return {"state": stan(**zmiany), "records": rekordy(), "index": {}, "catalog": katalog(),
            "original": original, "standalone": standalone or original}


def wpis(question, standalone=None, **zmiany):
    """Zwraca jeden wpis historii."""
    return {"question": question, "standalone": standalone or question, "answer": "Odpowiedź.",
            "status": "answered", "tool": RAG, "result_id": "r1"} | zmiany


def propozycja(action=RAG, arguments=None, **zmiany):
    """Zwraca propozycję wywołania narzędzia."""
    return {"decision": "tool_call", "action": action, "arguments": arguments or {}, "message": None} | zmiany


def bez_narzedzia(decision, **zmiany):
    """Zwraca propozycję bez narzędzia."""
    return {"decision": decision, "action": None, "arguments": {}, "message": "Podaj pełne pytanie."} | zmiany


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

    def wez(self, modul, nazwa):
        """Zwraca nazwę z modułu; gdy jej nie ma albo moduł się nie wczytuje, test mówi to wprost."""
        try:
            wczytany = importlib.import_module(modul)
        except (Exception, SystemExit) as blad:
            self.fail(f"Nie da się wczytać modułu {modul}.py: {type(blad).__name__}: {blad}")
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

    def podstaw(self, nazwa, zamiennik):
        latka = mock.patch(nazwa, zamiennik)
        latka.start()
        self.addCleanup(latka.stop)

    def z_ustawieniem(self, **ustawienia):
        return mock.patch.dict(self.wez("lokalny", "CONFIG"), ustawienia)
