#!/usr/bin/env bash
# Tries the merge driver where things go wrong: it is missing, killed, cannot write, or gets odd files.
#
# Usage: Scripts/driver-faults.sh [KILLS]        (how often the driver is killed in the middle, 40 by default)
#
# These must hold each time: the file is git's own outcome or better (merged, or with markers, or ours where it is
# no text), the status is never 0 with markers left, and nothing else is left in the folder. Needs git and the
# program (DOCMERGE_BINARY, or .build/release/docmerge, or .build/debug/docmerge). Ends with 0 when all held.
set -euo pipefail

kills=${1:-40}
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/Scripts/binary.sh"
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
export HOME=$work/home GIT_CONFIG_NOSYSTEM=1
mkdir -p "$HOME" "$work/bin"
git config --global user.name Test
git config --global user.email test@example.org
git config --global init.defaultBranch main
cp "$binary" "$work/bin/docmerge"
cp "$(dirname "$binary")/docmerge-full" "$work/bin/docmerge-full"
path=$PATH

failed=0
check() { # TITLE COMMAND…
  local title=$1
  shift
  if "$@"; then echo "ok    $title"; else echo "LOST  $title"; failed=1; fi
}

lines() { seq -f "line %.0f of a text that is long enough to take a while" "$1"; }

# A repository with a conflict that rules settle (list), one that they leave (plain), and a long text.
repository() { # FOLDER
  git init -q "$1"
  cd "$1"
  printf 'tent\n' >list; printf 'x\n' >plain; lines 60000 >long; printf 'a\0' >binary; : >empty
  git add . && git commit -qm base
  git checkout -qb theirs
  printf 'tent\nlamp\n' >list; printf 'z\n' >plain; printf 'c\0' >binary; echo theirs >empty; echo theirs >new
  lines 60000 | sed 's/line \(.*7\) of/line \1 of theirs/' >long
  git add . && git commit -qm theirs
  git checkout -q main
  printf 'tent\nrope\n' >list; printf 'y\n' >plain; printf 'b\0' >binary; echo ours >empty; echo ours >new
  lines 60000 | sed 's/line \(.*2\) of/line \1 of ours/' >long
  git add . && git commit -qm ours
  (PATH=$work/bin:$path; docmerge git setup >/dev/null)
}

merge() { # sets status
  status=0
  git merge -q --no-edit theirs >"$work/output" 2>&1 || status=$?
}

marked() { grep -q '^<<<<<<< ' "$1" && grep -q '^=======' "$1" && grep -q '^>>>>>>> ' "$1"; }
clean_folder() { [ -z "$(git status --porcelain | grep '^??')" ]; }
unmerged() { git ls-files -u -- "$1" | grep -q .; }
outcome_is_git_s() {
  # What git alone leaves, but for the words behind the markers.
  local file
  for file in list plain new empty; do marked "$file" && unmerged "$file" || return 1; done
  printf 'b\0' | cmp -s - binary && unmerged binary && ! unmerged long && [ "$status" -eq 1 ] && clean_folder
}

echo "== In git"
(
  repository "$work/whole"
  PATH=$work/bin:$path merge
  check "rules settle what git would leave" cmp -s list <(printf 'tent\nrope\nlamp\n')
  check "what no rule settles has markers and is in conflict" eval 'marked plain && unmerged plain && [ $status -eq 1 ]'
  check "a binary file is ours, in conflict" eval "printf 'b\\0' | cmp -s - binary && unmerged binary"
  check "both added, and an empty base: merged or marked" eval \
    '{ marked new || ! unmerged new; } && { marked empty || ! unmerged empty; } && grep -q theirs new && grep -q ours new'
  check "nothing else is left" clean_folder
  exit "$failed"
) || failed=1

(
  repository "$work/missing"
  merge # PATH has no docmerge
  check "docmerge is missing: git's own outcome" outcome_is_git_s
  exit "$failed"
) || failed=1

(
  mkdir -p "$work/broken"
  repository "$work/other"
  for how in 'exit 64' 'exit 2' 'kill -9 $$' 'kill -SEGV $$' 'exit 126'; do
    printf '#!/bin/sh\n%s\n' "$how" >"$work/broken/docmerge"
    chmod +x "$work/broken/docmerge"
    PATH=$work/broken:$path merge
    check "docmerge ends with '$how': git's own outcome" outcome_is_git_s
    git merge --abort
  done
  exit "$failed"
) || failed=1

