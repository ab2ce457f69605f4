from pliki import scisly_json


def odczytaj_ocene(tekst):
    wartosc = scisly_json(tekst)
    if not isinstance(wartosc, dict):
        raise ValueError("to nie jest obiekt")
    if list(wartosc) != ["ocena"]:
        raise ValueError("obiekt ma mieć jedno pole: ocena")
    ocena = wartosc["ocena"]
    if not isinstance(ocena, int) or isinstance(ocena, bool):
        raise ValueError("ocena nie jest liczbą całkowitą")
    if ocena < 0 or ocena > 10:
        raise ValueError("ocena spoza skali")
    return ocena
