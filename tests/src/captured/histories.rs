//! Histories that came about elsewhere: the files other programs wrote, and what a session can hold at worst.

use super::answer::Planted;
use content::{
    Author, CallArguments, CallId, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName,
    FunctionResult, Item, Media, MediaSource, Message, MessageId, ModelId, Origin, Outcome, Output, Role,
};
use formats::Format;
use serde_json::{Value, json};
use std::path::Path;

/// A conversation as a file.
#[derive(Clone, Debug)]
pub struct Written {
    pub name: String,
    pub text: String,
    /// State in it, by the kind of service that understands it.
    pub planted: Vec<Planted>,
}

/// The types of media that programs write, rightly or wrongly.
pub const TYPES: [&str; 20] = [
    "image/png",
    "image/jpeg",
    "image/jpg",
    "IMAGE/PNG",
    "image/gif",
    "image/webp",
    "image/svg+xml",
    "image/heic",
    "image/bmp",
    "application/octet-stream",
    "audio/wav",
    "audio/x-wav",
    "audio/mpeg",
    "audio/mp3",
    "audio/ogg",
    "application/pdf",
    "text/plain",
    "application/json",
    "video/mp4",
    "",
];

/// The files the crate of formats is tested with.
pub fn files() -> Vec<Written> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/crates/formats/tests-data");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    paths.iter().map(|path| file(path)).collect()
}

fn file(path: &Path) -> Written {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let kinds = ["openai-responses", "anthropic", "gemini"];
    let kind = kinds.into_iter().find(|kind| name.starts_with(kind));
    let mut states = Vec::new();
    states_in(&serde_json::from_str(&text).expect("JSON"), &mut states);
    let planted = |state| Planted { service: kind.unwrap_or_default().to_owned(), state, comes_back: false };
    Written { planted: states.into_iter().map(planted).collect(), name, text }
}

fn states_in(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(all) => all.iter().for_each(|inner| states_in(inner, found)),
        Value::Object(fields) => {
            for (name, inner) in fields {
                if matches!(name.as_str(), "signature" | "thoughtSignature" | "encrypted_content") {
                    found.extend(inner.as_str().map(str::to_owned));
                }
                states_in(inner, found);
            }
        }
        _ => {}
    }
}

/// What nobody wrote and everybody may have to go on with.
pub fn odd() -> Vec<Written> {
    let all = [calls(), results(), sides(), media()].concat();
    let written = |(name, messages): (String, Vec<Message>)| {
        let text = formats::export(Format::Own, &chained(messages)).text;
        Written { name, text, planted: Vec::new() }
    };
    all.into_iter().map(written).collect()
}

type Named = (String, Vec<Message>);

fn named(name: &str, messages: Vec<Message>) -> Named {
    (name.to_owned(), messages)
}

