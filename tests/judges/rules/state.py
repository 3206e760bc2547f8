"""What a provider wants back as it gave it."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from reading import Request, Turn, listed
from rules.checks import check, model_turns, turns

REASONING_FIELDS = ("reasoning", "reasoning_content", "reasoning_details")
TAKES_BACK = {"groq": ("reasoning",)}
SIGNED = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")


def reasoning_items(request: Request) -> Iterator[Turn]:
    return (turn for turn in request.turns if turn.wire_role == "reasoning")


@check("reasoning-encrypted", of=reasoning_items)
def reasoning_is_in_the_item(turn: Turn, request: Request) -> str | None:
    if request.body.get("store") is not False:
        return None
    return None if turn.raw.get("encrypted_content") else f"{turn.place}: no encrypted_content, and nothing is stored"


@check("reasoning-leads-on", of=reasoning_items)
def reasoning_has_its_follower(turn: Turn, request: Request) -> str | None:
    behind = list(request.turns)[list(request.turns).index(turn) + 1 :]
    follower = next((later for later in behind if later.wire_role != "reasoning"), None)
    return None if follower is not None and follower.role == "model" else f"{turn.place}: nothing of the model follows"


def thoughts(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Thinking of Claude, at Anthropic and at Bedrock."""
    for turn in model_turns(request):
        for block in listed(turn.raw.get("content")):
            if isinstance(block, dict) and (
                block.get("type") in ("thinking", "redacted_thinking") or "reasoningContent" in block
            ):
                yield turn.place, block


@check("thought-signed", of=thoughts)
def thoughts_are_signed(thought: tuple[str, dict[str, Any]], request: Request) -> str | None:
    place, block = thought
    inner = block.get("reasoningContent", block)
    proof = inner.get("reasoningText", inner).get("signature") or inner.get("data") or inner.get("redactedContent")
    return None if isinstance(proof, str) and proof else f"{place}: a thought without a signature"


@check("citations-of-model", of=turns)
def only_the_model_cites(turn: Turn, request: Request) -> str | None:
    cited = [block for block in listed(turn.raw.get("content")) if isinstance(block, dict) and block.get("citations")]
    return (
        f"{turn.place}: a person cites"
        if turn.role == "person" and any(one.get("type") == "text" for one in cited)
        else None
    )


def turns_with_details(request: Request) -> Iterator[Turn]:
    return (turn for turn in model_turns(request) if "reasoning_details" in turn.raw)


@check("reasoning-details-whole", of=turns_with_details)
def details_are_whole(turn: Turn, request: Request) -> str | None:
    details = listed(turn.raw["reasoning_details"])
    keys = Counter((part.get("type"), part["index"]) for part in details if isinstance(part, dict) and "index" in part)
    twice = [key for key, count in keys.items() if count > 1]
    return f"{turn.place}: fragments of {twice}" if twice else None


@check("reasoning-field", of=model_turns)
def no_unknown_reasoning(turn: Turn, request: Request) -> str | None:
    known = TAKES_BACK.get(request.kind, ())
    odd = [name for name in REASONING_FIELDS if name in turn.raw and name not in known]
    return f"{turn.place}: {', '.join(odd)}" if odd else None


def turns_with_calls(request: Request) -> Iterator[Turn]:
    return (turn for turn in model_turns(request) if turn.calls)


@check("reasoning-beside-calls", of=turns_with_calls)
def calls_stand_beside_reasoning(turn: Turn, request: Request) -> str | None:
    return None if "reasoning_content" in turn.raw else f"{turn.place}: calls without reasoning_content"


@check("call-signed", of=turns_with_calls)
def the_first_call_is_signed(turn: Turn, request: Request) -> str | None:
    first = next(part for part in listed(turn.raw.get("parts")) if "functionCall" in part)
    return None if first.get("thoughtSignature") else f"{turn.place}: the first call bears no signature"


def turns_of_steps(request: Request) -> Iterator[list[Turn]]:
    """The steps of the model that stand in a row, where one of them calls, thinks or shows something."""
    for role, steps in groupby(request.turns, key=lambda turn: turn.role):
        turn = list(steps)
        if role == "model" and any(step.calls or step.media or step.wire_role == "thought" for step in turn):
            yield turn


@check("turn-begins-signed", of=turns_of_steps)
def turns_begin_with_a_signature(turn: list[Turn], request: Request) -> str | None:
    return None if turn[0].raw.get("signature") else f"{turn[0].place}: a turn begins without a signature"


def signatures(request: Request) -> Iterator[tuple[str, Any]]:
    for turn in model_turns(request):
        for part in listed(turn.raw.get("parts")):
            if "thoughtSignature" in part:
                yield turn.place, part["thoughtSignature"]


@check("signature-base64", of=signatures)
def signatures_are_base64(signature: tuple[str, Any], request: Request) -> str | None:
    place, value = signature
    return None if isinstance(value, str) and SIGNED.fullmatch(value) else f"{place}: {str(value)[:40]!r} is no base64"
