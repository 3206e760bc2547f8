//! Encodes a request for Ollama.

use super::PROVIDER;
use super::wire::{self, Called, Message, Request, Role};
use crate::media::{MediaRules, Shown};
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Difference, Encoded, IdLength, IdRule, Outgoing, Part, Place, Reason, Rules,
    Said, Turn, arguments_object, render_outcome,
};
use crate::remote::{Asked, Streaming};
use crate::schemas::SchemaRules;
use crate::wire::{Function, Tool};
use content::{Media, MediaSource};
use ports::{CompletionRequest, FunctionChoice, FunctionSpec, ResponseFormat, Thinking, ThinkingMode};
use serde_json::Value;
use std::convert::identity;

const RULES: Rules = Rules {
    provider: PROVIDER,
    ids: IdRule { length: IdLength::AtMost(256), punctuation: "_-.:~" },
    model_shows_media: true,
    ..Rules::ANY_TURNS
};

/// Its server decodes pictures of these types itself.
const MEDIA: MediaRules = MediaRules {
    inline: &["image/png", "image/jpeg", "image/webp"],
    fetched: &[],
    schemes: &[],
    why: Reason::MediaOllama,
};

pub(super) fn encode(asked: &Asked<'_>) -> Encoded<Request> {
    let Asked { model, request, names, streaming, .. } = *asked;
    let (conversation, adaptations) = Outgoing::of_request(asked, &RULES);
    let mut writer = Writer { names, adaptations };
    let messages = conversation.turns.iter().flat_map(|turn| writer.turn(turn)).collect();
    let tools = writer.tools(request);
    let settings = &request.settings;
    let body = Request {
        model: model.to_owned(),
        messages,
        tools,
        format: settings.response_format.as_ref().and_then(|format| writer.form(format)),
        options: wire::Options {
            num_predict: settings.max_output_tokens,
            temperature: settings.temperature,
            top_p: settings.top_p,
            seed: settings.seed,
            stop: settings.stop.clone(),
            num_ctx: settings.context_tokens,
        },
        think: think(&settings.thinking),
        stream: streaming == Streaming::Streamed,
    };
    Encoded::new(asked.request, body, writer.adaptations, None)
}

struct Writer<'a> {
    names: &'a WireNames,
    adaptations: Adaptations,
}

impl Writer<'_> {
    fn turn(&mut self, turn: &Turn<'_>) -> Vec<Message> {
        match turn {
            Turn::System(parts) => vec![self.message(Role::System, parts)],
            Turn::Person(parts) => vec![self.message(Role::User, parts)],
            Turn::Model(parts) => vec![self.message(Role::Assistant, parts)],
            Turn::Results(answers) => answers.iter().map(|answer| self.answer(answer)).collect(),
        }
    }

    /// Texts are joined into one, and so are thoughts.
    fn message(&mut self, role: Role, parts: &[Part<'_>]) -> Message {
        let mut message = empty(role);
        let mut texts = Vec::new();
        let mut thoughts = Vec::new();
        for part in parts {
            match &part.said {
                Said::Text(text) => texts.push(text.to_string()),
                Said::Thought { text, .. } => thoughts.push(*text),
                Said::Call(call) => {
                    let call = self.call(message.tool_calls.len(), call, part.place);
                    message.tool_calls.push(call);
                }
                Said::Media(media) => match MEDIA.show(media, part.place, &mut self.adaptations) {
                    Shown::Medium(picture) => message.images.extend(bytes(&picture)),
                    Shown::Text(text) => texts.push(text),
                },
                // This provider has neither.
                Said::Own(_) | Said::BesideText(_) => {}
            }
        }
        message.content = texts.join("\n\n");
        message.thinking = thoughts.join("\n\n");
        message
    }

    fn call(&mut self, index: usize, call: &Call<'_>, place: Place) -> wire::Call {
        let name = self.names.encode_called(call.function);
        let arguments =
            Value::Object(arguments_object(call.arguments, place, &mut self.adaptations, identity));
        wire::Call { id: call.id.clone(), function: Called { index, name, arguments } }
    }

    fn answer(&mut self, answer: &Answer<'_>) -> Message {
        let told = render_outcome(&answer.outcome);
        let mut message = Message {
            tool_name: self.names.encode_called(answer.function),
            tool_call_id: answer.call.clone(),
            ..empty(Role::Tool)
        };
        let (words, pictures) = told.apart(&MEDIA, answer.place, &mut self.adaptations);
        message.images.extend(pictures.iter().filter_map(|picture| bytes(picture)));
        message.content = words.unwrap_or_else(|| "(The result is attached.)".to_owned());
        message
    }

    /// The only choice is the list of functions.
    fn tools(&mut self, request: &CompletionRequest) -> Vec<Tool> {
        let (place, why) = (Place::CHOICE, Reason::ProviderLacksSetting);
        if request.functions.is_empty() {
            return Vec::new();
        }
        self.adaptations.many_calls(request);
        if request.calls.strict == Some(true) {
            self.adaptations.left_out(Place::CALLS, Difference::ExactSchemaNotAsked, why);
        }
        let wanted = match &request.choice {
            FunctionChoice::Auto | FunctionChoice::Allowed { required: false, .. } => None,
            FunctionChoice::Required | FunctionChoice::Allowed { required: true, .. } => {
                self.adaptations.left_out(place, Difference::CallNotRequired, why);
                None
            }
            FunctionChoice::None => {
                self.adaptations.left_out(place, Difference::AllFunctionsLeftOut, why);
                return Vec::new();
            }
            FunctionChoice::Function { name } => {
                self.adaptations.left_out(place, Difference::OnlyRequiredOffered, why);
                Some(name)
            }
        };
        let functions = request.functions.iter().enumerate();
        let offered = functions.filter(|(_, spec)| wanted.is_none_or(|wanted| spec.name == *wanted));
        offered.map(|(index, spec)| self.tool(index, spec)).collect()
    }

    fn tool(&mut self, index: usize, spec: &FunctionSpec) -> Tool {
        let (name, description) = (self.names.encode(&spec.name), Some(spec.description.clone()));
        let parameters = self.adaptations.schema(index, spec, &SchemaRules::OLLAMA);
        Function { name, description, parameters, strict: None }.into()
    }

    fn form(&mut self, format: &ResponseFormat) -> Option<Value> {
        match format {
            ResponseFormat::Text => None,
            ResponseFormat::Json => Some("json".into()),
            ResponseFormat::Schema { schema, .. } => {
                Some(self.adaptations.answer_schema(schema, &SchemaRules::OLLAMA_ANSWER))
            }
        }
    }
}

/// Whether to think, or how hard.
fn think(asked: &Thinking) -> Option<Value> {
    match (asked.mode, asked.effort) {
        (Some(ThinkingMode::Off), _) => Some(false.into()),
        (_, Some(effort)) => Some(effort.as_str().into()),
        (Some(ThinkingMode::On | ThinkingMode::BetweenTools), None) => Some(true.into()),
        (None, None) => None,
    }
}

fn bytes(picture: &Media) -> Option<String> {
    match &picture.source {
        MediaSource::Inline { base64 } => Some(base64.clone()),
        MediaSource::Address { .. } => None,
    }
}

fn empty(role: Role) -> Message {
    Message {
        role,
        content: String::new(),
        thinking: String::new(),
        images: Vec::new(),
        tool_calls: Vec::new(),
        tool_name: String::new(),
        tool_call_id: String::new(),
    }
}
