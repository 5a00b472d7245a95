#!/usr/bin/env python3
"""Splits changes of a small git repository, and looks at the sides and the figures.

    python3 Scripts/test_split_changes.py
    python3 -B -m unittest discover -s Scripts
"""
import contextlib
import doctest
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
SCRIPTS = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, SCRIPTS)
from testing import SETTINGS, load  # noqa: E402

FAILING = shutil.which("git")
"""A program that refuses to `merge` with these options, and ends with another status than 0 or 1."""
TEXTS = [f"first{number} second{number}\n" for number in range(40)]
"""Lines without a common word, so that an edit of one says nothing of another."""
split_changes = load("split_changes", os.path.join(SCRIPTS, "split-changes.py"))


def changed(*numbers):
    """The text with some lines replaced, each by words of its own."""
    return "".join(f"{'abcdefgh'[number % 8] * 9} {number}\n" if number in numbers else line
                   for number, line in enumerate(TEXTS)).encode()


class SplitTests(unittest.TestCase):
    def split(self, new, seed, old=changed()):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("a", old), ("b", new)):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(text)
            return split_changes.split(folder, old, new, seed)

    def test_sides_have_all_edits_between_them(self):
        found = [made for seed in range(20) if (made := self.split(changed(3, 12, 21, 30), seed))]
        self.assertGreater(len(found), 5)
        for made in found:
            self.assertEqual(made.right, changed(3, 12, 21, 30))
            self.assertNotIn(made.base, (made.ours, made.theirs))
            lines = [split_changes.lines_of(text) for text in made]
            for base, ours, theirs, right in zip(*lines):
                self.assertEqual({ours, theirs} - {base}, {right} - {base})

    def test_one_edit_is_not_split(self):
        self.assertIsNone(self.split(changed(3), 0))
        self.assertIsNone(self.split(changed(), 0))

    def test_a_line_that_moved_goes_to_one_side(self):
        lines = split_changes.lines_of(changed())
        new = b"".join(lines[:5] + lines[6:20] + [lines[5]] + lines[20:30] + [b"wholly other\n"] + lines[31:])
        found = [made for seed in range(0, 20, 2) if (made := self.split(new, seed))]
        self.assertTrue(found)
        for made in found:
            self.assertEqual({text.count(lines[5]) for text in (made.ours, made.theirs)}, {1})

    def test_odd_seeds_split_adjacent_lines(self):
        self.assertIsNone(self.split(changed(8, 9), 0))
        self.assertTrue(any(self.split(changed(8, 9), seed) for seed in range(1, 20, 2)))


class CommandTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.repository = os.path.join(folder.name, "r")
        self.output = os.path.join(folder.name, "out.json")
        subprocess.run(["git", "init", "-q", self.repository], check=True)
        for numbers in ((), (3, 12, 21, 30), (3, 5, 12, 18, 21, 30)):
            with open(os.path.join(self.repository, "notes.txt"), "wb") as file:
                file.write(changed(*numbers))
            self.git("add", ".")
            self.git("commit", "-q", "-m", "notes")

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.repository, *arguments], check=True, env={**os.environ, **SETTINGS})

    def run_main(self, *arguments, binary):
        shown = io.StringIO()
        with mock.patch.dict(os.environ, {"DOCMERGE_BINARY": binary}), contextlib.redirect_stdout(shown), \
                contextlib.redirect_stderr(shown):
            return split_changes.main(list(arguments)), shown.getvalue()

    def test_changes_of_commits_are_found(self):
        found = list(split_changes.changes_of(self.repository, 10))
        self.assertEqual([path for _, path, _, _ in found], ["notes.txt"] * 2)
        self.assertEqual(found[1][2:], (changed(), changed(3, 12, 21, 30)))
        self.assertEqual(len(list(split_changes.changes_of(self.repository, 1))), 1)

    def test_a_missing_program_or_repository_is_told(self):
        status, shown = self.run_main(self.repository, binary="/nowhere/docmerge")
        self.assertEqual((status, "build first" in shown), (split_changes.COULD_NOT_RUN, True))
        status, shown = self.run_main("/nowhere/at-all", binary="/bin/true")
        self.assertEqual((status, "cannot be read" in shown), (split_changes.COULD_NOT_RUN, True))

    def test_a_program_that_fails_has_no_verdict(self):
        status, _ = self.run_main(self.repository, "--json", self.output, "--seed", "2", binary=FAILING)
        with open(self.output, encoding="utf-8") as file:
            results = json.load(file)
        self.assertEqual(status, 0)
        self.assertEqual({result[policy] for result in results for policy in split_changes.POLICIES}, {"failed"})

    @unittest.skipUnless(os.access(os.environ.get("DOCMERGE_BINARY", ""), os.X_OK), "needs DOCMERGE_BINARY")
    def test_docmerge_is_measured(self):
        status, shown = self.run_main(self.repository, "--json", self.output, "--seed", "2",
                                      binary=os.environ["DOCMERGE_BINARY"])
        with open(self.output, encoding="utf-8") as file:
            results = json.load(file)
        self.assertEqual(status, 0)
        for result in results:
            self.assertEqual((result["git"], result["strict"], result["balanced"]), ("right",) * 3)
        self.assertIn("false alarm", shown)


def load_tests(loader, tests, pattern):
    """The examples in the comments as well."""
    tests.addTests(doctest.DocTestSuite(split_changes))
    return tests


if __name__ == "__main__":
    unittest.main()
