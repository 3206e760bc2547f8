//! The switches by which instrumentations write what is said.

use super::said::Said;
use super::{Span, SpanFault};

/// Where an instrumentation is told to write what is said.
#[derive(Clone, Copy, Debug)]
enum Switch {
    /// Variables of the environment.
    Variables(&'static str),
    /// An option or a setting in the program itself.
    Option(&'static str),
}

use Switch::{Option as InCode, Variables};

/// The switches of instrumentations by their scope: its whole name, or what it begins with.
const SWITCHES: [(&str, Switch); 15] = [
    ("semantic_kernel", SEMANTIC_KERNEL),
    ("Microsoft.SemanticKernel", SEMANTIC_KERNEL),
    (
        "Experimental.Microsoft.Extensions.AI",
        Variables("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true"),
    ),
    ("agent_framework", Variables("ENABLE_SENSITIVE_DATA=true")),
    ("com.anthropic.sdk", Variables("ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content")),
    ("langsmith", Variables("LANGSMITH_HIDE_INPUTS=false LANGSMITH_HIDE_OUTPUTS=false")),
    ("pydantic-ai", InCode("InstrumentationSettings(include_content=True)")),
    // The names before and since version 7.
    ("ai", AI_SDK),
    ("gen_ai", AI_SDK),
    ("openlit", InCode("openlit.init(capture_message_content=True)")),
    ("litellm", InCode("turn_off_message_logging: false")),
    ("copilot-chat", InCode("\"github.copilot.chat.otel.captureContent\": true")),
    ("@traceloop", OPEN_LLMETRY),
    ("@opentelemetry", OPEN_TELEMETRY),
    // Google's Agent Development Kit.
    ("gcp.vertex.agent", OPEN_TELEMETRY),
];

const SEMANTIC_KERNEL: Switch =
    Variables("SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true");
const AI_SDK: Switch = InCode("telemetry: { recordInputs: true, recordOutputs: true }");
const OPEN_LLMETRY: Switch = Variables("TRACELOOP_TRACE_CONTENT=true");
const OPEN_TELEMETRY: Switch = Variables(
    "OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental \
     OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY (=true in older versions)",
);

/// The sentence about an instrumentation that leaves out what is said.
pub(super) fn left_out(library: String, span: &Span, said: &Said) -> SpanFault {
    match switch_of(span, said) {
        Some(Variables(switch)) => SpanFault::LeftOut { library, switch: switch.to_owned() },
        Some(InCode(option)) => SpanFault::LeftOutByOption { library, option: option.to_owned() },
        None => SpanFault::LeftOutForGood { library },
    }
}

fn switch_of(span: &Span, said: &Said) -> Option<Switch> {
    let has = |prefix: &str| span.attributes.keys().any(|name| name.starts_with(prefix));
    let is_open_inference = ["openinference", "@arizeai"].iter().any(|scope| is_of(&span.library, scope));
    if has("openinference.") || is_open_inference {
        return Some(Variables(match (said.input.is_empty(), said.output.is_empty()) {
            (true, false) => "OPENINFERENCE_HIDE_INPUTS=false",
            (false, _) => "OPENINFERENCE_HIDE_OUTPUTS=false",
            (true, true) => "OPENINFERENCE_HIDE_INPUTS=false OPENINFERENCE_HIDE_OUTPUTS=false",
        }));
    }
    let known = SWITCHES.iter().find(|(scope, _)| is_of(&span.library, scope)).map(|(_, switch)| *switch);
    known.or_else(|| {
        let is_open_llmetry = is_open_llmetry(span) || has("traceloop.") || has("llm.");
        is_open_llmetry
            .then_some(OPEN_LLMETRY)
            .or_else(|| is_of(&span.library, "opentelemetry").then_some(OPEN_TELEMETRY))
    })
}

/// Both projects name their instrumentations alike. Those of OpenTelemetry are versions with a letter, as in 2.4b0.
fn is_open_llmetry(span: &Span) -> bool {
    span.library.starts_with("opentelemetry.instrumentation.")
        && !span.version.is_empty()
        && !span.version.contains(|letter: char| letter.is_ascii_alphabetic())
}

fn is_of(library: &str, scope: &str) -> bool {
    let rest = library.strip_prefix(scope);
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::super::said::Said;
    use super::super::{Span, SpanFault};
    use super::left_out;
    use serde_json::json;

    fn span(library: &str, version: &str) -> Span {
        let attributes = json!({ "gen_ai.operation.name": "chat" });
        Span {
            library: library.to_owned(),
            version: version.to_owned(),
            attributes: attributes.as_object().cloned().expect("attributes"),
            ..Span::default()
        }
    }

    #[track_caller]
    fn check(library: &str, version: &str, switch: &str) {
        let fault = left_out(library.to_owned(), &span(library, version), &Said::default());
        assert!(fault.to_string().contains(switch), "{library}: {fault}");
    }

    #[test]
    fn each_instrumentation_has_its_own_switch() {
        let cases = [
            (
                "semantic_kernel.utils.telemetry.model_diagnostics.decorators",
                "ENABLE_OTEL_DIAGNOSTICS_SENSITIVE",
            ),
            ("Microsoft.SemanticKernel.Diagnostics", "ENABLE_OTEL_DIAGNOSTICS_SENSITIVE"),
            ("Experimental.Microsoft.Extensions.AI", "GENAI_CAPTURE_MESSAGE_CONTENT=true"),
            ("agent_framework", "ENABLE_SENSITIVE_DATA=true"),
            ("com.anthropic.sdk.python", "ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content"),
            ("langsmith", "LANGSMITH_HIDE_INPUTS=false"),
            ("pydantic-ai", "include_content=True"),
            ("ai", "recordInputs: true"),
            ("gen_ai", "recordOutputs: true"),
            ("openlit.otel.tracing", "capture_message_content=True"),
            ("litellm", "turn_off_message_logging"),
            ("copilot-chat", "captureContent"),
            ("@traceloop/instrumentation-openai", "TRACELOOP_TRACE_CONTENT=true"),
            ("@opentelemetry/instrumentation-openai", "GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY"),
            ("gcp.vertex.agent", "GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY"),
            ("opentelemetry.util.genai.handler", "GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY"),
            ("@arizeai/openinference-instrumentation-openai", "OPENINFERENCE_HIDE_INPUTS=false"),
        ];
        for (library, switch) in cases {
            check(library, "1.0.0", switch);
        }
    }

    #[test]
    fn instrumentations_of_two_projects_with_one_name_are_told_apart_by_their_version() {
        let name = "opentelemetry.instrumentation.anthropic";
        check(name, "0.62.4", "TRACELOOP_TRACE_CONTENT=true");
        check(name, "2.4b0", "GENAI_CAPTURE_MESSAGE_CONTENT");
    }

    #[test]
    fn an_instrumentation_without_a_known_switch_is_not_told_that_of_another() {
        for library in ["strands.telemetry.tracer", "aiohttp", "my.agent", ""] {
            let fault = left_out(library.to_owned(), &span(library, "1.0.0"), &Said::default());
            assert_eq!(fault, SpanFault::LeftOutForGood { library: library.to_owned() });
        }
    }
}
