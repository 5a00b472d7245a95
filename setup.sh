#!/usr/bin/env bash
# Sets docmerge up on Debian: installs what is missing, builds the program, and runs it on a sample.
#
# Usage: ./setup.sh
#
# The program is .build/release/docmerge afterwards, with docmerge-full beside it. Nothing
# outside of this folder is changed, except for the packages that apt-get installs.
set -euo pipefail
cd "$(dirname "$0")"
. Scripts/packages.sh

need_swift
install_packages "${build_packages[@]}"

# The program, and beside it the one with grammars and pages.
for product in docmerge docmerge-full; do
  swift build -c release --static-swift-stdlib --product "$product"
done
binary=$(swift build -c release --static-swift-stdlib --show-bin-path)/docmerge
DOCMERGE_BINARY=$binary Samples/demo.sh

cat <<'END'

docmerge is built. To install it, with its manual pages and completions:

  sudo ./install.sh                       # or ./install.sh --prefix ~/.local; --uninstall takes it away
END
