"""Pokój wspólny testów: folder programu, jego kopia robocza, osobny proces i silnik ćwiczebny w tym procesie.

Import tego modułu dopisuje folder programu do ścieżek, więc po nim można importować moduły asystenta.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

ASYSTENT = Path(__file__).resolve().parents[1] / "Kod" / "Rozwiazanie" / "asystent"
SLADY_PRACY = ("__pycache__", "wyniki", "index.json", "*.czesc")   # to, co program tworzy, a git pomija
sys.path.insert(0, str(ASYSTENT))
os.environ.pop("ASYSTENT_SILNIK", None)   # testy same wybierają silnik


def kopia_asystenta(tmp):
    """Kopiuje program do folderu tmp, bez śladów wcześniejszej pracy; zwraca ścieżkę kopii."""
    return Path(shutil.copytree(ASYSTENT, Path(tmp) / "asystent", ignore=shutil.ignore_patterns(*SLADY_PRACY)))


def srodowisko(**zmienne):
    """Zwraca zmienne środowiska dla procesu: UTF-8 i bez plików .pyc; zmienne dochodzą do nich."""
    return os.environ | {"PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"} | zmienne


def uruchom(*args, cwd=None, env=None, input=None):
    """Uruchamia Pythona z argumentami args; zwraca CompletedProcess, w którym stdout i stderr to teksty.

    env – zmienne dodane do zwykłych; input – tekst dla wejścia albo None (wejście od razu się kończy).
    """
    return subprocess.run([sys.executable, *map(str, args)], cwd=cwd, env=srodowisko(**(env or {})),
                          input=input or "", capture_output=True, encoding="utf-8", timeout=60)


def na_cwiczebnym(sprzatanie):
    """Kieruje program w tym procesie do silnika ćwiczebnego; sprzatanie to addCleanup albo addClassCleanup."""
    import lokalny
    import silnik
    from pomoc import cwiczebny
    serwer = cwiczebny.uruchom()
    sprzatanie(serwer.server_close)
    sprzatanie(serwer.shutdown)
    for latka in (mock.patch.object(silnik, "_wybrany", "cwiczebny"),
                  mock.patch.dict(lokalny.CONFIG, ollama_url=cwiczebny.adres(serwer),
                                  chat_model=cwiczebny.MODEL_CZATU,
                                  embedding_model=cwiczebny.MODEL_EMBEDDINGOW)):
        latka.start()
        sprzatanie(latka.stop)
