"""A custom tool, whose calls are free text, by OpenAI's library: over chat completions and Responses."""

import openai

from . import INSTRUCTIONS, Seen, Setting, get_weather

TOOL = {"name": "get_weather", "description": "Tells the weather of the city that is its whole input."}


def talk(setting: Setting, protocol: str) -> Seen:
    with openai.OpenAI(
        base_url=setting.base, api_key=setting.key, timeout=setting.timeout, max_retries=setting.retries
    ) as client:
        return (chat if protocol == "chat" else responses)(client, setting)


def run(seen: Seen, text: str) -> str:
    seen.calls.append({"input": text})
    return get_weather(text)


def chat(client: openai.OpenAI, setting: Setting) -> Seen:
    messages = [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": setting.question}]
    seen = Seen()
    while True:
        message = (streamed if setting.streams else whole)(
            client, {"model": "gpt-5.6-sol", "messages": messages, "tools": [{"type": "custom", "custom": TOOL}]}
        )
        messages.append(message)
        seen.texts.append(message["content"])
        if "tool_calls" not in message:
            return seen
        for call in message["tool_calls"]:
            assert (call["type"], call["custom"]["name"]) == ("custom", "get_weather"), call
            result = run(seen, call["custom"]["input"])
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})


def whole(client: openai.OpenAI, asked: dict) -> dict:
    message = client.chat.completions.create(**asked).choices[0].message
    return message.model_dump(include={"role", "content", "tool_calls"}, exclude_none=True)


def streamed(client: openai.OpenAI, asked: dict) -> dict:
    """Put together by hand: the library's own helper takes functions alone, and its types lack these calls."""
    message: dict = {"role": "assistant", "content": ""}
    for chunk in client.chat.completions.create(**asked, stream=True):
        for choice in chunk.choices:
            message["content"] += choice.delta.content or ""
            for piece in choice.delta.tool_calls or []:
                calls = message.setdefault("tool_calls", [])
                if piece.index == len(calls):
                    calls.append({"id": piece.id, "type": piece.type, "custom": {"name": "", "input": ""}})
                custom = calls[piece.index]["custom"]
                for name, part in piece.model_extra["custom"].items():
                    custom[name] += part
    return message


def responses(client: openai.OpenAI, setting: Setting) -> Seen:
    items: list = [{"role": "user", "content": setting.question}]
    seen = Seen()
    while True:
        asked = {
            "model": "gpt-5.6-sol",
            "instructions": INSTRUCTIONS,
            "input": items,
            "tools": [{"type": "custom", **TOOL}],
            "store": False,
        }
        if setting.streams:
            with client.responses.stream(**asked) as stream:
                for _ in stream:
                    pass
                response = stream.get_final_response()
        else:
            response = client.responses.create(**asked)
        seen.texts.append(response.output_text)
        calls = [item for item in response.output if item.type == "custom_tool_call"]
        if not calls:
            return seen
        items += [item.model_dump(mode="json", exclude_unset=True) for item in response.output]
        for call in calls:
            assert call.name == "get_weather", call
            result = run(seen, call.input)
            items.append({"type": "custom_tool_call_output", "call_id": call.call_id, "output": result})
