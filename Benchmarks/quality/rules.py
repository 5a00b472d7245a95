"""What each rule of docmerge decided, and whether the human decided the same."""
import base64
import collections
import json
from dataclasses import dataclass

from cases import essence


@dataclass
class Decision:
    """A region that a rule settled."""
    rule: str
    policy: str
    """The first policy that has the rule."""
    is_right: bool


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


def read(report):
    return json.loads(report) if report else None


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
