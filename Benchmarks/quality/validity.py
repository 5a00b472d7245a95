"""Whether a text is valid for what it is: it can be read, and no key stands in it twice.

    problems("json", b'{"a": 1, "a": 2}')              # [Problem("key", "/a")]
    new_problems("json", base, ours, theirs, result)   # those of the result that no input has
    doubled("markdown", base, ours, theirs, result)    # items and runs of lines that a merge put in twice

A kind of the corpus or a file's extension says what a text is; of others only conflict markers are known.
Texts are bytes. Needs PyYAML for YAML, which is passed over without it.
"""
import collections
import csv
import io
import json
import re
import tomllib
from dataclasses import dataclass, field
from xml.parsers import expat

import scanners

try:
    import yaml
except ImportError:
    yaml = None


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with a text. Two are the same when `code` and `what` are."""
    code: str
    """"parse", "markers", "key", "row", "item" or "block"."""
    what: str
    """The key, row, item or block; empty for "parse" and "markers"."""
    detail: str = field(default="", compare=False)

    def __str__(self):
        return f"{self.code}: {self.what or self.detail}"


MARKER = re.compile(r"^<{7,}(?: .*)?$.*?^={7,}$.*?^>{7,}(?: .*)?$", re.MULTILINE | re.DOTALL)


def problems(kind, text):
    r"""What makes a text invalid: a list of `Problem`, a key with one for each time beyond the first.

    >>> def shown(kind, text):
    ...     return [str(problem) for problem in problems(kind, text)]
    >>> shown("json", b'{"a": [{"b": 1, "b": 2}]}')
    ['key: /a[]/b']
    >>> [problem.code for problem in problems("toml", b"a = 1\na = 2\n")]
    ['parse']
    >>> shown("yaml", b"a: 1\nb: {c: 1, c: 2}\n---\na: 2\n")
    ['key: /b/c']
    >>> shown("csv", b"a,b\n" + 20 * b"1,2\n" + b"1,2,\n")
    ['row: 1\t2\t']
    >>> shown("xml", b'<a><b id="1"/><b id="1"/><c id="1"/></a>')
    ['key: /a/b[1]']
    >>> shown("plist", b"<plist><dict><key>k</key><true/><key>k</key><true/></dict></plist>")
    ['key: /plist/dict/k']
    >>> shown("strings", '"k" = "v";\n"k" = "w";\n'.encode("utf-16"))
    ['key: k']
    >>> shown("text", b"<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")
    ['markers: ']
    >>> shown("text", b"anything")
    []
    """
    return [problem for problem in findings(kind, text) if problem.code != "item"]


def findings(kind, text):
    """The problems of a text, and the items that stand twice in one list."""
    if kind == "plist" and text[:6] in (b"bplist", "bplist"):
        return []
    text = decoded(text).replace("\r\n", "\n")
    found = [Problem("markers", "")] if "<<<<<<<" in text and MARKER.search(text) else []
    check = CHECKS.get(kind)
    if check:
        try:
            found += check(text)
        except Exception as error:  # Whatever a parser says: the text cannot be read.
            found.append(Problem("parse", "", " ".join(str(error).split())[:200]))
    return found


def new_problems(kind, base, ours, theirs, result):
    r"""The problems of a result that none of the three inputs has, or has as often.

    >>> new_problems("properties", b"", b"a=1\n", b"a=2\n", b"a=1\na=2\n")
    [Problem(code='key', what='a', detail='')]
    >>> new_problems("json", b"{", b"{}", b"{}", b"{}}")
    []
    """
    if result in (base, ours, theirs):
        return []
    found = problems(kind, result)
    if not found:
        return []
    known = collections.Counter()
    for text in (base, ours, theirs):
        known |= collections.Counter(problems(kind, text))
    return without(found, known)


def without(found, known):
    """What was found, but for as many of each as are known."""
    left = known.copy()
    new = []
    for problem in found:
        if left[problem] > 0:
            left[problem] -= 1
        else:
            new.append(problem)
    return new


def decoded(text):
    if isinstance(text, str):
        return text
    if text[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return text.decode("utf-16", errors="replace")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        return text.decode("latin-1")


def repeated(keys, code="key"):
    """A problem for each time that a key stands again."""
    counts = collections.Counter(keys)
    if len(counts) == len(keys):
        return []
    return [Problem(code, key) for key, count in counts.items() for _ in range(count - 1)]


def repeated_items(items, path):
    """Words that stand again in one list; numbers often do."""
    return repeated([f"{path}[]{item}" for item in items if any(map(str.isalpha, item))], "item")


class Pairs(list):
    """The members of a JSON object as they stand."""


def check_json(text):
    found = []

    def look(value, path):
        if isinstance(value, Pairs):
            found.extend(repeated([f"{path}/{key}" for key, _ in value]))
            for key, member in value:
                look(member, f"{path}/{key}")
        elif isinstance(value, list):
            found.extend(repeated_items([item for item in value if isinstance(item, str)], path))
            for member in value:
                look(member, path + "[]")
    look(json.loads(text, object_pairs_hook=Pairs), "")
    return found


def check_toml(text):
    found = []

    def look(value, path):
        if isinstance(value, dict):
            for key, member in value.items():
                look(member, f"{path}/{key}")
        elif isinstance(value, list):
            found.extend(repeated_items([item for item in value if isinstance(item, str)], path))
            for member in value:
                look(member, path + "[]")
    look(tomllib.loads(text), "")
    return found


def check_yaml(text):
    if yaml is None:
        return []
    found = []
    seen = set()

    def look(node, path):
        if isinstance(node, yaml.ScalarNode) or id(node) in seen:
            return
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            keys = [f"{path}/{key.value}" for key, _ in node.value
                    if isinstance(key, yaml.ScalarNode) and key.value != "<<"]
            found.extend(repeated(keys))
            for key, value in node.value:
                look(value, f"{path}/{key.value}" if isinstance(key, yaml.ScalarNode) else path)
        else:
            scalars = [item.value for item in node.value if isinstance(item, yaml.ScalarNode)]
            found.extend(repeated_items(scalars, path))
            for value in node.value:
                look(value, path + "[]")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for document in yaml.compose_all(text, Loader=loader):
        look(document, "")
    return found


def check_csv(text):
    """Rows with another number of cells than the first; none where that is usual in the text."""
    rows = list(csv.reader(io.StringIO(text), delimiter="\t" if "\t" in text[:2000] else ","))
    rows = [row for row in rows if row]
    ragged = [row for row in rows if len(row) != len(rows[0])]
    if len(ragged) * 10 > len(rows):
        return []
    return [Problem("row", "\t".join(row)) for row in ragged]


IDENTITIES = ("id", "key", "name", "xml:id", "rdf:ID")


def check_xml(text):
    """Besides what the parser says: elements of one name and id beside each other, or one key twice in a
    property list's dictionary."""
    stack, found = [("", [])], []
    reading = None

    def start(name, attributes):
        nonlocal reading
        identity = next((attributes[key] for key in IDENTITIES if key in attributes), None)
        path = stack[-1][0] + "/" + name
        if identity is not None:
            path += f"[{identity}]"
            stack[-1][1].append(path)
        stack.append((path, []))
        reading = "" if name == "key" and not attributes else None

    def end(name):
        nonlocal reading
        path, children = stack.pop()
        found.extend(repeated(children))
        if name == "key" and reading is not None:
            stack[-1][1].append(f"{stack[-1][0]}/{reading}")
        reading = None

    def characters(data):
        nonlocal reading
        if reading is not None:
            reading += data
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = characters
    parser.Parse(re.sub(r'^(<\?xml[^>]*?) encoding=("[^"]*"|\'[^\']*\')', r"\1", text).encode(), True)
    return found


