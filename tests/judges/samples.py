"""Writes conversations with the libraries of other programs, for the readers of their forms.

What a library writes by itself is the only sample that proves a reader. The files go where the tests of `formats` read
them: `semantic-kernel-python.json` is what Semantic Kernel makes of a chat history, `open-telemetry-events.json` and
`-spans.json` what two instrumentations of OpenAI's library tell a collector of two requests. Those go to a server in this
process.

Usage: samples.py FOLDER
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "true"

from google.protobuf import json_format
from openai import OpenAI
from opentelemetry.exporter.otlp.proto.common._log_encoder import encode_logs
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.instrumentation.openai import OpenAIInstrumentor as SpanInstrumentor
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor as EventInstrumentor
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from semantic_kernel.contents import ChatMessageContent, ImageContent, TextContent
from semantic_kernel.contents.chat_history import ChatHistory
from semantic_kernel.contents.function_call_content import FunctionCallContent
from semantic_kernel.contents.function_result_content import FunctionResultContent
from semantic_kernel.contents.utils.author_role import AuthorRole

INSTRUCTIONS = "Answer as the harbour office."
QUESTION = "Is berth 12 free tonight, and when is high tide in Lysvik?"
ANSWER = "Berth 12 is free until six, and high tide is at 23:41."
CALLS = [
    {"id": "call_1", "type": "function", "function": {"name": "berth_status", "arguments": '{"berth": 12}'}},
    {"id": "call_2", "type": "function", "function": {"name": "next_high", "arguments": '{"place":"Lysvik"}'}},
]
RESULTS = {"call_1": '{"free": true, "until": "06:00"}', "call_2": "23:41"}


def semantic_kernel() -> str:
    """A history with a picture, calls with and without a plugin, and results of their own."""
    history = ChatHistory(system_message=INSTRUCTIONS)
    picture = ImageContent(data=b"harbour", mime_type="image/png", data_format="base64")
    history.add_user_message([TextContent(text=QUESTION), picture])
    calls = [
        FunctionCallContent(id="call_1", plugin_name="Harbour", function_name="berth_status", arguments='{"berth": 12}'),
        FunctionCallContent(id="call_2", name="next_high", arguments={"place": "Lysvik"}),
    ]
    history.add_message(
        ChatMessageContent(
            role=AuthorRole.ASSISTANT,
            ai_model_id="gpt-5.6-sol",
            name="Clerk",
            items=[TextContent(text="I'll look."), *calls],
            metadata={"id": "chatcmpl-Wq3"},
        )
    )
    for call in calls:
        result = FunctionResultContent.from_function_call_content_and_result(call, RESULTS[call.id])
        history.add_message(result.to_chat_message_content())
    history.add_assistant_message(ANSWER)
    return history.serialize()


class Answers(BaseHTTPRequestHandler):
    """Makes two calls, and answers once it has their results."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        is_answered = any(message["role"] == "tool" for message in request["messages"])
        message: dict[str, Any] = {"role": "assistant", "content": ANSWER}
        if not is_answered:
            message = {"role": "assistant", "content": None, "tool_calls": CALLS}
        choice = {"index": 0, "message": message, "finish_reason": "stop" if is_answered else "tool_calls"}
        usage = {"prompt_tokens": 40, "completion_tokens": 20, "total_tokens": 60}
        body = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5.6-sol"}
        text = json.dumps({**body, "choices": [choice], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Says nothing."""


def ask() -> None:
    """Asks a question, and goes on with the results of the calls."""
    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = OpenAI(api_key="none", base_url=f"http://127.0.0.1:{server.server_port}/v1")
    messages: list[Any] = [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": QUESTION}]
    client.chat.completions.create(model="gpt-5.6-sol", messages=messages)
    messages.append({"role": "assistant", "tool_calls": CALLS})
    messages.extend({"role": "tool", "tool_call_id": call, "content": result} for call, result in RESULTS.items())
    client.chat.completions.create(model="gpt-5.6-sol", messages=messages)
    server.shutdown()


def asked_under(instrumentor: Any, **settings: Any) -> None:
    """Asks while an instrumentation listens."""
    instrumentor.instrument(**settings)
    ask()
    instrumentor.uninstrument()


def told_in_events() -> str:
    """What the instrumentation of the OpenTelemetry project tells: an event a message."""
    logs = InMemoryLogRecordExporter()
    provider = LoggerProvider()
    provider.add_log_record_processor(SimpleLogRecordProcessor(logs))
    asked_under(EventInstrumentor(), logger_provider=provider)
    return json_format.MessageToJson(encode_logs(logs.get_finished_logs()), indent=2)


def told_in_spans() -> str:
    """What the instrumentation of OpenLLMetry tells: the messages as attributes of each request's span."""
    spans = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    asked_under(SpanInstrumentor(), tracer_provider=provider)
    return json_format.MessageToJson(encode_spans(spans.get_finished_spans()), indent=2)


def main() -> None:
    """Writes all of them."""
    folder = Path(sys.argv[1])
    samples = {
        "semantic-kernel-python.json": semantic_kernel(),
        "open-telemetry-events.json": told_in_events(),
        "open-telemetry-spans.json": told_in_spans(),
    }
    for name, text in samples.items():
        (folder / name).write_text(text.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
