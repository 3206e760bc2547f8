//! Texts, calls and results within an element, where each protocol has them.

use crate::Protocol;
use crate::json::{self, Span};

/// What can be replaced within an element.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    /// Strings.
    pub(super) texts: Vec<Span>,
    pub(super) calls: Vec<CallLeaf>,
    /// Objects that hold a result.
    pub(super) results: Vec<Span>,
}

#[derive(Clone, Debug)]
pub(super) struct CallLeaf {
    /// The object with the name and the arguments.
    pub(super) object: Span,
    /// The member that the arguments are.
    pub(super) arguments: &'static str,
}

/// The leaves of a message, or of what stands in the place of one.
pub(super) fn of(protocol: Protocol, text: &str, element: &Span) -> Leaves {
    let mut reader = Reader { text, leaves: Leaves::default() };
    match protocol {
        Protocol::OpenAiChat => reader.chat(element),
        Protocol::OpenAiResponses => reader.responses(element),
        Protocol::Anthropic => reader.anthropic(element),
        Protocol::Gemini => reader.gemini(element),
    }
    reader.leaves
}

struct Reader<'a> {
    text: &'a str,
    leaves: Leaves,
}

impl Reader<'_> {
    fn chat(&mut self, element: &Span) {
        let role = self.string(element, "role").unwrap_or_default().to_ascii_lowercase();
        if role == "tool" || role == "function" {
            self.leaves.results.push(element.clone());
            return;
        }
        if let Some(content) = self.value(element, "content") {
            self.content(&content, &["text"]);
        }
        self.words(self.value(element, "refusal"));
        for call in self.value(element, "tool_calls").map(|list| self.list(&list)).unwrap_or_default() {
            match (self.value(&call, "custom"), self.value(&call, "function")) {
                (Some(object), _) => self.leaves.calls.push(CallLeaf { object, arguments: "input" }),
                (None, Some(object)) => self.leaves.calls.push(CallLeaf { object, arguments: "arguments" }),
                (None, None) => {}
            }
        }
        if let Some(object) = self.value(element, "function_call") {
            self.leaves.calls.push(CallLeaf { object, arguments: "arguments" });
        }
    }

    fn responses(&mut self, element: &Span) {
        if self.is_string(element) {
            self.leaves.texts.push(element.clone());
            return;
        }
        match self.string(element, "type").as_deref() {
            None | Some("message") => {
                if let Some(content) = self.value(element, "content") {
                    match self.is_string(&content) {
                        true => self.leaves.texts.push(content),
                        false => self.content(&content, &["input_text", "output_text", "text"]),
                    }
                }
            }
            Some("function_call") => {
                self.leaves.calls.push(CallLeaf { object: element.clone(), arguments: "arguments" });
            }
            Some("custom_tool_call") => {
                self.leaves.calls.push(CallLeaf { object: element.clone(), arguments: "input" });
            }
            Some("function_call_output" | "custom_tool_call_output") => {
                self.leaves.results.push(element.clone());
            }
            Some(_) => {}
        }
    }

    fn anthropic(&mut self, element: &Span) {
        let content = match json::is_object(self.text, element) {
            true => self.value(element, "content"),
            false => Some(element.clone()),
        };
        let Some(content) = content else { return };
        if self.is_string(&content) {
            self.leaves.texts.push(content);
            return;
        }
        for block in self.list(&content) {
            match self.string(&block, "type").as_deref() {
                Some("text") => self.leaves.texts.extend(self.value(&block, "text")),
                Some("tool_use") => self.leaves.calls.push(CallLeaf { object: block, arguments: "input" }),
                Some("tool_result") => self.leaves.results.push(block),
                Some(_) | None => {}
            }
        }
    }

    fn gemini(&mut self, element: &Span) {
        if self.is_string(element) {
            self.leaves.texts.push(element.clone());
            return;
        }
        let is_model =
            self.string(element, "role").is_some_and(|role| ["model", "assistant"].contains(&&*role));
        for part in self.value(element, "parts").map(|list| self.list(&list)).unwrap_or_default() {
            let first = |names: &[&str]| json::first(self.text, &part, names);
            let flag = |name: &str| {
                self.value(&part, name).is_some_and(|flag| json::slice(self.text, &flag) == "true")
            };
            if self.is_string(&part) {
                self.leaves.texts.push(part);
            } else if let Some(object) = first(&["functionCall", "function_call"]) {
                self.leaves.calls.push(CallLeaf { object, arguments: "args" });
            } else if let Some(object) = first(&["functionResponse", "function_response"]) {
                self.leaves.results.push(object);
            } else if first(&["inlineData", "inline_data", "fileData", "file_data"]).is_none()
                && !flag("thought")
            {
                let text = self.value(&part, "text");
                let is_signature = first(&["thoughtSignature", "thought_signature"]).is_some() && is_model;
                let is_kept = |text: &Span| !(is_signature && json::slice(self.text, text) == "\"\"");
                self.leaves.texts.extend(text.filter(is_kept));
            }
        }
    }

    /// A text that says something, or a list of parts.
    fn content(&mut self, content: &Span, kinds: &[&str]) {
        if self.is_string(content) {
            return self.words(Some(content.clone()));
        }
        for part in self.list(content) {
            match self.string(&part, "type").as_deref() {
                Some("refusal") => self.leaves.texts.extend(self.value(&part, "refusal")),
                Some(kind) if kinds.contains(&kind) => self.leaves.texts.extend(self.value(&part, "text")),
                Some(_) | None => {}
            }
        }
    }

    fn words(&mut self, span: Option<Span>) {
        let says = |span: &Span| json::text_of(self.text, span).is_some_and(|text| !text.is_empty());
        self.leaves.texts.extend(span.filter(says));
    }

    fn value(&self, object: &Span, name: &str) -> Option<Span> {
        json::value(self.text, object, name)
    }

    fn string(&self, object: &Span, name: &str) -> Option<String> {
        json::text_of(self.text, &self.value(object, name)?)
    }

    fn list(&self, array: &Span) -> Vec<Span> {
        json::elements(self.text, array)
    }

    fn is_string(&self, span: &Span) -> bool {
        json::slice(self.text, span).starts_with('"')
    }
}
