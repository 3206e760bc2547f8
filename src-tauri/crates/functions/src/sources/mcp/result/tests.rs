use super::output_of;
use content::{Media, MediaSource, Output};
use ports::FunctionError;
use rmcp::model::ServerResult;
use serde_json::{Value, from_value, json, to_value};

/// A result as it is after it went through the types of `rmcp`.
fn read(result: &Value) -> Value {
    let read: ServerResult = from_value(result.clone()).expect("a result");
    to_value(read).expect("JSON")
}

#[track_caller]
fn check(result: Value, expected: Output) {
    assert_eq!(output_of(read(&result)).expect("an output"), expected, "{result}");
}

/// A result whose blocks are these texts, and what of them is told beside the structured one.
#[track_caller]
fn check_told(texts: &[&str], structured: Value, beside: &[&str]) {
    let content: Vec<_> = texts.iter().map(|text| json!({ "type": "text", "text": text })).collect();
    let parts = std::iter::once(Output::Json { value: structured.clone() });
    let parts = parts.chain(beside.iter().map(|beside| text(beside))).collect();
    check(
        json!({ "content": content, "structuredContent": structured, "isError": false }),
        Output::of(parts),
    );
}

fn text(text: &str) -> Output {
    Output::Text { text: text.to_owned() }
}

fn media(mime_type: &str, base64: &str) -> Output {
    let source = MediaSource::Inline { base64: base64.to_owned() };
    Output::Media { media: Media { mime_type: mime_type.to_owned(), source } }
}

#[test]
fn one_block_is_the_result_itself() {
    check(json!({ "content": [{ "type": "text", "text": "12 °C" }] }), text("12 °C"));
    check(json!({ "content": [] }), Output::Nothing);
    let image = json!({ "type": "image", "data": "aGk=", "mimeType": "image/png" });
    check(json!({ "content": [image] }), media("image/png", "aGk="));
    let audio = json!({ "type": "audio", "data": "aGk=", "mimeType": "audio/wav" });
    check(json!({ "content": [audio] }), media("audio/wav", "aGk="));
}

#[test]
fn several_blocks_stay_apart_and_keep_their_order() {
    let link = json!({ "type": "resource_link", "uri": "demo://a", "name": "a" });
    let resource = json!({ "uri": "demo://b", "mimeType": "text/plain", "text": "b" });
    let content = json!([
        { "type": "text", "text": "look" },
        { "type": "image", "data": "aGk=", "mimeType": "image/png" },
        link,
        { "type": "resource", "resource": resource },
        { "type": "resource", "resource": { "uri": "demo://c", "mimeType": "image/gif", "blob": "aGk=" } },
    ]);
    let parts = vec![
        text("look"),
        media("image/png", "aGk="),
        Output::Json { value: json!({ "resourceLink": { "uri": "demo://a", "name": "a" } }) },
        Output::Json { value: json!({ "resource": resource }) },
        media("image/gif", "aGk="),
    ];
    check(json!({ "content": content }), Output::Several { parts });
}

