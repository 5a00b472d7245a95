#!/usr/bin/env python3
"""Measures `docmerge merge-file -p` and `docmerge merge` against git and diff3: time and peak memory.

    Benchmarks/merge-speed.py [CASE…]        (all cases by default; --list names them)

The peers are `git merge-file -p` and `diff3 -m`; cases whose names start with merge- run `docmerge merge`,
which also goes through layers and rules, where git stops at lines; those with out- write a file, which
docmerge synchronises with the disk and git does not; driver-start runs the merge driver, and its peer
`git merge-file` on the same files, both in place.
Every program runs as a process of its own on the same files; the programs take turns, and of each the
median of several runs counts (RUNS=n for other than 7). It prints ratios: 0.20 means a fifth
of the other program's time or memory. Exits with 1 when a ratio is over its limit. Needs git, diff3
and the release build (or DOCMERGE_BINARY). The inputs are made from a fixed seed in a temporary folder.
"""
import json
import os
import random
import shutil
import statistics
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCMERGE = os.environ.get("DOCMERGE_BINARY", os.path.join(TOP, ".build/release/docmerge"))
RUNS = int(os.environ.get("RUNS", "7"))
WORDS = [word.encode() for word in (
    "the of and to in a is that for it as was with be by on not he his but at are this have from or had "
    "merge version document folder conflict region history remote replica line").split()]


def line(random_source, number):
    words = b" ".join(random_source.choice(WORDS) for _ in range(random_source.randint(2, 9)))
    return b"%s %d\n" % (words, number)


def lines(random_source, count):
    return [line(random_source, random_source.randrange(count * 2)) for _ in range(count)]


def edited(random_source, text, share, mark):
    """The lines with one in `1 / share` replaced, removed or followed by a new one."""
    result = []
    for index, old in enumerate(text):
        if random_source.random() >= share:
            result.append(old)
            continue
        kind = random_source.randrange(3)
        if kind == 0:
            result.append(b"%s %d: " % (mark, index) + old)
        elif kind == 1:
            result += [old, line(random_source, index)]
    return result


def with_edits(count):
    def make(source):
        base = lines(source, count)
        return [edited(source, base, 0.01, b"ours"), base, edited(source, base, 0.01, b"theirs")]
    return make


def all_different(source):
    return [[b"%s %d %s" % (side, number, line(source, number)) for number in range(100_000)]
            for side in (b"ours", b"base", b"theirs")]


def shuffled(source):
    base = [b"%d %s" % (number, line(source, number)) for number in range(60_000)]
    return [source.sample(base, len(base)), base, source.sample(base, len(base))]


def repeated(source):
    base = [b"the same line again\n"] * 100_000
    return [edited(source, base, 0.01, b"ours"), base, edited(source, base, 0.01, b"theirs")]


def long_line(source):
    base = b" ".join(source.choices(WORDS, k=9_000_000))[:50_000_000]
    return [[b"ours " + base], [base], [base + b" theirs"]]


def empty(source):
    return [[], [], []]


def with_conflicts(source):
    """10 000 lines that both sides changed, each in its own way, with nine lines between."""
    base = lines(source, 100_000)

    def side(mark):
        return [mark + old if number % 10 == 5 else old for number, old in enumerate(base)]
    return [side(b"ours changed "), base, side(b"theirs did ")]


def letters(source):
    """1 MB in all of lines that are one of three, in any order."""
    return [[source.choice((b"a\n", b"b\n", b"c\n")) for _ in range(160_000)] for _ in range(3)]


def both_added(source):
    """1 MB in all that both sides wrote, without a base."""
    return [lines(source, 14_000), [], lines(source, 14_000)]


def three_texts(source):
    """1 MB a text, and nothing in common but single lines."""
    return [lines(source, 32_000) for _ in range(3)]


BRACES = (b"{\n", b"}\n", b"  {\n", b"  }\n", b"    {\n", b"    }\n", b"\n", b"  ],\n", b"  [\n", b"});\n")


