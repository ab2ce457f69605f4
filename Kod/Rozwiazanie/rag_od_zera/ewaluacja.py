"""Pokój pomiaru: czy właściwe źródło trafiło do promptu i czy odpowiedź jest dobra – dwie osobne miary.

numery – lista, po pozycji na wynik szukania od najlepszego: numer oczekiwanego źródła (od 0) albo None
miary – słownik recall, mrr, ndcg (liczby 0–1); wynik – słownik z odpowiedz.py; pytanie – słownik z pytania.py
ślad – słownik: rodzaj pytania i pięć wartości bool (poprawna, odmowa, w_bazie, znalezione, w_prompcie)
wiersz – słownik jednego pytania: pytanie, trafienia i miary {sposób: …} oraz wynik, ocena, slad, warstwa (albo blad)
raport – słownik zapisywany w wyniki/: o przebiegu (czas, modele, k, ciecie…), szukanie, ciecia i wiersze
"""
import math
import sys
import time
from datetime import datetime, timezone

import ekran
import polecenia
import silnik
from baza import utworz
from cytaty import zdania_z_numerami
from embeddingi import embeduj_wiele
from fragmenty import ciecie, ciecie_z_opcji, dodaj_opcje_ciecia
from hybryda import ILE_FRAGMENTOW, SPOSOBY, szukaj_hybrydowo, szukaj_kazdym
from indeksuj import indeksuj, znajdz_dokumenty
from lokalny import CONFIG, ROOT, require_models
from odpowiedz import POWODY, odpowiedz
from pliki import BladDanych, skrot_pliku
from polaczenie import W_PAMIECI, wykonaj
from pytania import BEZ_ODPOWIEDZI, RODZAJE, wczytaj_pytania, wszystkie_w, wystepuje, zawarte
from raport import przygotuj_folder, tabele, zapisz
from rerank import ILE_KANDYDATOW, dobierz

PYTANIA, DOKUMENTY = ROOT / "dane" / "pytania.json", ROOT / "dane" / "dokumenty"
# Porównywane sposoby cięcia: argumenty funkcji ciecie. Ostatni jest zepsuty celowo.
CIECIA = [("akapity", 1200), ("staly", 800, 200), ("zdania", 5, 1), ("staly", 150, 0)]

ODMOWIL, NIE_ODMOWIL = "odmowa, choć dokumenty mają odpowiedź", "odpowiedź, choć dokumenty jej nie mają"
BRAKUJE, ZBEDNE = "brakuje „{napis}”", "jest „{napis}”, a nie powinno"


# --- miary ---

def miary(numery, oczekiwanych, k):
    """Zwraca słownik recall, mrr, ndcg (liczby 0–1) dla pierwszych k wyników jednego pytania.

    numery – lista, po pozycji na wynik od najlepszego: numer oczekiwanego źródła (int od 0) albo None, gdy to żadne;
    zostaje bez zmian.
    Trafieniem jest tylko pierwsze wystąpienie danego źródła; powtórzenie liczy się jak None.
    recall – jaka część z `oczekiwanych` źródeł jest wśród pierwszych k wyników;
    mrr – 1/m, gdzie m to miejsce pierwszego trafienia (od 1), albo 0, gdy trafienia nie ma;
    ndcg – suma 1/log2(m + 1) po miejscach m wszystkich trafień, podzielona przez taką sumę dla ułożenia idealnego,
    w którym min(oczekiwanych, k) trafień zajmuje pierwsze miejsca (Järvelin, Kekäläinen 2002); takie sumy liczy _zysk.
    ValueError, gdy oczekiwanych lub k jest mniejsze od 1: pytanie bez źródeł nie ma miar szukania.
    """
    if oczekiwanych < 1 or k < 1:
        raise ValueError(f"oczekiwanych źródeł i wyników musi być co najmniej po 1, a jest {oczekiwanych} i {k}")
    miejsca = {}   # numer źródła → miejsce, na którym stoi pierwszy raz
    for miejsce, numer in enumerate(numery[:k], start=1):
        if numer is not None:
            miejsca.setdefault(numer, miejsce)
    idealne = range(1, min(oczekiwanych, k) + 1)
    return {"recall": len(miejsca) / oczekiwanych, "mrr": 1 / min(miejsca.values()) if miejsca else 0.0,
            "ndcg": _zysk(miejsca.values()) / _zysk(idealne)}


