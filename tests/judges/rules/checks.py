"""How a check is declared, and what checks look at.

A check looks at one subject at a time: a schema, a call, a turn. A request without such a subject says nothing about the
rule.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from reading import Call, Form, Function, Medium, Request, Result, Schema, Text, Turn

Subjects = Callable[[Request], Iterable[Any]]
Fault = Callable[[Any, Request], str | None]


@dataclass(frozen=True)
class Check:
    """What a rule looks at, and what is wrong with one of these."""

    subjects: Subjects
    fault: Fault


CHECKS: dict[str, Check] = {}


def check(rule: str, of: Subjects) -> Callable[[Fault], Fault]:
    """Declares the check of a rule."""

    def declare(fault: Fault) -> Fault:
        if rule in CHECKS:
            raise ValueError(f"{rule} has two checks")
        CHECKS[rule] = Check(of, fault)
        return fault

    return declare


def whole(request: Request) -> list[Request]:
    return [request]


def functions(request: Request) -> Iterable[Function]:
    return request.functions


def offers(request: Request) -> list[Request]:
    """The request, where it offers functions."""
    return [request] if request.functions else []


def choices(request: Request) -> list[Request]:
    """The request, where it says whether functions are called."""
    return [request] if request.has_choice else []


def schemas(request: Request) -> Iterator[Schema]:
    """The schemas of all functions."""
    return (function.schema for function in request.functions if function.schema is not None)


def form(request: Request) -> list[Form]:
    return [request.form] if request.form is not None else []


def form_schema(request: Request) -> list[Schema]:
    return [wanted.schema for wanted in form(request) if wanted.schema is not None]


def all_schemas(request: Request) -> list[Schema]:
    """The schemas of functions and of the answer."""
    return [*schemas(request), *form_schema(request)]


def strict_schemas(request: Request) -> list[Schema]:
    """Those the service holds the model to."""
    return [schema for schema in all_schemas(request) if schema.is_strict]


def turns(request: Request) -> Iterable[Turn]:
    return request.turns


def model_turns(request: Request) -> Iterator[Turn]:
    return (turn for turn in request.turns if turn.role == "model")


def calls(request: Request) -> Iterator[Call]:
    return (call for turn in request.turns for call in turn.calls)


def results(request: Request) -> Iterator[Result]:
    return (result for turn in request.turns for result in turn.results)


def has_calls(request: Request) -> list[Request]:
    """The request, where its history has calls or results."""
    return [request] if any(turn.calls or turn.results for turn in request.turns) else []


def said_texts(request: Request) -> Iterator[Text]:
    """What is said in messages, without what stands inside of results."""
    return (text for turn in request.turns for text in turn.texts)


def all_texts(request: Request) -> Iterator[Text]:
    yield from request.instructions
    yield from said_texts(request)


def media(request: Request) -> Iterator[Medium]:
    """Everything that is shown, inside of results as well."""
    for turn in request.turns:
        yield from turn.media
        yield from result_media(turn)


def result_media(turn: Turn) -> Iterator[Medium]:
    return (medium for result in turn.results for medium in result.media)


def stops(request: Request) -> Iterable[Any]:
    return request.stops


def has_stops(request: Request) -> list[Request]:
    return [request] if request.stops else []
