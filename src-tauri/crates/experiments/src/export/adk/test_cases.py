import asyncio
from pathlib import Path

import pytest
from google.adk.evaluation.agent_evaluator import AgentEvaluator
from google.adk.evaluation.eval_set import EvalSet

FILE = Path(__file__).parent / "cases.test.json"
SET = EvalSet.model_validate_json(FILE.read_text("utf-8"))


@pytest.mark.parametrize("case", SET.eval_cases, ids=[case.eval_id for case in SET.eval_cases])
def test_case(case):
    one = SET.model_copy(update={"eval_cases": [case]})
    config = AgentEvaluator.find_config_for_test_file(str(FILE))
    evaluation = AgentEvaluator.evaluate_eval_set(
        "agent", one, eval_config=config, num_runs=1, print_detailed_results=False
    )
    asyncio.run(evaluation)
