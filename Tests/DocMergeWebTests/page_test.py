"""Drives the page of a decision session in headless Chromium, and writes screenshots.

    python3 page_test.py http://127.0.0.1:PORT/TOKEN/ screenshots/

The session must have a text with three or more open conflicts first, and a document that is decided as a
whole. The run ends by leaving, so nothing is applied. The exit status is 0 only when everything holds.
"""

import pathlib
import sys
import time
import traceback

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

try:
    from axe_selenium_python import Axe
except ImportError:
    # From PyPI; without it everything but accessibility is tried.
    Axe = None


class Page:
    """The page and what the tests ask of it."""

    def __init__(self, address, folder):
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu"):
            options.add_argument(flag)
        options.binary_location = "/usr/bin/chromium"
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.size(1440, 900)
        self.scheme("light")
        self.driver.get(address)
        self.wait(lambda: self.all("[data-region], .whole"), "the page is drawn")

    def size(self, width, height):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def scheme(self, name):
        feature = {"name": "prefers-color-scheme", "value": name}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.driver.execute_script(
            "return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def click(self, selector):
        self.driver.execute_script("document.querySelector(arguments[0]).click()", selector)

    def wait(self, condition, words):
        end = time.monotonic() + 8
        while time.monotonic() < end:
            if condition():
                return
            time.sleep(0.05)
        raise AssertionError(f"never: {words}")

    def decided(self):
        return int(self.text("#counter strong").split()[0])

    def shot(self, name):
        time.sleep(0.3)
        self.driver.save_screenshot(str(self.folder / f"{name}.png"))

    def axe(self):
        if Axe is None:
            return
        axe = Axe(self.driver)
        axe.inject()
        violations = axe.run()["violations"]
        assert not violations, axe.report(violations)


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
    page.press("[", "[", "[", "[")
    page.wait(lambda: page.all("[data-region='2']"), "the first document is shown again")


def views(page):
    """The base is shown on demand, what is equal is folded, and white space can be ignored."""
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
    page.press("json")
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
    before = page.decided()
    page.press("t")
    page.wait(lambda: page.decided() == before + 1, "theirs is kept")
    page.press("u")
    page.wait(lambda: page.all(".whole") and page.decided() == before, "it is taken back")
    page.axe()
    page.click("#documents button")
    page.wait(lambda: page.all("[data-region]"), "the first document is shown again")


def two_windows(page):
    """What is decided in one window is shown in the other."""
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
    page.press("[", "[", "[", "[")
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


def quiet(page):
    """The browser has nothing to complain about, such as a breach of the content-security policy."""
    messages = [one["message"] for one in page.driver.get_log("browser")]
    bad = [one for one in messages if "Content Security Policy" in one or "Uncaught" in one]
    assert not bad, bad


INTERACTIONS = [
    first_look, take_sides, undo_and_redo, buttons_in_the_gutter, edit_in_place, refuse_markers,
    suggestions, views, preview, keys, search, whole_documents, two_windows, accessible, quiet, leave,
]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    page = Page(sys.argv[1], sys.argv[2])
    failures = 0
    try:
        for interaction in INTERACTIONS:
            try:
                interaction(page)
                print(f"ok    {interaction.__doc__}")
            except Exception:
                failures += 1
                page.shot(f"failed-{interaction.__name__}")
                print(f"FAIL  {interaction.__doc__}")
                print("\n".join(traceback.format_exc().splitlines()[-8:])[:1500])
    finally:
        page.driver.quit()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
