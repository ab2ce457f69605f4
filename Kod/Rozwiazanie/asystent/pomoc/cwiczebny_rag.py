"""Pokój odpowiedzi silnika ćwiczebnego: z fragmentów i pytania wybiera zdania i cytuje je etykietą.

Dane: fragment {"etykieta": "S1" albo "1", "naglowek": str, "tekst": str}; pytanie (str) → odpowiedź (str), np.
„Port wynosi 8443. [S1]”, albo zdanie ODMOWA, gdy fragmenty pokrywają pytanie zbyt słabo. Cytat ma tę samą
postać co etykieta w wiadomości.
"""
import math
import re

from slowa import gramy, rdzen, szkielet, zdania, znaczace

ODMOWA = "W dokumentach nie ma odpowiedzi na to pytanie."
NAJWIECEJ_ZDAN = 3
NAJWIECEJ_PUNKTOW = 8      # tyle punktów listy dopisuje do zdania, które je zapowiada dwukropkiem
PROG_ODPOWIEDZI = 0.4      # od tej oceny (0–1) najlepsze zdanie jest odpowiedzią
PROG_ZDANIA = 0.7          # od tej części oceny najlepszego zdania dochodzą inne z tego samego fragmentu
UDZIAL_FRAGMENTU = 0.3     # część oceny, która zależy od całego fragmentu, a nie od samego zdania
# Ile znaczy słowo pytania znalezione: w innej odmianie, jako słowo pokrewne, tylko w nagłówku.
ZA_RDZEN, ZA_POKREWNE, ZA_NAGLOWEK = 1.0, 0.5, 0.6
ZA_CZASOWNIK = 0.6         # mnożnik wagi czasownika
WSPOLNE_GRAMY = 0.5        # od tej części wspólnych gramów dwa słowa są pokrewne

# Etykieta na początku wiersza: [S1], (S1), S1:, także po „- ”, „## ” lub „**”.
ETYKIETA = re.compile(r"[ \t#*•-]*(?:\[(S\d{1,3})\]|\((S\d{1,3})\)|(S\d{1,3})(?=[ \t]*[:.)]))"
                      r"[\s*:.)–-]*(.*)", re.I)
# Sama liczba jest etykietą tylko w nawiasie kwadratowym: „1.” i „1)” to numery listy, „[1](…)” – odnośnik.
ETYKIETA_LICZBA = re.compile(r"[ \t#*•-]*\[(\d{1,3})\](?!\()[\s*:.)–-]*(.*)")
PYTANIE = re.compile(r"[ \t#*•-]*(?:pytanie(?: u[żz]ytkownika)?|question)[ \t*]*:[ \t*]*(.*)", re.I)
OBCA_ETYKIETA = re.compile(r"\[(S\d+)\]", re.I)
OBCA_LICZBA = re.compile(r"\[(S?\d+(?:[\s,;–-]+S?\d+)*)\]", re.I)   # także „[1, 7]”
CYTAT = re.compile(r"[ \t]*>[ ]?(.*)")
NAGLOWEK = re.compile(r"#{1,6}\s|.*\?[*_\"”]*$|\*\*.*\*\*$", re.S)
POGRUBIONY_WIERSZ = re.compile(r"^(\*\*.+\*\*)$", re.M)
PUNKT = re.compile(r"\A(?:\d{1,3}[.)]|[-*•–—])\s+")
# Czasownik w pytaniu najczęściej jest inny niż w dokumencie („trzymać” – „leżeć”), więc waży mniej.
CZASOWNIK = re.compile(r"\w{3,}(?:[aeiy]c|uje|uja|[aie]lem|[aie]lam|limy|lismy)"
                       r"|\w{4,}(?:[ao]n[aeiy]|[ao]nych)")


