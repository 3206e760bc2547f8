//! Function names as they are written on a wire, and back.

use crate::fingerprint;
use crate::outgoing::{Adaptations, Difference, Place, Reason};
use crate::schemas::KeyNames;
use content::{CalledFunction, FunctionName, JsonObject};
use ports::{CompletionRequest, FunctionSpec, NameStyle, OfferedNames};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a provider accepts as the name of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameRule {
    /// Letters besides `A-Z a-z 0-9`.
    pub(crate) others: &'static str,
    /// Whether a name begins with a letter or an underscore.
    pub(crate) begins_with_letter: bool,
    pub(crate) longest: usize,
    /// Names the provider keeps for itself.
    pub(crate) reserved: &'static [&'static str],
    /// Whether parameters are named with a few letters only as well.
    pub(crate) plain_keys: bool,
}

/// The rules of all protocols, without what does not change how a name is fitted.
const RULES: [NameRule; 3] = [
    NameRule::COMMON,
    NameRule { longest: 128, ..NameRule::COMMON },
    NameRule { begins_with_letter: true, ..NameRule::COMMON },
];

impl Default for NameRule {
    fn default() -> Self {
        Self::COMMON
    }
}

impl NameRule {
    /// What nearly every provider accepts.
    pub(crate) const COMMON: Self =
        Self { others: "_-", begins_with_letter: false, longest: 64, reserved: &[], plain_keys: false };

    /// For a wire that takes any name.
    pub(crate) const ANY: Self = Self { others: "", longest: usize::MAX, ..Self::COMMON };

    pub(crate) fn accepts(&self, name: &str) -> bool {
        *self == Self::ANY
            || (!name.is_empty()
                && name.len() <= self.longest
                && name.chars().all(|letter| self.has(letter))
                && self.begins_well(name)
                && !self.reserved.contains(&name))
    }

    /// The name itself, if it is accepted, or the nearest that is.
    pub(crate) fn fit(&self, name: &str) -> String {
        if self.accepts(name) { name.to_owned() } else { self.fitted(name, fingerprint::of(name.bytes())) }
    }

    fn has(&self, letter: char) -> bool {
        letter.is_ascii_alphanumeric() || self.others.contains(letter)
    }

    fn begins_well(&self, name: &str) -> bool {
        !self.begins_with_letter
            || name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
    }

    /// The nearest name that is accepted, marked so that two names made alike stay two. The same name is always made
    /// into the same, whatever else is offered: caches of providers depend on it.
    pub(crate) fn fitted(&self, name: &str, mark: u64) -> String {
        let mut fitted: String =
            name.chars().map(|letter| if self.has(letter) { letter } else { '_' }).collect();
        if !self.begins_well(&fitted) {
            fitted.insert(0, '_');
        }
        let suffix = suffix(mark);
        fitted.truncate(self.longest.saturating_sub(suffix.len()));
        fitted + &suffix
    }
}

/// The names of one request. What a model writes is looked up in here and never taken apart, because the separator
/// may be part of a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct WireNames {
    rule: NameRule,
    style: NameStyle,
    written: BTreeMap<FunctionName, String>,
    known: BTreeMap<String, FunctionName>,
    /// Of functions with parameters that are named in another way on the wire.
    keys: BTreeMap<FunctionName, KeyNames>,
}

impl WireNames {
    pub(crate) fn of(rule: NameRule, request: &CompletionRequest) -> Self {
        let said = request
            .messages
            .iter()
            .flat_map(|message| message.calls())
            .filter_map(|call| call.function.known());
        Self::new(rule, request.names.clone(), [&request.functions, &request.known], said)
    }

    /// The names of functions nobody has called yet, in the usual style.
    #[cfg(test)]
    pub(crate) fn of_functions(rule: NameRule, functions: &[Arc<FunctionSpec>]) -> Self {
        Self::new(rule, NameStyle::default(), [functions, &[]], std::iter::empty())
    }

