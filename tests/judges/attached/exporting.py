"""A program whose library is instrumented, and that exports its spans: `exporting.py INSTRUMENTATION PROGRAM BASE WAY…`.

Where to, and whether with gzip, stand in the variables that OpenTelemetry has for it. A WAY is how one conversation is held and
exported: `streamed+protobuf` or `whole+json`. Nothing is around the conversation, so each request is a trace of its own. What is
logged beside the spans is exported before them in one way, and after them in the other.
"""

import importlib
import sys

from opentelemetry import trace
from opentelemetry.exporter.otlp.json.http._log_exporter import OTLPLogExporter as JsonLogExporter
from opentelemetry.exporter.otlp.json.http.trace_exporter import OTLPSpanExporter as JsonExporter
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter as ProtobufLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter as ProtobufExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from programs import PROGRAMS, QUESTION, Setting

# The module of each instrumentation for the library of a program, and its class.
INSTRUMENTATIONS = {
    ("opentelemetry", "openai"): ("opentelemetry.instrumentation.openai_v2", "OpenAIInstrumentor"),
    ("openllmetry", "openai"): ("opentelemetry.instrumentation.openai", "OpenAIInstrumentor"),
    ("openllmetry", "anthropic"): ("opentelemetry.instrumentation.anthropic", "AnthropicInstrumentor"),
    ("openinference", "openai"): ("openinference.instrumentation.openai", "OpenAIInstrumentor"),
    ("openinference", "anthropic"): ("openinference.instrumentation.anthropic", "AnthropicInstrumentor"),
}


class Switching:
    """Exports spans or log records as the conversation says."""

    def __init__(self, **exporters) -> None:
        self.exporters = exporters
        self.encoding = "protobuf"

    def export(self, batch):
        return self.exporters[self.encoding].export(batch)

    def shutdown(self) -> None:
        for exporter in self.exporters.values():
            exporter.shutdown()


def instrument(instrumentation: str, name: str, tracers: TracerProvider, loggers: LoggerProvider) -> None:
    module, instrumentor = INSTRUMENTATIONS[instrumentation.split("+")[0], name.split("-")[0]]
    imported = importlib.import_module(module)
    if instrumentation == "opentelemetry+messages":
        # The code of older versions is still there, and no switch leads to it.
        imported.is_experimental_mode = lambda: False
    instrumentor = getattr(imported, instrumentor)()
    instrumentor.instrument(tracer_provider=tracers, logger_provider=loggers)


def main() -> None:
    instrumentation, name, base, *ways = sys.argv[1:]
    spans = Switching(protobuf=ProtobufExporter(), json=JsonExporter())
    logs = Switching(protobuf=ProtobufLogExporter(), json=JsonLogExporter())
    tracers, loggers = TracerProvider(), LoggerProvider()
    tracers.add_span_processor(BatchSpanProcessor(spans))
    loggers.add_log_record_processor(BatchLogRecordProcessor(logs))
    if instrumentation == "anthropic":
        # The library writes spans of its own for the provider that is everybody's.
        trace.set_tracer_provider(tracers)
    else:
        instrument(instrumentation, name, tracers, loggers)
    for way in ways:
        delivery, encoding = way.split("+")
        spans.encoding = logs.encoding = encoding
        setting = Setting(base, "sk-none", delivery == "streamed", question=f"{QUESTION} ({way})")
        PROGRAMS[name].talk(setting)
        for provider in (loggers, tracers) if encoding == "protobuf" else (tracers, loggers):
            assert provider.force_flush(), "nothing was exported"
    tracers.shutdown()
    loggers.shutdown()


if __name__ == "__main__":
    main()
