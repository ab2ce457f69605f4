"""Pokój rozmowy silnika ćwiczebnego: żądanie POST /api/chat, od sprawdzenia pól do liczników odpowiedzi.

Dane: żądanie (słownik) → odpowiedź (słownik) albo, dla strumienia, lista słowników – kolejnych wierszy.
Pole format: brak → zwykły tekst, "json" → wybór narzędzia, schemat → ocena (cwiczebny_schemat.py).
"""
import time

from pomoc import cwiczebny_modele as modele
from pomoc import cwiczebny_schemat as schematy
from pomoc import cwiczebny_zadania as zadania
from pomoc.cwiczebny_zadania import MODEL_CZATU, BladZadania, opcje, pole, tokeny


def czat(zadanie):
    """Zwraca odpowiedź modelu cwiczebny-chat; BladZadania, gdy żądania nie można wykonać."""
    start = time.perf_counter_ns()
    nazwa, strumien = _model(zadanie), pole(zadanie, "stream", bool, True)
    wiadomosci, podane, postac = _wiadomosci(zadanie), opcje(zadanie), _postac(zadanie)
    zadania.sprawdz_keep_alive(zadanie.get("keep_alive"))
    if not wiadomosci:   # puste żądanie tylko wczytuje model albo go zwalnia
        powod = "unload" if zadanie.get("keep_alive") == 0 else "load"
        return _wiersze(nazwa, "", {"done_reason": powod}, strumien)
    okno, wolno_ciac = zadania.okno(podane, MODEL_CZATU), pole(zadanie, "truncate", bool, True)
    wiadomosci = _zmieszczone(wiadomosci, okno, wolno_ciac)
    po_pytaniu = time.perf_counter_ns()
    cala = (schematy.odpowiedz(wiadomosci, postac) if isinstance(postac, dict)
            else modele.rozmowa(wiadomosci, postac == "json"))
    limit = podane.get("num_predict", -1)
    tresc = zadania.pierwsze_tokeny(cala, limit) if limit > 0 else cala
    koniec = time.perf_counter_ns()
    liczniki = {"done_reason": "stop" if tresc == cala else "length",
                "total_duration": koniec - start, "load_duration": 0,
                "prompt_eval_count": sum(tokeny(w["content"]) for w in wiadomosci),
                "prompt_eval_duration": po_pytaniu - start,
                "eval_count": tokeny(tresc), "eval_duration": koniec - po_pytaniu}
    return _wiersze(nazwa, tresc, liczniki, strumien)


def _model(zadanie):
    """Zwraca przysłaną nazwę modelu po sprawdzeniu, że to model rozmowy i umie to, o co się prosi."""
    nazwa = pole(zadanie, "model", str, "")
    if not nazwa:
        raise BladZadania(400, "model is required")
    model = zadania.znajdz_model(nazwa) or zadania.nie_ma_modelu(f"model '{nazwa}' not found")
    if model != MODEL_CZATU:
        raise BladZadania(400, f'"{nazwa}" does not support chat')
    if zadanie.get("tools"):
        raise BladZadania(400, f'"{nazwa}" does not support tools')
    myslenie = zadanie.get("think")
    if myslenie in (None, False):
        return nazwa
    znane = myslenie is True or myslenie in zadania.POZIOMY_MYSLENIA
    raise BladZadania(400, f'"{nazwa}" does not support thinking' if znane else "invalid think value")


def _postac(zadanie):
    """Zwraca żądaną postać odpowiedzi: None, "json" albo sprawdzony schemat (słownik)."""
    wartosc = zadanie.get("format")
    if isinstance(wartosc, dict):
        schematy.sprawdz(wartosc)
    elif wartosc not in (None, "", "json"):
        raise BladZadania(500, f"invalid format: {wartosc!r}; expected \"json\" or a JSON schema")
    return wartosc


def _wiadomosci(zadanie):
    """Zwraca listę {"role", "content"}; zły kształt to BladZadania 400."""
    wynik = []
    for wiadomosc in pole(zadanie, "messages", list, []):
        if not isinstance(wiadomosc, dict):
            raise BladZadania(400, "pole „messages” ma być listą obiektów")
        if wiadomosc.get("images"):
            raise BladZadania(400, "silnik ćwiczebny nie czyta obrazów")
        wynik.append({"role": pole(wiadomosc, "role", str, "").lower(),
                      "content": pole(wiadomosc, "content", str, "")})
    return wynik


def _zmieszczone(wiadomosci, limit, wolno_ciac):
    """Zwraca wiadomości mieszczące się w oknie. Jak Ollama: po cichu gubi najpierw najstarsze,
    a gdy zostały systemowe i ostatnia, ucina początek całości do połowy okna."""
    if not wolno_ciac and _dlugosc(wiadomosci) > limit:
        raise BladZadania(400, "the prompt is longer than the context length")
    zostaja = list(wiadomosci)
    for wiadomosc in wiadomosci[:-1]:
        if _dlugosc(zostaja) > limit and wiadomosc["role"] != "system":
            zostaja.remove(wiadomosc)
    if _dlugosc(zostaja) <= limit:
        return zostaja
    miejsce, uciete = limit // 2, []
    for wiadomosc in reversed(zostaja):
        tresc = zadania.ostatnie_tokeny(wiadomosc["content"], miejsce)
        miejsce -= tokeny(tresc)
        uciete.insert(0, {"role": wiadomosc["role"], "content": tresc})
    return uciete


def _dlugosc(wiadomosci):
    return sum(tokeny(wiadomosc["content"]) for wiadomosc in wiadomosci)


def _wiersze(nazwa, tresc, liczniki, strumien):
    """Zwraca jeden słownik odpowiedzi albo, dla strumienia, listę: wiersz z treścią i wiersz końcowy."""
    wspolne = {"model": nazwa, "created_at": zadania.teraz()}
    koncowe = zadania.bez_pustych({"done": True, **liczniki}, tuple(liczniki))
    if not strumien:
        return {**wspolne, "message": _asystent(tresc), **koncowe}
    poczatek = [{**wspolne, "message": _asystent(tresc), "done": False}] if tresc else []
    return [*poczatek, {**wspolne, "message": _asystent(""), **koncowe}]


def _asystent(tresc):
    return {"role": "assistant", "content": tresc}
