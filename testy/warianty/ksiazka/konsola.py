"""Rozmowa w terminalu i pliki wyników: moduł pisany na wzór książki kursowej, z samego kontraktu."""
import argparse
import hashlib
import json
import uuid
from datetime import datetime, timezone

from asystent import krok
from indeks import load_index
from lokalny import CONFIG, ROOT, api, require_models
from narzedzia import katalog_dokumentow
from pamiec import nowy_stan
from rag import format_sources


def skroty_plikow():
    files = sorted(ROOT.rglob("*.py")) + sorted(ROOT.glob("*.json")) + sorted((ROOT / "dane").rglob("*"))
    hashes = {}
    for path in files:
        name = path.relative_to(ROOT).as_posix()
        if path.is_file() and not name.startswith("wyniki/"):
            hashes[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return hashes


def zapisz(path, data):
    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)
    content = (text + "\n").encode("utf-8")
    # Tryb "x" nie pozwala nadpisać istniejącego pliku.
    with open(path, "xb") as file:
        file.write(content)


def nowy_zapis(prefix, selector):
    now = datetime.now(timezone.utc)
    session = {
        "selector": selector,
        "config": dict(CONFIG),
        "created_at": now.isoformat(timespec="seconds"),
        "models": require_models([CONFIG["chat_model"], CONFIG["embedding_model"]]),
        "ollama": api("/api/version"),
        "files_sha256": skroty_plikow(),
    }
    folder = ROOT / "wyniki" / (prefix + "_" + now.strftime("%Y%m%dT%H%M%SZ") + "_" + uuid.uuid4().hex[:8])
    folder.mkdir(parents=True)
    zapisz(folder / "sesja.json", session)
    return folder


def pokaz(result, debug=False):
    print("[" + result["status"] + "] " + result["answer"])

    if result["sources"] and result["reason"] != "sources_returned":
        print("Źródła:")
        print(format_sources(result["sources"]))
    origin = result["source_origin"]
    if origin:
        print("Pochodzenie źródeł: tura " + str(origin["turn_id"]))
    for warning in result["warnings"]:
        print("Uwaga: " + warning)

    if debug:
        details = {
            "turn_id": result["turn_id"],
            "standalone_question": result["standalone_question"],
            "history_used": result["history_used"],
            "decision": result["decision"],
            "reason": result["reason"],
        }
        print(json.dumps(details, ensure_ascii=False, indent=2))


def pokaz_historie(state):
    if not state["history"]:
        print("Historia jest pusta.")
    for entry in state["history"]:
        print("Pytanie: " + entry["question"])
        print("  pełne pytanie: " + entry["standalone"])
        print("  status: " + entry["status"] + ", narzędzie: " + str(entry["tool"]))


def pokaz_dokumenty(catalog):
    for document_id in sorted(catalog):
        entry = catalog[document_id]
        print(document_id + " | " + entry["title"] + " | " + str(entry["version"]) + " | " + entry["status"])


def rozmowa(selector, records, index, catalog, folder):
    state = nowy_stan()
    debug = False
    while True:
        try:
            message = input("> ")
        except (EOFError, KeyboardInterrupt):
            print()
            return
        command = message.strip().casefold()

        if command == "/exit":
            return
        elif command == "/clear":
            state = nowy_stan()
            print("Pamięć i źródła są puste. Zapisane pliki zostają.")
            continue
        elif command == "/history":
            pokaz_historie(state)
            continue
        elif command == "/documents":
            pokaz_dokumenty(catalog)
            continue
        elif command == "/debug":
            debug = not debug
            print("Podgląd decyzji: " + ("włączony" if debug else "wyłączony"))
            continue
        elif command == "/sources":
            message = "Pokaż źródła"
        elif command.startswith("/"):
            print("Nieznane polecenie. Są: /exit /clear /history /sources /documents /debug")
            continue

        result = krok(message, state, records, index, catalog, selector)
        pokaz(result, debug)
        turn = str(result["turn_id"]).zfill(3)
        try:
            zapisz(folder / (result["conversation_id"] + "_" + turn + "_" + result["result_id"] + ".json"), result)
        except (OSError, ValueError, TypeError) as error:
            print("Uwaga: tura nie została zapisana: " + str(error))


def main():
    parser = argparse.ArgumentParser(description="Asystent konsolowy nad dokumentami")
    parser.add_argument("--wybor", choices=["reguly", "model"], default=CONFIG["selector"])
    args = parser.parse_args()
    try:
        records, index = load_index()
        catalog = katalog_dokumentow(records)
        folder = nowy_zapis("rozmowa", args.wybor)
    except (RuntimeError, ValueError, OSError) as error:
        print("Nie można rozpocząć rozmowy. " + str(error))
        return 1
    print("Wybór narzędzia: " + args.wybor + ". Zapis rozmowy: " + str(folder))
    rozmowa(args.wybor, records, index, catalog, folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
