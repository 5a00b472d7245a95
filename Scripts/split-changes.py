#!/usr/bin/env python3
"""Splits real changes of files between two sides, and measures how often docmerge puts them together again.

    Scripts/split-changes.py REPOSITORY
    Scripts/split-changes.py REPOSITORY --revision v2.0 --limit 2000 --seed 7 --keep /tmp/cases
    Scripts/split-changes.py --pairs FOLDER          pairs of texts: FOLDER/NAME/a, b and path

A commit changes a file in several places. Each place is given to ours or to theirs at random, and the right result
of merging the two is the file as the commit left it. There is no end of such cases, they are real, and they show two
things that small examples do not:

    false alarm    git merges the sides right, and docmerge leaves a conflict
    won            git leaves a conflict, and docmerge merges the sides right
    wrong          docmerge's result is clean, and another one
    failed         docmerge ended with an error, or by a signal

Places that belong together go to one side: those that move or repeat a line, and those that replace or add the same
words. Every other case is split finer, line by line, so that the sides change adjacent lines. One author made both
sides, so that more changes depend on each other than between two people: what looks like a false alarm can be a
conflict that two people would want. With --keep the cases are written to a folder, with the reasons of docmerge.

Needs git and a build of docmerge (or DOCMERGE_BINARY). Ends with 0 when it measured cases, 1 when there are none,
2 when it could not run.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from progress import Progress  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NO_CASES, COULD_NOT_RUN = 1, 2
POLICIES = ("strict", "balanced", "eager")
MOST_PLACES, MOST_GROUPS = 400, 12
MOST_BYTES = 200_000
HUNK = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
PLAIN = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}

Edit = collections.namedtuple("Edit", "start end lines")
"""Lines of the old text, and the lines that replace them."""
Split = collections.namedtuple("Split", "base ours theirs right")


def lines_of(text):
    r"""The lines of a text with their ends.

    >>> lines_of(b"a\nb\r\nc")
    [b'a\n', b'b\r\n', b'c']
    """
    return re.findall(rb"[^\n]*\n|[^\n]+", text)


def applied(old, edits):
    r"""The text with some edits made, which are in the order of the text.

    >>> applied([b"a\n", b"b\n"], [Edit(0, 1, [b"A\n"]), Edit(2, 2, [b"c\n"])])
    b'A\nb\nc\n'
    """
    result, place = [], 0
    for edit in edits:
        result += old[place:edit.start] + edit.lines
        place = edit.end
    return b"".join(result + old[place:])


def edits_of(folder, old, new, is_fine):
    """The edits that git finds between folder/a and folder/b; fine ones replace single lines."""
    shown = subprocess.run(["git", "diff", "--no-index", "-U0", "--no-color", "--no-ext-diff", "a", "b"],
                           cwd=folder, capture_output=True, env=PLAIN).stdout
    edits = []
    for found in HUNK.finditer(shown):
        start, count, other, others = (int(found[1]), int(found[2] or b"1"), int(found[3]), int(found[4] or b"1"))
        start, other = start - bool(count), other - bool(others)
        if is_fine and count == others:
            edits += [Edit(start + i, start + i + 1, [new[other + i]]) for i in range(count)
                      if old[start + i] != new[other + i]]
        else:
            edits.append(Edit(start, start + count, new[other:other + others]))
    return edits


def marks(old, edit):
    """What an edit removes and adds, as far as it shows that another edit belongs to it."""
    removed, added = old[edit.start:edit.end], edit.lines
    words = [set(re.findall(rb"\w+", b" ".join(lines))) for lines in (removed, added)]
    for sign, lines in (("-", removed), ("+", added)):
        for line in lines:
            if re.search(rb"\w", line):
                yield ("moved", line.strip())
            if len(re.sub(rb"\W", b"", line)) > 5:
                yield (sign, line.strip())
    yield from (("lost", word) for word in words[0] - words[1])
    new = words[1] - words[0]
    if len(new) <= 6:
        yield from (("gained", word) for word in new if len(word) > 3)


def groups_of(old, edits):
    r"""The number of the group of each edit: edits that belong together have one.

    >>> old = lines_of(b"first line\nx\nlast line\n")
    >>> groups_of(old, [Edit(0, 1, []), Edit(1, 2, [b"y\n"]), Edit(3, 3, [b"first line\n"])])
    [2, 1, 2]
    """
    parents = list(range(len(edits)))

    def root(index):
        while parents[index] != index:
            index = parents[index]
        return index

    known = {}
    for index, edit in enumerate(edits):
        for mark in marks(old, edit):
            if mark in known:
                parents[root(known[mark])] = root(index)
            else:
                known[mark] = index
    return [root(index) for index in range(len(edits))]


def split(folder, old, new, seed):
    """Two sides of a change, and the right result; `None` where it cannot be split."""
    source = random.Random(seed)
    lines = lines_of(old)
    edits = edits_of(folder, lines, lines_of(new), is_fine=seed % 2 == 1)
    if not 2 <= len(edits) <= MOST_PLACES or applied(lines, edits) != new:
        return None
    groups = groups_of(lines, edits)
    order = list(dict.fromkeys(groups))
    first = source.randrange(max(1, len(order) - MOST_GROUPS + 1))
    sides = {group: source.random() < 0.5 for group in order[first:first + MOST_GROUPS]}
    before = [edit for edit, group in zip(edits, groups) if group not in sides]
    ours = [edit for edit, group in zip(edits, groups) if sides.get(group, True)]
    theirs = [edit for edit, group in zip(edits, groups) if not sides.get(group, False)]
    made = Split(applied(lines, before), applied(lines, ours), applied(lines, theirs), new)
    return None if made.base in (made.ours, made.theirs) or new in (made.ours, made.theirs) else made


def verdict(has_conflicts, text, right):
    """Whether the result of a merge is right, wrong or left in conflict."""
    if has_conflicts:
        return "conflict"
    return "right" if text == right else "wrong"


def merged(binary, folder, path, policy, right):
    """The verdict on docmerge's merge of the sides in a folder, which leaves its result and a report there."""
    status = subprocess.run(
        [binary, "merge", "base", "ours", "theirs", "--path", path, "--policy", policy, "-q", "-o", "out",
         "--report", "text", "--report-file", "report-" + policy], cwd=folder, capture_output=True).returncode
    if status not in (0, 1):
        return "failed"
    with open(os.path.join(folder, "out"), "rb") as out:
        return verdict(status == 1, out.read(), right)


