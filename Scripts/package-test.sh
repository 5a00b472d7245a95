#!/usr/bin/env bash
# Tests the packages of Scripts/package.sh in a clean Debian 12 without Swift.
#
# Usage: sudo Scripts/package-test.sh FOLDER      FOLDER is that with the packages
#
# Makes a root with debootstrap, installs the .deb there, runs the main job and `git docmerge`, installs it once
# more as an upgrade, removes and purges it, and looks for files that are left. Then the archive: install.sh, the main
# job, uninstall. lintian checks the .deb where it is installed. Ends with 0 when all held.
# Needs root, debootstrap and a mirror of Debian (MIRROR, by default http://deb.debian.org/debian).
set -euo pipefail

packages=$(realpath "${1:?name the folder with the packages}")
command -v debootstrap >/dev/null || { echo "debootstrap is missing: apt-get install debootstrap" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "making a root needs root: sudo $0 $1" >&2; exit 2; }
mirror=${MIRROR:-http://deb.debian.org/debian}
deb=$(echo "$packages"/docmerge_*.deb)
archive=$(echo "$packages"/docmerge-*.tar.gz)

root=$(mktemp -d)
finish() {
  umount "$root/proc" "$root/dev" 2>/dev/null || true
  # A mount that stays is never emptied.
  rm -rf --one-file-system "$root"
}
trap finish EXIT

failed=0
check() { # WORDS COMMAND...; says whether the command held
  local words=$1
  shift
  if "$@" >"$root.log" 2>&1; then echo "ok      $words"; else echo "FAILED  $words"; sed 's/^/        /' "$root.log"; failed=1; fi
  rm -f "$root.log"
}
inside() { chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

# What docmerge is for: two copies of a folder, a conflict, and its resolution.
job='
set -e
rm -rf /tmp/job && mkdir /tmp/job && cd /tmp/job
git init -q --bare drive.git
for name in a b; do docmerge init $name >/dev/null; (cd $name && docmerge remote add drive ../drive.git >/dev/null); done
printf "one\n\ntwo\n\nthree\n" >a/note.md
(cd a && docmerge sync >/dev/null); (cd b && docmerge sync >/dev/null)
printf "ONE\n\ntwo\n\nthree\n" >a/note.md
printf "one\n\ntwo\n\nTHREE\n" >b/note.md
(cd a && docmerge sync >/dev/null); (cd b && docmerge sync >/dev/null) || true
cd b && docmerge resolve --all --merge >/dev/null
test "$(cat note.md)" = "$(printf "ONE\n\ntwo\n\nTHREE")"
git docmerge list >/dev/null
docmerge help >/dev/null
'

debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.bootstrap" 2>&1 ||
  { tail -n 5 "$root.bootstrap" >&2; rm -f "$root.bootstrap"; exit 2; }
rm -f "$root.bootstrap"
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
# As on any computer that runs: programs find themselves by /proc.
mount -t proc proc "$root/proc" && mount --bind /dev "$root/dev" ||
  { echo "nothing can be mounted here, which the root needs" >&2; exit 2; }
check "there is no Swift in the root" test ! -e "$root/usr/bin/swift"
cp "$deb" "$root/docmerge.deb"
check "installs" inside apt-get install -y --no-install-recommends /docmerge.deb
check "does the main job" inside bash -c "$job"
check "starts docmerge-full" inside bash -c 'docmerge grammars list >/dev/null'
check "is there with its manual" inside bash -c 'test -e /usr/share/man/man1/docmerge.1.gz -o -e /etc/dpkg/dpkg.cfg.d/docker'
check "is upgraded" inside apt-get install -y --reinstall /docmerge.deb
check "does the main job again" inside bash -c "$job"
check "is removed" inside apt-get remove -y docmerge
check "is purged" inside dpkg --purge docmerge
check "leaves nothing" inside bash -c '! find / -xdev -path /proc -prune -o -path /tmp -prune -o -name "*docmerge*" -print | grep -v "^/docmerge.deb$" | grep .'
tar -C "$root" -xzf "$archive"
check "installs from the archive" inside bash -c 'cd /docmerge-*-linux-* && ./install.sh --prefix /opt/docmerge'
check "does the main job from there" inside bash -c "PATH=/opt/docmerge/bin:\$PATH; $job"
check "is taken away" inside bash -c 'cd /docmerge-*-linux-* && ./install.sh --prefix /opt/docmerge --uninstall && ! find /opt/docmerge -type f | grep .'
if command -v lintian >/dev/null; then
  check "lintian finds no error" bash -c '! lintian --allow-root "$1" | grep ^E:' lintian "$deb"
fi
exit $failed
