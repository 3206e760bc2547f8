"""Judges requests by the official libraries of their providers.

Reads a file with one request a line, as the corpus of the connectors is written, and holds each body against the types its
provider's own library sends. Nothing is sent. Before that each judge is judged: requests that are damaged on purpose have to
be refused, or a judge that accepts everything would go unnoticed.

Usage: judge.py REQUESTS.jsonl
"""

import base64
import copy
import json
import sys
import time
from collections import Counter
from typing import Any, Callable

import botocore.session
import botocore.validate
from anthropic.types.message_create_params import MessageCreateParamsStreaming
from google.genai import types as gemini
from mistralai.client.models import ChatCompletionRequest
from ollama._types import ChatRequest, Message, Options
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming
from openai.types.responses.response_create_params import ResponseCreateParamsStreaming
from pydantic import ConfigDict, TypeAdapter
from pydantic_core import SchemaValidator
from typing_extensions import is_typeddict

Body = dict[str, Any]
Judge = Callable[[Body], None]


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
            case "model" if "config" in inner:
                inner["config"] = {**inner["config"], "extra_fields_behavior": "forbid"}
        return inner
    if isinstance(schema, (list, tuple)):
        return type(schema)(strict(value) for value in schema)
    return schema


def by_dictionary(kind: Any) -> Judge:
    """For libraries whose requests are typed dictionaries. A name they don't know is refused."""
    library = kind.__module__.split(".")[0]
    for module in [module for name, module in sys.modules.items() if name.startswith(f"{library}.types.")]:
        for declared in vars(module).values():
            if is_typeddict(declared):
                # Files stand in some types, and in none of our requests.
                declared.__pydantic_config__ = ConfigDict(extra="forbid", arbitrary_types_allowed=True)
    validator = SchemaValidator(strict(TypeAdapter(kind).core_schema))
    return lambda body: validator.validate_python(body) and None


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


def compatible(judge: Judge) -> Judge:
    """OpenAI's types for those who speak its language: they add two names for what a model thought."""

    def without_thoughts(body: Body) -> None:
        body = copy.deepcopy(body)
        for message in body.get("messages", []):
            if isinstance(message, dict) and message.get("role") == "assistant":
                message.pop("reasoning", None)
                message.pop("reasoning_content", None)
        judge(body)

    return without_thoughts


def streamed(judge: Judge) -> Judge:
    """The model stands in the path of some, where the types want it in the body."""
    return lambda body: judge({"model": "m", **body})


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
        report = validator.validate({"modelId": "m", **with_blobs(body)}, shape)
        if report.has_errors():
            raise Refused(report.generate_report())

    return judge


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


CHAT = by_dictionary(CompletionCreateParamsStreaming)
RESPONSES = by_dictionary(ResponseCreateParamsStreaming)
JUDGES: dict[str, Judge] = {
    "openai": CHAT,
    "azure-openai": CHAT,
    "azure-openai-dated": streamed(CHAT),
    **{
        kind: compatible(CHAT)
        for kind in (
            "openai-compatible", "openrouter", "deepseek", "groq", "xai", "together", "vllm", "llama-cpp", "lm-studio",
        )
    },
    "openai-responses": RESPONSES,
    "azure-openai-responses": RESPONSES,
    "openai-responses-compatible": RESPONSES,
    "anthropic": by_dictionary(MessageCreateParamsStreaming),
    "gemini": by_gemini(),
    "vertex": by_gemini(),
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


def places(value: Any, place: tuple = ()) -> list[tuple]:
    """Every place in a body that holds a dictionary of the protocol's own."""
    if isinstance(value, list):
        return [found for number, inner in enumerate(value) for found in places(inner, (*place, number))]
    if not isinstance(value, dict):
        return []
    inside = [
        found for name, inner in value.items() if name not in NOT_THEIRS or isinstance(inner, list)
        for found in places(inner, (*place, name))
    ]  # fmt: skip
    return [place, *inside]


def damaged(body: Body) -> list[tuple[str, Body]]:
    """One body with one fault each: a name nobody knows in every place, and what is most needed taken away or bent."""
    faults = []
    for place in places(body):
        bad = copy.deepcopy(body)
        inner = bad
        for step in place:
            inner = inner[step]
        inner["planted"] = 1
        faults.append((f"a planted name in /{'/'.join(map(str, place))}", bad))
    for name in ("messages", "contents", "input"):
        if name in body:
            faults.append((f"{name} bent into a number", {**body, name: 7}))
            faults.append((f"{name} with a number in it", {**body, name: [*body[name], 7]}))
            robot = copy.deepcopy(body)
            if any("role" in said for said in robot[name]):
                next(said for said in robot[name] if "role" in said)["role"] = ["robot"]
                faults.append(("a role that is no text", robot))
    return faults


def unnoticed(requests: list[dict]) -> list[str]:
    """The planted faults that a judge let pass."""
    fullest: dict[str, dict] = {}
    for request in requests:
        best = fullest.get(request["kind"])
        if best is None or len(json.dumps(request["body"])) > len(json.dumps(best["body"])):
            fullest[request["kind"]] = request
    passed = []
    for kind, request in fullest.items():
        faults = damaged(request["body"])
        if len(faults) < 8:
            passed.append(f"{kind}: only {len(faults)} faults could be planted")
        passed += [f"{kind}: {name}" for name, body in faults if refusal(kind, body) is None]
    return passed


def main(path: str) -> int:
    begun = time.monotonic()
    with open(path, encoding="utf-8") as file:
        requests = [json.loads(line) for line in file]
    counts = Counter(request["kind"] for request in requests)
    lacking = sorted(set(JUDGES) ^ set(counts))
    blind = unnoticed(requests)
    refused = []
    seen: dict[tuple[str, str], str | None] = {}
    for request in requests:
        # Many ways to ask end in the same request.
        key = (request["kind"], json.dumps(request["body"], sort_keys=True))
        if key not in seen:
            seen[key] = refusal(request["kind"], request["body"])
        if seen[key] is not None:
            refused.append((request, seen[key]))

    for kind in lacking:
        print(f"{kind} has a judge or requests, and not both")
    for fault in blind:
        print(f"a judge is blind: {fault}")
    for (kind, reason), count in Counter((request["kind"], reason) for request, reason in refused).most_common(20):
        request = next(request for request, said in refused if request["kind"] == kind and said == reason)
        where = f"{request['model']}, {request['history']}, way {request['way']}"
        print(f"{kind} refused {count}: {reason[:600]}\n  the first: {where}\n  {json.dumps(request['body'])[:2000]}\n")
    faults = len(lacking) + len(blind) + len(refused)
    took = time.monotonic() - begun
    print(f"{len(seen)} different requests of {len(requests)} for {len(counts)} kinds of services in {took:.1f} s")
    verdict = "ok" if faults == 0 and requests else "FAILED"
    print(f"test result: {verdict}. {len(requests) - len(refused)} passed; {faults} failed")
    return 0 if verdict == "ok" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
