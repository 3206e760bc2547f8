//! Inputs that are too much of something: too deep, too long, too many.

use super::chance::Chance;

/// How large the largest is.
const BYTES: usize = 4 << 20;

/// What stands around the one thing there is too much of.
const FRAMES: [&str; 16] = [
    "$",
    "[$]",
    r#"{"messages":[$]}"#,
    r#"{"format":1,"messages":[$]}"#,
    r#"{"contents":[$]}"#,
    r#"{"input":[$]}"#,
    r#"{"choices":[{"message":$}]}"#,
    r#"{"candidates":[{"content":{"parts":[$]}}]}"#,
    r#"{"messages":[{"role":"user","content":[$]}]}"#,
    r#"{"messages":[{"role":"user","content":$}]}"#,
    r#"{"contents":[{"role":"user","parts":[$]}]}"#,
    r#"{"messages":[{"role":"assistant","tool_calls":[$]}]}"#,
    r#"[{"Role":{"Label":"user"},"Items":[$]}]"#,
    r#"{"gen_ai.input.messages":[$]}"#,
    r#"{"messages":[{"role":"user","contents":[$]}]}"#,
    r#"{"tools":[$],"messages":[{"role":"user","content":"a"}]}"#,
];

const ITEMS: [&str; 14] = [
    "0",
    "{}",
    "[]",
    "\"\"",
    r#"{"role":"user","content":"a"}"#,
    r#"{"role":"assistant","content":null,"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}"#,
    r#"{"role":"tool","content":"a"}"#,
    r#"{"role":"model","parts":[{"functionCall":{"name":"f"}}]}"#,
    r#"{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]}"#,
    r#"{"type":"text","text":"a"}"#,
    r#"{"type":"tool_result","tool_use_id":"a"}"#,
    r#"{"type":"function_call","name":"f","arguments":"{}"}"#,
    r#"{"$type":"FunctionCallContent","FunctionName":"f"}"#,
    r#"{"$type":"functionResult","callId":"a"}"#,
];

pub fn giant(chance: &mut Chance) -> String {
    let much = match chance.below(6) {
        0 => deep(chance),
        1 => format!("\"{}\"", filled(chance.pick(&["a", "\\u0041", "\\ud83d\\ude00", "ä", "\\n"]), BYTES)),
        2 => filled(chance.pick(&["1", "9"]), BYTES / 4),
        3 => fields(chance.one_in(2)),
        4 => lines(chance),
        _ => {
            let items = format!("{},", chance.pick(&ITEMS));
            let all = filled(&items, BYTES / (1 + chance.below(16)));
            all.trim_end_matches(',').to_owned()
        }
    };
    chance.pick(&FRAMES).replacen('$', &much, 1)
}

fn filled(piece: &str, bytes: usize) -> String {
    piece.repeat((bytes / piece.len()).max(1))
}

fn deep(chance: &mut Chance) -> String {
    let levels = chance.pick(&[60, 70, 130, 10_000, 1_000_000]);
    let (open, close) = chance.pick(&[("[", "]"), (r#"{"content":"#, "}"), (r#"{"a":["#, "]}")]);
    match chance.below(3) {
        0 => open.repeat(levels.min(BYTES / open.len())),
        _ => format!("{}1{}", open.repeat(levels.min(400_000)), close.repeat(levels.min(400_000))),
    }
}

fn fields(is_same: bool) -> String {
    let field = |number: usize| if is_same { "\"a\":{}".to_owned() } else { format!("\"a{number}\":{{}}") };
    let fields: Vec<_> = (0..200_000).map(field).collect();
    format!("{{{}}}", fields.join(","))
}

fn lines(chance: &mut Chance) -> String {
    filled(&format!("{}\n", chance.pick(&ITEMS)), BYTES / 4)
}
