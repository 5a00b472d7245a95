"""Runs the programs on the cases, several at a time, and compares what they made with what the human did."""
import multiprocessing
import os
import shutil
import tempfile
from dataclasses import dataclass, field

import cases as corpus
import classes
import rules
import tools
import validity

RIGHT = ("exact", "loose", "data")


@dataclass
class Outcome:
    """What a program made of a case, compared with the human's result."""
    result: str
    """"exact", "loose", "data", "wrong", "conflict" or "error"."""
    lines: int | None = None
    """How many lines are left between markers; `None` without markers."""
    decisions: list = field(default_factory=list)
    is_accounted: bool = True
    """Whether it is in conflict, or its report accounts for every change."""
    has_other_order: bool = False
    """Whether it is wrong but holds the same lines as the human's result."""
    problems: list = field(default_factory=list)
    """What makes a clean merge invalid, and no input has."""
    doubled: list = field(default_factory=list)
    """What a clean merge holds more often than any input and the human's result."""
    why: str = ""
    seconds: float = 0
    kept: str = ""
    """Where the clean merge is, if it was kept."""

    @property
    def is_right(self):
        return self.result in RIGHT

    @property
    def is_clean(self):
        return self.is_right or self.result == "wrong"


@dataclass
class Measured:
    """A case and what all programs made of it."""
    case: corpus.Case
    outcomes: dict
    human_problems: list
    """Why the human's result is no measure: it is invalid, which no input is."""
    is_left_by_git: bool = False
    git_lines: int = 0
    category: str | None = None

    def verdict(self, name):
        """The outcome in a word, as `--show` takes it."""
        if self.human_problems:
            return "human-invalid"
        outcome = self.outcomes[name]
        return "order" if outcome.has_other_order else outcome.result


class Judge:
    """Compares merges of one case with the human's result, each text once."""

    def __init__(self, case):
        self.case = case
        self.known = {}
        self.human_problems = validity.new_problems(case.format, *case.inputs(), case.text("result"))

    def facts(self, merged):
        """Result, whether in other order, problems, doubled."""
        if merged not in self.known:
            self.known[merged] = self.look(merged)
        return self.known[merged]

    def look(self, merged):
        case, human = self.case, self.case.text("result")
        result = corpus.judgement(case, merged)
        if result == "exact":
            return result, False, self.human_problems, []
        inputs = case.inputs()
        problems = validity.new_problems(case.format, *inputs, merged)
        if result == "data" and problems:
            result = "wrong"  # A key that stands twice is no difference to the parser.
        if result != "wrong":
            return result, False, problems, []
        doubled = validity.doubled(case.format, *inputs, merged)
        if doubled:
            known = validity.doubled(case.format, *inputs, human)
            doubled = [problem for problem in doubled if problem not in known]
        return result, corpus.unordered(merged) == corpus.unordered(human), problems, doubled


class Bench:
    """How programs are run: which, whether conflicts are looked at, and where merges are kept."""

    def __init__(self, programs, classifies, keep):
        self.programs = programs
        self.classifies = classifies
        self.keep = keep
        if keep:
            for program in programs:
                os.makedirs(self.folder(program), exist_ok=True)

    def folder(self, program):
        return os.path.join(self.keep, program.name.replace(" ", "-"))

    def measure(self, case):
        judge = Judge(case)
        outcomes = {}
        folder = tempfile.mkdtemp(prefix="quality")
        try:
            for program in self.programs:
                outcomes[program.name] = self.outcome(program, case, judge, folder)
        finally:
            shutil.rmtree(folder)
        git = outcomes.get("git")
        measured = Measured(case, outcomes, judge.human_problems)
        measured.is_left_by_git = git.result == "conflict" if git else case.git_status == "conflict"
        measured.git_lines = (git.lines if git else case.git_lines) or 0
        if self.classifies and measured.is_left_by_git:
            measured.category = classes.category(case)
        case.texts.clear()
        return measured

    def outcome(self, program, case, judge, folder):
        made = tools.run(program, case, folder)
        if made.state == "clean":
            result, order, problems, doubled = judge.facts(made.text)
            outcome = Outcome(result, None, [], True, order, problems, doubled, seconds=made.seconds)
            if self.keep:
                outcome.kept = os.path.join(self.folder(program), f"{case.name}.{case.extension}")
                with open(outcome.kept, "wb") as file:
                    file.write(made.text)
        else:
            outcome = Outcome(made.state, made.lines, why=made.why, seconds=made.seconds)
        outcome.decisions, is_accounted = rules.read(case, made.report)
        outcome.is_accounted = is_accounted or made.state != "clean"
        return outcome


def run(bench, found, jobs):
    """All cases, measured, by name. Those with much text start first, so that none is left for the end."""
    def size(case):
        return -os.path.getsize(case.path("base"))
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        measured = pool.imap_unordered(bench.measure, sorted(found, key=size), chunksize=2)
        return sorted(measured, key=lambda one: one.case.name)
