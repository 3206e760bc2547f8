import json
from pathlib import Path

import pytest
from expectations import faults
from running import run

FILES = sorted((Path(__file__).parent / "cases").glob("*.json"))
CASES = [json.loads(file.read_text("utf-8")) for file in FILES]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    assert faults(case["expect"], run(case)) == []
