#!/usr/bin/env python3
"""Finds messages in Swift, in scripts of pages and in HTML.

    python3 -B -m unittest discover -s Scripts
"""
import os
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import messages  # noqa: E402

PAGE = messages.ROOT / "Sources" / "DocMergeWeb" / "Page"


def found(name, text):
    """The messages of a file with a name and a text: by pattern, the plural pattern."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / name
        path.write_text(text, encoding="utf-8")
        return {pattern: entry["plural"] for pattern, entry in messages.messages([folder]).items()}


class Swift(unittest.TestCase):
    def test_messages_are_literals(self):
        self.assertEqual(found("a.swift", 'tr("Moved \\(old) to \\(new)")  // tr("no")'), {"Moved {0} to {1}": None})
        self.assertEqual(found("a.swift", 'tr(n, one: "\\(n) is", other: "\\(n) are")'), {"{0} is": "{0} are"})
        self.assertEqual(found("a.swift", 'counted(n, "document")'), {"document": "documents"})


class Script(unittest.TestCase):
    def test_messages_are_templates_with_a_tag(self):
        self.assertEqual(found("a.js", "toast(tr`Nothing was found.`)"), {"Nothing was found.": None})
        self.assertEqual(found("a.js", "tr`${one.all[0]} of ${total}`"), {"{0} of {1}": None})
        self.assertEqual(found("a.js", "replaceChildren(...trNodes`${count} decided`)"), {"{0} decided": None})
        self.assertEqual(found("a.js", "` ${tr`in another`}`"), {"in another": None})
        self.assertEqual(found("a.js", "`tr.${kind}`; attr`no`; one.tr`no`; \"no\""), {})

    def test_counts_have_two_forms(self):
        self.assertEqual(
            found("a.js", "plural(n, form`${n} differs`,\n  form`${n} differ`)"), {"{0} differs": "{0} differ"})
        self.assertEqual(
            found("a.js", 'tr`${counted(all.filter(one => one.by).length, "value")} changed`'),
            {"{0} changed": None, "value": "values"})

    def test_refuses_messages_that_are_no_literals(self):
        for text in ("tr`${all.map(one => { return one; })}`", "tr`a\\n`", "tr`${`nested`}`", "counted(n, noun)",
                     "plural(n, form`${n} differs`)", "plural(n, tr`one`, tr`more`)", "say(form`one`)"):
            with self.assertRaises(SystemExit, msg=text):
                found("a.js", text)

    def test_examples_of_the_language_module_are_no_messages(self):
        self.assertEqual(found("language.js", "tr`Conflict ${number}`"), {})


class Page(unittest.TestCase):
    def test_a_person_reads_texts_and_some_attributes(self):
        self.assertEqual(
            found("a.html", '<button id="undo" title="Undo (u)" aria-keyshortcuts="u"><i>↶</i> Undo</button>'),
            {"Undo (u)": None, "Undo": None})
        self.assertEqual(
            found("a.html", '<input aria-label="Search" placeholder="Search  /" type="search">'),
            {"Search": None, "Search  /": None})

    def test_names_are_kept(self):
        self.assertEqual(found("a.html", '<title translate="no">docmerge</title><h1>…</h1>\n<p>Text</p>'), {"Text": None})

    def test_the_pages_have_messages(self):
        files = {place.split(":")[0] for entry in messages.messages([PAGE]).values() for place in entry["places"]}
        self.assertLessEqual({"page.html", "reading.html", "page.js", "reading.js", "regions.js"}, files)


class Catalog(unittest.TestCase):
    def test_every_message_of_the_pages_is_in_german(self):
        entries = messages.catalog(messages.CATALOGS / "de.po")
        for pattern, entry in messages.messages([PAGE]).items():
            forms = entries.get(pattern, [])
            self.assertTrue(forms and all(forms), pattern)
            if entry["plural"]:
                self.assertEqual(len(forms), 2, pattern)

    def test_a_missing_message_is_a_fault(self):
        name = messages.CATALOGS / "de.po"
        wanted = messages.messages([PAGE]) | {"Not translated": {"plural": None, "places": ["a.js:1"]}}
        self.assertIn("de.po: lacks 'Not translated' (a.js:1)", list(messages.faults(name, wanted)))

    def test_a_template_names_files(self):
        text = messages.template(messages.messages([PAGE / "views.js"]))
        self.assertIn('#: views.js\nmsgid "Tree"\nmsgstr ""\n', text)


if __name__ == "__main__":
    unittest.main()
