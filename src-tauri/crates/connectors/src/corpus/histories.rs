//! Histories as they come about: in other programs, with other models, and when things go wrong.

use super::states;
use crate::testing::{answer, call, failed, returned, said, words};
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item, Media,
    MediaSource, Message, OpaquePart, Origin, Outcome, Output, ProviderState, Role,
};
use ports::{FunctionSpec, NameStyle, finder};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) type History = Vec<Arc<Message>>;

/// Every history by what is peculiar about it.
pub(super) fn all() -> Vec<(&'static str, History)> {
    let mut all = sound();
    all.extend(unsound());
    all.extend(unusual());
    all.extend(foreign());
    all.push(("state of every kind of service", states::of_every_kind()));
    all.push(("the same call again, with words beside its result", repeated()));
    all
}

fn person(text: &str) -> Arc<Message> {
    said(Role::User, vec![words(text)])
}

fn model(items: Vec<Item>) -> Arc<Message> {
    said(Role::Assistant, items)
}

fn results(items: Vec<Item>) -> Arc<Message> {
    said(Role::Function, items)
}

fn ok(id: &str) -> Item {
    answer(id, "tide_table", returned(json!({ "high": "23:41", "nested": { "$ref": "#/x" } })))
}

fn asked(id: &str) -> Item {
    call(id, "tide_table", r#"{"port":"Lysvik"}"#)
}

pub(super) fn words_alone() -> History {
    vec![said(Role::System, vec![words("Be brief.")]), person("Hello")]
}

/// A search, and a call of what it found.
fn searched() -> History {
    let finder = finder::name();
    let id = CallId::new("c1");
    let function = CalledFunction::Known { name: finder.clone() };
    let search = FunctionCall {
        id: id.clone(),
        function: function.clone(),
        arguments: CallArguments::read(r#"{"query":"tides of a port"}"#),
        origin: Origin::Model,
        provider_state: None,
    };
    let tide = FunctionSpec { name: FunctionName::without_plugin("tide_table"), ..finder::spec() };
    let outcome = Outcome::Returned { output: finder::output(std::iter::once(&tide), &NameStyle::default()) };
    let found = FunctionResult { call_id: id, function, outcome, origin: Origin::Function };
    vec![
        person("Tide?"),
        model(vec![Item::FunctionCall { call: search }]),
        results(vec![Item::FunctionResult { result: found }]),
        model(vec![asked("c2")]),
        results(vec![ok("c2")]),
    ]
}

pub(super) const HINT: &str = "(The result of the same call before.)";

pub(super) fn repeated_result() -> Value {
    json!({ "high": "04:17", "low": [10.5, null] })
}

/// A call that was made again, and is answered from its first result.
pub(super) fn repeated() -> History {
    let hint = Output::Text { text: HINT.to_owned() };
    let parts = vec![Output::Json { value: repeated_result() }, hint];
    let again = Outcome::Returned { output: Output::Several { parts } };
    vec![
        person("Tide?"),
        model(vec![asked("c1")]),
        results(vec![ok("c1")]),
        model(vec![asked("c2")]),
        results(vec![answer("c2", "tide_table", again)]),
    ]
}

fn sound() -> Vec<(&'static str, History)> {
    let declined = Outcome::declined("");
    let nothing = Outcome::Returned { output: Output::Nothing };
    let blank = Outcome::Returned { output: Output::Text { text: " ".into() } };
    vec![
        ("words alone", words_alone()),
        (
            "a call and its result",
            vec![person("Tide?"), model(vec![words("I look."), asked("c1")]), results(vec![ok("c1")])],
        ),
        ("functions a model has searched for", searched()),
        (
            "calls side by side, answered in another order and in two messages",
            vec![
                person("Tides?"),
                model(vec![asked("c1"), asked("c2"), asked("c3")]),
                results(vec![ok("c3"), ok("c1")]),
                results(vec![ok("c2")]),
                model(vec![words("Done.")]),
                person("Thanks"),
            ],
        ),
        (
            "outcomes of every sort",
            vec![
                person("Go"),
                model(vec![asked("c1"), asked("c2"), asked("c3"), asked("c4")]),
                results(vec![
                    answer("c1", "tide_table", failed("It is broken.")),
                    answer("c2", "tide_table", declined),
                    answer("c3", "tide_table", nothing),
                    answer("c4", "tide_table", blank),
                ]),
                person("And now?"),
            ],
        ),
        (
            "two rounds of calls",
            vec![
                person("Go"),
                model(vec![asked("c1")]),
                results(vec![ok("c1")]),
                model(vec![asked("c2")]),
                results(vec![ok("c2")]),
            ],
        ),
    ]
}

fn unsound() -> Vec<(&'static str, History)> {
    vec![
        ("nothing at all", vec![]),
        ("instructions alone", vec![said(Role::System, vec![words("Be brief.")])]),
        ("calls without results at the end", vec![person("Go"), model(vec![asked("c1"), asked("c2")])]),
        (
            "a call without a result in the middle",
            vec![
                person("Go"),
                model(vec![asked("c1"), asked("c2")]),
                results(vec![ok("c2")]),
                person("Well?"),
            ],
        ),
        ("a result without its call", vec![results(vec![ok("gone")]), person("So?")]),
        (
            "a result twice",
            vec![person("Go"), model(vec![asked("c1")]), results(vec![ok("c1"), ok("c1")]), person("So?")],
        ),
        (
            "a late result",
            vec![
                person("Go"),
                model(vec![asked("c1")]),
                person("Wait"),
                results(vec![ok("c1")]),
                person("So?"),
            ],
        ),
        ("a result before its call", vec![person("Go"), results(vec![ok("c1")]), model(vec![asked("c1")])]),
        (
            "ids that come again, and empty ones",
            vec![
                person("Go"),
                model(vec![asked("0"), asked("0"), asked("")]),
                results(vec![ok("0"), ok("0"), ok("")]),
                model(vec![asked("0")]),
                results(vec![ok("0")]),
            ],
        ),
    ]
}

fn unusual() -> Vec<(&'static str, History)> {
    vec![
        (
            "arguments that are no object",
            vec![
                person("Go"),
                model(vec![
                    call("c1", "tide_table", "{\"port\": "),
                    call("c2", "tide_table", "[1]"),
                    call("c3", "tide_table", ""),
                ]),
                results(vec![ok("c1"), ok("c2"), ok("c3")]),
            ],
        ),
        (
            "the model speaks first and last",
            vec![model(vec![words("Hi.")]), person("Hm"), model(vec![words("Well ")])],
        ),
        (
            "one side twice in a row",
            vec![
                person("a"),
                person("b"),
                model(vec![words("c")]),
                model(vec![asked("c1")]),
                results(vec![ok("c1")]),
                model(vec![words("d")]),
            ],
        ),
        (
            "instructions in the middle",
            vec![
                person("Go"),
                model(vec![asked("c1")]),
                said(Role::System, vec![words("Hurry.")]),
                results(vec![ok("c1")]),
                said(Role::System, vec![words("Slowly.")]),
            ],
        ),
        (
            "calls of a person and results inside of an answer",
            vec![
                said(Role::User, vec![words("Look"), asked("c1")]),
                model(vec![ok("c1"), words("Seen."), asked("c2"), ok("c2"), words("Both.")]),
            ],
        ),
        (
            "blanks",
            vec![
                said(Role::System, vec![words(" ")]),
                person(""),
                model(vec![words("\n"), asked("c1"), words("")]),
                results(vec![ok("c1")]),
                person(" \t"),
            ],
        ),
        (
            "messages without anything in them",
            vec![said(Role::User, vec![]), model(vec![]), results(vec![]), person("Hello")],
        ),
    ]
}

fn foreign() -> Vec<(&'static str, History)> {
    let named = |id: &str, function: CalledFunction| {
        let call = FunctionCall {
            id: CallId::new(id),
            function: function.clone(),
            arguments: CallArguments::read("{}"),
            origin: Origin::Simulated,
            provider_state: None,
        };
        let outcome = Outcome::Returned { output: Output::Nothing };
        let result =
            FunctionResult { call_id: CallId::new(id), function, outcome, origin: Origin::Simulated };
        (Item::FunctionCall { call }, Item::FunctionResult { result })
    };
    let known =
        |plugin: &str, function: &str| CalledFunction::Known { name: FunctionName::new(plugin, function) };
    let unknown = |raw: &str| CalledFunction::Unknown { raw: raw.into() };
    let (calls, answers): (Vec<_>, Vec<_>) = [
        named("toolu_01Hb7KqvT3mXn5cR/ü", known("größe", "hole wetter")),
        named("call:1", known("a", "b-c")),
        named("call:2", known("a-b", "c")),
        named(&"x".repeat(300), known(&"p".repeat(90), &"f".repeat(90))),
        named("1", unknown("")),
        named("2", unknown("9 lives!")),
        named("3", unknown("multi_tool_use.parallel")),
    ]
    .into_iter()
    .unzip();
    vec![
        ("names and ids nobody else takes", vec![person("Go"), model(calls), results(answers)]),
        ("thoughts and parts of every provider", thoughts()),
        ("media everywhere", media()),
        ("media in instructions and before anybody spoke", media_first()),
    ]
}

fn thoughts() -> History {
    let states = [
        ("anthropic", json!({ "signature": "c2ln" })),
        ("anthropic", json!({ "data": "b3BhcXVl" })),
        ("gemini", json!({ "thoughtSignature": "c2ln" })),
        ("vertex", json!({ "thoughtSignature": "c2ln" })),
        ("gemini", json!({ "thoughtSignature": "c2ln", "onText": true })),
        ("gemini-interactions", json!({ "signature": "c2ln" })),
        ("gemini-interactions", json!({ "summary": [] })),
        ("mistral", json!({ "closed": true })),
        ("ollama", json!({})),
        ("bedrock", json!({ "signature": "c2ln" })),
        ("openai-responses", json!({ "id": "rs_1", "summary": [], "encrypted_content": "x" })),
        // Some servers that speak the same language leave out a summary that says nothing.
        ("openai-responses", json!({ "id": "rs_2", "encrypted_content": "y" })),
        ("openai-chat", json!({ "service": "deepseek" })),
        ("nobody", json!("no object")),
    ];
    let kept = |(provider, state): &(&str, Value)| ProviderState::unclaimed(*provider, state.clone());
    let mut items: Vec<_> = states
        .iter()
        .map(|state| Item::Reasoning { text: "Hm.".into(), provider_state: Some(kept(state)) })
        .collect();
    items.push(Item::Reasoning { text: "Nobody's.".into(), provider_state: None });
    let parts = [
        OpaquePart::wrap(
            "anthropic",
            json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {} }),
        ),
        OpaquePart::wrap("gemini", json!({ "executableCode": { "language": "PYTHON", "code": "1" } })),
        json!({ "never": "understood" }),
    ];
    items.extend(parts.map(|value| Item::Unknown { value }));
    let signed = |id: &str, provider: &str, state: Value| {
        let call = FunctionCall {
            id: CallId::new(id),
            function: CalledFunction::Known { name: FunctionName::without_plugin("tide_table") },
            arguments: CallArguments::read("{}"),
            origin: Origin::Model,
            provider_state: Some(ProviderState::unclaimed(provider, state)),
        };
        Item::FunctionCall { call }
    };
    items.push(signed("c1", "gemini", json!({ "thoughtSignature": "c2ln" })));
    items.push(signed("c2", "openai-responses", json!({ "id": "fc_2", "status": "completed" })));
    let alone = Item::Reasoning { text: "Only a thought.".into(), provider_state: None };
    // As when an answer is cut off while the model still thinks.
    let only_thoughts = states
        .iter()
        .map(|state| Item::Reasoning { text: "Not done.".into(), provider_state: Some(kept(state)) });
    let unfinished = [alone].into_iter().chain(only_thoughts).collect();
    vec![person("Go"), model(items), results(vec![ok("c1"), ok("c2")]), model(unfinished), person("Well?")]
}