(
  # The driver is killed after a while that grows from run to run, so that each moment has its turn.
  repository "$work/killed"
  mkdir -p "$work/killer"
  cat >"$work/killer/docmerge" <<END
#!/usr/bin/env bash
"$work/bin/docmerge" "\$@" &
sleep "\$(cat "$work/delay")"
kill -9 \$! 2>/dev/null
wait \$!
status=\$?
[ \$status -ne 137 ] || echo >>"$work/deaths"
exit \$status
END
  chmod +x "$work/killer/docmerge"
  bad=0
  : >"$work/deaths"
  for run in $(seq "$kills"); do
    awk -v n="$run" -v k="$kills" 'BEGIN { print n / k * 0.15 }' >"$work/delay"
    PATH=$work/killer:$path merge
    for file in list plain long; do
      case "$file" in
      list) cmp -s list <(printf 'tent\nrope\nlamp\n') || marked list || bad=1 ;;
      plain) marked plain || bad=1 ;;
      # Neither side's text alone: both edits are there, with nothing in conflict.
      long) grep -q 'of ours' long && grep -q 'of theirs' long && [ "$(wc -l <long)" -eq 60000 ] || bad=1 ;;
      esac
    done
    [ "$status" -eq 1 ] && clean_folder || bad=1
    git merge --abort
  done
  check "killed in the middle in $kills merges; $(wc -l <"$work/deaths") died of it" [ "$bad" -eq 0 ]
  exit "$failed"
) || failed=1

echo "== By itself"
cd "$work"
mkdir plain && cd plain
drive() { # sets status
  status=0
  "$work/bin/docmerge" merge-driver "$@" >"$work/output" 2>&1 || status=$?
}
start() { printf 'tent\n' >base; printf 'tent\nrope\n' >ours; printf 'tent\nlamp\n' >theirs; }
ours_is_whole() { cmp -s ours <(printf 'tent\nrope\n'); }

start
rm theirs
drive base ours theirs
check "an input cannot be read: 129, ours as it was" eval '[ $status -eq 129 ] && ours_is_whole'

start
(
  # The limit on the size of files stands in for a full disk; the signal must not end the program.
  lines 5000 >base; { cat base; echo rope; } >ours; { cat base; echo lamp; } >theirs
  sum=$(cksum <ours)
  trap '' XFSZ
  ulimit -f 8
  status=0
  "$work/bin/docmerge" merge-driver base ours theirs 2>/dev/null || status=$?
  check "no room: 129, ours as it was, nothing left" eval \
    '[ $status -eq 129 ] && [ "$(cksum <ours)" = "$sum" ] && [ "$(ls -A | wc -l)" -eq 3 ]'
  exit "$failed"
) || failed=1

if full=$(mktemp -d) && unshare -m true 2>/dev/null; then
  unshare -m bash -c "
    mount -t tmpfs -o size=1m tmpfs '$full' && cd '$full' || exit 3
    seq 30000 >base; { cat base; echo rope; } >ours; { cat base; echo lamp; } >theirs
    head -c 400k /dev/zero >filler; cat /dev/zero >rest 2>/dev/null
    sum=\$(cksum <ours); status=0
    '$work/bin/docmerge' merge-driver base ours theirs 2>/dev/null || status=\$?
    [ \$status -eq 129 ] && [ \"\$(cksum <ours)\" = \"\$sum\" ] && [ \$(ls -A | wc -l) -eq 5 ]
  " && result=0 || result=$?
  if [ "$result" -eq 3 ]; then echo "skip  a full disk (nothing may be mounted here)"
  else check "the disk is full: 129, ours as it was, nothing left" [ "$result" -eq 0 ]; fi
else
  echo "skip  a full disk (nothing may be mounted here)"
fi
rmdir "$full" 2>/dev/null || true

start
chmod 444 ours && chmod 555 .
if [ "$(id -u)" -ne 0 ]; then
  drive base ours theirs
elif command -v setpriv >/dev/null; then
  status=0
  setpriv --reuid=65534 --regid=65534 --clear-groups "$work/bin/docmerge" merge-driver base ours theirs \
    >"$work/output" 2>&1 || status=$?
fi
check "a read-only file: 129, as it was" eval '[ $status -eq 129 ] && ours_is_whole'
chmod 755 . && chmod 644 ours

start
truncate -s 1G ours
printf 'text\n' | dd of=ours conv=notrunc status=none
drive base ours theirs --path big
check "1 GiB that is no text: 1, ours as it was" eval '[ $status -eq 1 ] && [ $(stat -c %s ours) -eq 1073741824 ]'
if [ "$(df --output=avail -k . | tail -1)" -gt 4000000 ]; then
  { yes 'a line of a very long text' || true; } | head -c 1073741824 >ours
  drive base ours theirs --path big
  check "1 GiB of text, more than git compares: 1, ours as it was" eval \
    '[ $status -eq 1 ] && [ $(stat -c %s ours) -eq 1073741824 ]'
  lines 1500000 >base; { cat base; echo rope; } >ours; { echo lamp; cat base; } >theirs
  drive base ours theirs --path large
  check "300 MB of text: merged as git does" eval \
    '[ $status -eq 0 ] && [ $(wc -l <ours) -eq 1500002 ] && grep -q "too large for rules" "$work/output"'
else
  echo "skip  1 GiB of text (too little room here)"
fi
exit "$failed"
