//! Encodes a request for Gemini.

use super::hosted;
use super::thinking::config;
use super::wire::{
    CallingConfig, Content, Declaration, GenerationConfig, Instruction, Mode, Request, Role, Tool, ToolConfig,
};
use crate::media::{MediaRules, PDF, Shown};
use crate::models::ModelFacts;
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Difference, Encoded, IdLength, IdRule, ON_TEXT, Outgoing, Part, Place, Reason,
    RenderedOutcome, Rules, Said, Turn, arguments_object, render_outcome,
};
use crate::remote::Asked;
use crate::schemas::SchemaRules;
use content::{JsonObject, Media, MediaSource};
use ports::{CompletionRequest, FunctionChoice, RequestSettings, ResponseFormat};
use serde_json::{Value, json};
use std::convert::identity;

/// The fields that hold the sources of an answer.
pub(super) const GROUNDING: &str = "groundingMetadata";
pub(super) const CITATIONS: &str = "citationMetadata";

/// The service that hosts the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    Gemini,
    Vertex,
}

impl Host {
    /// The name under which this service's state is kept.
    pub(super) fn provider(self) -> &'static str {
        match self {
            Self::Gemini => "gemini",
            Self::Vertex => "vertex",
        }
    }

    fn rules(self) -> Rules {
        Rules {
            provider: self.provider(),
            ids: IdRule { length: IdLength::AtMost(128), punctuation: "_-.:" },
            model_shows_media: true,
            ..Rules::ALTERNATING
        }
    }
}

/// The signature on a call of another model, so that nobody looks for a real one: the provider's own
/// `skip_thought_signature_validator`, in Base64.
const UNSIGNED: &str = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=";
const SIGNATURE: &str = "thoughtSignature";

const MEDIA: MediaRules = MediaRules {
    inline: TYPES,
    fetched: TYPES,
    schemes: &["https://", "http://", "gs://"],
    why: Reason::MediaListed,
};

/// Inside results.
const IN_RESULTS: MediaRules = MediaRules {
    inline: &["image/png", "image/jpeg", "image/webp", PDF, "text/plain"],
    fetched: &["image/png", "image/jpeg", "image/webp", PDF, "text/plain"],
    why: Reason::ResultMediaGemini,
    ..MEDIA
};

const TYPES: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/heic",
    "image/heif",
    "audio/wav",
    "audio/mpeg",
    "audio/aiff",
    "audio/aac",
    "audio/ogg",
    "audio/flac",
    "video/mp4",
    "video/mpeg",
    "video/quicktime",
    "video/x-flv",
    "video/webm",
    "video/x-ms-wmv",
    "video/3gpp",
    PDF,
    "text/plain",
];

pub(super) fn encode(host: Host, asked: &Asked<'_>) -> Encoded<Request> {
    let Asked { request, names, facts, .. } = *asked;
    let (conversation, adaptations) = Outgoing::of_request(asked, &host.rules());
    let mut writer = Writer { names, adaptations, host, facts };
    let system = writer.parts(&conversation.system);
    let contents = writer.contents(&conversation.turns);
    let declarations = writer.declarations(request);
    let is_apart = facts.hosted_beside_functions == Some(false);
    let hosted = hosted::entries(request, host, is_apart, &mut writer.adaptations);
    let tells = hosted::tells_invocations(!hosted.is_empty(), host, is_apart, &contents);
    let calling = (!declarations.is_empty()).then(|| writer.calling(request));
    let body = Request {
        system_instruction: (!system.is_empty()).then_some(Instruction { parts: system }),
        contents,
        tool_config: (calling.is_some() || tells).then_some(ToolConfig {
            function_calling_config: calling,
            include_server_side_tool_invocations: tells,
        }),
        tools: tools(declarations, hosted),
        generation_config: writer.generation(request),
    };
    Encoded::new(asked.request, body, writer.adaptations, None)
}

fn tools(function_declarations: Vec<Declaration>, hosted: Vec<Value>) -> Vec<Tool> {
    let functions = (!function_declarations.is_empty()).then_some(Tool::Functions { function_declarations });
    functions.into_iter().chain(hosted.into_iter().map(Tool::Hosted)).collect()
}

struct Writer<'a> {
    names: &'a WireNames,
    adaptations: Adaptations,
    host: Host,
    facts: &'a ModelFacts,
}

