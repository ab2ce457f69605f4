"""Pokój plików: ścisłe czytanie tekstu i JSON oraz zapis, który nigdy nie zostawia połowy pliku.

Stoi na samym dole programu: nie zna ani Ollamy, ani dokumentów. Wszystkie pliki są w UTF-8.
"""
import errno
import hashlib
import json
import os
import uuid
from pathlib import Path

NAJGLEBIEJ = 50              # poziomów JSON; dokument głębszy mógłby przepełnić stos przy zapisie
ZA_GLEBOKO = "JSON jest zbyt głęboko zagnieżdżony"
NAJWIECEJ_CYFR = 300         # dłuższej liczby całkowitej nie da się zamienić na ułamek dziesiętny (float)
OPISY_BLEDOW = {
    errno.EACCES: "brak uprawnień", errno.EPERM: "brak uprawnień", errno.EROFS: "dysk jest tylko do odczytu",
    errno.ENOSPC: "brak miejsca na dysku", errno.EEXIST: "taki plik już istnieje",
    errno.ENOENT: "nie ma takiego pliku ani folderu", errno.ENOTDIR: "w miejscu folderu leży plik",
    errno.EISDIR: "to folder, a nie plik",
}


class BladDanych(ValueError):
    """Plik lub jego treść nie nadaje się do użycia; komunikat mówi, co się stało, gdzie i co dalej."""


def scisly_json(tekst):
    """Zamienia tekst na wartość JSON; ValueError, gdy tekst nie jest dokładnie jednym dokumentem JSON.

    Moduł json przepuszcza powtórzone klucze oraz NaN i Infinity. Tu są błędem: powtórzony klucz ukrywa
    jedną z dwóch wartości, a NaN nie jest liczbą, którą da się zapisać z powrotem jako JSON.
    """
    try:
        wartosc = json.loads(tekst, object_pairs_hook=_bez_powtorzen, parse_constant=_nie_liczba,
                             parse_float=_skonczona, parse_int=_calkowita)
    except RecursionError:
        raise ValueError(ZA_GLEBOKO) from None
    except json.JSONDecodeError as blad:
        okolica = tekst[max(0, blad.pos - 15):blad.pos + 15]
        raise ValueError(f"niepoprawny JSON, wiersz {blad.lineno}, znak {blad.colno}, "
                         f"w pobliżu {okolica!r}") from None
    _sprawdz_glebokosc([wartosc], NAJGLEBIEJ + 1)
    return wartosc


def czytaj_tekst(sciezka):
    """Zwraca treść pliku UTF-8 (znacznik BOM na początku jest dozwolony); BladDanych mówi, co jest nie tak."""
    sciezka = Path(sciezka)
    if sciezka.exists() and not sciezka.is_file():   # folder albo potok, na którego dane czekałoby się bez końca
        raise BladDanych(f"{sciezka}: to nie jest zwykły plik. Sprawdź nazwę i folder.")
    try:
        bajty = sciezka.read_bytes()
    except OSError as blad:
        raise BladDanych(f"{opis_bledu(blad)}. Sprawdź nazwę pliku, folder i prawo odczytu.") from blad
    tekst = _odkoduj(bajty, sciezka)
    if not tekst.strip():
        raise BladDanych(f"{sciezka}: plik jest pusty. Uzupełnij go albo przywróć jego poprzednią wersję.")
    return tekst


def czytaj_json(sciezka):
    """Zwraca wartość JSON z pliku; BladDanych z nazwą pliku, gdy pliku nie da się ściśle odczytać."""
    try:
        return scisly_json(czytaj_tekst(sciezka))
    except BladDanych:
        raise
    except ValueError as blad:
        raise BladDanych(f"{sciezka}: {blad}. Popraw plik albo przywróć jego poprzednią wersję.") from None


def opis_bledu(blad):
    """Zwraca polski opis wyjątku OSError, z nazwą pliku, którego dotyczy."""
    opis = OPISY_BLEDOW.get(blad.errno, blad.strerror or type(blad).__name__)
    return f"{blad.filename}: {opis}" if blad.filename else opis


