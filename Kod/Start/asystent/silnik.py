"""Pokój silnika: wybór usługi, która odpowiada – Ollama albo wbudowany silnik ćwiczebny.

Wybiera zawsze człowiek: opcją --silnik albo zmienną środowiska ASYSTENT_SILNIK (dla programów bez tej
opcji). Gdy Ollama nie odpowiada, program mówi o błędzie i nie sięga po silnik ćwiczebny sam.
"""
import os

SILNIKI = ("ollama", "cwiczebny")
ZMIENNA = "ASYSTENT_SILNIK"
BEZ_OLLAMY = ("Bez Ollamy ćwicz na silniku ćwiczebnym: dopisz --silnik cwiczebny albo ustaw zmienną środowiska "
              f"{ZMIENNA}=cwiczebny.")
OGLOSZENIE = ("Silnik ćwiczebny: odpowiada wbudowany program ({chat_model}, {embedding_model}),\n"
              "a nie model językowy.")

_wybrany = "ollama"
_z_pliku = {}   # ustawienia, które silnik ćwiczebny zastąpił


def ze_zmiennej():
    """Zwraca nazwę silnika ze zmiennej ASYSTENT_SILNIK, bez niej „ollama”; ValueError dla innej nazwy."""
    nazwa = os.environ.get(ZMIENNA) or "ollama"
    if nazwa not in SILNIKI:
        raise ValueError(f"Zmienna {ZMIENNA} ma wartość „{nazwa}”, a dozwolone są: {', '.join(SILNIKI)}.")
    return nazwa


def dodaj_opcje(parser):
    """Dodaje do parsera argparse opcję --silnik; domyślną wartość bierze ze zmiennej środowiska."""
    parser.add_argument("--silnik", choices=SILNIKI, default=ze_zmiennej(),
                        help="usługa, która odpowiada (domyślnie ollama; cwiczebny działa bez instalacji); "
                             f"to samo robi zmienna środowiska {ZMIENNA}")


def wybrany():
    """Zwraca nazwę silnika, który działa w tym procesie."""
    return _wybrany


def opcja():
    """Zwraca dopisek do polecenia, które ma działać na tym samym silniku."""
    return "" if _wybrany == "ollama" else f" --silnik {_wybrany}"


def wlacz(config, nazwa):
    """Kieruje program do silnika o tej nazwie, zmieniając w config adres usługi i nazwy modeli.

    Silnik ćwiczebny uruchamia w tym samym procesie i ogłasza na ekranie. Robi to tu, a nie w programach,
    aby żaden program nie mógł o tym zapomnieć.
    """
    global _wybrany
    if nazwa not in SILNIKI:
        raise ValueError(f"nieznany silnik „{nazwa}”; dozwolone są: {', '.join(SILNIKI)}")
    if nazwa == _wybrany:
        return
    if nazwa == "ollama":   # opcja --silnik przeważa nad zmienną środowiska
        config.update(_z_pliku)
        _wybrany = nazwa
        print("Silnik: Ollama, wybrana opcją --silnik.", flush=True)
        return
    from pomoc import cwiczebny  # dopiero teraz: bez silnika ćwiczebnego program nie potrzebuje pomoc/
    ustawienia = {"ollama_url": cwiczebny.adres(cwiczebny.uruchom()),
                  "chat_model": cwiczebny.MODEL_CZATU, "embedding_model": cwiczebny.MODEL_EMBEDDINGOW}
    _z_pliku.update({klucz: config[klucz] for klucz in ustawienia})
    config.update(ustawienia)
    _wybrany = nazwa
    print(OGLOSZENIE.format_map(config), flush=True)
