#!/usr/bin/env python3
"""Looks at the files of the repository: what a build makes stays out of it.

    python3 -B -m unittest discover -s Scripts
"""
import os
import subprocess
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Objects, archives of them, programs, libraries and modules of Swift, by their first bytes.
BUILT = (b"\x7fELF", b"!<arch>", b"\xcf\xfa\xed\xfe", b"MZ", b"\xe2\x9c\xa8\x0e")


def kept():
    """The paths that git keeps, from the root of the repository."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=True)
    return [os.path.join(ROOT, os.fsdecode(path)) for path in listed.stdout.split(b"\0") if path]


class Tree(unittest.TestCase):
    @unittest.skipUnless(os.path.exists(os.path.join(ROOT, ".git")), "a copy without its repository")
    def test_keeps_nothing_built(self):
        built = []
        for path in kept():
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    if file.read(8).startswith(BUILT):
                        built.append(path)
        self.assertEqual(built, [])


if __name__ == "__main__":
    unittest.main()
