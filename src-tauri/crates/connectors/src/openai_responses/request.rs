//! Encodes a request for this protocol.

use super::search;
use super::tools::{self, Entry, Offer};
use super::wire::Request;
use super::{Host, PROVIDER};
use crate::caching::CacheName;
use crate::media::{MediaRules, PDF, Shown, WEB};
use crate::models::ModelFacts;
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Difference, Encoded, IdLength, IdRule, Outgoing, Part, Place, Reason, Rules,
    Said, Turn, Unclaimed, arguments_text, render_outcome,
};
use crate::remote::{Asked, Streaming};
use crate::schemas::SchemaRules;
use content::{CallArguments, FunctionName, JsonObject, Media, MediaSource};
use ports::{RequestSettings, ResponseFormat, Thinking, ThinkingDisplay, finder};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const CUSTOM: &str = "custom_tool_call";

/// Whether a message is the model's final one or a comment on the way to it.
pub(super) const PHASE: &str = "phase";

/// The smallest limit on an answer that OpenAI accepts, in tokens.
const LEAST_TOKENS: u32 = 16;

const ENCRYPTED: &str = "encrypted_content";

const MEDIA: MediaRules = MediaRules {
    inline: &["image/png", "image/jpeg", "image/gif", "image/webp", PDF],
    fetched: &["image/png", "image/jpeg", "image/gif", "image/webp", PDF],
    schemes: WEB,
    why: Reason::MediaResponses,
};

/// Imported state in this form counts as OpenAI's own.
fn rules(host: Host) -> Rules {
    let unclaimed = if host == Host::OpenAi { Unclaimed::Taken } else { Unclaimed::Left };
    let ids = IdRule { length: IdLength::AtMost(64), punctuation: "_-.:" };
    Rules { provider: PROVIDER, unclaimed, ids, thoughts_lead_on: true, ..Rules::ANY_TURNS }
}

pub(super) fn encode(asked: &Asked<'_>, host: Host) -> Encoded<Request> {
    let (Outgoing { turns, .. }, mut adaptations) = Outgoing::of_request(asked, &rules(host));
    let offer = tools::offer(asked, &turns, &mut adaptations);
    let Asked { model, request: asked, names, streaming, facts, .. } = *asked;
    let instructions = turns.first().and_then(instructions);
    let tool_choice = tools::choice(asked, &offer, names);
    let Offer { entries, deferred, found } = offer;
    let mut writer = Writer {
        names,
        host,
        adaptations,
        input: Vec::new(),
        customs: BTreeSet::new(),
        callers: BTreeMap::new(),
        deferred: &deferred,
        found: found.as_ref(),
    };
    for turn in turns.iter().skip(usize::from(instructions.is_some())) {
        writer.turn(turn);
    }
    writer.say_json(&asked.settings);
    let has_tools = !entries.is_empty();
    writer.report_unknown(&asked.settings);
    let body = Request {
        model: model.to_owned(),
        instructions,
        tool_choice: has_tools.then_some(tool_choice),
        parallel_tool_calls: asked.calls.parallel.filter(|_| has_tools),
        store: false,
        include: if facts.encrypts_reasoning == Some(false) { &[] } else { &["reasoning.encrypted_content"] },
        reasoning: reasoning(&asked.settings.thinking, facts),
        stream: streaming == Streaming::Streamed,
        temperature: asked.settings.temperature,
        top_p: asked.settings.top_p,
        max_output_tokens: writer.limit(asked.settings.max_output_tokens),
        text: asked.settings.response_format.as_ref().map(|form| json!({ "format": writer.format(form) })),
        cache: match host {
            Host::OpenAi | Host::Azure => CacheName::of(asked, facts, &mut writer.adaptations),
            Host::Compatible => CacheName::default(),
        },
        input: writer.input,
        tools: entries,
    };
    Encoded::new(asked, body, writer.adaptations, None)
}

/// The effort of thinking, and the length of its summary.
fn reasoning(asked: &Thinking, facts: &ModelFacts) -> Option<Value> {
    let effort = facts.thinking.effort_word(asked).map(|effort| ("effort".to_owned(), effort.into()));
    let summary = asked.display.and_then(|display| match display {
        ThinkingDisplay::Omitted => None,
        ThinkingDisplay::Summarized => Some("auto"),
        ThinkingDisplay::Detailed => Some("detailed"),
    });
    let summary = summary.map(|summary| ("summary".to_owned(), summary.into()));
    let written: JsonObject = effort.into_iter().chain(summary).collect();
    (!written.is_empty()).then(|| written.into())
}

/// The instructions at the beginning, if they are text only.
fn instructions(turn: &Turn<'_>) -> Option<String> {
    let Turn::System(parts) = turn else { return None };
    let texts: Option<Vec<_>> = parts.iter().map(Part::text).collect();
    texts.map(|texts| texts.join("\n\n"))
}

