#!/usr/bin/env bash
# Makes the containers that later versions of docmerge must still open and sync: two replicas and their remote.
#
# Usage: Scripts/old-containers.sh DOCMERGE FILE.tar.gz
#
# DOCMERGE is the program of the version that makes them. Run it before the format on the disk or the
# records of states change; OldContainerTests opens what it made.
#
#     remote.git/   what both sync with
#     one/          everything saved and sent, an edit that is not saved, a resolution
#     two/          a document in conflict, another resolved, a kept-apart copy, a deletion taken back
set -euo pipefail

if [ $# -ne 2 ]; then
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 64
fi
docmerge=$(realpath "$1")
archive=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export LC_ALL=C
unset GIT_DIR GIT_WORK_TREE XDG_CONFIG_HOME
for who in Ann Ben; do
  mkdir -p "settings/$who"
  printf '[user]\n\tname = %s\n\temail = %s@example.org\n' "$who" "$who" >"settings/$who/.gitconfig"
done

# Runs the program as one of two people, in that person's replica.
as() {
  local who=$1
  shift
  HOME=$work/settings/$who "$docmerge" "$@"
}

# Runs a command that leaves conflicts, which its exit status says.
conflicts() {
  local status=0
  "$@" || status=$?
  [ "$status" -eq 1 ]
}

mkdir -p one/Letters/2026 one/Trip.imagenotes/images
printf 'milk\nbread\nsalt\n' >one/shopping.md
printf 'Dear Ann,\n\nall is well here.\n' >one/Letters/2026/Ann.txt
printf 'gr\xc3\xbc\xc3\x9fe\n' >$'one/Gr\xc3\xbc\xc3\x9fe aus K\xc3\xb6ln.txt'
printf '\x00\x01\xff binary' >one/picture.bin
printf '#!/bin/sh\necho hello\n' >one/hello.sh
chmod +x one/hello.sh
ln -s shopping.md one/link
printf '{"title": "Trip"}\n' >one/Trip.imagenotes/notes.json
printf 'first\n' >one/Trip.imagenotes/images/1.txt
for number in $(seq 40); do printf 'note %s\n' "$number" >"one/note-$number.txt"; done
printf '*.imagenotes docmerge-package\n' >one/.gitattributes
as Ann init one --replica-name study
(
  cd one
  as Ann mv note-1.txt Letters/first.txt
  as Ann rm note-2.txt note-3.txt
  printf 'note 4, again\n' >note-4.txt
  as Ann save
)
git init -q --bare remote.git
(cd one && as Ann remote add home ../remote.git && as Ann sync -q)
as Ben clone -q --replica-name travel remote.git two
(
  cd two
  printf 'milk\nbread\npepper\n' >shopping.md
  printf 'Dear Ann,\n\nall is very well here.\n' >Letters/2026/Ann.txt
  printf 'note 5 by Ben\n' >note-5.txt
  as Ben rm note-6.txt
  as Ben undo --yes
  as Ben sync -q
)
(
  cd one
  printf 'milk\nbread\nsugar\n' >shopping.md
  printf 'Dear Ann,\n\nall is well over there.\n' >Letters/2026/Ann.txt
  printf 'note 5 by Ann\n' >note-5.txt
  conflicts as Ann sync -q
  as Ann resolve --newest note-5.txt
  conflicts as Ann sync -q
)
(
  cd two
  conflicts as Ben sync -q
  as Ben resolve --keep-both Letters/2026/Ann.txt
)
printf 'note 7, not saved yet\n' >one/note-7.txt
tar --sort=name --owner=0 --group=0 --numeric-owner -czf "$archive" remote.git one two
