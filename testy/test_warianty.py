"""Pokój testów wariantów: złe wersje ośmiu funkcji są wykrywane, a dobre, choćby inne od naszych, przyjmowane.

wariant – słownik {moduł: tekst źródłowy}, który zastępuje nasze moduły; reszta programu zostaje nasza
W folderze warianty/ leżą dwa komplety dobrych modułów: prosty/ (każda funkcja w jednym kawałku) i ksiazka/ (na wzór
książki kursowej; więcej o nim mówi test_ksiazka.py). Pliki zle/<funkcja>.txt i dobre/<funkcja>.txt to zmiany funkcji
z prosty/: wiersz „# opis”, a pod nim jak w wydruku diff wiersze zostające ( ), usunięte (-) i dodane (+). Zły wariant
łamie umowę, dobry korzysta ze swobody, którą ona zostawia. Plik umowa/<funkcja>.txt wylicza wymogi umowy: „= ” stoi
przed wymogiem, a „- ” przed opisem złego wariantu, który łamie wymóg stojący wyżej.
"""
import sys
import unittest
from pathlib import Path

import zamiany
from wspolne import ASYSTENT
from zamiany import uruchom, zmieniony

# isort: split
import konsola  # noqa: F401 – wczytuje resztę programu raz, a nie w każdym wariancie
from pomoc.zadania import ZADANIA

WARIANTY = Path(__file__).resolve().parent / "warianty"
MODULY = ("pamiec", "narzedzia", "decyzja", "asystent", "konsola")   # dalsze korzystają z wcześniejszych
KLASY = {zadanie["nazwa"]: zadanie["testy"][-1] for zadanie in ZADANIA}   # ostatnia jest klasa z sprawdz_wiecej


def czytaj(folder, modul):
    return (folder / f"{modul}.py").read_text(encoding="utf-8")


def zmiany(folder, funkcja):
    """Zwraca listę zmian (zob. zamiany) funkcji z folderu zle albo dobre."""
    return zamiany.zmiany(WARIANTY / folder / f"{funkcja}.txt")


def wymogi(funkcja):
    """Zwraca wymogi umowy wobec funkcji: listę par (wymóg, opisy złych wariantów, które go łamią)."""
    wynik = []
    for wiersz in (WARIANTY / "umowa" / f"{funkcja}.txt").read_text(encoding="utf-8").splitlines():
        znak, tresc = wiersz.split(" ", 1)
        if znak == "=":
            wynik.append((tresc, []))
        else:
            wynik[-1][1].append(tresc)
    return wynik


def prosty(funkcja, stare, nowe):
    """Zwraca wariant: moduł z prosty/, w którym w jednej funkcji stare wiersze są zastąpione nowymi."""
    modul, nazwa = funkcja.split(".")
    return {modul: zmieniony(czytaj(WARIANTY / "prosty", modul), nazwa, stare, nowe)}


def bez_zadan(*funkcje):
    return zamiany.bez_zadan(lambda modul: czytaj(ASYSTENT, modul), *funkcje)


def program(wariant):
    return zamiany.program(wariant, MODULY)


class Zle(unittest.TestCase):
    def test_kazdy_zly_wariant_jest_wykryty(self):
        """Zły wariant nie przechodzi testów swojego zadania, a niepowodzenie jest wytłumaczone."""
        przeoczone, niewytlumaczone, razem, sam_sprawdz = [], [], 0, 0
        for zadanie in ZADANIA:
            for opis, stare, nowe in zmiany("zle", zadanie["nazwa"]):
                nazwa = f"{zadanie['nazwa']}: {opis}"
                razem += 1
                with program(prosty(zadanie["nazwa"], stare, nowe)):
                    sam_sprawdz += bool(uruchom("sprawdz", do_pierwszego=True)[1])
                    nieudane = uruchom(*zadanie["testy"], do_pierwszego=True)[1]
                if not nieudane:
                    przeoczone.append(nazwa)
                elif "oczekiwano:" not in nieudane[0][1]:
                    niewytlumaczone.append(f"{nazwa}\n{nieudane[0][1]}")
        print(f"\nZłe warianty: {razem}; wykrywa je sam sprawdz.py: {sam_sprawdz}, testy zadań: "
              f"{razem - len(przeoczone)}.", file=sys.stderr)
        self.assertEqual(przeoczone, [])
        self.assertEqual(niewytlumaczone, [])
        self.assertGreaterEqual(razem, 500)

    def test_kazdy_wymog_umowy_ma_zly_wariant(self):
        """Każdy wymóg umowy łamie co najmniej jeden zły wariant, a każdy zły wariant łamie któryś wymóg."""
        self.assertEqual({plik.name for plik in (WARIANTY / "umowa").iterdir()}, {f"{nazwa}.txt" for nazwa in KLASY})
        for nazwa in KLASY:
            with self.subTest(nazwa):
                pary, znane = wymogi(nazwa), [opis for opis, _, _ in zmiany("zle", nazwa)]
                self.assertEqual([wymog for wymog, opisy in pary if not opisy], [], "wymóg bez złego wariantu")
                self.assertEqual({opis for _, opisy in pary for opis in opisy}, set(znane))
                self.assertEqual(len(set(znane)), len(znane), "opis złego wariantu się powtarza")


