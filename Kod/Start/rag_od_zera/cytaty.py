"""Pokój cytatów: numery fragmentów [n], na które powołuje się odpowiedź, i zdania, przy których stoją.

Dane: tekst odpowiedzi (str) → lista numerów (int) albo lista par (zdanie bez numerów, numery tego zdania).
"""
import re

from slowa import zdania, zloz

NAWIAS = r"[\[【][^\[\]【】]*[\]】]"
# Środek nawiasu po zloz: same liczby, znaki między nimi i słowa „źródło”, „fragment”, „nr”. Inny niczego nie cytuje.
SAME_NUMERY = re.compile(r"(?=.*\d)(?:[\d\s,;:.#*^()–—-]|zrodl[a-z]*|fragm[a-z]*|nr|zob|oraz|i|do)*")
NUMER = re.compile(r"(\d+)(?:\s*(?:[–—-]|do)\s*(\d+))?")
NAJWIECEJ_CYFR, NAJDLUZSZY_ZAKRES = 6, 100   # [1-999999] to nie jest powołanie na milion fragmentów
KOD = re.compile(r"```.*?(?:```|$)|`[^`\n]*`", re.DOTALL)
NUMERY_PO_KROPCE = re.compile(rf"([.!?…]+)((?:\s*{NAWIAS})+)")


def cytaty(tekst):
    """Zwraca listę numerów fragmentów, na które powołuje się tekst, w kolejności i bez powtórzeń.

    Numerem jest [1], a także [1, 7], [1-3] (czyli 1, 2 i 3), 【1】 i [źródło 2]. Nie jest nim [art. 43] ani to, co stoi
    wewnątrz kodu, np. `lista[1]`.
    """
    bez_kodu = KOD.sub(" ", tekst)
    numery = [numer for nawias in re.findall(NAWIAS, bez_kodu) for numer in _numery(nawias)]
    return list(dict.fromkeys(numery))


def zdania_z_numerami(tekst):
    """Zwraca listę par (zdanie bez numerów, lista numerów).

    Numer tuż po kropce należy do zdania przed nią. Gdy tekst zaczyna się numerem, każdy stoi przed swoim zdaniem.
    """
    pierwszy = re.match(rf"\s*({NAWIAS})", tekst)
    if not (pierwszy and _numery(pierwszy[1])):
        tekst = NUMERY_PO_KROPCE.sub(r"\2\1", tekst)
    return [(_bez_numerow(zdanie), cytaty(zdanie)) for zdanie in zdania(tekst)]


def _bez_numerow(zdanie):
    bez = re.sub(rf"\s*{NAWIAS}", lambda nawias: "" if _numery(nawias.group().strip()) else nawias.group(), zdanie)
    return " ".join(bez.split())


def _numery(nawias):
    """Zwraca numery z jednego nawiasu; [], gdy zawiera on coś innego niż numery fragmentów."""
    srodek = zloz(nawias[1:-1])
    if not SAME_NUMERY.fullmatch(srodek):
        return []
    numery = []
    for od, do in NUMER.findall(srodek):
        od, do = int(od[:NAJWIECEJ_CYFR]), int((do or od)[:NAJWIECEJ_CYFR])
        numery += range(od, do + 1) if od <= do < od + NAJDLUZSZY_ZAKRES else [od, do]
    return numery
