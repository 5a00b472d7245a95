#!/usr/bin/env bash
# Lets replicas sync with remotes that hold false data, and looks whether that harms one of them.
#
#   Scripts/fuzz-remotes.sh [SECONDS] [SEED] [FOLDER]     (600 seconds, a random seed, a temporary folder)
#
# Three real replicas meet; then the states, versions, trees, packages, references and objects of one of them
# are changed at random on the remote, and another one syncs. It must end in order, with little memory, write
# nothing outside its folder and nothing that acts on a terminal, merge what the third one did, keep its
# own documents, pass `git fsck`, and agree with the third one when both sync with a true remote.
#
# What happens only depends on the seed; one that fails is printed, and happens again with
#
#   Scripts/fuzz-remotes.sh 60 SEED FOLDER 1
#
# The remote of a failure stays in FOLDER. With DOCMERGE_SANITIZE=address the command is built with
# AddressSanitizer, and may use more memory. Ends with 0 when nothing failed.
set -euo pipefail

seconds=${1:-600}
seed=${2:-$((RANDOM * 32768 + RANDOM))}
folder=${3:-$(mktemp -d)}
count=${4:-}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."
swift build -c release --product DocMergeRemoteFuzz
programs=$(swift build -c release --show-bin-path)
command=$programs/docmerge-full
if [ -n "${DOCMERGE_SANITIZE:-}" ]; then
  options=(-c release --sanitize="$DOCMERGE_SANITIZE" --scratch-path .build-asan)
  swift build "${options[@]}" --product docmerge-full
  command=$(swift build "${options[@]}" --show-bin-path)/docmerge-full
  # Swift's runtime keeps some memory for good, which is no leak.
  export ASAN_OPTIONS=detect_leaks=0 DOCMERGE_FUZZ_MEMORY=unlimited
else
  swift build -c release --product docmerge-full
fi
"$programs/DocMergeRemoteFuzz" "$command" "$folder" "$seconds" "$seed" $count
