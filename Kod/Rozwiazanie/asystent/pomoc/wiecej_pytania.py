"""Pokój dalszych sprawdzianów pytań: reszta umowy pamiec.nowy_stan i pamiec.rozwin_pytanie."""
import copy
import importlib.util

from pomoc.dane_sprawdzianow import (
    BAZA, FAILED, METADANE, OBOJETNE, OPIS, POKAZ, STAN, STATUSY, ZALEZNE_FAILED, ZALEZNE_STAN, ZRODLA, wpis, zrodlo,
)
from pomoc.sprawdzanie import Sprawdzanie
from pomoc.sprawdzanie_asystenta import SprawdzanieAsystenta

ZWROTY_ZALEZNE = ("jej", "jego", "tej usługi", "tej zmianie", "co teraz", "a potem")
ODMIANA_BAZY = ("baza danych", "bazy danych", "bazie danych", "bazę danych", "bazą danych")


class NowyStan(Sprawdzanie):
    """Zadanie 1, pamiec.nowy_stan: stan początkowy rozmowy."""

    def nowy_stan(self, kiedy=""):
        """Zwraca (opis wywołania, nowy stan), w którym sprawdziło już wartości początkowe."""
        wywolanie, jest = self.wywolaj("pamiec.nowy_stan")
        self.oczekuj_pol(wywolanie + kiedy, jest, next_turn=1, history=[], last_sources=[], source_origin=None,
                         tool_attempted=False)
        return wywolanie, jest

    def test_pola_maja_wlasciwe_typy(self):
        """Identyfikator jest napisem, numer tury liczbą całkowitą, a historia i źródła pustymi listami."""
        wywolanie, jest = self.nowy_stan()
        for pole, typ in (("conversation_id", str), ("next_turn", int)):
            self.oczekuj(f"{wywolanie}, typ pola „{pole}”", type(jest.get(pole)).__name__, typ.__name__)

    def test_historia_i_zrodla_to_dwie_listy(self):
        """Dopisanie do historii nie dopisuje niczego do źródeł tego samego stanu."""
        wywolanie, jest = self.nowy_stan()
        jest["history"].append(wpis(STAN))
        self.oczekuj(f"pole „last_sources” po dopisaniu do „history” z {wywolanie}", jest["last_sources"], [])

    def test_zmiany_stanu_nie_przechodza_na_nastepny(self):
        """Stan zmieniony w rozmowie nie zmienia stanu, z którym zaczyna się następna."""
        _, pierwszy = self.nowy_stan()
        pierwszy.update(next_turn=9, tool_attempted=True, source_origin={"turn_id": 8, "result_id": "r8"})
        pierwszy["history"].append(wpis(STAN))
        pierwszy["last_sources"].append(zrodlo(1))
        self.nowy_stan(" po zmianie wcześniejszego stanu")

    def test_identyfikator_nie_wraca_po_ponownym_uruchomieniu(self):
        """Identyfikator jest niepowtarzalny także między uruchomieniami programu."""
        self.nowy_stan()
        numery = []
        for _ in range(2):   # ponowne wczytanie pliku zaczyna wszystko od nowa, jak ponowne uruchomienie
            opis = importlib.util.find_spec("pamiec")
            modul = importlib.util.module_from_spec(opis)
            opis.loader.exec_module(modul)
            numery.append(modul.nowy_stan().get("conversation_id"))
        self.oczekuj(f"ten sam conversation_id ({numery[0]}) w dwóch uruchomieniach programu?",
                     numery[0] == numery[1], False)


