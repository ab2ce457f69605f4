"""Pamięć napisana najprościej: każda funkcja w jednym kawałku, tylko z umowy."""
import copy
import re
import uuid

from lokalny import CONFIG


def nowy_stan():
    stan = {}
    stan["conversation_id"] = uuid.uuid4().hex
    stan["next_turn"] = 1
    stan["history"] = []
    stan["last_sources"] = []
    stan["source_origin"] = None
    stan["tool_attempted"] = False
    return stan


def sprawdz_wiadomosc(message):
    if not isinstance(message, str) or not message.strip():
        raise ValueError("empty_or_invalid_message")
    if len(message.strip()) > CONFIG["question_chars"]:
        raise ValueError("message_too_long")
    return message.strip()


def prosba_o_zrodla(message):
    tekst = message.lower().strip(" .!?…\n")
    return tekst in ("pokaż źródła", "pokaż źródła tej odpowiedzi", "pokaż źródła poprzedniej odpowiedzi",
                     "skąd ta odpowiedź")


def jawne_id(message, catalog):
    znalezione = []
    for document_id in catalog:
        if re.search(r"(?<![\w-])" + re.escape(document_id) + r"(?![\w-])", message):
            znalezione.append(document_id)
    return sorted(znalezione)


def rozwin_pytanie(question, history):
    wynik = {"original": question, "standalone": question, "history_used": False, "clarification": None}
    tekst = question.lower()
    if prosba_o_zrodla(question) or "metadan" in tekst:
        return wynik
    if "docassist-api" in tekst:
        return wynik
    if not re.search(r"\b(jej|jego|tej usługi|tej zmianie|co teraz|a potem)\b", tekst):
        return wynik

    usluga = baza = False
    for wpis in history:
        pytanie = wpis["standalone"].lower()
        if prosba_o_zrodla(pytanie) or "metadan" in pytanie:
            continue
        if "docassist-api" in pytanie or "konfiguracji docassist" in pytanie:
            usluga = True
        if re.search(r"\bbaz(a|y|ie|ę|ą|o|om|ami|ach)? danych\b", pytanie):
            baza = True

    if usluga and not baza and "failed" in tekst:
        wynik["standalone"] = "Co zrobić, jeśli po zmianie konfiguracji usługa docassist-api nie uruchamia się?"
        wynik["history_used"] = True
    elif usluga and not baza and "stan" in tekst:
        wynik["standalone"] = "Jak sprawdzić stan usługi docassist-api?"
        wynik["history_used"] = True
    else:
        wynik["standalone"] = None
        wynik["history_used"] = len(history) > 0
        wynik["clarification"] = "O co dokładnie pytasz?"
    return wynik


def zapamietaj(state, result):
    limit = CONFIG["history_turns"]
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1 or limit > 5:
        raise ValueError("history_turns")
    state["next_turn"] = state["next_turn"] + 1

    tool = result["tool"]
    nazwa = tool.get("name")
    if result["valid_input"]:
        wpis = {}
        wpis["question"] = result["original_question"]
        wpis["standalone"] = result["standalone_question"]
        if wpis["standalone"] is None:
            wpis["standalone"] = result["original_question"]
        wpis["answer"] = result["answer"][:1200]
        wpis["status"] = result["status"]
        wpis["tool"] = nazwa
        wpis["result_id"] = result["result_id"]
        state["history"].append(wpis)
        while len(state["history"]) > limit:
            state["history"].pop(0)

    if tool.get("executed") and nazwa == "answer_from_documents":
        if result["status"] == "answered":
            state["last_sources"] = copy.deepcopy(result["sources"])
            state["source_origin"] = {"turn_id": result["turn_id"], "result_id": result["result_id"]}
        else:
            state["last_sources"] = []
            state["source_origin"] = None
