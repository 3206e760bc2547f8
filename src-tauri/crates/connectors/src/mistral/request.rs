//! Encodes a request for Mistral.

use super::PROVIDER;
use super::wire::{self, Called, Message, Request};
use crate::caching::CacheName;
use crate::media::{MediaRules, PDF, Shown, WEB};
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Difference, Encoded, IdLength, IdRule, Outgoing, Part, Place, Reason, Rules,
    Said, Turn, arguments_text, render_outcome,
};
use crate::remote::{Asked, Streaming};
use crate::schemas::SchemaRules;
use crate::wire::{Function, Tool};
use content::{JsonObject, Media, MediaSource};
use ports::{CompletionRequest, FunctionChoice, FunctionSpec, ResponseFormat};
use serde_json::{Value, json};
use std::sync::Arc;

const RULES: Rules = Rules {
    provider: PROVIDER,
    ids: IdRule { length: IdLength::Exactly(9), punctuation: "" },
    begins_with_person: false,
    separates_results: true,
    ..Rules::ALTERNATING
};

/// The text of the model between results and a picture shown because of them.
const UNDERSTOOD: &str = "OK.";

const MEDIA: MediaRules = MediaRules {
    inline: &[
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/webp",
        "audio/wav",
        "audio/mpeg",
        "audio/flac",
        "audio/ogg",
        PDF,
    ],
    fetched: &["image/png", "image/jpeg", "image/gif", "image/webp", "audio/wav", "audio/mpeg", PDF],
    schemes: WEB,
    why: Reason::MediaMistral,
};

pub(super) fn encode(asked: &Asked<'_>) -> Encoded<Request> {
    let Asked { model, request, names, streaming, facts, .. } = *asked;
    let (conversation, adaptations) = Outgoing::of_request(asked, &RULES);
    let mut writer = Writer { names, adaptations, messages: Vec::new() };
    writer.write(&conversation);
    let Writer { mut adaptations, messages, .. } = writer;
    let settings = &request.settings;
    let strict = request.calls.strict;
    let tools = tools(request, names, strict, &mut adaptations);
    let has_tools = !tools.is_empty();
    let body = Request {
        model: model.to_owned(),
        messages,
        tools,
        tool_choice: has_tools.then(|| choice(&request.choice, names)),
        parallel_tool_calls: request.calls.parallel.filter(|_| has_tools),
        max_tokens: settings.max_output_tokens,
        temperature: settings.temperature,
        top_p: settings.top_p,
        random_seed: settings.seed,
        stop: settings.stop.clone(),
        response_format: settings.response_format.as_ref().and_then(|format| form(format, &mut adaptations)),
        reasoning_effort: facts.thinking.effort_word(&settings.thinking),
        stream: streaming == Streaming::Streamed,
        cache: CacheName::key_alone(request),
    };
    Encoded::new(asked.request, body, adaptations, None)
}

struct Writer<'a> {
    names: &'a WireNames,
    adaptations: Adaptations,
    messages: Vec<Message>,
}