def braces(source):
    """1 MB a text of brackets in any order."""
    return [[source.choice(BRACES) for _ in range(250_000)] for _ in range(3)]


def numbered_lists(source):
    """4 000 numbered lists to which each side appended an item."""
    base, ours, theirs = [], [], []
    for number in range(4_000):
        count = source.randint(3, 6)
        items = [b"%d. %s" % (item + 1, line(source, number * 10 + item)) for item in range(count)]
        for text, mark in ((base, None), (ours, b"ours"), (theirs, b"theirs")):
            text += [b"## Section %d\n\n" % number, *items]
            if mark:
                text.append(b"%d. %s %s" % (count + 1, mark, line(source, number)))
            text.append(b"\n")
    return [ours, base, theirs]


def one_line_json(source):
    """2 MB of JSON in one line, edited by the sides near its start and near its end."""
    entries = [{"id": number, "name": b" ".join(source.choices(WORDS, k=5)).decode(), "value": source.random()}
               for number in range(26_000)]

    def text(number=None, name=None):
        changed = [{**entry, "name": name} if entry["id"] == number else entry for entry in entries]
        return [json.dumps({"entries": changed}).encode() + b"\n"]
    return [text(100, "ours changed"), text(), text(25_900, "theirs changed")]


def records(write_all, count):
    """Texts of 1 MB that a format reads: the sides change other fields of every fiftieth record."""
    def make(source):
        base = [{"id": number, "name": b" ".join(source.choices(WORDS, k=4)).decode(),
                 "value": source.randint(0, 9_999), "note": b" ".join(source.choices(WORDS, k=3)).decode()}
                for number in range(count)]

        def side(field, mark):
            return [{**entry, field: f"{mark} {entry['id']}"} if entry["id"] % 50 == 10 else entry
                    for entry in base]
        return [[write_all(text).encode()] for text in (side("name", "ours"), base, side("note", "theirs"))]
    return make


def as_json(entries):
    return json.dumps({"entries": {f"e{entry['id']}": entry for entry in entries}}, indent=2) + "\n"


def as_yaml(entries):
    return "".join(f"e{entry['id']}:\n" + "".join(f"  {key}: {value}\n" for key, value in entry.items())
                   for entry in entries)


def as_xml(entries):
    return "<entries>\n" + "".join(
        f"  <entry id=\"e{entry['id']}\">\n"
        + "".join(f"    <{key}>{value}</{key}>\n" for key, value in entry.items() if key != "id")
        + "  </entry>\n" for entry in entries) + "</entries>\n"


def as_csv(entries):
    rows = [",".join(entries[0])] + [",".join(str(value) for value in entry.values()) for entry in entries]
    return "\n".join(rows) + "\n"


# Name, title, inputs, limits of time against git and of memory against git, processes a run, and how
# the names of the files end where a format is to be known.
CASES = [
    ("start", "empty files (start-up)", empty, 1.0, None, 50),
    ("1000", "1 000 lines, 1 % edits a side", with_edits(1_000), 1.0, None, 20),
    ("100000", "100 000 lines, 1 % edits a side", with_edits(100_000), 0.13, None, 1),
    ("1000000", "1 000 000 lines, 1 % edits a side", with_edits(1_000_000), 0.13, 0.5, 1),
    ("different", "100 000 lines, all different", all_different, 1.0, None, 1),
    ("shuffled", "60 000 lines, shuffled", shuffled, 1.0, None, 1),
    ("repeated", "one line 100 000 times, 1 % edits a side", repeated, 1.0, None, 1),
    ("long-line", "one line of 50 MB", long_line, 1.0, None, 1),
    ("files", "10 000 small files, a process each", None, 1.0, None, 1),
]

# A limit such as "1 or 2 s" is kept when either is: the ratio, or the seconds. Where git leaves a conflict,
# it is the rules that take time, which git has not; it must not be felt as a hang.
DRIVER_CASES = [
    ("driver-start", "empty files (start-up)", empty, 1.0, None, 50),
]

