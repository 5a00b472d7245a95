#!/usr/bin/env python3
"""Measures how often merges equal the committed result for the same texts: docmerge beside other programs.

    Scripts/measure-quality.py CORPUS              a folder that Scripts/mine-corpus.py wrote, or an archive of one
    Scripts/measure-quality.py CORPUS --kind csv   only cases of this kind of text

Runs `docmerge merge` under each policy, `docmerge merge-file` and `git merge-file` on each case, and what
else is installed: diff3, wiggle, fossil, imediff, kdiff3, the Python package merge3; for notebooks nbdime,
for tables daff. Each is a process of its own. A program that cannot merge a small text here, such as one
that waits for a window, is left out, and standard error says so. Prints tables in Markdown, with a legend,
the versions and the machine. Where to get them: `apt-get install diffutils wiggle fossil imediff`, and in a
virtual environment `pip install merge3 nbdime daff PyYAML`.

Needs git, PyYAML (to tell whether YAML is valid) and the release build (or DOCMERGE_BINARY). The comparison
is that of Benchmarks/merge-quality.py, which prints more about docmerge and its rules. Ends with 1 when
docmerge failed on a case, 2 when nothing could be measured.
"""
import argparse
import dataclasses
import datetime
import importlib.util
import multiprocessing
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(TOP, "Scripts"), os.path.join(TOP, "Benchmarks/quality")]
import cases as corpus  # noqa: E402
import measure  # noqa: E402
import tables  # noqa: E402
import tools  # noqa: E402
from progress import Progress  # noqa: E402

DOCMERGE = os.environ.get("DOCMERGE_BINARY", os.path.join(TOP, ".build/release/docmerge"))
MEMORY = "/dev/shm"
FILES = ["{base}", "{ours}", "{theirs}"]
FOSSIL = 'fossil 3-way-merge "$@" && test -s "$4" || exit 255'
"""With a line over 32 KiB fossil ends with 0 and leaves an empty file: that is a failure, not a merge."""
SHOWN = {"git": "git merge-file", "diff3": "diff3 -m", "wiggle": "wiggle --merge", "fossil": "fossil 3-way-merge",
         "imediff": "imediff -n", "kdiff3": "kdiff3 --auto", "nbdime": "nbmerge (nbdime)", "daff": "daff merge",
         **{f"docmerge {policy}": f"docmerge merge --policy {policy}" for policy in tools.POLICIES}}
"""What the tables call a program, where that is not its name."""
VERSIONS = {"fossil": ["fossil", "version"], "daff": ["daff", "version"],
            "merge3": [sys.executable, "-c", "import importlib.metadata as m; print(m.version('merge3'))"]}
