"""The programs that are compared, and how each is run on a case."""
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from cases import conflict_lines, judgement

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
class Outcome:
    """What a program made of a case."""
    result: str
    """"exact", "loose", "data", "wrong", "conflict" or "error"."""
    lines: int | None = None
    """How many lines are left between markers; `None` without markers."""
    report: bytes = b""
    why: str = ""

    @property
    def is_right(self):
        return self.result in ("exact", "loose", "data")


def installed(docmerge):
    """The programs that are there: docmerge under each policy, git, and further ones."""
    tools = [
        Tool(f"docmerge {policy}",
             [docmerge, "merge", "-q", "--policy", policy, "--report", "json", "--report-file", "{report}",
              "-o", "{out}", "{base}", "{ours}", "{theirs}"])
        for policy in ("strict", "balanced", "eager")]
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


def run(tool, case):
    """Runs a program on a case, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="quality") as folder:
        files = {}
        for role, name in (("base", "base"), ("ours", "left"), ("theirs", "right")):
            files[role] = os.path.join(folder, f"{role}.{case.extension}")
            shutil.copyfile(case.path(name), files[role])
        files["out"] = os.path.join(folder, f"out.{case.extension}")
        files["report"] = os.path.join(folder, "report")
        command = [word.format(**files) if word.startswith("{") else word for word in tool.words]
        status, output, messages = execute(command, folder, tool.seconds)
        if "{out}" in tool.words:
            output = contents(files["out"])
        report = contents(files["report"]) or b""
    if status is None:
        return Outcome("conflict" if tool.waits else "error", why="took too long")
    if status < 0 or status > 127 or output is None and status == 0:
        return Outcome("error", why=f"status {status} {messages[-200:].decode(errors='replace')}")
    lines = conflict_lines(output or b"")
    if lines is not None and any(conflict_lines(case.text(role)) is not None
                                 for role in ("base", "left", "right")):
        lines = lines if status else None
    if status > 0 or lines is not None:
        return Outcome("conflict", lines, report)
    return Outcome(judgement(case, output), report=report)


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
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()
