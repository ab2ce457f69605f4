"""Pokój usługi: konfiguracja programu i jedyna droga do lokalnej Ollamy.

CONFIG – słownik z config.json, sprawdzony klucz po kluczu
api(path, payload) – jedna wymiana HTTP; każda awaria to BladUslugi z polskim komunikatem i następnym krokiem
require_models(names) – słownik nazwa modelu → jego skrót (digest)
"""
import platform
import sys
import time
from pathlib import Path

import ekran
import polecenia
import silnik
from pliki import BladDanych
from program import ZAKRESY, pierwszy_krok
from ustawienia import adres_uslugi, wczytaj_config
from wymiana import INNY_PROGRAM, BladUslugi, wymien

ROOT = Path(__file__).resolve().parent
Z_MODELEM = ("/api/embed", "/api/chat")   # te ścieżki ładują model, a trwa to nawet kilka minut
CZAS_KROTKI = 5              # sekund na pozostałe
PROBY_ZAJETEJ = 3            # tyle razy wysyłamy żądanie do usługi, która mówi 503
PRZERWA_ZAJETEJ = 1.0        # sekund przed drugą próbą; przed każdą następną dwa razy dłużej

ekran.przygotuj()   # tu, bo ten plik wczytuje też konsola przepisana z książki, a polecenia.py – nie
try:
    CONFIG = wczytaj_config(ROOT / "config.json", ZAKRESY)
    silnik.wlacz(CONFIG, silnik.ze_zmiennej())
except ValueError as blad:
    raise SystemExit(f"Program nie może ruszyć. {blad}") from None


def api(path, payload=None):
    """Wykonuje jedną wymianę z Ollamą i zwraca obiekt JSON z odpowiedzi jako słownik.

    path – np. "/api/version"; payload – None oznacza GET, słownik oznacza POST z treścią JSON.
    Każda awaria to BladUslugi. Odpowiedź 503 (usługa zajęta) jest jedyną, po której próbujemy ponownie.
    """
    try:
        adres = adres_uslugi(CONFIG["ollama_url"])
    except BladDanych as blad:
        raise BladUslugi(f"Nie można połączyć się z usługą: {blad}. Popraw ollama_url w config.json.") from None
    limit = CONFIG["timeout"] if path in Z_MODELEM else min(CZAS_KROTKI, CONFIG["timeout"])
    for proba in range(PROBY_ZAJETEJ):
        try:
            return wymien(adres, path, payload, limit)
        except BladUslugi as blad:
            if blad.status != 503 or proba == PROBY_ZAJETEJ - 1:
                raise
            time.sleep(PRZERWA_ZAJETEJ * 2**proba)


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
            and m["digest"] for m in lista):
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
    print(f"Wszystko gotowe.\n{pierwszy_krok(ROOT, silnik.opcja())}" if gotowe
          else "Nie wszystko jest gotowe. Popraw to, co ma znak BŁĄD, i sprawdź ponownie.")
    return 0 if gotowe else 1


def main(argv=None):
    parser = polecenia.parser("Sprawdza Pythona, usługę i oba modele z config.json.")
    silnik.dodaj_opcje(parser)
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _pokaz_stan(args.silnik))


if __name__ == "__main__":
    sys.exit(main())
