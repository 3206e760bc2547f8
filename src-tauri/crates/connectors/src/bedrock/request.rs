//! Encodes a request for Bedrock.

use super::PROVIDER;
use super::bound::settle;
use super::caching::write_points;
use super::family::Family;
use super::media::{MEDIA, MOST_DOCUMENTS, NOTHING, block};
use super::wire::{InferenceConfig, InputSchema, Request, Tool, ToolChoice, ToolConfig, ToolSpec};
use crate::anthropic::thinking::thinking;
use crate::binding::{Message, Role, Thought};
use crate::caching::writes_points;
use crate::media::{MediaRules, Shown, named};
use crate::models::{CacheWay, ModelFacts};
use crate::names::WireNames;
use crate::outgoing::{
    Adaptations, Answer, Call, Difference, Encoded, IdLength, IdRule, Outgoing, Part, Place, Reason,
    RenderedOutcome, Rules, Said, Turn, arguments_object, render_outcome,
};
use crate::remote::Asked;
use crate::schemas::{SchemaRules, StrictBudget};
use content::{JsonObject, Media};
use ports::{CompletionRequest, FunctionChoice, OnVoid, RequestSettings, ResponseFormat};
use serde_json::{Value, json};

const RULES: Rules = Rules {
    provider: PROVIDER,
    ids: IdRule { length: IdLength::AtMost(64), punctuation: "_.:-" },
    separates_results: true,
    thoughts_lead_on: true,
    ..Rules::ALTERNATING
};

pub(super) fn encode(asked: &Asked<'_>) -> Encoded<Request> {
    let Asked { model, request, names, facts, .. } = *asked;
    let family = Family::of(model);
    let rules = Rules { separates_results: !family.takes_words_beside_results(), ..RULES };
    let (outgoing, adaptations) = Outgoing::of_request(asked, &rules);
    let fields = JsonObject::new();
    let mut writer = Writer { names, adaptations, family, facts, documents: 0, fields, thoughts: Vec::new() };
    let system = writer.parts(&outgoing.system);
    let messages = writer.messages(&outgoing.turns);
    let tool_config = writer.tool_config(request, &outgoing);
    let settings = &request.settings;
    let output_config = writer.form(settings.response_format.as_ref());
    let output_config = writer.think(settings, output_config);
    if settings.seed.is_some() {
        writer.adaptations.left_out(Place::Setting("seed"), Difference::SeedLeftOut, Reason::NoSeed);
    }
    let mut body = Request {
        system,
        messages,
        inference_config: InferenceConfig {
            max_tokens: settings.max_output_tokens,
            temperature: settings.temperature,
            top_p: settings.top_p,
            stop_sequences: settings.stop.clone(),
        },
        tool_config,
        additional_model_request_fields: writer.fields,
        output_config,
    };
    let is_held = facts.binds_thinking || settings.on_void == Some(OnVoid::LeaveOutAll);
    let binding = is_held.then(|| {
        let asked = (settings.on_void, outgoing.asks_on);
        settle(&mut body, &writer.thoughts, asked, facts, &mut writer.adaptations)
    });
    let binding = binding.filter(|_| facts.binds_thinking);
    if facts.cache == CacheWay::Points && writes_points(request) {
        write_points(&mut body, settings.caching);
    }
    Encoded::new(asked.request, body, writer.adaptations, binding)
}

struct Writer<'a> {
    names: &'a WireNames,
    adaptations: Adaptations,
    family: Family,
    facts: &'a ModelFacts,
    documents: usize,
    /// Additional fields for the model, beyond the protocol.
    fields: JsonObject,
    /// In the order of writing.
    thoughts: Vec<Thought<'a>>,
}

