"""Trzy narzędzia tylko do odczytu: moduł pisany na wzór książki kursowej, z samego kontraktu."""
import json
from copy import deepcopy

from pamiec import jawne_id
from rag import ask_rag


def katalog_dokumentow(records):
    catalog = {}
    for record in records:
        metadata = record["metadata"]
        entry = {}
        for field in ["document_id", "source", "title", "version", "status"]:
            entry[field] = metadata[field]
        document_id = entry["document_id"]
        if document_id in catalog and catalog[document_id] != entry:
            raise ValueError("Sprzeczne metadane dokumentu " + str(document_id))
        catalog[document_id] = entry
    return catalog


def answer_from_documents(args, context):
    return ask_rag(args["question"], context["records"], context["index"])


def show_last_sources(args, context):
    state = context["state"]
    return {
        "sources": deepcopy(state["last_sources"]),
        "source_origin": deepcopy(state["source_origin"]),
    }


def get_document_metadata(args, context):
    return deepcopy(context["catalog"][args["document_id"]])


REGISTRY = {
    "answer_from_documents": answer_from_documents,
    "show_last_sources": show_last_sources,
    "get_document_metadata": get_document_metadata,
}


def sprawdz_argumenty(name, args, context):
    is_object = isinstance(args, dict)
    if not is_object:
        raise ValueError("arguments_not_object")

    if name == "answer_from_documents":
        if set(args) != {"question"}:
            raise ValueError("invalid_argument_fields")
        question = args["question"]
        standalone = context["standalone"]
        if not isinstance(question, str) or not isinstance(standalone, str):
            raise ValueError("question_mismatch")
        if question.strip() != standalone.strip():
            raise ValueError("question_mismatch")

    elif name == "get_document_metadata":
        if set(args) != {"document_id"}:
            raise ValueError("invalid_argument_fields")
        document_id = args["document_id"]
        if not isinstance(document_id, str) or document_id not in context["catalog"]:
            raise ValueError("unknown_document")
        if document_id not in jawne_id(context["original"], context["catalog"]):
            raise ValueError("document_not_explicit")

    elif name == "show_last_sources":
        if args != {}:
            raise ValueError("invalid_argument_fields")
        if not context["state"]["last_sources"]:
            raise ValueError("missing_previous_sources")

    else:
        raise ValueError("unknown_tool")

    return deepcopy(args)


def wykonaj(call, context):
    outcome = {
        "name": None,
        "status": "rejected",
        "executed": False,
        "arguments": {},
        "data": None,
        "reason": None,
    }
    state = context["state"]

    # Jedna wiadomość to najwyżej jedna próba, także nieudana.
    if state["tool_attempted"]:
        outcome["reason"] = "attempt_limit"
        return outcome
    state["tool_attempted"] = True

    if not isinstance(call, dict) or set(call) != {"action", "arguments"}:
        outcome["reason"] = "invalid_call"
        return outcome

    action = call["action"]
    if not isinstance(action, str) or action not in REGISTRY:
        outcome["reason"] = "unknown_tool"
        return outcome
    outcome["name"] = action

    try:
        arguments = sprawdz_argumenty(action, call["arguments"], context)
    except ValueError as error:
        outcome["reason"] = str(error)
        return outcome
    outcome["arguments"] = deepcopy(arguments)

    outcome["executed"] = True
    try:
        data = REGISTRY[action](arguments, context)
        is_object = isinstance(data, dict)
        if not is_object:
            raise ValueError("invalid_or_large_tool_output")
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        if len(text) > 120000:
            raise ValueError("invalid_or_large_tool_output")
        outcome["data"] = deepcopy(data)
        outcome["status"] = "completed"
    except Exception as error:
        outcome["status"] = "error"
        outcome["reason"] = str(error)
    return outcome