def check_plist(text):
    return check_xml(text) if text.lstrip().startswith("<") else check_old_plist(text)


def check_old_plist(text):
    keys = scanners.old_plist(text)
    items = [key for key in keys if "()" in key and any(map(str.isalpha, key.split("()")[-1]))]
    return repeated([key for key in keys if "()" not in key]) + repeated(items, "item")


def keys_of(scanner):
    return lambda text: repeated(scanner(text))


CHECKS = {}
for kinds, check in (
        (("json", "ipynb", "xcstrings", "netkan", "geojson", "webmanifest"), check_json),
        (("toml",), check_toml), (("yaml", "yml"), check_yaml), (("csv", "tsv"), check_csv),
        (("xml", "storyboard", "xib", "owl", "resx", "xlf", "xliff", "svg", "csproj"), check_xml),
        (("plist", "entitlements"), check_plist), (("strings", "pbxproj"), check_old_plist),
        (("properties",), keys_of(scanners.properties)), (("ini", "cfg", "desktop"), keys_of(scanners.ini)),
        (("bib",), keys_of(scanners.bibtex)), (("po", "pot"), keys_of(scanners.po))):
    CHECKS.update(dict.fromkeys(kinds, check))


ITEM = re.compile(r"(?:[-*+•]|\d+[.)]|#\.|\.{1,5}(?!.*::)|\*{2,5}|\\item\b|\|)\s+\S")
SHORTEST_ITEM, SHORTEST_BLOCK = 20, 40
PROSE = ("markdown", "rst", "asciidoc", "text", "latex", "md", "adoc", "txt", "tex")