class Dobre(unittest.TestCase):
    def oczekuj_przyjecia(self, opis, wariant):
        with self.subTest(opis), program(wariant):
            liczba, nieudane = uruchom("sprawdz", "sprawdz_wiecej")
            self.assertGreater(liczba, 60)
            self.assertEqual([], nieudane, "".join(tekst for _, tekst in nieudane))

    def test_nasze_moduly(self):
        self.oczekuj_przyjecia("Rozwiazanie", {})

    def test_funkcje_z_ksiazki(self):
        """Każda funkcja zadania wklejona z książki, sama, działa w naszym module."""
        for funkcja in KLASY:
            modul, nazwa = funkcja.split(".")
            z_ksiazki = zamiany.wyjety(czytaj(WARIANTY / "ksiazka", modul), nazwa)
            self.oczekuj_przyjecia(funkcja, {modul: zamiany.wstawiony(czytaj(ASYSTENT, modul), nazwa, z_ksiazki)})

    def test_moduly_napisane_inaczej(self):
        """Każdy moduł działa w miejscu naszego obok pozostałych naszych, a komplet – razem."""
        for zestaw in ("prosty", "ksiazka"):
            komplet = {modul: czytaj(WARIANTY / zestaw, modul) for modul in MODULY}
            self.oczekuj_przyjecia(zestaw, komplet)
            for modul, tekst in komplet.items():
                self.oczekuj_przyjecia(f"{zestaw}/{modul}", {modul: tekst})

    def test_swobody_umowy(self):
        for funkcja in KLASY:
            for opis, stare, nowe in zmiany("dobre", funkcja):
                self.oczekuj_przyjecia(f"{funkcja}: {opis}", prosty(funkcja, stare, nowe))


