"""The cases of a corpus, and how a merge compares with what the human made of it."""
import csv
import io
import json
import os
import subprocess
import tomllib
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field


@dataclass
class Case:
    """A merge that a human has done: three texts, and the result that was committed."""
    name: str
    kind: str
    folder: str
    extension: str
    repository: str = ""
    git_status: str = ""
    """What `git merge-file` did when the corpus was made: "clean" or "conflict"."""
    git_lines: int | None = None
    texts: dict = field(repr=False, default_factory=dict)

    def path(self, role):
        return os.path.join(self.folder, f"{role}.{self.extension}")

    def text(self, role):
        if role not in self.texts:
            with open(self.path(role), "rb") as file:
                self.texts[role] = file.read()
        return self.texts[role]

    def inputs(self):
        return [self.text(role) for role in ("base", "left", "right")]

    @property
    def format(self):
        """What `validity` knows the texts as."""
        return "bib" if self.extension == "bib" else self.kind


def load(corpus, scratch):
    """The cases below a folder, or in an archive, which is unpacked into `scratch`."""
    if os.path.isfile(corpus):
        subprocess.run(["tar", "-xf", os.path.abspath(corpus), "-C", scratch], check=True)
        corpus = scratch
    cases = []
    for folder, _, files in os.walk(os.path.abspath(corpus)):
        if "meta.json" in files:
            with open(os.path.join(folder, "meta.json")) as file:
                facts = json.load(file)
            cases.append(Case(
                facts["id"], facts["kind"], folder, facts["ext"], facts.get("repo", ""),
                facts.get("git_status", ""), facts.get("git_conflict_lines")))
    return sorted(cases, key=lambda case: case.name)


def essence(text):
    """The lines that are not blank, without white space at their ends: the text for a loose comparison."""
    lines = (line.rstrip() for line in text.replace(b"\r\n", b"\n").split(b"\n"))
    return [line for line in lines if line]


def value(text, kind):
    """What a text of this kind holds as data; `None` if it cannot be read, or is of no such kind."""
    try:
        match kind:
            case "json" | "ipynb" | "xcstrings":
                return json.loads(text)
            case "toml":
                return tomllib.loads(text.decode())
            case "csv":
                rows = text.decode()
                separator = "\t" if "\t" in rows[:2000] else ","
                return list(csv.reader(io.StringIO(rows), delimiter=separator))
            case "xml" | "plist" | "storyboard":
                return ElementTree.canonicalize(text.decode("utf-8-sig"), strip_text=True)
    except Exception:  # Whatever a parser says: it is no data.
        pass
    return None


def unordered(text):
    r"""The lines of a text in one order: two that are equal hold the same units.

    >>> unordered(b"  b,\n\na\n") == unordered(b"a,\nb\n")
    True
    """
    return sorted(line.strip().rstrip(b",;") for line in essence(text))


def judgement(case, merged):
    """How a clean merge compares: "exact", "loose", "data" or "wrong"."""
    human = case.text("result")
    if merged == human:
        return "exact"
    if essence(merged) == essence(human):
        return "loose"
    wanted = value(human, case.kind)
    return "data" if wanted is not None and wanted == value(merged, case.kind) else "wrong"


def conflict_lines(merged):
    """The lines of ours and theirs between markers; `None` if there are no markers."""
    if b"<<<<<<<" not in merged:
        return None
    count, part, size, found = 0, None, 0, False
    for line in merged.replace(b"\r\n", b"\n").split(b"\n"):
        mark = line[:1]
        run = len(line) - len(line.lstrip(mark)) if mark in (b"<", b"|", b"=", b">") else 0
        ends = line[run:run + 1] in (b"", b" ")
        if part is None:
            if mark == b"<" and run >= 7 and ends:
                part, size, found = "ours", run, True
        elif mark == b"|" and run == size and part == "ours":
            part = "base"
        elif mark == b"=" and run == size and len(line) == size and part in ("ours", "base"):
            part = "theirs"
        elif mark == b">" and run == size and ends and part == "theirs":
            part = None
        elif part in ("ours", "theirs"):
            count += 1
    return count if found else None
