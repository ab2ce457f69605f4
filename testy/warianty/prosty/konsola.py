"""Konsola napisana najprościej; tu tylko ekran, bo zapis i rozmowa nie należą do ośmiu zadań."""


def pokaz(result, debug=False):
    print("Status:", result["status"])
    print(result["answer"])
    lista = result["tool"].get("name") == "show_last_sources"
    if result["sources"] and not lista:
        print("Źródła:")
        for zrodlo in result["sources"]:
            print(" ", zrodlo["label"], zrodlo["metadata"]["title"])
    if result["source_origin"] is not None:
        print("Tura źródeł:", result["source_origin"]["turn_id"])
    for ostrzezenie in result["warnings"]:
        print("Uwaga:", ostrzezenie)
    if debug:
        print("Pełne pytanie:", result["standalone_question"])
        print("Decyzja:", result["decision"])
        print("Powód:", result["reason"])
