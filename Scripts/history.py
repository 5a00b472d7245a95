"""The merges in the history of a git repository, and what each side of them changed."""
import dataclasses
import os
import subprocess

ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")
"""What a hook of git sets, and would lead to another repository than the one that was asked for."""


class Failure(Exception):
    """The reason why nothing could be mined, for a person."""


@dataclasses.dataclass(frozen=True)
class Merge:
    """A merge commit with two parents."""
    commit: str
    left: str
    right: str
    date: str


@dataclasses.dataclass(frozen=True)
class Change:
    """What a commit made of a file of the merge base: the blobs, `new` is `None` if there is no file."""
    old: str
    new: str | None


class Git:
    """A repository, and one process of git that reads its objects."""

    def __init__(self, repository):
        self.command = ["git", "-C", repository, "--no-replace-objects"]
        self.environment = dict(os.environ, LC_ALL="C.UTF-8", GIT_OPTIONAL_LOCKS="0", GIT_NO_LAZY_FETCH="1")
        for name in ELSEWHERE:
            self.environment.pop(name, None)
        self.reader = None

    def output(self, *words, accepted=(0,)):
        """What a command of git prints."""
        done = subprocess.run([*self.command, *words], env=self.environment, capture_output=True)
        if done.returncode not in accepted:
            message = done.stderr.decode(errors="replace").strip()
            raise Failure(message or f"git {words[0]} ended with {done.returncode}")
        return done.stdout

    def ask(self, question):
        """Sends a line to the reader; the size of the object it answers with, `None` if that is missing."""
        if self.reader is None:
            self.reader = subprocess.Popen([*self.command, "cat-file", "--batch-command"], env=self.environment,
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.reader.stdin.write(question.encode() + b"\n")
        self.reader.stdin.flush()
        words = self.reader.stdout.readline().split()
        if not words:
            raise Failure("git cat-file ended early")
        return int(words[2]) if len(words) == 3 else None

    def size(self, blob):
        return self.ask(f"info {blob}")

    def contents(self, blob):
        size = self.ask(f"contents {blob}")
        if size is None:
            raise Failure(f"object {blob} is missing")
        text = self.reader.stdout.read(size)
        self.reader.stdout.read(1)
        return text

    def close(self):
        if self.reader is not None:
            self.reader.stdin.close()
            self.reader.wait()
            self.reader.stdout.close()


def merges(git, revision, since):
    """The merges with two parents, in the order of their ids."""
    words = ["rev-list", "--min-parents=2", "--max-parents=2", "--no-commit-header", "--format=%H %P %cs"]
    if since:
        words.append(f"--since={since}")
    # A stash is a merge commit, but not the result of a merge.
    chosen = ["--end-of-options", revision] if revision else ["--exclude=refs/stash", "--all"]
    lines = git.output(*words, *chosen).decode().splitlines()
    return sorted((Merge(*line.split()) for line in lines), key=lambda merge: merge.commit)


def merge_bases(git, merge):
    return git.output("merge-base", "--all", merge.left, merge.right, accepted=(0, 1)).decode().split()


def changes(git, base, commit):
    """The regular files of `base` that are others in `commit`, by their paths."""
    raw = git.output("diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", base, commit)
    fields = raw.split(b"\0")[:-1]
    found = {}
    for facts, path in zip(fields[::2], fields[1::2]):
        old_mode, new_mode, old, new, _ = facts[1:].decode().split()
        if old_mode.startswith("100"):
            found[os.fsdecode(path)] = Change(old, new if new_mode.startswith("100") else None)
    return found
