#!/usr/bin/env python3
"""Lists the messages in the sources, and compares them with the catalogs of languages.

A message is a literal in the parentheses of `tr(…)`, or the noun of `counted(…, "noun")`; see
Sources/DocMergeLanguage, and page_messages.py for the pages in browsers. Exits with 1 where a catalog lacks a
message, holds one that is no longer used, or has other values in a translation than in the message.

    Scripts/messages.py --check                        # all catalogs
    Scripts/messages.py --template Sources > new.pot   # all messages, for msgmerge and translators
    Scripts/messages.py --missing Sources              # those that the German catalog lacks
"""

import argparse
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import page_messages  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOGS = ROOT / "Sources" / "DocMergeCatalogs"


class Literal:
    """A string literal of Swift: its pattern, and what it interpolates."""

    def __init__(self, pattern, codes):
        self.pattern = pattern
        self.codes = codes


class Scanner:
    """Walks through Swift code, and collects messages."""

    def __init__(self, text, name):
        self.text = text
        self.name = name
        self.messages = []  # (pattern, plural pattern or None, line)

    def scan(self, at, end):
        while at < end:
            match = re.compile(r"[A-Za-z_]\w*|//|/\*|#*\"|.", re.S).match(self.text, at)
            word = match.group()
            at = match.end()
            if word == "//":
                at = self.text.find("\n", at)
                at = end if at < 0 else at
            elif word == "/*":
                at = self.text.index("*/", at) + 2
            elif word.endswith('"'):
                _, at = self.literal(match.start())
            elif word in ("tr", "counted") and self.is_call(match.start(), at):
                at = self.call(word, at)

    def is_call(self, start, at):
        before = self.text[:start].rstrip()
        return self.text[at : at + 1] == "(" and not before.endswith("func") and not before.endswith(".")

    def call(self, word, at):
        """Reads the arguments of a call, and returns the place behind them."""
        line = self.text.count("\n", 0, at) + 1
        depth, literals, pieces = 0, [], []
        while True:
            match = re.compile(r"//[^\n]*|[A-Za-z_]\w*|#*\"|.", re.S).match(self.text, at)
            piece = match.group()
            if piece.endswith('"') and not piece.startswith("//"):
                literal, after = self.literal(at)
                if depth == 1:
                    literals.append(literal)
                    pieces.append('"')
                at = after
                continue
            at = match.end()
            if piece in ("tr", "counted") and depth > 0 and self.is_call(match.start(), at):
                at = self.call(piece, at)
                continue
            if piece in "([{":
                depth += 1
            elif piece in ")]}":
                depth -= 1
                if depth == 0:
                    break
            if depth == 1 and not piece.startswith("//") and piece.strip():
                pieces.append(piece)
        self.add(word, literals, "".join(pieces), line)
        return at

    def add(self, word, literals, pieces, line):
        patterns = [literal.pattern for literal in literals]
        if word == "counted":
            if len(patterns) != 1:
                self.fail(line, "the noun of counted(…) is no literal")
            self.messages.append((patterns[0], patterns[0] + "s", line))
        elif len(patterns) == 1 and pieces.endswith('("'):
            self.messages.append((patterns[0], None, line))
        elif len(patterns) == 2 and 'one:"' in pieces and 'other:"' in pieces:
            self.messages.append((patterns[0], patterns[1], line))
        else:
            self.fail(line, "tr(…) takes one literal, or two with `one:` and `other:`")

    def fail(self, line, words):
        sys.exit(f"{self.name}:{line}: {words}")

    def literal(self, at):
        """Reads the literal at a place; returns it and the place behind it."""
        start = at
        hashes = len(re.compile("#*").match(self.text, at).group())
        at += hashes
        is_block = self.text.startswith('"""', at)
        quote = ('"""' if is_block else '"') + "#" * hashes
        escape = "\\" + "#" * hashes
        at += 3 if is_block else 1
        parts, codes = [], []
        while not self.text.startswith(quote, at):
            if self.text.startswith(escape + "(", at):
                opened = at + len(escape)
                close = self.closing(opened)
                parts.append(("value", "{%d}" % len(codes)))
                codes.append(self.text[opened + 1 : close - 1])
                self.scan(opened + 1, close - 1)
                at = close
            elif self.text.startswith(escape, at):
                letter = self.text[at + len(escape)]
                at += len(escape) + 1
                if letter == "u":
                    close = self.text.index("}", at)
                    parts.append(("value", chr(int(self.text[at + 1 : close], 16))))
                    at = close + 1
                elif letter == "\n":
                    parts.append(("continued", ""))
                else:
                    parts.append(("value", {"n": "\n", "t": "\t", "0": "\0", "r": "\r"}.get(letter, letter)))
            else:
                if not is_block and self.text[at] == "\n":
                    self.fail(self.text.count("\n", 0, start) + 1, "a literal does not end")
                parts.append(("raw", self.text[at]))
                at += 1
        pattern = self.block(parts) if is_block else "".join(text for _, text in parts)
        return Literal(pattern, codes), at + len(quote)

    def closing(self, at):
        """The place behind the parenthesis that closes the one at a place."""
        depth = 0
        while True:
            if self.text[at] in '"#':
                match = re.compile('#*"').match(self.text, at)
                if match:
                    messages, self.messages = self.messages, []
                    _, at = self.literal(at)
                    self.messages = messages
                    continue
            depth += {"(": 1, ")": -1}.get(self.text[at], 0)
            at += 1
            if depth == 0:
                return at

    @staticmethod
    def block(parts):
        """The text of a literal of several lines: without the indentation of its last line."""
        lines, line = [], []
        for kind, text in parts:
            if kind == "raw" and text == "\n":
                lines.append((line, "\n"))
                line = []
            elif kind == "continued":
                lines.append((line, ""))
                line = []
            else:
                line.append(text)
        indentation = "".join(line)
        texts = []
        for number, (line, end) in enumerate(lines):
            if number == 0:
                continue
            text = "".join(line)
            texts.append((text[len(indentation) :] if text.startswith(indentation) else text.lstrip(" ")) + end)
        text = "".join(texts)
        return text[:-1] if text.endswith("\n") else text


