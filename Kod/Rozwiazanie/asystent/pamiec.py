"""Pokój pamięci: stan jednej rozmowy i rozwijanie pytań, które odwołują się do poprzednich.

stan – słownik: conversation_id, next_turn, history, last_sources, source_origin, tool_attempted
wpis historii – słownik: question, standalone, answer, status, tool, result_id
rozwinięcie – słownik: original, standalone, history_used, clarification
"""
import re
import unicodedata
import uuid
from copy import deepcopy

from lokalny import CONFIG
from slowa import zloz

ZNAKOW_ODPOWIEDZI = 1200     # tyle znaków odpowiedzi pamięta historia
USLUGA = "docassist-api"
PYTANIE_O_STAN = "Jak sprawdzić stan usługi docassist-api?"
PYTANIE_O_FAILED = "Co zrobić, jeśli po zmianie konfiguracji usługa docassist-api nie uruchamia się?"
PROSBA_O_PELNE_PYTANIE = ("Nie wiem, do czego odnosi się to pytanie. Zadaj je w całości, na przykład: "
                          f"„{PYTANIE_O_STAN}”.")

# Wzorce działają na tekście po slowa.zloz: małe litery bez polskich znaków, pojedyncze odstępy.
PROSBA_O_ZRODLA = re.compile(r"(prosze,? )?"
                             r"(pokaz zrodla( (tej|poprzedniej) odpowiedzi)?|skad ta odpowiedz)[ .!?…]*")
ZALEZNE = re.compile(r"\b(jej|jego|tej uslugi|tej zmianie|co teraz|a potem)\b")
TEMATY = {"usluga": re.compile(r"docassist-api|konfiguracji docassist"),
          "baza": re.compile(r"\bbaz(a|y|ie|e|o|om|ami|ach)? danych\b")}

# Białe znaki oraz znaki bez szerokości, które edytory i schowek dokładają na brzegach tekstu.
BRZEGI = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\u00ad\u200b\u200c\u200d\u2060\ufeff"


def nowy_stan():
    """Zwraca stan nowej rozmowy: za każdym razem nowy słownik z nowymi listami.

    Pola: conversation_id (niepowtarzalny napis z cyfr szesnastkowych, np. uuid.uuid4().hex), next_turn 1,
    history [], last_sources [], source_origin None, tool_attempted False.
    """
    return {"conversation_id": uuid.uuid4().hex, "next_turn": 1, "history": [], "last_sources": [],
            "source_origin": None, "tool_attempted": False}


def sprawdz_wiadomosc(message):
    """Zwraca wiadomość bez odstępów na brzegach, w postaci NFC.

    ValueError "empty_or_invalid_message", gdy to nie napis albo nic w nim nie ma;
    ValueError "message_too_long", gdy ma ponad question_chars znaków.
    """
    tekst = unicodedata.normalize("NFC", message).strip(BRZEGI) if isinstance(message, str) else ""
    if not tekst:
        raise ValueError("empty_or_invalid_message")
    if len(tekst) > CONFIG["question_chars"]:
        raise ValueError("message_too_long")
    return tekst


def prosba_o_zrodla(message):
    """Mówi, czy cała wiadomość jest prośbą o źródła, np. „Pokaż źródła tej odpowiedzi”, „Skąd ta odpowiedź?”."""
    return PROSBA_O_ZRODLA.fullmatch(zloz(message)) is not None


def jawne_id(message, catalog):
    """Zwraca posortowaną listę identyfikatorów z katalogu, które stoją w wiadomości jako całe słowa."""
    return sorted(znany for znany in catalog
                  if re.search(rf"(?<![\w-]){re.escape(znany)}(?![\w-])", message))