# The same inputs through layers and rules.
MERGE_CASES = [
    ("merge-start", "empty files (start-up)", empty, 1.5, None, 50),
    ("merge-1000", "1 000 lines, 1 % edits a side", with_edits(1_000), 1.5, None, 20),
    ("merge-100000", "100 000 lines, 1 % edits a side", with_edits(100_000), 0.2, None, 1),
    ("merge-1000000", "1 000 000 lines, 1 % edits a side", with_edits(1_000_000), 0.2, None, 1),
    ("merge-different", "100 000 lines, all different", all_different, "10 s", None, 1),
    ("merge-shuffled", "60 000 lines, shuffled", shuffled, "10 s", None, 1),
    ("merge-repeated", "one line 100 000 times, 1 % edits a side", repeated, 1.0, None, 1),
    ("merge-long-line", "one line of 50 MB", long_line, "10 s", None, 1),
    ("merge-conflicts", "100 000 lines, 10 000 conflicts", with_conflicts, 1.0, None, 1),
    ("merge-three", "three different texts of 1 MB", three_texts, "1 or 2 s", None, 1),
    ("merge-braces", "1 MB of shuffled braces", braces, "1 or 2 s", None, 1),
    ("merge-letters", "1 MB of three different lines", letters, "1 or 2 s", None, 1),
    ("merge-numbered", "4 000 conflicts in numbered lists", numbered_lists, "1 or 2 s", None, 1),
    ("merge-json", "2 MB of JSON in one line, two far edits", one_line_json, "1 or 2 s", None, 1),
    ("merge-both-added", "1 MB, no base", both_added, "1 or 2 s", None, 1),
    ("merge-structured-json", "1 MB of JSON, other fields of each fiftieth record", records(as_json, 9_000), 3.0, None, 1,
     ".json"),
    ("merge-structured-yaml", "1 MB of YAML, other fields of each fiftieth record", records(as_yaml, 13_000), 3.0, None, 1,
     ".yaml"),
    ("merge-structured-xml", "1 MB of XML, other fields of each fiftieth record", records(as_xml, 7_500), 3.0, None, 1,
     ".xml"),
    ("merge-structured-csv", "1 MB of CSV, other fields of each fiftieth record", records(as_csv, 22_000), 3.0, None, 1,
     ".csv"),
]

# With a file as output: `docmerge merge BASE OURS THEIRS -o OUT`.
OUTPUT_CASES = [
    ("out-100000", "100 000 lines, 1 % edits a side", with_edits(100_000), None, None, 1),
    ("out-1000000", "1 000 000 lines, 1 % edits a side", with_edits(1_000_000), None, None, 1),
]

GROUPS = [("merge-file", "merge-file -p", CASES), ("driver", "merge-driver", DRIVER_CASES),
          ("merge", "merge", MERGE_CASES), ("output", "merge -o OUT", OUTPUT_CASES)]


def run(command):
    """Runs to the end; seconds, peak memory in KiB and seconds of the processors."""
    quiet = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
             (os.POSIX_SPAWN_DUP2, 1, 2)]
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"},
                           file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    if not os.WIFEXITED(status) or os.WEXITSTATUS(status) > 127:
        sys.exit(f"{' '.join(command)}: status {status}")
    return seconds, usage.ru_maxrss, usage.ru_utime + usage.ru_stime


def commands(folder, verb="merge-file", ending=""):
    files = [os.path.join(folder, name + ending) for name in ("ours", "base", "theirs")]
    merge = ["merge", "-q", files[1], files[0], files[2]]
    own = {"merge-file": ["merge-file", "-p", *files], "merge": merge,
           "driver": ["merge-driver", files[1], files[0], files[2]],
           "output": [*merge, "-o", os.path.join(folder, "out")]}
    found = {"docmerge": [DOCMERGE, *own[verb]],
             "git": [shutil.which("git"), "merge-file", *(["-q"] if verb == "driver" else ["-p"]), *files]}
    if verb == "driver":
        return found
    diff3 = shutil.which("diff3")
    if diff3:
        found["diff3"] = [diff3, "-m", *files]
    return found


