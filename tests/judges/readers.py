"""Reads the body of each protocol into a [`reading.Request`]."""

from collections.abc import Callable, Iterator
from typing import Any

import steps
from reading import (
    Body, Call, Form, Function, Medium, Request, Result, Role, Schema, Text, Turn, as_parts, data_url, listed, mapped,
    numbered, parsed, schema_of,
)  # fmt: skip

ROLES: dict[str, Role] = {
    "system": "system", "developer": "system", "user": "person", "assistant": "model", "model": "model", "tool": "results",
}  # fmt: skip


def read(kind: str, model: str, body: Body) -> Request:
    """A request of a kind of service."""
    return READERS[kind](kind, model, body)


def chat(kind: str, model: str, body: Body) -> Request:
    """OpenAI's chat completions, those who speak its language, and Mistral."""
    declared = [
        (f"{place}/{key}", mapped(tool[key]))
        for place, tool in numbered(body.get("tools"), "/tools")
        for key in ("function", "custom")
        if key in tool
    ]
    functions = tuple(
        Function(
            place,
            function.get("name"),
            function.get("description"),
            schema_of(function, "parameters", place, function.get("strict")),
        )
        for place, function in declared
    )
    choice = mapped(body.get("tool_choice"))
    named = [mapped(choice.get(key)).get("name") for key in ("function", "custom") if key in choice]
    named += names_in(mapped(choice.get("allowed_tools")))
    wanted = mapped(body.get("response_format"))
    described = mapped(wanted.get("json_schema"))
    form = None
    if wanted.get("type") in ("json_object", "json_schema"):
        place = "/response_format/json_schema"
        form = Form(
            "/response_format", described.get("name"), schema_of(described, "schema", place, described.get("strict"))
        )
    stop = body.get("stop")
    return Request(
        kind,
        model,
        body,
        functions=functions,
        has_choice="tool_choice" in body,
        named=tuple(named),
        turns=tuple(chat_turn(place, message) for place, message in numbered(body.get("messages"), "/messages")),
        stops=(stop,) if isinstance(stop, str) else tuple(listed(stop)),
        form=form,
    )


def chat_turn(place: str, message: dict[str, Any]) -> Turn:
    parts = list(as_parts(message.get("content"), f"{place}/content"))
    texts = tuple(Text(at, part["text"]) for at, part in parts if isinstance(part.get("text"), str))
    media = tuple(medium for at, part in parts for medium in chat_medium(at, part))
    calls = tuple(chat_call(at, call) for at, call in numbered(message.get("tool_calls"), f"{place}/tool_calls"))
    role = ROLES.get(str(message.get("role")), "person")
    results: tuple[Result, ...] = ()
    if role == "results":
        results = (Result(place, message.get("tool_call_id"), message.get("name"), message.get("content"), texts=texts),)
    kinds = tuple(str(part.get("type")) for _, part in parts)
    return Turn(place, role, str(message.get("role")), kinds, texts, media, calls, results, message)


def chat_call(place: str, call: dict[str, Any]) -> Call:
    if call.get("type") == "custom":
        custom = mapped(call.get("custom"))
        return Call(place, call.get("id"), custom.get("name"), custom.get("input"), is_custom=True)
    function = mapped(call.get("function"))
    return Call(place, call.get("id"), function.get("name"), function.get("arguments"))


def chat_medium(place: str, part: dict[str, Any]) -> Iterator[Medium]:
    kind = str(part.get("type"))
    inner = part.get(kind)
    if kind in ("image_url", "document_url"):
        yield Medium(place, kind, *data_url(inner.get("url") if isinstance(inner, dict) else inner))
    elif kind == "input_audio" and isinstance(inner, dict):
        yield Medium(place, kind, f"audio/{inner.get('format')}", inner.get("data"))
    elif kind == "input_audio":
        yield Medium(place, kind, None, inner)
    elif kind == "file":
        yield Medium(place, kind, *data_url(mapped(inner).get("file_data")))


def names_in(choice: dict[str, Any]) -> Iterator[Any]:
    """The functions that are allowed where more are offered."""
    for _, tool in numbered(choice.get("tools"), "/tools"):
        named = mapped(tool.get("function")) or tool
        if "name" in named:
            yield named["name"]


