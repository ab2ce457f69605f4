"""Konsola napisana inaczej: jeden tekst złożony z części; tu tylko ekran, bo zapis nie należy do ośmiu zadań."""
import json
import sys

ZNAKI = {"answered": "✔", "insufficient_context": "∅", "clarification_needed": "?", "rejected": "✘", "error": "!"}


def _czesci(result, debug):
    yield f"{ZNAKI[result['status']]} {result['answer']}"
    if result["reason"] != "sources_returned":
        yield from (f"- {zrodlo['chunk_id']}: {zrodlo['text']}" for zrodlo in result["sources"])
    if result["source_origin"]:
        yield "(źródła: tura nr {turn_id})".format(**result["source_origin"])
    yield from result["warnings"]
    if debug:
        pola = ("standalone_question", "decision", "reason")
        yield json.dumps({pole: result[pole] for pole in pola}, ensure_ascii=False)


def pokaz(result, debug=False):
    sys.stdout.write("\n\n".join(_czesci(result, debug)) + "\n")
