"""Przebieg scenariuszy i ich ocena techniczna: moduł pisany na wzór książki kursowej, z samego kontraktu."""
import argparse
import json
import re

from asystent import krok
from indeks import load_index
from konsola import nowy_zapis, zapisz
from lokalny import CONFIG, ROOT
from narzedzia import katalog_dokumentow
from pamiec import nowy_stan


def wczytaj_scenariusze():
    text = (ROOT / "scenariusze.json").read_text(encoding="utf-8")
    scenarios = json.loads(text)
    for scenario in scenarios:
        if not re.fullmatch(r"[A-Z0-9_-]+", scenario["id"]):
            raise ValueError("Niedozwolony identyfikator scenariusza: " + scenario["id"])
    return scenarios


def ocen_ture(expected, result):
    tool = result["tool"]
    executed = tool.get("name") if tool.get("executed") else None
    checks = {
        "status": result["status"] == expected["status"],
        "tool": executed == expected["tool"],
    }
    if "origin_turn" in expected:
        origin = result["source_origin"] or {}
        checks["origin_turn"] = origin.get("turn_id") == expected["origin_turn"]
    return {"checks": checks, "technical_pass": all(checks.values())}


def przebieg(selector):
    scenarios = wczytaj_scenariusze()
    records, index = load_index()
    catalog = katalog_dokumentow(records)
    folder = nowy_zapis("ewaluacja", selector)
    zapisz(folder / "scenariusze.json", scenarios)

    rows = []
    passed = 0
    for scenario in scenarios:
        state = nowy_stan()
        for number, expected in enumerate(scenario["turns"], start=1):
            result = krok(expected["question"], state, records, index, catalog, selector)
            assessment = ocen_ture(expected, result)
            name = scenario["id"] + "_" + str(number).zfill(2) + ".json"
            zapisz(folder / name, {"expected": expected, "assessment": assessment, "result": result})

            row = {
                "scenario": scenario["id"],
                "turn": number,
                "checks": assessment["checks"],
                "technical_pass": assessment["technical_pass"],
                "result_id": result["result_id"],
                "manual": {
                    "answer_supported": None,
                    "complete": None,
                    "citations_correct": None,
                    "refusal_appropriate": None,
                    "notes": "null oznacza: jeszcze nie oceniono",
                },
            }
            rows.append(row)
            if assessment["technical_pass"]:
                passed = passed + 1
                print("OK       " + name + " " + result["status"])
            else:
                print("SPRAWDŹ  " + name + " " + result["status"])

    summary = {
        "selector": selector,
        "technical_pass": passed,
        "turns": len(rows),
        "manual_assessment_complete": False,
        "rows": rows,
    }
    zapisz(folder / "podsumowanie.json", summary)
    print("Zgodnie z planem: " + str(passed) + "/" + str(len(rows)))
    print("Wyniki: " + str(folder))


def main():
    parser = argparse.ArgumentParser(description="Ewaluacja asystenta na stałych scenariuszach")
    parser.add_argument("--wybor", choices=["reguly", "model"], default=CONFIG["selector"])
    args = parser.parse_args()
    try:
        przebieg(args.wybor)
    except (RuntimeError, ValueError, OSError) as error:
        print("Ewaluacja przerwana. " + str(error))
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
