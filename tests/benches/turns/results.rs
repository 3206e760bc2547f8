//! Results that stand in for what functions would return, and whether an answer says what they say.

use crate::data::mark;
use ports::FunctionSpec;
use serde_json::{Value, json};

/// Names that no prompt has in it.
const NAMES: [&str; 16] = [
    "Larkspur",
    "Meridian",
    "Tamarack",
    "Solstice",
    "Juniper",
    "Halcyon",
    "Bramble",
    "Cobalt",
    "Peregrine",
    "Saffron",
    "Thistle",
    "Vermilion",
    "Windermere",
    "Yarrow",
    "Zephyr",
    "Ondine",
];
/// What the name of a function begins with that asks for something.
const ASKING: [&str; 24] = [
    "get",
    "find",
    "search",
    "calculate",
    "compute",
    "fetch",
    "list",
    "check",
    "query",
    "retrieve",
    "lookup",
    "read",
    "estimate",
    "analyze",
    "convert",
    "determine",
    "show",
    "tell",
    "view",
    "what",
    "is",
    "evaluate",
    "generate",
    "predict",
];
/// And one that does something.
const DOING: [&str; 24] = [
    "send", "create", "book", "set", "add", "update", "delete", "post", "play", "order", "buy", "cancel",
    "schedule", "register", "turn", "make", "remove", "start", "stop", "open", "close", "submit", "reserve",
    "upload",
];

/// A result and the values an answer has to have of it.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    pub(crate) output: Value,
    values: Vec<Value>,
}

/// What a function returns to a prompt: always the same.
pub(crate) fn result_of(prompt: &str, spec: &FunctionSpec) -> Expected {
    let seed = mark(&format!("{prompt}/{}", spec.name));
    let words = words_of(&spec.name.function);
    let first = words.first().map(String::as_str).unwrap_or_default();
    let number = json!(100 + seed / 7 % 800);
    let decimal = json!(((1_000 + seed / 11 % 8_000) as f64) / 10.0);
    let name = json!(NAMES[usize::try_from(seed / 13 % 16).unwrap_or(0)]);
    if DOING.contains(&first) {
        let reference = json!(format!("{}-{}", initials(&name), 1_000 + seed / 17 % 9_000));
        return Expected {
            output: json!({ "status": "done", "reference": reference }),
            values: vec![reference],
        };
    }
    let about: Vec<_> = words.iter().skip(usize::from(ASKING.contains(&first))).take(3).cloned().collect();
    let key = if about.is_empty() { "result".to_owned() } else { about.join("_") };
    match seed % 4 {
        0 => Expected { output: json!({ key: decimal }), values: vec![decimal] },
        1 => Expected { output: json!({ key: name }), values: vec![name] },
        2 => Expected { output: json!({ key: number }), values: vec![number] },
        _ => Expected { output: json!({ key: name, "value": decimal }), values: vec![name, decimal] },
    }
}

impl Expected {
    pub(crate) fn is_told_in(&self, answer: &str) -> bool {
        self.values.iter().all(|value| match value {
            Value::String(text) => answer.to_lowercase().contains(&text.to_lowercase()),
            number => number.as_f64().is_some_and(|number| numbers(answer).contains(&number)),
        })
    }
}

/// Numbers an answer has that stand in nothing that was said before. Small ones count nothing: lists have them.
pub(crate) fn made_up(answer: &str, known: &str) -> Vec<f64> {
    let known = numbers(known);
    let is_known = |number: f64| known.iter().any(|one| one.abs() == number.abs());
    numbers(answer).into_iter().filter(|number| number.abs() > 10.0 && !is_known(*number)).collect()
}

/// The numbers in a text, commas between thousands left out.
fn numbers(text: &str) -> Vec<f64> {
    let letters: Vec<char> = text.chars().collect();
    let (mut found, mut place) = (Vec::new(), 0);
    while place < letters.len() {
        if !letters[place].is_ascii_digit() {
            place += 1;
            continue;
        }
        let mut digits = String::new();
        while place < letters.len() {
            let next_is_digit = letters.get(place + 1).is_some_and(char::is_ascii_digit);
            let thousands =
                letters.get(place + 1..place + 4).is_some_and(|three| three.iter().all(char::is_ascii_digit))
                    && !letters.get(place + 4).is_some_and(char::is_ascii_digit);
            match letters[place] {
                digit if digit.is_ascii_digit() => digits.push(digit),
                '.' if next_is_digit && !digits.contains('.') => digits.push('.'),
                ',' if thousands => {}
                _ => break,
            }
            place += 1;
        }
        found.extend(digits.parse::<f64>());
    }
    found
}

/// The words of a name, in small letters.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() || (letter.is_uppercase() && was_small) {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        was_small = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

fn initials(name: &Value) -> String {
    name.as_str().unwrap_or_default().chars().take(2).collect::<String>().to_uppercase()
}
