"""What is offered and asked for: functions, the choice among them, stops, the form of the answer, settings."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from reading import Form, Request
from rules.checks import calls, check, choices, form, has_stops, offers, stops, whole

COMMON_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
NAMES = {
    "openai-responses": re.compile(r"[a-zA-Z0-9_-]{1,128}"),
    "azure-openai-responses": re.compile(r"[a-zA-Z0-9_-]{1,128}"),
    "anthropic": re.compile(r"[a-zA-Z0-9_-]{1,128}"),
    "gemini": re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}"),
    "vertex": re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}"),
    "gemini-interactions": re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}"),
}
FORM_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
MOST_FUNCTIONS = {"xai": 200, "gemini": 512, "vertex": 512}
MOST_STOPS = {"gemini": 5, "vertex": 5}
SAMPLING = ("temperature", "top_p", "top_k")
LEAST_OUTPUT = 16


def names(request: Request) -> Iterator[tuple[str, Any]]:
    """Every name of a function, offered, chosen or called."""
    yield from ((function.place, function.name) for function in request.functions)
    yield from (("the choice", name) for name in request.named)
    yield from ((call.place, call.name) for call in calls(request))


@check("function-name", of=names)
def names_fit(named: tuple[str, Any], request: Request) -> str | None:
    pattern = NAMES.get(request.kind, COMMON_NAME)
    return None if isinstance(named[1], str) and pattern.fullmatch(named[1]) else f"{named[0]}: {named[1]!r}"


@check("function-names-unique", of=offers)
def names_differ(whole: Request, request: Request) -> str | None:
    twice = [name for name, count in Counter(function.name for function in request.functions).items() if count > 1]
    return f"{twice} stand for two functions" if twice else None


@check("function-count", of=offers)
def functions_are_few(whole: Request, request: Request) -> str | None:
    most = MOST_FUNCTIONS.get(request.kind, 128)
    return f"{len(request.functions)} functions of {most}" if len(request.functions) > most else None


@check("functions-not-empty", of=whole)
def no_empty_list_of_functions(whole: Request, request: Request) -> str | None:
    return "tools is an empty list" if request.body.get("tools") == [] else None


@check("choice-needs-functions", of=choices)
def a_choice_has_functions(whole: Request, request: Request) -> str | None:
    return None if request.functions or request.body.get("tools") else "a choice, and nothing to choose from"


def says_parallel(request: Request) -> list[Request]:
    return [request] if "parallel_tool_calls" in request.body else []


@check("parallel-needs-functions", of=says_parallel)
def calls_side_by_side_need_functions(whole: Request, request: Request) -> str | None:
    return None if request.functions or request.body.get("tools") else "parallel_tool_calls without tools"


def named_choices(request: Request) -> list[Request]:
    return [request] if request.named else []


@check("choice-is-offered", of=named_choices)
def a_named_choice_is_offered(whole: Request, request: Request) -> str | None:
    offered = {function.name for function in request.functions}
    unknown = [name for name in request.named if name not in offered]
    return f"{unknown} is not offered" if unknown else None


@check("choice-is-a-word", of=choices)
def a_choice_is_a_word(whole: Request, request: Request) -> str | None:
    return None if isinstance(request.body.get("tool_choice"), str) else "tool_choice is an object"


def allowed_choices(request: Request) -> list[dict[str, Any]]:
    choice = request.body.get("generation_config", {}).get("tool_choice")
    return [choice["allowed_tools"]] if isinstance(choice, dict) else []


@check("choice-among-mode", of=allowed_choices)
def a_choice_among_some_is_forced_or_held(allowed: dict[str, Any], request: Request) -> str | None:
    return None if allowed.get("mode") in ("any", "validated") else f"allowed_tools with the mode {allowed.get('mode')!r}"


@check("stop-count", of=has_stops)
def stops_are_few(whole: Request, request: Request) -> str | None:
    most = MOST_STOPS.get(request.kind, 4)
    return f"{len(request.stops)} stops of {most}" if len(request.stops) > most else None


@check("stop-not-empty", of=stops)
def stops_are_not_empty(stop: Any, request: Request) -> str | None:
    return "an empty stop" if stop == "" else None


@check("stop-not-blank", of=stops)
def stops_are_not_blank(stop: Any, request: Request) -> str | None:
    return f"the stop {stop!r}" if isinstance(stop, str) and not stop.strip() else None


def named_forms(request: Request) -> list[Form]:
    """Forms with a schema. Those have a name."""
    return [wanted for wanted in form(request) if wanted.schema is not None]


@check("form-name", of=named_forms)
def the_name_of_a_form_fits(wanted: Form, request: Request) -> str | None:
    return None if isinstance(wanted.name, str) and FORM_NAME.fullmatch(wanted.name) else f"{wanted.place}: {wanted.name!r}"


def any_json(request: Request) -> list[Form]:
    return [wanted for wanted in form(request) if wanted.schema is None]


@check("form-json-is-said", of=any_json)
def json_is_said(wanted: Form, request: Request) -> str | None:
    said = [text.text for turn in request.turns for text in turn.texts]
    return None if any("json" in text.lower() for text in said) else "no message has the word json"


def forms_beside_functions(request: Request) -> list[Form]:
    return form(request) if request.functions else []


@check("form-or-functions", of=form)
def a_form_stands_without_functions(wanted: Form, request: Request) -> str | None:
    return f"{wanted.place}: JSON is asked for beside {len(request.functions)} functions" if request.functions else None


@check("form-or-forced-call", of=forms_beside_functions)
def a_form_stands_without_a_forced_call(wanted: Form, request: Request) -> str | None:
    calling = request.body.get("toolConfig", {}).get("functionCallingConfig", {})
    return "JSON is asked for, and a call" if calling.get("mode") == "ANY" else None


@check("form-schema-refused", of=form)
def no_schema_for_answers(wanted: Form, request: Request) -> str | None:
    return f"{wanted.place}: a schema" if wanted.schema is not None else None


@check("sampling-refused", of=whole)
def nothing_is_said_of_sampling(whole: Request, request: Request) -> str | None:
    said = [name for name in SAMPLING if name in request.body]
    return ", ".join(said) or None


def output_limits(request: Request) -> list[int]:
    limit = request.body.get("max_output_tokens")
    return [] if limit is None else [limit]


@check("output-limit", of=output_limits)
def there_is_room_for_an_answer(limit: int, request: Request) -> str | None:
    return f"max_output_tokens {limit}" if limit < LEAST_OUTPUT else None
