"""The checker of the Berkeley Function-Calling Leaderboard, and a folder of its lines held against calls.

`leaderboard.py FOLDER CALLS` prints `valid` or `invalid` for each line of a folder. CALLS is a list of calls as the checker reads
them: `[{"weather.now": {"city": "Oslo"}}]`.
"""

import json
import sys
import types
from pathlib import Path
from typing import Any

# The table of models imports the libraries of all providers. Here it says one thing: names keep their dots.
table = types.ModuleType("bfcl_eval.constants.model_config")
table.MODEL_CONFIG_MAPPING = {"any": types.SimpleNamespace(underscore_to_dot=False)}  # type: ignore[attr-defined]
sys.modules[table.__name__] = table

from bfcl_eval.constants.enums import Language  # noqa: E402
from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker  # noqa: E402


def category_of(identifier: str) -> str:
    return identifier.rstrip("0123456789-_")


def is_valid(functions: list[Any], calls: list[Any], answers: list[Any], category: str) -> bool:
    if "irrelevance" in category:
        return not calls
    return bool(ast_checker(functions, calls, answers, Language.PYTHON, category, "any")["valid"])


def main(folder: Path, calls: list[Any]) -> None:
    for file in sorted(folder.glob("*.json")):
        category = file.stem.removeprefix("BFCL_v4_")
        answers = folder / "possible_answer" / file.name
        known = {line["id"]: line["ground_truth"] for line in lines(answers)} if answers.exists() else {}
        for line in lines(file):
            valid = is_valid(line["function"], calls, known.get(line["id"], []), category)
            print(line["id"], "valid" if valid else "invalid")


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]))
