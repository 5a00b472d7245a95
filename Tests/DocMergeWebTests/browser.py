"""A page of docmerge in headless Chromium, and what the tests ask of it."""

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
        self.wait(lambda: self.all("[data-region], [data-change], .whole"), "the page is drawn")

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

    def open(self, name):
        """Shows a document by its entry in the list."""
        self.driver.execute_script(
            "[...document.querySelectorAll('#documents button')]"
            ".find(one => one.querySelector('.file').textContent === arguments[0]).click()", name)
        self.wait(lambda: self.text("h1") == name, f"{name} is shown")

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


def quiet(page):
    """The browser has nothing to complain about, such as a breach of the content-security policy."""
    messages = [one["message"] for one in page.driver.get_log("browser")]
    bad = [one for one in messages if "Content Security Policy" in one or "Uncaught" in one]
    assert not bad, bad


def run(interactions):
    """Tries all of them on one page, and exits with 0 only when everything holds."""
    if len(sys.argv) != 3:
        sys.exit("usage: python3 SCRIPT http://127.0.0.1:PORT/TOKEN/ SCREENSHOTS")
    page = Page(sys.argv[1], sys.argv[2])
    failures = 0
    try:
        for interaction in interactions:
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
