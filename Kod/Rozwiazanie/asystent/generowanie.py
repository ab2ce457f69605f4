"""Pokój generowania: czy odpowiedź serwera z /api/chat jest cała i czy serwer przyjął cały prompt.

Dane: request i response to słowniki wysłany do serwera i od niego otrzymany.
"""
import re

from slowa import zloz

BLOKI_ROZUMOWANIA = re.compile(r"^(?:\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|$))+", re.DOTALL | re.IGNORECASE)
ZNACZNIK_ROZUMOWANIA = re.compile(r"</?think(?:ing)?>", re.IGNORECASE)
NAJMNIEJ_NA_TOKEN, NAJWIECEJ_NA_TOKEN = 2, 6   # znaków; w tych granicach mieszczą się podziały polskiego tekstu
ZAPAS_POLOWY = 8             # o tyle tokenów ucięty prompt może różnić się od połowy okna

UCIETY_PROMPT = ("Serwer prawdopodobnie uciął początek promptu (przyjęte tokeny: {tokeny}, wysłane znaki: {znaki}). "
                 "Podaj mniej tekstu albo zwiększ num_ctx w config.json.")
BLEDY_ODPOWIEDZI = {
    "answer_truncated": "Odpowiedź modelu jest ucięta. Zwiększ num_predict w config.json.",
    "generation_interrupted": "Model przerwał generowanie przed końcem. Zadaj pytanie ponownie.",
    "thinking_only": "Model zwrócił samo rozumowanie, bez odpowiedzi. Wybierz model, który nie rozumuje.",
    "empty_answer": "Model zwrócił pustą odpowiedź. Zadaj pytanie ponownie albo wybierz inny model.",
}


def tekst_odpowiedzi(response):
    """Zwraca (tekst odpowiedzi, None) albo (to, co nadeszło, powód, dla którego nie jest odpowiedzią)."""
    message = response.get("message")
    message = message if isinstance(message, dict) else {}
    tresc = message.get("content")
    tresc = tresc if isinstance(tresc, str) else ""
    tekst = _bez_rozumowania(tresc)
    if response.get("done_reason") == "length":
        return tekst, "answer_truncated"
    if response.get("done") is not True or response.get("done_reason", "stop") != "stop":
        return tekst, "generation_interrupted"
    if not zloz(tekst):   # same znaki niewidoczne też nie są odpowiedzią
        return "", "thinking_only" if zloz(tresc) or message.get("thinking") else "empty_answer"
    return tekst, None


def _bez_rozumowania(tresc):
    """Zwraca treść bez bloków <think> na początku, które zostawiają starsze serwery.

    Blok niedomknięty znaczy, że odpowiedzi już nie ma. Bywa, że z bloku zostaje sam znacznik końca.
    """
    po_blokach = BLOKI_ROZUMOWANIA.sub("", tresc)
    znacznik = ZNACZNIK_ROZUMOWANIA.search(po_blokach)
    sam_koniec = znacznik is not None and znacznik.group().startswith("</")
    return (po_blokach[znacznik.end():] if sam_koniec else po_blokach).strip()


def uciety_prompt(response, request):
    """Zwraca listę z ostrzeżeniem, gdy liczba przyjętych tokenów nie pasuje do wysłanego promptu.

    Serwer ucina za długi prompt bez słowa: traci początek, czyli instrukcję. Ślad jest tylko w liczniku:
    wypełnione całe okno, jego połowa (tyle zostawia nowsza Ollama) albo mniej tokenów, niż ten tekst może mieć.
    Starsze serwery licznika nie podają.
    """
    tokeny, okno = response.get("prompt_eval_count"), request["options"]["num_ctx"]
    znaki = sum(len(m["content"]) for m in request["messages"])
    if type(tokeny) is not int:
        return []
    polowa = abs(tokeny - okno // 2) <= ZAPAS_POLOWY and znaki > NAJMNIEJ_NA_TOKEN * okno
    if not polowa and znaki / NAJWIECEJ_NA_TOKEN <= tokeny < okno - 1:
        return []
    return [UCIETY_PROMPT.format(tokeny=tokeny, znaki=znaki)]
