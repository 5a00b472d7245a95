#!/usr/bin/env bash
# A tour through every kind of conflict that git leaves, each resolved in every way.
#
# Usage: Scripts/git-tour.sh [-v]        (-v shows what docmerge prints)
#
# In real repositories git stops in a merge, rebase, cherry-pick, revert, stash pop and `am -3`, with each kind of
# conflict that the operation can have; `docmerge resolve` settles it by each strategy. What must hold: the paths
# are no longer in conflict, `git status` has nothing that is not staged, `git fsck` is clean, `docmerge undo`
# brings the conflict back, and git goes on to the end. Needs git and the program (DOCMERGE_BINARY, or
# .build/release/docmerge, or .build/debug/docmerge). Ends with 0 when all held.
set -euo pipefail

verbose=${1:-}
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/Scripts/binary.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home GIT_CONFIG_NOSYSTEM=1 GIT_EDITOR=true
mkdir -p "$HOME"
git config --global user.name Tour
git config --global user.email tour@example.org
git config --global init.defaultBranch main
git config --global advice.detachedHead false
git config --global protocol.file.allow always

# MARK: The kinds of conflicts: what base, ours and theirs do, and the paths that are in conflict then

lines() { seq -f "line %.0f has a few words more" 9; }
base() {
  case $1 in
    edits | adjacent | mode | encoding) lines >a.txt ;;
    edit-deleted | deleted-edit) lines >a.txt ;;
    renames) seq 40 >a.txt ;;
    link) ln -s one a.txt ;;
    binary) printf 'a\0b\n' >a.txt ;;
    odd-name) lines >$'-rf "x"\n\xf0\x9f\x98\x80.txt' ;;
    submodule)
      git init -q "$work/sub.$number"
      git -C "$work/sub.$number" commit -q --allow-empty -m 0
      git submodule --quiet add "$work/sub.$number" sub ;;
  esac
  echo other >other.txt
}
side() { # KIND ours|theirs
  local edited="s/line 5 .*/line 5 is of $2/"
  case $1 in
    edits) sed -i "$edited" a.txt ;;
    adjacent) if [ "$2" = ours ]; then sed -i 's/line 4/line four/' a.txt; else sed -i 's/line 5/line five/' a.txt; fi ;;
    edit-deleted) if [ "$2" = ours ]; then sed -i "$edited" a.txt; else git rm -q a.txt; fi ;;
    deleted-edit) if [ "$2" = ours ]; then git rm -q a.txt; else sed -i "$edited" a.txt; fi ;;
    both-added) printf 'start\n%s\nend\n' "$2" >a.txt ;;
    renames) git mv a.txt "$2.txt" ;;
    mode) sed -i "$edited" a.txt && { [ "$2" = ours ] || chmod +x a.txt; } ;;
    link) ln -sfn "$2" a.txt ;;
    binary) printf '%s\0\n' "$2" >a.txt ;;
    encoding) sed -i "$edited" a.txt && sed -i 's/$/\r/' a.txt ;;
    odd-name) sed -i "$edited" -- $'./-rf "x"\n\xf0\x9f\x98\x80.txt' ;;
    submodule)
      git -C "$work/sub.$number" checkout -q --detach "$(git -C "$work/sub.$number" rev-list --max-parents=0 HEAD)"
      git -C "$work/sub.$number" commit -q --allow-empty -m "$2"
      git -C sub fetch -q origin HEAD && git -C sub checkout -q FETCH_HEAD ;;
  esac
}

# MARK: The operations: each ends with git stopped

