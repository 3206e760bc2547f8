"""Calls, their results, and the order of what is said."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from reading import Call, Request, Result, Turn, parsed
from rules.checks import calls, check, has_calls, model_turns, results, turns, whole

IDS = {
    "mistral": re.compile(r"[a-zA-Z0-9]{9}"),
    "anthropic": re.compile(r"[a-zA-Z0-9_-]+"),
    "bedrock": re.compile(r"[a-zA-Z0-9_.:-]{1,64}"),
    "openai": re.compile(r".{1,40}", re.DOTALL),
    "azure-openai": re.compile(r".{1,40}", re.DOTALL),
    "azure-openai-dated": re.compile(r".{1,40}", re.DOTALL),
    "openai-responses": re.compile(r".{1,64}", re.DOTALL),
    "azure-openai-responses": re.compile(r".{1,64}", re.DOTALL),
    "lm-studio": re.compile(r".+", re.DOTALL),
}
AFTER = {
    "system": {"system", "user", "assistant"},
    "user": {"system", "user", "assistant"},
    "assistant": {"assistant", "user", "tool"},
    "tool": {"assistant", "tool", "user"},
}
BY_VALUE = ("anthropic", "gemini", "vertex", "gemini-interactions", "ollama", "bedrock")
MERGING = ("anthropic", "bedrock", "gemini", "vertex", "gemini-interactions")


def ids(request: Request) -> Iterable[tuple[str, Any]]:
    """The ids of calls, and those results answer to."""
    asked: list[Call | Result] = [*calls(request), *results(request)]
    return [(one.place, one.id) for one in asked]


@check("call-id", of=ids)
def ids_fit(named: tuple[str, Any], request: Request) -> str | None:
    return None if isinstance(named[1], str) and IDS[request.kind].fullmatch(named[1]) else f"{named[0]}: {named[1]!r}"


@check("call-ids-unique", of=has_calls)
def ids_differ(whole: Request, request: Request) -> str | None:
    twice = [name for name, count in Counter(call.id for call in calls(request)).items() if count > 1]
    return f"{twice} stand for two calls" if twice else None


@check("call-ids-unique-in-turn", of=model_turns)
def ids_differ_in_a_turn(turn: Turn, request: Request) -> str | None:
    twice = [name for name, count in Counter(call.id for call in turn.calls).items() if count > 1]
    return f"{turn.place}: {twice} stand for two calls" if twice else None


def rounds(request: Request) -> list[tuple[str, list[Any], list[Any]]]:
    """For each turn with calls or results: the calls right before, and the results there."""
    found: list[tuple[str, list[Any], list[Any]]] = []
    key = pairing_key(request)
    open_calls: list[Any] = []
    answered: list[Any] = []
    place = ""
    for turn in merged(request):
        if turn.results:
            answered += [key(result) for result in turn.results]
            place = turn.place
            if turn.role == "results":
                continue
        found.append((place or turn.place, open_calls, answered))
        open_calls, answered, place = [key(call) for call in turn.calls], [], turn.place
    found.append((place, open_calls, answered))
    return [one for one in found if one[1] or one[2]]


def merged(request: Request) -> list[Turn]:
    """The turns, with those of one side in a row as one at the services that see them so."""
    if request.kind not in MERGING:
        return list(request.turns)
    together: list[Turn] = []
    for turn in request.turns:
        last = together[-1] if together else None
        if last is not None and last.role == turn.role and turn.role != "results":
            together[-1] = Turn(
                last.place, last.role, last.wire_role, last.parts + turn.parts, last.texts + turn.texts,
                last.media + turn.media, last.calls + turn.calls, last.results + turn.results, last.raw,
            )  # fmt: skip
        else:
            together.append(turn)
    return together


def pairing_key(request: Request) -> Any:
    """Google pairs by place and name, all others by id."""
    by_name = request.kind in ("gemini", "vertex")
    return lambda one: one.name if by_name else one.id


@check("calls-answered", of=rounds)
def calls_have_results(turn: tuple[str, list[Any], list[Any]], request: Request) -> str | None:
    place, asked, answered = turn
    missing = Counter(asked) - Counter(answered)
    return f"{place}: no result for {list(missing)}" if missing else None


@check("results-asked-for", of=rounds)
def results_have_calls(turn: tuple[str, list[Any], list[Any]], request: Request) -> str | None:
    place, asked, answered = turn
    extra = Counter(answered) - Counter(asked)
    return f"{place}: no call for the result of {list(extra)}" if extra else None


@check("calls-answered-anywhere", of=has_calls)
def calls_have_results_somewhere(whole: Request, request: Request) -> str | None:
    asked, answered = Counter(call.id for call in calls(request)), Counter(result.id for result in results(request))
    if missing := asked - answered:
        return f"no output for {list(missing)}"
    extra = answered - asked
    return f"no call for the output of {list(extra)}" if extra else None


@check("results-first", of=turns)
def results_come_first(turn: Turn, request: Request) -> str | None:
    is_result = [kind in ("tool_result", "toolResult") for kind in turn.parts]
    return f"{turn.place}: a result behind something else" if is_result != sorted(is_result, reverse=True) else None


@check("results-alone", of=turns)
def results_stand_alone(turn: Turn, request: Request) -> str | None:
    beside = [kind for kind in turn.parts if kind not in ("toolResult", "functionResponse")]
    return f"{turn.place}: {beside} beside results" if turn.results and beside else None


@check("functions-stay", of=has_calls)
def a_history_with_calls_has_functions(whole: Request, request: Request) -> str | None:
    return None if request.functions else "calls or results in the history, and no functions"


@check("arguments-object", of=calls)
def arguments_are_an_object(call: Call, request: Request) -> str | None:
    value = parsed(call.arguments) if isinstance(call.arguments, str) and request.kind not in BY_VALUE else call.arguments
    return None if call.is_custom or isinstance(value, dict) else f"{call.place}: {str(call.arguments)[:60]!r}"


@check("arguments-json", of=calls)
def arguments_are_json(call: Call, request: Request) -> str | None:
    return None if call.is_custom or is_json(call.arguments) else f"{call.place}: {str(call.arguments)[:60]!r}"


def is_json(text: Any) -> bool:
    try:
        json.loads(text)
    except (TypeError, ValueError):
        return False
    return True


@check("calls-are-functions", of=calls)
def calls_are_of_functions(call: Call, request: Request) -> str | None:
    return f"{call.place}: a call of the type custom" if call.is_custom else None


@check("result-object", of=results)
def results_are_objects(result: Result, request: Request) -> str | None:
    return None if isinstance(result.content, dict) else f"{result.place}: {str(result.content)[:60]}"


@check("result-names-function", of=results)
def results_name_their_functions(result: Result, request: Request) -> str | None:
    return None if isinstance(result.name, str) and result.name else f"{result.place}: a result of nobody"


@check("result-without-references", of=results)
def results_refer_to_nothing(result: Result, request: Request) -> str | None:
    return f"{result.place}: a key $ref" if has_key(result.content, "$ref") else None


def has_key(value: Any, wanted: str) -> bool:
    if isinstance(value, dict):
        return wanted in value or any(has_key(inner, wanted) for inner in value.values())
    return isinstance(value, list) and any(has_key(inner, wanted) for inner in value)


@check("failure-is-told", of=results)
def failures_say_something(result: Result, request: Request) -> str | None:
    return f"{result.place}: a failure without content" if result.is_failure and not result.content else None


@check("roles-in-order", of=whole)
def roles_follow_each_other(whole: Request, request: Request) -> str | None:
    roles = [turn.wire_role for turn in request.turns]
    for before, role in zip(roles, roles[1:], strict=False):
        if role not in AFTER.get(before, set()):
            return f"{role} after {before}"
    return None


@check("ends-with-person", of=whole)
def the_last_turn_is_no_answer(whole: Request, request: Request) -> str | None:
    last = request.turns[-1] if request.turns else None
    return f"{last.place}: the model speaks last" if last is not None and last.role == "model" else None


@check("begins-with-person", of=whole)
def the_first_turn_is_a_person_s(whole: Request, request: Request) -> str | None:
    first = request.turns[0] if request.turns else None
    return f"{first.place}: {first.wire_role} speaks first" if first is not None and first.role == "model" else None


@check("one-answer-at-the-end", of=whole)
def at_most_one_answer_ends_it(whole: Request, request: Request) -> str | None:
    last = [turn.role for turn in request.turns[-2:]]
    return "two answers at the end" if last == ["model", "model"] else None


@check("call-follows-person", of=whole)
def calls_follow_a_person(whole: Request, request: Request) -> str | None:
    all_turns = merged(request)
    for before, turn in zip([None, *all_turns], all_turns, strict=False):
        if turn.calls and (before is None or before.role == "model"):
            return f"{turn.place}: a call without a person's turn before it"
    return None


@check("role-developer", of=turns)
def nobody_is_a_developer(turn: Turn, request: Request) -> str | None:
    return f"{turn.place}: the role developer" if turn.wire_role == "developer" else None