def responses(kind: str, model: str, body: Body) -> Request:
    """OpenAI's Responses."""
    functions = tuple(
        Function(place, tool.get("name"), tool.get("description"), schema_of(tool, "parameters", place, tool.get("strict")))
        for place, tool in numbered(body.get("tools"), "/tools")
        if tool.get("type") in ("function", "custom")
    )
    choice = mapped(body.get("tool_choice"))
    wanted = mapped(mapped(body.get("text")).get("format"))
    form = None
    if wanted.get("type") in ("json_object", "json_schema"):
        form = Form("/text/format", wanted.get("name"), schema_of(wanted, "schema", "/text/format", wanted.get("strict")))
    said = body.get("instructions")
    return Request(
        kind,
        model,
        body,
        functions=functions,
        has_choice="tool_choice" in body,
        named=(choice["name"],) if "name" in choice else tuple(names_in(choice)),
        instructions=(Text("/instructions", said),) if isinstance(said, str) else (),
        turns=tuple(responses_turn(place, item) for place, item in numbered(body.get("input"), "/input")),
        form=form,
    )


def responses_turn(place: str, item: dict[str, Any]) -> Turn:
    kind = str(item.get("type", "message"))
    if kind in ("function_call", "custom_tool_call"):
        is_custom = kind == "custom_tool_call"
        arguments = item.get("input" if is_custom else "arguments")
        call = Call(place, item.get("call_id"), item.get("name"), arguments, is_custom)
        return Turn(place, "model", kind, (kind,), calls=(call,), raw=item)
    if kind in ("function_call_output", "custom_tool_call_output"):
        parts = list(as_parts(item.get("output"), f"{place}/output"))
        texts, media = responses_parts(parts)
        result = Result(place, item.get("call_id"), None, item.get("output"), texts=texts, media=media)
        return Turn(place, "results", kind, (kind,), results=(result,), raw=item)
    role = ROLES.get(str(item.get("role")), "model")
    parts = list(as_parts(item.get("content"), f"{place}/content")) if kind == "message" else []
    texts, media = responses_parts(parts)
    kinds = tuple(str(part.get("type")) for _, part in parts)
    return Turn(place, role, kind, kinds or (kind,), texts, media, raw=item)


def responses_parts(parts: list[tuple[str, dict[str, Any]]]) -> tuple[tuple[Text, ...], tuple[Medium, ...]]:
    texts = tuple(Text(at, part["text"]) for at, part in parts if isinstance(part.get("text"), str))
    media = tuple(
        Medium(at, str(part["type"]), *data_url(part.get("image_url", part.get("file_data"))))
        for at, part in parts
        if part.get("type") in ("input_image", "input_file")
    )
    return texts, media


def anthropic(kind: str, model: str, body: Body) -> Request:
    """Anthropic's Messages."""
    functions = tuple(
        Function(
            place, tool.get("name"), tool.get("description"), schema_of(tool, "input_schema", place, tool.get("strict"))
        )
        for place, tool in numbered(body.get("tools"), "/tools")
        if tool.get("type", "custom") == "custom"
    )
    choice = mapped(body.get("tool_choice"))
    wanted = mapped(mapped(body.get("output_config")).get("format"))
    form = None
    if wanted:
        form = Form("/output_config/format", None, schema_of(wanted, "schema", "/output_config/format", True))
    return Request(
        kind,
        model,
        body,
        functions=functions,
        has_choice="tool_choice" in body,
        named=(choice["name"],) if "name" in choice else (),
        instructions=tuple(
            Text(at, part["text"])
            for at, part in as_parts(body.get("system"), "/system")
            if isinstance(part.get("text"), str)
        ),
        turns=tuple(
            blocks_turn(place, message, anthropic_block) for place, message in numbered(body.get("messages"), "/messages")
        ),
        stops=tuple(listed(body.get("stop_sequences"))),
        form=form,
    )


Piece = Text | Medium | Call | Result | None