def doubled(kind, base, ours, theirs, result):
    r"""Items of lists, rows, and runs of three lines that stand in a result more often than in any input.

    >>> [str(problem) for problem in doubled("toml", b"", b"a = ['b']", b"a = ['b' ]", b"a = ['b', 'b']")]
    ['item: /a[]b']
    >>> row = b"1,one,1\n2,two,2\n"
    >>> [str(problem) for problem in doubled("csv", b"", row, row + b"\n", row * 2)]
    ['item: 1,one,1', 'item: 2,two,2']

    What base already holds may be a form that recurs (three lines of an entry): there it counts only beyond
    what both sides added. Blank lines, and items and runs with little text in them, are passed over.
    """
    if result in (base, ours, theirs):
        return []
    known = collections.Counter()
    for text in (base, ours, theirs):
        known |= collections.Counter(items_of(kind, text))
    texts = [lines_of(text) for text in (base, ours, theirs, result)]
    return (without(items_of(kind, result), known)
            + more(texts, "item", lambda lines: [line for line in lines if is_item(kind, line)])
            + more(texts, "block", runs))


def items_of(kind, text):
    return [problem for problem in findings(kind, text) if problem.code == "item"]


def lines_of(text):
    lines = (line.strip() for line in decoded(text).splitlines())
    return [line for line in lines if line]


def is_item(kind, line):
    if kind in ("csv", "tsv"):
        return True
    return kind in PROSE and len(line) >= SHORTEST_ITEM and ITEM.match(line) is not None


def runs(lines):
    return ["\n".join(run) for run in zip(lines, lines[1:], lines[2:])]


def more(texts, code, units):
    base, ours, theirs, result = (collections.Counter(units(lines)) for lines in texts)
    found = []
    for unit, count in result.items():
        if count < 2 or code == "block" and not has_weight(unit):
            continue
        expected = max(base[unit], ours[unit], theirs[unit])
        if base[unit]:
            expected = max(expected, ours[unit] + theirs[unit] - base[unit])
        if count > expected:
            found.append(Problem(code, unit))
    return found


def has_weight(block):
    return (sum(letter.isalnum() for letter in block) >= SHORTEST_BLOCK
            and all(any(letter.isalnum() for letter in line) for line in block.split("\n")))