struct Writer<'w> {
    names: &'w WireNames,
    host: Host,
    adaptations: Adaptations,
    input: Vec<Value>,
    /// Calls with free text as input. Their results are marked as well.
    customs: BTreeSet<String>,
    /// The program that made a call. The result repeats it.
    callers: BTreeMap<String, Value>,
    deferred: &'w BTreeSet<String>,
    /// Functions that stay where a search has found them, if the protocol's own search is used.
    found: Option<&'w BTreeMap<FunctionName, Entry>>,
}

impl Writer<'_> {
    fn turn(&mut self, turn: &Turn<'_>) {
        match turn {
            Turn::System(parts) => self.say("developer", parts),
            Turn::Person(parts) => self.say("user", parts),
            Turn::Model(parts) => self.model(parts),
            Turn::Results(answers) => answers.iter().for_each(|answer| self.result(answer)),
        }
    }

    fn say(&mut self, role: &'static str, parts: &[Part<'_>]) {
        if let [Part { said: Said::Text(text), .. }] = parts {
            self.input.push(json!({ "role": role, "content": text }));
            return;
        }
        let content: Vec<_> = parts.iter().filter_map(|part| self.part(part)).collect();
        if !content.is_empty() {
            self.input.push(json!({ "role": role, "content": content }));
        }
    }

    fn part(&mut self, part: &Part<'_>) -> Option<Value> {
        match &part.said {
            Said::Text(text) => Some(json!({ "type": "input_text", "text": text })),
            Said::Media(media) => Some(self.media(media, part.place)),
            Said::Own(value) => Some((*value).clone()),
            Said::Thought { .. } | Said::BesideText(_) | Said::Call(_) => None,
        }
    }

    /// Where any JSON is asked for, the word must occur in the input. Instructions beside it don't count.
    fn say_json(&mut self, settings: &RequestSettings) {
        let says_it = |item: &Value| item.to_string().to_ascii_lowercase().contains("json");
        if settings.response_format != Some(ResponseFormat::Json) || self.input.iter().any(says_it) {
            return;
        }
        self.adaptations.added(Place::FORM, Difference::JsonInstructionAdded, Reason::JsonWordWanted);
        self.input.insert(0, json!({ "role": "developer", "content": "Answer in JSON." }));
    }

    /// Items of the model are sent back one by one, in order.
    fn model(&mut self, parts: &[Part<'_>]) {
        let mut has_lost_thought = false;
        for part in parts {
            match &part.said {
                Said::Text(text) => self.input.push(json!({ "role": "assistant", "content": text })),
                Said::Thought { state, .. } => has_lost_thought |= !self.thought(state, part.place),
                Said::Call(call) => self.call(call, has_lost_thought, part.place),
                Said::Own(value) => self.own(value, part.place),
                Said::BesideText(state) => self.beside(state),
                // Media of the model are moved to a user message.
                Said::Media(_) => {}
            }
        }
    }

    /// Items go back as they are, and parts of a message in one. What only refers to something stored is not found.
    fn own(&mut self, value: &Value, place: Place) {
        match value.get("type").and_then(Value::as_str) {
            Some("item_reference") => {
                self.adaptations.left_out(place, Difference::ReferenceLeftOut, Reason::NothingKept);
            }
            Some("refusal" | "output_text" | "summary_text" | "reasoning_text") => {
                self.input.push(json!({ "type": "message", "role": "assistant", "content": [value] }));
            }
            Some(_) | None => self.input.push(value.clone()),
        }
    }

    /// Nothing is stored at the provider, so a thought that is not encrypted would not be found there. Compatible
    /// servers also accept thoughts as text.
    fn thought(&mut self, state: &JsonObject, place: Place) -> bool {
        let has = |name: &str| state.get(name).is_some_and(|value| !value.is_null() && *value != json!([]));
        let is_whole = has(ENCRYPTED) || (self.host == Host::Compatible && has("content"));
        if !is_whole {
            self.adaptations.left_out(place, Difference::UnencryptedThoughtLeftOut, Reason::EncryptedOnly);
            return false;
        }
        let mut thought = state.clone();
        thought.insert("type".to_owned(), "reasoning".into());
        // Compatible servers omit an empty summary; here the field is required.
        thought.entry("summary").or_insert_with(|| json!([]));
        self.input.push(Value::Object(thought));
        true
    }

    /// Restores the fields beside the text of a message.
    fn beside(&mut self, state: &JsonObject) {
        let said = self.input.last_mut().filter(|item| item.get("role").is_some());
        if let (Some(said), Some(phase)) = (said, state.get(PHASE)) {
            said[PHASE] = phase.clone();
        }
    }

    /// A call with an id is looked up together with its thought, so without the thought it gets no id.
    fn call(&mut self, call: &Call<'_>, has_lost_thought: bool, place: Place) {
        let is_search = call.function.known().is_some_and(finder::is_finder);
        if is_search && self.found.is_some() {
            return self.input.push(search::call(call, !has_lost_thought));
        }
        let state = call.state.filter(|state| state.get("type").is_none_or(|kind| kind != search::CALL));
        let mut written = state.cloned().unwrap_or_default();
        if has_lost_thought {
            written.shift_remove("id");
        }
        let is_custom = written.get("type").is_some_and(|kind| kind == CUSTOM);
        let (kind, field, text) = if is_custom {
            written.shift_remove("status");
            self.customs.insert(call.id.clone());
            (CUSTOM, "input", call.arguments.raw().to_owned())
        } else {
            ("function_call", "arguments", self.arguments(call.arguments, place))
        };
        written.insert("type".to_owned(), kind.into());
        written.insert("call_id".to_owned(), call.id.as_str().into());
        let name = self.names.encode_called(call.function);
        if let Some(caller) = written.get("caller").filter(|caller| caller["type"] != "direct") {
            self.callers.insert(call.id.clone(), caller.clone());
        }
        // A function found by a search is looked up in a namespace of its own name.
        if self.deferred.contains(&name) {
            written.entry("namespace").or_insert_with(|| name.as_str().into());
        }
        written.insert("name".to_owned(), name.into());
        written.insert(field.to_owned(), text.into());
        self.input.push(Value::Object(written));
    }

    /// OpenAI accepts any text, so the model sees what it wrote.
    fn arguments(&mut self, arguments: &CallArguments, place: Place) -> String {
        match self.host {
            Host::OpenAi | Host::Azure if !arguments.raw().trim().is_empty() && !arguments.is_text() => {
                arguments.raw().to_owned()
            }
            Host::OpenAi | Host::Azure | Host::Compatible => {
                arguments_text(arguments, place, &mut self.adaptations)
            }
        }
    }

    fn result(&mut self, answer: &Answer<'_>) {
        if let Some(found) = self.found.filter(|_| search::is_search(answer)) {
            return self.input.push(search::output(answer, found));
        }
        let is_custom = self.customs.contains(&answer.call);
        let kind = if is_custom { "custom_tool_call_output" } else { "function_call_output" };
        let told = render_outcome(&answer.outcome);
        let words = |words| json!({ "type": "input_text", "text": words });
        let output = match told.has_media() {
            true => told.each(|media| self.media(media, answer.place), words).into(),
            false => Value::from(told.words()),
        };
        let mut result = json!({ "type": kind, "call_id": answer.call, "output": output });
        if let Some(caller) = self.callers.get(&answer.call) {
            result["caller"] = caller.clone();
        }
        self.input.push(result);
    }

    fn media(&mut self, media: &Media, place: Place) -> Value {
        match MEDIA.show(media, place, &mut self.adaptations) {
            Shown::Medium(media) => media_part(&media),
            Shown::Text(text) => json!({ "type": "input_text", "text": text }),
        }
    }

    fn format(&mut self, form: &ResponseFormat) -> Value {
        match form {
            ResponseFormat::Text => json!({ "type": "text" }),
            ResponseFormat::Json => json!({ "type": "json_object" }),
            ResponseFormat::Schema { name, schema } => {
                let name = self.adaptations.answer_name(name);
                let (strict, loose) = (&SchemaRules::OPENAI_STRICT, &SchemaRules::OPENAI);
                let (schema, is_held) = self.adaptations.held_answer_schema(schema, strict, loose);
                json!({ "type": "json_schema", "name": name, "schema": schema, "strict": is_held })
            }
        }
    }

    fn limit(&mut self, most: Option<u32>) -> Option<u32> {
        let most = most?;
        if self.host == Host::Compatible || most >= LEAST_TOKENS {
            return Some(most);
        }
        let what = Difference::LimitRaised { limit: LEAST_TOKENS };
        self.adaptations.rewritten(Place::Setting("maxOutputTokens"), what, Reason::NoSmaller);
        Some(LEAST_TOKENS)
    }

    fn report_unknown(&mut self, settings: &RequestSettings) {
        let why = Reason::ProtocolLacksSetting;
        if settings.seed.is_some() {
            self.adaptations.left_out(Place::Setting("seed"), Difference::SeedLeftOut, why);
        }
        if !settings.stop.is_empty() {
            self.adaptations.left_out(Place::Setting("stop"), Difference::StopLeftOut, why);
        }
    }
}

fn media_part(media: &Media) -> Value {
    let is_document = media.mime_type == PDF;
    match &media.source {
        MediaSource::Address { uri } if is_document => json!({ "type": "input_file", "file_url": uri }),
        MediaSource::Address { uri } => json!({ "type": "input_image", "image_url": uri, "detail": "auto" }),
        MediaSource::Inline { base64 } => {
            let data = format!("data:{};base64,{base64}", media.mime_type);
            match is_document {
                true => json!({ "type": "input_file", "filename": "document.pdf", "file_data": data }),
                false => json!({ "type": "input_image", "image_url": data, "detail": "auto" }),
            }
        }
    }
}
