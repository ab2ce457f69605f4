"""Pokój zadań: osiem funkcji do napisania, testy każdej z nich i podpowiedzi. Same dane, w kolejności pracy.

zadanie – słownik: numer, nazwa ("moduł.funkcja"), plik, funkcja, tytul, zwraca (zdanie o tym, co funkcja daje),
testy (nazwy dla python -m unittest; pierwsza jest w komunikacie zadania), uwagi (klasa testów z pomoc/uwagi.py, które
mówią, czego umowa nie żąda, a co warto mieć; pole nieobowiązkowe), czas, podpowiedzi (od ogólnej do dokładnej),
zwraca_none (True, gdy None jest poprawnym wynikiem; w pozostałych zadaniach pola nie ma)
Zadanie jest zrobione, gdy przechodzą wszystkie jego testy.
KURS – słownik: folder (jego nazwa w Start i w Rozwiazanie), przewodnik (ścieżka od tego folderu), na_koniec (pary
etykieta, tekst, które pokazuje kurs.py po ostatnim zadaniu; {python} to nazwa polecenia), importy ({moduł: nazwy, które
się z niego importuje}; moduł importuje tylko z wcześniejszych; gdy kod ucznia nazwy nie zna, kurs.py poda brakujący
wiersz)
"""

KURS = {
    "folder": "asystent",
    "przewodnik": "../../CZYTAJ_NAJPIERW.md",
    "na_koniec": [
        ("Porozmawiaj", "{python} konsola.py --silnik cwiczebny"),
        ("Oceń", "{python} ewaluacja.py --silnik cwiczebny"),
        ("Przeczytaj", "CZYTAJ_NAJPIERW.md, część „Po zadaniach”; z prawdziwym modelem pomiń --silnik cwiczebny"),
        ("Z książki", "konsola i ewaluacja przepisane z książki nie znają --silnik: ustaw przed nimi zmienną "
                      "ASYSTENT_SILNIK=cwiczebny"),
    ],
    "importy": {
        "datetime": ("datetime", "timezone"),   # jak w książce: from datetime import datetime
        "copy": ("deepcopy",),
        "slowa": ("zloz",),
        "ustawienia": ("OPCJE_MODELU",),
        "program": ("SELEKTORY",),
        "lokalny": ("CONFIG", "ROOT", "api", "require_models"),
        "indeks": ("load_index",),
        "rag": ("ask_rag", "format_sources"),
        "pamiec": ("nowy_stan", "sprawdz_wiadomosc", "prosba_o_zrodla", "jawne_id", "rozwin_pytanie", "zapamietaj"),
        "narzedzia": ("REGISTRY", "katalog_dokumentow", "sprawdz_argumenty", "wykonaj"),
        "decyzja": ("TOOLS", "scisly_json", "sprawdz_propozycje", "wybierz_reguly", "wybierz_model"),
        "asystent": ("krok",),
    },
}

