"""Drives the page of `docmerge diff --web` in headless Chromium; PageTests says of which documents."""

from browser import Keys, quiet, run


def first_look(page):
    """The page lists the documents that differ, and shows the first change of the first one."""
    assert "6 documents differ" in page.text("#counter")
    assert page.text("h1") == "a.md"
    page.wait(lambda: page.all("[data-change='0'].current"), "the first change is at hand")
    assert "ours 5" in page.text("[data-change='0'] .old")
    assert "theirs 5" in page.text("[data-change='0'] .new")
    assert page.all("[data-change='0'] mark")
    page.shot("diff")


def moving(page):
    """The letters n and p go from change to change, and on into the next document."""
    page.press("n")
    page.wait(lambda: page.all("[data-change='1'].current"), "the second change is shown")
    page.press("p", "p")
    page.wait(lambda: "first change" in page.text("#toasts"), "there is none before")
    page.press("n", "n", "n", "n")
    page.wait(lambda: page.text("h1") == "b.bin", "the next document is shown")
    assert "2 bytes" in page.text(".card")
    page.press("p")
    page.wait(lambda: page.all("[data-change='3'].current"), "and the last change before it")


def folding(page):
    """Equal lines are folded, and are shown by a key or a click."""
    assert page.all(".fold")
    page.press("f")
    page.wait(lambda: not page.all(".fold"), "nothing is folded")
    page.press("f")
    page.wait(lambda: page.all(".fold"), "it is folded again")
    page.click(".fold")


def images(page):
    """Images are compared."""
    page.open("picture.png")
    page.wait(lambda: len(page.all(".images img")) == 2, "both are shown")
    page.click("[data-mode='difference']")
    page.wait(lambda: "pixels differ" in page.text(".images [role='status']"), "by their pixels, too")
    page.shot("diff-image")
    page.axe()


def tree(page):
    """Structured texts are shown as a tree of what was changed."""
    page.open("settings.json")
    page.press("g")
    page.wait(lambda: page.all(".tree table"), "the tree is shown")
    assert [one.text for one in page.all(".tree tbody td code")] == ['"grey"', '"darkgray"']
    page.shot("diff-tree")
    page.axe()


def search(page):
    """The search finds documents by their names."""
    page.press("/")
    page.press("settings")
    page.wait(lambda: len(page.all("#documents button")) == 1, "one document is listed")
    page.press(Keys.ESCAPE)
    page.wait(lambda: len(page.all("#documents button")) == 6, "all are listed")


def keys(page):
    """The question mark lists all keys."""
    page.press("?")
    page.wait(lambda: page.all("dialog[open] .keys"), "the keys are listed")
    page.axe()
    page.press(Keys.ESCAPE)
    page.wait(lambda: not page.all("dialog[open]"), "the dialog is closed")


def accessible(page):
    """Axe reports nothing, in light, in dark and on a narrow screen."""
    page.open("a.md")
    page.wait(lambda: page.all("[data-change]"), "a text is shown")
    for name, scheme, size in (
        ("light", "light", (1440, 900)), ("dark", "dark", (1440, 900)), ("narrow", "light", (420, 860)),
    ):
        page.scheme(scheme)
        page.size(*size)
        page.shot(f"diff-{name}")
        page.axe()
    page.scheme("light")
    page.size(1440, 900)


def close(page):
    """The letter q closes the page, and nothing was changed."""
    page.press("q")
    page.wait(lambda: page.all(".ended"), "the end is shown")
    assert "Nothing was changed" in page.text(".ended")
    page.axe()


if __name__ == "__main__":
    run([first_look, moving, folding, images, tree, search, keys, accessible, quiet, close])
