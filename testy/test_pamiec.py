"""Pokój testów pamięci: wiadomość na brzegach, prośby o źródła, identyfikatory, rozwijanie pytań, zapamiętywanie.

Historia to lista wpisów jak w pamiec.py; test podaje tylko pola, które mają znaczenie.
"""
import copy
import json
import time
import unicodedata
import unittest
from unittest import mock

import wspolne  # noqa: F401 – dopisuje folder programu do ścieżek

# isort: split
import pamiec
from lokalny import CONFIG

STAN = "Jak sprawdzić stan usługi docassist-api?"
FAILED = "Co zrobić, jeśli po zmianie konfiguracji usługa docassist-api nie uruchamia się?"
ZALEZNE = ("jej", "jego", "tej usługi", "tej zmianie", "co teraz", "a potem")


def wpis(pytanie, **pola):
    return {"question": pytanie, "standalone": pytanie, "answer": "", "status": "answered",
            "tool": "answer_from_documents", "result_id": "r"} | pola


def zrodlo(tekst="Treść."):
    return {"label": "S1", "chunk_id": "A#1", "text": tekst, "score": 0.5,
            "metadata": {"document_id": "A", "page_number": None}}


def wynik(**pola):
    """Zwraca wynik tury w tym kształcie, którego używa zapamietaj."""
    narzedzie = {"name": "answer_from_documents", "status": "completed", "executed": True}
    return {"result_id": "nowy", "turn_id": 7, "original_question": "Pytanie?", "standalone_question": "Pełne?",
            "valid_input": True, "status": "answered", "answer": "Odpowiedź [S1].", "sources": [zrodlo()],
            "source_origin": {"turn_id": 7, "result_id": "nowy"}, "tool": narzedzie} | pola


class Wiadomosc(unittest.TestCase):
    def odrzucona(self, wiadomosc, powod):
        with self.assertRaises(ValueError) as zgloszony:
            pamiec.sprawdz_wiadomosc(wiadomosc)
        self.assertEqual(str(zgloszony.exception), powod)

    def test_wynik_jest_w_nfc_i_bez_niewidocznych_brzegow(self):
        nfd = unicodedata.normalize("NFD", "Zażółć gęślą jaźń?")
        self.assertNotEqual(nfd, "Zażółć gęślą jaźń?")
        for brzeg in ("", " ", "\u00a0", "\ufeff", "\u200b", "\u2060\u00a0", "\t\r\n", "\u2003"):
            with self.subTest(brzeg=brzeg):
                self.assertEqual(pamiec.sprawdz_wiadomosc(brzeg + nfd + brzeg), "Zażółć gęślą jaźń?")

    def test_srodek_tekstu_zostaje(self):
        self.assertEqual(pamiec.sprawdz_wiadomosc(" a\u00a0\u200b  b\nc "), "a\u00a0\u200b  b\nc")

    def test_same_niewidoczne_znaki_to_pusta_wiadomosc(self):
        for pusta in ("", "  ", "\u00a0", "\u200b\u200c\u200d", "\ufeff", "\u2060 \ufeff\n", "\u3000"):
            with self.subTest(repr(pusta)):
                self.odrzucona(pusta, "empty_or_invalid_message")

    def test_cos_innego_niz_napis(self):
        for zla in (None, 5, b"pytanie", ["pytanie"], {"a": 1}, float("nan"), True):
            with self.subTest(repr(zla)):
                self.odrzucona(zla, "empty_or_invalid_message")

    def test_dlugosc_liczy_sie_po_nfc_i_bez_brzegow(self):
        zlozone = unicodedata.normalize("NFD", "ó" * 1000)
        self.assertEqual(len(zlozone), 2000)
        self.assertEqual(pamiec.sprawdz_wiadomosc("\n\u00a0 " + zlozone + " " * 500), "ó" * 1000)
        self.odrzucona(unicodedata.normalize("NFD", "ó" * 1001), "message_too_long")
        with mock.patch.dict(CONFIG, question_chars=5):
            self.assertEqual(pamiec.sprawdz_wiadomosc("12345"), "12345")
            self.odrzucona("123456", "message_too_long")

    def test_odstepy_w_srodku_nie_wydluzaja_pracy(self):
        start = time.monotonic()
        for odstep in (" ", "\u200b", " \u200b"):
            self.odrzucona("a" + odstep * 50_000 + "b", "message_too_long")
        self.assertLess(time.monotonic() - start, 2)

    def test_samotna_polowka_pary_przechodzi_bez_zmiany(self):
        self.assertEqual(pamiec.sprawdz_wiadomosc("co \ud800?"), "co \ud800?")


