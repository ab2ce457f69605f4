def zapakuj(trafienia, limit, licz):
    dlugosci = list(map(licz, trafienia))
    wchodzi = []
    for dlugosc in dlugosci:
        zajete = sum(d for d, czy in zip(dlugosci, wchodzi) if czy)
        wchodzi.append(zajete + dlugosc <= limit)
    spakowane = [trafienie for trafienie, czy in zip(trafienia, wchodzi) if czy]
    pominiete = [trafienie for trafienie, czy in zip(trafienia, wchodzi) if not czy]
    spakowane.reverse()
    return [spakowane, pominiete]
