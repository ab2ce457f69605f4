"""Pokój zadań: trzynaście funkcji do napisania, testy każdej z nich i podpowiedzi. Same dane, w kolejności pracy.

zadanie – słownik: numer, nazwa ("moduł.funkcja"), plik, funkcja, tytul, zwraca (zdanie o tym, co funkcja daje),
testy (nazwy dla python -m unittest; pierwsza jest w komunikacie zadania), czas, podpowiedzi (od ogólnej do dokładnej)
Zadanie jest zrobione, gdy przechodzą wszystkie jego testy.
KURS – słownik: folder (jego nazwa w Start i w Rozwiazanie), przewodnik (ścieżka od tego folderu), na_koniec (pary
etykieta, tekst, które pokazuje kurs.py po ostatnim zadaniu; {python} to nazwa polecenia)
"""

KURS = {
    "folder": "rag_od_zera",
    "przewodnik": "PRZEWODNIK.md",
    "na_koniec": [
        ("Zaindeksuj", "{python} indeksuj.py dane/dokumenty --silnik cwiczebny"),
        ("Zapytaj", "{python} odpowiedz.py \"Ile wynosi dieta?\" --silnik cwiczebny"),
        ("Zmierz", "{python} ewaluacja.py --silnik cwiczebny"),
        ("Przeczytaj", "PRZEWODNIK.md, od części „Zmierz całość”; z prawdziwym modelem pomiń --silnik cwiczebny"),
    ],
}

