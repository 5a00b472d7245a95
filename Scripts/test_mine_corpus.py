#!/usr/bin/env python3
"""Mines small git repositories with known merges, and checks the corpus.

    python3 Scripts/test_mine_corpus.py
    python3 -B -m unittest discover -s Scripts
"""
import contextlib
import csv
import doctest
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SCRIPTS = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, SCRIPTS)
from testing import SETTINGS, load  # noqa: E402

mine_corpus = load("mine_corpus", os.path.join(SCRIPTS, "mine-corpus.py"))
BASE = "one\ntwo\nthree\nfour\nfive\n"
OURS = BASE.replace("one", "ONE")
THEIRS = BASE.replace("five", "FIVE")
BOTH = OURS.replace("five", "FIVE")
OTHER = BASE.replace("one", "eins")


class Repository:
    """A repository in a temporary folder."""

    def __init__(self, folder):
        self.folder = folder
        self.day = 0
        self.git("init", "-q", "-b", "main", ".")

    def git(self, *words, accepted=(0,)):
        date = f"2024-01-{1 + self.day:02} 12:00 +0000"
        done = subprocess.run(["git", *words], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, **SETTINGS, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date})
        if done.returncode not in accepted:
            raise AssertionError(f"git {words}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def commit(self, files):
        """Commits files, each as text, bytes, or `None` to remove it."""
        for name, text in files.items():
            path = os.path.join(self.folder, name)
            if text is None:
                os.remove(path)
                continue
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
        self.day += 1
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "edit")
        return self.git("rev-parse", "HEAD")

    def merge(self, base, ours, theirs, result):
        """Makes a base, two sides of it and their merge with that result; the id of the merge."""
        start = self.commit(base)
        self.git("checkout", "-q", "--detach", start)
        other = self.commit(theirs)
        self.git("checkout", "-q", "main")
        self.commit(ours)
        return self.join(other, result)

    def join(self, other, result):
        """Merges a commit into the current one, with that result."""
        self.git("merge", "-q", "--no-ff", "--no-commit", "-s", "ours", "--allow-unrelated-histories", other)
        return self.commit(result)


class MineCorpusTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = folder.name
        os.mkdir(os.path.join(self.top, "notes"))
        self.repository = Repository(os.path.join(self.top, "notes"))
        self.out = os.path.join(self.top, "corpus")

    def mine(self, *words, out=None):
        """Runs the script; status, what it printed, what it printed on standard error."""
        output, messages = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(messages):
            status = mine_corpus.main([self.repository.folder, "--out", out or self.out, *words])
        return status, output.getvalue(), messages.getvalue()

    def cases(self):
        """The facts of all cases by path, with the four texts beside them."""
        found = {}
        for name in os.listdir(self.out):
            if name == "index.tsv":
                continue
            with open(os.path.join(self.out, name, "meta.json"), encoding="utf-8") as file:
                facts = json.load(file)
            self.assertEqual(name, facts["id"])
            facts["texts"] = [self.text(name, role, facts["ext"]) for role in mine_corpus.ROLES]
            found[facts["path"]] = facts
        return found

    def text(self, name, role, suffix):
        with open(os.path.join(self.out, name, f"{role}.{suffix}"), "rb") as file:
            return file.read()

    def index(self):
        with open(os.path.join(self.out, "index.tsv"), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file, delimiter="\t"))

    def test_takes_what_both_sides_changed(self):
        merge = self.repository.merge({"a.md": BASE, "b.md": BASE}, {"a.md": OURS, "b.md": OURS}, {"a.md": THEIRS},
                                      {"a.md": BOTH})
        self.assertEqual(self.mine()[0], 0)
        facts = self.cases()["a.md"]
        self.assertEqual(facts["texts"], [text.encode() for text in (BASE, OURS, THEIRS, BOTH)])
        self.assertEqual(list(self.cases()), ["a.md"])
        self.assertEqual((facts["merge"], facts["repo"], facts["kind"]), (merge, "notes", "markdown"))
        self.assertEqual((facts["git_status"], facts["git_equals_human"]), ("clean", True))
        self.assertEqual(facts["date"], "2024-01-05")
        self.assertEqual(self.index()[0]["git_equals_human"], "true")

    def test_counts_conflicts(self):
        self.repository.merge({"a.md": BASE}, {"a.md": OURS}, {"a.md": OTHER}, {"a.md": OTHER})
        self.mine()
        facts = self.cases()["a.md"]
        self.assertEqual((facts["git_status"], facts["git_conflicts"], facts["git_conflict_lines"]), ("conflict", 1, 2))
        self.assertEqual((facts["result_is_left"], facts["result_is_right"], facts["novel_tokens"]), (False, True, 0))

    def test_is_no_different_for_settings_of_the_user(self):
        self.repository.merge({"a.md": BASE}, {"a.md": OURS}, {"a.md": OTHER}, {"a.md": OTHER})
        self.repository.git("config", "merge.conflictStyle", "diff3")
        self.repository.git("config", "diff.renames", "copies")
        self.mine()
        self.assertEqual(self.cases()["a.md"]["git_conflict_lines"], 2)

    def test_conflicts_only(self):
        self.repository.merge({"a.md": BASE, "b.md": BASE}, {"a.md": OURS, "b.md": OURS},
                              {"a.md": THEIRS, "b.md": OTHER}, {"a.md": BOTH})
        output = self.mine("--conflicts-only")[1]
        self.assertEqual(list(self.cases()), ["b.md"])
        self.assertIn("left out: 1 merged by git merge-file", output)

    def test_suffixes(self):
        names = ("a.md", "b.JSON", "c.txt", "md")
        self.repository.merge({name: BASE for name in names}, {name: OURS for name in names},
                              {name: THEIRS for name in names}, {name: BOTH for name in names})
        self.mine("--suffix", "md", "--suffix", ".json")
        self.assertEqual(sorted(self.cases()), ["a.md"])  # The second is the same triple.
        self.repository.merge({"b.JSON": "{}\n"}, {"b.JSON": "{1}\n"}, {"b.JSON": "{2}\n"}, {"b.JSON": "{3}\n"})
        self.out += "2"
        self.mine("--suffix", "json", "--since", "2024-01-05")
        self.assertEqual(sorted(self.cases()), ["b.JSON"])

    def test_leaves_out_what_is_no_measure(self):
        large = "line\n" * 1000
        marks = "<<<<<<< ours\n" + BASE
        self.repository.merge(
            {"binary": "a\0b", "large": large, "marks": BASE + "m\n", "gone": BASE, "same": BASE, "one": BASE},
            {"binary": "A\0b", "large": "1" + large, "marks": OURS + "m\n", "gone": OURS, "same": OURS, "one": OURS},
            {"binary": "a\0B", "large": large + "2", "marks": THEIRS + "m\n", "gone": None, "same": OURS},
            {"marks": marks})
        status, output, _ = self.mine("--max-bytes", "4000")
        self.assertEqual((status, self.index()), (1, []))
        for reason in ("1 binary files", "1 files that are too large", "1 texts with conflict markers"):
            self.assertIn(f"left out: {reason}", output)

    def test_leaves_out_what_the_merge_removed(self):
        self.repository.merge({"a.md": BASE}, {"a.md": OURS}, {"a.md": OTHER}, {"a.md": None})
        self.assertIn("left out: 1 files that the merge removed", self.mine()[1])

    def test_result_may_be_the_base(self):
        self.repository.merge({"a.md": BASE}, {"a.md": OURS}, {"a.md": OTHER}, {"a.md": BASE})
        self.mine()
        self.assertEqual(self.cases()["a.md"]["texts"][3], BASE.encode())

    def test_leaves_out_links(self):
        self.repository.commit({"b.md": BASE})
        os.symlink("a", os.path.join(self.repository.folder, "link"))
        start = self.repository.commit({})
        self.repository.git("checkout", "-q", "--detach", start)
        for target, branch in (("b", None), ("c", "main")):
            if branch:
                other = self.repository.git("rev-parse", "HEAD")
                self.repository.git("checkout", "-q", branch)
            os.remove(os.path.join(self.repository.folder, "link"))
            os.symlink(target, os.path.join(self.repository.folder, "link"))
            self.repository.commit({})
        self.repository.join(other, {})
        self.assertEqual(self.mine()[0], 1)

    def test_takes_a_triple_once(self):
        self.repository.merge({"a.md": BASE}, {"a.md": OURS}, {"a.md": OTHER}, {"a.md": OTHER})
        self.repository.merge({"a.md": BASE}, {"a.md": OTHER}, {"a.md": OURS}, {"a.md": OURS})
        output = self.mine()[1]
        self.assertEqual(len(self.index()), 1)
        self.assertIn("left out: 1 duplicates", output)

    def test_leaves_out_merges_with_several_bases(self):
        repository = self.repository
        start = repository.commit({"a.md": BASE})
        repository.git("checkout", "-q", "--detach", start)
        theirs = repository.commit({"a.md": THEIRS})
        repository.git("checkout", "-q", "main")
        ours = repository.commit({"a.md": OURS})
        repository.join(theirs, {"a.md": BOTH + "ours\n"})
        repository.git("checkout", "-q", "--detach", theirs)
        crossed = repository.join(ours, {"a.md": BOTH + "theirs\n"})
        repository.git("checkout", "-q", "main")
        repository.join(crossed, {"a.md": BOTH + "all\n"})
        output = self.mine()[1]
        self.assertIn("left out: 1 merges with several merge bases", output)
        self.assertEqual([row["git_status"] for row in self.index()], ["clean"])

    def test_leaves_out_unrelated_histories(self):
        self.repository.commit({"a.md": BASE})
        self.repository.git("checkout", "-q", "--orphan", "other")
        other = self.repository.commit({"a.md": OTHER})
        self.repository.git("checkout", "-q", "main")
        self.repository.join(other, {})
        self.assertIn("left out: 1 merges without a merge base", self.mine()[1])

    def test_leaves_out_a_stash(self):
        self.repository.merge({"a.md": BASE}, {"a.md": OURS}, {"a.md": OTHER}, {"a.md": OTHER})
        with open(os.path.join(self.repository.folder, "a.md"), "w", encoding="utf-8") as file:
            file.write(BOTH)
        self.repository.git("stash")
        self.assertIn("1 of 1 merges", self.mine()[1])

    def test_limit_and_revision(self):
        for number in range(4):
            last = self.repository.merge({"a.md": f"{number}\n{BASE}"}, {"a.md": f"{number}\n{OURS}"},
                                         {"a.md": f"{number}\n{OTHER}"}, {"a.md": f"{number}\n{OTHER}"})
        self.mine("--limit", "2")
        self.assertEqual(len(self.index()), 2)
        first = {row["id"] for row in self.index()}
        self.out += "2"
        self.mine()
        self.assertEqual(len(self.index()), 4)
        self.assertLess(first, {row["id"] for row in self.index()})
        self.out += "3"
        self.mine("--revision", f"{last}^1")
        self.assertEqual(len(self.index()), 3)

    def test_any_name_of_a_file(self):
        name = "a folder/tab\tline\nend \udcff.m d"
        self.repository.merge({name: BASE}, {name: OURS}, {name: THEIRS}, {name: BOTH})
        self.assertEqual(self.mine()[0], 0)
        self.assertEqual((self.cases()[name]["ext"], self.cases()[name]["kind"]), ("txt", "text"))
        self.assertEqual(len(self.index()), 1)

    def test_bare_repository_and_hook(self):
        self.repository.merge({"a.md": BASE}, {"a.md": OURS}, {"a.md": OTHER}, {"a.md": OTHER})
        bare = os.path.join(self.top, "bare.git")
        self.repository.git("clone", "-q", "--bare", ".", bare)
        os.environ["GIT_DIR"] = "/nonexistent"
        self.addCleanup(os.environ.pop, "GIT_DIR", None)
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(mine_corpus.main([bare, "--out", self.out]), 0)
        self.assertEqual(self.cases()["a.md"]["repo"], "bare")

    def test_says_why_it_cannot_run(self):
        self.repository.commit({"a.md": BASE})
        with tempfile.TemporaryDirectory() as folder:
            with contextlib.redirect_stderr(io.StringIO()) as messages:
                self.assertEqual(mine_corpus.main([folder, "--out", self.out]), 2)
            self.assertIn("not a git repository", messages.getvalue())
            self.assertFalse(os.path.exists(self.out))
        status, _, messages = self.mine(out=self.top)
        self.assertEqual(status, 2)
        self.assertIn("is not empty", messages)
        self.assertEqual(self.mine("--revision=--nothing")[0], 2)
        with self.assertRaises(SystemExit) as ended, contextlib.redirect_stderr(io.StringIO()):
            mine_corpus.main([self.repository.folder, "--out", self.out, "--limit", "none"])
        self.assertEqual(ended.exception.code, 2)

    def test_measurements_read_it(self):
        sys.path.insert(0, os.path.join(os.path.dirname(SCRIPTS), "Benchmarks/quality"))
        import cases
        self.repository.merge({"a.yml": BASE}, {"a.yml": OURS}, {"a.yml": OTHER}, {"a.yml": OTHER})
        self.mine("--name", "owner/notes")
        case, = cases.load(self.out, None)
        self.assertEqual((case.kind, case.extension, case.repository), ("yaml", "yml", "owner/notes"))
        self.assertEqual((case.git_status, case.git_lines), ("conflict", 2))
        self.assertEqual([case.text(role) for role in mine_corpus.ROLES],
                         [text.encode() for text in (BASE, OURS, OTHER, OTHER)])

    def test_examples(self):
        self.assertEqual(doctest.testmod(mine_corpus).failed, 0)


if __name__ == "__main__":
    unittest.main()
