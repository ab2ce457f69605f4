"""Pokój narzędzi: trzy funkcje tylko do odczytu i jedna bramka, przez którą wolno je wywołać.

wywołanie – słownik {action, arguments}
kontekst – słownik: state, records, index, catalog, original, standalone
wynik – słownik: name, status (completed | rejected | error), executed, arguments, data, reason
"""
import json
from copy import deepcopy

from pamiec import jawne_id
from rag import ask_rag

NAJWIEKSZY_WYNIK = 120_000   # znaków JSON
POLA_KATALOGU = ("document_id", "source", "title", "version", "status")


def katalog_dokumentow(records):
    """Zwraca słownik {document_id: {document_id, source, title, version, status}} z listy fragmentów.

    ValueError, gdy dwa fragmenty jednego dokumentu podają różne metadane.
    """
    katalog = {}
    for rekord in records:
        wpis = {pole: rekord["metadata"][pole] for pole in POLA_KATALOGU}
        znany = katalog.setdefault(wpis["document_id"], wpis)
        if znany != wpis:
            rozne = [pole for pole in POLA_KATALOGU if znany[pole] != wpis[pole]]
            raise ValueError(f"fragmenty dokumentu {wpis['document_id']} podają różne wartości: "
                             f"{', '.join(rozne)}")
    return katalog


def _odpowiedz_z_dokumentow(args, context):
    return ask_rag(args["question"], context["records"], context["index"])


def _pokaz_ostatnie_zrodla(args, context):
    return deepcopy({"sources": context["state"]["last_sources"],
                     "source_origin": context["state"]["source_origin"]})


def _pokaz_metadane(args, context):
    return dict(context["catalog"][args["document_id"]])


# Jedyna lista tego, co wolno wykonać: nazwa spoza niej nie prowadzi do żadnej funkcji.
REGISTRY = {
    "answer_from_documents": _odpowiedz_z_dokumentow,
    "show_last_sources": _pokaz_ostatnie_zrodla,
    "get_document_metadata": _pokaz_metadane,
}
POLA_ARGUMENTOW = {
    "answer_from_documents": {"question"},
    "show_last_sources": set(),
    "get_document_metadata": {"document_id"},
}


def sprawdz_argumenty(name, args, context):
    """Zwraca kopię poprawnych argumentów narzędzia name; ValueError z nazwą powodu dla pozostałych.

    Powody: arguments_not_object, invalid_argument_fields, question_mismatch, unknown_document,
    document_not_explicit, missing_previous_sources.
    """
    if not isinstance(args, dict):
        raise ValueError("arguments_not_object")
    if set(args) != POLA_ARGUMENTOW[name]:
        raise ValueError("invalid_argument_fields")
    if name == "answer_from_documents" and args["question"] != context["standalone"]:
        raise ValueError("question_mismatch")
    if name == "get_document_metadata":
        dokument = args["document_id"]
        if not isinstance(dokument, str) or dokument not in context["catalog"]:
            raise ValueError("unknown_document")
        if dokument not in jawne_id(context["original"], context["catalog"]):
            raise ValueError("document_not_explicit")
    if name == "show_last_sources" and not context["state"]["last_sources"]:
        raise ValueError("missing_previous_sources")
    return dict(args)


def wykonaj(call, context):
    """Sprawdza wywołanie i dopiero poprawne wykonuje; zwraca wynik i nie zgłasza wyjątków.

    Wywołanie, kontekst i wynik opisuje początek pliku. Wynik zaczyna się od: name None, status "rejected",
    executed False, arguments {}, data None, reason None. Kolejno, do pierwszej odmowy, której powód trafia
    do reason:
    1. state["tool_attempted"] jest True – "attempt_limit"; jeśli nie, staje się True, bo nieudana próba
       też się liczy.
    2. call nie jest słownikiem o dokładnie dwóch polach, action i arguments – "invalid_call".
    3. action nie jest napisem z REGISTRY – "unknown_tool"; znana nazwa trafia do name.
    4. sprawdz_argumenty zgłasza ValueError – jego tekst; poprawne argumenty trafiają do arguments.
    5. executed staje się True, a funkcja z REGISTRY dostaje argumenty i context. Gdy zgłosi wyjątek, status
       to "error", a reason to opis wyjątku (str). Gdy jej wynik nie przechodzi przez _miesci_sie, status to
       "error", a reason "invalid_or_large_tool_output".
    6. Udane wykonanie: status "completed", data – wynik funkcji, reason None. Mówi to tylko, że funkcja
       zwróciła wynik, a nie że odpowiedź jest prawdziwa.
    """
    wynik = {"name": None, "status": "rejected", "executed": False, "arguments": {}, "data": None,
             "reason": None}
    if context["state"]["tool_attempted"]:
        return wynik | {"reason": "attempt_limit"}
    context["state"]["tool_attempted"] = True

    if not isinstance(call, dict) or set(call) != {"action", "arguments"}:
        return wynik | {"reason": "invalid_call"}
    if not isinstance(call["action"], str) or call["action"] not in REGISTRY:
        return wynik | {"reason": "unknown_tool"}
    wynik["name"] = call["action"]
    try:
        wynik["arguments"] = sprawdz_argumenty(call["action"], call["arguments"], context)
    except ValueError as blad:
        return wynik | {"reason": str(blad)}

    wynik["executed"] = True
    try:
        dane = REGISTRY[call["action"]](dict(wynik["arguments"]), context)
    except Exception as blad:   # narzędzie może zawieść na wiele sposobów; żaden nie przerywa rozmowy
        opis = str(blad) if isinstance(blad, RuntimeError) else f"{type(blad).__name__}: {blad}"
        return wynik | {"status": "error", "reason": opis}
    if not _miesci_sie(dane):
        return wynik | {"status": "error", "reason": "invalid_or_large_tool_output"}
    return wynik | {"status": "completed", "data": dane}


def _miesci_sie(dane):
    """Mówi, czy wynik narzędzia jest słownikiem, który da się zapisać jako JSON o dozwolonej długości."""
    try:
        return isinstance(dane, dict) and len(json.dumps(dane, ensure_ascii=False,
                                                         allow_nan=False)) <= NAJWIEKSZY_WYNIK
    except (TypeError, ValueError, RecursionError):
        return False
