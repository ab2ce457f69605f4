"""Pokój dobrych wariantów: swobody, które zostawia umowa, każda jako jedna zmiana w dobrym kodzie.

DOBRE – słownik {funkcja: lista trójek (opis swobody, stary tekst, nowy tekst)}, jak w zle.py; po zamianie funkcja
nadal spełnia umowę i żaden sprawdzian nie może jej odrzucić. Całe moduły napisane inaczej leżą w prosty/ i inny/.
"""

DOBRE = {
    "pamiec.nowy_stan": [
        ("krótki identyfikator wielkimi literami", "uuid.uuid4().hex", "uuid.uuid4().hex[:12].upper()"),
        ("pola w innej kolejności", "stan = {}", 'stan = {"tool_attempted": None}'),
    ],
    "pamiec.rozwin_pytanie": [
        ("clarification jest pustym napisem, gdy pytanie jest jasne", '"clarification": None', '"clarification": ""'),
        ("inna treść prośby", '"O co dokładnie pytasz?"', '"Napisz proszę całe pytanie: " + question'),
        ("„stan” liczy się tylko jako całe słowo", '"stan" in tekst', 're.search(r"\\bstan\\b", tekst)'),
    ],
    "pamiec.zapamietaj": [
        ("odpowiedź bez źródeł nie ma pochodzenia", '        if result["status"] == "answered":',
         '        if result["status"] == "answered" and not result["sources"]:\n'
         '            state["last_sources"], state["source_origin"] = [], None\n'
         '        elif result["status"] == "answered":'),
        ("kopia samej listy", 'copy.deepcopy(result["sources"])', 'list(result["sources"])'),
        ("nazwa narzędzia tylko po wykonaniu", 'nazwa = tool["name"] if tool else None',
         'nazwa = tool["name"] if tool and tool["executed"] else None'),
        ("historia jako nowa lista", '        state["history"].append(wpis)\n', '        state["history"] = state["history"] + [wpis]\n'),
        ("funkcja zwraca stan", '    state["next_turn"] = state["next_turn"] + 1\n',
         '    state["next_turn"] = state["next_turn"] + 1\n    if not result["valid_input"]:\n        return state\n'),
        ("dodatkowe pole wpisu", "        wpis = {}\n", '        wpis = {"turn_id": result["turn_id"]}\n'),
    ],
    "narzedzia.wykonaj": [
        ("puste pola odmowy to None", '"arguments": {}', '"arguments": None'),
        ("powód po udanym wykonaniu", '    wynik["status"] = "completed"\n',
         '    wynik["status"] = "completed"\n    wynik["reason"] = "tool_returned"\n'),
        ("krótki powód po wyjątku", "repr(blad)", "type(blad).__name__"),
        ("zwięzły zapis przy liczeniu znaków", "ensure_ascii=False)", 'separators=(",", ":"))'),
        ("nazwa, która nie jest napisem, to złe wywołanie", '    name = call["action"]\n',
         '    name = call["action"]\n    if not isinstance(name, str):\n        wynik["reason"] = "invalid_call"\n'
         '        return wynik\n'),
    ],
    "decyzja.wybierz_reguly": [
        ("zawsze nowy słownik argumentów", '    return propozycja\n', '    return {k: propozycja[k] for k in sorted(propozycja)}\n'),
    ],
    "decyzja.wybierz_model": [
        ("pytania z historii tak, jak je zadano", 'wpis["standalone"] for', 'wpis["question"] for'),
        ("pytania z historii w obu postaciach", 'wpis["standalone"] for', '{k: wpis[k] for k in ("question", "standalone")} for'),
        ("narzędzia z opisami", '"tools": [', '"tools": ["Wybierz jedno:", '),
        ("dodatkowe opcje i pola żądania", '"format": "json",', '"format": "json", "think": False, "keep_alive": 60,'),
        ("identyfikatory od końca", "sorted(catalog)", "sorted(catalog, reverse=True)"),
        ("opis błędu słowami", "repr(blad)", '"zła odpowiedź"'),
    ],
    "asystent.krok": [
        ("wiadomość w wyniku tak, jak ją wpisano", '    wynik["original_question"] = pytanie\n', ""),
        ("pochodzenie źródeł także w turze z odpowiedzią", '    wynik["warnings"] = wynik["warnings"] + dane["warnings"]\n',
         '    wynik["warnings"] = wynik["warnings"] + dane["warnings"]\n    if dane["status"] == "answered":\n'
         '        wynik["source_origin"] = {"turn_id": wynik["turn_id"], "result_id": wynik["result_id"]}\n'),
        ("decyzja jako sama nazwa", '    wynik["decision"] = propozycja\n', '    wynik["decision"] = propozycja["decision"]\n'),
        ("własne ostrzeżenie przed ostrzeżeniami RAG", 'wynik["warnings"] = wynik["warnings"] + dane["warnings"]',
         'wynik["warnings"] = ["Sprawdź odpowiedź."] + dane["warnings"]'),
        ("polecenie jako początek słowa", "wyślij)\\b", "wyślij)"),
        ("znacznik próby zerowany także na końcu tury", '        zapamietaj(state, wynik)\n',
         '        zapamietaj(state, wynik)\n        state["tool_attempted"] = False\n'),
        ("metadane z wcięciami i bez polskich liter", "json.dumps(dane, ensure_ascii=False)", "json.dumps(dane, indent=4)"),
    ],
    "konsola.pokaz": [
        ("źródła przez format_sources", '        for zrodlo in result["sources"]:\n'
         '            print(" ", zrodlo["label"], zrodlo["metadata"]["title"])\n',
         '        from rag import format_sources\n        print(format_sources(result["sources"]))\n'),
        ("lista źródeł poznana po powodzie", 'lista = result["tool"] is not None and result["tool"]["name"] == "show_last_sources"',
         'lista = result["reason"] == "sources_returned"'),
        ("lista źródeł poznana po decyzji", 'lista = result["tool"] is not None and result["tool"]["name"] == "show_last_sources"',
         'lista = (result["decision"] or {}).get("action") == "show_last_sources"'),
        ("decyzja w debug samą nazwą", 'result["decision"])', '(result["decision"] or {}).get("decision"))'),
        ("długie wiersze łamane", 'print(result["answer"])',
         'import textwrap\n    print("\\n".join(textwrap.wrap(result["answer"], 30)))'),
    ],
}
