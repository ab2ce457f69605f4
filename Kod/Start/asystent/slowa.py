"""Pokój słów: polski tekst rozłożony na słowa, zdania i cechy, bez słownika i bez sieci.

Dane: tekst (str) → tekst złożony, czyli małe litery bez polskich znaków → słowa ([a-z0-9]+) → cechy,
słownik {cecha: waga}, np. {"s:uslug": 0.69, "k:slg": 0.34, "g:uslu": 0.3}.
Korzystają stąd pamiec, decyzja, asystent i rag (tekst złożony), fragmenty (zdania) i silnik ćwiczebny (cechy).
"""
import math
import re
import unicodedata
from collections import Counter
from functools import lru_cache

# „ł” nie rozkłada się w Unikodzie na „l” i kreskę, dlatego wszystkie dziewięć liter stoi w jawnej tabeli.
POLSKIE_LITERY = str.maketrans("ąćęłńóśźż", "acelnoszz")
# Znaki bez szerokości i miękki łącznik: niewidoczne, a dzieliłyby słowo na dwa różne.
NIEWIDOCZNE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))

DLUGOSC_PRZEDROSTKA = 5
DLUGOSC_GRAMU = 4
# Znaczenie rodzajów cech; dobrane na pytaniach z testów autorów.
WAGI_CECH = {"s": 1.0, "k": 0.4, "p": 0.6, "g": 0.6}

WYRAZY_POMIJANE = """
    a aby albo ale ani aż bez bo by byli być był była było były będzie będą ci co coś czego czemu czy
    czyli czym dla dlaczego do gdy gdyby gdzie go i ich ile im inna inne inny iż ja jak jaka jaką jaki
    jakich jakie jakiej jakiego jakiemu jakim jako je jednak jego jej jemu jest jestem jeśli jeżeli już
    każda każde każdy kiedy kim kogo komu kto która które którego której który których którym którymi
    którą ku lecz lub ma mają mam mi mnie mną moim moja moje mojego mojej mój mu musi muszę można mogę
    może mogą my na nad nam nami nas nasz nasza nasze nie nich nią nim niego niej niemu niż no o od on ona
    one oni ono oraz po pod ponieważ poza przed przez przy są się skąd swoja swoje swojego swojej swoją
    sobie ta tak taka takie taki tam te tego tej temu ten też to trzeba tu tutaj twój tych tylko tym tymi
    tę tą u w we wam wami was więc wszystkie wszystko wy z za zaś ze że żeby mieć należy powinien powinna
    powinno dokąd czyj czyja ilu jakimi
"""
# Słowa, którymi się pyta i prosi: stoją w pytaniu, a o jego temacie nie mówią nic.
WYRAZY_PYTANIA = """
    zrobić robić zrobię robię zrobi robi znajduje znajdują znaleźć znajdę znajdziemy wygląda oznacza
    znaczy pokaż powiedz podaj proszę chcę chce chciałbym chciałabym potrzebuję wiadomo dzieje istnieje
    dotyczy oznaczają znaczą sposób cześć hej witaj dziękuję dzięki
"""
SKROTY = """
    al ang art cd cz dn doc dot dr fr gen godz hab im in inż jr kol ks lek lic lit łac m.in mgr m.st min
    mjr n.e nb niem np nr nt ob odc odp ok os pkt pl płk pn poj por pow poz ppkt prof przyp pt red rozdz
    rys sp st str św tab tel tj tłum tzn tzw ul ust wew woj wsp wyd zał zam zob
"""
# Końcówki odmiany; po czasownikowych ma zostać o jedną literę więcej, bo „zmiana” to nie „zmi” + „ana”.
KONCOWKI_IMION = """
    a e i o u y am ami ach ia ie ii iu iami iach iem iom ego iego emu iemu ej iej ych ich im ym imi ymi em
    om ow owi owie
"""
KONCOWKI_CZASOWNIKOW = """
    ac ec ic yc owac al il yl ala ali alo alem alam ila ili ilo ilem ilam yla yli yle ane any ana anego
    anej anych anie ania aniu eni ona one ony onego onej onych enie enia eniu uje uja ajac ujac ajaca
    ujaca aja amy imy
"""
# W miejscowniku końcówka zmienia ostatnią spółgłoskę: port – porcie, sklad – składzie, serwer – serwerze.
WYMIANY = {"cie": "t", "dzie": "d", "rze": "r"}
SAMOGLOSKI = re.compile(r"[aeiouy]")

