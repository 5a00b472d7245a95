"""Which conflicts could be won: those where what the human kept follows from the three texts.

Each conflict of `git merge-file` gets the first class that fits:

  space     both sides say the same but for white space, and so does the human
  adjacent  merged line by line, with edits of neighbouring lines apart, it is what the human kept
  words     merged word by word, it is what the human kept
  concat    both sides only added, and the human kept one addition after the other
  union     the human kept all lines that a side added and none that a side removed, in any order
  superset  the human kept one side, which holds all that the other one did
  other     everything else: a choice that the texts do not make

A case is as hard as its hardest conflict.
"""
import collections
import os
import re
import subprocess
import tempfile

from tools import ENVIRONMENT

WINNABLE = ("space", "adjacent", "words", "concat", "union", "superset")
TOKEN = re.compile(rb"\r?\n|[ \t]+|[A-Za-z0-9_\x80-\xff]+|[^A-Za-z0-9_\s\x80-\xff]|\s")
HUNK = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
PLACE = b"\x02a conflict stood here: %d\x02\n"


def bare(text):
    """The text without any white space."""
    return b"".join(text.split())


class Claim:
    """A conflict, as lists of lines with their ends, and what the human put in its place."""

    def __init__(self, base, ours, theirs, human, scratch):
        self.parts = base, ours, theirs
        self.base, self.ours, self.theirs, self.human = map(b"".join, (base, ours, theirs, human))
        self.base_lines, self.ours_lines, self.theirs_lines, self.human_lines = (
            collections.Counter(line.strip() for line in lines if line.strip())
            for lines in (base, ours, theirs, human))
        self.scratch = scratch

    def category(self):
        both = bare(self.ours), bare(self.theirs)
        human = bare(self.human)
        if both[0] == both[1] == human:
            return "space"
        is_side = self.human in (self.ours, self.theirs)
        if not is_side and self.merged_lines() == self.human:
            return "adjacent"
        words = self.merged_words()
        if not is_side and words == self.human:
            return "words"
        if not self.base_lines:
            sums = self.ours + self.theirs, self.theirs + self.ours
            if self.human in sums or not is_side and human in map(bare, sums):
                return "concat"
        if not is_side and self.is_union():
            return "union"
        if (is_side or human in both) and self.is_superset(both, human, words):
            return "superset"
        return "other"

    def is_union(self):
        base, ours, theirs = self.base_lines, self.ours_lines, self.theirs_lines
        if not ours or not theirs:
            return False
        added = set(ours - base) | set(theirs - base)
        removed = (set(base - ours) | set(base - theirs)) - added
        return set(self.human_lines) == (set(base) | added) - removed

    def is_superset(self, both, human, words):
        if words == self.human and words in (self.ours, self.theirs):
            return True
        if not both[0] or not both[1] or self.differs_in_numbers():
            return False
        base, kept, other = self.base_lines, self.ours_lines, self.theirs_lines
        if human != both[0]:
            kept, other = other, kept
        return not (other - base) - kept and not (base - other) - (base - kept)

    def differs_in_numbers(self):
        """Whether the sides differ in nothing but numbers: which one is right, no text says."""
        ours, theirs = TOKEN.findall(self.ours), TOKEN.findall(self.theirs)
        if re.sub(rb"\d+", b"0", self.ours) == re.sub(rb"\d+", b"0", self.theirs):
            return True
        return len(ours) == len(theirs) and all(
            one == other or re.search(rb"\d", one) and re.search(rb"\d", other)
            for one, other in zip(ours, theirs))

    def merged_words(self):
        return self.merged([TOKEN.findall(b"".join(part)) for part in self.parts])

    def merged_lines(self):
        """The lines merged with something unchanged between any two of them."""
        mark = b"\x01"
        merged = self.merged([[piece for line in part for piece in (line, mark)] for part in self.parts])
        return None if merged is None else merged.replace(mark, b"")

    def merged(self, parts):
        """What git makes of pieces, each on a line of its own; `None` if it is in conflict."""
        for name, pieces in zip(("base", "ours", "theirs"), parts):
            with open(os.path.join(self.scratch, name), "wb") as file:
                for piece in pieces:
                    file.write(piece.replace(b"%", b"%p").replace(b"\n", b"%n") + b"\n")
        done = git(["merge-file", "-p", "-q", "ours", "base", "theirs"], self.scratch)
        if done.returncode != 0:
            return None
        pieces = done.stdout.split(b"\n")[:-1]
        return b"".join(piece.replace(b"%n", b"\n").replace(b"%p", b"%") for piece in pieces)


def git(words, folder):
    return subprocess.run(["git", *words], cwd=folder, env=ENVIRONMENT, capture_output=True)


def category(case):
    """The class of a case that git leaves in conflict; `None` if its conflicts cannot be found again."""
    with tempfile.TemporaryDirectory(prefix="quality") as scratch:
        claims = list(claims_of(case, scratch))
        categories = {claim.category() for claim in claims}
    order = (*WINNABLE, "other")
    return max(categories, key=order.index) if categories else None


def claims_of(case, scratch):
    """The conflicts of a case, each with the human's lines.

    Those lines are found by comparing git's merge, one line in the place of each conflict, with the
    human's result: conflicts in one hunk of that comparison are taken together.
    """
    merged, conflicts = git_merge(case)
    place = os.path.join(scratch, "merged")
    with open(place, "wb") as file:
        file.writelines(merged)
    result = case.text("result").splitlines(keepends=True)
    numbers = {PLACE % number: conflict for number, conflict in enumerate(conflicts)}
    comparison = git(["diff", "--no-index", "--no-color", "-U0", "--text", "--no-ext-diff", place,
                      case.path("result")], scratch)
    for match in HUNK.finditer(comparison.stdout):
        start, count, other, other_count = (1 if group is None else int(group) for group in match.groups())
        old = merged[start - 1:start - 1 + count]
        human = result[other - 1:other - 1 + other_count] if other_count else []
        if not any(line in numbers for line in old):
            continue
        base, ours, theirs = [], [], []
        for line in old:
            conflict = numbers.get(line, ([line], [line], [line]))
            ours, base, theirs = ours + conflict[0], base + conflict[1], theirs + conflict[2]
        yield Claim(base, ours, theirs, human, scratch)


def git_merge(case):
    """Git's merge as lines, with a line for each conflict; and the conflicts: ours, base, theirs."""
    done = git(["merge-file", "-p", "-q", "--diff3", "-L", "left", "-L", "base", "-L", "right",
                case.path("left"), case.path("base"), case.path("right")], case.folder)
    merged, conflicts, part = [], [], None
    for line in done.stdout.splitlines(keepends=True):
        if part is None and line.startswith(b"<<<<<<< left"):
            merged.append(PLACE % len(conflicts))
            conflicts.append(([], [], []))
            part = 0
        elif part == 0 and line.startswith(b"||||||| base"):
            part = 1
        elif part == 1 and line.rstrip(b"\r\n") == b"=======":
            part = 2
        elif part == 2 and line.startswith(b">>>>>>> right"):
            part = None
        elif part is None:
            merged.append(line)
        else:
            conflicts[-1][part].append(line)
    return merged, conflicts
