"""Pokój usługi: konfiguracja programu i jedyna droga do lokalnej Ollamy.

CONFIG – słownik z config.json, sprawdzony klucz po kluczu
api(path, payload) – jedna wymiana HTTP; każda awaria to BladUslugi z polskim komunikatem i następnym krokiem
require_models(names) – słownik nazwa modelu → jego skrót (digest)
"""
import http.client
import json
import platform
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import ekran
import polecenia
import silnik
from pliki import scisly_json
from ustawienia import adres_uslugi, wczytaj_config

ROOT = Path(__file__).resolve().parent
CZAS_KROTKI = 5              # sekund na pytania, które nie ładują modelu
PROBY_ZAJETEJ = 3            # tyle razy wysyłamy żądanie do usługi, która mówi 503
PRZERWA_ZAJETEJ = 1.0        # sekund przed drugą próbą; przed każdą następną dwa razy dłużej
NAJWIEKSZA_ODPOWIEDZ = 64 * 1024 * 1024
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
URUCHOM = ("Uruchom Ollamę (aplikację albo polecenie ollama serve) i sprawdź ollama_url w config.json. "
           "Bez Ollamy możesz ćwiczyć z opcją --silnik cwiczebny.")
INNY_PROGRAM = "Sprawdź w config.json, czy ollama_url wskazuje Ollamę, a nie inny program."


class BladUslugi(RuntimeError):
    """Wymiana z usługą się nie udała. status to kod HTTP albo None, gdy odpowiedź nie nadeszła."""

    def __init__(self, komunikat, status=None):
        super().__init__(komunikat)
        self.status = status


# --- wymiana z usługą ---

