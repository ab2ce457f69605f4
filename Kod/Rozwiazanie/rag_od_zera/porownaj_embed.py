"""Pokój porównania modeli: czy model embeddingów odróżnia zdania o tym samym od zdań o czym innym.

Dane: para z dane/pary.json – słownik {"a": zdanie, "b": zdanie, "podobne": bool}; podobieństwo pary to cosinus kąta
między wektorami jej zdań. O modelu nie mówi sama wysokość cosinusów, bo każdy ma własną skalę (u jednego różne
zdania mają 0,1, u drugiego 0,8), lecz odstęp między najgorszą parą podobną a najgorszą różną, czyli margines.
"""
import operator
import sys

import ekran
import polecenia
import silnik
from embeddingi import embeduj_wiele
from lokalny import CONFIG, ROOT, require_models
from pliki import BladDanych, czytaj_json

PARY = ROOT / "dane" / "pary.json"
ZLE_PARY = ("{plik}: plik ma zawierać listę par {{\"a\": zdanie, \"b\": zdanie, \"podobne\": true albo false}}, "
            "po co najmniej jednej każdego rodzaju. {wada}")
DODATNI = "Próg pośrodku oddzieli wszystkie pary podobne od różnych."
UJEMNY = "Żaden próg nie oddzieli par podobnych od różnych."


def margines(podobne, rozne):
    """Zwraca margines (float): najmniejszy cosinus par podobnych minus największy cosinus par różnych.

    Oba argumenty to niepuste listy liczb i zostają bez zmian; pusta lista to ValueError. Margines dodatni znaczy, że
    istnieje próg, powyżej którego są wszystkie pary podobne, a poniżej wszystkie różne. Przykład:
    margines([0.9, 0.7], [0.2, 0.4]) to 0.7 − 0.4, czyli 0.3 (bez zaokrąglania).
    """
    if not podobne or not rozne:
        raise ValueError("margines wymaga co najmniej jednej pary podobnej i jednej różnej")
    return min(podobne) - max(rozne)


def zmierz(pary, model):
    """Zwraca dwie listy cosinusów: par podobnych i par różnych; RuntimeError, gdy model ich nie policzy."""
    require_models([model])
    wektory = embeduj_wiele([para[strona] for strona in "ab" for para in pary],
                            [f"Para {numer}, zdanie {strona}" for strona in "ab" for numer in range(1, len(pary) + 1)],
                            model)
    cosinusy = [sum(map(operator.mul, a, b)) for a, b in zip(wektory, wektory[len(pary):])]
    return tuple([cosinus for para, cosinus in zip(pary, cosinusy) if para["podobne"] is rodzaj]
                 for rodzaj in (True, False))


def wczytaj_pary(sciezka):
    """Zwraca sprawdzoną listę par z pliku JSON; BladDanych mówi, która jest zła."""
    pary = czytaj_json(sciezka)
    if not isinstance(pary, list):
        raise BladDanych(ZLE_PARY.format(plik=sciezka, wada="To nie jest lista."))
    for numer, para in enumerate(pary, start=1):
        if not (isinstance(para, dict) and set(para) == {"a", "b", "podobne"} and isinstance(para["podobne"], bool)
                and all(isinstance(para[strona], str) and para[strona].strip() for strona in "ab")):
            raise BladDanych(ZLE_PARY.format(plik=sciezka, wada=f"Popraw parę numer {numer}."))
    if {para["podobne"] for para in pary} != {True, False}:
        raise BladDanych(ZLE_PARY.format(plik=sciezka, wada="Dopisz pary brakującego rodzaju."))
    return pary


# --- program: python porownaj_embed.py [--model NAZWA]… [--pary PLIK] ---

def _pokaz(model, podobne, rozne):
    wynik = margines(podobne, rozne)
    print(ekran.jeden_wiersz(f"Model {model}"))
    for nazwa, cosinusy in (("podobnych", podobne), ("różnych", rozne)):
        print(f"  cosinusy par {nazwa}: od {ekran.liczba(min(cosinusy), 3)} do {ekran.liczba(max(cosinusy), 3)}")
    print(f"  margines: {ekran.liczba(wynik, 3)}. {DODATNI if wynik > 0 else UJEMNY}")


def _porownaj(modele, pary):
    """Mierzy modele po kolei; zwraca 0, gdy udało się zmierzyć choć jeden."""
    zmierzone = 0
    print(f"Pary podobne: {sum(para['podobne'] for para in pary)}, różne: {sum(not p['podobne'] for p in pary)}")
    for model in modele:
        try:
            podobne, rozne = zmierz(pary, model)
        except RuntimeError as blad:   # np. model czatu: bywa, że serwer nie liczy nim embeddingów
            print(ekran.zawin(ekran.jeden_wiersz(f"Model {model}: nie udało się policzyć embeddingów. {blad}")))
            continue
        _pokaz(model, podobne, rozne)
        zmierzone += 1
    return 0 if zmierzone else 1


def main(argv=None):
    parser = polecenia.parser("Porównuje modele embeddingów na parach zdań podobnych i różnych.")
    parser.add_argument("--model", action="append", help="nazwa modelu; opcję można powtórzyć "
                        "(domyślnie oba modele z config.json)")
    parser.add_argument("--pary", type=polecenia.sciezka, metavar="PLIK", default=PARY,
                        help="plik z parami (domyślnie dane/pary.json)")
    silnik.dodaj_opcje(parser)
    args = parser.parse_args(argv)

    def praca():
        silnik.wlacz(CONFIG, args.silnik)
        modele = args.model or [CONFIG["embedding_model"], CONFIG["chat_model"]]
        return _porownaj(modele, wczytaj_pary(args.pary))
    return polecenia.prowadz(praca)


if __name__ == "__main__":
    sys.exit(main())
