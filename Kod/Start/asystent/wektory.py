"""Pokój wektorów: ich zapis w bajtach i dokładne porównywanie.

wektor – krotka liczb o długości euklidesowej 1; podobieństwo dwóch wektorów to cosinus kąta między nimi
zbiór – słownik: bajty (lista pełnych wektorów jako float32), skrocone (te same wektory, mniej dokładne)
"""
import base64
import heapq
import itertools
import math
import struct

# Wszystkie liczby float32, których dwa młodsze bajty są zerami: znak, wykładnik i 7 bitów mantysy.
SKROCONE = struct.unpack("<65536f", b"".join(liczba.to_bytes(4, "little") for liczba in range(0, 1 << 32, 1 << 16)))
BLAD_SKROTU = 1 / 127        # skrócenie zmienia liczbę o mniej niż 1/128, a float32 – o znacznie mniej


def na_bajty(wektor):
    """Zwraca wektor jako bajty float32 (little-endian)."""
    return struct.pack(f"<{len(wektor)}f", *wektor)


def z_bajtow(bajty):
    """Zwraca wektor z bajtów float32."""
    return struct.unpack(f"<{len(bajty) // 4}f", bajty)


def do_base64(bajty):
    """Zwraca bajty jako napis base64."""
    return base64.b64encode(bajty).decode("ascii")


def z_base64(napis, wymiar):
    """Zwraca bajty wektora o podanym wymiarze z napisu base64; ValueError, gdy napis nim nie jest."""
    try:
        bajty = base64.b64decode(napis, validate=True)
    except (TypeError, ValueError):
        bajty = b""
    if not bajty or len(bajty) != 4 * wymiar:
        raise ValueError(f"zapis nie jest wektorem float32 o wymiarze {wymiar} w base64")
    return bajty


def zbior(lista_bajtow):
    """Zwraca zbiór wektorów gotowy do szukania; ValueError z numerem, gdy któryś nie ma długości 1."""
    skrocone = [_skrocony(bajty) for bajty in lista_bajtow]
    for numer, wektor in enumerate(skrocone):
        if not abs(math.hypot(*wektor) - 1) <= BLAD_SKROTU:   # NaN nie spełnia żadnego porównania
            raise ValueError(f"wektor numer {numer + 1} nie ma długości 1")
    return {"skrocone": skrocone, "bajty": lista_bajtow}


def _skrocony(bajty):
    """Zwraca wektor, w którym z każdej liczby float32 zostały dwa starsze bajty.

    Takich liczb jest w wektorach ledwie kilka tysięcy, więc wszystkie krotki wskazują na te same obiekty.
    Wektor zajmuje przez to czwartą część pamięci, a przegląd całego zbioru trwa krócej.
    """
    return tuple([SKROCONE[polowka] for polowka in struct.unpack("<" + "2xH" * (len(bajty) // 4), bajty)])


def najblizsze(wektor, zbior_wektorow, k):
    """Zwraca listę k par (podobieństwo, pozycja) od najlepszej; przy remisie wygrywa wcześniejsza pozycja.

    Wynik jest dokładny. Skrócenie przesuwa wektor najwyżej o BLAD_SKROTU, więc – z nierówności trójkąta –
    każdy z k najbliższych leży po skróceniu nie dalej niż k-ty skrócony i dwa takie błędy. Tylko tych kilku
    kandydatów trzeba policzyć z pełnych bajtów. Dla wektorów o długości 1 cosinus to 1 − d²/2, a odległość d
    liczy math.dist w języku C, kilka razy szybciej niż suma iloczynów w pętli.
    """
    odleglosci = list(map(math.dist, itertools.repeat(wektor), zbior_wektorow["skrocone"]))
    granica = heapq.nsmallest(k, odleglosci)[-1] + 2 * BLAD_SKROTU
    kandydaci = [i for i, odleglosc in enumerate(odleglosci) if odleglosc <= granica]
    dokladne = sorted((math.dist(wektor, z_bajtow(zbior_wektorow["bajty"][i])), i) for i in kandydaci)
    return [(1 - odleglosc ** 2 / 2, i) for odleglosc, i in dokladne[:k]]
