"""A text document of LibreOffice, and the edits that a person makes in it."""

import random

import uno
from com.sun.star.awt import Size
from com.sun.star.awt.FontSlant import ITALIC
from com.sun.star.beans import PropertyValue
from com.sun.star.style.BreakType import PAGE_BEFORE
from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK
from com.sun.star.text.TextContentAnchorType import AS_CHARACTER

WORDS = (
    "river mountain garden window letter winter summer market bridge village captain doctor teacher engine signal "
    "harvest kitchen picture journey promise silver copper number season candle blanket meadow harbour lantern"
).split()


def value(name, content):
    made = PropertyValue()
    made.Name, made.Value = name, content
    return made


def picture(seed):
    """A small picture, as the bytes of a BMP."""
    colour = random.Random(seed).randbytes(3)
    pixels = (colour * 8 + b"") * 8
    return (b"BM" + (54 + len(pixels)).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little")
            + (40).to_bytes(4, "little") + (8).to_bytes(4, "little") * 2 + (1).to_bytes(2, "little")
            + (24).to_bytes(2, "little") + bytes(4) + len(pixels).to_bytes(4, "little") + bytes(16) + pixels)


class Writer:
    """A text document, and the edits that a person makes in it."""

    def __init__(self, document, context):
        self.document, self.context = document, context

    @property
    def text(self):
        return self.document.Text

    def paragraphs(self):
        walk = self.text.createEnumeration()
        found = []
        while walk.hasMoreElements():
            part = walk.nextElement()
            if part.supportsService("com.sun.star.text.Paragraph"):
                found.append(part)
        return found

    def paragraph(self, key):
        """The paragraph that holds a word that no other has."""
        return next(part for part in self.paragraphs() if key in part.String)

    def cursor(self, key, start=0, length=0):
        cursor = self.text.createTextCursorByRange(self.paragraph(key).Start)
        cursor.goRight(start, False)
        cursor.goRight(length, True)
        return cursor

    def word(self, key, word):
        """A cursor that selects a word of a paragraph."""
        return self.cursor(key, self.paragraph(key).String.index(word), len(word))

    def append(self, words, style="Standard"):
        cursor = self.text.createTextCursorByRange(self.text.End)
        if self.text.String or getattr(self, "begun", False):
            self.text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
            cursor = self.text.createTextCursorByRange(self.text.End)
        self.begun = True
        self.text.insertString(cursor, words, False)
        cursor.ParaStyleName = style

    def graphic(self, seed):
        stream = self.context.ServiceManager.createInstanceWithContext(
            "com.sun.star.io.SequenceInputStream", self.context)
        stream.initialize((uno.ByteSequence(picture(seed)),))
        provider = self.context.ServiceManager.createInstanceWithContext(
            "com.sun.star.graphic.GraphicProvider", self.context)
        return provider.queryGraphic((value("InputStream", stream),))

    def add_image(self, key, seed):
        image = self.document.createInstance("com.sun.star.text.TextGraphicObject")
        image.Graphic = self.graphic(seed)
        image.AnchorType = AS_CHARACTER
        image.setSize(Size(1000, 1000))
        self.text.insertTextContent(self.text.createTextCursorByRange(self.paragraph(key).End), image, False)

    def table(self, rows):
        table = self.document.createInstance("com.sun.star.text.TextTable")
        table.initialize(len(rows), len(rows[0]))
        self.append("")
        self.text.insertTextContent(self.text.createTextCursorByRange(self.text.End), table, False)
        for number, row in enumerate(rows):
            for column, words in enumerate(row):
                table.getCellByPosition(column, number).String = words

    # The edits. Each takes the word that its paragraph is known by, and a number that makes it one of its kind.

    def words(self, key, seed):
        cursor = self.word(key, "common")
        cursor.String = f"rare{seed}"

    def append_words(self, key, seed):
        cursor = self.text.createTextCursorByRange(self.paragraph(key).End)
        self.text.insertString(cursor, f" Added {seed} here.", False)

    def new_paragraph(self, key, seed):
        cursor = self.text.createTextCursorByRange(self.paragraph(key).End)
        self.text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
        self.text.insertString(cursor, f"New paragraph number{seed} with {WORDS[seed % 29]}.", False)

    def delete_paragraph(self, key, seed):
        cursor = self.text.createTextCursorByRange(self.paragraph(key).Start)
        cursor.gotoEndOfParagraph(True)
        cursor.goRight(1, True)
        cursor.String = ""

    def move_paragraph(self, key, seed):
        words = self.paragraph(key).String
        self.delete_paragraph(key, seed)
        cursor = self.text.createTextCursorByRange(self.paragraph("target").End)
        self.text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
        self.text.insertString(cursor, words, False)

    def bold(self, key, seed):
        self.word(key, "common").CharWeight = 150.0

    def italic(self, key, seed):
        self.word(key, "common").CharPosture = ITALIC

    def colour(self, key, seed):
        self.word(key, "common").CharColor = 0xFF0000 + seed % 200

    def link(self, key, seed):
        self.word(key, "common").HyperLinkURL = f"https://example.org/{seed}"

    def heading(self, key, seed):
        self.cursor(key).ParaStyleName = "Heading 2"

    def centre(self, key, seed):
        self.cursor(key).ParaAdjust = 3

    def footnote(self, key, seed):
        note = self.document.createInstance("com.sun.star.text.Footnote")
        self.text.insertTextContent(self.text.createTextCursorByRange(self.paragraph(key).End), note, False)
        note.Text.insertString(note.Text.createTextCursor(), f"Note {seed} of a reader.", False)

    def comment(self, key, seed):
        comment = self.document.createInstance("com.sun.star.text.textfield.Annotation")
        comment.Author, comment.Content = f"Reader {seed}", f"Is {seed} right?"
        self.text.insertTextContent(self.text.createTextCursorByRange(self.paragraph(key).End), comment, False)

    def image(self, key, seed):
        self.add_image(key, seed)

    def replace_image(self, key, seed):
        graphics = self.document.GraphicObjects
        graphics.getByIndex(seed % graphics.Count).Graphic = self.graphic(seed)

    def cell(self, key, seed):
        table = self.document.TextTables.getByIndex(0)
        row = 1 + seed % (table.Rows.Count - 1)
        table.getCellByPosition(1, row).String = f"cell{seed}"

    def row(self, key, seed):
        table = self.document.TextTables.getByIndex(0)
        number = table.Rows.Count
        table.Rows.insertByIndex(number, 1)
        table.getCellByPosition(0, number).String = f"row{seed}"
        table.getCellByPosition(1, number).String = f"value{seed}"

    def style(self, key, seed):
        styles = self.document.StyleFamilies.getByName("ParagraphStyles")
        styles.getByName(["Heading 1", "Standard"][seed % 2]).CharHeight = 15.0 + seed % 7

    def item(self, key, seed):
        cursor = self.text.createTextCursorByRange(self.paragraph("item").End)
        self.text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
        self.text.insertString(cursor, f"Point {seed} of the list", False)

    def page_break(self, key, seed):
        self.cursor(key).BreakType = PAGE_BEFORE

    def bookmark(self, key, seed):
        mark = self.document.createInstance("com.sun.star.text.Bookmark")
        mark.Name = f"place{seed}"
        self.text.insertTextContent(self.word(key, "common"), mark, True)


EDITS = [
    "words", "append_words", "new_paragraph", "delete_paragraph", "move_paragraph", "bold", "italic", "colour", "link",
    "heading", "centre", "footnote", "comment", "image", "replace_image", "cell", "row", "style", "item", "page_break",
    "bookmark",
]
# What reaches into one place from any paragraph, so that only one side does it.
SHARED = {"replace_image": "image", "image": "image", "cell": "table", "row": "rows", "style": "style", "item": "item",
          "move_paragraph": "target"}
