#!/usr/bin/env bash
# Measures git with docmerge as its merge driver against git alone, and `git merge-file` in the same place, for
# what any driver costs: git writes three files, forks, and starts a shell for each call.
#
#   Benchmarks/git-driver.sh [COMMITS [FILES]...]        (200 commits; 5000 files, then 500, by default)
#
# Prints medians of paired runs on this machine as ratios of the whole wall time, since seconds mean nothing
# elsewhere. The limit is for the first number of files: 5000 is about what git's own repository has. The fewer
# files there are, the less git itself has to do for a commit, and the more the start of any process weighs.
# With ENDING=swift, or another one of a programming language, the texts are program code.
# Exits with 1 when a ratio is over its limit. Needs git and the release build (or DOCMERGE_BINARY).
set -euo pipefail

commits=${1:-200}
sizes=("${@:2}")
[ ${#sizes[@]} -gt 0 ] || sizes=(5000 500)
runs=${RUNS:-7}
ending=${ENDING:-md}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/home.sh"
git config --global advice.detachedHead false

# Texts of 200 lines; each side edits lines of its own, so that the driver is called and no conflict is left.
text() { # NAME SIDE NUMBER: the text, with the edits 1 to NUMBER of a side
  [ "$ending" = md ] || { code "$@"; return; }
  awk -v name="$1" -v side="$2" -v n="$3" 'BEGIN { for (i = 0; i < 200; i++) {
    line = "line " i " of " name
    edit = side == "ours" ? i < 2 : side == "theirs" && i % 4 == 3 && int(i / 4) < n
    print (edit ? line ", edited by " side : line) } }'
}

code() { # the same, of functions with three lines each
  awk -v name="$1" -v side="$2" -v n="$3" 'BEGIN { for (i = 0; i < 200; i++) {
    line = i % 5 == 0 ? "func work" i / 5 "() {" : i % 5 == 4 ? "}" : "  let value" i " = \"" name "\""
    edit = side == "ours" ? i == 1 : side == "theirs" && i % 5 == 3 && int(i / 5) < n
    print (edit ? line " + \"" side "\"" : line) } }'
}

# `files` files and a common base. `theirs` is COMMITS commits that edit twenty files, one at a time; `ours` edits
# the same twenty and others, `few` one of them and others.
repository() { # FOLDER
  git init -q "$1"
  cd "$1"
  mkdir text
  local file
  for file in $(seq "$files"); do text "file $file" base 0 >"text/$file.$ending"; done
  git add . && git commit -qm base
  git checkout -qb ours
  for file in $(seq 40); do text "file $file" ours 0 >"text/$file.$ending"; done
  git commit -qam ours
  git checkout -qb few main
  for file in $(seq 20 60); do text "file $file" ours 0 >"text/$file.$ending"; done
  git commit -qam few
  git checkout -qb theirs main
  for commit in $(seq "$commits"); do
    # One of twenty files at a time.
    file=$((commit % 20 + 1))
    text "file $file" theirs $((commit / 20 + 1)) >"text/$file.$ending"
    git commit -qam "theirs $commit"
  done
  git checkout -q ours
}

do_merge() { git merge -q --no-edit theirs; }
do_few() { git merge -q --no-edit theirs; }
do_rebase() { git rebase -q ours theirs; }
do_pick() { git cherry-pick theirs~$((commits < 20 ? commits : 20))..theirs; }

# Puts a repository back as it was made.
reset_to_start() { # THEIRS
  git checkout -q --detach
  git branch -qf ours "$ours"
  git branch -qf theirs "$theirs"
  git checkout -q ours
  git reset -q --hard
}

time_of() { # FOLDER ACTION: nanoseconds
  local start end
  cd "$work/$1"
  [ "$2" != few ] || git checkout -q --detach few
  start=$(now)
  "do_$2" >/dev/null 2>"$work/messages" || { cat "$work/messages" >&2; return 1; }
  end=$(now)
  git rev-parse 'HEAD^{tree}' >"$work/tree.$1"
  reset_to_start
  echo $((end - start))
}

failed=0
row() { # TITLE ACTION LIMIT
  local run folder
  local -A times=([alone]='' [driver]='' [floor]='')
  for run in $(seq "$runs"); do
    # In turns, so that no program always goes first.
    for folder in $(printf '%s\n' alone driver floor | if ((run % 2)); then cat; else tac; fi); do
      times[$folder]+="$(time_of "$folder" "$2")"$'\n'
    done
    cmp -s "$work/tree.alone" "$work/tree.driver" || { echo "$1: another result" >&2; exit 1; }
  done
  awk -v t="$1" -v a="$(median <<<"${times[driver]%?}")" -v b="$(median <<<"${times[alone]%?}")" \
    -v f="$(median <<<"${times[floor]%?}")" -v l="$3" 'BEGIN {
    r = a / b; has = l != "none"
    limit = has ? sprintf("(limit %s)  %s", l, r <= l ? "ok" : "OVER") : ""
    printf "%-50s %5.2f  %-18s  with git merge-file %5.2f\n", t, r, limit, f / b
    exit has && r > l }' \
    || failed=1
}

# Three of the same: git alone, with docmerge, and with the program that any driver has to beat.
three_of() { # FILES
  files=$1
  rm -rf "$work/alone" "$work/driver" "$work/floor"
  echo "Making a repository of $files files" >&2
  (repository "$work/alone")
  cp -r "$work/alone" "$work/driver"
  cp -r "$work/alone" "$work/floor"
  git -C "$work/floor" config merge.floor.driver 'git merge-file --marker-size=%L %A %O %B'
  echo '* merge=floor' >"$work/floor/.git/info/attributes"
  (cd "$work/driver" && "$(dirname "$docmerge")/$(basename "$docmerge")" git setup >/dev/null)
  ours=$(git -C "$work/alone" rev-parse ours)
  theirs=$(git -C "$work/alone" rev-parse theirs)
  # What was just made shall not be written to the disk in the middle of a measurement.
  sync
}

limit=1.5
for size in "${sizes[@]}"; do
  three_of "$size"
  echo "$size files, $commits commits, medians of $runs paired runs, ratios"
  row "git merge, 1 file changed on both sides" few "$limit"
  row "git rebase of $commits commits" rebase "$limit"
  row "git cherry-pick of 20 commits" pick "$limit"
  # Here the calls are most of the time, so the ratio says little, and there is no limit.
  row "git merge, 20 files changed on both sides" merge none
  limit=none
done
exit "$failed"
