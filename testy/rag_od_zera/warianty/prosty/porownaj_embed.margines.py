def margines(podobne, rozne):
    if len(podobne) == 0 or len(rozne) == 0:
        raise ValueError("potrzebne są obie listy")
    najgorsza = sorted(podobne)[0]
    najgrozniejsza = sorted(rozne)[-1]
    return najgorsza - najgrozniejsza
