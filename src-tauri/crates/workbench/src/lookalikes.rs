//! Functions that a person may take for others, because their names look the same.
//!
//! What looks the same is what Unicode says of it (Technical Standard 39): one skeleton, or letters of several scripts
//! in one word.

use crate::contract::Lookalike;
use content::FunctionName;
use std::collections::{HashMap, HashSet};
use unicode_security::{RestrictionLevel, RestrictionLevelDetection, confusable_detection::skeleton};

/// Those that look like another, or mix scripts, in the order they are given.
pub(crate) fn lookalikes<'a>(names: impl Iterator<Item = &'a FunctionName>) -> Vec<Lookalike> {
    let seen: Vec<_> = names.map(Seen::new).collect();
    let mut alike: HashMap<&str, Vec<&Seen<'a>>> = HashMap::new();
    for one in &seen {
        alike.entry(&one.function).or_default().push(one);
    }
    seen.iter()
        .filter_map(|one| {
            let others = alike.get(one.function.as_str()).into_iter().flatten();
            let like: HashSet<_> =
                others.filter(|other| one.is_taken_for(other)).map(|other| other.name).collect();
            let mut like: Vec<_> = like.into_iter().cloned().collect();
            like.sort();
            let mixes_scripts = mixes_scripts(&one.name.function) || mixes_scripts(plugin(one.name));
            (mixes_scripts || !like.is_empty()).then(|| Lookalike {
                name: one.name.clone(),
                like,
                mixes_scripts,
            })
        })
        .collect()
}

/// A name with what it looks like.
struct Seen<'a> {
    name: &'a FunctionName,
    plugin: String,
    function: String,
}

impl<'a> Seen<'a> {
    fn new(name: &'a FunctionName) -> Self {
        let look = |text| skeleton(text).collect();
        Self { name, plugin: look(plugin(name)), function: look(&name.function) }
    }

    /// Two plugins may well have a function of the same name: that is no trick, unless the plugins look the same too.
    fn is_taken_for(&self, other: &Self) -> bool {
        let same_function = self.name.function == other.name.function;
        let same_plugin = self.name.plugin == other.name.plugin;
        self.function == other.function && (!same_function || !same_plugin && self.plugin == other.plugin)
    }
}

fn plugin(name: &FunctionName) -> &str {
    name.plugin.as_ref().map_or("", |plugin| plugin.as_str())
}

/// Whether a word has letters of scripts that are not written together. Japanese is; Latin with Cyrillic is not.
fn mixes_scripts(name: &str) -> bool {
    let mut words = name.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| !word.check_restriction_level(RestrictionLevel::ModeratelyRestrictive))
}

#[cfg(test)]
mod tests {
    use super::{Lookalike, lookalikes};
    use content::FunctionName;

    fn found(names: &[(&str, &str)]) -> Vec<Lookalike> {
        let names: Vec<_> =
            names.iter().map(|(plugin, function)| FunctionName::new(plugin, function)).collect();
        lookalikes(names.iter())
    }

    fn like(name: (&str, &str), like: &[(&str, &str)], mixes_scripts: bool) -> Lookalike {
        let like = like.iter().map(|(plugin, function)| FunctionName::new(plugin, function)).collect();
        Lookalike { name: FunctionName::new(name.0, name.1), like, mixes_scripts }
    }

    #[test]
    fn letters_that_look_the_same_are_found_in_either_function() {
        let (latin, digit) = (("files", "read_all"), ("files", "read_a1I"));
        assert_eq!(found(&[latin, digit]), [like(latin, &[digit], false), like(digit, &[latin], false)]);
        let cyrillic = ("files", "re\u{430}d_all");
        assert_eq!(
            found(&[latin, cyrillic]),
            [like(latin, &[cyrillic], false), like(cyrillic, &[latin], true)]
        );
        let hidden = ("files", "read\u{200b}_all");
        assert_eq!(found(&[latin, hidden]).len(), 2);
    }

    #[test]
    fn a_function_of_the_same_name_is_taken_for_another_where_the_plugins_look_the_same() {
        let (ours, other, theirs) = (("files", "read"), ("mail", "read"), ("fi1es", "read"));
        assert_eq!(found(&[ours, other]), []);
        assert_eq!(
            found(&[ours, other, theirs]),
            [like(ours, &[theirs], false), like(theirs, &[ours], false)]
        );
    }

    #[test]
    fn a_word_of_two_scripts_is_told_and_words_of_one_each_are_not() {
        assert_eq!(found(&[("mail", "\u{455}end")]), [like(("mail", "\u{455}end"), &[], true)]);
        assert_eq!(
            found(&[("mail", "get_данные"), ("地図", "東京タワーへ_route2"), ("mail", "résumé.send-2")]),
            []
        );
    }
}