class ProsbyOZrodla(unittest.TestCase):
    def test_rozpoznane(self):
        for prosba in ("Pokaż źródła", "pokaz zrodla", "POKAŻ ŹRÓDŁA!!!", "Pokaż źródła.", "pokaż źródła…",
                       "Pokaż  źródła\u00a0tej odpowiedzi", "Pokaż źródła poprzedniej odpowiedzi?",
                       "Skąd ta odpowiedź", "skad ta odpowiedz ?", "SKĄD TA ODPOWIEDŹ?!", " Pokaż źródła \n",
                       "\ufeffPokaż źró\u200bdła", unicodedata.normalize("NFD", "Pokaż źródła tej odpowiedzi")):
            with self.subTest(prosba):
                self.assertIs(pamiec.prosba_o_zrodla(prosba), True)

    def test_nierozpoznane(self):
        for inne in ("Pokaż", "źródła", "Pokaż źródła danych", "Nie pokaż źródła", "pokażźródła", "",
                     "Pokaż źródła tej usługi", "Skąd ta odpowiedź i dlaczego?", "Pokaż źródła, a potem stan",
                     "Jakie są źródła zasilania?", "Skąd ta odpowiedź DOC-INSTR"):
            with self.subTest(inne):
                self.assertIs(pamiec.prosba_o_zrodla(inne), False)


class JawneId(unittest.TestCase):
    KATALOG = {"DOC-INSTR": {}, "DOC-HELP": {}, "A.B": {}}

    def test_cale_slowa(self):
        for tekst in ("metadane DOC-INSTR", "„DOC-INSTR”", "(DOC-INSTR)", "DOC-INSTR?", "DOC-INSTR,DOC-INSTR",
                      "DOC-INSTR\u00a0proszę", "x/DOC-INSTR"):
            with self.subTest(tekst):
                self.assertEqual(pamiec.jawne_id(tekst, self.KATALOG), ["DOC-INSTR"])

    def test_czesc_innego_slowa(self):
        for tekst in ("DOC-INSTR2", "X-DOC-INSTR", "XDOC-INSTR", "DOC-INSTR-2", "DOC-INSTR_2", "_DOC-INSTR",
                      "DOC-INSTRż",
                      "doc-instr", "DOC INSTR", "AxB", ""):
            with self.subTest(tekst):
                self.assertEqual(pamiec.jawne_id(tekst, self.KATALOG), [])

    def test_kilka_jest_posortowanych_i_bez_powtorzen(self):
        self.assertEqual(pamiec.jawne_id("DOC-INSTR, DOC-HELP, A.B i DOC-INSTR", self.KATALOG),
                         ["A.B", "DOC-HELP", "DOC-INSTR"])


