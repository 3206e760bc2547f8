//! Encodes a request for this protocol.

use super::PROVIDER;
use super::wire::{AllowedTools, GenerationConfig, Mode, Request, ResponseFormat as Form, Tool, ToolChoice};
use crate::gemini::{says_nothing, small_seed};
use crate::media::{MediaRules, PDF, Shown};
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Difference, Encoded, IdLength, IdRule, Outgoing, Part, Place, Reason, Rules,
    Said, Turn, arguments_object, render_outcome,
};
use crate::remote::{Asked, Streaming};
use crate::schemas::SchemaRules;
use crate::ways::hosted_entries;
use content::{FunctionName, JsonObject, Media, MediaSource};
use ports::{
    CompletionRequest, Effort, FunctionChoice, HostedTool, RequestSettings, ResponseFormat, ThinkingDisplay,
};
use serde_json::{Value, json};
use std::convert::identity;

/// The replacement for a missing signature, as the provider defines it.
const UNSIGNED: &str = "skip_thought_signature_validator";
const SIGNATURE: &str = "signature";

const RULES: Rules = Rules {
    provider: PROVIDER,
    ids: IdRule { length: IdLength::AtMost(128), punctuation: "_-.:" },
    model_shows_media: true,
    ..Rules::ALTERNATING
};

const MEDIA: MediaRules = MediaRules {
    inline: TYPES,
    fetched: TYPES,
    schemes: &["https://", "http://", "gs://"],
    why: Reason::MediaListed,
};

/// Inside results.
const IN_RESULTS: MediaRules = MediaRules {
    inline: &["image/png", "image/jpeg", "image/webp", PDF],
    fetched: &["image/png", "image/jpeg", "image/webp", PDF],
    why: Reason::ResultMediaGemini,
    ..MEDIA
};

const TYPES: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/heic",
    "image/heif",
    "image/gif",
    "image/bmp",
    "image/tiff",
    "audio/wav",
    "audio/mpeg",
    "audio/aiff",
    "audio/aac",
    "audio/ogg",
    "audio/flac",
    "audio/m4a",
    "audio/opus",
    "audio/webm",
    "video/mp4",
    "video/mpeg",
    "video/quicktime",
    "video/x-flv",
    "video/webm",
    "video/x-ms-wmv",
    "video/3gpp",
    PDF,
];

pub(super) fn encode(asked: &Asked<'_>) -> Encoded<Request> {
    let (Outgoing { system, turns, .. }, adaptations) = Outgoing::of_request(asked, &RULES);
    let Asked { model, request, names, streaming, .. } = *asked;
    let mut writer = Writer { names, adaptations, steps: Vec::new() };
    turns.iter().for_each(|turn| writer.turn(turn));
    let tools = writer.tools(request);
    // A choice without functions is refused, whatever tools are listed.
    let tool_choice = (!request.functions.is_empty()).then(|| writer.choice(request));
    let body = Request {
        model: model.rsplit_once("models/").map_or(model, |(_, name)| name).to_owned(),
        system_instruction: instructions(&system),
        tools,
        generation_config: writer.generation(&request.settings, tool_choice),
        response_format: writer.form(&request.settings),
        input: writer.steps,
        store: false,
        stream: streaming == Streaming::Streamed,
    };
    Encoded::new(asked.request, body, writer.adaptations, None)
}

