#!/usr/bin/env bash
# Builds the documentation of the libraries, and fails at the first warning.
#
#   Scripts/documentation.sh [FOLDER]      into FOLDER, by default .build/documentation
#
# FOLDER/MODULE.doccarchive has the pages of one module. FOLDER/site has all pages as a static site for the root of any
# web server:
#
#   python3 -m http.server --directory .build/documentation/site
#
# The script also checks that every public symbol has a comment. It needs a toolchain with docc, and builds the modules.
set -euo pipefail

cd "$(dirname "$0")/.."
output=${1:-.build/documentation}
# The pages of a module can link to those of the modules before it.
modules=(
  DocMergeCore DocMergeFormats DocMergeOffice DocMergeResolvers DocMergeSystem DocMergeObjects DocMergeHistory
  DocMergeFolder DocMergeContainer DocMergeSync DocMergeUpkeep DocMergeGit DocMerge DocMergeDocuments DocMergeUIKit
)
command -v docc >/dev/null || { echo "docc is missing: it is part of the toolchain of Swift" >&2; exit 2; }
swift build

graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
built=$(swift build --show-bin-path)
places=(-I "$built/Modules" -I "$built")
for folder in Sources/*/module.modulemap Sources/*/include; do places+=(-I "${folder%/module.modulemap}"); done
target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -n 1)
rm -rf "$output"
mkdir -p "$output"

for module in "${modules[@]}"; do
  mkdir "$graphs/$module"
  swift symbolgraph-extract -module-name "$module" -target "$target" "${places[@]}" \
    -minimum-access-level public -skip-synthesized-members -skip-inherited-docs -emit-extension-block-symbols \
    -output-dir "$graphs/$module"
  # Members that the module adds to types of other modules are documented with the module.
  python3 Scripts/undocumented.py "$graphs/$module/$module".symbols.json "$graphs/$module/$module"@*.symbols.json
done
python3 Scripts/crosslinks.py "$graphs" "${modules[@]}"

links=(--enable-experimental-external-link-support)
for module in "${modules[@]}"; do
  inputs=()
  for catalogue in Sources/{.,Apple}/"$module/$module.docc"; do
    if [ -d "$catalogue" ]; then inputs+=("$catalogue"); fi
  done
  docc convert "${inputs[@]}" --additional-symbol-graph-dir "$graphs/$module" "${links[@]}" \
    --fallback-display-name "$module" --fallback-bundle-identifier "docmerge.$module" \
    --fallback-default-module-kind Module --transform-for-static-hosting --warnings-as-errors \
    --output-path "$output/$module.doccarchive"
  links+=(--dependency "$output/$module.doccarchive")
  echo "$module: documented"
done

docc merge "$output"/*.doccarchive --synthesized-landing-page-name docmerge \
  --synthesized-landing-page-kind "Swift package" --synthesized-landing-page-topics-style list \
  --output-path "$output/site"
# The front page of the site would be empty: the list of modules is one folder below.
echo '<!doctype html><meta http-equiv="refresh" content="0; url=documentation/"><a href="documentation/">docmerge</a>' \
  >"$output/site/index.html"
echo "$output/site: all modules"
