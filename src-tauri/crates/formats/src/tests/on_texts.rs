//! What providers put on texts, and thoughts that have no words for anybody else.

use crate::support::{comes_back, read, whats};
use crate::{Format, export};
use content::{Author, Item, Message, MessageId, Origin, ProviderState, Role};
use serde_json::{Value, json};

fn message(items: Vec<Item>) -> [Message; 1] {
    let (id, author) = (MessageId::new("m1"), Author::Person);
    [Message { id, parent: None, role: Role::Assistant, items, author, origin: Origin::Model }]
}

fn text(text: &str) -> Item {
    Item::Text { text: text.to_owned() }
}

fn wordless(provider: &str, state: Value) -> Item {
    let provider_state = Some(ProviderState::unclaimed(provider, state));
    Item::Reasoning { text: String::new(), provider_state }
}

#[test]
fn what_has_no_words_is_never_an_empty_thought_of_another_provider() {
    let states = [
        (Format::Anthropic, json!({ "onText": true, "citations": [{ "cited_text": "noon" }] })),
        (Format::Gemini, json!({ "onText": true, "thoughtSignature": "c2ln" })),
        (Format::OpenAiResponses, json!({ "onText": true, "phase": "commentary" })),
        (Format::Anthropic, json!({ "data": "b3Bh" })),
        (Format::OpenAiResponses, json!({ "id": "rs_1", "summary": [], "encrypted_content": "eA==" })),
    ];
    for (home, state) in states {
        let with = message(vec![text("At noon."), wordless(home.provider(), state)]);
        let without = export(home, &message(vec![text("At noon.")])).text;
        comes_back(home, &with);
        assert_ne!(export(home, &with).text, without);
        for format in Format::ALL.into_iter().filter(|&format| format != home && format != Format::Own) {
            let exported = export(format, &with);
            assert_eq!(exported.text, export(format, &message(vec![text("At noon.")])).text, "{format}");
            let told = format!("what {} wants to see again is not kept", home.provider());
            assert_eq!(whats(&exported.losses), [told], "{format}");
        }
    }
}

#[test]
fn the_phase_of_a_message_stands_behind_each_of_its_texts() {
    let said = |texts: &[&str], phase: Option<&str>| {
        let part = |text: &&str| json!({ "type": "output_text", "text": text });
        let content: Vec<_> = texts.iter().map(part).collect();
        let mut message = json!({ "type": "message", "role": "assistant", "content": content });
        if let Some(phase) = phase {
            message["phase"] = phase.into();
        }
        message
    };
    let input = [
        said(&["I look."], Some("commentary")),
        said(&["Well."], None),
        said(&["It is", "free."], Some("final_answer")),
    ];
    let imported = read(Format::OpenAiResponses, &json!({ "input": input }).to_string());
    let mark = |phase: &str| wordless("openai-responses", json!({ "phase": phase, "onText": true }));
    let expected = [
        text("I look."),
        mark("commentary"),
        text("Well."),
        text("It is"),
        mark("final_answer"),
        text("free."),
        mark("final_answer"),
    ];
    assert_eq!(imported.messages[0].items, expected);
    assert_eq!(imported.losses, []);
    let written = comes_back(Format::OpenAiResponses, &imported.messages);
    let apart = json!([
        input[0],
        input[1],
        said(&["It is"], Some("final_answer")),
        said(&["free."], Some("final_answer"))
    ]);
    assert_eq!(written["input"], apart);
}

#[test]
fn citations_come_back_with_their_text() {
    let cited = json!({ "type": "text", "text": "At noon.", "citations": [{ "cited_text": "noon" }] });
    let plain = json!({ "type": "text", "text": "Yes.", "citations": null });
    let document = json!([{ "role": "assistant", "content": [
        plain, cited, { "type": "thinking", "thinking": "", "signature": "c2ln" }
    ] }]);
    let imported = read(Format::Anthropic, &document.to_string());
    assert_eq!(imported.losses, []);
    let written = comes_back(Format::Anthropic, &imported.messages);
    let content = &written["messages"][0]["content"];
    assert_eq!(content[0], json!({ "type": "text", "text": "Yes." }));
    assert_eq!(content[1], cited);
    assert_eq!(content[2], document[0]["content"][2]);
}

#[test]
fn a_mark_whose_text_is_gone_is_left_out_and_told() {
    let states = [
        ("anthropic", Format::Anthropic, json!({ "onText": true, "citations": [1] })),
        ("openai-responses", Format::OpenAiResponses, json!({ "onText": true, "phase": "commentary" })),
    ];
    for (provider, format, state) in states {
        let exported = export(format, &message(vec![wordless(provider, state)]));
        let told = whats(&exported.losses);
        assert!(told.contains(&"what stood on a text that is gone is left out"), "{format}: {told:?}");
    }
}
