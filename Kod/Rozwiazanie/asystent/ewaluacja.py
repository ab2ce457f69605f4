"""Pokój oceny: stałe scenariusze przechodzą przez ten sam krok co rozmowa, a wynik trafia do plików.

scenariusz – słownik: id, cel, turns; tura – słownik: question, status, tool (nazwa albo None), origin_turn (opcja)
Program sprawdza przebieg: status, narzędzie i turę źródeł. Czy odpowiedź jest prawdziwa, ocenia człowiek.
"""
import re
import sys
import time

import ekran
import polecenia
import silnik
from asystent import krok
from indeks import load_index
from konsola import nowy_zapis, zapisz
from lokalny import CONFIG, ROOT
from narzedzia import REGISTRY, katalog_dokumentow
from pamiec import nowy_stan
from pliki import BladDanych, czytaj_json
from program import SELEKTORY

SCENARIUSZE = ROOT / "scenariusze.json"
STATUSY = ("answered", "clarification_needed", "rejected", "insufficient_context", "error")
OCENA_CZLOWIEKA = {"answer_supported": None, "complete": None, "citations_correct": None,
                   "refusal_appropriate": None, "notes": "null znaczy: jeszcze nie oceniono"}


def wczytaj_scenariusze(sciezka):
    """Zwraca listę scenariuszy z pliku; BladDanych wskazuje scenariusz i turę, które trzeba poprawić."""
    scenariusze = czytaj_json(sciezka)
    if not isinstance(scenariusze, list) or not scenariusze:
        raise BladDanych(f"{sciezka}: plik ma zawierać niepustą listę scenariuszy.")
    for numer, scenariusz in enumerate(scenariusze, start=1):
        blad = _blad_scenariusza(scenariusz)
        if blad:
            raise BladDanych(f"{sciezka}, scenariusz {numer}: {blad}.")
    identyfikatory = [scenariusz["id"] for scenariusz in scenariusze]
    if len(set(identyfikatory)) < len(identyfikatory):
        raise BladDanych(f"{sciezka}: identyfikatory scenariuszy się powtarzają.")
    return scenariusze


def _blad_scenariusza(scenariusz):
    """Zwraca opis pierwszego błędu w scenariuszu albo None."""
    if not isinstance(scenariusz, dict) or set(scenariusz) != {"id", "cel", "turns"}:
        return "pola to dokładnie id, cel, turns"
    if not isinstance(scenariusz["id"], str) or not re.fullmatch(r"[A-Z0-9_-]+", scenariusz["id"]):
        return "id składa się z liter A–Z, cyfr, „_” i „-”"
    if not isinstance(scenariusz["cel"], str) or not scenariusz["cel"].strip():
        return "cel ma być niepustym napisem"
    if not isinstance(scenariusz["turns"], list) or not scenariusz["turns"]:
        return "turns ma być niepustą listą"
    for numer, tura in enumerate(scenariusz["turns"], start=1):
        blad = _blad_tury(tura, numer)
        if blad:
            return f"tura {numer}: {blad}"
    return None


def _blad_tury(tura, numer):
    if not isinstance(tura, dict) or set(tura) - {"origin_turn"} != {"question", "status", "tool"}:
        return "pola to question, status, tool i czasem origin_turn"
    if not isinstance(tura["question"], str):
        return "question ma być napisem"
    if tura["status"] not in STATUSY:
        return f"status to jedno z: {', '.join(STATUSY)}"
    if tura["tool"] not in (None, *REGISTRY):
        return f"tool to null albo jedno z: {', '.join(REGISTRY)}"
    if "origin_turn" in tura and (type(tura["origin_turn"]) is not int or not 1 <= tura["origin_turn"] <= numer):
        return "origin_turn to numer tej albo wcześniejszej tury"
    return None


def sprawdz_ture(oczekiwane, wynik):
    """Zwraca słownik sprawdzeń tury {nazwa: czy zgodne}: status, tool i – gdy podano – origin_turn."""
    narzedzie = wynik["tool"] or {}
    wykonane = narzedzie.get("name") if narzedzie.get("executed") else None
    sprawdzenia = {"status": wynik["status"] == oczekiwane["status"], "tool": wykonane == oczekiwane["tool"]}
    if "origin_turn" in oczekiwane:
        tura_zrodel = (wynik["source_origin"] or {}).get("turn_id")
        sprawdzenia["origin_turn"] = tura_zrodel == oczekiwane["origin_turn"]
    return sprawdzenia