    fn new<'a>(
        rule: NameRule,
        style: NameStyle,
        [functions, known]: [&'a [Arc<FunctionSpec>]; 2],
        said: impl Iterator<Item = &'a FunctionName>,
    ) -> Self {
        let said: BTreeSet<_> = said.collect();
        // What is not offered any more was called by these names as well.
        let called = known.iter().filter(|spec| said.contains(&spec.name));
        let all: BTreeSet<_> = functions.iter().map(|spec| &spec.name).chain(said.iter().copied()).collect();
        let of_function =
            |spec: &Arc<FunctionSpec>| Some((spec.name.clone(), KeyNames::of(&spec.parameters)?));
        let keys =
            functions.iter().chain(called).filter(|_| rule.plain_keys).filter_map(of_function).collect();
        let mut names = Self { rule, style, written: BTreeMap::new(), known: BTreeMap::new(), keys };
        let offered = || functions.iter().map(|spec| &spec.name);
        let is_there = |name: &FunctionName| functions.iter().chain(known).any(|spec| spec.name == *name);
        // A name in one piece that no function has is how another program wrote that of a function.
        let in_one_piece = said.iter().filter(|name| name.plugin.is_none() && !is_there(name));
        let alike: BTreeSet<_> =
            in_one_piece.filter(|name| names.style.meant(name, offered()).is_some()).copied().collect();
        let all = all.into_iter().filter(|name| !alike.contains(name));
        // A name that is accepted as it is has the first claim to it.
        let (plain, odd): (Vec<_>, Vec<_>) = all.partition(|name| rule.accepts(&names.style.write(name)));
        for name in plain.into_iter().chain(odd) {
            names.add(name);
        }
        for name in alike {
            let written = names.style.meant(name, offered()).and_then(|meant| names.written.get(meant));
            if let Some(written) = written.cloned() {
                names.written.insert(name.clone(), written);
            }
        }
        names
    }

    /// The name as it is written. A name this request does not know is fitted to the rule alone.
    pub(crate) fn encode(&self, name: &FunctionName) -> String {
        self.written.get(name).cloned().unwrap_or_else(|| self.rule.fit(&self.style.write(name)))
    }

    pub(crate) fn encode_called(&self, function: &CalledFunction) -> String {
        match function {
            CalledFunction::Known { name } => self.encode(name),
            CalledFunction::Unknown { raw } => self.rule.fit(raw),
        }
    }

    pub(crate) fn decode(&self, raw: &str) -> CalledFunction {
        let found = self.known.get(raw).or_else(|| self.known.get(&self.without_blanks(raw)));
        match found {
            Some(name) => CalledFunction::Known { name: name.clone() },
            None => CalledFunction::Unknown { raw: raw.to_owned() },
        }
    }

    /// The arguments of a call as a model wrote them, with the parameters named as the function has them.
    pub(crate) fn decode_arguments(&self, function: &CalledFunction, raw: String) -> String {
        match function.known().and_then(|name| self.keys.get(name)) {
            Some(keys) => keys.decode(&raw),
            None => raw,
        }
    }

    /// The arguments of a call as they go out again.
    pub(crate) fn encode_arguments(&self, function: &CalledFunction, arguments: JsonObject) -> JsonObject {
        match function.known().and_then(|name| self.keys.get(name)) {
            Some(keys) => keys.encode(arguments),
            None => arguments,
        }
    }

    /// The names as a model is told them.
    pub(crate) fn offered(&self) -> OfferedNames {
        OfferedNames::of(self.style.clone(), &self.written)
    }

    /// Tells which of the offered names had to be changed, and into what.
    pub(crate) fn report(&self, functions: &[Arc<FunctionSpec>], adaptations: &mut Adaptations) {
        for (index, spec) in functions.iter().enumerate() {
            let written = self.encode(&spec.name);
            if written != self.style.write(&spec.name) {
                let what = Difference::Renamed { name: spec.name.to_string(), written };
                adaptations.rewritten(Place::Function(index), what, Reason::NameForm);
            }
        }
    }

    fn add(&mut self, name: &FunctionName) {
        let joined = self.style.write(name);
        let mut written = joined.clone();
        let mut mark = hash(name);
        while !self.rule.accepts(&written) || self.known.contains_key(&written) {
            written = self.rule.fitted(&joined, mark);
            mark = mark.wrapping_add(1);
        }
        self.known.insert(written.clone(), name.clone());
        self.written.insert(name.clone(), written);
    }

    /// Models put blanks around the parts of a name.
    fn without_blanks(&self, raw: &str) -> String {
        match &self.style {
            NameStyle::Joined { separator } if !separator.is_empty() => {
                raw.split(separator.as_str()).map(str::trim).collect::<Vec<_>>().join(separator)
            }
            NameStyle::Joined { .. } | NameStyle::FunctionAlone => raw.trim().to_owned(),
        }
    }
}