ZADANIA = [
    {
        "numer": 1, "nazwa": "fragmenty.chunk_staly", "plik": "fragmenty.py", "funkcja": "chunk_staly",
        "tytul": "Fragmenty o stałym rozmiarze z zakładką",
        "zwraca": "Zwróć listę wycinków z całych słów, w których sąsiednie mają wspólny kawałek.",
        "testy": ["sprawdz.ChunkStaly"],
        "czas": "40 minut",
        "podpowiedzi": [
            "Myśl o słowach, a nie o znakach: fragment zaczyna się na początku jakiegoś słowa, a kończy na końcu "
            "innego. Zacznij od sprawdzenia rozmiaru i zakładki, potem napisz cięcie bez zakładki, a zakładkę dodaj "
            "na końcu.",
            "Miejsca słów (początek i koniec w znakach) daje re.finditer ze wzorem na ciąg znaków bez odstępów. "
            "Fragment to wycinek tekstu od początku pierwszego słowa do końca ostatniego, razem z odstępami, które "
            "między nimi stoją. Nie składaj go z listy słów spacjami, bo przestałby być dokładnym wycinkiem.",
            "Po zamknięciu fragmentu następny zaczyna się od pierwszego słowa, którego jeszcze nie było, a potem "
            "cofa się po słowach, dopóki powtarzany kawałek (razem z odstępami) ma najwyżej zakladka znaków. Pilnuj "
            "postępu: cofnięcie nie może zabrać miejsca pierwszemu nowemu słowu, inaczej pętla nigdy się nie skończy.",
            "Po kolei. Wywołaj gotową sprawdz_rozmiar: to ona zgłasza błąd złych liczb. "
            "Zbierz miejsca słów. Trzymaj dwa numery: pierwsze słowo fragmentu i pierwsze słowo nowe. W "
            "pętli, dopóki są nowe słowa: weź nowe słowo, choćby było za długie, i dokładaj następne, dopóki odcinek "
            "od początku pierwszego do końca ostatniego mieści się w rozmiarze. Zapisz wycinek. Nowe jest teraz "
            "słowo po ostatnim. Pierwsze cofaj od nowego o jedno słowo, dopóki spełnione są oba warunki: od "
            "początku cofniętego słowa do końca zapisanego wycinka jest najwyżej zakladka znaków, a do końca nowego "
            "słowa najwyżej rozmiar.",
        ],
    },
    {
        "numer": 2, "nazwa": "fragmenty.chunk_zdania", "plik": "fragmenty.py", "funkcja": "chunk_zdania",
        "tytul": "Fragmenty z całych zdań",
        "zwraca": "Zwróć listę wycinków po kilka zdań, w których sąsiednie mają wspólne zdania.",
        "testy": ["sprawdz.ChunkZdania"],
        "czas": "25 minut",
        "podpowiedzi": [
            "Na zdania dzieli tekst gotowa funkcja zdania z modułu slowa: zna polskie skróty, więc „art. 43” nie "
            "kończy jej zdania. Tobie zostaje ustalić, które zdania tworzą fragment i od którego zaczyna się następny.",
            "Jeśli fragment ma n zdań, a wspólne są z, to następny zaczyna się o n − z zdań dalej. Ostatni może być "
            "krótszy, ale musi mieć choć jedno zdanie, którego nie było w poprzednim: koniec złożony z samych "
            "powtórek nie jest fragmentem.",
            "Fragment to wycinek tekstu od początku pierwszego zdania do końca ostatniego, z odstępami i wierszami, "
            "które między nimi stoją. Miejsca zdań, czyli pary (początek, koniec), daje gotowa funkcja odcinki: szuka "
            "każdego zdania za poprzednim, bo to samo może wystąpić dwa razy.",
            "Po kolei. Sprawdź obie liczby przez sprawdz_rozmiar. Weź odcinki zdań tekstu. Idź po numerach pierwszych "
            "zdań co n − z, aż fragment obejmie ostatnie zdanie tekstu. Z każdej grupy weź początek pierwszego "
            "odcinka i koniec ostatniego i wytnij z tekstu to, co między nimi.",
        ],
    },
    {
        "numer": 3, "nazwa": "porownaj_embed.margines", "plik": "porownaj_embed.py", "funkcja": "margines",
        "tytul": "Margines: czy model odróżnia podobne od różnych",
        "zwraca": "Zwróć różnicę: najmniejsze podobieństwo podobnych minus największe różnych.",
        "testy": ["sprawdz.Margines"],
        "czas": "10 minut",
        "podpowiedzi": [
            "Jedna liczba ma powiedzieć, czy da się postawić próg, który oddzieli wszystkie pary podobne od "
            "wszystkich różnych. Rozstrzygają o tym tylko dwie pary z całego zbioru – pomyśl, które.",
            "Najgorsza z par podobnych to ta o najmniejszym podobieństwie, a najgroźniejsza z różnych to ta o "
            "największym. Margines jest ich różnicą: dodatni znaczy, że próg istnieje, a ujemny, że pary się mieszają.",
            "Gdy któraś z list jest pusta, zgłoś ValueError z komunikatem, której brakuje. W pozostałych przypadkach "
            "oddaj minimum listy podobne pomniejszone o maksimum listy rozne. Nie zaokrąglaj.",
        ],
    },
    {
        "numer": 4, "nazwa": "znaki.znak", "plik": "znaki.py", "funkcja": "znak",
        "tytul": "Wektor ściśnięty do bitów",
        "zwraca": "Zwróć liczbę całkowitą, w której bit i mówi, czy wektor[i] przewyższa srednia[i].",
        "testy": ["sprawdz.Znak"],
        "czas": "15 minut",
        "podpowiedzi": [
            "Z każdej liczby wektora zostaje jeden bit: większa od średniej na tym miejscu czy nie. Bity kolejnych "
            "miejsc składają się na jedną liczbę całkowitą, która w Pythonie może mieć i tysiąc bitów.",
            "Bit i waży 2 do potęgi i: pierwsza liczba wektora decyduje o jedynkach, druga o dwójkach, trzecia o "
            "czwórkach. Liczba równa średniej daje bit 0, bo „większa” znaczy większa.",
            "Zacznij od zera. Przejdź równolegle (zip) po wektorze i średniej, licząc miejsca przez enumerate. "
            "Dla każdego miejsca, na którym wektor jest większy, dodaj do wyniku jedynkę przesuniętą w lewo o numer "
            "miejsca. Oddaj wynik.",
        ],
    },
    {
        "numer": 5, "nazwa": "tokeny.pytanie_fts", "plik": "tokeny.py", "funkcja": "pytanie_fts",
        "tytul": "Pytanie zamienione na wyrażenie wyszukiwarki",
        "zwraca": "Zwróć wyrażenie MATCH dla FTS5 albo None, gdy w pytaniu nie ma czego szukać.",
        "testy": ["sprawdz.PytanieFts"],
        "czas": "30 minut",
        "podpowiedzi": [
            "Pytania nie wolno wkleić do wyrażenia: cudzysłów, nawias, gwiazdka albo słowo AND są w FTS5 poleceniami. "
            "Rozłóż je tą samą funkcją, którą rozkłada się fragmenty – tokeny – i zbuduj wyrażenie z tego, co odda. "
            "Wtedy pytanie i fragment mówią tym samym językiem.",
            "Funkcja tokeny oddaje słownik: kolumna tabeli i jej tokeny. W wyrażeniu każdy token stoi w cudzysłowie, "
            "bo tak FTS5 bierze go dosłownie. Tokeny łączy OR, a nie odstęp: odstęp znaczyłby, że fragment ma mieć "
            "wszystkie słowa pytania naraz.",
            "Żeby szukać w jednej kolumnie, napisz jej nazwę, dwukropek i nawias z listą tokenów połączonych OR. "
            "Części różnych kolumn też łączy OR. Kolumnę bez tokenów pomiń, bo puste nawiasy są błędem składni.",
            "Po kolei. Weź tokeny pytania. W każdej kolumnie, która ma jakieś tokeny, usuń powtórzenia (dict.fromkeys "
            "zachowuje kolejność), ujmij każdy token w cudzysłów, połącz je napisem „ OR ” i poprzedź nazwą kolumny "
            "z dwukropkiem, a listę ujmij w nawias. Tak powstałe części połącz napisem „ OR ”. Gdy nie ma ani jednej "
            "części, oddaj None.",
        ],
    },
    {
        "numer": 6, "nazwa": "hybryda.rrf", "plik": "hybryda.py", "funkcja": "rrf",
        "tytul": "Połączenie list według miejsc",
        "zwraca": "Zwróć listę par (id, ocena) od najlepszej, połączoną z miejsc na kilku listach.",
        "testy": ["sprawdz.Rrf"],
        "czas": "30 minut",
        "podpowiedzi": [
            "Liczy się tylko miejsce na liście, a nie ocena, którą dał wyszukiwarce jej własny rachunek: dlatego da "
            "się połączyć listy, których oceny są nieporównywalne. Każda lista dokłada do wyniku tym więcej, im wyżej "
            "na niej stoi dany fragment.",
            "Za miejsce m (licząc od 1) lista dodaje 1/(k + m). Fragment, którego na liście nie ma, nic z niej nie "
            "dostaje. Zbieraj te dodatki w słowniku: pod każdym identyfikatorem lista tego, co dostał.",
            "Remisy są częste, więc kolejność przy równej ocenie musi być ustalona: wyżej stoi ten, kto ma lepsze "
            "miejsce na pierwszej liście, potem na drugiej i tak dalej. Zajmuje się tym gotowa funkcja najlepsze: "
            "dodaje punkty, rozstrzyga remisy i obcina do limitu. Przeczytaj jej opis.",
            "Po kolei. Zacznij od pustego słownika punktów. Przejdź po rankingach, od pierwszego, a w każdym po "
            "identyfikatorach z miejscami od 1 (enumerate ma argument start). Do listy pod identyfikatorem, założonej "
            "przy pierwszym spotkaniu (setdefault), dopisz 1/(k + miejsce). Oddaj to, co da funkcja najlepsze dla "
            "punktów, rankingów i limitu.",
        ],
    },
    {
        "numer": 7, "nazwa": "hybryda.suma_ocen", "plik": "hybryda.py", "funkcja": "suma_ocen",
        "tytul": "Połączenie list według ocen",
        "zwraca": "Zwróć listę par (id, ocena) od najlepszej, połączoną z ocen sprowadzonych do 0–1.",
        "testy": ["sprawdz.SumaOcen"],
        "czas": "25 minut",
        "podpowiedzi": [
            "Ocen z dwóch wyszukiwarek nie wolno po prostu dodać: jedna daje liczby od 0 do 1, a druga dowolnie duże, "
            "więc druga zagłuszyłaby pierwszą. Najpierw każdą listę sprowadź do tej samej skali.",
            "Najlepsza ocena listy ma stać się jedynką, a najgorsza zerem; reszta rozkłada się równo między nimi. "
            "Odejmij od oceny najmniejszą i podziel przez rozpiętość. Gdy wszystkie oceny listy są równe, rozpiętość "
            "jest zerem: wtedy każda staje się jedynką.",
            "Przeliczone oceny zbieraj tak jak w rrf: słownik, a pod identyfikatorem lista tego, co dostał z kolejnych "
            "list. Sumuje, rozstrzyga remisy i obcina do limitu ta sama funkcja najlepsze. Potrzebuje ona rankingów, "
            "czyli list samych identyfikatorów.",
            "Po kolei. Przejdź po listach. Dla niepustej znajdź najmniejszą ocenę i rozpiętość, czyli różnicę między "
            "największą a najmniejszą. Każdą ocenę pomniejsz o najmniejszą i podziel przez rozpiętość, a gdy "
            "rozpiętość jest zerem, weź 1. Wynik, także zero, dopisz do listy pod identyfikatorem. Nieobecność na "
            "liście to nic do dopisania. Z list par zrób listy samych identyfikatorów i oddaj to, co da funkcja "
            "najlepsze.",
        ],
    },
    {
        "numer": 8, "nazwa": "rerank.odczytaj_ocene", "plik": "rerank.py", "funkcja": "odczytaj_ocene",
        "tytul": "Ocena modelu przyjęta albo odrzucona",
        "zwraca": "Zwróć liczbę całkowitą od 0 do 10 z odpowiedzi modelu albo zgłoś ValueError.",
        "testy": ["sprawdz.OdczytajOcene"],
        "czas": "15 minut",
        "podpowiedzi": [
            "Nie szukaj liczby w tekście: „oceniam na 7 z 10” nie jest oceną, której można zaufać. Przyjmij wyłącznie "
            "to, o co model poproszono, a wszystko inne odrzuć. Zła ocena to nie zero, tylko jej brak.",
            "Ścisły JSON czyta gotowa funkcja scisly_json z modułu pliki: sama odrzuca powtórzone klucze, tekst po "
            "wartości i znaczniki kodu. Tobie zostaje sprawdzić, czy to, co oddała, jest słownikiem z jednym polem.",
            "Typ sprawdź dokładnie: w Pythonie True jest odmianą int, a 7.0 równa się 7. Porównaj sam typ z int.",
            "Po kolei. Wczytaj wartość przez scisly_json. Jeśli to nie słownik albo jego klucze to nie dokładnie "
            "„ocena”, zgłoś ValueError. Weź ocenę; jeśli jej typ to nie int albo nie mieści się od 0 do 10, zgłoś "
            "ValueError. Oddaj ją.",
        ],
    },
    {
        "numer": 9, "nazwa": "odpowiedz.sprawdz_cytaty", "plik": "odpowiedz.py", "funkcja": "sprawdz_cytaty",
        "tytul": "Cytaty sprawdzone w kodzie",
        "zwraca": "Zwróć None, gdy cytaty są w porządku, a w przeciwnym razie powód odrzucenia.",
        "zwraca_none": True,
        "testy": ["sprawdz.SprawdzCytaty"],
        "czas": "30 minut",
        "podpowiedzi": [
            "Rozróżnij cztery sytuacje: sama odmowa, odmowa pomieszana z odpowiedzią, odpowiedź bez cytatów i "
            "odpowiedź z cytatami, wśród których któryś może nie istnieć. Zacznij od odmowy.",
            "Czy tekst jest samą odmową, powie gotowa funkcja odmowa. Odmowę obok czegoś innego poznasz po tym, że "
            "ZLOZONE_BRAK jest częścią tekstu złożonego przez zloz, choć cały tekst odmową nie jest.",
            "Numery fragmentów wyjmuje z tekstu gotowa funkcja cytaty, także z grup takich jak [1, 7]. Numery liczą "
            "się od 1, więc 0 też nie istnieje. Wystarczy jeden zły, choćby obok stały dobre.",
            "Po kolei. Jeśli ZLOZONE_BRAK stoi w złożonym tekście, oddaj None, gdy tekst jest odmową, a gdy nie jest – "
            "odpowiedz_i_odmowa. Weź numery z funkcji cytaty. Pusta lista to brak_cytatu. Numer mniejszy od 1 albo "
            "większy od liczba to nieistniejacy_cytat. W pozostałych przypadkach oddaj None.",
        ],
    },
    {
        "numer": 10, "nazwa": "budzet.zapakuj", "plik": "budzet.py", "funkcja": "zapakuj",
        "tytul": "Co zmieści się w oknie modelu",
        "zwraca": "Zwróć parę list: fragmenty spakowane (najlepszy na końcu) i pominięte.",
        "testy": ["sprawdz.Zapakuj"],
        "czas": "20 minut",
        "podpowiedzi": [
            "To pakowanie plecaka w jednym przejściu: bierzesz trafienia od najlepszego, a każde albo się jeszcze "
            "mieści, albo zostaje. Za długie nie kończy pakowania – mniejsze, które stoi dalej, może jeszcze wejść.",
            "Długość trafienia podaje funkcja licz, którą dostajesz w argumencie. Liczenie bywa drogie, bo pyta "
            "model, więc wołaj ją raz na trafienie. Zmieścić się znaczy: zużyte i nowe razem nie przekraczają limitu.",
            "Kolejność w prompcie jest odwrotna do kolejności pakowania: najlepszy fragment stoi na końcu, tuż przy "
            "pytaniu. Pominięte zostają w kolejności, w której przyszły. Listy trafienia nie zmieniaj.",
            "Po kolei. Zacznij z dwiema pustymi listami i zużyciem równym zero. Dla każdego trafienia policz długość. "
            "Jeśli zużycie i długość razem są najwyżej równe limitowi, dołóż trafienie do spakowanych i powiększ "
            "zużycie, a jeśli nie – do pominiętych. Na końcu odwróć listę spakowanych i oddaj obie.",
        ],
    },
    {
        "numer": 11, "nazwa": "kompakcja.fakty", "plik": "kompakcja.py", "funkcja": "fakty",
        "tytul": "Fakty, których streszczenie nie może zgubić",
        "zwraca": "Zwróć listę kwot, dat, numerów, liczb i nazw z tekstu, bez powtórzeń.",
        "testy": ["sprawdz.Fakty"],
        "czas": "30 minut",
        "podpowiedzi": [
            "Streszczenie modelu gubi to, co najtrudniej odtworzyć: kwoty, daty, numery faktur, nazwy. Wszystkie te "
            "rzeczy da się rozpoznać po kształcie, więc wyciągnij je wyrażeniami regularnymi, a model niech streszcza "
            "resztę.",
            "Wzorce stoją gotowe na początku pliku: DATA, KWOTA, IDENTYFIKATOR, LICZBA i NAZWA. Kolejność ma "
            "znaczenie, bo data 30.09.2025 i numer FV/2025/09/0143 też składają się z liczb. Wzorce połączone znakiem "
            "| tworzą jeden wzór, który sam wybiera pierwszy pasujący i nie bierze tego samego kawałka dwa razy.",
            "Pracuj po zdaniach (funkcja zdania). Policz, na którym miejscu stoi pierwsze słowo zdania, czyli o ile "
            "znaków skraca je lstrip z PRZED_ZDANIEM. Nazwa znaleziona na tym miejscu traci pierwsze słowo, bo ma ono "
            "wielką literę z innego powodu; liczba jest tam zwykłym faktem. Szukaj jednak w całym zdaniu, a nie "
            "w skróconym: skrócone „-80 zł” straciłoby minus.",
            "Po kolei. Połącz pięć wzorców w podanej kolejności. Dla każdego zdania policz miejsce pierwszego słowa "
            "i przejdź po re.finditer. Podziel znaleziony kawałek na słowa (split). Jeśli zaczyna się na tym miejscu "
            "i w całości pasuje do NAZWA, odrzuć pierwsze słowo. Złącz słowa pojedynczą spacją i dołóż do listy, jeśli "
            "to nie jest pusty napis i nie ma go tam jeszcze.",
        ],
    },
    {
        "numer": 12, "nazwa": "ewaluacja.miary", "plik": "ewaluacja.py", "funkcja": "miary",
        "tytul": "Trzy miary wyszukiwania",
        "zwraca": "Zwróć słownik z recall, mrr i ndcg dla pierwszych k wyników.",
        "testy": ["sprawdz.Miary"],
        "czas": "40 minut",
        "podpowiedzi": [
            "Każda miara odpowiada na inne pytanie. recall: jaka część oczekiwanych źródeł w ogóle się znalazła. mrr: "
            "jak wysoko stoi pierwsze trafne. ndcg: jak wysoko stoją wszystkie trafne naraz. Wszystkie patrzą tylko "
            "na pierwsze k miejsc.",
            "Lista numery mówi, które oczekiwane źródło znalazło się na danym miejscu, a None, że żadne. Uwaga na "
            "numer 0: to prawdziwe źródło, choć w warunku if zachowuje się jak fałsz. To samo źródło znalezione drugi "
            "raz nic nie dodaje.",
            "Zrób z listy zbiór miejsc (liczonych od 1), na których stoi źródło jeszcze niewidziane. recall to liczba "
            "tych miejsc przez liczbę oczekiwanych, mrr to odwrotność najmniejszego (albo 0), a ndcg to suma "
            "1/log2(miejsce + 1) podzielona przez taką samą sumę dla wyniku idealnego.",
            "Po kolei. Liczba oczekiwanych albo k mniejsze od 1 to ValueError. Przejdź po pierwszych k numerach i "
            "zapisz miejsca tych, które nie są None i nie zdarzyły się wcześniej. Policz recall i mrr. Do ndcg policz "
            "sumę 1/log2(m + 1) po zapisanych miejscach, a potem taką samą po miejscach od 1 do mniejszej z liczb "
            "oczekiwanych i k: tak wygląda ideał. Oddaj trzy liczby w słowniku.",
        ],
    },
    {
        "numer": 13, "nazwa": "ewaluacja.diagnoza", "plik": "ewaluacja.py", "funkcja": "diagnoza",
        "tytul": "Która warstwa zawiniła",
        "zwraca": "Zwróć nazwę warstwy, w której zginęła dobra odpowiedź, albo „poprawna”.",
        "testy": ["sprawdz.Diagnoza"],
        "czas": "15 minut",
        "podpowiedzi": [
            "Idź drogą, którą idzie odpowiedź: dokument został pocięty, fragment znaleziony, wybrany do promptu, a na "
            "końcu użyty przez model. Wina leży w pierwszej warstwie, która zgubiła to, czego szukano: dalsze nie "
            "miały już z czego odpowiedzieć.",
            "Zanim zaczniesz szukać winnego, sprawdź dwie rzeczy: czy odpowiedź jest poprawna (wtedy winnego nie ma) "
            "i czy pytanie w ogóle miało odpowiedź w dokumentach. Jeśli jej nie miało, system powinien odmówić.",
            "Po kolei, z każdym warunkiem kończącym funkcję: poprawna prawdziwe – „poprawna”; rodzaj równy "
            "bez_odpowiedzi – „odmowa”; w_bazie fałszywe – „ciecie”; znalezione fałszywe – „wyszukiwanie”; w_prompcie "
            "fałszywe – „dobor”; w pozostałych przypadkach „model”. Pole odmowa niczego tu nie rozstrzyga.",
        ],
    },
]

# Te testy sprawdzają funkcje oddane gotowe: przechodzą od początku i mają przechodzić do końca.
TESTY_GOTOWEGO = ["sprawdz.Gotowe"]