#[test]
fn a_structured_result_is_told_once() {
    let value = json!({ "temperature": 12, "wind": { "speed": 3.0 } });
    check_told(&[r#"{"temperature":12,"wind":{"speed":3.0}}"#], value.clone(), &[]);
    check_told(&["{\n  \"wind\": { \"speed\": 3 },\n  \"temperature\": 12.0\n}\n"], value.clone(), &[]);
    check_told(&["twelve degrees"], value.clone(), &["twelve degrees"]);
    check_told(&["look:", r#"{"temperature":12,"wind":{"speed":3}}"#], value, &["look:"]);
}

/// What is no object becomes the only field of one. The text is the value as it was, a list in the SDK of Python a block
/// for each of its elements, however deep, with nothing for `None`.
#[test]
fn results_of_python_are_told_once() {
    let result = |value: Value| json!({ "result": value });
    check_told(&["Oslo"], result(json!("Oslo")), &[]);
    check_told(&["12"], result(json!("12")), &[]);
    check_told(&["1.0"], result(json!(1)), &[]);
    check_told(&["true"], result(json!(true)), &[]);
    check_told(&[], result(json!(null)), &[]);
    check_told(&["Oslo", "Bergen"], result(json!(["Oslo", "Bergen"])), &[]);
    check_told(&["Oslo"], result(json!(["Oslo"])), &[]);
    check_told(&["1", "2", "3"], result(json!([[1, 2], [], [null, 3]])), &[]);
    check_told(&["{\n  \"a\": 1\n}", "{\n  \"a\": 2\n}"], result(json!([{ "a": 1 }, { "a": 2 }])), &[]);
    check_told(&["[\"Oslo\",1]"], result(json!(["Oslo", 1])), &[]);
    check_told(&["\"2026-11-23T00:00:00Z\""], result(json!("2026-11-23T00:00:00Z")), &[]);
    check_told(&["Oslo", "and more"], result(json!(["Oslo", "Bergen"])), &["Oslo", "and more"]);
    check_told(&[], result(json!([])), &[]);
}

#[test]
fn results_of_the_official_servers_are_told_once() {
    let weather = json!({ "temperature": 33, "conditions": "Cloudy", "humidity": 82 });
    check_told(&[r#"{"temperature":33,"conditions":"Cloudy","humidity":82}"#], weather, &[]);
    check_told(&["remember\n"], json!({ "content": "remember\n" }), &[]);
    let entities = json!([{ "name": "Oslo", "observations": ["cold"] }]);
    let pretty = "[\n  {\n    \"name\": \"Oslo\",\n    \"observations\": [\n      \"cold\"\n    ]\n  }\n]";
    check_told(&[pretty], json!({ "entities": entities }), &[]);
    let deleted = json!({ "success": true, "message": "Entities deleted successfully" });
    check_told(&["Entities deleted successfully"], deleted, &[]);
    let image = json!({ "type": "image", "data": "aGk=", "mimeType": "image/png" });
    let read = json!({ "content": [image], "structuredContent": { "content": [image] } });
    check(read, media("image/png", "aGk="));
}

#[test]
fn results_of_c_sharp_are_told_once() {
    check_told(&[r#"{"name":"\u00DCli \u002B"}"#], json!({ "name": "Üli +" }), &[]);
    check_told(&["[1,2]"], json!({ "result": [1, 2] }), &[]);
    check_told(&[], json!({ "result": null }), &[]);
    let block = json!({ "type": "text", "text": "hello" });
    check(json!({ "content": [block], "structuredContent": { "result": block } }), text("hello"));
    check(json!({ "content": [block], "structuredContent": null }), text("hello"));
}

#[test]
fn a_block_that_is_not_known_or_not_of_its_form_is_kept() {
    let kept = |block: Value| Output::Json { value: block };
    let video = json!({ "type": "video", "url": "https://a.example/v" });
    let odd = json!({ "type": "image", "data": 7 });
    let content = json!([{ "type": "text", "text": "look", "annotations": 7 }, video, odd, "bare", null]);
    let parts = vec![text("look"), kept(video), kept(odd), text("bare")];
    check(json!({ "content": content, "resultType": "novel", "more": 1 }), Output::Several { parts });
    check(json!({ "content": { "type": "text", "text": "alone" } }), text("alone"));
    check(json!({ "toolResult": [1] }), kept(json!({ "toolResult": [1] })));
    check(json!({ "resultType": "complete", "_meta": { "a": 1 } }), Output::Nothing);
    check(json!({ "content": null }), Output::Nothing);
    check(json!([1, 2]), kept(json!([1, 2])));
    check(json!(null), Output::Nothing);
}

#[track_caller]
fn check_failed(result: Value, expected: &str) {
    let error = output_of(read(&result)).expect_err("an error");
    let FunctionError::Report(failure) = error else { panic!("{error:?}") };
    assert_eq!(failure.message, expected);
}

#[test]
fn an_error_is_a_report_in_the_words_of_the_tool() {
    let said = json!({ "type": "text", "text": "no such city" });
    check_failed(json!({ "content": [said], "isError": true }), "no such city");
    check_failed(
        json!({ "content": [said, { "type": "new" }], "isError": true }),
        "no such city\n{\"type\":\"new\"}",
    );
    check_failed(json!({ "structuredContent": { "code": 7 }, "isError": true }), "{\"code\":7}");
    let silent = "The tool failed and did not say why.";
    check_failed(json!({ "content": [{ "type": "text", "text": "" }], "isError": true }), silent);
    check_failed(json!({ "isError": true }), silent);
    let asks = "The server asks for something that can't be read, and gave no result.";
    check_failed(json!({ "resultType": "input_required", "inputRequests": 7 }), asks);
}