impl Writer<'_> {
    fn write(&mut self, conversation: &Outgoing<'_>) {
        if !conversation.system.is_empty() {
            let content = simplest(self.words(&conversation.system));
            self.messages.push(Message::System { content });
        }
        for turn in &conversation.turns {
            match turn {
                Turn::System(parts) | Turn::Person(parts) => {
                    let content = simplest(parts.iter().map(|part| self.shown(part)).collect());
                    self.messages.push(Message::User { content });
                }
                Turn::Model(parts) => self.model(parts),
                Turn::Results(answers) => self.answers(answers),
            }
        }
    }

    fn model(&mut self, parts: &[Part<'_>]) {
        let mut tool_calls = Vec::new();
        for part in parts {
            if let Said::Call(call) = &part.said {
                tool_calls.push(self.call(tool_calls.len(), call, part.place));
            }
        }
        let content = simplest(self.words(parts));
        self.messages.push(Message::Assistant { content, tool_calls });
    }

    fn call(&mut self, index: usize, call: &Call<'_>, place: Place) -> wire::Call {
        let arguments = arguments_text(call.arguments, place, &mut self.adaptations);
        let name = self.names.encode_called(call.function);
        wire::Call { id: call.id.clone(), kind: "function", function: Called { name, arguments }, index }
    }

    /// The contents of instructions and model messages. Their media are moved to a user message.
    fn words(&self, parts: &[Part<'_>]) -> Vec<Value> {
        let mut written = Vec::new();
        for part in parts {
            match &part.said {
                Said::Text(text) => written.push(words(text)),
                Said::Thought { text, state, .. } => written.push(thought(text, state)),
                Said::Own(value) => written.push((*value).clone()),
                Said::Media(_) | Said::Call(_) | Said::BesideText(_) => {}
            }
        }
        written
    }

    /// The contents of a user message.
    fn shown(&mut self, part: &Part<'_>) -> Value {
        match &part.said {
            Said::Text(text) => words(text),
            Said::Media(media) => self.media(media, part.place),
            Said::Own(value) => (*value).clone(),
            // A user message has neither.
            Said::Thought { .. } | Said::BesideText(_) | Said::Call(_) => words(""),
        }
    }

    fn media(&mut self, media: &Media, place: Place) -> Value {
        match MEDIA.show(media, place, &mut self.adaptations) {
            Shown::Medium(media) => medium(&media),
            Shown::Text(text) => words(&text),
        }
    }

    /// Media in results are moved to a user message behind them.
    fn answers(&mut self, answers: &[Answer<'_>]) {
        let mut beside = Vec::new();
        for answer in answers {
            let (words, media) =
                render_outcome(&answer.outcome).apart(&MEDIA, answer.place, &mut self.adaptations);
            for media in media {
                let what = Difference::ResultMediumBehind;
                self.adaptations.rewritten(answer.place, what, Reason::TextResultsOnly);
                beside.push(medium(&media));
            }
            let content = words.unwrap_or_else(|| "(The result follows.)".to_owned());
            let name = self.names.encode_called(answer.function);
            self.messages.push(Message::Tool { tool_call_id: answer.call.clone(), name, content });
        }
        if !beside.is_empty() {
            let content = Value::from(UNDERSTOOD);
            self.messages.push(Message::Assistant { content, tool_calls: Vec::new() });
            self.messages.push(Message::User { content: simplest(beside) });
        }
    }
}

fn medium(media: &Media) -> Value {
    let address = match &media.source {
        MediaSource::Inline { base64 } => format!("data:{};base64,{base64}", media.mime_type),
        MediaSource::Address { uri } => uri.clone(),
    };
    let sound = match &media.source {
        MediaSource::Inline { base64: bytes } | MediaSource::Address { uri: bytes } => bytes,
    };
    match media.mime_type.split('/').next() {
        Some("image") => json!({ "type": "image_url", "image_url": address }),
        Some("audio") => json!({ "type": "input_audio", "input_audio": sound }),
        Some(_) | None => json!({ "type": "document_url", "document_url": address }),
    }
}

fn words(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn thought(text: &str, state: &JsonObject) -> Value {
    let mut part = JsonObject::from_iter([("type".to_owned(), Value::from("thinking"))]);
    part.insert("thinking".into(), json!([words(text)]));
    part.extend(state.clone());
    Value::Object(part)
}

/// A single text is written as a string, which models of every age accept.
fn simplest(parts: Vec<Value>) -> Value {
    match parts.as_slice() {
        [] => Value::from(""),
        [only] if only["type"] == "text" => only["text"].clone(),
        [..] => Value::Array(parts),
    }
}

fn tools(
    request: &CompletionRequest,
    names: &WireNames,
    strict: Option<bool>,
    adaptations: &mut Adaptations,
) -> Vec<Tool> {
    let tool = |(index, spec): (usize, &Arc<FunctionSpec>)| {
        let (name, description) = (names.encode(&spec.name), Some(spec.description.clone()));
        let parameters = adaptations.schema(index, spec, &SchemaRules::MISTRAL);
        Function { name, description, parameters, strict }.into()
    };
    request.functions.iter().enumerate().map(tool).collect()
}

/// Deployments of every age understand `any`.
fn choice(choice: &FunctionChoice, names: &WireNames) -> Value {
    match choice {
        FunctionChoice::Auto | FunctionChoice::Allowed { required: false, .. } => "auto".into(),
        FunctionChoice::Required | FunctionChoice::Allowed { required: true, .. } => "any".into(),
        FunctionChoice::None => "none".into(),
        FunctionChoice::Function { name } => {
            json!({ "type": "function", "function": { "name": names.encode(name) } })
        }
    }
}

fn form(format: &ResponseFormat, adaptations: &mut Adaptations) -> Option<Value> {
    match format {
        ResponseFormat::Text => None,
        ResponseFormat::Json => Some(json!({ "type": "json_object" })),
        ResponseFormat::Schema { name, schema } => {
            let name = adaptations.answer_name(name);
            let schema = adaptations.answer_schema(schema, &SchemaRules::MISTRAL);
            let written = json!({ "name": name, "schema": schema, "strict": true });
            Some(json!({ "type": "json_schema", "json_schema": written }))
        }
    }
}