def write(folder, texts, ending=""):
    os.makedirs(folder, exist_ok=True)
    for name, text in zip(("ours", "base", "theirs"), texts):
        with open(os.path.join(folder, name + ending), "wb") as file:
            file.writelines(text)


def in_child(body):
    """Runs `body` in a process of its own: the kernel counts the memory of this one as its children's."""
    child = os.fork()
    if child == 0:
        body()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status != 0:
        sys.exit("the inputs could not be made")


def measure(make, folder, processes, verb, ending):
    """Median seconds, KiB and, of docmerge, the least seconds of the processors for each program."""
    if make is None:
        return measure_files(folder)
    in_child(lambda: write(folder, make(random.Random(1)), ending))
    programs = commands(folder, verb, ending)
    seconds = {name: [] for name in programs}
    memory = {name: [] for name in programs}
    busy = []
    for _ in range(RUNS + 1):
        for name, command in programs.items():
            results = [run(command) for _ in range(processes)]
            seconds[name].append(statistics.median(result[0] for result in results))
            memory[name].append(max(result[1] for result in results))
            if name == "docmerge":
                busy += [result[2] for result in results]
    # The first round warms the caches.
    return ({name: statistics.median(values[1:]) for name, values in seconds.items()},
            {name: statistics.median(values[1:]) for name, values in memory.items()}, min(busy))


def measure_files(folder):
    source = random.Random(2)
    folders = []
    for number in range(10_000):
        folders.append(os.path.join(folder, str(number)))
        write(folders[-1], with_edits(source.randint(10, 100))(source))
    totals = {}
    for place in folders:
        for name, command in commands(place).items():
            totals[name] = totals.get(name, 0) + run(command)[0]
    return totals, {}, 0


def main(names):
    known = [case[0] for _, _, cases in GROUPS for case in cases]
    if names == ["--list"]:
        print("\n".join(known))
        return 0
    if set(names) - set(known):
        sys.exit(f"unknown case; one of: {' '.join(known)}")
    if not os.access(DOCMERGE, os.X_OK):
        sys.exit("build first: swift build -c release --static-swift-stdlib")
    failed = False
    for verb, words, cases in GROUPS:
        cases = [case for case in cases if not names or case[0] in names]
        if not cases:
            continue
        print(f"\n| `docmerge {words}` | time / git | limit | time / diff3 | memory / git | limit | memory / diff3 |")
        print("|---|--:|--:|--:|--:|--:|--:|")
        for case in cases:
            failed = print_row(verb, *case) or failed
    return 1 if failed else 0


def print_row(verb, name, title, make, time_limit, memory_limit, processes, ending=""):
    """Measures a case and prints its row; whether a limit is exceeded."""
    with tempfile.TemporaryDirectory() as folder:
        seconds, memory, busy = measure(make, folder, processes, verb, ending)

    def ratio(values, peer):
        return values["docmerge"] / values[peer] if peer in values else None

    cells = [ratio(seconds, "git"), time_limit, ratio(seconds, "diff3")]
    # Where little memory is used, most of it is not the program's own.
    tells = memory.get("git", 0) > 16 << 10
    cells += [ratio(memory, "git"), memory_limit, ratio(memory, "diff3")] if tells else [None] * 3
    if isinstance(time_limit, str):
        *limit, longest, _ = time_limit.split()
        # A busy machine makes a program wait; what it would take on a quiet one is the processors' time.
        is_over = min(seconds["docmerge"], busy) > float(longest)
        is_over = is_over and not (limit and cells[0] <= float(limit[0]))
    else:
        is_over = time_limit is not None and cells[0] > time_limit
    is_over = is_over or memory_limit is not None and tells and cells[3] > memory_limit
    shown = ["" if cell is None else f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in cells]
    print(f"| {title} | {' | '.join(shown)} |{' OVER' if is_over else ''}", flush=True)
    return is_over


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