class _BezPrzekierowan(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None   # urllib zgłosi wtedy HTTPError z kodem 3xx


# Pusty ProxyHandler: serwer pośredniczący z ustawień systemu nie zobaczy naszych pytań.
_otwieracz = urllib.request.build_opener(urllib.request.ProxyHandler({}), _BezPrzekierowan)


def api(path, payload=None):
    """Wykonuje jedną wymianę z Ollamą i zwraca obiekt JSON z odpowiedzi jako słownik.

    path – np. "/api/version"; payload – None oznacza GET, słownik oznacza POST z treścią JSON.
    Każda awaria to BladUslugi. Odpowiedź 503 (usługa zajęta) jest jedyną, po której próbujemy ponownie.
    """
    for proba in range(PROBY_ZAJETEJ):
        try:
            return _wymiana(path, payload)
        except BladUslugi as blad:
            if blad.status != 503 or proba == PROBY_ZAJETEJ - 1:
                raise
            time.sleep(PRZERWA_ZAJETEJ * 2**proba)


def _wymiana(path, payload):
    limit = CONFIG["timeout"] if path in ("/api/embed", "/api/chat") else min(CZAS_KROTKI, CONFIG["timeout"])
    try:
        adres = adres_uslugi(CONFIG["ollama_url"])
        tresc = None if payload is None else json.dumps(payload, allow_nan=False).encode("ascii")
        zadanie = urllib.request.Request(adres + path, tresc, {"Content-Type": "application/json"})
        with _otwieracz.open(zadanie, timeout=limit) as odpowiedz:
            bajty = _czytaj(odpowiedz, time.monotonic() + limit)
    except urllib.error.HTTPError as blad:
        raise _blad_statusu(blad, path, payload) from None
    except (OSError, http.client.HTTPException, ValueError) as blad:
        raise _blad_polaczenia(blad, path, limit) from blad
    return _slownik(bajty, path)


def _czytaj(odpowiedz, koniec):
    """Czyta całą odpowiedź; pilnuje łącznego czasu, bo limit gniazda liczy się od nowa po każdym bajcie."""
    czesci, razem = [], 0
    while czesc := odpowiedz.read1(1 << 16):
        razem += len(czesc)
        if razem > NAJWIEKSZA_ODPOWIEDZ:
            raise ValueError("odpowiedź jest większa niż 64 MiB")
        if time.monotonic() > koniec:
            raise TimeoutError
        czesci.append(czesc)
    if odpowiedz.length:   # zapowiedziane bajty, które nie nadeszły
        raise http.client.IncompleteRead(b"", odpowiedz.length)
    return b"".join(czesci)


def _slownik(bajty, path):
    try:
        wynik = scisly_json(bajty.decode("utf-8"))
    except ValueError as blad:
        raise BladUslugi(f"Odpowiedź na {path} nie jest poprawnym JSON ({_opis(blad)}). {INNY_PROGRAM}") from None
    if not isinstance(wynik, dict):
        raise BladUslugi(f"Odpowiedź na {path} nie jest obiektem JSON. {INNY_PROGRAM}")
    if "error" in wynik:
        raise BladUslugi(f"Usługa zgłosiła błąd na {path}: {_opis(wynik['error'])}. {CO_DALEJ[500]}")
    return wynik


def _blad_statusu(blad, path, payload):
    """Buduje BladUslugi z odpowiedzi o kodzie innym niż 200; jej treść może być dowolna albo żadna."""
    try:
        with blad:
            bajty = _czytaj(blad, time.monotonic() + CZAS_KROTKI)
    except (OSError, http.client.HTTPException, ValueError):
        bajty = b""
    try:
        tresc = scisly_json(bajty.decode("utf-8"))["error"]
    except (ValueError, LookupError, TypeError):
        tresc = bajty.decode("utf-8", "replace")
    krok = CO_DALEJ.get(blad.code, CO_DALEJ[500] if blad.code > 500 else INNY_PROGRAM)
    if blad.code == 404 and isinstance(payload, dict) and payload.get("model"):
        krok = f"Pobierz model: ollama pull {payload['model']}."
    return BladUslugi(f"Usługa odpowiedziała na {path} kodem {blad.code}: {_opis(tresc)}. {krok}", blad.code)


def _blad_polaczenia(blad, path, limit):
    przyczyna = getattr(blad, "reason", blad)
    if isinstance(przyczyna, TimeoutError):
        return BladUslugi(f"Usługa nie odpowiedziała na {path} w ciągu {limit:g} s. Pierwsze ładowanie modelu "
                          "trwa nawet kilka minut: zwiększ timeout w config.json albo wybierz mniejszy model.")
    if isinstance(przyczyna, ConnectionRefusedError):
        return BladUslugi(f"Pod adresem {CONFIG['ollama_url']} nic nie działa. {URUCHOM}")
    if isinstance(przyczyna, (http.client.HTTPException, ConnectionError)):
        return BladUslugi(f"Usługa zerwała połączenie przy {path} ({type(przyczyna).__name__}). "
                          f"Sprawdź dziennik Ollamy i spróbuj ponownie. {INNY_PROGRAM}")
    return BladUslugi(f"Wymiana {path} się nie udała ({_opis(przyczyna)}). {URUCHOM}")


def _opis(wartosc):
    """Skraca obcy tekst błędu do jednego bezpiecznego wiersza."""
    tekst = wartosc if isinstance(wartosc, (str, Exception)) else json.dumps(wartosc, ensure_ascii=False)
    return ekran.jeden_wiersz(tekst)[:NAJDLUZSZY_OPIS].rstrip(".") or "bez opisu"


# --- modele ---

def require_models(names):
    """Zwraca słownik {nazwa: digest} dla listy nazw modeli; BladUslugi wymienia każdy, którego brakuje."""
    zainstalowane = _modele()
    bledy = []
    for name in names:
        wpis = zainstalowane.get(_pelna(name))
        if _w_chmurze(name, wpis):
            bledy.append(f"model {name} działa w chmurze, więc tekst opuściłby komputer: wybierz lokalny")
        elif wpis is None:
            bledy.append(f"brak modelu {name}: wpisz w terminalu ollama pull {name}")
    if bledy:
        raise BladUslugi("Modele nie są gotowe: " + "; ".join(bledy) + ".")
    return {name: zainstalowane[_pelna(name)]["digest"] for name in names}


def _modele():
    """Zwraca słownik {pełna nazwa: wpis z /api/tags} zainstalowanych modeli."""
    lista = api("/api/tags").get("models")
    if not isinstance(lista, list) or not all(
            isinstance(m, dict) and isinstance(m.get("name"), str) and isinstance(m.get("digest"), str)
            for m in lista):
        raise BladUslugi(f"Odpowiedź na /api/tags nie zawiera listy modeli. {INNY_PROGRAM}")
    return {_pelna(m["name"]): m for m in lista}


def _pelna(name):
    """Zwraca nazwę tak, jak porównuje je Ollama: małymi literami, z jawnym znacznikiem po dwukropku."""
    name = name.strip().lower().removeprefix("registry.ollama.ai/").removeprefix("library/")
    return name if ":" in name.rpartition("/")[2] else name + ":latest"


def _w_chmurze(name, wpis):
    zdalny = wpis is not None and bool(wpis.get("remote_host") or wpis.get("remote_model"))
    return zdalny or _pelna(name).endswith((":cloud", "-cloud"))


# --- program: python lokalny.py ---

def _stan():
    """Sprawdza po kolei środowisko; zwraca wiersze tabeli (czy dobrze, co, wartość)."""
    wersja = platform.python_version()
    if sys.version_info < (3, 10):
        return [(False, "Python", f"{wersja} jest za stary. Zainstaluj Pythona 3.10 lub nowszego.")]
    wiersze = [(True, "Python", wersja), (True, "Adres", CONFIG["ollama_url"])]
    try:
        wiersze.append((True, "Wersja usługi", str(api("/api/version").get("version", "nieznana"))))
    except BladUslugi as blad:
        return wiersze + [(False, "Usługa", str(blad))]
    for opis, klucz, umiejetnosc in (("Model czatu", "chat_model", "completion"),
                                     ("Model embeddingów", "embedding_model", "embedding")):
        wiersze.append(_stan_modelu(opis, CONFIG[klucz], umiejetnosc))
    return wiersze


def _stan_modelu(opis, nazwa, umiejetnosc):
    try:
        digest = require_models([nazwa])[nazwa]
        umie = api("/api/show", {"model": nazwa}).get("capabilities")   # starsza Ollama tego nie podaje
    except BladUslugi as blad:
        return False, opis, str(blad)
    if isinstance(umie, list) and umiejetnosc not in umie:
        return False, opis, f"{nazwa} nie ma umiejętności „{umiejetnosc}”. Wpisz w config.json inny model."
    return True, opis, f"{nazwa} (digest {digest[:12]})"


def _pokaz_stan(wybrany_silnik):
    silnik.wlacz(CONFIG, wybrany_silnik)
    wiersze = _stan()
    for dobrze, co, wartosc in wiersze:
        print(ekran.zawin(ekran.jeden_wiersz(wartosc), f"{'OK  ' if dobrze else 'BŁĄD'}  {co + ':':<18} "))
    gotowe = all(dobrze for dobrze, _, _ in wiersze)
    if gotowe:
        opcja = "" if wybrany_silnik == "ollama" else f" --silnik {wybrany_silnik}"
        print(f"Wszystko gotowe. Rozmowę zaczyna polecenie: python konsola.py{opcja}")
    else:
        print("Nie wszystko jest gotowe. Popraw to, co ma znak BŁĄD, i sprawdź ponownie.")
    return 0 if gotowe else 1


def main(argv=None):
    parser = polecenia.parser("Sprawdza Pythona, usługę i oba modele z config.json.")
    silnik.dodaj_opcje(parser)
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _pokaz_stan(args.silnik))


try:
    CONFIG = wczytaj_config(ROOT / "config.json")
    silnik.wlacz(CONFIG, silnik.ze_zmiennej())
except ValueError as blad:
    raise SystemExit(f"Program nie może ruszyć. {blad}") from None

if __name__ == "__main__":
    sys.exit(main())
