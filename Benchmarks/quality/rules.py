"""What each rule of docmerge decided, and whether the human decided the same."""
import base64
import collections
import json

from cases import essence


class Rules:
    """The decisions of all rules in the merges under one policy."""

    def __init__(self):
        self.policies = {}
        self.kinds = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
        self.unaccounted = []

    def add(self, case, report, is_clean):
        """Takes up the report of a merge."""
        if not report:
            return
        report = json.loads(report)
        if is_clean and not report["audit"]["isClean"]:
            self.unaccounted.append(case.name)
        human = joined(essence(case.text("result")))
        regions = report["regions"]
        for index, region in enumerate(regions):
            if region["kind"] != "settled":
                continue
            before = neighbour(regions[:index][::-1], -1)
            after = neighbour(regions[index + 1:], 0)
            lines = before + essence(text(region)) + after
            rule = region["rule"]
            self.policies[rule["name"]] = rule["policy"]
            self.kinds[rule["name"]][case.kind][joined(lines) in human] += 1

    def rows(self, policy):
        """Name, how often right and wrong, and that for each kind, of the rules that a policy brought."""
        for name in sorted(self.kinds):
            if self.policies[name] == policy:
                kinds = self.kinds[name]
                total = sum(kinds.values(), collections.Counter())
                yield name, total[True], total[False], {
                    kind: (kinds[kind][True], kinds[kind][False]) for kind in sorted(kinds)}


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
