"""Answers of a model, as each provider writes them: streamed and whole.

The forms are those of the providers at the end of 2026; the content is made up.
"""

import json
import zlib
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Call:
    id: str
    name: str
    # Free text where it is one of a custom tool.
    arguments: dict | str

    @property
    def is_custom(self) -> bool:
        return isinstance(self.arguments, str)


@dataclass(frozen=True)
class Answer:
    text: str
    calls: list[Call] = field(default_factory=list)

    @property
    def tag(self) -> str:
        """Part of the ids, which are the same whenever this answer is given."""
        return f"{zlib.crc32(self.text.encode()):08x}"


@dataclass(frozen=True)
class Reply:
    """A response, in the pieces in which it is sent."""

    status: int
    headers: list[tuple[str, str]]
    pieces: list[bytes]
    # Seconds between two of them.
    pause: float = 0.002


# A name that comes twice, with another between, comes so to the program.
OF_EACH = [("set-cookie", "a=1"), ("x-request-id", "req_upstream_1"), ("set-cookie", "b=2")]
EVENTS = [("content-type", "text/event-stream; charset=utf-8"), ("cache-control", "no-cache"), *OF_EACH]
JSON = [("content-type", "application/json"), *OF_EACH]
CREATED = 1794000010


def reply(protocol: str, answer: Answer, streams: bool) -> Reply:
    events, body = WRITERS[protocol]
    if streams:
        return Reply(200, EVENTS, list(events(answer)))
    # Blanks and escapes that no serializer of ours would write.
    return Reply(200, JSON, [json.dumps(body(answer), indent=1).encode() + b"\n"])


