"""The types of the official libraries, as judges of requests.

Each judge holds a body against the types its provider's own library sends. Nothing is sent.
"""

import base64
import copy
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, Literal

import botocore.session
import botocore.validate
from anthropic.types.beta.message_create_params import MessageCreateParamsStreaming as BetaMessageCreateParamsStreaming
from anthropic.types.message_create_params import MessageCreateParamsStreaming
from google.genai import types as gemini
from google.genai._gaos.types.interactions import createmodelinteraction as interactions
from mistralai.client.models import ChatCompletionRequest
from ollama._types import ChatRequest, Message, Options
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming
from openai.types.responses.response_create_params import ResponseCreateParamsStreaming
from pydantic import ConfigDict, TypeAdapter
from pydantic_core import SchemaValidator
from typing_extensions import NoExtraItems, TypedDict, is_typeddict

from reading import Body

Judge = Callable[[Body], None]


class Switch(TypedDict):
    type: Literal["enabled", "disabled"]


class Routed(TypedDict, total=False):
    enabled: bool
    effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
    max_tokens: int
    exclude: bool


class Template(TypedDict, total=False):
    enable_thinking: bool
    thinking: bool
    reasoning_effort: str


# Who speaks OpenAI's language has no library of its own for it. These fields stand in its documentation:
# openrouter.ai/docs/use-cases/reasoning-tokens, api-docs.deepseek.com/guides/thinking_mode, platform.moonshot.ai/docs,
# docs.z.ai/guides/capabilities/thinking-mode, alibabacloud.com/help/en/model-studio/deep-thinking,
# docs.vllm.ai/en/latest/features/reasoning_outputs.html, github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
Switched = TypedDict("Switched", {"thinking": Switch}, total=False)
ADDED: dict[str, Any] = {
    "openrouter": TypedDict("OpenRouter", {"reasoning": Routed}, total=False),
    "deepseek": Switched,
    "moonshot": Switched,
    "zai": Switched,
    "qwen": TypedDict("Qwen", {"enable_thinking": bool, "thinking_budget": int}, total=False),
    "vllm": TypedDict("Vllm", {"chat_template_kwargs": Template}, total=False),
    "llama-cpp": TypedDict(
        "LlamaCpp", {"chat_template_kwargs": Template, "thinking_budget_tokens": int}, total=False
    ),
}  # fmt: skip


# What belongs to a person, a function or a model: schemas, arguments, results. A protocol has no say in these.
NOT_THEIRS = {
    "parameters", "input_schema", "inputSchema", "schema", "format", "parametersJsonSchema", "responseJsonSchema",
    "responseSchema", "arguments", "args", "input", "response", "json", "additionalModelRequestFields",
}  # fmt: skip


class Refused(Exception):
    """What a judge says who has no exception of its own."""


def strict(schema: Any) -> Any:
    """A schema that reads lists at once and refuses names it does not know.

    Otherwise it would choose between two forms of a message without looking into it, and take anything beside what it
    knows where a library lets a part of an answer be sent back as it is.
    """
    if isinstance(schema, dict):
        inner = {name: strict(value) for name, value in schema.items()}
        match schema.get("type"):
            case "generator":
                inner["type"] = "list"
            case "model-fields":
                inner["extra_behavior"] = "forbid"
                inner.pop("extras_schema", None)
            case "model" if "config" in inner:
                inner["config"] = {**inner["config"], "extra_fields_behavior": "forbid"}
        return inner
    if isinstance(schema, (list, tuple)):
        return type(schema)(strict(value) for value in schema)
    return schema