fn instructions(system: &[Part<'_>]) -> Option<String> {
    let texts: Vec<_> = system.iter().filter_map(Part::text).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

struct Writer<'a> {
    names: &'a WireNames,
    adaptations: Adaptations,
    steps: Vec<Value>,
}

impl Writer<'_> {
    fn turn(&mut self, turn: &Turn<'_>) {
        let begin = self.steps.len();
        match turn {
            Turn::System(parts) | Turn::Person(parts) => self.parts("user_input", parts),
            Turn::Model(parts) => {
                self.parts("model_output", parts);
                self.sign(turn, begin);
            }
            Turn::Results(answers) => answers.iter().for_each(|answer| self.result(answer)),
        }
    }

    /// Consecutive text and media form one step, and everything else a step of its own.
    fn parts(&mut self, kind: &'static str, parts: &[Part<'_>]) {
        let begin = self.steps.len();
        for part in parts {
            match &part.said {
                Said::Text(text) => self.say(kind, begin, json!({ "type": "text", "text": text })),
                Said::Media(media) => {
                    let content = self.media(&MEDIA, media, part.place);
                    self.say(kind, begin, content);
                }
                Said::Thought { state, .. } => self.thought(state, part.place),
                Said::Call(call) => self.call(call, part.place),
                Said::Own(step) => self.steps.push((*step).clone()),
                // This protocol attaches nothing to texts.
                Said::BesideText(_) => {}
            }
        }
    }

    fn say(&mut self, kind: &'static str, begin: usize, content: Value) {
        let last = self.steps.get_mut(begin..).and_then(<[Value]>::last_mut);
        match last.filter(|last| last["type"] == kind).and_then(|last| last["content"].as_array_mut()) {
            Some(contents) => contents.push(content),
            None => self.steps.push(json!({ "type": kind, "content": [content] })),
        }
    }

    /// A thought is sent back whole: the signature is bound to the summary.
    fn thought(&mut self, state: &JsonObject, place: Place) {
        if !is_signed(state.get(SIGNATURE)) {
            self.adaptations.left_out(place, Difference::UnsignedThoughtLeftOut, Reason::SignedOnly);
            return;
        }
        let mut step = JsonObject::from_iter([("type".to_owned(), "thought".into())]);
        step.extend(state.clone());
        self.steps.push(Value::Object(step));
    }

    fn call(&mut self, call: &Call<'_>, place: Place) {
        let arguments = arguments_object(call.arguments, place, &mut self.adaptations, identity);
        let mut step = JsonObject::from_iter([("type".to_owned(), "function_call".into())]);
        step.insert("id".into(), call.id.as_str().into());
        step.insert("name".into(), self.names.encode_called(call.function).into());
        step.insert("arguments".into(), arguments.into());
        step.extend(call.state.cloned().unwrap_or_default());
        self.steps.push(Value::Object(step));
    }

    /// A turn with calls, thoughts or media must begin with a signed step.
    fn sign(&mut self, turn: &Turn<'_>, begin: usize) {
        let steps = self.steps.get(begin..).unwrap_or_default();
        let begins_signed = steps.first().is_some_and(|first| is_signed(first.get(SIGNATURE)));
        if begins_signed || !steps.iter().any(needs_signature) {
            return;
        }
        self.steps.insert(begin, json!({ "type": "thought", SIGNATURE: UNSIGNED }));
        if let Some(place) = turn.place() {
            self.adaptations.added(place, Difference::UnsignedThoughtAdded, Reason::SignedThoughtExpected);
        }
    }

    fn result(&mut self, answer: &Answer<'_>) {
        let told = render_outcome(&answer.outcome);
        let words = |words| json!({ "type": "text", "text": words });
        let result = match told.has_media() {
            true => told.each(|media| self.media(&IN_RESULTS, media, answer.place), words).into(),
            false => Value::from(told.words()),
        };
        let name = self.names.encode_called(answer.function);
        let mut step =
            json!({ "type": "function_result", "call_id": answer.call, "name": name, "result": result });
        if told.is_failure() {
            step["is_error"] = true.into();
        }
        self.steps.push(step);
    }

    fn media(&mut self, rules: &MediaRules, media: &Media, place: Place) -> Value {
        match rules.show(media, place, &mut self.adaptations) {
            Shown::Medium(media) => content(&media),
            Shown::Text(text) => json!({ "type": "text", "text": text }),
        }
    }

    fn tools(&mut self, request: &CompletionRequest) -> Vec<Tool> {
        let offered = request.functions.iter().enumerate();
        let tool = offered.map(|(index, spec)| {
            let schema = self.adaptations.schema(index, spec, &SchemaRules::GEMINI_JSON);
            Tool::Function {
                kind: "function",
                name: self.names.encode(&spec.name),
                description: spec.description.clone(),
                parameters: Some(schema).filter(|schema| !says_nothing(schema)),
            }
        });
        let mut tools: Vec<Tool> = tool.collect();
        let hosted = hosted_entries(&request.settings.hosted, &mut self.adaptations, hosted);
        tools.extend(hosted.into_iter().map(Tool::Hosted));
        tools
    }

    fn choice(&mut self, request: &CompletionRequest) -> ToolChoice {
        self.adaptations.many_calls(request);
        let is_strict = request.calls.strict == Some(true);
        match &request.choice {
            FunctionChoice::Auto if is_strict => ToolChoice::Of(Mode::Validated),
            FunctionChoice::Auto => ToolChoice::Of(Mode::Auto),
            FunctionChoice::Required => ToolChoice::Of(Mode::Any),
            FunctionChoice::None => ToolChoice::Of(Mode::None),
            FunctionChoice::Function { name } => self.among(Mode::Any, std::slice::from_ref(name)),
            FunctionChoice::Allowed { functions, required: true } => self.among(Mode::Any, functions),
            FunctionChoice::Allowed { functions, required: false } => self.among(Mode::Validated, functions),
        }
    }

    /// The automatic mode can't be combined with a list of functions.
    fn among(&self, mode: Mode, functions: &[FunctionName]) -> ToolChoice {
        let tools = functions.iter().map(|name| self.names.encode(name)).collect();
        ToolChoice::Among { allowed_tools: AllowedTools { mode, tools } }
    }

    /// The types declare temperature and top_p deprecated and still have them: older models respect them.
    fn generation(
        &mut self,
        settings: &RequestSettings,
        tool_choice: Option<ToolChoice>,
    ) -> GenerationConfig {
        GenerationConfig {
            max_output_tokens: settings.max_output_tokens,
            temperature: settings.temperature,
            top_p: settings.top_p,
            seed: small_seed(settings, &mut self.adaptations),
            stop_sequences: settings.stop.clone(),
            thinking_level: settings.thinking.effort.map(level),
            thinking_summaries: settings.thinking.display.map(summaries),
            tool_choice,
        }
    }

    fn form(&mut self, settings: &RequestSettings) -> Option<Form> {
        let schema = match settings.response_format.as_ref()? {
            ResponseFormat::Text => return None,
            ResponseFormat::Json => None,
            ResponseFormat::Schema { schema, .. } => {
                Some(self.adaptations.answer_schema(schema, &SchemaRules::GEMINI_JSON))
            }
        };
        Some(Form { kind: "text", mime_type: "application/json", schema })
    }
}