/// Whether a protocol writes the name of a function so where it does not take the name as a style writes it.
pub fn is_fitted(name: &FunctionName, styles: &[NameStyle], written: &str) -> bool {
    let mark = hash(name);
    let fits = |style: &NameStyle| {
        let joined = style.write(name);
        RULES.iter().any(|rule| rule.fitted(&joined, mark) == written)
    };
    written.ends_with(&mark_of(name)) && styles.iter().any(fits)
}

/// What the name of a function ends with where it is fitted to the rule of a protocol.
pub fn mark_of(name: &FunctionName) -> String {
    suffix(hash(name))
}

fn suffix(mark: u64) -> String {
    format!("_{:08x}", mark & 0xffff_ffff)
}

fn hash(name: &FunctionName) -> u64 {
    let plugin = name.plugin.iter().flat_map(|plugin| plugin.as_str().bytes().chain([0]));
    fingerprint::of(plugin.chain(name.function.bytes()))
}

#[cfg(test)]
mod tests {
    use super::{NameRule, WireNames, is_fitted, mark_of};
    use crate::outgoing::Adaptations;
    use content::{CalledFunction, FunctionName};
    use ports::{Effect, FunctionSpec, NameStyle};
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn specs(all: &[FunctionName]) -> Vec<Arc<FunctionSpec>> {
        let spec = |name: &FunctionName| {
            let parameters = serde_json::json!({});
            let name = name.clone();
            Arc::new(FunctionSpec {
                name,
                description: String::new(),
                parameters,
                effect: Effect::ReadsOnly,
                input: ports::FunctionInput::default(),
                returns: None,
            })
        };
        all.iter().map(spec).collect()
    }

    fn names(rule: NameRule, all: &[FunctionName]) -> WireNames {
        WireNames::of_functions(rule, &specs(all))
    }

    #[test]
    fn a_name_with_the_separator_in_it_comes_back_whole() {
        let name = FunctionName::new("time", "get-current-time");
        let bare = FunctionName::without_plugin("get-current-time");
        let names = names(NameRule::COMMON, &[name.clone(), bare.clone()]);
        assert_eq!(names.encode(&name), "time-get-current-time");
        assert_eq!(names.decode("time-get-current-time"), CalledFunction::Known { name: name.clone() });
        assert_eq!(names.decode("get-current-time"), CalledFunction::Known { name: bare });
        assert_eq!(names.decode(" time - get-current-time"), CalledFunction::Known { name });
        assert_eq!(names.decode("time"), CalledFunction::Unknown { raw: "time".into() });
    }

    #[test]
    fn what_a_provider_refuses_is_replaced_and_the_history_keeps_the_original() {
        let name = FunctionName::new("wetter.de", "größe");
        let names = names(NameRule::COMMON, std::slice::from_ref(&name));
        let written = names.encode(&name);
        assert!(
            written.starts_with("wetter_de-gr__e_") && written.len() == "wetter_de-gr__e_".len() + 8,
            "{written}"
        );
        assert_eq!(names.decode(&written), CalledFunction::Known { name });
        let unknown = CalledFunction::Unknown { raw: "what is this?".into() };
        assert!(names.encode_called(&unknown).starts_with("what_is_this__"));
    }

    #[test]
    fn a_name_that_was_fitted_is_told_as_it_was_written() {
        let (odd, plain) = (FunctionName::new("wetter.de", "größe"), FunctionName::new("clock", "now"));
        let names = names(NameRule::COMMON, &[odd.clone(), plain.clone()]);
        let offered = names.offered();
        assert_eq!((offered.write(&odd), offered.write(&plain)), (names.encode(&odd), "clock-now".into()));
        assert_eq!(offered.others.len(), 1);
    }

    #[test]
    fn a_long_name_is_shortened_the_same_way_every_time_and_two_stay_two() {
        let long = |end: &str| FunctionName::new(&"p".repeat(60), &format!("function_{end}"));
        let alone = names(NameRule::COMMON, &[long("a")]);
        let both = names(NameRule::COMMON, &[long("b"), long("a")]);
        assert_eq!(alone.encode(&long("a")), both.encode(&long("a")));
        assert_ne!(both.encode(&long("a")), both.encode(&long("b")));
        assert_eq!(both.encode(&long("a")).len(), 64);
        let (mut adaptations, functions) = (Adaptations::default(), specs(&[long("a"), long("b")]));
        both.report(&functions, &mut adaptations);
        assert_eq!(adaptations.into_list().len(), 2);
    }

