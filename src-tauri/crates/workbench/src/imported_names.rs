//! Functions that are here, known again in documents of other programs.
//!
//! A document writes the plugin and the function in one piece, as the provider saw them, and what stands between them
//! may be part of either name. So a name is never taken apart: it is held against the names of the functions there are.

use crate::loss_here::LossHere;
use content::{CallArguments, CalledFunction, FunctionCall, FunctionName, Item, Message};
use formats::{ImportedFunction, Loss};
use functions::{Library, NamePolicy, Registry};
use notices::Describe;
use ports::{Catalogue, NameStyle, Offered, OfferedNames, Resolution, finder};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

/// The names of one document. A name means the same wherever it stands in it.
pub(crate) struct ImportedNames {
    registry: Arc<Registry>,
    here: OnceLock<Here>,
    /// What names without a plugin were found to mean.
    alone: HashMap<String, Option<FunctionName>>,
    /// What was taken for a function because of more than its name.
    pub(crate) taken: Vec<Loss>,
}

/// The functions there are, by what their names on a wire have in common whatever the style.
struct Here {
    by_letters: HashMap<String, Vec<FunctionName>>,
    by_mark: HashMap<String, Vec<FunctionName>>,
    styles: Vec<NameStyle>,
}

/// What tells whether a function is meant by its own name alone, which functions of other programs may have as well.
#[derive(Clone, Copy)]
enum Sign<'a> {
    /// Arguments that it takes.
    Call(&'a FunctionCall),
    /// The same parameters.
    Parameters(&'a Value),
    Nothing,
}

impl ImportedNames {
    pub(crate) fn of(library: &Library) -> Self {
        Self { registry: library.current(), here: OnceLock::new(), alone: HashMap::new(), taken: Vec::new() }
    }

    /// Names the functions of a message as they are named here.
    pub(crate) fn read(&mut self, message: &mut Message) {
        for item in &mut message.items {
            match item {
                Item::FunctionCall { call } => {
                    if let Some(name) = self.called(&call.function, Sign::Call(call)) {
                        call.function = CalledFunction::Known { name };
                    }
                }
                Item::FunctionResult { result } => {
                    if let Some(name) = self.called(&result.function, Sign::Nothing) {
                        result.function = CalledFunction::Known { name };
                    }
                }
                Item::Text { .. } | Item::Reasoning { .. } | Item::Media { .. } | Item::Unknown { .. } => {}
            }
        }
    }

    /// The function that is written so, where there is no doubt.
    pub(crate) fn meant(&mut self, written: &str) -> Option<FunctionName> {
        let name = FunctionName::without_plugin(written);
        if self.registry.function(&name).is_some() { Some(name) } else { self.found(&name, Sign::Nothing) }
    }

    /// The function that is meant where somebody took a name apart at its first dot.
    pub(crate) fn meant_apart(&mut self, name: &FunctionName) -> FunctionName {
        let whole = || NameStyle::Joined { separator: ".".to_owned() }.write(name);
        let is_here = self.registry.function(name).is_some();
        let meant = if is_here { None } else { self.meant(&whole()) };
        meant.unwrap_or_else(|| name.clone())
    }

    /// Whether a function that a document describes is here.
    pub(crate) fn is_here(&mut self, function: &ImportedFunction) -> bool {
        let ImportedFunction { name, parameters, .. } = function;
        self.registry.function(name).is_some() || self.found(name, Sign::Parameters(parameters)).is_some()
    }

    fn called(&mut self, function: &CalledFunction, sign: Sign<'_>) -> Option<FunctionName> {
        function.known().and_then(|name| self.found(name, sign))
    }

    fn found(&mut self, name: &FunctionName, sign: Sign<'_>) -> Option<FunctionName> {
        if name.plugin.is_some() || self.registry.function(name).is_some() {
            return None;
        }
        let written = name.function.as_str();
        if let Some(known) = self.alone.get(written) {
            return known.clone();
        }
        let registry = &self.registry;
        let here = self.here.get_or_init(|| Here::of(registry));
        match here.whole(written).as_slice() {
            [only] => return Some((*only).clone()),
            [] => {}
            _ => return None,
        }
        let alone = here.alone(written);
        let [only] = alone.as_slice() else { return None };
        let is_meant = sign.fits(registry, only)?;
        let found = is_meant.then(|| (*only).clone());
        if let Some(name) = &found {
            let taken = LossHere::TakenFor { written: written.to_owned(), name: name.clone() };
            self.taken.push(Loss { place: String::new(), what: taken.notice() });
        }
        self.alone.insert(written.to_owned(), found.clone());
        found
    }
}

impl Here {
    fn of(registry: &Registry) -> Self {
        let separators = NamePolicy::exact().separators.into_iter();
        let styles = separators.map(|separator| NameStyle::Joined { separator });
        let mut here = Self {
            by_letters: HashMap::new(),
            by_mark: HashMap::new(),
            styles: styles.chain([NameStyle::FunctionAlone]).collect(),
        };
        let names = registry.specs().into_iter().map(|spec| spec.name.clone());
        for name in names.chain([finder::name()]) {
            let plugin = name.plugin.as_ref().map_or("", |plugin| plugin.as_str());
            let whole = letters(&format!("{plugin}{}", name.function));
            for letters in BTreeSet::from([whole, letters(&name.function)]) {
                here.by_letters.entry(letters).or_default().push(name.clone());
            }
            here.by_mark.entry(connectors::mark_of(&name)).or_default().push(name);
        }
        here
    }

    /// The functions whose two names stand there, with signs between them or none, or whose name was fitted so to the
    /// rule of a protocol.
    fn whole(&self, written: &str) -> Vec<&FunctionName> {
        let is_joined = |name: &&FunctionName| {
            let plugin = name.plugin.as_ref().and_then(|plugin| written.strip_prefix(plugin.as_str()));
            let between = plugin.and_then(|rest| rest.strip_suffix(name.function.as_str()));
            between.is_some_and(|between| !between.contains(char::is_alphanumeric))
        };
        let joined = self.by_letters.get(&letters(written)).into_iter().flatten().filter(is_joined);
        let mark = written.rfind('_').and_then(|at| written.get(at..)).unwrap_or_default();
        let fitted = self.by_mark.get(mark).into_iter().flatten();
        joined.chain(fitted.filter(|name| connectors::is_fitted(name, &self.styles, written))).collect()
    }

    fn alone(&self, written: &str) -> Vec<&FunctionName> {
        let found = self.by_letters.get(&letters(written)).into_iter().flatten();
        found.filter(|name| name.function == written).collect()
    }
}

impl Sign<'_> {
    /// Nothing, where there is no telling.
    fn fits(self, registry: &Registry, name: &FunctionName) -> Option<bool> {
        match self {
            Self::Call(call) => {
                let CallArguments::Parsed { .. } = call.arguments else { return None };
                let function = CalledFunction::Known { name: name.clone() };
                let call = FunctionCall { function, ..call.clone() };
                let names = OfferedNames::default();
                let offered = Offered { functions: std::slice::from_ref(name), names: &names };
                let resolution = registry.resolve(&call, offered);
                Some(matches!(resolution, Resolution::Runnable { .. }))
            }
            Self::Parameters(parameters) => {
                let function = registry.function(name)?;
                Some(properties(&function.spec().parameters) == properties(parameters))
            }
            Self::Nothing => None,
        }
    }
}

fn properties(schema: &Value) -> BTreeSet<&str> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flat_map(|properties| properties.keys()).map(String::as_str).collect()
}

fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).collect()
}
