//! A request as this protocol writes it.

use super::PROVIDER;
use super::wire::{Request, Tool};
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Encoded, IdLength, IdRule, Outgoing, Part, Place, Rules, Said, SystemTurns,
    Told, Turn, told,
};
use crate::remote::Streaming;
use crate::schemas::SchemaRules;
use content::{Media, MediaSource};
use ports::{CompletionRequest, FunctionChoice, RequestSettings, ResponseFormat};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) const CUSTOM: &str = "custom_tool_call";

const RULES: Rules = Rules {
    provider: PROVIDER,
    ids: IdRule { length: IdLength::AtMost(64), punctuation: "_-.:" },
    system: SystemTurns::Anywhere,
    alternates: false,
    begins_with_person: false,
    ends_with_person: false,
    separates_results: false,
    refuses_blank_text: false,
    thoughts_lead_on: true,
    model_shows_media: false,
};

pub(super) fn encode(
    model: &str,
    asked: &CompletionRequest,
    names: &WireNames,
    streaming: Streaming,
) -> Encoded<Request> {
    let (Outgoing { turns, .. }, adaptations) = Outgoing::of_request(asked, names, &RULES);
    let instructions = turns.first().and_then(instructions);
    let mut writer = Writer { names, adaptations, input: Vec::new(), customs: BTreeSet::new() };
    for turn in turns.iter().skip(usize::from(instructions.is_some())) {
        writer.turn(turn);
    }
    let tools = writer.tools(asked);
    let has_tools = !tools.is_empty();
    writer.report_unknown(&asked.settings);
    let body = Request {
        model: model.to_owned(),
        instructions,
        tool_choice: has_tools.then(|| writer.choice(&asked.choice)),
        parallel_tool_calls: asked.calls.parallel.filter(|_| has_tools),
        tools,
        store: false,
        include: ["reasoning.encrypted_content"],
        stream: streaming == Streaming::Streamed,
        temperature: asked.settings.temperature,
        top_p: asked.settings.top_p,
        max_output_tokens: asked.settings.max_output_tokens,
        text: asked.settings.response_format.as_ref().map(|form| json!({ "format": writer.format(form) })),
        input: writer.input,
    };
    Encoded { body, adaptations: writer.adaptations.into_list() }
}

/// What is said before everything else, if it is words alone.
fn instructions(turn: &Turn<'_>) -> Option<String> {
    let Turn::System(parts) = turn else { return None };
    let texts: Option<Vec<_>> = parts
        .iter()
        .map(|part| match &part.said {
            Said::Text(text) => Some(text.as_ref()),
            Said::Media(_) | Said::Thought { .. } | Said::BesideText(_) | Said::Call(_) | Said::Own(_) => {
                None
            }
        })
        .collect();
    texts.map(|texts| texts.join("\n\n"))
}