def rozwin_pytanie(question, history):
    """Zwraca rozwinięcie: pytanie zrozumiałe bez reszty rozmowy albo prośbę o pełne pytanie.

    question – sprawdzona wiadomość; history – lista wpisów historii, od najstarszego.
    Wynik – słownik: original (to samo co question), standalone (pełne pytanie albo None), history_used
    (True lub False) i clarification (tekst prośby albo None). Słów szukaj w tekście po slowa.zloz.
    1. Bez zmian przechodzi pytanie, które nazywa usługę (USLUGA) albo nie ma zwrotu z ZALEZNE, a także
       prośba o źródła lub metadane. Wtedy standalone to question, a history_used False.
    2. Każde inne jest zależne: jego temat wynika z pól standalone w historii, także z tur nieudanych, lecz
       bez próśb o źródła i metadane. Gdy jedynym tematem jest usługa, to „failed” w pytaniu daje
       PYTANIE_O_FAILED, a „stan” bez „failed” – PYTANIE_O_STAN. Wtedy history_used True.
    3. W pozostałych przypadkach standalone to None, clarification to PROSBA_O_PELNE_PYTANIE,
       a history_used mówi, czy w historii coś było.
    Nie pytaj modelu i nie szukaj tematu w odpowiedziach: błąd modelu nie może zmienić znaczenia następnego
    pytania. Gotowe funkcje pod spodem: _bez_tematu, _tematy, _rozwiniecie.
    """
    tekst = zloz(question)
    if USLUGA in tekst or not ZALEZNE.search(tekst) or _bez_tematu(question):
        return _rozwiniecie(question, question, False)
    if _tematy(history) == {"usluga"}:
        if "failed" in tekst:
            return _rozwiniecie(question, PYTANIE_O_FAILED, True)
        if re.search(r"\bstan", tekst):
            return _rozwiniecie(question, PYTANIE_O_STAN, True)
    return _rozwiniecie(question, None, bool(history))


def zapamietaj(state, result):
    """Dopisuje wynik tury do stanu: numer następnej tury, historię i źródła ostatniej odpowiedzi.

    state – słownik z nowy_stan, zmieniany na miejscu; result – wynik tury z asystent.krok. Nic nie zwraca.
    1. ValueError, gdy CONFIG["history_turns"] nie jest liczbą całkowitą od 1 do 5.
    2. next_turn rośnie o 1, także po odrzuconej wiadomości.
    3. Gdy result["valid_input"], na koniec history trafia wpis: question (z original_question), standalone
       (z standalone_question, a gdy to None – z original_question), answer (najwyżej ZNAKOW_ODPOWIEDZI
       znaków), status, tool (nazwa z result["tool"]; gdy narzędzia nie było, tool to {}, a nazwa to None),
       result_id. W historii zostaje history_turns ostatnich wpisów.
    4. Źródła zmienia tylko answer_from_documents z executed True: status "answered" z niepustym sources
       zastępuje last_sources ich kopią i ustawia source_origin na {turn_id, result_id} tej tury, a w każdym
       innym przypadku oba pola stają się puste ([] i None). Robi to gotowa _zapamietaj_zrodla.
    Stan nie dzieli list z result: zmiana jednego nie może zmienić drugiego.
    """
    limit = CONFIG["history_turns"]
    if type(limit) is not int or not 1 <= limit <= 5:
        raise ValueError(f"history_turns ma być liczbą całkowitą od 1 do 5, a jest: {limit!r}")
    state["next_turn"] += 1
    narzedzie = result["tool"] or {}   # brak narzędzia to {}, ale None też wolno
    if result["valid_input"]:
        state["history"].append({
            "question": result["original_question"],
            "standalone": result["standalone_question"] or result["original_question"],
            "answer": result["answer"][:ZNAKOW_ODPOWIEDZI],
            "status": result["status"],
            "tool": narzedzie.get("name"),
            "result_id": result["result_id"],
        })
        del state["history"][:-limit]
    if narzedzie.get("name") == "answer_from_documents" and narzedzie.get("executed"):
        _zapamietaj_zrodla(state, result)


def _zapamietaj_zrodla(state, result):
    if result["status"] == "answered" and result["sources"]:
        state["last_sources"] = deepcopy(result["sources"])
        state["source_origin"] = {"turn_id": result["turn_id"], "result_id": result["result_id"]}
    else:
        state["last_sources"], state["source_origin"] = [], None


def _rozwiniecie(question, standalone, history_used):
    return {"original": question, "standalone": standalone, "history_used": history_used,
            "clarification": PROSBA_O_PELNE_PYTANIE if standalone is None else None}


def _bez_tematu(question):
    """Mówi, czy to prośba o źródła albo metadane: dotyczy dokumentów, a nie usługi czy bazy."""
    return prosba_o_zrodla(question) or "metadan" in zloz(question)


def _tematy(history):
    """Zwraca zbiór tematów wcześniejszych pytań."""
    pytania = [zloz(wpis["standalone"]) for wpis in history if not _bez_tematu(wpis["standalone"])]
    return {temat for temat, wzorzec in TEMATY.items() if any(map(wzorzec.search, pytania))}
