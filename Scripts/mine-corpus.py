#!/usr/bin/env python3
"""Mines a corpus of three-way merges from the history of a git repository.

    Scripts/mine-corpus.py REPOSITORY --out FOLDER
    Scripts/mine-corpus.py REPOSITORY --out FOLDER --suffix md --suffix json --since 2024-01-01 --limit 500
    Scripts/mine-corpus.py REPOSITORY --out FOLDER --conflicts-only --revision v2.0

A case is a file that both sides of a merge changed, each in another way, since their merge base. It gets a
folder of its own, which Benchmarks/merge-quality.py and Scripts/measure-quality.py read:

    FOLDER/ID/base.EXT, left.EXT (ours), right.EXT (theirs), result.EXT (what was committed), meta.json
    FOLDER/index.tsv    one line for each case, with the same facts

Only merges with two parents and a single merge base count. With several merge bases (a criss-cross merge)
git first merges these into a text that no commit holds, so such a merge is left out and counted; so is one
of unrelated histories. Left out, too: files that a side added, removed or renamed, symbolic links and
submodules, binary files, files over --max-bytes, texts with conflict markers, and a triple that another
merge already gave, with the sides swapped or not. Merges are visited in the order of their ids, so that
--limit takes a sample of the whole history, and the same one each time.

Needs git 2.36 or later. It reads the repository and runs nothing of it. Ends with 0 when it wrote cases, 1
when there are none, 2 when it could not run.
"""
import argparse
import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from history import Change, Failure, Git, changes, merge_bases, merges  # noqa: E402
from progress import Progress  # noqa: E402

NO_CASES, COULD_NOT_RUN, INTERRUPTED = 1, 2, 130
ROLES = ("base", "left", "right", "result")
INDEX = ("id kind ext repo path merge date git_status git_conflicts git_conflict_lines git_equals_human "
         "result_is_left result_is_right novel_lines novel_tokens lines bytes").split()
KINDS = {"md": "markdown", "adoc": "asciidoc", "tex": "latex", "txt": "text", "htm": "html", "yml": "yaml",
         "tsv": "csv", "geojson": "json", "webmanifest": "json", "svg": "xml", "csproj": "xml", "xlf": "xml",
         "xliff": "xml", "resx": "xml", "xib": "storyboard", "entitlements": "plist", "pot": "po", "cfg": "ini"}
"""The kind of text, where that is not the suffix."""
MARKER = re.compile(rb"^(<{7}|>{7}|\|{7})( |\r?$)", re.MULTILINE)
WORD = re.compile(rb"[A-Za-z0-9_\x80-\xff]+")
PROBED = 8000
"""The first bytes, in which git looks for a NUL to tell that a file is binary."""
PLAIN = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
"""No setting of the user may change how `git merge-file` merges."""


def suffix_of(path):
    """The suffix as it is safe in a name of ours.

    >>> suffix_of("notes/a.MD"), suffix_of("Makefile"), suffix_of(".gitignore"), suffix_of("a.b/../c")
    ('md', 'txt', 'txt', 'txt')
    """
    suffix = os.path.splitext(os.path.basename(path))[1][1:].lower()
    return suffix if re.fullmatch(r"[a-z0-9]{1,12}", suffix) else "txt"


def kind_of(path):
    """The kind of text, as the measurements name it.

    >>> kind_of("a.yml"), kind_of("a.json"), kind_of("LICENSE"), kind_of("main.swift")
    ('yaml', 'json', 'text', 'swift')
    """
    return KINDS.get(suffix_of(path), suffix_of(path))


def conflict_lines(merged, conflicts):
    r"""How many lines of both sides stand between the markers of so many conflicts.

    >>> conflict_lines(b"a\n<<<<<<< left\nb\n=======\nc\nd\n>>>>>>> right\ne\n", 1)
    3
    """
    inside, count = False, 0
    for line in merged.split(b"\n"):
        if line.startswith(b"<<<<<<< left"):
            inside = True
        elif line.startswith(b">>>>>>> right"):
            inside = False
        else:
            count += inside
    return count - conflicts


