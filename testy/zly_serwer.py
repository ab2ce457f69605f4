"""Pokój złego serwera: mały serwer HTTP, który na życzenie testu psuje odpowiedzi.

Dane: słownik {ścieżka: reakcja}; klucz "*" obejmuje pozostałe ścieżki (bez niego: 404). Reakcją jest
    – wartość JSON (dict, list, str…): odpowiedź 200 z tą wartością,
    – Odpowiedz: dowolny stan, nagłówki, bajty, czekanie, urwane ciało albo surowe bajty,
    – funkcja (zapytanie) → jedno z powyższych; `kolejno(a, b)` robi taką funkcję z listy.
Zapytanie: {"metoda", "sciezka", "naglowki" (nazwy małymi literami), "tekst" (bajty), "json" (wartość)}.

    with ZlySerwer({"/api/tags": tags("bge-m3"), "*": Odpowiedz(500)}) as s:
        …  # s.adres, s.zapytania, s.sciezki()
"""
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer

SKROT = "a" * 64


@dataclass
class Odpowiedz:
    """Jedna odpowiedź serwera; pola domyślne dają poprawne, puste 200."""
    status: int = 200
    cialo: bytes = b""
    naglowki: dict = field(default_factory=dict)
    dlugosc: int = None               # zapowiedziany Content-Length; większy niż ciało = urwanie w połowie
    czekaj: threading.Event = None    # zdarzenie, na które serwer czeka przed odpowiedzią
    czekaj_w_polowie: threading.Event = None   # jak wyżej, lecz po wysłaniu pierwszej połowy ciała
    kapie: float = 0                  # odstęp w sekundach między bajtami ciała albo surowych; 0 = wszystkie naraz
    zamknij: bool = False             # True: zamyka połączenie bez słowa
    surowe: bytes = None              # bajty wysłane zamiast odpowiedzi HTTP


def kolejno(*reakcje):
    """Zwraca reakcję, która oddaje podane kolejno; ostatnia zostaje na zawsze."""
    reszta = list(reakcje)
    blokada = threading.Lock()

    def nastepna(zapytanie):
        with blokada:
            return reszta.pop(0) if len(reszta) > 1 else reszta[0]
    return nastepna


def przekieruj(dokad, status=302):
    """Zwraca przekierowanie na adres `dokad`."""
    return Odpowiedz(status, naglowki={"Location": dokad})


def blad(status, tekst):
    """Zwraca błąd w postaci Ollamy: {"error": tekst}; `tekst` może być dowolną wartością JSON."""
    return Odpowiedz(status, json.dumps({"error": tekst}).encode("utf-8"),
                     {"Content-Type": "application/json; charset=utf-8"})


def wersja(numer="0.32.15"):
    """Zwraca poprawne ciało /api/version."""
    return {"version": numer}


def tags(*nazwy, skrot=SKROT):
    """Zwraca poprawne ciało /api/tags z modelami `nazwy`; nazwa bez znacznika dostaje :latest."""
    modele = []
    for nazwa in nazwy:
        pelna = nazwa if ":" in nazwa.rsplit("/", 1)[-1] else nazwa + ":latest"
        modele.append({"name": pelna, "model": pelna, "modified_at": "2026-01-02T03:04:05.123456789+01:00",
                       "size": 1000, "digest": skrot,
                       "details": {"format": "gguf", "family": "test", "families": None,
                                   "parameter_size": "4B", "quantization_level": "Q4_K_M"}})
    return {"models": modele}


def chat(tresc, model="test:latest", **pola):
    """Zwraca poprawne ciało /api/chat (stream false); `pola` zastępują pola, a wartość None je usuwa."""
    cialo = {"model": model, "created_at": "2026-01-02T03:04:05.123456789Z",
             "message": {"role": "assistant", "content": tresc}, "done": True, "done_reason": "stop",
             "total_duration": 5_000_000, "load_duration": 1_000_000, "prompt_eval_count": 100,
             "prompt_eval_duration": 2_000_000, "eval_count": 20, "eval_duration": 2_000_000}
    cialo.update(pola)
    return {klucz: wartosc for klucz, wartosc in cialo.items() if wartosc is not None}


def embed(wektory, model="test:latest", **pola):
    """Zwraca poprawne ciało /api/embed z podanymi wektorami; `pola` jak w chat()."""
    cialo = {"model": model, "embeddings": wektory, "total_duration": 3_000_000,
             "load_duration": 1_000_000, "prompt_eval_count": 7}
    cialo.update(pola)
    return {klucz: wartosc for klucz, wartosc in cialo.items() if wartosc is not None}


