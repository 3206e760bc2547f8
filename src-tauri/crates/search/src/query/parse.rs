//! Parses a text into a query.

use super::dates::Now;
use super::fault::QueryFault;
use super::filter::FilterName;
use super::misread::Misread;
use super::scan::{Part, scan};
use super::{Query, Words};
use crate::words::{may_go_on, words};

pub(super) fn parse(text: &str, now: &Now) -> Result<Query, QueryFault> {
    let mut query = Query::default();
    for part in scan(text) {
        match part.name.map(str::to_lowercase) {
            None => take_words(&mut query, &part),
            Some(written) => match FilterName::of_word(&written) {
                Some(name) => take_filter(&mut query, text, &part, name, now)?,
                None => match FilterName::near(&written) {
                    Some(near) => return Err(no_filter(text, &part, &written, near)),
                    None => take_text(&mut query, text, &part),
                },
            },
        }
    }
    Ok(query)
}

fn take_words(query: &mut Query, part: &Part<'_>) {
    for value in &part.values {
        // Complete words are not prefixes: those in closed quotes, before a space, or excluded.
        let is_open = value.is_open && !part.is_excluded;
        add(query, value.text, is_open, part.is_excluded);
    }
}

/// An unknown name is not a filter, so the text counts as words.
fn take_text(query: &mut Query, text: &str, part: &Part<'_>) {
    let begin = part.place.start + usize::from(part.is_excluded);
    let is_open = part.place.end == text.len() && !part.is_excluded;
    add(query, text.get(begin..part.place.end).unwrap_or_default(), is_open, part.is_excluded);
}

fn add(query: &mut Query, text: &str, is_open: bool, is_excluded: bool) {
    let found = words(text);
    let Some(last) = found.last() else { return };
    // A word before a closing bracket or a full stop is complete.
    let is_open = is_open && last.end == text.len() && may_go_on(&last.text);
    let asked = Words { text: text.to_owned(), is_open };
    if is_excluded { query.unwanted.push(asked) } else { query.wanted.push(asked) }
}

fn take_filter(
    query: &mut Query,
    text: &str,
    part: &Part<'_>,
    name: FilterName,
    now: &Now,
) -> Result<(), QueryFault> {
    for value in &part.values {
        if value.text.trim().is_empty() {
            let message = Misread::NoValue { filter: name.word(), example: name.example() };
            let fault = QueryFault::at(text, part.place.clone(), message, None);
            return Err(QueryFault { filter: Some(name), ..fault });
        }
        let filter = name.value(value.text, now).map_err(|bad| QueryFault {
            filter: Some(name),
            ..QueryFault::at(text, part.place.clone(), bad.message, bad.instead)
        })?;
        if part.is_excluded { query.excluded.push(filter) } else { query.filters.push(filter) }
    }
    Ok(())
}

fn no_filter(text: &str, part: &Part<'_>, written: &str, near: FilterName) -> QueryFault {
    let dash = if part.is_excluded { "-" } else { "" };
    let begin = part.place.start + dash.len() + written.len();
    let behind = text.get(begin..part.place.end).unwrap_or(":");
    let message = Misread::NoFilter { written: written.to_owned(), near: near.word() };
    QueryFault::at(text, part.place.clone(), message, Some(format!("{dash}{}{behind}", near.word())))
}

#[cfg(test)]
mod tests {
    use super::super::dates::Now;
    use super::super::{Filter, FilterName, Pattern, Query, QueryFault, Words};
    use crate::status::CallStatus;
    use content::Timestamp;
    use proptest::prelude::*;
    use std::ops::Bound;

    fn parse(text: &str) -> Result<Query, QueryFault> {
        Query::parse(text, &Now::in_zone(Timestamp(1_795_282_200_000), None))
    }

    fn words(text: &str, is_open: bool) -> Words {
        Words { text: text.into(), is_open }
    }

    #[track_caller]
    fn check(text: &str, expected: Query) {
        assert_eq!(parse(text), Ok(expected), "{text}");
    }

    #[track_caller]
    fn check_fault(text: &str, place: &str, instead: Option<&str>, says: &str) {
        let fault = parse(text).expect_err(text);
        let units: Vec<_> = text.encode_utf16().collect();
        let found = String::from_utf16_lossy(&units[fault.start..fault.end]);
        assert_eq!((found.as_str(), fault.instead.as_deref()), (place, instead), "{text}");
        assert!(fault.message.to_string().contains(says), "{}", fault.message);
    }

    #[test]
    fn words_and_phrases_are_wanted_or_not() {
        let wanted = vec![words("warm coat", false), words("Osl", true)];
        let unwanted = vec![words("rain", false), words("light snow", false)];
        check(r#" "warm coat" -rain -"light snow" Osl"#, Query { wanted, unwanted, ..Query::default() });
        check("osl ", Query { wanted: vec![words("osl", false)], ..Query::default() });
        check("  -  ", Query::default());
        check("--flag", Query { wanted: vec![words("--flag", true)], ..Query::default() });
    }

    #[test]
    fn a_quote_that_is_still_open_is_a_phrase_that_goes_on() {
        check(r#""warm co"#, Query { wanted: vec![words("warm co", true)], ..Query::default() });
    }

    #[test]
    fn filters_have_one_value_or_several() {
        let function = |name: &str| Filter::Function(Pattern(name.into()));
        check(
            "function:Get_*,now -STATUS:failed",
            Query {
                filters: vec![function("get_*"), function("now")],
                excluded: vec![Filter::Status(CallStatus::Failed)],
                ..Query::default()
            },
        );
        check(
            r#"model:"my model" duration:>=1.5s"#,
            Query {
                filters: vec![
                    Filter::Model(Pattern("my model".into())),
                    Filter::Duration(Bound::Included(1_500), Bound::Unbounded),
                ],
                ..Query::default()
            },
        );
    }

    #[test]
    fn text_with_a_colon_is_no_filter() {
        for text in ["http://example.com", "example:weather", "12:30", "Error: no", "std::fmt", r#"{"a":1}"#]
        {
            let query = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
            assert!(query.filters.is_empty() && !query.wanted.is_empty(), "{text}: {query:?}");
        }
    }

    #[test]
    fn what_can_not_be_understood_has_a_place_and_often_an_instead() {
        check_fault("héllo functoin:now x", "functoin:now", Some("function:now"), "no filter “functoin:”");
        check_fault("-tool:now", "-tool:now", Some("-function:now"), "Did you mean function:?");
        check_fault("status:faild", "status:faild", Some("status:failed"), "There is returned, failed");
        check_fault("status:", "status:", None, "needs a value");
        check_fault("function:a, b", "function:a,", None, "needs a value");
        check_fault("before:soon", "before:soon", None, "“soon” is no date");
        check_fault("duration:2s", "duration:2s", Some("duration:>2s"), "Write > or <");
        check_fault("duration:>fast", "duration:>fast", None, "“fast” is no duration");
    }

    #[test]
    fn every_filter_says_how_it_is_written() {
        for name in FilterName::ALL {
            let example = name.example().to_string();
            let example = example.split(' ').next().expect("an example").trim_end_matches(',');
            assert!(parse(example).is_ok_and(|query| query.filters.len() == 1), "{example}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "(\\PC|[ :\",*<>-]|function:|before:|duration:){0,30}") {
            if let Err(fault) = parse(&text) {
                let length = text.encode_utf16().count();
                prop_assert!(fault.start < fault.end && fault.end <= length, "{fault:?} in {text:?}");
            }
        }
    }
}
