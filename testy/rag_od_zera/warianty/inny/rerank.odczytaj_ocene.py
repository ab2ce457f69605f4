import json


def odczytaj_ocene(tekst):
    pary = json.loads(tekst, object_pairs_hook=lambda pary: ("obiekt", pary))
    for ocena in range(11):
        if pary == ("obiekt", [("ocena", ocena)]) and repr(pary[1][0][1]) == str(ocena):
            return ocena
    raise ValueError(f"niepoprawna ocena: {tekst!r}")
