"""Judges the rules: every planted fault has to be refused by its rule, and every good request to pass them all."""

from collections.abc import Iterator

import planted.contents
import planted.offers
import planted.schemas
import planted.state
import planted.turns
import planted.ways
from composing import MODELS, Draft, composed
from libraries import refusal
from planted import Plant
from rules.book import Rule, judged

MODULES = (planted.schemas, planted.offers, planted.turns, planted.contents, planted.state, planted.ways)


def plants() -> dict[str, list[Plant]]:
    """The plants of each rule."""
    return {rule: found for module in MODULES for rule, found in module.PLANTED.items()}


def with_families(service: str) -> list[str]:
    """A service as every family of it that drafts have a model for."""
    return [known for known in MODELS if known.startswith(f"{service}/")] or [service]


def faults(book: tuple[Rule, ...]) -> list[str]:
    """What the rules do not see, and where they see too much."""
    known = plants()
    found = [f"{rule} is planted, and is no rule" for rule in known if rule not in {one.id for one in book}]
    for rule in book:
        for service in [family for named in rule.services for family in with_families(named)]:
            found += of_rule(rule, service, known.get(rule.id, []), book)
    return found


def of_rule(rule: Rule, service: str, known: list[Plant], book: tuple[Rule, ...]) -> Iterator[str]:
    fitting = [plant for plant in known if plant.is_for(service)]
    if not fitting:
        yield f"{rule.id}: nothing is planted for {service}"
    for number, plant in enumerate(fitting):
        bad = judged(book, *composed(service, plant.bad(Draft())))
        if not any(verdict.rule == rule.id and verdict.fault for verdict in bad):
            yield f"{rule.id} is blind to plant {number} for {service}"
        yield from of_good(rule, service, plant, book)


def of_good(rule: Rule, service: str, plant: Plant, book: tuple[Rule, ...]) -> Iterator[str]:
    kind, model, body = composed(service, plant.good(Draft()))
    verdicts = judged(book, kind, model, body)
    if not any(verdict.rule == rule.id for verdict in verdicts):
        yield f"{rule.id} says nothing about a good request for {service}"
    yield from (
        f"{verdict.rule} refuses what is good by {rule.id} for {service}: {verdict.fault}"
        for verdict in verdicts
        if verdict.fault
    )
    if (refused := refusal(kind, body)) is not None:
        yield f"what is good by {rule.id} is not what {service} sends: {refused[:300]}"
