//! Encodes a request for Anthropic.

use super::PROVIDER;
use super::bound::{Holding, is_thought, with_changes};
use super::caching::write_points;
use super::thinking::{shown, thinking};
use super::tools::{self, Offer, Tools};
use super::wire::Request;
use super::{compaction, hosted};
use crate::binding::{Message, Role, Thought};
use crate::caching::writes_points;
use crate::media::{MediaRules, PDF, Shown};
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Difference, Encoded, IdLength, IdRule, ON_TEXT, Outgoing, Part, Place, Reason,
    Rules, Said, Turn, arguments_object, render_outcome,
};
use crate::remote::{Asked, Streaming};
use crate::schemas::SchemaRules;
use content::{JsonObject, Media, MediaSource};
use ports::{OnVoid, RequestSettings, ResponseFormat};
use serde_json::{Value, json};

const RULES: Rules = Rules {
    provider: PROVIDER,
    ids: IdRule { length: IdLength::AtMost(128), punctuation: "_-" },
    resumes_paused: true,
    thoughts_lead_on: true,
    ..Rules::ALTERNATING
};

const MEDIA: MediaRules = MediaRules {
    inline: &["image/png", "image/jpeg", "image/gif", "image/webp", PDF],
    fetched: &["image/png", "image/jpeg", "image/gif", "image/webp", PDF],
    schemes: &["https://"],
    why: Reason::MediaAnthropic,
};

/// The version of the protocol.
pub(super) const VERSION: &str = "2026-10-21";

/// The limit on an answer in tokens where neither a person nor the table of models sets one. The protocol demands a
/// number.
const DEFAULT_MAX_TOKENS: u32 = 8192;

pub(super) fn encode(asked: &Asked<'_>) -> Encoded<Request> {
    let Asked { model, request, names, streaming, facts, .. } = *asked;
    let (conversation, adaptations) = Outgoing::of_request(asked, &RULES);
    let mut writer = Writer { names, adaptations, container: None, thoughts: Vec::new() };
    let system = writer.parts(&conversation.system);
    let messages = writer.messages(&conversation.turns);
    let offer = writer.offer(asked, &conversation, &messages);
    let settings = &request.settings;
    let max_tokens = settings.max_output_tokens.or(facts.output).unwrap_or(DEFAULT_MAX_TOKENS);
    let mut body = Request {
        context_management: compaction::management(&messages),
        model: model.to_owned(),
        max_tokens,
        system,
        messages: with_changes(messages, &offer.changes),
        tool_choice: (!offer.is_empty()).then(|| tools::choice(request, names, offer.is_withheld)),
        tools: offer.entries(),
        stop_sequences: settings.stop.clone(),
        output_config: writer.output_config(settings),
        thinking: thinking(
            &shown(&settings.thinking, facts),
            facts,
            Some(max_tokens),
            &mut writer.adaptations,
        ),
        container: writer.container.take(),
        stream: streaming == Streaming::Streamed,
    };
    let unknown = [
        ("temperature", settings.temperature.is_some()),
        ("topP", settings.top_p.is_some()),
        ("seed", settings.seed.is_some()),
    ];
    for (name, _) in unknown.into_iter().filter(|(_, is_set)| *is_set) {
        let what = Difference::SettingLeftOut { name: name.to_owned() };
        writer.adaptations.left_out(Place::Setting(name), what, Reason::VersionRefuses);
    }
    let holding = Holding {
        thoughts: &writer.thoughts,
        offer,
        asks_on: conversation.asks_on,
        on_void: settings.on_void,
        facts,
    };
    let is_held = facts.binds_thinking || settings.on_void == Some(OnVoid::LeaveOutAll);
    let binding = is_held.then(|| holding.settle(&mut body, &mut writer.adaptations));
    let binding = binding.filter(|_| facts.binds_thinking);
    if writes_points(request) {
        write_points(&mut body, settings.caching);
    }
    Encoded::new(asked.request, body, writer.adaptations, binding)
}

struct Writer<'a> {
    names: &'a WireNames,
    adaptations: Adaptations,
    /// The container in which the model's code ran last.
    container: Option<String>,
    /// In the order of writing.
    thoughts: Vec<Thought<'a>>,
}

impl<'a> Writer<'a> {
    /// Functions that thoughts are bound to stay in place.
    fn offer(&mut self, asked: &Asked<'a>, conversation: &Outgoing<'_>, messages: &[Message]) -> Offer {
        let Asked { request, names, facts, .. } = *asked;
        let latest = self.thoughts.iter().rev().filter(|_| facts.binds_thinking).find_map(Thought::record);
        let tools = Tools::of(request, facts, names, &mut self.adaptations);
        let answers = messages.iter().filter(|message| message.role == Role::Assistant).count();
        let is_open = messages.last().is_some_and(|last| last.role == Role::User);
        let kept = latest.and_then(|record| tools.kept(&record, answers, is_open));
        // A history with calls needs functions, even if thoughts were made without any.
        let kept = kept.filter(|offer| !offer.is_empty() || conversation.calls().next().is_none());
        match kept {
            Some(offer) => offer,
            None => tools.fresh(conversation, &mut self.adaptations),
        }
    }

