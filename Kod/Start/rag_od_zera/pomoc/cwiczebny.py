"""Pokój silnika ćwiczebnego: mały serwer HTTP na 127.0.0.1, który mówi częścią protokołu Ollamy.

Dane: żądanie HTTP → status i treść JSON. Co odpowiedzieć, wiedzą cwiczebny_zadania.py i cwiczebny_czat.py;
co liczą „modele” – cwiczebny_modele.py. Żądania inne niż do adresu pętli zwrotnej są odrzucane.
"""
import json
import os
import re
import socketserver
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import polecenia

from pomoc import cwiczebny_zadania as zadania
from pomoc.cwiczebny_czat import czat
from pomoc.cwiczebny_zadania import MODEL_CZATU, MODEL_EMBEDDINGOW, BladZadania

ADRES = "127.0.0.1"
PORT = 11500
NAJWIEKSZE_ZADANIE = 16 * 1024 * 1024   # bajtów
CISZA = 60                              # tyle sekund bez danych i serwer zamyka połączenie

POWITANIE = "Ollama is running"
TRASY = {
    "/": ("GET", None),
    "/api/version": ("GET", zadania.wersja),
    "/api/tags": ("GET", zadania.spis),
    "/api/show": ("POST", zadania.pokaz),
    "/api/embed": ("POST", zadania.embed),
    "/api/chat": ("POST", czat),
}
GOSPODARZ = re.compile(r"(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])?(?::\d{1,5})?", re.I)

ZAJETY = ("Nie mogę otworzyć portu {port}: {blad}. "
          "Wybierz inny, na przykład --port {inny}, albo zamknij program, który go zajmuje.")
ZAPROSZENIE = """Silnik ćwiczebny działa pod adresem {url} (zatrzymanie: Ctrl+C).
Modele: {czat} (rozmowa) i {embed} (wektory). To nie są modele językowe.

Spróbuj w drugim terminalu:
  curl {url}/api/embed -d "{{\\"model\\": \\"{embed}\\", \\"input\\": \\"Ala ma kota\\"}}"
  curl {url}/api/chat -d "{{\\"model\\": \\"{czat}\\", \\"stream\\": false, \\"messages\\": \
[{{\\"role\\": \\"user\\", \\"content\\": \\"[S1] Port ma numer 8443.\\nPytanie: Jaki numer ma port?\\"}}]}}"
"""


class Serwer(ThreadingHTTPServer):
    """Serwer, w którym wątki nie wstrzymują końca programu, a zajętego portu nie można otworzyć drugi raz."""

    daemon_threads = True
    # W Windows to ustawienie pozwoliłoby dwóm programom otworzyć ten sam port.
    allow_reuse_address = os.name != "nt"

    def server_bind(self):
        # Wersja z HTTPServer pyta jeszcze DNS o nazwę komputera, co bez sieci trwa kilka sekund.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def handle_error(self, request, client_address):
        """Milczy o zerwanych połączeniach: klient, który się rozłączył, nie jest awarią serwera."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Obsluga(BaseHTTPRequestHandler):
    """Jedno połączenie: czyta żądanie, wybiera trasę i wysyła odpowiedź."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "cwiczebny", ""
    timeout = CISZA
    wbufsize = -1   # nagłówki i treść jednym pakietem: inaczej odpowiedź potrafi czekać 40 ms

    def obsluz(self):
        """Odpowiada na jedno żądanie dowolnej metody."""
        try:
            cialo = self._cialo()
            if not GOSPODARZ.fullmatch(self.headers.get("Host", "")):
                return self._wyslij(403, b"", "text/plain")
            sciezka, metoda = self.path.split("?")[0], self.command.replace("HEAD", "GET")
            if sciezka not in TRASY:
                return self._wyslij(404, b"404 page not found", "text/plain")
            dozwolona, praca = TRASY[sciezka]
            if metoda != dozwolona:
                return self._wyslij(405, b"405 method not allowed", "text/plain", Allow=dozwolona)
            if praca is None:
                return self._wyslij(200, POWITANIE.encode("utf-8"), "text/plain; charset=utf-8")
            return self._wyslij_json(200, praca(czytaj_json(cialo) if metoda == "POST" else None))
        except BladZadania as blad:
            return self._wyslij_json(blad.status, {"error": str(blad)})

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = obsluz

    def _cialo(self):
        """Zwraca treść żądania (bajty); nie czyta więcej, niż wynosi granica."""
        dlugosc = self.headers.get("Content-Length", "0").strip()
        self.close_connection = True   # dopóki treść nie jest przeczytana, połączenie nie nadaje się dalej
        if "Transfer-Encoding" in self.headers:
            raise BladZadania(411, "silnik ćwiczebny wymaga nagłówka Content-Length")
        if not re.fullmatch(r"[0-9]{1,15}", dlugosc):
            raise BladZadania(400, "nagłówek Content-Length ma być liczbą bajtów")
        if int(dlugosc) > NAJWIEKSZE_ZADANIE:
            raise BladZadania(413, f"żądanie jest większe niż {NAJWIEKSZE_ZADANIE} bajtów")
        cialo = self.rfile.read(int(dlugosc))
        if len(cialo) < int(dlugosc):
            raise BladZadania(400, "unexpected EOF")
        self.close_connection = self.headers.get("Connection", "").lower() == "close"
        return cialo

    def _wyslij_json(self, status, odpowiedz):
        if isinstance(odpowiedz, list):
            wiersze = "".join(json.dumps(wiersz, ensure_ascii=False) + "\n" for wiersz in odpowiedz)
            return self._wyslij(status, wiersze.encode("utf-8", "replace"), "application/x-ndjson")
        tresc = json.dumps(odpowiedz, ensure_ascii=False).encode("utf-8", "replace")
        return self._wyslij(status, tresc, "application/json; charset=utf-8")

    def _wyslij(self, status, tresc, rodzaj, **naglowki):
        self.send_response(status)
        zamkniecie = {"Connection": "close"} if self.close_connection else {}
        for nazwa, wartosc in {"Content-Type": rodzaj, "Content-Length": len(tresc), **naglowki,
                               **zamkniecie}.items():
            self.send_header(nazwa, str(wartosc))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(tresc)

    def log_message(self, *_):
        """Nie drukuje dziennika żądań: ekran należy do programu, w którym działa serwer."""


