#!/usr/bin/env python3
"""Names the public symbols of symbol graphs that have no comment, and fails if there are any.

Usage: Scripts/undocumented.py GRAPH...
"""
import json
import sys

missing = []
for path in sys.argv[1:]:
    try:
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
    except FileNotFoundError:
        # The shell's pattern fitted no file.
        continue
    for symbol in graph["symbols"]:
        place = symbol.get("location", {}).get("uri", "")
        # What the compiler makes has no place in a file.
        if not place or symbol.get("docComment"):
            continue
        # An extension is a place, not a declared symbol.
        if symbol["kind"]["identifier"] == "swift.extension":
            continue
        line = symbol["location"]["position"]["line"] + 1
        name = place.split("/Sources/")[-1]
        missing.append(f"{name}:{line}: {'.'.join(symbol['pathComponents'])} has no documentation")
print("\n".join(missing), file=sys.stderr, end="\n" if missing else "")
sys.exit(1 if missing else 0)
