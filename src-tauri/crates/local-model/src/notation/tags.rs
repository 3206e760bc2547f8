//! Names and arguments in marks of their own instead of JSON.

use content::JsonObject;
use serde_json::Value;

/// A name at the beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Name { name: String, length: usize },
    Undecided,
    Nothing,
}

/// The longest a name may be before it counts as none.
const LONGEST: usize = 256;
const FUNCTION: &str = "<function=";
const PARAMETER: [&str; 3] = ["<parameter=", ">", "</parameter>"];
const ENDS: [&str; 2] = ["</function>", "</tool_call>"];

/// `<function=name>`.
pub(super) fn function(text: &str) -> Named {
    if text.len() < FUNCTION.len() && FUNCTION.starts_with(text) {
        return Named::Undecided;
    }
    let Some(rest) = text.strip_prefix(FUNCTION) else { return Named::Nothing };
    match rest.find('>') {
        Some(end) => {
            let name = rest.get(..end).unwrap_or_default().trim().to_owned();
            Named::Name { name, length: FUNCTION.len() + end + 1 }
        }
        None if rest.len() < LONGEST => Named::Undecided,
        None => Named::Nothing,
    }
}

/// `name[ARGS]`, `name[CALL_ID]id[ARGS]`, or a name with arguments right behind it; each may have the mark again
/// before it.
pub(super) fn listed(text: &str) -> Named {
    const MARK: &str = "[TOOL_CALLS]";
    const ARGUMENTS: &str = "[ARGS]";
    if text.len() < MARK.len() && MARK.starts_with(text) {
        return Named::Undecided;
    }
    let begin = if text.starts_with(MARK) { MARK.len() } else { 0 };
    let rest = text.get(begin..).unwrap_or_default();
    let marked = rest.find(ARGUMENTS).map(|place| place + ARGUMENTS.len());
    let Some(end) = rest.find(['{', '\n']).into_iter().chain(marked).min() else {
        return if rest.len() < LONGEST { Named::Undecided } else { Named::Nothing };
    };
    let name = rest.get(..end).unwrap_or_default();
    let name = name.split('[').next().unwrap_or_default().trim();
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace) && name.len() < LONGEST;
    if is_name { Named::Name { name: name.to_owned(), length: begin + end } } else { Named::Nothing }
}

/// How far arguments in tags are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Taken,
    Undecided,
    End,
}

/// `<parameter=name>value</parameter>`, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters(JsonObject);

impl Parameters {
    pub(super) fn take(&mut self, rest: &mut String) -> Progress {
        let skipped = rest.len() - rest.trim_start().len();
        rest.drain(..skipped);
        let [begin, middle, end] = PARAMETER;
        if rest.is_empty() || (rest.len() < begin.len() && begin.starts_with(rest.as_str())) {
            return Progress::Undecided;
        }
        if ENDS.iter().any(|end| rest.len() < end.len() && end.starts_with(rest.as_str())) {
            return Progress::Undecided;
        }
        let Some(inner) = rest.strip_prefix(begin) else { return Progress::End };
        let Some((name, value)) = inner.split_once(middle) else { return Progress::Undecided };
        let Some((value, after)) = value.split_once(end) else { return Progress::Undecided };
        let text = value.strip_prefix('\n').unwrap_or(value);
        let text = text.strip_suffix('\n').unwrap_or(text);
        let read = serde_json::from_str::<Value>(text).unwrap_or_else(|_| Value::String(text.to_owned()));
        self.0.insert(name.trim().to_owned(), read);
        *rest = after.to_owned();
        Progress::Taken
    }

    pub(super) fn written(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_else(|_| "{}".to_owned())
    }
}
