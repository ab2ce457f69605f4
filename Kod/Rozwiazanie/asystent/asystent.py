"""Pokój tury: jedna wiadomość wchodzi, jeden wynik wychodzi, stan rozmowy jest uaktualniony.

wynik – słownik o polach z funkcji _nowy_wynik; status to jedno z: answered, insufficient_context,
clarification_needed, rejected, error
"""
import json
import re
import uuid
from copy import deepcopy
from datetime import datetime, timezone

from decyzja import sprawdz_propozycje, wybierz_model, wybierz_reguly
from narzedzia import wykonaj
from pamiec import jawne_id, prosba_o_zrodla, rozwin_pytanie, sprawdz_wiadomosc, zapamietaj
from program import SELEKTORY
from rag import format_sources
from slowa import zloz

SCHEMAT = "asystent-tura-1"
STATUSY_RAG = ("answered", "insufficient_context", "error")
POWODY_ODPOWIEDZI = {"answer_from_documents": "rag_completed", "show_last_sources": "sources_returned",
                     "get_document_metadata": "metadata_returned"}

# Wzorce działają na tekście po slowa.zloz.
ZAKAZANE = re.compile(r"\W*(prosze\W+)?(zrestartuj|uruchom|wykonaj|usun|zmien|wyslij)\b")
IDENTYFIKATOR = re.compile(r"(?<![\w-])doc-\w")

KOMUNIKATY = {
    "empty_or_invalid_message": "Wiadomość jest pusta. Wpisz pytanie.",
    "message_too_long": "Wiadomość jest za długa. Skróć ją albo podziel na kilka pytań.",
    "invalid_selector": "Nieznany selektor. Dozwolone są: reguly, model.",
    "forbidden_action": "Nie wykonuję działań: tylko odpowiadam z dokumentów. Zapytaj, jak to zrobić.",
    "unknown_document": "Nie ma takiego dokumentu. Dostępne identyfikatory (liczy się wielkość liter): "
                        "{dokumenty}.",
    "missing_or_ambiguous_document_id": "Podaj jeden identyfikator dokumentu. Dostępne: {dokumenty}.",
    "missing_previous_sources": "Nie ma źródeł do pokazania. Zadaj pytanie o treść dokumentów.",
    "unknown_rag_status": "Odpowiedź z dokumentów ma nieznany status. Szczegóły są w pliku tury (rag).",
    "invalid_rag_result": "Odpowiedź z dokumentów ma niepoprawną postać. Szczegóły są w pliku tury (rag).",
    "selector_parse_error": "Model nie podał poprawnej propozycji. Szczegóły są w pliku tury (selection_trace).",
    "selector_error": "Wybór narzędzia się nie udał.",
    "unknown_tool": "Selektor wskazał narzędzie, którego nie ma.",
    "document_not_explicit": "Selektor wskazał dokument, którego nie ma w wiadomości.",
    "invalid_or_large_tool_output": "Wynik narzędzia jest za duży albo nie da się go zapisać.",
    "unexpected_selector_arguments": "Selektor podał argumenty, których nie wolno mu podawać.",
}
NIEWYKONANE = "Narzędzie odmówiło wykonania. Zadaj pytanie ponownie albo uruchom program z opcją --wybor reguly."
AWARIA = "Nie udało się uzyskać odpowiedzi: {powod}"


