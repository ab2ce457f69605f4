"""Pokój testów drogi do usługi: ustawienia, adres, wymiana HTTP, modele i program `python lokalny.py`.

Usługę gra ZlySerwer na 127.0.0.1. Każda usterka ma dać jeden BladUslugi (albo BladDanych dla plików)
z polskim komunikatem, który mówi, co dalej – nigdy inny wyjątek.
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

import wspolne
from zly_serwer import SKROT, Odpowiedz, ZlySerwer, blad, kolejno, martwy_port, przekieruj, tags, wersja

# isort: split
import lokalny
from pliki import BladDanych

CO_DALEJ = re.compile(r"uruchom|sprawdź|zwiększ|pobierz|poczekaj|wpisz|wybierz|popraw|powtórz|spróbuj|zapisz"
                      r"|przywróć|ollama pull", re.I)
STERUJACE = re.compile(r"[\x00-\x1f\x7f-\x9f]")
DOBRY_CONFIG = json.loads((wspolne.ASYSTENT / "config.json").read_text(encoding="utf-8"))
CZAT, EMBEDDING = DOBRY_CONFIG["chat_model"], DOBRY_CONFIG["embedding_model"]


class ZUsluga(unittest.TestCase):
    """Wspólne czynności: program skierowany do podanego serwera i sprawdzenie komunikatu błędu."""

    def skieruj(self, adres, timeout=5):
        latka = mock.patch.dict(lokalny.CONFIG, {"ollama_url": adres, "timeout": timeout})
        latka.start()
        self.addCleanup(latka.stop)

    def api(self, reakcja, path="/api/tags", payload=None):
        """Zwraca (wynik api, zapytania, które doszły do serwera)."""
        with ZlySerwer({path: reakcja}) as serwer:
            self.skieruj(serwer.adres)
            return lokalny.api(path, payload), serwer.zapytania

    def blad_api(self, reakcja, path="/api/tags", payload=None, timeout=5):
        """Zwraca (BladUslugi zgłoszony przez api, zapytania); inny wyjątek albo wynik to niepowodzenie."""
        with ZlySerwer({path: reakcja}) as serwer:
            self.skieruj(serwer.adres, timeout)
            return self.oczekuj_bledu(lokalny.api, path, payload), serwer.zapytania

    def oczekuj_bledu(self, funkcja, *argumenty):
        with self.assertRaises(lokalny.BladUslugi) as zgloszony:
            funkcja(*argumenty)
        komunikat = str(zgloszony.exception)
        self.assertRegex(komunikat, CO_DALEJ)
        self.assertNotRegex(komunikat, STERUJACE)
        self.assertLess(len(komunikat), 1000)
        return zgloszony.exception


class Adres(unittest.TestCase):
    def test_rozne_zapisy_jednego_adresu(self):
        for zapis, adres in {
                "http://127.0.0.1:11434": "http://127.0.0.1:11434",
                "http://127.0.0.1:11434/": "http://127.0.0.1:11434",
                "127.0.0.1:11434": "http://127.0.0.1:11434", "127.0.0.1": "http://127.0.0.1:11434",
                " HTTP://127.0.0.1:5 ": "http://127.0.0.1:5", "localhost": "http://127.0.0.1:11434",
                "http://LOCALHOST:8080": "http://127.0.0.1:8080", "0.0.0.0": "http://127.0.0.1:11434",
                "http://0.0.0.0:11500": "http://127.0.0.1:11500", "127.0.0.2:7": "http://127.0.0.2:7",
                "[::1]": "http://[::1]:11434", "http://[::1]:1337": "http://[::1]:1337"}.items():
            with self.subTest(zapis):
                self.assertEqual(lokalny.adres_uslugi(zapis), adres)

    def test_adres_poza_komputerem_i_niepoprawny_sa_odrzucane(self):
        for zapis in (
                "http://192.168.0.10:11434", "http://example.com", "example.com:11434", "http://8.8.8.8",
                "http://localhost.example.com", "http://127.0.0.1.example.com", "http://[::ffff:8.8.8.8]",
                "http://[2001:db8::1]:11434", "http://127.0.0.1@example.com", "https://127.0.0.1:11434",
                "ftp://127.0.0.1", "file:///etc/passwd", "http://127.0.0.1:11434/ollama",
                "http://127.0.0.1/?a=1", "http://127.0.0.1/#a", "http://jan:haslo@127.0.0.1:11434",
                "http://@127.0.0.1", "127.0.0.1:66000", "127.0.0.1:-1", "127.0.0.1:0", "127.0.0.1:abc",
                "http://[::1", "http://127.0.0.1\nX: 1", "http://", "", "  ", "http://127.1",
                "http://2130706433", "http://１２７.0.0.1.pl", "127.0.0.1 :11434"):
            with self.subTest(zapis), self.assertRaises(BladDanych):
                lokalny.adres_uslugi(zapis)


class Ustawienia(unittest.TestCase):
    """wczytaj_config: plik dobry przechodzi w każdym dozwolonym zapisie, zły ma komunikat z nazwą klucza."""

    def setUp(self):
        tymczasowy = tempfile.TemporaryDirectory()
        self.addCleanup(tymczasowy.cleanup)
        self.plik = Path(tymczasowy.name) / "config.json"

    def zapisz(self, **zmiany):
        self.plik.write_text(json.dumps(DOBRY_CONFIG | zmiany), encoding="utf-8")

    def oczekuj_bledu(self, *fragmenty):
        with self.assertRaises(BladDanych) as zgloszony:
            lokalny.wczytaj_config(self.plik, lokalny.ZAKRESY)
        komunikat = str(zgloszony.exception)
        self.assertIn("config.json", komunikat)
        self.assertRegex(komunikat, CO_DALEJ)
        for fragment in fragmenty:
            self.assertIn(fragment, komunikat)

    def test_dobry_plik_takze_z_bom_i_crlf(self):
        tekst = json.dumps(DOBRY_CONFIG, indent=2)
        for bajty in (tekst.encode(), b"\xef\xbb\xbf" + tekst.encode(), tekst.replace("\n", "\r\n").encode()):
            self.plik.write_bytes(bajty)
            self.assertEqual(lokalny.wczytaj_config(self.plik, lokalny.ZAKRESY), DOBRY_CONFIG)

    def test_plik_nie_do_odczytania(self):
        tekst = json.dumps(DOBRY_CONFIG, indent=2)
        po_polsku = tekst.replace("{", '{\n  "uwaga": "zażółć",', 1)
        for opis, bajty in {
                "pusty": b"", "same odstępy": b" \r\n\t", "sam BOM": b"\xef\xbb\xbf",
                "cp1250": po_polsku.encode("cp1250"), "UTF-16": tekst.encode("utf-16"),
                "UTF-16 bez BOM": tekst.encode("utf-16-le"), "urwany": tekst[:len(tekst) // 2].encode(),
                "powtórzony klucz": tekst.replace("{", '{"top_k": 3,', 1).encode(),
                "NaN": tekst.replace(": 600", ": NaN").encode(),
                "za duża liczba": tekst.replace("600", "1e999").encode(),
                "tekst po obiekcie": tekst.encode() + b"x", "głęboki": b"[" * 100_000,
                "bajty": bytes(range(256)),
                "bardzo długa liczba": tekst.replace("600", "6" * 5000).encode()}.items():
            with self.subTest(opis):
                self.plik.write_bytes(bajty)
                self.oczekuj_bledu()

    def test_brak_pliku_i_folder_zamiast_pliku(self):
        self.oczekuj_bledu()
        self.plik.mkdir()
        self.oczekuj_bledu()

    def test_kodowanie_i_powtorzony_klucz_sa_nazwane(self):
        self.plik.write_bytes('{\n  "uwaga": "zażółć"\n}'.encode("cp1250"))
        self.oczekuj_bledu("wiersz 2", "UTF-8", "1250")
        self.plik.write_bytes(json.dumps(DOBRY_CONFIG).encode("utf-16"))
        self.oczekuj_bledu("UTF-16")
        self.plik.write_text(json.dumps(DOBRY_CONFIG).replace("{", '{"top_k": 3, ', 1), encoding="utf-8")
        self.oczekuj_bledu("top_k")

    def test_plik_ma_byc_obiektem(self):
        for wartosc in ([DOBRY_CONFIG], "tekst", 5, None, []):
            with self.subTest(wartosc=wartosc):
                self.plik.write_text(json.dumps(wartosc), encoding="utf-8")
                self.oczekuj_bledu()

    def test_kazdy_klucz_jest_wymagany_a_nieznany_odrzucany(self):
        for klucz in DOBRY_CONFIG:
            with self.subTest(brak=klucz):
                self.plik.write_text(json.dumps({k: w for k, w in DOBRY_CONFIG.items() if k != klucz}),
                                     encoding="utf-8")
                self.oczekuj_bledu(f"„{klucz}”")
        self.zapisz(top_K=4)
        self.oczekuj_bledu("„top_K”")

    def test_zly_typ_i_wartosc_spoza_zakresu_podaja_klucz_i_zakres(self):
        zle = {"chat_model": ("", "dwa słowa", 5, None, ["a"]), "embedding_model": ("", True, {}),
               "ollama_url": ("http://example.com", "https://127.0.0.1", 11434, None, ""),
               "timeout": (0, -1, "600", True, None, 10**9),
               "selector": ("Model", "magia", "", None, 1, ["model"]),
               "question_chars": (0, -5, "1000", True, 10.5, None),
               "history_turns": (0, 6, "3", True, 2.5, None),
               "top_k": (0, 10**6, "4", True, 1.5, None), "min_score": (-2, 1.5, "0.5", True, []),
               "context_chars": (0, "6000", True, None), "temperature": (-0.1, 5, "0", False, None),
               "seed": (-1, "42", True, 0.5, 2**70), "num_ctx": (0, "4096", True, 10**9),
               "num_predict": (0, -1, "400", True, 10**9)}
        self.assertEqual(set(zle), set(DOBRY_CONFIG))
        zakres = {klucz: r"od -?\d+ do \d+" for klucz in DOBRY_CONFIG} | {
            "chat_model": "nazwa modelu", "embedding_model": "nazwa modelu",
            "ollama_url": r"127\.0\.0\.1|tego komputera",
            "selector": "reguly.*model"}
        for klucz, wartosci in zle.items():
            for wartosc in wartosci:
                with self.subTest(klucz=klucz, wartosc=wartosc):
                    self.zapisz(**{klucz: wartosc})
                    with self.assertRaisesRegex(BladDanych, zakres[klucz]):
                        lokalny.wczytaj_config(self.plik, lokalny.ZAKRESY)
                    self.oczekuj_bledu(f"„{klucz}”")

    def test_granice_zakresow_sa_dozwolone(self):
        for zmiana in ({"history_turns": 1}, {"history_turns": 5}, {"min_score": 0.25}, {"min_score": None},
                       {"selector": "model"}, {"temperature": 0.7}, {"temperature": 0}, {"timeout": 1},
                       {"ollama_url": "localhost"}, {"ollama_url": "http://[::1]:11434"}):
            with self.subTest(**zmiana):
                self.zapisz(**zmiana)
                config = lokalny.wczytaj_config(self.plik, lokalny.ZAKRESY)
                self.assertEqual(set(config), set(DOBRY_CONFIG))
                for klucz in set(zmiana) - {"ollama_url"}:
                    self.assertEqual(config[klucz], zmiana[klucz])

    def test_wszystkie_bledy_naraz(self):
        self.zapisz(top_k=0, seed="x", nieznany=1)
        self.oczekuj_bledu("„top_k”", "„seed”", "„nieznany”")


class Wymiana(ZUsluga):
    """api(): dobra wymiana i wszystko, co może pójść źle po drodze."""

    def test_get_bez_tresci_i_post_z_json(self):
        wynik, (get,) = self.api(wersja("0.33.0"), "/api/version")
        self.assertEqual((wynik, get["metoda"], get["tekst"]), ({"version": "0.33.0"}, "GET", b""))
        tresc = {"model": "m", "input": ["Zażółć <gęślą> & 😀", "\ud800"], "options": {"seed": 1}}
        wynik, (post,) = self.api({"ok": "żółw \x1b"}, "/api/embed", tresc)
        self.assertEqual((wynik, post["metoda"], post["json"]), ({"ok": "żółw \x1b"}, "POST", tresc))
        self.assertIn("application/json", post["naglowki"]["content-type"])

    def test_dlugie_cialo_w_kawalkach(self):
        czesci = [json.dumps({"a": "x" * 200_000})[i:i + 7000].encode() for i in range(0, 200_100, 7000)]
        kawalki = b"".join(b"%x\r\n%s\r\n" % (len(c), c) for c in czesci if c) + b"0\r\n\r\n"
        naglowek = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        self.assertEqual(len(self.api(Odpowiedz(surowe=naglowek + kawalki))[0]["a"]), 200_000)
        for urwane in (kawalki[:-5], kawalki[:100_000], b"zz\r\nabc\r\n"):
            self.assertIsNone(self.blad_api(Odpowiedz(surowe=naglowek + urwane))[0].status)

    def test_nic_nie_dziala_pod_adresem(self):
        port = martwy_port()
        self.skieruj(f"http://127.0.0.1:{port}")
        zgloszony = self.oczekuj_bledu(lokalny.api, "/api/version")
        self.assertIsInstance(zgloszony, RuntimeError)
        self.assertIsNone(zgloszony.status)
        self.assertIn(str(port), str(zgloszony))
        self.assertIn("ollama serve", str(zgloszony))

    def test_adres_spoza_komputera_nie_jest_uzywany(self):
        self.skieruj("http://192.0.2.1:11434", 1)
        with mock.patch("socket.create_connection", side_effect=AssertionError("połączenie na zewnątrz")):
            self.oczekuj_bledu(lokalny.api, "/api/version")

    def test_inny_program_pod_tym_adresem(self):
        for cialo in (b"<!DOCTYPE html><title>Router</title>", b"Ollama is running", b"[]", b"null", b"12",
                      b'"tekst"', b"true", b"", b"{", b"{'a': 1}", b'{"a": 1} {"b": 2}',
                      b'{"a": 1}\n{"a": 2}\n', b"\xff\xfe{\x00", b"\x1f\x8b\x08\x00", b"\xef\xbb\xbf{}"):
            with self.subTest(cialo):
                self.assertIsNone(self.blad_api(Odpowiedz(cialo=cialo))[0].status)

    def test_json_niescisly_gleboki_i_ogromny(self):
        for opis, cialo in {"powtórzony klucz": b'{"a": 1, "a": 2}',
                            "powtórzony głębiej": b'{"x": [{"a": 1, "a": 1}]}',
                            "NaN": b'{"a": NaN}', "Infinity": b'{"a": -Infinity}',
                            "za duża liczba": b'{"a": 1e999}',
                            "długa liczba": b'{"a": ' + b"9" * 301 + b"}",
                            "51 poziomów": b'{"a": ' + b"[" * 50 + b"]" * 50 + b"}", "głęboka lista": b"[" * 200_000,
                            "głęboki obiekt": b'{"a":' * 100_000}.items():
            with self.subTest(opis):
                self.blad_api(Odpowiedz(cialo=cialo))
        self.api(Odpowiedz(cialo=b'{"a": ' + b"[" * 49 + b"]" * 49 + b"}"))
        with mock.patch("wymiana.NAJWIEKSZA_ODPOWIEDZ", 1000):
            self.blad_api({"a": "x" * 1000})
            self.blad_api(Odpowiedz(cialo=b'{"a"', dlugosc=10**12))
            self.assertEqual(self.api({"a": "x" * 900})[0], {"a": "x" * 900})

    def test_odpowiedz_nie_w_utf8_i_nie_w_json_jest_opisana_po_polsku(self):
        for cialo, opis in ((b'{"a": "\xb9"}', "nie jest w UTF-8"), (b"\xff\xfe{\x00", "nie jest w UTF-8"),
                            (b"<html>", "nie jest poprawnym JSON"), (b'{"a": }', "nie jest poprawnym JSON")):
            with self.subTest(cialo):
                komunikat = str(self.blad_api(Odpowiedz(cialo=cialo))[0])
                self.assertIn(opis, komunikat)
                self.assertNotRegex(komunikat, "codec|decode|byte|Expecting")

    def test_polaczenie_zerwane_albo_nie_http(self):
        ok = b"HTTP/1.1 200 OK\r\n"
        for opis, reakcja in {
                "od razu": Odpowiedz(zamknij=True),
                "w połowie ciała": Odpowiedz(cialo=b'{"a": 1}', dlugosc=500),
                "bez ciała": Odpowiedz(dlugosc=10), "w nagłówkach": Odpowiedz(surowe=ok + b"Content-Le"),
                "w wierszu stanu": Odpowiedz(surowe=b"HTTP/1.1 2"),
                "nie HTTP": Odpowiedz(surowe=b"SSH-2.0-x\r\n"),
                "śmieci": Odpowiedz(surowe=bytes(range(256)) * 10),
                "zły stan": Odpowiedz(surowe=b"HTTP/1.1 xyz OK\r\n\r\n"),
                "długi wiersz": Odpowiedz(surowe=ok + b"X: " + b"a" * 70_000 + b"\r\n\r\n{}"),
                "za dużo nagłówków": Odpowiedz(surowe=ok + b"X: 1\r\n" * 200 + b"\r\n{}"),
                "ujemna długość": Odpowiedz(surowe=ok + b"Content-Length: -5\r\n\r\n"),
                "długość nie liczbą": Odpowiedz(surowe=ok + b"Content-Length: duzo\r\n\r\n")}.items():
            with self.subTest(opis):
                zgloszony, zapytania = self.blad_api(reakcja)
                self.assertIsNone(zgloszony.status)
                self.assertEqual(len(zapytania), 1)

    def test_przekroczony_czas(self):
        for opis, reakcja in {"cisza": Odpowiedz(czekaj=threading.Event()),
                              "cisza w połowie": Odpowiedz(cialo=b'{"a": 1}',
                                                           czekaj_w_polowie=threading.Event()),
                              "po bajcie": Odpowiedz(cialo=b'{"a": "' + b"x" * 500 + b'"}', kapie=0.05),
                              "nagłówki po bajcie": Odpowiedz(surowe=b"HTTP/1.1 200 OK\r\nX: " + b"a" * 500,
                                                              kapie=0.05),
                              "błąd bez końca": Odpowiedz(500, b"x" * 10,
                                                          czekaj_w_polowie=threading.Event())}.items():
            with self.subTest(opis):
                zgloszony, zapytania = self.blad_api(reakcja, "/api/chat", {}, timeout=0.3)
                self.assertEqual(len(zapytania), 1, "bez ponawiania w ciemno")
                if opis != "błąd bez końca":
                    self.assertIsNone(zgloszony.status)
                    self.assertIn("timeout", str(zgloszony))

    def test_404_innego_programu_nie_radzi_pobrac_modelu(self):
        for cialo, rada in ((b"404 page not found", False), (b"<html>", False), (b'{"error": "not found"}', True)):
            with self.subTest(cialo):
                zgloszony, _ = self.blad_api(Odpowiedz(404, cialo), "/api/embed", {"model": "bge-m3"})
                self.assertEqual("ollama pull bge-m3" in str(zgloszony), rada)

    def test_krotki_czas_dla_wersji_i_modeli_dlugi_dla_pracy(self):
        self.skieruj("http://127.0.0.1:1", 600)
        czasy = {}
        for path, payload in (("/api/version", None), ("/api/tags", None), ("/api/embed", {}),
                              ("/api/chat", {})):
            with mock.patch("socket.create_connection", side_effect=TimeoutError) as polacz:
                self.oczekuj_bledu(lokalny.api, path, payload)
                czasy[path] = polacz.call_args.args[1]
        self.assertEqual((czasy["/api/embed"], czasy["/api/chat"]), (600, 600))
        self.assertLessEqual(max(czasy["/api/version"], czasy["/api/tags"]), 30)

    def test_przekierowanie_nie_jest_wykonywane(self):
        with ZlySerwer({"*": {"models": []}}) as cel:
            for status in (301, 302, 303, 307, 308):
                for payload in (None, {"a": 1}):
                    with self.subTest(status=status, payload=payload):
                        zgloszony, zapytania = self.blad_api(przekieruj(cel.adres + "/api/tags", status),
                                                             payload=payload)
                        self.assertEqual((zgloszony.status, len(zapytania)), (status, 1))
                        self.assertIn("To przekierowanie", str(zgloszony))
            self.assertEqual(cel.zapytania, [])

    def test_stany_http_mowia_co_dalej(self):
        for status in (400, 401, 403, 404, 405, 418, 500, 501, 502, 504):
            with self.subTest(status):
                zgloszony, zapytania = self.blad_api(blad(status, "powód z usługi"), "/api/chat",
                                                     {"model": "abc:1b"})
                self.assertEqual((zgloszony.status, len(zapytania)), (status, 1))
                self.assertIn(str(status), str(zgloszony))
                self.assertIn("powód z usługi", str(zgloszony))
        self.assertIn("ollama pull abc:1b",
                      str(self.blad_api(blad(404, "x"), "/api/chat", {"model": "abc:1b"})[0]))

    def test_zajeta_usluga_jest_proszona_skonczona_liczbe_razy(self):
        with mock.patch("time.sleep") as przerwa:
            zgloszony, zapytania = self.blad_api(blad(503, "server busy"), "/api/chat", {"n": 1})
            self.assertEqual(zgloszony.status, 503)
            self.assertIn(len(zapytania), range(2, 6))
            self.assertEqual(przerwa.call_count, len(zapytania) - 1)
            self.assertEqual([z["json"] for z in zapytania], [{"n": 1}] * len(zapytania))
            wynik, zapytania = self.api(kolejno(blad(503, "server busy"), {"ok": 1}))
            self.assertEqual((wynik, len(zapytania)), ({"ok": 1}, 2))
            zgloszony, zapytania = self.blad_api(kolejno(blad(503, "server busy"), blad(500, "awaria"),
                                                         {"ok": 1}))
            self.assertEqual((zgloszony.status, len(zapytania)), (500, 2))

    def test_tresc_bledu_dowolnego_rodzaju(self):
        for tresc in ({}, {"kod": 5}, [], ["a"], None, 0, True, "", '{"error": {"message": "w środku"}}',
                      "dwa\nwiersze\x1b[31m\x00 i \u202ekierunek", "x" * 100_000, "\ud800"):
            with self.subTest(str(tresc)[:30].encode("ascii", "replace")):
                self.assertEqual(self.blad_api(blad(400, tresc))[0].status, 400)
                zgloszony, _ = self.blad_api({"error": tresc})   # błąd w odpowiedzi 200
                self.assertNotRegex(str(zgloszony), "[\u202e\ud800]")

    def test_nieczytelna_tresc_bledu(self):
        for opis, reakcja in {
                "pusta": Odpowiedz(403), "tekst": Odpowiedz(404, b"404 page not found"),
                "lista": Odpowiedz(500, b"[1]"),
                "html": Odpowiedz(502, b"<html>\n<h1>Bad Gateway</h1>"),
                "bajty": Odpowiedz(500, bytes(range(256))),
                "urwana": Odpowiedz(500, b'{"error": "prawie', dlugosc=900),
                "głęboka": Odpowiedz(500, b"[" * 100_000),
                "długa": Odpowiedz(500, b"x" * 3_000_000),
                "bez pola error": Odpowiedz(500, b'{"StatusCode": 500}'),
                "zły kawałek": Odpowiedz(surowe=b"HTTP/1.1 500 X\r\n"
                                                b"Transfer-Encoding: chunked\r\n\r\nzz\r\n")}.items():
            with self.subTest(opis):
                zgloszony, _ = self.blad_api(reakcja)
                self.assertEqual(zgloszony.status, 500 if reakcja.surowe else reakcja.status)

    def test_liczba_ktorej_json_nie_zna_nie_wychodzi_z_programu(self):
        _, zapytania = self.blad_api({}, payload={"a": float("nan")})
        self.assertEqual(zapytania, [])


class Modele(ZUsluga):
    """require_models(): nazwy porównywane jak w Ollamie, braki wymienione naraz, chmura odrzucona."""

    def modele(self, names, odpowiedz):
        with ZlySerwer({"/api/tags": odpowiedz}) as serwer:
            self.skieruj(serwer.adres)
            return lokalny.require_models(names)

    def blad_modeli(self, names, odpowiedz):
        with ZlySerwer({"/api/tags": odpowiedz}) as serwer:
            self.skieruj(serwer.adres)
            return str(self.oczekuj_bledu(lokalny.require_models, names))

    def test_zwraca_skroty_pod_podanymi_nazwami(self):
        jest = self.modele([CZAT, EMBEDDING], tags("inny:1b", CZAT, "bge-m3"))
        self.assertEqual(jest, {CZAT: SKROT, EMBEDDING: SKROT})
        json.dumps(jest)
        self.assertEqual(self.modele([], tags()), {})

    def test_nazwy_porownywane_jak_w_ollamie(self):
        for szukana, zainstalowana in (
                ("bge-m3", "bge-m3:latest"), ("bge-m3:latest", "bge-m3"), ("BGE-M3:Latest", "bge-m3:latest"),
                ("qwen3:4b-q4_k_m", "qwen3:4b-Q4_K_M"), ("library/bge-m3", "bge-m3:latest"),
                ("bge-m3", "registry.ollama.ai/library/bge-m3:latest"), ("jan/model", "jan/model:latest")):
            with self.subTest(szukana, zainstalowana=zainstalowana):
                self.assertEqual(self.modele([szukana], tags(zainstalowana)), {szukana: SKROT})
        for szukana, zainstalowana in (("llama3.2", "llama3.2:3b"), ("model", "jan/model"),
                                       ("bge-m3:567m", "bge-m3")):
            with self.subTest(szukana, brak=zainstalowana):
                self.assertIn(f"ollama pull {szukana}", self.blad_modeli([szukana], tags(zainstalowana)))

    def test_wszystkie_brakujace_modele_sa_wymienione(self):
        komunikat = self.blad_modeli(["a:1b", "jest", "B"], tags("jest"))
        self.assertIn("ollama pull a:1b", komunikat)
        self.assertIn("ollama pull B", komunikat)
        self.assertNotIn("pull jest", komunikat)

    def test_model_w_chmurze_jest_odrzucany(self):
        for nazwa in ("kimi:cloud", "gpt-oss:120b-cloud", "Kimi:CLOUD"):
            for lista in (tags(nazwa), tags()):
                self.assertIn("chmur", self.blad_modeli([nazwa], lista))
        for pole in ("remote_host", "remote_model"):
            lista = tags("lokalny")
            lista["models"][0][pole] = "https://ollama.com:443"
            self.assertIn("chmur", self.blad_modeli(["lokalny"], lista))

    def test_cudzy_wpis_w_chmurze_nie_przeszkadza(self):
        lista = tags("zdalny", "lokalny")
        lista["models"][0] |= {"remote_host": "https://ollama.com", "digest": "b" * 64}
        self.assertEqual(self.modele(["lokalny"], lista), {"lokalny": SKROT})

    def test_zla_lista_modeli(self):
        wpis = tags("a")["models"][0]
        for lista in ({}, {"models": None}, {"models": {}}, {"models": "a"}, {"models": [None]},
                      {"models": ["a"]},
                      {"models": [{}]}, {"models": [wpis | {"name": 5}]}, {"models": [wpis | {"name": None}]},
                      {"models": [wpis | {"digest": None}]}, {"models": [wpis | {"digest": 7}]},
                      {"models": [wpis | {"digest": ""}]}, [], None):
            with self.subTest(lista=lista):
                self.blad_modeli(["a"], lista)


class Program(unittest.TestCase):
    """python lokalny.py jako osobny proces, na kopii programu z własnym config.json."""

    @classmethod
    def setUpClass(cls):
        cls.tymczasowy = tempfile.TemporaryDirectory()
        cls.folder = wspolne.kopia_asystenta(Path(cls.tymczasowy.name) / "kopia ze spacją i ą")
        cls.addClassCleanup(cls.tymczasowy.cleanup)

    def uruchom(self, *argumenty, kodowanie="utf-8", srodowisko=(), **config):
        """Zwraca zakończony proces; `config` podmienia ustawienia, a „tekst” zastępuje cały plik."""
        tekst = config.pop("tekst", None) or json.dumps(DOBRY_CONFIG | config)
        (self.folder / "config.json").write_text(tekst, encoding="utf-8")
        otoczenie = wspolne.srodowisko(**{"PYTHONIOENCODING": kodowanie, **dict(srodowisko)})
        proces = subprocess.run([sys.executable, str(self.folder / "lokalny.py"), *argumenty], env=otoczenie,
                                cwd=self.tymczasowy.name, capture_output=True, timeout=60)
        proces.tekst = (proces.stdout + proces.stderr).decode(kodowanie)
        self.assertNotIn("Traceback", proces.tekst)
        return proces

    def usluga(self, **podmiany):
        """Zwraca reakcje sprawnej Ollamy z oboma modelami; `podmiany` zastępują wersję, modele albo show."""
        def show(zapytanie):
            nazwa = zapytanie["json"]["model"]
            return {"capabilities": ["embedding" if nazwa == EMBEDDING else "completion"]}
        reakcje = {"/api/version": wersja(), "/api/tags": tags(CZAT, EMBEDDING), "/api/show": show}
        return reakcje | {"/api/" + nazwa: reakcja for nazwa, reakcja in podmiany.items()}

    def test_sprawna_usluga(self):
        with ZlySerwer(self.usluga()) as serwer, ZlySerwer({"*": wersja()}) as posrednik:
            pulapka = {nazwa: posrednik.adres for nazwa in ("http_proxy", "HTTP_PROXY", "all_proxy",
                                                            "ALL_PROXY")}
            for kodowanie in ("utf-8", "ascii", "cp1250"):
                proces = self.uruchom(ollama_url=serwer.adres, kodowanie=kodowanie,
                                      srodowisko=pulapka | {"no_proxy": ""})
                self.assertEqual(proces.returncode, 0, proces.tekst)
                for fragment in (serwer.adres, "0.32.15", CZAT, EMBEDDING, SKROT[:12], "Python"):
                    self.assertIn(fragment, proces.tekst)
                self.assertTrue(proces.tekst.splitlines()[-1].endswith("python konsola.py"), proces.tekst)
            self.assertEqual(posrednik.zapytania, [], "pośrednik nie może widzieć ruchu")

    def test_nic_nie_dziala(self):
        proces = self.uruchom(ollama_url=f"http://127.0.0.1:{martwy_port()}")
        self.assertEqual(proces.returncode, 1, proces.tekst)
        self.assertIn("ollama serve", proces.tekst)

    def test_kazdy_brak_konczy_sie_kodem_1(self):
        zle = {"ollama pull " + EMBEDDING: self.usluga(tags=tags(CZAT)),
               "ollama pull " + CZAT: self.usluga(tags=tags()),
               "completion": self.usluga(show={"capabilities": ["embedding"]}),
               "embedding": self.usluga(show={"capabilities": ["completion"]}),
               "500": self.usluga(version=blad(500, "awaria")),
               "/api/tags": self.usluga(tags=Odpowiedz(cialo=b"[]")),
               r"\x1b": self.usluga(version=wersja("\x1b[31m"), tags=tags())}
        for fragment, reakcje in zle.items():
            with self.subTest(fragment), ZlySerwer(reakcje) as serwer:
                proces = self.uruchom(ollama_url=serwer.adres)
                self.assertEqual(proces.returncode, 1, proces.tekst)
                self.assertIn(fragment, proces.tekst)
                self.assertNotIn("\x1b", proces.tekst)

    def test_dziwne_odpowiedzi_uslugi_nie_przerywaja_tabeli(self):
        for nazwa, reakcja in (("version", {}), ("version", {"version": None}),
                               ("version", {"version": {"a": 1}}),
                               ("show", {}), ("show", {"capabilities": None}),
                               ("show", {"capabilities": "x"})):
            with self.subTest(nazwa, reakcja=reakcja), ZlySerwer(self.usluga(**{nazwa: reakcja})) as serwer:
                self.assertEqual(self.uruchom(ollama_url=serwer.adres).returncode, 0)

    def test_zle_ustawienia(self):
        for tekst, fragment in (("", "config.json"), ("{", "config.json"),
                                (json.dumps(DOBRY_CONFIG | {"top_k": 0}), "„top_k”"),
                                (json.dumps(DOBRY_CONFIG | {"ollama_url": "http://example.com"}),
                                 "„ollama_url”")):
            with self.subTest(tekst[:20]):
                proces = self.uruchom(tekst=tekst or " ")
                self.assertEqual(proces.returncode, 1)
                self.assertIn(fragment, proces.tekst)

    def test_silnik_cwiczebny(self):
        for argumenty, srodowisko in ((("--silnik", "cwiczebny"), {}),
                                      ((), {"ASYSTENT_SILNIK": "cwiczebny"})):
            with self.subTest(argumenty):
                proces = self.uruchom(*argumenty, srodowisko=srodowisko,
                                      ollama_url=f"127.0.0.1:{martwy_port()}")
                self.assertEqual(proces.returncode, 0, proces.tekst)
                self.assertIn("ćwiczebny", proces.tekst.splitlines()[0])
                self.assertIn("cwiczebny-chat", proces.tekst)
                self.assertTrue(proces.tekst.splitlines()[-1].endswith("python konsola.py --silnik cwiczebny"))

    def test_znaki_sterujace_z_ustawien_sa_widoczne(self):
        zly = "a\x1b[2J\x9b\u202e"
        for zmiana in ({zly: 1}, {"chat_model": zly}, {"chat_model": [zly]}, {"ollama_url": f"http://{zly}"}):
            with self.subTest(ascii(zmiana)):
                proces = self.uruchom(tekst=json.dumps(DOBRY_CONFIG | zmiana))
                self.assertEqual((proces.returncode, proces.stdout), (1, b""))
                self.assertNotRegex(proces.tekst.rstrip("\n"), "[\x00-\x1f\x7f-\x9f\u202e]")
                self.assertRegex(proces.tekst, r"\\(x1b|u001b).*\\u202e")

    def test_komunikat_o_ustawieniach_jest_krotki(self):
        dlugi = "x" * 10_000
        for zmiana in ({"chat_model": dlugi}, {"chat_model": [dlugi]}, {dlugi: 1}, {"ollama_url": f"http://{dlugi}"}):
            with self.subTest(ascii(zmiana)[:30]):
                self.assertLess(len(self.uruchom(tekst=json.dumps(DOBRY_CONFIG | zmiana)).tekst), 1000)

    if os.name == "posix":
        def test_ctrl_c_przy_milczacej_usludze(self):
            nadeszlo = threading.Event()

            def milczy(zapytanie):
                nadeszlo.set()
                return Odpowiedz(czekaj=threading.Event())
            # Zwykła obsługa Ctrl-C także wtedy, gdy testy działają w tle i sygnał jest wyłączony.
            start = ("import runpy, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
                     "sys.argv.pop(0); runpy.run_path(sys.argv[0], run_name='__main__')")
            with ZlySerwer(self.usluga(version=milczy)) as serwer:
                (self.folder / "config.json").write_text(json.dumps(DOBRY_CONFIG | {"ollama_url": serwer.adres}),
                                                         encoding="utf-8")
                proces = subprocess.Popen([sys.executable, "-c", start, str(self.folder / "lokalny.py")],
                                          env=wspolne.srodowisko(PYTHONPATH=str(self.folder)), encoding="utf-8",
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.addCleanup(proces.kill)
                self.assertTrue(nadeszlo.wait(30))
                proces.send_signal(signal.SIGINT)
                bledy = proces.communicate(timeout=30)[1]
            self.assertEqual((proces.returncode, bledy), (130, "Przerwano.\n"))

    def test_zle_uzycie_konczy_sie_kodem_2(self):
        for argumenty in (("--silnik", "magia"), ("--nieznana",), ("zbędny",)):
            with self.subTest(argumenty):
                self.assertEqual(self.uruchom(*argumenty).returncode, 2)


if __name__ == "__main__":
    unittest.main()