def _zysk(miejsca):
    """Zwraca DCG: sumę 1/log2(m + 1) po miejscach m."""
    return math.fsum(1 / math.log2(miejsce + 1) for miejsce in miejsca)


def miary_pytania(pytanie, trafienia, k):
    """Zwraca miary k trafień pytania ze źródłami; fragment z dwoma oczekiwanymi zdaniami zajmuje dwa miejsca."""
    numery = [numer for t in trafienia[:k] for numer in zawarte(t, pytanie["zrodla"]) or [None]]
    return miary(numery, len(pytanie["zrodla"]), max(k, len(numery)))


def srednie(lista_miar):
    """Zwraca średnie wartości niepustej listy miar."""
    return {nazwa: sum(m[nazwa] for m in lista_miar) / len(lista_miar) for nazwa in lista_miar[0]}


def ocen_odpowiedz(wynik, pytanie):
    """Zwraca {"poprawna": bool, "uwagi": [czego odpowiedzi brakuje albo co w niej zbędne]}.

    Odmowa jest poprawna tylko przy pytaniu bez odpowiedzi, a odpowiedź odrzucona nigdy. Odpowiedź poprawna ma
    wszystkie napisy z pola zawiera i żadnego z nie_zawiera; numery fragmentów [n] do jej treści nie należą.
    """
    bez_odpowiedzi = pytanie["rodzaj"] == BEZ_ODPOWIEDZI
    if wynik["status"] == "odrzucona":
        uwagi = [f"odrzucona: {POWODY[wynik['powod']]}"]
    elif wynik["status"] == "brak":
        uwagi = [] if bez_odpowiedzi else [ODMOWIL]
    elif bez_odpowiedzi:
        uwagi = [NIE_ODMOWIL]
    else:
        tresc = " ".join(zdanie for zdanie, _ in zdania_z_numerami(wynik["tekst"]))
        uwagi = [BRAKUJE.format(napis=napis) for napis in pytanie["zawiera"] if not wystepuje(napis, tresc)]
        uwagi += [ZBEDNE.format(napis=napis) for napis in pytanie["nie_zawiera"] if wystepuje(napis, tresc)]
    return {"poprawna": not uwagi, "uwagi": uwagi}


def diagnoza(slad):
    """Zwraca warstwę, którą trzeba poprawić, albo "poprawna"; reguły w tej kolejności, wygrywa pierwsza:

    odpowiedź poprawna → "poprawna"; rodzaj "bez_odpowiedzi" → "odmowa" (system miał odmówić, a odpowiedział);
    nie w_bazie → "ciecie" (oczekiwane zdanie nie stoi całe w żadnym fragmencie); nie znalezione → "wyszukiwanie"
    (nie ma go wśród kandydatów); nie w_prompcie → "dobor" (odrzucił je sędzia albo budżet); inaczej → "model".
    slad – słownik: rodzaj (str) oraz poprawna, odmowa, w_bazie, znalezione, w_prompcie (bool; trzy ostatnie mówią
    o wszystkich oczekiwanych źródłach naraz, a odmowa jest tylko dla czytelnika raportu).
    """
    if slad["poprawna"]:
        return "poprawna"
    if slad["rodzaj"] == BEZ_ODPOWIEDZI:
        return "odmowa"
    for warunek, warstwa in (("w_bazie", "ciecie"), ("znalezione", "wyszukiwanie"), ("w_prompcie", "dobor")):
        if not slad[warunek]:
            return warstwa
    return "model"


# --- pomiar ---

def zbuduj(katalog, opis, tnij):
    """Zwraca bazę w pamięci z dokumentów katalogu, pociętych funkcją tnij; BladDanych, gdy są wśród nich wadliwe."""
    con = utworz(W_PAMIECI, opis)
    bledy = indeksuj(con, katalog, tnij)["bledy"]
    if bledy:
        raise BladDanych("\n".join(bledy))
    return con


def fragmenty_bazy(con):
    """Zwraca listę wszystkich fragmentów bazy, z polami zrodlo i tekst."""
    return [dict(zip(("zrodlo", "tekst"), wiersz)) for wiersz in wykonaj(con, "SELECT zrodlo, tekst FROM fragmenty")]


