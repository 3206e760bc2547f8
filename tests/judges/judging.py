"""Holds the requests of a corpus against the libraries and the rules.

Many ways to ask end in the same request, so each body is judged once, whatever number of lines it stands in.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from libraries import refusal
from reading import Body, texts_in
from rules.book import Rule, Verdict, judged

TYPES, PAIRS = "types", "foreign-state"


@dataclass
class Case:
    """A body at a service, the lines it stands in, and the state of other services that must not be in it."""

    kind: str
    model: str
    body: Body
    lines: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def faults(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.fault is not None]


def cases(lines: Iterable[str]) -> list[Case]:
    """The different bodies of a corpus, a JSON object a line."""
    found: dict[tuple[str, str, str], Case] = {}
    for line in lines:
        request = json.loads(line)
        kind, model, body = request["kind"], request["model"], request["body"]
        case = found.setdefault((kind, model, json.dumps(body, sort_keys=True)), Case(kind, model, body))
        case.lines.append(f"{request['history']}, way {request['way']}")
        case.foreign += [text for text in foreign_of(request) if text not in case.foreign]
    return list(found.values())


def foreign_of(request: dict[str, Any]) -> list[str]:
    foreign = request.get("foreign", [])
    if not isinstance(foreign, list) or not all(isinstance(text, str) and text for text in foreign):
        raise ValueError(f"`foreign` is a list of texts that are not empty, and not {foreign!r}")
    return foreign


def judge(case: Case, book: tuple[Rule, ...]) -> None:
    """Fills in what the libraries, the rules and the pairs say."""
    case.verdicts = [Verdict(TYPES, refusal(case.kind, case.body)), *judged(book, case.kind, case.model, case.body)]
    if case.foreign:
        leaked = leaks(case.body, case.foreign)
        case.verdicts.append(Verdict(PAIRS, f"it holds {leaked}" if leaked else None))


def leaks(body: Body, foreign: list[str]) -> list[str]:
    """The state of other services in a body, as a text or inside of one."""
    texts = list(texts_in(body))
    return [state for state in foreign if any(state in text for text in texts)]


def idle(book: tuple[Rule, ...], judged_cases: list[Case]) -> list[str]:
    """Rules nothing of the corpus speaks to, and marks of such rules that no longer hold."""
    applied = {verdict.rule for case in judged_cases for verdict in case.verdicts}
    lazy = [
        f"{rule.id} never applied: the corpus has nothing it speaks of"
        for rule in book
        if rule.id not in applied and not rule.unexercised
    ]
    stale = [
        f"{rule.id} is marked as unexercised, and it applies" for rule in book if rule.id in applied and rule.unexercised
    ]
    return lazy + stale


def counts(judged_cases: list[Case]) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """How many requests of a kind each rule applied to, and how many it refused."""
    applied: Counter[tuple[str, str]] = Counter()
    refused: Counter[tuple[str, str]] = Counter()
    for case in judged_cases:
        for verdict in case.verdicts:
            applied[verdict.rule, case.kind] += len(case.lines)
            refused[verdict.rule, case.kind] += len(case.lines) if verdict.fault is not None else 0
    return applied, refused
