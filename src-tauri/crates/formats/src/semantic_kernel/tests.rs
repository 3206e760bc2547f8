use crate::Format;
use crate::support::{comes_back, read, whats};
use content::{
    Author, CallArguments, CalledFunction, FunctionName, Item, JsonObject, ModelId, Outcome, Output, Role,
};
use serde_json::{Value, json};

const HISTORY: &str = include_str!("../../tests-data/semantic-kernel.json");

/// S05.
#[test]
fn labels_compare_without_regard_to_case_and_calls_keep_their_plugins() {
    let imported = read(Format::SemanticKernel, HISTORY);
    let roles: Vec<_> = imported.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::Function, Role::Assistant]);
    let known = |name: FunctionName| CalledFunction::Known { name };
    let expected = [
        known(FunctionName::new("harbour", "berth-status")),
        known(FunctionName::without_plugin("tide-table")),
    ];
    let called: Vec<_> = imported.messages[2].calls().map(|call| call.function.clone()).collect();
    assert_eq!(called, expected);
    let answered: Vec<_> = imported.messages[3].results().map(|result| result.function.clone()).collect();
    assert_eq!(answered, expected);
    assert_eq!(imported.messages[2].author, Author::Model { model: ModelId::new("gpt-5.6-sol") });
}

#[test]
fn numbers_stay_numbers_and_results_stay_what_they_are() {
    let imported = read(Format::SemanticKernel, HISTORY);
    let mut value = JsonObject::new();
    value.insert("berth".into(), json!(12));
    value.insert("night".into(), json!(true));
    let raw = r#"{"berth":12,"night":true}"#.to_owned();
    let call = imported.messages[2].calls().next().unwrap();
    assert_eq!(call.arguments, CallArguments::Parsed { raw, value });
    let outcomes: Vec<_> = imported.messages[3].results().map(|result| result.outcome.clone()).collect();
    let returned = |output| Outcome::Returned { output };
    let value = json!({ "berth": 12, "free": true });
    assert_eq!(outcomes, [returned(Output::Json { value }), returned(Output::Text { text: "23:41".into() })]);
}

/// S04: count, order, kinds, and what calls carry along.
#[test]
fn a_history_comes_back_with_every_item_in_its_place() {
    let imported = read(Format::SemanticKernel, HISTORY);
    let written = comes_back(Format::SemanticKernel, &imported.messages);
    let original: Value = serde_json::from_str(HISTORY).unwrap();
    for index in [0, 1, 3, 4] {
        assert_eq!(written[index]["Items"], original[index]["Items"]);
    }
    let calls: Vec<_> =
        written[2]["Items"].as_array().unwrap().iter().map(|item| &item["Metadata"]).collect();
    assert_eq!(calls, [&Value::Null, &json!({ "Index": 0 }), &Value::Null]);
    let expected = [
        "the field \"Metadata\" of a message is not kept",
        "a part of the kind \"FileReferenceContent\" is kept as it is, without being understood",
    ];
    assert_eq!(whats(&imported.losses), expected);
}

/// A message with one item of every kind the library writes.
const EVERY_KIND: &str = r#"[{"Role":{"Label":"user"},"Items":[
    {"$type":"TextContent","Text":"a","ModelId":"model","Metadata":{"key":1}},
    {"$type":"ImageContent","Uri":"https://example.org/a.png","MimeType":"image/png"},
    {"$type":"ImageContent","MimeType":"image/png","Data":"AgED"},
    {"$type":"BinaryContent","MimeType":"application/pdf","Data":"AQID"},
    {"$type":"AudioContent","MimeType":"audio/wav","Data":"AwIB"},
    {"$type":"FunctionCallContent","Id":"c","PluginName":"p","FunctionName":"f","Metadata":{"key":2},"Arguments":{"x":"y"}},
    {"$type":"FunctionResultContent","CallId":"c","PluginName":"p","FunctionName":"f","Result":"r"},
    {"$type":"FileReferenceContent","FileId":"file","Tools":["a","b"],"Metadata":{"key":3}},
    {"$type":"AnnotationContent","Kind":"TextCitation","Label":"l","ReferenceId":"file","StartIndex":2,"EndIndex":24},
    {"$type":"ReasoningContent","Text":"hm","Metadata":{"key":4}},
    {"$type":"ActionContent","Text":"Yes"}
]}]"#;

