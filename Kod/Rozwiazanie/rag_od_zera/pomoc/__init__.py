"""Pokój pomocy: silnik ćwiczebny i to, co pomaga się uczyć, a nie jest częścią asystenta."""