def by_dictionary(kind: Any) -> Judge:
    """For libraries whose requests are typed dictionaries. A name they don't know is refused."""
    library = kind.__module__.rpartition(".types.")[0]
    for module in [module for name, module in sys.modules.items() if name.startswith(f"{library}.types.")]:
        for declared in vars(module).values():
            if is_typeddict(declared) and getattr(declared, "__extra_items__", NoExtraItems) in (None, NoExtraItems):
                # Files stand in some types, and in none of our requests.
                declared.__pydantic_config__ = ConfigDict(extra="forbid", arbitrary_types_allowed=True)
    validator = exact(kind)
    return lambda body: validator.validate_python(body) and None


def exact(kind: Any) -> SchemaValidator:
    return SchemaValidator(strict(TypeAdapter(kind).core_schema))


def by_model(kind: Any) -> Judge:
    """For libraries whose requests are models. What a model leaves out of what it was given, it does not know."""

    def judge(body: Body) -> None:
        known = kind.model_validate(body).model_dump(mode="json", by_alias=True, exclude_unset=True)
        require_known(body, known, "")

    return judge


def require_known(given: Any, known: Any, place: str) -> None:
    if isinstance(given, dict) and isinstance(known, dict):
        for name, value in given.items():
            if name in NOT_THEIRS:
                continue
            if name not in known:
                raise Refused(f"{place}/{name} is not known")
            require_known(value, known[name], f"{place}/{name}")
    elif isinstance(given, list) and isinstance(known, list):
        for number, value in enumerate(given):
            require_known(value, known[number], f"{place}/{number}")


def compatible(kind: str) -> Judge:
    """OpenAI's types for those who speak its language: they add names for what a model thought, for what another service
    wants to see again beside a call, and for how much is to be thought."""
    for declared in (Switch, Routed, Template, *ADDED.values()):
        declared.__pydantic_config__ = ConfigDict(extra="forbid")
    added = exact(ADDED[kind]) if kind in ADDED else None

    def without_thoughts(body: Body) -> None:
        body = copy.deepcopy(body)
        for message in body.get("messages", []):
            if isinstance(message, dict) and message.get("role") == "assistant":
                for name in ("reasoning", "reasoning_content", "reasoning_details"):
                    message.pop(name, None)
                for call in message.get("tool_calls", []):
                    if isinstance(call, dict):
                        call.pop("extra_content", None)
        if added is not None:
            names = ADDED[kind].__annotations__
            added.validate_python({name: body.pop(name) for name in names if name in body}, strict=True)
        CHAT(body)

    return without_thoughts


def named(judge: Judge) -> Judge:
    """The model stands in the path of some, where the types want it in the body."""
    return lambda body: judge({"model": "m", **body})


def streamed(judge: Judge) -> Judge:
    """A request that asks for the whole answer differs from one for a stream in nothing else."""
    return lambda body: judge(body if body.get("stream") else {**body, "stream": True})


def by_anthropic() -> Judge:
    """Parts that a header announces are in the types of the beta alone."""
    plain, beta = by_dictionary(MessageCreateParamsStreaming), by_dictionary(BetaMessageCreateParamsStreaming)

    def judge(body: Body) -> None:
        kinds = {
            block.get("type")
            for message in body.get("messages", [])
            for block in message["content"]
            if isinstance(block, dict)
        }
        is_beta = (
            "context_management" in body
            or "block_binding" in (body.get("thinking") or {})
            or kinds & {"compaction", "tool_addition", "tool_removal"}
        )
        (beta if is_beta else plain)(body)

    return judge


def by_gemini() -> Judge:
    parts: dict[str, Judge] = {
        "contents": lambda contents: [by_model(gemini.Content)(content) for content in contents] and None,
        "systemInstruction": by_model(gemini.Content),
        "tools": lambda tools: [by_model(gemini.Tool)(tool) for tool in tools] and None,
        "toolConfig": by_model(gemini.ToolConfig),
        "generationConfig": by_model(gemini.GenerationConfig),
    }

    def judge(body: Body) -> None:
        if not body.get("contents"):
            raise Refused("there are no contents")
        for name, value in body.items():
            if name not in parts:
                raise Refused(f"/{name} is not known")
            parts[name](value)

    return judge


