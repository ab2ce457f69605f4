"""Pokój dalszych sprawdzianów ekranu: reszta umowy konsola.pokaz."""
import contextlib
import copy
import io
import re

from pomoc.dane_sprawdzianow import (
    POKAZ, RAG, STATUSY, ZRODLA, bez_narzedzia, propozycja, rekord, tura, tura_bez_narzedzia, wykonane, zrodlo,
)
from pomoc.sprawdzanie import Sprawdzanie, skrot


class Pokaz(Sprawdzanie):
    """Zadanie 8, konsola.pokaz: co widać na ekranie."""

    def wydruk(self, wynik, *debug):
        """Zwraca to, co wydrukowała konsola.pokaz; sprawdza, że wynik tury się od tego nie zmienił."""
        przed, zwykly = copy.deepcopy(wynik), tura()
        inne = {pole: wartosc for pole, wartosc in wynik.items() if wartosc != zwykly[pole]}
        opis = f"konsola.pokaz({', '.join(['result', *map(str, debug)])}), gdy w result jest {skrot(inne)}"
        with contextlib.redirect_stdout(io.StringIO()) as wydruk:
            self.wywolaj("konsola.pokaz", wynik, *debug, opis=opis)
        self.oczekuj_pol("result po konsola.pokaz", wynik, **przed)
        return wydruk.getvalue()

    def ekran(self, wynik, *debug):
        """Zwraca wydruk bez odstępów: szerokość okna nie ma wtedy znaczenia."""
        return self.scisnij(self.wydruk(wynik, *debug))

    @staticmethod
    def scisnij(tekst):
        return "".join(tekst.split())

    def oczekuj_na_ekranie(self, opis, wydruk, tekst, jest=True):
        self.oczekuj(f"{opis}: czy na ekranie jest {skrot(tekst)}?", self.scisnij(tekst) in wydruk, jest)

    def oczekuj_roznych(self, opis, wydruki):
        """Sprawdza, że wydruki, słownik {nazwa: wydruk}, są parami różne."""
        for nazwa, wydruk in wydruki.items():
            self.oczekuj(f"{opis}: które wydruki są takie jak dla {nazwa}?",
                         [inna for inna in wydruki if wydruki[inna] == wydruk], [nazwa])

    def test_kazdy_status_wyglada_inaczej(self):
        """Po wydruku można poznać status tury, także gdy reszta jest taka sama."""
        self.oczekuj_roznych("konsola.pokaz, wyniki różne tylko statusem",
                             {status: self.ekran(tura_bez_narzedzia(status)) for status in STATUSY})

    def test_nieznany_status_jest_pokazany_bez_zmian(self):
        """Status, którego program nie zna, nie przerywa wydruku i stoi na ekranie tak, jak w wyniku."""
        self.oczekuj_na_ekranie("konsola.pokaz, status „status_4711”", self.ekran(tura(status="status_4711")),
                                "status_4711")

    def test_odpowiedz_jest_cala(self):
        """Odpowiedź jest drukowana w całości, także długa i w kilku wierszach."""
        for odpowiedz in ("Odpowiedź 4711.", " ".join(f"słowo{n}" for n in range(700)),
                          "Pierwszy wiersz.\nDrugi wiersz.\n\n- punkt"):
            wydruk = self.ekran(tura(answer=odpowiedz))
            for slowo in odpowiedz.split():
                self.oczekuj_na_ekranie("konsola.pokaz", wydruk, slowo)

    def test_odpowiedz_widac_przy_kazdym_statusie(self):
        """Komunikat odmowy, prośby i błędu też jest drukowany."""
        for status in STATUSY:
            self.oczekuj_na_ekranie(f"konsola.pokaz, status {status}",
                                    self.ekran(tura_bez_narzedzia(status, answer="Komunikat 4711.")),
                                    "Komunikat 4711.")

    def test_zrodla_sa_pod_odpowiedzia(self):
        """Każde źródło odpowiedzi jest na ekranie, także bez pochodzenia, a brak źródeł niczego nie przerywa."""
        zrodla = [{"label": f"S{numer}", "score": 0.5, **rekord(numer, document_id)}
                  for numer, document_id in enumerate(("DOC-INSTR", "DOC-HELP", "DOC-REG"), 1)]
        for pochodzenie in ({"turn_id": 7, "result_id": "r7"}, None):
            wydruk = self.ekran(tura(sources=zrodla, source_origin=pochodzenie))
            for z in zrodla:   # wystarczy cokolwiek, po czym da się rozpoznać to jedno źródło
                znaki = [z["label"], z["chunk_id"], z["text"]] + [
                    z["metadata"][pole] for pole in ("document_id", "source", "title", "section")]
                self.oczekuj(f"konsola.pokaz, source_origin {pochodzenie}: czy na ekranie jest źródło {z['label']}?",
                             any(self.scisnij(znak) in wydruk for znak in znaki), True)
        self.ekran(tura(sources=[], source_origin=None))

    def test_lista_zrodel_nie_powtarza_sie(self):
        """Gdy odpowiedzią jest lista źródeł, źródła są na ekranie tylko raz."""
        zrodla = [zrodlo(1), zrodlo(2) | {"label": "S2"}]
        lista = self.wez("rag", "format_sources")(zrodla)
        wynik = tura(answer=lista, sources=zrodla, source_origin={"turn_id": 2, "result_id": "r2"},
                     original_question=ZRODLA, standalone_question=ZRODLA, history_used=False,
                     reason="sources_returned", decision=propozycja(POKAZ), tool=wykonane(POKAZ), rag=None)
        wydruk = self.ekran(wynik)
        for tekst in (z[pole] for z in zrodla for pole in ("label", "chunk_id", "text")):
            self.oczekuj(f"konsola.pokaz po prośbie o źródła: ile razy na ekranie jest {tekst!r}",
                         wydruk.count(self.scisnij(tekst)), self.scisnij(lista).count(self.scisnij(tekst)))

    def test_numer_tury_pochodzenia(self):
        """Jeden wiersz mówi, z której tury są źródła: ma słowo „tura” albo „tury” i jej numer."""
        for narzedzie in (RAG, POKAZ):
            wydruk = self.wydruk(tura(source_origin={"turn_id": 537, "result_id": "r"}, turn_id=541,
                                      tool=wykonane(narzedzie)))
            wiersze = [wiersz for wiersz in wydruk.splitlines()
                       if re.search(r"\btur[ay]\b", wiersz.lower()) and re.search(r"(?<!\d)537(?!\d)", wiersz)]
            self.oczekuj(f"konsola.pokaz po {narzedzie}: czy jest wiersz ze słowem „tura” lub „tury” i numerem 537?",
                         bool(wiersze), True)
        self.ekran(tura_bez_narzedzia("rejected", turn_id=541))

    def test_ostrzezenia(self):
        """Każde ostrzeżenie jest na ekranie, a tuż przed nim stoi „Uwaga:”."""
        uwagi = ["Etykieta S9 nie istnieje.", "Odpowiedź bez etykiet."]
        wydruk = self.ekran(tura(warnings=uwagi))
        for uwaga in uwagi:
            self.oczekuj_na_ekranie("konsola.pokaz", wydruk, "Uwaga: " + uwaga)

    def test_szczegoly_tylko_w_debug(self):
        """Pełne pytanie, decyzja i powód są na ekranie tylko w debug; bez argumentu debug jest wyłączony."""
        wynik = tura(standalone_question="Pełne pytanie 4711?", reason="powod_4712", answer="Odpowiedź 4713.")
        for wywolanie, wydruk, jest in (("(result, True)", self.ekran(wynik, True), True),
                                        ("(result, False)", self.ekran(wynik, False), False),
                                        ("(result)", self.ekran(wynik), False)):
            self.oczekuj_na_ekranie(f"konsola.pokaz{wywolanie}, pełne pytanie", wydruk, "Pełne pytanie 4711?", jest)
        for opis, tekst in (("powód", "powod_4712"), ("odpowiedź, jak bez debug", "Odpowiedź 4713.")):
            self.oczekuj_na_ekranie("konsola.pokaz(result, True), " + opis, self.ekran(wynik, True), tekst)
        decyzje = {"tool_call": propozycja(), "rejected": bez_narzedzia("rejected"), "None": None}
        self.oczekuj_roznych("konsola.pokaz(result, True), wyniki różne tylko decyzją",
                             {nazwa: self.ekran(tura_bez_narzedzia("rejected", decision=decyzja), True)
                              for nazwa, decyzja in decyzje.items()})

    def test_wynik_kazdego_rodzaju_da_sie_pokazac(self):
        """Tura bez narzędzia, bez pełnego pytania i bez decyzji jest pokazywana z debug i bez niego."""
        for wynik in (tura(), tura_bez_narzedzia("rejected", standalone_question=None, valid_input=False),
                      tura(status="error", tool=wykonane(status="error", data=None), rag=None, sources=[]),
                      tura_bez_narzedzia("rejected", decision=propozycja("x"),
                                         tool=wykonane(None, status="rejected", executed=False))):
            for debug in (False, True):
                self.oczekuj("konsola.pokaz drukuje cokolwiek?", bool(self.ekran(wynik, debug)), True)