def merge_file(texts):
    """What `git merge-file` makes of base, left and right: the text, and how many conflicts it left."""
    with tempfile.TemporaryDirectory(prefix="mine") as folder:
        for role, text in zip(ROLES, texts):
            with open(os.path.join(folder, role), "wb") as file:
                file.write(text)
        done = subprocess.run(["git", "merge-file", "-p", "-q", "-L", "left", "-L", "base", "-L", "right",
                               "left", "base", "right"], cwd=folder, env={**os.environ, **PLAIN}, capture_output=True)
    if not 0 <= done.returncode <= 127:
        raise Failure(f"git merge-file ended with {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout, done.returncode


def facts_of(texts):
    """How git merges the case, and how the committed result relates to the three texts."""
    base, left, right, result = texts
    merged, conflicts = merge_file(texts[:3])
    lines = {line for text in texts[:3] for line in text.split(b"\n")}
    words = {word for text in texts[:3] for word in WORD.findall(text)}
    return {
        "git_status": "conflict" if conflicts else "clean",
        "git_conflicts": conflicts,
        "git_conflict_lines": conflict_lines(merged, conflicts),
        "git_equals_human": conflicts == 0 and merged == result,
        "result_is_left": result == left,
        "result_is_right": result == right,
        "novel_lines": sum(line not in lines for line in result.split(b"\n")),
        "novel_tokens": len(set(WORD.findall(result)) - words),
        "lines": base.count(b"\n"),
        "bytes": sum(map(len, texts)),
    }


class Corpus:
    """The folder that takes the cases."""

    def __init__(self, folder):
        self.folder = folder
        try:
            os.makedirs(folder, exist_ok=True)
            if os.listdir(folder):
                raise Failure(f"{folder} is not empty")
            self.index = open(os.path.join(folder, "index.tsv"), "w", encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            raise Failure(f"{folder}: {error.strerror}") from error
        self.index.write("\t".join(INDEX) + "\n")

    def add(self, meta, texts):
        folder = os.path.join(self.folder, meta["id"])
        os.mkdir(folder)
        for role, text in zip(ROLES, texts):
            with open(os.path.join(folder, f"{role}.{meta['ext']}"), "wb") as file:
                file.write(text)
        with open(os.path.join(folder, "meta.json"), "w", encoding="utf-8") as file:
            json.dump(meta, file, indent=1, sort_keys=True)
            file.write("\n")
        self.index.write("\t".join(map(cell, (meta[field] for field in INDEX))) + "\n")

    def close(self):
        self.index.close()


def cell(value):
    r"""A value in the index, which has one line for each case.

    >>> cell(True), cell("a\tb\n")
    ('true', 'a b ')
    """
    return str(value).lower() if isinstance(value, bool) else re.sub(r"[\t\r\n]", " ", str(value))


class Miner:
    """Takes cases out of merges, and counts what it leaves out."""

    def __init__(self, git, corpus, words):
        self.git = git
        self.corpus = corpus
        self.words = words
        self.left_out = collections.Counter()
        self.seen = set()
        self.statuses = collections.Counter()

    @property
    def is_full(self):
        return self.words.limit is not None and self.statuses.total() >= self.words.limit

    def mine(self, merge):
        """Adds the cases of a merge."""
        bases = merge_bases(self.git, merge)
        if len(bases) != 1:
            self.left_out["merges with several merge bases" if bases else "merges without a merge base"] += 1
            return
        left = self.wanted(changes(self.git, bases[0], merge.left))
        right = self.wanted(changes(self.git, bases[0], merge.right)) if left else {}
        both = [path for path in left if path in right and left[path].new != right[path].new]
        results = changes(self.git, bases[0], merge.commit) if both else {}
        for path in both:
            if self.is_full:
                return
            base = left[path].old
            # Where the merge commit has the file of the base, it does not differ from that.
            result = results.get(path, Change(base, base)).new
            if result is None:
                self.left_out["files that the merge removed"] += 1
            else:
                self.take(merge, bases[0], path, (base, left[path].new, right[path].new, result))

    def wanted(self, found):
        """The changed files that have one of the suffixes and were not removed."""
        suffixes = self.words.suffix
        return {path: change for path, change in found.items()
                if change.new is not None and (not suffixes or path.lower().endswith(suffixes))}

    def take(self, merge, base, path, blobs):
        """Adds a case, unless there is a reason against it."""
        triple = blobs[0], frozenset(blobs[1:3])
        if triple in self.seen:
            self.left_out["duplicates"] += 1
            return
        self.seen.add(triple)
        texts = self.texts(blobs)
        if texts is None:
            return
        facts = facts_of(texts)
        if self.words.conflicts_only and facts["git_status"] == "clean":
            self.left_out["merged by git merge-file"] += 1
            return
        digest = hashlib.sha1("\0".join((self.words.name, merge.commit, path)).encode(errors="surrogateescape"))
        kind = kind_of(path)
        self.corpus.add({"id": f"{kind}-{digest.hexdigest()[:12]}", "kind": kind, "ext": suffix_of(path),
                         "repo": self.words.name, "path": path, "merge": merge.commit, "base": base,
                         "left": merge.left, "right": merge.right, "date": merge.date, **facts}, texts)
        self.statuses[facts["git_status"]] += 1

    def texts(self, blobs):
        """The four texts; `None` if one of them is none, or is of no use."""
        sizes = [self.git.size(blob) for blob in blobs]
        if None in sizes:
            self.left_out["files with a missing object"] += 1
            return None
        if max(sizes) > self.words.max_bytes:
            self.left_out["files that are too large"] += 1
            return None
        texts = [self.git.contents(blob) for blob in blobs]
        if any(b"\0" in text[:PROBED] for text in texts):
            self.left_out["binary files"] += 1
            return None
        if any(MARKER.search(text) for text in texts):
            self.left_out["texts with conflict markers"] += 1
            return None
        return texts


def positive(word):
    number = int(word)
    if number < 1:
        raise ValueError
    return number


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], epilog=__doc__.partition("\n")[2],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", help="a git repository, with a work tree or bare")
    parser.add_argument("--out", metavar="FOLDER", required=True, help="where the cases go; new or empty")
    parser.add_argument("--limit", type=positive, metavar="N", help="stop after so many cases")
    parser.add_argument("--since", metavar="DATE", help="only merges committed after that; any date that git knows")
    parser.add_argument("--revision", metavar="REV", help="only merges in the history of REV; otherwise of all references")
    parser.add_argument("--suffix", action="append", default=[], metavar="SUFFIX",
                        help="only files with that suffix, such as md; may be given again")
    parser.add_argument("--conflicts-only", action="store_true", help="only cases that git merge-file leaves in conflict")
    parser.add_argument("--max-bytes", type=positive, default=512 * 1024, metavar="N",
                        help="the size of the largest file to take (%(default)s)")
    parser.add_argument("--name", help="what the cases say they are from, such as owner/name; the folder's name otherwise")
    parsed = parser.parse_args(words)
    parsed.suffix = tuple("." + suffix.lower().lstrip(".") for suffix in parsed.suffix)
    return parsed


def name_of(repository):
    """The name of a repository's folder.

    >>> name_of("/tmp/jabref.git"), name_of("/tmp/jabref/.git"), name_of("/tmp/jabref/")
    ('jabref', 'jabref', 'jabref')
    """
    path = os.path.abspath(repository).removesuffix("/.git")
    return os.path.basename(path).removesuffix(".git")


def mine(words):
    """Writes the corpus, and prints a summary of it; returns the number of cases."""
    if shutil.which("git") is None:
        raise Failure("git is missing")
    git = Git(words.repository)
    words.name = words.name or name_of(words.repository)
    found = merges(git, words.revision, words.since)
    corpus = Corpus(words.out)
    miner = Miner(git, corpus, words)
    visited = 0
    try:
        with Progress("merges", len(found)) as progress:
            for merge in found:
                if miner.is_full:
                    break
                miner.mine(merge)
                visited += 1
                progress.step(f"{miner.statuses.total()} cases")
    finally:
        corpus.close()
        git.close()
    print(f"{words.name}: {visited} of {len(found)} merges, {miner.statuses.total()} cases, "
          f"{miner.statuses['conflict']} of them in conflict")
    for reason, count in sorted(miner.left_out.items()):
        print(f"  left out: {count} {reason}")
    return miner.statuses.total()


def main(words=None):
    parsed = arguments(words)
    try:
        return 0 if mine(parsed) else NO_CASES
    except Failure as failure:
        print(f"mine-corpus: {failure}", file=sys.stderr)
    except OSError as error:
        print(f"mine-corpus: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        return INTERRUPTED
    return COULD_NOT_RUN


if __name__ == "__main__":
    sys.exit(main())
