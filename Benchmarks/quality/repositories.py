"""Whether each rule has its place in its policy, judged by repositories, each left out in turn.

A rule's precision over some cases is the mean of its cases': of a case's regions that it settled, the share
that is right. So a file with forty regions counts as much as one with a single region.
"""
import collections
from dataclasses import dataclass, field

import tools
from tables import share, table

NEEDED = {"strict": 0.88, "balanced": 0.76, "eager": 0.65}
"""The precision that a rule of a policy must have."""
FEWEST_CASES, FEWEST_REPOSITORIES = 5, 2


@dataclass
class Record:
    """How a rule did under the first policy that has it: by regions, or by clean merges it had a part in."""
    policy: str
    cases: dict = field(default_factory=lambda: collections.defaultdict(list))
    """For each repository its cases: how often right, how often applied; a merge counts as one."""

    def precision(self, without=None):
        """Over all repositories but one; `None` where there are too few cases to say."""
        left = [cases for repository, cases in self.cases.items() if repository != without]
        cases = [case for cases in left for case in cases]
        if len(left) < FEWEST_REPOSITORIES or len(cases) < FEWEST_CASES:
            return None
        return mean(cases)

    def verdict(self, without=None):
        """The policy that the rule belongs into; "goes" where it is not good enough for any."""
        precision = self.precision(without)
        if precision is None:
            return "too few"
        return next((policy for policy, needed in NEEDED.items() if precision >= needed), "goes")

    def holds(self):
        """In how many repositories the rule has the precision that its policy needs."""
        return sum(mean(cases) >= NEEDED[self.policy] for cases in self.cases.values())

    def all_cases(self):
        return [case for cases in self.cases.values() for case in cases]

    def words(self, verdict):
        if verdict == self.policy:
            return "stays"
        return f"moves to {verdict}" if verdict in NEEDED else verdict

    def cells(self):
        """Cases, precision, where it holds, the verdict, and how often it is that with one left out."""
        if not self.cases:
            return [0, "", "", "too few", "", ""]
        verdict, count = self.verdict(), len(self.cases)
        others = collections.Counter(self.verdict(without=repository) for repository in self.cases)
        return [len(self.all_cases()), share(mean(self.all_cases()), 1), f"{self.holds()} of {count}",
                self.words(verdict), f"{others[verdict]} of {count}",
                ", ".join(f"{self.words(other)} {times}" for other, times in others.most_common()
                          if other != verdict)]


def mean(cases):
    """The precision over cases, each with how often right and how often applied.

    >>> mean([(1, 1), (0, 2)])
    0.5
    """
    return sum(right / applied for right, applied in cases) / len(cases)


def records(measured):
    """The records of each rule, by name: by regions, and by clean merges."""
    regions, merges = {}, {}
    for policy in tools.POLICIES:
        for one in measured:
            outcome = one.outcomes.get(f"docmerge {policy}")
            if not outcome or one.human_problems:
                continue
            counts = collections.defaultdict(lambda: [0, 0])
            for decision in outcome.decisions:
                if decision.policy == policy:
                    counts[decision.rule][0] += decision.is_right
                    counts[decision.rule][1] += 1
            for rule, pair in counts.items():
                record = regions.setdefault(rule, Record(policy))
                merge = merges.setdefault(rule, Record(policy))
                record.cases[one.case.repository].append(tuple(pair))
                if outcome.is_clean:
                    merge.cases[one.case.repository].append((int(outcome.is_right), 1))
    order = sorted(regions, key=lambda rule: (list(NEEDED).index(regions[rule].policy), rule))
    return {rule: regions[rule] for rule in order}, {rule: merges[rule] for rule in order}


VERDICT_HEADS = ["policy", "cases", "precision %", "repositories where it holds", "verdict",
                 "the same with one left out", "otherwise"]


def print_verdicts(title, found):
    table(title, VERDICT_HEADS, [(rule, [record.policy, *record.cells()]) for rule, record in found.items()])


def print_spread(found):
    table("rule", ["right / applied by repository"], [(rule, [", ".join(
        f"{repository} {sum(right for right, _ in cases)}/{sum(applied for _, applied in cases)}"
        for repository, cases in sorted(record.cases.items()))]) for rule, record in found.items()])


def forecast(found, measured):
    """What the policies would do, were each rule where the other repositories put it: rows of a table.

    A clean merge of eager counts for a policy if all rules in it belong there, so this is an estimate.
    """
    order = list(NEEDED)
    verdicts = {}

    def place(rule, repository):
        if (rule, repository) not in verdicts:
            verdict = found[rule].verdict(without=repository)
            verdicts[rule, repository] = found[rule].policy if verdict == "too few" else verdict
        return verdicts[rule, repository]
    right, wrong, total = collections.Counter(), collections.Counter(), 0
    for one in measured:
        outcome = one.outcomes.get("docmerge eager")
        if not outcome or one.human_problems or not one.is_left_by_git:
            continue
        total += 1
        places = {place(decision.rule, one.case.repository) for decision in outcome.decisions
                  if decision.rule in found}
        if outcome.is_clean and "goes" not in places:
            for policy in order[max(map(order.index, places), default=0):]:
                (right if outcome.is_right else wrong)[policy] += 1
    return [(policy, [right[policy], wrong[policy], share(right[policy], total),
                      share(right[policy], right[policy] + wrong[policy])]) for policy in order]


def print_all(measured):
    regions, merges = records(measured)
    if not regions:
        return
    print_verdicts("rule, by regions", regions)
    print_verdicts("rule, by clean merges it has a part in", merges)
    print_spread(regions)
    heads = ["right", "wrong", "covered %", "precision %"]
    table("if rules moved so, by regions", heads, forecast(regions, measured))
    table("if rules moved so, by clean merges", heads, forecast(merges, measured))
