//! A request as this protocol writes it.

use super::profiles::{Parallel, Profile, Wordless};
use super::wire::{Function, Message, Request, StreamOptions, Tool, Words};
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Encoded, IdLength, IdRule, Outgoing, Part, Place, Rules, Said, SystemTurns,
    Turn, told,
};
use crate::remote::Streaming;
use crate::schemas::SchemaRules;
use content::{Media, MediaSource};
use ports::{CompletionRequest, FunctionChoice, FunctionSpec, ResponseFormat};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The name provider state of this protocol is kept under.
pub(super) const PROVIDER: &str = "openai-chat";

/// The state of a thought: which service it is of.
pub(super) const SERVICE: &str = "service";

const RULES: Rules = Rules {
    provider: PROVIDER,
    ids: IdRule { length: IdLength::AtMost(40), punctuation: "_-.:" },
    system: SystemTurns::Anywhere,
    alternates: false,
    begins_with_person: false,
    ends_with_person: false,
    separates_results: false,
    refuses_blank_text: false,
    thoughts_lead_on: false,
    model_shows_media: false,
};

pub(super) fn encode(
    model: &str,
    asked: &CompletionRequest,
    names: &WireNames,
    accent: &Profile,
    streaming: Streaming,
) -> Encoded<Request> {
    let (Outgoing { system, turns }, adaptations) = Outgoing::of_request(asked, names, &RULES);
    let mut writer = Writer { names, accent, adaptations, messages: Vec::new() };
    writer.say(accent.system, &system);
    for turn in &turns {
        writer.turn(turn);
    }
    let tools = writer.tools(asked);
    let has_tools = !tools.is_empty();
    let is_streamed = streaming == Streaming::Streamed;
    let settings = &asked.settings;
    let limit = |field| settings.max_output_tokens.filter(|_| accent.output_limit == field);
    let body = Request {
        model: model.to_owned(),
        tool_choice: has_tools.then(|| writer.choice(&asked.choice)),
        parallel_tool_calls: writer.parallel(asked.calls.parallel).filter(|_| has_tools),
        tools,
        stream: is_streamed,
        stream_options: (is_streamed && accent.asks_for_usage)
            .then_some(StreamOptions { include_usage: true }),
        temperature: settings.temperature,
        top_p: settings.top_p,
        max_tokens: limit("max_tokens"),
        max_completion_tokens: limit("max_completion_tokens"),
        seed: settings.seed,
        stop: settings.stop.clone(),
        response_format: settings.response_format.as_ref().map(|form| writer.form(form)),
        messages: writer.messages,
    };
    Encoded { body, adaptations: writer.adaptations.into_list() }
}

struct Writer<'w> {
    names: &'w WireNames,
    accent: &'w Profile,
    adaptations: Adaptations,
    messages: Vec<Message>,
}

