"""Pokój testów znaków: bity wektora, wektor średni i wybór kandydatów porównany ze zwykłym sortowaniem."""
import math
import random
import unittest

import warsztat

# isort: split
import znaki


class Znak(unittest.TestCase):
    def test_bit_miejsca_i_wazy_2_do_i(self):
        self.assertEqual(znaki.znak((0.5, -0.2, 0.1), (0.0, 0.0, 0.3)), 1)
        self.assertEqual(znaki.znak([-1, -1, 1, -1], [0, 0, 0, 0]), 4)

    def test_rowne_sredniej_daje_zero(self):
        self.assertEqual(znaki.znak((0.25, 0.75), (0.25, 0.5)), 2)

    def test_dlugi_wektor(self):
        wektor = [1.0 if i % 3 == 0 else -1.0 for i in range(1024)]
        self.assertEqual(znaki.znak(wektor, [0.0] * 1024), sum(2 ** i for i in range(0, 1024, 3)))


class Srednia(unittest.TestCase):
    def test_liczy_po_miejscach(self):
        self.assertEqual(znaki.srednia([(1, 4), (3, -2)]), (2.0, 1.0))

    def test_przyjmuje_generator(self):
        self.assertEqual(znaki.srednia((float(i), 1.0) for i in range(5)), (2.0, 1.0))


class Kandydaci(unittest.TestCase):
    def test_jak_zwykle_sortowanie_takze_przy_remisach(self):
        los = random.Random(7)
        for bity in (4, 64):   # przy czterech bitach niemal wszystkie odległości są remisami
            lista = [los.getrandbits(bity) for _ in range(300)]
            pytanie = los.getrandbits(bity)
            wzor = sorted(range(300), key=lambda i: (bin(pytanie ^ lista[i]).count("1"), i))
            for ile in (1, 7, 150, 300, 1000):
                with self.subTest(bity=bity, ile=ile):
                    self.assertEqual(znaki.kandydaci(pytanie, lista, ile), wzor[:ile])

    def test_pusta_lista(self):
        self.assertEqual(znaki.kandydaci(5, [], 10), [])

    def test_odjecie_sredniej_zostawia_wiecej_prawdziwych_sasiadow(self):
        """Wektory z dużym wspólnym składnikiem mają bez odjęcia średniej prawie jednakowe znaki."""
        los = random.Random(1)
        wspolny = [los.gauss(0, 3) for _ in range(64)]
        lista = [tuple(w + los.gauss(0, 1) for w in wspolny) for _ in range(400)]
        pytanie = lista[0]
        bliskie = set(sorted(range(400), key=lambda i: math.dist(pytanie, lista[i]))[:20])

        def trafione(srednia):
            kandydaci = znaki.kandydaci(znaki.znak(pytanie, srednia), [znaki.znak(w, srednia) for w in lista], 60)
            return len(bliskie & set(kandydaci))
        self.assertGreater(trafione(znaki.srednia(lista)), trafione([0.0] * 64))


class Program(unittest.TestCase):
    def test_wiecej_kandydatow_to_wieksza_trafnosc_a_bez_sredniej_mniejsza(self):
        wynik = warsztat.uruchom(warsztat.WARSZTAT / "znaki.py", "--wektory", "400")
        self.assertEqual((wynik.returncode, wynik.stderr), (0, ""))
        ze_srednia, bez = ([float(x.replace(",", ".")) for x in wiersz.split()[-5:]]
                           for wiersz in wynik.stdout.splitlines()[-2:])
        self.assertEqual(ze_srednia, sorted(ze_srednia))
        self.assertEqual((ze_srednia[-1], bez[-1]), (1.0, 1.0), "kandydatem jest każdy z 400 wektorów")
        self.assertGreater(ze_srednia[0], bez[0])

    def test_za_malo_albo_za_duzo_wektorow_to_zle_wywolanie(self):
        for liczba in ("3", "100001"):
            wynik = warsztat.uruchom(warsztat.WARSZTAT / "znaki.py", "--wektory", liczba)
            self.assertEqual(wynik.returncode, 2)
            self.assertIn("od 10 do 100000", wynik.stderr)


if __name__ == "__main__":
    unittest.main()
