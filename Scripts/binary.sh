# Finds the program for the other scripts, which read this file: $binary is its path.
# It is DOCMERGE_BINARY, or docmerge in .build/release, .build/debug or .build-opt/debug; $top is the repository.
for binary in "${DOCMERGE_BINARY:-}" "$top/.build/release/docmerge" "$top/.build/debug/docmerge" \
  "$top/.build-opt/debug/docmerge"; do
  if [ -n "$binary" ] && [ -x "$binary" ]; then break; fi
done
[ -x "$binary" ] || { echo "build first: swift build" >&2; exit 2; }