impl<'a> Writer<'a> {
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
            if content.is_empty() {
                content.push(json!({ "text": "(nothing that can be shown)" }));
            }
            match messages.last_mut() {
                Some(last) if last.role == role => last.content.append(&mut content),
                Some(_) | None => messages.push(Message { role, content }),
            }
        }
        messages
    }

    fn parts(&mut self, parts: &[Part<'a>]) -> Vec<Value> {
        let mut blocks: Vec<Value> = Vec::with_capacity(parts.len());
        for part in parts {
            match &part.said {
                Said::Text(text) => blocks.push(json!({ "text": text })),
                Said::Media(media) => blocks.push(self.show(&MEDIA, media, part.place)),
                Said::Thought { text, state, kept } => {
                    let block = self.thought(text, state, part.place);
                    self.thoughts
                        .extend(block.iter().map(|_| Thought { place: part.place, kept: Some(kept) }));
                    blocks.extend(block);
                }
                Said::BesideText(state) => cite(state, &mut blocks),
                Said::Call(call) => blocks.push(self.call(call, part.place)),
                Said::Own(value) => blocks.push((*value).clone()),
            }
        }
        let is = |name: &str| blocks.iter().any(|block| block.get(name).is_some());
        if is("document") && !is("text") {
            blocks.push(json!({ "text": "(a document)" }));
        }
        blocks
    }

    fn thought(&mut self, text: &str, state: &JsonObject, place: Place) -> Option<Value> {
        if let Some(redacted) = state.get("redactedContent").filter(|_| self.family == Family::Claude) {
            return Some(json!({ "reasoningContent": { "redactedContent": redacted } }));
        }
        let signature = state.get("signature").filter(|_| self.family == Family::Claude);
        if signature.is_none() {
            self.adaptations.left_out(place, Difference::ThoughtLeftOut, Reason::NoThoughtsBack);
        }
        let signature = signature?;
        Some(json!({ "reasoningContent": { "reasoningText": { "text": text, "signature": signature } } }))
    }

    fn call(&mut self, call: &Call<'_>, place: Place) -> Value {
        let name = self.names.encode_called(call.function);
        let names = self.names;
        let named = |object| names.encode_arguments(call.function, object);
        let input = arguments_object(call.arguments, place, &mut self.adaptations, named);
        json!({ "toolUse": { "toolUseId": call.id, "name": name, "input": input } })
    }

    fn answer(&mut self, answer: &Answer<'_>) -> Value {
        let told = render_outcome(&answer.outcome);
        let content: Vec<Value> = told.parts().iter().map(|part| self.answered(part, answer.place)).collect();
        let mut result = json!({ "toolUseId": answer.call, "content": content });
        if self.family.takes_status() {
            result["status"] = if told.is_failure() { "error" } else { "success" }.into();
        }
        json!({ "toolResult": result })
    }

    fn answered(&mut self, told: &RenderedOutcome<'_>, place: Place) -> Value {
        match told {
            RenderedOutcome::Media(media) => {
                let is_taken = self.facts.media_in_results != Some(false);
                self.show(if is_taken { &MEDIA } else { &NOTHING }, media, place)
            }
            RenderedOutcome::Json(Value::Object(value)) => json!({ "json": value }),
            RenderedOutcome::Text(_)
            | RenderedOutcome::Json(_)
            | RenderedOutcome::Failure(_)
            | RenderedOutcome::Several(_) => {
                let words = told.words();
                if self.family == Family::Mistral {
                    json!({ "json": { "output": words } })
                } else {
                    json!({ "text": words })
                }
            }
        }
    }

    fn show(&mut self, rules: &MediaRules, media: &Media, place: Place) -> Value {
        let media = match rules.show(media, place, &mut self.adaptations) {
            Shown::Medium(media) => media,
            Shown::Text(text) => return json!({ "text": text }),
        };
        let block = block(&media, self.documents + 1);
        if block.get("document").is_none() {
            return block;
        }
        if self.documents == MOST_DOCUMENTS {
            return json!({ "text": named(&media.mime_type, Reason::FiveDocuments, place, &mut self.adaptations) });
        }
        self.documents += 1;
        block
    }

    /// A history with calls needs functions, even if none may be called any more.
    fn tool_config(&mut self, request: &CompletionRequest, outgoing: &Outgoing<'_>) -> Option<ToolConfig> {
        let has_calls = outgoing.calls().next().is_some();
        let may_call = !request.functions.is_empty() && request.choice != FunctionChoice::None;
        if !may_call && !has_calls {
            if !request.functions.is_empty() {
                let what = Difference::AllFunctionsLeftOut;
                self.adaptations.left_out(Place::CHOICE, what, Reason::ProviderLacksSetting);
            }
            return None;
        }
        let strict = request.calls.strict.filter(|is_strict| *is_strict);
        let mut tools = self.offered(request, strict);
        if tools.is_empty() {
            tools = self.remembered(outgoing);
        }
        self.adaptations.many_calls(request);
        let tool_choice = if may_call { self.choice(&request.choice) } else { self.no_call() };
        Some(ToolConfig {
            tools: tools.into_iter().map(|tool_spec| Tool { tool_spec }).collect(),
            tool_choice,
        })
    }

    fn remembered(&mut self, outgoing: &Outgoing<'_>) -> Vec<ToolSpec> {
        let mut remembered: Vec<ToolSpec> = Vec::new();
        for (place, call) in outgoing.calls() {
            let name = self.names.encode_called(call.function);
            if remembered.iter().all(|tool| tool.name != name) {
                let what = Difference::GoneFunctionDescribed;
                self.adaptations.added(place, what, Reason::HistoryNeedsFunctions);
                let input_schema = InputSchema { json: json!({ "type": "object", "properties": {} }) };
                let description = String::new();
                remembered.push(ToolSpec { name, description, input_schema, strict: None });
            }
        }
        remembered
    }

    fn offered(&mut self, request: &CompletionRequest, strict: Option<bool>) -> Vec<ToolSpec> {
        let otherwise = match self.family {
            Family::Nova => &SchemaRules::BEDROCK_NOVA,
            Family::Claude | Family::Mistral | Family::Writer | Family::OpenAi | Family::Other => {
                &SchemaRules::BEDROCK
            }
        };
        let mut budget = StrictBudget::ONE_GRAMMAR;
        let mut tools = Vec::with_capacity(request.functions.len());
        for (index, spec) in request.functions.iter().enumerate() {
            let held = strict.map(|_| (&SchemaRules::BEDROCK_STRICT, &mut budget));
            let (json, is_held) = self.adaptations.held_schema(index, spec, held, otherwise);
            tools.push(ToolSpec {
                name: self.names.encode(&spec.name),
                description: spec.description.clone(),
                input_schema: InputSchema { json },
                strict: strict.filter(|_| is_held),
            });
        }
        tools
    }

    fn choice(&mut self, choice: &FunctionChoice) -> Option<ToolChoice> {
        match choice {
            FunctionChoice::Auto | FunctionChoice::Allowed { required: false, .. } => {
                Some(ToolChoice::Auto {})
            }
            FunctionChoice::None => self.no_call(),
            FunctionChoice::Required | FunctionChoice::Allowed { required: true, .. } => {
                Some(ToolChoice::Any {})
            }
            FunctionChoice::Function { name } => Some(ToolChoice::Tool { name: self.names.encode(name) }),
        }
    }

    /// The protocol can't express it. One family of models can.
    fn no_call(&mut self) -> Option<ToolChoice> {
        if self.family == Family::Claude {
            self.fields.insert("tool_choice".to_owned(), json!({ "type": "none" }));
        } else {
            let what = Difference::CallsNotForbidden;
            self.adaptations.left_out(Place::CHOICE, what, Reason::ProviderLacksSetting);
        }
        None
    }

    /// Each family has its own additional fields for it. Claude's effort is part of the protocol.
    fn think(&mut self, settings: &RequestSettings, mut config: Option<Value>) -> Option<Value> {
        let asked = &settings.thinking;
        let word = self.facts.thinking.effort_word(asked);
        match self.family {
            Family::Claude => {
                let most = settings.max_output_tokens;
                let thinking = thinking(asked, self.facts, most, &mut self.adaptations);
                self.fields.extend(thinking.map(|thinking| ("thinking".to_owned(), thinking)));
                if let Some(effort) = asked.effort {
                    config.get_or_insert_with(|| json!({}))["effort"] = effort.as_str().into();
                }
            }
            Family::Nova => {
                let written = word.map(|word| match word {
                    "none" => json!({ "type": "disabled" }),
                    effort => json!({ "type": "enabled", "maxReasoningEffort": effort }),
                });
                self.fields.extend(written.map(|written| ("reasoningConfig".to_owned(), written)));
            }
            Family::OpenAi => {
                self.fields.extend(word.map(|effort| ("reasoning_effort".to_owned(), effort.into())));
            }
            Family::Mistral | Family::Writer | Family::Other => {}
        }
        config
    }

    fn form(&mut self, format: Option<&ResponseFormat>) -> Option<Value> {
        match format? {
            ResponseFormat::Text => None,
            ResponseFormat::Json => {
                self.adaptations.left_out(Place::FORM, Difference::JsonNotAsked, Reason::JsonBySchemaOnly);
                None
            }
            ResponseFormat::Schema { name, schema } => {
                let held = self.adaptations.strict_answer_schema(schema, &SchemaRules::BEDROCK_ANSWER);
                let schema = held.map_err(|unfit| self.adaptations.form_left_out(unfit)).ok()?;
                let name = self.adaptations.answer_name(name);
                let definition = json!({ "name": name, "schema": schema.to_string() });
                let structure = json!({ "jsonSchema": definition });
                Some(json!({ "textFormat": { "type": "json_schema", "structure": structure } }))
            }
        }
    }
}

/// Puts citations back around their text.
fn cite(state: &JsonObject, blocks: &mut [Value]) {
    let Some(citations) = state.get("citations") else { return };
    if let Some(block) = blocks.last_mut().filter(|block| block.get("text").is_some()) {
        let text = block.take();
        *block = json!({ "citationsContent": { "content": [text], "citations": citations } });
    }
}
