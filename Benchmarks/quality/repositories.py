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
    """How a rule did under the first policy that has it."""
    policy: str
    cases: dict = field(default_factory=lambda: collections.defaultdict(list))
    """For each repository the cases it was applied in: how often right, how often applied."""
    clean: collections.Counter = field(default_factory=collections.Counter)
    """How many clean merges it has a part in, by whether they are right."""

    def precision(self, without=None):
        """Over all repositories but one; `None` where there are too few cases to say."""
        left = [cases for repository, cases in self.cases.items() if repository != without]
        if len(left) < FEWEST_REPOSITORIES or sum(map(len, left)) < FEWEST_CASES:
            return None
        return mean([case for cases in left for case in cases])

    def verdict(self, without=None):
        """The policy that the rule belongs into; "goes" where it is not good enough for any."""
        precision = self.precision(without)
        if precision is None:
            return "too few"
        return next((policy for policy, needed in NEEDED.items() if precision >= needed), "goes")

    def holds(self):
        """In how many repositories the rule has the precision that its policy needs."""
        return sum(mean(cases) >= NEEDED[self.policy] for cases in self.cases.values())

    def words(self, verdict):
        if verdict == self.policy:
            return "stays"
        return f"moves to {verdict}" if verdict in NEEDED else verdict


def mean(cases):
    """The precision over cases, each with how often right and how often applied.

    >>> mean([(1, 1), (0, 2)])
    0.5
    """
    return sum(right / applied for right, applied in cases) / len(cases)


def records(measured):
    """The record of each rule, by name."""
    found = {}
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
                record = found.setdefault(rule, Record(policy))
                record.cases[one.case.repository].append(tuple(pair))
                if outcome.is_clean:
                    record.clean[outcome.is_right] += 1
    return found


def print_verdicts(found):
    rows, spread = [], []
    for rule, record in sorted(found.items(), key=lambda pair: (list(NEEDED).index(pair[1].policy), pair[0])):
        verdict = record.verdict()
        others = collections.Counter(record.verdict(without=repository) for repository in record.cases)
        others_said = ", ".join(f"{record.words(other)} {count}" for other, count in others.most_common()
                                if other != verdict)
        cases = [case for cases in record.cases.values() for case in cases]
        rows.append((rule, [
            record.policy, sum(applied for _, applied in cases), len(cases), share(mean(cases), 1),
            f"{record.clean[True]} / {record.clean.total()}", f"{record.holds()} of {len(record.cases)}",
            record.words(verdict), f"{others[verdict]} of {len(record.cases)}", others_said]))
        spread.append((rule, [", ".join(
            f"{repository} {sum(right for right, _ in cases)}/{sum(applied for _, applied in cases)}"
            for repository, cases in sorted(record.cases.items()))]))
    table("rule", ["policy", "regions", "cases", "precision %", "clean right / clean", "repositories where it holds",
                   "verdict", "same with one left out", "otherwise"], rows)
    table("rule", ["right / applied by repository"], spread)


def print_forecast(found, measured):
    """What the policies would do, were each rule where the other repositories put it.

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
        if not outcome.is_clean:
            continue
        places = {place(decision.rule, one.case.repository) for decision in outcome.decisions
                  if decision.rule in found}
        for policy in order[max(map(order.index, places), default=0):] if "goes" not in places else []:
            (right if outcome.is_right else wrong)[policy] += 1
    table("were the rules there, where git leaves a conflict", ["right", "wrong", "covered %", "precision %"],
          [(policy, [right[policy], wrong[policy], share(right[policy], total),
                     share(right[policy], right[policy] + wrong[policy])]) for policy in order])


def print_all(measured):
    found = records(measured)
    if found:
        print_verdicts(found)
        print_forecast(found, measured)
