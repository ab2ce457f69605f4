"""Pokój testów plików: ścisły JSON, czytanie z nazwaną usterką, zapis w całości albo wcale i bez nadpisywania."""
import contextlib
import errno
import hashlib
import os
import stat
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import wspolne  # noqa: F401 – dopisuje folder programu do ścieżek

# isort: split
import pliki
from pliki import BladDanych


class Folder(unittest.TestCase):
    def setUp(self):
        roboczy = tempfile.TemporaryDirectory()
        self.addCleanup(roboczy.cleanup)
        self.folder = Path(roboczy.name) / "moje źródła"
        self.folder.mkdir()
        self.plik = self.folder / "nowy plik.json"

    def nazwy(self):
        return sorted(plik.name for plik in self.folder.iterdir())


class ScislyJson(unittest.TestCase):
    def test_dobre_wartosci(self):
        for tekst, wartosc in (('{"a": [1, 2.5, null, true, "ą"]}', {"a": [1, 2.5, None, True, "ą"]}), (" 5 \n", 5),
                               ('"\\ud800"', "\ud800"), ("[]", []), ("1e308", 1e308), ("-0.0", 0.0),
                               ('{"a": {"a": {"a": 1}}}', {"a": {"a": {"a": 1}}})):
            with self.subTest(tekst):
                self.assertEqual(pliki.scisly_json(tekst), wartosc)

    def test_powtorzony_klucz_na_kazdej_glebokosci(self):
        for tekst in ('{"a": 1, "a": 1}', '{"x": {"a": 1, "b": 2, "a": 3}}', '[{"x": [{"a": 1, "a": 2}]}]',
                      '{"a": 1, "\\u0061": 2}'):
            with self.subTest(tekst), self.assertRaisesRegex(ValueError, "powtórzony klucz „a”"):
                pliki.scisly_json(tekst)

    def test_liczby_spoza_json(self):
        for liczba in ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 400 + ".5"):
            with self.subTest(liczba[:20]), self.assertRaises(ValueError):
                pliki.scisly_json(f'{{"a": [{liczba}]}}')

    def test_wszystko_inne_jest_bledem(self):
        for tekst in ("", " ", "{", '{"a": 1}}', '{"a": 1} {"b": 2}', "```json\n{}\n```", "{'a': 1}", '{"a": 1,}',
                      "nan", "1 2", "\ufeff{}", '"a\nb"', "{} // uwaga", "[" * 200_000, '{"a":' * 200_000):
            with self.subTest(tekst[:20]), self.assertRaises(ValueError):
                pliki.scisly_json(tekst)

    def test_blad_podaje_wiersz_i_znak(self):
        with self.assertRaisesRegex(ValueError, "wiersz 2, znak 8"):
            pliki.scisly_json('{"a": 1,\n "b":  }')

    def test_blad_pokazuje_okolice_i_nie_mowi_po_angielsku(self):
        for tekst, okolica in (('{"a" 1}', '"a" 1'), ("[1 2]", "[1 2]"), ('{"a": 1} {"b": 2}', '{"b": 2}'),
                               ('{"a": x}', "x}"), ('["abc', "abc"), ('["a\tb"]', r"a\tb"), ("{'a': 1}", "'a'"),
                               ("[" + "1, " * 10_000 + "zly]", "zly]"), (r'["\x"]', "x"), ("", "''")):
            with self.subTest(tekst[:20]), self.assertRaises(ValueError) as zgloszony:
                pliki.scisly_json(tekst)
            komunikat = str(zgloszony.exception)
            self.assertIn(okolica, komunikat)
            self.assertLess(len(komunikat), 120)
            self.assertNotRegex(komunikat, "(?i)expect|extra|invalid|unterminated|delimiter|line|column|char")

    def test_najwyzej_50_poziomow(self):
        for otworz, zamknij in (("[", "]"), ('{"a": [', "]}")):
            poziomow = otworz.count("[") + otworz.count("{")
            for ile, dobry in ((50, True), (52, False), (60, False), (500, False)):
                tekst = otworz * (ile // poziomow) + zamknij * (ile // poziomow)
                with self.subTest(tekst[:8], ile=ile):
                    if dobry:
                        self.assertEqual(pliki.scisly_json(f" {tekst}"), pliki.scisly_json(tekst))
                    else:
                        self.assertRaisesRegex(ValueError, "zagnieżdżony", pliki.scisly_json, tekst)
        self.assertRaisesRegex(ValueError, "zagnieżdżony", pliki.scisly_json, "[" * 51 + "]" * 51)

    def test_najwyzej_300_cyfr_liczby_calkowitej(self):
        self.assertEqual(pliki.scisly_json("9" * 300), 10**300 - 1)
        for zapis in ("9" * 301, "-" + "9" * 301, "9" * 5000):
            with self.subTest(len(zapis)), self.assertRaisesRegex(ValueError, "za dużo cyfr"):
                pliki.scisly_json(f'{{"a": [{zapis}]}}')


class Czytanie(Folder):
    def blad(self, bajty, *fragmenty, funkcja=pliki.czytaj_json):
        if bajty is not None:
            self.plik.write_bytes(bajty)
        with self.assertRaises(BladDanych) as zgloszony:
            funkcja(self.plik)
        for fragment in ("nowy plik.json", *fragmenty):
            self.assertIn(fragment, str(zgloszony.exception))

    def test_utf8_takze_z_bom_i_crlf(self):
        for tekst in ('{"a":\n"ąę"}', '\ufeff{"a": "ąę"}', '{"a":\r\n"ąę"}'):
            self.plik.write_bytes(tekst.encode("utf-8"))
            self.assertEqual(pliki.czytaj_json(str(self.plik)), {"a": "ąę"})

    def test_usterki_sa_nazwane(self):
        self.blad(None, "nie ma takiego pliku")
        self.blad(b"", "pusty")
        self.blad(b"\xef\xbb\xbf \n", "pusty")
        self.blad("raz\ndwa\nzażółć".encode("cp1250"), "wiersz 3", "0xBF", "Windows-1250")
        self.blad("{}".encode("utf-16"), "UTF-16")
        self.blad("{}".encode("utf-16-le"), "JSON")
        self.blad(b'{"a": 1', "JSON", "wiersz 1")
        self.blad(b'{"a": 1, "a": 2}', "powtórzony klucz")
        self.blad(b"[NaN]", "NaN")
        self.blad(b"[1" + b"0" * 400 + b"]", "za dużo cyfr")
        self.plik.unlink()
        self.plik.mkdir()
        self.blad(None, "nie jest zwykły plik")

    if os.name == "posix":
        def test_potok_bez_nadawcy_nie_wstrzymuje_programu(self):
            os.mkfifo(self.plik)
            watki = ThreadPoolExecutor()
            self.addCleanup(watki.shutdown)
            self.addCleanup(self.zwolnij_czytelnika)   # przed shutdown, bo sprzątanie idzie od końca
            with self.assertRaisesRegex(BladDanych, "nowy plik.json: to nie jest zwykły plik"):
                watki.submit(pliki.czytaj_tekst, self.plik).result(10)

        def zwolnij_czytelnika(self):
            with contextlib.suppress(OSError):   # nikt nie czyta i tak ma być
                os.close(os.open(self.plik, os.O_WRONLY | os.O_NONBLOCK))

    def test_skrot_liczy_bajty_pliku(self):
        bajty = b"\xef\xbb\xbfa\r\nb\n" * 1000
        self.plik.write_bytes(bajty)
        self.assertEqual(pliki.skrot_pliku(self.plik), hashlib.sha256(bajty).hexdigest())


class Zapis(Folder):
    def test_nowy_plik_w_calosci_i_bez_sladow(self):
        tekst = "Zażółć\ngęślą\r\njaźń\n" * 5000
        pliki.zapisz_nowy(str(self.plik), tekst)
        self.assertEqual(self.plik.read_bytes(), tekst.encode("utf-8"))
        self.assertEqual(self.nazwy(), [self.plik.name])

    def test_istniejacy_cel_zostaje(self):
        self.plik.write_bytes(b"moje")
        with self.assertRaises(FileExistsError):
            pliki.zapisz_nowy(self.plik, "nowe")
        self.assertEqual((self.plik.read_bytes(), self.nazwy()), (b"moje", [self.plik.name]))
        folder = self.folder / "folder"
        folder.mkdir()
        with self.assertRaises(OSError):
            pliki.zapisz_nowy(folder, "nowe")
        self.assertEqual((self.nazwy(), list(folder.iterdir())), (["folder", self.plik.name], []))

    def test_cel_ktory_powstal_tuz_przed_nadaniem_nazwy_zostaje(self):
        funkcja = "rename" if os.name == "nt" else "link"
        prawdziwa = getattr(os, funkcja)

        def ktos_byl_szybszy(robocza, docelowa):
            Path(docelowa).write_bytes(b"cudze")
            prawdziwa(robocza, docelowa)
        with mock.patch.object(os, funkcja, ktos_byl_szybszy), self.assertRaises(FileExistsError):
            pliki.zapisz_nowy(self.plik, "nowe")
        self.assertEqual((self.plik.read_bytes(), self.nazwy()), (b"cudze", [self.plik.name]))

    def test_dysk_bez_dowiazan(self):
        inny_numer = 9045   # w Linuksie ENOTSUP i EOPNOTSUPP to jedna liczba, w macOS dwie
        for numer in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, inny_numer):
            with self.subTest(numer), mock.patch.object(errno, "ENOTSUP", inny_numer), \
                    mock.patch("os.link", side_effect=OSError(numer, "brak dowiązań")):
                pliki.zapisz_nowy(self.plik, "nowe")
                with self.assertRaises(FileExistsError):
                    pliki.zapisz_nowy(self.plik, "nowsze")
                self.assertEqual((self.plik.read_bytes(), self.nazwy()), (b"nowe", [self.plik.name]))
                self.plik.unlink()

    def test_z_wielu_naraz_wygrywa_jeden(self):
        start, wyniki = threading.Barrier(8), []

        def zapisz(litera):
            start.wait(30)
            try:
                pliki.zapisz_nowy(self.plik, litera * 100_000)
                wyniki.append(litera)
            except FileExistsError:
                wyniki.append(None)
        watki = [threading.Thread(target=zapisz, args=(litera,)) for litera in "abcdefgh"]
        for watek in watki:
            watek.start()
        for watek in watki:
            watek.join(30)
        zwyciezcy = [litera for litera in wyniki if litera]
        self.assertEqual((len(wyniki), len(zwyciezcy)), (8, 1))
        self.assertEqual(self.plik.read_text(encoding="utf-8"), zwyciezcy[0] * 100_000)
        self.assertEqual(self.nazwy(), [self.plik.name])

    def test_przerwany_zapis_nie_zostawia_niczego(self):
        for wyjatek in (OSError(errno.ENOSPC, "pełny dysk"), KeyboardInterrupt()):
            with self.subTest(type(wyjatek).__name__), mock.patch("os.fsync", side_effect=wyjatek):
                with self.assertRaises(type(wyjatek)):
                    pliki.zapisz_nowy(self.plik, "nowe")
                self.assertEqual(self.nazwy(), [])
        with self.assertRaises(FileNotFoundError):
            pliki.zapisz_nowy(self.folder / "brak" / "plik", "nowe")
        self.assertEqual(self.nazwy(), [])

    def test_blad_zapisu_nazywa_plik_docelowy(self):
        nadaj = "os.rename" if os.name == "nt" else "os.link"
        for miejsce in ("os.fsync", nadaj, "pathlib.Path.open"):
            awaria = OSError(errno.ENOSPC, "pełny dysk", str(self.folder / ".abc.czesc"))
            with self.subTest(miejsce), mock.patch(miejsce, side_effect=awaria), \
                    self.assertRaises(OSError) as zgloszony:
                pliki.zapisz_nowy(self.plik, "nowe")
            self.assertEqual(pliki.opis_bledu(zgloszony.exception), f"{self.plik}: brak miejsca na dysku")
            self.assertEqual(self.nazwy(), [])
        brak = self.folder / "brak" / "plik.json"
        with self.assertRaises(FileNotFoundError) as zgloszony:
            pliki.zapisz_nowy(brak, "nowe")
        self.assertEqual(pliki.opis_bledu(zgloszony.exception), f"{brak}: nie ma takiego pliku ani folderu")

    if os.name == "posix":
        def test_prawa_nowego_pliku_wynikaja_z_umask(self):
            self.addCleanup(os.umask, os.umask(0))
            for maska in (0o002, 0o022, 0o077):
                with self.subTest(oct(maska)):
                    os.umask(maska)
                    pliki.zapisz_nowy(self.plik, "nowe")
                    self.assertEqual(stat.S_IMODE(self.plik.stat().st_mode), 0o666 & ~maska)
                    self.plik.unlink()

    def test_samotna_polowka_pary_utf16_wraca_z_pliku_json(self):
        for tekst in ("a\ud800b", "\udfff", "Zażółć \udcff i 😀"):
            with self.subTest(ascii(tekst)):
                pliki.zapisz_nowy(self.plik, pliki.na_json({"tekst": tekst, "liczby": [1, 0.1]}))
                self.assertEqual(pliki.czytaj_json(self.plik), {"tekst": tekst, "liczby": [1, 0.1]})
                self.plik.unlink()

    def test_na_json_pisze_tylko_to_co_jest_jsonem(self):
        self.assertEqual(pliki.na_json({"ą": [1]}), '{\n  "ą": [\n    1\n  ]\n}\n')
        for wartosc in (float("nan"), [float("inf")], {"a": -float("inf")}):
            with self.subTest(wartosc), self.assertRaises(ValueError):
                pliki.na_json(wartosc)
        with self.assertRaises(TypeError):
            pliki.na_json({1, 2})


if __name__ == "__main__":
    unittest.main()
