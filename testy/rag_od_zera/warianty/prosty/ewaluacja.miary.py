import math


def miary(numery, oczekiwanych, k):
    if oczekiwanych < 1 or k < 1:
        raise ValueError("nie ma oczekiwanych źródeł")
    widziane = []
    miejsca = []
    miejsce = 0
    for numer in numery[:k]:
        miejsce = miejsce + 1
        if numer is None or numer in widziane:
            continue
        widziane.append(numer)
        miejsca.append(miejsce)
    recall = len(miejsca) / oczekiwanych
    mrr = 0.0
    if miejsca:
        mrr = 1 / miejsca[0]
    zdobyte = 0.0
    for miejsce in miejsca:
        zdobyte = zdobyte + 1 / math.log2(miejsce + 1)
    idealne = 0.0
    for miejsce in range(1, min(oczekiwanych, k) + 1):
        idealne = idealne + 1 / math.log2(miejsce + 1)
    return {"recall": recall, "mrr": mrr, "ndcg": zdobyte / idealne}
