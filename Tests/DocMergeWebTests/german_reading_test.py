"""Drives the pages of diff_test.py and review_test.py in German. All of their own texts are German, and fit."""

from browser import Keys, quiet, run
from german import at_widths, check, language


def first_look(page):
    """The first document."""
    page.wait(lambda: page.all("[data-change='0'].current"), "the first change is at hand")
    at_widths(page, "reading" if page.all(".comparison") else "review")
    page.press("f", "p", "p")
    page.wait(lambda: "war die erste Änderung" in page.text("#toasts"), "there is none before")
    check(page)


def documents(page):
    """Every document, in every view."""
    for name in [one.text for one in page.all("#documents .file")]:
        page.open(name)
        check(page)
        for view in [one.get_attribute("data-view") for one in page.all("#views button")]:
            page.click(f"[data-view='{view}']")
            page.wait(lambda: page.all(f"[data-view='{view}'][aria-pressed='true']"), f"{view} is shown")
            at_widths(page, f"reading-{name}-{view}")


def take_back(page):
    """The question before a decision of a rule is taken back, and the result."""
    page.press("x")
    if not page.all(".decisions"):
        page.wait(lambda: "keine Entscheidung" in page.text("#toasts"), "there is none")
        return
    page.wait(lambda: page.all("#dialog[open]"), "a question is asked")
    at_widths(page, "question")
    page.click("#dialog-actions .primary")
    page.wait(lambda: "Zurückgenommen" in page.text(".command"), "it is taken back")
    at_widths(page, "taken-back")


def keys(page):
    """The keys."""
    page.press("?")
    page.wait(lambda: page.all("dialog[open] .keys"), "the keys are listed")
    at_widths(page, "reading-keys")
    page.press(Keys.ESCAPE)


def close(page):
    """The end."""
    page.press("q")
    page.wait(lambda: page.all(".ended"), "the end is shown")
    at_widths(page, "closed")


if __name__ == "__main__":
    run([language, first_look, documents, take_back, keys, quiet, close])
