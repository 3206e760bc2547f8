//! Integers that our number types can't hold.
//!
//! JSON sets no limit, and our values hold 64 bits: digits beyond that are lost. A number that keeps its text
//! (`arbitrary_precision` of serde_json) can't be read inside tagged enums, which records are. So the digits are kept
//! beside the value and replace the truncated number when the value is serialized.

use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

/// The arguments of a call that are known to be a JSON object.
pub type JsonObject = serde_json::Map<String, Value>;

/// The integers of a JSON object beyond 64 bits, each at its place with all its digits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Digits {
    /// The shape of the object, reduced to these numbers, each as a string.
    shape: JsonObject,
}

impl Digits {
    /// Finds them in the text of an object.
    pub fn of(json: &str) -> Self {
        if beyond_64_bits(json).is_empty() {
            return Self::default();
        }
        match serde_json::from_str(json).ok().and_then(shape_of) {
            Some(Value::Object(shape)) => Self { shape },
            Some(_) | None => Self::default(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.shape.is_empty()
    }

    /// Moves them into enclosing objects, under these names.
    #[must_use]
    pub fn inside(self, names: &[&str]) -> Self {
        let within = |shape, name: &&str| JsonObject::from_iter([((*name).to_owned(), Value::Object(shape))]);
        Self { shape: names.iter().rev().fold(self.shape, within) }
    }

    /// Applies the change that the object itself went through.
    #[must_use]
    pub fn reshaped(self, change: impl FnOnce(JsonObject) -> JsonObject) -> Self {
        Self { shape: change(self.shape) }
    }

    /// The object with all digits, ready to be serialized as JSON.
    pub fn object<'a>(&'a self, object: &'a JsonObject) -> ExactObject<'a> {
        ExactObject { object, shape: &self.shape }
    }

    /// A member of the object.
    pub fn member<'a>(&'a self, name: &str, value: &'a Value) -> Exact<'a> {
        Exact { value, shape: self.shape.get(name) }
    }

    /// The places of the numbers as JSON pointers, with their digits.
    pub fn places(&self) -> Vec<(String, &str)> {
        let mut places = Vec::new();
        self.shape.iter().for_each(|(name, inner)| places_in(inner, &step("", name), &mut places));
        places
    }
}

/// A value that is serialized with all digits.
#[derive(Clone, Copy, Debug)]
pub struct Exact<'a> {
    value: &'a Value,
    shape: Option<&'a Value>,
}

/// A value that lost no digits.
impl<'a> From<&'a Value> for Exact<'a> {
    fn from(value: &'a Value) -> Self {
        Self { value, shape: None }
    }
}

impl<'a> Exact<'a> {
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// The digits of a number beyond 64 bits, while the value is still the number they belong to.
    pub fn digits(&self) -> Option<&'a str> {
        match (self.value, self.shape) {
            (Value::Number(number), Some(Value::String(digits))) => Some(digits.as_str())
                .filter(|digits| number.is_f64() && digits.parse().ok() == number.as_f64()),
            _ => None,
        }
    }

    pub fn member(&self, name: &str) -> Option<Exact<'a>> {
        let shape = self.shape.and_then(|shape| shape.get(name));
        Some(Exact { value: self.value.as_object()?.get(name)?, shape })
    }

    pub fn items(&self) -> impl Iterator<Item = Exact<'a>> {
        let (value, shapes) = (self.value, self.shape.and_then(Value::as_array));
        let items = value.as_array().into_iter().flatten().enumerate();
        items.map(move |(place, value)| Exact { value, shape: shapes.and_then(|shapes| shapes.get(place)) })
    }

    pub fn members(&self) -> impl Iterator<Item = (&'a String, Exact<'a>)> {
        let (value, shapes) = (self.value, self.shape.and_then(Value::as_object));
        let members = value.as_object().into_iter().flatten();
        members.map(move |(name, value)| {
            (name, Exact { value, shape: shapes.and_then(|shapes| shapes.get(name)) })
        })
    }
}

impl Serialize for Exact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.value, self.shape) {
            (Value::Number(_), Some(_)) => match self.digits() {
                Some(digits) => {
                    RawValue::from_string(digits.to_owned()).map_err(S::Error::custom)?.serialize(serializer)
                }
                None => self.value.serialize(serializer),
            },
            (Value::Array(items), Some(_)) => {
                let mut written = serializer.serialize_seq(Some(items.len()))?;
                self.items().try_for_each(|item| written.serialize_element(&item))?;
                written.end()
            }
            (Value::Object(members), Some(_)) => {
                let mut written = serializer.serialize_map(Some(members.len()))?;
                self.members().try_for_each(|(name, member)| written.serialize_entry(name, &member))?;
                written.end()
            }
            (value, _) => value.serialize(serializer),
        }
    }
}

/// As JSON.
impl fmt::Display for Exact<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape {
            Some(_) => formatter.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?),
            None => self.value.fmt(formatter),
        }
    }
}

/// An object that is serialized with all digits.
#[derive(Clone, Copy, Debug)]
pub struct ExactObject<'a> {
    object: &'a JsonObject,
    shape: &'a JsonObject,
}

impl Serialize for ExactObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.shape.is_empty() {
            return self.object.serialize(serializer);
        }
        let member = |(name, value)| (name, Exact { value, shape: self.shape.get(name) });
        serializer.collect_map(self.object.iter().map(member))
    }
}