class Uwagi(unittest.TestCase):
    """Uwaga to nie błąd: wariant, który ją daje, przechodzi wszystkie testy zadań."""

    # test uwagi: (moduł, stary tekst, nowy tekst)
    WARIANTY = {
        "RozwinPytanie.test_bez_polskich_liter": (
            "pamiec", "    tekst = zloz(question)\n    if USLUGA",
            '    tekst = zloz(question)\n    if "uslugi" in question or USLUGA'),
        "Wykonaj.test_powod_wyniku_nie_do_zapisania": (
            "narzedzia", "    if not _miesci_sie(dane):",
            '    if isinstance(dane, dict) and "nan" in repr(dane):\n'
            '        return wynik | {"status": "error", "reason": "Out of range float values"}\n'
            "    if not _miesci_sie(dane):"),
        "WybierzModel.test_bez_rozumowania": ("decyzja", '        "think": False,\n', ""),
        "WybierzModel.test_pelne_pytania_z_historii": (
            "decyzja", '[wpis["standalone"] for wpis in state', '[wpis["question"] for wpis in state'),
        "WybierzModel.test_przerwane_generowanie": (
            "decyzja", 'if response.get("done") is not True or response.get("done_reason", "stop") != "stop":',
            'if response.get("done_reason") == "length":'),
        "Krok.test_polecenie_bez_polskich_liter": (
            "asystent", "if ZAKAZANE.match(tekst):", 'if ZAKAZANE.match(tekst) and "usun " not in pytanie:'),
        "Krok.test_nieznany_dokument_malymi_literami": (
            "asystent", "IDENTYFIKATOR.search(tekst)", '"DOC-" in pytanie'),
        "Krok.test_kazdy_wyjatek_selektora": (
            "asystent", "except Exception as blad:", "except (RuntimeError, ValueError, KeyError, TypeError) as blad:"),
        "Krok.test_zla_postac_odpowiedzi_rag": ("asystent", "if not _postac_rag(dane):", "if False:"),
        "Krok.test_odpowiedz_bez_zrodel_nie_ma_pochodzenia": (
            "asystent", 'if dane["status"] == "answered" and dane["sources"]:', 'if dane["status"] == "answered":'),
        "Pokaz.test_status_po_polsku": (
            "konsola", "    print(f\"[{STATUSY.get(result['status'], result['status'])}]\")",
            "    print(f\"[{result['status']}]\")"),
        "Pokaz.test_dlugie_wiersze": ("konsola", 'print(ekran.zawin(result["answer"]))', 'print(result["answer"])'),
        "Pokaz.test_pusta_odpowiedz": ("konsola", '    if result["answer"]:\n', "    if True:\n"),
    }
    KLASY = [zadanie["uwagi"] for zadanie in ZADANIA if "uwagi" in zadanie]

    def uwagi(self, wariant):
        """Zwraca zbiór uwag do wariantu, np. {"Krok.test_…"}; pilnuje też, że testy zadań go przyjmują."""
        with program(wariant):
            self.assertEqual([], uruchom("sprawdz", "sprawdz_wiecej")[1])
            return {nazwa.removeprefix("pomoc.uwagi.") for nazwa, _ in uruchom(*self.KLASY)[1]}

    def test_kazda_uwaga_odzywa_sie_na_swoim_wariancie_i_tylko_na_nim(self):
        wszystkie = {test.id().removeprefix("pomoc.uwagi.")
                     for klasa in unittest.defaultTestLoader.loadTestsFromNames(self.KLASY) for test in klasa}
        self.assertEqual(set(self.WARIANTY), wszystkie)
        self.assertEqual(self.uwagi({}), set(), "nasze moduły nie dają uwag")
        for uwaga, (modul, stary, nowy) in self.WARIANTY.items():
            with self.subTest(uwaga):
                tekst = czytaj(ASYSTENT, modul)
                self.assertEqual(tekst.count(stary), 1)
                self.assertEqual(self.uwagi({modul: tekst.replace(stary, nowy)}), {uwaga})


class Zadania(unittest.TestCase):
    """Klasa z sprawdz_wiecej zależy tylko od swojego zadania."""

    def test_kazde_zadanie_ma_swoja_klase_a_kazdy_test_opis(self):
        self.assertEqual(list(KLASY.values()), [f"sprawdz_wiecej.{nazwa}" for nazwa in (
            "NowyStan", "RozwinPytanie", "Zapamietaj", "Wykonaj", "WybierzReguly", "WybierzModel", "Krok", "Pokaz")])
        for klasa in unittest.defaultTestLoader.loadTestsFromNames(KLASY.values()):
            for test in klasa:
                self.assertTrue(test.shortDescription(), f"{test.id()} nie mówi, co sprawdza")

    def test_klasa_przechodzi_gdy_inne_zadania_czekaja(self):
        for nazwa, klasa in KLASY.items():
            inne = ["konsola.pokaz"] if nazwa == "asystent.krok" else [n for n in KLASY if n != nazwa]
            with self.subTest(nazwa), program(bez_zadan(*inne)):
                liczba, nieudane = uruchom(klasa)
                self.assertGreater(liczba, 0)
                self.assertEqual([], nieudane, "".join(tekst for _, tekst in nieudane))

    def test_kazdy_test_czeka_na_swoje_zadanie(self):
        """Gdy zadanie czeka, nie przechodzi żaden test jego klasy, i to z powodu tego zadania."""
        for nazwa, klasa in KLASY.items():
            with self.subTest(nazwa), program(bez_zadan(nazwa)):
                liczba, nieudane = uruchom(klasa)
                self.assertEqual(len({test.split(" ")[0] for test, _ in nieudane}), liczba)
                for test, tekst in nieudane:
                    self.assertIn(f"NotImplementedError: Zadanie czeka: {nazwa}", tekst, test)


if __name__ == "__main__":
    unittest.main()
