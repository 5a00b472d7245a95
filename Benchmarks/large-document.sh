#!/usr/bin/env bash
# Saves and opens a document of 100 MiB while the main actor ticks every millisecond.
#
# Usage: Benchmarks/large-document.sh [MIB] [GAP]      (100 MiB and at most 50 ms by default)
#
# Prints for each step the longest gap between two ticks of the main actor, and the most memory that the whole
# process had, as a multiple of the contents (the document keeps its own copy: that is 1 of it). Beside it ticks
# a process that does nothing: what that misses, the computer was busy with. Ends with 0 when no gap is longer than
# GAP and memory stays under 2.5 x. Build before, optimised and alone on the computer:
#
#     swift build -c release --product DocMergeSaveProbe --product docmerge-full
set -uo pipefail

size=${1:-100} most=${2:-50}
top=$(cd "$(dirname "$0")/.." && pwd)
probe=${DOCMERGE_SAVE_PROBE:-$top/.build/release/DocMergeSaveProbe}
[ -x "$probe" ] || { echo "build first: swift build -c release --product DocMergeSaveProbe" >&2; exit 2; }
docmerge=$(dirname "$probe")/docmerge-full
[ -x "$docmerge" ] || docmerge=$top/.build/debug/docmerge-full
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home XDG_RUNTIME_DIR=$work/run GIT_CONFIG_NOSYSTEM=1
mkdir -p "$HOME" "$XDG_RUNTIME_DIR" && chmod 700 "$XDG_RUNTIME_DIR"
failed=0

tick() { # until it is ended, then prints the longest gap
  exec python3 -c '
import signal, sys, time
longest, last = 0, time.monotonic()
def end(*_):
    print(f"  a process that does nothing: longest gap {longest * 1000:6.1f} ms")
    sys.exit()
signal.signal(signal.SIGTERM, end)
while True:
    time.sleep(0.001)
    now = time.monotonic()
    longest, last = max(longest, now - last), now
'
}

measure() { # TITLE FILE
  echo "$1, $size MiB"
  local output ticking
  tick & ticking=$!
  output=$("$probe" measure "$2" "$size") || { echo "  failed"; failed=1; }
  kill $ticking
  wait $ticking
  while read -r line; do
    awk -v line="$line" -v most="$most" 'BEGIN {
      match(line, /longest gap +[0-9.]+/); gap = substr(line, RSTART + 11, RLENGTH - 11) + 0
      match(line, /memory +[0-9.]+/); memory = substr(line, RSTART + 6, RLENGTH - 6) + 0
      bad = gap > most || memory >= 2.5
      print "  " line (bad ? "   TOO MUCH" : "")
      exit bad
    }' || failed=1
  done <<<"$output"
}

measure "A document outside of containers" "$work/plain.bin"
mkdir "$work/container"
"$docmerge" init "$work/container" >/dev/null 2>&1 || exit 2
measure "A document of a container" "$work/container/kept.bin"
exit $failed
