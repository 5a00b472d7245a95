"""Drives the page of `docmerge resolve --web` for a folder that is one document; PageTests says of which."""

from browser import quiet, run


def members(page):
    """The files are listed, with what each version made of them."""
    assert page.all(".whole")
    rows = [one.text.replace("\n", " ") for one in page.all(".members tbody tr")]
    assert rows == ["img/1 4 bytes 5 bytes changed", "text.md 5 bytes changed 5 bytes"] or rows == [
        "img/1 5 bytes changed 4 bytes", "text.md 5 bytes 5 bytes changed"], rows
    assert "2 of 2 files differ" in page.text(".members caption")
    page.shot("package")
    page.axe()


def keep(page):
    """One version is kept, or both, and that is taken back."""
    page.press("b")
    page.wait(lambda: page.decided() == 1, "both are kept")
    page.press("u")
    page.wait(lambda: page.decided() == 0, "it is taken back")


def leave(page):
    """Leaving writes nothing."""
    page.press("q")
    page.wait(lambda: page.all("dialog[open] #dialog-actions .primary"), "the page asks")
    page.click("#dialog-actions .primary")
    page.wait(lambda: page.all(".ended"), "the end is shown")


if __name__ == "__main__":
    run([members, keep, quiet, leave])
