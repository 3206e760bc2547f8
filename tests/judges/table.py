"""The table of what was judged, in Markdown: services, rules, and how many requests each rule applied to and refused."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from judging import PAIRS, TYPES, Case, counts
from readers import CHAT_KINDS, READERS, RESPONSES_KINDS
from rules.book import Rule

BEGIN, END = "<!-- what follows is written by `cargo xtask judge --write` -->", "<!-- and ends here -->"
OPENAIS = tuple(kind for kind in (*CHAT_KINDS, *RESPONSES_KINDS) if kind != "mistral")
OWN = tuple(kind for kind in READERS if kind not in OPENAIS)
LEGEND = (
    "A figure says to how many requests of the service the rule applied, and a bold one how many it refused. `·`: the rule "
    "holds for the service, and no request has anything it speaks of. Empty: it does not hold there."
)


def markdown(cases: list[Case], book: tuple[Rule, ...]) -> str:
    """The whole of it."""
    parts = [
        totals(cases),
        "### Services\n\n" + per_service(cases),
        "### Rules at the services that speak OpenAI's language\n\n" + LEGEND + "\n\n" + matrix(cases, book, OPENAIS),
        "### Rules at the services with a language of their own\n\n" + matrix(cases, book, OWN),
        "### What the rules say\n\n" + said(book),
    ]
    return "\n\n".join(parts)


def totals(cases: list[Case]) -> str:
    lines = sum(len(case.lines) for case in cases)
    flagged = sum(len(case.lines) for case in cases if case.faults)
    return f"{lines:,} requests with {len(cases):,} different bodies were judged, and {flagged:,} of them were refused."


def row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', '&#124;') for cell in cells)} |"


def grid(head: list[str], rows: Iterable[list[object]], words: int) -> str:
    """A table whose first columns are words, and whose others are figures."""
    lines = ["---"] * words + ["--:"] * (len(head) - words)
    return "\n".join([row(head), row(lines), *map(row, rows)])


def per_service(cases: list[Case]) -> str:
    applied, refused = counts(cases)
    bodies = Counter(case.kind for case in cases)
    flagged: Counter[str] = Counter()
    for case in cases:
        flagged[case.kind] += len(case.lines) if case.faults else 0
    rows = [
        [
            kind,
            applied[TYPES, kind],
            bodies[kind],
            refused[TYPES, kind],
            applied[PAIRS, kind],
            refused[PAIRS, kind],
            flagged[kind],
        ]
        for kind in READERS
    ]
    head = ["service", "requests", "different", "refused by types", "with state of others", "that hold it", "refused at all"]
    return grid(head, rows, 1)


def matrix(cases: list[Case], book: tuple[Rule, ...], kinds: tuple[str, ...]) -> str:
    """Rules by services."""
    applied, refused = counts(cases)
    rows: list[list[object]] = [
        [f"`{rule.id}`", *(cell(rule, kind, applied, refused) for kind in kinds)]
        for rule in book if any(rule.speaks_of(kind) for kind in kinds)
    ]  # fmt: skip
    return grid(["rule", *kinds], rows, 1)


def cell(rule: Rule, kind: str, applied: Counter[tuple[str, str]], refused: Counter[tuple[str, str]]) -> str:
    if not rule.speaks_of(kind):
        return ""
    judged, flags = applied[rule.id, kind], refused[rule.id, kind]
    if not judged:
        return "·"
    return f"{judged}, **{flags}**" if flags else str(judged)


def said(book: tuple[Rule, ...]) -> str:
    rows: list[list[object]] = [
        [f"`{rule.id}`", ", ".join(rule.services), rule.says, sources(rule), rule.date] for rule in book
    ]
    return grid(["rule", "services", "what it says", "sources", "as of"], rows, 5)


def sources(rule: Rule) -> str:
    return " ".join(f"[{number}]({source})" for number, source in enumerate(rule.sources, 1))


def write(path: Path, table: str) -> None:
    """Puts the table where the page has room for it."""
    before, begin, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path} has no room for the table: {BEGIN} and {END}")
    path.write_text(f"{before}{begin}\n\n{table}\n\n{end}{after}", encoding="utf-8")
