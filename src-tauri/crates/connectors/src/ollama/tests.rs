use super::request::encode;
use super::stream::Mapper;
use crate::assembler::Assembler;
use crate::outgoing::Encoded;
use crate::remote::Streaming;
use crate::testing::{
    answer, asked, asking, assembler, bytes, call, fixture, items, names, returned, said, whats, words,
};
use crate::transport::testing::{Decoded, decode};
use crate::transport::{Fault, Framing};
use content::{FunctionName, Item, Media, MediaSource, Outcome, Output, Role, Usage};
use ports::{CompletionRequest, FunctionChoice, ResponseFormat, StopReason, StreamEvent};
use proptest::prelude::*;
use serde_json::{Value, json};

fn hear(framing: Framing, bytes: &[u8]) -> (Vec<StreamEvent>, usize, Option<Fault>) {
    let Decoded { events, unknown, fault } = decode(framing, bytes, mapper);
    (events, unknown.len(), fault)
}

fn mapper() -> (Mapper, Assembler) {
    (Mapper::default(), assembler())
}

fn turn() -> Vec<Item> {
    vec![
        call("call_5k2m9qzx", "berth_status", r#"{"berth":12}"#),
        call("call_r8t3w1yv", "tide_table", r#"{"port":"Lysvik"}"#),
    ]
}

fn encoded(request: &CompletionRequest) -> (Value, Vec<ports::Adaptation>) {
    let Encoded { body, adaptations, .. } =
        encode(&asking("qwen3:8b", request, &names(request), Streaming::Whole));
    // Schemas change in the same way in every request here, and are checked once.
    let (schemas, others) =
        adaptations.into_iter().partition(|adaptation| adaptation.places[0].starts_with("/functions"));
    let told: Vec<ports::Adaptation> = schemas;
    assert!(told.len() <= 1, "{told:?}");
    (serde_json::to_value(body).expect("JSON"), others)
}

#[test]
fn what_the_server_would_drop_of_a_schema_is_said_in_words() {
    let (body, _) = encoded(&asked(Vec::new()));
    let schema = &body["tools"][0]["function"]["parameters"];
    assert_eq!(schema.get("additionalProperties"), None);
    assert_eq!(schema["description"], "No other properties.");
}

fn hear_lines(lines: &[Value]) -> (Vec<StreamEvent>, usize, Option<Fault>) {
    let stream: String = lines.iter().map(|line| format!("{line}\n")).collect();
    hear(Framing::Lines, stream.as_bytes())
}

#[test]
fn the_streamed_transcript_means_the_same_wherever_it_is_cut() {
    let stream = bytes("ollama/02-stream-parallel.ndjson");
    let (events, unknown, fault) = hear(Framing::Lines, stream.as_slice());
    assert_eq!((unknown, fault), (0, None));
    let expected: Vec<_> = [words("Looking up. ")].into_iter().chain(turn()).collect();
    assert_eq!(items(&events), expected);
    let usage = Usage { input: Some(201), output: Some(43), ..Usage::default() };
    assert!(events.contains(&StreamEvent::Usage(usage)));
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Calls)));
}

#[test]
fn an_answer_that_is_not_streamed_means_the_same() {
    let answer = &fixture("ollama/01-parallel-roundtrip.json")["steps"][0]["response"]["body"];
    let (events, _, fault) = hear(Framing::Lines, answer.to_string().as_bytes());
    assert_eq!((items(&events), fault), (turn(), None));
}

#[test]
fn a_turn_with_calls_goes_back_as_it_came() {
    let results = vec![
        answer(
            "call_5k2m9qzx",
            "berth_status",
            returned(json!({ "berth": 12, "free": true, "until": "06:00" })),
        ),
        answer(
            "call_r8t3w1yv",
            "tide_table",
            returned(json!({ "port": "Lysvik", "high": "23:41", "metres": 1.9 })),
        ),
    ];
    let request = asked(vec![said(Role::Assistant, turn()), said(Role::Function, results)]);
    let (body, adaptations) = encoded(&request);
    let expected = &fixture("ollama/01-parallel-roundtrip.json")["steps"][1]["request"]["body"];
    for part in ["model", "messages", "stream"] {
        assert_eq!(body[part], expected[part], "{part}");
    }
    assert_eq!(adaptations, []);
}