def krok(message, state, records, index, catalog, selector="reguly"):
    """Obsługuje jedną wiadomość: zwraca wynik tury i uaktualnia state. Żadna wiadomość nie daje wyjątku.

    records, index – z indeks.load_index; catalog – z narzedzia.katalog_dokumentow; selector – "reguly" albo
    "model". Części tury są gotowe pod spodem. Każda droga kończy się przez _zakoncz z właściwym statusem
    i powodem; odpowiedź podaje się jej tylko wtedy, gdy powodu nie ma w KOMUNIKATY. Kolejno:
    1. state["tool_attempted"] staje się False; wynik tury tworzy _nowy_wynik.
    2. sprawdz_wiadomosc: ValueError – "rejected" z tekstem wyjątku jako powodem. Poprawna wiadomość trafia
       do original_question, a valid_input staje się True. selector spoza SELEKTORY – "error",
       "invalid_selector".
    3. _straz: zwrócona para (status, powód) kończy turę, None – nie.
    4. rozwin_pytanie: standalone i history_used trafiają do standalone_question i history_used. Gdy
       standalone to None – "clarification_needed", "ambiguous_reference", odpowiedzią jest clarification.
    5. _wybierz: zwrócona krotka kończy turę, None – nie.
    6. _uzyj_narzedzia, raz w turze: jej krotka kończy turę.
    """
    state["tool_attempted"] = False
    wynik = _nowy_wynik(message, state, selector)
    try:
        pytanie = wynik["original_question"] = sprawdz_wiadomosc(message)
    except ValueError as blad:
        return _zakoncz(wynik, state, catalog, "rejected", str(blad))
    wynik["valid_input"] = True
    if selector not in SELEKTORY:
        return _zakoncz(wynik, state, catalog, "error", "invalid_selector")

    zatrzymana = _straz(pytanie, state, catalog)
    if zatrzymana:
        return _zakoncz(wynik, state, catalog, *zatrzymana)

    rozwiniecie = rozwin_pytanie(pytanie, state["history"])
    wynik["standalone_question"] = rozwiniecie["standalone"]
    wynik["history_used"] = rozwiniecie["history_used"]
    if rozwiniecie["standalone"] is None:
        return _zakoncz(wynik, state, catalog, "clarification_needed", "ambiguous_reference",
                        rozwiniecie["clarification"])

    odmowa = _wybierz(wynik, state, catalog)
    if odmowa:
        return _zakoncz(wynik, state, catalog, *odmowa)
    return _zakoncz(wynik, state, catalog, *_uzyj_narzedzia(wynik, state, records, index, catalog))


def _nowy_wynik(message, state, selector):
    """Zwraca wynik, w którym jeszcze nic się nie wydarzyło; komplet pól jednej tury."""
    return {
        "schema": SCHEMAT,
        "result_id": uuid.uuid4().hex,
        "conversation_id": state["conversation_id"],
        "turn_id": state["next_turn"],
        "timestamp": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "selector": selector if isinstance(selector, str) else repr(selector),
        "original_question": message if isinstance(message, str) else repr(message),
        "standalone_question": None,
        "history_used": False,
        "valid_input": False,
        "status": None,
        "reason": None,
        "answer": "",
        "sources": [],
        "source_origin": None,
        "decision": None,          # propozycja selektora
        "selection_trace": None,   # żądanie i odpowiedź modelu wybierającego
        "tool": {},                # wynik narzedzia.wykonaj; {}, gdy tura nie wywołała narzędzia
        "rag": None,               # wynik rag.ask_rag
        "warnings": [],
    }


def _straz(pytanie, state, catalog):
    """Zatrzymuje bez pytania modelu to, co rozstrzyga sama treść; zwraca (status, powód) albo None."""
    tekst = zloz(pytanie)
    if ZAKAZANE.match(tekst):
        return "rejected", "forbidden_action"
    if "metadan" in tekst:
        znane = jawne_id(pytanie, catalog)
        if not znane and IDENTYFIKATOR.search(tekst):
            return "rejected", "unknown_document"
        if len(znane) != 1:
            return "clarification_needed", "missing_or_ambiguous_document_id"
    if prosba_o_zrodla(pytanie) and not state["last_sources"]:
        return "clarification_needed", "missing_previous_sources"
    return None


def _wybierz(wynik, state, catalog):
    """Wpisuje do wyniku propozycję selektora; zwraca None albo (status, powód, odpowiedź), gdy to koniec tury."""
    try:
        propozycja = _propozycja(wynik, state, catalog)
    except NotImplementedError:   # zadanie czeka na napisanie: niech program powie, które
        raise
    except Exception as blad:   # każda awaria selektora kończy turę i zostaje widoczna
        wynik["warnings"].append(str(blad) if isinstance(blad, RuntimeError) else f"{type(blad).__name__}: {blad}")
        return "error", "selector_error"
    if propozycja is None:
        return "error", "selector_parse_error"
    wynik["decision"] = propozycja
    if propozycja["decision"] == "clarification_needed":
        return "clarification_needed", "clarification_needed", propozycja["message"]
    if propozycja["decision"] != "tool_call":
        return "rejected", propozycja["decision"], propozycja["message"]
    if propozycja["action"] == "answer_from_documents" and propozycja["arguments"]:
        return "rejected", "unexpected_selector_arguments"
    return None