def blocks_turn(place: str, message: dict[str, Any], block: Callable[[str, dict[str, Any]], tuple[str, Piece]]) -> Turn:
    """A message whose content is a list of blocks. `block` names the type of one and reads it."""
    key = "parts" if "parts" in message else "content"
    read = [block(at, inner) for at, inner in as_parts(message.get(key), f"{place}/{key}")]
    of = lambda wanted: tuple(piece for _, piece in read if isinstance(piece, wanted))
    role = ROLES.get(str(message.get("role")), "person")
    kinds = tuple(kind for kind, _ in read)
    return Turn(place, role, str(message.get("role")), kinds, of(Text), of(Medium), of(Call), of(Result), message)


def anthropic_block(place: str, block: dict[str, Any]) -> tuple[str, Piece]:
    kind = str(block.get("type"))
    match kind:
        case "text":
            return kind, Text(place, block.get("text", ""))
        case "image" | "document":
            source = mapped(block.get("source"))
            return kind, Medium(place, kind, source.get("media_type"), source.get("data"))
        case "tool_use":
            return kind, Call(place, block.get("id"), block.get("name"), block.get("input"))
        case "tool_result":
            inner = [anthropic_block(at, part)[1] for at, part in as_parts(block.get("content"), f"{place}/content")]
            texts = tuple(piece for piece in inner if isinstance(piece, Text))
            media = tuple(piece for piece in inner if isinstance(piece, Medium))
            failed = block.get("is_error") is True
            return kind, Result(place, block.get("tool_use_id"), None, block.get("content"), failed, texts, media)
    return kind, None


def gemini(kind: str, model: str, body: Body) -> Request:
    """Gemini's generateContent, at both of its hosts."""
    functions = []
    for outer, tool in numbered(body.get("tools"), "/tools"):
        for place, declared in numbered(tool.get("functionDeclarations"), f"{outer}/functionDeclarations"):
            schema = schema_of(declared, "parametersJsonSchema", place, None)
            functions.append(Function(place, declared.get("name"), declared.get("description"), schema))
    calling = mapped(mapped(body.get("toolConfig")).get("functionCallingConfig"))
    config = mapped(body.get("generationConfig"))
    form = None
    if config.get("responseMimeType") == "application/json":
        form = Form("/generationConfig", None, schema_of(config, "responseJsonSchema", "/generationConfig", None))
    instructions = listed(mapped(body.get("systemInstruction")).get("parts"))
    return Request(
        kind,
        model,
        body,
        functions=tuple(functions),
        has_choice=bool(calling),
        named=tuple(listed(calling.get("allowedFunctionNames"))),
        instructions=tuple(
            Text(at, part["text"])
            for at, part in numbered(instructions, "/systemInstruction/parts")
            if isinstance(part.get("text"), str)
        ),
        turns=tuple(
            blocks_turn(place, content, gemini_part) for place, content in numbered(body.get("contents"), "/contents")
        ),
        stops=tuple(listed(config.get("stopSequences"))),
        form=form,
    )


def gemini_part(place: str, part: dict[str, Any]) -> tuple[str, Piece]:
    if "functionCall" in part:
        call = mapped(part["functionCall"])
        return "functionCall", Call(place, call.get("id"), call.get("name"), call.get("args", {}))
    if "functionResponse" in part:
        response = mapped(part["functionResponse"])
        inner = [gemini_part(at, one)[1] for at, one in numbered(response.get("parts"), f"{place}/functionResponse/parts")]
        media = tuple(piece for piece in inner if isinstance(piece, Medium))
        content = response.get("response")
        failed = "error" in mapped(content)
        return "functionResponse", Result(place, response.get("id"), response.get("name"), content, failed, media=media)
    for kind in ("inlineData", "fileData"):
        if kind in part:
            blob = mapped(part[kind])
            return kind, Medium(place, kind, blob.get("mimeType"), blob.get("data"))
    if part.get("thought") is True:
        return "thought", None
    if isinstance(part.get("text"), str):
        return "text", Text(place, part["text"], is_marked="thoughtSignature" in part)
    return next(iter(part), ""), None


