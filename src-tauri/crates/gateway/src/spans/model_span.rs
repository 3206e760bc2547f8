//! A span of generative AI.

use super::called::called;
use super::said::Said;
use super::{Span, SpanFault};
use content::{Message, ModelId};
use formats::{Format, Imported, ImportedFunction, MessageIds, import_as};
use notices::{Describe, Notice, said};
use serde_json::Value;

/// What of an agent's work a span tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpanKind {
    /// One request to a model.
    Model,
    /// All of it, with its first question and its last answer.
    Agent,
}

/// What the spans of one conversation have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpanGroup {
    /// The conversation that they name.
    Conversation(String),
    /// The trace. A program around whose requests there is no span has one for each request.
    Trace(String),
}

/// A span that tells what a model was asked and what it said.
#[derive(Debug)]
pub struct ModelSpan {
    pub kind: SpanKind,
    pub group: SpanGroup,
    pub model: Option<ModelId>,
    /// Nanoseconds since 1970.
    pub starts: u64,
    /// The name of the instrumentation.
    library: String,
    document: Option<Value>,
    left_out: Option<SpanFault>,
}

/// The history of a request with its answer.
#[derive(Debug)]
pub struct SpanHistory {
    pub messages: Vec<Message>,
    /// The functions that were offered, or that were called where the span defines none.
    pub functions: Vec<ImportedFunction>,
}

/// Operations that are requests to a model.
const MODEL: [&str; 3] = ["chat", "text_completion", "generate_content"];
/// The names of conversations, the most particular first.
const CONVERSATIONS: [&str; 3] =
    ["gen_ai.conversation.id", "session.id", "traceloop.association.properties.session_id"];
const MODELS: [&str; 3] = ["gen_ai.request.model", "llm.model_name", "gen_ai.response.model"];

impl ModelSpan {
    /// Nothing, if a span tells of something else.
    pub(super) fn of(span: &Span) -> Option<Self> {
        let text =
            |name: &str| span.attributes.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        let kind = kind_of(span)?;
        let model = MODELS.iter().find_map(|name| text(name));
        let conversation = CONVERSATIONS.iter().find_map(|name| text(name));
        let group = conversation.map_or_else(
            || SpanGroup::Trace(span.trace.clone()),
            |name| SpanGroup::Conversation(name.to_owned()),
        );
        let said = Said::of(span);
        let has_all = !said.input.is_empty() && (!said.output.is_empty() || span.has_failed);
        let has_some = !said.input.is_empty() || !said.output.is_empty();
        let library = if span.library.is_empty() { span.name.clone() } else { span.library.clone() };
        let left_out = (!has_all && kind == SpanKind::Model)
            .then(|| SpanFault::LeftOut { library: library.clone(), switch: switch_of(span, &said) });
        Some(Self {
            kind,
            group,
            model: model.map(ModelId::new),
            starts: span.starts,
            library,
            document: has_some.then(|| said.document(model)),
            left_out,
        })
    }

    /// What the instrumentation left out, and the switch that turns it on.
    pub fn left_out(&self) -> Option<&SpanFault> {
        self.left_out.as_ref()
    }

    /// Whether a problem told that its instrumentation leaves out what this span has.
    pub fn completes(&self, problem: &Notice) -> bool {
        let library = SpanFault::LeftOut { library: self.library.clone(), switch: String::new() }.notice();
        self.left_out.is_none()
            && problem.id() == library.id()
            && problem.value("library") == library.value("library")
    }

    /// What was said. Nothing, if it was left out.
    pub fn read(&self, ids: &dyn MessageIds) -> Result<Option<SpanHistory>, SpanFault> {
        let Some(document) = &self.document else { return Ok(None) };
        let imported = import_as(Format::OpenTelemetry, &document.to_string(), ids);
        let Imported { messages, functions, .. } = imported.map_err(|error| SpanFault::Unreadable {
            library: self.library.clone(),
            reason: said(&error.to_string()),
        })?;
        let functions = if functions.is_empty() { called(&messages) } else { functions };
        Ok(Some(SpanHistory { messages, functions }))
    }
}

fn kind_of(span: &Span) -> Option<SpanKind> {
    let text = |name: &str| span.attributes.get(name).and_then(Value::as_str);
    if let Some(operation) = text("gen_ai.operation.name") {
        let operation = operation.to_ascii_lowercase();
        return if MODEL.contains(&operation.as_str()) {
            Some(SpanKind::Model)
        } else {
            (operation == "invoke_agent").then_some(SpanKind::Agent)
        };
    }
    if let Some(kind) = text("openinference.span.kind") {
        return kind.eq_ignore_ascii_case("llm").then_some(SpanKind::Model);
    }
    if let Some(kind) = text("llm.request.type") {
        return ["chat", "completion"].contains(&kind).then_some(SpanKind::Model);
    }
    // What a framework writes around its requests names none of these.
    let starts_with = |prefix: &str| span.attributes.keys().any(|name| name.starts_with(prefix));
    let is_around = text("traceloop.span.kind").is_some();
    let says = ["gen_ai.input.messages", "gen_ai.prompt", "gen_ai.output.messages", "gen_ai.completion"];
    (!is_around && says.iter().any(|prefix| starts_with(prefix))).then_some(SpanKind::Model)
}

/// Both projects name their instrumentations alike. Those of OpenTelemetry are versions with a letter, as in 2.4b0.
fn is_open_llmetry(span: &Span) -> bool {
    span.library.starts_with("opentelemetry.instrumentation.")
        && !span.version.is_empty()
        && !span.version.contains(|letter: char| letter.is_ascii_alphabetic())
}

/// The switch by which an instrumentation writes what is said.
fn switch_of(span: &Span, said: &Said) -> String {
    let has = |prefix: &str| span.attributes.keys().any(|name| name.starts_with(prefix));
    let switch = if has("openinference.") || span.library.starts_with("openinference") {
        match (said.input.is_empty(), said.output.is_empty()) {
            (true, false) => "OPENINFERENCE_HIDE_INPUTS=false",
            (false, _) => "OPENINFERENCE_HIDE_OUTPUTS=false",
            (true, true) => "OPENINFERENCE_HIDE_INPUTS=false OPENINFERENCE_HIDE_OUTPUTS=false",
        }
    } else if has("traceloop.") || has("llm.") || is_open_llmetry(span) {
        "TRACELOOP_TRACE_CONTENT=true"
    } else {
        "OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental \
         OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY (=true in older versions)"
    };
    switch.to_owned()
}
