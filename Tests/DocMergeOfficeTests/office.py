"""Makes and reads office documents with LibreOffice, as people do with their hands.

    office.py make FOLDER FORM COUNT [SEED]   COUNT triples: N/base.FORM, N/ours.FORM, N/theirs.FORM, and
                                              N/both.FORM, in which LibreOffice made the edits of both sides
    office.py compare FOLDER FORM             says for each N whether N/merged.FORM is as N/both.FORM
    office.py dump FILE                       prints what a document holds

Needs Debian's python3-uno and LibreOffice.
"""

import collections
import contextlib
import difflib
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import uno

# Nothing is left beside the sources.
sys.dont_write_bytecode = True
import calc  # noqa: E402
import slides  # noqa: E402
from writer import EDITS, SHARED, WORDS, Writer, value  # noqa: E402


@contextlib.contextmanager
def office():
    """A LibreOffice of its own, with a profile of its own."""
    with tempfile.TemporaryDirectory() as folder:
        pipe = f"docmerge{os.getpid()}"
        program = subprocess.Popen(
            ["soffice", "--headless", "--norestore", "--nologo", f"-env:UserInstallation=file://{folder}/profile",
             f"--accept=pipe,name={pipe};urp;"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        while True:
            try:
                context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except Exception:
                if program.poll() is not None:
                    raise SystemExit("LibreOffice ended before it answered")
                time.sleep(0.1)
        desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        try:
            yield desktop, context
        finally:
            with contextlib.suppress(Exception):
                desktop.terminate()
            program.wait(30)


def load(desktop, path):
    return desktop.loadComponentFromURL(f"file://{os.path.abspath(path)}", "_blank", 0, (value("Hidden", True),))


def save(document, path):
    document.storeToURL(f"file://{os.path.abspath(path)}", (value("FilterName", form_of(path).filter),))


def form_of(path):
    return FORMS[path.rsplit(".", 1)[1]]


def base(desktop, context, path, chance):
    application = form_of(path).application
    document = desktop.loadComponentFromURL(
        f"private:factory/{application.factory}", "_blank", 0, (value("Hidden", True),))
    application.fill(application.maker(document, context), chance)
    save(document, path)
    document.close(True)


def fill(writer, chance):
    """Makes the text that people then edit."""
    writer.append("The annual report", "Title")
    for section in range(3):
        writer.append(f"Chapter {section + 1} about {WORDS[section]}", "Heading 1")
        for number in range(4):
            words = " ".join(chance.choice(WORDS) for _ in range(9))
            writer.append(f"Key{section}{number}x says that common {words}, and then {chance.choice(WORDS)}.")
        if section == 0:
            for number in range(3):
                writer.append(f"Entry {'item' if number == 1 else number} of the list")
                cursor = writer.text.createTextCursorByRange(writer.text.End)
                cursor.NumberingStyleName = "List 1"
            writer.append("After the list comes this target line.")
            cursor = writer.text.createTextCursorByRange(writer.text.End)
            cursor.NumberingStyleName = ""
    writer.append("The table follows.")
    writer.table([["Name", "Cost"], ["Apples", "3"], ["Pears", "5"], ["Plums", "8"]])
    writer.append("This stands behind the table.")
    writer.bold("Key11x", 0)
    writer.add_image("Key13x", 1)
    writer.footnote("Key20x", 0)


def edits(chance):
    """Edits of both sides in paragraphs of their own, so that their order makes no difference."""
    keys = [f"Key{section}{number}x" for section in range(3) for number in range(4)]
    chance.shuffle(keys)
    sides, taken = ([], []), set()
    # Sometimes both work in one paragraph.
    if chance.random() < 0.6:
        key = keys.pop()
        one = chance.choice(["words", "bold", "italic", "colour", "link", "bookmark"])
        other = chance.choice(["append_words", "footnote", "comment", "heading", "centre", "page_break",
                               "new_paragraph"] + (["bold", "italic", "colour"] if one != "words" else []))
        if one != other:
            made = [(one, key, chance.randrange(10, 1000)), (other, key, chance.randrange(10, 1000))]
            chance.shuffle(made)
            for side, edit in zip(sides, made):
                side.append(edit)
    for side in sides:
        for _ in range(chance.choice([1, 2, 3])):
            kind = chance.choice(EDITS)
            if SHARED.get(kind, kind) in taken and kind in SHARED:
                continue
            if kind in SHARED:
                taken.add(SHARED[kind])
            # What leads elsewhere does not move with the words of its paragraph.
            if kind in ("move_paragraph", "delete_paragraph") and keys[-1] in ("Key13x", "Key20x"):
                kind = "words"
            side.append((kind, keys.pop(), chance.randrange(10, 1000)))
    return sides


def make(folder, form, count, seed):
    application = FORMS[form].application
    with office() as (desktop, context):
        for number in range(count):
            chance = random.Random(f"{seed} {number}")
            place = os.path.join(folder, str(number))
            os.makedirs(place, exist_ok=True)
            first, path = (os.path.join(place, f"{name}.{form}") for name in ("first", "base"))
            base(desktop, context, first, chance)
            # A document that was opened and saved once is what people edit.
            document = load(desktop, first)
            save(document, path)
            document.close(True)
            os.remove(first)
            ours, theirs = application.edits(chance)
            for name, made in (("ours", ours), ("theirs", theirs), ("both", ours + theirs)):
                document = load(desktop, path)
                maker = application.maker(document, context)
                for kind, key, which in made:
                    getattr(maker, kind)(key, which)
                save(document, os.path.join(place, f"{name}.{form}"))
                document.close(True)
            with open(os.path.join(place, "edits.json"), "w") as file:
                json.dump({"ours": ours, "theirs": theirs}, file)


PORTION = ("CharWeight", "CharPosture", "CharColor", "CharHeight", "CharStyleName", "HyperLinkURL", "CharUnderline")
PARAGRAPH = ("ParaStyleName", "ParaAdjust", "BreakType", "NumberingLevel", "NumberingIsNumber", "OutlineLevel",
             "ParaLeftMargin")


def shown(thing, name):
    try:
        content = thing.getPropertyValue(name)
    except Exception:
        return None
    return getattr(content, "value", content)


def portions(paragraph):
    walk = paragraph.createEnumeration()
    found = []
    while walk.hasMoreElements():
        part = walk.nextElement()
        kind = part.TextPortionType
        entry = [kind, part.String, [shown(part, name) for name in PORTION]]
        if kind == "Footnote":
            entry.append(part.Footnote.Text.String)
        if kind in ("TextField", "Annotation"):
            field = part.TextField
            entry.append([shown(field, "Author"), shown(field, "Content")])
        if kind == "Bookmark":
            entry = [kind, part.Bookmark.Name, part.IsStart]
        if kind == "Frame":
            walk_content = part.createContentEnumeration("com.sun.star.text.TextContent")
            while walk_content.hasMoreElements():
                content = walk_content.nextElement()
                if content.supportsService("com.sun.star.text.TextGraphicObject"):
                    entry.append(image_hash(content))
        if kind == "Text" and not part.String:
            continue
        if found and kind == "Text" and found[-1][0] == "Text" and found[-1][2] == entry[2]:
            found[-1][1] += part.String
        else:
            found.append(entry)
    return found


def image_hash(content):
    return hashlib.sha256(bytes(content.Graphic.DIB.value)).hexdigest()[:12]


def dump(document):
    walk = document.Text.createEnumeration()
    lines = []
    while walk.hasMoreElements():
        part = walk.nextElement()
        if part.supportsService("com.sun.star.text.TextTable"):
            lines.append(["table", [list(row) for row in part.DataArray]])
        else:
            lines.append(["paragraph", [shown(part, name) for name in PARAGRAPH], portions(part)])
    styles = document.StyleFamilies.getByName("ParagraphStyles")
    heights = {name: styles.getByName(name).CharHeight for name in ("Heading 1", "Standard")}
    return {"lines": lines, "styles": heights}


# What makes, edits and reads the documents of a program.
Application = collections.namedtuple("Application", "factory maker fill edits dump")
TEXT = Application("swriter", Writer, fill, edits, dump)
SHEETS = Application("scalc", calc.Calc, calc.fill, calc.edits, calc.dump)
SLIDES = Application("simpress", slides.Slides, slides.fill, slides.edits, slides.dump)
Form = collections.namedtuple("Form", "application filter")
FORMS = {
    "odt": Form(TEXT, "writer8"), "docx": Form(TEXT, "MS Word 2007 XML"),
    "fodt": Form(TEXT, "OpenDocument Text Flat XML"), "ott": Form(TEXT, "writer8_template"),
    "odp": Form(SLIDES, "impress8"), "pptx": Form(SLIDES, "Impress MS PowerPoint 2007 XML"),
    "xlsx": Form(SHEETS, "Calc MS Excel 2007 XML"), "ods": Form(SHEETS, "calc8"),
    "fods": Form(SHEETS, "OpenDocument Spreadsheet Flat XML"),
    "fodp": Form(SLIDES, "OpenDocument Presentation Flat XML"),
}


def read(desktop, path):
    document = load(desktop, path)
    if document is None:
        return {"lines": ["LibreOffice cannot open it"]}
    content = json.loads(json.dumps(form_of(path).application.dump(document)))
    document.close(True)
    return content


def compare(folder, form):
    with office() as (desktop, _):
        wrong = 0
        for number in sorted(os.listdir(folder), key=int):
            place = os.path.join(folder, number)
            merged = os.path.join(place, f"merged.{form}")
            with open(os.path.join(place, "edits.json")) as file:
                made = json.load(file)
            if not os.path.exists(merged):
                print(f"{number}: not merged {made}")
                wrong += 1
                continue
            one, other = (read(desktop, os.path.join(place, f"{name}.{form}")) for name in ("both", "merged"))
            if one == other:
                print(f"{number}: same")
                continue
            wrong += 1
            print(f"{number}: differs {made}")
            print("\n".join(differences(one, other)[:8]))
        return wrong


def differences(both, merged):
    """The lines that only one of two documents has, behind the name of the one."""
    texts = [[json.dumps(line, ensure_ascii=False) for line in content["lines"] + [content.get("styles")]]
             for content in (both, merged)]
    names = {"-": "  both   ", "+": "  merged "}
    lines = list(difflib.unified_diff(*texts, n=0, lineterm=""))[2:]
    return [names[line[0]] + line[1:] for line in lines if line[0] in names]


def main():
    command, *words = sys.argv[1:]
    if command == "make":
        make(words[0], words[1], int(words[2]), words[3] if len(words) > 3 else "1")
    elif command == "compare":
        sys.exit(1 if compare(words[0], words[1]) else 0)
    elif command == "dump":
        with office() as (desktop, _):
            print(json.dumps(read(desktop, words[0]), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