/// As JSON.
impl fmt::Display for ExactObject<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// The shape around the long numbers of a value, if it has any.
fn shape_of(json: &RawValue) -> Option<Value> {
    let text = json.get();
    if beyond_64_bits(text).is_empty() {
        return None;
    }
    match text.as_bytes().first()? {
        b'{' => {
            // The last of several members with one name counts, as it does for the value.
            let members: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
            let shapes = members.into_iter().filter_map(|(name, inner)| Some((name, shape_of(inner)?)));
            Some(Value::Object(shapes.collect()))
        }
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            Some(items.into_iter().map(|item| shape_of(item).unwrap_or_default()).collect())
        }
        _ => Some(Value::from(text)),
    }
}

fn places_in<'a>(shape: &'a Value, path: &str, found: &mut Vec<(String, &'a str)>) {
    match shape {
        Value::String(digits) => found.push((path.to_owned(), digits)),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(place, item)| places_in(item, &format!("{path}/{place}"), found));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| places_in(member, &step(path, name), found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn step(path: &str, name: &str) -> String {
    format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// The integers beyond 64 bits in a JSON text, as they are written.
pub fn beyond_64_bits(json: &str) -> Vec<&str> {
    let bytes = json.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(byte) = bytes.get(at) {
        let begin = at;
        match byte {
            b'"' => at = behind_string(bytes, at + 1),
            b'-' | b'0'..=b'9' => {
                while bytes.get(at).is_some_and(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte)) {
                    at += 1;
                }
                found.extend(json.get(begin..at).filter(|number| is_beyond(number)));
            }
            _ => at += 1,
        }
    }
    found
}

fn is_beyond(number: &str) -> bool {
    let is_whole = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    is_whole && number.parse::<i64>().is_err() && number.parse::<u64>().is_err()
}

fn behind_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{Digits, JsonObject, beyond_64_bits};
    use proptest::prelude::*;
    use serde_json::Value;

    fn written(raw: &str, object: &str) -> String {
        let object: JsonObject = serde_json::from_str(object).expect("an object");
        serde_json::to_string(&Digits::of(raw).object(&object)).expect("JSON")
    }

    #[test]
    fn whole_numbers_beyond_64_bits_are_found_and_nothing_else() {
        let check = |json: &str, expected: &[&str]| assert_eq!(beyond_64_bits(json), expected, "{json}");
        check(r#"{"a":18446744073709551615,"b":-9223372036854775808,"c":1.5e300}"#, &[]);
        check(r#"{"a":18446744073709551616}"#, &["18446744073709551616"]);
        check(
            r#"[-9223372036854775809, "99999999999999999999", "\"99999999999999999999"]"#,
            &["-9223372036854775809"],
        );
        check(r#"{"wei":1000000000000000000001"#, &["1000000000000000000001"]);
        check("", &[]);
    }

    #[test]
    fn digits_are_written_where_the_number_is_the_one_they_are_of() {
        let raw = r#"{"a":{"b/c":[1,1000000000000000000001]},"d":-9223372036854775809,"e":"1e21"}"#;
        assert_eq!(written(raw, raw), raw);
        let other = r#"{"a":{"b/c":[1000000000000000000001,2.5]},"d":null,"f":1000000000000000000001}"#;
        assert_eq!(written(raw, other), r#"{"a":{"b/c":[1e+21,2.5]},"d":null,"f":1e+21}"#);
        assert_eq!(written(r#"{"a":1}"#, r#"{"a":1e21}"#), r#"{"a":1e+21}"#);
        let places =
            [("/a/b~1c/1".to_owned(), "1000000000000000000001"), ("/d".to_owned(), "-9223372036854775809")];
        assert_eq!(Digits::of(raw).places(), places);
    }

    #[test]
    fn of_members_with_one_name_the_last_counts() {
        let raw = r#"{"a":1000000000000000000001,"a":1000000000000000000003}"#;
        assert_eq!(written(raw, raw), r#"{"a":1000000000000000000003}"#);
        let raw = r#"{"a":1000000000000000000001,"a":7}"#;
        assert_eq!(written(raw, raw), r#"{"a":7}"#);
    }

    #[test]
    fn what_only_looks_like_a_number_stays_what_it_is() {
        let private = r#"{"$serde_json::private::RawValue":"1000000000000000000001"}"#;
        assert_eq!(Digits::of(private), Digits::default());
        for broken in [r#"{"a":1000000000000000000001"#, "[1000000000000000000001]", "1000000000000000000001"]
        {
            assert_eq!(Digits::of(broken), Digits::default(), "{broken}");
        }
    }

    proptest! {
        #[test]
        fn an_object_is_written_with_what_it_holds(numbers in prop::collection::vec("-?[1-9][0-9]{0,60}", 0..6)) {
            let members = numbers.iter().enumerate().map(|(place, number)| format!("\"n{place}\":{number}"));
            let raw = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
            prop_assert_eq!(written(&raw, &raw), raw.clone());
            let twice: Value = serde_json::from_str(&written(&raw, &raw)).expect("JSON");
            prop_assert_eq!(twice, serde_json::from_str::<Value>(&raw).expect("JSON"));
        }
    }
}