def znajdz(messages):
    """Zwraca (fragmenty, pytanie) z listy wiadomości; czego nie ma, to [] i "".

    Czyta wiadomości systemowe i te po ostatniej odpowiedzi modelu (wcześniejsze to przykłady lub historia),
    od ostatniej wstecz. Gdy pytania nie ma obok fragmentów, jest nim ostatnia inna wiadomość użytkownika."""
    odpowiedzi = [i for i, m in enumerate(messages) if m["role"] == "assistant"]
    nowe = messages[odpowiedzi[-1] + 1:] if odpowiedzi else messages
    systemowe = [m for m in messages if m["role"] == "system" and m not in nowe]
    for wiadomosc in [*reversed(nowe), *systemowe]:
        fragmenty = czytaj_fragmenty(wiadomosc["content"])
        if fragmenty:
            inne = [m["content"].strip() for m in nowe if m["role"] == "user" and m is not wiadomosc]
            return fragmenty, czytaj_pytanie(wiadomosc["content"]) or (inne[-1] if inne else "")
    return [], ""


def czytaj_fragmenty(tresc):
    """Zwraca listę fragmentów, które stoją w treści wiadomości po etykietach na początku wiersza."""
    fragmenty, wiersze = [], podziel(tresc)
    wzor = wzor_etykiety(wiersze)
    for wiersz in wiersze:
        etykieta = wzor.fullmatch(wiersz)
        if etykieta:
            *nazwy, naglowek = etykieta.groups()
            nazwa = next(filter(None, nazwy)).upper()
            fragmenty.append({"etykieta": nazwa, "naglowek": naglowek.strip(), "wiersze": []})
        elif fragmenty:
            fragmenty[-1]["wiersze"].append(wiersz)
    fragmenty = [_fragment(**zebrany) for zebrany in fragmenty]
    return [fragment for fragment in fragmenty if fragment["tekst"].strip()]


def wzor_etykiety(wiersze):
    """Zwraca wzór etykiet wiadomości. Postaci się nie mieszają: obok [S1] wiersz „[1] …” to przypis dokumentu."""
    return ETYKIETA if any(map(ETYKIETA.fullmatch, wiersze)) else ETYKIETA_LICZBA


def podziel(tresc):
    """Zwraca listę wierszy wiadomości, bez znaków końca."""
    # Nie splitlines: dzieli też na U+2028 i innych znakach, które mogą stać w środku cytowanego wiersza.
    return [wiersz.rstrip("\r") for wiersz in tresc.split("\n")]


def _fragment(etykieta, naglowek, wiersze):
    """Zamienia zebrane wiersze na fragment: gdy są cytowane znakiem „>”, liczą się tylko one."""
    cytaty = [cytat[1] for cytat in map(CYTAT.fullmatch, wiersze) if cytat]
    if cytaty:
        return {"etykieta": etykieta, "naglowek": naglowek, "tekst": "\n".join(cytaty)}
    tekst = []
    for wiersz in wiersze:
        if PYTANIE.fullmatch(wiersz):
            break
        tekst.append(wiersz)
    # W wierszu etykiety stoi nagłówek, gdy tekst jest niżej, a zdanie się tam nie kończy.
    if not "".join(tekst).strip() or naglowek.endswith((".", "!", "?")):
        tekst, naglowek = [naglowek, *tekst], ""
    return {"etykieta": etykieta, "naglowek": naglowek, "tekst": "\n".join(tekst)}


def czytaj_pytanie(tresc):
    """Zwraca pytanie z treści wiadomości: po słowie „Pytanie:”, a bez niego pierwszy lub ostatni wiersz
    zakończony „?” poza fragmentami; "" – nie ma go."""
    wiersze = podziel(tresc)
    wzor = wzor_etykiety(wiersze)
    pierwsza = next((i for i, wiersz in enumerate(wiersze) if wzor.fullmatch(wiersz)), len(wiersze))
    for numer in _numery_pytan(wiersze, pierwsza):
        pytanie = " ".join(akapit([PYTANIE.fullmatch(wiersze[numer])[1], *wiersze[numer + 1:]], wzor))
        if pytanie:
            return pytanie
    pytania = [wiersz.strip() for wiersz in [*wiersze[:pierwsza], *wiersze[-1:]]
               if wiersz.rstrip().endswith("?") and not CYTAT.match(wiersz)]
    return pytania[-1] if pytania else ""


