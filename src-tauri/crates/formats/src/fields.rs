//! Reads the fields of an object and remembers which, so that what nobody read can be reported.

use crate::beside::not_kept;
use crate::conversation::Conversation;
use crate::loss::Losses;
use crate::lost::{Lost, Owner};
use crate::value::{says_nothing, shown};
use content::JsonObject;
use serde_json::Value;

/// The fields of one object in a document.
pub(crate) struct Fields<'a> {
    object: &'a JsonObject,
    place: String,
    read: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(value: &'a Value, place: impl Into<String>) -> Option<Self> {
        let object = value.as_object()?;
        Some(Self { object, place: place.into(), read: Vec::new() })
    }

    pub(crate) fn place(&self) -> &str {
        &self.place
    }

    /// The place of a field, as a JSON pointer writes it.
    pub(crate) fn inside(&self, name: &str) -> String {
        let name = name.replace('~', "~0").replace('/', "~1");
        format!("{}/{name}", self.place)
    }

    /// The field whatever it is. Null counts as absent.
    pub(crate) fn value(&mut self, name: &'static str) -> Option<&'a Value> {
        self.take(name, |value| (!value.is_null()).then_some(value))
    }

    /// The first of several spellings that is there.
    pub(crate) fn first(&mut self, names: &[&'static str]) -> Option<&'a Value> {
        names.iter().find_map(|name| self.value(name))
    }

    pub(crate) fn text(&mut self, name: &'static str) -> Option<&'a str> {
        self.take(name, Value::as_str)
    }

    pub(crate) fn list(&mut self, name: &'static str) -> Option<&'a [Value]> {
        self.take(name, |value| value.as_array().map(Vec::as_slice))
    }

    pub(crate) fn flag(&mut self, name: &'static str) -> Option<bool> {
        self.take(name, Value::as_bool)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.object.get(name).is_some_and(|value| !value.is_null())
    }

    /// Fields we know and leave out on purpose, because they say nothing about the conversation.
    pub(crate) fn known(&mut self, names: &[&'static str]) {
        self.read.extend(names);
    }

    /// A field that says nothing where it has this value, which is the usual one.
    pub(crate) fn known_as(&mut self, name: &'static str, usual: &str) {
        self.take(name, |value| (value.as_str()? == usual).then_some(()));
    }

    /// The fields nobody has read, for a provider that wants them back. Empty ones may be required there.
    pub(crate) fn rest(&mut self) -> JsonObject {
        let unread = self
            .object
            .iter()
            .filter(|(name, value)| !self.read.contains(&name.as_str()) && !value.is_null());
        let rest = unread.map(|(name, value)| (name.clone(), value.clone())).collect();
        self.read.clear();
        self.object = empty();
        rest
    }

    /// Reports each field that was not read, once for every kind of object.
    pub(crate) fn finish(self, owner: Owner, losses: &mut Losses) {
        for (name, _) in self.unread() {
            self.report(name, owner, losses);
        }
    }

    /// Reports a field that is left out.
    pub(crate) fn report(&self, name: &str, owner: Owner, losses: &mut Losses) {
        losses.add(&self.inside(name), Lost::Field { field: shown(name), owner });
    }

    /// Reports everything that was not read in one sentence, and keeps it at hand: settings and counts around a
    /// conversation.
    pub(crate) fn finish_around(self, conversation: &mut Conversation) {
        let unread: JsonObject = self.unread().map(|(name, value)| (name.clone(), value.clone())).collect();
        let names: Vec<_> = unread.keys().map(|name| shown(name)).collect();
        if let Some(what) = not_kept(&names) {
            conversation.losses.add(&self.place, what);
        }
        conversation.beside = unread;
    }

    fn take<T>(&mut self, name: &'static str, read: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        let found = read(self.object.get(name)?)?;
        self.read.push(name);
        Some(found)
    }

    fn unread(&self) -> impl Iterator<Item = (&'a String, &'a Value)> {
        self.object.iter().filter(|(name, value)| !self.read.contains(&name.as_str()) && !says_nothing(value))
    }
}

fn empty() -> &'static JsonObject {
    static EMPTY: std::sync::LazyLock<JsonObject> = std::sync::LazyLock::new(JsonObject::new);
    &EMPTY
}

#[cfg(test)]
mod tests {
    use super::Fields;
    use crate::loss::Losses;
    use crate::lost::Owner;
    use serde_json::json;

    #[test]
    fn what_nobody_read_is_reported_unless_it_says_nothing() {
        let value = json!({ "role": "user", "colour": "red", "note": null, "tags": [] });
        let mut fields = Fields::of(&value, "/messages/0").unwrap();
        assert_eq!(fields.text("role"), Some("user"));
        let mut losses = Losses::default();
        fields.finish(Owner::Message, &mut losses);
        let list = losses.into_list();
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].place, "/messages/0/colour");
        assert_eq!(list[0].what.to_string(), "the field \"colour\" of a message is not kept");
    }

    #[test]
    fn a_place_is_a_json_pointer_whatever_the_name() {
        let value = json!({});
        let fields = Fields::of(&value, "/a").unwrap();
        assert_eq!(fields.inside("b/c~d"), "/a/b~1c~0d");
    }

    #[test]
    fn a_field_of_the_wrong_type_counts_as_not_read() {
        let value = json!({ "text": 5 });
        let mut fields = Fields::of(&value, "").unwrap();
        assert_eq!(fields.text("text"), None);
        let mut losses = Losses::default();
        fields.finish(Owner::Part, &mut losses);
        assert_eq!(losses.into_list().len(), 1);
    }
}