def measured(case, binary, keep):
    """The verdicts of git and of docmerge under each policy on a case; `None` where it cannot be split."""
    name, path, old, new, seed = case
    with tempfile.TemporaryDirectory() as folder:
        for file, text in (("a", old), ("b", new)):
            with open(os.path.join(folder, file), "wb") as out:
                out.write(text)
        made = split(folder, old, new, seed)
        if made is None:
            return None
        for file, text in made._asdict().items():
            with open(os.path.join(folder, file), "wb") as out:
                out.write(text)
        git = subprocess.run(["git", "merge-file", "-p", "ours", "base", "theirs"], cwd=folder, capture_output=True,
                             env=PLAIN)
        verdicts = {"git": verdict(git.returncode != 0, git.stdout, made.right)}
        for policy in POLICIES:
            verdicts[policy] = merged(binary, folder, path, policy, made.right)
        if keep and any(verdicts[policy] != verdicts["git"] for policy in POLICIES):
            shutil.copytree(folder, os.path.join(keep, f"{name}-{seed}"), dirs_exist_ok=True)
        return {"name": name, "path": path, "seed": seed, **verdicts}


def changes_of(repository, limit, revision="HEAD"):
    """The files that commits of one parent changed, with their texts before and after, the latest commits first."""
    def git(*arguments):
        return subprocess.run(["git", "-C", repository, *arguments], capture_output=True, check=True).stdout
    log = git("log", "--no-merges", "--diff-filter=M", "--no-renames", "--raw", "--no-abbrev", "--format=", "-z",
              "--end-of-options", revision)
    count = 0
    for found in re.finditer(rb":100\d+ 100\d+ ([0-9a-f]+) ([0-9a-f]+) M\0([^\0]+)\0", log):
        old, new = (git("cat-file", "blob", found[i].decode()) for i in (1, 2))
        if b"\0" in old + new or max(len(old), len(new)) > MOST_BYTES:
            continue
        yield f"{found[1][:8].decode()}-{found[2][:8].decode()}", os.fsdecode(found[3]), old, new
        count += 1
        if count == limit:
            return


def pairs_of(folder, limit):
    """The pairs of texts in a folder."""
    for name in sorted(os.listdir(folder))[:limit]:
        texts = []
        for file in ("path", "a", "b"):
            with open(os.path.join(folder, name, file), "rb") as text:
                texts.append(text.read())
        yield name, os.fsdecode(texts[0]), texts[1], texts[2]


def table(results):
    """The figures of each policy, in lines for people."""
    yield f"{'':10}{'git right':>12}{'false alarm':>13}{'git conflict':>14}{'won':>8}{'wrong':>8}{'failed':>8}"
    for policy in POLICIES:
        clean = [result for result in results if result["git"] == "right"]
        open_ = [result for result in results if result["git"] == "conflict"]
        yield (f"{policy:10}{len(clean):12}{sum(r[policy] == 'conflict' for r in clean):13}{len(open_):14}"
               f"{sum(r[policy] == 'right' for r in open_):8}{sum(r[policy] == 'wrong' for r in results):8}"
               f"{sum(r[policy] == 'failed' for r in results):8}")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", help="a git repository, or with --pairs a folder")
    parser.add_argument("--pairs", action="store_true", help="the source is a folder of pairs of texts")
    parser.add_argument("--revision", default="HEAD", help="the last commit (HEAD)")
    parser.add_argument("--limit", type=int, default=1000, help="the most changes of files (1000)")
    parser.add_argument("--seed", type=int, default=0, help="the first of the two seeds of each change (0)")
    parser.add_argument("--keep", metavar="FOLDER", help="write the cases in which docmerge differs from git there")
    parser.add_argument("--json", metavar="FILE", help="write the verdict on each case there")
    options = parser.parse_args(arguments)
    binary = os.environ.get("DOCMERGE_BINARY", os.path.join(TOP, ".build/release/docmerge"))
    if not os.access(binary, os.X_OK):
        print(f"split-changes: {binary} is no program; build first: swift build -c release", file=sys.stderr)
        return COULD_NOT_RUN
    try:
        changes = list(pairs_of(options.source, options.limit) if options.pairs
                       else changes_of(options.source, options.limit, options.revision))
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"split-changes: {options.source} cannot be read: {error}", file=sys.stderr)
        return COULD_NOT_RUN
    cases = [(*change, options.seed + number) for change in changes for number in (0, 1)]
    results = []
    with concurrent.futures.ThreadPoolExecutor() as pool, Progress("cases", len(cases)) as progress:
        for result in pool.map(lambda case: measured(case, binary, options.keep), cases):
            progress.step()
            if result:
                results.append(result)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as out:
            json.dump(results, out, indent=1)
    print("\n".join(table(results)))
    return 0 if results else NO_CASES


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
