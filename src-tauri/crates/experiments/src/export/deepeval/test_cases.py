import json
from pathlib import Path

import pytest
from deepeval import assert_test
from deepeval.metrics import BaseMetric, ToolCorrectnessMetric
from deepeval.test_case import LLMTestCase, ToolCall, ToolCallParams
from expectations import faults
from running import run

FOLDER = Path(__file__).parent
CASES = [json.loads(file.read_text("utf-8")) for file in sorted((FOLDER / "cases").glob("*.json"))]
EXPECTED_TOOLS = json.loads((FOLDER / "expected_tools.json").read_text("utf-8"))


class AsExpected(BaseMetric):
    """Whether a run is as the case expects."""

    def __init__(self, case, made):
        self.case, self.made, self.threshold, self.async_mode = case, made, 1.0, False

    def measure(self, test_case, *args, **kwargs):
        found = faults(self.case["expect"], self.made)
        self.score, self.reason, self.success = float(not found), "; ".join(found) or "as expected", not found
        return self.score

    async def a_measure(self, test_case, *args, **kwargs):
        return self.measure(test_case)

    def is_successful(self):
        return self.success

    @property
    def __name__(self):
        return "As expected"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    made = run(case)
    expected = EXPECTED_TOOLS[case["id"]]
    metrics = [AsExpected(case, made)]
    if expected["isExact"]:
        metrics.append(
            ToolCorrectnessMetric(
                threshold=1.0,
                evaluation_params=[ToolCallParams.INPUT_PARAMETERS],
                should_exact_match=expected["match"] == "exactly",
                should_consider_ordering=expected["match"] == "inOrder",
                async_mode=False,
            )
        )
    test_case = LLMTestCase(
        input=case["title"] or case["id"],
        actual_output=made["text"] or "",
        tools_called=[ToolCall(name=one["function"], input_parameters=one["arguments"]) for one in made["calls"]],
        expected_tools=[ToolCall(name=one["function"], input_parameters=one["arguments"]) for one in expected["calls"]],
    )
    assert_test(test_case, metrics, run_async=False)
