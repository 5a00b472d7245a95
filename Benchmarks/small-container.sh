#!/usr/bin/env bash
# Measures what a save and a look cost in a container of 100 documents, against the disk and against git.
#
#   Benchmarks/small-container.sh
#
# Prints medians of paired runs on this machine as ratios. A durable write is what no program gets by
# without: write, fsync, rename and fsync of the folder, for the same bytes. What a save costs beyond its
# start is the difference to a save that finds nothing to do. Exits with 1 when a ratio is over its limit.
# Needs git, python3 and the release build (or DOCMERGE_BINARY).
set -euo pipefail

count=100
runs=${RUNS:-21}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/container-runs.sh"

documents "$work/notes" "$count"
documents "$work/git" "$count"
"$docmerge" init "$work/notes" >/dev/null 2>&1
fsync=(-c core.fsync=all -c core.fsyncMethod=fsync)
git -C "$work/git" init -q .
git -C "$work/git" add .
git -C "$work/git" commit -qm import

durable_write() { # nanoseconds
  python3 - "$work" <<'PYTHON'
import os, sys, time
os.chdir(sys.argv[1])
contents = b"Some text, and some more.\n" * 12
start = time.perf_counter_ns()
file = os.open("note.new", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
os.write(file, contents)
os.fsync(file)
os.close(file)
os.rename("note.new", "note")
folder = os.open(".", os.O_RDONLY)
os.fsync(folder)
os.close(folder)
print(time.perf_counter_ns() - start)
PYTHON
}
git_commit() { git -C "$work/git" "${fsync[@]}" add -A && git -C "$work/git" "${fsync[@]}" commit -qm edit; }

saves=() nothings=() writes=() commits=()
for run in $(seq "$runs"); do
  echo "edit $run" >> "$work/notes/d000/note 5.md"
  saves+=("$(time_of "$docmerge" -C "$work/notes" save)")
  nothings+=("$(time_of "$docmerge" -C "$work/notes" save)")
  writes+=("$(durable_write)")
  echo "edit $run" >> "$work/git/d000/note 5.md"
  commits+=("$(time_of git_commit)")
done
echo "$count documents, medians of $runs paired runs, ratios"
nothing=$(printf '%s\n' "${nothings[@]}" | median)
ours=() peer=("${writes[@]}")
for save in "${saves[@]}"; do ours+=($((save - nothing))); done
row "(save - save of nothing) / durable write" 4
ours=("${saves[@]}") peer=("${commits[@]}")
row "save / git add + git commit, durable" 1

sleep 1
for verb in status list; do
  ours=() peer=()
  for run in $(seq "$runs"); do
    peer+=("$(time_of git -C "$work/git" status --short)")
    ours+=("$(time_of "$docmerge" -C "$work/notes" "$verb")")
  done
  row "$verb / git status" 2
done
exit "$failed"
