//! Encodes a request for this protocol.

use super::details;
use super::profiles::{Arguments, Parallel, Profile, Wordless};
use super::tagged::{TAGGED, goes_back, in_text};
use super::tools::custom;
use super::wire::{Message, Request, StreamOptions, Tool, Words};
use super::words::{Spoken, in_short, media_part, says_json};
use crate::caching::CacheName;
use crate::media::Shown;
use crate::models::ReasoningBack;
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Difference, Encoded, IdLength, IdRule, Outgoing, Part, Place, Reason, Rules,
    Said, Turn, Unclaimed, arguments_text, render_outcome,
};
use crate::remote::{Asked, Streaming};
use crate::schemas::{SchemaRules, StrictBudget};
use crate::ways::hosted_entries;
use crate::wire::Function;
use content::CallArguments;
use ports::{CompletionRequest, FunctionChoice, FunctionSpec, HostedTool, ResponseFormat};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The name under which this protocol's state is kept.
pub(super) const PROVIDER: &str = "openai-chat";

/// The state that a represented service wants back beside a call.
pub(super) const EXTRA: &str = "extra_content";

/// The former mark of a thought's service, from before makers of state were recorded.
const SERVICE: &str = "service";

/// A router's description of a model's thoughts, in the form of the model's own provider.
pub(super) const DETAILS: &str = "reasoning_details";

fn rules(accent: &Profile) -> Rules {
    let unclaimed = match accent.owns_custom_calls {
        true => Unclaimed::Marked { key: "type", value: "custom" },
        false => Unclaimed::Marked { key: SERVICE, value: accent.id },
    };
    Rules {
        provider: PROVIDER,
        unclaimed,
        binds_model: accent.is_router,
        ids: IdRule { length: IdLength::AtMost(40), punctuation: "_-.:" },
        refuses_blank_text: accent.refuses_blank_text,
        ..Rules::ANY_TURNS
    }
}

pub(super) fn encode(asked: &Asked<'_>, accent: &Profile) -> Encoded<Request> {
    let (Outgoing { system, turns, .. }, adaptations) = Outgoing::of_request(asked, &rules(accent));
    let Asked { model, request: asked, names, streaming, facts, .. } = *asked;
    let back = facts.reasoning_back;
    let mut writer = Writer { names, accent, back, adaptations, messages: Vec::new() };
    writer.say(accent.system, &system);
    for turn in &turns {
        writer.turn(turn);
    }
    let tools = writer.tools(asked);
    let has_tools = !tools.is_empty();
    let is_streamed = streaming == Streaming::Streamed;
    let settings = &asked.settings;
    let response_format = writer.response_format(settings.response_format.as_ref(), has_tools);
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
        response_format,
        thinking: accent.thinking.fields(&settings.thinking, facts),
        cache: match accent.names_cache {
            true => CacheName::of(asked, facts, &mut writer.adaptations),
            false => CacheName::default(),
        },
        messages: writer.messages,
    };
    Encoded::new(asked, body, writer.adaptations, None)
}

struct Writer<'w> {
    names: &'w WireNames,
    accent: &'w Profile,
    back: ReasoningBack,
    adaptations: Adaptations,
    messages: Vec<Message>,
}

