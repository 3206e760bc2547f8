//! Conversations that the libraries of other programs wrote by themselves.

use crate::support::{read, texts, whats};
use crate::{Format, Imported};
use content::{Author, CalledFunction, FunctionName, Item, ModelId, Outcome, Output, Role};

const ANSWER: &str = "Berth 12 is free until six, and high tide is at 23:41.";

/// Two calls, whose results are told one message each, and an answer.
#[track_caller]
fn check(imported: &Imported, names: [FunctionName; 2]) {
    use Role::{Assistant, Function, System, User};
    let roles: Vec<_> = imported.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [System, User, Assistant, Function, Function, Assistant]);
    assert_eq!(texts(&imported.messages)[0], "Answer as the harbour office.");
    assert_eq!(imported.messages[5].text(), ANSWER);
    let called: Vec<_> = imported.messages[2].calls().map(|call| call.function.clone()).collect();
    assert_eq!(called, names.map(|name| CalledFunction::Known { name }));
    let arguments: Vec<_> =
        imported.messages[2].calls().map(|call| call.arguments.raw().replace(' ', "")).collect();
    assert_eq!(arguments, [r#"{"berth":12}"#, r#"{"place":"Lysvik"}"#]);
    for (message, text) in
        imported.messages[3..5].iter().zip([r#"{"free": true, "until": "06:00"}"#, "23:41"])
    {
        let result = message.results().next().unwrap();
        assert_eq!(result.outcome, Outcome::Returned { output: Output::Text { text: text.to_owned() } });
        let call = imported.messages[2].calls().find(|call| call.id == result.call_id).unwrap();
        assert_eq!(call.function, result.function);
    }
}

#[test]
fn a_history_of_semantic_kernel_for_python_is_read() {
    let imported = read(Format::SemanticKernel, include_str!("../../tests-data/semantic-kernel-python.json"));
    check(
        &imported,
        [FunctionName::new("Harbour", "berth_status"), FunctionName::without_plugin("next_high")],
    );
    assert_eq!(whats(&imported.losses), ["the field \"metadata\" of a message is not kept"]);
    let Item::Media { media } = &imported.messages[1].items[1] else { panic!("a picture") };
    assert_eq!(media.mime_type, "image/png");
    let (name, model) = ("Clerk".to_owned(), ModelId::new("gpt-5.6-sol"));
    assert_eq!(imported.messages[2].author, Author::Participant { name, model });
}

#[test]
fn spans_of_an_instrumented_library_are_read() {
    let imported = read(Format::OpenTelemetry, include_str!("../../tests-data/open-telemetry-spans.json"));
    check(&imported, ["berth_status", "next_high"].map(FunctionName::without_plugin));
}

#[test]
fn events_of_an_instrumented_library_are_read() {
    let imported = read(Format::OpenTelemetry, include_str!("../../tests-data/open-telemetry-events.json"));
    check(&imported, ["berth_status", "next_high"].map(FunctionName::without_plugin));
}
