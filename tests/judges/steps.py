"""Reads Gemini's Interactions: a history in steps."""

from typing import Any

from reading import (
    Body, Call, Form, Function, Medium, Request, Result, Role, Text, Turn, as_parts, listed, mapped, numbered, schema_of,
)  # fmt: skip


def interactions(kind: str, model: str, body: Body) -> Request:
    """Gemini's Interactions. Each step is a turn."""
    functions = tuple(
        Function(place, tool.get("name"), tool.get("description"), schema_of(tool, "parameters", place, None))
        for place, tool in numbered(body.get("tools"), "/tools")
        if tool.get("type") == "function"
    )
    config = mapped(body.get("generation_config"))
    allowed = mapped(mapped(config.get("tool_choice")).get("allowed_tools"))
    wanted = mapped(body.get("response_format"))
    form = None
    if wanted.get("mime_type") == "application/json":
        form = Form("/response_format", None, schema_of(wanted, "schema", "/response_format", None))
    said = body.get("system_instruction")
    return Request(
        kind,
        model,
        body,
        functions=functions,
        has_choice="tool_choice" in config,
        named=tuple(listed(allowed.get("tools"))),
        instructions=(Text("/system_instruction", said),) if isinstance(said, str) else (),
        turns=tuple(step_turn(place, step) for place, step in numbered(body.get("input"), "/input")),
        stops=tuple(listed(config.get("stop_sequences"))),
        form=form,
    )


def step_turn(place: str, step: dict[str, Any]) -> Turn:
    kind = str(step.get("type"))
    match kind:
        case "user_input" | "model_output":
            parts = list(as_parts(step.get("content"), f"{place}/content"))
            texts, media = step_parts(parts)
            role: Role = "person" if kind == "user_input" else "model"
            return Turn(place, role, kind, tuple(str(part.get("type")) for _, part in parts), texts, media, raw=step)
        case "function_call":
            call = Call(place, step.get("id"), step.get("name"), step.get("arguments"))
            return Turn(place, "model", kind, (kind,), calls=(call,), raw=step)
        case "function_result":
            texts, media = step_parts(list(as_parts(step.get("result"), f"{place}/result")))
            result = Result(
                place, step.get("call_id"), step.get("name"), step.get("result"), step.get("is_error") is True, texts, media
            )
            return Turn(place, "results", kind, (kind,), results=(result,), raw=step)
    return Turn(place, "model", kind, (kind,), raw=step)


def step_parts(parts: list[tuple[str, dict[str, Any]]]) -> tuple[tuple[Text, ...], tuple[Medium, ...]]:
    texts = tuple(Text(at, part["text"]) for at, part in parts if isinstance(part.get("text"), str))
    media = tuple(
        Medium(at, str(part["type"]), part.get("mime_type"), part.get("data"))
        for at, part in parts
        if part.get("type") in ("image", "audio", "video", "document")
    )
    return texts, media
