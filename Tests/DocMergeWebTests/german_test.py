"""Drives the page of page_test.py in German; PageTests makes the session. All of its own texts are German, and fit."""

from browser import Keys, quiet, run
from german import at_widths, check, language


def conflict(page):
    """A conflict, before and after it is decided."""
    page.wait(lambda: "Zeile" in page.text("[data-place='0']"), "the place is named")
    at_widths(page, "conflict")
    assert "0 von" in page.text("#counter") and "entschieden" in page.text("#counter")
    page.press("o")
    page.wait(lambda: page.decided() == 1, "ours is taken")
    assert "Unsere Seite" in page.text("[data-region='0'] .state")
    page.press("c")
    page.wait(lambda: page.all(".base-row"), "the base is shown")
    at_widths(page, "decided")
    page.press("c", "x")
    page.press("f")
    check(page)
    page.press("f")


def editor(page):
    """The editor, and why a text is refused."""
    page.click("[data-region='1'] h2")
    page.press("e")
    page.wait(lambda: page.all("textarea"), "the editor is there")
    at_widths(page, "editor")
    area = page.all("textarea")[0]
    area.clear()
    area.send_keys("<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs")
    area.send_keys(Keys.CONTROL, Keys.ENTER)
    page.wait(lambda: "Konfliktmarkierungen" in page.text("#toasts"), "the reason is said")
    check(page)
    page.all("textarea")[0].send_keys(Keys.ESCAPE)


def refusals(page):
    """Keys without an effect give the reason."""
    page.press(*"uuU")
    page.press(*"rmaD")
    page.press("[", *"pppppp")
    page.wait(lambda: "war der erste Konflikt" in page.text("#toasts"), "there is none before")
    check(page)


def dialogs(page):
    """The keys, the preview, the cut of a conflict, and the questions before the end."""
    for key, name, selector in (("?", "keys", ".keys"), ("v", "preview", ".sheet"), ("S", "split", ".cuts")):
        page.press(key)
        page.wait(lambda: page.all(f"dialog[open] {selector}"), f"{name} is shown")
        at_widths(page, name)
        page.click("#dialog-close")
    page.press("O", "w")
    page.wait(lambda: page.all("dialog[open] #dialog-actions .primary"), "the page asks")
    at_widths(page, "apply")
    page.click("#dialog-close")
    page.press("u")


def suggestion(page):
    """A suggestion of a rule, with its reason."""
    page.open("c.json.md")
    page.wait(lambda: page.all(".offer"), "a suggestion is shown")
    at_widths(page, "suggestion")
    page.press("m")
    page.press("u")


def whole(page):
    """Documents that are decided as a whole: sizes, dates and images."""
    page.open("b.bin")
    page.wait(lambda: len(page.all(".card")) == 2, "the cards are shown")
    assert "2 Bytes" in page.text(".card")
    at_widths(page, "whole")
    page.open("picture.png")
    page.wait(lambda: page.all(".images img"), "the images are shown")
    for mode in ("side", "swipe", "fade"):
        page.click(f"[data-mode='{mode}']")
        at_widths(page, f"images-{mode}")
    page.click("[data-mode='difference']")
    page.wait(lambda: "4.898 von 38.400" in page.text(".images [role='status']"), "numbers are as in German")
    at_widths(page, "images-difference")


def tree(page):
    """A structured text as a tree."""
    page.open("settings.json")
    page.press("g")
    page.wait(lambda: page.all(".tree table"), "the tree is shown")
    at_widths(page, "tree")
    page.press("g")


def search(page):
    """A search without a result."""
    page.press("/")
    page.press("nowhere", Keys.ENTER)
    page.wait(lambda: "Nichts" in page.text("#toasts"), "nothing is found")
    check(page)
    page.press(Keys.ESCAPE)


def leave(page):
    """The question before the end, and the end."""
    page.press("q")
    page.wait(lambda: page.all("dialog[open] #dialog-actions .primary"), "the page asks")
    at_widths(page, "leave")
    page.click("#dialog-actions .primary")
    page.wait(lambda: page.all(".ended"), "the end is shown")
    at_widths(page, "left")


if __name__ == "__main__":
    run([language, conflict, editor, refusals, dialogs, suggestion, whole, tree, search, quiet, leave])
