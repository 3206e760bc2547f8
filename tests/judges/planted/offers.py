"""Faults of what is offered and asked for."""

from dataclasses import replace

from composing import ASKED, SCHEMA, answered, called, said
from planted import Change, Plant, body, change, form


def numbered(count: int) -> tuple[str, ...]:
    return tuple(f"f{number}" for number in range(count))


def named(name: str) -> Change:
    """A function of this name is offered, and called."""
    turns = (ASKED, ("model", (called(name=name),)), ("results", (answered(name=name),)))
    return change(names=(name,), turns=turns)


def offering(*names: str, **more: object) -> Change:
    """These functions, and no history."""
    return change(names=names, turns=(ASKED,), **more)


SHORT = (
    "openai",
    "azure-openai",
    "azure-openai-dated",
    "openrouter",
    "deepseek",
    "groq",
    "xai",
    "together",
    "openai-compatible",
    "mistral",
    "bedrock",
)
GOOGLE = ("gemini", "vertex", "gemini-interactions")
LONG = ("openai-responses", "azure-openai-responses", "anthropic", *GOOGLE)

PLANTED = {
    "function-name": [
        Plant(named("tide table"), good=named("Tide-table_2")),
        Plant(named(""), good=named("a")),
        Plant(named("a" * 65), good=named("a" * 64), only=SHORT),
        Plant(named("a.b"), good=named("_b"), only=(*SHORT, *LONG[:3])),
        Plant(named("a" * 129), good=named("a" * 128), only=LONG),
        Plant(named("2a"), good=named("a.b:c-d"), only=GOOGLE),
    ],
    "function-names-unique": [Plant(offering("a", "a"), good=offering("a", "b"))],
    "function-count": [
        Plant(
            offering(*numbered(129)),
            good=offering(*numbered(128)),
            only=("openai", "azure-openai", "azure-openai-dated", "groq"),
        ),
        Plant(offering(*numbered(201)), good=offering(*numbered(200)), only=("xai",)),
        Plant(offering(*numbered(513)), good=offering(*numbered(512)), only=("gemini", "vertex")),
    ],
    "functions-not-empty": [Plant(body(lambda written: written.update(tools=[]), turns=(ASKED,)), good=offering())],
    "choice-needs-functions": [Plant(offering(choice="any"), good=offering("a", choice="any"))],
    "parallel-needs-functions": [
        Plant(
            body(lambda written: written.update(parallel_tool_calls=False), names=(), turns=(ASKED,)),
            good=body(lambda written: written.update(parallel_tool_calls=False)),
        ),
    ],
    "choice-is-offered": [Plant(offering("a", choice="b"), good=offering("a", choice="a"))],
    "choice-is-a-word": [Plant(offering("a", choice="a"), good=offering("a", choice="any"))],
    "choice-among-mode": [
        Plant(
            body(lambda written: written["generation_config"]["tool_choice"]["allowed_tools"].update(mode="auto"), choice="a"),
            good=change(choice="a"),
        ),
    ],
    "stop-count": [
        Plant(
            change(stops=tuple("abcde")),
            good=change(stops=tuple("abcd")),
            only=("openai", "azure-openai", "azure-openai-dated"),
        ),
        Plant(change(stops=tuple("abcdef")), good=change(stops=tuple("abcde")), only=("gemini", "vertex")),
    ],
    "stop-not-empty": [Plant(change(stops=("a", "")), good=change(stops=("a",)))],
    "stop-not-blank": [Plant(change(stops=("\n\n",)), good=change(stops=("\n\nHuman:",)))],
    "form-name": [
        Plant(form(SCHEMA, form_name="my reply"), good=form(SCHEMA)),
        Plant(form(SCHEMA, form_name="a" * 65), good=form(SCHEMA, form_name="a" * 64)),
    ],
    "form-json-is-said": [
        Plant(
            lambda draft: replace(form("json")(draft), turns=(("person", (said("What is the tide?"),)),)), good=form("json")
        ),
    ],
    "form-or-functions": [
        Plant(change(form=SCHEMA, turns=(ASKED,)), good=form(SCHEMA)),
        Plant(change(form="json", turns=(ASKED,)), good=form("json")),
    ],
    "form-or-forced-call": [
        Plant(change(form=SCHEMA, choice="any", turns=(ASKED,)), good=change(form=SCHEMA, turns=(ASKED,))),
    ],
    "form-schema-refused": [Plant(form(SCHEMA), good=form("json"))],
    "sampling-refused": [
        Plant(body(lambda written, name=name: written.update({name: 1}))) for name in ("temperature", "top_p", "top_k")
    ],
    "output-limit": [
        Plant(
            body(lambda written: written.update(max_output_tokens=15)),
            good=body(lambda written: written.update(max_output_tokens=16)),
        ),
    ],
}
