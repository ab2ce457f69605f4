"""Pokój odpowiedzi silnika ćwiczebnego: z fragmentów i pytania wybiera zdania i cytuje je etykietą.

Dane: fragment {"etykieta": "S1", "naglowek": str, "tekst": str}; pytanie (str) → odpowiedź (str), np.
„Port wynosi 8443. [S1]”, albo zdanie ODMOWA, gdy fragmenty pokrywają pytanie zbyt słabo.
"""
import math
import re

from slowa import gramy, rdzen, szkielet, zdania, znaczace

ODMOWA = "W dokumentach nie ma odpowiedzi na to pytanie."
NAJWIECEJ_ZDAN = 3
NAJWIECEJ_PUNKTOW = 8      # tyle punktów listy dopisuje do zdania, które je zapowiada dwukropkiem
PROG_ODPOWIEDZI = 0.41     # od tej oceny (0–1) najlepsze zdanie jest odpowiedzią
PROG_ZDANIA = 0.7          # kolejne zdanie wchodzi do odpowiedzi od tej części oceny najlepszego
UDZIAL_FRAGMENTU = 0.3     # część oceny, która zależy od całego fragmentu, a nie od samego zdania
# Ile znaczy słowo pytania znalezione: w innej odmianie, jako słowo pokrewne, tylko w nagłówku.
ZA_RDZEN, ZA_POKREWNE, ZA_NAGLOWEK = 1.0, 0.5, 0.6
ZA_CZASOWNIK = 0.6         # mnożnik wagi czasownika
WSPOLNE_GRAMY = 0.5        # od tej części wspólnych gramów dwa słowa są pokrewne

# Etykieta na początku wiersza: [S1], (S1), S1:, także po „- ”, „## ” lub „**”.
ETYKIETA = re.compile(r"[ \t#*•-]*(?:\[(S\d{1,3})\]|\((S\d{1,3})\)|(S\d{1,3})(?=[ \t]*[:.)]))[\s*:.)–-]*(.*)", re.I)
PYTANIE = re.compile(r"[ \t#*•-]*(?:pytanie(?: u[żz]ytkownika)?|question)[ \t*]*:[ \t*]*(.*)", re.I)
CYTAT = re.compile(r"[ \t]*>[ ]?(.*)")
NAGLOWEK = re.compile(r"#{1,6}\s|.*\?[*_\"”]*$", re.S)
PUNKT = re.compile(r"(?:\d{1,3}[.)]|[-*•–—])\s+")
# Czasownik w pytaniu najczęściej jest inny niż w dokumencie („trzymać” – „leżeć”), więc waży mniej.
CZASOWNIK = re.compile(r"\w{3,}(?:[aeiy]c|uje|uja|[aie]lem|[aie]lam|limy|lismy)|\w{4,}(?:[ao]n[aeiy]|[ao]nych)")


def znajdz(messages):
    """Zwraca (fragmenty, pytanie) z listy wiadomości; czego nie ma, to [] i "".

    Fragmentów szuka od ostatniej wiadomości wstecz. Gdy w tej samej wiadomości nie ma pytania, jest nim
    ostatnia wiadomość użytkownika bez fragmentów."""
    tresci = [(m["role"], m["content"]) for m in messages if m["role"] in ("user", "system")]
    for rola, tresc in reversed(tresci):
        fragmenty = czytaj_fragmenty(tresc)
        if not fragmenty:
            continue
        inne = [inna.strip() for r, inna in tresci if r == "user" and inna is not tresc]
        return fragmenty, czytaj_pytanie(tresc) or (inne[-1] if inne else "")
    return [], ""


def czytaj_fragmenty(tresc):
    """Zwraca listę fragmentów, które stoją w treści wiadomości po etykietach na początku wiersza."""
    fragmenty = []
    for wiersz in tresc.splitlines():
        etykieta = ETYKIETA.fullmatch(wiersz)
        if etykieta:
            nazwa = next(filter(None, etykieta.groups()[:3])).upper()
            fragmenty.append({"etykieta": nazwa, "naglowek": etykieta[4].strip(), "wiersze": []})
        elif fragmenty:
            fragmenty[-1]["wiersze"].append(wiersz)
    fragmenty = [_fragment(**zebrany) for zebrany in fragmenty]
    return [fragment for fragment in fragmenty if fragment["tekst"].strip()]


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
    wiersze = tresc.splitlines()
    for numer in [*_numery_pytan(wiersze)]:
        pytanie = " ".join(_akapit([PYTANIE.fullmatch(wiersze[numer])[1], *wiersze[numer + 1:]]))
        if pytanie:
            return pytanie
    pierwsza = next((i for i, wiersz in enumerate(wiersze) if ETYKIETA.fullmatch(wiersz)), len(wiersze))
    brzegi = [*wiersze[:pierwsza], *wiersze[-1:]]
    pytania = [wiersz.strip() for wiersz in brzegi if wiersz.rstrip().endswith("?") and not CYTAT.match(wiersz)]
    return pytania[-1] if pytania else ""