#[test]
fn s04_every_kind_of_item_comes_back_in_its_place_with_what_it_carried() {
    let imported = read(Format::SemanticKernel, EVERY_KIND);
    let mut expected: Value = serde_json::from_str(EVERY_KIND).unwrap();
    // A text holds its words alone, and the report says so.
    expected[0]["Items"][0] = json!({ "$type": "TextContent", "Text": "a" });
    assert_eq!(comes_back(Format::SemanticKernel, &imported.messages), expected);
    let understood =
        |kind: &str| format!("a part of the kind \"{kind}\" is kept as it is, without being understood");
    let expected = [
        "the field \"ModelId\" of an item is not kept".to_owned(),
        "the field \"Metadata\" of an item is not kept".to_owned(),
        understood("FileReferenceContent"),
        understood("AnnotationContent"),
        understood("ActionContent"),
    ];
    assert_eq!(whats(&imported.losses), expected);
}

/// S01: absent arguments are not an empty object.
#[test]
fn absent_arguments_stay_absent() {
    let text = r#"[{"Role":{"Label":"assistant"},"Items":[
        {"$type":"FunctionCallContent","Id":"a","PluginName":"time","FunctionName":"now"},
        {"$type":"FunctionCallContent","Id":"b","PluginName":"time","FunctionName":"now","Arguments":{}}
    ]}]"#;
    let imported = read(Format::SemanticKernel, text);
    let raw: Vec<_> = imported.messages[0].calls().map(|call| call.arguments.raw()).collect();
    assert_eq!(raw, ["", "{}"]);
    let written = comes_back(Format::SemanticKernel, &imported.messages);
    assert_eq!(written, serde_json::from_str::<Value>(text).unwrap());
}

#[test]
fn a_history_of_the_first_versions_has_one_text_a_message() {
    let imported = read(Format::SemanticKernel, r#"[{"Role":"user","Content":"hello"}]"#);
    assert_eq!(imported.messages[0].items, [Item::Text { text: "hello".into() }]);
    assert_eq!(imported.losses, []);
}

/// As versions around 1.15 wrote a call: as items, and once more in the metadata and the text of a result.
#[test]
fn a_result_that_is_written_twice_is_read_once() {
    let text = r#"[
        {"Role":{"Label":"assistant"},"Items":[
            {"$type":"FunctionCallContent","Id":"c","PluginName":"Sky","FunctionName":"Colour","Arguments":{}}
        ],"Metadata":{"ChatResponseMessage.FunctionToolCalls":[{"Name":"Sky-Colour","Arguments":"{}","Id":"c"}]}},
        {"Role":{"Label":"tool"},"Items":[
            {"$type":"TextContent","Text":"grey","Metadata":{"ChatCompletionsToolCall.Id":"c"}},
            {"$type":"FunctionResultContent","CallId":"c","PluginName":"Sky","FunctionName":"Colour","Result":"grey"}
        ],"Metadata":{"ChatCompletionsToolCall.Id":"c"}}
    ]"#;
    let imported = read(Format::SemanticKernel, text);
    assert_eq!(imported.messages.iter().map(|message| message.items.len()).collect::<Vec<_>>(), [1, 1]);
    assert!(whats(&imported.losses).contains(&"a text that repeats the result beside it is left out"));
}

#[test]
fn calls_and_results_in_the_metadata_of_the_first_versions_are_calls_and_results() {
    let text = r#"[
        {"Role":{"Label":"assistant"},"Items":[{"$type":"TextContent","Text":"I look."}],
         "Metadata":{"ChatResponseMessage.FunctionToolCalls":[{"Name":"Sky-Colour","Arguments":"{ \"at\": 9 }","Id":"c"}]}},
        {"Role":{"Label":"tool"},"Items":[
            {"$type":"TextContent","Text":"grey","Metadata":{"ChatCompletionsToolCall.Id":"c"}}
        ]}
    ]"#;
    let imported = read(Format::SemanticKernel, text);
    let call = imported.messages[0].calls().next().unwrap();
    assert_eq!(call.function, CalledFunction::Known { name: FunctionName::new("Sky", "Colour") });
    assert_eq!(call.arguments.raw(), "{ \"at\": 9 }");
    let result = imported.messages[1].results().next().unwrap();
    assert_eq!((result.call_id.as_str(), &result.function), ("c", &call.function));
    assert_eq!(result.outcome, Outcome::Returned { output: Output::Text { text: "grey".into() } });
}
