"""Pokój testów całości: czego kodowi w Kod/ nie wolno i czy dokumenty podają polecenia, które istnieją.

Dane: drzewa składni (ast) wszystkich plików .py w Kod/. Warstwy programu każdego kursu stoją w WARSTWY, od
najniższej; moduł wolno importować tylko z warstwy niższej, więc koło nie może powstać.
"""
import ast
import graphlib
import re
import shlex
import sys
import unittest

from procesy import REPOZYTORIUM

KOD = REPOZYTORIUM / "Kod"
ASYSTENT, WARSZTAT = (KOD / "Rozwiazanie" / kurs for kurs in ("asystent", "rag_od_zera"))
WARSTWY = {
    "asystent": [
        {"pliki", "slowa", "sekcje", "wektory"}, {"ekran", "silnik", "ustawienia", "fragmenty", "generowanie"},
        {"dokumenty", "polecenia", "wymiana", "program"}, {"lokalny"}, {"baza", "embeddingi"}, {"indeks"},
        {"pamiec", "rag"}, {"decyzja", "narzedzia"}, {"asystent"}, {"konsola"}, {"ewaluacja"}],
    "rag_od_zera": [
        {"pliki", "slowa", "sekcje", "wektory"}, {"ekran", "silnik", "ustawienia", "generowanie", "cytaty"},
        {"polecenia", "wymiana", "program", "prompt"}, {"lokalny", "fragmenty", "tokeny", "znaki"},
        {"embeddingi", "czat", "polaczenie", "pytania"}, {"przeglad", "raport"}, {"baza", "porownaj_embed"},
        {"hybryda", "indeksuj"}, {"rerank", "budzet"}, {"kompakcja"}, {"odpowiedz"}, {"ewaluacja"}]}
POZIOMY = {kurs: {modul: poziom for poziom, warstwa in enumerate(warstwy) for modul in warstwa}
           for kurs, warstwy in WARSTWY.items()}
DO_NAUKI = {"kurs", "sprawdz", "sprawdz_wiecej"}   # leżą obok programu, ale do niego nie należą
# Nazwy, które gwarantuje umowa asystenta. Moduł przepisany z podręcznika ma tylko je, więc inne są zakazane.
UMOWA = {"lokalny": {"ROOT", "CONFIG", "api", "require_models"}, "indeks": {"load_index"},
         "rag": {"ask_rag", "format_sources"},
         "pamiec": {"nowy_stan", "sprawdz_wiadomosc", "prosba_o_zrodla", "jawne_id", "rozwin_pytanie", "zapamietaj"},
         "narzedzia": {"katalog_dokumentow", "REGISTRY", "sprawdz_argumenty", "wykonaj"},
         "decyzja": {"TOOLS", "scisly_json", "sprawdz_propozycje", "wybierz_reguly", "wybierz_model"},
         "asystent": {"krok"}, "konsola": {"nowy_zapis", "zapisz", "pokaz"}}
PODSTAWA = {"lokalny", "baza", "embeddingi", "indeks", "rag"}   # oddana uczącym się w komplecie
BEZ_LIMITU = {"sprawdz.py", "zadania.py"}   # testy umowy z jednym opisem danych; same dane
WIERSZY_MODULU, WIERSZY_FUNKCJI = 260, 45
POLECENIE = re.compile(r"^\s*(?:\$ )?(python3? .+)$", re.M)


def pliki():
    """Zwraca {ścieżka: drzewo składni} wszystkich plików .py pod Kod/, poza wynikami pracy."""
    return {sciezka: ast.parse(sciezka.read_text(encoding="utf-8"), str(sciezka))
            for sciezka in sorted(KOD.rglob("*.py")) if not {"wyniki", "__pycache__"} & set(sciezka.parts)}


