#!/usr/bin/env bash
# Checks everything: format, build (warnings are errors), tests, manual page, samples.
#
# Usage: ./test.sh
#
# Installs what is missing first, as setup.sh does, and servers only where nothing starts by that. Ends
# with 0 when all of it passed.
set -euo pipefail
cd "$(dirname "$0")"
. Scripts/packages.sh

step() { printf '\n== %s\n' "$*"; }

step "Tools"
need_swift
install_packages "${build_packages[@]}"
install_packages "${test_packages[@]}" || echo "Going on without them." >&2
if installing_starts_nothing; then
  install_packages "${server_packages[@]}" || echo "Going on without them." >&2
fi

step "Format"
swift format lint --strict -r Sources Tests Samples Package.swift

step "Build"
# Optimised sources take longer to build, and half as long to test.
export DOCMERGE_OPTIMIZE=1
scratch=(--scratch-path .build-opt)
swift build "${scratch[@]}" --build-tests
bin=$(swift build "${scratch[@]}" --show-bin-path)

step "Grammars"
# The tests of program code need the grammars of its languages.
if [ ! -e .build/grammars/docmerge/grammars/csharp.so ]; then
  XDG_DATA_HOME="$PWD/.build/grammars" "$bin/docmerge" grammars install --all ||
    echo "Going on without them." >&2
fi

step "Tests"
memory=''
output=''
# What runs in the background does not see an interrupt.
finish() {
  for job in $(jobs -p); do
    pkill -P "$job" || true
    kill "$job" 2>/dev/null || true
  done
  rm -rf "$output" "$memory" || true
}
trap finish EXIT
trap 'exit 130' INT TERM
# The tests write and synchronise many small files: they do so in memory, where there is room for them and for programs.
if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 4000000 ] 2>/dev/null &&
  memory=$(mktemp -d /dev/shm/docmerge-tests-XXXXXX) &&
  # Some tests run as other people, who go through it as through /tmp.
  chmod 755 "$memory" && cp /bin/true "$memory/true" && "$memory/true"; then
  export TMPDIR="$memory"
fi
output=$(mktemp -d)

# run_tests NAME [OPTIONS]: runs some tests; what they print is kept under the name, too.
run_tests() {
  local name=$1
  shift
  "$bin/docmergePackageTests.xctest" --testing-library swift-testing "$@" 2>&1 | tee "$output/$name"
}

# The tests of the command wait for other processes most of the time, so others run beside them. The page's server needs
# the threads that other tests wait in. A sample that a test runs is built meanwhile, with what is left of the time.
env -u DOCMERGE_OPTIMIZE nice -n 19 swift build --package-path Samples/Itinerary \
  --scratch-path .build/samples >"$output/sample.log" 2>&1 &
sample=$!
run_tests command --filter DocMergeCommandTests &
command_tests=$!
failed=''
run_tests rest --skip 'DocMergeCommandTests|DocMergeWebTests|OpenCombineSampleTests' || failed=yes
wait "$command_tests" || failed=yes
wait "$sample" || {
  tail -n 20 "$output/sample.log" >&2
  echo "Going on; a test says whether OpenCombine cannot be fetched." >&2
}
run_tests sample --filter OpenCombineSampleTests || failed=yes
run_tests web --filter DocMergeWebTests || failed=yes
if [ -n "$failed" ]; then
  step "What failed"
  # Some servers of continuous integration ask for colours.
  colours=$'s/\033\\[[0-9;]*m//g'
  for name in command rest sample web; do
    grep -aq 'Test run with .* passed' "$output/$name" || printf 'Tests that failed: %s\n' "$name"
    sed "$colours" "$output/$name" | grep -aA 4 '^✘\|^error: ' | grep -av '^◇\|^✔\|^--$' || true
  done
  exit 1
fi

step "Scripts"
DOCMERGE_BINARY=$bin/docmerge python3 -B -m unittest discover -s Scripts -p 'test_*.py'

step "Manual pages"
skipped=''
if command -v groff >/dev/null; then
  for page in man/*.[1-9]; do
    messages=$(groff -mdoc -ww -Tutf8 "$page" 2>&1 >/dev/null)
    if [ -n "$messages" ]; then
      printf '%s\n' "$messages" >&2
      exit 1
    fi
  done
else
  skipped=' that could be tried (the manual page could not: groff is missing)'
fi

step "Samples"
DOCMERGE_BINARY=$bin/docmerge Samples/demo.sh >/dev/null

left_out=$(missing_transports)
if [ -n "$left_out" ]; then
  printf '\nNot tried over %s. As root, knowing that a computer that boots starts them: apt-get install %s\n' \
    "${left_out//,/, }" "${server_packages[*]}"
  skipped+=", but for syncs over ${left_out//,/, }"
fi

step "All of it passed$skipped"
