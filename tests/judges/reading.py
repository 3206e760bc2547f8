"""A request as rules see it: what is offered, said, called and shown, without the words of its protocol.

`readers` makes it from a body. Every piece knows its place in that body, as a JSON pointer.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

Body = dict[str, Any]
Role = Literal["system", "person", "model", "results"]


@dataclass(frozen=True)
class Schema:
    """A schema of a function's parameters or of an answer."""

    place: str
    value: Any
    is_strict: bool


@dataclass(frozen=True)
class Function:
    """A function that is offered."""

    place: str
    name: Any
    description: Any
    schema: Schema | None

    @property
    def is_strict(self) -> bool:
        return self.schema is not None and self.schema.is_strict


@dataclass(frozen=True)
class Call:
    """A call the model made earlier. Its arguments are what stands in the body: a text or a value."""

    place: str
    id: Any
    name: Any
    arguments: Any
    is_custom: bool = False


@dataclass(frozen=True)
class Text:
    """Words. Some bear a mark of the provider, such as a signature."""

    place: str
    text: str
    is_marked: bool = False


@dataclass(frozen=True)
class Medium:
    """A picture, a sound or a file, with the label and the bytes in base64 that were written for it."""

    place: str
    part: str
    label: str | None
    data: str | None


@dataclass(frozen=True)
class Result:
    """The result of a call."""

    place: str
    id: Any
    name: Any
    content: Any
    is_failure: bool = False
    texts: tuple[Text, ...] = ()
    media: tuple[Medium, ...] = ()


@dataclass(frozen=True)
class Turn:
    """One message, content or item. `parts` are the types of its parts, in their order."""

    place: str
    role: Role
    wire_role: str
    parts: tuple[str, ...] = ()
    texts: tuple[Text, ...] = ()
    media: tuple[Medium, ...] = ()
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()
    raw: Any = None


@dataclass(frozen=True)
class Form:
    """The form an answer is to have: any JSON, or what a schema says."""

    place: str
    name: Any
    schema: Schema | None


@dataclass(frozen=True)
class Request:
    """A whole request."""

    kind: str
    model: str
    body: Body
    functions: tuple[Function, ...] = ()
    has_choice: bool = False
    named: tuple[Any, ...] = ()
    instructions: tuple[Text, ...] = ()
    turns: tuple[Turn, ...] = ()
    stops: tuple[Any, ...] = ()
    form: Form | None = None
    family: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "family", family(self.kind, self.model))


def family(kind: str, model: str) -> str:
    """What models of one service differ in: their maker at Bedrock, their generation at Google."""
    if kind == "bedrock":
        makers = {
            "anthropic.": "claude",
            "amazon.nova": "nova",
            "mistral.": "mistral",
            "meta.": "llama",
            "writer.": "writer",
        }
        return next((name for maker, name in makers.items() if maker in model), "other")
    if kind in ("gemini", "vertex"):
        name = model.rsplit("/", 1)[-1]
        return "2" if name.startswith(("gemini-1", "gemini-2", "gemini-pro")) else "3"
    return ""


def listed(value: Any) -> list[Any]:
    """The list a value is, and nothing where it is none."""
    return value if isinstance(value, list) else []


def mapped(value: Any) -> dict[str, Any]:
    """The same for a dictionary."""
    return value if isinstance(value, dict) else {}


def numbered(value: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The dictionaries of a list with their places."""
    for number, inner in enumerate(listed(value)):
        if isinstance(inner, dict):
            yield f"{place}/{number}", inner


def as_parts(content: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parts of a content. A text alone is written without a list by some."""
    if isinstance(content, str):
        yield place, {"type": "text", "text": content}
    else:
        yield from numbered(content, place)


def schema_of(declared: dict[str, Any], key: str, place: str, strict: Any) -> Schema | None:
    return Schema(f"{place}/{key}", declared[key], strict is True) if key in declared else None


def data_url(address: Any) -> tuple[str | None, str | None]:
    """The label and the bytes of a data URL, and neither of any other address."""
    if not isinstance(address, str) or not address.startswith("data:"):
        return None, None
    head, _, data = address.removeprefix("data:").partition(",")
    return head.removesuffix(";base64"), data


def parsed(text: Any) -> Any:
    """The value a JSON text says, and the text itself where it is no JSON."""
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return text


def texts_in(value: Any) -> Iterator[str]:
    """Every text anywhere in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)
