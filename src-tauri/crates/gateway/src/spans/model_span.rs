//! A span of generative AI.

use super::called::called;
use super::said::Said;
use super::{Span, SpanFault, facts, switches};
use content::{Message, ModelId, Usage};
use formats::{Format, Imported, ImportedFunction, MessageIds, import_as};
use notices::{Describe, Notice, said};
use ports::StopReason;
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
    pub ends: u64,
    pub usage: Option<Usage>,
    /// The reason why the model stopped.
    pub stop: Option<StopReason>,
    pub failure: Option<SpanFault>,
    /// The name of the instrumentation.
    library: String,
    document: Option<Value>,
    /// Nothing of a request is missing.
    is_whole: bool,
    /// What is said of a span of this instrumentation where something is.
    left_out: SpanFault,
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
        let said = Said::of(span);
        let has_all = !said.input.is_empty() && (!said.output.is_empty() || span.has_failed);
        let has_some = !said.input.is_empty() || !said.output.is_empty();
        let library = if span.library.is_empty() { span.name.clone() } else { span.library.clone() };
        let left_out = switches::left_out(library.clone(), span, &said);
        Some(Self {
            kind,
            group: group_of(span),
            model: model.map(ModelId::new),
            starts: span.starts,
            ends: span.ends,
            usage: facts::usage_of(&span.attributes),
            stop: facts::stop_of(&span.attributes, &said.output),
            failure: facts::failure_of(span),
            library,
            document: has_some.then(|| said.document(model)),
            is_whole: has_all || kind != SpanKind::Model,
            left_out,
        })
    }

    /// What the instrumentation left out, and the switch that turns it on.
    pub fn left_out(&self) -> Option<&SpanFault> {
        (!self.is_whole).then_some(&self.left_out)
    }

    /// Whether a problem told that its instrumentation leaves out what this span has.
    pub fn completes(&self, problem: &Notice) -> bool {
        let left_out = self.left_out.notice();
        self.is_whole
            && problem.id() == left_out.id()
            && problem.value("library") == left_out.value("library")
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

pub(super) fn group_of(span: &Span) -> SpanGroup {
    let text = |name: &&str| span.attributes.get(*name)?.as_str().filter(|text| !text.is_empty());
    CONVERSATIONS
        .iter()
        .find_map(text)
        .map_or_else(|| SpanGroup::Trace(span.trace.clone()), |name| SpanGroup::Conversation(name.to_owned()))
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
