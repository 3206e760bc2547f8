//! Tests of results while a word is still being typed.

use super::{Memory, page};
use crate::index::{Order, Page};
use content::Role;

#[test]
fn the_first_letters_of_a_word_find_it_and_the_newest_comes_first() {
    let mut memory = Memory::new();
    memory.says("one", Role::User, "Öl und Wärme");
    memory.says("one", Role::User, "a wool coat");
    memory.says("one", Role::User, "nothing of it");
    memory.commit();
    memory.check("w", &[1, 2]);
    memory.check("o", &[1, 3]);
    memory.check("wo", &[2]);
    memory.check("x", &[]);
    memory.check("coat w", &[2]);
    assert_eq!(memory.found("w"), ["message-2", "message-1"]);
}

#[test]
fn a_phrase_goes_on_with_whatever_words_begin_so_however_many_there_are() {
    let mut memory = Memory::new();
    for number in 0..300 {
        memory.says("one", Role::User, &format!("a warm coat{number:03} is here"));
    }
    memory.says("one", Role::User, "a coat299 so warm");
    memory.commit();
    memory.check("\"warm coat299", &[300]);
    assert_eq!(memory.ask("\"warm coat", &page()).total, 300);
    assert_eq!(memory.ask("\"a warm coat", &page()).total, 300);
    assert_eq!(memory.ask("\"warm coat is", &page()).total, 0);
    // The order of words is ignored while the last one has few letters.
    assert_eq!(memory.ask("\"warm coa", &page()).total, 301);
    assert_eq!(memory.ask("\"warm cx", &page()).total, 0);
    let newest = &memory.ask("\"warm c", &page()).hits[0].snippets[0];
    assert_eq!((newest.text.as_str(), newest.marks.len()), ("a coat299 so warm", 1));
}

#[test]
fn words_in_a_row_are_found_as_they_stand_in_the_text() {
    let mut memory = Memory::new();
    let words = ["ab", "abcd", "abcde", "b", "bcdef"];
    let mut texts = Vec::new();
    for number in 0..200_usize {
        let word = |step: usize| words[(number * 7 + step * step * 3 + number / 5 * step) % words.len()];
        let text = (0..6).map(word).collect::<Vec<_>>().join(" ");
        memory.says("one", Role::User, &text);
        texts.push(text);
    }
    memory.commit();
    for first in words {
        for asked in [format!("{first} abcd"), format!("{first} b abcd"), format!("ab {first} bcde")] {
            let is_in = |text: &&String| format!(" {text}").contains(&format!(" {asked}"));
            let expected = texts.iter().filter(is_in).count() as u64;
            assert_eq!(memory.ask(&format!("\"{asked}"), &page()).total, expected, "{asked}");
        }
    }
}

#[test]
fn the_best_are_kept_in_whatever_order_they_come() {
    let mut memory = Memory::new();
    for number in 0..3_000 {
        memory.said = (number * 7_919) % 3_000;
        memory.says("one", Role::User, "the same words");
    }
    memory.commit();
    for order in [Order::Newest, Order::Best] {
        for text in ["same ", "s", "sam"] {
            let asked = Page { order, offset: 20, most: 5, ..page() };
            let found = memory.ask(text, &asked);
            let times: Vec<_> = found.hits.iter().map(|hit| hit.at.0 / 1_000).collect();
            assert_eq!((times, found.total), (vec![2_980, 2_979, 2_978, 2_977, 2_976], 3_000), "{text}");
        }
    }
}
