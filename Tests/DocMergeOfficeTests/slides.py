"""A presentation of LibreOffice, and the edits that a person makes in it."""

from com.sun.star.awt import Point, Size
from writer import WORDS, Writer

TITLE_AND_TEXT = 1


class Slides:
    """A presentation, and the edits that a person makes in it. Each edit takes the word that its slide is known by,
    and a number that makes it one of its kind."""

    def __init__(self, document, context):
        self.document, self.context = document, context

    @property
    def pages(self):
        return self.document.DrawPages

    def index(self, key):
        """The number of the slide that holds a word that no other has."""
        for number in range(self.pages.Count):
            page = self.pages.getByIndex(number)
            if any(key in shape.String for shape in shapes(page) if hasattr(shape, "String")):
                return number
        raise KeyError(key)

    def page(self, key):
        return self.pages.getByIndex(self.index(key))

    def text(self, key):
        return self.page(key).getByIndex(1)

    def append(self, title, points):
        page = self.pages.getByIndex(0)
        if getattr(self, "begun", False):
            page = self.pages.insertNewByIndex(self.pages.Count - 1)
        self.begun = True
        page.Layout = TITLE_AND_TEXT
        page.getByIndex(0).String = title
        page.getByIndex(1).String = "\n".join(points)

    def find(self, key, word):
        text = self.text(key)
        cursor = text.createTextCursorByRange(text.Start)
        cursor.goRight(text.String.index(word), False)
        cursor.goRight(len(word), True)
        return cursor

    def words(self, key, seed):
        self.find(key, "common").String = f"rare{seed}"

    def title(self, key, seed):
        shape = self.page(key).getByIndex(0)
        shape.String = f"{shape.String} now {seed}"

    def append_point(self, key, seed):
        text = self.text(key)
        text.insertString(text.End, f"\nPoint number{seed} with {WORDS[seed % 29]}", False)

    def delete_point(self, key, seed):
        text = self.text(key)
        text.String = "\n".join(line for line in text.String.split("\n") if "gone" not in line)

    def bold(self, key, seed):
        self.find(key, "common").CharWeight = 150.0

    def colour(self, key, seed):
        self.find(key, "common").CharColor = 0xFF0000 + seed % 200

    def new_slide(self, key, seed):
        page = self.pages.insertNewByIndex(self.index(key))
        page.Layout = TITLE_AND_TEXT
        page.getByIndex(0).String = f"Slide added{seed}"
        page.getByIndex(1).String = f"About {WORDS[seed % 29]} and {seed}"

    def delete_slide(self, key, seed):
        self.pages.remove(self.page(key))

    def move_shape(self, key, seed):
        self.text(key).setPosition(Point(1000 + seed, 4000 + seed))

    def shape(self, key, seed):
        shape = self.document.createInstance("com.sun.star.drawing.RectangleShape")
        shape.setPosition(Point(2000, 9000))
        shape.setSize(Size(5000, 2000))
        self.page(key).add(shape)
        shape.String = f"Box {seed}"

    def picture(self, key, seed):
        shape = self.document.createInstance("com.sun.star.drawing.GraphicObjectShape")
        shape.setPosition(Point(9000, 9000))
        shape.setSize(Size(2000, 2000))
        self.page(key).add(shape)
        shape.Graphic = Writer.graphic(self, seed)

    def notes(self, key, seed):
        for shape in shapes(self.page(key).NotesPage):
            if shape.ShapeType == "com.sun.star.presentation.NotesShape":
                shape.String = f"Say {WORDS[seed % 29]} {seed}"


EDITS = ["words", "title", "append_point", "delete_point", "bold", "colour", "new_slide", "delete_slide", "move_shape",
         "shape", "picture", "notes"]


def shapes(page):
    return [page.getByIndex(number) for number in range(page.Count)]


def fill(slides, chance):
    """Makes the slides that people then edit."""
    for number in range(7):
        words = [chance.choice(WORDS) for _ in range(6)]
        slides.append(f"Key{number}x is about {words[0]}", [
            f"What is common with {words[1]} and {words[2]}", f"This is gone with {words[3]}",
            f"At last {words[4]} and {words[5]}"])


def edits(chance):
    """Edits of both sides, each on a slide of its own, or of two kinds on one."""
    keys = [f"Key{number}x" for number in range(7)]
    chance.shuffle(keys)
    sides = ([], [])
    if chance.random() < 0.6:
        key = keys.pop()
        made = [(chance.choice(["words", "bold", "colour"]), key, chance.randrange(10, 1000)),
                (chance.choice(["title", "append_point", "move_shape", "shape", "notes", "new_slide"]), key,
                 chance.randrange(10, 1000))]
        chance.shuffle(made)
        for side, edit in zip(sides, made):
            side.append(edit)
    for side in sides:
        for _ in range(chance.choice([1, 2, 3])):
            side.append((chance.choice(EDITS), keys.pop(), chance.randrange(10, 1000)))
    return sides


def dump(document):
    pages = document.DrawPages
    return {"lines": [
        [read(page), read(page.NotesPage)] for page in (pages.getByIndex(number) for number in range(pages.Count))]}


def read(page):
    from office import image_hash
    found = []
    for shape in shapes(page):
        kind = shape.ShapeType
        if kind.endswith(("PageShape", "HandoutShape")):
            continue
        # LibreOffice rounds sizes down to hundredths of a millimetre whenever it saves.
        entry = [kind] + [round(number / 50) for number in (shape.Position.X, shape.Position.Y, shape.Size.Width)]
        if hasattr(shape, "Graphic") and shape.Graphic is not None:
            entry.append(image_hash(shape))
        elif hasattr(shape, "createEnumeration"):
            entry.append(paragraphs(shape))
        found.append(entry)
    return found


def paragraphs(text):
    walk = text.createEnumeration()
    found = []
    while walk.hasMoreElements():
        portions = walk.nextElement().createEnumeration()
        line = []
        while portions.hasMoreElements():
            part = portions.nextElement()
            if not part.String:
                continue
            entry = [part.String, part.CharWeight, part.CharColor, part.CharHeight]
            if line and line[-1][1:] == entry[1:]:
                line[-1][0] += part.String
            else:
                line.append(entry)
        found.append(line)
    return found
