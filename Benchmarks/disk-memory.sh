#!/usr/bin/env bash
# Measures the disk that many versions take, and the memory that a large document takes.
#
#   Benchmarks/disk-memory.sh [MIB]       (a document of 500 MiB by default)
#
# Disk: 1000 saves of a text of 1 MB and 200 of a file of 10 MB, each with an edit in another place, in a
# container of its own; prints what .docmerge takes once packing in the background has ended, against what it
# takes after `git gc` of a copy. Limit: 1.5 times that, and 64 MiB.
#
# Memory: the most that docmerge, or a process that it starts, has in its own pages and those of mapped files, as a
# multiple of the document: at save, sync, clone, and when another replica takes in an edit. Limit: 2.5. A
# path is the remote, so what serves it is measured, too.
#
# Ends with 1 when a limit is exceeded. Needs git, python3 and the release build (or DOCMERGE_BINARY).
set -euo pipefail

size=${1:-500}
top=$(cd "$(dirname "$0")/.." && pwd)
docmerge=${DOCMERGE_BINARY:-$top/.build/release/docmerge-full}
[ -x "$docmerge" ] || { echo "build first: swift build -c release --product docmerge-full" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home XDG_RUNTIME_DIR=$work/run GIT_CONFIG_NOSYSTEM=1
mkdir -p "$HOME" "$XDG_RUNTIME_DIR" && chmod 700 "$XDG_RUNTIME_DIR"
git config --global user.name A
git config --global user.email a@example.org
failed=0

kib() { du -sk "$1" | cut -f1; }

disk() { # NAME COUNT BYTES KIND
  local folder=$work/$1 name=$1 count=$2 taken packed
  "$docmerge" init "$folder" > /dev/null 2>&1
  python3 - "$docmerge" "$folder" "$2" "$3" "$4" <<'P'
import random, subprocess, sys
docmerge, folder, count, size, kind = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
chance = random.Random(1)
if kind == "text":
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(2, 9))) for _ in range(5000)]
    data = bytearray()
    while len(data) < size:
        data += (" ".join(chance.choices(words, k=10)) + "\n").encode()
else:
    data = bytearray(chance.randbytes(size))
for number in range(count):
    place = chance.randrange(len(data) - 20)
    data[place:place + 8] = b"%08d" % number
    with open(folder + "/document", "wb") as file:
        file.write(data)
    subprocess.run([docmerge, "-C", folder, "save"], check=True, capture_output=True)
P
  # A packing that was begun is waited for; it keeps git's housekeeping out.
  while [ -e "$folder/.docmerge/gc.pid" ]; do sleep 0.1; done
  taken=$(kib "$folder/.docmerge")
  cp -r "$folder/.docmerge" "$work/copy"
  git --git-dir="$work/copy" gc --quiet --prune=now
  packed=$(kib "$work/copy")
  python3 - "$name" "$count" "$taken" "$packed" <<'P' || failed=1
import sys
name, count, taken, packed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
print(f"{count} saves of {name}: {taken / packed:.2f} of git gc ({taken >> 10} MiB against {packed >> 10})")
sys.exit(taken > 1.5 * packed + (64 << 10))
P
  rm -rf "$folder" "$work/copy"
}

memory() { # NAME FOLDER WORDS...
  python3 - "$size" "$@" <<'P' || failed=1
import os, subprocess, sys, time
size, name, folder, words = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
run = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
most = {}
def family():
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                parents[int(entry)] = int(open(f"/proc/{entry}/stat").read().rpartition(")")[2].split()[1])
            except OSError:
                pass
    for process in parents:
        ancestor = process
        while ancestor not in (run.pid, 0, None):
            ancestor = parents.get(ancestor)
        if ancestor == run.pid:
            yield process
while run.poll() is None:
    for process in family():
        try:
            status = open(f"/proc/{process}/status").read()
            title = os.path.basename(open(f"/proc/{process}/cmdline").read().split("\0")[0])
            peak = int(status.split("VmHWM:")[1].split()[0])
        except (OSError, IndexError):
            continue
        most[title] = max(most.get(title, 0), peak)
    time.sleep(0.02)
if run.returncode not in (0, 1):
    sys.exit(f"{name}: ended with {run.returncode}")
title, peak = max(most.items(), key=lambda item: item[1])
ratio = peak / 1024 / size
print(f"memory, {name}: {ratio:.2f} of the document ({title})")
sys.exit(ratio > 2.5)
P
}

disk "a text of 1 MB" 1000 1000000 text
disk "a file of 10 MB" 200 10000000 bytes

git init -q --bare "$work/remote.git"
"$docmerge" init "$work/A" > /dev/null 2>&1
"$docmerge" -C "$work/A" remote add home "$work/remote.git" > /dev/null 2>&1
head -c $((size << 20)) /dev/urandom > "$work/A/film.bin"
memory save "$work/A" "$docmerge" save
memory sync "$work/A" "$docmerge" sync
memory clone "$work" "$docmerge" clone "$work/remote.git" B
printf 'edit' | dd of="$work/A/film.bin" bs=1 seek=1000000 conv=notrunc status=none
memory "save of an edit" "$work/A" "$docmerge" save
memory "sync of an edit" "$work/A" "$docmerge" sync
memory "taking in an edit" "$work/B" "$docmerge" sync
cmp "$work/A/film.bin" "$work/B/film.bin" || failed=1
exit "$failed"
