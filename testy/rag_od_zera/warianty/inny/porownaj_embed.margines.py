def margines(podobne, rozne):
    if not (podobne and rozne):
        raise ValueError("brakuje par")
    return min(a - b for a in podobne for b in rozne)
