"""Tura napisana najprościej: jedna długa funkcja, tylko z umowy."""
import json
import re
import uuid
from datetime import datetime, timezone

from decyzja import sprawdz_propozycje, wybierz_model, wybierz_reguly
from narzedzia import wykonaj
from pamiec import jawne_id, prosba_o_zrodla, rozwin_pytanie, sprawdz_wiadomosc, zapamietaj
from rag import format_sources


def krok(message, state, records, index, catalog, selector="reguly"):
    state["tool_attempted"] = False
    wynik = {
        "schema": "1", "result_id": uuid.uuid4().hex, "conversation_id": state["conversation_id"],
        "turn_id": state["next_turn"], "timestamp": datetime.now(timezone.utc).isoformat(), "selector": selector,
        "original_question": str(message), "standalone_question": None, "history_used": False,
        "valid_input": False, "status": None, "reason": None, "answer": "", "sources": [], "source_origin": None,
        "decision": None, "selection_trace": None, "tool": {}, "rag": None, "warnings": [],
    }

    def koniec(status, reason, answer=""):
        wynik["status"] = status
        wynik["reason"] = reason
        wynik["answer"] = answer or f"({reason})"
        zapamietaj(state, wynik)
        return wynik

    try:
        pytanie = sprawdz_wiadomosc(message)
    except ValueError as blad:
        return koniec("rejected", str(blad))
    wynik["original_question"] = pytanie
    wynik["valid_input"] = True
    if selector not in ("reguly", "model"):
        return koniec("error", "invalid_selector")

    tekst = pytanie.lower()
    if re.match(r"(proszę,? )?(zrestartuj|uruchom|wykonaj|usuń|zmień|wyślij)\b", tekst):
        return koniec("rejected", "forbidden_action")
    if "metadan" in tekst:
        znane = jawne_id(pytanie, catalog)
        if len(znane) == 0 and "DOC-" in pytanie:
            return koniec("rejected", "unknown_document")
        if len(znane) != 1:
            return koniec("clarification_needed", "missing_or_ambiguous_document_id")
    if prosba_o_zrodla(pytanie) and not state["last_sources"]:
        return koniec("clarification_needed", "missing_previous_sources")

    rozwiniecie = rozwin_pytanie(pytanie, state["history"])
    wynik["standalone_question"] = rozwiniecie["standalone"]
    wynik["history_used"] = rozwiniecie["history_used"]
    if rozwiniecie["standalone"] is None:
        return koniec("clarification_needed", "ambiguous_reference", rozwiniecie["clarification"])

    try:
        if selector == "reguly":
            propozycja = wybierz_reguly(pytanie, catalog)
        else:
            propozycja, wynik["selection_trace"] = wybierz_model(pytanie, rozwiniecie["standalone"], state, catalog)
        if propozycja is None:
            return koniec("error", "selector_parse_error")
        sprawdz_propozycje(propozycja)
    except Exception as blad:
        wynik["warnings"].append(repr(blad))
        return koniec("error", "selector_error")
    wynik["decision"] = propozycja
    if propozycja["decision"] == "clarification_needed":
        return koniec("clarification_needed", "clarification_needed", propozycja["message"])
    if propozycja["decision"] != "tool_call":
        return koniec("rejected", propozycja["decision"], propozycja["message"])

    nazwa = propozycja["action"]
    argumenty = dict(propozycja["arguments"])
    if nazwa == "answer_from_documents":
        if argumenty:
            return koniec("rejected", "unexpected_selector_arguments")
        argumenty = {"question": rozwiniecie["standalone"]}
    kontekst = {"state": state, "records": records, "index": index, "catalog": catalog, "original": pytanie,
                "standalone": rozwiniecie["standalone"]}
    wynik["tool"] = wykonaj({"action": nazwa, "arguments": argumenty}, kontekst)
    if wynik["tool"]["status"] != "completed":
        return koniec(wynik["tool"]["status"], wynik["tool"]["reason"])

    dane = wynik["tool"]["data"]
    if nazwa == "get_document_metadata":
        return koniec("answered", "metadata_returned", json.dumps(dane, ensure_ascii=False))
    if nazwa == "show_last_sources":
        wynik["sources"] = list(state["last_sources"])
        wynik["source_origin"] = state["source_origin"]
        return koniec("answered", "sources_returned", format_sources(wynik["sources"]))
    wynik["rag"] = dane
    if dane["status"] not in ("answered", "insufficient_context", "error"):
        return koniec("rejected", "unknown_status")
    wynik["sources"] = dane["sources"]
    wynik["warnings"] = wynik["warnings"] + dane["warnings"]
    return koniec(dane["status"], dane.get("reason") or "rag_completed", dane["answer"])
