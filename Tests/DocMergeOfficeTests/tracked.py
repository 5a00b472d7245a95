"""Makes documents with conflicts, and accepts and rejects tracked changes, with LibreOffice.

    tracked.py make FOLDER FORM COUNT [SEED]   COUNT triples, in which both sides edit the same paragraphs
    tracked.py decide FOLDER FORM              for each N: says who made the changes of N/merged.FORM, and whether
                                               N/base.txt is its text where all are rejected, N/ours.txt where
                                               those of ours and of both are accepted, N/theirs.txt likewise

Needs Debian's python3-uno and LibreOffice.
"""

import os
import random
import sys

sys.dont_write_bytecode = True
from office import base, load, office, save  # noqa: E402
from writer import Writer  # noqa: E402

KINDS = ["words", "append_words", "new_paragraph", "delete_paragraph", "cell", "bold", "heading"]


def make(folder, form, count, seed):
    with office() as (desktop, context):
        for number in range(count):
            chance = random.Random(f"{seed} {number}")
            place = os.path.join(folder, str(number))
            os.makedirs(place, exist_ok=True)
            first, path = (os.path.join(place, f"{name}.{form}") for name in ("first", "base"))
            base(desktop, context, first, chance)
            document = load(desktop, first)
            save(document, path)
            document.close(True)
            os.remove(first)
            keys = chance.sample(["Key00x", "Key01x", "Key10x", "Key12x", "Key21x", "Key22x"], 3)
            for name in ("ours", "theirs"):
                document = load(desktop, path)
                writer = Writer(document, context)
                left = list(keys)
                for key in keys:
                    kind = chance.choice(KINDS)
                    if key in left:
                        getattr(writer, kind)(key, chance.randrange(10, 1000))
                    if kind == "delete_paragraph":
                        left.remove(key)
                save(document, os.path.join(place, f"{name}.{form}"))
                document.close(True)


def changes(document):
    walk = document.Redlines.createEnumeration()
    found = []
    while walk.hasMoreElements():
        found.append(walk.nextElement())
    return found


def decide(document, context, accepted):
    """Accepts the changes of some authors and rejects all others, one after the other, as a person does."""
    dispatcher = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
    frame = document.CurrentController.Frame
    left = None
    while True:
        found = changes(document)
        if not found:
            return
        if left == len(found):
            raise SystemExit(f"LibreOffice does not decide a {found[0].RedlineType} by {found[0].RedlineAuthor}")
        left = len(found)
        change = found[0]
        cursor = document.CurrentController.ViewCursor
        cursor.gotoRange(change.RedlineStart, False)
        cursor.gotoRange(change.RedlineEnd, True)
        verb = "Accept" if change.RedlineAuthor in accepted else "Reject"
        dispatcher.executeDispatch(frame, f".uno:{verb}TrackedChange", "", 0, ())


def text(document):
    walk = document.Text.createEnumeration()
    lines = []
    while walk.hasMoreElements():
        part = walk.nextElement()
        if part.supportsService("com.sun.star.text.TextTable"):
            lines += ["\t".join(str(cell) for cell in row) for row in part.DataArray]
        else:
            lines.append(part.String)
    return lines


def judge(folder, form):
    wrong = 0
    with office() as (desktop, context):
        for number in sorted(os.listdir(folder), key=int):
            place = os.path.join(folder, number)
            path = os.path.join(place, f"merged.{form}")
            document = load(desktop, path)
            authors = {change.RedlineAuthor for change in changes(document)}
            document.close(True)
            print(f"{number}: {', '.join(sorted(authors))}")
            for version in ("base", "ours", "theirs"):
                accepted = {name for name in authors if version != "base" and version in name}
                document = load(desktop, path)
                decide(document, context, accepted)
                found = text(document)
                document.close(True)
                try:
                    with open(os.path.join(place, f"{version}.txt")) as file:
                        expected = file.read().split("\n")
                except FileNotFoundError:
                    print(f"{number}: {version} unchecked")
                    continue
                if [line.replace("\ufffc", "") for line in found] == expected:
                    print(f"{number}: {version} same")
                    continue
                wrong += 1
                print(f"{number}: {version} differs")
                for one, other in zip(expected + [""] * 99, found):
                    if one != other:
                        print(f"  expected {one!r}\n  found    {other!r}")
                        break
                print(f"  {len(expected)} paragraphs expected, {len(found)} found")
    return wrong


def main():
    command, *words = sys.argv[1:]
    if command == "make":
        make(words[0], words[1], int(words[2]), words[3] if len(words) > 3 else "1")
    elif command == "decide":
        sys.exit(1 if judge(words[0], words[1]) else 0)


if __name__ == "__main__":
    main()
