def diagnoza(slad):
    zarzuty = {"poprawna": slad["poprawna"], "odmowa": slad["rodzaj"] == "bez_odpowiedzi",
               "ciecie": not slad["w_bazie"], "wyszukiwanie": not slad["znalezione"], "dobor": not slad["w_prompcie"]}
    return next((warstwa for warstwa, prawda in zarzuty.items() if prawda), "model")
