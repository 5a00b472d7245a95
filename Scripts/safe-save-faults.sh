#!/usr/bin/env bash
# Saves a document while each system call of the save fails in turn, or is the last one of the process.
#
# Usage: Scripts/safe-save-faults.sh [KIND…]          file, link, package (these by default), container
#        FAULTS="EIO kill" Scripts/safe-save-faults.sh file        some of EIO ENOSPC EINTR kill
#        MOST=3 Scripts/safe-save-faults.sh                        only the first three of each system call
#        CALLS="rename fsync" Scripts/safe-save-faults.sh          only these
#
# What must hold after each fault: the document has the old or the new bytes, whole; mode, owner, extended
# attributes and a link are as before; a save that failed set the state `.savingError`, one that succeeded
# left the new bytes; and the next save succeeds, clears the state, and leaves nothing else in the folder.
#
# Needs strace, the right to trace, and the built tests (swift build --build-tests). Prints a line for each
# system call, with how often it was tried, and ends with 0 when all held. Where nothing may be traced it says
# so, and ends with 0.
set -uo pipefail

top=$(cd "$(dirname "$0")/.." && pwd)
for probe in "${DOCMERGE_SAVE_PROBE:-}" "$top"/.build/{debug,release}/DocMergeSaveProbe; do
  if [ -n "$probe" ] && [ -x "$probe" ]; then break; fi
done
[ -x "$probe" ] || { echo "build first: swift build --build-tests" >&2; exit 2; }
docmerge=$(dirname "$probe")/docmerge-full
command -v strace >/dev/null || { echo "skip  strace is not installed (apt install strace)"; exit 0; }
sleep 60 &
sleeper=$!
said=$(timeout -s INT 0.5 strace -p $sleeper -o /dev/null 2>&1)
if [[ $said != *attached* ]]; then
  kill $sleeper
  echo "skip  no process may be traced here"
  exit 0
fi
kill $sleeper

kinds=${*:-file link package}
faults=${FAULTS:-EIO ENOSPC EINTR kill}
most=${MOST:-1000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home XDG_RUNTIME_DIR=$work/run
mkdir -p "$HOME" "$XDG_RUNTIME_DIR" && chmod 700 "$XDG_RUNTIME_DIR"
failed=0
pid=

lost() { echo "LOST  $*"; failed=1; }

# --- The document -------------------------------------------------------------------------------

contents() { { yes "$1" || true; } 2>/dev/null | head -c 131072; } # WORD

prepare() { # KIND; sets folder, document (the saved file), real (the target of its link), text, names
  folder=$work/$1
  mkdir "$folder"
  document=$folder/note.txt
  case "$1" in
  package) document=$folder/note.imagenotes && mkdir "$document" && echo same >"$document/same" ;;
  link) mkdir "$folder/real" && ln -s real/note.txt "$document" ;;
  container) "$docmerge" init "$folder" >/dev/null 2>&1 || lost "no container" ;;
  esac
  real=$(readlink -f "$document")
  text=$real
  [ "$1" != package ] || text=$real/text
  contents old >"$text"
  chmod 640 "$text"
  [ "$1" != package ] || chmod 750 "$real"
  [ "$(id -u)" -ne 0 ] || chown -R 1234:1235 "$real"
  for file in "$real" "$text"; do
    python3 -c 'import os, sys; os.setxattr(sys.argv[1], "user.note", b"kept")' "$file"
  done
  names=$(listing)
  facts=$(facts)
}

listing() { find "$folder" -path "$folder/.docmerge" -prune -o -printf '%P %y %l\n' | sort; }
facts() {
  stat -c '%n %a %u %g' "$real" "$text"
  python3 -c 'import os, sys; [print(os.getxattr(p, "user.note")) for p in sys.argv[1:]]' "$real" "$text"
}
holds() { contents "$1" | cmp -s - "$text"; } # WORD

# --- The process that saves it -------------------------------------------------------------------

begin() { # starts one unless it is there
  [ -z "$pid" ] || return 0
  rm -f "$work/in" "$work/out"
  mkfifo "$work/in" "$work/out"
  "$probe" obey "$document" <"$work/in" >"$work/out" 2>"$work/errors" &
  pid=$!
  disown "$pid"
  exec 8>"$work/in" 9<"$work/out"
  read -r -t 60 -u 9 answer && return 0
  lost "the document cannot be opened: $(cat "$work/errors")"
  finish
  exit 1
}

finish() { # forgets the process, which is over or has to be
  [ -n "$pid" ] || return 0
  exec 8>&- 9<&-
  kill -9 "$pid" 2>/dev/null
  pid=
}

