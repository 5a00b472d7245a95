"""Tolerant readers of formats that Python has no parser for: each gives the keys of a text, once for each time.

A scanner takes a text (`str`) and returns its keys as a list of strings; it raises `Unreadable` where the
text does not hold together. It is no validator: what it cannot tell from a key, it passes over.
"""
import functools
import re


class Unreadable(ValueError):
    """The text cannot be read as what it is said to be."""


def properties(text):
    r"""The keys of a Java .properties file.

    >>> properties("a=1\n# b=2\nc\\ d: e\\\n  f=3\na 4\n")
    ['a', 'c d', 'a']
    """
    keys, logical = [], ""
    for line in re.split(r"\r\n|\r|\n", text):
        line = line.lstrip(" \t\f")
        if not logical and (not line or line[0] in "#!"):
            continue
        logical += line
        if (len(line) - len(line.rstrip("\\"))) % 2:
            logical = logical[:-1]
            continue
        keys.append(properties_key(logical))
        logical = ""
    return keys


@functools.lru_cache(maxsize=1 << 16)  # The texts of a case have most lines in common.
def properties_key(line):
    key = re.match(r"((?:\\.|[^\\=: \t\f])*)", line)[1]
    return re.sub(r"\\(.)", r"\1", key)


def ini(text):
    r"""The sections and keys of an INI file.

    >>> ini("[a]\nx = 1\n  y = more\n; z = 2\n[b]\nx: 1\n")
    ['[a]', '[a] x', '[b]', '[b] x']
    """
    keys, section = [], ""
    for line in text.splitlines():
        if not line.strip() or line.lstrip()[0] in "#;":
            continue
        if match := re.match(r"\[(.*)\]", line):
            section = f"[{match[1].strip()}]"
            keys.append(section)
        elif match := re.match(r"([^\s=:][^=:]*?)\s*[=:]", line):
            keys.append(f"{section} {match[1]}".strip())
    return keys


BIBTEX_ENTRY = re.compile(r"^[ \t]*@[ \t]*(\w+)[ \t]*([{(])", re.MULTILINE)
BIBTEX_KEY = re.compile(r"\s*([^,\s{}]+)\s*,")


def bibtex(text):
    r"""The keys of the entries of a BibTeX file, and of the fields in each.

    >>> bibtex("@book{Knuth, title = {The {Art}}, year=1968, year = 1997}\n@comment{a}\n@misc{x,}")
    ['knuth', 'knuth title', 'knuth year', 'knuth year', 'x']
    >>> bibtex("@book{a, title = {b}\n")
    Traceback (most recent call last):
    scanners.Unreadable: entry a has no end
    """
    keys, place = [], 0
    while match := BIBTEX_ENTRY.search(text, place):
        place = match.end()
        if match[1].lower() in ("comment", "preamble", "string"):
            continue
        key = BIBTEX_KEY.match(text, place)
        if not key:
            continue
        name = key[1].lower()
        keys.append(name)
        fields, place = bibtex_fields(text, key.end(), name)
        keys += [f"{name} {field}" for field in fields]
    return keys


def bibtex_fields(text, place, name):
    """The names of the fields of the entry whose fields start at `place`, and where it ends."""
    depth, start, fields = 0, place, []
    for match in re.compile(r"\\.|[{}(),=@]", re.DOTALL).finditer(text, place):
        mark = match[0]
        if mark == "{":
            depth += 1
        elif mark == "}":
            if depth == 0:
                return fields, match.end()
            depth -= 1
        elif mark == ")" and depth == 0:
            return fields, match.end()
        elif mark == "=" and depth == 0:
            fields.append(text[start:match.start()].strip().lower())
        elif mark == "," and depth == 0:
            start = match.end()
    raise Unreadable(f"entry {name} has no end")


