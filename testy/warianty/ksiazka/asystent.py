"""Jedna tura rozmowy: moduł pisany na wzór książki kursowej, wyłącznie na podstawie kontraktu."""
import json
import re
import uuid
from copy import deepcopy
from datetime import datetime, timezone

from decyzja import sprawdz_propozycje, wybierz_model, wybierz_reguly
from narzedzia import wykonaj
from pamiec import jawne_id, prosba_o_zrodla, rozwin_pytanie, sprawdz_wiadomosc, zapamietaj
from rag import format_sources


def krok(message, state, records, index, catalog, selector="reguly"):
    # 1. Nowa tura: jeszcze bez próby użycia narzędzia, na razie ze statusem błędu.
    state["tool_attempted"] = False
    result = {
        "schema": "1.0",
        "result_id": uuid.uuid4().hex,
        "conversation_id": state["conversation_id"],
        "turn_id": state["next_turn"],
        "timestamp": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "selector": selector,
        "original_question": message if isinstance(message, str) else None,
        "standalone_question": None,
        "history_used": False,
        "valid_input": False,
        "status": "error",
        "reason": None,
        "answer": "",
        "sources": [],
        "source_origin": None,
        "decision": None,
        "selection_trace": None,
        "tool": {},
        "rag": None,
        "warnings": [],
    }

    def finish(status, reason, answer):
        result["status"] = status
        result["reason"] = reason
        result["answer"] = answer
        zapamietaj(state, result)
        return result

    # 2. Wiadomość i sposób wyboru.
    try:
        question = sprawdz_wiadomosc(message)
    except ValueError as error:
        return finish("rejected", str(error), "Wpisz niepuste pytanie, które mieści się w limicie znaków.")
    result["valid_input"] = True

    if selector not in ("reguly", "model"):
        return finish("error", "invalid_selector", "Nie ma takiego sposobu wyboru. Dostępne: reguly, model.")

    # 3. Bramki, które działają bez modelu.
    text = question.casefold()
    if re.match(r"(proszę\s+)?(zrestartuj|uruchom|wykonaj|usuń|zmień|wyślij)\b", text):
        return finish("rejected", "forbidden_action", "Tylko czytam dokumenty, niczego nie uruchamiam i nie zmieniam.")

    if "metadan" in text:
        known = jawne_id(question, catalog)
        if len(known) != 1:
            unknown = []
            for name in re.findall(r"\bDOC-[A-Z0-9-]+", question):
                if name not in catalog:
                    unknown.append(name)
            if unknown and not known:
                return finish("rejected", "unknown_document", "W katalogu nie ma dokumentu " + ", ".join(unknown) + ".")
            return finish("clarification_needed", "missing_or_ambiguous_document_id",
                          "Podaj jeden identyfikator dokumentu, na przykład z polecenia /documents.")

    if prosba_o_zrodla(question) and not state["last_sources"]:
        return finish("clarification_needed", "missing_previous_sources",
                      "Nie mam jeszcze odpowiedzi ze źródłami. Zadaj najpierw pytanie do dokumentów.")

    # 4. Odniesienie do wcześniejszych pytań.
    resolved = rozwin_pytanie(question, state["history"])
    standalone = resolved["standalone"]
    result["standalone_question"] = standalone
    result["history_used"] = resolved["history_used"]
    if standalone is None:
        return finish("clarification_needed", "ambiguous_reference", resolved["clarification"])

    # 5. Wybór narzędzia.
    try:
        if selector == "model":
            proposal, trace = wybierz_model(question, standalone, state, catalog)
            result["selection_trace"] = trace
        else:
            proposal = wybierz_reguly(question, catalog)
        if proposal is not None:
            sprawdz_propozycje(proposal)
    except (RuntimeError, ValueError, KeyError, TypeError) as error:
        return finish("error", "selector_error", "Nie udało się wybrać narzędzia. " + str(error))

    if proposal is None:
        return finish("error", "selector_parse_error", "Model nie podał poprawnej decyzji. Zadaj pytanie ponownie.")
    result["decision"] = deepcopy(proposal)

    decision = proposal["decision"]
    if decision == "clarification_needed":
        return finish("clarification_needed", decision, proposal["message"])
    if decision != "tool_call":
        return finish("rejected", decision, proposal["message"])

    # 6. Pytanie do dokumentów wstawia program, nigdy model.
    action = proposal["action"]
    arguments = deepcopy(proposal["arguments"])
    if action == "answer_from_documents":
        if arguments != {}:
            return finish("rejected", "unexpected_selector_arguments", "Wybór narzędzia zawierał nadmiarowe argumenty.")
        arguments = {"question": standalone}

    # 7. Jedno wywołanie narzędzia.
    context = {
        "state": state,
        "records": records,
        "index": index,
        "catalog": catalog,
        "original": question,
        "standalone": standalone,
    }
    tool = wykonaj({"action": action, "arguments": arguments}, context)
    result["tool"] = tool
    if tool.get("status") == "error":
        return finish("error", tool.get("reason"), "Narzędzie nie zakończyło pracy: " + str(tool.get("reason")))
    if tool.get("status") != "completed":
        return finish("rejected", tool.get("reason"), "Wywołanie narzędzia odrzucono: " + str(tool.get("reason")))

    if tool.get("name") == "show_last_sources":
        result["sources"] = deepcopy(state["last_sources"])
        result["source_origin"] = deepcopy(state["source_origin"])
        return finish("answered", "sources_returned", format_sources(result["sources"]))

    data = tool.get("data")
    if tool.get("name") == "get_document_metadata":
        return finish("answered", "metadata_returned", json.dumps(data, ensure_ascii=False, indent=2))

    # 8. Wynik RAG przechodzi do tury razem ze źródłami i uwagami.
    result["rag"] = deepcopy(data)
    result["sources"] = deepcopy(data["sources"])
    result["warnings"] = list(data["warnings"])
    status = data["status"]
    if status not in ("answered", "insufficient_context", "error"):
        status = "rejected"
    if status == "answered":
        result["source_origin"] = {"turn_id": result["turn_id"], "result_id": result["result_id"]}
    return finish(status, data.get("reason") or "rag_completed", data["answer"])
