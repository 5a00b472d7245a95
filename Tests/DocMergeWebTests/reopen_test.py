"""Drives a page on which a person decides what a rule had decided; PageTests makes the document.

The document has one open conflict and one that a rule settled. The run ends by applying.
"""

from browser import quiet, run


def reopen(page):
    """A button opens what a rule decided, with the rule's text as its suggestion; u takes that back."""
    assert "0 of 1" in page.text("#counter")
    page.click("[data-decision='0']")
    page.wait(lambda: "0 of 2" in page.text("#counter"), "the decision is open")
    page.wait(lambda: page.all("[data-region='0'] [data-act='suggestion']"), "it has a suggestion")
    assert not page.all("[data-decision]")
    page.shot("reopened")
    page.axe()
    page.press("u")
    page.wait(lambda: "0 of 1" in page.text("#counter"), "the decision of the rule stands again")


def reopen_all(page):
    """The letter D opens all that rules decided in the document, and each is decided by a letter."""
    page.press("D")
    page.wait(lambda: "0 of 2" in page.text("#counter"), "the decisions are open")
    page.click("[data-region='0'] h2")
    page.press("o")
    page.wait(lambda: "1 of 2" in page.text("#counter"), "ours is taken")
    page.press("t")
    page.wait(lambda: "2 of 2" in page.text("#counter"), "theirs is taken for the other")


def apply(page):
    """Apply writes it."""
    page.click("#apply")
    page.wait(lambda: page.all(".ended"), "the end is shown")


if __name__ == "__main__":
    run([reopen, reopen_all, quiet, apply])
