"""Drives the page of `docmerge review --web` in headless Chromium; PageTests says of which decision."""

from browser import quiet, run


def first_look(page):
    """A decision is shown with what all texts had, what the rule made of it, and why."""
    assert "1 decision of rules in 1 document" in page.text("#counter")
    page.wait(lambda: page.all("[data-change='0'].current"), "the decision is at hand")
    assert "Monday in the large" in page.text(".cell.base")
    assert "Friday in the large" in page.text(".cell.ours")
    assert "Monday in the small" in page.text(".cell.theirs")
    assert "Friday in the small" in page.text(".cell.result")
    assert "medium risk" in page.text(".region-head")
    assert "docmerge review --take-back 1" in page.text(".command")


def accessible(page):
    """Axe reports nothing, in light, in dark and on a narrow screen."""
    for name, scheme, size in (
        ("light", "light", (1440, 900)), ("dark", "dark", (1440, 900)), ("narrow", "light", (420, 860)),
    ):
        page.scheme(scheme)
        page.size(*size)
        page.shot(f"review-{name}")
        page.axe()
    page.size(1440, 900)


def take_back(page):
    """The letter x asks, and then takes the decision back; the page shows that."""
    page.press("x")
    page.wait(lambda: page.all("#dialog[open]"), "a question is asked")
    assert "Put the conflict back into a.md?" in page.text("#dialog-title")
    page.axe()
    page.shot("review-question")
    page.click("#dialog-actions .primary")
    page.wait(lambda: "Taken back" in page.text(".command"), "it is taken back")
    page.wait(lambda: "as an edit of the worktree" in page.text("#toasts"), "it says what became of it")
    page.shot("review-taken-back")
    page.press("x")
    page.wait(lambda: "already" in page.text("#toasts"), "a second time does nothing")


def close(page):
    """The button closes the page."""
    page.click("#leave")
    page.wait(lambda: page.all(".ended"), "the end is shown")


if __name__ == "__main__":
    run([first_look, accessible, take_back, quiet, close])
