//! Messages of all kinds, as chance would have it.

use content::{
    Author, CallArguments, CallId, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName,
    FunctionResult, Item, Media, MediaSource, Message, MessageId, ModelId, Origin, Outcome, Output,
    ProviderState, Role,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Value, json};

pub(crate) fn messages() -> impl Strategy<Value = Vec<Message>> {
    vec((role(), author(), origin(), vec(item(), 0..5)), 1..6).prop_map(|drafts| {
        let mut messages: Vec<Message> = Vec::new();
        for (index, (role, author, origin, items)) in drafts.into_iter().enumerate() {
            let parent = messages.last().map(|message| message.id.clone());
            let id = MessageId::new(format!("m{}", index + 1));
            messages.push(Message { id, parent, role, items, author, origin });
        }
        messages
    })
}

/// Any JSON. Numbers are whole: a reader may round the last digit of others.
pub(super) fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[ -~]{0,12}".prop_map(Value::from),
        key().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 64, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((key(), inner), 0..6).prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// Words of the formats, so that chance finds its way into the readers.
fn key() -> impl Strategy<Value = String> {
    let words = [
        "format",
        "messages",
        "role",
        "Role",
        "Label",
        "Items",
        "items",
        "$type",
        "type",
        "content",
        "contents",
        "parts",
        "text",
        "Text",
        "tool_calls",
        "function",
        "name",
        "arguments",
        "id",
        "input",
        "output",
        "call_id",
        "tool_use",
        "tool_result",
        "tool_use_id",
        "function_call",
        "function_call_output",
        "functionCall",
        "functionResponse",
        "FunctionCallContent",
        "FunctionResultContent",
        "FunctionName",
        "user",
        "assistant",
        "tool",
        "model",
        "reasoning",
        "summary",
        "candidates",
        "choices",
        "message",
        "attributes",
        "key",
        "value",
        "gen_ai.input.messages",
        "tool_call",
        "thinking",
        "image_url",
        "source",
        "data",
        "uri",
        "response",
        "args",
    ];
    proptest::sample::select(words.map(str::to_owned).to_vec())
}

fn role() -> impl Strategy<Value = Role> {
    prop_oneof![Just(Role::System), Just(Role::User), Just(Role::Assistant), Just(Role::Function)]
}

fn author() -> impl Strategy<Value = Author> {
    prop_oneof![
        Just(Author::Person),
        Just(Author::Application),
        "[a-z]{1,8}".prop_map(|model| Author::Model { model: ModelId::new(model) }),
    ]
}

fn origin() -> impl Strategy<Value = Origin> {
    use Origin::{Application, Edited, Function, Model, Person, Recorded, Simulated};
    proptest::sample::select(vec![Model, Person, Function, Application, Simulated, Edited, Recorded])
}

fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        ".{0,20}".prop_map(|text| Item::Text { text }),
        (".{0,20}", option::of(state()))
            .prop_map(|(text, provider_state)| Item::Reasoning { text, provider_state }),
        on_text(),
        media().prop_map(|media| Item::Media { media }),
        call().prop_map(|call| Item::FunctionCall { call }),
        result().prop_map(|result| Item::FunctionResult { result }),
        json().prop_map(|value| Item::Unknown { value }),
    ]
}

fn state() -> impl Strategy<Value = ProviderState> {
    let provider =
        proptest::sample::select(vec!["anthropic", "gemini", "openai-responses", "openai-chat", "other"]);
    (provider, json()).prop_map(|(provider, state)| ProviderState::unclaimed(provider, state))
}

/// What a provider put on a text, wherever it stands.
fn on_text() -> impl Strategy<Value = Item> {
    let marks = [
        ("anthropic", json!({ "onText": true, "citations": [1] })),
        ("gemini", json!({ "onText": true, "thoughtSignature": "c2ln" })),
        ("openai-responses", json!({ "onText": true, "phase": "commentary" })),
    ];
    proptest::sample::select(marks.to_vec()).prop_map(|(provider, state)| {
        let provider_state = Some(ProviderState::unclaimed(provider, state));
        Item::Reasoning { text: String::new(), provider_state }
    })
}

fn media() -> impl Strategy<Value = Media> {
    let source = prop_oneof![
        "[A-Za-z0-9]{0,12}".prop_map(|base64| MediaSource::Inline { base64 }),
        "https://[a-z]{1,8}".prop_map(|uri| MediaSource::Address { uri }),
    ];
    let mime_type = proptest::sample::select(vec!["image/png", "audio/wav", "application/pdf", "text/plain"]);
    (mime_type, source).prop_map(|(mime_type, source)| Media { mime_type: mime_type.to_owned(), source })
}

fn function() -> impl Strategy<Value = CalledFunction> {
    prop_oneof![
        (option::of("[a-z-]{1,8}"), "[a-z-]{1,8}").prop_map(|(plugin, function)| {
            let name = match plugin {
                Some(plugin) => FunctionName::new(&plugin, &function),
                None => FunctionName::without_plugin(&function),
            };
            CalledFunction::Known { name }
        }),
        ".{0,8}".prop_map(|raw| CalledFunction::Unknown { raw }),
    ]
}

fn call() -> impl Strategy<Value = FunctionCall> {
    let raw = prop_oneof![".{0,12}", Just(r#"{"city":"Oslo"}"#.to_owned()), Just(String::new())];
    ("[a-c]{0,2}", function(), raw, origin(), option::of(state())).prop_map(
        |(id, function, raw, origin, provider_state)| FunctionCall {
            id: CallId::new(id),
            function,
            arguments: CallArguments::read(raw),
            origin,
            provider_state,
        },
    )
}

fn result() -> impl Strategy<Value = FunctionResult> {
    let part = prop_oneof![
        ".{0,12}".prop_map(|text| Output::Text { text }),
        json().prop_map(|value| Output::Json { value }),
        media().prop_map(|media| Output::Media { media }),
    ];
    let output = vec(part, 0..4).prop_map(Output::of);
    use FailureKind::{InvalidArguments, NotRun, Reported, UnknownFunction};
    let kind = proptest::sample::select(vec![InvalidArguments, NotRun, Reported, UnknownFunction]);
    let outcome = prop_oneof![
        output.prop_map(|output| Outcome::Returned { output }),
        (kind, ".{0,12}").prop_map(|(kind, message)| Outcome::Failed { failure: Failure { kind, message } }),
        ".{0,12}".prop_map(Outcome::declined),
    ];
    ("[a-c]{0,2}", function(), outcome, origin()).prop_map(|(id, function, outcome, origin)| FunctionResult {
        call_id: CallId::new(id),
        function,
        outcome,
        origin,
    })
}
