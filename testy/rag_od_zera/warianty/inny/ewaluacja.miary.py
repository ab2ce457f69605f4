from math import log2


def miary(numery, oczekiwanych, k):
    if min(oczekiwanych, k) < 1:
        raise ValueError("nie ma oczekiwanych źródeł")
    pierwsze = {}
    for miejsce, numer in enumerate(numery, start=1):
        if numer is not None and miejsce <= k:
            pierwsze.setdefault(numer, miejsce)
    ideal = sum(1 / log2(m + 1) for m in range(1, 1 + min(oczekiwanych, k)))
    return {
        "ndcg": sum(1 / log2(m + 1) for m in pierwsze.values()) / ideal,
        "mrr": max((1 / m for m in pierwsze.values()), default=0),
        "recall": len(pierwsze) / oczekiwanych,
    }
