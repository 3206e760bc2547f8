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

/// What JSON is made of. Escapes by number are left out: half of a pair is no letter. Numbers end somewhere, because a
/// model that has begun with a digit may go on for ever; the longest number of 64 bits has room. Blanks are where the model
/// likes them: one that would begin a new line and may not goes on in the text it could have ended.
pub(super) const JSON: &str = r#"value ::= object | array | string | number | boolean | null
open ::= "{" gap
close ::= gap "}"
begin ::= "[" gap
end ::= gap "]"
comma ::= gap "," gap
colon ::= gap ":" gap
gap ::= "" | " " | "\n" [ \t]{0,32}
object ::= open (string colon value (comma string colon value)*)? close
array ::= begin (value (comma value)*)? end
string ::= "\"" char* "\""
char ::= [^"\\\x00-\x1F\x7F] | "\\" ["\\/bfnrt]
number ::= "-"? whole ("." [0-9]{1,20})? ([eE] [-+]? [0-9]{1,2})?
integer ::= "-"? whole
whole ::= "0" | [1-9] [0-9]{0,19}
boolean ::= "true" | "false"
null ::= "null"
date ::= [0-9]{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] [0-9] | "3" [01])
time ::= ([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9] ("." [0-9]{1,9})? ("Z" | [-+] ([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9])
hex ::= [0-9a-fA-F]
"#;

/// The same grammar behind a thought that the prompt has begun: any text up to the first `</think>`, with as many blanks
/// as models put there. Each rule knows how much of the end was just written.
pub(super) fn behind_thought(grammar: &str) -> String {
    let answer = grammar.replacen("root ::=", "answer ::=", 1);
    format!("root ::= thought \"\\n\"{{0,2}} answer\n{answer}{THOUGHT}")
}

const THOUGHT: &str = r#"thought ::= [^<] thought | "<" thought1
thought1 ::= "/" thought2 | "<" thought1 | [^/<] thought
thought2 ::= "t" thought3 | "<" thought1 | [^t<] thought
thought3 ::= "h" thought4 | "<" thought1 | [^h<] thought
thought4 ::= "i" thought5 | "<" thought1 | [^i<] thought
thought5 ::= "n" thought6 | "<" thought1 | [^n<] thought
thought6 ::= "k" thought7 | "<" thought1 | [^k<] thought
thought7 ::= ">" | "<" thought1 | [^><] thought
"#;
