#!/usr/bin/env bash
# Tries the merge engine with random texts, with and without AddressSanitizer at the same time.
#
#   Scripts/fuzz.sh [SECONDS] [SEED] [FOLDER]     (600 seconds, a random seed, a temporary folder)
#
# Merges, rules, audits, markers, layers, words, sentences, the scanner of each format and merges by
# structure are tried with texts of many kinds, and with changes of texts that have shown something
# new. What fails is stored in FOLDER: a crash, a
# step that takes more than 2 s (10 s with AddressSanitizer), or a broken rule of
# Tests/DocMergeFuzzing. To try one again:
#
#   .build-asan/release/DocMergeFuzz FOLDER/CASE
#
# A case that has been put right moves to Tests/DocMergeCoreTests/Corpus, where a test replays it;
# one that waits for that, to `failing` there. Ends with 0 when nothing failed.
set -euo pipefail

seconds=${1:-600}
seed=${2:-$((RANDOM * 32768 + RANDOM))}
folder=${3:-$(mktemp -d)}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."
swift build -c release --product DocMergeFuzz
swift build -c release --product DocMergeFuzz --sanitize=address --scratch-path .build-asan

# Swift's runtime keeps some memory for good, which is no leak.
export ASAN_OPTIONS=detect_leaks=0

fuzz() { # PROGRAM FOLDER SEED: until the time is up, again after every crash
  local program=$1 folder=$2 seed=$3 status failures=0 end=$((SECONDS + seconds))
  mkdir -p "$folder"
  while [ $SECONDS -lt $end ]; do
    status=0
    "$program" "$folder" $((end - SECONDS)) "$seed" 2> "$folder/messages" || status=$?
    if [ "$status" -gt 0 ]; then failures=$((failures + 1)); fi
    if [ "$status" -gt 1 ]; then
      # It did not come to its end: 142 means that a case took too long.
      mv "$folder/current" "$folder/crash-$seed"
      mv "$folder/messages" "$folder/crash-$seed/messages"
      echo "CRASHED with status $status: $folder/crash-$seed"
    fi
    seed=$((seed + 1))
  done
  [ "$failures" -eq 0 ]
}

failed=0
DOCMERGE_FUZZ_LIMIT=10 fuzz .build-asan/release/DocMergeFuzz "$folder/asan" "$seed" &
fuzz .build/release/DocMergeFuzz "$folder/plain" $((seed + 1000)) || failed=1
wait $! || failed=1
if [ "$failed" -gt 0 ]; then
  echo "What failed is in $folder" >&2
  exit 1
fi
echo "Nothing failed in $seconds seconds."