def importy(drzewo):
    """Zwraca pary (pełna nazwa modułu, czy import stoi na początku pliku); `from a import b` to „a” i „a.b”."""
    na_gorze = set(map(id, drzewo.body))
    for wezel in ast.walk(drzewo):
        if isinstance(wezel, ast.Import):
            nazwy = [alias.name for alias in wezel.names]
        elif isinstance(wezel, ast.ImportFrom):
            nazwy = [f"{wezel.module}.{alias.name}" for alias in wezel.names] + [wezel.module]
        else:
            continue
        for nazwa in nazwy:
            yield nazwa, id(wezel) in na_gorze


def nazwa_modulu(sciezka, folder):
    return ".".join(sciezka.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")


class Kod(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.drzewa = pliki()
        cls.programy = {folder.name: {nazwa_modulu(s, folder): d for s, d in cls.drzewa.items()
                                      if s.is_relative_to(folder)} for folder in (ASYSTENT, WARSZTAT)}

    def w_kazdym_module(self, sprawdz):
        """Wywołuje sprawdz(kurs, moduł, drzewo) dla każdego modułu programu, każdy jako osobny subTest."""
        for kurs, poziomy in POZIOMY.items():
            for modul in poziomy:
                with self.subTest(f"{kurs}/{modul}"):
                    sprawdz(kurs, modul, self.programy[kurs][modul])

    def w_kazdym(self, sprawdz):
        """Wywołuje sprawdz(ścieżka, drzewo) dla każdego pliku, każdy jako osobny subTest."""
        self.assertGreater(len(self.drzewa), 15)
        for sciezka, drzewo in self.drzewa.items():
            with self.subTest(sciezka.relative_to(KOD).as_posix()):
                sprawdz(sciezka, drzewo)

    def wywolania(self, drzewo):
        """Podaje (nazwa funkcji albo „.metoda”, węzeł wywołania)."""
        for wezel in ast.walk(drzewo):
            if isinstance(wezel, ast.Call) and isinstance(wezel.func, ast.Name):
                yield wezel.func.id, wezel
            elif isinstance(wezel, ast.Call) and isinstance(wezel.func, ast.Attribute):
                yield f".{wezel.func.attr}", wezel

    def test_tylko_biblioteka_standardowa_i_wlasne_moduly(self):
        def sprawdz(sciezka, drzewo):
            folder = next(f for f in sciezka.parents if f.name in POZIOMY)
            wlasne = {p.stem for p in folder.glob("*.py")} | {p.parent.name for p in folder.glob("*/__init__.py")}
            obce = {nazwa.split(".")[0] for nazwa, _ in importy(drzewo)} - set(sys.stdlib_module_names) - wlasne
            self.assertEqual(obce, set())

        self.w_kazdym(sprawdz)

    def test_nazwy_nie_zaslaniaja_biblioteki_standardowej(self):
        def sprawdz(sciezka, _):
            self.assertNotIn(sciezka.stem, sys.stdlib_module_names)
            self.assertFalse({p.name for p in sciezka.parents if KOD in p.parents} & set(sys.stdlib_module_names))

        self.w_kazdym(sprawdz)

    def test_kazdy_modul_ma_warstwe(self):
        for kurs, program in self.programy.items():
            self.assertEqual({m for m in program if not m.startswith("pomoc")} - DO_NAUKI, set(POZIOMY[kurs]), kurs)

    def test_kierunek_importow(self):
        def sprawdz(kurs, modul, drzewo):
            poziomy = POZIOMY[kurs]
            for nazwa, _ in importy(drzewo):
                if nazwa in self.programy[kurs] and not nazwa.startswith("pomoc"):
                    self.assertIn(nazwa, poziomy, "program nie zależy od narzędzi do nauki")
                    self.assertLess(poziomy[nazwa], poziomy[modul], f"{modul} stoi pod {nazwa}")

        self.w_kazdym_module(sprawdz)

    def test_silnik_cwiczebny_importuje_tylko_silnik_i_dopiero_w_funkcji(self):
        def sprawdz(_, modul, drzewo):
            uzyte = {(nazwa, gora) for nazwa, gora in importy(drzewo) if nazwa.split(".")[0] == "pomoc"}
            dozwolone = {("pomoc", False), ("pomoc.cwiczebny", False)} if modul == "silnik" else set()
            self.assertEqual(uzyte, dozwolone)

        self.w_kazdym_module(sprawdz)

    def test_moduly_korzystaja_z_innych_tylko_przez_umowe(self):
        for modul in POZIOMY["asystent"]:
            for wezel in ast.walk(self.programy["asystent"][modul]):
                if isinstance(wezel, ast.ImportFrom) and wezel.module in UMOWA:
                    if modul in PODSTAWA and wezel.module in PODSTAWA - {"lokalny"}:
                        continue
                    with self.subTest(f"{modul} z {wezel.module}"):
                        self.assertLessEqual({nazwa.name for nazwa in wezel.names}, UMOWA[wezel.module])
                if isinstance(wezel, ast.Import):
                    self.assertFalse({nazwa.name for nazwa in wezel.names} & set(UMOWA), modul)

    def test_nazwy_prywatne_zostaja_w_swoim_module(self):
        """Nikt nie sięga do cudzej nazwy z podkreślnikiem: uczący się może napisać swój moduł bez niej."""
        def sprawdz(kurs, _, drzewo):
            uzyte = [nazwa for nazwa, _ in importy(drzewo)]
            uzyte += [f"{wezel.value.id}.{wezel.attr}" for wezel in ast.walk(drzewo)
                      if isinstance(wezel, ast.Attribute) and isinstance(wezel.value, ast.Name)]
            wlasne = [nazwa for nazwa in uzyte if nazwa.split(".")[0] in self.programy[kurs]]
            self.assertEqual([nazwa for nazwa in wlasne if "._" in nazwa], [])

        self.w_kazdym_module(sprawdz)

    def test_bez_kol(self):
        for program in self.programy.values():
            graf = {modul: {n for n, _ in importy(drzewo) if n in program and n != "pomoc"}
                    for modul, drzewo in program.items()}
            try:
                graphlib.TopologicalSorter(graf).prepare()
            except graphlib.CycleError as kolo:
                self.fail(f"moduły importują się w koło: {kolo.args[1]}")

    def test_bez_eval_i_exec(self):
        def sprawdz(_, drzewo):
            self.assertFalse({"eval", "exec", "compile", "__import__"} & {nazwa for nazwa,
                                                                          _ in self.wywolania(drzewo)})

        self.w_kazdym(sprawdz)
        self.w_kazdym_module(lambda _kurs, _modul, drzewo: self.assertNotIn(
            "importlib", {nazwa.split(".")[0] for nazwa, _ in importy(drzewo)}))

    def test_kazdy_plik_tekstowy_ma_kodowanie(self):
        def sprawdz(_, drzewo):
            for nazwa, wezel in self.wywolania(drzewo):
                if nazwa in ("open", ".open", ".fdopen", ".read_text", ".write_text", ".run", ".Popen",
                             ".check_output"):
                    self.assertTrue(self.ma_kodowanie(nazwa, wezel), f"wiersz {wezel.lineno}: {ast.unparse(wezel)}")

        self.w_kazdym(sprawdz)

    def ma_kodowanie(self, nazwa, wezel):
        slowa = {argument.arg for argument in wezel.keywords}
        if "encoding" in slowa:
            return True
        if nazwa in (".run", ".Popen", ".check_output"):
            return not slowa & {"text", "universal_newlines"}
        if nazwa in (".read_text", ".write_text"):
            return False
        tryby = [a.value for a in [*wezel.args, *(k.value for k in wezel.keywords)] if isinstance(a, ast.Constant)]
        binarny = any(isinstance(tryb, str) and re.fullmatch(r"[rwxa+]*b[rwxa+]*", tryb) for tryb in tryby)
        # .open z pierwszym argumentem, który nie jest trybem, to nie plik, lecz np. otwieracz z urllib
        return binarny or (nazwa == ".open" and bool(wezel.args) and not isinstance(wezel.args[0], ast.Constant))

    def test_dlugosc_modulow_i_funkcji(self):
        def sprawdz(sciezka, drzewo):
            if sciezka.name not in BEZ_LIMITU:
                self.assertLessEqual(len(sciezka.read_text(encoding="utf-8").splitlines()), WIERSZY_MODULU)
            for wezel in ast.walk(drzewo):
                if isinstance(wezel, ast.FunctionDef):
                    self.assertLessEqual(wezel.end_lineno - wezel.lineno + 1, WIERSZY_FUNKCJI, wezel.name)

        self.w_kazdym(sprawdz)

    def test_kazdy_plik_i_publiczna_funkcja_ma_opis(self):
        def sprawdz(_, drzewo):
            self.assertTrue(ast.get_docstring(drzewo))
            for wezel in drzewo.body:
                if isinstance(wezel, ast.FunctionDef) and not wezel.name.startswith("_") and wezel.name != "main":
                    self.assertTrue(ast.get_docstring(wezel), wezel.name)

        self.w_kazdym(sprawdz)

    def test_pliki_sa_w_utf8_z_wierszami_lf(self):
        def sprawdz(sciezka, _):
            bajty = sciezka.read_bytes()
            self.assertFalse(bajty.startswith(b"\xef\xbb\xbf") or b"\r" in bajty)

        self.w_kazdym(sprawdz)


# Dokument i foldery, w których jego polecenia mają znaleźć swój plik.
DOKUMENTY = {REPOZYTORIUM / "README.md": (REPOZYTORIUM, ASYSTENT, WARSZTAT),
             KOD / "CZYTAJ_NAJPIERW.md": (ASYSTENT,), WARSZTAT / "PRZEWODNIK.md": (WARSZTAT,)}


class Dokumenty(unittest.TestCase):
    def polecenia(self, dokument):
        """Zwraca polecenia zaczynające się od python z bloków kodu dokumentu."""
        bloki = re.findall(r"^```[^\n]*\n(.*?)^```", dokument.read_text(encoding="utf-8"), re.S | re.M)
        return [polecenie for blok in bloki for polecenie in POLECENIE.findall(blok)]

    def istnieje(self, polecenie, foldery):
        """Mówi, czy plik, moduł lub folder z polecenia istnieje w którymś z folderów."""
        _, *argumenty = shlex.split(polecenie, comments=True)
        if argumenty[0] == "-m" and argumenty[1] == "unittest":
            argumenty = [a for a in argumenty[2:] if not a.startswith("-") and a != "discover"]
            cel = argumenty[0].split(".")[0] if argumenty else "testy"
            kandydaci = [cel, f"{cel}.py"]
        elif argumenty[0] == "-m":
            kandydaci = [argumenty[1].replace(".", "/") + ".py"]
        else:
            kandydaci = argumenty[:1]
        return any((folder / cel).exists() for folder in foldery for cel in kandydaci)

    def test_polecenia_z_dokumentow_istnieja(self):
        for dokument, foldery in DOKUMENTY.items():
            self.assertTrue(self.polecenia(dokument), f"{dokument} nie podaje żadnego polecenia")
            for polecenie in self.polecenia(dokument):
                with self.subTest(f"{dokument.name}: {polecenie}"):
                    self.assertTrue(polecenie.split()[1].startswith("-V") or polecenie.split()[1] == "--version"
                                    or self.istnieje(polecenie, foldery))

    def test_readme_podaje_rozmowe_i_te_same_polecenia_testow_co_ci(self):
        polecenia = self.polecenia(REPOZYTORIUM / "README.md")
        self.assertIn("python Kod/Rozwiazanie/asystent/konsola.py --silnik cwiczebny", polecenia)
        ci = (REPOZYTORIUM / ".ci" / "run").read_text(encoding="utf-8")
        foldery = re.findall(r'^ +testy "\$python" (\S+)$', ci, re.M)
        self.assertEqual([p for p in polecenia if "discover" in p],
                         [f"python -m unittest discover -s {folder}" for folder in foldery])
        self.assertEqual(foldery, ["testy", "testy/rag_od_zera"])


if __name__ == "__main__":
    unittest.main()
