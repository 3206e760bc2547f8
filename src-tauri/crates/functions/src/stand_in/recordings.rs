//! Results that were recorded, a file for each function, the newest last.

use super::because::{Because, Differs};
use content::{FunctionName, JsonObject, Outcome};
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use ts_rs::TS;

/// What a function gave to some arguments once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Recorded {
    #[ts(type = "Record<string, JsonValue>")]
    pub arguments: JsonObject,
    pub outcome: Outcome,
}

/// A recording that can't be read or written.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "recording")]
#[advice("Fix the file or remove it, then try again.")]
pub enum RecordingError {
    #[error("{path} can't be read or written: {source}")]
    Disk { path: PathBuf, source: std::io::Error },
    #[error("line {line} of {path} can't be read: {reason}")]
    Unreadable {
        path: PathBuf,
        line: usize,
        #[notice(cause)]
        reason: Notice,
    },
}

/// A folder of recordings.
#[derive(Clone, Debug)]
pub struct Recordings {
    folder: PathBuf,
}

impl Recordings {
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub fn keep(&self, function: &FunctionName, recorded: &Recorded) -> Result<(), RecordingError> {
        let path = self.path(function);
        let failed = |source| RecordingError::Disk { path: path.clone(), source };
        disk::make_folder(&self.folder).map_err(failed)?;
        let mut line = serde_json::to_vec(recorded).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        let mut file = disk::append(&path).map_err(failed)?;
        file.write_all(&line).map_err(failed)
    }

    /// Everything that was recorded of a function, oldest first.
    pub fn of(&self, function: &FunctionName) -> Result<Vec<Recorded>, RecordingError> {
        let path = self.path(function);
        let text = match disk::read_text(&path, limits::RECORDINGS) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(RecordingError::Disk { path, source }),
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let read = |(number, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| RecordingError::Unreadable {
                path: path.clone(),
                line: number + 1,
                reason: error.notice(),
            })
        };
        lines.map(read).collect()
    }

    pub fn forget(&self, function: &FunctionName) -> Result<(), RecordingError> {
        let path = self.path(function);
        match fs::remove_file(&path) {
            Err(source) if source.kind() != ErrorKind::NotFound => Err(RecordingError::Disk { path, source }),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Two names never share a file, whatever is in them.
    fn path(&self, function: &FunctionName) -> PathBuf {
        let plugin = function.plugin.as_ref().map_or_else(String::new, |plugin| safe(plugin.as_str()));
        self.folder.join(format!("{plugin}.{}.jsonl", safe(&function.function)))
    }
}

/// What was recorded last for these arguments, whatever the order of their keys.
pub(super) fn matching<'a>(recorded: &'a [Recorded], arguments: &JsonObject) -> Option<&'a Recorded> {
    // Objects are equal whatever the order of their members.
    recorded.iter().rev().find(|recorded| recorded.arguments == *arguments)
}

/// Why nothing matches: where the nearest recording is different.
pub(crate) fn mismatch(function: &FunctionName, recorded: &[Recorded], arguments: &JsonObject) -> Because {
    let compared = recorded.iter().rev().map(|recorded| differences(&recorded.arguments, arguments));
    let function = function.clone();
    match compared.min_by_key(Vec::len) {
        None => Because::NothingRecorded { function },
        Some(nearest) => Because::OtherArguments { count: recorded.len(), function, nearest },
    }
}

fn differences(recorded: &JsonObject, arguments: &JsonObject) -> Vec<Differs> {
    let keys = recorded.keys().chain(arguments.keys().filter(|key| !recorded.contains_key(*key)));
    keys.filter(|key| recorded.get(*key) != arguments.get(*key))
        .map(|key| {
            let written = |of: &JsonObject| of.get(key).map_or_else(String::new, ToString::to_string);
            let (key, here, there) = (key.clone(), written(arguments), written(recorded));
            match (here.is_empty(), there.is_empty()) {
                (true, _) => Differs::OnlyThere { key, there },
                (_, true) => Differs::OnlyHere { key, here },
                _ => Differs::Value { key, here, there },
            }
        })
        .collect()
}

fn safe(name: &str) -> String {
    let mut safe = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' {
            safe.push(char::from(byte));
        } else {
            safe.push_str(&format!("%{byte:02x}"));
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::{Recorded, Recordings, matching, mismatch};
    use content::{FunctionName, Outcome, Output};
    use serde_json::{Value, from_value, json};

    fn recorded(arguments: Value, text: &str) -> Recorded {
        let outcome = Outcome::Returned { output: Output::Text { text: text.to_owned() } };
        Recorded { arguments: from_value(arguments).expect("an object"), outcome }
    }

    #[test]
    fn the_newest_recording_of_the_same_arguments_is_found_whatever_their_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let recordings = Recordings::in_folder(folder.path().join("recordings"));
        let name = FunctionName::new("weather", "../get Forecast");
        assert_eq!(recordings.of(&name).expect("an empty list"), []);
        let first = recorded(json!({ "a": 1, "b": [2] }), "old");
        let second = recorded(json!({ "a": 1, "b": [2] }), "new");
        recordings.keep(&name, &first).expect("kept");
        recordings.keep(&name, &second).expect("kept");
        let all = recordings.of(&name).expect("both");
        let other_way = from_value(json!({ "b": [2], "a": 1 })).expect("an object");
        assert_eq!(matching(&all, &other_way), Some(&second));
        assert_eq!(recordings.of(&FunctionName::new("weather", "..")).expect("another file"), []);
        recordings.forget(&name).expect("gone");
        recordings.forget(&name).expect("gone already");
        assert_eq!(recordings.of(&name).expect("an empty list"), []);
    }

    #[test]
    fn a_mismatch_says_where_the_nearest_recording_differs() {
        let name = FunctionName::new("weather", "get_forecast");
        let all = [recorded(json!({ "city": "Oslo", "day": 1 }), ""), recorded(json!({ "town": 3 }), "")];
        let asked = from_value(json!({ "city": "Rome", "day": 1 })).expect("an object");
        let text = mismatch(&name, &all, &asked).to_string();
        assert!(text.ends_with(r#"The nearest differs: /city is "Rome" here and "Oslo" there."#), "{text}");
        assert_eq!(
            mismatch(&name, &[], &asked).to_string(),
            "Nothing was recorded of weather · get_forecast."
        );
    }
}
