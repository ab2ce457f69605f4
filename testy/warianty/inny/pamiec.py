"""Pamięć napisana inaczej: słowa zamiast wzorców, nowe listy zamiast zmienianych, tabele zamiast warunków."""
import secrets

import lokalny

POCZATEK = (("next_turn", lambda: 1), ("history", list), ("last_sources", list), ("source_origin", lambda: None),
            ("tool_attempted", lambda: False))
PROSBY = {"pokaż źródła", "pokaż źródła tej odpowiedzi", "pokaż źródła poprzedniej odpowiedzi", "skąd ta odpowiedź"}
ZWROTY = ("jej", "jego", "tej usługi", "tej zmianie", "co teraz", "a potem")
BAZY = ("baza", "bazy", "bazie", "bazę", "bazą", "bazo", "baz", "bazom", "bazami", "bazach")
PELNE = {"failed": "Co zrobić, jeśli po zmianie konfiguracji usługa docassist-api nie uruchamia się?",
         "stan": "Jak sprawdzić stan usługi docassist-api?"}
CZYSZCZA = {"error", "insufficient_context"}


def nowy_stan():
    return {"conversation_id": secrets.token_hex(8), **{pole: nowa() for pole, nowa in POCZATEK}}


def sprawdz_wiadomosc(message):
    tekst = message.strip() if type(message) is str else ""
    for zly, powod in ((not tekst, "empty_or_invalid_message"),
                       (len(tekst) > lokalny.CONFIG["question_chars"], "message_too_long")):
        if zly:
            raise ValueError(powod)
    return tekst


def _w_ramce(tekst):
    """Słowa małymi literami, oddzielone i otoczone spacjami: całe słowo to wtedy zwykły podnapis."""
    znaki = (znak if znak.isalnum() or znak in "-_" else " " for znak in tekst.casefold())
    return f" {' '.join(''.join(znaki).split())} "


def prosba_o_zrodla(message):
    return _w_ramce(message).strip() in PROSBY


def jawne_id(message, catalog):
    slowa = {slowo.strip(".,;:!?()[]„”\"'…") for slowo in message.replace(",", " ").replace("/", " ").split()}
    return sorted(slowa & set(catalog))


def _o_dokumentach(tekst):
    return prosba_o_zrodla(tekst) or "metadan" in tekst.casefold()


def _tematy(history):
    for wpis in history:
        tekst = _w_ramce(wpis["standalone"])
        if not _o_dokumentach(wpis["standalone"]):
            if "docassist-api" in tekst or "konfiguracji docassist" in tekst:
                yield "usługa"
            if any(f" {baza} danych " in tekst for baza in BAZY):
                yield "baza"


def rozwin_pytanie(question, history):
    tekst = _w_ramce(question)
    zalezne = (any(f" {zwrot} " in tekst for zwrot in ZWROTY) and "docassist-api" not in tekst
               and not _o_dokumentach(question))
    pelne = question
    if zalezne:
        pasuje = [zdanie for slowo, zdanie in PELNE.items() if slowo in tekst]
        pelne = pasuje[0] if pasuje and list(dict.fromkeys(_tematy(history))) == ["usługa"] else None
    return dict(original=question, standalone=pelne, history_used=zalezne and history != [],
                clarification="Proszę o pełne pytanie." if pelne is None else "")


def zapamietaj(state, result):
    limit = lokalny.CONFIG["history_turns"]
    if (type(limit), limit) not in {(int, n) for n in range(1, 6)}:
        raise ValueError(f"history_turns: {limit}")
    tool = result["tool"] or {"name": None, "executed": False}
    nowe = {"next_turn": state["next_turn"] + 1}
    if result["valid_input"]:
        wpis = {pole: result[pole] for pole in ("status", "result_id")}
        wpis |= {"question": result["original_question"], "answer": "".join(list(result["answer"])[:1200]),
                 "standalone": result["standalone_question"] or result["original_question"], "tool": tool["name"]}
        nowe["history"] = [*state["history"], wpis][-limit:]
    if (tool["name"], tool["executed"]) == ("answer_from_documents", True):
        if result["status"] == "answered":
            nowe |= {"last_sources": [dict(zrodlo) for zrodlo in result["sources"]],
                     "source_origin": {pole: result[pole] for pole in ("turn_id", "result_id")}}
        if result["status"] in CZYSZCZA:
            nowe |= {"last_sources": [], "source_origin": None}
    state.update(nowe)
    return state