ask() { # WORD; sets answer, empty when there was none
  local line= part=
  answer=
  # In a shell of its own: a pipe without a reader ends it.
  (echo "$1" >&8) 2>/dev/null
  for _ in $(seq 300); do
    # A part of the answer that came before the time was up counts.
    if read -r -t 0.2 -u 9 part; then answer=$line$part; return; fi
    line+=$part
    # A process that strace killed may stay around until strace goes.
    grep -qs '^State:.[^Z]' "/proc/$pid/status" || return
  done
}

trace() { # strace's OPTIONS; follows the process from now on
  for _ in 1 2 3; do
    : >"$work/trace" && : >"$work/attached"
    strace -f -p "$pid" -o "$work/trace" "$@" 2>"$work/attached" &
    tracer=$!
    for _ in $(seq 400); do
      grep -q attached "$work/attached" && return 0
      sleep 0.005
    done
    # One that the fault before killed may only end now; another one takes its place.
    grep -qs '^State:.[^Z]' "/proc/$pid/status" && break
    untrace
    finish
    begin
  done
  lost "strace: $(cat "$work/attached")"
}

untrace() {
  kill -TERM "$tracer" 2>/dev/null
  for _ in $(seq 50); do
    kill -0 "$tracer" 2>/dev/null || break
    sleep 0.01
  done
  kill -KILL "$tracer" 2>/dev/null
  wait "$tracer" 2>/dev/null
}

# --- Faults --------------------------------------------------------------------------------------

# Not in here: calls of the runtime that wait or wake, the answers, and memory.
record() { # sets calls, those of one save
  begin
  trace -e trace=%file,%desc
  ask before
  untrace
  [ "$answer" = "saved normal" ] || lost "a save without faults: $answer"
  old=before
  calls=$(sed -nE 's/^[0-9]+ +([a-z0-9_]+)\(.*/\1/p' "$work/trace" | sort -u |
    grep -vxE 'epoll_.*|poll|ppoll|readv|writev|mmap|munmap|eventfd2|timerfd_.*|inotify_.*|execve')
}

try() { # CALL FAULT NUMBER; 1 when the save has no such call
  local what="$kind: $1 no. $3, $2" how=error=$2 new="word-$1-$2-$3"
  [ "$2" != kill ] || how=signal=KILL
  begin
  trace -e "trace=$1" -e "inject=$1:$how:when=$3"
  ask "$new"
  untrace
  # The call that waits for the next word may be the one that was the last.
  [ -z "$answer" ] || grep -qs '^State:.[^Z]' "/proc/$pid/status" || finish
  case "$2 $answer" in
  kill\ *) [ -z "$answer" ] || { check_next "$what"; return 1; } ;;
  *\ ) lost "$what: no answer: $(tail -1 "$work/errors")" ;;
  *" saved normal") holds "$new" || lost "$what: saved, but the new bytes are not there" ;;
  *" failed savingError") ;;
  *) lost "$what: $answer" ;;
  esac
  holds "$new" || holds "$old" || lost "$what: neither the old nor the new bytes"
  [ "$(facts)" = "$facts" ] || lost "$what: $(facts | tr '\n' ' ') instead of $(echo "$facts" | tr '\n' ' ')"
  [ "$(readlink -f "$document")" = "$real" ] || lost "$what: it leads elsewhere"
  [ -n "$answer" ] || finish
  local hit=0
  [ "$2" = kill ] || grep -q INJECTED "$work/trace" || hit=1
  check_next "$what"
  return $hit
}

check_next() { # saves without faults
  begin
  old=after-$RANDOM
  ask "$old"
  [ "$answer" = "saved normal" ] && holds "$old" || lost "$1: the next save: $answer"
  local now
  now=$(listing)
  [ "$now" = "$names" ] || lost "$1: left in the folder: $(diff <(echo "$names") <(echo "$now") | grep '^>')"
}

for kind in $kinds; do
  prepare "$kind"
  record
  for call in ${CALLS:-$calls}; do
    counts=
    for fault in $faults; do
      # A real close lets go of the file whatever it answers; one that strace fails does not.
      [ "$call $fault" = "close kill" ] || [ "$call" != close ] || continue
      missed=0 hits=0
      for number in $(seq "$most"); do
        if try "$call" "$fault" "$number"; then missed=0 hits=$((hits + 1)); else missed=$((missed + 1)); fi
        # Which thread does what may differ from save to save: one more is tried.
        [ $missed -lt 2 ] || break
      done
      counts+=" $fault $hits"
    done
    printf 'done  %-9s %-12s%s\n' "$kind" "$call" "$counts"
  done
  finish
done
[ $failed -eq 0 ] && echo "all held"
exit $failed
