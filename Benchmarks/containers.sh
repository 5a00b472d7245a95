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
top=$(cd "$(dirname "$0")/.." && pwd)
docmerge=${DOCMERGE_BINARY:-$top/.build/release/docmerge}
[ -x "$docmerge" ] || { echo "build first: swift build -c release --static-swift-stdlib" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home GIT_CONFIG_NOSYSTEM=1
mkdir -p "$HOME"
git config --global user.name Bench
git config --global user.email bench@example.org
git config --global init.defaultBranch main
git config --global gc.auto 0

documents() { # FOLDER COUNT
  mkdir -p "$1"
  (cd "$1" && awk -v n="$2" 'BEGIN { for (i = 0; i < n; i++) {
      folder = sprintf("d%03d", i / 100)
      if (i % 100 == 0) system("mkdir -p " folder)
      file = folder "/note " i ".md"
      for (j = 0; j < 10; j++) printf "# Note %d\n\nSome text, %d times %d.\n", i, i * 7919, j > file
      close(file) } }')
}

now() { date +%s%N; }

time_of() { # COMMAND…: nanoseconds; output goes nowhere, exit status 1 (conflicts) is fine
  local start
  start=$(now)
  "$@" >/dev/null 2>&1 || [ $? -eq 1 ]
  echo $(($(now) - start))
}

median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

failed=0
row() { # TITLE OURS PEER LIMIT
  awk -v t="$1" -v a="$2" -v b="$3" -v l="$4" 'BEGIN {
    r = a / b; printf "%-62s %6.2f  (limit %s)  %s\n", t, r, l, r <= l ? "ok" : "OVER"; exit r > l }' \
    || failed=1
}

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
row "init / git init + add + commit" "$(printf '%s\n' "${ours[@]}" | median)" \
  "$(printf '%s\n' "${peer[@]}" | median)" 2

# --- status against git status
sleep 1
"$docmerge" -C "$work/big" status >/dev/null 2>&1
git -C "$work/git" status --short >/dev/null
ours=() peer=()
for run in $(seq "$runs"); do
  peer+=("$(time_of git -C "$work/git" status --short)")
  ours+=("$(time_of "$docmerge" -C "$work/big" status)")
done
row "status / git status" "$(printf '%s\n' "${ours[@]}" | median)" \
  "$(printf '%s\n' "${peer[@]}" | median)" 2

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
row "save one document, in $count / in 10" "$(printf '%s\n' "${ours[@]}" | median)" \
  "$(printf '%s\n' "${peer[@]}" | median)" 1.3
ours=() peer=()
for run in $(seq $((runs * 5))); do
  peer+=("$(time_of "$docmerge" -C "$work/small" list)")
  ours+=("$(time_of "$docmerge" -C "$work/big" list)")
done
row "list three conflicts, in $count / in 10" "$(printf '%s\n' "${ours[@]}" | median)" \
  "$(printf '%s\n' "${peer[@]}" | median)" 1.3
exit "$failed"
