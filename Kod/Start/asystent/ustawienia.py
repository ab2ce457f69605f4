"""Pokój ustawień: plik config.json sprawdzony klucz po kluczu, zanim program z niego skorzysta.

zakres – para (funkcja, która mówi, czy wartość jest poprawna; opis dozwolonych wartości)
ZAKRESY_USLUGI – klucze, których potrzebuje każdy program rozmawiający z usługą; resztę dodaje program.py.
"""
import ipaddress
import json
import re
import urllib.parse

from pliki import BladDanych, czytaj_json

PORT_OLLAMY = 11434
OPCJE_MODELU = ("temperature", "seed", "num_ctx", "num_predict")   # te ustawienia dostaje Ollama w polu options


def adres_uslugi(tekst):
    """Zwraca adres http://host:port tego komputera; BladDanych, gdy tekst wskazuje cokolwiek innego.

    „localhost” i adres nasłuchu 0.0.0.0 stają się 127.0.0.1: pierwszy w Windows zaczyna od IPv6 i traci
    na tym dwie sekundy, z drugim nie da się połączyć.
    """
    tekst = tekst.strip()
    try:
        czesci = urllib.parse.urlsplit(tekst if "://" in tekst else "http://" + tekst)
        host = {"localhost": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(czesci.hostname,
                                                                                   czesci.hostname)
        port = PORT_OLLAMY if czesci.port is None else czesci.port
        ip = ipaddress.ip_address(host or "")
    except ValueError:
        raise BladDanych(f"adres „{tekst[:60]}” jest niepoprawny; wpisz http://127.0.0.1:{PORT_OLLAMY}") from None
    if not ip.is_loopback:
        raise BladDanych(f"adres „{tekst[:60]}” nie wskazuje tego komputera; program łączy się tylko lokalnie")
    if czesci.scheme != "http" or czesci.path not in ("", "/") or "@" in czesci.netloc \
            or czesci.query or czesci.fragment or port == 0:
        raise BladDanych(f"adres „{tekst[:60]}” ma mieć postać http://127.0.0.1:{PORT_OLLAMY}")
    return f"http://[{host}]:{port}" if ip.version == 6 else f"http://{host}:{port}"


def calkowita(od, do):
    """Zwraca zakres liczb całkowitych."""
    return lambda v: type(v) is int and od <= v <= do, f"liczba całkowita od {od} do {do}"


def liczba(od, do):
    """Zwraca zakres liczb."""
    return lambda v: type(v) in (int, float) and od <= v <= do, f"liczba od {od} do {do}"


def _nazwa(v):
    return isinstance(v, str) and bool(re.fullmatch(r"[\w./:-]{1,200}", v, re.ASCII))


def _adres(v):
    return isinstance(v, str) and bool(adres_uslugi(v))


ZAKRESY_USLUGI = {
    "chat_model": (_nazwa, "nazwa modelu, np. \"qwen3:4b-instruct-2507-q4_K_M\""),
    "embedding_model": (_nazwa, "nazwa modelu, np. \"bge-m3:latest\""),
    "ollama_url": (_adres, f"adres tego komputera, np. \"http://127.0.0.1:{PORT_OLLAMY}\""),
    "timeout": liczba(1, 3600),                        # sekund na embedding i odpowiedź, z ładowaniem modelu
    "temperature": liczba(0, 2),
    "seed": calkowita(0, 2**31 - 1),
    "num_ctx": calkowita(512, 262144),                 # okno modelu w tokenach
    "num_predict": calkowita(16, 32768),               # najdłuższa odpowiedź w tokenach
}


def wczytaj_config(sciezka, zakresy):
    """Zwraca słownik ustawień z pliku JSON, o kluczach takich jak w zakresy {klucz: zakres}.

    BladDanych wymienia naraz wszystkie błędne klucze i ich zakresy.
    """
    config = czytaj_json(sciezka)
    if not isinstance(config, dict):
        raise BladDanych(f"{sciezka}: plik ma zawierać jeden obiekt JSON {{…}}. "
                         "Popraw go albo przywróć poprzednią wersję.")
    bledy = [f"nieznany klucz „{klucz[:60]}”" for klucz in config if klucz not in zakresy]
    for klucz, (poprawna, zakres) in zakresy.items():
        if klucz not in config:
            bledy.append(f"brak klucza „{klucz}” ({zakres})")
            continue
        try:
            if not poprawna(config[klucz]):
                bledy.append(f"„{klucz}” ma wartość {json.dumps(config[klucz], ensure_ascii=False)[:60]} "
                             f"(dozwolone: {zakres})")
        except BladDanych as blad:
            bledy.append(f"„{klucz}”: {blad}")
    if not bledy and config["num_predict"] >= config["num_ctx"]:
        bledy.append("„num_predict” ma być mniejsze od „num_ctx”, bo odpowiedź mieści się w tym samym oknie")
    if bledy:
        raise BladDanych(f"{sciezka}: " + "; ".join(bledy) + ". Popraw plik i uruchom program ponownie.")
    return config
