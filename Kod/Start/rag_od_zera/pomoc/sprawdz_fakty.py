"""Pokój sprawdzianów faktów: umowa kompakcja.fakty."""
from pomoc.sprawdzanie import Sprawdzanie

FAKTY = "kompakcja.fakty"


class Fakty(Sprawdzanie):
    """Zadanie 11, kompakcja.fakty: kwoty, daty, numery, liczby i nazwy."""

    def oczekuj_faktow(self, *pary):
        """Sprawdza pary (tekst, lista faktów)."""
        for tekst, ma_byc in pary:
            self.oczekuj_wyniku(FAKTY, tekst, ma_byc=ma_byc)

    def test_tekst_bez_faktow(self):
        """Tekst pusty i zdanie bez liczb i nazw dają pustą listę."""
        self.oczekuj_faktow(("", []), ("  \n", []), ("Faktura została zapłacona po terminie.", []))

    def test_procenty(self):
        """Procent jest faktem razem ze znakiem %, także z ułamkiem."""
        self.oczekuj_faktow(("Stawka wynosi 8%.", ["8%"]), ("Stawka to 23%, a nie 8%.", ["23%", "8%"]),
                            ("Odsetki wynoszą 5,5% w skali roku.", ["5,5%"]), ("Marża spadła do 12 % ceny.", ["12 %"]))

    def test_kwoty(self):
        """Kwota jest jednym faktem: z odstępami co trzy cyfry, z groszami i z jednostką."""
        self.oczekuj_faktow(("Do zapłaty jest 1200 zł.", ["1200 zł"]),
                            ("Do zapłaty jest 1 234,56 zł.", ["1 234,56 zł"]),
                            ("Limit wynosi 200 000 zł rocznie.", ["200 000 zł"]),
                            ("Budżet to 3 mln zł albo 200 EUR.", ["3 mln zł", "200 EUR"]),
                            ("Kara wynosi 0,50 zł za dzień.", ["0,50 zł"]))

    def test_zakresy(self):
        """Zakres z myślnikiem bez odstępów jest jednym faktem razem z jednostką, a myślnik z odstępami rozdziela."""
        self.oczekuj_faktow(("Rabat wynosi 10-12% ceny.", ["10-12%"]), ("Kara to 100-200 zł.", ["100-200 zł"]),
                            ("Kara to 100–200 zł.", ["100–200 zł"]), ("Pozycja 3 – 200 zł.", ["3", "200 zł"]))

    def test_minus(self):
        """Minus przyklejony do liczby należy do faktu: w środku zdania, na jego początku i w nawiasie."""
        self.oczekuj_faktow(("Saldo wynosi -80 zł.", ["-80 zł"]), ("-80 zł to korekta.", ["-80 zł"]),
                            ("Korekta? -5%.", ["-5%"]), ("(-80 zł) po korekcie", ["-80 zł"]),
                            ("Różnica to -7 sztuk.", ["-7"]))

    def test_kreska_ktora_nie_jest_minusem(self):
        """Kreska punktu listy i łącznik między liczbami nie są minusem."""
        self.oczekuj_faktow(("- 80 zł za transport", ["80 zł"]), ("Marża to 5%-8% ceny.", ["5%", "8%"]))

    def test_daty(self):
        """Data w każdej z trzech postaci jest jednym faktem, a nie trzema liczbami."""
        self.oczekuj_faktow(("Termin mija 2025-09-30.", ["2025-09-30"]), ("Termin mija 30.09.2025.", ["30.09.2025"]),
                            ("Termin mija 30 września 2025 r.", ["30 września 2025"]),
                            ("Umowa trwa od 1.02.2024 do 5 maja 2025 roku.", ["1.02.2024", "5 maja 2025"]))

    def test_identyfikatory(self):
        """Numer faktury i NIP są w całości jednym faktem."""
        self.oczekuj_faktow(("Zapłacono fakturę FV/2025/09/0143 w terminie.", ["FV/2025/09/0143"]),
                            ("Nabywca o numerze 526-025-02-74 zalega.", ["526-025-02-74"]),
                            ("Sprawa ma znak KW-17/2025.", ["KW-17/2025"]),
                            ("Zwolnienie opisuje art. 43a ustawy.", ["43a"]))

    def test_inne_liczby(self):
        """Każda inna liczba też jest faktem: mała, duża, z ułamkiem."""
        self.oczekuj_faktow(("Zwolnienie opisuje art. 43 ustawy.", ["43"]),
                            ("Mamy 12 500 sztuk na stanie.", ["12 500"]),
                            ("Deska ma 3,5 metra.", ["3,5"]), ("Zamówiono 7 desek i 15 listew.", ["7", "15"]))

    def test_nazwy(self):
        """Słowa wielką literą stojące obok siebie to jedna nazwa, a rozdzielone – osobne."""
        self.oczekuj_faktow(("Umowę podpisała Anna Kowalska.", ["Anna Kowalska"]),
                            ("Towar wysłano do Krakowa, Gdyni i do Łodzi.", ["Krakowa", "Gdyni", "Łodzi"]),
                            ("Rozmawiali o tym Anna Kowalska i Jan Nowak.", ["Anna Kowalska", "Jan Nowak"]),
                            ("Nabywcą jest Pracownia Krzywa Noga z Łodzi.", ["Pracownia Krzywa Noga", "Łodzi"]),
                            ("Fakturę odebrała Anna Kowalska-Nowak.", ["Anna Kowalska-Nowak"]))

    def test_slowo_ktore_otwiera_zdanie(self):
        """Pierwsze słowo zdania ma wielką literę z innego powodu, więc nie jest nazwą; następne może nią być."""
        self.oczekuj_faktow(("Termin minął. Dzwonimy do nabywcy. Czekamy.", []),
                            ("Anna Kowalska dzwoniła.", ["Kowalska"]),
                            ("Płacimy gotówką! Kiedy? Jutro.", []), ("Umowa jest ważna. Podpisał ją Nowak.", ["Nowak"]),
                            ("„Zapłacimy jutro”, zapowiedział Nowak.", ["Nowak"]), ("– Czekamy na przelew.", []))

    def test_otwiera_tylko_slowo_na_poczatku(self):
        """Nazwa, która stoi dalej, zostaje cała: po małej literze, po skrócie i gdy to samo słowo otwiera zdanie."""
        self.oczekuj_faktow(("wczoraj dzwonił Nowak w sprawie palet", ["Nowak"]),
                            ("Wrona pyta, czy Wrona może zapłacić później.", ["Wrona"]),
                            ("Magazyn stoi przy ul. Leśnej 5, a odbiera inż. Wrona.", ["Leśnej", "5", "Wrona"]))

    def test_fakt_na_poczatku_zdania(self):
        """Liczba, data albo numer na początku zdania są faktem jak każde inne."""
        self.oczekuj_faktow(("7 desek zginęło.", ["7"]),
                            ("Zapłacono. 12 maja 2025 zamknięto sprawę.", ["12 maja 2025"]),
                            ("FV/2025/09/0143 czeka na zapłatę.", ["FV/2025/09/0143"]),
                            ("30.09.2025 Nowak odebrał towar.", ["30.09.2025", "Nowak"]))

    def test_polskie_litery_w_nazwie(self):
        """Nazwa może zaczynać się polską literą i mieć ją w środku."""
        self.oczekuj_faktow(("Przesyłka jedzie do Świnoujścia.", ["Świnoujścia"]),
                            ("Odebrał ją Łukasz Żak.", ["Łukasz Żak"]))

    def test_kolejnosc_z_tekstu(self):
        """Fakty stoją w kolejności tekstu, a nie według rodzajów."""
        self.oczekuj_faktow(("Za fakturę FV/2025/09/0143 firma Alfa zapłaciła 1200 zł dnia 2025-09-30, czyli po "
                             "14 dniach, z karą 8%.",
                             ["FV/2025/09/0143", "Alfa", "1200 zł", "2025-09-30", "14", "8%"]))

    def test_bez_powtorzen(self):
        """Fakt, który wraca co do znaku, stoi na liście raz, na swoim pierwszym miejscu."""
        self.oczekuj_faktow(("Stawka to 8%, potem 23%, a dziś znowu 8%.", ["8%", "23%"]),
                            ("Dzwonił Nowak. Potem znowu dzwonił Nowak w sprawie 7 desek i 7 listew.", ["Nowak", "7"]),
                            ("Nabywcą jest Nowak, a na pieczęci stoi NOWAK.", ["Nowak", "NOWAK"]))

    def test_odstepy_w_fakcie(self):
        """Fakt złamany między wierszami albo z twardą spacją ma w środku pojedynczą zwykłą spację."""
        self.oczekuj_faktow(("Umowę podpisała Anna\nKowalska dnia 3\nmaja 2025 roku.",
                             ["Anna Kowalska", "3 maja 2025"]),
                            ("Zapłacono 1\u00a0500\u00a0zł.", ["1 500 zł"]))