SLOWO = re.compile(r"[a-z0-9]+")
# Grupa 1: pierwszy znak po odstępie; jej brak to koniec tekstu.
KONIEC_ZDANIA = re.compile(r"(?<![.!?…])[.!?…]+[\"”’»)\]*_]*(?=\s+(\S)?)")
# Numer punktu („1. Zatrzymaj usługę”, „§ 3. Administrator”) otwiera zdanie, a nie kończy.
NUMER_PUNKTU = re.compile(r"\s*(?:§\s*)?\d{1,3}\.")
NAJDLUZSZY_SKROT = 20
# Nagłówek, płotek kodu, polecenie wcięte lub po znaku „$” stoją same; punkt listy tylko zaczyna nową całość.
WIERSZ_SAMODZIELNY = re.compile(r"[ ]{0,3}(?:#{1,6}[ ]|```)|[ ]{4}|\t|[ ]*\$[ ]")
NOWA_CALOSC = re.compile(r"[ ]{0,3}(?:[-*•–—][ ]|\d{1,3}[.)][ ]|[a-z]\)[ ]|§)|" + WIERSZ_SAMODZIELNY.pattern)


def zloz(tekst):
    """Zwraca tekst złożony: NFC, małe litery bez polskich znaków, bez znaków niewidocznych,
    każdy ciąg odstępów (także twardych) jako jedna spacja, bez odstępów na brzegach."""
    tekst = unicodedata.normalize("NFC", tekst.translate(NIEWIDOCZNE)).lower()
    return " ".join(tekst.translate(POLSKIE_LITERY).split())


POMIJANE = frozenset(zloz(WYRAZY_POMIJANE + WYRAZY_PYTANIA).split())
# Od najdłuższej; wartość: (ile liter ma zostać, co wstawić w miejsce końcówki).
KONCOWKI = dict(sorted({
    **{koncowka: (4, "") for koncowka in KONCOWKI_CZASOWNIKOW.split()},
    **{koncowka: (3, "") for koncowka in KONCOWKI_IMION.split()},
    **{koncowka: (3, zamiana) for koncowka, zamiana in WYMIANY.items()},
}.items(), key=lambda para: -len(para[0])))
SKROTY_ZLOZONE = frozenset(zloz(SKROTY).split())


def slowa(tekst):
    """Zwraca listę słów złożonych w kolejności tekstu; „docassist-api” to dwa słowa."""
    return SLOWO.findall(zloz(tekst))


def znaczace(tekst):
    """Zwraca słowa tekstu bez wyrazów pomijanych (spójników, przyimków, zaimków, słów pytających)."""
    return [slowo for slowo in slowa(tekst) if slowo not in POMIJANE]


@lru_cache(maxsize=20000)   # te same słowa wracają w każdym zdaniu
def rdzen(slowo):
    """Zwraca przybliżony rdzeń złożonego słowa: bez jednej końcówki, najwyżej pięć liter.

    „baza”, „bazy” i „bazie” dają „baz”. Słowo z cyfrą wraca w całości: „8080” ani „v2” nie mają odmiany."""
    if not slowo.isalpha():
        return slowo
    for koncowka, (zostaje, zamiana) in KONCOWKI.items():
        if slowo.endswith(koncowka) and len(slowo) - len(koncowka) + len(zamiana) >= zostaje:
            return (slowo[:-len(koncowka)] + zamiana)[:DLUGOSC_PRZEDROSTKA]
    return slowo[:DLUGOSC_PRZEDROSTKA]


@lru_cache(maxsize=20000)
def szkielet(slowo):
    """Zwraca spółgłoski rdzenia: „błąd” i „błędu” dają „bld”, „zmienić” i „zmiana” – „zmn”.

    Mniej niż trzy spółgłoski znaczą za mało: wtedy wraca cały rdzeń."""
    spolgloski = SAMOGLOSKI.sub("", rdzen(slowo))
    return spolgloski if len(spolgloski) >= 3 else rdzen(slowo)


def gramy(slowo):
    """Zwraca listę czteroliterowych wycinków słowa; słowo krótsze niż cztery litery nie ma żadnego."""
    return [slowo[i:i + DLUGOSC_GRAMU] for i in range(len(slowo) - DLUGOSC_GRAMU + 1)]


