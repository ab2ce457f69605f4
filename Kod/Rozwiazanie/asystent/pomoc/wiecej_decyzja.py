"""Pokój dalszych sprawdzianów decyzji: reszta umowy decyzja.wybierz_reguly i wybierz_model."""
import copy
import json
import re

from pomoc.dane_sprawdzianow import (
    BAZA, DWA_DOKUMENTY, METADANE, OBOJETNE, OPIS, POKAZ, POLECENIA, RAG, STAN, ZALEZNE_STAN, ZRODLA,
    bez_narzedzia, katalog, odpowiedz_modelu, opis_dokumentu, propozycja, stan, stan_ze_zrodlami, wpis,
)
from pomoc.sprawdzanie import Sprawdzanie, skrot


class WybierzReguly(Sprawdzanie):
    """Zadanie 5, decyzja.wybierz_reguly: propozycja ze słów pytania."""

    def oczekuj_propozycji(self, pytanie, action, arguments=None, catalog=None):
        dane = (pytanie, katalog() if catalog is None else catalog)
        self.oczekuj_wyniku("decyzja.wybierz_reguly", *dane, ma_byc=propozycja(action, arguments))

    def test_prosba_o_zrodla(self):
        """Każda postać prośby o źródła daje show_last_sources bez argumentów."""
        for pytanie in (ZRODLA, "POKAŻ ŹRÓDŁA!", "pokaż źródła tej odpowiedzi.", "Pokaż źródła poprzedniej odpowiedzi",
                        "Skąd ta odpowiedź?"):
            self.oczekuj_propozycji(pytanie, POKAZ)

    def test_metadane_jednego_dokumentu(self):
        """„metadan” i jeden identyfikator z katalogu dają get_document_metadata tego dokumentu."""
        for pytanie in ("Pokaż metadane DOC-HELP", "METADANE: DOC-HELP", "DOC-HELP – jakie ma metadane?",
                        "Czy metadane (DOC-HELP) to metadane DOC-HELP?", "Opis metadanych DOC-HELP",
                        "Pokaż metadane DOC-HELP, a nie DOC-999", "Metadane DOC-HELP czy DOC-INSTR2?"):
            self.oczekuj_propozycji(pytanie, OPIS, {"document_id": "DOC-HELP"})

    def test_o_identyfikatorze_rozstrzyga_katalog(self):
        """Identyfikatorem jest to, co stoi w katalogu, nie napis zaczynający się od DOC."""
        regulamin = {"REG.2": opis_dokumentu("REG.2")}
        self.oczekuj_propozycji("Pokaż metadane REG.2 i DOC-INSTR", OPIS, {"document_id": "REG.2"}, regulamin)
        for pytanie, catalog in ((METADANE, regulamin), (METADANE, {}), ("Pokaż metadane REG.2", katalog())):
            self.oczekuj_bledu("decyzja.wybierz_reguly", pytanie, catalog,
                               powod="missing_or_ambiguous_document_id")

    def test_metadane_bez_jednego_identyfikatora(self):
        """Brak identyfikatora z katalogu albo kilka naraz to błąd, a nie zgadywanie."""
        for pytanie in ("Pokaż metadane", "Metadane dokumentu", "Pokaż metadane DOC-999", DWA_DOKUMENTY,
                        "Pokaż metadane DOC-HELP i DOC-INSTR oraz DOC-999", "Pokaż metadane X-DOC-INSTR",
                        "Metadane bazy danych docassist-api"):
            self.oczekuj_bledu("decyzja.wybierz_reguly", pytanie, katalog(),
                               powod="missing_or_ambiguous_document_id")

    def test_wszystko_inne_idzie_do_dokumentow(self):
        """Inna wiadomość daje answer_from_documents z pustymi argumentami: pytanie dopisze program."""
        for pytanie in (STAN, BAZA, ZALEZNE_STAN, "Co opisuje DOC-INSTR?", "Jakie źródła zasilania ma serwer?",
                        "Pokaż źródła danych", "Skąd pochodzą dane?", "Pokaż dokument DOC-INSTR", POLECENIA[0]):
            self.oczekuj_propozycji(pytanie, RAG)

    def test_nie_zmienia_katalogu(self):
        """Wybór tylko czyta katalog."""
        catalog = katalog()
        for pytanie in (STAN, ZRODLA, METADANE):
            self.wywolaj("decyzja.wybierz_reguly", pytanie, catalog)
            self.oczekuj(f"katalog po decyzja.wybierz_reguly({pytanie!r}, …)", catalog, katalog())


