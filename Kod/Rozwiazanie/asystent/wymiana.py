"""Pokój wymiany: jedno żądanie HTTP do usługi na tym komputerze; każda awaria staje się BladUslugi.

Komunikat mówi, co się stało i co dalej. O tym, co to za awaria, rozstrzyga kod i budowa odpowiedzi, nigdy tekst
błędu: różne wersje Ollamy piszą go różnie.
"""
import contextlib
import http.client
import json
import queue
import socket
import threading
import time
import urllib.error
import urllib.request

import ekran
from pliki import scisly_json
from silnik import BEZ_OLLAMY

CHWILA = 0.2                 # sekund jednego czekania; tyle najdłużej zwleka Ctrl+C w Windows
NAJWIEKSZA_ODPOWIEDZ = 64 * 1024 * 1024   # bajtów
NAJWIEKSZE_WYJASNIENIE = 1 << 16          # bajtów treści, gdy kod odpowiedzi mówi o błędzie
NAJDLUZSZY_OPIS = 300        # znaków treści błędu pokazywanych człowiekowi

CO_DALEJ = {
    400: "Usługa odrzuciła żądanie: sprawdź długość tekstu, rodzaj modelu i ustawienia w config.json.",
    401: "Usługa żąda logowania, czyli model nie jest lokalny. Wpisz w config.json model z tego komputera.",
    403: "Usługa odmawia dostępu. Sprawdź, czy pod tym adresem działa Ollama i czy model jest lokalny.",
    404: "Sprawdź nazwę modelu i pobierz go poleceniem ollama pull; gdy model jest, zaktualizuj Ollamę.",
    500: "Sprawdź wolną pamięć i dziennik Ollamy, a potem powtórz pytanie.",
    501: "Ten model nie wykonuje takiej pracy. Sprawdź chat_model i embedding_model w config.json.",
    503: "Usługa jest zajęta. Poczekaj, aż skończy poprzednie zadania, i spróbuj ponownie.",
}
URUCHOM = f"Uruchom Ollamę (aplikację albo polecenie ollama serve) i sprawdź ollama_url w config.json. {BEZ_OLLAMY}"
ZA_DLUGO = ("Jeśli ładuje model po raz pierwszy, zwiększ timeout w config.json; jeśli nie, uruchom ją ponownie "
            "i sprawdź ollama_url.")
INNY_PROGRAM = "Sprawdź w config.json, czy ollama_url wskazuje Ollamę, a nie inny program."


class BladUslugi(RuntimeError):
    """Wymiana z usługą się nie udała. status to kod HTTP albo None, gdy odpowiedź nie nadeszła."""

    def __init__(self, komunikat, status=None):
        super().__init__(komunikat)
        self.status = status


class _Polaczenie(urllib.request.HTTPHandler):
    """Łączy się jak zwykły HTTPHandler, ale pamięta gniazdo, żeby można było je zerwać z innego wątku."""

    gniazdo = None

    def http_open(self, req):
        return self.do_open(self._nowe, req)

    def _nowe(self, host, **ustawienia):
        polaczenie = http.client.HTTPConnection(host, **ustawienia)
        polacz = polaczenie.connect

        def zapamietaj():
            polacz()
            self.gniazdo = polaczenie.sock
        polaczenie.connect = zapamietaj
        return polaczenie

    def zerwij(self):
        """Zrywa połączenie: czekający wątek dostaje błąd, a Ollama przestaje generować."""
        if self.gniazdo is not None:
            with contextlib.suppress(OSError):
                self.gniazdo.shutdown(socket.SHUT_RDWR)


def wymien(adres, path, payload, limit):
    """Wysyła żądanie i zwraca obiekt JSON z odpowiedzi jako słownik; BladUslugi przy każdej awarii.

    adres – np. "http://127.0.0.1:11434"; payload – None oznacza GET, słownik oznacza POST;
    limit – łączny czas w sekundach.
    """
    try:
        bajty = _w_watku(adres + path, payload, limit)
    except urllib.error.HTTPError as blad:
        raise _blad_statusu(blad, path, payload) from None
    except (OSError, http.client.HTTPException, ValueError) as blad:
        raise _blad_polaczenia(blad, adres, path, limit) from blad
    return _slownik(bajty, path)


def _w_watku(url, payload, limit):
    """Zwraca bajty odpowiedzi albo zgłasza wyjątek wymiany, która toczy się w osobnym wątku.

    Tu tylko czekamy na jej koniec, po krótkiej chwili naraz. Dzięki temu Ctrl+C działa także w Windows, gdzie
    nie przerywa czekania na gniazdo, a limit obejmuje całość: limit gniazda liczy się od nowa po każdym bajcie.
    """
    polaczenie, skrzynka = _Polaczenie(), queue.SimpleQueue()
    threading.Thread(target=_wymiana, args=(polaczenie, url, payload, limit, skrzynka), daemon=True).start()
    koniec = time.monotonic() + limit
    try:
        while time.monotonic() < koniec:
            with contextlib.suppress(queue.Empty):
                bajty, blad = skrzynka.get(timeout=CHWILA)
                if blad is not None:
                    raise blad
                return bajty
        raise TimeoutError
    finally:
        polaczenie.zerwij()


