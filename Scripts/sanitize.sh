#!/usr/bin/env bash
# Runs tests with a sanitizer of the compiler, in a build of its own, which is removed afterwards.
#
#   Scripts/sanitize.sh thread|address [FILTER]     tests whose names fit FILTER; by default documents
#
# Data races (thread) and memory errors (address) fail it. A test that traces a process is left out: the
# sanitizer would be traced, too; and one that builds a sample, without it. KEEP=1 keeps the build.
set -uo pipefail

cd "$(dirname "$0")/.."
kind=${1:-thread}
filter=${2:-'DocMergeDocumentsTests|DocMergeUIKitTests'}
case "$kind" in thread | address) ;; *) echo "thread or address" >&2; exit 64 ;; esac
place=.build-$kind-sanitizer
[ -n "${KEEP:-}" ] || trap 'rm -rf "$place"' EXIT

export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}"
# Swift keeps what lives as long as the process, so leaks are not looked for.
export ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}"
swift build --build-tests --sanitize="$kind" --scratch-path "$place" || exit 2
log=$(mktemp)
if [ "$kind" = thread ]; then
  compiler=$(dirname "$(readlink -f "$(command -v swift)")")/clang
  "$compiler" -shared -fPIC -O2 -o "$place/mutex.so" Scripts/sanitize-mutex.c || exit 2
  export LD_PRELOAD=$PWD/$place/mutex.so
fi
swift test --skip-build --sanitize="$kind" --scratch-path "$place" --filter "$filter" \
  --skip 'DocumentFaultTests|OpenCombineSampleTests' 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
unset LD_PRELOAD
found=$(grep -c 'WARNING: ThreadSanitizer\|ERROR: AddressSanitizer' "$log")
rm -f "$log"
echo "$found reports of the sanitizer; the tests ended with $status"
[ "$found" -eq 0 ] && [ "$status" -eq 0 ]
