"""One row for each case and policy: for another program as JSON, for a person as paths."""
import collections
import json

VERDICTS = ("exact", "loose", "data", "right", "order", "wrong", "conflict", "error", "invalid", "doubled",
            "human-invalid")


def rows(programs, measured):
    """The rows of docmerge's policies."""
    for one in measured:
        for tool in programs:
            if tool.is_ours:
                outcome = one.outcomes[tool.name]
                applied = {}
                for decision in outcome.decisions:
                    counts = applied.setdefault(decision.rule, [0, 0])
                    counts[0] += bool(decision.is_right)
                    counts[1] += 1
                yield {
                    "id": one.case.name, "kind": one.case.kind, "repo": one.case.repository,
                    "policy": tool.name.split()[-1], "verdict": one.verdict(tool.name),
                    "result": outcome.result, "git": "conflict" if one.is_left_by_git else "clean",
                    "category": one.category, "lines": outcome.lines, "rules": applied,
                    "problems": [str(problem) for problem in outcome.problems],
                    "doubled": [str(problem) for problem in outcome.doubled],
                    "human_problems": [str(problem) for problem in one.human_problems],
                    "seconds": round(outcome.seconds, 4)}


def write(path, programs, measured):
    """Writes JSON lines. `rules` has how often each was right, and how often it was applied."""
    with open(path, "w") as file:
        for row in rows(programs, measured):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def compare(path, programs, measured):
    """Prints the cases whose verdict is another than in the rows of an earlier run."""
    with open(path) as file:
        earlier = {(row["id"], row["policy"]): row for row in map(json.loads, file)}
    changes = collections.defaultdict(list)
    for row in rows(programs, measured):
        before = earlier.get((row["id"], row["policy"]))
        if before and before["verdict"] != row["verdict"]:
            change = row["policy"], before["verdict"], row["verdict"]
            changes[change].append((row["id"], sorted({*before["rules"], *row["rules"]})))
    print("\n## Since the earlier run")
    for (policy, before, now), cases in sorted(changes.items()):
        print(f"\n{policy}: {len(cases)} {before} -> {now}")
        for name, applied in cases:
            print(f"- {name} [{', '.join(applied)}]")


def fits(verdict, one, name):
    """Whether a case came out as asked for; "wrong" takes those in other order, too."""
    outcome = one.outcomes[name]
    match verdict:
        case "human-invalid":
            return bool(one.human_problems)
        case "invalid":
            return outcome.is_clean and bool(outcome.problems)
        case "doubled":
            return outcome.is_clean and bool(outcome.doubled)
    if one.human_problems:
        return False
    match verdict:
        case "right":
            return outcome.is_right
        case "order":
            return outcome.has_other_order
        case _:
            return outcome.result == verdict


def show(verdict, programs, measured):
    """Prints the folders of the cases that came out so, where their merges are, and why."""
    for tool in programs:
        if not tool.is_ours:
            continue
        picked = [one for one in measured if fits(verdict, one, tool.name)]
        print(f"\n{tool.name}: {len(picked)} {verdict}")
        for one in picked:
            outcome = one.outcomes[tool.name]
            rules = ", ".join(sorted({decision.rule for decision in outcome.decisions}))
            print(f"{one.case.folder}  {one.case.kind}  {one.case.repository}  [{rules}]")
            if outcome.kept:
                print(f"    {outcome.kept}")
            problems = one.human_problems if verdict == "human-invalid" else outcome.problems + outcome.doubled
            for problem in problems[:3]:
                print("    " + str(problem).replace("\n", " ⏎ ")[:160])
