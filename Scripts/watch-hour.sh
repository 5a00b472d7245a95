#!/usr/bin/env bash
# Lets two replicas watch and sync over sshd while random things happen to both, and compares them.
#
#   Scripts/watch-hour.sh [SECONDS] [SEED]          (3600 seconds, seed 1)
#
# `docmerge sync --watch` runs on both, every two seconds (a minute of a usual day). On both sides, at
# random: documents are edited, made, renamed and deleted, conflicts are decided, the server goes away and
# returns, and a watching process is killed, paused or ended and started again. No script syncs. With an
# odd seed, conflicts are resolved without being asked where both sides' changes fit together.
# At the end the watching processes alone must bring it about that
#   - both have the same files with the same bytes, and the same documents with the same versions,
#   - docmerge audit accounts for every version, and docmerge verify and git fsck find nothing,
# Prints the seed and stops at the first failure, with the folder kept.
set -euo pipefail

seconds=${1:-3600}
seed=${2:-1}
RANDOM=$seed
top=$(cd "$(dirname "$0")/.." && pwd)
declare -A watcher=()
. "$top/Scripts/git-server.sh"

fail() {
  echo "FAILED (seed $seed): $*" >&2
  echo "left in $work" >&2
  end_all
  exit 1
}

start_watcher() { # REPLICA
  "$binary" -C "$work/$1" sync --watch --interval 2 --json >> "$work/$1.events" 2>> "$work/$1.said" &
  watcher[$1]=$!
}

end_watcher() { # REPLICA SIGNAL
  local status=0
  kill "-$2" "${watcher[$1]}" 2> /dev/null || true
  wait "${watcher[$1]}" 2> /dev/null || status=$?
  unset "watcher[$1]"
  [ "$2" = KILL ] || [ $status = 0 ] || fail "the watcher of $1 ended with $status: $(tail -n 3 "$work/$1.said")"
}

end_all() {
  local replica
  for replica in "${!watcher[@]}"; do kill -KILL "${watcher[$replica]}" 2> /dev/null || true; done
  stop_server
}

# A name that a document of the replica has; nothing if there is none.
some_document() { # REPLICA
  (cd "$work/$1" && find . -path ./.docmerge -prune -o -name '*.md' -print | sort | sed -n "$((RANDOM % 40 + 1))p")
}

act() { # REPLICA
  local folder=$work/$1 name
  name=$(some_document "$1")
  case $((RANDOM % 20)) in
    0 | 1 | 2) mkdir -p "$folder/$((RANDOM % 4))"; echo "new $1 $RANDOM" > "$folder/$((RANDOM % 4))$1$((RANDOM % 30)).md" ;;
    3) mkdir -p "$folder/in $((RANDOM % 4))"; [ -z "$name" ] || mv -n "$folder/$name" "$folder/in $((RANDOM % 4))/" 2> /dev/null || true ;;
    4) [ -z "$name" ] || rm -f "$folder/$name" ;;
    5 | 6) "$binary" -C "$folder" resolve --all "$([ $((RANDOM % 2)) = 0 ] && echo --newest || echo --merge)" > /dev/null 2>&1 || true ;;
    7) head -c $((RANDOM * 4)) /dev/urandom > "$folder/noise $1.bin" ;;
    8) "$binary" -C "$folder" undo > /dev/null 2>&1 || true ;;
    *) [ -z "$name" ] || echo "$1 $RANDOM $count" >> "$folder/$name" ;;
  esac
}

disturb() {
  local replica
  replica=$([ $((RANDOM % 2)) = 0 ] && echo A || echo B)
  case $((RANDOM % 4)) in
    0) end_watcher $replica KILL; start_watcher $replica ;;
    1) end_watcher $replica TERM; sleep 1; start_watcher $replica ;;
    2) "$binary" -C "$work/$replica" sync --pause; sleep 3; "$binary" -C "$work/$replica" sync --resume ;;
    3) stop_server; sleep $((RANDOM % 5)); start_server ;;
  esac
}

listing() { # REPLICA
  "$binary" -C "$work/$1" list --all --json > "$work/$1.list" || [ $? = 1 ]
  python3 - "$work/$1.list" <<'END'
import json, sys
for document in sorted(json.load(open(sys.argv[1]))["documents"], key=lambda each: each["id"]):
    print(document["id"], document["path"], [version["id"] for version in document["versions"]])
END
}

# Folders are not documents: an empty one belongs to none.
files() { # REPLICA
  (cd "$work/$1" && find . -path ./.docmerge -prune -o -type f -print0 | sort -z | xargs -0r sha256sum)
}

same() {
  diff <(files A) <(files B) > "$work/difference" || return 1
  diff <(listing A) <(listing B) > "$work/difference"
}

prepare_ssh
git init --quiet --bare "$work/srv/notes.git"
start_server
for replica in A B; do
  "$binary" init "$work/$replica" --replica-name "$replica" 2> "$work/said" || fail "$(cat "$work/said")"
  "$binary" -C "$work/$replica" remote add hub "$url"
  [ $((seed % 2)) = 0 ] || git --git-dir="$work/$replica/.docmerge" config docmerge.autoresolve clean
  start_watcher "$replica"
done

count=0
end=$((SECONDS + seconds))
while [ $SECONDS -lt $end ]; do
  count=$((count + 1))
  act "$([ $((RANDOM % 2)) = 0 ] && echo A || echo B)"
  sleep "0.$((RANDOM % 10))"
  [ $((count % 60)) != 0 ] || disturb
done

for ((wait = 0; wait < 120; wait++)); do
  if same; then break; fi
  sleep 1
done
same || fail "the replicas differ: $(head -n 20 "$work/difference")"
for replica in A B; do end_watcher "$replica" TERM; done
same || fail "the replicas differ once the watches have ended: $(head -n 20 "$work/difference")"
for replica in A B; do
  "$binary" -C "$work/$replica" audit > "$work/audit" || fail "audit of $replica: $(cat "$work/audit")"
  "$binary" -C "$work/$replica" verify > "$work/verify" || fail "verify of $replica: $(cat "$work/verify")"
done
for repository in "$work/A/.docmerge" "$work/B/.docmerge" "$work/srv/notes.git"; do
  git --git-dir="$repository" fsck --strict --no-dangling > "$work/fsck" 2>&1 || fail "git fsck in $repository: $(cat "$work/fsck")"
done
stop_server
echo "$count things happened in $seconds s (seed $seed), $(grep -c '"event":"synced"' "$work/A.events" "$work/B.events" | tr '\n' ' ')syncs; equal:"
echo "$(listing A | wc -l) documents, $(find "$work/A" -name .docmerge -prune -o -name '*.md' -print | wc -l) files, audit, verify and git fsck clean."
rm -rf "$work"
