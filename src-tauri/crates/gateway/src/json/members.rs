//! JSON objects that are edited without a change to what is not edited.
//!
//! A value is kept as its text: digits beyond 64 bits, lone surrogates, the order of members and fields nobody knows all
//! survive an edit beside them.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The members of an object in their order, each with the text of its value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members<'a>(Vec<(String, Cow<'a, RawValue>)>);

impl<'a> Members<'a> {
    /// Reads an object. `None` for anything else.
    pub(crate) fn read(json: &'a str) -> Option<Self> {
        let InOrder(members) = serde_json::from_str(json).ok()?;
        Some(Self(members.into_iter().map(|(name, value)| (name, Cow::Borrowed(value))).collect()))
    }

    /// Reads the object that a member holds.
    pub(crate) fn inside(&self, name: &str) -> Option<Members<'_>> {
        Members::read(self.text_of(name)?)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&RawValue> {
        self.0.iter().find(|(member, _)| member == name).map(|(_, value)| &**value)
    }

    /// The JSON text of a member.
    pub(crate) fn text_of(&self, name: &str) -> Option<&str> {
        self.get(name).map(RawValue::get)
    }

    /// The value of a member, if it is of this type.
    pub(crate) fn value<T: for<'v> Deserialize<'v>>(&self, name: &str) -> Option<T> {
        serde_json::from_str(self.text_of(name)?).ok()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), &**value))
    }

    /// Sets a member where it stands, or behind all others.
    pub(crate) fn set(&mut self, name: &str, value: Box<RawValue>) {
        match self.0.iter_mut().find(|(member, _)| member == name) {
            Some((_, old)) => *old = Cow::Owned(value),
            None => self.0.push((name.to_owned(), Cow::Owned(value))),
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.0.retain(|(member, _)| member != name);
    }

    pub(crate) fn into_owned(self) -> Members<'static> {
        let owned = |(name, value): (String, Cow<'a, RawValue>)| (name, Cow::Owned(value.into_owned()));
        Members(self.0.into_iter().map(owned).collect())
    }
}

impl FromIterator<(String, Box<RawValue>)> for Members<'static> {
    fn from_iter<I: IntoIterator<Item = (String, Box<RawValue>)>>(members: I) -> Self {
        Self(members.into_iter().map(|(name, value)| (name, Cow::Owned(value))).collect())
    }
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// The members of an object in their order, also where a name occurs twice.
pub(super) struct InOrder<'a>(pub(super) Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for InOrder<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Object).map(Self)
    }
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        std::iter::from_fn(|| members.next_entry().transpose()).collect()
    }
}

/// The elements of an array, each as its text. `None` for anything else.
pub(crate) fn elements(json: &str) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json).ok()
}

/// The JSON text of a value.
pub(crate) fn raw(value: &(impl Serialize + ?Sized)) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// A text that is JSON already.
pub(crate) fn raw_json(json: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(json.trim().to_owned()).ok()
}

/// Whether a value says nothing: null, or an empty object, list or string.
pub(crate) fn is_nothing(value: &RawValue) -> bool {
    let bare: String = value.get().chars().filter(|letter| !letter.is_ascii_whitespace()).take(5).collect();
    matches!(bare.as_str(), "null" | "{}" | "[]" | "\"\"")
}

#[cfg(test)]
mod tests {
    use super::{Members, elements, is_nothing, raw, raw_json};

    #[test]
    fn an_edit_leaves_every_other_member_as_it_was_written() {
        let json = r#"{"big":123456789012345678901234567890,"one":1.0,"lone":"\ud83d","a":[ 1, 2 ],"big":2}"#;
        let mut members = Members::read(json).expect("an object");
        members.set("a", raw(&3));
        members.set("new", raw("é"));
        let expected =
            r#"{"big":123456789012345678901234567890,"one":1.0,"lone":"\ud83d","a":3,"big":2,"new":"é"}"#;
        assert_eq!(raw(&members).get(), expected);
        members.remove("big");
        assert_eq!(raw(&members.into_owned()).get(), r#"{"one":1.0,"lone":"\ud83d","a":3,"new":"é"}"#);
    }

    #[test]
    fn anything_but_an_object_has_no_members_and_anything_but_a_list_no_elements() {
        for json in ["", "null", "[1]", "{", "\"{}\"", "{\"a\":1}x"] {
            assert!(Members::read(json).is_none(), "{json}");
            assert!(json == "[1]" || elements(json).is_none(), "{json}");
        }
    }

    #[test]
    fn an_empty_value_says_nothing() {
        for (json, expected) in
            [("null", true), ("{ }", true), ("[]", true), ("\"\"", true), ("0", false), ("{\"a\":1}", false)]
        {
            assert_eq!(is_nothing(&raw_json(json).expect(json)), expected, "{json}");
        }
    }
}
