def chunk_staly(tekst, rozmiar=800, zakladka=200):
    if not rozmiar > zakladka >= 0:
        raise ValueError(f"zły rozmiar {rozmiar} albo zakładka {zakladka}")

    def poczatek_slowa(gdzie):
        """Zwraca początek pierwszego słowa, które zaczyna się w tym miejscu albo dalej."""
        while gdzie < len(tekst) and (tekst[gdzie].isspace() or gdzie and not tekst[gdzie - 1].isspace()):
            gdzie += 1
        return gdzie

    def koniec_slowa(gdzie):
        while gdzie < len(tekst) and not tekst[gdzie].isspace():
            gdzie += 1
        return gdzie

    fragmenty = []
    poczatek = nowe = poczatek_slowa(0)
    while nowe < len(tekst):
        koniec = koniec_slowa(nowe)   # jedno nowe słowo wchodzi zawsze
        nastepne = poczatek_slowa(koniec)
        while nastepne < len(tekst) and koniec_slowa(nastepne) - poczatek <= rozmiar:
            koniec = koniec_slowa(nastepne)
            nastepne = poczatek_slowa(koniec)
        fragmenty.append(tekst[poczatek:koniec])
        nowe = nastepne
        poczatek = poczatek_slowa(max(koniec - zakladka, koniec_slowa(nowe) - rozmiar, 0))
        poczatek = min(poczatek, nowe)
    return fragmenty