def ocen(folder, selector, scenariusze, records, index):
    """Przeprowadza wszystkie scenariusze, zapisuje każdą turę i zwraca podsumowanie (słownik)."""
    catalog = katalog_dokumentow(records)
    wiersze, razem = [], sum(len(scenariusz["turns"]) for scenariusz in scenariusze)
    for scenariusz in scenariusze:
        state = nowy_stan()   # każdy scenariusz zaczyna z pustą pamięcią
        for numer, tura in enumerate(scenariusz["turns"], start=1):
            start = time.monotonic()
            with ekran.czekanie(f"{scenariusz['id']}, tura {numer}"):
                wynik = krok(tura["question"], state, records, index, catalog, selector)
            wiersz = _wiersz(scenariusz["id"], numer, tura, wynik, time.monotonic() - start)
            zapisz(folder / f"{scenariusz['id']}_{numer:02d}.json",
                   {"expected": tura, "assessment": wiersz, "result": wynik})
            wiersze.append(wiersz)
            _pokaz_postep(len(wiersze), razem, wiersz, tura, wynik)
    return {"technical_pass": sum(wiersz["technical_pass"] for wiersz in wiersze), "turns": len(wiersze),
            "manual_assessment_complete": False, "rows": wiersze}


def _wiersz(scenariusz, numer, tura, wynik, sekundy):
    sprawdzenia = sprawdz_ture(tura, wynik)
    return {"scenario": scenariusz, "turn": numer, "checks": sprawdzenia,
            "technical_pass": all(sprawdzenia.values()), "seconds": round(sekundy, 3),
            "result_id": wynik["result_id"], "manual": dict(OCENA_CZLOWIEKA)}


def _pokaz_postep(zrobione, razem, wiersz, tura, wynik):
    znak = "OK     " if wiersz["technical_pass"] else "SPRAWDŹ"   # inny przebieg niż w planie to jeszcze nie błąd
    pytanie = ekran.jeden_wiersz(tura["question"]) or "(same odstępy)"
    czas = ekran.liczba(wiersz["seconds"], 1)
    print(f"{zrobione:>3}/{razem}  {znak}  {wiersz['scenario']}.{wiersz['turn']}  {czas:>6} s  {pytanie}", flush=True)
    plan = ", ".join(f"{nazwa} {tura[nazwa] or 'brak'}" for nazwa, zgodne in wiersz["checks"].items() if not zgodne)
    if plan:
        print(ekran.zawin(f"miało być: {plan}; było: status {wynik['status']}, powód {wynik['reason']}, "
                          f"tool {(wynik['tool'] or {}).get('name') or 'brak'}, "
                          f"origin_turn {(wynik['source_origin'] or {}).get('turn_id') or 'brak'}", "            "))


def _praca(args):
    silnik.wlacz(CONFIG, args.silnik)
    scenariusze = wczytaj_scenariusze(SCENARIUSZE)
    records, index = load_index()
    folder = nowy_zapis("ewaluacja", args.wybor)
    zapisz(folder / "scenariusze.json", scenariusze)
    print(f"Zapis: {folder}")
    podsumowanie = ocen(folder, args.wybor, scenariusze, records, index)
    zapisz(folder / "podsumowanie.json", podsumowanie)
    zgodne, razem = podsumowanie["technical_pass"], podsumowanie["turns"]
    print(f"Tury zgodne z planem: {zgodne}/{razem} (wybór: {args.wybor}).")
    print("Treść odpowiedzi oceniasz ty: opisz oceny w swoim raporcie, a pliki wyników zostaw bez zmian.")
    return 0 if zgodne == razem else 1


def main(argv=None):
    parser = polecenia.parser("Przeprowadza scenariusze i porównuje przebieg z planem.")
    parser.add_argument("--wybor", choices=SELEKTORY, default=CONFIG["selector"],
                        help="kto wybiera narzędzie (domyślnie selector z config.json)")
    silnik.dodaj_opcje(parser)
    args = parser.parse_args(argv)
    return polecenia.prowadz(lambda: _praca(args))


if __name__ == "__main__":
    sys.exit(main())
