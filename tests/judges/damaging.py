"""Judges the libraries: requests that are damaged on purpose have to be refused.

A judge that accepts everything would go unnoticed otherwise.
"""

import copy
import json
from collections.abc import Iterable
from typing import Any

from libraries import NOT_THEIRS, refusal
from reading import Body


def places(value: Any, place: tuple = ()) -> list[tuple]:
    """Every place in a body that holds a dictionary of the protocol's own."""
    if isinstance(value, list):
        return [found for number, inner in enumerate(value) for found in places(inner, (*place, number))]
    if not isinstance(value, dict):
        return []
    inside = [
        found for name, inner in value.items() if name not in NOT_THEIRS or isinstance(inner, list)
        for found in places(inner, (*place, name))
    ]  # fmt: skip
    return [place, *inside]


def damaged(body: Body) -> list[tuple[str, Body]]:
    """One body with one fault each: a name nobody knows in every place, and what is most needed taken away or bent."""
    faults = []
    for place in places(body):
        bad = copy.deepcopy(body)
        inner = bad
        for step in place:
            inner = inner[step]
        inner["planted"] = 1
        faults.append((f"a planted name in /{'/'.join(map(str, place))}", bad))
    for name in ("messages", "contents", "input"):
        if name in body:
            faults.append((f"{name} bent into a number", {**body, name: 7}))
            faults.append((f"{name} with a number in it", {**body, name: [*body[name], 7]}))
            robot = copy.deepcopy(body)
            if any("role" in said for said in robot[name]):
                next(said for said in robot[name] if "role" in said)["role"] = ["robot"]
                faults.append(("a role that is no text", robot))
    return faults


def unnoticed(bodies: Iterable[tuple[str, Body]]) -> list[str]:
    """The planted faults that a library let pass in the fullest body of its kind."""
    fullest: dict[str, Body] = {}
    for kind, body in bodies:
        if len(json.dumps(body)) > len(json.dumps(fullest.get(kind, {}))):
            fullest[kind] = body
    passed = []
    for kind, full in fullest.items():
        faults = damaged(full)
        if len(faults) < 8:
            passed.append(f"{kind}: only {len(faults)} faults could be planted")
        passed += [f"{kind}: {name}" for name, body in faults if refusal(kind, body) is None]
    return passed
