#!/usr/bin/env bash
# Runs git's own tests of merge-file with `docmerge merge-file` in its place.
#
# Usage: Scripts/git-suite.sh [TEST...]         (all tests that use merge-file by default)
#        GIT_SOURCE=FOLDER Scripts/git-suite.sh (the source of another git, instead of Debian's)
#        GIT_SUITE=trixie Scripts/git-suite.sh  (the source of another release of Debian)
#
# The tests are not part of this repository: the source package of git is fetched with apt-get, into a
# temporary folder. Needs the program (DOCMERGE_BINARY, or .build/release/docmerge, or .build/debug/docmerge), git and
# xz-utils. Ends with 0 when nothing failed.
set -euo pipefail

top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/Scripts/binary.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Fetches and unpacks the source, with package lists of its own, so that the system's stay as they are.
fetch_source() {
  local suite=${GIT_SUITE:-bookworm}
  mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial"
  echo "deb-src http://deb.debian.org/debian $suite main" >"$work/apt/sources.list"
  local options=(
    -q -o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" -o APT::Sandbox::User=root
  )
  (cd "$work" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only git) >&2
  mkdir "$work/source"
  tar -x -J --strip-components=1 -C "$work/source" -f "$work"/git_*.orig.tar.xz
}

if [ -n "${GIT_SOURCE:-}" ]; then
  cp -r "$GIT_SOURCE" "$work/source"
else
  fetch_source
fi

# The tests want a git that was built there. They get the installed one, and as much of
# their helper as they use.
cd "$work/source"
cat >GIT-BUILD-OPTIONS <<END
SHELL_PATH='/bin/sh'
TEST_SHELL_PATH='/bin/sh'
PERL_PATH='/usr/bin/perl'
DIFF='diff'
PYTHON_PATH='/usr/bin/python3'
NO_PERL=''
NO_PYTHON=''
X=''
END
mkdir -p t/helper templates/blt bin
cat >t/helper/test-tool <<'END'
#!/usr/bin/env bash
# The one command of the helper that tests of merges use: it reads and sets the dates of files.
[ "${1:-}" = chmtime ] || exit 1
shift
get=
if [ "$1" = --get ]; then get=1; shift; fi
case "$1" in
=[-+]*) change=$(($(date +%s) + ${1#=})); shift ;;
=*) change=${1#=}; shift ;;
[-+][0-9]*) relative=$1; shift ;;
esac
for file; do
  [ -z "${relative:-}" ] || change=$(($(stat -c %Y "$file") + relative))
  [ -z "${change:-}" ] || touch -d "@$change" "$file"
  [ -z "$get" ] || stat -c %Y "$file"
done
END
chmod +x t/helper/test-tool

# A git that sends merge-file, and nothing else, to docmerge. It counts, so that a suite that never came by
# does not pass.
cat >bin/git <<END
#!/usr/bin/env bash
git=$(command -v git)
rest=("\$@")
settings=\${GIT_CONFIG_PARAMETERS:-}
folder=.
while :; do
  case "\${rest[0]:-}" in
  -c)
    # As git hands settings on to what it starts.
    settings="\${settings:+\$settings }'\${rest[1]%%=*}'='\${rest[1]#*=}'"
    rest=("\${rest[@]:2}") ;;
  -C)
    folder=\$folder/\${rest[1]}
    rest=("\${rest[@]:2}") ;;
  merge-file)
    echo >>"$work/calls"
    cd "\$folder" || exit 128
    [ -z "\$settings" ] || export GIT_CONFIG_PARAMETERS="\$settings"
    exec "$binary" merge-file "\${rest[@]:1}" ;;
  *) exec "\$git" "\$@" ;;
  esac
done
END
chmod +x bin/git

tests=("$@")
if [ ${#tests[@]} -eq 0 ]; then
  mapfile -t tests < <(cd t && grep -l 'git merge-file' t[0-9]*.sh)
fi
failed=0
: >"$work/calls"
for test in "${tests[@]}"; do
  printf '%s: ' "$test"
  before=$(wc -l <"$work/calls")
  output=$work/output
  (cd t && GIT_TEST_INSTALLED="$work/source/bin" GIT_TEST_DEFAULT_INITIAL_BRANCH_NAME=main \
    sh "./$(basename "$test")" ${VERBOSE:+-v -i}) >"$output" 2>&1 || true
  passed=$(grep -c '^ok ' "$output" || true)
  broken=$(grep -c '^not ok .*# TODO known breakage' "$output" || true)
  lost=$(grep '^not ok ' "$output" | grep -vc '# TODO known breakage' || true)
  skipped=$(grep -c '^ok .*# skip' "$output" || true)
  echo "$passed passed ($skipped skipped), $lost failed, $broken that git itself fails;" \
    "docmerge merge-file ran $(($(wc -l <"$work/calls") - before)) times"
  if [ "$lost" -gt 0 ] ||
    ! grep -q '^# passed all\|^# still have' "$output"; then
    failed=1
    grep '^not ok ' "$output" | grep -v '# TODO known breakage' || tail -5 "$output"
    [ -z "${VERBOSE:-}" ] || tail -50 "$output"
  fi
done
[ -s "$work/calls" ] || { echo "docmerge merge-file never ran" >&2; failed=1; }
exit "$failed"
