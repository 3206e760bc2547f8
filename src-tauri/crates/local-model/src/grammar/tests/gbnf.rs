//! Reads grammars as llama.cpp does, writes by chance what they allow, and tells whether they allow a text.

use std::collections::{BTreeMap, BTreeSet};

/// How often something that may come again does.
const AGAIN: u64 = 3;
/// Deeper than this, the shortest way out is taken.
const DEEP: usize = 40;

#[derive(Clone, Debug)]
enum Part {
    Letters(String),
    /// Ranges, and whether everything else is meant.
    Class(Vec<(char, char)>, bool),
    Rule(String),
    Group(Vec<Vec<Repeated>>),
}

#[derive(Clone, Debug)]
struct Repeated {
    part: Part,
    least: u64,
    most: Option<u64>,
}

pub(super) struct Gbnf {
    rules: BTreeMap<String, Vec<Vec<Repeated>>>,
    /// How many rules deep the shortest way through each rule is.
    heights: BTreeMap<String, usize>,
}

impl Gbnf {
    pub(super) fn read(text: &str) -> Self {
        let rules = text.lines().filter(|line| !line.is_empty()).map(|line| {
            let (name, body) = line.split_once(" ::= ").unwrap_or_else(|| panic!("no rule: {line}"));
            let mut letters = body.chars().collect::<Vec<_>>().into_iter().peekable();
            let read = alternatives(&mut letters);
            assert!(letters.next().is_none(), "something is left of {line}");
            (name.to_owned(), read)
        });
        let mut read = Self { rules: rules.collect(), heights: BTreeMap::new() };
        for rule in read.rules.values() {
            read.check(rule);
        }
        for _ in 0..read.rules.len() {
            let heights = read.rules.iter().map(|(name, rule)| (name.clone(), read.height(rule) + 1));
            read.heights = heights.collect();
        }
        read
    }

    fn height(&self, alternatives: &[Vec<Repeated>]) -> usize {
        let of_part = |repeated: &Repeated| match &repeated.part {
            _ if repeated.least == 0 => 0,
            Part::Rule(name) => self.heights.get(name).copied().unwrap_or(1 << 20),
            Part::Group(inner) => self.height(inner),
            Part::Letters(_) | Part::Class(..) => 0,
        };
        let of_all = |parts: &Vec<Repeated>| parts.iter().map(of_part).max().unwrap_or(0);
        alternatives.iter().map(of_all).min().unwrap_or(0)
    }

    /// Every rule that is named is there.
    fn check(&self, alternatives: &[Vec<Repeated>]) {
        for repeated in alternatives.iter().flatten() {
            match &repeated.part {
                Part::Rule(name) => assert!(self.rules.contains_key(name), "there is no rule {name}"),
                Part::Group(inner) => self.check(inner),
                Part::Letters(_) | Part::Class(..) => {}
            }
        }
    }

    pub(super) fn allows(&self, text: &str) -> bool {
        let letters: Vec<char> = text.chars().collect();
        let root = self.rules.get("root").expect("a root");
        self.ends(root, &letters, 0).contains(&letters.len())
    }

    /// Where a text that begins at a place may end.
    fn ends(&self, alternatives: &[Vec<Repeated>], letters: &[char], from: usize) -> BTreeSet<usize> {
        let of_all = |parts: &Vec<Repeated>| {
            let begin = BTreeSet::from([from]);
            parts.iter().fold(begin, |places, repeated| self.repeated(repeated, letters, places))
        };
        alternatives.iter().flat_map(of_all).collect()
    }

    fn repeated(&self, repeated: &Repeated, letters: &[char], begin: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut all = if repeated.least == 0 { begin.clone() } else { BTreeSet::new() };
        let mut last = begin;
        let mut times = 0;
        while !last.is_empty() && repeated.most.is_none_or(|most| times < most) {
            let next = last.iter().flat_map(|&from| self.ends_of(&repeated.part, letters, from));
            last = next.filter(|place| !all.contains(place)).collect();
            times += 1;
            if times >= repeated.least {
                all.extend(&last);
            }
        }
        all
    }

    fn ends_of(&self, part: &Part, letters: &[char], from: usize) -> BTreeSet<usize> {
        let rest = letters.get(from..).unwrap_or_default();
        let end = match part {
            Part::Letters(text) => {
                let count = text.chars().count();
                rest.iter().copied().take(count).eq(text.chars()).then_some(from + count)
            }
            Part::Class(ranges, is_not) => {
                let is_in = |letter: &char| ranges.iter().any(|(from, to)| (from..=to).contains(&letter));
                rest.first().filter(|letter| is_in(letter) != *is_not).map(|_| from + 1)
            }
            Part::Rule(name) => return self.ends(self.rules.get(name).expect("a rule"), letters, from),
            Part::Group(inner) => return self.ends(inner, letters, from),
        };
        end.into_iter().collect()
    }

    pub(super) fn write(&self, seed: u64) -> String {
        let mut written = String::new();
        let root = self.rules.get("root").expect("a root");
        self.choose(root, &mut Chance(seed.wrapping_mul(77).wrapping_add(1)), 0, &mut written);
        written
    }