def cechy(tekst):
    """Zwraca słownik {cecha: waga} znaczących słów tekstu; tekst bez takich słów daje słownik pusty.

    Rodzaje cech: „s:” rdzeń, „k:” szkielet, „p:” pierwsze pięć liter, „g:” cztery kolejne litery. Gramy jednego słowa
    dzielą się jedną wagą, żeby długie słowo nie znaczyło więcej niż krótkie. Powtórzenia liczą się coraz
    słabiej (logarytm), żeby długi fragment nie wygrywał samym powtarzaniem."""
    wagi = {}
    for slowo, ile in Counter(znaczace(tekst)).items():
        for cecha, waga in cechy_slowa(slowo).items():
            wagi[cecha] = wagi.get(cecha, 0.0) + ile * waga
    return {cecha: math.log1p(waga) for cecha, waga in wagi.items()}


def cechy_slowa(slowo):
    """Zwraca słownik {cecha: waga} jednego złożonego słowa."""
    wycinki = gramy(slowo)
    wagi = Counter({f"s:{rdzen(slowo)}": WAGI_CECH["s"], f"k:{szkielet(slowo)}": WAGI_CECH["k"],
                    f"p:{slowo[:DLUGOSC_PRZEDROSTKA]}": WAGI_CECH["p"]})
    for wycinek in wycinki:
        wagi[f"g:{wycinek}"] += WAGI_CECH["g"] / math.sqrt(len(wycinki))
    return dict(wagi)


def zdania(tekst):
    """Zwraca listę zdań: dokładnych wycinków tekstu, bez odstępów na brzegach, w kolejności.

    Zdanie kończy się kropką, pytajnikiem, wykrzyknikiem lub wielokropkiem, gdy dalej nie stoi mała litera
    i gdy kropka nie należy do skrótu, inicjału ani numeru. Kończy się też przed pustym wierszem, punktem
    listy, nagłówkiem, wierszem polecenia i po wierszu zakończonym dwukropkiem."""
    return [zdanie for calosc in _calosci(tekst) for zdanie in _zdania_calosci(calosc)]


def _calosci(tekst):
    """Dzieli tekst na całości: grupy kolejnych wierszy, między którymi zdanie nie może przechodzić."""
    calosci, biezaca, poprzedni = [], "", ""
    for wiersz in tekst.splitlines(keepends=True):
        rozdziela = (not wiersz.strip() or NOWA_CALOSC.match(wiersz) or WIERSZ_SAMODZIELNY.match(poprzedni)
                     or poprzedni.rstrip().endswith(":"))
        if rozdziela and biezaca:
            calosci.append(biezaca)
            biezaca = ""
        biezaca += wiersz
        poprzedni = wiersz
    return [calosc for calosc in [*calosci, biezaca] if calosc.strip()]


def _zdania_calosci(calosc):
    """Dzieli jedną całość na zdania; zwraca przycięte wycinki."""
    wynik, poczatek = [], len(calosc) - len(calosc.lstrip())
    for znak in KONIEC_ZDANIA.finditer(calosc):
        if _konczy(calosc, poczatek, znak):
            wynik.append(calosc[poczatek:znak.end()])
            poczatek = znak.end() if znak.group(1) is None else znak.start(1)   # od razu za odstępem
    return [zdanie for zdanie in [*wynik, calosc[poczatek:].strip()] if zdanie]


def _konczy(calosc, poczatek, znak):
    """Mówi, czy dopasowanie KONIEC_ZDANIA kończy zdanie, które zaczyna się w miejscu poczatek.

    Zagląda tylko w okolicę kropki: zdanie pełne skrótów może być tak długie jak dokument, a kropek ma wtedy tysiące.
    """
    koniec, dalej = znak.end(), znak.group(1)
    if dalej is None or dalej.islower():
        return dalej is None
    if not calosc.endswith(".", poczatek, koniec) or calosc.endswith("..", poczatek, koniec):
        return True
    wyraz = (calosc[max(poczatek, koniec - NAJDLUZSZY_SKROT):koniec - 1].split() or [""])[-1].lstrip("(„\"[")
    inicjal = len(wyraz) == 1 and wyraz.isalpha()
    return not (inicjal or NUMER_PUNKTU.fullmatch(calosc, poczatek, koniec) or zloz(wyraz) in SKROTY_ZLOZONE)
