"""Checks that a page in German is German throughout, and that its texts fit."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Scripts"))
import messages  # noqa: E402

CATALOG = messages.catalog(messages.CATALOGS / "de.po")
OF_PAGES = messages.messages([ROOT / "Sources" / "DocMergeWeb"])

#: Names, texts and values of the documents, which are in no language of ours.
DATA = "code, pre, #name, #title, #documents .file, .folder, .tree .name, .tree .path, .members th[scope=row], .names p, "\
    ".comparison .cell-label, .reading .card h2, .reading figcaption, .reading .slider strong, .reading option"
SIZE = re.compile(r"[\d.,]+ [kM]B")
#: A branch and a commit.
ORIGIN = re.compile(r"(\w+, )?[0-9a-f]{7} “.*”")
VALUE = re.compile(r"(\\\{\d+\\\})")

SHOWN = """
  const shown = [];
  const isData = element => element.closest(arguments[0]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!isData(parentElement)) shown.push(...data.split(" · "));
  }
  for (const name of ["title", "aria-label", "placeholder", "alt", "aria-valuetext"]) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      if (!isData(element) || name === "aria-label") shown.push(...element.getAttribute(name).split(" · "));
    }
  }
  return shown.filter(one => /\\p{L}{2}/u.test(one));
"""

#: Elements whose text is wider than they are, and the page itself where it scrolls sideways.
CUT_OFF = """
  const wide = [...document.querySelectorAll("button, h2, .state, .chip, .counter, label, kbd")]
    .filter(one => one.offsetWidth > 1 && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map(one => one.textContent);
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [...wide, `the page: ${scrollWidth} of ${clientWidth}`] : wide;
"""


def expression(pattern):
    """A regular expression of what a pattern says with any values."""
    return "".join(".*" if VALUE.fullmatch(part) else part for part in VALUE.split(re.escape(pattern)))


def expressions(patterns):
    """A regular expression of all patterns that have a letter besides their values."""
    found = [one for one in patterns if re.search(r"[^\W\d_]", re.sub(r"\{\d+\}", "", one))]
    return re.compile("|".join(expression(one) for one in found))


GERMAN = expressions({form for forms in CATALOG.values() for form in forms})
ENGLISH = expressions({
    one for pattern, entry in OF_PAGES.items() if pattern not in CATALOG.get(pattern, [])
    for one in (pattern, entry["plural"]) if one})


def plain(text):
    """A text without the signs around it, and without the key or the name of a rule behind it."""
    text = re.sub(r" \([^() ]+\)$", "", text.strip())
    return re.sub(r"^(: |\d+ (% )?|[●✓↶↷] )|:$", "", text).strip()


def is_german(text):
    """Whether a text is a message in German, and not one of the pages in English."""
    both = (text, plain(text))
    if any(ENGLISH.fullmatch(one) for one in both):
        return False
    is_data = SIZE.search(text) or ORIGIN.fullmatch(text) or text in ("docmerge", "Esc")
    return bool(is_data or any(GERMAN.fullmatch(one) for one in both))


def check(page):
    """Everything that the page shows now is German, and nothing is cut off."""
    shown = page.driver.execute_script(SHOWN, DATA)
    assert shown
    foreign = [one for one in shown if not is_german(one)]
    assert not foreign, foreign
    cut_off = page.driver.execute_script(CUT_OFF)
    assert not cut_off, cut_off


def at_widths(page, name):
    """Checks the page on a wide and on a narrow screen, and takes pictures."""
    for width in (600, 1280):
        page.size(width, 860)
        check(page)
        page.shot(f"german-{name}-{width}")


def language(page):
    """The page names its language, and has the German of every message of its scripts."""
    assert page.all("html[lang='de']")
    sent = page.driver.execute_async_script(
        "import(new URL('catalog.js', location.href)).then(({ translations }) => arguments[0](translations))")
    scripts = messages.messages(sorted((ROOT / "Sources" / "DocMergeWeb" / "Page").glob("*.js")))
    other = [pattern for pattern in sent.keys() | scripts.keys() if sent.get(pattern) != CATALOG.get(pattern)]
    assert not other, other
    assert sent.keys() == scripts.keys(), sent.keys() ^ scripts.keys()