impl Writer<'_> {
    fn tools(&mut self, asked: &CompletionRequest) -> Vec<Tool> {
        let wants_strict = asked.calls.strict == Some(true);
        if wants_strict && !self.accent.takes_strict && !asked.functions.is_empty() {
            let why = "the service does not hold calls to their schema";
            self.adaptations.left_out(
                Place::Setting("choice"),
                "that arguments must follow their schema is not asked for",
                why,
            );
        }
        let is_strict = wants_strict && self.accent.takes_strict;
        let tool = |(index, spec): (usize, &Arc<FunctionSpec>)| {
            let (parameters, is_strict) = self.adaptations.openai_schema(index, spec, is_strict);
            let function = Function {
                name: self.names.encode(&spec.name),
                description: spec.description.clone(),
                parameters,
                strict: is_strict.then_some(true),
            };
            Tool { kind: "function", function }
        };
        asked.functions.iter().enumerate().map(tool).collect()
    }

    fn choice(&mut self, choice: &FunctionChoice) -> Value {
        match choice {
            FunctionChoice::Auto => "auto".into(),
            FunctionChoice::Required => "required".into(),
            FunctionChoice::None => "none".into(),
            FunctionChoice::Function { name } if self.accent.names_choice => {
                json!({ "type": "function", "function": { "name": self.names.encode(name) } })
            }
            FunctionChoice::Function { .. } => {
                let why = "the service can't be asked for one function by its name";
                self.adaptations.rewritten(Place::Setting("choice"), "any function has to be called", why);
                "required".into()
            }
        }
    }

    fn parallel(&mut self, asked: Option<bool>) -> Option<bool> {
        match self.accent.parallel {
            Parallel::AsAsked => asked,
            Parallel::Permitted => Some(asked.unwrap_or(true)),
            Parallel::Unsaid => {
                if asked.is_some() {
                    let why = "the service does not know the field";
                    self.adaptations.left_out(
                        Place::Setting("choice"),
                        "whether calls may stand side by side is not said",
                        why,
                    );
                }
                None
            }
        }
    }

    fn form(&mut self, form: &ResponseFormat) -> Value {
        match form {
            ResponseFormat::Text => json!({ "type": "text" }),
            ResponseFormat::Schema { name, schema } if self.accent.takes_schema => {
                let is_strict = self.accent.takes_strict.then_some(true);
                let rules = match is_strict {
                    Some(_) => &SchemaRules::OPENAI_STRICT,
                    None => &SchemaRules::OPENAI_ANSWER,
                };
                let name = self.adaptations.answer_name(name);
                let schema = self.adaptations.answer_schema(schema, rules);
                json!({ "type": "json_schema", "json_schema": { "name": name, "schema": schema, "strict": is_strict } })
            }
            ResponseFormat::Json => json!({ "type": "json_object" }),
            ResponseFormat::Schema { .. } => {
                let why = "the service can't hold an answer to a schema";
                self.adaptations.left_out(Place::Setting("response_format"), "any JSON is asked for", why);
                json!({ "type": "json_object" })
            }
        }
    }

    fn turn(&mut self, turn: &Turn<'_>) {
        match turn {
            Turn::System(parts) => self.say(self.accent.system, parts),
            Turn::Person(parts) => self.say("user", parts),
            Turn::Model(parts) => self.model(parts),
            Turn::Results(answers) => self.results(answers),
        }
    }

    fn say(&mut self, role: &'static str, parts: &[Part<'_>]) {
        let content = self.words(parts);
        if !content.is_empty() {
            self.messages.push(Message { role, content: Some(in_short(content)), ..Message::default() });
        }
    }

    fn model(&mut self, parts: &[Part<'_>]) {
        let mut tool_calls = Vec::new();
        let mut echoed = Map::new();
        for part in parts {
            match &part.said {
                Said::Call(call) => tool_calls.push(self.call(call)),
                Said::Thought { text, state } => self.echo(part.place, text, state, &mut echoed),
                Said::Text(_) | Said::Media(_) | Said::Own(_) | Said::BesideText(_) => {}
            }
        }
        let content = self.words(parts);
        if content.is_empty() && tool_calls.is_empty() {
            return;
        }
        let content = match (content.is_empty(), self.accent.wordless) {
            (false, _) => Some(in_short(content)),
            (true, Wordless::Null) => None,
            (true, Wordless::EmptyText) => Some(Words::Text(String::new())),
        };
        self.messages.push(Message { role: "assistant", content, tool_calls, echoed, tool_call_id: None });
    }

    /// A thought goes back to the service it came from, in the field it came in, and to nobody else.
    fn echo(
        &mut self,
        place: Place,
        text: &str,
        state: &Map<String, Value>,
        echoed: &mut Map<String, Value>,
    ) {
        let is_own = state.get(SERVICE).and_then(Value::as_str) == Some(self.accent.id);
        let Some(field) = self.accent.reasoning_back.filter(|_| is_own) else {
            let why = "only the service that made a thought takes it back";
            self.adaptations.left_out(place, "a thought of another model is left out", why);
            return;
        };
        for (name, value) in state.iter().filter(|(name, _)| *name != SERVICE) {
            echoed.insert(name.clone(), value.clone());
        }
        if !text.is_empty() {
            echoed.insert(field.to_owned(), text.into());
        }
    }

    fn call(&self, call: &Call<'_>) -> Value {
        let mut written = call.state.cloned().unwrap_or_default();
        let name = self.names.encode_called(call.function);
        written.insert("id".to_owned(), call.id.as_str().into());
        if written.get("type").is_some_and(|kind| kind == "custom") {
            let custom = json!({ "name": name, "input": call.arguments.raw() });
            written.insert("custom".to_owned(), custom);
            return Value::Object(written);
        }
        // No text at all is not JSON, and several servers read what they are sent.
        let arguments = Some(call.arguments.raw()).filter(|raw| !raw.trim().is_empty()).unwrap_or("{}");
        written.insert("type".to_owned(), "function".into());
        written.insert("function".to_owned(), json!({ "name": name, "arguments": arguments }));
        Value::Object(written)
    }

    /// Results are texts. What a function showed is shown by the person, behind all results of the turn.
    fn results(&mut self, answers: &[Answer<'_>]) {
        let mut shown = Vec::new();
        for answer in answers {
            let told = told(&answer.outcome);
            for part in told.media().filter_map(media_part) {
                let why = "a result is a text in this protocol";
                self.adaptations.rewritten(answer.place, "a medium in a result is shown by the person", why);
                shown.push(part);
            }
            self.messages.push(Message {
                role: "tool",
                tool_call_id: Some(answer.call.clone()),
                content: Some(Words::Text(told.words())),
                ..Message::default()
            });
        }
        if !shown.is_empty() {
            self.messages.push(Message {
                role: "user",
                content: Some(Words::Parts(shown)),
                ..Message::default()
            });
        }
    }

    fn words(&mut self, parts: &[Part<'_>]) -> Vec<Spoken> {
        let mut words = Vec::new();
        for part in parts {
            match &part.said {
                Said::Text(text) => words.push(Spoken::Text(text.clone().into_owned())),
                Said::Own(value) => words.push(Spoken::Part((*value).clone())),
                Said::Media(media) => match media_part(media) {
                    Some(written) => words.push(Spoken::Part(written)),
                    None => {
                        let why = "the protocol takes pictures, sounds and PDF documents";
                        let what =
                            format!("a medium of the type {} is named instead of sent", media.mime_type);
                        self.adaptations.left_out(part.place, what, why);
                        words.push(Spoken::Text(format!("(a medium of the type {})", media.mime_type)));
                    }
                },
                Said::Call(_) | Said::Thought { .. } | Said::BesideText(_) => {}
            }
        }
        words
    }
}

enum Spoken {
    Text(String),
    Part(Value),
}

/// A single text needs no list around it.
fn in_short(words: Vec<Spoken>) -> Words {
    let mut words = words;
    if let [Spoken::Text(text)] = words.as_mut_slice() {
        return Words::Text(std::mem::take(text));
    }
    let part = |spoken| match spoken {
        Spoken::Text(text) => json!({ "type": "text", "text": text }),
        Spoken::Part(part) => part,
    };
    Words::Parts(words.into_iter().map(part).collect())
}

fn media_part(media: &Media) -> Option<Value> {
    let kind = media.mime_type.split('/').next().unwrap_or_default();
    match (kind, &media.source) {
        ("image", MediaSource::Inline { base64 }) => {
            let url = format!("data:{};base64,{base64}", media.mime_type);
            Some(json!({ "type": "image_url", "image_url": { "url": url } }))
        }
        ("image", MediaSource::Address { uri }) => {
            Some(json!({ "type": "image_url", "image_url": { "url": uri } }))
        }
        ("audio", MediaSource::Inline { base64 }) => {
            let format = if media.mime_type.ends_with("wav") { "wav" } else { "mp3" };
            Some(json!({ "type": "input_audio", "input_audio": { "data": base64, "format": format } }))
        }
        (_, MediaSource::Inline { base64 }) if media.mime_type == "application/pdf" => {
            let data = format!("data:application/pdf;base64,{base64}");
            Some(json!({ "type": "file", "file": { "filename": "document.pdf", "file_data": data } }))
        }
        (_, MediaSource::Inline { .. } | MediaSource::Address { .. }) => None,
    }
}
