//! Prompts as functions: a template over typed parameters, rendered and sent to a model.
//!
//! The filters for prompts see what was rendered before the model does. Start reading at [`PromptFunction`].

use crate::broken::Broken;
use crate::native::report;
use crate::stand_in::{JinjaError, check_template, render_text};
use content::{Author, FunctionName, Item, JsonObject, Message, MessageId, ModelId, Origin, Output, Role};
use futures::StreamExt;
use notices::Describe;
use ports::{
    CallOptions, CallScope, CompletionRequest, Connector, Effect, Function, FunctionChoice, FunctionError,
    FunctionSpec, Gathered, Invoked, Models, NameStyle, Progress, RequestSettings, StreamEvent, wordless,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use ts_rs::TS;

/// A longer answer has gone wrong.
const MAX_ANSWER_BYTES: usize = 1_000_000;
/// The interval at which a partial answer is shown.
const SHOW_INTERVAL: Duration = Duration::from_millis(80);

/// A prompt that can be called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptSettings {
    /// Names it in the file. Empty for one that is new.
    pub id: String,
    /// What it is called by: letters, digits and underscores.
    pub name: String,
    pub description: String,
    pub parameters: Vec<PromptParameter>,
    /// A Jinja template over the parameters.
    pub template: String,
    /// What the model is told before the prompt.
    pub instructions: Option<String>,
    pub model: ModelId,
    pub temperature: Option<f64>,
    /// Whether the answer is read as JSON.
    pub answers_json: bool,
}

/// One parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PromptParameter {
    pub name: String,
    pub description: String,
    pub kind: ParameterKind,
    pub is_required: bool,
    /// What stands for it where it is not given. Nothing leaves it undefined.
    #[ts(type = "JsonValue | null")]
    pub default: Option<Value>,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ParameterKind {
    Text,
    Integer,
    Number,
    Truth,
    Texts,
    Anything,
}

/// A prompt that can't be used.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "prompt")]
#[advice("Fix it and try again.")]
pub enum PromptError {
    #[error("its name needs letters, digits and underscores only")]
    Name,
    #[error("the parameter {name:?} needs letters, digits and underscores only")]
    ParameterName { name: String },
    #[error("there are two parameters {name}")]
    Twice { name: String },
    #[error("its template is empty")]
    Empty,
    #[error("its template: {source}")]
    Template {
        #[from]
        source: JinjaError,
    },
}

impl PromptSettings {
    /// Says what can't be used.
    pub fn check(&self) -> Result<(), PromptError> {
        let is_name = |name: &str| {
            !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        };
        if !is_name(&self.name) {
            return Err(PromptError::Name);
        }
        for (place, parameter) in self.parameters.iter().enumerate() {
            if !is_name(&parameter.name) {
                return Err(PromptError::ParameterName { name: parameter.name.clone() });
            }
            if self.parameters.iter().take(place).any(|earlier| earlier.name == parameter.name) {
                return Err(PromptError::Twice { name: parameter.name.clone() });
            }
        }
        if self.template.trim().is_empty() {
            return Err(PromptError::Empty);
        }
        Ok(check_template(&self.template)?)
    }

    fn schema(&self) -> Value {
        let mut properties = Map::new();
        for parameter in &self.parameters {
            let mut schema = parameter.kind.schema();
            if !parameter.description.trim().is_empty() {
                schema.insert("description".to_owned(), parameter.description.trim().into());
            }
            if let Some(default) = &parameter.default {
                schema.insert("default".to_owned(), default.clone());
            }
            properties.insert(parameter.name.clone(), Value::Object(schema));
        }
        let required: Vec<_> =
            self.parameters.iter().filter(|parameter| parameter.is_required).map(|one| &one.name).collect();
        json!({ "type": "object", "properties": properties, "required": required })
    }
}

impl ParameterKind {
    fn schema(self) -> Map<String, Value> {
        let schema = match self {
            Self::Text => json!({ "type": "string" }),
            Self::Integer => json!({ "type": "integer" }),
            Self::Number => json!({ "type": "number" }),
            Self::Truth => json!({ "type": "boolean" }),
            Self::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            Self::Anything => json!({}),
        };
        schema.as_object().cloned().unwrap_or_default()
    }
}

/// A prompt as a function like any other.
pub struct PromptFunction {
    spec: FunctionSpec,
    settings: PromptSettings,
    models: Arc<dyn Models>,
}

