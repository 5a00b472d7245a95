#!/usr/bin/env bash
# Kills either side of a sync with SIGKILL, again and again, over a real server, and checks both sides after it.
#
#   Scripts/sync-kills.sh [KILLS] [ssh|http] [SEED]        (300 kills, over ssh, seed 1)
#
# Two replicas edit documents and sync with a bare repository that plain git made. At a random moment of
# each sync, the client or the server is killed, with all that the server started. After every kill the
# next sync must work without help, and at the end (and after every tenth kill):
#   - git fsck --strict finds nothing, in the repository of the server and of both replicas,
#   - both replicas have the same documents, and the last texts that were saved,
#   - no lock file and no half pack is left.
# Prints the seed and stops at the first failure, with the folder kept.
set -euo pipefail

kills=${1:-300}
kind=${2:-ssh}
seed=${3:-1}
RANDOM=$seed
top=$(cd "$(dirname "$0")/.." && pwd)
count=0
. "$top/Scripts/git-server.sh"
. "$top/Scripts/fsck.sh"

fail() {
  echo "FAILED (seed $seed, kill $count): $*" >&2
  echo "left in $work" >&2
  stop_server
  exit 1
}

prepare_http() {
  local backend
  backend=$(git --exec-path)/git-http-backend
  cat > "$work/settings" <<END
server.document-root = "$work/srv"
server.port = $port
server.bind = "127.0.0.1"
server.errorlog = "$work/log"
server.upload-dirs = ( "$work" )
server.modules = ( "mod_alias", "mod_setenv", "mod_cgi" )
setenv.set-environment = ( "GIT_PROJECT_ROOT" => "$work/srv", "GIT_HTTP_EXPORT_ALL" => "1",
  "GIT_CONFIG_GLOBAL" => "/dev/null", "GIT_CONFIG_NOSYSTEM" => "1" )
alias.url = ( "/git" => "$backend" )
cgi.assign = ( "" => "" )
END
  url=http://127.0.0.1:$port/git/notes.git
  command=(/usr/sbin/lighttpd -D -f "$work/settings")
}

sync_whole() { # REPLICA
  local status=0
  "$binary" -C "$work/$1" sync > /dev/null 2> "$work/said" || status=$?
  [ "$status" -le 1 ] || fail "the next sync of $1 exits with $status: $(cat "$work/said")"
}

check_all() {
  local repository
  for replica in A B; do sync_whole "$replica"; done
  "$binary" -C "$work/A" resolve --all --newest > /dev/null 2>&1 || true
  for replica in A B A; do sync_whole "$replica"; done
  diff -r --exclude=.docmerge "$work/A" "$work/B" > "$work/said" || fail "the replicas differ: $(cat "$work/said")"
  # A command may go on packing in the background, with files of its own.
  for _ in $(seq 600); do
    pgrep -f "$work/[AB]" > /dev/null || break
    sleep 0.1
  done
  for repository in "$work/A/.docmerge" "$work/B/.docmerge" "$work/srv/notes.git"; do
    check_fsck "$repository"
  done
  find "$work/A/.docmerge" "$work/B/.docmerge" \( -path '*/refs/*.lock' -o -name 'tmp_*' -o -name '*.keep' \) > "$work/said"
  [ ! -s "$work/said" ] || fail "left behind: $(cat "$work/said")"
}

case $kind in
  ssh) prepare_ssh ;;
  http) prepare_http ;;
  *) echo "over ssh or http?" >&2; exit 2 ;;
esac
git init --quiet --bare "$work/srv/notes.git"
git --git-dir="$work/srv/notes.git" config http.receivepack true
start_server
for replica in A B; do
  "$binary" init "$work/$replica" --replica-name "$replica" 2> "$work/said" || fail "$(cat "$work/said")"
  "$binary" -C "$work/$replica" remote add hub "$url"
  sync_whole "$replica"
done

hits=0
while [ "$count" -lt "$kills" ]; do
  count=$((count + 1))
  replica=$([ $((RANDOM % 2)) = 0 ] && echo A || echo B)
  other=$([ $replica = A ] && echo B || echo A)
  for ((number = 0; number < 5; number++)); do
    echo "$replica $count $RANDOM" > "$work/$replica/$((RANDOM % 40)).md"
  done
  head -c $((RANDOM * 8)) /dev/urandom > "$work/$replica/noise $replica.bin"
  # Half of the syncs have to fetch as well.
  [ $((RANDOM % 2)) = 0 ] || { echo "$other $count" > "$work/$other/by $other.md"; sync_whole "$other"; }
  "$binary" -C "$work/$replica" sync > /dev/null 2> "$work/said" &
  client=$!
  sleep "0.$(printf '%03d' $((RANDOM % 350)))"
  status=0
  if [ $((RANDOM % 2)) = 0 ]; then
    kill -9 "$client" 2> /dev/null || true
    wait "$client" 2> /dev/null || status=$?
    [ "$status" != 137 ] || hits=$((hits + 1))
  else
    if kill -0 "$client" 2> /dev/null; then hits=$((hits + 1)); fi
    stop_server
    start_server
    wait "$client" 2> /dev/null || status=$?
    case $status in 0 | 1 | 75) ;; *) fail "exit status $status: $(cat "$work/said")" ;; esac
  fi
  sync_whole "$replica"
  [ $((count % 10)) != 0 ] || check_all
done
check_all
stop_server
echo "$count kills over $kind (seed $seed), $hits in the middle of a sync: healed by the next sync, fsck clean."
rm -rf "$work"
