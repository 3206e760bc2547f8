"""Responses by OpenAI's library, with and without state at the provider."""

import json

import openai

from . import FUNCTIONS, INSTRUCTIONS, SCHEMA, Seen, Setting

TOOLS = [
    {"type": "function", "name": name, "description": function.__doc__, "parameters": SCHEMA, "strict": True}
    for name, function in FUNCTIONS.items()
]


def talk(setting: Setting, _: str) -> Seen:
    with openai.OpenAI(
        base_url=setting.base, api_key=setting.key, timeout=setting.timeout, max_retries=setting.retries
    ) as client:
        items: list = [{"role": "user", "content": setting.question}]
        seen = Seen()
        # Without a name there is no state.
        state: dict = {"store": False, "include": ["reasoning.encrypted_content"]}
        while True:
            response = ask(client, items, state, setting.streams)
            assert response.status == "completed", response
            if usage := response.usage:
                seen.tokens.append([usage.input_tokens, usage.output_tokens])
            seen.texts.append(response.output_text)
            calls = [item for item in response.output if item.type == "function_call"]
            if not calls:
                return seen
            if setting.names_response:
                items, state = [], {"previous_response_id": response.id}
            else:
                items += [
                    item.model_dump(mode="json", exclude_unset=True, exclude={"parsed_arguments"})
                    for item in response.output
                ]
            for call in calls:
                result = seen.run(call.name, json.loads(call.arguments))
                items.append({"type": "function_call_output", "call_id": call.call_id, "output": result})


def ask(client: openai.OpenAI, items: list, state: dict, streams: bool):
    asked = {
        "model": "gpt-5.6-sol",
        "instructions": INSTRUCTIONS,
        "input": items,
        "tools": TOOLS,
        **state,
    }
    if not streams:
        return client.responses.create(**asked)
    with client.responses.stream(**asked) as stream:
        for _ in stream:
            pass
        return stream.get_final_response()
