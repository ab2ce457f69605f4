"""Pokój wektorów: embeddingi tekstów z modelu, ich zapis i dokładne porównywanie.

wektor – krotka liczb o długości euklidesowej 1; podobieństwo dwóch wektorów to cosinus kąta między nimi
"""
import base64
import binascii
import heapq
import math
import struct

from lokalny import CONFIG, api

TOLERANCJA = 1e-3            # o tyle długość wektora może odbiegać od 1 po zaokrągleniu do float32


def embeduj(teksty):
    """Zwraca listę embeddingów (krotek o długości 1) dla listy tekstów, w tej samej kolejności.

    RuntimeError, gdy usługa zawiedzie albo odda wektory, których nie da się użyć. Tekst dłuższy niż okno
    modelu jest błędem: truncate false nie pozwala serwerowi uciąć go po cichu.
    """
    odpowiedz = api("/api/embed", {"model": CONFIG["embedding_model"], "input": teksty, "truncate": False})
    wektory = odpowiedz.get("embeddings")
    if not isinstance(wektory, list) or len(wektory) != len(teksty):
        liczba = len(wektory) if isinstance(wektory, list) else "żadnego"
        raise RuntimeError(f"Model {CONFIG['embedding_model']} miał oddać wektory w liczbie {len(teksty)}, "
                           f"a oddał: {liczba}. Sprawdź, czy to model embeddingów.")
    jednostkowe = [_jednostkowy(wektor) for wektor in wektory]
    if len({len(wektor) for wektor in jednostkowe}) > 1:
        raise RuntimeError(f"Model {CONFIG['embedding_model']} oddał wektory różnej długości. "
                           "Zaktualizuj Ollamę albo wybierz inny model.")
    return jednostkowe


def _jednostkowy(wektor):
    if not isinstance(wektor, list) or not wektor or not all(type(x) in (int, float) for x in wektor):
        raise RuntimeError("Embedding nie jest niepustą listą liczb. Sprawdź embedding_model w config.json.")
    dlugosc = math.hypot(*wektor)
    if not 0 < dlugosc < math.inf:
        raise RuntimeError("Embedding jest zerowy albo zawiera wartości nieskończone: model nie umie opisać "
                           "tego tekstu.")
    return tuple(x / dlugosc for x in wektor)


def do_base64(wektor):
    """Zwraca wektor jako napis base64 z liczb float32 (little-endian)."""
    return base64.b64encode(struct.pack(f"<{len(wektor)}f", *wektor)).decode("ascii")


def z_base64(napis, wymiar):
    """Zwraca krotkę wymiar liczb z napisu base64; ValueError, gdy to nie wektor o długości 1."""
    try:
        wektor = struct.unpack(f"<{wymiar}f", base64.b64decode(napis, validate=True))
    except (TypeError, binascii.Error, struct.error):
        raise ValueError(f"zapis nie jest {wymiar} liczbami float32 w base64") from None
    if not abs(math.hypot(*wektor) - 1) < TOLERANCJA:   # NaN nie spełnia żadnego porównania
        raise ValueError("wektor nie ma długości 1")
    return wektor


def najblizsze(wektor, vectors, k):
    """Zwraca listę k par (podobieństwo, pozycja) od najlepszej; przy remisie wygrywa wcześniejsza pozycja.

    Dokładne: liczy odległość do każdego wektora. Dla wektorów o długości 1 cosinus to 1 − d²/2, a math.dist
    liczy d w języku C, wielokrotnie szybciej niż suma iloczynów w pętli.
    """
    odleglosci = [math.dist(wektor, inny) for inny in vectors]
    pierwsze = heapq.nsmallest(k, range(len(vectors)), key=odleglosci.__getitem__)
    return [(1 - odleglosci[i] ** 2 / 2, i) for i in pierwsze]
