"""Faults of calls, of results and of who speaks when."""

from typing import Any

from composing import ANSWERED, ASKED, CALLED, THANKED, TOLD, Said, answered, called, said
from planted import Change, Plant, body, change, saying

FIRST, SECOND = "abc123def", "abc123deg"


def with_id(id: str) -> Change:
    return saying(ASKED, ("model", (called(id),)), ("results", (answered(id),)))


def calling(*ids: str) -> Said:
    return ("model", tuple(called(id) for id in ids))


def answering(*ids: str) -> Said:
    return ("results", tuple(answered(id) for id in ids))


def with_arguments(arguments: Any) -> Change:
    return saying(ASKED, ("model", (called(arguments=arguments),)), ANSWERED)


def with_result(**more: Any) -> Change:
    return saying(ASKED, CALLED, ("results", (answered(**more),)))


TWICE = saying(ASKED, calling(FIRST, FIRST), answering(FIRST, FIRST))
TWICE_LATER = saying(ASKED, calling(FIRST), answering(FIRST), TOLD, THANKED, calling(FIRST), answering(FIRST))
TWO = saying(ASKED, calling(FIRST, SECOND), answering(SECOND, FIRST))
ONE_ANSWER = saying(ASKED, calling(FIRST, SECOND), answering(FIRST), THANKED)
NO_ANSWER = saying(ASKED, CALLED, THANKED)
UNASKED = saying(ASKED, TOLD, answering(FIRST), THANKED)
ANSWERED_TWICE = saying(ASKED, calling(FIRST), answering(FIRST, FIRST), THANKED)
LATE = saying(ASKED, CALLED, THANKED, TOLD, ANSWERED)
TEXTUAL = ("vllm", "llama-cpp", "openai-compatible", "openai-responses-compatible")
VALUED = ("anthropic", "gemini", "vertex", "gemini-interactions", "ollama", "bedrock")

PLANTED = {
    "call-id": [
        Plant(with_id("")),
        Plant(
            with_id("!" * 65),
            good=with_id("abcABC123"),
            only=("openai", "openai-responses", "mistral", "anthropic", "bedrock"),
        ),
        Plant(with_id("a" * 41), good=with_id("a" * 40), only=("openai", "azure-openai", "azure-openai-dated")),
        Plant(with_id("a" * 65), good=with_id("a" * 64), only=("openai-responses", "azure-openai-responses", "bedrock")),
        Plant(with_id("abc12_def"), good=with_id("ABCdef123"), only=("mistral",)),
        Plant(with_id("a.b"), good=with_id("a-b_c"), only=("anthropic",)),
        Plant(with_id("a/b"), good=with_id("a.b:c-d"), only=("bedrock",)),
    ],
    "call-ids-unique": [Plant(TWICE, good=TWO), Plant(TWICE_LATER, good=TWO)],
    "call-ids-unique-in-turn": [Plant(TWICE, good=TWICE_LATER)],
    "calls-answered": [Plant(NO_ANSWER), Plant(ONE_ANSWER, good=TWO), Plant(saying(ASKED, CALLED)), Plant(LATE)],
    "results-asked-for": [
        Plant(UNASKED),
        Plant(ANSWERED_TWICE, good=TWO),
        Plant(LATE),
        Plant(saying(ASKED, ANSWERED, CALLED)),
    ],
    "calls-answered-anywhere": [Plant(NO_ANSWER, good=LATE), Plant(UNASKED), Plant(ANSWERED_TWICE, good=TWO)],
    "results-first": [
        Plant(
            saying(ASKED, CALLED, ("results", (said(), answered()))),
            good=saying(ASKED, CALLED, ("results", (answered(), said()))),
        ),
    ],
    "results-alone": [Plant(saying(ASKED, CALLED, ("results", (answered(), said()))))],
    "functions-stay": [Plant(change(names=()))],
    "arguments-object": [
        Plant(with_arguments('{"port": '), good=with_arguments({}), only=TEXTUAL),
        Plant(with_arguments("[]"), good=with_arguments('{"port": 1}'), only=TEXTUAL),
        Plant(with_arguments("[1]"), good=with_arguments({}), only=VALUED),
    ],
    "arguments-json": [Plant(with_arguments('{"port": '), good=with_arguments('"low"'))],
    "calls-are-functions": [Plant(saying(ASKED, ("model", (called(is_custom=True),)), ANSWERED))],
    "result-object": [Plant(with_result(content=["low"]), good=with_result(content={}))],
    "result-names-function": [
        Plant(body(lambda written: written["input"][4].pop("name"))),
        Plant(with_result(name="")),
    ],
    "result-without-references": [
        Plant(with_result(content={"schema": [{"$ref": "#/a"}]}), good=with_result(content={"schema": "$ref"})),
    ],
    "failure-is-told": [
        Plant(with_result(content=[], is_failure=True), good=with_result(content="no such port", is_failure=True)),
    ],
    "roles-in-order": [
        Plant(saying(ASKED, CALLED, ANSWERED, ("system", (said(),)), THANKED)),
        Plant(saying(ASKED, ANSWERED, THANKED), good=saying(("system", (said(),)), ASKED, ASKED)),
    ],
    "ends-with-person": [Plant(saying(ASKED, TOLD))],
    "begins-with-person": [Plant(saying(TOLD, THANKED))],
    "call-follows-person": [
        Plant(saying(CALLED, ANSWERED, THANKED), good=saying(ASKED, TOLD, CALLED, ANSWERED)),
        Plant(saying(TOLD, CALLED, ANSWERED)),
    ],
    "one-answer-at-the-end": [Plant(saying(ASKED, TOLD, TOLD), good=saying(ASKED, TOLD))],
    "role-developer": [
        Plant(body(lambda written: written["messages"].insert(0, {"role": "developer", "content": "Be brief."})))
    ],
}
