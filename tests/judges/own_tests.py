"""Tests of what stands around the judges: reading a corpus, pairs, the age of the libraries. The run begins with them."""

import datetime
import json
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import freshness
import proving
import table
from composing import Draft, composed, said, shown
from judging import PAIRS, Case, cases, counts, idle, judge
from libraries import refusal
from rules.book import Rule, judged, rule
from rules.checks import Check

Test = Callable[[tuple[Rule, ...]], None]
TESTS: list[Test] = []


def test(one: Test) -> Test:
    TESTS.append(one)
    return one


def faults(book: tuple[Rule, ...]) -> list[str]:
    """The tests that fail, each with its last words."""
    found = []
    for one in TESTS:
        try:
            one(book)
        except Exception:  # A test may fail in any way, and each is told.
            found.append(f"{one.__name__}: {traceback.format_exc(limit=-1).strip()}")
    return found


def same(found: Any, expected: Any) -> None:
    if found != expected:
        raise AssertionError(f"{found!r} is not {expected!r}")


def line(history: str, **more: Any) -> str:
    kind, model, body = composed("openai", Draft())
    return json.dumps({"kind": kind, "model": model, "history": history, "way": 0, "body": body, **more})


def mistake(action: Callable[[], Any]) -> str:
    """What an action that has to fail says."""
    try:
        action()
    except ValueError as error:
        return str(error)
    raise AssertionError("it did not fail")


@test
def the_same_body_is_one_case_with_all_of_its_lines(book: tuple[Rule, ...]) -> None:
    found = cases([line("a", foreign=["s1"]), line("b", foreign=["s1", "s2"]), line("c", model="other")])
    same([case.lines for case in found], [["a, way 0", "b, way 0"], ["c, way 0"]])
    same([case.foreign for case in found], [["s1", "s2"], []])


@test
def foreign_state_is_found_as_a_text_and_inside_of_one(book: tuple[Rule, ...]) -> None:
    for foreign, expected in ((["Lysvik"], True), (["It is low."], True), (["sealed"], False), (["tide_table", "x9"], True)):
        (case,) = cases([line("a", foreign=foreign)])
        judge(case, book)
        (verdict,) = [verdict for verdict in case.verdicts if verdict.rule == PAIRS]
        same(verdict.fault is not None, expected)


@test
def a_line_without_foreign_state_has_no_pair(book: tuple[Rule, ...]) -> None:
    (case,) = cases([line("a")])
    judge(case, book)
    same(PAIRS in {verdict.rule for verdict in case.verdicts}, False)


@test
def foreign_state_that_is_empty_or_no_text_is_a_mistake(book: tuple[Rule, ...]) -> None:
    for foreign in ([""], [1], "s1"):
        same("foreign" in mistake(lambda: cases([line("a", foreign=foreign)])), True)


@test
def counts_are_of_lines_and_not_of_bodies(book: tuple[Rule, ...]) -> None:
    found = cases([line("a"), line("b")])
    for case in found:
        judge(case, book)
    applied, refused = counts(found)
    same((applied["calls-answered", "openai"], refused["calls-answered", "openai"]), (2, 0))


@test
def a_rule_nothing_speaks_to_is_told_and_a_stale_mark_as_well(book: tuple[Rule, ...]) -> None:
    marked = tuple(
        replace(one, unexercised="nobody has any") if one.id == "reasoning-details-whole" else one for one in book
    )
    same(len(idle(marked, [])), len([one for one in marked if not one.unexercised]))
    kind, model, body = composed("openrouter", Draft())
    body["messages"][1]["reasoning_details"] = []
    case = Case(kind, model, body)
    judge(case, marked)
    same([fault for fault in idle(marked, [case]) if "reasoning-details-whole" in fault and "is marked" in fault] != [], True)


@test
def a_body_that_can_not_be_read_is_refused(book: tuple[Rule, ...]) -> None:
    same(
        any(
            verdict.fault
            for verdict in judged(
                book, "openai", "m", {"messages": [{"role": "tool", "content": [{"type": "file", "file": 7}]}]}
            )
        ),
        True,
    )


