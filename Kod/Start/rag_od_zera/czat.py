"""Pokój czatu: jedyna droga warsztatu do modelu językowego, czyli do /api/chat.

wiadomość – słownik {"role": "system" | "user" | "assistant", "content": str}
odpowiedź – słownik: tekst, tokeny_promptu (int; None, gdy serwer ich nie podał), uwagi (lista str)
schemat – słownik JSON Schema, do którego serwer ma przymusić odpowiedź (pole format; Ollama od wersji 0.5)
"""
import sys

import ekran
import polecenia
import silnik
from generowanie import BLEDY_ODPOWIEDZI, tekst_odpowiedzi, uciety_prompt
from lokalny import CONFIG, api
from ustawienia import OPCJE_MODELU
from wymiana import BladUslugi

BEZ_LICZNIKA = ("Serwer nie podał liczby tokenów promptu (prompt_eval_count), a bez niej nie da się policzyć okna. "
                "Zaktualizuj Ollamę.")


class BladOdpowiedzi(RuntimeError):
    """Model nie dał całej odpowiedzi. powod – klucz z BLEDY_ODPOWIEDZI; tekst – to, co nadeszło."""

    def __init__(self, powod, tekst):
        super().__init__(BLEDY_ODPOWIEDZI[powod])
        self.powod, self.tekst = powod, tekst


class ZaDlugiTekst(RuntimeError):
    """Serwer nie przyjął całego tekstu, więc jego tokenów nie da się policzyć."""


def zapytaj(wiadomosci, schemat=None, num_predict=None):
    """Zwraca odpowiedź modelu na listę wiadomości.

    num_predict – najdłuższa odpowiedź w tokenach; None bierze ją z config.json. BladOdpowiedzi, gdy odpowiedź jest
    ucięta, przerwana albo pusta; inny RuntimeError, gdy zawiodła usługa. uwagi mówią o uciętym prompcie.
    """
    zadanie, response = _wymien(wiadomosci, schemat, num_predict)
    tekst, powod = tekst_odpowiedzi(response)
    if powod:
        raise BladOdpowiedzi(powod, tekst)
    return {"tekst": tekst, "tokeny_promptu": _licznik(response), "uwagi": uciety_prompt(response, zadanie)}


def policz_tokeny(wiadomosci):
    """Zwraca liczbę tokenów, których serwer doliczył się w prompcie z tych wiadomości, razem ze znacznikami szablonu.

    Model ma przy tym wygenerować jeden token, więc kosztuje to tyle, co przeczytanie promptu. ZaDlugiTekst, gdy serwer
    prompt odrzucił (kod 400) albo widać, że go uciął; inny RuntimeError, gdy liczby nie podał.
    """
    try:
        zadanie, response = _wymien(wiadomosci, None, 1)
    except BladUslugi as blad:
        if blad.status == 400:   # tak na za długi prompt odpowiada część wersji Ollamy
            raise ZaDlugiTekst(str(blad)) from None
        raise
    tokeny, uwagi = _licznik(response), uciety_prompt(response, zadanie)
    if tokeny is None:
        raise RuntimeError(BEZ_LICZNIKA)
    if uwagi:
        raise ZaDlugiTekst(uwagi[0])
    return tokeny


def _wymien(wiadomosci, schemat, num_predict):
    """Zwraca parę (wysłane żądanie, odpowiedź serwera)."""
    opcje = {nazwa: CONFIG[nazwa] for nazwa in OPCJE_MODELU}   # num_ctx zawsze to samo: zmiana ładuje model od nowa
    if num_predict is not None:
        opcje["num_predict"] = num_predict
    zadanie = {"model": CONFIG["chat_model"], "messages": wiadomosci, "stream": False,
               "think": False,   # bez tego model rozumujący zużywa num_predict na myślenie
               "options": opcje}
    if schemat is not None:
        zadanie["format"] = schemat
    return zadanie, api("/api/chat", zadanie)


def _licznik(response):
    tokeny = response.get("prompt_eval_count")
    return tokeny if type(tokeny) is int and tokeny > 0 else None


# --- program: python czat.py "wiadomość" ---

def _pokaz(args):
    silnik.wlacz(CONFIG, args.silnik)
    wiadomosci = [{"role": "system", "content": args.instrukcja}] if args.instrukcja else []
    with ekran.czekanie("Model odpowiada…"):
        odpowiedz = zapytaj([*wiadomosci, {"role": "user", "content": args.wiadomosc}])
    print(ekran.zawin(odpowiedz["tekst"]))
    print(f"\nTokeny promptu: {odpowiedz['tokeny_promptu'] or 'serwer ich nie podał'}.")
    for uwaga in odpowiedz["uwagi"]:
        print(ekran.zawin(uwaga, "Uwaga: "))
    return 0


def main(argv=None):
    parser = polecenia.parser("Wysyła modelowi jedną wiadomość, bez dokumentów, i pokazuje odpowiedź i liczbę tokenów.")
    parser.add_argument("wiadomosc", type=polecenia.pytanie, help="tekst dla modelu")
    parser.add_argument("--instrukcja", help="wiadomość systemowa, np. \"Odpowiadaj jednym zdaniem.\"")
    silnik.dodaj_opcje(parser)
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _pokaz(args))


if __name__ == "__main__":
    sys.exit(main())
