#!/usr/bin/env bash
# Builds the documentation of the libraries, and fails at the first warning.
#
#   Scripts/documentation.sh [FOLDER]      into FOLDER, by default .build/documentation
#
# For each module an archive that `docc preview` and browsers can show, and a check that every public symbol
# has a comment. Needs a toolchain with docc, and the built modules: it builds them.
set -euo pipefail

cd "$(dirname "$0")/.."
output=${1:-.build/documentation}
modules="DocMergeCore DocMergeResolvers DocMergeSystem DocMergeObjects DocMergeHistory DocMergeFolder DocMergeContainer DocMergeSync DocMergeUpkeep DocMerge DocMergeDocuments DocMergeUIKit"
command -v docc >/dev/null || { echo "docc is missing: it comes with the toolchain of Swift" >&2; exit 2; }
swift build

graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
built=$(swift build --show-bin-path)
places=(-I "$built/Modules" -I "$built")
for folder in Sources/*/module.modulemap Sources/*/include; do places+=(-I "${folder%/module.modulemap}"); done
target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -n 1)
rm -rf "$output"
mkdir -p "$output"

for module in $modules; do
  mkdir "$graphs/$module"
  swift symbolgraph-extract -module-name "$module" -target "$target" "${places[@]}" \
    -minimum-access-level public -skip-synthesized-members -skip-inherited-docs \
    -output-dir "$graphs/$module"
  # What the module only says of types of others is documented there.
  python3 Scripts/undocumented.py "$graphs/$module/$module".symbols.json "$graphs/$module/$module"@*.symbols.json
  catalogue=Sources/$module/$module.docc
  inputs=()
  if [ -d "$catalogue" ]; then inputs=("$catalogue"); fi
  docc convert "${inputs[@]}" --additional-symbol-graph-dir "$graphs/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "docmerge.$module" \
    --warnings-as-errors --output-path "$output/$module.doccarchive"
  echo "$module: documented"
done