def czytaj_json(cialo):
    """Zwraca słownik z treści żądania, tak jak czyta ją Ollama: tylko pierwsza wartość, bez NaN."""
    if not cialo.strip():
        raise BladZadania(400, "missing request body")
    try:
        tekst = cialo.decode("utf-8", "replace").lstrip(" \t\r\n")
        zadanie, _ = json.JSONDecoder(parse_constant=_odrzuc).raw_decode(tekst)
    except (ValueError, RecursionError) as blad:
        raise BladZadania(400, f"invalid JSON: {blad}") from None
    if not isinstance(zadanie, dict):
        raise BladZadania(400, "treść żądania ma być obiektem JSON")
    return zadanie


def _odrzuc(stala):
    raise ValueError(f"invalid character in number: {stala}")


def uruchom(port=0):
    """Uruchamia serwer w wątku tego procesu i zwraca go; port 0 to dowolny wolny.

    Zatrzymanie: serwer.shutdown(), potem serwer.server_close(). OSError: port jest zajęty."""
    serwer = Serwer((ADRES, port), Obsluga)
    threading.Thread(target=serwer.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    return serwer


def adres(serwer):
    """Zwraca adres serwera, np. „http://127.0.0.1:52011”."""
    return f"http://{ADRES}:{serwer.server_port}"


def main(argumenty=None):
    """Uruchamia silnik na pierwszym planie do Ctrl+C; zwraca 0, a 1, gdy portu nie można otworzyć."""
    parser = polecenia.parser("Silnik ćwiczebny do obejrzenia z bliska.", prog="python -m pomoc.cwiczebny")
    parser.add_argument("--port", type=int, default=PORT, help="port na 127.0.0.1 (domyślnie %(default)s)")
    port = parser.parse_args(argumenty).port
    if not 0 <= port <= 65535:
        parser.error(f"port ma być liczbą od 0 do 65535, a jest: {port}")
    try:
        serwer = Serwer((ADRES, port), Obsluga)
    except OSError as blad:
        print(ZAJETY.format(port=port, blad=blad.strerror or blad, inny=port % 65535 + 1), file=sys.stderr)
        return 1
    with serwer:
        try:
            print(ZAPROSZENIE.format(url=adres(serwer), czat=MODEL_CZATU, embed=MODEL_EMBEDDINGOW), flush=True)
            serwer.serve_forever()
        except KeyboardInterrupt:
            print("Silnik zatrzymany.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