stop() { # OPERATION KIND
  git init -q .
  base "$2" && git add -A && git commit -qm base
  git checkout -q -b theirs && side "$2" theirs && git add -A && git commit -qm theirs
  git checkout -q main
  [ "$2" != submodule ] || git submodule --quiet update
  case $1 in
    stash) git checkout -q theirs~1 2>/dev/null && side "$2" theirs && git add -A && git stash -q && git checkout -q main ;;
  esac
  side "$2" ours && git add -A && git commit -qm ours
  case $1 in
    merge) git merge -q theirs ;;
    rebase) git rebase -q main theirs ;;
    cherry-pick) git cherry-pick theirs ;;
    revert) git revert --no-edit HEAD~1 ;;
    stash) git stash pop -q ;;
    am) git format-patch -q -1 --stdout theirs >"$work/patch" && git am -q -3 "$work/patch" ;;
  esac
}
revert_repository() { # ours reverts what was edited again since
  git init -q .
  base edits && git add -A && git commit -qm base
  side edits ours && git commit -qam ours
  sed -i 's/line 5.*/line 5, again/' a.txt && git commit -qam again
  git revert --no-edit HEAD~1
}
go_on() { # OPERATION
  case $1 in
    merge) git commit -q --no-edit ;;
    rebase) git rebase --continue || git rebase --skip ;;
    cherry-pick) git cherry-pick --continue || git cherry-pick --skip ;;
    revert) git revert --continue || git revert --skip ;;
    stash) git commit -q --allow-empty -m stash ;;
    am) git am --continue || git am --skip ;;
  esac
}

# MARK: The tour

number=0 failed=0
fail() {
  echo "FAILED $1: $2"
  failed=1
}
visit() { # OPERATION KIND STRATEGY EXPECTED-STATUS
  local title="$1, $2, ${3:-(left to the person)}" status=0 before
  number=$((number + 1))
  mkdir "$work/$number" && cd "$work/$number"
  if [ "$1" = revert ]; then revert_repository; else stop "$1" "$2"; fi >"$work/log" 2>&1 || true
  before=$(git ls-files -u)
  [ -n "$before" ] || { fail "$title" "git did not stop: $(tail -2 "$work/log")"; return; }
  "$binary" list >/dev/null 2>"$work/messages" || status=$?
  [ "$status" -eq 1 ] || fail "$title" "list ended with $status"
  status=0
  "$binary" resolve --all $3 >"$work/output" 2>&1 || status=$?
  [ -z "$verbose" ] || sed "s/^/    /" "$work/output"
  [ "$status" -eq "$4" ] || fail "$title" "resolve ended with $status: $(cat "$work/output")"
  if [ "$4" -ne 0 ]; then
    [ "$before" = "$(git ls-files -u)" ] || fail "$title" "what was not resolved has changed"
    echo "ok     $title: left"
    return
  fi
  [ -z "$(git ls-files -u)" ] || fail "$title" "still in conflict"
  [ -z "$(git diff --name-only)" ] || fail "$title" "not staged: $(git diff --name-only)"
  "$binary" undo >/dev/null 2>&1 || true
  [ "$before" = "$(git ls-files -u)" ] || fail "$title" "undo did not bring the conflict back"
  "$binary" resolve --all $3 >/dev/null 2>&1 || fail "$title" "not resolved after undo"
  go_on "$1" >"$work/log" 2>&1 || fail "$title" "git did not go on: $(tail -2 "$work/log")"
  [ -z "$(git status --porcelain)" ] || fail "$title" "status: $(git status --porcelain)"
  git fsck --strict >"$work/log" 2>&1 || fail "$title" "fsck: $(cat "$work/log")"
  ! grep -q "error\|missing" "$work/log" || fail "$title" "fsck: $(cat "$work/log")"
  echo "ok     $title"
}

sides="--ours --theirs --newest --oldest --keep-both"
for operation in merge rebase cherry-pick stash am; do
  for kind in edits adjacent edit-deleted deleted-edit both-added renames mode link binary encoding odd-name; do
    # A patch is no way to bring these.
    if [ "$operation" = am ]; then case $kind in renames | binary | link | encoding | mode) continue ;; esac; fi
    for strategy in $sides; do
      # Of a stash and of a mail, git does not say when theirs was changed.
      case $operation$strategy in
        stash--newest | stash--oldest | am--newest | am--oldest) visit $operation $kind $strategy 1 ;;
        *) visit $operation $kind $strategy 0 ;;
      esac
    done
    case $kind in
      adjacent) visit $operation $kind --merge 0 ;;
      edits | both-added | binary) visit $operation $kind --merge 1 ;;
    esac
    case $kind in both-added | renames) ;; *) visit $operation $kind --base 0 ;; esac
  done
done
for strategy in $sides --base; do visit revert edits $strategy 0; done
visit merge submodule --ours 1
echo "$number conflicts"
exit "$failed"