fn calls() -> Vec<Named> {
    let raw =
        [r#"{"city": "#, "[1]", "", "null", r#""Oslo""#, r#"{"day": NaN}"#, r#"{"city":"\ud800"}"#, "{} {}"];
    let (asked, answered) = pairs(raw.iter().map(|raw| ("weather", "get_forecast", *raw)));
    let long = "x".repeat(120);
    let names = [("größe", "hole wetter"), ("a", "b-c"), ("a-b", "c"), ("", ""), ("p", long.as_str())];
    let (strange, said) = pairs(names.iter().map(|(plugin, function)| (*plugin, *function, "{}")));
    let unknown = ["", "9 lives!", "multi_tool_use.parallel", "weather.get_forecast"];
    let unknown = unknown.iter().enumerate().map(|(number, raw)| {
        let function = CalledFunction::Unknown { raw: (*raw).to_owned() };
        let id = format!("u{number}");
        (called(&id, function.clone(), "{}"), answering(&id, function, nothing()))
    });
    let (unheard, refused): (Vec<_>, Vec<_>) = unknown.unzip();
    let ids = ["", "0", "0", "toolu_01Hb7KqvT3mXn5cR/ü", "call:1|2", &"y".repeat(300)].map(forecast).to_vec();
    let answers = ["", "0", "0", "toolu_01Hb7KqvT3mXn5cR/ü", "call:1|2", &"y".repeat(300)]
        .map(|id| answer(id, nothing()))
        .to_vec();
    vec![
        named("calls left without a result", vec![person("Go"), model(vec![forecast("c1"), forecast("c2")])]),
        named(
            "a call without a result in the middle",
            vec![
                person("Go"),
                model(vec![forecast("c1"), forecast("c2")]),
                told(vec![answer("c2", nothing())]),
                person("Well?"),
            ],
        ),
        named("arguments that are no object", vec![person("Go"), model(asked), told(answered)]),
        named("names nobody takes", vec![person("Go"), model(strange), told(said)]),
        named("functions nobody has", vec![person("Go"), model(unheard), told(refused)]),
        named("ids nobody takes", vec![person("Go"), model(ids), told(answers)]),
        named(
            "a call of a person",
            vec![
                message(Role::User, vec![words("Look"), forecast("c1")]),
                told(vec![answer("c1", nothing())]),
            ],
        ),
        named(
            "two rounds of calls and no word",
            vec![
                person("Go"),
                model(vec![forecast("c1")]),
                told(vec![answer("c1", nothing())]),
                model(vec![forecast("c2")]),
                told(vec![answer("c2", nothing())]),
            ],
        ),
    ]
}

fn results() -> Vec<Named> {
    let outcomes = outcomes();
    let asked = (0..outcomes.len()).map(|number| forecast(&format!("c{number}"))).collect();
    let answered = outcomes
        .into_iter()
        .enumerate()
        .map(|(number, outcome)| answer(&format!("c{number}"), outcome))
        .collect();
    vec![
        named("outcomes of every sort", vec![person("Go"), model(asked), told(answered)]),
        named(
            "a result without its call",
            vec![told(vec![answer("gone", text("12 degrees"))]), person("So?")],
        ),
        named("a result alone", vec![told(vec![answer("gone", nothing())])]),
        named(
            "a result twice",
            vec![
                person("Go"),
                model(vec![forecast("c1")]),
                told(vec![answer("c1", nothing()), answer("c1", text("again"))]),
            ],
        ),
        named(
            "a late result",
            vec![
                person("Go"),
                model(vec![forecast("c1")]),
                person("Wait"),
                told(vec![answer("c1", nothing())]),
            ],
        ),
        named(
            "a result before its call",
            vec![person("Go"), told(vec![answer("c1", nothing())]), model(vec![forecast("c1")])],
        ),
        named(
            "a result inside of an answer",
            vec![person("Go"), model(vec![forecast("c1"), answer("c1", nothing()), words("Seen.")])],
        ),
    ]
}

fn sides() -> Vec<Named> {
    let thought = |text: &str| Item::Reasoning { text: text.to_owned(), provider_state: None };
    let unknown = || Item::Unknown { value: json!({ "type": "surprise", "x": 1 }) };
    vec![
        named("nothing but instructions", vec![message(Role::System, vec![words("Be brief.")])]),
        named(
            "instructions in the middle",
            vec![
                message(Role::System, vec![words("Be brief.")]),
                person("Go"),
                model(vec![words("Yes?")]),
                message(Role::System, vec![words("Hurry.")]),
            ],
        ),
        named(
            "the model speaks first and last",
            vec![model(vec![words("Hi.")]), person("Hm"), model(vec![words("Well ")])],
        ),
        named(
            "one side twice in a row",
            vec![person("a"), person("b"), model(vec![words("c")]), model(vec![words("d")])],
        ),
        named(
            "blanks",
            vec![
                message(Role::System, vec![words(" ")]),
                person(""),
                model(vec![words("\n"), forecast("c1"), words("")]),
                told(vec![answer("c1", text(" "))]),
                person("\t"),
            ],
        ),
        named(
            "messages without anything in them",
            vec![message(Role::User, vec![]), model(vec![]), told(vec![])],
        ),
        named(
            "a thought and nothing else",
            vec![person("Go"), model(vec![thought("Hm.")]), person("Well?"), model(vec![thought("")])],
        ),
        named(
            "parts of an unknown kind",
            vec![person("Go"), model(vec![unknown(), words("Done.")]), message(Role::User, vec![unknown()])],
        ),
        named(
            "letters of every sort",
            vec![
                person("\u{0} \u{202e}x\u{202c} 漢字 🧭 \u{feff}e\u{301}\r\n"),
                model(vec![words("</tool_call><|im_end|>")]),
            ],
        ),
        named(
            "a long history",
            (0..60).flat_map(|_| [person(&"word ".repeat(40)), model(vec![words("Yes.")])]).collect(),
        ),
    ]
}

/// Each type shown by a person and by a function, alone so that it can be told which one is refused.
fn media() -> Vec<Named> {
    let one = |mime: &'static str| {
        let shown = vec![words("Look."), Item::Media { media: inline(mime) }];
        let output = Outcome::Returned { output: Output::Media { media: inline(mime) } };
        let messages =
            vec![message(Role::User, shown), model(vec![forecast("c1")]), told(vec![answer("c1", output)])];
        named(&format!("a medium of the type {mime:?}"), messages)
    };
    let far = |mime: &&str| {
        let source = MediaSource::Address { uri: "https://example.org/a".to_owned() };
        Item::Media { media: Media { mime_type: (*mime).to_owned(), source } }
    };
    let near = |mime: &&str| Item::Media { media: inline(mime) };
    let more = [
        named("media at addresses", vec![message(Role::User, TYPES.iter().map(far).collect())]),
        named("media the model made", vec![person("Draw"), model(TYPES.iter().map(near).collect())]),
        named(
            "media in instructions",
            vec![message(Role::System, TYPES.iter().map(near).collect()), person("Hello")],
        ),
    ];
    TYPES.into_iter().map(one).chain(more).collect()
}