def zmierz_szukanie(con, pytania, k):
    """Zwraca listę wierszy z polami pytanie, trafienia {sposób: lista} i miary {sposób: miary, bez źródeł None}."""
    wiersze = []
    for pytanie in pytania:
        trafienia = szukaj_kazdym(con, pytanie["pytanie"], max(k, ILE_KANDYDATOW))
        wiersze.append({"pytanie": pytanie, "trafienia": trafienia, "miary": {
            sposob: miary_pytania(pytanie, lista, k) if pytanie["zrodla"] else None
            for sposob, lista in trafienia.items()}})
    return wiersze


def podsumuj_szukanie(wiersze):
    """Zwraca wiersze tabeli sposobów: średnie miary wszystkich pytań ze źródłami i recall każdego ich rodzaju."""
    wiersze = [w for w in wiersze if w["pytanie"]["zrodla"]]
    rodzaje = [r for r in RODZAJE if any(w["pytanie"]["rodzaj"] == r for w in wiersze)]
    return [{"sposob": sposob, **srednie([w["miary"][sposob] for w in wiersze]), "rodzaje": {
        rodzaj: srednie([w["miary"][sposob] for w in wiersze if w["pytanie"]["rodzaj"] == rodzaj])["recall"]
        for rodzaj in rodzaje}} for sposob in SPOSOBY]


def zmierz_ciecie(con, pytania, opis, k):
    """Zwraca wiersz tabeli cięć: liczby fragmentów i oczekiwanych zdań, średnie miary RRF i id pytań z recall < 1."""
    fragmenty, pytania = fragmenty_bazy(con), [p for p in pytania if p["zrodla"]]
    zrodla = [zrodlo for p in pytania for zrodlo in p["zrodla"]]
    ile = max(k, ILE_KANDYDATOW)   # tak samo głęboko jak w tabeli sposobów
    miary_pytan = {p["id"]: miary_pytania(p, szukaj_hybrydowo(con, p["pytanie"], ile), k) for p in pytania}
    return {"ciecie": opis, "fragmentow": len(fragmenty), "zdan": len(zrodla),
            "przecietych": sum(not wszystkie_w([zrodlo], fragmenty) for zrodlo in zrodla),
            **srednie(list(miary_pytan.values())),
            "niepelne": [ident for ident, m in miary_pytan.items() if m["recall"] < 1]}


def zmierz_odpowiedz(pytanie, trafienia, fragmenty, k, sedzia=False):
    """Zwraca słownik wynik, ocena, slad, warstwa, nieocenione (ile) dla pytania; gdy zawiedzie usługa – samo pole blad.

    trafienia – lista od najlepszego: model dostaje k pierwszych, a gdy jest sędzia, k wybranych przez niego spośród
    ILE_KANDYDATOW pierwszych. fragmenty – wszystkie fragmenty bazy.
    """
    kandydaci = trafienia[:ILE_KANDYDATOW if sedzia else k]
    try:
        wybrane, nieocenione = dobierz(pytanie["pytanie"], kandydaci, k) if sedzia else (kandydaci, [])
        wynik = odpowiedz(pytanie["pytanie"], wybrane)
    except NotImplementedError:   # to brakujący kod ucznia, a nie awaria usługi
        raise
    except RuntimeError as blad:
        return {"blad": str(blad)}
    ocena = ocen_odpowiedz(wynik, pytanie)
    slad = {"rodzaj": pytanie["rodzaj"], "poprawna": ocena["poprawna"], "odmowa": wynik["status"] == "brak",
            "w_bazie": wszystkie_w(pytanie["zrodla"], fragmenty),
            "znalezione": wszystkie_w(pytanie["zrodla"], kandydaci),
            "w_prompcie": wszystkie_w(pytanie["zrodla"], wynik["trafienia"])}
    return {"wynik": wynik, "ocena": ocena, "slad": slad, "warstwa": diagnoza(slad), "nieocenione": len(nieocenione)}


# --- program: python ewaluacja.py ---

