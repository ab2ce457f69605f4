"""Pokój indeksu: embeddingi fragmentów w dane/index.json i dokładne wyszukiwanie najbliższych.

records – lista fragmentów z dane/chunks.jsonl; index – słownik: embedding_model, embedding_digest,
dimension, vectors (zbiór z wektory.py, w kolejności records)

W pliku wektor jest napisem base64 z liczb float32 (little-endian): zajmuje czwartą część tego, co liczby
zapisane dziesiętnie, i wczytuje się wielokrotnie szybciej.
"""
import math
import sys
import tempfile

import ekran
import polecenia
import silnik
from baza import wczytaj_fragmenty
from embeddingi import embeduj, embeduj_wiele
from lokalny import CONFIG, ROOT, require_models
from pliki import BladDanych, czytaj_json, na_json, skrot_pliku, zapisz_nowy
from wektory import do_base64, na_bajty, najblizsze, z_bajtow, z_base64, zbior

FRAGMENTY = ROOT / "dane" / "chunks.jsonl"
INDEKS = ROOT / "dane" / "index.json"
SCHEMAT = "asystent-indeks-1"
POLA = {"schema", "chunks_sha256", "embedding_model", "embedding_digest", "dimension", "vectors"}

ODLOZ = "Zachowaj stary plik pod inną nazwą i zbuduj nowy: python indeks.py build{opcja}"
W_PAMIECI = "Indeks powstał w pamięci, bo plik {plik} {powod}."


def tekst_do_embeddingu(record):
    """Zwraca tekst, którego embedding trafia do indeksu: nagłówek przed treścią.

    Fragment rzadko powtarza słowa swojego nagłówka, a pytanie często zawiera właśnie je.
    """
    meta = record["metadata"]
    return f"{meta['title']}: {meta['section']}\n{record['text']}"


# --- plik indeksu ---

def zbuduj(records):
    """Zwraca nowy index w pamięci: embeddingi wszystkich fragmentów i opis modelu, który je policzył."""
    model = CONFIG["embedding_model"]
    digest = require_models([model])[model]
    wektory = embeduj_wiele([tekst_do_embeddingu(record) for record in records],
                            [f"Fragment {record['chunk_id']}" for record in records])
    return {"embedding_model": model, "embedding_digest": digest, "dimension": len(wektory[0]),
            "vectors": zbior([na_bajty(wektor) for wektor in wektory])}


def zapisz_indeks(index, records, sciezka, skrot_fragmentow):
    """Zapisuje index do nowego pliku; FileExistsError, gdy plik już istnieje."""
    zapisz_nowy(sciezka, na_json({
        "schema": SCHEMAT, "chunks_sha256": skrot_fragmentow,
        "embedding_model": index["embedding_model"], "embedding_digest": index["embedding_digest"],
        "dimension": index["dimension"],
        "vectors": {record["chunk_id"]: do_base64(bajty) for record, bajty in zip(records, index["vectors"]["bajty"])},
    }))


def load_index():
    """Zwraca parę (records, index); BladDanych, gdy indeks nie pasuje do fragmentów lub modelu.

    Tylko silnik ćwiczebny może policzyć brakujący indeks w pamięci, bo trwa to chwilę. Mówi o tym sam,
    żeby wiedział to użytkownik każdego programu.
    """
    records = wczytaj_fragmenty(FRAGMENTY)
    plik = _czytaj_indeks() if INDEKS.exists() else None
    cudzy = plik is not None and plik["embedding_model"] != CONFIG["embedding_model"]
    if silnik.wybrany() == "cwiczebny" and (plik is None or cudzy):
        print(W_PAMIECI.format(plik=INDEKS.name, powod="należy do innego modelu" if cudzy else "jeszcze nie istnieje"))
        return records, zbuduj(records)
    if plik is None:
        raise BladDanych(f"{INDEKS}: nie ma indeksu. Zbuduj go: python indeks.py build\n{silnik.BEZ_OLLAMY}")
    _sprawdz_zgodnosc(plik)
    return records, {"embedding_model": plik["embedding_model"], "embedding_digest": plik["embedding_digest"],
                     "dimension": plik["dimension"], "vectors": _wektory(plik, records)}


def _rada():
    return ODLOZ.format(opcja=silnik.opcja())


def _czytaj_indeks():
    plik = czytaj_json(INDEKS)
    if not isinstance(plik, dict) or set(plik) != POLA or plik["schema"] != SCHEMAT \
            or type(plik["dimension"]) is not int or not isinstance(plik["vectors"], dict):
        raise BladDanych(f"{INDEKS}: to nie jest indeks zbudowany przez ten program. {_rada()}")
    return plik


