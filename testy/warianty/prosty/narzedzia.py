"""Narzędzia napisane najprościej: każda funkcja w jednym kawałku, tylko z umowy."""
import json

from pamiec import jawne_id
from rag import ask_rag


def katalog_dokumentow(records):
    katalog = {}
    for record in records:
        wpis = {}
        for pole in ("document_id", "source", "title", "version", "status"):
            wpis[pole] = record["metadata"][pole]
        if wpis["document_id"] in katalog and katalog[wpis["document_id"]] != wpis:
            raise ValueError(f"sprzeczne metadane {wpis['document_id']}")
        katalog[wpis["document_id"]] = wpis
    return katalog


def odpowiedz(args, context):
    return ask_rag(args["question"], context["records"], context["index"])


def zrodla(args, context):
    return {"sources": list(context["state"]["last_sources"]), "source_origin": context["state"]["source_origin"]}


def metadane(args, context):
    return dict(context["catalog"][args["document_id"]])


REGISTRY = {"answer_from_documents": odpowiedz, "show_last_sources": zrodla, "get_document_metadata": metadane}


def sprawdz_argumenty(name, args, context):
    if not isinstance(args, dict):
        raise ValueError("arguments_not_object")
    if name == "answer_from_documents":
        if set(args) != {"question"}:
            raise ValueError("invalid_argument_fields")
        if args["question"] != context["standalone"]:
            raise ValueError("question_mismatch")
    elif name == "get_document_metadata":
        if set(args) != {"document_id"}:
            raise ValueError("invalid_argument_fields")
        if args["document_id"] not in list(context["catalog"]):
            raise ValueError("unknown_document")
        if args["document_id"] not in jawne_id(context["original"], context["catalog"]):
            raise ValueError("document_not_explicit")
    else:
        if args:
            raise ValueError("invalid_argument_fields")
        if not context["state"]["last_sources"]:
            raise ValueError("missing_previous_sources")
    return dict(args)


def wykonaj(call, context):
    wynik = {"name": None, "status": "rejected", "executed": False, "arguments": {}, "data": None, "reason": None}
    if context["state"]["tool_attempted"]:
        wynik["reason"] = "attempt_limit"
        return wynik
    context["state"]["tool_attempted"] = True

    if not isinstance(call, dict) or set(call) != {"action", "arguments"}:
        wynik["reason"] = "invalid_call"
        return wynik
    name = call["action"]
    if name not in list(REGISTRY):
        wynik["reason"] = "unknown_tool"
        return wynik
    wynik["name"] = name
    try:
        args = sprawdz_argumenty(name, call["arguments"], context)
    except ValueError as blad:
        wynik["reason"] = str(blad)
        return wynik
    wynik["arguments"] = args

    wynik["executed"] = True
    try:
        dane = REGISTRY[name](args, context)
    except Exception as blad:
        wynik["status"] = "error"
        wynik["reason"] = repr(blad)
        return wynik
    try:
        tekst = json.dumps(dane, allow_nan=False, ensure_ascii=False)
        dobre = isinstance(dane, dict) and len(tekst) <= 120_000
    except (TypeError, ValueError):
        dobre = False
    if not dobre:
        wynik["status"] = "error"
        wynik["reason"] = "invalid_or_large_tool_output"
        return wynik
    wynik["status"] = "completed"
    wynik["data"] = dane
    return wynik
