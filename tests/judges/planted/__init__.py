"""Requests each rule has to refuse and to pass, by which the judge is judged.

A plant changes a good draft into one with a fault. `proving` writes both for every service of the rule.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from composing import ASKED, Draft, Piece, Said, said

Change = Callable[[Draft], Draft]


def change(**overrides: Any) -> Change:
    return lambda draft: replace(draft, **overrides)


AS_IT_IS = change()


@dataclass(frozen=True)
class Plant:
    """A draft with a fault, and one that has what the rule speaks of without it. `only` are the services it is for."""

    bad: Change
    good: Change = AS_IT_IS
    only: tuple[str, ...] = ()

    def is_for(self, service: str) -> bool:
        return not self.only or service in self.only or service.split("/")[0] in self.only


def properties(**named: Any) -> dict[str, Any]:
    """A closed schema that requires all of its properties."""
    return {"type": "object", "properties": named, "required": list(named), "additionalProperties": False}


def schema(value: Any) -> Change:
    """The function has this schema."""
    return change(schema=value)


def strict(value: Any) -> Change:
    """It has this one and is strict."""
    return change(schema=value, is_strict=True)


def form(value: Any, **more: Any) -> Change:
    """An answer is to be JSON, and no function is offered."""
    return change(form=value, names=(), turns=(ASKED,), **more)


def saying(*turns: Said) -> Change:
    return change(turns=turns)


def asking(*pieces: Piece) -> Change:
    """A person says these things. No more is said."""
    return change(turns=(("person", pieces),))


def showing(*pieces: Piece) -> Change:
    """A person shows these things beside words."""
    return asking(said("Look."), *pieces)


def body(after: Callable[[dict[str, Any]], Any], **overrides: Any) -> Change:
    """What is written is changed once more."""
    return change(after=after, **overrides)
