//! One history in which every kind of service has left state behind, each with a mark of its own.

use super::histories::History;
use crate::Kind;

use crate::testing::{answer, returned, said, words};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, ModelId, OpaquePart, Origin,
    ProviderState, Role,
};
use serde_json::{Value, json};

/// What stands in all state of a kind, and nowhere else. It is base 64, as state mostly is.
pub(super) fn mark(kind: &str) -> String {
    STANDARD.encode(format!("state of <{kind}>"))
}

/// A turn of each kind, one after the other. The results of their calls are at the same places everywhere.
pub(super) fn of_every_kind() -> History {
    let mut history = vec![said(Role::User, vec![words("Tides?")])];
    for (number, kind) in Kind::all().into_iter().enumerate() {
        let made = Made { kind, number };
        history.push(said(Role::Assistant, made.turn()));
        history.push(said(Role::Function, made.results()));
        history.push(said(Role::User, vec![words("And now?")]));
    }
    history
}

/// What one kind has made.
struct Made {
    kind: Kind,
    number: usize,
}

impl Made {
    fn turn(&self) -> Vec<Item> {
        let mark = mark(self.kind.facts().id);
        let texts = |state: Value| vec![words("I look."), self.thought("", state)];
        let mut items = match self.kind {
            Kind::OpenAiChat(_) => {
                let detail =
                    json!({ "type": "reasoning.text", "text": "Hm.", "signature": mark, "index": 0 });
                vec![self.thought("Hm.", json!({ "reasoning_details": [detail] })), words("I look.")]
            }
            Kind::OpenAiResponses(_) => {
                let state = json!({ "id": format!("rs_{mark}"), "summary": [], "encrypted_content": mark });
                let search = json!({ "type": "web_search_call", "id": format!("ws_{mark}"), "status": "completed", "action": { "type": "search", "query": "tide" } });
                let mut items = vec![self.thought("Hm.", state), self.part(search), words("I look.")];
                items.push(self.thought("", json!({ "onText": true, "phase": "commentary" })));
                items
            }
            Kind::Anthropic => vec![
                self.thought("Hm.", json!({ "signature": mark })),
                self.thought("", json!({ "data": mark })),
                words("I look."),
            ],
            Kind::Gemini(_) => texts(json!({ "thoughtSignature": mark, "onText": true })),
            Kind::GeminiInteractions => {
                let search = json!({ "type": "google_search_call", "id": "s1", "arguments": { "queries": ["tide"] }, "signature": mark });
                let found = json!({ "type": "google_search_result", "call_id": "s1", "result": [], "signature": mark });
                let summary = json!([{ "type": "text", "text": "Hm." }]);
                let thought = self.thought("Hm.", json!({ "signature": mark, "summary": summary }));
                vec![self.part(search), self.part(found), thought, words("I look.")]
            }
            Kind::Mistral => vec![self.thought("Hm.", json!({ "signature": mark })), words("I look.")],
            Kind::Ollama => vec![self.thought("Hm.", json!({})), words("I look.")],
            Kind::Bedrock => vec![
                self.thought("Hm.", json!({ "signature": mark })),
                self.thought("", json!({ "redactedContent": mark })),
                words("I look."),
            ],
        };
        items.extend(self.calls());
        items
    }

    fn calls(&self) -> Vec<Item> {
        let mark = mark(self.kind.facts().id);
        let states = match self.kind {
            Kind::OpenAiChat(_) => vec![
                Some(json!({ "extra_content": { "google": { "thought_signature": mark } } })),
                Some(json!({ "type": "custom" })),
            ],
            Kind::OpenAiResponses(_) => {
                vec![Some(json!({ "id": format!("fc_{mark}"), "status": "completed" }))]
            }
            Kind::Gemini(_) => vec![Some(json!({ "thoughtSignature": mark })), None],
            Kind::Anthropic => vec![Some(json!({ "caller": { "type": "direct" } }))],
            Kind::GeminiInteractions => vec![None, None],
            Kind::Mistral | Kind::Ollama | Kind::Bedrock => vec![None],
        };
        let call = |(index, state): (usize, Option<Value>)| FunctionCall {
            id: self.call_id(index),
            function: CalledFunction::Known { name: FunctionName::without_plugin("tide_table") },
            arguments: CallArguments::read(if index == 0 { r#"{"port":"Lysvik"}"# } else { "free text" }),
            origin: Origin::Model,
            provider_state: state.map(|state| self.state(state)),
        };
        states.into_iter().enumerate().map(|state| Item::FunctionCall { call: call(state) }).collect()
    }

    fn results(&self) -> Vec<Item> {
        let calls = self.calls().len();
        let result =
            |index| answer(self.call_id(index).as_str(), "tide_table", returned(json!({ "high": "23:41" })));
        (0..calls).map(result).collect()
    }

    fn call_id(&self, index: usize) -> CallId {
        CallId::new(format!("call_{}_{index}", self.number))
    }

    fn maker(&self) -> ModelId {
        ModelId::new(format!("{}/m", self.kind.facts().id))
    }

    fn state(&self, state: Value) -> ProviderState {
        let provider = match self.kind {
            Kind::OpenAiChat(_) => "openai-chat",
            Kind::OpenAiResponses(_) => "openai-responses",
            Kind::Anthropic
            | Kind::Gemini(_)
            | Kind::GeminiInteractions
            | Kind::Mistral
            | Kind::Ollama
            | Kind::Bedrock => self.kind.facts().id,
        };
        ProviderState { made_by: Some(self.maker()), ..ProviderState::unclaimed(provider, state) }
    }

    fn thought(&self, text: &str, state: Value) -> Item {
        Item::Reasoning { text: text.to_owned(), provider_state: Some(self.state(state)) }
    }

    fn part(&self, part: Value) -> Item {
        let mut value = OpaquePart::wrap(&self.state(Value::Null).provider, part);
        OpaquePart::claim(&mut value, &self.maker());
        Item::Unknown { value }
    }
}