    #[test]
    fn names_that_join_alike_are_kept_apart() {
        let (left, right) = (FunctionName::new("a", "b-c"), FunctionName::new("a-b", "c"));
        let names = names(NameRule::COMMON, &[left.clone(), right.clone()]);
        assert_ne!(names.encode(&left), names.encode(&right));
        for name in [left, right] {
            assert_eq!(names.decode(&names.encode(&name)), CalledFunction::Known { name });
        }
    }

    #[test]
    fn functions_that_share_a_name_are_kept_apart_where_plugins_are_not_named() {
        let (left, right) = (FunctionName::new("a", "now"), FunctionName::new("b", "now"));
        let functions = specs(&[left.clone(), right.clone()]);
        let names =
            WireNames::new(NameRule::COMMON, NameStyle::FunctionAlone, [&functions, &[]], std::iter::empty());
        assert_eq!(names.encode(&left), "now");
        assert!(names.encode(&right).starts_with("now_"));
        assert_eq!(names.decode(" now "), CalledFunction::Known { name: left });
        assert_eq!(names.decode(&names.encode(&right)), CalledFunction::Known { name: right });
    }

    #[test]
    fn a_name_in_one_piece_is_that_of_the_offered_function_which_is_written_so() {
        let (name, said) = (FunctionName::new("a", "b"), FunctionName::without_plugin("a-b"));
        let functions = specs(std::slice::from_ref(&name));
        let of = |known: &[Arc<FunctionSpec>]| {
            let said = [&said].into_iter();
            WireNames::new(NameRule::COMMON, NameStyle::default(), [&functions, known], said)
        };
        let names = of(&[]);
        assert_eq!((names.encode(&name), names.encode(&said)), ("a-b".to_owned(), "a-b".to_owned()));
        assert_eq!(names.decode("a-b"), CalledFunction::Known { name: name.clone() });
        let both = of(&specs(std::slice::from_ref(&said)));
        assert_ne!(both.encode(&name), both.encode(&said));
    }

    #[test]
    fn a_fitted_name_is_known_again() {
        let name = FunctionName::new("wetter.de", "größe");
        let styles = [NameStyle::default(), NameStyle::FunctionAlone];
        for rule in [NameRule::COMMON, NameRule { begins_with_letter: true, ..NameRule::COMMON }] {
            let written = names(rule, std::slice::from_ref(&name)).encode(&name);
            assert!(is_fitted(&name, &styles, &written) && !is_fitted(&name, &[], &written));
            assert!(written.ends_with(&mark_of(&name)));
            assert!(!is_fitted(&FunctionName::new("wetter", "größe"), &styles, &written));
        }
    }

    #[test]
    fn reserved_names_and_first_letters_are_respected() {
        let rule = NameRule { begins_with_letter: true, reserved: &["search"], ..NameRule::COMMON };
        let (search, number) = (FunctionName::without_plugin("search"), FunctionName::without_plugin("2nd"));
        let names = names(rule, &[search.clone(), number.clone()]);
        assert!(names.encode(&search).starts_with("search_"));
        assert!(names.encode(&number).starts_with("_2nd_"));
    }

    proptest! {
        #[test]
        fn any_names_fit_the_rule_differ_and_come_back(raw in proptest::collection::btree_set((".{0,3}", ".{0,90}"), 1..12)) {
            let all: Vec<_> = raw.iter().map(|(plugin, function)| FunctionName::new(plugin, function)).collect();
            let rule = NameRule { begins_with_letter: true, ..NameRule::COMMON };
            let names = names(rule, &all);
            let written: BTreeSet<_> = all.iter().map(|name| names.encode(name)).collect();
            prop_assert_eq!(written.len(), all.len());
            for name in all {
                let written = names.encode(&name);
                prop_assert!(rule.accepts(&written), "{}", written);
                prop_assert_eq!(names.decode(&written), CalledFunction::Known { name });
            }
        }
    }
}