/// The provider has no name for the highest effort.
fn level(effort: Effort) -> &'static str {
    match effort {
        Effort::Minimal | Effort::Low | Effort::Medium | Effort::High => effort.as_str(),
        Effort::Xhigh | Effort::Max => Effort::Xhigh.as_str(),
    }
}

fn summaries(display: ThinkingDisplay) -> &'static str {
    match display {
        ThinkingDisplay::Omitted => "none",
        ThinkingDisplay::Summarized | ThinkingDisplay::Detailed => "auto",
    }
}

/// Tools that run at Google.
fn hosted(tool: &HostedTool) -> Option<Value> {
    Some(match tool {
        HostedTool::WebSearch => json!({ "type": "google_search" }),
        HostedTool::WebFetch => json!({ "type": "url_context" }),
        HostedTool::CodeExecution => json!({ "type": "code_execution" }),
        HostedTool::FileSearch { stores } => {
            json!({ "type": "file_search", "file_search_store_names": stores })
        }
        HostedTool::Raw { value } => value.clone(),
    })
}

fn is_signed(signature: Option<&Value>) -> bool {
    signature.and_then(Value::as_str).is_some_and(|signature| !signature.is_empty())
}

fn needs_signature(step: &Value) -> bool {
    match step["type"].as_str() {
        Some("thought" | "function_call") => true,
        Some("model_output") => {
            let contents = step["content"].as_array().into_iter().flatten();
            contents.into_iter().any(|content| content["type"] != "text")
        }
        Some(_) | None => false,
    }
}

/// The protocol has its own names for some video types.
fn content(media: &Media) -> Value {
    let mime_type = match media.mime_type.as_str() {
        "video/quicktime" => "video/mov",
        "video/x-ms-wmv" => "video/wmv",
        named => named,
    };
    let kind = match mime_type.split('/').next() {
        Some(kind @ ("image" | "audio" | "video")) => kind,
        Some(_) | None => "document",
    };
    match &media.source {
        MediaSource::Inline { base64 } => json!({ "type": kind, "mime_type": mime_type, "data": base64 }),
        MediaSource::Address { uri } => json!({ "type": kind, "mime_type": mime_type, "uri": uri }),
    }
}