class RozwinPytanie(SprawdzanieAsystenta):
    """Zadanie 2, pamiec.rozwin_pytanie: pełna postać pytania albo prośba o nią."""

    def test_kazdy_zwrot_zalezny(self):
        """Każdy zwrot, który odsyła do rozmowy, jest rozwijany z historii, a bez niej kończy się prośbą."""
        for zwrot in ZWROTY_ZALEZNE:
            for pytanie in (f"Jaki stan pokaże {zwrot}?", f"{zwrot.capitalize()}: jaki stan?"):
                self.oczekuj_rozwiniecia(pytanie, [wpis(STAN)], STAN, True)
                self.oczekuj_rozwiniecia(pytanie, [], None, False)
            self.oczekuj_rozwiniecia(f"Co oznacza, że {zwrot} widać failed?", [wpis(STAN)], FAILED, True)

    def test_wielkosc_liter_nie_ma_znaczenia(self):
        """Zwroty, tematy i prośby liczą się tak samo, jakkolwiek zapisano ich litery."""
        for pytanie, ma_byc in ((ZALEZNE_STAN, STAN), (ZALEZNE_FAILED, FAILED)):
            self.oczekuj_rozwiniecia(pytanie.upper(), [wpis(STAN.upper())], ma_byc, True)
            self.oczekuj_rozwiniecia(pytanie, [wpis("CO ZMIENIĆ W KONFIGURACJI DOCASSIST?")], ma_byc, True)
            self.oczekuj_rozwiniecia(pytanie, [wpis(STAN), wpis(BAZA.upper())], None, True)
            self.oczekuj_rozwiniecia(pytanie, [wpis(STAN), wpis("Metadane bazy danych DOC-INSTR")], ma_byc, True)
        for pytanie in ("Jaki jest stan tej usługi DOCASSIST-API?", "Jaki stan mają jej METADANE?", ZRODLA.upper()):
            self.oczekuj_rozwiniecia(pytanie, [wpis(STAN)], pytanie, False)

    def test_czesc_slowa_nie_jest_zwrotem_zaleznym(self):
        """Zwrot liczy się tylko jako całe słowa: „mojej”, „swojego” ani „kopia potem” nie odsyłają do rozmowy."""
        for pytanie in ("Jaki jest stan mojej bazy?", "Jaki stan ma plik swojego konta?",
                        "Czy kopia potem pokazuje stan?", "Czy jegomość z IT zna stan?"):
            self.oczekuj_rozwiniecia(pytanie, [wpis(STAN)], pytanie, False)

    def test_pelne_pytanie_zostaje_bez_zmian_mimo_historii(self):
        """Pytanie zrozumiałe samo przechodzi bez zmian, choćby historia miała jeden temat."""
        for pytanie in (STAN, FAILED, BAZA, OBOJETNE, "Co oznacza failed?", "Jaki jest stan serwera?",
                        "Jak sprawdzić stan tej usługi docassist-api?", "Co teraz robi Docassist-API?"):
            for historia in ([wpis(STAN)], [wpis(STAN), wpis(BAZA)]):
                self.oczekuj_rozwiniecia(pytanie, historia, pytanie, False)

    def test_prosby_o_zrodla_i_metadane_zostaja_bez_zmian(self):
        """Prośba o źródła lub metadane przechodzi bez zmian, nawet ze zwrotem zależnym."""
        for prosba in (ZRODLA, "Pokaż źródła tej odpowiedzi", "Skąd ta odpowiedź?", METADANE,
                       "Pokaż metadane tej usługi", "Jakie są jej metadane i stan?"):
            for historia in ([], [wpis(STAN)], [wpis(BAZA)]):
                self.oczekuj_rozwiniecia(prosba, historia, prosba, False)

    def test_temat_wynika_z_calej_historii(self):
        """Liczą się wszystkie wcześniejsze pytania, nie tylko pierwsze albo ostatnie."""
        stan_, baza, obojetne = wpis(STAN), wpis(BAZA), wpis(OBOJETNE)
        for historia in ([stan_, obojetne], [obojetne, stan_], [obojetne, stan_, obojetne, obojetne],
                         [stan_, wpis(ZALEZNE_FAILED, FAILED)]):
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, historia, STAN, True)
        for historia in ([baza, stan_], [stan_, baza, stan_], [stan_, baza, obojetne, obojetne], [baza],
                         [obojetne], [wpis("Czy docassist-api używa bazy danych?")]):
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, historia, None, True)
            self.oczekuj_rozwiniecia(ZALEZNE_FAILED, historia, None, True)

    def test_tematem_jest_usluga_albo_baza_danych(self):
        """Temat dają docassist-api, „konfiguracji docassist” i „baza danych” w odmianie, a nic innego."""
        for pytanie in ("Ile trwa start docassist-api?", "Co zmienić w konfiguracji docassist?"):
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(pytanie)], STAN, True)
        for postac in ODMIANA_BAZY:
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN), wpis(f"Opis: {postac}.")], None, True)
        for inne in ("Co zawiera baza wiedzy?", "Kto chroni moje dane?", "Kto używa docassist?"):
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN), wpis(inne)], STAN, True)
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(inne)], None, True)

    def test_temat_wynika_z_pelnej_postaci_pytan(self):
        """Tematu dostarcza pole „standalone” wpisu, a nie „question” ani „answer”."""
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis("Jaki jest jej stan?", STAN)], STAN, True)
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis("A baza danych?", STAN)], STAN, True)
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN, OBOJETNE)], None, True)
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(OBOJETNE, answer=STAN)], None, True)
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN, answer=BAZA)], STAN, True)

    def test_prosby_w_historii_nie_daja_tematu(self):
        """Wcześniejsze prośby o źródła i metadane nie są tematem, także gdy zostały odrzucone."""
        for pola in ({"tool": OPIS}, {"tool": None, "status": "rejected"}, {"tool": None, "status": "error"}):
            o_bazie, o_usludze = (wpis(f"Pokaż metadane DOC-999: {co}", **pola)
                                  for co in ("baza danych", "docassist-api"))
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN), o_bazie], STAN, True)
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [o_usludze], None, True)
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(ZRODLA, tool=POKAZ)], None, True)
        self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN), wpis(ZRODLA, tool=POKAZ)], STAN, True)
        for prosba in (METADANE, ZRODLA):   # po prośbie też szukamy tematu
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(prosba), wpis(STAN)], STAN, True)
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN), wpis(prosba), wpis(BAZA)], None, True)

    def test_tury_nieudane_daja_temat(self):
        """Pytanie z tury zakończonej błędem, odmową albo prośbą o doprecyzowanie też jest tematem."""
        for status in STATUSY:
            pola = {"status": status, "tool": None, "answer": ""}
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(STAN, **pola)], STAN, True)
            self.oczekuj_rozwiniecia(ZALEZNE_STAN, [wpis(BAZA, **pola), wpis(STAN)], None, True)

    def test_failed_ma_pierwszenstwo_przed_stanem(self):
        """„failed” wskazuje pytanie o awarię, sam „stan” pytanie o stan, a bez obu potrzebne jest pełne."""
        historia = [wpis(STAN)]
        for pytanie in ("Czy jej stan to failed?", "Failed to jej stan?", "Co teraz, gdy widzę FAILED?"):
            self.oczekuj_rozwiniecia(pytanie, historia, FAILED, True)
        for pytanie in ("Co teraz?", "A potem?", "Gdzie są jej dzienniki?"):
            self.oczekuj_rozwiniecia(pytanie, historia, None, True)

    def test_nie_zmienia_historii_i_nie_pyta_modelu(self):
        """Rozwijanie pytania tylko czyta historię, a modelu nie pyta nigdy."""
        wywolania = self.podstaw_api("pamiec", RuntimeError("usługa nie działa"))
        historia = [wpis(STAN), wpis(ZALEZNE_FAILED, FAILED)]
        przed = copy.deepcopy(historia)
        for pytanie, pelne in ((ZALEZNE_STAN, STAN), (BAZA, BAZA), ("A potem?", None)):
            self.oczekuj_rozwiniecia(pytanie, historia, pelne, pytanie != BAZA)
            self.oczekuj(f"historia po pamiec.rozwin_pytanie({pytanie!r}, …)", historia, przed)
        self.oczekuj("wywołania lokalny.api w czasie rozwijania pytań", wywolania, [])
