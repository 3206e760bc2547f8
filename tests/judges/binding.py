"""Talks with a server that checks kept thinking, as a program does that has Anthropic's official library.

Prints what came of it as JSON. Every answer is held against the types of the library, and goes back as the library writes it.
"""

import json
import sys

import anthropic
from anthropic.types import ModelInfo
from anthropic.types.beta import BetaMessage

BINDING_CONTROLS = "thinking-binding-controls-2026-08-01"
DROPPING = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
TOOL = {
    "name": "forecast",
    "description": "Tells the weather of a city.",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}},
}
ASKED = {"model": "claude-fable-5-2", "max_tokens": 1000, "system": "Be brief.", "tools": [TOOL]}


def main() -> None:
    client = anthropic.Anthropic(base_url=sys.argv[1], api_key="key", max_retries=0)
    print(json.dumps({"models": models(client), "whole": talk(client, whole), "streamed": talk(client, streamed)}))


def models(client: anthropic.Anthropic) -> list[str]:
    listed = client.models.with_raw_response.list().http_response.json()["data"]
    return [ModelInfo.model_validate(item).id for item in listed]


def whole(client: anthropic.Anthropic, messages: list, **more: object) -> BetaMessage:
    answer = client.beta.messages.with_raw_response.create(messages=messages, **ASKED, **more)
    return BetaMessage.model_validate(answer.http_response.json())


def streamed(client: anthropic.Anthropic, messages: list, **more: object) -> BetaMessage:
    with client.beta.messages.stream(messages=messages, **ASKED, **more) as stream:
        return BetaMessage.model_validate(stream.get_final_message().model_dump(mode="json", exclude_unset=True))


def talk(client: anthropic.Anthropic, ask) -> dict:
    messages = [{"role": "user", "content": "Which city is warmer?"}]
    said = []
    for degrees in (3, 17):
        answer = ask(client, messages)
        said.append([block.type for block in answer.content])
        results = [
            {"type": "tool_result", "tool_use_id": block.id, "content": f"{degrees} degrees"}
            for block in answer.content
            if block.type == "tool_use"
        ]
        messages += [answer.to_param(), {"role": "user", "content": results}]
    last = ask(client, messages, betas=[BINDING_CONTROLS])
    said.append([block.type for block in last.content])
    messages += [last.to_param(), {"role": "user", "content": "And tomorrow?"}]
    messages[2]["content"][0]["content"] = "30 degrees"
    try:
        ask(client, messages)
        refusal = None
    except anthropic.BadRequestError as error:
        refusal = error.body["error"]["message"]
    after = ask(client, messages, betas=[BINDING_CONTROLS], thinking=DROPPING)
    dropped = [[one.type, one.path, one.reason] for one in after.input_transformations or []]
    return {"said": said, "reported": last.input_transformations, "refusal": refusal, "dropped": dropped}


if __name__ == "__main__":
    main()
