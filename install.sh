#!/usr/bin/env bash
# Installs docmerge, or takes it away again.
#
# Usage: ./install.sh [--prefix FOLDER] [--uninstall]
#
#   --prefix FOLDER   Install below FOLDER; /usr/local without it.
#   --uninstall       Remove what an installation with the same prefix put there.
#
# DESTDIR stands before every path, for packages. In a clone the programs are those of ./setup.sh
# (.build/release, or PROGRAMS); in an unpacked archive they are beside this script.
#
# Examples:
#   sudo ./install.sh
#   ./install.sh --prefix ~/.local
#   DESTDIR=/tmp/root ./install.sh --prefix /usr
set -euo pipefail

usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; }

prefix=/usr/local
uninstalls=false
while [ $# -gt 0 ]; do
  case "$1" in
  --prefix) prefix=${2:?--prefix needs a folder}; shift ;;
  --prefix=*) prefix=${1#*=} ;;
  --uninstall) uninstalls=true ;;
  -h | --help) usage; exit 0 ;;
  *) echo "install.sh: unknown option $1; see ./install.sh --help" >&2; exit 64 ;;
  esac
  shift
done
case "$prefix" in /*) ;; *) prefix=$PWD/$prefix ;; esac

cd "$(dirname "$0")"
programs=${PROGRAMS:-}
for folder in bin .build/release; do
  [ -n "$programs" ] || [ ! -x "$folder/docmerge" ] || programs=$folder
done
root=${DESTDIR:-}$prefix

# The files as lines of mode, source and target below the prefix.
files() {
  local page document
  echo "755 $programs/docmerge bin/docmerge"
  echo "755 $programs/docmerge-full libexec/docmerge/docmerge-full"
  for page in man/*.[1-8]; do echo "644 $page share/man/man${page##*.}/${page##*/}"; done
  echo "644 Samples/systemd/docmerge-sync@.service lib/systemd/user/docmerge-sync@.service"
  echo "644 Samples/docmerge.desktop share/applications/docmerge.desktop"
  for document in README.md CHANGELOG.md LICENSE \
    $(find docs Editors -type f -not -path 'Editors/tests/*' | sort); do
    echo "644 $document share/doc/docmerge/$document"
  done
}

# The completions as lines of shell and target below the prefix.
completions() {
  echo "bash share/bash-completion/completions/docmerge"
  echo "zsh share/zsh/site-functions/_docmerge"
  echo "fish share/fish/vendor_completions.d/docmerge.fish"
}

targets() {
  files | cut -d ' ' -f 3
  completions | cut -d ' ' -f 2
  echo bin/git-docmerge
  echo share/man/man1/git-docmerge.1
}

if $uninstalls; then
  targets | while read -r target; do rm -f "$root/$target"; done
  # Folders that are docmerge's own go with the last file in them.
  for folder in libexec/docmerge share/doc/docmerge; do
    [ ! -d "$root/$folder" ] || find "$root/$folder" -depth -type d -empty -delete
  done
  echo "docmerge is gone from $root. Containers and settings stay as they are."
  exit 0
fi

if [ -z "$programs" ]; then
  echo "install.sh: the programs are not built yet: run ./setup.sh first" >&2
  exit 1
fi
files | while read -r mode source target; do install -D -m "$mode" "$source" "$root/$target"; done
# git docmerge is docmerge.
ln -sf docmerge "$root/bin/git-docmerge"
ln -sf docmerge.1 "$root/share/man/man1/git-docmerge.1"
completions | while read -r shell target; do
  "$programs/docmerge" --generate-completion-script "$shell" |
    install -D -m 644 /dev/stdin "$root/$target"
done
echo "docmerge is installed below $root. Next: docmerge --help, or docmerge git setup --global"
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) [ -n "${DESTDIR:-}" ] || echo "$prefix/bin is not in PATH: add it, or install with another --prefix." ;;
esac
