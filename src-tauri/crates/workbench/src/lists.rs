//! Lists of what a person has set up, and of what was seen last.

use std::collections::VecDeque;

/// An id out of a title, in letters that every provider takes, or else out of the usual one.
pub(crate) fn free_id(title: &str, between: &str, usual: &str, is_free: impl Fn(&str) -> bool) -> String {
    let parts = title.split(|letter: char| !letter.is_ascii_alphanumeric());
    let stem = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between).to_ascii_lowercase();
    let stem = if stem.is_empty() { usual.to_owned() } else { stem };
    let numbered = (2..).map(|number| format!("{stem}{between}{number}"));
    std::iter::once(stem.clone()).chain(numbered).find(|id| is_free(id)).unwrap_or(stem)
}

/// Puts an item in the place of the one with its id, or behind all others.
pub(crate) fn put<T>(all: &mut Vec<T>, item: T, id: impl Fn(&T) -> &str) {
    match all.iter_mut().find(|one| id(one) == id(&item)) {
        Some(one) => *one = item,
        None => all.push(item),
    }
}

/// Puts what is listed once in front, and drops what is beyond the most.
pub(crate) fn put_first<T: PartialEq>(list: &mut VecDeque<T>, new: T, most: usize) {
    list.retain(|known| *known != new);
    list.push_front(new);
    list.truncate(most);
}
