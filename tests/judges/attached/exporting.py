"""A program whose library is instrumented, and that exports its spans: `exporting.py INSTRUMENTATION PROGRAM BASE WAY…`.

Where to, and whether with gzip, stand in the variables that OpenTelemetry has for it. A WAY is how one conversation is held and
exported: `streamed+protobuf` or `whole+json`. Nothing is around the conversation, so each request is a trace of its own.
"""

import importlib
import sys

from opentelemetry.exporter.otlp.json.http.trace_exporter import OTLPSpanExporter as JsonExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter as ProtobufExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter

from programs import PROGRAMS, QUESTION, Setting

# The module of each instrumentation for the library of a program, and its class.
INSTRUMENTATIONS = {
    ("opentelemetry", "openai"): ("opentelemetry.instrumentation.openai_v2", "OpenAIInstrumentor"),
    ("openllmetry", "openai"): ("opentelemetry.instrumentation.openai", "OpenAIInstrumentor"),
    ("openllmetry", "anthropic"): ("opentelemetry.instrumentation.anthropic", "AnthropicInstrumentor"),
    ("openinference", "openai"): ("openinference.instrumentation.openai", "OpenAIInstrumentor"),
    ("openinference", "anthropic"): ("openinference.instrumentation.anthropic", "AnthropicInstrumentor"),
}


class Switching(SpanExporter):
    """Exports as the conversation says."""

    def __init__(self) -> None:
        self.exporters = {"protobuf": ProtobufExporter(), "json": JsonExporter()}
        self.encoding = "protobuf"

    def export(self, spans):
        return self.exporters[self.encoding].export(spans)

    def shutdown(self) -> None:
        for exporter in self.exporters.values():
            exporter.shutdown()


def main() -> None:
    instrumentation, name, base, *ways = sys.argv[1:]
    exporter = Switching()
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(exporter))
    module, instrumentor = INSTRUMENTATIONS[instrumentation, name.split("-")[0]]
    getattr(importlib.import_module(module), instrumentor)().instrument(tracer_provider=provider)
    for way in ways:
        delivery, exporter.encoding = way.split("+")
        setting = Setting(base, "sk-none", delivery == "streamed", question=f"{QUESTION} ({way})")
        PROGRAMS[name].talk(setting)
        assert provider.force_flush(), "the spans were not exported"
    provider.shutdown()


if __name__ == "__main__":
    main()