class _Obsluga(BaseHTTPRequestHandler):
    """Zapisuje zapytanie i odgrywa reakcję."""

    def do_GET(self):
        zapytanie = self._zapisz()
        reakcje = self.server.odpowiedzi
        reakcja = reakcje.get(zapytanie["sciezka"], reakcje.get("*", Odpowiedz(404, b"404 page not found")))
        while callable(reakcja):
            reakcja = reakcja(zapytanie)
        if not isinstance(reakcja, Odpowiedz):
            reakcja = Odpowiedz(200, json.dumps(reakcja).encode("utf-8"),
                                {"Content-Type": "application/json; charset=utf-8"})
        self.close_connection = True
        try:
            self._wyslij(reakcja)
        except OSError:      # klient zrezygnował wcześniej – o to w tych testach chodzi
            pass

    do_POST = do_HEAD = do_PUT = do_GET

    def _zapisz(self):
        tekst = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            wartosc = json.loads(tekst) if tekst else None
        except ValueError:
            wartosc = None
        zapytanie = {"metoda": self.command, "sciezka": self.path, "tekst": tekst, "json": wartosc,
                     "naglowki": {nazwa.lower(): tresc for nazwa, tresc in self.headers.items()}}
        self.server.zapytania.append(zapytanie)
        return zapytanie

    def _wyslij(self, odpowiedz):
        self._poczekaj(odpowiedz.czekaj)
        if odpowiedz.zamknij:
            return
        if odpowiedz.surowe is not None:
            self._wysylaj(odpowiedz.surowe, odpowiedz.kapie)
            return
        self.send_response(odpowiedz.status)
        for nazwa, wartosc in odpowiedz.naglowki.items():
            self.send_header(nazwa, wartosc)
        zapowiedz = len(odpowiedz.cialo) if odpowiedz.dlugosc is None else odpowiedz.dlugosc
        self.send_header("Content-Length", str(zapowiedz))
        self.end_headers()
        if odpowiedz.kapie:
            self._wysylaj(odpowiedz.cialo, odpowiedz.kapie)
            return
        polowa = len(odpowiedz.cialo) // 2 if odpowiedz.czekaj_w_polowie else 0
        self.wfile.write(odpowiedz.cialo[:polowa])
        self._poczekaj(odpowiedz.czekaj_w_polowie)
        self.wfile.write(odpowiedz.cialo[polowa:])

    def _wysylaj(self, bajty, odstep):
        if not odstep:
            self.wfile.write(bajty)
            return
        for bajt in bajty:
            self.wfile.write(bytes([bajt]))
            if self.server.koniec.wait(odstep):
                return

    def _poczekaj(self, zdarzenie):
        if zdarzenie is not None:
            self.server.zdarzenia.append(zdarzenie)
            if self.server.koniec.is_set():
                return
            zdarzenie.wait(30)

    def log_message(self, format, *args):
        """Milczy: dziennik serwera nie jest wynikiem testu."""


class _Serwer(ThreadingTCPServer):
    # nie HTTPServer: ten pyta przy starcie DNS o nazwę komputera, co bywa wolne
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Milczy, gdy klient zerwał połączenie w trakcie zapytania."""


class ZlySerwer:
    """Serwer na 127.0.0.1 i wolnym porcie, żyje w bloku `with`; na końcu zwalnia wszystkie czekania."""

    def __init__(self, odpowiedzi):
        self._serwer = _Serwer(("127.0.0.1", 0), _Obsluga)
        self._serwer.odpowiedzi = odpowiedzi
        self._serwer.zapytania = self.zapytania = []
        self._serwer.zdarzenia = []
        self._serwer.koniec = threading.Event()
        self.port = self._serwer.server_address[1]
        self.adres = f"http://127.0.0.1:{self.port}"

    def sciezki(self):
        """Zwraca ścieżki otrzymanych zapytań w kolejności nadejścia."""
        return [zapytanie["sciezka"] for zapytanie in self.zapytania]

    def __enter__(self):
        self._watek = threading.Thread(target=self._serwer.serve_forever, args=(0.01,), daemon=True)
        self._watek.start()
        return self

    def __exit__(self, *wyjatek):
        self._serwer.koniec.set()
        for zdarzenie in self._serwer.zdarzenia:
            zdarzenie.set()
        self._serwer.shutdown()
        self._serwer.server_close()
        self._watek.join()


def martwy_port():
    """Zwraca numer portu 127.0.0.1, na którym nikt nie słucha."""
    with ZlySerwer({}) as serwer:
        return serwer.port
