//! The letters of a grammar.

use std::fmt::Write;

/// A text as it stands in a grammar. No text is nothing.
pub(super) fn literal(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut written = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            letter if letter.is_control() => {
                // Writing into a string can't fail.
                let _ = write!(written, "\\u{:04X}", u32::from(letter));
            }
            letter => written.push(letter),
        }
    }
    written.push('"');
    written
}

/// One after the other. What is nothing is left away.
pub(super) fn joined(parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What JSON is made of. Escapes by number are left out: half of a pair is no letter.
pub(super) const JSON: &str = r#"value ::= object | array | string | number | boolean | null
object ::= "{" (string ": " value (", " string ": " value)*)? "}"
array ::= "[" (value (", " value)*)? "]"
string ::= "\"" char* "\""
char ::= [^"\\\x00-\x1F\x7F] | "\\" ["\\/bfnrt]
number ::= "-"? whole ("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,2})?
integer ::= "-"? whole
whole ::= "0" | [1-9] [0-9]{0,14}
boolean ::= "true" | "false"
null ::= "null"
date ::= [0-9]{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] [0-9] | "3" [01])
time ::= ([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9] ("Z" | [-+] ([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9])
hex ::= [0-9a-f]
"#;