def skrot_pliku(sciezka):
    """Zwraca SHA-256 bajtów pliku jako 64 cyfry szesnastkowe."""
    return hashlib.sha256(Path(sciezka).read_bytes()).hexdigest()


def na_json(wartosc):
    """Zwraca czytelny JSON z wcięciami; ValueError dla NaN i nieskończoności, TypeError dla innych typów."""
    return json.dumps(wartosc, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def zapisz_nowy(sciezka, tekst):
    """Zapisuje nowy plik w całości albo wcale; FileExistsError, gdy pod tą nazwą już coś jest.

    Treść trafia najpierw do pliku roboczego obok, a nazwę docelową dostaje dopiero gotowa. Przerwanie
    w dowolnej chwili zostawia najwyżej plik roboczy *.czesc, który niczemu nie przeszkadza.
    Samotna połówka pary UTF-16, której UTF-8 nie zapisze, staje się ucieczką \\udXXX, poprawną w JSON.
    """
    sciezka = Path(sciezka)
    robocza = sciezka.with_name(f".{uuid.uuid4().hex[:12]}.czesc")
    try:
        with robocza.open("xb") as plik:
            plik.write(tekst.encode("utf-8", errors="backslashreplace"))
            plik.flush()
            os.fsync(plik.fileno())
        _nadaj_nazwe(robocza, sciezka)
    except OSError as blad:
        raise type(blad)(blad.errno, blad.strerror, str(sciezka)) from None   # nazwa docelowa, nie robocza
    finally:
        robocza.unlink(missing_ok=True)


def _nadaj_nazwe(robocza, docelowa):
    """Daje gotowemu plikowi nazwę docelową, jeśli jest wolna."""
    if os.name == "nt":
        os.rename(robocza, docelowa)   # w Windows odmawia, gdy cel istnieje
        return
    try:
        os.link(robocza, docelowa)     # w innych systemach rename zastąpiłby cel, a link odmawia
    except OSError as blad:
        if blad.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS):
            raise
        if docelowa.exists():          # dysk bez dowiązań (np. exFAT): zostaje sprawdzenie tuż przed
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(docelowa)) from None
        os.rename(robocza, docelowa)


def _odkoduj(bajty, sciezka):
    if bajty.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BladDanych(f"{sciezka}: plik jest w UTF-16. Zapisz go ponownie jako UTF-8.")
    try:
        return bajty.decode("utf-8-sig")
    except UnicodeDecodeError as blad:
        wiersz = bajty.count(b"\n", 0, blad.start) + 1
        raise BladDanych(f"{sciezka}, wiersz {wiersz}: bajt 0x{bajty[blad.start]:02X} nie jest w UTF-8 "
                         "(może to Windows-1250). Zapisz plik ponownie jako UTF-8.") from None


def _bez_powtorzen(pary):
    slownik = dict(pary)
    if len(slownik) < len(pary):
        klucze = [klucz for klucz, _ in pary]
        powtorzony = next(klucz for klucz in klucze if klucze.count(klucz) > 1)
        raise ValueError(f"powtórzony klucz „{powtorzony}”")
    return slownik


def _nie_liczba(nazwa):
    raise ValueError(f"wartość {nazwa} nie jest liczbą JSON")


def _sprawdz_glebokosc(wartosc, zapas):
    if not zapas:
        raise ValueError(ZA_GLEBOKO)
    for element in wartosc.values() if isinstance(wartosc, dict) else wartosc:
        if isinstance(element, (dict, list)):
            _sprawdz_glebokosc(element, zapas - 1)


def _calkowita(zapis):
    if len(zapis) > NAJWIECEJ_CYFR:
        raise ValueError(f"liczba {zapis[:20]}… ma za dużo cyfr")
    return int(zapis)


def _skonczona(zapis):
    liczba = float(zapis)
    if liczba in (float("inf"), float("-inf")):
        raise ValueError(f"liczba {zapis[:20]} jest za duża")
    return liczba
