#!/usr/bin/env bash
# Kills docmerge with SIGKILL in the middle of its work, again and again, and checks the container after it.
#
#   Scripts/kill-loop.sh [KILLS] [SEED]        (500 kills, seed 1)
#
# Two replicas edit the same documents, save, sync and resolve; each command is killed after a random
# time. After every kill:
#   - the next command works without help,
#   - git fsck --strict finds nothing in the repository that was hit (in all of them at the end),
#   - every save that had returned is still reachable from the references,
#   - every document in both folders holds whole bytes: each text closes with its own checksum.
# Prints the seed and stops at the first failure, with the folder kept.
set -euo pipefail

kills=${1:-500}
RANDOM=${2:-1}
seed=${2:-1}
top=$(cd "$(dirname "$0")/.." && pwd)
docmerge=${DOCMERGE_BINARY:-$top/.build/release/docmerge}
[ -x "$docmerge" ] || { echo "build first: swift build -c release --static-swift-stdlib" >&2; exit 2; }
work=$(mktemp -d)
export HOME=$work/home GIT_CONFIG_NOSYSTEM=1
mkdir -p "$HOME" "$work/A/folder"
documents=(one.md two.md three.md "folder/four 4.md")
acknowledged=$work/acknowledged

. "$top/Scripts/fsck.sh"

fail() {
  echo "FAILED (seed $seed, kill $count): $*" >&2
  echo "left in $work" >&2
  exit 1
}

write_text() { # FILE: a text of random length that closes with its checksum
  local body
  body=$(for ((line = 0; line < 5 + RANDOM % 200; line++)); do echo "line $line $RANDOM"; done)
  printf '%s\nend %s\n' "$body" "$(printf '%s\n' "$body" | cksum)" > "$1.new"
  mv "$1.new" "$1"
}

is_whole() { # FILE
  local last
  last=$(tail -n 1 "$1")
  [ "$last" = "end $(head -n -1 "$1" | cksum)" ]
}

check_folders() {
  local file
  while IFS= read -r -d '' file; do
    is_whole "$file" || fail "torn document $file"
  done < <(find "$work/A" "$work/B" -name .docmerge -prune -o -type f ! -name '.docmerge-tmp-*' -print0)
}

check_repository() { # GIT-DIR
  check_fsck "$1"
  ! grep -vE '^notice:|^$|^Checking' "$work/fsck" > /dev/null || fail "git fsck in $1: $(cat "$work/fsck")"
}

check_acknowledged() {
  cat <(git --git-dir="$work/A/.docmerge" rev-list --objects --all) \
    <(git --git-dir="$work/B/.docmerge" rev-list --objects --all) | cut -d' ' -f1 | sort -u > "$work/reachable"
  sort -u "$acknowledged" | comm -23 - "$work/reachable" > "$work/lost"
  [ ! -s "$work/lost" ] || fail "$(wc -l < "$work/lost") acknowledged saves are lost"
}

run_and_kill() { # COMMAND…: its exit status; 137 when it was killed in time
  local status=0
  "$@" > /dev/null 2> "$work/said" &
  local process=$!
  sleep "0.0$(printf '%02d' $((RANDOM % 90)))"
  kill -9 "$process" 2> /dev/null || true
  wait "$process" 2> /dev/null || status=$?
  return "$status"
}

next_command() { # REPLICA: works without help, whatever happened before
  local status=0
  "$docmerge" -C "$work/$1" status > /dev/null 2> "$work/said" || status=$?
  [ "$status" -le 1 ] || fail "status in $1 exits with $status: $(cat "$work/said")"
  status=0
  "$docmerge" -C "$work/$1" save > /dev/null 2> "$work/said" || status=$?
  [ "$status" -le 1 ] || fail "save in $1 exits with $status: $(cat "$work/said")"
  # What was being written when it was killed is no document, and goes.
  local left
  # Housekeeping removes folders of objects at any time.
  left=$(find "$work/$1" -path '*/.docmerge/objects' -prune -o -name '.docmerge-tmp-*' -print)
  [ -z "$left" ] || fail "left over: $left"
}

count=0
for document in "${documents[@]}"; do write_text "$work/A/$document"; done
"$docmerge" init "$work/A" --replica-name A 2> /dev/null
"$docmerge" init "$work/B" --replica-name B 2> /dev/null
for replica in A B; do
  "$docmerge" -C "$work/$replica" remote add hub "$work/hub.git"
  "$docmerge" -C "$work/$replica" sync 2> /dev/null
done
: > "$acknowledged"
killed=0
while [ "$killed" -lt "$kills" ]; do
  count=$((count + 1))
  replica=$([ $((RANDOM % 2)) = 0 ] && echo A || echo B)
  document=${documents[RANDOM % ${#documents[@]}]}
  file=$work/$replica/$document
  status=0
  case $((RANDOM % 4)) in
    0 | 1)
      write_text "$file"
      id=$(git hash-object --no-filters "$file")
      run_and_kill "$docmerge" -C "$work/$replica" save "$document" || status=$?
      [ "$status" -gt 1 ] || echo "$id" >> "$acknowledged" ;;
    2) run_and_kill "$docmerge" -C "$work/$replica" sync || status=$? ;;
    3)
      strategies=(--newest --oldest --keep-both --merge)
      run_and_kill "$docmerge" -C "$work/$replica" resolve --all "${strategies[RANDOM % 4]}" || status=$? ;;
  esac
  case $status in
    0 | 1) ;;
    137) killed=$((killed + 1)) ;;
    *) fail "exit status $status: $(cat "$work/said")" ;;
  esac
  check_folders
  next_command "$replica"
  check_repository "$work/$replica/.docmerge"
  [ $((count % 20)) != 0 ] || check_acknowledged
done

# In the end everything heals: both replicas meet and agree.
for round in 1 2 3; do
  for replica in A B; do
    "$docmerge" -C "$work/$replica" sync > /dev/null 2> "$work/said" || [ $? -eq 1 ] || fail "$(cat "$work/said")"
  done
done
"$docmerge" -C "$work/A" resolve --all --newest > /dev/null 2>&1 || true
for replica in A B A B; do "$docmerge" -C "$work/$replica" sync > /dev/null 2>&1 || true; done
diff -r --exclude=.docmerge "$work/A" "$work/B" > "$work/said" || fail "the replicas differ: $(cat "$work/said")"
check_folders
check_acknowledged
for repository in "$work/A/.docmerge" "$work/B/.docmerge" "$work/hub.git"; do check_repository "$repository"; done
echo "$killed kills in $count commands (seed $seed): $(wc -l < "$acknowledged") acknowledged saves, none lost, nothing torn, fsck clean."
rm -rf "$work"