struct Writer<'w> {
    names: &'w WireNames,
    adaptations: Adaptations,
    input: Vec<Value>,
    /// Calls whose input is free text. Their results are marked as well.
    customs: BTreeSet<String>,
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
            Said::Media(media) => Some(media_part(media).unwrap_or_else(|| {
                let why = "the protocol takes pictures and PDF documents";
                let what = format!("a medium of the type {} is named instead of sent", media.mime_type);
                self.adaptations.left_out(part.place, what, why);
                json!({ "type": "input_text", "text": format!("(a medium of the type {})", media.mime_type) })
            })),
            Said::Own(value) => Some((*value).clone()),
            Said::Thought { .. } | Said::BesideText(_) | Said::Call(_) => None,
        }
    }

    /// Items of the model go back one by one, in their order.
    fn model(&mut self, parts: &[Part<'_>]) {
        for part in parts {
            match &part.said {
                Said::Text(text) => self.input.push(json!({ "role": "assistant", "content": text })),
                Said::Thought { state, .. } => {
                    let mut thought = (*state).clone();
                    thought.insert("type".to_owned(), "reasoning".into());
                    // Servers that speak the same language leave out what says nothing; here it has to be there.
                    thought.entry("summary").or_insert_with(|| json!([]));
                    self.input.push(Value::Object(thought));
                }
                Said::Call(call) => self.call(call),
                Said::Own(value) => self.input.push((*value).clone()),
                // What the model made is shown by a person.
                Said::BesideText(_) | Said::Media(_) => {}
            }
        }
    }

    fn call(&mut self, call: &Call<'_>) {
        let mut written = call.state.cloned().unwrap_or_default();
        let is_custom = written.get("type").is_some_and(|kind| kind == CUSTOM);
        let raw = call.arguments.raw();
        let (kind, field, text) = if is_custom {
            self.customs.insert(call.id.clone());
            (CUSTOM, "input", raw)
        } else {
            ("function_call", "arguments", if raw.trim().is_empty() { "{}" } else { raw })
        };
        written.insert("type".to_owned(), kind.into());
        written.insert("call_id".to_owned(), call.id.as_str().into());
        written.insert("name".to_owned(), self.names.encode_called(call.function).into());
        written.insert(field.to_owned(), text.into());
        self.input.push(Value::Object(written));
    }

    fn result(&mut self, answer: &Answer<'_>) {
        let is_custom = self.customs.contains(&answer.call);
        let kind = if is_custom { "custom_tool_call_output" } else { "function_call_output" };
        let told = told(&answer.outcome);
        let part = |part: &Told<'_>| match part {
            Told::Media(media) => media_part(media),
            Told::Text(_) | Told::Json(_) | Told::Failure(_) | Told::Several(_) => None,
        };
        let shows = told.parts().iter().any(|one| part(one).is_some());
        let text = |one: &Told<'_>| json!({ "type": "input_text", "text": one.words() });
        let parts = told.parts().iter().map(|one| part(one).unwrap_or_else(|| text(one)));
        let output = if shows { parts.collect() } else { Value::from(told.words()) };
        self.input.push(json!({ "type": kind, "call_id": answer.call, "output": output }));
    }

    fn tools(&mut self, asked: &CompletionRequest) -> Vec<Tool> {
        let is_strict = asked.calls.strict == Some(true);
        let offered = asked.functions.iter().enumerate();
        let tool = offered.map(|(index, spec)| {
            let (parameters, strict) = self.adaptations.openai_schema(index, spec, is_strict);
            let name = self.names.encode(&spec.name);
            Tool { kind: "function", name, description: spec.description.clone(), parameters, strict }
        });
        tool.collect()
    }

    fn choice(&self, choice: &FunctionChoice) -> Value {
        match choice {
            FunctionChoice::Auto => "auto".into(),
            FunctionChoice::Required => "required".into(),
            FunctionChoice::None => "none".into(),
            FunctionChoice::Function { name } => {
                json!({ "type": "function", "name": self.names.encode(name) })
            }
        }
    }

    fn format(&mut self, form: &ResponseFormat) -> Value {
        match form {
            ResponseFormat::Text => json!({ "type": "text" }),
            ResponseFormat::Json => json!({ "type": "json_object" }),
            ResponseFormat::Schema { name, schema } => {
                let name = self.adaptations.answer_name(name);
                let schema = self.adaptations.answer_schema(schema, &SchemaRules::OPENAI_STRICT);
                json!({ "type": "json_schema", "name": name, "schema": schema, "strict": true })
            }
        }
    }

    fn report_unknown(&mut self, settings: &RequestSettings) {
        let why = "this protocol has no such setting";
        if settings.seed.is_some() {
            self.adaptations.left_out(Place::Setting("seed"), "the seed is left out", why);
        }
        if !settings.stop.is_empty() {
            self.adaptations.left_out(Place::Setting("stop"), "the stop sequences are left out", why);
        }
    }
}

fn media_part(media: &Media) -> Option<Value> {
    let is_picture = media.mime_type.starts_with("image/");
    match &media.source {
        MediaSource::Inline { base64 } if is_picture => {
            let url = format!("data:{};base64,{base64}", media.mime_type);
            Some(json!({ "type": "input_image", "image_url": url, "detail": "auto" }))
        }
        MediaSource::Address { uri } if is_picture => {
            Some(json!({ "type": "input_image", "image_url": uri, "detail": "auto" }))
        }
        MediaSource::Inline { base64 } if media.mime_type == "application/pdf" => {
            let data = format!("data:application/pdf;base64,{base64}");
            Some(json!({ "type": "input_file", "filename": "document.pdf", "file_data": data }))
        }
        MediaSource::Address { uri } if media.mime_type == "application/pdf" => {
            Some(json!({ "type": "input_file", "file_url": uri }))
        }
        MediaSource::Inline { .. } | MediaSource::Address { .. } => None,
    }
}