ZADANIA = [
    {
        "numer": 1, "nazwa": "pamiec.nowy_stan", "plik": "pamiec.py", "funkcja": "nowy_stan",
        "tytul": "Stan nowej rozmowy",
        "zwraca": "Zwróć nowy słownik stanu z sześcioma polami, a w nim nowe, puste listy.",
        "testy": ["sprawdz.Pamiec.test_independent_states", "sprawdz_wiecej.NowyStan"],
        "czas": "10 minut",
        "podpowiedzi": [
            "Funkcja nie ma argumentów i niczego nie pamięta: przy każdym wywołaniu buduje słownik od nowa. Sześć "
            "pól i ich wartości początkowe podaje opis funkcji.",
            "Dwie rozmowy nie mogą mieć wspólnej listy. Lista utworzona poza funkcją byłaby jedna dla wszystkich, "
            "dlatego puste listy twórz wewnątrz. Identyfikator da zaimportowany już moduł uuid.",
            "Zwróć jeden słownik o sześciu kluczach. Pod conversation_id wpisz pole hex nowego identyfikatora uuid4, "
            "pod next_turn jedynkę, pod history i last_sources po osobnej pustej liście, pod source_origin None, a "
            "pod tool_attempted False.",
        ],
    },
    {
        "numer": 2, "nazwa": "pamiec.rozwin_pytanie", "plik": "pamiec.py", "funkcja": "rozwin_pytanie",
        "tytul": "Pytanie, które odwołuje się do poprzednich",
        "zwraca": "Zwróć słownik rozwinięcia: pełne pytanie albo prośbę o nie.",
        "testy": ["sprawdz.Pamiec.test_ambiguous_without_history", "sprawdz.Pamiec.test_resolve_and_ambiguity",
                  "sprawdz.Pamiec.test_failed_turn_does_not_hide_topic_change", "sprawdz_wiecej.RozwinPytanie"],
        "uwagi": "pomoc.uwagi.RozwinPytanie",
        "czas": "30 minut",
        "podpowiedzi": [
            "Są trzy wyniki: pytanie bez zmian, pytanie zastąpione pełnym i prośba o pełne pytanie. Zacznij od "
            "pierwszego i trzeciego. Słownik z czterema polami buduje gotowa funkcja _rozwiniecie na końcu pliku.",
            "Porównuj tekst złożony przez zloz, czyli małe litery bez polskich znaków: tak są zapisane wzorce na "
            "początku pliku. Bez zmian przechodzi pytanie, które zawiera nazwę z USLUGA, albo nie pasuje do wzorca "
            "ZALEZNE, albo prosi o źródła lub metadane (to rozpoznaje _bez_tematu).",
            "Tematy wcześniejszych pytań zbiera ze wpisów historii gotowa funkcja _tematy i oddaje je jako zbiór. "
            "Pytanie wolno rozwinąć tylko wtedy, gdy ten zbiór ma dokładnie jeden element: „usluga”. Pusty zbiór, "
            "sama baza albo dwa tematy naraz oznaczają prośbę o pełne pytanie. Także pytanie o usługę bywa niejasne: "
            "odpowiadasz tylko na dwa, o stan i o „failed”.",
            "Po kolei. Złóż tekst. Jeśli spełnia którykolwiek z trzech warunków z drugiej podpowiedzi, oddaj "
            "rozwinięcie, w którym pełne pytanie to samo pytanie, a historia nie pomogła. Jeśli jedynym tematem jest "
            "usługa, sprawdź najpierw, czy w tekście jest „failed” (wtedy PYTANIE_O_FAILED), a potem, czy któreś "
            "słowo zaczyna się od „stan” (wtedy PYTANIE_O_STAN); w obu przypadkach historia pomogła. We wszystkich "
            "pozostałych oddaj None zamiast pytania, a history_used niech mówi, czy historia była niepusta.",
        ],
    },
    {
        "numer": 3, "nazwa": "pamiec.zapamietaj", "plik": "pamiec.py", "funkcja": "zapamietaj",
        "tytul": "Co zostaje po turze",
        "zwraca": "Uaktualnij stan po turze: numer, historię i źródła. Funkcja nic nie zwraca.",
        "testy": ["sprawdz_wiecej.Zapamietaj"],
        "czas": "30 minut",
        "zwraca_none": True,
        "podpowiedzi": [
            "Funkcja zmienia słownik state, który dostała, i nic nie zwraca. Ma cztery kroki: sprawdzić ustawienie "
            "history_turns, zwiększyć numer tury, dopisać wpis historii, zająć się źródłami.",
            "Ustawienie czytaj z CONFIG w chwili wywołania. Wartość, która nie jest liczbą całkowitą, to też błąd. "
            "Numer tury rośnie zawsze, a wpis historii powstaje tylko wtedy, gdy "
            "valid_input jest prawdą. Pole tool wyniku bywa pustym słownikiem: wtedy tura nie miała narzędzia.",
            "Wpis historii ma sześć pól; gdy pełnego pytania nie ma, standalone to pytanie oryginalne, a odpowiedź "
            "przycina ZNAKOW_ODPOWIEDZI. Historię skracaj od początku, żeby zostały ostatnie wpisy. Źródła zmienia "
            "tylko narzędzie answer_from_documents, i to wykonane (executed); robi to gotowa funkcja "
            "_zapamietaj_zrodla, która kopiuje listy.",
            "Po kolei. Weź limit z CONFIG; jeśli to nie int albo wartość jest poza zakresem od 1 do 5, zgłoś "
            "ValueError, zanim cokolwiek zmienisz. Dodaj 1 do next_turn. Pola z tool bierz przez get, bo bez narzędzia "
            "jest puste. Jeśli wiadomość jest poprawna, dołącz do history słownik z question, standalone, answer, "
            "status, tool (sama nazwa narzędzia albo None) i result_id, a potem usuń wszystko poza ostatnimi limit "
            "wpisami. Na końcu, jeśli narzędzie nazywa się answer_from_documents i zostało wykonane, wywołaj "
            "_zapamietaj_zrodla.",
        ],
    },
    {
        "numer": 4, "nazwa": "narzedzia.wykonaj", "plik": "narzedzia.py", "funkcja": "wykonaj",
        "tytul": "Bramka przed narzędziami",
        "zwraca": "Zwróć słownik wyniku: sprawdź wywołanie i wykonaj tylko poprawne.",
        "testy": ["sprawdz.Narzedzia.test_allowlist_and_attempt_limit", "sprawdz.Narzedzia.test_extra_argument",
                  "sprawdz.Narzedzia.test_metadata_id_must_be_explicit",
                  "sprawdz.Narzedzia.test_question_cannot_change", "sprawdz_wiecej.Wykonaj"],
        "uwagi": "pomoc.uwagi.Wykonaj",
        "czas": "40 minut",
        "podpowiedzi": [
            "Zacznij od wyniku, który odmawia: status „rejected”, executed False, pola puste. Każda kontrola albo "
            "oddaje go z powodem, albo przepuszcza dalej. Dopiero za ostatnią kontrolą wolno wywołać narzędzie.",
            "Kolejność kontroli: czy w tej turze już próbowano (jeśli nie, od razu zaznacz próbę w stanie), czy call "
            "jest słownikiem o dokładnie dwóch polach, czy action jest napisem z REGISTRY, czy argumenty przechodzą "
            "przez sprawdz_argumenty. Tekst wyjątku ValueError z tej ostatniej funkcji jest powodem odmowy.",
            "Wynik uzupełniaj po drodze, żeby odmowa mówiła, dokąd doszło wywołanie. Pole name wpisz, gdy wiesz, że "
            "nazwa stoi w REGISTRY; arguments, gdy są poprawne; executed zmień na True tuż przed wywołaniem. Wyjątek "
            "narzędzia oraz wynik, którego nie przepuszcza _miesci_sie, dają status „error”, a executed zostaje "
            "True, bo narzędzie ruszyło.",
            "Po kolei. Zbuduj wynik z sześcioma polami. Jeśli tool_attempted w stanie z kontekstu jest prawdą, oddaj "
            "go z powodem attempt_limit; jeśli nie, ustaw tool_attempted na True. Zły kształt call to invalid_call, "
            "action spoza rejestru (albo nie napis) to unknown_tool. Wpisz name. W bloku try weź argumenty ze "
            "sprawdz_argumenty, a ValueError zamień na powód. Wpisz executed. W drugim bloku try wywołaj funkcję z "
            "REGISTRY, podając jej kopię argumentów i kontekst; każdy Exception daje „error” i powód z opisem "
            "wyjątku. Zły wynik to „error” z powodem invalid_or_large_tool_output. Dobry daje „completed” i trafia "
            "do data.",
        ],
    },
    {
        "numer": 5, "nazwa": "decyzja.wybierz_reguly", "plik": "decyzja.py", "funkcja": "wybierz_reguly",
        "tytul": "Wybór narzędzia według reguł",
        "zwraca": "Zwróć propozycję wywołania jednego z trzech narzędzi.",
        "testy": ["sprawdz.Decyzja.test_exact_fields", "sprawdz_wiecej.WybierzReguly"],
        "czas": "15 minut",
        "podpowiedzi": [
            "To trzy pytania zadane po kolei: czy to prośba o źródła, czy mowa o metadanych, a jeśli ani jedno, ani "
            "drugie – zostaje odpowiedź z dokumentów. Propozycję o czterech polach buduje gotowa funkcja _wywolanie.",
            "Prośbę o źródła rozpoznaje prosba_o_zrodla. Metadane rozpoznasz po „metadan” w tekście złożonym przez "
            "zloz. Identyfikatory z wiadomości podaje jawne_id; wywołanie powstaje tylko wtedy, gdy jest dokładnie "
            "jeden, a w każdym innym przypadku funkcja zgłasza ValueError.",
            "Po kolei. Dla prośby o źródła oddaj show_last_sources bez argumentów. Jeśli w złożonym pytaniu jest "
            "„metadan”, weź listę z jawne_id: gdy nie ma dokładnie jednego elementu, zgłoś ValueError z tekstem "
            "missing_or_ambiguous_document_id, a gdy ma, oddaj get_document_metadata z argumentem document_id równym "
            "temu elementowi. W pozostałych przypadkach oddaj answer_from_documents z pustym słownikiem argumentów: "
            "pytanie uzupełni program.",
        ],
    },
    {
        "numer": 6, "nazwa": "decyzja.wybierz_model", "plik": "decyzja.py", "funkcja": "wybierz_model",
        "tytul": "Wybór narzędzia przez model",
        "zwraca": "Zwróć parę: propozycja modelu albo None oraz ślad jednego żądania.",
        "testy": ["sprawdz_wiecej.WybierzModel"],
        "uwagi": "pomoc.uwagi.WybierzModel",
        "czas": "40 minut",
        "podpowiedzi": [
            "Funkcja ma trzy części: zbudować żądanie, wysłać je raz przez api i ocenić odpowiedź. Ślad ma trzy "
            "pola: request, response i parse_error. Dzięki niemu widać później, o co zapytano i co przyszło.",
            "Wiadomość użytkownika to tekst JSON ze słownika o sześciu polach, które wymienia opis funkcji; listę "
            "narzędzi masz w TOOLS, instrukcję dla modelu w INSTRUKCJA. Żądanie ma stream równe False, format "
            "równy „json” i options z tymi kluczami CONFIG, które wymienia OPCJE_MODELU.",
            "Tekst odpowiedzi wyjmuje gotowa funkcja _tresc, która odrzuca generowanie ucięte. Potem tekst "
            "przechodzi przez scisly_json i sprawdz_propozycje. Wszystkie trzy zgłaszają ValueError: wtedy jego "
            "tekst wpisz do parse_error i oddaj None. Nie ponawiaj, nie naprawiaj, nie sięgaj po reguły. Awarii "
            "usługi nie łap.",
            "Po kolei. Zbuduj słownik wiadomości: current_message, standalone_question, recent_questions (pola "
            "standalone wpisów historii), has_last_sources (czy stan ma źródła), known_document_ids (posortowane "
            "klucze katalogu), tools. Zbuduj żądanie: model z CONFIG, dwie wiadomości (system z instrukcją, user z "
            "json.dumps słownika, bez zamiany polskich liter na kody), stream, format, options; think "
            "równe False. Zbuduj ślad, wołając api ze ścieżką /api/chat i żądaniem; parse_error to na razie None. W "
            "bloku try oddaj parę: sprawdzona propozycja i ślad. W except ValueError wpisz tekst błędu do śladu i "
            "oddaj parę None i ślad.",
        ],
    },
    {
        "numer": 7, "nazwa": "asystent.krok", "plik": "asystent.py", "funkcja": "krok",
        "tytul": "Jedna tura od wiadomości do wyniku",
        "zwraca": "Zwróć wynik tury i uaktualnij stan; każda droga kończy się w _zakoncz.",
        "testy": ["sprawdz.Przeplyw", "sprawdz_wiecej.Krok"],
        "uwagi": "pomoc.uwagi.Krok",
        "czas": "45 minut",
        "podpowiedzi": [
            "Tu tylko łączysz gotowe części w kolejności z opisu funkcji: _nowy_wynik, sprawdz_wiadomosc, _straz, "
            "rozwin_pytanie, _wybierz, _uzyj_narzedzia. Wyjście jest zawsze to samo: zwróć to, co odda _zakoncz.",
            "Najpierw zeruj tool_attempted, bo nowa tura ma prawo do jednej próby. Wynik z _nowy_wynik uzupełniaj w "
            "miarę drogi: original_question (przycięte), valid_input, standalone_question, history_used. _straz i "
            "_wybierz oddają None, gdy tura idzie dalej, a krotkę, gdy ma się skończyć; krotkę rozpakuj gwiazdką w "
            "wywołaniu _zakoncz.",
            "Wiadomość, którą odrzuca sprawdz_wiadomosc, kończy turę statusem „rejected” z tekstem ValueError jako "
            "powodem; dopiero za nią valid_input staje się prawdą. Selektor spoza SELEKTORY to „error” i "
            "invalid_selector. Gdy rozwinięcie ma standalone None, tura kończy się statusem „clarification_needed”, "
            "powodem ambiguous_reference i tekstem prośby jako odpowiedzią.",
            "Po kolei. Wyzeruj tool_attempted. Zbuduj wynik. W bloku try sprawdź wiadomość i wpisz ją do "
            "original_question; ValueError kończy turę. Ustaw valid_input. Sprawdź selektor. Zapytaj _straz o "
            "pytanie, stan i katalog; niepusta odpowiedź kończy turę. Rozwiń pytanie na podstawie historii ze stanu, "
            "przepisz standalone i history_used do wyniku, a brak pełnego pytania zakończ prośbą. Wywołaj _wybierz; "
            "niepusta odpowiedź kończy turę. Na końcu oddaj _zakoncz z tym, co dała _uzyj_narzedzia, wywołana "
            "dokładnie raz.",
        ],
    },
    {
        "numer": 8, "nazwa": "konsola.pokaz", "plik": "konsola.py", "funkcja": "pokaz",
        "tytul": "Wynik na ekranie",
        "zwraca": "Wydrukuj wynik tury, niczego w nim nie zmieniając. Funkcja nic nie zwraca.",
        "testy": ["sprawdz_wiecej.Pokaz"],
        "uwagi": "pomoc.uwagi.Pokaz",
        "czas": "20 minut",
        "zwraca_none": True,
        "podpowiedzi": [
            "Funkcja tylko drukuje, w kolejności z opisu: status, odpowiedź, źródła, tura pochodzenia, ostrzeżenia, "
            "a w debug szczegóły. Niczego w result nie zmienia ani z niego nie usuwa.",
            "Polską nazwę statusu daje STATUSY, a statusu, którego tam nie ma, wydrukuj tak, jak jest. Odpowiedź i "
            "ostrzeżenia przepuść przez ekran.zawin, które łamie wiersze między słowami. Pusta odpowiedź nie drukuje "
            "niczego.",
            "Źródła drukuje gotowa funkcja _pokaz_zrodla, a szczegóły – _pokaz_szczegoly. Pole tool bywa puste, a "
            "source_origin bywa None. Źródeł nie drukuj drugi raz, gdy wykonanym narzędziem było show_last_sources: "
            "wtedy ich lista jest już odpowiedzią. Tura pochodzenia to pole turn_id słownika source_origin.",
            "Po kolei. Wydrukuj status w nawiasie kwadratowym. Jeśli answer jest niepusty, wydrukuj go przez "
            "ekran.zawin. Jeśli są źródła, a nazwa narzędzia to nie show_last_sources, wydrukuj nagłówek i wywołaj "
            "_pokaz_zrodla. Jeśli jest source_origin, wydrukuj numer jego tury. Każde ostrzeżenie wydrukuj w jednym "
            "wierszu zaczynającym się od „Uwaga: ”. Gdy debug jest prawdą, wywołaj _pokaz_szczegoly.",
        ],
    },
]

# Te cztery testy umowy sprawdzają funkcje oddane gotowe: przechodzą od początku i mają przechodzić do końca.
TESTY_GOTOWEGO = ["sprawdz.Pamiec.test_empty_and_long", "sprawdz.Decyzja.test_invalid_json",
                  "sprawdz.Decyzja.test_non_tool_schema", "sprawdz.Narzedzia.test_catalog_conflict"]