def _sprawdz_zgodnosc(plik):
    model = CONFIG["embedding_model"]
    if plik["chunks_sha256"] != skrot_pliku(FRAGMENTY):
        raise BladDanych(f"{INDEKS}: plik {FRAGMENTY.name} zmienił się po zbudowaniu indeksu. {_rada()}")
    if plik["embedding_model"] != model:
        raise BladDanych(f"{INDEKS}: indeks powstał z modelem {plik['embedding_model']}, a config.json "
                         f"wskazuje {model}. {_rada()}")
    if plik["embedding_digest"] != require_models([model])[model]:
        raise BladDanych(f"{INDEKS}: model {model} zmienił się pod tą samą nazwą (inny digest). {_rada()}")


def _wektory(plik, records):
    if set(plik["vectors"]) != {record["chunk_id"] for record in records}:
        raise BladDanych(f"{INDEKS}: indeks i {FRAGMENTY.name} mają różne fragmenty. {_rada()}")
    try:
        return zbior([z_base64(plik["vectors"][record["chunk_id"]], plik["dimension"]) for record in records])
    except ValueError as blad:
        raise BladDanych(f"{INDEKS}: {blad}. {_rada()}") from None


# --- wyszukiwanie ---

def szukaj(question, records, index, k):
    """Zwraca listę najwyżej k kandydatów od najlepszego: słowniki {"score", "record"}.

    RuntimeError, gdy usługa zawiedzie albo wektor pytania ma inną długość niż wektory indeksu.
    """
    wektor, = embeduj([question])
    if len(wektor) != index["dimension"]:
        raise RuntimeError(f"Wymiar wektora pytania to {len(wektor)}, a wektorów indeksu {index['dimension']}. "
                           f"{_rada()}")
    return [{"score": score, "record": records[i]} for score, i in najblizsze(wektor, index["vectors"], k)]


# --- program: python indeks.py build | search | show ---

def _build(_):
    if INDEKS.exists():
        raise BladDanych(f"{INDEKS}: indeks już istnieje i nie zostanie zastąpiony. {_rada()}")
    tempfile.TemporaryFile(dir=INDEKS.parent).close()   # czy można tu pisać, lepiej wiedzieć przed liczeniem
    skrot = skrot_pliku(FRAGMENTY)
    records = wczytaj_fragmenty(FRAGMENTY)
    index = zbuduj(records)
    try:
        zapisz_indeks(index, records, INDEKS, skrot)
    except FileExistsError:
        raise BladDanych(f"{INDEKS}: indeks powstał w międzyczasie. {_rada()}") from None
    print(f"Zapisano {INDEKS}\nFragmenty: {len(records)}, wymiar wektora: {index['dimension']}, "
          f"model: {index['embedding_model']}.")
    return 0


def _search(args):
    records, index = load_index()
    for miejsce, kandydat in enumerate(szukaj(args.pytanie, records, index, CONFIG["top_k"]), start=1):
        meta = kandydat["record"]["metadata"]
        print(f"{miejsce}. {ekran.liczba(kandydat['score'], 3)}  {kandydat['record']['chunk_id']}  "
              f"{meta['source']}  {meta['section']}")
        print(ekran.zawin(ekran.jeden_wiersz(kandydat["record"]["text"]), "   "))
    return 0


def _show(args):
    records, index = load_index()
    pozycja = next((i for i, record in enumerate(records) if record["chunk_id"] == args.chunk_id), None)
    if pozycja is None:
        raise BladDanych(f"Nie ma fragmentu {args.chunk_id}. Są: {', '.join(r['chunk_id'] for r in records)}.")
    wektor = z_bajtow(index["vectors"]["bajty"][pozycja])
    print(f"Tekst, którego embedding jest w indeksie ({index['embedding_model']}):")
    print(tekst_do_embeddingu(records[pozycja]))
    print(f"Wymiar wektora: {len(wektor)}, długość: {ekran.liczba(math.hypot(*wektor), 6)}, pierwsze liczby: "
          + "; ".join(ekran.liczba(x, 4) for x in wektor[:6]))
    print("Najbliższe fragmenty:")
    for score, i in najblizsze(wektor, index["vectors"], 4):
        if i != pozycja:
            print(f"   {ekran.liczba(score, 3)}  {records[i]['chunk_id']}  {records[i]['metadata']['section']}")
    return 0


def main(argv=None):
    parser = polecenia.parser("Buduje indeks fragmentów i szuka w nim.")
    wybor = parser.add_subparsers(required=True, metavar="build|search|show")
    for nazwa, praca, opis, argument in (
            ("build", _build, "liczy embeddingi fragmentów i zapisuje dane/index.json", None),
            ("search", _search, "pokazuje fragmenty najbliższe pytaniu", "pytanie"),
            ("show", _show, "pokazuje tekst i wektor jednego fragmentu", "chunk_id")):
        polecenie = wybor.add_parser(nazwa, help=opis, description=opis)
        if argument:
            polecenie.add_argument(argument)
        silnik.dodaj_opcje(polecenie)
        polecenie.set_defaults(praca=praca)
    args = parser.parse_args(argv)

    def praca():
        silnik.wlacz(CONFIG, args.silnik)
        return args.praca(args)
    return polecenia.prowadz(praca)


if __name__ == "__main__":
    sys.exit(main())
