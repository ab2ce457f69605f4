"""Decyzja napisana inaczej: tabele warunków, przykłady w wiadomościach, usługa wołana przez moduł."""
import json

import lokalny
import pamiec

BEZ_NARZEDZIA = {"clarification_needed", "rejected", "no_suitable_tool"}
OPISY = {"answer_from_documents": "odpowiedź", "show_last_sources": "źródła", "get_document_metadata": "metadane"}


class _Scisly(json.JSONDecoder):
    def __init__(self):
        super().__init__(object_pairs_hook=self._obiekt, parse_constant=self._stala)

    @staticmethod
    def _obiekt(pary):
        klucze = [klucz for klucz, _ in pary]
        if sorted(klucze) != sorted(set(klucze)):
            raise ValueError("klucz się powtarza")
        return dict(pary)

    @staticmethod
    def _stala(nazwa):
        raise ValueError(f"{nazwa} nie jest liczbą")


def scisly_json(text):
    return _Scisly().decode(text)


def sprawdz_propozycje(proposal):
    powod = _powod(proposal)
    if powod:
        raise ValueError(powod)
    return proposal


def _powod(p):
    if not isinstance(p, dict) or sorted(p) != ["action", "arguments", "decision", "message"]:
        return "invalid_proposal_fields"
    typy = {"decision": (str,), "action": (str, type(None)), "arguments": (dict,), "message": (str, type(None))}
    if not all(isinstance(p[pole], typ) for pole, typ in typy.items()):
        return "invalid_proposal_types"
    if p["decision"] == "tool_call":
        return None if p["action"] and p["message"] is None else "invalid_tool_proposal"
    if p["decision"] not in BEZ_NARZEDZIA:
        return "unknown_decision"
    if (p["action"], p["arguments"]) != (None, {}) or p["message"] is None:
        return "invalid_non_tool_proposal"
    return None if 0 < len(p["message"]) < 1001 else "invalid_message_length"


def wybierz_reguly(question, catalog):
    def wywolaj(action, **arguments):
        return dict(message=None, arguments=arguments, action=action, decision="tool_call")

    if "metadan" in question.casefold():
        try:
            (jedyny,) = pamiec.jawne_id(question, catalog)
        except ValueError:
            raise ValueError("missing_or_ambiguous_document_id") from None
        return wywolaj("get_document_metadata", document_id=jedyny)
    return wywolaj("show_last_sources" if pamiec.prosba_o_zrodla(question) else "answer_from_documents")


def wybierz_model(question, standalone, state, catalog):
    tresc = json.dumps({
        "tools": OPISY, "known_document_ids": list(catalog), "has_last_sources": state["last_sources"] != [],
        "recent_questions": [wpis["question"] for wpis in state["history"]], "standalone_question": standalone,
        "current_message": question}, indent=1)
    messages = [("system", "Odpowiadaj samym obiektem JSON."), ("user", "{}"),
                ("assistant", json.dumps(wybierz_reguly("", {}))), ("user", tresc)]
    trace = {"request": {
        "stream": False, "format": "json", "keep_alive": "5m", "model": lokalny.CONFIG["chat_model"],
        "messages": [dict(role=role, content=content) for role, content in messages],
        "options": {pole: lokalny.CONFIG[pole] for pole in ("temperature", "seed", "num_ctx", "num_predict")}}}
    trace["response"] = lokalny.api(path="/api/chat", payload=trace["request"])
    propozycja, trace["parse_error"] = _odczytaj(trace["response"])
    return propozycja, trace


def _odczytaj(response):
    """Zwraca parę: propozycja albo None, opis błędu albo None."""
    if response.get("done_reason") == "length":
        return None, "truncated"
    try:
        propozycja = scisly_json((response.get("message") or {}).get("content") or "")
    except ValueError:
        return None, "not strict JSON"
    powod = _powod(propozycja)
    return (None, powod) if powod else (propozycja, None)
