#!/usr/bin/env bash
# Shows docmerge at work: two copies of a folder, edits in both, conflicts, decisions, one result.
#
# Usage: Samples/demo.sh [FOLDER]
#
# The copies are made in FOLDER, which must be missing or empty, and stay there. Without it they are
# made in a temporary folder, which is removed at the end. Stops at the first unexpected answer.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)

binary=${DOCMERGE_BINARY:-}
for candidate in "$root/.build/release/docmerge" "$root/.build/debug/docmerge"; do
  if [ -z "$binary" ] && [ -x "$candidate" ]; then binary=$candidate; fi
done
: "${binary:=$(command -v docmerge || true)}"
if [ -z "$binary" ]; then
  echo "demo: docmerge is not built yet: run ./setup.sh, or swift build" >&2
  exit 2
fi
docmerge() { "$binary" "$@"; }

if [ $# -gt 0 ]; then
  if [ -n "$(ls -A "$1" 2>/dev/null || true)" ]; then
    echo "demo: $1 is not empty" >&2
    exit 2
  fi
  mkdir -p "$1"
  folder=$(cd "$1" && pwd)
else
  folder=$(mktemp -d "${TMPDIR:-/tmp}/docmerge-demo.XXXXXX")
  trap 'rm -rf "$folder"' EXIT
fi

# --- How the demo talks -------------------------------------------------------------------------

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
  bold=$'\033[1m' plain=$'\033[0m'
fi
number=0
heading() {
  number=$((number + 1))
  printf '\n%s%d. %s%s\n\n' "$bold" "$number" "$*" "$plain"
}

# A word as it must be typed.
quoted() {
  case $1 in
    *[!A-Za-z0-9@%+=:,./_-]* | '') printf "'%s'" "${1//\'/\'\\\'\'}" ;;
    *) printf '%s' "$1" ;;
  esac
}

# Prints a command, runs it, and stops unless it ends with the expected status.
#   expect STATUS COMMAND [WORD...]
expect() {
  local expected=$1 status=0 word line=''
  shift
  for word in "$@"; do line+=" $(quoted "$word")"; done
  printf '%s%s$%s%s\n' "$bold" "$(basename "$PWD")" "$line" "$plain"
  "$@" 2>&1 || status=$?
  if [ "$status" -ne "$expected" ]; then
    echo "demo: this ended with status $status instead of $expected" >&2
    exit 1
  fi
  if [ "$status" -ne 0 ]; then printf '(status %d)\n' "$status"; fi
}
run() { expect 0 "$@"; }

at() { cd "$folder/$1"; }

# --- The story ----------------------------------------------------------------------------------

heading "Anna makes a container of her documents and sends it to a drive"
mkdir -p "$folder/laptop" "$folder/desktop"
cp -R "$root/Samples/documents/." "$folder/laptop"
at laptop
run docmerge init --replica-name laptop
run git --git-dir=.docmerge config user.name 'Anna Berg'
run docmerge remote add drive ../drive.git
run docmerge sync

heading "Ben takes a copy to his desktop"
at desktop
run docmerge init --replica-name desktop
run git --git-dir=.docmerge config user.name 'Ben Olsen'
run docmerge remote add drive ../drive.git
run docmerge sync
run find . -type f -not -path './.docmerge/*'

heading "Both edit, without a connection"
at laptop
run sed -i 's/Dinner: book a table for four/Dinner: 20:00, table for four is booked/' Trip/plan.md
run sed -i 's/400 ml buttermilk/450 ml buttermilk/' 'Recipes/Buttermilk waffles.md'
run sed -i '/walking shoes/a - swimsuits' Trip/packing.md
run sed -i '$a 2026-05-02,train to Sintra,Anna,9.20' Money/expenses.csv
run sed -i 's/about ten in the evening/about eleven in the evening/' Letters/landlord.tex
run sed -i '$a 3. The green dot: opened in March.' Trip/lisbon.imagenotes/text.md
run sed -i '$a - Tabucchi, Pereira Maintains' 'Reading list.md'
run touch -d '2 hours ago' Money/expenses.csv Trip/lisbon.imagenotes/text.md
at desktop
run sed -i 's/Afternoon free/Afternoon: tile museum/' Trip/plan.md
run sed -i 's/400 ml buttermilk/350 ml buttermilk, 50 ml milk/' 'Recipes/Buttermilk waffles.md'
run sed -i '/walking shoes/a - sun hats' Trip/packing.md
run sed -i '$a 2026-05-01,airport bus,Ben,7.00' Money/expenses.csv
run rm Letters/landlord.tex
run sed -i 's/fill="red"/fill="orange"/' Trip/lisbon.imagenotes/map.svg
run docmerge mv 'Reading list.md' Trip/books.md
run docmerge status

heading "Both sync: nothing is overwritten, what does not fit is in conflict"
run docmerge sync
at laptop
expect 1 docmerge sync
run cat Trip/books.md
expect 1 docmerge list

heading "A merge takes what both did, if it fits"
run docmerge diff Trip/plan.md
run docmerge resolve Trip/plan.md --merge
run docmerge show Trip/plan.md

heading "Where it does not fit, a person decides"
expect 1 docmerge resolve 'Recipes/Buttermilk waffles.md' --merge
run docmerge diff 'Recipes/Buttermilk waffles.md' @1 @2
run docmerge resolve 'Recipes/Buttermilk waffles.md' --keep @2

heading "Keep both, the newest, or the oldest"
run docmerge resolve Trip/packing.md --keep-both
run docmerge resolve Money/expenses.csv --newest --dry-run
run docmerge resolve Money/expenses.csv --newest
run docmerge resolve Trip/lisbon.imagenotes --oldest

heading "Anna edited the letter, Ben deleted it"
run docmerge resolve Letters/landlord.tex --keep @2
run ls
heading "A decision can be taken back"
run docmerge undo
run docmerge versions Letters/landlord.tex
run docmerge resolve Letters/landlord.tex --keep @1
run docmerge versions Letters/landlord.tex
run docmerge operations

heading "The other copy learns of it"
run docmerge sync
run docmerge list
at desktop
run docmerge sync
run docmerge status --all

heading "Proof: both folders are the same, and git finds all three repositories sound"
cd "$folder"
run diff -r --exclude=.docmerge laptop desktop
for repository in laptop/.docmerge desktop/.docmerge drive.git; do
  run git --git-dir="$repository" fsck --full --strict
done
for copy in laptop desktop; do run docmerge -C "$copy" list; done

printf '\n%sDone.%s Both copies hold the same documents and nothing is in conflict.\n' "$bold" "$plain"
if [ $# -gt 0 ]; then printf 'They are in %s.\n' "$folder"; fi
