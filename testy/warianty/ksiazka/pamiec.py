"""Pamięć rozmowy: moduł pisany na wzór książki kursowej, wyłącznie na podstawie kontraktu."""
import re
import uuid
from copy import deepcopy

from lokalny import CONFIG


def nowy_stan():
    conversation_id = uuid.uuid4().hex
    state = {
        "conversation_id": conversation_id,
        "next_turn": 1,
        "history": [],
        "last_sources": [],
        "source_origin": None,
        "tool_attempted": False,
    }
    return state


def sprawdz_wiadomosc(message):
    if not isinstance(message, str) or message.strip() == "":
        raise ValueError("empty_or_invalid_message")
    text = message.strip()
    if len(text) > CONFIG["question_chars"]:
        raise ValueError("message_too_long")
    return text


def prosba_o_zrodla(message):
    if not isinstance(message, str):
        return False
    text = message.casefold().strip(" .?!")
    supported = [
        "pokaż źródła",
        "pokaż źródła tej odpowiedzi",
        "pokaż źródła poprzedniej odpowiedzi",
        "skąd ta odpowiedź",
    ]
    return text in supported


def jawne_id(message, catalog):
    found = []
    for document_id in catalog:
        # Przed identyfikatorem i po nim nie może stać znak, który mógłby do niego należeć.
        pattern = r"(?<![\w.-])" + re.escape(document_id) + r"(?![\w.-])"
        if re.search(pattern, message):
            found.append(document_id)
    found.sort()
    return found


def rozwin_pytanie(question, history):
    text = question.casefold()
    resolved = {
        "original": question,
        "standalone": question,
        "history_used": False,
        "clarification": None,
    }

    # 1. Prośby o źródła i metadane nie potrzebują uzupełnienia.
    if prosba_o_zrodla(question) or "metadan" in text:
        return resolved

    # 2. Pytanie pełne: nie ma w nim słowa zależnego albo usługa jest nazwana.
    dependent = re.search(r"\b(jej|jego|tej usługi|tej zmianie|co teraz|a potem)\b", text)
    if dependent is None or "docassist-api" in text:
        return resolved

    # 3. Tematy zbieramy z wcześniejszych pytań, nigdy z odpowiedzi.
    topics = set()
    for entry in history:
        earlier = entry["standalone"]
        if prosba_o_zrodla(earlier) or "metadan" in earlier.casefold():
            continue
        earlier = earlier.casefold()
        if "docassist-api" in earlier or "konfiguracji docassist" in earlier:
            topics.add("usługa")
        if re.search(r"\b(baza|bazy|bazę|bazie|bazą)\s+danych\b", earlier):
            topics.add("baza danych")

    # 4. Tylko jeden temat, usługa, pozwala złożyć pełne pytanie.
    if topics == {"usługa"} and "failed" in text:
        resolved["standalone"] = "Co zrobić, jeśli po zmianie konfiguracji usługa docassist-api nie uruchamia się?"
        resolved["history_used"] = True
        return resolved
    if topics == {"usługa"} and "stan" in text:
        resolved["standalone"] = "Jak sprawdzić stan usługi docassist-api?"
        resolved["history_used"] = True
        return resolved

    resolved["standalone"] = None
    resolved["history_used"] = len(history) > 0
    resolved["clarification"] = "Nie wiem, czego dotyczy pytanie. Zadaj je w całości, z nazwą usługi albo bazy."
    return resolved


def zapamietaj(state, result):
    limit = CONFIG["history_turns"]
    if type(limit) is not int or limit < 1 or limit > 5:
        raise ValueError("history_turns: podaj liczbę całkowitą od 1 do 5")

    state["next_turn"] = state["next_turn"] + 1
    if not result["valid_input"]:
        return

    tool = result.get("tool") or {}
    standalone = result["standalone_question"]
    if standalone is None:
        standalone = result["original_question"]

    entry = {
        "question": result["original_question"],
        "standalone": standalone,
        "answer": result["answer"][:1200],
        "status": result["status"],
        "tool": tool.get("name"),
        "result_id": result["result_id"],
    }
    state["history"].append(entry)
    state["history"] = state["history"][-limit:]

    # Źródła zmienia tylko wykonane wyszukiwanie w dokumentach.
    if tool.get("name") == "answer_from_documents" and tool.get("executed"):
        state["last_sources"] = []
        state["source_origin"] = None
        if result["status"] == "answered" and result["sources"]:
            state["last_sources"] = deepcopy(result["sources"])
            state["source_origin"] = {"turn_id": result["turn_id"], "result_id": result["result_id"]}
