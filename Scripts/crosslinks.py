#!/usr/bin/env python3
"""Makes links in comments to symbols of other modules absolute, as docc needs them.

    ``GitError``   in a comment of DocMergeContainer becomes   ``/DocMergeObjects/GitError``

Usage: Scripts/crosslinks.py FOLDER MODULE...

Changes the symbol graphs in FOLDER/MODULE. A module can link to the modules before it in the list; the name of a
symbol of a later module becomes code. A link to an unknown symbol stays, and docc reports it.
"""
import json
import pathlib
import re
import sys

folder, modules = pathlib.Path(sys.argv[1]), sys.argv[2:]
graphs = []
# For each module, the address of each symbol by its path. The address of a member of a type of another module starts
# with the name of that module.
addresses = {module: {} for module in modules}
for module in modules:
    for file in sorted((folder / module).glob("*.symbols.json")):
        extended = file.name.removesuffix(".symbols.json").split("@")[1:]
        graph = json.loads(file.read_text(encoding="utf-8"))
        graphs.append((file, graph, module, extended))
        for symbol in graph["symbols"]:
            path = symbol["pathComponents"]
            addresses[module]["/".join(path)] = "/".join(extended + path)


def absolute(link, module, extended, place):
    """The markup for a link in the comment of the symbol at the path `place`."""
    plain = re.sub(r"(?<=[\w)])-[^/]*$", "", link)  # without the suffix that tells overloads apart
    names = ["/".join(place[:length] + [plain]) for length in range(len(place), -1, -1)]
    own = addresses[module].values()
    if any("/".join(prefix + [name]) in own for name in names for prefix in ([], extended)):
        return f"``{link}``"
    for other in modules:
        for name in names:
            if name in addresses[other]:
                address = addresses[other][name] + link.removeprefix(plain)
                is_before = modules.index(other) < modules.index(module)
                return f"``/{other}/{address}``" if is_before else f"`{link}`"
    return f"``{link}``"


for file, graph, module, extended in graphs:
    for symbol in graph["symbols"]:
        for line in symbol.get("docComment", {}).get("lines", []):
            line["text"] = re.sub(
                "``([^`/][^`]*)``",
                lambda found: absolute(found[1], module, extended, symbol["pathComponents"]),
                line["text"])
    file.write_text(json.dumps(graph), encoding="utf-8")