def po(text):
    r"""The contexts and ids of the messages of a gettext file.

    >>> po('msgid ""\nmsgstr ""\n\nmsgctxt "a"\nmsgid "b"\n"c"\nmsgstr "d"\n#~ msgid "b"\n')
    ['', 'a\x04bc']
    """
    keys, context, parts, part = [], "", [], None
    for line in text.splitlines() + ['msgid ""']:
        line = line.strip()
        match = re.match(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+"(.*)"$', line)
        if match:
            if match[1].startswith("msgstr") and part == "msgid":
                keys.append((context + "\x04" if context else "") + "".join(parts))
                context = ""
            elif match[1] == "msgid" and part == "msgctxt":
                context = "".join(parts)
            if match[1] == "msgid_plural":
                if part != "msgid":
                    raise Unreadable("msgid_plural without msgid")
                part = "plural of msgid"
                keys.append((context + "\x04" if context else "") + "".join(parts))
                context = ""
                continue
            part, parts = match[1], [match[2]]
        elif line.startswith('"') and line.endswith('"') and len(line) > 1:
            if part != "plural of msgid":
                parts.append(line[1:-1])
        elif line and line[0] != "#":
            raise Unreadable(f"no line of a catalogue: {line[:60]}")
    return keys


PLIST_TOKEN = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\')'
                         r"|([A-Za-z0-9_$/:.\-+@~]+)|(<[0-9a-fA-F\s]*>)|([{}()=;,])", re.DOTALL)


def old_plist(text):
    r"""The keys of an old property list: a .pbxproj, or a .strings file, which is one without braces.

    Words in an array count as keys, with () before them.

    >>> old_plist('/* a */ "k" = "v;\\"";\nk2 = v;\n"k" = "w";')
    ['k', 'k2', 'k']
    >>> old_plist("// !$*UTF8*$!\n{ a = { b = (1, 2,); b = <0a>; }; }")
    ['a', 'a/b', 'a/b()1', 'a/b()2', 'a/b']
    >>> old_plist("{ a = (b, b); }")
    ['a', 'a()b', 'a()b']
    >>> old_plist('"k" = "v"\n"l" = "w";')
    Traceback (most recent call last):
    scanners.Unreadable: line 2: "l" instead of ;
    """
    tokens, place, line = [], 0, 1
    while place < len(text):
        match = PLIST_TOKEN.match(text, place)
        if not match:
            raise Unreadable(f"line {line}: {text[place:place + 20]!r}")
        if match.lastindex:
            tokens.append((match.lastindex, match[0], line))
        line += match[0].count("\n")
        place = match.end()
    tokens.append((0, "", line))
    tokens.reverse()
    keys = []
    if tokens[-1][1] in ("{", "("):
        value_of_plist(tokens, "", keys)
    else:
        members_of_plist(tokens, "", keys, "")
    if tokens[-1][0]:
        raise Unreadable(f"line {tokens[-1][2]}: {tokens[-1][1]} after the end")
    return keys


def expect(tokens, mark):
    token = tokens.pop() if len(tokens) > 1 else tokens[-1]
    if token[1] != mark:
        raise Unreadable(f"line {token[2]}: {token[1] or 'the end'} instead of {mark}")


def members_of_plist(tokens, path, keys, end):
    while tokens[-1][1] != end:
        kind, word, line = tokens.pop() if len(tokens) > 1 else tokens[-1]
        if kind not in (1, 2):
            raise Unreadable(f"line {line}: {word or 'the end'} instead of a key")
        name = (path + "/" if path else "") + (word[1:-1] if kind == 1 else word)
        keys.append(name)
        if tokens[-1][1] == "=":
            tokens.pop()
            value_of_plist(tokens, name, keys)
        expect(tokens, ";")


def value_of_plist(tokens, path, keys):
    kind, word, line = tokens.pop() if len(tokens) > 1 else tokens[-1]
    if word == "{":
        members_of_plist(tokens, path, keys, "}")
        tokens.pop()
    elif word == "(":
        while tokens[-1][1] != ")":
            if tokens[-1][0] in (1, 2):
                keys.append(f"{path}(){tokens[-1][1]}")
            value_of_plist(tokens, path, keys)
            if tokens[-1][1] != ")":
                expect(tokens, ",")
        tokens.pop()
    elif kind not in (1, 2, 3):
        raise Unreadable(f"line {line}: {word or 'the end'} instead of a value")
