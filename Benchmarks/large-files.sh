#!/usr/bin/env bash
# Measures the first sync of many large files that zlib cannot make smaller, such as photos, against git push.
#
#   Benchmarks/large-files.sh [MIB]       (2048 by default, in files of 5 MiB)
#
# Both send to a new bare repository on a path, each what it saved before. Prints the median of three paired
# runs as a ratio. Exits with 1 when it is over 1.2. Needs git, the release build (or DOCMERGE_BINARY), and
# five times as much room.
set -euo pipefail

size=${1:-2048}
runs=${RUNS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/container-runs.sh"

photos() { # FOLDER
  mkdir -p "$1"
  for number in $(seq $((size / 5))); do head -c 5242880 /dev/urandom > "$1/photo $number.jpg"; done
}

photos "$work/ours"
cp -r "$work/ours" "$work/peer"
"$docmerge" init "$work/ours" >/dev/null 2>&1
(cd "$work/peer" && git init -q . && git add . && git commit -qm import)
command sync

ours=() peer=()
for run in $(seq "$runs"); do
  git init -q --bare "$work/peer$run.git"
  git init -q --bare "$work/ours$run.git"
  git -C "$work/peer" remote add "to$run" "$work/peer$run.git"
  "$docmerge" -C "$work/ours" remote add "to$run" "$work/ours$run.git" >/dev/null
  peer+=("$(time_of git -C "$work/peer" push -q "to$run" main)")
  command sync
  ours+=("$(time_of "$docmerge" -C "$work/ours" sync --quiet "to$run")")
  command sync
  rm -rf "$work/peer$run.git" "$work/ours$run.git"
  "$docmerge" -C "$work/ours" remote remove "to$run" >/dev/null
done
echo "$size MiB in files of 5 MiB, remote on a path, median of $runs paired runs, ratio"
row "first sync / git push" 1.2
exit "$failed"
