"""The tables that QUALITY.md explains."""
import collections
import sys

import classes
import rules
import tools
from measure import RIGHT

HEADS = ["cases", "human invalid", "exact", "loose", "data", "conflict", "wrong", "other order", "error",
         "verbatim %", "loose %", "covered %", "precision %", "lines / git %", "invalid", "doubled"]


def share(part, whole):
    return f"{100 * part / whole:.1f}" if whole else ""


def table(title, heads, rows):
    print(f"\n| {title} | {' | '.join(heads)} |\n|---|{'--:|' * len(heads)}")
    for name, cells in rows:
        print(f"| {name} | {' | '.join(str(cell) for cell in cells)} |")
    sys.stdout.flush()


class Sum:
    """The outcomes of one program over some cases. Those whose human result is invalid are counted apart."""

    def __init__(self, name, measured):
        measured = [one for one in measured if name in one.outcomes]
        every = [one.outcomes[name] for one in measured]
        self.invalid = sum(outcome.is_clean and bool(outcome.problems) for outcome in every)
        self.doubled = sum(outcome.is_clean and bool(outcome.doubled) for outcome in every)
        valid = [one for one in measured if not one.human_problems]
        self.human_invalid = len(measured) - len(valid)
        outcomes = [one.outcomes[name] for one in valid]
        self.count = collections.Counter(outcome.result for outcome in outcomes)
        self.total = len(valid)
        self.exact = self.count["exact"]
        self.loose = self.exact + self.count["loose"]
        self.right = sum(self.count[result] for result in RIGHT)
        self.wrong = self.count["wrong"]
        self.other_order = sum(outcome.has_other_order for outcome in outcomes)
        shown = [(outcome.lines or 0, one.git_lines) for outcome, one in zip(outcomes, valid)
                 if outcome.result != "conflict" or outcome.lines is not None]
        self.lines = sum(pair[0] for pair in shown)
        self.git_lines = sum(pair[1] for pair in shown)

    def cells(self):
        return [self.total, self.human_invalid, self.exact, self.loose, self.right, self.count["conflict"],
                self.wrong, self.other_order, self.count["error"], share(self.exact, self.total),
                share(self.loose, self.total), share(self.right, self.total),
                share(self.right, self.right + self.wrong), share(self.lines, self.git_lines),
                self.invalid, self.doubled]


def left_by_git(measured):
    return [one for one in measured if one.is_left_by_git]


def print_totals(programs, measured):
    conflicts = left_by_git(measured)
    clean = [one for one in measured if not one.is_left_by_git]
    for title, picked in (("where git leaves a conflict", conflicts), ("where git merges cleanly", clean)):
        if picked:
            table(title, HEADS, [(tool.name, Sum(tool.name, picked).cells()) for tool in programs])


def print_classes(programs, measured):
    columns = [classes.WINNABLE, *[(name,) for name in classes.WINNABLE], ("other",)]
    picked = [[one for one in measured if one.category in names] for names in columns]
    rows = []
    for tool in programs:
        sums = [Sum(tool.name, cases) for cases in picked]
        rows.append((tool.name, [f"{share(one.right, one.total)} / {share(one.wrong, one.total)}"
                                 for one in sums]))
    heads = [f"{name} ({sum(not one.human_problems for one in cases)})"
             for name, cases in zip(("winnable", *classes.WINNABLE, "other"), picked)]
    table("right % / wrong %", heads, rows)


def print_groups(programs, measured, group, least=1):
    """A table for each program, with a row for each value of `group` that so many cases have."""
    conflicts = left_by_git(measured)
    counts = collections.Counter(map(group, conflicts))
    for tool in programs:
        rows = [(name, Sum(tool.name, [one for one in conflicts if group(one) == name]).cells())
                for name in sorted(counts) if counts[name] >= least]
        few = [one for one in conflicts if counts[group(one)] < least]
        if few:
            rows.append((f"{sum(count < least for count in counts.values())} with fewer than {least} cases",
                         Sum(tool.name, few).cells()))
        if rows:
            table(f"{tool.name}, where git leaves a conflict", HEADS, rows)


def print_rules(measured):
    rows = []
    for policy in tools.POLICIES:
        found = rules.Rules()
        for one in measured:
            outcome = one.outcomes.get(f"docmerge {policy}")
            if outcome and not one.human_problems:
                found.add(one.case, outcome.decisions)
        for name, right, wrong, by_kind in found.rows(policy):
            spread = ", ".join(f"{kind} {pair[0]}/{sum(pair)}" for kind, pair in by_kind.items())
            rows.append((name, [policy, right + wrong, right, wrong, share(right, right + wrong), spread]))
    table("rule", ["policy", "applied", "right", "wrong", "right %", "right / applied by kind"], rows)


def print_troubles(programs, measured):
    """What must not be; whether there is any of it with docmerge."""
    ours = [tool.name for tool in programs if tool.is_ours]
    unaccounted = [f"{one.case.name} ({name})" for name in ours for one in measured
                   if not one.outcomes[name].is_accounted]
    print("\n## What must not be\n")
    print(f"Clean merges of docmerge that do not account for every change: {len(unaccounted)}.")
    for name in unaccounted[:20]:
        print(f"- {name}")
    failed = bool(unaccounted)
    for tool in programs:
        for one in measured:
            outcome = one.outcomes[tool.name]
            if outcome.result == "error":
                failed = failed or tool.is_ours
                print(f"- {tool.name}, {one.case.name}: {outcome.why.strip()}")
    return failed