#[test]
fn a_thought_goes_back_to_the_model_that_had_it() {
    let lines = [
        json!({ "message": { "role": "assistant", "content": "", "thinking": "Let me " }, "done": false }),
        json!({ "message": { "role": "assistant", "content": "", "thinking": "see." }, "done": false }),
        json!({ "message": { "role": "assistant", "content": "Yes." }, "done": true, "done_reason": "stop" }),
    ];
    let (events, ..) = hear_lines(&lines);
    let (body, adaptations) = encoded(&asked(vec![said(Role::Assistant, items(&events))]));
    let expected = json!({ "role": "assistant", "content": "Yes.", "thinking": "Let me see." });
    assert_eq!(body["messages"][2], expected);
    assert_eq!(adaptations, []);
}

#[test]
fn an_old_server_without_ids_and_a_line_with_an_error_are_read() {
    let calls = json!([{ "function": { "name": "tide_table", "arguments": {} } }, { "function": { "name": "tide_table" } }]);
    let line =
        json!({ "message": { "content": "", "tool_calls": calls }, "done": true, "done_reason": "length" });
    let (events, ..) = hear_lines(&[line]);
    assert_eq!(items(&events), [call("call_1", "tide_table", "{}"), call("call_2", "tide_table", "")]);
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Length)));

    let begun = json!({ "message": { "content": "Hal" }, "done": false });
    let (_, _, fault) = hear_lines(&[begun.clone(), json!({ "error": "out of memory" })]);
    assert!(matches!(fault, Some(Fault::Complained(complaint)) if complaint.message == "out of memory"));
    assert_eq!(hear_lines(&[begun, json!({ "status": "new" })]).2, Some(Fault::BrokenOff));
}

#[test]
fn what_can_not_be_asked_for_is_told() {
    let mut request = asked(Vec::new());
    request.calls.parallel = Some(false);
    request.calls.strict = Some(true);
    let mut check = |choice: FunctionChoice, offered: &[&str], expected: &str| {
        request.choice = choice;
        let (body, adaptations) = encoded(&request);
        let tools = body["tools"].as_array().into_iter().flatten();
        let names: Vec<_> = tools.filter_map(|tool| tool["function"]["name"].as_str()).collect();
        assert_eq!(names, offered);
        assert_eq!(adaptations.len(), 3);
        assert_eq!(adaptations[2].what.to_string(), expected);
    };
    let both = ["berth_status", "tide_table"];
    check(FunctionChoice::Required, &both, "that a function must be called is not asked for");
    check(FunctionChoice::None, &[], "the functions are left out, so that none is called");
    let name = FunctionName::without_plugin("tide_table");
    let only = "only the function that must be called is offered; that it must be is not asked for";
    check(FunctionChoice::Function { name }, &["tide_table"], only);
}

#[test]
fn pictures_are_sent_and_other_media_are_named() {
    let media =
        |mime: &str| Media { mime_type: mime.into(), source: MediaSource::Inline { base64: "aGk=".into() } };
    let outcome = Outcome::Returned { output: Output::Media { media: media("image/png") } };
    let mut request = asked(vec![
        said(
            Role::User,
            vec![
                words("Look."),
                Item::Media { media: media("image/png") },
                Item::Media { media: media("audio/wav") },
            ],
        ),
        said(Role::Assistant, vec![call("a", "tide_table", "nonsense")]),
        said(Role::Function, vec![answer("a", "tide_table", outcome)]),
    ]);
    request.settings.response_format = Some(ResponseFormat::Json);
    let (body, adaptations) = encoded(&request);
    let shown =
        json!({ "role": "user", "content": "Look.\n\n(a medium of the type audio/wav)", "images": ["aGk="] });
    assert_eq!(body["messages"][2], shown);
    assert_eq!(
        body["messages"][3]["tool_calls"][0]["function"]["arguments"],
        json!({ "INVALID_JSON": "nonsense" })
    );
    assert_eq!(body["messages"][4]["images"], json!(["aGk="]));
    assert_eq!(body["format"], "json");
    let expected = [
        ("a medium of the type audio/wav is named instead of sent", 1),
        ("arguments that are not a JSON object are written as a text inside of one", 1),
    ];
    assert_eq!(whats(&adaptations), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_a_server_sends_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        hear(Framing::Lines, &bytes);
    }
}
