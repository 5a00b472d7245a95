#!/usr/bin/env bash
# Measures the sync of one change of a document that was never changed before, in large containers against a small
# one, on a path, through git daemon and over ssh; and again after moves and deletions.
#
#   Benchmarks/fresh-changes.sh [DOCUMENTS…]        (20000 and 100000 by default, against 100)
#
# The documents of earlier runs are never used again: the objects of a document that was sent before are found
# faster. Prints medians of paired runs on this machine as ratios. Exits with 1 when a ratio is over 2. Needs
# git, sshd and ssh of OpenSSH, and the release build (or DOCMERGE_BINARY).
set -euo pipefail

counts=(100 "$@")
[ $# -gt 0 ] || counts=(100 20000 100000)
runs=${RUNS:-7}
work=$(mktemp -d)
daemon=
end() {
  [ -z "$daemon" ] || kill "$daemon"
  [ ! -f "$work/ssh/pid" ] || kill "$(cat "$work/ssh/pid")"
  for count in "${counts[@]}"; do "$docmerge" -C "$work/$count" monitor --stop 2>/dev/null || true; done
  rm -rf "$work"
}
trap end EXIT
mkdir -p "$work/remotes" "$work/ssh"
. "$(dirname "$0")/container-runs.sh"
git config --global docmerge.maxdelete 100

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

serve_git() {
  daemon_port=$(free_port)
  git daemon --reuseaddr --listen=127.0.0.1 --port="$daemon_port" --base-path="$work/remotes" --export-all \
    --enable=receive-pack "$work/remotes" 2>/dev/null &
  daemon=$!
}

serve_ssh() { # a server of its own, with keys of its own
  ssh_port=$(free_port)
  mkdir -p /run/sshd
  ssh-keygen -q -t ed25519 -N '' -f "$work/ssh/host"
  ssh-keygen -q -t ed25519 -N '' -f "$work/ssh/key"
  cp "$work/ssh/key.pub" "$work/ssh/authorized"
  chmod 700 "$work/ssh"
  /usr/sbin/sshd -f /dev/null -E "$work/ssh/log" -p "$ssh_port" -o ListenAddress=127.0.0.1 \
    -o HostKey="$work/ssh/host" -o AuthorizedKeysFile="$work/ssh/authorized" -o PidFile="$work/ssh/pid" \
    -o StrictModes=no -o UsePAM=no
  export GIT_SSH_COMMAND="ssh -p $ssh_port -i $work/ssh/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
}

wait_for() { # PORT
  until (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; do sleep 0.1; done
}

serve_git
serve_ssh
wait_for "$daemon_port"
wait_for "$ssh_port"

sync() { "$docmerge" -C "$work/$1" sync --quiet "$2"; }

for count in "${counts[@]}"; do
  documents "$work/$count" "$count"
  "$docmerge" init "$work/$count" >/dev/null 2>&1
  git init -q --bare "$work/remotes/$count.git"
  "$docmerge" -C "$work/$count" remote add path "$work/remotes/$count.git" >/dev/null
  "$docmerge" -C "$work/$count" remote add daemon "git://127.0.0.1:$daemon_port/$count.git" >/dev/null
  "$docmerge" -C "$work/$count" remote add ssh "ssh://127.0.0.1$work/remotes/$count.git" >/dev/null
  # In a large one a monitor of the folder starts; from its second sync on it is asked.
  for round in 1 2 3; do for remote in path daemon ssh; do sync "$count" "$remote"; done; done
done

declare -A fresh
change() { # COUNT: edits a document that was never edited, spread over all folders
  local number=${fresh[$1]:-0}
  fresh[$1]=$((number + 1))
  local index=$((number * 7919 % $1))
  local file
  file=$(printf '%s/d%03d/note %d.md' "$work/$1" $((index / 100)) "$index")
  if [ -f "$file" ]; then echo "edit" >> "$file"; else change "$1"; fi
}

compare() { # TITLE REMOTE
  for count in "${counts[@]:1}"; do
    ours=() peer=()
    for run in $(seq "$runs"); do
      change 100; peer+=("$(time_of sync 100 "$2")")
      change "$count"; ours+=("$(time_of sync "$count" "$2")")
    done
    row "$1, $2, in $count / in 100" 2
  done
}

tidy() { # COUNT: moves a twentieth of the documents into other folders, and deletes another twentieth
  local number=0 folder="$work/$1" file
  mkdir -p "$folder/moved"
  for file in "$folder"/d*/*[05].md; do
    number=$((number + 1))
    if [ $((number % 4)) -eq 1 ]; then mv "$file" "$folder/moved/"; fi
    if [ $((number % 4)) -eq 2 ]; then rm "$file"; fi
  done
  for remote in path daemon ssh; do sync "$1" "$remote"; done
}

echo "one fresh change, medians of $runs paired runs, ratios"
for remote in path daemon ssh; do compare "one change" "$remote"; done
for count in "${counts[@]}"; do tidy "$count"; done
for remote in path daemon ssh; do compare "one change after moves and deletions" "$remote"; done
exit "$failed"
