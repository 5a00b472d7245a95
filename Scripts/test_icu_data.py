#!/usr/bin/env python3
"""Trims the data of ICU that the toolchain has, and checks the rest.

    python3 -B -m unittest discover -s Scripts
"""
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import icu_data  # noqa: E402


class Items(unittest.TestCase):
    def test_packs_what_it_reads(self):
        header = b"\x10\x00\xda\x27" + bytes(8) + b"CmnD"
        named = [("a/de.res", b"x" * 16), ("a/fr.res", b"y" * 32), ("a/pool.res", b"z" * 5)]
        again, items = icu_data.items(icu_data.packed(header, named))
        self.assertEqual(again, header)
        self.assertEqual([name for name, _ in items], [name for name, _ in named])
        for (_, item), (_, packed) in zip(named, items):
            self.assertEqual(packed.rstrip(b"\0"), item)
            self.assertEqual(len(packed) % 16, 0)

    def test_keeps_two_languages_and_what_has_none(self):
        for name in ("root.res", "de.res", "de_AT.res", "en_GB.res", "pool.res", "zoneinfo64.res", "coll/de.res",
                     "coll/res_index.res", "supplementalData.res", "brkitr/word.brk", "cnvalias.icu"):
            self.assertTrue(icu_data.is_used("icudt76l/" + name), name)
        for name in ("fr.res", "zh_Hant_TW.res", "kde.res", "coll/zh.res", "brkitr/cjdict.dict", "euc-jp-2007.cnv",
                     "translit/root.res", "unames.icu"):
            self.assertFalse(icu_data.is_used("icudt76l/" + name), name)

    def test_refuses_what_is_no_data_of_icu(self):
        with self.assertRaises(icu_data.UnexpectedData):
            icu_data.items(b"\x7fELF" + bytes(100))


class Toolchain(unittest.TestCase):
    def test_writes_an_object_with_the_symbol_of_the_toolchain(self):
        archive = icu_data.archive_of_toolchain()
        if not os.path.exists(archive):
            self.skipTest("the toolchain has no static libraries")
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "icu.o")
            before, after = icu_data.write_object(target, archive, folder)
            self.assertLess(after * 4, before)
            symbols = subprocess.run(["nm", "--defined-only", target], check=True, stdout=subprocess.PIPE, text=True)
            self.assertRegex(symbols.stdout, r" R icudt[0-9]+_dat\n")


if __name__ == "__main__":
    unittest.main()
