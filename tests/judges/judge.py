"""Judges requests: by the types of the providers' official libraries, by rules that types don't say, and by pairs.

Reads files with one request a line, as the corpus of the connectors is written. Nothing is sent. Before that each judge is
judged: requests that are damaged on purpose have to be refused, or a judge that accepts everything would go unnoticed.
"""

import argparse
import datetime
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import damaging
import freshness
import own_tests
import proving
import table
from judging import PAIRS, Case, cases, idle, judge
from libraries import JUDGES
from rules import book

MOST_TOLD = 60


def main() -> int:
    begun = time.monotonic()
    asked = arguments()
    rules = book.rules()
    found = cases(line for path in asked.requests for line in path.read_text(encoding="utf-8").splitlines())
    for case in found:
        judge(case, rules)
    own = [*of_the_judges(found, rules), *(f"a rule: {fault}" for fault in idle(rules, found))]
    print("\n".join(own), end="\n" if own else "")
    tell(found)
    if asked.markdown:
        print(table.markdown(found, rules))
    if asked.write is not None:
        table.write(asked.write, table.markdown(found, rules))
    return close(found, own, time.monotonic() - begun, len(rules))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("requests", nargs="+", type=Path, help="a file with a request a line")
    parser.add_argument("--markdown", action="store_true", help="print the table of services and rules")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write that table into a page")
    return parser.parse_args()


def of_the_judges(found: list[Case], rules: tuple[book.Rule, ...]) -> Iterator[str]:
    """What is wrong with the judges themselves."""
    kinds = sorted(set(JUDGES) ^ {case.kind for case in found})
    yield from (f"{kind} has a judge or requests, and not both" for kind in kinds)
    yield from (f"the judge itself: {fault}" for fault in own_tests.faults(rules))
    yield from (f"a library is old: {fault}" for fault in freshness.faults(datetime.date.today()))
    yield from (f"a library is blind: {fault}" for fault in damaging.unnoticed((case.kind, case.body) for case in found))
    yield from (f"a rule: {fault}" for fault in proving.faults(rules))


def tell(found: list[Case]) -> None:
    """Every fault once for a service and a rule, with the first request that has it."""
    flags: dict[tuple[str, str], list[tuple[Case, str]]] = {}
    for case in found:
        for verdict in case.faults:
            flags.setdefault((case.kind, verdict.rule), []).append((case, str(verdict.fault)))
    for (kind, rule), those in sorted(flags.items(), key=lambda flag: -len(flag[1]))[:MOST_TOLD]:
        case, fault = those[0]
        print(f"{kind} refused {sum(len(one.lines) for one, _ in those)} by {rule}: {fault[:600]}")
        print(f"  the first: {case.model}, {case.lines[0]}\n  {json.dumps(case.body)[:2000]}\n")
    if len(flags) > MOST_TOLD:
        print(f"and {len(flags) - MOST_TOLD} more services and rules")


def close(found: list[Case], own: list[str], took: float, rules: int) -> int:
    """The totals, and the line a reader of test results looks for."""
    requests = sum(len(case.lines) for case in found)
    flagged = sum(len(case.lines) for case in found if case.faults)
    pairs = sum(len(case.foreign) for case in found)
    leaking = sum(any(verdict.rule == PAIRS for verdict in case.faults) for case in found)
    kinds = len({case.kind for case in found})
    print(f"{len(found)} different requests of {requests} for {kinds} kinds of services by {rules} rules in {took:.1f} s")
    print(f"{pairs} pairs of a request and the state of another service, which {leaking} requests hold")
    is_good = requests and not flagged and not own
    print(f"test result: {'ok' if is_good else 'FAILED'}. {requests - flagged} passed; {flagged + len(own)} failed")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
