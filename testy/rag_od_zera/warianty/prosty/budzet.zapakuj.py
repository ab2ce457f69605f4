def zapakuj(trafienia, limit, licz):
    spakowane = []
    pominiete = []
    zostalo = limit
    for trafienie in trafienia:
        dlugosc = licz(trafienie)
        if dlugosc > zostalo:
            pominiete.append(trafienie)
            continue
        spakowane.insert(0, trafienie)
        zostalo = zostalo - dlugosc
    return spakowane, pominiete
