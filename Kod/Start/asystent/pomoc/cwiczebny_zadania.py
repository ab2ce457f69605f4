"""Pokój żądań silnika ćwiczebnego: co protokół Ollamy każe odpowiedzieć na treść żądania. Bez gniazd i HTTP.

Dane: żądanie (słownik z JSON) → odpowiedź (słownik; lista słowników to wiersze strumienia) albo BladZadania.
Token to do czterech kolejnych liter lub cyfr albo jeden inny znak; tak samo dla pytania i odpowiedzi.
Strumień (stream: true, w protokole domyślny) ma dwa wiersze: całą treść i wiersz końcowy z licznikami.
Narzędzi i obrazów silnik nie zna, a ze schematów JSON w polu format tylko te z cwiczebny_schemat.py.
"""
import hashlib
import math
import re
import time
from datetime import datetime, timezone
from pathlib import Path

from pomoc import cwiczebny_modele as modele

MODEL_CZATU = "cwiczebny-chat"
MODEL_EMBEDDINGOW = "cwiczebny-embed"
WERSJA = "0.0.0-cwiczebny"
OKNO = {MODEL_CZATU: 32768, MODEL_EMBEDDINGOW: 8192}   # największe okno modelu, w tokenach
UMIE = {MODEL_CZATU: "completion", MODEL_EMBEDDINGOW: "embedding"}
DOMYSLNE_NUM_CTX, NAJMNIEJSZE_NUM_CTX = 4096, 4

FOLDER = Path(__file__).resolve().parent
# Z tych plików liczy się identyfikator modelu: zmiana cech słów czyni stary indeks widocznie nieaktualnym.
PLIKI = {MODEL_EMBEDDINGOW: [FOLDER.parent / "slowa.py", FOLDER / "cwiczebny_modele.py"]}
PLIKI[MODEL_CZATU] = [*PLIKI[MODEL_EMBEDDINGOW], FOLDER / "cwiczebny_rag.py",
                      FOLDER / "cwiczebny_schemat.py", FOLDER / "cwiczebny_streszczenie.py"]

TOKEN = re.compile(r"[^\W_]{1,4}|[^\w\s]|_")
CZESC_NAZWY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}")
CZAS_GO = re.compile(r"-?(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+|0")
POZIOMY_MYSLENIA = ("low", "medium", "high", "max")
CALKOWITE = ("num_ctx", "num_predict", "num_keep", "num_batch", "seed", "top_k")
ULAMKOWE = ("temperature", "top_p", "min_p", "repeat_penalty")


class BladZadania(Exception):
    """Odmowa wykonania żądania: pole `status` (HTTP) i tekst dla pola „error”."""

    def __init__(self, status, tekst):
        super().__init__(tekst)
        self.status = status


def wersja(_zadanie):
    """GET /api/version."""
    return {"version": WERSJA}


def spis(_zadanie):
    """GET /api/tags: oba modele z identyfikatorami."""
    return {"models": [_wpis(nazwa) for nazwa in (MODEL_CZATU, MODEL_EMBEDDINGOW)]}


def pokaz(zadanie):
    """POST /api/show: opis jednego modelu."""
    nazwa = pole(zadanie, "model", str, "") or pole(zadanie, "name", str, "")
    if not nazwa:
        raise BladZadania(400, "model is required")
    model = znajdz_model(nazwa) or nie_ma_modelu(f"model '{_z_etykieta(nazwa)}' not found")
    wpis = _wpis(model)
    informacje = {f"cwiczebny.{nazwa}": wartosc for nazwa, wartosc in wpis["details"].items()
                  if nazwa in ("context_length", "embedding_length")}
    return {"license": "", "modelfile": f"FROM {model}", "template": "", "details": wpis["details"],
            "model_info": {"general.architecture": "cwiczebny", **informacje},
            "capabilities": wpis["capabilities"], "modified_at": wpis["modified_at"]}


def embed(zadanie):
    """POST /api/embed: wektory tekstów z pola input (tekst albo lista tekstów), w tej samej kolejności."""
    start = time.perf_counter_ns()
    teksty = zadanie.get("input") or []
    teksty = [teksty] if isinstance(teksty, str) else teksty
    if not isinstance(teksty, list) or not all(isinstance(tekst, str) for tekst in teksty):
        raise BladZadania(400, "invalid input type")
    nazwa = pole(zadanie, "model", str, "")
    model = znajdz_model(nazwa) or nie_ma_modelu(f'model "{nazwa}" not found, try pulling it first'
                                                 if nazwa else "model '' not found")
    if model != MODEL_EMBEDDINGOW:
        raise BladZadania(501, "This server does not support embeddings.")
    sprawdz_keep_alive(zadanie.get("keep_alive"))
    teksty = _przyciete(teksty, okno(opcje(zadanie), model), pole(zadanie, "truncate", bool, True))
    wymiar = pole(zadanie, "dimensions", int, 0)
    return bez_pustych({"model": nazwa, "embeddings": [_skrocony(modele.wektor(t), wymiar) for t in teksty],
                        "total_duration": time.perf_counter_ns() - start,
                        "prompt_eval_count": sum(map(tokeny, teksty))}, ("prompt_eval_count",))


def _przyciete(teksty, limit, wolno_ciac):
    if not wolno_ciac and any(tokeny(tekst) > limit for tekst in teksty):
        raise BladZadania(400, "the input length exceeds the context length")
    return [pierwsze_tokeny(tekst, limit) for tekst in teksty]


