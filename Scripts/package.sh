#!/usr/bin/env bash
# Makes the packages of a release: a .deb, its debug symbols, and an archive with install.sh.
#
# Usage: Scripts/package.sh [FOLDER]      into FOLDER, by default .build/packages
#
#   docmerge_VERSION_ARCHITECTURE.deb           both programs, manual pages, completions, unit, documents
#   docmerge-dbgsym_VERSION_ARCHITECTURE.deb    the symbols that were stripped from the programs
#   docmerge-VERSION-linux-ARCHITECTURE.tar.gz  the same for other systems: ./install.sh in it installs
#
# PROGRAMS names a folder with docmerge and docmerge-full that are built already; without it both are built, with
# the data of ICU that Scripts/icu_data.py leaves, which makes docmerge-full smaller by 29 MB.
# The same programs make the same packages: all times are that of the last commit.
# MAINTAINER is who the packages say they are from. Needs dpkg-dev, binutils, patchelf and python3.
set -euo pipefail

cd "$(dirname "$0")/.."
output=${1:-.build/packages}
for tool in dpkg-deb dpkg-shlibdeps objcopy strip patchelf python3; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install dpkg-dev binutils patchelf python3" >&2; exit 2; }
done

if [ -z "${PROGRAMS:-}" ]; then
  # A seventh of ICU's data, instead of all languages.
  mkdir -p .build
  icu=$PWD/.build/icu-data.o
  Scripts/icu_data.py "$icu"
  swift build -c release --static-swift-stdlib --product docmerge
  DOCMERGE_ICU_DATA=$icu swift build -c release --static-swift-stdlib --product docmerge-full
  PROGRAMS=$(swift build -c release --static-swift-stdlib --show-bin-path)
fi
export PROGRAMS
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
version=$("$PROGRAMS/docmerge" --version)
architecture=$(dpkg --print-architecture)
maintainer=${MAINTAINER:-The developers of docmerge <developers@docmerge.invalid>}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
mkdir -p "$output" "$work/programs"
output=$(realpath "$output")

# --- Programs without symbols, and the symbols -------------------------------------------------------

symbols=$work/symbols
for program in docmerge docmerge-full; do
  place=usr/bin
  [ "$program" = docmerge ] || place=usr/libexec/docmerge
  install -D -m 755 "$PROGRAMS/$program" "$work/programs/$program"
  mkdir -p "$symbols/usr/lib/debug/$place"
  objcopy --only-keep-debug --compress-debug-sections "$work/programs/$program" \
    "$symbols/usr/lib/debug/$place/$program.debug"
  chmod 644 "$symbols/usr/lib/debug/$place/$program.debug"
  strip --strip-all --remove-section=.comment --remove-section=.note "$work/programs/$program"
  # The folder of the toolchain is none of the computer that the program runs on.
  if readelf -d "$work/programs/$program" | grep -qE '\((RPATH|RUNPATH)\)'; then
    patchelf --remove-rpath "$work/programs/$program"
  fi
  objcopy --add-gnu-debuglink="$symbols/usr/lib/debug/$place/$program.debug" "$work/programs/$program"
done

# --- Files -------------------------------------------------------------------------------------------

root=$work/root
PROGRAMS=$work/programs DESTDIR=$root ./install.sh --prefix /usr >/dev/null
rm -f "$root/usr/share/man/man1/git-docmerge.1"
find "$root/usr/share/man" -type f -exec gzip -9n {} +
documents=$root/usr/share/doc/docmerge
ln -s docmerge.1.gz "$root/usr/share/man/man1/git-docmerge.1.gz"
sed -i '1{/^#!/d}' "$root/usr/share/bash-completion/completions/docmerge"
gzip -9nc CHANGELOG.md >"$documents/NEWS.gz"
{
  printf 'docmerge (%s) stable; urgency=medium\n\n  * See NEWS.gz.\n\n' "$version"
  echo " -- $maintainer  $(date -R -u -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$documents/changelog.gz"
rm "$documents/CHANGELOG.md" "$documents/LICENSE"
{
  echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
  echo "Upstream-Name: docmerge"
  echo
  echo "Files: *"
  sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
  echo "License: MIT"
  sed '1,/^Copyright/d;/./,$!d;s/^/ /;s/^ $/ ./' LICENSE | sed '1{/^ \.$/d}'
} >"$documents/copyright"
mkdir -p "$root/usr/share/lintian/overrides"
cat >"$root/usr/share/lintian/overrides/docmerge" <<'END'
# It starts for each file that git merges, and starts faster without shared libraries.
docmerge: statically-linked-binary [usr/bin/docmerge]
docmerge: embedded-library * [usr/bin/docmerge]
END
# Debian's shells look in folders of packages.
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_docmerge" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"

# --- Packages ----------------------------------------------------------------------------------------

# The packages of the libraries that a program is linked with.
libraries() {
  mkdir -p "$work/shlibs/debian"
  printf 'Source: docmerge\nPackage: docmerge\nArchitecture: any\n' >"$work/shlibs/debian/control"
  (cd "$work/shlibs" && dpkg-shlibdeps -O --ignore-missing-info "$@" 2>/dev/null) |
    sed -n 's/^shlibs:Depends=//p'
}

control() { # PACKAGE ROOT DEPENDS SECTION; the description is read from standard input
  mkdir -p "$2/DEBIAN"
  {
    echo "Package: $1"
    echo "Version: $version"
    echo "Architecture: $architecture"
    echo "Maintainer: $maintainer"
    echo "Installed-Size: $(du -ks --exclude=DEBIAN "$2" | cut -f 1)"
    echo "Depends: $3"
    [ "$1" != docmerge ] || echo "Suggests: git-remote-gcrypt, libreoffice"
    echo "Section: $4"
    echo "Priority: optional"
    cat
  } >"$2/DEBIAN/control"
  (cd "$2" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$2/DEBIAN/md5sums"
  find "$2" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$2" "$output/$1_${version}_$architecture.deb" >/dev/null
}

control docmerge "$root" "git, $(libraries -e"$work/programs/docmerge" -e"$work/programs/docmerge-full")" vcs <<'END'
Description: resolve conflicts of documents, and merge them
 docmerge keeps every version of the documents of a folder, syncs folders
 through any git repository, and merges what was edited in two places: by
 words, by the structure of some fifty formats, and office documents by their
 text, cells and formatting. What does not fit together is decided in the
 terminal or in the browser, and every decision can be undone. It is a merge
 driver and a mergetool for git too.
END

mkdir -p "$symbols/usr/share/doc/docmerge-dbgsym"
cp "$documents/copyright" "$symbols/usr/share/doc/docmerge-dbgsym/"
cp "$documents/changelog.gz" "$symbols/usr/share/doc/docmerge-dbgsym/"
control docmerge-dbgsym "$symbols" "docmerge (= $version)" debug <<'END'
Description: debug symbols of docmerge
 What debuggers and profilers need to name the places of the programs.
END

# --- Archive -----------------------------------------------------------------------------------------

name=docmerge-$version-linux-$(uname -m)
tree=$work/$name
mkdir -p "$tree/bin"
cp "$work/programs/docmerge" "$work/programs/docmerge-full" "$tree/bin/"
cp -r --parents install.sh LICENSE README.md CHANGELOG.md man docs Editors Samples/systemd Samples/docmerge.desktop "$tree/"
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -9n >"$output/$name.tar.gz"

(cd "$output" && ls -l --block-size=K "docmerge_${version}_$architecture.deb" \
  "docmerge-dbgsym_${version}_$architecture.deb" "$name.tar.gz" | awk '{ print $5, $9 }')