fn media() -> History {
    let inline =
        |mime: &str| Media { mime_type: mime.into(), source: MediaSource::Inline { base64: "aGk=".into() } };
    let far = |mime: &str| Media {
        mime_type: mime.into(),
        source: MediaSource::Address { uri: "https://example.org/a".into() },
    };
    let kinds = [
        "image/png",
        "image/jpg",
        "IMAGE/PNG",
        "image/svg+xml",
        "image/heic",
        "image/tiff",
        "audio/wav",
        "audio/mp3",
        "audio/ogg",
        "application/pdf",
        "application/octet-stream",
        "text/plain",
        "video/mp4",
        "",
        "x",
    ];
    let shown = || kinds.iter().flat_map(|mime| [inline(mime), far(mime)]).map(|media| Item::Media { media });
    let calls: Vec<_> = (0..kinds.len()).map(|number| asked(&format!("c{number}"))).collect();
    let answers = kinds.iter().enumerate().map(|(number, mime)| {
        let outcome = Outcome::Returned { output: Output::Media { media: inline(mime) } };
        answer(&format!("c{number}"), "tide_table", outcome)
    });
    vec![
        said(Role::User, shown().collect()),
        model(shown().chain(calls).collect()),
        results(answers.collect()),
        said(Role::System, shown().collect()),
    ]
}

fn media_first() -> History {
    let picture = || Item::Media {
        media: Media { mime_type: "image/png".into(), source: MediaSource::Inline { base64: "aGk=".into() } },
    };
    vec![
        said(Role::System, vec![words("This is our sign:"), picture()]),
        said(Role::System, vec![picture()]),
        model(vec![picture()]),
        person("Is it?"),
    ]
}
