#!/usr/bin/env python3
"""Measures a corpus of two merges with git and a program that stands for docmerge, and reads the tables.

    python3 Scripts/test_measure_quality.py
"""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "measure-quality.py")
BASE = "one\ntwo\nthree\nfour\nfive\n"
OURS = BASE.replace("one", "ONE")
STAND_IN = """#!/bin/sh
# Takes our side whole, and ends with an error where that says so.
case $1 in
  --version) echo 9.8.7 ;;
  merge-file) shift; exec git merge-file "$@" ;;
  merge)
    while [ $# -gt 3 ]; do if [ "$1" = -o ]; then out=$2; fi; shift; done
    if grep -q fail "$2"; then exit 2; fi
    cp "$2" "$out" ;;
esac
"""


@unittest.skipUnless(importlib.util.find_spec("yaml"), "PyYAML is missing")
class MeasureQualityTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = folder.name
        self.program = os.path.join(self.top, "docmerge")
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(STAND_IN)
        os.chmod(self.program, 0o755)
        self.corpus = os.path.join(self.top, "corpus")
        self.add("clean", BASE, OURS, BASE.replace("five", "FIVE"), OURS.replace("five", "FIVE"))
        self.add("conflict", BASE, OURS, BASE.replace("one", "eins"), OURS)

    def add(self, name, *texts):
        folder = os.path.join(self.corpus, name)
        os.makedirs(folder)
        for role, text in zip(("base", "left", "right", "result"), texts):
            with open(os.path.join(folder, f"{role}.txt"), "w", encoding="utf-8") as file:
                file.write(text)
        with open(os.path.join(folder, "meta.json"), "w", encoding="utf-8") as file:
            json.dump({"id": name, "kind": "text", "ext": "txt", "repo": "owner/notes"}, file)

    def measure(self, *words, program=None):
        return subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True,
                              env={**os.environ, "DOCMERGE_BINARY": program or self.program})

    def test_counts_what_each_program_makes(self):
        done = self.measure(self.corpus)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = done.stdout.splitlines()
        self.assertIn("| `git merge-file` | 2 | 1 | 1 | 1 | 0 | 1 | 0 | 100.0 | 0 |", rows)
        self.assertIn("| `docmerge merge-file` | 2 | 1 | 1 | 1 | 0 | 1 | 0 | 100.0 | 0 |", rows)
        self.assertIn("| `docmerge merge --policy eager` | 2 | 2 | 1 | 1 | 1 | 0 | 0 | 50.0 | 0 |", rows)
        self.assertIn("| `docmerge merge --policy eager` | 1 | 1 | 1 | 1 | 0 | 0 | 0 | 100.0 | 0 |", rows)
        self.assertIn("docmerge 9.8.7", " ".join(done.stdout.split()))

    def test_fails_where_docmerge_does(self):
        self.add("failed", BASE, "fail\n", BASE + "six\n", BASE)
        done = self.measure(self.corpus)
        self.assertEqual(done.returncode, 1)
        self.assertIn("| `docmerge merge --policy strict` | 3 | 2 | 1 | 1 | 1 | 0 | 1 | 50.0 | 0 |", done.stdout)

    def test_says_why_it_cannot_run(self):
        self.assertIn("no such folder", self.measure(self.corpus + "2").stderr)
        self.assertIn("no cases", self.measure(self.corpus, "--kind", "csv").stderr)
        done = self.measure(self.corpus, program=self.program + "2")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("build first", done.stderr)


if __name__ == "__main__":
    unittest.main()
