"""Pokój lekarza: kontrola, która niczego nie zmienia – Python, folder, pliki, konsola, usługa.

wynik – lista trójek (ocena: OK | UWAGA | BŁĄD, co, opis). BŁĄD przeszkadza w kursie; UWAGA – tylko w części.
"""
import os
import platform
import sys

from pomoc import kurs_pliki, kurs_zrodla
from pomoc.kurs_ekran import pokazuje, python

ZNAKI = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
BEZ_USLUGI = "Zadania i ich testy usługi nie potrzebują."


def zbadaj():
    """Zwraca wynik kontroli; kolejne wiersze są niezależne, więc jeden kłopot nie ukrywa następnych."""
    return [("OK", "Python", f"{platform.python_version()} ({sys.executable})"),
            *_folder(), _nazwy(), *_skladnia(), *_pliki(), _konsola(), _rozwiazanie(), _usluga()]


def _folder():
    yield "OK", "Folder", str(kurs_pliki.FOLDER)
    if not os.access(kurs_pliki.FOLDER, os.W_OK):
        yield ("BŁĄD", "Zapis", "W tym folderze nie wolno pisać. Skopiuj go w inne miejsce, np. do swoich dokumentów.")


def _nazwy():
    zaslaniajace = kurs_pliki.zaslaniajace()
    if zaslaniajace:
        return "BŁĄD", "Nazwy plików", (f"Zasłaniają moduły Pythona: {', '.join(zaslaniajace)}. Nadaj im inne nazwy.")
    return "OK", "Nazwy plików", "żadna nie zasłania modułu Pythona"


def _skladnia():
    bledy = [blad for blad in map(kurs_zrodla.blad_skladni, sorted(kurs_pliki.FOLDER.glob("*.py"))) if blad]
    for blad in bledy:
        wiersz = f", wiersz {blad['wiersz']}" if blad["wiersz"] else ""
        yield "BŁĄD", "Zapis kodu", f"{blad['plik']}{wiersz}: {blad['znaczenie']}"
    if not bledy:
        yield "OK", "Zapis kodu", "Python umie przeczytać wszystkie pliki programu"


def _pliki():
    zmienione = kurs_pliki.zmienione()
    sprawdziany = [f"{nazwa} ({jak})" for nazwa, jak in zmienione.items() if kurs_pliki.to_sprawdzian(nazwa)]
    inne = [f"{nazwa} ({jak})" for nazwa, jak in zmienione.items() if not kurs_pliki.to_sprawdzian(nazwa)]
    if sprawdziany:
        yield "BŁĄD", "Pliki kursu", f"Inne niż w kursie: {', '.join(sprawdziany)}. Skopiuj je ponownie z archiwum."
    if inne:
        yield "UWAGA", "Moduły", f"Inne niż w kursie: {', '.join(inne)}. To dobrze, jeśli zmiana była celowa."
    if not zmienione:
        yield "OK", "Pliki kursu", "takie jak w archiwum, poza plikami z zadaniami"


def _konsola():
    kodowanie = getattr(sys.stdout, "encoding", None) or "nieznane"
    if pokazuje(ZNAKI):
        return "OK", "Konsola", f"kodowanie {kodowanie}, polskie litery widać"
    rada = "wpisz polecenia chcp 65001 oraz set PYTHONUTF8=1" if os.name == "nt" else "ustaw PYTHONUTF8=1"
    return "UWAGA", "Konsola", f"kodowanie {kodowanie} nie ma polskich liter: {rada}."


def _rozwiazanie():
    if kurs_pliki.jest_rozwiazanie():
        return "OK", "Rozwiązanie", f"leży obok, więc działa {python()} kurs.py porownaj NAZWA"
    return "OK", "Rozwiązanie", "nie leży obok; do zadań nie jest potrzebne"


def _usluga():
    try:
        from lokalny import CONFIG, api, require_models  # dopiero tu: plik ucznia może się nie wczytać
        wersja = api("/api/version").get("version")
        require_models([CONFIG["chat_model"], CONFIG["embedding_model"]])
    except RuntimeError as blad:
        return "UWAGA", "Usługa", f"{blad} {BEZ_USLUGI}"
    except (Exception, SystemExit) as blad:
        return "BŁĄD", "Usługa", f"Moduł lokalny.py nie działa: {blad}"
    return "OK", "Usługa", f"wersja {wersja}, oba modele gotowe"
