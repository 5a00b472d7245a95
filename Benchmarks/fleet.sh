#!/usr/bin/env bash
# Measures how references, states, and a sync grow with the replicas and documents of a fleet.
#
#   Benchmarks/fleet.sh                       # the table of docs/scale.md: half an hour
#   Benchmarks/fleet.sh 10x100 100x100        # REPLICAS x DOCUMENTS
#
# A fleet has one remote, a bare repository at a path. Its replicas are real ones as far as the remote can tell:
# one container takes the place of one after the other, changes a document, and syncs. Three more containers
# meet them: one that was away since the beginning, one that is up to date, and a new clone. Times are ratios to
# what git takes in the same run to fetch the same references into a bare repository. Needs git, python3 and the
# release build (or DOCMERGE_BINARY).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/home.sh"

python3 - "$docmerge" "$work" "$@" <<'PYTHON'
import os, shutil, statistics, subprocess, sys, time

docmerge, work = sys.argv[1:3]
fleets = sys.argv[3:] or ["10x100", "100x100", "1000x100", "100x10000", "10x100000", "2x1000000"]


def run(*words):
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    # 1: documents are in conflict.
    if result.returncode not in (0, 1):
        sys.exit(f"{words}: {result.returncode}: {result.stderr.decode()}")
    return result.stdout


def seconds(*words):
    start = time.perf_counter()
    run(*words)
    return time.perf_counter() - start


def git(repository, *words):
    return run("git", "--git-dir", repository, *words).decode()


def bytes_in(repository):
    return sum(
        os.path.getsize(os.path.join(folder, name))
        for folder, _, names in os.walk(f"{repository}/objects")
        for name in names if not name.endswith(".idx"))


class Container:
    def __init__(self, folder, name, remote):
        self.path, self.remote = f"{folder}/{name}", remote
        self.repository = f"{self.path}/.docmerge"

    def init(self, documents):
        for number in range(documents):
            place = f"{self.path}/d{number // 100:05}"
            if number % 100 == 0:
                os.makedirs(place)
            with open(f"{place}/note {number}.md", "w") as file:
                file.write(f"# Note {number}\n\nSome text, {number * 7919}.\n")
        run(docmerge, "init", self.path)
        git(self.repository, "remote", "add", "origin", self.remote)
        self.sync()

    def clone(self):
        return seconds(docmerge, "clone", self.remote, self.path)

    def sync(self):
        return seconds(docmerge, "-C", self.path, "sync")

    def edit(self, number):
        with open(f"{self.path}/d{number // 100:05}/note {number}.md", "a") as file:
            file.write(f"Changed by {self.replica}.\n")

    @property
    def replica(self):
        return git(self.repository, "config", "docmerge.replica").strip()

    def become(self, number):
        """Goes on as another replica, from the same state."""
        old, new = self.replica, f"{0xF1EE7000000 + number:016x}"
        moves = ""
        for kind in ("state", "versions"):
            id = git(self.repository, "rev-parse", f"refs/docmerge/{kind}/{old}").strip()
            moves += f"create refs/docmerge/{kind}/{new} {id}\ndelete refs/docmerge/{kind}/{old} {id}\n"
        subprocess.run(
            ["git", "--git-dir", self.repository, "update-ref", "--stdin"], input=moves.encode(), check=True)
        git(self.repository, "config", "docmerge.replica", new)


class Mirror:
    """What git alone takes for the same references."""

    def __init__(self, folder, name, remote):
        self.path, self.remote = f"{folder}/{name}.git", remote

    def clone(self):
        run("git", "init", "-q", "--bare", self.path)
        return self.fetch()

    def fetch(self):
        return seconds(
            "git", "--git-dir", self.path, "fetch", "-q", self.remote, "+refs/docmerge/*:refs/docmerge/*")


def measure(replicas, documents):
    folder = f"{work}/fleet"
    remote = f"{folder}/remote.git"
    run("git", "init", "-q", "--bare", remote)
    worker, away = (Container(folder, name, remote) for name in ("worker", "away"))
    away_mirror, mirror = (Mirror(folder, name, remote) for name in ("away", "mirror"))
    worker.init(documents)
    away.clone()
    away_mirror.clone()
    for number in range(1, replicas):
        worker.become(number)
        worker.edit(number * 7919 % documents)
        worker.sync()
    row = {"replicas": replicas, "documents": documents}
    references = git(remote, "for-each-ref", "--format=%(objectname) %(refname)")
    row["references"] = len(references.splitlines())
    row["listed"] = len(references)
    row["clock"] = len(git(remote, "cat-file", "blob", f"refs/docmerge/state/{worker.replica}:clock"))
    row["remote"] = bytes_in(remote)

    before = bytes_in(away.repository)
    row["came"] = away.sync() / away_mirror.fetch()
    row["came bytes"] = bytes_in(away.repository) - before
    new = Container(folder, "new", remote)
    row["clone"] = new.clone() / mirror.clone()
    before = bytes_in(remote)
    worker.edit(0)
    worker.sync()
    row["edit bytes"] = bytes_in(remote) - before
    rounds = [(new.sync(), mirror.fetch())]
    idle = [(new.sync(), mirror.fetch()) for _ in range(5)]
    for number in range(4):
        worker.edit(number)
        worker.sync()
        rounds.append((new.sync(), mirror.fetch()))
    row["one"] = statistics.median(a for a, _ in rounds) / statistics.median(b for _, b in rounds)
    row["nothing"] = statistics.median(a for a, _ in idle) / statistics.median(b for _, b in idle)
    run(docmerge, "-C", new.path, "verify")
    shutil.rmtree(folder)
    return row


columns = [
    ("replicas", "replicas", "{:,}"), ("documents", "documents", "{:,}"),
    ("references", "references", "{:,}"), ("listed", "their list, KB", "{:,.1f}"),
    ("clock", "clock, KB", "{:,.1f}"), ("remote", "remote, KB", "{:,.0f}"),
    ("edit bytes", "one edit, KB", "{:,.1f}"), ("came bytes", "all edits, KB", "{:,.0f}"),
    ("nothing", "sync of nothing", "{:.2f}"), ("one", "of one edit", "{:.2f}"),
    ("came", "of all edits", "{:.2f}"), ("clone", "clone", "{:.2f}"),
]
print("| " + " | ".join(title for _, title, _ in columns) + " |")
print("|" + "--:|" * len(columns))
for fleet in fleets:
    row = measure(*(int(part) for part in fleet.split("x")))
    cells = []
    for key, title, form in columns:
        value = row[key] / 1000 if title.endswith("KB") else row[key]
        cells.append(form.format(value).replace(",", " "))
    print("| " + " | ".join(cells) + " |", flush=True)
PYTHON
