"""Pokój budżetu: ile tokenów mieści okno modelu, ile z nich jest zajętych i które fragmenty wejdą do promptu.

trafienie – słownik opisany w baza.py
bilans – słownik liczb tokenów: okno, rezerwa, margines, system, pytanie, fragmenty; okno jest sumą pozostałych
Tokeny liczy sam model (prompt_eval_count), bo każdy dzieli tekst po swojemu. Prompt, który się nie mieści, serwer
ucina bez słowa, zaczynając od instrukcji, dlatego o miejsce trzeba zadbać przed wysłaniem.
"""
import sys
from contextlib import closing

import ekran
import polecenia
import prompt
import silnik
from baza import dodaj_opcje, domyslna, otworz
from czat import ZaDlugiTekst, policz_tokeny
from fragmenty import gdzie
from hybryda import ILE_FRAGMENTOW, szukaj_hybrydowo
from lokalny import CONFIG
from pliki import BladDanych

MARGINES = 100               # tokenów na znaczniki szablonu wokół wiadomości i odstępy między fragmentami
JEDEN_TOKEN = "a"            # w każdym modelu to jeden token; reszta licznika jest narzutem szablonu

ZA_MALE_OKNO = ("W oknie modelu nie ma miejsca na fragmenty: brakuje {brak} tokenów. Zwiększ num_ctx albo zmniejsz "
                "num_predict w config.json.")
UCIETE = ("Serwer przyjął {przyjete} tokenów promptu, a wysłano co najmniej {policzone}: prawdopodobnie uciął "
          "jego początek, czyli instrukcję. Zwiększ num_ctx w config.json.")

_policzone = {}   # (adres usługi, model, okno, tekst) → tokeny z licznika serwera; ten sam tekst liczy się raz


def tokeny(tekst):
    """Zwraca liczbę tokenów tekstu według modelu czatu, bez znaczników szablonu; tekst pusty ma ich 0.

    Pierwsze liczenie danego tekstu w tym procesie to jedno wywołanie modelu. ZaDlugiTekst, gdy tekst nie mieści się
    w oknie; inny RuntimeError, gdy serwer liczby nie podaje albo zawiedzie usługa.
    """
    if not tekst.strip():
        return 0
    narzut = _licznik(JEDEN_TOKEN) - 1
    return max(_licznik(tekst) - narzut, 1)


def _licznik(tekst):
    """Zwraca licznik serwera dla jednej wiadomości o tej treści."""
    klucz = (CONFIG["ollama_url"], CONFIG["chat_model"], CONFIG["num_ctx"], tekst)
    if klucz not in _policzone:
        _policzone[klucz] = policz_tokeny([{"role": "user", "content": tekst}])
    return _policzone[klucz]


def rozlicz(system, pytanie):
    """Zwraca bilans okna dla prośby z tekstem stałym system (instrukcja i przykłady) i pytaniem.

    fragmenty to miejsce, które zostaje po odjęciu od okna (num_ctx) rezerwy na odpowiedź (num_predict), marginesu,
    tekstu stałego i pytania. BladDanych, gdy nie zostaje nic.
    """
    bilans = {"okno": CONFIG["num_ctx"], "rezerwa": CONFIG["num_predict"], "margines": MARGINES,
              "system": tokeny(system), "pytanie": tokeny(pytanie)}
    bilans["fragmenty"] = bilans["okno"] - sum(ile for nazwa, ile in bilans.items() if nazwa != "okno")
    if bilans["fragmenty"] <= 0:
        raise BladDanych(ZA_MALE_OKNO.format(brak=1 - bilans["fragmenty"]))
    return bilans