def _numery_pytan(wiersze, pierwsza):
    """Zwraca numery wierszy „Pytanie:”: najpierw sprzed pierwszej etykiety, potem od końca wiadomości.

    Dokument bez znaków „>” mógłby zawierać taki wiersz w środku, dlatego środek jest ostatni."""
    numery = [i for i, wiersz in enumerate(wiersze) if PYTANIE.fullmatch(wiersz)]
    return [i for i in numery if i < pierwsza] + [i for i in reversed(numery) if i > pierwsza]


def akapit(wiersze, wzor):
    """Zwraca przycięte wiersze pierwszego akapitu, do pustego wiersza lub etykiety."""
    zebrane = []
    for numer, wiersz in enumerate(wiersze):
        if (numer and wzor.fullmatch(wiersz)) or (zebrane and not wiersz.strip()):
            break   # pytanie może samo zaczynać się etykietą, dalszy wiersz już nie
        if wiersz.strip():
            zebrane.append(wiersz.strip())
    return zebrane


def odpowiedz(fragmenty, pytanie):
    """Zwraca odpowiedź: najwyżej NAJWIECEJ_ZDAN zdań z fragmentów, każde z etykietą, albo ODMOWA.

    Odmowa pada, gdy najlepsze zdanie pokrywa za małą część pytania."""
    # Odpowiada jeden fragment, ten z najlepszym zdaniem; przy remisie S1 przed S2.
    pary = max(_oceny(fragmenty, pytanie), key=lambda f: (max(f)[0], -int(f[0][2]["etykieta"].lstrip("S"))),
               default=None)
    if pary is None or max(pary)[0] < PROG_ODPOWIEDZI:
        return ODMOWA
    return " ".join(f"{jednostka['tekst']} [{jednostka['etykieta']}]" for jednostka in _wybrane(pary))


def pokrycie(fragmenty, pytanie):
    """Zwraca liczbę 0–1: jaką część słów pytania (z wagami) pokrywa najlepsze zdanie i jego fragment."""
    return max((max(pary)[0] for pary in _oceny(fragmenty, pytanie)), default=0.0)


def _oceny(fragmenty, pytanie):
    """Zwraca dla każdego fragmentu, w którym jest co oceniać, listę trójek z _ocenione.

    Słowa pytania mają wagi: rzadkie wśród fragmentów waży więcej niż częste, a takie, którego nie ma w
    żadnym – najwięcej."""
    pytane = list(dict.fromkeys(znaczace(pytanie)))
    zebrane = [_jednostki(fragment, pytane) for fragment in fragmenty]
    wagi = {slowo: _waga(slowo, zebrane) for slowo in pytane}
    return [_ocenione(jednostki, wagi) for jednostki in zebrane if jednostki and wagi]


def _wybrane(pary):
    """Zwraca najlepsze jednostki fragmentu, najwyżej NAJWIECEJ_ZDAN, w kolejności fragmentu."""
    najlepsze = sorted(pary, reverse=True)[:NAJWIECEJ_ZDAN]
    prog = najlepsze[0][0] * PROG_ZDANIA
    w_kolejnosci = sorted(najlepsze, key=lambda para: -para[1])
    return [jednostka for ocena, _, jednostka in w_kolejnosci if ocena >= prog]