def _numery_pytan(wiersze):
    """Zwraca numery wierszy „Pytanie:”: najpierw sprzed fragmentów, potem od końca wiadomości.

    Dokument bez znaków „>” mógłby zawierać taki wiersz w środku, dlatego środek jest ostatni."""
    numery = [i for i, wiersz in enumerate(wiersze) if PYTANIE.fullmatch(wiersz)]
    pierwsza = next((i for i, wiersz in enumerate(wiersze) if ETYKIETA.fullmatch(wiersz)), len(wiersze))
    return [i for i in numery if i < pierwsza] + [i for i in reversed(numery) if i > pierwsza]


def _akapit(wiersze):
    """Zwraca przycięte wiersze pierwszego akapitu, do pustego wiersza lub etykiety."""
    akapit = []
    for wiersz in wiersze:
        if ETYKIETA.fullmatch(wiersz) or (akapit and not wiersz.strip()):
            break
        if wiersz.strip():
            akapit.append(wiersz.strip())
    return akapit


def odpowiedz(fragmenty, pytanie):
    """Zwraca odpowiedź: najwyżej NAJWIECEJ_ZDAN zdań z fragmentów, każde z etykietą, albo ODMOWA.

    Słowa pytania mają wagi: rzadkie wśród fragmentów waży więcej niż częste, a takie, którego nie ma w
    żadnym – najwięcej. Odmowa pada, gdy najlepsze miejsce pokrywa za małą część sumy wag."""
    pytane = list(dict.fromkeys(znaczace(pytanie)))
    zebrane = [_jednostki(fragment, pytane) for fragment in fragmenty]
    wagi = {slowo: _waga(slowo, zebrane) for slowo in pytane}
    ocenione = [para for jednostki in zebrane for para in _ocenione(jednostki, wagi)] if wagi else []
    najlepsza = max((ocena for ocena, _ in ocenione), default=0.0)
    if najlepsza < PROG_ODPOWIEDZI:
        return ODMOWA
    prog = sorted((ocena for ocena, _ in ocenione), reverse=True)[:NAJWIECEJ_ZDAN][-1]
    wybrane = [j for ocena, j in ocenione if ocena >= max(prog, PROG_ZDANIA * najlepsza)][:NAJWIECEJ_ZDAN]
    return " ".join(f"{jednostka['tekst']} [{jednostka['etykieta']}]" for jednostka in wybrane)


def _jednostki(fragment, pytane):
    """Dzieli fragment na jednostki odpowiedzi: zdania wraz z tym, co zapowiadają dwukropkiem.

    Jednostka: {"tekst", "etykieta", "wlasne": {słowo pytania: siła 0–1}, "kontekst": to samo dla nagłówków}.
    Nagłówek i zdanie pytające nie są odpowiedzią: stają się kontekstem zdań pod nimi."""
    jednostki, podtytul = [], ""
    for zdanie in _z_zapowiedzia(zdania(fragment["tekst"])):
        if NAGLOWEK.match(zdanie):
            podtytul = zdanie
            continue
        jednostki.append({"tekst": " ".join(PUNKT.sub("", zdanie, count=1).split()),
                          "etykieta": fragment["etykieta"],
                          "wlasne": _zgodnosc(pytane, zdanie),
                          "kontekst": _zgodnosc(pytane, fragment["naglowek"] + "\n" + podtytul)})
    return jednostki


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
    if rdzen(slowo) == rdzen(inne) or szkielet(slowo) == szkielet(inne):
        return ZA_RDZEN
    jedne, drugie = set(gramy(slowo)), set(gramy(inne))
    wspolne = len(jedne & drugie) / max(1, min(len(jedne), len(drugie)))
    return ZA_POKREWNE if wspolne >= WSPOLNE_GRAMY else 0.0


def _waga(slowo, zebrane):
    """Zwraca wagę słowa pytania: tym większą, im mniej fragmentów je zawiera."""
    ile = sum(any(max(j["wlasne"][slowo], j["kontekst"][slowo]) > 0 for j in jednostki) for jednostki in zebrane)
    waga = math.log(1 + (len(zebrane) + 1) / (ile + 1))
    return waga * ZA_CZASOWNIK if CZASOWNIK.fullmatch(slowo) else waga


def _pokrycie(jednostka, wagi):
    """Zwraca sumę wag słów pytania, które zawiera jednostka; słowo tylko z nagłówka liczy się słabiej."""
    return sum(waga * max(jednostka["wlasne"][slowo], ZA_NAGLOWEK * jednostka["kontekst"][slowo])
               for slowo, waga in wagi.items())


def _ocenione(jednostki, wagi):
    """Zwraca listę par (ocena 0–1, jednostka): średnia z tego, ile pytania pokrywa samo zdanie i cały fragment."""
    wszystko = sum(wagi.values())
    fragment = sum(waga * max((j["wlasne"][slowo] for j in jednostki), default=0.0) for slowo, waga in wagi.items())
    return [(((1 - UDZIAL_FRAGMENTU) * _pokrycie(jednostka, wagi) + UDZIAL_FRAGMENTU * fragment) / wszystko, jednostka)
            for jednostka in jednostki]
