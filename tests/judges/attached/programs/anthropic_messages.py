"""Messages by Anthropic's library."""

import anthropic

from . import FUNCTIONS, INSTRUCTIONS, SCHEMA, Seen, Setting

TOOLS = [
    {"name": name, "description": function.__doc__, "input_schema": SCHEMA} for name, function in FUNCTIONS.items()
]


def talk(setting: Setting, _: str) -> Seen:
    with anthropic.Anthropic(
        base_url=setting.base, api_key=setting.key, timeout=setting.timeout, max_retries=setting.retries
    ) as client:
        messages = [{"role": "user", "content": setting.question}]
        seen = Seen()
        while True:
            message = ask(client, messages, setting.streams)
            seen.tokens.append([message.usage.input_tokens, message.usage.output_tokens])
            seen.texts.append("".join(block.text for block in message.content if block.type == "text"))
            calls = [block for block in message.content if block.type == "tool_use"]
            assert message.stop_reason == ("tool_use" if calls else "end_turn"), message
            if not calls:
                return seen
            results = [
                {"type": "tool_result", "tool_use_id": call.id, "content": seen.run(call.name, call.input)}
                for call in calls
            ]
            messages += [message.to_param(), {"role": "user", "content": results}]


def ask(client: anthropic.Anthropic, messages: list, streams: bool):
    asked = {
        "model": "claude-opus-5-5",
        "max_tokens": 1000,
        "system": INSTRUCTIONS,
        "tools": TOOLS,
        "messages": messages,
    }
    if not streams:
        return client.messages.create(**asked)
    with client.messages.stream(**asked) as stream:
        for _ in stream:
            pass
        return stream.get_final_message()
