//! Results of several parts, in and out.

use crate::support::{comes_back, read, whats};
use crate::{Format, export};
use content::{
    Author, CallArguments, CallId, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName,
    FunctionResult, Item, Media, MediaSource, Message, MessageId, Origin, Outcome, Output, Role,
};
use serde_json::{Value, json};

fn text(text: &str) -> Output {
    Output::Text { text: text.to_owned() }
}

fn inline(mime_type: &str) -> Output {
    let source = MediaSource::Inline { base64: "aGk=".to_owned() };
    Output::Media { media: Media { mime_type: mime_type.to_owned(), source } }
}

fn message(role: Role, items: Vec<Item>) -> Message {
    let id = MessageId::new("m1");
    Message { id, parent: None, role, items, author: Author::Application, origin: Origin::Application }
}

/// A call and what came of it.
fn answered(parts: Vec<Output>) -> [Message; 2] {
    let function = CalledFunction::Known { name: FunctionName::without_plugin("look") };
    let id = CallId::new("call_1");
    let call = FunctionCall {
        id: id.clone(),
        function: function.clone(),
        arguments: CallArguments::read("{}"),
        origin: Origin::Model,
        provider_state: None,
    };
    let outcome = Outcome::Returned { output: Output::of(parts) };
    let result = FunctionResult { call_id: id, function, outcome, origin: Origin::Function };
    [
        message(Role::Assistant, vec![Item::FunctionCall { call }]),
        message(Role::Function, vec![Item::FunctionResult { result }]),
    ]
}

fn outcome(format: Format, document: &Value) -> (Outcome, Vec<String>) {
    let imported = read(format, &document.to_string());
    let results = imported.messages.iter().flat_map(Message::results);
    let outcome = results.last().expect("a result").outcome.clone();
    (outcome, imported.losses.into_iter().map(|loss| loss.what.to_string()).collect())
}

fn returned(parts: Vec<Output>) -> Outcome {
    Outcome::Returned { output: Output::of(parts) }
}

#[test]
fn the_parts_of_a_result_come_back_in_their_order() {
    let mixed = answered(vec![text("Before."), inline("image/png"), text("Behind.")]);
    let shown_last = answered(vec![text("Before."), inline("image/png"), inline("image/jpeg")]);
    let shown = answered(vec![inline("image/png")]);
    for format in Format::ALL {
        for messages in [&mixed, &shown_last, &shown] {
            if format == Format::Gemini && *messages == mixed {
                continue;
            }
            comes_back(format, messages);
            let unsaid = export(format, messages).losses;
            let told = whats(&unsaid);
            assert!(told.iter().all(|what| what.contains("the application wrote")), "{format}: {told:?}");
        }
    }
}

#[test]
fn what_a_result_loses_is_told() {
    let check = |format: Format, parts: Vec<Output>, expected: &[&str]| {
        let exported = export(format, &answered(parts));
        let mut told = whats(&exported.losses);
        told.retain(|what| !what.contains("the application wrote"));
        assert_eq!(told, expected, "{format}");
    };
    let several = || vec![inline("image/png"), text("a"), text("b")];
    let joined =
        ["the order of texts and media in a result is not kept", "the texts of a result are joined to one"];
    check(Format::Gemini, several(), &joined);
    check(Format::Gemini, vec![Output::Json { value: json!([1]) }, inline("image/png")], &[]);
    let left_out = ["a medium in a result is left out, unless it is a picture"];
    check(Format::OpenAiChat, vec![text("a"), inline("audio/wav")], &left_out);
    check(Format::OpenAiChat, vec![inline("audio/wav")], &left_out);
    let words = ["results that are JSON are written as text"];
    let beside_json = || vec![Output::Json { value: json!([1]) }, text("a")];
    check(Format::Anthropic, beside_json(), &words);
    check(Format::SemanticKernel, beside_json(), &words);
}