impl PromptFunction {
    pub fn new(settings: PromptSettings, models: Arc<dyn Models>) -> Self {
        let name = FunctionName::new("prompts", &settings.name);
        let spec = FunctionSpec::plain(name, &settings.description, settings.schema(), Effect::ReadsOnly);
        Self { spec, settings, models }
    }

    fn rendered(&self, arguments: &JsonObject) -> Result<String, FunctionError> {
        let mut values = JsonObject::new();
        for parameter in &self.settings.parameters {
            let given = arguments.get(&parameter.name).or(parameter.default.as_ref());
            values.extend(given.map(|value| (parameter.name.clone(), value.clone())));
        }
        render_text(&self.settings.template, &values)
            .map_err(|error| FunctionError::broken(&PromptError::from(error)))
    }

    async fn ask(&self, prompt: String, scope: &CallScope) -> Result<Output, FunctionError> {
        let Some(connector) = self.models.connector(&self.settings.model) else {
            return Err(FunctionError::broken(&Broken::NoModel { model: self.settings.model.clone() }));
        };
        let text = self.receive(connector.as_ref(), prompt, scope).await?;
        if !self.settings.answers_json {
            return Ok(Output::Text { text });
        }
        match serde_json::from_str(unfenced(&text)) {
            Ok(value) => Ok(Output::Json { value }),
            Err(error) => Err(report(format!("The model was to answer with JSON and did not: {error}."))),
        }
    }

    async fn receive(
        &self,
        connector: &dyn Connector,
        prompt: String,
        scope: &CallScope,
    ) -> Result<String, FunctionError> {
        let mut stream = connector.stream(self.request(prompt), scope);
        let (mut so_far, mut gathered) = (String::new(), Gathered::default());
        let mut shown: Option<Instant> = None;
        loop {
            let event = tokio::select! {
                biased;
                () = scope.cancel.cancelled() => return Err(FunctionError::Cancelled),
                event = stream.next() => event,
            };
            let Some(event) = event else {
                return Err(report("The answer of the model broke off."));
            };
            match event.map_err(|error| report(error.to_string()))? {
                StreamEvent::TextDelta { text: more, .. } => {
                    so_far.push_str(&more);
                    if shown.is_none_or(|shown| shown.elapsed() >= SHOW_INTERVAL) {
                        shown = Some(Instant::now());
                        scope.caller.progressed(Progress::Text { text: so_far.clone() });
                    }
                }
                StreamEvent::ItemFinished { item, .. } => gathered.take(*item),
                // What it thinks is no part of the answer.
                StreamEvent::ItemStarted { .. }
                | StreamEvent::ReasoningDelta { .. }
                | StreamEvent::ArgumentsDelta { .. }
                | StreamEvent::Usage(_)
                | StreamEvent::Odd { .. }
                | StreamEvent::Replaced(_)
                | StreamEvent::Others { .. }
                | StreamEvent::Adapted(_) => {}
                StreamEvent::Finished(stop) if gathered.is_wordless() => {
                    return Err(report(wordless(&gathered.calls, &stop).to_string()));
                }
                StreamEvent::Finished(_) => return Ok(gathered.text),
            }
            if so_far.len().max(gathered.text.len()) > MAX_ANSWER_BYTES {
                return Err(report("The answer of the model is longer than 1 MB."));
            }
        }
    }

    fn request(&self, prompt: String) -> CompletionRequest {
        let instructions = self.settings.instructions.clone().filter(|text| !text.trim().is_empty());
        let messages = instructions.map(|text| message(Role::System, text));
        CompletionRequest {
            known: Vec::new(),
            messages: messages.into_iter().chain([message(Role::User, prompt)]).collect(),
            functions: Vec::new(),
            choice: FunctionChoice::None,
            calls: CallOptions::default(),
            settings: RequestSettings {
                temperature: self.settings.temperature,
                ..RequestSettings::default()
            },
            names: NameStyle::default(),
        }
    }
}

impl Function for PromptFunction {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move {
            let prompt = self.rendered(arguments)?;
            match scope.caller.prompt(prompt).await {
                Ok(prompt) => self.ask(prompt, scope).await,
                Err(output) => Ok(output),
            }
        })
    }
}

fn message(role: Role, text: String) -> Arc<Message> {
    Arc::new(Message {
        id: MessageId::new(""),
        parent: None,
        role,
        items: vec![Item::Text { text }],
        author: Author::Application,
        origin: Origin::Application,
    })
}

/// JSON without the fence many models put around it.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    inner.map_or(text, |inner| inner.strip_prefix("json").unwrap_or(inner).trim())
}

#[cfg(test)]
mod tests;