"""The command that prints a program's version, where that is not `--version`."""
TRIALS = {"text": ("txt", b"a\nb\n"), "csv": ("csv", b"id,name\n1,a\n"),
          "ipynb": ("ipynb", b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n')}
"""A text of each kind that any program can merge with itself: its suffix and its bytes."""
HEADS = ["merges", "clean", "equal", "same content", "different", "conflict", "failed", "same / clean %", "invalid"]
LEGEND = """- *merges*: merges tried. *clean*: merged without a conflict. *conflict*: left to a person. *failed*: ended with
  an error, or took longer than a minute.
- *equal*: clean, and byte for byte the committed result. *same content*: that, or the same but for blank lines,
  white space at the ends of lines and line endings, or the same value when both are parsed (JSON, notebooks, TOML, CSV,
  XML). *different*: clean, and of other content. Not all of that is a mistake: people also edit while they merge.
- *same / clean %*: *same content* as a share of *clean*.
- *invalid*: clean merges that cannot be read as what they are, or have a key twice, which no input does."""


def general():
    """The programs that merge any text."""
    found = tools.installed(DOCMERGE, "text")
    ours = [tool for tool in found if tool.is_ours]
    peers = [tool for tool in found if not tool.is_ours]
    if shutil.which("fossil"):
        peers.append(tools.Tool("fossil", ["sh", "-c", FOSSIL, "fossil", *FILES, "{out}"]))
    if shutil.which("imediff"):
        peers.append(tools.Tool("imediff", ["imediff", "-n", "-o", "{out}", "{ours}", "{base}", "{theirs}"]))
    lines = tools.Tool("docmerge merge-file", [DOCMERGE, "merge-file", "-p", "-q", "{ours}", "{base}", "{theirs}"])
    return [*peers, lines, *ours]


@dataclasses.dataclass
class Specialist:
    """A program that merges one kind of text."""
    tool: tools.Tool
    kind: str
    title: str
    takes: Callable[[corpus.Case], bool] = lambda case: True

    def picked(self, cases):
        return [case for case in cases if case.kind == self.kind and self.takes(case)]


def has_current_format(case):
    """Whether all texts are notebooks of format 4: nbdime gives the cells of older ones random ids, which conflict."""
    return all(re.search(rb'"nbformat"\s*:\s*4\b', text) for text in case.inputs())


def special():
    """The programs that are there and merge one kind of text."""
    found = []
    if shutil.which("nbmerge"):
        found.append(Specialist(tools.Tool("nbdime", ["nbmerge", *FILES, "--out", "{out}"]), "ipynb",
                                "notebooks of format 4", has_current_format))
    if shutil.which("daff"):
        found.append(Specialist(tools.Tool("daff", ["daff", "merge", "--output", "{out}", *FILES]), "csv",
                                "tables (CSV, TSV)"))
    return found


def is_usable(tool, kind="text"):
    """Whether a program merges three equal texts here; standard error says if not."""
    suffix, text = TRIALS[kind]
    with tempfile.TemporaryDirectory(prefix="trial") as inputs, tempfile.TemporaryDirectory(prefix="trial") as output:
        case = corpus.Case("trial", kind, inputs, suffix)
        for role in ("base", "left", "right"):
            with open(case.path(role), "wb") as file:
                file.write(text)
        made = tools.run(tool, case, output)
    if made.state != "clean":
        print(f"measure-quality: {tool.name} is left out: it cannot merge a small text here {made.why}", file=sys.stderr)
    return made.state == "clean"


def version(tool):
    """The program and its version, as far as it says: "git 2.39.5"."""
    name = "docmerge" if tool.is_ours else tool.name
    command = VERSIONS.get(name, [tool.words[0], "--version"])
    done = subprocess.run(command, env=tools.ENVIRONMENT, capture_output=True, text=True)
    number = re.search(r"\d+(\.\d+)+", done.stdout + done.stderr)
    return f"{name} {number[0]}" if number else name


def machine():
    """The processor and the system: "2 cores (AMD EPYC), Debian GNU/Linux 12 (bookworm)"."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = re.search(r"^model name\s*:\s*(.+)$", file.read(), re.MULTILINE)
        model = names[1] if names else model
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        system = platform.platform(terse=True)
    return f"{os.cpu_count()} cores ({model}), {system}"


def run(programs, cases, jobs):
    """What the programs made of the cases, by the names of these."""
    bench = measure.Bench(programs, classifies=False, keep=None)
    found = {}
    with multiprocessing.get_context("fork").Pool(jobs) as pool, Progress("cases", len(cases)) as progress:
        for one in pool.imap_unordered(bench.measure, cases, chunksize=2):
            found[one.case.name] = one
            progress.step()
    return found


def measured(programs, specialists, cases, jobs):
    """All cases with the outcomes of all programs."""
    found = run(programs, cases, jobs)
    for special in specialists:
        for name, one in run([special.tool], special.picked(cases), jobs).items():
            found[name].outcomes |= one.outcomes
    return [found[name] for name in sorted(found)]


def cells(name, picked):
    """A row: the outcomes of one program."""
    total = tables.Sum(name, picked)
    clean = total.right + total.wrong
    return [total.total, clean, total.exact, total.right, total.wrong, total.count["conflict"], total.count["error"],
            tables.share(total.right, clean), total.invalid]


def print_table(title, programs, picked):
    if picked:
        tables.table(title, HEADS, [(f"`{SHOWN.get(tool.name, tool.name)}`", cells(tool.name, picked)) for tool in programs])


def print_tables(programs, specialists, found):
    print_table("all merges", programs, found)
    print_table("where `git merge-file` leaves a conflict", programs, tables.left_by_git(found))
    for special in specialists:
        picked = [one for one in found if special.tool.name in one.outcomes]
        print_table(special.title, [*programs, special.tool], picked)


def print_facts(programs, found):
    """What was measured, when, on what, and what the columns are."""
    repositories = len({one.case.repository for one in found})
    invalid = sum(bool(one.human_problems) for one in found)
    print(textwrap.fill(
        f"{len(found)} merges of files in {repositories} {'repository' if repositories == 1 else 'repositories'}; "
        f"`git merge-file` leaves {len(tables.left_by_git(found))} in conflict. {invalid} are not counted, because the "
        "committed result is invalid itself. "
        f"Measured with `Scripts/measure-quality.py` on {datetime.date.today()}: {machine()}; {', '.join(programs)}.",
        width=118, break_on_hyphens=False))
    print(f"\n{LEGEND}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], epilog=__doc__.partition("\n")[2],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", help="a folder of cases, or an archive of one")
    parser.add_argument("--kind", action="append", help="only cases of this kind of text")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="how many run at a time (%(default)s)")
    return parser.parse_args()


def problem(words):
    """Why nothing can be measured, if so."""
    if not os.access(DOCMERGE, os.X_OK):
        return "build first: swift build -c release --static-swift-stdlib"
    if not os.path.exists(words.corpus):
        return f"{words.corpus}: no such folder or archive"
    if shutil.which("git") is None:
        return "git is missing"
    if importlib.util.find_spec("yaml") is None:
        return "PyYAML is missing: pip install PyYAML"
    return None


def main():
    words = arguments()
    reason = problem(words)
    if reason:
        print(f"measure-quality: {reason}", file=sys.stderr)
        return 2
    if os.access(MEMORY, os.W_OK):
        tempfile.tempdir = MEMORY
    with tempfile.TemporaryDirectory(prefix="corpus") as scratch, tempfile.TemporaryDirectory(prefix="home") as home:
        # Some programs write settings into the home folder, whatever they are asked for.
        tools.ENVIRONMENT["HOME"] = home
        cases = [case for case in corpus.load(words.corpus, scratch) if not words.kind or case.kind in words.kind]
        if not cases:
            print(f"measure-quality: {words.corpus}: no cases", file=sys.stderr)
            return 2
        programs = [tool for tool in general() if is_usable(tool)]
        specialists = [one for one in special() if one.picked(cases) and is_usable(one.tool, one.kind)]
        found = measured(programs, specialists, cases, words.jobs)
    print_facts(list(dict.fromkeys(map(version, [*programs, *(one.tool for one in specialists)]))), found)
    print_tables(programs, specialists, found)
    ours = [tool.name for tool in programs if tool.is_ours]
    return 1 if any(one.outcomes[name].result == "error" for name in ours for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
