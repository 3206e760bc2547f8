"""The metric of `test_config.json`: whether an invocation is as the case expects."""

import json
from pathlib import Path

from expectations import faults
from google.adk.evaluation.eval_case import InvocationEvents, get_all_tool_calls
from google.adk.evaluation.evaluator import EvalStatus, EvaluationResult, PerInvocationResult

from agent.agent import MALFORMED

CASES = Path(__file__).parent / "cases"


def as_expected(metric, actual_invocations, expected_invocations, scenario=None):
    results = [_judge(*pair) for pair in zip(actual_invocations, expected_invocations, strict=True)]
    score = min(result.score for result in results)
    return EvaluationResult(overall_score=score, overall_eval_status=_status(score), per_invocation_results=results)


def _judge(actual, expected):
    case = json.loads((CASES / f"{expected.invocation_id}.json").read_text("utf-8"))
    found = faults(case["expect"], _made(actual))
    print("\n".join(f"{case['id']}: {fault}" for fault in found))
    score = 0.0 if found else 1.0
    return PerInvocationResult(
        actual_invocation=actual, expected_invocation=expected, score=score, eval_status=_status(score)
    )


def _made(invocation):
    calls = get_all_tool_calls(invocation.intermediate_data)
    made = [{"function": call.name, "arguments": None if call.args == MALFORMED else call.args or {}} for call in calls]
    parts = invocation.final_response.parts if invocation.final_response else None
    text = "".join(part.text or "" for part in parts or [])
    # An agent asks its model once for each event with calls, and once for its last words.
    return {"rounds": 1 + _events_with_calls(invocation), "calls": made, "text": text, "cut": None}


def _events_with_calls(invocation):
    data = invocation.intermediate_data
    if not isinstance(data, InvocationEvents):
        return len(get_all_tool_calls(data))
    parts = [event.content.parts or [] for event in data.invocation_events if event.content]
    return sum(any(part.function_call for part in own) for own in parts)


def _status(score):
    return EvalStatus.PASSED if score == 1.0 else EvalStatus.FAILED