@test
def words_and_patterns_of_bedrock_are_looked_at(book: tuple[Rule, ...]) -> None:
    picture = replace(Draft(), turns=(("person", (said("Look."), shown("picture", "image/png"))),))
    same(refusal("bedrock", composed("bedrock/claude", picture)[2]), None)
    tiff = replace(Draft(), turns=(("person", (said("Look."), shown("picture", "image/tiff"))),))
    for draft, words in ((tiff, "/image/format is 'tiff'"), (replace(Draft(), names=("a b",)), "/toolSpec/name is 'a b'")):
        same(words in str(refusal("bedrock", composed("bedrock/claude", draft)[2])), True)


@test
def a_rule_that_names_no_source_or_a_service_nobody_knows_is_a_mistake(book: tuple[Rule, ...]) -> None:
    line = {"id": "call-id", "services": ["opnai"], "says": "x", "sources": ["https://example.org"], "date": "2026-01-01"}
    same("['opnai']" in mistake(lambda: rule(line, {})), True)
    same("no sources" in mistake(lambda: rule({**line, "sources": []}, {})), True)
    same("no check" in mistake(lambda: rule({**line, "services": ["openai"], "id": "call-name"}, {})), True)


@test
def a_rule_that_refuses_nothing_or_everything_is_told(book: tuple[Rule, ...]) -> None:
    (pairing,) = [one for one in book if one.id == "calls-answered"]
    for fault, words in ((None, "is blind to plant 0 for openai"), ("no", "calls-answered refuses what is good")):
        blunt = replace(pairing, check=Check(pairing.check.subjects, lambda subject, request, fault=fault: fault))
        told = list(proving.of_rule(blunt, "openai", proving.plants()[pairing.id], (blunt,)))
        same(any(words in one for one in told), True)
    same(list(proving.of_rule(pairing, "openai", [], book)), ["calls-answered: nothing is planted for openai"])


@test
def a_pin_is_fresh_for_half_a_year(book: tuple[Rule, ...]) -> None:
    known = freshness.pins("# Why.\nopenai==3.54.0  # 2026-01-01\n")
    day = datetime.date(2026, 1, 1)
    same(freshness.stale(known, day + datetime.timedelta(days=183)), [])
    (fault,) = freshness.stale(known, day + datetime.timedelta(days=184))
    same(fault.startswith("openai 3.54.0 was the newest on 2026-01-01, 184 days ago. `pip index versions openai`"), True)
    (fault,) = freshness.stale(known, day - datetime.timedelta(days=1))
    same(fault.endswith("which has not come yet"), True)


@test
def a_pin_without_a_day_is_a_mistake(book: tuple[Rule, ...]) -> None:
    for text in ("openai==3.54.0", "openai>=3  # 2026-01-01", "openai==3.54.0  # newest"):
        mistake(lambda: freshness.pins(text))


@test
def a_pin_requirements_txt_does_not_have_is_told(book: tuple[Rule, ...]) -> None:
    known = freshness.pins("openai==3.54.0  # 2026-01-01")
    same(freshness.unlocked(known, "openai==3.54.0 \\\n    --hash=sha256:0"), [])
    same(len(freshness.unlocked(known, "openai==3.53.0 \\\n    --hash=sha256:0")), 1)


@test
def the_table_is_put_between_its_marks(book: tuple[Rule, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.md"
        page.write_text(f"# Page\n\n{table.BEGIN}\nold\n{table.END}\n", encoding="utf-8")
        table.write(page, "new")
        same(page.read_text(encoding="utf-8"), f"# Page\n\n{table.BEGIN}\n\nnew\n\n{table.END}\n")
        page.write_text("# Page\n", encoding="utf-8")
        same("no room" in mistake(lambda: table.write(page, "new")), True)


@test
def a_service_takes_its_own_word_for_thinking_and_no_other(book: tuple[Rule, ...]) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Hello"}], "stream": True}
    taken = {"openrouter": {"reasoning": {"effort": "low"}}, "zai": {"thinking": {"type": "enabled"}}}
    for kind, fields in taken.items():
        same(refusal(kind, {**body, **fields}), None)
    refused = {"openrouter": {"reasoning": {"depth": 1}}, "zai": {"thinking": {"type": "adaptive"}}, "groq": {"thinking": {}}}
    for kind, fields in refused.items():
        same(refusal(kind, {**body, **fields}) is not None, True)