def halves(text: str) -> list[str]:
    return [text[: len(text) // 2], text[len(text) // 2 :]]


def arguments(call: Call) -> str:
    return call.arguments if call.is_custom else json.dumps(call.arguments)


def data(event: dict | str) -> bytes:
    text = event if isinstance(event, str) else json.dumps(event, ensure_ascii=False)
    return f"data: {text}\n\n".encode()


def named(event: dict) -> bytes:
    return f"event: {event['type']}\n".encode() + data(event)


# OpenAI chat completions

CHAT_USAGE = {
    "prompt_tokens": 71,
    "completion_tokens": 23,
    "total_tokens": 94,
    "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
    "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
}


def chat_call(call: Call, text: str) -> dict:
    if call.is_custom:
        return {"id": call.id, "type": "custom", "custom": {"name": call.name, "input": text}}
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": text}}


def chat_events(answer: Answer):
    def chunk(delta: dict, finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return data({**common, "choices": [choice], "usage": None, "obfuscation": "kq1"})

    common = {
        "id": f"chatcmpl-{answer.tag}",
        "object": "chat.completion.chunk",
        "created": CREATED,
        "model": "gpt-5.6-sol-2026-08-01",
        "service_tier": "default",
        "system_fingerprint": "fp_51d1",
    }
    yield chunk({"role": "assistant", "content": "", "refusal": None})
    for piece in halves(answer.text):
        yield chunk({"content": piece})
    for index, call in enumerate(answer.calls):
        yield chunk({"tool_calls": [{"index": index, **chat_call(call, "")}]})
        for piece in halves(arguments(call)):
            part = {"custom": {"input": piece}} if call.is_custom else {"function": {"arguments": piece}}
            yield chunk({"tool_calls": [{"index": index, **part}]})
    yield chunk({}, "tool_calls" if answer.calls else "stop")
    yield data({**common, "choices": [], "usage": CHAT_USAGE, "obfuscation": ""})
    yield data("[DONE]")


def chat_body(answer: Answer) -> dict:
    message = {"role": "assistant", "content": answer.text, "refusal": None, "annotations": []}
    if answer.calls:
        message["tool_calls"] = [chat_call(call, arguments(call)) for call in answer.calls]
    finish = "tool_calls" if answer.calls else "stop"
    return {
        "id": f"chatcmpl-{answer.tag}",
        "object": "chat.completion",
        "created": CREATED,
        "model": "gpt-5.6-sol-2026-08-01",
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
        "usage": CHAT_USAGE,
        "service_tier": "default",
        "system_fingerprint": "fp_51d1",
    }


# OpenAI Responses

SEALED = "Z0FBQUFBZGlzcGF0Y2g="
RESPONSES_USAGE = {
    "input_tokens": 70,
    "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
    "output_tokens": 41,
    "output_tokens_details": {"reasoning_tokens": 12},
    "total_tokens": 111,
}


def reasoning_item(answer: Answer, state: str) -> dict:
    return {"id": f"rs_{answer.tag}", "type": "reasoning", "summary": [], "encrypted_content": state}


def text_part(text: str) -> dict:
    return {"type": "output_text", "annotations": [], "logprobs": [], "text": text}


def message_item(answer: Answer, status: str) -> dict:
    content = [text_part(answer.text)] if status == "completed" else []
    return {"id": f"msg_{answer.tag}", "type": "message", "status": status, "role": "assistant", "content": content}


def call_item(place: int, call: Call, status: str) -> dict:
    text = arguments(call) if status == "completed" else ""
    if call.is_custom:
        item = {"id": f"ctc_{place}", "type": "custom_tool_call", "status": status, "input": text}
        return {**item, "call_id": call.id, "name": call.name}
    item = {"id": f"fc_{place}", "type": "function_call", "status": status, "arguments": text}
    return {**item, "call_id": call.id, "name": call.name}


def call_kind(call: Call) -> str:
    return "custom_tool_call_input" if call.is_custom else "function_call_arguments"


def responses_body(answer: Answer) -> dict:
    calls = [call_item(place, call, "completed") for place, call in enumerate(answer.calls)]
    output = [reasoning_item(answer, SEALED), message_item(answer, "completed"), *calls]
    return responses_state(answer, "completed", output, RESPONSES_USAGE)


def responses_state(answer: Answer, status: str, output: list, usage: dict | None) -> dict:
    return {
        "id": f"resp_{answer.tag}",
        "object": "response",
        "created_at": CREATED,
        "status": status,
        "background": False,
        "completed_at": CREATED + 2 if status == "completed" else None,
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "max_output_tokens": None,
        "model": "gpt-5.6-sol-2026-08-01",
        "output": output,
        "parallel_tool_calls": True,
        "previous_response_id": None,
        "reasoning": {"effort": "low", "summary": None},
        "service_tier": "default",
        "store": False,
        "temperature": 1.0,
        "text": {"format": {"type": "text"}, "verbosity": "medium"},
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "truncation": "disabled",
        "usage": usage,
        "user": None,
        "metadata": {},
    }


def responses_events(answer: Answer):
    number = 0

    def event(kind: str, **more: object) -> bytes:
        nonlocal number
        number += 1
        return named({"type": f"response.{kind}", **more, "sequence_number": number - 1})

    yield event("created", response=responses_state(answer, "in_progress", [], None))
    yield event("in_progress", response=responses_state(answer, "in_progress", [], None))
    yield event("output_item.added", output_index=0, item=reasoning_item(answer, SEALED[:8]))
    yield event("output_item.done", output_index=0, item=reasoning_item(answer, SEALED))
    at = {"item_id": f"msg_{answer.tag}", "output_index": 1, "content_index": 0}
    yield event("output_item.added", output_index=1, item=message_item(answer, "in_progress"))
    yield event("content_part.added", **at, part=text_part(""))
    for piece in halves(answer.text):
        yield event("output_text.delta", **at, delta=piece, logprobs=[], obfuscation="x")
    yield event("output_text.done", **at, text=answer.text, logprobs=[])
    yield event("content_part.done", **at, part=text_part(answer.text))
    yield event("output_item.done", output_index=1, item=message_item(answer, "completed"))
    for place, call in enumerate(answer.calls):
        kind, at = call_kind(call), {"item_id": call_item(place, call, "")["id"], "output_index": place + 2}
        yield event("output_item.added", output_index=place + 2, item=call_item(place, call, "in_progress"))
        for piece in halves(arguments(call)):
            yield event(f"{kind}.delta", **at, delta=piece, obfuscation="q")
        done = {"input": arguments(call)} if call.is_custom else {"arguments": arguments(call), "name": call.name}
        yield event(f"{kind}.done", **at, **done)
        yield event("output_item.done", output_index=place + 2, item=call_item(place, call, "completed"))
    yield event("completed", response=responses_body(answer))


# Anthropic Messages

THINKING = {"type": "thinking", "thinking": "Two lookups.", "signature": "U2lnbmF0dXJlT2ZUaGlz"}


def tool_use(call: Call, content: dict) -> dict:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": content, "caller": {"type": "direct"}}


def messages_usage(output: int) -> dict:
    return {
        "input_tokens": 612,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
        "output_tokens": output,
        "service_tier": "standard",
        "inference_geo": "global",
    }


def messages_state(answer: Answer, content: list, stop: str | None, output: int) -> dict:
    return {
        "id": f"msg_01{answer.tag}",
        "type": "message",
        "role": "assistant",
        "model": "claude-opus-5-5",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "stop_details": None,
        "usage": messages_usage(output),
    }


def messages_body(answer: Answer) -> dict:
    calls = [tool_use(call, call.arguments) for call in answer.calls]
    content = [THINKING, {"type": "text", "text": answer.text}, *calls]
    return messages_state(answer, content, "tool_use" if calls else "end_turn", 131)


def messages_events(answer: Answer):
    def block(index: int, begin: dict, deltas: list[dict]):
        yield named({"type": "content_block_start", "index": index, "content_block": begin})
        for delta in deltas:
            yield named({"type": "content_block_delta", "index": index, "delta": delta})
        yield named({"type": "content_block_stop", "index": index})

    yield named({"type": "message_start", "message": messages_state(answer, [], None, 2)})
    thought = {"type": "thinking_delta", "thinking": THINKING["thinking"]}
    signed = {"type": "signature_delta", "signature": THINKING["signature"]}
    yield from block(0, {"type": "thinking", "thinking": "", "signature": ""}, [thought, signed])
    yield named({"type": "ping"})
    texts = [{"type": "text_delta", "text": piece} for piece in halves(answer.text)]
    yield from block(1, {"type": "text", "text": ""}, texts)
    for place, call in enumerate(answer.calls):
        pieces = ["", *halves(arguments(call))]
        parts = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
        yield from block(place + 2, tool_use(call, {}), parts)
    stop = {"stop_reason": "tool_use" if answer.calls else "end_turn", "stop_sequence": None, "stop_details": None}
    yield named({"type": "message_delta", "delta": stop, "usage": {"input_tokens": 612, "output_tokens": 131}})
    yield named({"type": "message_stop"})


# Gemini

GEMINI_USAGE = {
    "promptTokenCount": 96,
    "candidatesTokenCount": 38,
    "totalTokenCount": 254,
    "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 96}],
    "thoughtsTokenCount": 120,
}


def gemini_chunk(answer: Answer, parts: list, finish: str | None = None) -> dict:
    candidate = {"content": {"parts": parts, "role": "model"}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    chunk = {"candidates": [candidate], "usageMetadata": GEMINI_USAGE}
    return {**chunk, "modelVersion": "gemini-3.6-flash", "responseId": answer.tag}


def gemini_call(place: int, call: Call) -> dict:
    part = {"functionCall": {"id": call.id, "name": call.name, "args": call.arguments}}
    return part if place else {**part, "thoughtSignature": "b3BhcXVlLXRob3VnaHQ="}


def gemini_body(answer: Answer) -> dict:
    calls = [gemini_call(place, call) for place, call in enumerate(answer.calls)]
    return gemini_chunk(answer, [{"text": answer.text}, *calls], "STOP")


def gemini_events(answer: Answer):
    def crlf(chunk: dict) -> bytes:
        return data(chunk).replace(b"\n", b"\r\n")

    for piece in halves(answer.text):
        yield crlf(gemini_chunk(answer, [{"text": piece}]))
    for place, call in enumerate(answer.calls):
        yield crlf(gemini_chunk(answer, [gemini_call(place, call)]))
    yield crlf(gemini_chunk(answer, [{"text": ""}], "STOP"))


WRITERS = {
    "chat": (chat_events, chat_body),
    "responses": (responses_events, responses_body),
    "messages": (messages_events, messages_body),
    "gemini": (gemini_events, gemini_body),
}