impl Writer<'_> {
    fn tools(&mut self, asked: &CompletionRequest) -> Vec<Tool> {
        let wants_strict = asked.calls.strict == Some(true);
        if wants_strict && !self.accent.takes_strict && !asked.functions.is_empty() {
            self.adaptations.left_out(Place::CHOICE, Difference::StrictNotAsked, Reason::NoStrictCalls);
        }
        let is_strict = wants_strict && self.accent.takes_strict;
        let mut budget = StrictBudget::UNLIMITED;
        let takes_custom = self.accent.owns_custom_calls;
        let tool = |(index, spec): (usize, &Arc<FunctionSpec>)| {
            if let Some(form) = spec.input.text.as_ref().filter(|_| takes_custom) {
                return custom(self.names.encode(&spec.name), spec, form);
            }
            let held = is_strict.then_some((&SchemaRules::OPENAI_STRICT, &mut budget));
            let (parameters, is_strict) =
                self.adaptations.held_schema(index, spec, held, &SchemaRules::OPENAI);
            let description = Some(spec.description.clone()).filter(|said| !said.is_empty());
            let (name, strict) = (self.names.encode(&spec.name), is_strict.then_some(true));
            Tool::Function(Function { name, description, parameters, strict }.into())
        };
        let mut tools: Vec<_> = asked.functions.iter().enumerate().map(tool).collect();
        let hosted = hosted_entries(&asked.settings.hosted, &mut self.adaptations, |tool| match tool {
            HostedTool::Raw { value } => Some(value.clone()),
            HostedTool::WebSearch
            | HostedTool::WebFetch
            | HostedTool::CodeExecution
            | HostedTool::FileSearch { .. } => None,
        });
        tools.extend(hosted.into_iter().map(Tool::Raw));
        tools
    }

    fn choice(&mut self, choice: &FunctionChoice) -> Value {
        match choice {
            FunctionChoice::Auto => "auto".into(),
            FunctionChoice::Required => "required".into(),
            FunctionChoice::None => "none".into(),
            FunctionChoice::Allowed { functions, required } => {
                let named =
                    |name| json!({ "type": "function", "function": { "name": self.names.encode(name) } });
                let mode = if *required { "required" } else { "auto" };
                let tools: Vec<_> = functions.iter().map(named).collect();
                json!({ "type": "allowed_tools", "allowed_tools": { "mode": mode, "tools": tools } })
            }
            FunctionChoice::Function { name } if self.accent.names_choice => {
                json!({ "type": "function", "function": { "name": self.names.encode(name) } })
            }
            FunctionChoice::Function { .. } => {
                let why = Reason::NoNamedChoice;
                self.adaptations.rewritten(Place::CHOICE, Difference::AnyFunctionRequired, why);
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
                    let why = Reason::FieldUnknown;
                    self.adaptations.left_out(Place::CHOICE, Difference::ParallelUnsaid, why);
                }
                None
            }
        }
    }

    fn response_format(&mut self, form: Option<&ResponseFormat>, has_tools: bool) -> Option<Value> {
        let form = form?;
        if has_tools && !self.accent.takes_form_beside_functions && *form != ResponseFormat::Text {
            self.adaptations.form_left_out(Reason::NoFormBesideFunctions);
            return None;
        }
        let written = self.form(form);
        if written["type"] == "json_object" && !says_json(&self.messages) {
            self.adaptations.added(Place::FORM, Difference::JsonInstructionAdded, Reason::JsonWordWanted);
            let content = Some(Words::Text("Answer in JSON.".to_owned()));
            self.messages.insert(0, Message { role: self.accent.system, content, ..Message::default() });
        }
        Some(written)
    }

    fn form(&mut self, form: &ResponseFormat) -> Value {
        match form {
            ResponseFormat::Text => json!({ "type": "text" }),
            ResponseFormat::Schema { name, schema } if self.accent.takes_schema => {
                let name = self.adaptations.answer_name(name);
                let (schema, is_strict) = if self.accent.takes_strict {
                    let (strict, loose) = (&SchemaRules::OPENAI_STRICT, &SchemaRules::OPENAI);
                    let (schema, is_held) = self.adaptations.held_answer_schema(schema, strict, loose);
                    (schema, Some(is_held))
                } else {
                    (self.adaptations.answer_schema(schema, &SchemaRules::OPENAI_ANSWER), None)
                };
                json!({ "type": "json_schema", "json_schema": { "name": name, "schema": schema, "strict": is_strict } })
            }
            ResponseFormat::Json => json!({ "type": "json_object" }),
            ResponseFormat::Schema { .. } => {
                self.adaptations.left_out(Place::FORM, Difference::AnyJsonAsked, Reason::NoAnswerSchema);
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
                Said::Call(call) => tool_calls.push(self.call(call, part.place)),
                Said::Thought { state, .. } if goes_back(self.back, state) => {}
                Said::Thought { text, state, .. } => self.echo(part.place, text, state, &mut echoed),
                Said::Text(_) | Said::Media(_) | Said::Own(_) | Said::BesideText(_) => {}
            }
        }
        let content = self.words(parts);
        if content.is_empty() && tool_calls.is_empty() {
            return;
        }
        let wants_reasoning = match self.back {
            ReasoningBack::Usual => false,
            ReasoningBack::WithCalls => !tool_calls.is_empty(),
            ReasoningBack::Always => true,
            ReasoningBack::InText => false,
        };
        if let Some(field) = self.accent.reasoning_back.filter(|_| wants_reasoning) {
            echoed.entry(field).or_insert_with(|| "".into());
        }
        let content = match (content.is_empty(), self.accent.wordless) {
            (false, _) => Some(in_short(content)),
            (true, Wordless::Null) => None,
            (true, Wordless::EmptyText) => Some(Words::Text(String::new())),
        };
        self.messages.push(Message { role: "assistant", content, tool_calls, echoed, tool_call_id: None });
    }

    /// A thought is sent back in the field it was received in.
    fn echo(
        &mut self,
        place: Place,
        text: &str,
        state: &Map<String, Value>,
        echoed: &mut Map<String, Value>,
    ) {
        if self.back == ReasoningBack::Usual
            && self.accent.reasoning_back.is_none()
            && state.contains_key(TAGGED)
        {
            self.adaptations.left_out(place, Difference::ThoughtInTextLeftOut, Reason::ThoughtsUnwanted);
            return;
        }
        let Some(field) = self.accent.reasoning_back else {
            self.adaptations.left_out(place, Difference::OtherThoughtLeftOut, Reason::MakerOnly);
            return;
        };
        if let Some(details) = state.get(DETAILS).and_then(Value::as_array) {
            let before = echoed.get(DETAILS).and_then(Value::as_array).into_iter().flatten();
            let merged = details::merged(before.chain(details));
            echoed.insert(DETAILS.to_owned(), merged.into());
        }
        if !text.is_empty() {
            let before = echoed.get(field).and_then(Value::as_str).unwrap_or_default();
            let text = if before.is_empty() { text.to_owned() } else { format!("{before}\n\n{text}") };
            echoed.insert(field.to_owned(), text.into());
        }
    }

    fn call(&mut self, call: &Call<'_>, place: Place) -> Value {
        let kept = |name: &str| call.state.and_then(|state| state.get(name));
        let name = self.names.encode_called(call.function);
        let mut written = Map::from_iter([("id".to_owned(), Value::from(call.id.as_str()))]);
        if self.accent.takes_custom_calls && kept("type").is_some_and(|kind| kind == "custom") {
            written.insert("type".to_owned(), "custom".into());
            written.insert("custom".to_owned(), json!({ "name": name, "input": call.arguments.raw() }));
        } else {
            let arguments = self.arguments(call.arguments, place);
            written.insert("type".to_owned(), "function".into());
            written.insert("function".to_owned(), json!({ "name": name, "arguments": arguments }));
        }
        let extra =
            kept(EXTRA).filter(|_| self.accent.echoes_extra).map(|extra| (EXTRA.to_owned(), extra.clone()));
        written.extend(extra);
        Value::Object(written)
    }

    /// Empty arguments are not JSON, and several servers parse what they receive.
    fn arguments(&mut self, arguments: &CallArguments, place: Place) -> String {
        match self.accent.arguments {
            Arguments::AsWritten if !arguments.raw().trim().is_empty() && !arguments.is_text() => {
                arguments.raw().to_owned()
            }
            Arguments::AsWritten | Arguments::Objects => {
                arguments_text(arguments, place, &mut self.adaptations)
            }
        }
    }

    /// Results are texts. Media in results are moved to a user message, behind all results of the turn.
    fn results(&mut self, answers: &[Answer<'_>]) {
        let mut shown = Vec::new();
        for answer in answers {
            let (words, media) =
                render_outcome(&answer.outcome).apart(self.accent.media, answer.place, &mut self.adaptations);
            let mut words: Vec<String> = words.into_iter().collect();
            for media in media {
                let why = Reason::ResultIsText;
                self.adaptations.rewritten(answer.place, Difference::ResultMediumByPerson, why);
                words.push(format!("({})", media.mime_type));
                shown.push(media_part(&media));
            }
            self.messages.push(Message {
                role: "tool",
                tool_call_id: Some(answer.call.clone()),
                content: Some(Words::Text(words.join("\n\n"))),
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
        let mut is_behind_thought = false;
        for part in parts {
            let is_behind = std::mem::take(&mut is_behind_thought);
            match &part.said {
                Said::Text(text) => match words.last_mut() {
                    Some(Spoken::Text(thought)) if is_behind => thought.push_str(text),
                    Some(_) | None => words.push(Spoken::Text(text.clone().into_owned())),
                },
                Said::Own(value) => words.push(Spoken::Part((*value).clone())),
                Said::Media(media) => {
                    words.push(match self.accent.media.show(media, part.place, &mut self.adaptations) {
                        Shown::Medium(media) => Spoken::Part(media_part(&media)),
                        Shown::Text(text) => Spoken::Text(text),
                    })
                }
                Said::Thought { text, state, .. } if goes_back(self.back, state) && !text.is_empty() => {
                    words.push(Spoken::Text(in_text(text)));
                    is_behind_thought = true;
                }
                Said::Call(_) | Said::Thought { .. } | Said::BesideText(_) => {}
            }
        }
        words
    }
}
