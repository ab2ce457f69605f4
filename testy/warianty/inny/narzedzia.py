"""Narzędzia napisane inaczej: odmowa jest wyjątkiem, a rejestru nie da się zmienić."""
import copy
import json
from types import MappingProxyType

import pamiec
from rag import ask_rag

POLA = ("document_id", "source", "title", "version", "status")


class Odmowa(ValueError):
    """Powód, dla którego narzędzie nie ruszy."""


def katalog_dokumentow(records):
    wpisy = [tuple(record["metadata"][pole] for pole in POLA) for record in records]
    katalog = {wpis[0]: dict(zip(POLA, wpis)) for wpis in wpisy}
    if len(set(wpisy)) != len(katalog):
        raise ValueError("metadane dokumentu są sprzeczne")
    return katalog


REGISTRY = MappingProxyType({
    "answer_from_documents": lambda args, context: ask_rag(question=args["question"], records=context["records"],
                                                           index=context["index"]),
    "show_last_sources": lambda args, context: {"sources": copy.deepcopy(context["state"]["last_sources"])},
    "get_document_metadata": lambda args, context: context["catalog"][args["document_id"]] | {},
})


def _wymagaj(warunek, powod):
    if not warunek:
        raise Odmowa(powod)


def sprawdz_argumenty(name, args, context):
    _wymagaj(isinstance(args, dict), "arguments_not_object")
    pola = {"answer_from_documents": ["question"], "get_document_metadata": ["document_id"]}.get(name, [])
    _wymagaj(list(args) == pola, "invalid_argument_fields")
    if "question" in args:
        _wymagaj(args["question"] == context["standalone"], "question_mismatch")
    if "document_id" in args:
        _wymagaj(args["document_id"] in [*context["catalog"]], "unknown_document")
        _wymagaj(args["document_id"] in pamiec.jawne_id(context["original"], context["catalog"]),
                 "document_not_explicit")
    if not args:
        _wymagaj(context["state"]["last_sources"], "missing_previous_sources")
    return copy.copy(args)


def _przygotuj(call, context, wynik):
    """Uzupełnia wynik tym, co o wywołaniu już wiadomo; Odmowa przerywa."""
    proba, context["state"]["tool_attempted"] = context["state"]["tool_attempted"], True
    _wymagaj(not proba, "attempt_limit")
    _wymagaj(isinstance(call, dict) and sorted(call, key=str) == ["action", "arguments"], "invalid_call")
    _wymagaj(isinstance(call["action"], str), "invalid_call")
    _wymagaj(call["action"] in REGISTRY, "unknown_tool")
    wynik["name"] = call["action"]
    wynik["arguments"] = sprawdz_argumenty(call["action"], call["arguments"], context)


def wykonaj(call, context):
    wynik = dict.fromkeys(("name", "arguments", "data", "reason")) | {"status": "rejected", "executed": False}
    try:
        _przygotuj(call, context, wynik)
    except Odmowa as odmowa:
        return wynik | {"reason": str(odmowa)}
    wynik |= {"executed": True, "status": "error"}
    try:
        dane = REGISTRY[wynik["name"]](wynik["arguments"], context)
    except Exception as blad:
        return wynik | {"reason": type(blad).__name__}
    try:
        zapis = json.dumps(dane, allow_nan=False, indent=1, ensure_ascii=False)
    except Exception:
        zapis = None
    if zapis is None or not isinstance(dane, dict) or len(zapis) > 120_000:
        return wynik | {"reason": "invalid_or_large_tool_output"}
    return wynik | {"status": "completed", "data": json.loads(zapis), "reason": "ok"}
