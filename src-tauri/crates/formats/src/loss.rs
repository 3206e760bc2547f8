//! What could not be carried over.

use crate::lost::Lost;
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ts_rs::TS;

/// How many losses are listed. A hostile document could name a new one in every field.
const LISTED: usize = 200;

/// Something a format cannot hold, or something in a document we cannot read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Loss {
    /// Where it was met first: a JSON pointer, or a line of a file with one message a line.
    pub place: String,
    pub what: Notice,
}

/// Collects losses. One that is met again is not said again.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    listed: Vec<Loss>,
    said: BTreeSet<String>,
    more: usize,
    places: BTreeSet<String>,
}

impl Losses {
    pub(crate) fn add(&mut self, place: &str, what: Lost) {
        self.put(place, what.notice());
    }

    fn put(&mut self, place: &str, what: Notice) {
        if let Some(message) = place.strip_prefix("/messages/") {
            let index = message.split('/').next().unwrap_or(message);
            self.places.insert(index.to_owned());
        }
        let said = what.to_string();
        if self.said.contains(&said) {
            return;
        }
        if self.listed.len() == LISTED {
            self.more += 1;
            return;
        }
        self.said.insert(said);
        self.listed.push(Loss { place: place.to_owned(), what });
    }

    /// Whether anything was lost in that message, even if the sentence was said for another one.
    pub(crate) fn touches(&self, message: usize) -> bool {
        self.places.contains(&message.to_string())
    }

    /// Says what others say, behind what is said here.
    pub(crate) fn append(&mut self, others: Self) {
        for Loss { place, what } in others.listed {
            self.put(&place, what);
        }
        self.more += others.more;
    }

    /// Forgets which messages were touched. A writer of one message at a time asks for the last one only.
    pub(crate) fn forget_places(&mut self) {
        self.places.clear();
    }

    pub(crate) fn into_list(self) -> Vec<Loss> {
        let mut listed = self.listed;
        if self.more > 0 {
            listed.push(Loss { place: String::new(), what: Lost::More { count: self.more }.notice() });
        }
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::{LISTED, Losses};
    use crate::lost::Lost;

    #[test]
    fn the_same_loss_is_said_once() {
        let mut losses = Losses::default();
        losses.add("/messages/0", Lost::PluginNames);
        losses.add("/messages/1", Lost::PluginNames);
        assert!(losses.touches(1));
        assert_eq!(losses.into_list().len(), 1);
    }

    #[test]
    fn a_flood_ends_with_how_many_more_there_are() {
        let mut losses = Losses::default();
        for number in 0..LISTED + 7 {
            losses.add("", Lost::UnknownRole { role: number.to_string() });
        }
        let list = losses.into_list();
        assert_eq!(list.len(), LISTED + 1);
        assert_eq!(list[LISTED].what.to_string(), "7 more are not listed");
    }
}
