#!/usr/bin/env python3
"""Measures how often merges are what a human made of them: docmerge under each policy, git and others.

    Benchmarks/merge-quality.py CORPUS                 # all programs, all tables
    Benchmarks/merge-quality.py CORPUS --fast          # docmerge alone, without the tables of its rules
    Benchmarks/merge-quality.py CORPUS --policy balanced --kind csv --show wrong --keep /tmp/merges

CORPUS is a folder of cases, or an archive of one that tar can unpack. A case is a folder with base.EXT,
left.EXT (ours), right.EXT (theirs), result.EXT (what the human committed) and meta.json with its "id",
"kind" and "ext", and as far as known "repo" (where it is from), "git_status" ("clean" or "conflict") and
"git_conflict_lines". Every program runs as a process of its own on each case: `docmerge merge`,
`git merge-file`, and as far as they are installed `diff3 -m`, `wiggle --merge`, the Python package
`merge3`, and `kdiff3 --auto`, which counts as a conflict where it waits for a person. Needs git and the
release build (or DOCMERGE_BINARY), and PyYAML to tell whether YAML is valid. Prints tables, which
QUALITY.md explains; --kinds adds those of each kind of text for all programs and not just for docmerge.
Ends with 1 when docmerge could not merge a case, or a clean merge of it does not account for every change.
"""
import argparse
import datetime
import doctest
import os
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, "Benchmarks/quality"))
import cases as corpus  # noqa: E402
import measure  # noqa: E402
import repositories  # noqa: E402
import rows  # noqa: E402
import rules  # noqa: E402
import scanners  # noqa: E402
import tables  # noqa: E402
import tools  # noqa: E402
import validity  # noqa: E402

DOCMERGE = os.environ.get("DOCMERGE_BINARY", os.path.join(TOP, ".build/release/docmerge"))
MEMORY = "/dev/shm"
FEWEST_CASES = 10
"""With fewer cases a repository has no row of its own."""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", nargs="?", help="a folder of cases, or an archive of one")
    parser.add_argument("--kinds", action="store_true", help="tables by kind for all programs")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="how many run at a time (2)")
    parser.add_argument("--ours", action="store_true",
                        help="docmerge alone; what git leaves is taken from meta.json")
    parser.add_argument("--fast", action="store_true",
                        help="--ours, but how often each rule was right is left out: twice as fast")
    parser.add_argument("--policy", action="append", choices=tools.POLICIES,
                        help="just this policy of docmerge")
    parser.add_argument("--kind", action="append", help="just cases of this kind of text")
    parser.add_argument("--repo", action="append", help="just cases from this repository")
    parser.add_argument("--case", action="append", help="just this case, by its id")
    parser.add_argument("--json", metavar="FILE", help="write a row for each case and policy, as JSON lines")
    parser.add_argument("--against", metavar="FILE", help="the cases with another verdict than in these rows")
    parser.add_argument("--show", metavar="VERDICT", choices=rows.VERDICTS,
                        help="in place of tables, the paths of the cases that came out so: "
                             + ", ".join(rows.VERDICTS))
    parser.add_argument("--keep", metavar="FOLDER", help="keep the clean merges there")
    parser.add_argument("--self-test", action="store_true", help="try the examples in Benchmarks/quality")
    words = parser.parse_args()
    if not words.corpus and not words.self_test:
        parser.error("CORPUS is missing")
    words.ours = words.ours or words.fast or words.show is not None
    return words


def picked(found, words):
    return [case for case in found
            if (not words.kind or case.kind in words.kind)
            and (not words.repo or case.repository in words.repo)
            and (not words.case or case.name in words.case)]


def programs(words):
    found = tools.installed(DOCMERGE, "text" if words.fast or words.show else "json")
    if words.ours:
        found = [tool for tool in found if tool.is_ours]
    if words.policy:
        found = [tool for tool in found if not tool.is_ours or tool.name.split()[-1] in words.policy]
    return found


def print_tables(words, found, measured):
    ours = [tool for tool in found if tool.is_ours]
    known = "; ".join([f"{len(measured)} cases", *tools.versions(found)])
    print(f"\n## All programs\n\nRun on {datetime.date.today()} with `Benchmarks/merge-quality.py` on {known}.")
    tables.print_totals(found, measured)
    if any(one.category for one in measured):
        tables.print_classes(found, measured)
    print("\n## Kinds of text")
    tables.print_groups(found if words.kinds else ours, measured, lambda one: one.case.kind)
    print("\n## Repositories")
    tables.print_groups(ours, measured, lambda one: one.case.repository, FEWEST_CASES)
    if not words.fast:
        print("\n## Rules")
        tables.print_rules(measured)
        repositories.print_all(measured)


def self_test():
    """Whether an example in the comments of the modules fails."""
    modules = (corpus, measure, repositories, rows, rules, scanners, tables, tools, validity)
    return any(doctest.testmod(module).failed for module in modules)


def main():
    words = arguments()
    if words.self_test:
        return self_test()
    if not os.access(DOCMERGE, os.X_OK):
        sys.exit("build first: swift build -c release --static-swift-stdlib")
    if os.access(MEMORY, os.W_OK):
        tempfile.tempdir = MEMORY
    with tempfile.TemporaryDirectory(prefix="corpus") as scratch:
        found = picked(corpus.load(words.corpus, scratch), words)
        if not found:
            sys.exit(f"{words.corpus}: no cases")
        ours = programs(words)
        start = time.perf_counter()
        bench = measure.Bench(ours, classifies=not words.ours, keep=words.keep)
        measured = measure.run(bench, found, words.jobs)
        print(f"{time.perf_counter() - start:.1f} s", file=sys.stderr)
        if words.json:
            rows.write(words.json, ours, measured)
        if words.against:
            rows.compare(words.against, ours, measured)
        if words.show:
            rows.show(words.show, ours, measured)
            return 0
        print_tables(words, ours, measured)
        return 1 if tables.print_troubles(ours, measured) else 0


if __name__ == "__main__":
    sys.exit(main())