/// How calls can end.
pub fn outcomes() -> Vec<Outcome> {
    let json = |value: Value| Outcome::Returned { output: Output::Json { value } };
    let media = |mime: &str| Output::Media { media: inline(mime) };
    let words = |text: &str| Output::Text { text: text.to_owned() };
    let several = |parts: Vec<Output>| Outcome::Returned { output: Output::Several { parts } };
    vec![
        Outcome::Failed {
            failure: Failure { kind: FailureKind::Reported, message: "It is broken.".to_owned() },
        },
        Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message: String::new() } },
        Outcome::declined("Not now."),
        Outcome::declined(""),
        nothing(),
        text(""),
        text(" \n"),
        text("12 degrees"),
        json(Value::Null),
        json(json!(12.5)),
        json(json!("12")),
        json(json!([1, { "$ref": "#/x" }])),
        json(json!({ "error": { "code": 1 }, "": null })),
        json(json!({})),
        several(vec![words("Here:"), media("image/png"), Output::Json { value: json!({ "a": 1 }) }]),
        several(vec![media("image/png"), media("application/pdf"), media("audio/wav")]),
        several(vec![words(""), Output::Nothing]),
        several(Vec::new()),
    ]
}

pub fn inline(mime: &str) -> Media {
    let base64 =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    Media { mime_type: mime.to_owned(), source: MediaSource::Inline { base64: base64.to_owned() } }
}

pub fn text(text: &str) -> Outcome {
    Outcome::Returned { output: Output::Text { text: text.to_owned() } }
}

fn nothing() -> Outcome {
    Outcome::Returned { output: Output::Nothing }
}

fn words(text: &str) -> Item {
    Item::Text { text: text.to_owned() }
}

fn person(text: &str) -> Message {
    message(Role::User, vec![words(text)])
}

fn model(items: Vec<Item>) -> Message {
    message(Role::Assistant, items)
}

fn told(items: Vec<Item>) -> Message {
    message(Role::Function, items)
}

fn message(role: Role, items: Vec<Item>) -> Message {
    let (author, origin) = match role {
        Role::System | Role::User => (Author::Person, Origin::Person),
        Role::Assistant => (Author::Model { model: ModelId::new("elsewhere") }, Origin::Model),
        Role::Function => (Author::Application, Origin::Function),
    };
    Message { id: MessageId::new(""), parent: None, role, items, author, origin }
}

/// Each message behind the one before it.
fn chained(messages: Vec<Message>) -> Vec<Message> {
    let id = |number: usize| MessageId::new(format!("m{number}"));
    let placed = messages.into_iter().enumerate();
    placed
        .map(|(number, message)| Message { id: id(number), parent: number.checked_sub(1).map(id), ..message })
        .collect()
}

fn weather() -> CalledFunction {
    CalledFunction::Known { name: FunctionName::new("weather", "get_forecast") }
}

fn forecast(id: &str) -> Item {
    called(id, weather(), r#"{"city":"Oslo"}"#)
}

fn answer(id: &str, outcome: Outcome) -> Item {
    answering(id, weather(), outcome)
}

fn called(id: &str, function: CalledFunction, raw: &str) -> Item {
    let arguments = CallArguments::read(raw);
    let call = FunctionCall {
        id: CallId::new(id),
        function,
        arguments,
        origin: Origin::Model,
        provider_state: None,
    };
    Item::FunctionCall { call }
}

fn answering(id: &str, function: CalledFunction, outcome: Outcome) -> Item {
    let result = FunctionResult { call_id: CallId::new(id), function, outcome, origin: Origin::Function };
    Item::FunctionResult { result }
}

/// Calls with their results.
fn pairs<'a>(calls: impl Iterator<Item = (&'a str, &'a str, &'a str)>) -> (Vec<Item>, Vec<Item>) {
    let both = calls.enumerate().map(|(number, (plugin, function, raw))| {
        let name = CalledFunction::Known { name: FunctionName::new(plugin, function) };
        let id = format!("c{number}");
        (called(&id, name.clone(), raw), answering(&id, name, nothing()))
    });
    both.unzip()
}
