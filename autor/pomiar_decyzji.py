"""Pokój decyzji: co warsztat zyskuje na każdym ze swoich wyborów, zmierzone na jego pytaniach z wyborem i bez niego.

Dane: wiersz tabeli to opis i liczby. Bez wyboru znaczy: z jedną funkcją warsztatu podmienioną na prostszą.
Uruchomienie z dowolnego folderu: python autor/pomiar_decyzji.py --silnik cwiczebny (kilka sekund). Z opcją --model
mierzy także odpowiedzi, po jednej na pytanie i ustawienie; na prawdziwym modelu trwa to wiele minut.
"""
import contextlib
import sys
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Kod" / "Rozwiazanie" / "rag_od_zera"))

import ewaluacja  # noqa: E402 – dopiero po dopisaniu folderu programu do ścieżek
import hybryda  # noqa: E402
import indeksuj  # noqa: E402
import odpowiedz  # noqa: E402
import polecenia  # noqa: E402
import prompt  # noqa: E402
import silnik  # noqa: E402
from ekran import liczba  # noqa: E402
from fragmenty import ciecie  # noqa: E402
from lokalny import CONFIG  # noqa: E402
from pytania import wczytaj_pytania  # noqa: E402

K = hybryda.ILE_FRAGMENTOW
ZAKLADKI = [("staly", 800, 0), ("staly", 800, 200), ("staly", 400, 0), ("staly", 400, 100), ("staly", 300, 0),
            ("staly", 300, 75), ("zdania", 3, 0), ("zdania", 3, 1)]


def baza(*argumenty):
    """Zwraca bazę w pamięci z dokumentów warsztatu; argumenty jak w fragmenty.ciecie."""
    return ewaluacja.zbuduj(ewaluacja.DOKUMENTY, *ciecie(*argumenty))


def zakladka(pytania):
    """Drukuje, ile oczekiwanych zdań przecina cięcie bez zakładki i z zakładką."""
    print(f"\nZakładka: oczekiwane zdania, których żaden fragment nie ma w całości, i recall@{K} (RRF)")
    for argumenty in ZAKLADKI:
        wiersz = ewaluacja.zmierz_ciecie(baza(*argumenty), pytania, ciecie(*argumenty)[0], K)
        print(f"  {wiersz['ciecie']:<16} przecięte {wiersz['przecietych']:>2} z {wiersz['zdan']}   fragmenty "
              f"{wiersz['fragmentow']:>3}   recall {liczba(wiersz['recall'], 3)}")


def sposoby(tytul, con, pytania):
    """Drukuje miary każdego sposobu szukania."""
    print(f"\n{tytul}")
    for wiersz in ewaluacja.podsumuj_szukanie(ewaluacja.zmierz_szukanie(con, pytania, K)):
        print(f"  {wiersz['sposob']:<10} recall@{K} {liczba(wiersz['recall'], 3)}   MRR {liczba(wiersz['mrr'], 3)}   "
              f"nDCG {liczba(wiersz['ndcg'], 3)}")


def wedlug_numeru(punkty, _, limit):
    """Jak hybryda.najlepsze, ale remis rozstrzyga niższy numer fragmentu w bazie."""
    return sorted(((ident, sum(liczby)) for ident, liczby in punkty.items()),
                  key=lambda para: (-para[1], para[0]))[:limit]


def kolejnosc(pytania, con):
    """Drukuje, ile odpowiedzi jest dobrych, gdy najlepszy fragment stoi w prompcie ostatni, a ile, gdy pierwszy."""
    fragmenty = ewaluacja.fragmenty_bazy(con)
    odwrotny = prompt.wiadomosci

    def najlepszy_pierwszy(pytanie, trafienia):
        gotowe = odwrotny(pytanie, trafienia)
        bloki = [prompt.blok(numer, trafienie) for numer, trafienie in enumerate(trafienia, 1)]
        tresc = gotowe[-1]["content"].replace("\n\n".join(reversed(bloki)), "\n\n".join(bloki))
        return [*gotowe[:-1], {"role": "user", "content": tresc}]

    print("\nMiejsce najlepszego fragmentu w prompcie: dobre odpowiedzi")
    for opis, latka in (("ostatni", contextlib.nullcontext()),
                        ("pierwszy", mock.patch.object(odpowiedz.prompt, "wiadomosci", najlepszy_pierwszy))):
        with latka:
            wyniki = [ewaluacja.zmierz_odpowiedz(p, hybryda.szukaj_hybrydowo(con, p["pytanie"], K), fragmenty, K)
                      for p in pytania]
        dobre = sum(w["ocena"]["poprawna"] for w in wyniki if "ocena" in w)
        print(f"  {opis:<10} {dobre} z {len(wyniki)}", flush=True)


def _praca(args):
    silnik.wlacz(CONFIG, args.silnik)
    pytania = wczytaj_pytania(ewaluacja.PYTANIA, indeksuj.znajdz_dokumenty(ewaluacja.DOKUMENTY)[0])
    zakladka(pytania)
    con = baza("akapity")
    sposoby("Nagłówek przed tekstem fragmentu", con, pytania)
    with mock.patch.object(indeksuj, "do_embeddingu", lambda fragment: fragment["tekst"]):
        sposoby("Sam tekst fragmentu, bez nagłówka", baza("akapity"), pytania)
    with mock.patch.object(hybryda, "najlepsze", wedlug_numeru):
        sposoby("Remisy rozstrzyga numer fragmentu w bazie", con, pytania)
    if args.model:
        kolejnosc(pytania, con)
    return 0


def main(argv=None):
    parser = polecenia.parser("Mierzy decyzje warsztatu: zakładkę, nagłówek, fuzję i kolejność fragmentów.")
    parser.add_argument("--model", action="store_true", help="mierzy także odpowiedzi modelu")
    silnik.dodaj_opcje(parser)
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _praca(args))


if __name__ == "__main__":
    sys.exit(main())
