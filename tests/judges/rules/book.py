"""The table of rules, each with its check, and how a request is held against them."""

import datetime
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from readers import READERS, read
from reading import Body, Request
from rules import contents, offers, schemas, state, strict, turns, ways  # noqa: F401  They declare their checks.
from rules.checks import CHECKS, Check

TABLE = Path(__file__).parent.parent / "rules.toml"
KEYS = {"id", "services", "says", "sources", "date"}


@dataclass(frozen=True)
class Rule:
    """A line of the table. `services` are kinds, or kinds with a family: `bedrock/claude`."""

    id: str
    services: tuple[str, ...]
    says: str
    sources: tuple[str, ...]
    date: datetime.date
    unexercised: str | None
    check: Check

    def holds(self, request: Request) -> bool:
        return request.kind in self.services or f"{request.kind}/{request.family}" in self.services

    def speaks_of(self, kind: str) -> bool:
        return any(service.split("/")[0] == kind for service in self.services)


@dataclass(frozen=True)
class Verdict:
    """What a rule found in a request it applies to."""

    rule: str
    fault: str | None


def rules() -> tuple[Rule, ...]:
    """The rules in the order of the table."""
    with TABLE.open("rb") as file:
        table = tomllib.load(file)
    found = tuple(rule(line, table["groups"]) for line in table["rule"])
    ids = [one.id for one in found]
    if sorted(ids) != sorted(CHECKS):
        raise ValueError(f"rules and checks differ in {sorted(set(ids) ^ set(CHECKS)) or 'how often they are there'}")
    return found


def rule(line: dict[str, Any], groups: dict[str, list[str]]) -> Rule:
    if not KEYS <= set(line) <= KEYS | {"unexercised"}:
        raise ValueError(f"the rule {line.get('id')} has not what a rule has: {sorted(set(line) ^ KEYS)}")
    services = tuple(dict.fromkeys(service for name in line["services"] for service in ungrouped(name, groups)))
    sources = tuple(line["sources"])
    if not sources or not all(source.startswith("https://") for source in sources):
        raise ValueError(f"the rule {line['id']} has no sources")
    date = datetime.date.fromisoformat(line["date"])
    unknown = [service for service in services if service.split("/")[0] not in READERS]
    if unknown:
        raise ValueError(f"the rule {line['id']} is for services nobody knows: {unknown}")
    if line["id"] not in CHECKS:
        raise ValueError(f"the rule {line['id']} has no check")
    return Rule(line["id"], services, line["says"], sources, date, line.get("unexercised"), CHECKS[line["id"]])


def ungrouped(name: str, groups: dict[str, list[str]]) -> Iterator[str]:
    if name not in groups:
        yield name
        return
    for inner in groups[name]:
        yield from ungrouped(inner, groups)


def judged(book: tuple[Rule, ...], kind: str, model: str, body: Body) -> list[Verdict]:
    """What every rule says that applies to a body. A body that can't be read is a fault of its own."""
    try:
        request = read(kind, model, body)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return [Verdict("readable", f"{type(error).__name__}: {error}")]
    return [verdict for one in book if one.holds(request) for verdict in said(one, request)]


def said(rule: Rule, request: Request) -> Iterator[Verdict]:
    """One verdict where the rule applies: the first fault, or none."""
    try:
        subjects = list(rule.check.subjects(request))
        if not subjects:
            return
        faults = (rule.check.fault(subject, request) for subject in subjects)
        yield Verdict(rule.id, next((fault for fault in faults if fault is not None), None))
    except (AttributeError, KeyError, TypeError, ValueError, StopIteration) as error:
        yield Verdict(rule.id, f"it can't be judged: {type(error).__name__}: {error}")


def key(kind: str, model: str, body: Body) -> tuple[str, str, str]:
    """What makes requests the same to every judge."""
    return kind, model, json.dumps(body, sort_keys=True)
