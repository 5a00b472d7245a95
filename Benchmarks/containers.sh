#!/usr/bin/env bash
# Measures containers of many small documents against git, and large containers against small ones.
#
#   Benchmarks/containers.sh [DOCUMENTS]        (10000 by default)
#
# Prints medians of paired runs on this machine as ratios, since seconds mean nothing elsewhere. Exits
# with 1 when a ratio is over its limit. Needs git and the release build (or DOCMERGE_BINARY).
set -euo pipefail

count=${1:-10000}
runs=${RUNS:-7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/container-runs.sh"

git_import() { (cd "$1" && git init -q . && git add . && git commit -qm import); }
docmerge_init() { "$docmerge" init "$1"; }

echo "$count documents, medians of $runs paired runs, ratios"

# --- init against git init, add and commit
ours=() peer=()
for run in $(seq 3); do
  rm -rf "$work/git" "$work/big"
  documents "$work/git" "$count"
  documents "$work/big" "$count"
  peer+=("$(time_of git_import "$work/git")")
  ours+=("$(time_of docmerge_init "$work/big")")
done
row "init / git init + add + commit" 2

# --- status against git status
sleep 1
"$docmerge" -C "$work/big" status >/dev/null 2>&1
git -C "$work/git" status --short >/dev/null
ours=() peer=()
for run in $(seq "$runs"); do
  peer+=("$(time_of git -C "$work/git" status --short)")
  ours+=("$(time_of "$docmerge" -C "$work/big" status)")
done
row "status / git status" 2

# --- saving one document, and listing three conflicts, in a large and a small container
documents "$work/small" 10
docmerge_init "$work/small" 2>/dev/null
conflict() { # CONTAINER: three documents in conflict
  local doc base
  for doc in "d000/note 1.md" "d000/note 2.md" "d000/note 3.md"; do
    base=$("$docmerge" -C "$1" versions "$doc" | awk '{ print $1; exit }')
    for text in one two; do
      echo "$text" | "$docmerge" -C "$1" save "$doc" --contents - --from "$base" >/dev/null 2>&1 || true
    done
  done
}
conflict "$work/big"
conflict "$work/small"
edit_and_save() { # CONTAINER RUN
  echo "edit $2" >> "$1/d000/note 5.md"
  time_of "$docmerge" -C "$1" save "d000/note 5.md"
}
ours=() peer=()
for run in $(seq $((runs * 5))); do
  peer+=("$(edit_and_save "$work/small" "$run")")
  ours+=("$(edit_and_save "$work/big" "$run")")
done
row "save one document, in $count / in 10" 1.3
ours=() peer=()
for run in $(seq $((runs * 5))); do
  peer+=("$(time_of "$docmerge" -C "$work/small" list)")
  ours+=("$(time_of "$docmerge" -C "$work/big" list)")
done
row "list three conflicts, in $count / in 10" 1.3
exit "$failed"
