"""Pokój procesów: to, z czego korzystają testy obu kursów – kopia folderu, osobny proces i silnik ćwiczebny tutaj.

Import tego modułu nie zmienia ścieżek; folder kursu dopisuje do nich wspolne (asystent) albo warsztat (rag_od_zera).
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

REPOZYTORIUM = Path(__file__).resolve().parents[1]
SLADY_PRACY = [wzor.rstrip("/") for wzor in (REPOZYTORIUM / ".gitignore").read_text(encoding="utf-8").split()]
os.environ.pop("ASYSTENT_SILNIK", None)   # testy same wybierają silnik


def kopia_folderu(folder, tmp):
    """Kopiuje folder do folderu tmp, bez śladów wcześniejszej pracy; zwraca ścieżkę kopii."""
    return Path(shutil.copytree(folder, Path(tmp) / folder.name, ignore=shutil.ignore_patterns(*SLADY_PRACY)))


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
    """Kieruje program w tym procesie do silnika ćwiczebnego; sprzatanie to addCleanup albo addClassCleanup.

    Moduły programu są importowane dopiero tutaj: z tego kursu, którego folder jest na ścieżce.
    """
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