def messages(paths):
    """All messages in Swift files and pages: by pattern, the plural pattern and the places."""
    found = {}
    files = []
    for path in paths:
        path = pathlib.Path(path)
        files += sorted(path.rglob("*")) if path.is_dir() else [path]
    for file in files:
        for pattern, plural, line in messages_of(file):
            entry = found.setdefault(pattern, {"plural": None, "places": []})
            entry["plural"] = entry["plural"] or plural
            entry["places"].append(f"{file.name}:{line}")
    return found


def messages_of(file):
    """The messages of a file: pattern, plural pattern or None, line."""
    if page_messages.is_page(file):
        return page_messages.messages(file)
    if file.suffix != ".swift" or "DocMergeLanguage" in file.parts:
        return []
    scanner = Scanner(file.read_text(encoding="utf-8"), str(file))
    scanner.scan(0, len(scanner.text))
    return scanner.messages


def quote(text):
    """A text as PO files quote it; of several lines, each on its own line."""
    def escape(part):
        return part.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\n", "\\n")

    lines = text.splitlines(keepends=True)
    if len(lines) < 2:
        return f'"{escape(text)}"'
    return "\n".join(['""'] + [f'"{escape(line)}"' for line in lines])


def template(found):
    """The messages as a PO file without translations."""
    blocks = []
    for pattern in sorted(found, key=lambda pattern: (found[pattern]["places"][0].split(":")[0], pattern)):
        entry = found[pattern]
        places = " ".join(sorted({place.split(":")[0] for place in entry["places"]}))
        if entry["plural"]:
            text = f"msgid {quote(pattern)}\nmsgid_plural {quote(entry['plural'])}\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
        else:
            text = f'msgid {quote(pattern)}\nmsgstr ""\n'
        blocks.append(f"#: {places}\n{text}")
    return "\n".join(blocks)


def unquote(line):
    text = line[line.index('"') + 1 : line.rindex('"')]
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m.group(1), m.group(1)), text)


def catalog(path):
    """The entries of a PO file: by pattern, the forms."""
    entries, key, forms, part, fuzzy = {}, None, [], None, False

    def finish():
        if key is not None and not fuzzy and key:
            if key in entries:
                sys.exit(f"{path}: twice: {key!r}")
            entries[key] = forms

    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#,") and "fuzzy" in line:
            finish()
            key, fuzzy = None, True
        elif line.startswith("msgid "):
            if part != "id":
                finish()
            fuzzy = fuzzy and key is None
            key, forms, part = unquote(line), [], "id"
        elif line.startswith("msgid_plural "):
            part = "plural"
        elif line.startswith("msgstr"):
            part = "form"
            forms.append(unquote(line))
        elif line.startswith('"'):
            if part == "id":
                key += unquote(line)
            elif part == "form":
                forms[-1] += unquote(line)
    finish()
    return entries


def faults(path, found):
    """The faults of a catalog, a line each."""
    entries = catalog(path)
    for pattern, entry in found.items():
        forms = entries.get(pattern, [])
        wanted = 2 if entry["plural"] else 1
        if len(forms) != wanted or "" in forms:
            yield f"{path.name}: lacks {pattern!r} ({entry['places'][0]})"
            continue
        for form in forms:
            values = set(re.findall(r"\{\d+\}", pattern + (entry["plural"] or "")))
            if set(re.findall(r"\{\d+\}", form)) - values:
                yield f"{path.name}: a value that the message lacks: {form!r}"
            if wanted == 1 and values - set(re.findall(r"\{\d+\}", form)):
                yield f"{path.name}: a value is left out: {form!r}"
            if re.findall(r"`[^`]*`", pattern) and form.count("`") != pattern.count("`"):
                yield f"{path.name}: other commands than {pattern!r}: {form!r}"
    for pattern in entries.keys() - found.keys():
        yield f"{path.name}: no longer used: {pattern!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--check", action="store_true", help="compare all catalogs with the sources")
    choice.add_argument("--template", nargs="+", metavar="PATH", help="print the messages of files or folders")
    choice.add_argument("--missing", nargs="+", metavar="PATH", help="print those without a German translation")
    options = parser.parse_args()
    if options.template:
        print(template(messages(options.template)), end="")
        return 0
    if options.missing:
        entries = catalog(CATALOGS / "de.po")
        found = {k: v for k, v in messages(options.missing).items() if "" in entries.get(k, [""])}
        print(template(found), end="")
        return 0
    found = messages([ROOT / "Sources"])
    wrong = [fault for path in sorted(CATALOGS.glob("*.po")) for fault in faults(path, found)]
    for fault in wrong:
        print(fault)
    print(f"{len(found)} messages, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