def ollama(kind: str, model: str, body: Body) -> Request:
    """Ollama's own chat."""
    declared = [(f"{place}/function", mapped(tool.get("function"))) for place, tool in numbered(body.get("tools"), "/tools")]
    functions = tuple(
        Function(place, function.get("name"), function.get("description"), schema_of(function, "parameters", place, None))
        for place, function in declared
    )
    form = None
    if "format" in body:
        is_schema = isinstance(body["format"], dict)
        form = Form("/format", None, Schema("/format", body["format"], False) if is_schema else None)
    return Request(
        kind,
        model,
        body,
        functions=functions,
        form=form,
        turns=tuple(chat_turn(place, message) for place, message in numbered(body.get("messages"), "/messages")),
        stops=tuple(listed(mapped(body.get("options")).get("stop"))),
    )


def bedrock(kind: str, model: str, body: Body) -> Request:
    """Bedrock's Converse."""
    config = mapped(body.get("toolConfig"))
    functions = []
    for outer, tool in numbered(config.get("tools"), "/toolConfig/tools"):
        spec, place = mapped(tool.get("toolSpec")), f"{outer}/toolSpec"
        schema = schema_of(mapped(spec.get("inputSchema")), "json", f"{place}/inputSchema", spec.get("strict"))
        functions.append(Function(place, spec.get("name"), spec.get("description"), schema))
    chosen = mapped(mapped(config.get("toolChoice")).get("tool"))
    text_format = mapped(mapped(body.get("outputConfig")).get("textFormat"))
    described = mapped(mapped(text_format.get("structure")).get("jsonSchema"))
    form = None
    if described:
        place = "/outputConfig/textFormat/structure/jsonSchema"
        form = Form(place, described.get("name"), Schema(f"{place}/schema", parsed(described.get("schema")), True))
    return Request(
        kind,
        model,
        body,
        functions=tuple(functions),
        has_choice="toolChoice" in config,
        named=(chosen["name"],) if "name" in chosen else (),
        instructions=tuple(
            Text(at, block["text"]) for at, block in numbered(body.get("system"), "/system") if "text" in block
        ),
        turns=tuple(
            blocks_turn(place, message, bedrock_block) for place, message in numbered(body.get("messages"), "/messages")
        ),
        stops=tuple(listed(mapped(body.get("inferenceConfig")).get("stopSequences"))),
        form=form,
    )


def bedrock_block(place: str, block: dict[str, Any]) -> tuple[str, Piece]:
    kind = next(iter(block), "")
    inner = block.get(kind)
    match kind:
        case "text":
            return kind, Text(place, str(inner))
        case "image" | "document" | "video" | "audio":
            return kind, Medium(place, kind, mapped(inner).get("format"), mapped(mapped(inner).get("source")).get("bytes"))
        case "toolUse":
            call = mapped(inner)
            return kind, Call(place, call.get("toolUseId"), call.get("name"), call.get("input"))
        case "toolResult":
            result = mapped(inner)
            read = [bedrock_block(at, one)[1] for at, one in numbered(result.get("content"), f"{place}/toolResult/content")]
            texts = tuple(piece for piece in read if isinstance(piece, Text))
            media = tuple(piece for piece in read if isinstance(piece, Medium))
            failed = result.get("status") == "error"
            return kind, Result(place, result.get("toolUseId"), None, result.get("content"), failed, texts, media)
    return kind, None


CHAT_KINDS = (
    "openai", "azure-openai", "azure-openai-dated", "openai-compatible", "openrouter", "deepseek", "moonshot", "zai", "qwen", "groq", "xai",
    "together", "vllm", "llama-cpp", "lm-studio", "mistral",
)  # fmt: skip
RESPONSES_KINDS = ("openai-responses", "azure-openai-responses", "openai-responses-compatible")

READERS: dict[str, Callable[[str, str, Body], Request]] = {
    **dict.fromkeys(CHAT_KINDS, chat),
    **dict.fromkeys(RESPONSES_KINDS, responses),
    "anthropic": anthropic,
    "gemini": gemini,
    "vertex": gemini,
    "gemini-interactions": steps.interactions,
    "ollama": ollama,
    "bedrock": bedrock,
}
