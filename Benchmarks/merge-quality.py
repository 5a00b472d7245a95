#!/usr/bin/env python3
"""Measures how often merges are what a human made of them: docmerge under each policy, git and others.

    Benchmarks/merge-quality.py CORPUS [--kinds]

CORPUS is a folder of cases, or an archive of one that tar can unpack. A case is a folder with base.EXT,
left.EXT (ours), right.EXT (theirs), result.EXT (what the human committed) and meta.json with its "id",
"kind" and "ext". Every program runs as a process of its own on each case: `docmerge merge`,
`git merge-file`, and as far as they are installed `diff3 -m`, `wiggle --merge`, the Python package
`merge3`, and `kdiff3 --auto`, which counts as a conflict where it waits for somebody. Needs git and the
release build (or DOCMERGE_BINARY). Prints tables, which QUALITY.md explains; --kinds adds those of each
kind of text for all programs and not just for docmerge. Ends with 1 when docmerge could not merge a case,
or a clean merge of it does not account for every change.
"""
import argparse
import collections
import concurrent.futures
import os
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, "Benchmarks/quality"))
import cases as corpus  # noqa: E402
import classes  # noqa: E402
import rules  # noqa: E402
import tools  # noqa: E402

DOCMERGE = os.environ.get("DOCMERGE_BINARY", os.path.join(TOP, ".build/release/docmerge"))


class Sum:
    """The outcomes of one program over some cases."""

    def __init__(self, outcomes, git):
        self.count = collections.Counter(outcome.result for outcome in outcomes)
        self.total = len(outcomes)
        self.exact = self.count["exact"]
        self.loose = self.exact + self.count["loose"]
        self.right = self.loose + self.count["data"]
        shown = [(outcome.lines or 0, other.lines or 0) for outcome, other in zip(outcomes, git)
                 if outcome.result != "conflict" or outcome.lines is not None]
        self.lines = sum(pair[0] for pair in shown)
        self.git_lines = sum(pair[1] for pair in shown)

    def cells(self):
        clean = self.right + self.count["wrong"]
        return [self.total, self.exact, self.loose, self.right, self.count["conflict"], self.count["wrong"],
                self.count["error"], share(self.right, self.total), share(self.right, clean),
                share(self.lines, self.git_lines)]


HEADS = ["cases", "exact", "loose", "data", "conflict", "wrong", "error", "covered %", "precision %",
         "lines / git %"]


def share(part, whole):
    return f"{100 * part / whole:.1f}" if whole else ""


def table(title, heads, rows):
    print(f"\n| {title} | {' | '.join(heads)} |\n|---|{'--:|' * len(heads)}")
    for name, cells in rows:
        print(f"| {name} | {' | '.join(str(cell) for cell in cells)} |")
    sys.stdout.flush()


class Bench:
    """All programs on all cases."""

    def __init__(self, found, jobs):
        self.cases = found
        self.tools = tools.installed(DOCMERGE)
        self.outcomes = {}
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for tool in self.tools:
                print(f"running {tool.name}", file=sys.stderr)
                self.outcomes[tool.name] = list(pool.map(lambda case, tool=tool: tools.run(tool, case), found))
            print("looking at the conflicts", file=sys.stderr)
            self.categories = list(pool.map(
                lambda pair: classes.category(pair[0]) if pair[1].result == "conflict" else None,
                zip(found, self.outcomes["git"])))

    def sums(self, tool, accepts):
        picked = [index for index in range(len(self.cases)) if accepts(index)]
        mine, git = self.outcomes[tool], self.outcomes["git"]
        return Sum([mine[index] for index in picked], [git[index] for index in picked])

    def left_by_git(self, index):
        return self.outcomes["git"][index].result == "conflict"

    def print_totals(self):
        names = [tool.name for tool in self.tools]
        table("where git leaves a conflict", HEADS,
              [(name, self.sums(name, self.left_by_git).cells()) for name in names])
        table("where git merges cleanly", HEADS[:7],
              [(name, self.sums(name, lambda index: not self.left_by_git(index)).cells()[:7])
               for name in names])

    def print_classes(self):
        rows = []
        for tool in self.tools:
            cells = []
            for names in (classes.WINNABLE, *[(name,) for name in classes.WINNABLE], ("other",)):
                found = self.sums(tool.name, lambda index, names=names: self.categories[index] in names)
                cells.append(f"{share(found.right, found.total)} / {share(found.count['wrong'], found.total)}")
            rows.append((tool.name, cells))
        counts = collections.Counter(self.categories)
        winnable = sum(counts[name] for name in classes.WINNABLE)
        heads = [f"winnable ({winnable})"]
        heads += [f"{name} ({counts[name]})" for name in (*classes.WINNABLE, "other")]
        table("right % / wrong %", heads, rows)

    def print_kinds(self, every):
        kinds = sorted({case.kind for case in self.cases})
        for tool in self.tools:
            if not every and not tool.is_ours:
                continue

            def of_kind(kind, tool=tool):
                return self.sums(tool.name, lambda index: (
                    self.cases[index].kind == kind and self.left_by_git(index)))
            table(f"{tool.name}, where git leaves a conflict", HEADS,
                  [(kind, of_kind(kind).cells()) for kind in kinds])

    def print_rules(self):
        """The tables of the rules; the names of the cases whose merge does not account for all changes."""
        rows, unaccounted = [], []
        for policy in ("strict", "balanced", "eager"):
            found = rules.Rules()
            for case, outcome in zip(self.cases, self.outcomes[f"docmerge {policy}"]):
                found.add(case, outcome.report, outcome.result != "conflict")
            unaccounted += [f"{name} ({policy})" for name in found.unaccounted]
            for name, right, wrong, by_kind in found.rows(policy):
                spread = ", ".join(f"{kind} {pair[0]}/{sum(pair)}" for kind, pair in by_kind.items())
                rows.append((name, [policy, right + wrong, right, wrong, share(right, right + wrong), spread]))
        table("rule", ["policy", "applied", "right", "wrong", "right %", "right / applied by kind"], rows)
        return unaccounted

    def print_troubles(self, unaccounted):
        """What must not be; whether there is any of it with docmerge."""
        print(f"\nClean merges of docmerge that do not account for every change: {len(unaccounted)}.")
        for name in unaccounted[:20]:
            print(f"- {name}")
        failed = bool(unaccounted)
        for tool in self.tools:
            for case, outcome in zip(self.cases, self.outcomes[tool.name]):
                if outcome.result == "error":
                    failed = failed or tool.is_ours
                    print(f"- {tool.name}, {case.name}: {outcome.why.strip()}")
        return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", help="a folder of cases, or an archive of one")
    parser.add_argument("--kinds", action="store_true", help="tables by kind for all programs")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="how many run at a time")
    words = parser.parse_args()
    if not os.access(DOCMERGE, os.X_OK):
        sys.exit("build first: swift build -c release --static-swift-stdlib")
    with tempfile.TemporaryDirectory(prefix="corpus") as scratch:
        found = corpus.load(words.corpus, scratch)
        if not found:
            sys.exit(f"{words.corpus}: no cases")
        bench = Bench(found, words.jobs)
        print(f"{len(found)} cases")
        bench.print_totals()
        bench.print_classes()
        bench.print_kinds(words.kinds)
        unaccounted = bench.print_rules()
        return 1 if bench.print_troubles(unaccounted) else 0


if __name__ == "__main__":
    sys.exit(main())
