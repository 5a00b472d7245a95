"""Drives the page of a decision session in headless Chromium, and writes screenshots.

    python3 page_test.py http://127.0.0.1:PORT/TOKEN/ screenshots/

The session must have a text with three or more open conflicts first, and the documents `b.bin`, `picture.png`,
`settings.json` and `z.svg`, as PageTests makes them. The run ends by leaving, so nothing is applied. The exit
status is 0 only when everything holds.
"""

import time

from browser import Keys, quiet, run


def first_look(page):
    """The page opens at the first open conflict, and says how many are decided."""
    assert page.decided() == 0
    assert page.all("[data-region='0'].current")
    page.wait(lambda: "line" in page.text("[data-place='0']"), "the place is named")
    page.shot("first")


def take_sides(page):
    """The letters o and t take a side, and the next open conflict is shown by itself."""
    page.press("o")
    page.wait(lambda: page.decided() == 1, "ours is taken")
    assert "Ours" in page.text("[data-region='0'] .state")
    page.wait(lambda: page.all("[data-region='1'].current"), "the next one is shown")
    page.press("t")
    page.wait(lambda: page.decided() == 2, "theirs is taken")
    page.shot("sides")


def undo_and_redo(page):
    """The letters u and U take steps back and do them again, and go to where they were."""
    page.press("u")
    page.wait(lambda: page.decided() == 1, "the step is undone")
    page.wait(lambda: page.all("[data-region='1'].open.current"), "the conflict is open and shown")
    page.press("U")
    page.wait(lambda: page.decided() == 2, "the step is done again")
    page.press("u")
    page.wait(lambda: page.decided() == 1, "undone once more")


def buttons_in_the_gutter(page):
    """The buttons between the columns take ours, theirs and the base."""
    for act, words in (("theirs", "Theirs"), ("base", "Base"), ("ours", "Ours")):
        page.click(f"[data-region='1'] .gutter [data-act='{act}']")
        page.wait(lambda: words in page.text("[data-region='1'] .state"), f"{words} is taken")
    page.click("[data-region='1'] [data-act='oursThenTheirs']")
    page.wait(lambda: "Both" in page.text("[data-region='1'] .state"), "both are taken")
    page.click("[data-region='1'] [data-act='reopen']")
    page.wait(lambda: page.all("[data-region='1'].open"), "it is open again")


def edit_in_place(page):
    """The letter e edits the result in place; Escape gives up, Control-Enter takes the text."""
    page.click("[data-region='1'] h2")
    page.press("e")
    page.wait(lambda: page.all("textarea"), "the editor is there")
    page.press(Keys.ESCAPE)
    page.wait(lambda: not page.all("textarea"), "the editor is gone")
    assert page.all("[data-region='1'].open")
    page.press("e")
    page.wait(lambda: page.all("textarea"), "the editor is there")
    area = page.all("textarea")[0]
    area.clear()
    area.send_keys("A text of my own.")
    page.shot("edit")
    area.send_keys(Keys.CONTROL, Keys.ENTER)
    page.wait(lambda: "Edited" in page.text("[data-region='1'] .state"), "the text is taken")
    assert "A text of my own." in page.text("[data-region='1'] .cell.result")


def refuse_markers(page):
    """A text with conflict markers left in it is refused, and the editor stays."""
    page.click("[data-region='1'] h2")
    page.press("e")
    page.wait(lambda: page.all("textarea"), "the editor is there")
    area = page.all("textarea")[0]
    area.clear()
    area.send_keys("<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs")
    area.send_keys(Keys.CONTROL, Keys.ENTER)
    page.wait(lambda: "markers" in page.text("#toasts"), "the reason is said")
    assert page.all("textarea")
    area.send_keys(Keys.ESCAPE)


def suggestions(page):
    """One button takes all suggestions up to medium risk; undo takes them back as one step."""
    before = page.decided()
    page.wait(lambda: "suggestion" in page.text("#suggest-words"), "suggestions are counted")
    page.click("#suggest")
    page.wait(lambda: page.decided() > before, "suggestions are taken")
    page.click("#undo")
    page.wait(lambda: page.decided() == before, "they are taken back")
    page.press(*"[" * 7)
    page.wait(lambda: page.all("[data-region='2']"), "the first document is shown again")


def views(page):
    """The base is shown on demand, equal lines are folded, and white space can be ignored."""
    assert not page.all(".base-row")
    page.press("c")
    page.wait(lambda: page.all(".base-row"), "the base is shown")
    page.shot("base")
    page.press("c")
    page.press("f")
    page.wait(lambda: not page.all(".fold"), "nothing is folded")
    page.press("f", "i")
    assert page.all("#space[aria-pressed='true']")
    page.press("i")


