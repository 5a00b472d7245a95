"""What each rule of docmerge decided, and whether the human decided the same."""
import base64
import collections
import json
import re
from dataclasses import dataclass

from cases import essence


SETTLED = re.compile(rb"^  \S.*  settled by ([a-z-]+), risk ", re.MULTILINE)


@dataclass
class Decision:
    """A region that a rule settled."""
    rule: str
    policy: str
    """The first policy that has the rule."""
    is_right: bool | None
    """`None` where it was not judged."""


class Rules:
    """The decisions of all rules in the merges under one policy."""

    def __init__(self):
        self.policies = {}
        self.kinds = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))

    def add(self, case, decisions):
        for decision in decisions:
            self.policies[decision.rule] = decision.policy
            self.kinds[decision.rule][case.kind][decision.is_right] += 1

    def rows(self, policy):
        """Name, how often right and wrong, and that for each kind, of the rules that a policy brought."""
        for name in sorted(self.kinds):
            if self.policies[name] == policy:
                kinds = self.kinds[name]
                total = sum(kinds.values(), collections.Counter())
                yield name, total[True], total[False], {
                    kind: (kinds[kind][True], kinds[kind][False]) for kind in sorted(kinds)}


def decisions(case, report):
    """What the rules decided in a merge, from its report as it was read."""
    regions = report["regions"]
    if not any(region["kind"] == "settled" for region in regions):
        return []
    human = joined(essence(case.text("result")))
    found = []
    for index, region in enumerate(regions):
        if region["kind"] != "settled":
            continue
        before = neighbour(reversed(regions[:index]), -1)
        after = neighbour(regions[index + 1:], 0)
        lines = before + essence(text(region)) + after
        rule = region["rule"]
        found.append(Decision(rule["name"], rule["policy"], joined(lines) in human))
    return found


def read(case, report):
    r"""What the rules decided, from a merge's report in JSON or text; whether it accounts for all changes.

    >>> read(None, b"a: merged, policy eager\n  ours 1, base 1, theirs 1-2  settled by words, risk low\n")
    ([Decision(rule='words', policy='', is_right=None)], False)
    """
    if not report:
        return [], True
    if report.startswith(b"{"):
        report = json.loads(report)
        return decisions(case, report), report["audit"]["isClean"]
    names = SETTLED.findall(report)
    return [Decision(name.decode(), "", None) for name in names], b"\nEverything is accounted for.\n" in report


def joined(lines):
    return b"\n" + b"".join(line + b"\n" for line in lines)


def neighbour(regions, which):
    """The line with text that is nearest; none where a conflict comes first."""
    for region in regions:
        if region["kind"] == "conflict":
            break
        lines = essence(text(region))
        if lines:
            return [lines[which]]
    return []


def text(region):
    """The bytes of a region; nothing where it is gone."""
    value = region.get("text", "")
    return value.encode() if isinstance(value, str) else base64.b64decode(value["base64"])