def _wymiana(polaczenie, url, payload, limit, skrzynka):
    """Wkłada do skrzynki parę (bajty, None) albo (None, wyjątek)."""
    try:
        # Tylko te trzy części: bez ProxyHandler serwer pośredniczący z ustawień systemu nie zobaczy naszych
        # pytań, a bez HTTPRedirectHandler przekierowanie jest zwykłym błędem HTTP.
        otwieracz = urllib.request.OpenerDirector()
        for czesc in (polaczenie, urllib.request.HTTPErrorProcessor(), urllib.request.HTTPDefaultErrorHandler()):
            otwieracz.add_handler(czesc)
        tresc = None if payload is None else json.dumps(payload, allow_nan=False).encode("ascii")
        zadanie = urllib.request.Request(url, tresc, {"Content-Type": "application/json"})
        with otwieracz.open(zadanie, timeout=limit) as odpowiedz:
            skrzynka.put((_czytaj(odpowiedz), None))
    except urllib.error.HTTPError as blad:
        blad.tresc = _tresc_bledu(blad)   # dopóki połączenie jest otwarte
        skrzynka.put((None, blad))
    except Exception as blad:
        skrzynka.put((None, blad))


def _czytaj(odpowiedz):
    """Czyta całą odpowiedź, ale nie więcej niż NAJWIEKSZA_ODPOWIEDZ bajtów."""
    bajty = odpowiedz.read(NAJWIEKSZA_ODPOWIEDZ + 1)
    if len(bajty) > NAJWIEKSZA_ODPOWIEDZ:
        raise ValueError("odpowiedź jest większa niż 64 MiB")
    if odpowiedz.length:   # zapowiedziane bajty, które nie nadeszły
        raise http.client.IncompleteRead(b"", odpowiedz.length)
    return bajty


def _tresc_bledu(blad):
    """Zwraca bajty wyjaśnienia z odpowiedzi o kodzie błędu; może ich nie być."""
    try:
        with blad:
            return blad.read(NAJWIEKSZE_WYJASNIENIE)
    except (OSError, http.client.HTTPException, ValueError):
        return b""


def _slownik(bajty, path):
    try:
        wynik = scisly_json(bajty.decode("utf-8"))
    except UnicodeDecodeError:
        raise BladUslugi(f"Odpowiedź na {path} nie jest w UTF-8. {INNY_PROGRAM}") from None
    except ValueError as blad:
        raise BladUslugi(f"Odpowiedź na {path} nie jest poprawnym JSON ({_opis(blad)}). {INNY_PROGRAM}") from None
    if not isinstance(wynik, dict):
        raise BladUslugi(f"Odpowiedź na {path} nie jest obiektem JSON. {INNY_PROGRAM}")
    if "error" in wynik:
        raise BladUslugi(f"Usługa zgłosiła błąd na {path}: {_opis(wynik['error'])}. {CO_DALEJ[500]}")
    return wynik


def _blad_statusu(blad, path, payload):
    """Buduje BladUslugi z odpowiedzi o kodzie innym niż 200; jej treść może być dowolna albo żadna."""
    krok = CO_DALEJ.get(blad.code, CO_DALEJ[500] if blad.code > 500 else INNY_PROGRAM)
    try:
        opis = scisly_json(blad.tresc.decode("utf-8"))["error"]
        if blad.code == 404 and payload and payload.get("model"):
            krok = f"Pobierz model: ollama pull {payload['model']}."
    except (ValueError, LookupError, TypeError):
        opis = blad.tresc.decode("utf-8", "replace")
    if 300 <= blad.code < 400:
        krok = f"To przekierowanie, a program łączy się tylko z podanym adresem. {INNY_PROGRAM}"
    return BladUslugi(f"Usługa odpowiedziała na {path} kodem {blad.code}: {_opis(opis)}. {krok}", blad.code)


def _blad_polaczenia(blad, adres, path, limit):
    przyczyna = getattr(blad, "reason", blad)
    if isinstance(przyczyna, TimeoutError):
        return BladUslugi(f"Usługa nie odpowiedziała na {path} w ciągu {limit:g} s. {ZA_DLUGO}")
    if isinstance(przyczyna, ConnectionRefusedError):
        return BladUslugi(f"Pod adresem {adres} nic nie działa. {URUCHOM}")
    if isinstance(przyczyna, (http.client.HTTPException, ConnectionError)):
        return BladUslugi(f"Usługa zerwała połączenie przy {path}. Sprawdź dziennik Ollamy i spróbuj ponownie. "
                          f"{INNY_PROGRAM}")
    return BladUslugi(f"Wymiana {path} się nie udała ({_opis(przyczyna)}). {INNY_PROGRAM}")


def _opis(wartosc):
    """Skraca obcy tekst błędu do jednego bezpiecznego wiersza."""
    tekst = wartosc if isinstance(wartosc, (str, Exception)) else json.dumps(wartosc, ensure_ascii=False)
    return ekran.jeden_wiersz(tekst)[:NAJDLUZSZY_OPIS].rstrip(".") or "bez opisu"
