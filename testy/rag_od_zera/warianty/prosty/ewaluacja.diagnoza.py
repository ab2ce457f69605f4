def diagnoza(slad):
    if slad["poprawna"]:
        return "poprawna"
    if slad["rodzaj"] == "bez_odpowiedzi":
        return "odmowa"
    if not slad["w_bazie"]:
        return "ciecie"
    if not slad["znalezione"]:
        return "wyszukiwanie"
    if not slad["w_prompcie"]:
        return "dobor"
    return "model"