    fn choose(
        &self,
        alternatives: &[Vec<Repeated>],
        chance: &mut Chance,
        depth: usize,
        written: &mut String,
    ) {
        let height = |parts: &&Vec<Repeated>| self.height(std::slice::from_ref(*parts));
        let chosen = if depth > DEEP {
            alternatives.iter().min_by_key(height)
        } else {
            alternatives.get(chance.below(alternatives.len() as u64) as usize)
        };
        for Repeated { part, least, most } in chosen.into_iter().flatten() {
            let more = if depth > DEEP { 0 } else { chance.below(AGAIN) };
            let times = most.map_or(least + more, |most| most.min(least + more));
            for _ in 0..times {
                self.part(part, chance, depth + 1, written);
            }
        }
    }

    fn part(&self, part: &Part, chance: &mut Chance, depth: usize, written: &mut String) {
        match part {
            Part::Letters(text) => written.push_str(text),
            Part::Class(ranges, false) => {
                let (from, to) = ranges[chance.below(ranges.len() as u64) as usize];
                let letter =
                    u32::from(from) + chance.below(u64::from(u32::from(to) - u32::from(from)) + 1) as u32;
                written.push(char::from_u32(letter).expect("a letter"));
            }
            Part::Class(ranges, true) => {
                let is_free = |letter: &char| !ranges.iter().any(|(from, to)| (from..=to).contains(&letter));
                let letters: Vec<char> = "aZ0 ,:{}[]<>é北\u{1f600}\"\\\n".chars().filter(is_free).collect();
                written.push(letters[chance.below(letters.len() as u64) as usize]);
            }
            Part::Rule(name) => {
                self.choose(self.rules.get(name).expect("a rule"), chance, depth, written);
            }
            Part::Group(inner) => self.choose(inner, chance, depth, written),
        }
    }
}

type Letters = std::iter::Peekable<std::vec::IntoIter<char>>;

fn alternatives(letters: &mut Letters) -> Vec<Vec<Repeated>> {
    let mut all = vec![Vec::new()];
    while let Some(&letter) = letters.peek() {
        let part = match letter {
            ' ' => {
                letters.next();
                continue;
            }
            '|' => {
                letters.next();
                all.push(Vec::new());
                continue;
            }
            ')' => break,
            '(' => {
                letters.next();
                let inner = alternatives(letters);
                assert_eq!(letters.next(), Some(')'));
                Part::Group(inner)
            }
            '"' => Part::Letters(quoted(letters)),
            '[' => class(letters),
            _ => Part::Rule(name(letters)),
        };
        let (least, most) = times(letters);
        all.last_mut().expect("one").push(Repeated { part, least, most });
    }
    all
}

fn quoted(letters: &mut Letters) -> String {
    letters.next();
    let mut text = String::new();
    loop {
        match letters.peek().copied().expect("an end of the text") {
            '"' => {
                letters.next();
                return text;
            }
            _ => text.push(letter(letters)),
        }
    }
}

fn letter(letters: &mut Letters) -> char {
    let one = letters.next().expect("a letter");
    if one != '\\' {
        return one;
    }
    match letters.next().expect("an escape") {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'x' => hex(letters, 2),
        'u' => hex(letters, 4),
        other => other,
    }
}

fn hex(letters: &mut Letters, count: usize) -> char {
    let digits: String = letters.by_ref().take(count).collect();
    char::from_u32(u32::from_str_radix(&digits, 16).expect("digits")).expect("a letter")
}

fn class(letters: &mut Letters) -> Part {
    letters.next();
    let is_not = letters.next_if_eq(&'^').is_some();
    let mut ranges = Vec::new();
    while letters.next_if_eq(&']').is_none() {
        let from = letter(letters);
        let is_range = letters.peek() == Some(&'-') && letters.clone().nth(1) != Some(']');
        let to = if is_range {
            letters.next();
            letter(letters)
        } else {
            from
        };
        ranges.push((from, to));
    }
    Part::Class(ranges, is_not)
}

fn name(letters: &mut Letters) -> String {
    let mut name = String::new();
    while let Some(letter) = letters.next_if(|letter| letter.is_ascii_alphanumeric() || *letter == '-') {
        name.push(letter);
    }
    assert!(!name.is_empty(), "a name at {:?}", letters.peek());
    name
}

fn times(letters: &mut Letters) -> (u64, Option<u64>) {
    match letters.peek() {
        Some('?') => drop(letters.next()),
        Some('*') => {
            letters.next();
            return (0, None);
        }
        Some('{') => {
            letters.next();
            let text: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
            let number = |text: &str| text.parse::<u64>().expect("a number");
            return match text.split_once(',') {
                None => (number(&text), Some(number(&text))),
                Some((least, "")) => (number(least), None),
                Some((least, most)) => (number(least), Some(number(most))),
            };
        }
        Some(_) | None => return (1, Some(1)),
    }
    (0, Some(1))
}

/// The same chances for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most.max(1)
    }
}
