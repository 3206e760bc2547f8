"""Writes small requests in every protocol, for rules to be tried on: the way back from what `readers` reads.

They are no requests of ours. A [`Draft`] says what is asked in the words of `reading`, and everything else is left out.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from reading import Body, Call, Medium, Result, Role, Text
from readers import CHAT_KINDS, RESPONSES_KINDS

Piece = Text | Medium | Call | Result | Body
Said = tuple[Role, tuple[Piece, ...]]

SCHEMA = {
    "type": "object", "properties": {"port": {"type": "string"}}, "required": ["port"], "additionalProperties": False,
}  # fmt: skip
MODELS = {
    "gemini/2": "gemini-2.5-pro",
    "gemini/3": "gemini-3.6-flash",
    "vertex/2": "gemini-2.5-pro",
    "vertex/3": "gemini-3.6-flash",
    "anthropic": "claude-opus-5-5",
    "bedrock/claude": "eu.anthropic.claude-opus-5-5-v1:0",
    "bedrock/llama": "meta.llama4-v1:0",
    "bedrock/mistral": "mistral.large-v1:0",
    "bedrock/nova": "amazon.nova-2-pro-v1:0",
    "bedrock/writer": "writer.palmyra-x6-v1:0",
    "bedrock/other": "qwen.qwen3-v1:0",
}
CALL_ID = "abc123def"


def said(text: str = "Thanks.") -> Text:
    return Text("", text)


def called(id: Any = CALL_ID, name: Any = "tide_table", arguments: Any = None, is_custom: bool = False) -> Call:
    return Call("", id, name, {"port": "Lysvik"} if arguments is None else arguments, is_custom)


def answered(
    id: Any = CALL_ID,
    name: Any = "tide_table",
    content: Any = "low",
    is_failure: bool = False,
    media: tuple[Medium, ...] = (),
) -> Result:
    return Result("", id, name, content, is_failure, media=media)


def shown(part: str, label: str, data: str = "aGk=") -> Medium:
    """A picture, a sound or a document."""
    return Medium("", part, label, data)


ASKED: Said = ("person", (said("What is the tide at Lysvik? Say it as JSON."),))
CALLED: Said = ("model", (said("I look."), called()))
ANSWERED: Said = ("results", (answered(),))
TOLD: Said = ("model", (said("It is low."),))
THANKED: Said = ("person", (said(),))


@dataclass(frozen=True)
class Draft:
    """What is asked. `after` changes the body when it is written."""

    names: tuple[Any, ...] = ("tide_table",)
    schema: Any = None
    is_strict: bool = False
    choice: str | None = None
    turns: tuple[Said, ...] = (ASKED, CALLED, ANSWERED, TOLD, THANKED)
    stops: tuple[str, ...] = ()
    form: Any = None
    form_name: str = "reply"
    after: Callable[[Body], Any] | None = None

    @property
    def parameters(self) -> Any:
        return SCHEMA if self.schema is None else self.schema


def composed(service: str, draft: Draft) -> tuple[str, str, Body]:
    """The kind, the model and the body of a draft at a service, which may have a family."""
    kind = service.split("/")[0]
    body = WRITERS[kind](service, draft)
    if draft.after is not None:
        draft.after(body)
    return kind, MODELS.get(service, "m"), body


def chat(service: str, draft: Draft) -> Body:
    declared = [{"name": name, "description": "Tides.", "parameters": draft.parameters} for name in draft.names]
    body: Body = {
        "model": "m",
        "messages": [message for turn in draft.turns for message in chat_messages(service, turn)],
        "stream": True,
    }
    if declared:
        strict = {"strict": True} if draft.is_strict else {}
        body["tools"] = [{"type": "function", "function": {**function, **strict}} for function in declared]
    if draft.choice == "any":
        body["tool_choice"] = "required"
    elif draft.choice:
        body["tool_choice"] = {"type": "function", "function": {"name": draft.choice}}
    if draft.stops:
        body["stop"] = list(draft.stops)
    if draft.form == "json":
        body["response_format"] = {"type": "json_object"}
    elif draft.form is not None:
        described = {"name": draft.form_name, "schema": draft.form, "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": described}
    return body


def chat_messages(service: str, turn: Said) -> list[Body]:
    role, pieces = turn
    if role == "results":
        return [chat_result(service, one) for one in pieces if isinstance(one, Result)]
    calls = [chat_call(one) for one in pieces if isinstance(one, Call)]
    parts = [chat_part(service, one) for one in pieces if isinstance(one, Text | Medium)]
    is_plain = all(part["type"] == "text" for part in parts)
    content = "".join(part["text"] for part in parts) if is_plain else parts
    message: Body = {"role": {"person": "user", "model": "assistant", "system": "system"}[role], "content": content}
    if calls:
        message["tool_calls"] = calls
        message.update({"reasoning_content": ""} if service in ("deepseek", "moonshot") else {})
    for more in pieces:
        message.update(more if isinstance(more, dict) else {})
    return [message]


def chat_result(service: str, result: Result) -> Body:
    name = {"name": result.name} if service == "mistral" else {}
    return {"role": "tool", "tool_call_id": result.id, "content": result.content, **name}


def chat_call(call: Call) -> Body:
    if call.is_custom:
        return {"id": call.id, "type": "custom", "custom": {"name": call.name, "input": "x"}}
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": as_text(call.arguments)}}


def as_text(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def chat_part(service: str, piece: Text | Medium) -> Body:
    if isinstance(piece, Text):
        return {"type": "text", "text": piece.text}
    address = f"data:{piece.label};base64,{piece.data}"
    match piece.part:
        case "picture":
            return {"type": "image_url", "image_url": {"url": address}}
        case "sound" if service == "mistral":
            return {"type": "input_audio", "input_audio": piece.data}
        case "sound":
            return {"type": "input_audio", "input_audio": {"data": piece.data, "format": str(piece.label).split("/")[1]}}
    return {"type": "file", "file": {"filename": "a.pdf", "file_data": address}}


def responses(service: str, draft: Draft) -> Body:
    body: Body = {
        "model": "m",
        "input": [item for turn in draft.turns for item in responses_items(turn)],
        "store": False,
        "stream": True,
    }
    if draft.names:
        common = {"type": "function", "description": "Tides.", "parameters": draft.parameters, "strict": draft.is_strict}
        body["tools"] = [{**common, "name": name} for name in draft.names]
    if draft.choice == "any":
        body["tool_choice"] = "required"
    elif draft.choice:
        body["tool_choice"] = {"type": "function", "name": draft.choice}
    if draft.form is not None and draft.form != "json":
        body["text"] = {"format": {"type": "json_schema", "name": draft.form_name, "schema": draft.form, "strict": True}}
    return body


def responses_items(turn: Said) -> list[Body]:
    role, pieces = turn
    items: list[Body] = []
    for piece in pieces:
        match piece:
            case Text() if role == "model":
                items.append({"role": "assistant", "content": piece.text})
            case Text():
                kind = {"type": "input_text", "text": piece.text}
                items.append({"role": "user" if role == "person" else "system", "content": [kind]})
            case Medium():
                address = f"data:{piece.label};base64,{piece.data}"
                items.append({"role": "user", "content": [{"type": "input_image", "detail": "auto", "image_url": address}]})
            case Call():
                arguments = as_text(piece.arguments)
                items.append({"type": "function_call", "call_id": piece.id, "name": piece.name, "arguments": arguments})
            case Result():
                items.append({"type": "function_call_output", "call_id": piece.id, "output": piece.content})
            case dict():
                items.append(piece)
    return items


def anthropic(service: str, draft: Draft) -> Body:
    strict = {"strict": True} if draft.is_strict else {}
    tools = [{"name": name, "description": "Tides.", "input_schema": draft.parameters, **strict} for name in draft.names]
    body: Body = {
        "model": "m", "max_tokens": 100, "stream": True,
        "messages": [blocks(turn, anthropic_block, ("user", "assistant", "content")) for turn in draft.turns],
    }  # fmt: skip
    body.update({"tools": tools} if tools else {})
    if draft.choice:
        body["tool_choice"] = {"type": "any"} if draft.choice == "any" else {"type": "tool", "name": draft.choice}
    if draft.stops:
        body["stop_sequences"] = list(draft.stops)
    if draft.form is not None and draft.form != "json":
        body["output_config"] = {"format": {"type": "json_schema", "schema": draft.form}}
    return body


def blocks(turn: Said, block: Callable[[Piece], Body], names: tuple[str, str, str]) -> Body:
    """A message whose content is a list of blocks. `names` are those of the sides and of the list."""
    person, model, content = names
    written = [piece if isinstance(piece, dict) else block(piece) for piece in turn[1]]
    return {"role": model if turn[0] == "model" else person, content: written}


def anthropic_block(piece: Piece) -> Body:
    match piece:
        case Text():
            return {"type": "text", "text": piece.text}
        case Call():
            return {"type": "tool_use", "id": piece.id, "name": piece.name, "input": piece.arguments}
        case Result():
            failed = {"is_error": True} if piece.is_failure else {}
            return {"type": "tool_result", "tool_use_id": piece.id, "content": piece.content, **failed}
        case Medium():
            source = {"type": "base64", "media_type": piece.label, "data": piece.data}
            return {"type": {"picture": "image"}.get(piece.part, "document"), "source": source}
    raise TypeError(piece)


def gemini(service: str, draft: Draft) -> Body:
    declared = [{"name": name, "description": "Tides.", "parametersJsonSchema": draft.parameters} for name in draft.names]
    signed = service.endswith("/3")
    body: Body = {
        "contents": [
            blocks(turn, lambda piece: gemini_part(piece, signed), ("user", "model", "parts")) for turn in draft.turns
        ]
    }
    body.update({"tools": [{"functionDeclarations": declared}]} if declared else {})
    if draft.choice:
        named = {} if draft.choice == "any" else {"allowedFunctionNames": [draft.choice]}
        body["toolConfig"] = {"functionCallingConfig": {"mode": "ANY", **named}}
    config: Body = {"stopSequences": list(draft.stops)} if draft.stops else {}
    if draft.form is not None:
        config["responseMimeType"] = "application/json"
        config.update({"responseJsonSchema": draft.form} if draft.form != "json" else {})
    body.update({"generationConfig": config} if config else {})
    return body


def gemini_part(piece: Piece, signed: bool) -> Body:
    match piece:
        case Text():
            return {"text": piece.text}
        case Call():
            signature = {"thoughtSignature": "c2lnbmVk"} if signed else {}
            return {"functionCall": {"name": piece.name, "args": piece.arguments}, **signature}
        case Result():
            content = piece.content if not isinstance(piece.content, str) else {"result": piece.content}
            parts = {"parts": [gemini_part(medium, signed) for medium in piece.media]} if piece.media else {}
            return {"functionResponse": {"name": piece.name, "response": content, **parts}}
        case Medium():
            return {"inlineData": {"mimeType": piece.label, "data": piece.data}}
    raise TypeError(piece)


def interactions(service: str, draft: Draft) -> Body:
    sides = groupby(draft.turns, key=lambda turn: turn[0])
    turns: list[Said] = [(role, tuple(piece for _, pieces in said for piece in pieces)) for role, said in sides]
    body: Body = {"model": "m", "input": [step for turn in turns for step in steps(turn)], "store": False}
    if draft.names:
        common = {"type": "function", "description": "Tides.", "parameters": draft.parameters}
        body["tools"] = [{**common, "name": name} for name in draft.names]
    config: Body = {"stop_sequences": list(draft.stops)} if draft.stops else {}
    if draft.choice:
        allowed = {"allowed_tools": {"mode": "any", "tools": [draft.choice]}}
        config["tool_choice"] = "any" if draft.choice == "any" else allowed
    body.update({"generation_config": config} if config else {})
    if draft.form is not None:
        schema = {"schema": draft.form} if draft.form != "json" else {}
        body["response_format"] = {"type": "text", "mime_type": "application/json", **schema}
    return body


def steps(turn: Said) -> list[Body]:
    """A turn with calls begins with a thought, and what is said in a row is one step."""
    role, pieces = turn
    spoken = "model_output" if role == "model" else "user_input"
    written: list[Body] = [{"type": "thought", "signature": "c2lnbmVk"}] if any(isinstance(one, Call) for one in pieces) else []
    for piece in pieces:
        match piece:
            case Text() | Medium() if written and written[-1]["type"] == spoken:
                written[-1]["content"].append(step_part(piece))
            case Text() | Medium():
                written.append({"type": spoken, "content": [step_part(piece)]})
            case Call():
                called = {"id": piece.id, "name": piece.name, "arguments": piece.arguments}
                written.append({"type": "function_call", **called})
            case Result():
                shown = [step_part(medium) for medium in piece.media]
                failed = {"is_error": True} if piece.is_failure else {}
                result = {"call_id": piece.id, "name": piece.name, "result": shown or piece.content, **failed}
                written.append({"type": "function_result", **result})
            case dict():
                written.append(piece)
    return written or [{"type": spoken, "content": []}]


def step_part(piece: Text | Medium) -> Body:
    if isinstance(piece, Text):
        return {"type": "text", "text": piece.text}
    kinds = {"picture": "image", "sound": "audio", "document": "document"}
    return {"type": kinds[piece.part], "mime_type": piece.label, "data": piece.data}


def ollama(service: str, draft: Draft) -> Body:
    body = chat(service, draft)
    for message in body["messages"]:
        for call in message.get("tool_calls", []):
            call["function"]["arguments"] = parsed_or_text(call["function"]["arguments"])
            call.pop("type")
    body.pop("stop", None)
    body.update({"format": draft.form} if draft.form is not None else {})
    body.pop("response_format", None)
    return body


def parsed_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def bedrock(service: str, draft: Draft) -> Body:
    strict = {"strict": True} if draft.is_strict else {}
    schema = {"json": draft.parameters}
    tools = [{"toolSpec": {"name": name, "description": "Tides.", "inputSchema": schema, **strict}} for name in draft.names]
    body: Body = {"messages": [blocks(turn, bedrock_block, ("user", "assistant", "content")) for turn in draft.turns]}
    if tools:
        body["toolConfig"] = {"tools": tools}
    if draft.choice:
        body["toolConfig"]["toolChoice"] = {"any": {}} if draft.choice == "any" else {"tool": {"name": draft.choice}}
    if draft.stops:
        body["inferenceConfig"] = {"stopSequences": list(draft.stops)}
    if draft.form is not None and draft.form != "json":
        described = {"name": draft.form_name, "schema": json.dumps(draft.form)}
        body["outputConfig"] = {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": described}}}
    return body


def bedrock_block(piece: Piece) -> Body:
    match piece:
        case Text():
            return {"text": piece.text}
        case Call():
            return {"toolUse": {"toolUseId": piece.id, "name": piece.name, "input": piece.arguments}}
        case Result():
            content = [{"text": piece.content}] if isinstance(piece.content, str) else piece.content
            status = "error" if piece.is_failure else "success"
            return {"toolResult": {"toolUseId": piece.id, "content": content, "status": status}}
        case Medium(part="document"):
            return {"document": {"format": "pdf", "name": piece.label, "source": {"bytes": piece.data}}}
        case Medium():
            return {"image": {"format": str(piece.label).split("/")[-1], "source": {"bytes": piece.data}}}
    raise TypeError(piece)


WRITERS: dict[str, Callable[[str, Draft], Body]] = {
    **dict.fromkeys(CHAT_KINDS, chat),
    **dict.fromkeys(RESPONSES_KINDS, responses),
    "anthropic": anthropic,
    "gemini": gemini,
    "vertex": gemini,
    "gemini-interactions": interactions,
    "ollama": ollama,
    "bedrock": bedrock,
}
