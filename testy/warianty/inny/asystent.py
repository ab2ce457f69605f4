"""Tura napisana inaczej: obiekt z metodami, a każde wcześniejsze zakończenie jest wyjątkiem."""
import copy
import json
import time
import uuid

import narzedzia
import pamiec
import rag
from decyzja import sprawdz_propozycje, wybierz_model, wybierz_reguly

CZYNNOSCI = ("zrestartuj", "uruchom", "wykonaj", "usuń", "zmień", "wyślij")


class Koniec(Exception):
    """Tura kończy się teraz: status, powód, odpowiedź."""

    def __init__(self, status, reason, answer=None):
        super().__init__(reason)
        self.pola = {"status": status, "reason": reason, "answer": answer or reason}


class Tura:
    def __init__(self, message, state, selector):
        self.message, self.state = message, state
        self.wynik = dict.fromkeys(("standalone_question", "source_origin", "decision", "selection_trace", "tool",
                                    "rag"))
        self.wynik |= {
            "schema": 2, "result_id": str(uuid.uuid1()), "conversation_id": state["conversation_id"],
            "turn_id": state["next_turn"], "timestamp": time.time(), "selector": selector, "history_used": False,
            "original_question": message if isinstance(message, str) else None, "valid_input": False,
            "sources": [], "warnings": []}

    def przejdz(self, records, index, catalog):
        self.sprawdz(catalog)
        self.rozwin()
        self.wybierz(catalog)
        self.uzyj(records, index, catalog)

    def sprawdz(self, catalog):
        try:
            self.pytanie = pamiec.sprawdz_wiadomosc(self.message)
        except ValueError as blad:
            raise Koniec("rejected", str(blad)) from None
        self.wynik["valid_input"] = True
        if self.wynik["selector"] not in ["reguly", "model"]:
            raise Koniec("error", "invalid_selector")
        slowa = "".join(znak if znak.isalnum() else " " for znak in self.pytanie.lower()).split()
        if slowa[:1] == ["proszę"]:
            slowa.pop(0)
        if slowa and slowa[0] in CZYNNOSCI:
            raise Koniec("rejected", "forbidden_action")
        znane = pamiec.jawne_id(self.pytanie, catalog)
        if "metadan" in self.pytanie.lower() and len(znane) != 1:
            if not znane and "DOC-" in self.pytanie:
                raise Koniec("rejected", "unknown_document")
            raise Koniec("clarification_needed", "missing_or_ambiguous_document_id")
        if not self.state["last_sources"] and pamiec.prosba_o_zrodla(self.pytanie):
            raise Koniec("clarification_needed", "missing_previous_sources")

    def rozwin(self):
        rozwiniecie = pamiec.rozwin_pytanie(self.pytanie, self.state["history"])
        self.wynik |= {"standalone_question": rozwiniecie["standalone"], "history_used": rozwiniecie["history_used"]}
        if rozwiniecie["standalone"] is None:
            raise Koniec("clarification_needed", "ambiguous_reference", rozwiniecie["clarification"])

    def wybierz(self, catalog):
        try:
            if self.wynik["selector"] == "model":
                para = wybierz_model(self.pytanie, self.wynik["standalone_question"], self.state, catalog)
                propozycja, self.wynik["selection_trace"] = para
            else:
                propozycja = wybierz_reguly(self.pytanie, catalog)
            self.wynik["decision"] = propozycja and sprawdz_propozycje(propozycja)
        except Exception as blad:
            raise Koniec("error", "selector_error", str(blad)) from blad
        if not propozycja:
            raise Koniec("error", "selector_parse_error")
        decyzja = propozycja["decision"]
        if decyzja != "tool_call":
            raise Koniec(decyzja if decyzja == "clarification_needed" else "rejected", decyzja, propozycja["message"])

    def uzyj(self, records, index, catalog):
        call = {pole: copy.copy(self.wynik["decision"][pole]) for pole in ("action", "arguments")}
        if call["action"] == "answer_from_documents":
            if call["arguments"]:
                raise Koniec("rejected", "unexpected_selector_arguments")
            call["arguments"]["question"] = self.wynik["standalone_question"]
        tool = self.wynik["tool"] = narzedzia.wykonaj(call, dict(
            state=self.state, records=records, index=index, catalog=catalog, original=self.message,
            standalone=self.wynik["standalone_question"]))
        if tool["status"] != "completed":
            raise Koniec(tool["status"], tool["reason"])
        getattr(self, "po_" + tool["name"])(tool["data"])

    def po_get_document_metadata(self, dane):
        raise Koniec("answered", "metadata_returned", json.dumps(dane))

    def po_show_last_sources(self, dane):
        self.wynik |= copy.deepcopy({"sources": self.state["last_sources"],
                                     "source_origin": self.state["source_origin"]})
        raise Koniec("answered", "sources_returned", rag.format_sources(self.wynik["sources"]))

    def po_answer_from_documents(self, dane):
        self.wynik["rag"] = dane
        if dane["status"] not in {"answered", "insufficient_context", "error"}:
            raise Koniec("rejected", "invalid_rag_status")
        self.wynik["warnings"].extend(dane["warnings"])
        self.wynik["sources"] = copy.deepcopy(dane["sources"])
        raise Koniec(dane["status"], dane["reason"] or "rag_completed", dane["answer"])


def krok(message, state, records, index, catalog, selector="reguly"):
    state.update(tool_attempted=False)
    tura = Tura(message, state, selector)
    try:
        tura.przejdz(records, index, catalog)
    except Koniec as koniec:
        tura.wynik.update(koniec.pola)
    pamiec.zapamietaj(state, tura.wynik)
    return tura.wynik
