//! Ids of calls as every template takes them: some raise an error unless an id has nine letters and digits.

use content::{CallId, Item, Message};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const LENGTH: usize = 9;

/// The ids of one history. They are numbered in its order, so that what is said later changes none of them.
#[derive(Debug, Default)]
pub(super) struct Ids {
    written: BTreeMap<CallId, String>,
}

impl Ids {
    pub(super) fn of(history: &[Arc<Message>]) -> Self {
        let items = || history.iter().flat_map(|message| &message.items);
        let taken: BTreeSet<&str> =
            items().filter_map(id).map(CallId::as_str).filter(|id| fits(id)).collect();
        let mut ids = Self::default();
        let free = (1_u64..).map(|number| format!("call{number:05}"));
        let mut free = free.filter(|written| !taken.contains(written.as_str()));
        for id in items().filter_map(id) {
            if !fits(id.as_str())
                && !ids.written.contains_key(id)
                && let Some(written) = free.next()
            {
                ids.written.insert(id.clone(), written);
            }
        }
        ids
    }

    pub(super) fn write<'a>(&'a self, id: &'a CallId) -> &'a str {
        self.written.get(id).map_or(id.as_str(), String::as_str)
    }
}

fn id(item: &Item) -> Option<&CallId> {
    match item {
        Item::FunctionCall { call } => Some(&call.id),
        Item::FunctionResult { result } => Some(&result.call_id),
        Item::Text { .. } | Item::Reasoning { .. } | Item::Media { .. } | Item::Unknown { .. } => None,
    }
}

fn fits(id: &str) -> bool {
    id.len() == LENGTH && id.chars().all(|letter| letter.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::Ids;
    use crate::testing::said_items;
    use content::{CallArguments, CallId, CalledFunction, FunctionCall, Item, Origin, Role};

    #[test]
    fn ids_have_nine_letters_and_digits_and_stay_apart() {
        let given = ["call_1", "call00001", "call_2", "call_1"].map(CallId::new);
        let call = |id: &CallId| {
            let (id, origin) = (id.clone(), Origin::Model);
            let function = CalledFunction::Unknown { raw: "f".to_owned() };
            let arguments = CallArguments::read("{}".to_owned());
            Item::FunctionCall {
                call: FunctionCall { id, function, arguments, origin, provider_state: None },
            }
        };
        let ids = Ids::of(&[said_items(Role::Assistant, given.iter().map(call).collect())]);
        let written: Vec<_> = given.iter().map(|id| ids.write(id)).collect();
        assert_eq!(written, ["call00002", "call00001", "call00003", "call00002"]);
    }
}