def preview(page):
    """The letter v shows the whole text as it would be, with what became of each side's changes."""
    page.press("v")
    page.wait(lambda: page.all("dialog[open] .sheet"), "the preview is shown")
    assert "to decide" in page.text(".audit")
    page.shot("preview")
    page.axe()
    page.click("#dialog-close")


def keys(page):
    """The question mark lists all keys, and the focus goes back where it was."""
    page.press("?")
    page.wait(lambda: page.all("dialog[open] .keys"), "the keys are listed")
    page.shot("keys")
    page.axe()
    page.press(Keys.ESCAPE)
    page.wait(lambda: not page.all("dialog[open]"), "the dialog is closed")


def search(page):
    """The search finds documents by name and conflicts by their words."""
    page.press("/")
    page.press("c.json")
    page.wait(lambda: len(page.all("#documents button")) == 1, "one document is listed")
    page.press(Keys.ESCAPE)
    page.wait(lambda: len(page.all("#documents button")) > 1, "all are listed")


def whole_documents(page):
    """A document without regions shows its versions; a key or a button keeps one, or both."""
    buttons = page.all("#documents button")
    number = next(n for n, one in enumerate(buttons) if "choose" in one.text)
    page.driver.execute_script("arguments[0].click()", buttons[number])
    page.wait(lambda: page.all(".whole"), "the cards are shown")
    page.shot("whole")
    assert page.all("#audit[hidden]"), "the counts are those of a text"
    before = page.decided()
    page.press("t")
    page.wait(lambda: page.decided() == before + 1, "theirs is kept")
    page.press("u")
    page.wait(lambda: page.all(".whole") and page.decided() == before, "it is taken back")
    page.axe()
    page.click("#documents button")
    page.wait(lambda: page.all("[data-region]"), "the first document is shown again")


def line_numbers(page):
    """The lines of ours, of theirs and of the base are numbered as they are in their files."""
    page.open("a.md")
    page.press("c")
    page.wait(lambda: page.all(".base-row"), "the base is shown")
    starts = page.driver.execute_script(
        "return [...document.querySelectorAll('[data-region=\"2\"] .numbered')]"
        ".map(one => getComputedStyle(one).getPropertyValue('--start').trim())")
    assert starts == ["24", "24", "24"], starts
    page.press("c")


def words(page):
    """Words that differ are found, and the characters of those that are alike."""
    script = """
      const [text, other, ignoresSpace, done] = arguments;
      import(new URL('words.js', location.href)).then(({ differences }) => done(
        differences(text, other, ignoresSpace)
          .map(one => [text.slice(one.from, one.to), one.characters.map(([from, to]) => text.slice(from, to))])));
    """
    for text, other, ignores_space, expected in (
        ("the colour is", "the color is", False, [["colour", ["u"]]]),
        ("new words", "old words", False, [["new", []]]),
        ("a\n    b(c)\n", "a\n", False, [["b(c)", []]]),
        ("a\n    b\n", "a\n  b\n", False, [["    ", ["  "]]]),
        ("a\n    b\n", "a\n  b\n", True, []),
        ("\U0001F600abc", "\U0001F600abd", False, [["abc", ["c"]]]),
        ("same", "same", False, []),
    ):
        found = page.driver.execute_async_script(script, text, other, ignores_space)
        assert found == expected, (text, other, found)


def audit(page):
    """Above the text stands what became of the changes of each side, and it follows each step."""
    page.open("a.md")
    page.wait(lambda: "to decide" in page.text("#audit .ours"), "the changes are counted")
    before = page.text("#audit")
    page.click("[data-region='3'] [data-act='ours']")
    page.wait(lambda: page.text("#audit") != before, "the counts follow")
    page.press("u")
    page.wait(lambda: page.text("#audit") == before, "and go back")


def images(page):
    """An image is shown side by side, one over the other, and by difference, and is kept by a key."""
    page.open("picture.png")
    shown = "return [...document.querySelectorAll('.images img')].map(one => one.naturalWidth)"
    page.wait(lambda: page.driver.execute_script(shown) == [240, 240, 240], "ours, theirs and base are drawn")
    page.shot("images")
    page.axe()
    before = page.decided()
    page.click("[data-mode='swipe']")
    page.wait(lambda: page.driver.execute_script(shown) == [240, 240], "two images lie in one place")
    slider = page.all("input[type='range']")[0]
    slider.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert "52 %" in slider.get_attribute("aria-valuetext")
    assert page.text("h1") == "picture.png", "arrows on the slider move nothing else"
    page.shot("images-swipe")
    page.axe()
    page.click("[data-mode='fade']")
    page.wait(lambda: page.all(".over.fade"), "they are faded")
    page.click("[data-mode='difference']")
    page.wait(lambda: "pixels differ" in page.text(".images [role='status']"), "the pixels are compared")
    assert "4,898 of 38,400" in page.text(".images [role='status']"), page.text(".images [role='status']")
    page.shot("images-difference")
    page.axe()
    page.click("[data-mode='side']")
    page.press("t")
    page.wait(lambda: page.decided() == before + 1, "theirs is kept")
    page.press("u")
    page.wait(lambda: page.decided() == before, "it is taken back")


