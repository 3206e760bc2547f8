"""Chat completions by OpenAI's library."""

import json

import openai

from . import FUNCTIONS, INSTRUCTIONS, SCHEMA, Seen, Setting

TOOLS = [
    {
        "type": "function",
        "function": {"name": name, "description": function.__doc__, "parameters": SCHEMA, "strict": True},
    }
    for name, function in FUNCTIONS.items()
]


def talk(setting: Setting, _: str) -> Seen:
    with openai.OpenAI(
        base_url=setting.base, api_key=setting.key, timeout=setting.timeout, max_retries=setting.retries
    ) as client:
        messages = [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": setting.question}]
        seen = Seen()
        while True:
            completion = ask(client, messages, setting.streams)
            message = completion.choices[0].message
            if usage := completion.usage:
                seen.tokens.append([usage.prompt_tokens, usage.completion_tokens])
            seen.texts.append(message.content or "")
            if not message.tool_calls:
                return seen
            calls = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.function.name, "arguments": call.function.arguments},
                }
                for call in message.tool_calls
            ]
            messages.append({"role": "assistant", "content": message.content, "tool_calls": calls})
            for call in message.tool_calls:
                result = seen.run(call.function.name, json.loads(call.function.arguments))
                messages.append({"role": "tool", "tool_call_id": call.id, "content": result})


def ask(client: openai.OpenAI, messages: list, streams: bool):
    asked = {"model": "gpt-5.6-sol", "messages": messages, "tools": TOOLS}
    if not streams:
        return client.chat.completions.create(**asked)
    with client.chat.completions.stream(**asked, stream_options={"include_usage": True}) as stream:
        for _ in stream:
            pass
        completion = stream.get_final_completion()
    assert completion.choices[0].finish_reason in ("stop", "tool_calls"), completion
    return completion
