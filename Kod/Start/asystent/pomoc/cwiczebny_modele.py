"""Pokój dwóch „modeli” silnika ćwiczebnego: liczą odpowiedź z samego żądania i niczego nie pamiętają.

Dane: tekst → wektor (lista WYMIAR liczb, długość 1); messages, lista {"role", "content"} → tekst odpowiedzi.
To nie są modele językowe. Wektor powstaje z cech słów (slowa.py), a odpowiedź z przytoczonych zdań
(cwiczebny_rag.py, cwiczebny_streszczenie.py) albo z prostych reguł wyboru narzędzia; ocenę według schematu JSON
liczy cwiczebny_schemat.py. Silnik nie zna żadnych dokumentów ani pytań.
"""
import json
import math
import re
import zlib

from slowa import cechy, zloz

from pomoc import cwiczebny_rag, cwiczebny_streszczenie

WYMIAR = 1024
POLA_WYBORU = {"current_message", "standalone_question", "recent_questions", "has_last_sources",
               "known_document_ids", "tools"}
ZRODLA, METADANE, ODPOWIEDZ = "show_last_sources", "get_document_metadata", "answer_from_documents"
PROSBA_O_ZRODLA = re.compile(r"\b(?:pokaz|podaj|wyswietl|wymien|jakie (?:sa|byly))\b.*\bzrod(?:la|el)\b"
                             r"|^zrodla\b|\bskad (?:jest |pochodzi )?(?:ta |twoja )?(?:odpowiedz|informacja)")
KTORY_DOKUMENT = "Podaj dokładnie jeden identyfikator dokumentu z listy."
BRAK_NARZEDZIA = "Wśród dostępnych narzędzi nie ma takiego, które odpowiada tej wiadomości."
NIEZNANY_JSON = ("Jestem silnikiem ćwiczebnym. Z żądań w formacie JSON rozumiem tylko wybór narzędzia: "
                 "ostatnia wiadomość ma być obiektem z polami " + ", ".join(sorted(POLA_WYBORU)) + ".")
ZWYKLA_ROZMOWA = ("Jestem silnikiem ćwiczebnym, a nie modelem językowym: potrafię tylko wybrać zdania "
                  "z podanych fragmentów dokumentów, wypisać początki cytowanych wypowiedzi i wybrać narzędzie. ")
WZOR_UKLADU = ("Szukam wierszy zaczynających się etykietą, na przykład [S1] albo [1], i wiersza „Pytanie: …”, "
               "a w prośbie o streszczenie – wierszy zaczynających się od „> ”. ")
BEZ_FRAGMENTOW = "Nie widzę tu fragmentów z etykietami."
BEZ_PYTANIA = "Widzę fragmenty, ale nie widzę pytania."


def wektor(tekst):
    """Zwraca wektor tekstu: lista WYMIAR liczb o długości 1; bez znaczących słów – same zera.

    Cecha trafia na miejsce wskazane przez crc32, ze znakiem z innego bitu tej sumy: kolizje dwóch cech
    raz dodają, raz odejmują, więc średnio się znoszą."""
    liczby = [0.0] * WYMIAR
    for cecha, waga in cechy(tekst).items():
        suma = zlib.crc32(cecha.encode("utf-8"))
        liczby[suma % WYMIAR] += waga if suma >> 31 else -waga
    dlugosc = math.sqrt(sum(liczba * liczba for liczba in liczby)) or 1.0
    return [round(liczba / dlugosc, 9) for liczba in liczby]


def rozmowa(messages, format_json):
    """Zwraca tekst odpowiedzi na listę wiadomości; `format_json` mówi, czy żądano obiektu JSON."""
    if format_json:
        return json.dumps(_odpowiedz_json(messages), ensure_ascii=False)
    fragmenty, pytanie = cwiczebny_rag.znajdz(messages)
    if not fragmenty:
        wypowiedzi = cwiczebny_streszczenie.znajdz(messages)
        if wypowiedzi:
            return cwiczebny_streszczenie.wyciag(wypowiedzi)
        return ZWYKLA_ROZMOWA + WZOR_UKLADU + BEZ_FRAGMENTOW
    if not pytanie:
        return ZWYKLA_ROZMOWA + WZOR_UKLADU + BEZ_PYTANIA
    return cwiczebny_rag.odpowiedz(fragmenty, pytanie)


def _odpowiedz_json(messages):
    pytania = [m["content"] for m in messages if m["role"] == "user"]
    try:
        prosba = json.loads(pytania[-1]) if pytania else None
    except (ValueError, RecursionError):
        prosba = None
    if isinstance(prosba, dict) and POLA_WYBORU <= set(prosba):
        return wybor(prosba)
    return {"error": NIEZNANY_JSON}


def wybor(prosba):
    """Zwraca propozycję {"decision", "action", "arguments", "message"} dla obiektu o polach POLA_WYBORU.

    Proponuje tylko narzędzia wymienione w polu tools (lista obiektów z „name”, lista nazw lub słownik)."""
    wiadomosc = str(prosba["current_message"])
    zlozona = zloz(wiadomosc)
    if "metadan" in zlozona:
        wskazane = _wskazane_id(wiadomosc, prosba["known_document_ids"])
        if len(wskazane) != 1:
            return _bez_narzedzia("clarification_needed", KTORY_DOKUMENT)
        nazwa, argumenty = METADANE, {"document_id": wskazane[0]}
    elif PROSBA_O_ZRODLA.search(zlozona):
        nazwa, argumenty = ZRODLA, {}
    else:
        nazwa, argumenty = ODPOWIEDZ, {}
    if nazwa not in _nazwy_narzedzi(prosba["tools"]):
        return _bez_narzedzia("no_suitable_tool", BRAK_NARZEDZIA)
    return {"decision": "tool_call", "action": nazwa, "arguments": argumenty, "message": None}


def _bez_narzedzia(decyzja, komunikat):
    return {"decision": decyzja, "action": None, "arguments": {}, "message": komunikat}


def _wskazane_id(wiadomosc, znane):
    """Zwraca znane identyfikatory, które stoją w wiadomości jako całe słowa (DOC-1 nie stoi w DOC-12)."""
    znane = [ident for ident in znane if isinstance(ident, str)] if isinstance(znane, list) else []
    return [ident for ident in znane
            if re.search(rf"(?<![\w-]){re.escape(ident)}(?![\w-])", wiadomosc, re.IGNORECASE)]


def _nazwy_narzedzi(tools):
    if isinstance(tools, dict):
        return set(tools)
    tools = tools if isinstance(tools, list) else []
    nazwy = [narzedzie.get("name") if isinstance(narzedzie, dict) else narzedzie for narzedzie in tools]
    return {nazwa for nazwa in nazwy if isinstance(nazwa, str)}