def _propozycja(wynik, state, catalog):
    if wynik["selector"] == "reguly":
        return sprawdz_propozycje(wybierz_reguly(wynik["original_question"], catalog))
    propozycja, wynik["selection_trace"] = wybierz_model(
        wynik["original_question"], wynik["standalone_question"], state, catalog)
    return None if propozycja is None else sprawdz_propozycje(propozycja)


def _uzyj_narzedzia(wynik, state, records, index, catalog):
    """Wykonuje jedyne wywołanie tury i wpisuje jego wynik; zwraca (status, powód) i czasem odpowiedź."""
    nazwa, argumenty = wynik["decision"]["action"], wynik["decision"]["arguments"]
    if nazwa == "answer_from_documents":   # pytanie podaje program, nigdy model
        argumenty = {"question": wynik["standalone_question"]}
    kontekst = {"state": state, "records": records, "index": index, "catalog": catalog,
                "original": wynik["original_question"], "standalone": wynik["standalone_question"]}
    narzedzie = wynik["tool"] = wykonaj({"action": nazwa, "arguments": argumenty}, kontekst)
    if narzedzie["status"] != "completed":
        if narzedzie["reason"] in KOMUNIKATY:
            return narzedzie["status"], narzedzie["reason"]
        opis = AWARIA.format(powod=narzedzie["reason"]) if narzedzie["executed"] else NIEWYKONANE
        return narzedzie["status"], narzedzie["reason"], opis

    dane, powod = narzedzie["data"], POWODY_ODPOWIEDZI[nazwa]
    if nazwa == "answer_from_documents":
        return _przejmij_rag(wynik, dane, powod)
    if nazwa == "show_last_sources":
        wynik["sources"] = deepcopy(state["last_sources"])
        wynik["source_origin"] = deepcopy(state["source_origin"])   # tura, z której źródła pochodzą
        return "answered", powod, format_sources(wynik["sources"])
    return "answered", powod, json.dumps(dane, ensure_ascii=False, indent=2)


def _przejmij_rag(wynik, dane, powod):
    """Przenosi do wyniku odpowiedź z dokumentów, jeśli ma umówioną postać."""
    wynik["rag"] = dane
    if dane.get("status") not in STATUSY_RAG:
        return "rejected", "unknown_rag_status"
    if not _postac_rag(dane):
        return "error", "invalid_rag_result"
    wynik["warnings"] += dane["warnings"]
    if dane["status"] == "answered" and dane["sources"]:
        wynik["sources"] = dane["sources"]
        wynik["source_origin"] = {"turn_id": wynik["turn_id"], "result_id": wynik["result_id"]}
    return dane["status"], dane.get("reason") or powod, dane["answer"]


def _postac_rag(dane):
    """Mówi, czy odpowiedź RAG ma pola umówionych typów, a jej źródła da się pokazać."""
    try:
        format_sources(dane["sources"])
        return (isinstance(dane["answer"], str) and isinstance(dane["sources"], list)
                and isinstance(dane.get("reason"), (str, type(None))) and isinstance(dane["warnings"], list)
                and all(isinstance(uwaga, str) for uwaga in dane["warnings"]))
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
        return False


def _zakoncz(wynik, state, catalog, status, powod, odpowiedz=None):
    """Jedyne wyjście z tury: ustawia status, powód i odpowiedź, a potem zapamiętuje wynik w stanie."""
    if odpowiedz is None:
        odpowiedz = KOMUNIKATY[powod].format(dokumenty=", ".join(sorted(catalog)))
    wynik |= {"status": status, "reason": powod, "answer": odpowiedz}
    zapamietaj(state, wynik)
    return wynik
