//! What models write around thoughts and calls.

/// Something that begins where it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Thought,
    /// `<tool_call>{…}</tool_call>`, or a function in tags inside.
    Tag,
    /// `[TOOL_CALLS][{…}]` or `[TOOL_CALLS]name[ARGS]{…}`.
    Listed,
    /// `<|python_tag|>{…}; {…}`.
    Python,
    /// `<function=name>{…}</function>`.
    Function,
    /// Three backticks, which may hold a call.
    Fence,
    /// A bracket at the beginning of a line.
    Bracket,
}

/// Marks that count wherever they stand.
pub(super) const MARKS: [(&str, Mark); 5] = [
    ("<think>", Mark::Thought),
    ("<tool_call>", Mark::Tag),
    (LISTED, Mark::Listed),
    ("<|python_tag|>", Mark::Python),
    ("<function=", Mark::Function),
];

/// Those of them that begin a call.
pub(crate) const CALL_MARKS: [&str; 4] = [MARKS[1].0, MARKS[2].0, MARKS[3].0, MARKS[4].0];

/// The one that begins as a list does.
pub(super) const LISTED: &str = "[TOOL_CALLS]";
pub(super) const FENCE: &str = "```";

/// The first mark in a text, with its place and its length. `is_blank` tells whether the line the text begins in has
/// nothing but blanks so far.
pub(super) fn first(text: &str, is_blank: bool) -> Option<(usize, Mark, usize)> {
    let named = MARKS.iter().filter_map(|(word, mark)| Some((text.find(word)?, *mark, word.len())));
    named.chain(at_line_start(text, is_blank)).min_by_key(|(place, ..)| *place)
}

fn at_line_start(text: &str, mut is_blank: bool) -> Option<(usize, Mark, usize)> {
    for (place, letter) in text.char_indices() {
        match letter {
            '\n' => is_blank = true,
            '[' if is_blank && may_become(LISTED, text.get(place..).unwrap_or_default()) => return None,
            '{' | '[' if is_blank => return Some((place, Mark::Bracket, 0)),
            '`' if is_blank && text.get(place..).is_some_and(|rest| rest.starts_with(FENCE)) => {
                return Some((place, Mark::Fence, FENCE.len()));
            }
            _ if letter.is_whitespace() => {}
            _ => is_blank = false,
        }
    }
    None
}

/// How many bytes at the end may turn out to belong to a mark or to be blanks before a call.
pub(super) fn undecided(text: &str) -> usize {
    let words = || MARKS.iter().map(|(word, _)| *word).chain([FENCE]);
    let places = text.char_indices().rev().take(16).map(|(place, _)| place);
    let partial = places
        .filter(|&place| text.get(place..).is_some_and(|rest| words().any(|word| may_become(word, rest))));
    let from = partial.last().unwrap_or(text.len());
    let decided = text.get(..from).unwrap_or_default().trim_end();
    text.len() - decided.len()
}

/// Whether a text is the beginning of a word and no more.
pub(super) fn may_become(word: &str, text: &str) -> bool {
    text.len() < word.len() && word.starts_with(text)
}
