#!/usr/bin/env bash
# Measures sync of a large container against a small one, and a first sync against git push and git clone.
#
#   Benchmarks/sync.sh [DOCUMENTS]        (100000 by default, against 100)
#
# The remote is a bare repository on a path and, with TRANSPORT=daemon, the same behind git daemon. Prints
# medians of paired runs on this machine as ratios, since seconds mean nothing elsewhere. Exits with 1 when a
# ratio is over its limit. Needs git and the release build (or DOCMERGE_BINARY).
set -euo pipefail

count=${1:-100000}
runs=${RUNS:-7}
work=$(mktemp -d)
daemon=
end() {
  [ -z "$daemon" ] || kill "$daemon"
  for name in "$work"/big*; do "$docmerge" -C "$name" monitor --stop 2>/dev/null || true; done
  rm -rf "$work"
}
trap end EXIT
mkdir -p "$work/remotes"
. "$(dirname "$0")/container-runs.sh"
git config --global docmerge.maxdelete 0

if [ "${TRANSPORT:-path}" = daemon ]; then
  port=$((20000 + RANDOM % 20000))
  git daemon --reuseaddr --listen=127.0.0.1 --port=$port --base-path="$work/remotes" --export-all \
    --enable=receive-pack "$work/remotes" 2>/dev/null &
  daemon=$!
  sleep 1
  base=git://127.0.0.1:$port
else
  base=$work/remotes
fi

container() { # NAME COUNT: a container with a remote, met once, and a clone of it
  documents "$work/$1" "$2"
  "$docmerge" init "$work/$1" >/dev/null 2>&1
  git init -q --bare "$work/remotes/$1.git"
  "$docmerge" -C "$work/$1" remote add origin "$base/$1.git" >/dev/null
}

sync() { "$docmerge" -C "$work/$1" sync --quiet; }

settled_time_of() { # COMMAND…: without the writing that those before left to do
  command sync
  time_of "$@"
}

echo "$count documents against 100, remote by ${TRANSPORT:-path}, medians of $runs paired runs, ratios"

# --- the first sync and clone against git push and git clone of the same, as one commit
ours=() peer=() ours_clone=() peer_clone=()
# Each run has folders of its own: where many files were removed just before, making others takes longer.
for run in 1 2 3; do
  big=big$run
  container $big "$count"
  documents "$work/git$run" "$count"
  git init -q --bare "$work/remotes/git$run.git"
  (cd "$work/git$run" && git init -q . && git add . && git commit -qm import && git remote add origin "$base/git$run.git")
  peer+=("$(settled_time_of git -C "$work/git$run" push -q origin main)")
  ours+=("$(settled_time_of sync $big)")
  peer_clone+=("$(settled_time_of git clone -q "$base/git$run.git" "$work/git$run-clone")")
  ours_clone+=("$(settled_time_of "$docmerge" clone "$base/$big.git" "$work/$big-clone")")
done
row "first sync / git push" 2
ours=("${ours_clone[@]}") peer=("${peer_clone[@]}")
row "clone / git clone" 2

# --- later ones, in the large container and in the small one
container small 100
sync small
"$docmerge" clone "$base/small.git" "$work/small-clone" >/dev/null 2>&1
sync $big
# In the large ones a monitor of the folder starts; from its second sync on it is asked.
for name in small small-clone $big $big-clone; do sync $name; done
sleep 2
for name in small small-clone $big $big-clone; do sync $name; done

nothing() { time_of sync "$1"; }

edit() { # CONTAINER RUN: ten documents
  for note in 1 2 3 4 5 6 7 8 9 10; do echo "edit $2" >>"$work/$1/d000/note $note.md"; done
}

sending() { edit "$1" "$2"; time_of sync "$1"; }
taking() { edit "$1" "again $2"; sync "$1"; time_of sync "$1-clone"; }

compare() { # TITLE FUNCTION
  local ours=() peer=()
  for run in $(seq "$runs"); do
    peer+=("$($2 small "$run")")
    ours+=("$($2 $big "$run")")
  done
  row "$1, in $count / in 100" 2
}
compare "sync with nothing to do" nothing
compare "sync that sends ten changed documents" sending
compare "sync that takes ten changed documents in" taking
exit "$failed"
