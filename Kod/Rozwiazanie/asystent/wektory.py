"""Pokój wektorów: embeddingi tekstów z modelu, ich zapis i dokładne porównywanie.

wektor – krotka liczb o długości euklidesowej 1; podobieństwo dwóch wektorów to cosinus kąta między nimi
zapis – para (wektor skrócony, bajty float32 w kolejności little-endian); w tej postaci trzyma wektory indeks
"""
import base64
import heapq
import math
import struct
import sys
from array import array

from lokalny import CONFIG, api

# Wszystkie liczby float32, których dwa młodsze bajty są zerami: znak, wykładnik i 7 bitów mantysy.
SKROCONE = struct.unpack("<65536f", b"".join(liczba.to_bytes(4, "little") for liczba in range(0, 1 << 32, 1 << 16)))
BLAD_SKROTU = 1 / 127        # skrócenie zmienia liczbę o mniej niż 1/128, a float32 – o znacznie mniej


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
        raise RuntimeError("Model nie umie opisać tego tekstu (oddał wektor zerowy albo nieskończony). "
                           "Użyj pełnego zdania.")
    return tuple(x / dlugosc for x in wektor)


def zapis(wektor):
    """Zwraca wektor w postaci, w której trzyma go indeks: parę (wektor skrócony, bajty float32)."""
    bajty = struct.pack(f"<{len(wektor)}f", *wektor)
    return _skroc(bajty), bajty


def rozpakuj(bajty):
    """Zwraca wektor (krotkę liczb) z bajtów float32."""
    return struct.unpack(f"<{len(bajty) // 4}f", bajty)


def _skroc(bajty):
    """Zwraca krotkę liczb float32 skróconych do dwóch starszych bajtów.

    Takich liczb jest w wektorach ledwie kilka tysięcy, więc wszystkie krotki wskazują na te same obiekty.
    Wektor zajmuje przez to czwartą część pamięci, a jego przejrzenie trwa krócej.
    """
    polowki = array("H", bajty)
    if sys.byteorder == "big":
        polowki.byteswap()
    return tuple(map(SKROCONE.__getitem__, polowki[1::2]))


def do_base64(bajty):
    """Zwraca bajty jako napis base64."""
    return base64.b64encode(bajty).decode("ascii")


def z_base64(napis, wymiar):
    """Zwraca zapis wektora o podanym wymiarze z napisu base64; ValueError, gdy to nie wektor o długości 1."""
    try:
        bajty = base64.b64decode(napis, validate=True)
    except (TypeError, ValueError):
        bajty = b""
    if not bajty or len(bajty) != 4 * wymiar:
        raise ValueError(f"zapis nie jest {wymiar} liczbami float32 w base64")
    skrocony = _skroc(bajty)
    if not abs(math.hypot(*skrocony) - 1) <= BLAD_SKROTU:   # NaN nie spełnia żadnego porównania
        raise ValueError("wektor nie ma długości 1")
    return skrocony, bajty


def najblizsze(wektor, zapisy, k):
    """Zwraca listę k par (podobieństwo, pozycja) od najlepszej; przy remisie wygrywa wcześniejsza pozycja.

    Wynik jest dokładny. Skrócenie przesuwa wektor najwyżej o BLAD_SKROTU, więc – z nierówności trójkąta –
    każdy z k najbliższych leży po skróceniu nie dalej niż k-ty skrócony i dwa takie błędy. Tylko tych kilku
    kandydatów trzeba policzyć z pełnych bajtów. Dla wektorów o długości 1 cosinus to 1 − d²/2, a odległość d
    liczy math.dist w języku C, wielokrotnie szybciej niż suma iloczynów w pętli.
    """
    odleglosci = [math.dist(wektor, skrocony) for skrocony, _ in zapisy]
    granica = heapq.nsmallest(k, odleglosci)[-1] + 2 * BLAD_SKROTU
    kandydaci = [i for i, odleglosc in enumerate(odleglosci) if odleglosc <= granica]
    dokladne = sorted((math.dist(wektor, rozpakuj(zapisy[i][1])), i) for i in kandydaci)
    return [(1 - odleglosc ** 2 / 2, i) for odleglosc, i in dokladne[:k]]