#[test]
fn a_result_of_anthropics_holds_what_it_shows() {
    let shows = |result: Value| {
        let mut block = json!({ "type": "tool_result", "tool_use_id": "a" });
        block.as_object_mut().unwrap().extend(result.as_object().unwrap().clone());
        let (outcome, losses) = outcome(
            Format::Anthropic,
            &json!([
                { "role": "assistant", "content": [{ "type": "tool_use", "id": "a", "name": "look", "input": {} }] },
                { "role": "user", "content": [block] }
            ]),
        );
        (outcome, losses)
    };
    let check = |result: Value, expected: Outcome, losses: &[&str]| {
        let (outcome, told) = shows(result.clone());
        assert_eq!(
            (outcome, told),
            (expected, losses.iter().map(|&loss| loss.to_owned()).collect()),
            "{result}"
        );
    };
    let picture =
        json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "aGk=" } });
    let paper = json!({ "type": "document", "source": { "type": "base64", "media_type": "application/pdf", "data": "aGk=" } });
    let said = |text: &str| json!({ "type": "text", "text": text });
    check(json!({}), returned(vec![]), &[]);
    check(json!({ "content": [] }), returned(vec![]), &[]);
    check(json!({ "content": "" }), returned(vec![text("")]), &[]);
    check(json!({ "content": "a" }), returned(vec![text("a")]), &[]);
    check(json!({ "content": [said("a")] }), returned(vec![text("a")]), &[]);
    check(json!({ "content": [picture] }), returned(vec![inline("image/png")]), &[]);
    let all = vec![text("a"), inline("image/png"), inline("application/pdf"), text("b")];
    check(json!({ "content": [said("a"), picture, paper, said("b")] }), returned(all), &[]);
    let nested = Output::Json { value: json!([said("a")]) };
    let told = ["a part of a result of an unknown kind is kept as JSON"];
    check(json!({ "content": [said("a"), [said("a")]] }), returned(vec![text("a"), nested]), &told);
    let call = json!({ "type": "tool_use", "id": "b", "name": "look", "input": {} });
    let told = ["a part of a result of the kind \"tool_use\" is kept as JSON"];
    check(json!({ "content": [call] }), returned(vec![Output::Json { value: call.clone() }]), &told);
    check(json!({ "content": { "a": 1 } }), returned(vec![Output::Json { value: json!({ "a": 1 }) }]), &[]);
    let failed = |message: &str| {
        let message = message.to_owned();
        Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message } }
    };
    check(json!({ "is_error": true, "content": "No." }), failed("No."), &[]);
    check(json!({ "is_error": true }), failed(""), &[]);
    let told = ["the parts of a result are joined to one text, and its media are named"];
    check(
        json!({ "is_error": true, "content": [said("No."), picture, said("Sorry.")] }),
        failed("No.\n\n(image/png)\n\nSorry."),
        &told,
    );
}

#[test]
fn a_result_of_geminis_holds_what_it_shows() {
    let check = |response: Value, expected: Outcome| {
        let parts = json!([{ "functionResponse": response }]);
        let document = json!({ "contents": [
            { "role": "model", "parts": [{ "functionCall": { "name": "look" } }] }, { "role": "user", "parts": parts }
        ] });
        assert_eq!(outcome(Format::Gemini, &document), (expected, Vec::new()), "{response}");
    };
    let picture = json!({ "inlineData": { "mimeType": "image/png", "data": "aGk=" } });
    let snake = json!({ "inline_data": { "mime_type": "image/png", "data": "aGk=" } });
    let uri = "https://example.org/a.pdf";
    let file = json!({ "fileData": { "mimeType": "application/pdf", "fileUri": uri } });
    let source = MediaSource::Address { uri: uri.to_owned() };
    let address = Output::Media { media: Media { mime_type: "application/pdf".to_owned(), source } };
    check(json!({ "name": "look", "response": {}, "parts": [picture] }), returned(vec![inline("image/png")]));
    check(
        json!({ "name": "look", "response": { "output": "a" }, "parts": [picture, snake, file] }),
        returned(vec![text("a"), inline("image/png"), inline("image/png"), address]),
    );
    let json = Output::Json { value: json!({ "a": 1, "b": 2 }) };
    check(
        json!({ "name": "look", "response": { "a": 1, "b": 2 }, "parts": [picture] }),
        returned(vec![json, inline("image/png")]),
    );
}

/// What servers of other protocols return comes as a list of the library's own contents.
#[test]
fn a_list_of_contents_is_the_parts_of_a_result_and_any_other_list_is_json() {
    let check = |result: Value, parts: Vec<Output>| {
        let contents = json!([{ "$type": "functionResult", "callId": "a", "result": result }]);
        let document = json!([{ "role": "tool", "contents": contents }]);
        let told = vec!["a result answers no call that was made before it".to_owned()];
        assert_eq!(outcome(Format::ExtensionsAi, &document), (returned(parts), told), "{result}");
    };
    let said = json!({ "$type": "text", "text": "a" });
    let shown = json!({ "$type": "data", "uri": "data:image/png;base64,aGk=" });
    check(json!([said, shown]), vec![text("a"), inline("image/png")]);
    check(json!([shown]), vec![inline("image/png")]);
    for other in [json!([]), json!([said, 5]), json!([[said]]), json!([{ "$type": "error" }])] {
        check(other.clone(), vec![Output::Json { value: other }]);
    }
    let python = json!([{ "role": "tool", "content_type": "message", "items": [
        { "content_type": "function_result", "id": "a", "name": "look", "result": [
            { "content_type": "text", "text": "a" },
            { "content_type": "image", "data_uri": "data:image/png;base64,aGk=" }
        ] }
    ] }]);
    let read = outcome(Format::SemanticKernel, &python).0;
    assert_eq!(read, returned(vec![text("a"), inline("image/png")]));
}