class Rozwijanie(unittest.TestCase):
    def rozwin(self, pytanie, *historia):
        wynik = pamiec.rozwin_pytanie(pytanie, list(historia))
        self.assertEqual(set(wynik), {"original", "standalone", "history_used", "clarification"})
        self.assertEqual(wynik["original"], pytanie)
        self.assertEqual(wynik["clarification"] is None, wynik["standalone"] is not None)
        return wynik["standalone"], wynik["history_used"]

    def test_kazde_slowo_zalezne(self):
        for slowo in ZALEZNE:
            with self.subTest(slowo):
                self.assertEqual(self.rozwin(f"Czy {slowo} stan?", wpis(STAN)), (STAN, True))
                self.assertEqual(self.rozwin(f"{slowo.upper()}: FAILED?", wpis(STAN)), (FAILED, True))
                self.assertEqual(self.rozwin(f"Czy {slowo} stan?"), (None, False))
                self.assertEqual(self.rozwin(f"Czy {slowo} stan?", wpis("Kto pisał regulamin?")), (None, True))

    def test_bez_polskich_liter_z_nfd_i_twarda_spacja(self):
        for pytanie in ("stan tej uslugi", unicodedata.normalize("NFD", "Stan tej usługi?"),
                        "stan tej\u00a0usługi", "stan te\u200bj usługi"):
            with self.subTest(pytanie):
                self.assertEqual(self.rozwin(pytanie, wpis(STAN)), (STAN, True))

    def test_czastka_innego_slowa_nie_odsyla_do_historii(self):
        for pytanie in ("Jaki stan ma kolejejka?", "Jejku, jaki stan!", "Jegomość i stan", "stan tej usługiwarki",
                        "stan mojej zmianie", "stan: tej zmianienie", "stan: coś teraz", "co terazniejszy stan",
                        "stan: kura potem", "a potemka stan"):
            with self.subTest(pytanie):
                self.assertEqual(self.rozwin(pytanie, wpis(STAN)), (pytanie, False))

    def test_pelne_pytanie_zostaje(self):
        for pytanie in ("A potem jaki stan ma docassist-api?", "Czy jej nazwa to DOCASSIST-API?", "Gdzie są logi?"):
            with self.subTest(pytanie):
                self.assertEqual(self.rozwin(pytanie, wpis(STAN)), (pytanie, False))

    def test_prosby_o_zrodla_i_metadane_zostaja(self):
        for prosba in ("Pokaż źródła", "metadane jej dokumentu", "METADANE DOC-INSTR, a potem stan"):
            with self.subTest(prosba):
                self.assertEqual(self.rozwin(prosba, wpis(STAN)), (prosba, False))

    def test_tematy(self):
        for pytanie in (STAN, "Ile trwa start DOCASSIST-API?", "Co zmienić w konfiguracji docassist?"):
            with self.subTest(pytanie):
                self.assertEqual(self.rozwin("Jaki jest jej stan?", wpis(pytanie)), (STAN, True))
        for baza in ("Baza danych?", "Gdzie leży baza danych?", "Kopia bazy danych", "Co jest w bazie danych",
                     "Zobacz bazę danych", "Pod bazą danych", "O bazach danych", "Ile baz danych",
                     unicodedata.normalize("NFD", "Widzę bazę danych")):
            with self.subTest(baza):
                self.assertEqual(self.rozwin("Jaki jest jej stan?", wpis(STAN), wpis(baza)), (None, True))
        for obce in ("Gdzie jest bazar danych?", "Gdzie są dane w bazie?", "Jaka konfiguracja?"):
            with self.subTest(obce):
                self.assertEqual(self.rozwin("Jaki jest jej stan?", wpis(STAN), wpis(obce)), (STAN, True))

    def test_liczy_sie_pelna_postac_wczesniejszego_pytania(self):
        self.assertEqual(self.rozwin("A jej stan?", wpis("Sprawdź", standalone=STAN)), (STAN, True))
        self.assertEqual(self.rozwin("A jej stan?", wpis(STAN, standalone="Sprawdź")), (None, True))

    def test_prosby_o_metadane_nie_daja_tematu(self):
        for prosba in ("Pokaż metadane bazy danych", "metadane docassist-api DOC-INSTR"):
            with self.subTest(prosba):
                self.assertEqual(self.rozwin("Jej stan?", wpis(STAN), wpis(prosba)), (STAN, True))
                self.assertEqual(self.rozwin("Jej stan?", wpis(prosba)), (None, True))

    def test_ani_stan_ani_failed(self):
        self.assertEqual(self.rozwin("Co teraz?", wpis(STAN)), (None, True))
        self.assertEqual(self.rozwin("Gdzie są jej logi?", wpis(STAN)), (None, True))

    def test_historia_sie_nie_zmienia(self):
        historia = [wpis(STAN), wpis("Baza danych?")]
        przed = copy.deepcopy(historia)
        pamiec.rozwin_pytanie("Jej stan?", historia)
        self.assertEqual(historia, przed)