impl Writer<'_> {
    fn contents(&mut self, turns: &[Turn<'_>]) -> Vec<Content> {
        let mut contents = Vec::with_capacity(turns.len());
        for turn in turns {
            match turn {
                Turn::Model(parts) => {
                    let mut parts = self.parts(parts);
                    self.sign(turn, &mut parts);
                    contents.push(Content { role: Role::Model, parts });
                }
                Turn::Person(parts) | Turn::System(parts) => {
                    contents.push(Content { role: Role::User, parts: self.parts(parts) });
                }
                Turn::Results(answers) => self.answers(answers, &mut contents),
            }
        }
        // A signature whose text is gone may leave nothing behind.
        contents.retain(|content| !content.parts.is_empty());
        contents
    }

    fn parts(&mut self, parts: &[Part<'_>]) -> Vec<Value> {
        let mut written: Vec<Value> = Vec::with_capacity(parts.len());
        for part in parts {
            match &part.said {
                Said::Text(text) => written.push(json!({ "text": text })),
                Said::Media(media) => {
                    written.push(match MEDIA.show(media, part.place, &mut self.adaptations) {
                        Shown::Medium(media) => blob(&media),
                        Shown::Text(text) => json!({ "text": text }),
                    });
                }
                // A thought without text and signature is dropped.
                Said::Thought { text, state, .. }
                    if text.trim().is_empty() && !state.contains_key(SIGNATURE) => {}
                Said::Thought { text, state, .. } => {
                    let mut thought = JsonObject::from_iter([("text".to_owned(), Value::from(*text))]);
                    thought.insert("thought".into(), true.into());
                    thought.extend((*state).clone());
                    written.push(Value::Object(thought));
                }
                Said::BesideText(state) => put_beside(state, &mut written),
                Said::Call(call) => written.push(self.call(call, part.place)),
                Said::Own(value) => written.push((*value).clone()),
            }
        }
        written
    }

    fn call(&mut self, call: &Call<'_>, place: Place) -> Value {
        let mut inner = JsonObject::new();
        self.identify(&call.id, &mut inner);
        inner.insert("name".into(), self.names.encode_called(call.function).into());
        inner.insert(
            "args".into(),
            arguments_object(call.arguments, place, &mut self.adaptations, identity).into(),
        );
        let mut part = JsonObject::from_iter([("functionCall".to_owned(), Value::Object(inner))]);
        part.extend(call.state.cloned().unwrap_or_default());
        Value::Object(part)
    }

    /// Vertex has no ids: there a result belongs to the call at its position.
    fn identify(&self, id: &str, inner: &mut JsonObject) {
        match self.host {
            Host::Gemini => drop(inner.insert("id".into(), id.into())),
            Host::Vertex => {}
        }
    }

    /// The first call of a turn must be signed.
    fn sign(&mut self, turn: &Turn<'_>, parts: &mut [Value]) {
        let first = parts.iter_mut().find(|part| part.get("functionCall").is_some());
        let Some(Value::Object(call)) = first.filter(|call| call.get(SIGNATURE).is_none()) else { return };
        if self.facts.signed_calls == Some(false) {
            return;
        }
        call.insert(SIGNATURE.into(), UNSIGNED.into());
        if let Some(place) = turn.place() {
            self.adaptations.rewritten(place, Difference::CallMarkedUnsigned, Reason::SignatureExpected);
        }
    }

    /// The results of one turn form one message, with nothing beside them.
    fn answers(&mut self, answers: &[Answer<'_>], contents: &mut Vec<Content>) {
        let mut beside = Vec::new();
        let parts = answers.iter().map(|answer| self.answer(answer, &mut beside)).collect();
        contents.push(Content { role: Role::User, parts });
        if !beside.is_empty() {
            contents.push(Content { role: Role::User, parts: beside });
        }
    }

    fn answer(&mut self, answer: &Answer<'_>, beside: &mut Vec<Value>) -> Value {
        let mut inner = JsonObject::new();
        self.identify(&answer.call, &mut inner);
        inner.insert("name".into(), self.names.encode_called(answer.function).into());
        let told = render_outcome(&answer.outcome);
        let response = match &told {
            RenderedOutcome::Failure(message) => json!({ "error": message }),
            RenderedOutcome::Json(value) if !has_reference(value) => json!({ "output": value }),
            RenderedOutcome::Text(_) | RenderedOutcome::Json(_) => json!({ "output": told.words() }),
            RenderedOutcome::Media(_) | RenderedOutcome::Several(_) => {
                self.shown(&told, answer.place, &mut inner, beside)
            }
        };
        inner.insert("response".into(), response);
        json!({ "functionResponse": inner })
    }

    fn shown(
        &mut self,
        told: &RenderedOutcome<'_>,
        place: Place,
        inner: &mut JsonObject,
        beside: &mut Vec<Value>,
    ) -> Value {
        let is_inside = self.facts.media_in_results != Some(false);
        let rules = if is_inside { &IN_RESULTS } else { &MEDIA };
        let (words, media) = told.apart(rules, place, &mut self.adaptations);
        let blobs: Vec<Value> = media.iter().map(|media| blob(media)).collect();
        if blobs.is_empty() {
            return json!({ "output": words });
        }
        if !is_inside {
            self.adaptations.rewritten(place, Difference::ResultMediumBehind, Reason::NoMediaInsideResults);
            beside.extend(blobs);
            return json!({ "output": words.as_deref().unwrap_or("(The result follows.)") });
        }
        inner.insert("parts".into(), blobs.into());
        json!({ "output": words.as_deref().unwrap_or("(The result is attached.)") })
    }

    fn declarations(&mut self, request: &CompletionRequest) -> Vec<Declaration> {
        let mut declarations = Vec::with_capacity(request.functions.len());
        for (index, spec) in request.functions.iter().enumerate() {
            let schema = self.adaptations.schema(index, spec, &SchemaRules::GEMINI_JSON);
            declarations.push(Declaration {
                name: self.names.encode(&spec.name),
                description: spec.description.clone(),
                parameters_json_schema: Some(schema).filter(|schema| !says_nothing(schema)),
            });
        }
        declarations
    }

    fn calling(&mut self, request: &CompletionRequest) -> CallingConfig {
        self.adaptations.many_calls(request);
        let is_strict = request.calls.strict == Some(true);
        let (mode, allowed_function_names) = match &request.choice {
            FunctionChoice::Auto if is_strict => (Mode::Validated, Vec::new()),
            FunctionChoice::Auto => (Mode::Auto, Vec::new()),
            FunctionChoice::Required => (Mode::Any, Vec::new()),
            FunctionChoice::None => (Mode::None, Vec::new()),
            FunctionChoice::Function { name } => (Mode::Any, vec![self.names.encode(name)]),
            FunctionChoice::Allowed { functions, required } => {
                let mode = if *required { Mode::Any } else { Mode::Validated };
                (mode, functions.iter().map(|name| self.names.encode(name)).collect())
            }
        };
        CallingConfig { mode, allowed_function_names }
    }

    fn generation(&mut self, request: &CompletionRequest) -> GenerationConfig {
        let settings = &request.settings;
        let (response_mime_type, response_json_schema) = match &settings.response_format {
            None | Some(ResponseFormat::Text) => (None, None),
            Some(ResponseFormat::Json) => (Some(JSON), None),
            Some(ResponseFormat::Schema { schema, .. }) => {
                (Some(JSON), Some(self.adaptations.answer_schema(schema, &SchemaRules::GEMINI_JSON)))
            }
        };
        GenerationConfig {
            max_output_tokens: settings.max_output_tokens,
            temperature: settings.temperature,
            top_p: settings.top_p,
            seed: small_seed(settings, &mut self.adaptations),
            thinking_config: config(&settings.thinking, self.facts),
            stop_sequences: settings.stop.clone(),
            response_mime_type,
            response_json_schema,
        }
    }
}

const JSON: &str = "application/json";

/// The provider takes seeds of 32 bits.
pub(crate) fn small_seed(settings: &RequestSettings, adaptations: &mut Adaptations) -> Option<i32> {
    let seed = settings.seed.map(i32::try_from)?.ok();
    if seed.is_none() {
        adaptations.left_out(Place::Setting("seed"), Difference::SeedLeftOut, Reason::SmallSeeds);
    }
    seed
}

/// The keywords of a schema without parameters. The provider refuses an object schema without properties.
const SIMPLE: [&str; 5] = ["type", "properties", "required", "additionalProperties", "$schema"];

pub(crate) fn says_nothing(schema: &Value) -> bool {
    let Some(keys) = schema.as_object() else { return true };
    let has_properties = keys.get("properties").and_then(Value::as_object).is_some_and(|all| !all.is_empty());
    !has_properties && keys.keys().all(|key| SIMPLE.contains(&key.as_str()))
}

fn blob(media: &Media) -> Value {
    match &media.source {
        MediaSource::Inline { base64 } => {
            json!({ "inlineData": { "mimeType": media.mime_type, "data": base64 } })
        }
        MediaSource::Address { uri } => {
            json!({ "fileData": { "mimeType": media.mime_type, "fileUri": uri } })
        }
    }
}

/// A key of this name would be taken for a reference to an attached part.
fn has_reference(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(name, value)| name == "$ref" || has_reference(value)),
        Value::Array(values) => values.iter().any(has_reference),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Puts a signature back on its part, or on an empty text if the part is gone. Sources of an answer are for people, and
/// the provider accepts them in no part.
fn put_beside(state: &JsonObject, parts: &mut Vec<Value>) {
    let is_kept = |name: &str| ![ON_TEXT, GROUNDING, CITATIONS].contains(&name);
    if !state.keys().any(|name| is_kept(name)) {
        return;
    }
    let is_free = |part: &Value| {
        let bears = ["text", "inlineData", "fileData"].iter().any(|name| part.get(*name).is_some());
        bears && part.get(SIGNATURE).is_none() && part.get("thought").is_none()
    };
    if !parts.last().is_some_and(is_free) {
        parts.push(json!({ "text": "" }));
    }
    if let Some(part) = parts.last_mut().and_then(Value::as_object_mut) {
        let kept = state.iter().filter(|(name, _)| is_kept(name));
        part.extend(kept.map(|(name, value)| (name.clone(), value.clone())));
    }
}
