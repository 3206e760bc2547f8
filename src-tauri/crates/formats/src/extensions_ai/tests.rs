use crate::Format;
use crate::support::{comes_back, read, whats};
use content::{CalledFunction, FunctionName, Item, Media, MediaSource, Origin, Role};
use serde_json::{Value, json};

const RESPONSE: &str = include_str!("../../tests-data/extensions-ai.json");

/// S06.
#[test]
fn a_call_has_its_id_its_full_name_and_its_numbers() {
    let imported = read(Format::ExtensionsAi, RESPONSE);
    let call = imported.messages[2].calls().next().unwrap();
    assert_eq!(call.id.as_str(), "call_1");
    let name = FunctionName::without_plugin("harbour_berth_status");
    assert_eq!(call.function, CalledFunction::Known { name });
    assert_eq!(call.arguments.raw(), r#"{"berth":12,"metres":1.5}"#);
    let result = imported.messages[3].results().next().unwrap();
    assert_eq!((&result.call_id, &result.function), (&call.id, &call.function));
    let roles: Vec<_> = imported.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::Function, Role::Assistant]);
}

#[test]
fn a_response_comes_back_and_says_what_it_lost() {
    let imported = read(Format::ExtensionsAi, RESPONSE);
    let expected = [
        "the field \"authorName\" of a message is not kept",
        "token counts among the contents are not kept",
        "a part of the kind \"error\" is kept as it is, without being understood",
    ];
    assert_eq!(whats(&imported.losses), expected);
    let written = comes_back(Format::ExtensionsAi, &imported.messages);
    let original: Value = serde_json::from_str(RESPONSE).unwrap();
    for index in [0, 1, 3, 4] {
        assert_eq!(written[index]["contents"], original["messages"][index]["contents"]);
    }
    assert_eq!(written[2]["contents"][0]["protectedData"], json!("b3BhcXVl"));
}

#[test]
fn a_call_that_is_for_information_only_says_so_and_comes_back() {
    let call = |id: &str| json!({ "$type": "functionCall", "callId": id, "name": "search", "arguments": {} });
    let mut informational = call("a");
    informational["informationalOnly"] = true.into();
    let document = json!([{ "role": "assistant", "contents": [informational, call("b")] }]);
    let imported = read(Format::ExtensionsAi, &document.to_string());
    let found: Vec<_> = imported.messages[0]
        .calls()
        .map(|call| (call.id.as_str(), call.origin, call.provider_state.is_some()))
        .collect();
    assert_eq!(found, [("a", Origin::Informational, false), ("b", Origin::Model, false)]);
    assert_eq!(comes_back(Format::ExtensionsAi, &imported.messages), document);
    let told = |format| crate::export(format, &imported.messages).losses;
    let what = "that a call is for information only is not kept";
    assert_eq!(told(Format::ExtensionsAi), []);
    assert!(told(Format::OpenAiChat).iter().any(|loss| loss.what.to_string() == what));
}

#[test]
fn media_are_bytes_or_addresses() {
    let imported = read(Format::ExtensionsAi, RESPONSE);
    let inline = MediaSource::Inline { base64: "aGFyYm91cg==".into() };
    let address = MediaSource::Address { uri: "https://example.org/chart.pdf".into() };
    let media =
        |mime_type: &str, source| Item::Media { media: Media { mime_type: mime_type.into(), source } };
    assert_eq!(
        imported.messages[1].items[1..],
        [media("image/png", inline), media("application/pdf", address)]
    );
}