def _skrocony(wektor, wymiar):
    if not 0 < wymiar < len(wektor):
        return wektor
    dlugosc = max(math.hypot(*wektor[:wymiar]), 1e-12)
    return [liczba / dlugosc for liczba in wektor[:wymiar]]


# Wspólne części żądań

def pole(zadanie, nazwa, typ, domyslnie):
    """Zwraca pole żądania; brak i null to wartość domyślna, inny typ – BladZadania 400."""
    wartosc = zadanie.get(nazwa)
    if wartosc is None:
        return domyslnie
    if not isinstance(wartosc, typ) or (typ is int and isinstance(wartosc, bool)):
        raise BladZadania(400, f"pole „{nazwa}” ma zły typ: {type(wartosc).__name__} zamiast {typ.__name__}")
    return wartosc


def opcje(zadanie):
    """Zwraca słownik options o sprawdzonych typach; zły typ opcji to, jak w Ollamie, status 500."""
    podane = {nazwa: w for nazwa, w in pole(zadanie, "options", dict, {}).items() if w is not None}
    for nazwa, wartosc in podane.items():
        liczba = isinstance(wartosc, (int, float)) and not isinstance(wartosc, bool) and abs(wartosc) < 2**63
        if nazwa in CALKOWITE + ULAMKOWE and not liczba:
            typ = "integer" if nazwa in CALKOWITE else "float32"
            raise BladZadania(500, f'option "{nazwa}" must be of type {typ}')
        if nazwa in CALKOWITE:
            podane[nazwa] = int(wartosc)
    return podane


def okno(podane, model):
    """Zwraca okno w tokenach: num_ctx z opcji, nie większe niż okno modelu."""
    return min(max(podane.get("num_ctx", DOMYSLNE_NUM_CTX), NAJMNIEJSZE_NUM_CTX), OKNO[model])


def sprawdz_keep_alive(wartosc):
    """Przyjmuje null, liczbę sekund lub napis z jednostką („10m”); inne: BladZadania 400."""
    if isinstance(wartosc, str) and not CZAS_GO.fullmatch(wartosc):
        raise BladZadania(400, f'time: missing or unknown unit in duration "{wartosc}"')
    if isinstance(wartosc, (bool, list, dict)):
        raise BladZadania(400, "pole „keep_alive” ma być liczbą sekund albo napisem z jednostką")


def znajdz_model(nazwa):
    """Zwraca kanoniczną nazwę modelu silnika albo None; nazwa źle zbudowana to BladZadania 400."""
    nazwa = nazwa.strip()
    if nazwa and not all(CZESC_NAZWY.fullmatch(czesc) for czesc in re.split("[/:]", nazwa)):
        raise BladZadania(400, "invalid model name")
    krotka = _z_etykieta(nazwa.lower()).removeprefix("registry.ollama.ai/").removeprefix("library/")
    return next((model for model in OKNO if krotka == f"{model}:latest"), None)


def nie_ma_modelu(tekst):
    """Zgłasza BladZadania 404 z podanym tekstem."""
    raise BladZadania(404, tekst)


def tokeny(tekst):
    """Zwraca liczbę tokenów tekstu."""
    return sum(1 for _ in TOKEN.finditer(tekst))


def pierwsze_tokeny(tekst, ile):
    """Zwraca początek tekstu, który ma najwyżej `ile` tokenów."""
    return _wycinek(tekst, lambda konce: konce[:ile], ile)


def ostatnie_tokeny(tekst, ile):
    """Zwraca koniec tekstu, który ma najwyżej `ile` tokenów."""
    return _wycinek(tekst, lambda konce: konce[-ile:] if ile else [], ile)


def _wycinek(tekst, wybierz, ile):
    miejsca = [znak.span() for znak in TOKEN.finditer(tekst)]
    if len(miejsca) <= ile:
        return tekst
    wybrane = wybierz(miejsca)
    return tekst[wybrane[0][0]:wybrane[-1][1]] if wybrane else ""


def bez_pustych(odpowiedz, pola):
    """Zwraca odpowiedź bez tych z podanych pól, które są zerem lub puste (tak robi Ollama)."""
    return {nazwa: wartosc for nazwa, wartosc in odpowiedz.items() if wartosc or nazwa not in pola}


def teraz():
    """Zwraca czas UTC w zapisie RFC 3339."""
    return datetime.now(timezone.utc).isoformat().replace("+00:00", "Z")


def _z_etykieta(nazwa):
    return nazwa if ":" in nazwa.rsplit("/", 1)[-1] else f"{nazwa}:latest"


def _wpis(model):
    """Zwraca wpis modelu z listy /api/tags; identyfikator to SHA-256 źródeł, niezależny od końców wierszy."""
    zrodla = b"".join(plik.read_bytes().replace(b"\r\n", b"\n") for plik in PLIKI[model])
    zmieniony = datetime.fromtimestamp(max(plik.stat().st_mtime for plik in PLIKI[model]), timezone.utc)
    szczegoly = {"parent_model": "", "format": "py", "family": "cwiczebny", "families": ["cwiczebny"],
                 "parameter_size": "0", "quantization_level": "", "context_length": OKNO[model]}
    if model == MODEL_EMBEDDINGOW:
        szczegoly["embedding_length"] = modele.WYMIAR
    return {"name": f"{model}:latest", "model": f"{model}:latest",
            "modified_at": zmieniony.isoformat().replace("+00:00", "Z"), "size": len(zrodla),
            "digest": hashlib.sha256(model.encode("ascii") + zrodla).hexdigest(),
            "details": szczegoly, "capabilities": [UMIE[model]]}