def zapakuj(trafienia, limit, licz):
    """Zwraca parę list (spakowane, pominiete): które trafienia mieszczą się w limicie tokenów, a które nie.

    trafienia – lista od najlepszego; limit – ile tokenów mogą zająć razem; licz – funkcja, która dla trafienia zwraca
    jego tokeny. Idź od najlepszego i bierz każde, które jeszcze się mieści (dokładnie równe limitowi też). Za długie
    pomiń, ale sprawdzaj dalsze: mniejsze może się zmieścić. spakowane są w kolejności promptu, czyli od najsłabszego, z
    najlepszym na końcu, przy pytaniu; pominiete zachowują kolejność od najlepszego. Listy trafienia nie zmieniaj; licz
    wywołaj raz dla każdego trafienia, bo liczenie kosztuje.
    """
    raise NotImplementedError(
        "Zadanie 10: Zwróć parę list: fragmenty spakowane (najlepszy na końcu) i pominięte. "
        "Sprawdź: python -m unittest sprawdz.Zapakuj")


def tokeny_trafienia(trafienie):
    """Zwraca tokeny trafienia w postaci, w jakiej stoi w prompcie: z numerem, nagłówkiem i znakami cytatu.

    Trafienie, którego serwer nie przyjął w całości, zajmuje całe okno: zapakuj je pominie, a inne nie przepadną.
    """
    try:
        return tokeny(prompt.blok(1, trafienie))
    except ZaDlugiTekst:
        return CONFIG["num_ctx"]


def uciety(przyjete, policzone):
    """Zwraca listę z ostrzeżeniem, gdy serwer przyjął mniej tokenów, niż policzono osobno w częściach promptu.

    przyjete – tokeny_promptu z odpowiedzi (None: serwer nie podał, więc nic nie wiadomo); policzone – suma części.
    Znaczniki szablonu tylko dodają tokenów, a łączenie części odejmuje ich najwyżej kilka, stąd margines.
    """
    if przyjete is None or przyjete >= policzone - MARGINES:
        return []
    return [UCIETE.format(przyjete=przyjete, policzone=policzone)]


# --- program: python budzet.py "pytanie" ---

WIERSZE = (("okno", "okno modelu (num_ctx)"), ("rezerwa", "– rezerwa na odpowiedź (num_predict)"),
           ("margines", "– margines na znaczniki szablonu"), ("system", "– instrukcja i przykłady"),
           ("pytanie", "– pytanie"), ("fragmenty", "= zostaje na fragmenty"))


def _pokaz(args):
    silnik.wlacz(CONFIG, args.silnik)
    with closing(otworz(args.baza or domyslna())) as con:
        trafienia = szukaj_hybrydowo(con, args.pytanie, args.k)
    with ekran.czekanie("Model liczy tokeny…"):
        bilans = rozlicz(prompt.STALY_TEKST, args.pytanie)
        limit = bilans["fragmenty"] if args.limit is None else args.limit
        spakowane, pominiete = zapakuj(trafienia, limit, tokeny_trafienia)
    print(f"Tokeny według modelu {CONFIG['chat_model']}:")
    for nazwa, opis in WIERSZE:
        print(f"{bilans[nazwa]:>7}  {opis}")
    if args.limit is not None:
        print(f"{limit:>7}  tyle fragmenty mogą zająć według --limit")
    print("\nFragmenty w kolejności promptu, najlepszy na końcu:")
    for trafienie in spakowane:
        _pokaz_trafienie(trafienie)
    print(f"{sum(map(tokeny_trafienia, spakowane)):>7}  razem")
    if pominiete:
        print("\nNie mieszczą się:")
    for trafienie in pominiete:
        _pokaz_trafienie(trafienie)
    return 0


def _pokaz_trafienie(trafienie):
    print(ekran.zawin(f"{prompt.opis(trafienie)} ({gdzie(trafienie)})", f"{tokeny_trafienia(trafienie):>7}  "))


def main(argv=None):
    parser = polecenia.parser("Liczy, ile tokenów okna modelu zajmuje pytanie i które fragmenty zmieszczą się obok.")
    parser.add_argument("pytanie", type=polecenia.pytanie)
    parser.add_argument("--limit", type=polecenia.od_jednego, metavar="N",
                        help="ile tokenów dać fragmentom zamiast tego, co zostaje w oknie")
    dodaj_opcje(parser, ILE_FRAGMENTOW)
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _pokaz(args))


if __name__ == "__main__":
    sys.exit(main())
