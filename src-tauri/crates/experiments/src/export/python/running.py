"""Runs a case: asks the model, answers its calls with the results of the case, until it speaks."""

import json

from expectations import same
from model import answer


def run(case):
    messages = list(case["messages"])
    made = {"rounds": 0, "calls": [], "text": None, "cut": None}
    while made["rounds"] < case["rounds"]:
        said = answer(messages, case["tools"], case["request"])
        made["rounds"] += 1
        messages.append({name: value for name, value in said.items() if value is not None})
        made["text"] = said.get("content") or made["text"]
        calls = said.get("tool_calls") or []
        if not calls:
            return made
        for call in calls:
            name = call["function"]["name"]
            function = case["names"].get(name, name)
            arguments = _object(call["function"]["arguments"])
            content = _result(case["results"], function, arguments)
            made["calls"].append(
                {"function": function, "arguments": arguments, "round": made["rounds"], "result": content}
            )
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
    made["cut"] = f"after {case['rounds']} requests it still called"
    return made


def _object(text):
    try:
        value = json.loads(text or "{}")
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _result(results, function, arguments):
    if arguments is None:
        return "Error: the arguments are not JSON"
    for result in results:
        if result["function"] == function and ("arguments" not in result or same(result["arguments"], arguments)):
            (kind, value), = result["answer"].items()
            if kind == "failed":
                return f"Error: {value}"
            return value if isinstance(value, str) else json.dumps(value)
    return "Error: the case has no result for this function with these arguments"
