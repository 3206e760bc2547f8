"""Holds how calls are matched against the checkers of others: that of the leaderboard, the trajectory matchers of agentevals, and
the trajectory evaluator of the Agent Development Kit.

Reads a file with a line for each pair of expected and made calls, as the crate `experiments` writes it, with its verdict. A
different verdict needs an argument: it has to vanish where what the argument is about is taken out of both sides. Before that the
judge is judged: verdicts that are turned around have to be refused.
"""

import argparse
import itertools
import json
import logging
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentevals.trajectory.match import create_trajectory_match_evaluator
from google.adk.evaluation.eval_case import IntermediateData, Invocation
from google.adk.evaluation.eval_metrics import EvalMetric, ToolTrajectoryCriterion
from google.adk.evaluation.trajectory_evaluator import TrajectoryEvaluator
from google.genai import types
from leaderboard import category_of, is_valid

FEWEST = 5_000

Line = dict[str, Any]
Calls = list[tuple[str, dict[str, Any]]]
Verdict = Callable[[Line], bool]

MODES = {"exactly": "strict", "anyOrder": "unordered", "superset": "superset", "subset": "subset"}
KINDS = {"exactly": "EXACT", "inOrder": "IN_ORDER", "superset": "ANY_ORDER"}


def by_leaderboard(line: Line) -> bool:
    question = line["line"]
    made = [{name: arguments} for name, arguments in line["made"]]
    return is_valid(question["function"], made, question["ground_truth"], category_of(question["id"]))


def by_agentevals(line: Line) -> bool:
    evaluator = create_trajectory_match_evaluator(
        trajectory_match_mode=MODES[line["match"]], tool_args_match_mode="superset" if line["isOpen"] else "exact"
    )
    return bool(evaluator(outputs=messages(line["made"]), reference_outputs=messages(line["wanted"]))["score"])


def messages(calls: Calls) -> list[Any]:
    """A message for each call, so that their order counts where it does."""
    said = lambda name, arguments: {"function": {"name": name, "arguments": json.dumps(arguments)}, "type": "function", "id": "1"}
    return [{"role": "assistant", "content": "", "tool_calls": [said(*call)]} for call in calls]


def by_kit(line: Line) -> bool:
    match_type = ToolTrajectoryCriterion.MatchType[KINDS[line["match"]]]
    criterion = ToolTrajectoryCriterion(threshold=1.0, match_type=match_type)
    metric = EvalMetric(metric_name="tool_trajectory_avg_score", threshold=1.0, criterion=criterion)
    evaluator = TrajectoryEvaluator(eval_metric=metric)
    return evaluator.evaluate_invocations([invocation(line["made"])], [invocation(line["wanted"])]).overall_score == 1.0


def invocation(calls: Calls) -> Invocation:
    uses = [types.FunctionCall(name=name, args=arguments) for name, arguments in calls]
    return Invocation(user_content=types.Content(parts=[]), intermediate_data=IntermediateData(tool_uses=uses))


def judges_of(line: Line) -> dict[str, Verdict]:
    if line["kind"] == "leaderboard":
        return {"the leaderboard's checker": by_leaderboard}
    found: dict[str, Verdict] = {}
    if line["match"] in MODES:
        found["agentevals"] = by_agentevals
    if line["match"] in KINDS and not line["isOpen"]:
        found["ADK's trajectory evaluator"] = by_kit
    return found


def without_truth(line: Line) -> Line:
    """The same with words in place of true and false, which Python takes for 1 and 0."""
    change = lambda value: str(value) if isinstance(value, bool) else value
    return {**line, **{side: deeply(line[side], change) for side in ("made", "wanted")}}


def with_whole_numbers(line: Line) -> Line:
    """The same with 1 in place of 1.0: the checker holds a number against its type by how it is written."""
    change = lambda value: int(value) if isinstance(value, float) and value.is_integer() else value
    question = {**line["line"], "ground_truth": deeply(line["line"]["ground_truth"], change)}
    return {**line, "line": question, "made": deeply(line["made"], change)}


def deeply(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, dict):
        return {name: deeply(one, change) for name, one in value.items()}
    if isinstance(value, list):
        return [deeply(one, change) for one in value]
    return change(value)


def in_any_order(line: Line, judge: Verdict) -> bool:
    """Whether it holds for one order of the calls: theirs takes the first call that fits, and it may be the only one of a later."""
    return any(judge({**line, "made": list(made)}) for made in itertools.permutations(line["made"]))


def argued(line: Line, judge: Verdict) -> str | None:
    """The name of the difference, if it is one that is argued in docs/experiments.md."""
    if line["kind"] == "trajectory":
        if judge(without_truth(line)) == line["ours"]:
            return "true is not 1"
        if line["match"] == "superset" and in_any_order(without_truth(line), judge) == line["ours"]:
            return "calls are paired as well as they can be"
        return None
    whole = with_whole_numbers(line)
    if judge(whole) == line["ours"]:
        return "1.0 is 1"
    if "parallel" in line["line"]["id"] and in_any_order(whole, judge) == line["ours"]:
        return "calls are paired as well as they can be"
    return None


def main() -> int:
    begun = time.monotonic()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("calls", type=Path, help="a file with expected and made calls, a pair a line")
    lines = [json.loads(line) for line in parser.parse_args().calls.read_text(encoding="utf-8").splitlines()]
    compared, passed, differences, faults = Counter[str](), Counter[str](), Counter[tuple[str, str]](), []
    blind = Counter[str]()
    for number, line in enumerate(lines):
        for name, judge in judges_of(line).items():
            theirs = judge(line)
            compared[name] += 1
            passed[name] += theirs
            if theirs != line["ours"]:
                argument = argued(line, judge)
                differences[name, argument or "?"] += 1
                if argument is None:
                    faults.append(f"{name}, line {number + 1}: ours {line['ours']}, theirs {theirs}\n  {json.dumps(line)}")
            elif number < 200 and argued({**line, "ours": not theirs}, judge) is None:
                blind[name] += 1
    for name in compared:
        print(f"{name}: {compared[name]} pairs, of which it passes {passed[name]}")
        for (judge_name, argument), count in differences.items():
            if judge_name == name:
                print(f"  {count} differ: {argument}")
    print("\n".join(faults[:10]), end="\n" if faults else "")
    unnoticed = [name for name in compared if blind[name] == 0]
    print("\n".join(f"the judge is blind to {name}" for name in unnoticed), end="\n" if unnoticed else "")
    few = [name for name in compared if not 100 < passed[name] < compared[name] - 100] + ([""] if len(lines) < FEWEST else [])
    print("\n".join(f"the pairs decide nothing: {name}" for name in few), end="\n" if few else "")
    failed = len(faults) + len(unnoticed) + len(few)
    print(f"{len(lines)} lines in {time.monotonic() - begun:.1f} s")
    print(f"test result: {'FAILED' if failed else 'ok'}. {sum(compared.values()) - len(faults)} passed; {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    sys.exit(main())
