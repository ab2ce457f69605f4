def znak(wektor, srednia):
    wynik = 0
    for x, s in zip(reversed(wektor), reversed(srednia)):
        wynik = wynik << 1 | int(x - s > 0)
    return wynik
