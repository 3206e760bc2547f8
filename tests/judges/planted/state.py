"""Faults of what a provider wants back as it gave it."""

from typing import Any

from composing import ANSWERED, ASKED, CALLED, THANKED, TOLD, said
from planted import Change, Plant, body, saying

SIGNED = {"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmVk"}
BEDROCK_SIGNED = {"reasoningContent": {"reasoningText": {"text": "Hm.", "signature": "c2lnbmVk"}}}
CITED = {
    "type": "char_location",
    "cited_text": "low",
    "document_index": 0,
    "document_title": None,
    "start_char_index": 0,
    "end_char_index": 3,
}
NO_SUMMARY = {"type": "thought", "summary": []}
PART = {"type": "reasoning.text", "text": "Hm.", "index": 0}


def thinking(block: dict[str, Any]) -> Change:
    return saying(ASKED, ("model", (block, said("It is low."))), THANKED)


def reasoning(**more: Any) -> dict[str, Any]:
    return {"type": "reasoning", "id": "rs_1", "summary": [], **more}


def answer_with(**more: Any) -> Change:
    """The answer with the call has these fields besides."""
    return saying(ASKED, ("model", (*CALLED[1], more)), ANSWERED)


def citing(side: Any) -> Change:
    cited = {"type": "text", "text": "low", "citations": [CITED]}
    return saying(ASKED, TOLD, (side, (cited,)), THANKED)


def without_signature(written: dict[str, Any]) -> None:
    for content in written["contents"]:
        for part in content["parts"]:
            part.pop("thoughtSignature", None)


def signed(value: str) -> Change:
    return body(lambda written: written["contents"][1]["parts"][1].update(thoughtSignature=value))


def without_reasoning(written: dict[str, Any]) -> None:
    written["messages"][1].pop("reasoning_content")


PLANTED = {
    "reasoning-encrypted": [
        Plant(thinking(reasoning()), good=thinking(reasoning(encrypted_content="x"))),
        Plant(thinking(reasoning(encrypted_content="")), good=thinking(reasoning(encrypted_content="x"))),
    ],
    "reasoning-leads-on": [
        Plant(
            saying(ASKED, ("model", (reasoning(encrypted_content="x"),)), THANKED),
            good=thinking(reasoning(encrypted_content="x")),
        ),
    ],
    "thought-signed": [
        Plant(thinking({**SIGNED, "signature": ""}), good=thinking(SIGNED), only=("anthropic",)),
        Plant(
            thinking({"type": "redacted_thinking", "data": ""}),
            good=thinking({"type": "redacted_thinking", "data": "x"}),
            only=("anthropic",),
        ),
        Plant(
            thinking({"reasoningContent": {"reasoningText": {"text": "Hm."}}}),
            good=thinking(BEDROCK_SIGNED),
            only=("bedrock",),
        ),
    ],
    "citations-of-model": [Plant(citing("person"), good=citing("model"))],
    "reasoning-details-whole": [
        Plant(
            answer_with(reasoning_details=[PART, {**PART, "text": " So."}]),
            good=answer_with(
                reasoning_details=[PART, {**PART, "index": 1}, {"type": "reasoning.encrypted", "data": "x", "index": 0}]
            ),
        ),
    ],
    "reasoning-field": [
        Plant(answer_with(reasoning_content="Hm."), good=answer_with(reasoning="Hm.")),
        Plant(answer_with(reasoning_details=[PART])),
    ],
    "reasoning-beside-calls": [Plant(body(without_reasoning))],
    "call-signed": [Plant(body(without_signature))],
    "turn-begins-signed": [
        Plant(body(lambda written: written["input"].pop(1))),
        Plant(body(lambda written: written["input"][1].pop("signature"))),
        Plant(thinking(NO_SUMMARY), good=thinking({**NO_SUMMARY, "signature": "c2lnbmVk"})),
    ],
    "signature-base64": [Plant(signed("no base64!"), good=signed("c2lnbmVk"))],
}
