"""Decyzja napisana najprościej: każda funkcja w jednym kawałku, tylko z umowy."""
import json

from lokalny import CONFIG, api
from pamiec import jawne_id, prosba_o_zrodla


def bez_powtorzen(pary):
    if len(dict(pary)) != len(pary):
        raise ValueError("powtórzony klucz")
    return dict(pary)


def bez_nan(nazwa):
    raise ValueError(nazwa)


def scisly_json(text):
    return json.loads(text, object_pairs_hook=bez_powtorzen, parse_constant=bez_nan)


def sprawdz_propozycje(proposal):
    if not isinstance(proposal, dict) or set(proposal) != {"decision", "action", "arguments", "message"}:
        raise ValueError("invalid_proposal_fields")
    decision, action = proposal["decision"], proposal["action"]
    arguments, message = proposal["arguments"], proposal["message"]
    if not isinstance(decision, str) or not isinstance(arguments, dict):
        raise ValueError("invalid_proposal_types")
    if decision == "tool_call":
        if not isinstance(action, str) or action == "" or message is not None:
            raise ValueError("invalid_tool_proposal")
    elif decision in ("clarification_needed", "rejected", "no_suitable_tool"):
        if action is not None or arguments != {} or not isinstance(message, str):
            raise ValueError("invalid_non_tool_proposal")
        if len(message) < 1 or len(message) > 1000:
            raise ValueError("invalid_message_length")
    else:
        raise ValueError("unknown_decision")
    return proposal


def wybierz_reguly(question, catalog):
    propozycja = {"decision": "tool_call", "action": "answer_from_documents", "arguments": {}, "message": None}
    if prosba_o_zrodla(question):
        propozycja["action"] = "show_last_sources"
    elif "metadan" in question.lower():
        znane = jawne_id(question, catalog)
        if len(znane) != 1:
            raise ValueError("missing_or_ambiguous_document_id")
        propozycja["action"] = "get_document_metadata"
        propozycja["arguments"] = {"document_id": znane[0]}
    return propozycja


TOOLS = {"answer_from_documents": "odpowiada z dokumentów", "show_last_sources": "pokazuje ostatnie źródła",
         "get_document_metadata": "podaje metadane dokumentu"}


def wybierz_model(question, standalone, state, catalog):
    dane = {
        "current_message": question,
        "standalone_question": standalone,
        "recent_questions": [wpis["standalone"] for wpis in state["history"]],
        "has_last_sources": len(state["last_sources"]) > 0,
        "known_document_ids": sorted(catalog),
        "tools": TOOLS,
    }
    instrukcja = ("Wybierz narzędzie. Odpowiedz obiektem JSON o polach decision, action, arguments, message. "
                  "decision to tool_call, clarification_needed, rejected albo no_suitable_tool.")
    request = {
        "model": CONFIG["chat_model"],
        "messages": [{"role": "system", "content": instrukcja},
                     {"role": "user", "content": json.dumps(dane, ensure_ascii=False)}],
        "stream": False,
        "format": "json",
        "options": {"temperature": CONFIG["temperature"], "seed": CONFIG["seed"], "num_ctx": CONFIG["num_ctx"],
                    "num_predict": CONFIG["num_predict"]},
    }
    trace = {"request": request, "response": None, "parse_error": None}
    response = api("/api/chat", request)
    trace["response"] = response
    try:
        if response.get("done_reason") == "length":
            raise ValueError("ucięta odpowiedź")
        tresc = response["message"]["content"]
        return sprawdz_propozycje(scisly_json(tresc)), trace
    except (ValueError, KeyError, TypeError) as blad:
        trace["parse_error"] = repr(blad)
        return None, trace
