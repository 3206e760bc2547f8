//! Functions that are no longer offered.

use super::mapping::list_name;
use crate::json::{self, Edits, Span};
use crate::request::asked::wire_name;
use crate::{ProgramRequest, Protocol};
use content::FunctionName;

/// The names of the functions that are offered and no longer wanted.
pub(super) fn removed(request: &ProgramRequest, wanted: Option<&[FunctionName]>) -> Vec<String> {
    let Some(wanted) = wanted else { return Vec::new() };
    let mut names = Vec::new();
    for function in request.functions.iter().filter(|function| !wanted.contains(&function.name)) {
        let name = wire_name(&function.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The body without them, and whether it still has a list of tools.
pub(super) fn without(protocol: Protocol, text: &str, removed: &[String]) -> (String, bool) {
    let mut pruning = Pruning { text, removed, edits: Edits::default() };
    let root = json::root(text);
    let tools = json::value(text, &root, "tools");
    let is_empty = tools.as_ref().is_some_and(|tools| pruning.list(tools));
    if is_empty {
        json::set(text, &root, &["tools"], None, &mut pruning.edits);
    }
    let mut is_added = false;
    if protocol == Protocol::OpenAiResponses {
        for item in json::value(text, &root, list_name(protocol))
            .map(|list| json::elements(text, &list))
            .unwrap_or_default()
        {
            let kind = json::value(text, &item, "type").and_then(|kind| json::text_of(text, &kind));
            let added =
                json::value(text, &item, "tools").filter(|_| kind.as_deref() == Some("additional_tools"));
            if let Some(list) = added {
                if pruning.list(&list) {
                    pruning.edits.replace(list, "[]");
                } else {
                    is_added = true;
                }
            }
        }
    }
    let offers_any = is_added || tools.is_some() && !is_empty;
    (pruning.edits.apply(text), offers_any)
}

struct Pruning<'a> {
    text: &'a str,
    removed: &'a [String],
    edits: Edits,
}

/// What becomes of an entry of a list of tools.
enum Fate {
    Stays,
    Goes,
    /// Some of the functions in it go.
    Shrinks(Span),
}

impl Pruning<'_> {
    /// Takes them out of a list. If nothing would be left, the list stays as it is for the caller to remove.
    fn list(&mut self, list: &Span) -> bool {
        let entries = json::elements(self.text, list);
        let fates: Vec<_> = entries.iter().map(|entry| self.fate(entry)).collect();
        let goes = |index: usize| fates.get(index).is_some_and(|fate| matches!(fate, Fate::Goes));
        if !entries.is_empty() && (0..entries.len()).all(goes) {
            return true;
        }
        self.edits.remove(&entries, goes);
        for fate in fates {
            if let Fate::Shrinks(inner) = fate
                && self.list(&inner)
            {
                self.edits.replace(inner, "[]");
            }
        }
        false
    }

    fn fate(&self, entry: &Span) -> Fate {
        let inner =
            json::first(self.text, entry, &["tools", "functionDeclarations", "function_declarations"]);
        let Some(inner) = inner.filter(|inner| json::is_array(self.text, inner)) else {
            return if self.is_removed(entry) { Fate::Goes } else { Fate::Stays };
        };
        let entries = json::elements(self.text, &inner);
        let goes = |entry: &Span| matches!(self.fate(entry), Fate::Goes);
        let all_go = !entries.is_empty() && entries.iter().all(goes);
        // Gemini writes other tools beside the functions of an entry.
        let members = json::members(self.text, entry);
        let is_alone = members.len() == 1 || members.iter().any(|member| member.name == "tools");
        if all_go && is_alone { Fate::Goes } else { Fate::Shrinks(inner) }
    }

    fn is_removed(&self, entry: &Span) -> bool {
        let described = json::first(self.text, entry, &["function", "custom"]);
        let described =
            described.filter(|inner| json::is_object(self.text, inner)).unwrap_or_else(|| entry.clone());
        let name =
            json::value(self.text, &described, "name").and_then(|name| json::text_of(self.text, &name));
        name.is_some_and(|name| self.removed.contains(&name))
    }
}
