"""Pokój danych do sprawdzianów: pytania, dokumenty, odpowiedzi i wyniki, na których pracują testy.

Każda funkcja zwraca nowe dane, więc test może je zmieniać; argument `zmiany` podmienia wybrane pola.
"""
import json

STAN = "Jak sprawdzić stan usługi docassist-api?"
FAILED = "Co zrobić, jeśli po zmianie konfiguracji usługa docassist-api nie uruchamia się?"
BAZA = "Gdzie znajduje się baza danych?"
ZALEZNE_STAN = "Jak sprawdzić jej stan?"
ZALEZNE_FAILED = "A jeśli po tej zmianie pojawia się failed?"
ZRODLA = "Pokaż źródła"
OBOJETNE = "Kto napisał regulamin?"   # pytanie bez tematu, który asystent zna
METADANE = "Pokaż metadane DOC-INSTR"
DWA_DOKUMENTY = "Pokaż metadane DOC-INSTR i DOC-HELP"
POLECENIA = ("Zrestartuj usługę docassist-api", "Uruchom usługę docassist-api", "Wykonaj kopię bazy danych",
             "Usuń dokument DOC-INSTR", "Zmień plik konfiguracji", "Wyślij raport do administratora")
STATUSY = ("answered", "insufficient_context", "clarification_needed", "rejected", "error")
POLA_WYNIKU = ("schema", "result_id", "conversation_id", "turn_id", "timestamp", "selector",
               "original_question", "standalone_question", "history_used", "valid_input", "status", "reason",
               "answer", "sources", "source_origin", "decision", "selection_trace", "tool", "rag", "warnings")
POLA_WYKONANIA = ("name", "status", "executed", "arguments", "data", "reason")
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
    """Zwraca odpowiedź, którą w testach oddaje ask_rag; każdy numer daje inny tekst i inne źródło.

    Nie ma w niej pola reason: umowa na to pozwala, więc tura musi się bez niego obejść.
    """
    return {"status": status, "answer": f"Odpowiedź {numer} [S1].", "sources": [zrodlo(numer)],
            "warnings": []} | zmiany


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


def stan_ze_zrodlami(**zmiany):
    """Zwraca stan przed siódmą turą, w którym źródła pochodzą z tury drugiej."""
    return stan(next_turn=7, last_sources=[zrodlo(1)], source_origin={"turn_id": 2, "result_id": "r2"}) | zmiany


def wykonane(name=RAG, **zmiany):
    """Zwraca wynik narzedzia.wykonaj dla narzędzia, które zadziałało."""
    return {"name": name, "status": "completed", "executed": True, "arguments": {}, "data": {},
            "reason": None} | zmiany


def tura(**zmiany):
    """Zwraca wynik siódmej tury: pytanie zależne, na które RAG odpowiedział ze źródłem numer 2."""
    return {"schema": "tura", "result_id": "r7", "conversation_id": "abc123", "turn_id": 7,
            "timestamp": "2026-01-02T12:00:00+00:00", "selector": "reguly", "original_question": ZALEZNE_STAN,
            "standalone_question": STAN, "history_used": True, "valid_input": True, "status": "answered",
            "reason": "rag_completed", "answer": "Odpowiedź.", "sources": [zrodlo(2)],
            "source_origin": {"turn_id": 7, "result_id": "r7"}, "decision": propozycja(),
            "selection_trace": None, "tool": wykonane(), "rag": wynik_rag(2), "warnings": []} | zmiany


def tura_bez_narzedzia(status, **zmiany):
    """Zwraca wynik tury, która skończyła się przed wywołaniem narzędzia."""
    return tura(status=status, reason="powod", sources=[], source_origin=None, decision=None, tool={},
                rag=None) | zmiany


def odpowiedz_modelu(tresc, **zmiany):
    """Zwraca odpowiedź usługi na /api/chat; treść, która nie jest napisem, staje się tekstem JSON."""
    tresc = tresc if isinstance(tresc, str) else json.dumps(tresc, ensure_ascii=False)
    return {"model": "model", "message": {"role": "assistant", "content": tresc}, "done": True,
            "done_reason": "stop"} | zmiany
