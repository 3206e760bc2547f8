//! How many tokens an answer has that no provider has counted, and what it answers.

use crate::request::ProgramRequest;
use crate::written_name;
use connectors::tokens::{rounded, weigh, weigh_piece};
use content::{FunctionCall, FunctionResult, Item, Usage};
use serde_json::{Value, json};

impl ProgramRequest {
    /// About the usage that its provider would report, had it given this answer.
    pub fn usage_of(&self, answer: &[Item]) -> Usage {
        let counting = self.protocol.kind().counting(&self.model);
        let asked: Vec<Value> = self.messages.iter().map(|message| said(&message.items)).collect();
        let offered = self.functions.iter().map(|function| {
            let (name, description) = (function.name.to_string(), &function.description);
            json!({ "name": name, "description": description, "parameters": function.parameters })
        });
        let body = json!({ "messages": asked, "tools": offered.collect::<Vec<_>>() });
        let tokens = |weight| Some(rounded(counting.tokens(weight)));
        Usage {
            input: tokens(weigh(&body)),
            output: tokens(weigh_piece("/messages/0", &said(answer))),
            ..Usage::default()
        }
    }
}

/// The words of a message. Media have none.
fn said(items: &[Item]) -> Value {
    let words = |item: &Item| match item {
        Item::Text { text } | Item::Reasoning { text, .. } => vec![json!(text)],
        Item::FunctionCall { call: FunctionCall { function, arguments, .. } } => {
            vec![json!(written_name(function)), json!(arguments.raw())]
        }
        Item::FunctionResult { result: FunctionResult { outcome, .. } } => vec![json!(outcome)],
        Item::Unknown { value } => vec![value.clone()],
        Item::Media { .. } => Vec::new(),
    };
    items.iter().flat_map(words).collect()
}

#[cfg(test)]
mod tests {
    use crate::request::ProgramRequest;
    use crate::request::tests::route;
    use crate::testing::answer_items;
    use crate::{Protocol, Route};
    use content::{Item, MessageId, Usage};
    use serde_json::{Value, json};

    fn read(route: &Route, body: &Value) -> ProgramRequest {
        let body = body.to_string();
        ProgramRequest::read(route, body.as_bytes(), &|| MessageId::new("m")).expect("a request")
    }

    /// A question in the protocol.
    fn asked(protocol: Protocol, question: &str) -> ProgramRequest {
        let message = json!({ "role": "user", "content": question });
        let body = match protocol {
            Protocol::OpenAiChat | Protocol::Anthropic => json!({ "model": "m", "messages": [message] }),
            Protocol::OpenAiResponses => json!({ "model": "m", "input": [message] }),
            Protocol::Gemini => json!({ "contents": [{ "role": "user", "parts": [{ "text": question }] }] }),
        };
        read(&route(protocol), &body)
    }

    #[test]
    fn an_answer_has_more_tokens_the_more_it_says_and_so_has_what_it_answers() {
        let text = |text: &str| vec![Item::Text { text: text.to_owned() }];
        for protocol in Protocol::ALL {
            let (short, long) =
                (asked(protocol, "Which berth?"), asked(protocol, &"Which berth is free? ".repeat(100)));
            let of_words = short.usage_of(&text("Berth twelve is free until noon."));
            let Usage { input: Some(input), output: Some(output), .. } = of_words else {
                panic!("{of_words:?}")
            };
            assert!((5..30).contains(&input) && (7..20).contains(&output), "{protocol:?}: {of_words:?}");
            let of_all = long.usage_of(&answer_items());
            assert!(of_all.input > Some(400) && of_all.output > Some(output), "{protocol:?}: {of_all:?}");
        }
    }
}