def dates(page):
    """Of a file that is neither text nor image, the sizes and the dates are shown."""
    page.open("b.bin")
    page.wait(lambda: len(page.all(".card")) == 2, "the cards are shown")
    assert page.text(".card").count("Changed 20") == 1
    assert "2 bytes" in page.text(".card")


def tree(page):
    """A structured text is shown as a tree of what each side changed, and leads to the conflict."""
    page.open("settings.json")
    page.wait(lambda: page.all("mark b.character"), "characters are marked within words")
    page.shot("characters")
    page.press("g")
    page.wait(lambda: page.all(".tree table"), "the tree is shown")
    assert "$.window.colour" in page.text(".tree")
    assert [one.text for one in page.all("tr.both td code")] == ['"gray"', '"grey"', '"darkgray"']
    page.shot("tree")
    page.axe()
    page.scheme("dark")
    page.size(420, 860)
    page.shot("tree-narrow-dark")
    page.axe()
    page.scheme("light")
    page.size(1440, 900)
    page.click(".tree .toggle")
    assert page.all("tr.both[hidden]")
    page.click(".tree .toggle")
    page.click("[data-show]")
    page.wait(lambda: page.all("[data-region='0'].current"), "the conflict is shown in the text")


def drawing(page):
    """A drawing is a text, and is shown as an image that runs nothing."""
    page.open("z.svg")
    page.click("[data-view='image']")
    shown = "return [...document.querySelectorAll('.images img')].filter(one => one.naturalWidth > 0).length"
    page.wait(lambda: page.driver.execute_script(shown) == 3, "the drawings are shown")
    assert not page.all("#parts svg")
    page.click("[data-mode='difference']")
    page.wait(lambda: "pixels differ" in page.text(".images [role='status']"), "they are compared")
    page.click("[data-mode='side']")
    page.press("g")
    page.wait(lambda: page.all("[data-region]"), "the text is shown")


def two_windows(page):
    """A decision in one window is shown in the other."""
    page.open("a.md")
    page.wait(lambda: page.all("[data-region]"), "a text is shown")
    first = page.driver.current_window_handle
    address = page.driver.current_url
    page.driver.switch_to.new_window("window")
    page.driver.get(address)
    page.wait(lambda: page.all("[data-region]"), "the second window is drawn")
    before = page.decided()
    page.press("o")
    page.wait(lambda: page.decided() == before + 1, "it is decided there")
    page.driver.switch_to.window(first)
    page.wait(lambda: page.decided() == before + 1, "the first window shows it")
    page.press("u")
    page.wait(lambda: page.decided() == before, "and takes it back")
    page.driver.switch_to.new_window("tab")
    page.driver.close()
    for handle in page.driver.window_handles:
        if handle != first:
            page.driver.switch_to.window(handle)
            page.driver.close()
    page.driver.switch_to.window(first)


def accessible(page):
    """Axe reports nothing, in light, in dark and on a narrow screen."""
    page.press(*"[" * 7)
    page.wait(lambda: page.all("[data-region]"), "a text is shown")
    time.sleep(0.5)
    for name, scheme, size in (
        ("light", "light", (1440, 900)), ("dark", "dark", (1440, 900)),
        ("narrow", "light", (420, 860)), ("narrow-dark", "dark", (420, 860)),
    ):
        page.scheme(scheme)
        page.size(*size)
        page.shot(name)
        page.axe()
    page.scheme("light")
    page.size(1440, 900)


def leave(page):
    """Leaving asks first, and then says that nothing was written."""
    page.press("q")
    page.wait(lambda: page.all("dialog[open] #dialog-actions .primary"), "the page asks")
    page.click("#dialog-actions .primary")
    page.wait(lambda: page.all(".ended"), "the end is shown")
    assert "Nothing was written" in page.text("h1")
    page.shot("left")
    page.axe()


INTERACTIONS = [
    first_look, take_sides, undo_and_redo, buttons_in_the_gutter, edit_in_place, refuse_markers,
    suggestions, views, preview, keys, search, whole_documents, line_numbers, words, audit, images,
    dates, tree, drawing, two_windows, accessible, quiet, leave,
]


if __name__ == "__main__":
    run(INTERACTIONS)