def _jednostki(fragment, pytane):
    """Dzieli fragment na jednostki odpowiedzi: zdania wraz z tym, co zapowiadają dwukropkiem.

    Jednostka: {"tekst", "etykieta", "wlasne": {słowo pytania: siła 0–1}, "kontekst": to samo dla nagłówków}.
    Nagłówek i zdanie pytające nie są odpowiedzią: stają się kontekstem zdań pod nimi."""
    jednostki, podtytul = [], ""
    obca = OBCA_ETYKIETA if fragment["etykieta"].startswith("S") else OBCA_LICZBA
    czesci = POGRUBIONY_WIERSZ.split(fragment["tekst"])   # w Markdownie taki wiersz bywa podtytułem
    for zdanie in _z_zapowiedzia([zdanie for czesc in czesci for zdanie in _zdania(czesc)]):
        if NAGLOWEK.match(zdanie):
            podtytul = zdanie
            continue
        # Etykieta wpisana w dokument udawałaby w odpowiedzi powołanie na źródło, dlatego traci nawias.
        jednostki.append({"tekst": obca.sub(r"(\1)", PUNKT.sub("", zdanie)),
                          "etykieta": fragment["etykieta"],
                          "wlasne": _zgodnosc(pytane, zdanie),
                          "kontekst": _zgodnosc(pytane, fragment["naglowek"] + "\n" + podtytul)})
    return jednostki


def _zdania(tekst):
    return [tekst] if POGRUBIONY_WIERSZ.fullmatch(tekst) else zdania(tekst)


def _z_zapowiedzia(lista):
    """Zwraca zdania, w których zapowiedź z dwukropkiem jest złączona z poleceniem lub punktami listy."""
    wynik = []
    for zdanie in lista:
        zapowiedz = wynik and wynik[-1].split("\n")[0].endswith(":")
        wiersze = wynik[-1].count("\n") if zapowiedz else 0
        if zapowiedz and (wiersze == 0 or (PUNKT.match(zdanie) and wiersze < NAJWIECEJ_PUNKTOW)):
            wynik[-1] += "\n" + " ".join(zdanie.split())
        else:
            wynik.append(" ".join(zdanie.split()))
    return wynik


def _zgodnosc(pytane, tekst):
    """Zwraca {słowo pytania: siła 0–1}, z jaką to słowo występuje w tekście w jakiejkolwiek odmianie."""
    obecne = set(znaczace(tekst))
    return {slowo: max((_pokrewienstwo(slowo, inne) for inne in obecne), default=0.0) for slowo in pytane}


def _pokrewienstwo(slowo, inne):
    if rdzen(slowo) == rdzen(inne) or (szkielet(slowo) == szkielet(inne) and slowo[0] == inne[0]):
        return ZA_RDZEN
    jedne, drugie = set(gramy(slowo)), set(gramy(inne))
    wspolne = len(jedne & drugie) / max(1, min(len(jedne), len(drugie)))
    return ZA_POKREWNE if wspolne >= WSPOLNE_GRAMY else 0.0


def _waga(slowo, zebrane):
    """Zwraca wagę słowa pytania: tym większą, im mniej fragmentów je zawiera."""
    ile = sum(any(j["wlasne"][slowo] or j["kontekst"][slowo] for j in jednostki) for jednostki in zebrane)
    waga = math.log(1 + (len(zebrane) + 1) / (ile + 1))
    return waga * ZA_CZASOWNIK if CZASOWNIK.fullmatch(slowo) else waga


def _pokrycie(jednostka, wagi):
    """Zwraca sumę wag słów pytania, które zawiera jednostka; słowo tylko z nagłówka liczy się słabiej."""
    return sum(waga * max(jednostka["wlasne"][slowo], ZA_NAGLOWEK * jednostka["kontekst"][slowo])
               for slowo, waga in wagi.items())


def _ocenione(jednostki, wagi):
    """Zwraca listę (ocena 0–1, −numer, jednostka); ocena to część wagi pytania, którą pokrywa zdanie i jego
    fragment. Ujemny numer rozstrzyga remis na korzyść zdania wcześniejszego."""
    wszystko = sum(wagi.values())
    fragment = sum(waga * max(j["wlasne"][slowo] for j in jednostki) for slowo, waga in wagi.items())
    return [(((1 - UDZIAL_FRAGMENTU) * _pokrycie(jednostka, wagi) + UDZIAL_FRAGMENTU * fragment) / wszystko,
             -numer, jednostka) for numer, jednostka in enumerate(jednostki)]
