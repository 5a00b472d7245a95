"""The programs that are compared, and how each is run on a case."""
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

from cases import conflict_lines

ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": "/nonexistent",
               "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
               "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": "/nonexistent"}

# The package has no command of its own whose status tells whether there are conflicts.
MERGE3 = """
import sys
sys.path.insert(0, sys.argv[1])
import merge3
texts = [open(path, "rb").read().splitlines(True) for path in sys.argv[2:]]
merge = merge3.Merge3(*texts)
sys.stdout.buffer.writelines(merge.merge_lines(name_a=b"ours", name_b=b"theirs",
    start_marker=b"<<<<<<<", mid_marker=b"=======", end_marker=b">>>>>>>"))
sys.exit(any(group[0] == "conflict" for group in merge.merge_groups()))
"""


@dataclass
class Tool:
    """A program, or a way to call it."""
    name: str
    words: list
    """The command; `{base}`, `{ours}`, `{theirs}`, `{out}` and `{report}` stand for files."""
    seconds: float = 60
    waits: bool = False
    """Whether it waits for a person where it cannot merge."""

    @property
    def is_ours(self):
        return self.name.startswith("docmerge")


@dataclass
class Made:
    """What a program made of a case."""
    state: str
    """"clean", "conflict" or "error"."""
    text: bytes = b""
    """The merge, if it is clean."""
    lines: int | None = None
    """How many lines are left between markers; `None` without markers."""
    report: bytes = b""
    why: str = ""
    seconds: float = 0


POLICIES = ("strict", "balanced", "eager")


def installed(docmerge, form="json"):
    """The programs that are there: docmerge under each policy, git, and further ones.

    A report in JSON has the text of all regions; one in "text" names the rules, in a third of the time.
    """
    tools = [
        Tool(f"docmerge {policy}",
             [docmerge, "merge", "-q", "--policy", policy, "--report", form, "--report-file", "{report}",
              "-o", "{out}", "{base}", "{ours}", "{theirs}"])
        for policy in POLICIES]
    tools.append(Tool("git", ["git", "merge-file", "-p", "-q", "{ours}", "{base}", "{theirs}"]))
    if shutil.which("diff3"):
        tools.append(Tool("diff3", ["diff3", "-m", "{ours}", "{base}", "{theirs}"]))
    if shutil.which("wiggle"):
        tools.append(Tool("wiggle", ["wiggle", "--merge", "{ours}", "{base}", "{theirs}"]))
    merge3 = importlib.util.find_spec("merge3")
    if merge3:
        place = os.path.dirname(os.path.dirname(merge3.origin))
        tools.append(Tool("merge3", [sys.executable, "-c", MERGE3, place, "{base}", "{ours}", "{theirs}"]))
    if shutil.which("kdiff3"):
        tools.append(Tool("kdiff3", ["kdiff3", "--auto", "-o", "{out}", "{base}", "{ours}", "{theirs}"],
                          seconds=5, waits=True))
    return tools


def versions(programs):
    """The versions of the programs, for the record, as far as they say: "git 2.39.5"."""
    found = []
    for name in dict.fromkeys(tool.words[0] for tool in programs if not tool.is_ours):
        done = subprocess.run([name, "--version"], env=ENVIRONMENT, capture_output=True, text=True)
        number = re.search(r"\d+(\.\d+)+", done.stdout + done.stderr)
        if number:
            found.append(f"{os.path.basename(name)} {number[0]}")
    return found


def run(tool, case, folder):
    """Runs a program on a case. `folder` is empty, and for what it writes."""
    files = {"base": case.path("base"), "ours": case.path("left"), "theirs": case.path("right"),
             "out": os.path.join(folder, f"out.{case.extension}"), "report": os.path.join(folder, "report")}
    command = [word.format(**files) if word.startswith("{") else word for word in tool.words]
    start = time.perf_counter()
    status, output, messages = execute(command, folder, tool.seconds)
    seconds = time.perf_counter() - start
    if "{out}" in tool.words:
        output = contents(files["out"])
    report = contents(files["report"]) if "{report}" in tool.words else b""
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    if status is None:
        return Made("conflict" if tool.waits else "error", why="took too long", seconds=seconds)
    if status < 0 or status > 127 or output is None and (status == 0 or not tool.waits):
        return Made("error", why=f"status {status} {messages[-200:].decode(errors='replace')}", seconds=seconds)
    lines = conflict_lines(output or b"")
    if lines is not None and any(conflict_lines(text) is not None for text in case.inputs()):
        lines = lines if status else None
    if status > 0 or lines is not None:
        return Made("conflict", lines=lines, report=report, seconds=seconds)
    return Made("clean", output, report=report, seconds=seconds)


def execute(command, folder, seconds):
    """The status, `None` after too long a time; standard output; standard error."""
    process = subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        output, messages = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, b"", b""
    return process.returncode, output, messages


def contents(path):
    """The bytes of a file; `None` without it."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
