"""A line on the terminal that says how far a long run is; nothing where no person waits."""
import sys
import time

PATIENCE = 1
"""The seconds that a run takes before it shows anything."""
PAUSE = 0.1
"""The seconds between two lines, so that writing them costs nothing."""


class Progress:
    """Shows `what done/total note` on standard error, if that is a terminal, after a second.

        with Progress("merges", 860) as progress:
            for merge in merges:
                progress.step(f"{count} cases")
    """

    def __init__(self, what, total, stream=None):
        self.what = what
        self.total = total
        self.done = 0
        self.stream = stream or sys.stderr
        self.next = time.monotonic() + PATIENCE
        self.is_shown = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_shown:
            self.stream.write("\r\033[K")
            self.stream.flush()

    def step(self, note=""):
        """Counts one more."""
        self.done += 1
        now = time.monotonic()
        if now < self.next or not self.stream.isatty():
            return
        self.next = now + PAUSE
        self.is_shown = True
        self.stream.write(f"\r\033[K{self.what} {self.done}/{self.total} {note}".rstrip())
        self.stream.flush()
