//! Functions by the names a model writes. Any name will do, as long as each is there once.

use content::{CallId, CalledFunction, FunctionName};
use ports::{CompletionRequest, NameStyle, OfferedNames};
use std::collections::{BTreeMap, BTreeSet};

/// The names of one request, both ways.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    written: BTreeMap<FunctionName, String>,
    known: BTreeMap<String, FunctionName>,
}

impl Names {
    pub(crate) fn of(request: &CompletionRequest) -> Self {
        let said = request.messages.iter().flat_map(|message| message.calls());
        let said = said.filter_map(|call| call.function.known());
        let offered = request.functions.iter().map(|spec| &spec.name);
        let mut names = Self::default();
        for name in offered.chain(said) {
            names.add(name, request.names.write(name));
        }
        names
    }

    pub(crate) fn write<'a>(&'a self, name: &'a FunctionName) -> &'a str {
        self.written.get(name).map_or(name.function.as_str(), String::as_str)
    }

    pub(crate) fn write_called(&self, function: &CalledFunction) -> String {
        match function {
            CalledFunction::Known { name } => self.write(name).to_owned(),
            CalledFunction::Unknown { raw } => raw.clone(),
        }
    }

    /// The names as the model is told them.
    pub(crate) fn offered(&self, style: &NameStyle) -> OfferedNames {
        OfferedNames::of(style.clone(), &self.written)
    }

    /// Models put blanks around names.
    pub(crate) fn read(&self, raw: &str) -> CalledFunction {
        match self.known.get(raw).or_else(|| self.known.get(raw.trim())) {
            Some(name) => CalledFunction::Known { name: name.clone() },
            None => CalledFunction::Unknown { raw: raw.to_owned() },
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.known.keys().map(String::as_str)
    }

    fn add(&mut self, name: &FunctionName, wanted: String) {
        if self.written.contains_key(name) {
            return;
        }
        let mut numbered = (2..).map(|number: u32| format!("{wanted}_{number}"));
        let free = |written: &String| !self.known.contains_key(written);
        let first = Some(wanted.clone()).filter(free);
        if let Some(written) = first.or_else(|| numbered.find(free)) {
            self.known.insert(written.clone(), name.clone());
            self.written.insert(name.clone(), written);
        }
    }
}

/// Ids for calls, none of which is in the history already.
#[derive(Clone, Debug)]
pub(crate) struct Ids {
    taken: BTreeSet<CallId>,
    next: u64,
}

impl Ids {
    pub(crate) fn beside(request: &CompletionRequest) -> Self {
        let calls = request.messages.iter().flat_map(|message| message.calls());
        Self { taken: calls.map(|call| call.id.clone()).collect(), next: 1 }
    }

    pub(crate) fn give(&mut self) -> CallId {
        loop {
            let id = CallId::new(format!("call_{}", self.next));
            self.next += 1;
            if !self.taken.contains(&id) {
                return id;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use content::{CalledFunction, FunctionName};

    #[test]
    fn names_that_are_written_alike_are_kept_apart_and_come_back() {
        let mut names = Names::default();
        let (left, right) = (FunctionName::new("a", "b-c"), FunctionName::new("a-b", "c"));
        for name in [&left, &right, &left] {
            names.add(name, "a-b-c".to_owned());
        }
        assert_eq!((names.write(&left), names.write(&right)), ("a-b-c", "a-b-c_2"));
        assert_eq!(names.read(" a-b-c_2"), CalledFunction::Known { name: right });
        assert_eq!(names.read("a"), CalledFunction::Unknown { raw: "a".to_owned() });
    }
}