class WybierzModel(Sprawdzanie):
    """Zadanie 6, decyzja.wybierz_model: jedno żądanie, ścisła ocena odpowiedzi."""

    def zapytaj(self, odpowiedz, question=ZALEZNE_STAN, standalone=STAN, state=None):
        """Zwraca (opis wywołania, propozycja, ślad, payload żądania), gdy usługa odpowiada `odpowiedz`."""
        wywolania, zwykla = self.podstaw_api("decyzja", odpowiedz), odpowiedz_modelu(propozycja())
        inne = {pole: odpowiedz.get(pole, "brak pola") for pole in zwykla if odpowiedz.get(pole) != zwykla[pole]}
        opis = f"decyzja.wybierz_model({question!r}, …)" + (f", gdy usługa odpowiada {skrot(inne)}" if inne else "")
        dane = (question, standalone, stan() if state is None else state, dict(reversed(katalog().items())))
        _, wynik = self.wywolaj("decyzja.wybierz_model", *dane, opis=opis)
        if not isinstance(wynik, tuple) or len(wynik) != 2:
            self.niezgodne(opis, skrot(wynik), "para (propozycja albo None, ślad)")
        self.oczekuj(opis + ", ścieżki wywołań api", [path for path, _ in wywolania], ["/api/chat"])
        self.oczekuj_pol(opis + ", ślad", wynik[1], request=wywolania[0][1], response=odpowiedz)
        self.oczekuj_zapisywalnego(opis, wynik[1])
        return opis, *wynik, wywolania[0][1]

    def oczekuj_odrzucenia(self, odpowiedz):
        opis, wybor, slad, _ = self.zapytaj(odpowiedz)
        self.oczekuj(opis + ", propozycja", wybor, None)
        if not slad.get("parse_error"):
            self.niezgodne(opis + ", ślad, pole „parse_error”", repr(slad.get("parse_error")), "opis błędu")

    def test_poprawna_propozycja_wraca_bez_zmian(self):
        """Poprawna propozycja każdego rodzaju wraca taka, jaką podał model, a pole parse_error śladu jest puste."""
        for ma_byc in (propozycja(), propozycja(POKAZ), propozycja(OPIS, {"document_id": "DOC-INSTR"}),
                       propozycja("delete_document", {"a": [1]}), bez_narzedzia("clarification_needed"),
                       bez_narzedzia("rejected"), bez_narzedzia("no_suitable_tool", message="x" * 1000)):
            opis, wybor, slad, _ = self.zapytaj(odpowiedz_modelu(ma_byc))
            self.oczekuj(opis + ", propozycja", wybor, ma_byc)
            if slad.get("parse_error", "brak pola"):
                self.niezgodne(opis + ", ślad, pole „parse_error”", repr(slad.get("parse_error", "brak pola")), "None")

    def test_zadanie_ma_ustawienia_z_konfiguracji(self):
        """Żądanie idzie do modelu czatu, bez strumienia, w formacie json, z opcjami z CONFIG."""
        opcje = {"temperature": 0.7, "seed": 7, "num_ctx": 1234, "num_predict": 99}
        with self.z_ustawieniem(chat_model="inny-model", **opcje):
            opis, _, _, payload = self.zapytaj(odpowiedz_modelu(propozycja()))
        self.oczekuj_pol(opis + ", żądanie", payload, model="inny-model", stream=False, format="json")
        self.oczekuj(opis + ", options żądania", payload.get("options"), opcje)

    def test_instrukcja_mowi_modelowi_co_ma_oddac(self):
        """Wiadomość o roli „system” wymienia cztery pola propozycji i decyzję tool_call; bez niej model zgaduje."""
        opis, _, _, payload = self.zapytaj(odpowiedz_modelu(propozycja()))
        instrukcja = " ".join(str(m.get("content")) for m in payload.get("messages", []) if m.get("role") == "system")
        self.oczekuj(opis + ", nazwy, których brak w wiadomości o roli „system”",
                     [nazwa for nazwa in (*propozycja(), "tool_call") if nazwa not in instrukcja], [])

    def wiadomosc(self, **argumenty):
        """Zwraca (opis, słownik z wiadomości użytkownika), którą dostał model."""
        opis, _, _, payload = self.zapytaj(odpowiedz_modelu(propozycja()), **argumenty)
        opis += ", ostatnia wiadomość o roli „user”"
        tresci = [m.get("content") for m in payload.get("messages", []) if m.get("role") == "user"]
        tresc = tresci[-1] if tresci else None
        self.oczekuj(opis + ", litery zamienione na kody", re.findall(r"\\u[0-9a-fA-F]{4}", str(tresc)), [])
        return opis, self.oczekuj_json(opis, tresc)

    def test_model_dostaje_wiadomosc_jako_json(self):
        """Wiadomość użytkownika jest obiektem JSON: pytanie i jego pełna postać literami, identyfikatory po kolei."""
        for pytanie, pelne in ((ZALEZNE_STAN, STAN), (BAZA, BAZA), ('Cytat: "a", \\ i }', 'Cytat: "a", \\ i }')):
            opis, jest = self.wiadomosc(question=pytanie, standalone=pelne)
            self.oczekuj_pol(opis, jest, current_message=pytanie, standalone_question=pelne,
                             has_last_sources=False)
            self.oczekuj(opis + ", pole „known_document_ids”", jest.get("known_document_ids"),
                         ["DOC-HELP", "DOC-INSTR"])
            self.oczekuj(opis + ", pole „recent_questions” bez historii", jest.get("recent_questions"), [])

    def test_model_dostaje_opisy_narzedzi(self):
        """W polu „tools” przy nazwie każdego z trzech narzędzi stoi zdanie o tym, do czego ono służy."""
        opis, jest = self.wiadomosc()
        narzedzia = jest.get("tools")
        wpisy = list(narzedzia.items()) if isinstance(narzedzia, dict) else narzedzia or []
        bez_opisu = {RAG, POKAZ, OPIS}
        for narzedzie in wpisy:   # opis poznajemy po odstępie: nazwa go nie ma
            tekst = json.dumps(narzedzie, ensure_ascii=False, separators=(",", ":"))
            bez_opisu -= {nazwa for nazwa in re.findall(r"\w+", tekst) if " " in tekst}
        self.oczekuj(opis + ", narzędzia bez nazwy albo bez opisu w polu „tools”", sorted(bez_opisu), [])

    def test_model_dostaje_pytania_z_historii_bez_odpowiedzi(self):
        """Model widzi wcześniejsze pytania i to, że są źródła, ale nie treść odpowiedzi."""
        state = stan_ze_zrodlami(history=[wpis(BAZA, answer="Tajna odpowiedź."), wpis(OBOJETNE)])
        for zmiana, sa in (({}, True), ({"last_sources": [], "source_origin": None}, False)):
            opis, jest = self.wiadomosc(state=state | zmiana)
            self.oczekuj_pol(opis, jest, has_last_sources=sa)
        tekst = json.dumps(jest, ensure_ascii=False)
        niedawne = json.dumps(jest.get("recent_questions"), ensure_ascii=False)
        self.oczekuj(opis + ", pytania, których brak w polu „recent_questions”",
                     [pytanie for pytanie in (BAZA, OBOJETNE) if pytanie not in niedawne], [])
        self.oczekuj(opis + ", zawiera odpowiedź z historii?", "Tajna odpowiedź" in tekst, False)

    def test_ucieta_odpowiedz_jest_odrzucana(self):
        """Generowanie zakończone przez limit (done_reason „length”) daje None, choćby JSON był cały."""
        for tresc in (propozycja(), bez_narzedzia("rejected"), '{"decision": "tool_call", "act'):
            self.oczekuj_odrzucenia(odpowiedz_modelu(tresc, done_reason="length"))

    def test_niepoprawny_json_jest_odrzucany(self):
        """Odpowiedź, która nie jest dokładnie jednym dokumentem JSON, daje None: bez naprawiania."""
        dobry = json.dumps(propozycja())
        for tresc in ("", "   ", "answer_from_documents", "null", "[]", f"[{dobry}]", f"```json\n{dobry}\n```",
                      f"Oto JSON: {dobry}", f"{dobry} Gotowe.", dobry + dobry, dobry[:-1], dobry.replace('"', "'"),
                      dobry.replace("{}", '{"a": NaN}'), dobry[:-1] + ', "message": null}',
                      dobry.replace("{}", '{"a": 1, "a": 2}')):
            self.oczekuj_odrzucenia(odpowiedz_modelu(tresc))

    def test_niepoprawna_propozycja_jest_odrzucana(self):
        """Propozycja o złych polach, typach lub długości komunikatu daje None: bez uzupełniania."""
        niepelna = {"decision": "tool_call", "action": RAG, "arguments": {}}
        for tresc in ({}, niepelna, propozycja(powod="x"), propozycja(action=None), propozycja(action=""),
                      propozycja(message="Już."), propozycja() | {"arguments": None}, propozycja(decision="wykonaj"),
                      bez_narzedzia("rejected", message=""), bez_narzedzia("rejected", message="x" * 1001),
                      bez_narzedzia("rejected", action=RAG), bez_narzedzia("rejected", message=None)):
            self.oczekuj_odrzucenia(odpowiedz_modelu(tresc))

    def test_odpowiedz_bez_tresci_jest_odrzucana(self):
        """Brak wiadomości lub jej treści w odpowiedzi usługi daje None i opis w śladzie."""
        for zmiana in ({"message": {}}, {"message": None}, {"message": {"role": "assistant", "content": None}}):
            self.oczekuj_odrzucenia(odpowiedz_modelu(propozycja(), **zmiana))
        bez_wiadomosci = odpowiedz_modelu(propozycja())
        del bez_wiadomosci["message"]
        self.oczekuj_odrzucenia(bez_wiadomosci)

    def test_awaria_uslugi_nie_ma_drugiej_proby_ani_zastepstwa(self):
        """Gdy usługa nie działa, wyjątek wychodzi z funkcji po jednym żądaniu; reguły go nie zastępują."""
        wywolania = self.podstaw_api("decyzja", RuntimeError("usługa nie działa"))
        opis = "decyzja.wybierz_model, gdy usługa zgłasza RuntimeError"
        try:
            jest = f"wynik {skrot(self.wez('decyzja', 'wybierz_model')(STAN, STAN, stan(), katalog()))}"
        except NotImplementedError:
            raise
        except Exception as blad:
            jest = f"wyjątek {type(blad).__name__}: {blad}"
        if not jest.startswith("wyjątek RuntimeError"):
            self.niezgodne(opis, jest, "wyjątek RuntimeError: usługa nie działa")
        self.oczekuj(opis + ", liczba wywołań api", len(wywolania), 1)

    def test_nie_zmienia_stanu(self):
        """Wybór tylko czyta stan, czy model odpowie dobrze, czy źle."""
        for tresc in (propozycja(POKAZ), "nie wiem"):
            state = stan_ze_zrodlami(history=[wpis(STAN), wpis(BAZA)])
            przed = copy.deepcopy(state)
            opis, *_ = self.zapytaj(odpowiedz_modelu(tresc), state=state)
            self.oczekuj_pol("stan po " + opis, state, **przed)