    /// Results begin the next user message.
    fn messages(&mut self, turns: &[Turn<'a>]) -> Vec<Message> {
        let mut messages: Vec<Message> = Vec::new();
        for turn in turns {
            let (role, mut content) = match turn {
                Turn::Model(parts) => (Role::Assistant, self.parts(parts)),
                Turn::Person(parts) | Turn::System(parts) => (Role::User, self.parts(parts)),
                Turn::Results(answers) => {
                    (Role::User, answers.iter().map(|answer| self.answer(answer)).collect())
                }
            };
            self.container = hosted::take_container(&mut content).or(self.container.take());
            let changes = compaction::take_tool_changes(role, &mut content);
            match messages.last_mut() {
                Some(last) if last.role == role => last.content.append(&mut content),
                Some(_) | None if content.is_empty() => {}
                Some(_) | None => messages.push(Message { role, content }),
            }
            messages.extend(changes);
        }
        let thoughts = compaction::begin_with_summary(&mut messages, &mut self.adaptations);
        self.thoughts.drain(..thoughts.min(self.thoughts.len()));
        messages
    }

    fn parts(&mut self, parts: &[Part<'a>]) -> Vec<Value> {
        let mut blocks: Vec<Value> = Vec::with_capacity(parts.len());
        for part in parts {
            match &part.said {
                Said::Text(text) => blocks.push(json!({ "type": "text", "text": text })),
                Said::Media(media) => blocks.push(self.media(media, part.place)),
                Said::Thought { text, state, kept } => {
                    let block = self.thought(text, state, part.place);
                    self.thoughts
                        .extend(block.iter().map(|_| Thought { place: part.place, kept: Some(kept) }));
                    blocks.extend(block);
                }
                Said::BesideText(state) => put_beside(state, &mut blocks),
                Said::Call(call) => blocks.push(self.call(call, part.place)),
                Said::Own(value) => {
                    let is_thought = is_thought(value);
                    self.thoughts.extend(is_thought.then_some(Thought { place: part.place, kept: None }));
                    blocks.push((*value).clone());
                }
            }
        }
        blocks
    }

    /// A thought as it was received. A redacted one has data in place of text; an unsigned one, as from a cut answer,
    /// would be refused.
    fn thought(&mut self, text: &str, state: &JsonObject, place: Place) -> Option<Value> {
        let has = |name: &str| state.get(name).and_then(Value::as_str).is_some_and(|value| !value.is_empty());
        let mut block = JsonObject::new();
        if has("data") {
            block.insert("type".into(), "redacted_thinking".into());
        } else if has("signature") {
            block.insert("type".into(), "thinking".into());
            block.insert("thinking".into(), text.into());
        } else {
            self.adaptations.left_out(place, Difference::UnsignedThoughtLeftOut, Reason::SignedOnly);
            return None;
        }
        block.extend(state.clone());
        Some(Value::Object(block))
    }

    fn call(&mut self, call: &Call<'_>, place: Place) -> Value {
        let mut block = JsonObject::new();
        block.insert("type".into(), "tool_use".into());
        block.insert("id".into(), call.id.as_str().into());
        block.insert("name".into(), self.names.encode_called(call.function).into());
        let names = self.names;
        let named = |object| names.encode_arguments(call.function, object);
        let input = arguments_object(call.arguments, place, &mut self.adaptations, named);
        block.insert("input".into(), input.into());
        block.extend(call.state.cloned().unwrap_or_default());
        Value::Object(block)
    }

    fn answer(&mut self, answer: &Answer<'_>) -> Value {
        let told = render_outcome(&answer.outcome);
        let words = |words| json!({ "type": "text", "text": words });
        let content = told.each(|media| self.media(media, answer.place), words);
        let mut block = json!({ "type": "tool_result", "tool_use_id": answer.call, "content": content });
        if told.is_failure() {
            block["is_error"] = true.into();
        }
        block
    }

    fn media(&mut self, media: &Media, place: Place) -> Value {
        let media = match MEDIA.show(media, place, &mut self.adaptations) {
            Shown::Medium(media) => media,
            Shown::Text(text) => return json!({ "type": "text", "text": text }),
        };
        let kind = if media.mime_type == PDF { "document" } else { "image" };
        let source = match &media.source {
            MediaSource::Inline { base64 } => {
                json!({ "type": "base64", "media_type": media.mime_type, "data": base64 })
            }
            MediaSource::Address { uri } => json!({ "type": "url", "url": uri }),
        };
        json!({ "type": kind, "source": source })
    }

    /// The format of the answer and the effort of the model.
    fn output_config(&mut self, settings: &RequestSettings) -> Option<Value> {
        let form = self.form(settings.response_format.as_ref());
        let Some(effort) = settings.thinking.effort else { return form };
        let mut config = form.unwrap_or_else(|| json!({}));
        config["effort"] = effort.as_str().into();
        Some(config)
    }

    fn form(&mut self, format: Option<&ResponseFormat>) -> Option<Value> {
        match format? {
            ResponseFormat::Text => None,
            ResponseFormat::Json => {
                self.adaptations.left_out(Place::FORM, Difference::JsonNotAsked, Reason::JsonBySchemaOnly);
                None
            }
            ResponseFormat::Schema { schema, .. } => {
                let held = self.adaptations.strict_answer_schema(schema, &SchemaRules::ANTHROPIC_ANSWER);
                match held {
                    Ok(schema) => Some(json!({ "format": { "type": "json_schema", "schema": schema } })),
                    Err(unfit) => {
                        self.adaptations.form_left_out(unfit);
                        None
                    }
                }
            }
        }
    }
}

/// Puts citations back on their text. Without the text there is nothing to put them on.
fn put_beside(state: &JsonObject, blocks: &mut [Value]) {
    let text = blocks.last_mut().filter(|block| block.get("type") == Some(&"text".into()));
    if let Some(block) = text.and_then(Value::as_object_mut) {
        block.extend(
            state
                .iter()
                .filter(|(name, _)| *name != ON_TEXT)
                .map(|(name, value)| (name.clone(), value.clone())),
        );
    }
}
