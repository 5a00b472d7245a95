"""Finds the messages of pages: templates with a tag in scripts, texts and some attributes in HTML.

See Sources/DocMergeWeb/Page/language.js and Sources/DocMergeWeb/PageTranslation.swift.
"""

import html.parser
import re
import sys

#: A template with a tag, or a call of `counted` or `plural`; in both, the place behind it.
MESSAGE = re.compile(r"(?<![\w$])(?:(?<=\.\.\.)|(?<!\.))(?:(tr|trNodes|form)`|(counted|plural)\()")
VALUE = re.compile(r"\$\{([^{}`]*)\}")
NOUN = re.compile(r"[^`;]*?,\s*\"([^\"]*)\"\)")
FORMS = re.compile(r"[^`;]*?,\s*form`([^`]*)`,\s*form`([^`]*)`\)")

#: The attributes of HTML that a person reads or hears.
ATTRIBUTES = ("title", "aria-label", "placeholder")


def is_page(path):
    """Whether a file is part of a page, and has messages; those of language.js are examples."""
    return path.suffix in (".js", ".html") and path.name != "language.js"


def messages(path):
    """The messages of a file of a page: pattern, plural pattern or None, line."""
    text = path.read_text(encoding="utf-8")
    return list((script if path.suffix == ".js" else page)(text, str(path)))


def pattern(literal, fail):
    """The pattern of a template: its values become `{0}`, `{1}`, …"""
    count = iter(range(literal.count("${")))
    found = VALUE.sub(lambda match: "{%d}" % next(count), literal)
    if "${" in found or "\\" in found:
        fail("a message has simple values and no escapes")
    return found


def script(text, name):
    """The messages of a script."""
    behind = 0  # the place behind the last call of `plural`
    for match in MESSAGE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1

        def fail(words, line=line):
            sys.exit(f"{name}:{line}: {words}")

        tag, call = match.groups()
        if call == "counted":
            noun = NOUN.match(text, match.end())
            if not noun:
                fail("the noun of counted(…) is no literal")
            yield noun[1], noun[1] + "s", line
        elif call == "plural":
            forms = FORMS.match(text, match.end())
            if not forms:
                fail("plural(…) takes a number and two templates with the tag `form`")
            behind = forms.end()
            yield pattern(forms[1], fail), pattern(forms[2], fail), line
        elif tag == "form":
            if match.start() >= behind:
                fail("a template with the tag `form` stands outside of plural(…)")
        else:
            yield pattern(text[match.end() : text.index("`", match.end())], fail), None, line


class Texts(html.parser.HTMLParser):
    """Collects the texts and attributes of HTML for persons, except those of an element with `translate="no"`."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found = []
        self.is_kept = True

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.is_kept = attributes.get("translate") == "no"
        if not self.is_kept:
            for name in ATTRIBUTES:
                self.handle_data(attributes.get(name) or "")

    def handle_endtag(self, tag):
        self.is_kept = False

    def handle_data(self, data):
        if not self.is_kept and any(character.isalpha() for character in data):
            self.found.append((data.strip(), None, self.getpos()[0]))


def page(text, _):
    """The messages of an HTML page."""
    texts = Texts()
    texts.feed(text)
    texts.close()
    return texts.found
