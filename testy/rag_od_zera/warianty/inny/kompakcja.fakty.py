import re

from slowa import zdania

MIESIACE = "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"
CYFRY = r"(?:\d{1,3}(?: \d{3})+\b(?:,\d+)?|\d+(?:[,.]\d+)*)"
MINUS = r"(?:(?<= )[-−–]|(?<=\()[-−–]|^[-−–]|(?<![\w,.]))"
ZAJETE = "\x00"


def fakty(tekst):
    znalezione = []   # (numer zdania, miejsce, fakt)
    for numer, zdanie in enumerate(zdania(tekst)):
        zdanie = " ".join(zdanie.split())
        zdanie = zdanie[re.search(r"[-−–]\d|\w", zdanie).start():]

        def wez(wzor, numer=numer):
            nonlocal zdanie
            for trafiony in list(re.finditer(wzor, zdanie)):
                znalezione.append((numer, trafiony.start(), trafiony.group()))
                zdanie = zdanie[:trafiony.start()] + ZAJETE * len(trafiony.group()) + zdanie[trafiony.end():]

        wez(rf"\d{{1,2}} (?:{MIESIACE.replace(' ', '|')}) \d{{4}}")
        wez(r"\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d")
        wez(rf"{MINUS}{CYFRY}(?:[-–]{CYFRY})? ?(?:%|(?:(?:tys\.|mln|mld) )?(?:zł|gr|PLN|EUR|USD)\b)")
        wez(r"[^\W_]+(?:[/-][^\W_]+)*[/-]\d+(?:[/-][^\W_]+)*|\b\d+[^\W\d_]+")
        wez(MINUS + CYFRY)
        slowa = list(re.finditer(r"[\w-]+", zdanie))
        ciag = []
        for slowo in [*slowa[bool(slowa) and slowa[0].start() == 0:], None]:
            if slowo and slowo.group()[0].isupper() and (not ciag or zdanie[ciag[-1].end():slowo.start()] == " "):
                ciag.append(slowo)
                continue
            if ciag:
                znalezione.append((numer, ciag[0].start(), zdanie[ciag[0].start():ciag[-1].end()]))
            ciag = [slowo] if slowo and slowo.group()[0].isupper() else []
    return list(dict.fromkeys(fakt for _, _, fakt in sorted(znalezione)))
