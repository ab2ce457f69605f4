def znak(wektor, srednia):
    wynik = 0
    for i in range(len(wektor)):
        if wektor[i] > srednia[i]:
            wynik = wynik + 2 ** i
    return wynik