def by_ollama() -> Judge:
    """Its own request takes any mapping for a message, so messages and options are judged by themselves."""
    whole, message, options = by_model(ChatRequest), by_model(Message), by_model(Options)

    def judge(body: Body) -> None:
        whole(body)
        options(body.get("options", {}))
        for said in body["messages"]:
            # Its server reads these of a call, and its library does not know them yet.
            said = {name: value for name, value in said.items() if name != "tool_call_id"}
            if "tool_calls" in said:
                said["tool_calls"] = [without_number(call) for call in said["tool_calls"]]
            if "images" in said:
                said["images"] = [{"value": image} for image in said["images"]]
            message(said)

    return judge


def without_number(call: dict) -> dict:
    function = {name: value for name, value in call["function"].items() if name != "index"}
    return {**{name: value for name, value in call.items() if name != "id"}, "function": function}


def by_botocore() -> Judge:
    session = botocore.session.get_session()
    shape = session.get_service_model("bedrock-runtime").operation_model("Converse").input_shape
    validator = botocore.validate.ParamValidator()

    def judge(body: Body) -> None:
        sent = with_blobs(body)
        report = validator.validate({"modelId": "m", **sent}, shape)
        if report.has_errors():
            raise Refused(report.generate_report())
        for odd in odd_words(sent, shape, ""):
            raise Refused(odd)

    return judge


def odd_words(value: Any, shape: Any, place: str) -> Iterator[str]:
    """Texts that are none of those a shape lists, or not written as it says. The library leaves these to the server."""
    match shape.type_name:
        case "structure" if not getattr(shape, "is_document_type", False):
            for name, inner in value.items():
                yield from odd_words(inner, shape.members[name], f"{place}/{name}")
        case "list":
            for number, inner in enumerate(value):
                yield from odd_words(inner, shape.member, f"{place}/{number}")
        case "string":
            if shape.enum and value not in shape.enum:
                yield f"{place} is {value!r}, and none of {shape.enum}"
            pattern = shape.metadata.get("pattern")
            if pattern and not re.fullmatch(pattern, value):
                yield f"{place} is {value!r}, and not {pattern}"


def with_blobs(value: Any) -> Any:
    """Bytes are base64 on the wire, and bytes before that."""
    if isinstance(value, list):
        return [with_blobs(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    is_blob = lambda name, inner: name in ("bytes", "redactedContent") and isinstance(inner, str)
    return {
        name: base64.b64decode(inner, validate=True) if is_blob(name, inner) else with_blobs(inner)
        for name, inner in value.items()
    }


CHAT = streamed(by_dictionary(CompletionCreateParamsStreaming))
RESPONSES = streamed(by_dictionary(ResponseCreateParamsStreaming))
JUDGES: dict[str, Judge] = {
    "openai": CHAT,
    "azure-openai": CHAT,
    "azure-openai-dated": named(CHAT),
    **{
        kind: compatible(kind)
        for kind in (
            "openai-compatible", "openrouter", "deepseek", "moonshot", "zai", "qwen", "groq", "xai", "together", "vllm",
            "llama-cpp", "lm-studio",
        )
    },
    "openai-responses": RESPONSES,
    "azure-openai-responses": RESPONSES,
    "openai-responses-compatible": RESPONSES,
    "anthropic": streamed(by_anthropic()),
    "gemini": by_gemini(),
    "vertex": by_gemini(),
    "gemini-interactions": by_dictionary(interactions.CreateModelInteractionParam),
    "mistral": by_model(ChatCompletionRequest),
    "ollama": by_ollama(),
    "bedrock": by_botocore(),
}  # fmt: skip


def refusal(kind: str, body: Body) -> str | None:
    try:
        JUDGES[kind](body)
    except Exception as error:  # Each library has errors of its own, and any of them is a refusal.
        return f"{type(error).__name__}: {error}"
    return None
