#!/usr/bin/env bash
# Eight processes work on eight documents at random, and one of them is killed again and again.
#
#   Scripts/coordination-stress.sh [SECONDS] [SEEDS]     (60 seconds each, 10 seeds)
#
# Reads, saves, moves and deletes, coordinated and not. It fails when a read is torn, when two write at
# once, when a save that was made is lost, or when a process waits for ever. Ends with 0 when nothing did.
# For each seed it prints the longest wait, behind the living and the dead; on a busy computer
# that is longer.
set -euo pipefail

seconds=${1:-60}
seeds=${2:-10}
cd "$(dirname "$0")/.."
swift build --build-tests

for seed in $(seq 1 "$seeds"); do
  echo "== seed $seed"
  DOCMERGE_STRESS_SECONDS=$seconds DOCMERGE_STRESS_SEED=$seed \
    timeout $((seconds + 120)) swift test --skip-build --filter 'eight processes'
done
echo "Nothing failed in $seeds times $seconds seconds."
