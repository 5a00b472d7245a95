#!/usr/bin/env bash
# Lets anything happen to replicas of containers, and looks whether they agree and have everything.
#
#   Scripts/simulate.sh RUNS [SEED [NOTES]]      (a random seed; in memory, where there is some)
#
# The finished runs are noted in the file NOTES: the same command, cut off, goes on from there, as long as the
# program is the same. 100 000 runs take some hours.
#
# Every run has 2 to 16 replicas and 1 or 2 remotes: edits, names that collide, packages, resolutions, undo,
# crashes at any step, clocks that are days off, backups put back, copied folders, remotes that are emptied
# or out of reach. In those with a seed that ends in 7, some replicas get contents on demand, which they download
# and evict; there no replica is set back. In those with one that ends in 4 or 9, or in 07, 47 or 67, people also
# put files in the places of others. In those with one that ends in 1, copies are made anew in their folders,
# editors write old texts back, and some file systems keep no execute bits and cannot swap. In the end all replicas
# meet, and all must have the same, and everything that was reported as saved. A run only depends on its
# seed; one that failed is printed with its steps, and is run again, and is left to be looked at, with
# `Scripts/simulate.sh 1 SEED`.
# The digest is the same whenever the same seeds end the same.
#
# Ends with 0 when nothing failed.
set -euo pipefail

runs=${1:?the number of runs}
seed=${2:-$((RANDOM * 32768 + RANDOM))}
memory=/tmp
if [ -d /dev/shm ] && [ -w /dev/shm ]; then memory=/dev/shm; fi
folder=$(mktemp -d "$memory/docmerge-simulation-XXXXXX")
notes=${3:+$(realpath "$3")}
trap '[ $? -ne 0 ] && [ "$runs" -eq 1 ] && echo "left in $folder" >&2 || rm -rf "$folder"' EXIT
cd "$(dirname "$0")/.."
swift build -c release --product DocMergeSimulator
"$(swift build -c release --show-bin-path)/DocMergeSimulator" "$folder" "$runs" "$seed" "$(nproc)" ${notes:+"$notes"}