class Zapamietywanie(unittest.TestCase):
    def setUp(self):
        self.stan = pamiec.nowy_stan()

    def zrodla(self):
        return [z["text"] for z in self.stan["last_sources"]], self.stan["source_origin"]

    def z_zrodlami(self):
        self.stan |= {"last_sources": [zrodlo("Stare.")], "source_origin": {"turn_id": 1, "result_id": "dawny"}}

    def test_wpis_historii(self):
        pamiec.zapamietaj(self.stan, wynik(answer="ż" * 1201))
        self.assertEqual(self.stan["history"], [
            {"question": "Pytanie?", "standalone": "Pełne?", "answer": "ż" * 1200, "status": "answered",
             "tool": "answer_from_documents", "result_id": "nowy"}])
        self.assertEqual(self.stan["next_turn"], 2)
        pamiec.zapamietaj(self.stan, wynik(answer="ż" * 1200))
        self.assertEqual(self.stan["history"][-1]["answer"], "ż" * 1200)

    def test_wpis_bez_pelnego_pytania_i_bez_narzedzia(self):
        for puste in ({}, None):
            pamiec.zapamietaj(self.stan, wynik(standalone_question=None, tool=puste, status="rejected", sources=[]))
            self.assertEqual((self.stan["history"][-1]["standalone"], self.stan["history"][-1]["tool"]),
                             ("Pytanie?", None))

    def test_zla_wiadomosc_zwieksza_tylko_numer(self):
        self.z_zrodlami()
        przed = copy.deepcopy(self.stan)
        pamiec.zapamietaj(self.stan, wynik(valid_input=False, status="rejected", sources=[], tool={}))
        self.assertEqual(self.stan, przed | {"next_turn": 2})

    def test_odpowiedz_zastepuje_zrodla_kopia(self):
        self.z_zrodlami()
        tura = wynik()
        pamiec.zapamietaj(self.stan, tura)
        tura["sources"][0]["metadata"]["document_id"] = "zmieniony"
        tura["sources"][0]["text"] = "zmieniony"
        tura["sources"].append(zrodlo())
        self.assertEqual(self.zrodla(), (["Treść."], {"turn_id": 7, "result_id": "nowy"}))
        self.assertEqual(self.stan["last_sources"][0]["metadata"]["document_id"], "A")
        self.stan["last_sources"].clear()
        self.assertEqual(len(tura["sources"]), 2)

    def test_co_czysci_zrodla(self):
        for zmiana in ({"status": "error"}, {"status": "insufficient_context"}, {"sources": []},
                       {"status": "rejected"}, {"status": "status, którego nikt nie zna"}):
            with self.subTest(zmiana):
                self.z_zrodlami()
                pamiec.zapamietaj(self.stan, wynik(**zmiana))
                self.assertEqual(self.zrodla(), ([], None))

    def test_co_zostawia_zrodla(self):
        for zmiana in ({"tool": {"name": "answer_from_documents", "executed": False}, "status": "error"},
                       {"tool": {"name": "get_document_metadata", "executed": True}, "sources": []},
                       {"tool": {"name": "show_last_sources", "executed": True}},
                       {"tool": {"name": "get_document_metadata", "executed": True}, "status": "error"},
                       {"tool": {}, "status": "error"}, {"tool": {}, "status": "clarification_needed"},
                       {"tool": None, "status": "error"}):
            with self.subTest(zmiana):
                self.z_zrodlami()
                pamiec.zapamietaj(self.stan, wynik(**zmiana))
                self.assertEqual(self.zrodla(), (["Stare."], {"turn_id": 1, "result_id": "dawny"}))

    def test_wynik_tury_sie_nie_zmienia(self):
        tura = wynik(answer="x" * 2000)
        przed = copy.deepcopy(tura)
        pamiec.zapamietaj(self.stan, tura)
        self.assertEqual(tura, przed)

    def test_limit_historii(self):
        for limit in (1, 5):
            with self.subTest(limit), mock.patch.dict(CONFIG, history_turns=limit):
                stan = pamiec.nowy_stan()
                for numer in range(1, 9):
                    pamiec.zapamietaj(stan, wynik(result_id=str(numer)))
                    self.assertEqual([w["result_id"] for w in stan["history"]],
                                     [str(n) for n in range(max(1, numer - limit + 1), numer + 1)])

    def test_zly_limit_niczego_nie_zmienia(self):
        przed = copy.deepcopy(self.stan)
        for limit in (0, 6, -1, True, 2.0, "3", None):
            with self.subTest(repr(limit)), mock.patch.dict(CONFIG, history_turns=limit):
                self.assertRaises(ValueError, pamiec.zapamietaj, self.stan, wynik())
                self.assertEqual(self.stan, przed)

    def test_stan_jest_zapisywalny_jako_json(self):
        pamiec.zapamietaj(self.stan, wynik())
        self.assertEqual(json.loads(json.dumps(self.stan, allow_nan=False)), self.stan)


if __name__ == "__main__":
    unittest.main()