def _praca(args, glowne):
    silnik.wlacz(CONFIG, args.silnik)
    dokumenty, _ = znajdz_dokumenty(args.dokumenty)
    pytania = wczytaj_pytania(args.pytania, dokumenty)
    przygotuj_folder()   # czy można tam pisać, lepiej wiedzieć przed pomiarem
    # Tak samo z pytaniem, którego model nie przyjmie: błąd poda jego id, zanim pomiar się zacznie.
    nazwy = [f"{args.pytania}, pytanie {p['id']}" for p in pytania]
    embeduj_wiele([p["pytanie"] for p in pytania], nazwy, postep=False)
    raport = _opis_przebiegu(args, pytania, glowne[0])
    ciecia = dict([glowne, *(ciecie(*argumenty) for argumenty in CIECIA)])   # główne może być jednym z porównywanych
    bazy = {opis: zbuduj(args.dokumenty, opis, tnij) for opis, tnij in ciecia.items()}
    with ekran.czekanie("Szukam odpowiedzi na pytania…"):
        raport["ciecia"] = [zmierz_ciecie(con, pytania, opis, args.k) for opis, con in bazy.items()]
        raport["wiersze"] = zmierz_szukanie(bazy[glowne[0]], pytania, args.k)
    raport["szukanie"] = podsumuj_szukanie(raport["wiersze"])
    if not args.tylko_wyszukiwanie:
        _zmierz_odpowiedzi(raport["wiersze"], fragmenty_bazy(bazy[glowne[0]]), args)
    for con in bazy.values():
        con.close()
    plik = zapisz(raport)
    print(*tabele(raport), f"Raport: {plik}", sep="\n")
    return 1 if any("blad" in wiersz for wiersz in raport["wiersze"]) else 0


def _opis_przebiegu(args, pytania, opis_ciecia):
    """Zwraca początek raportu: kiedy, czym i na czym mierzono."""
    modele = [CONFIG["embedding_model"]] + ([] if args.tylko_wyszukiwanie else [CONFIG["chat_model"]])
    return {"utworzono": f"{datetime.now(timezone.utc):%Y%m%dT%H%M%SZ}", "config": dict(CONFIG),
            "modele": require_models(modele), "pytania": str(args.pytania), "pytania_sha256": skrot_pliku(args.pytania),
            "dokumenty": str(args.dokumenty), "ciecie": opis_ciecia, "k": args.k, "rerank": args.rerank,
            "tylko_wyszukiwanie": args.tylko_wyszukiwanie,
            "pytan_z_odpowiedzia": sum(bool(p["zrodla"]) for p in pytania)}


def _zmierz_odpowiedzi(wiersze, fragmenty, args):
    """Dopisuje do każdego wiersza pomiar odpowiedzi; na terminalu pokazuje postęp."""
    start = time.monotonic()
    for numer, wiersz in enumerate(wiersze, start=1):
        wiersz.update(zmierz_odpowiedz(wiersz["pytanie"], wiersz["trafienia"]["RRF"], fragmenty, args.k, args.rerank))
        ekran.postep("Odpowiedzi", numer, len(wiersze), time.monotonic() - start)


def main(argv=None):
    parser = polecenia.parser("Mierzy na pytaniach kontrolnych szukanie, cięcie i odpowiedzi oraz mówi, co poprawić.")
    parser.add_argument("--tylko-wyszukiwanie", action="store_true", help="bez odpowiedzi, czyli bez modelu czatu")
    parser.add_argument("--rerank", action="store_true", help="fragmenty dla modelu wybiera jeszcze sędzia")
    parser.add_argument("--k", type=polecenia.od_jednego, default=ILE_FRAGMENTOW, metavar="N",
                        help="ile fragmentów liczy się i trafia do modelu (domyślnie %(default)s)")
    parser.add_argument("--pytania", type=polecenia.sciezka, default=PYTANIA, metavar="PLIK",
                        help="plik pytań kontrolnych")
    parser.add_argument("--dokumenty", type=polecenia.sciezka, default=DOKUMENTY, metavar="KATALOG",
                        help="katalog dokumentów")
    dodaj_opcje_ciecia(parser)
    silnik.dodaj_opcje(parser)
    args = parser.parse_args(argv)
    if args.rerank and args.tylko_wyszukiwanie:
        parser.error("--rerank nie łączy się z --tylko-wyszukiwanie")
    glowne = ciecie_z_opcji(parser, args)
    return polecenia.prowadz(lambda: _praca(args, glowne))


if __name__ == "__main__":
    sys.exit(main())
