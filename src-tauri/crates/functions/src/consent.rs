//! What a person has agreed to, for good. What they agreed to for one session stands in the settings of that session.

use crate::sources::hash;
use content::{FunctionName, JsonObject, sorted};
use disk::{SettingsFile, SettingsFileError};
use ports::{Effect, Function};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use ts_rs::TS;

/// What somebody agrees to: what would run, and what is said of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Terms {
    /// What would run, for a person: a command and its folder, a folder, an address.
    pub runs: String,
    /// Stands for the files that would run.
    pub program: String,
    pub description: String,
    /// Its keys in order: some servers write them in another one each time.
    #[ts(type = "JsonValue")]
    pub parameters: Value,
    pub effect: Effect,
}

impl Terms {
    /// Nothing for a function that asks for nothing.
    pub fn of(function: &dyn Function) -> Option<Self> {
        let (consent, spec) = (function.consent()?, function.spec());
        Some(Self {
            runs: consent.runs.clone(),
            program: consent.fingerprint.clone(),
            description: spec.description.clone(),
            parameters: sorted(&spec.parameters),
            effect: spec.effect,
        })
    }

    /// Stands for all of it.
    pub fn fingerprint(&self) -> String {
        let Self { runs, program, description, parameters, effect } = self;
        // An unknown effect counts as a change, also where a source says later which it is.
        let effect = if effect.may_change() { Effect::Changes } else { Effect::ReadsOnly };
        let (parameters, effect) = (parameters.to_string(), format!("{effect:?}"));
        hash([&**runs, program, description, &*parameters, &*effect].map(str::as_bytes))
    }
}

/// One agreement. It counts for what would have run then as it was described then, and for nothing that was put in its
/// place since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Allowed {
    pub function: FunctionName,
    /// Stands for what was agreed to.
    pub fingerprint: String,
    /// What was agreed to, for a comparison with what there is later. An earlier version kept none, and its fingerprint
    /// stands for nothing any more: what it allowed is asked about again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub terms: Option<Terms>,
    /// The arguments it may run with. Any, where none are named.
    #[ts(type = "Record<string, JsonValue> | null")]
    pub arguments: Option<JsonObject>,
}

impl Allowed {
    /// Whether it goes on to count where another one is given. What was allowed of something else that had the name of its
    /// function does not.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.function != other.function || self.fingerprint == other.fingerprint
    }

    pub(crate) fn covers(&self, function: &FunctionName, fingerprint: &str, arguments: &JsonObject) -> bool {
        self.function == *function
            && self.fingerprint == fingerprint
            && self.arguments.as_ref().is_none_or(|allowed| allowed == arguments)
    }
}

/// The agreements that are kept in a file.
pub struct Consents {
    file: SettingsFile<Kept>,
    known: Mutex<Result<Vec<Allowed>, SettingsFileError>>,
}

/// The format this version writes.
const FORMAT: u32 = 1;

/// `consents.json`.
#[derive(Serialize, Deserialize)]
struct Kept {
    allowed: Vec<Allowed>,
}

impl Consents {
    /// Where the file can't be read, nothing is allowed, and it is left as it is.
    pub fn open(path: PathBuf) -> Self {
        let file = SettingsFile::<Kept>::new(path, FORMAT);
        let known = file.read().map(|kept| kept.map(|kept| kept.allowed).unwrap_or_default());
        Self { file, known: Mutex::new(known) }
    }

    /// Why nothing is allowed any more, where the file can't be read.
    pub fn problem(&self) -> Option<SettingsFileError> {
        self.lock().as_ref().err().cloned()
    }

    /// What is allowed of a function.
    pub fn of(&self, function: &FunctionName) -> Vec<Allowed> {
        let known = self.lock();
        let all = known.as_ref().map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|allowed| allowed.function == *function).cloned().collect()
    }

    pub fn allow(&self, allowed: Allowed) -> Result<(), SettingsFileError> {
        self.allow_all(vec![allowed])
    }

    /// Writes them at once. Of several for one function the last counts.
    pub fn allow_all(&self, given: Vec<Allowed>) -> Result<(), SettingsFileError> {
        let by_function: BTreeMap<FunctionName, Allowed> =
            given.into_iter().map(|allowed| (allowed.function.clone(), allowed)).collect();
        self.change(|all| {
            all.retain(|one| {
                by_function.get(&one.function).is_none_or(|given| one.is_beside(given) && one != given)
            });
            all.extend(by_function.into_values());
        })
    }

    pub fn forget(&self, functions: &[FunctionName]) -> Result<(), SettingsFileError> {
        let functions: HashSet<&FunctionName> = functions.iter().collect();
        self.change(|all| all.retain(|allowed| !functions.contains(&allowed.function)))
    }

    /// Whether a function may run with any arguments, in the form it has now.
    pub fn covers_all_calls(&self, function: &FunctionName, fingerprint: &str) -> bool {
        let covers = |allowed: &Allowed| allowed.arguments.is_none() && allowed.fingerprint == fingerprint;
        self.of(function).iter().any(covers)
    }

    pub(crate) fn covers(&self, function: &FunctionName, fingerprint: &str, arguments: &JsonObject) -> bool {
        let known = self.lock();
        let all = known.as_ref().map(Vec::as_slice).unwrap_or_default();
        all.iter().any(|allowed| allowed.covers(function, fingerprint, arguments))
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Allowed>)) -> Result<(), SettingsFileError> {
        let mut known = self.lock();
        let mut kept = Kept { allowed: known.clone()? };
        change(&mut kept.allowed);
        self.file.write(&kept)?;
        *known = Ok(kept.allowed);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Result<Vec<Allowed>, SettingsFileError>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowed, Consents, Terms};
    use content::{FunctionName, JsonObject, sorted};
    use ports::Effect;
    use serde_json::json;

    fn arguments(value: serde_json::Value) -> JsonObject {
        serde_json::from_value(value).expect("an object")
    }

    fn allowed(fingerprint: &str, arguments: Option<JsonObject>) -> Allowed {
        Allowed {
            function: FunctionName::new("shell", "run"),
            fingerprint: fingerprint.into(),
            terms: None,
            arguments,
        }
    }

    #[test]
    fn an_agreement_counts_for_its_function_its_fingerprint_and_its_arguments() {
        let (run, other) = (FunctionName::new("shell", "run"), FunctionName::new("shell", "stop"));
        let one = arguments(json!({ "a": 1, "b": 2 }));
        let exact = allowed("x", Some(one.clone()));
        assert!(exact.covers(&run, "x", &arguments(json!({ "b": 2, "a": 1 }))));
        assert!(!exact.covers(&run, "x", &arguments(json!({ "a": 1 }))));
        assert!(!exact.covers(&run, "y", &one));
        assert!(!exact.covers(&other, "x", &one));
        assert!(allowed("x", None).covers(&run, "x", &one));
        assert!(!allowed("x", None).covers(&run, "y", &one));
    }

    #[test]
    fn another_description_schema_program_or_place_is_another_agreement_and_another_order_is_not() {
        let terms = Terms {
            runs: "python server.py".to_owned(),
            program: "1".to_owned(),
            description: "Reads a note.".to_owned(),
            parameters: sorted(&json!({ "type": "object", "properties": {} })),
            effect: Effect::ReadsOnly,
        };
        let again =
            Terms { parameters: sorted(&json!({ "properties": {}, "type": "object" })), ..terms.clone() };
        assert_eq!(again.fingerprint(), terms.fingerprint());
        let others = [
            Terms { runs: "python other.py".to_owned(), ..terms.clone() },
            Terms { program: "2".to_owned(), ..terms.clone() },
            Terms { description: "Sends a note away.".to_owned(), ..terms.clone() },
            Terms { parameters: json!({ "type": "object" }), ..terms.clone() },
            Terms { effect: Effect::Changes, ..terms.clone() },
        ];
        assert!(others.iter().all(|other| other.fingerprint() != terms.fingerprint()));
    }

    #[test]
    fn an_unknown_effect_is_agreed_to_as_a_change() {
        let [reads, changes, unknown] = [Effect::ReadsOnly, Effect::Changes, Effect::Unknown].map(|effect| {
            let parameters = json!({ "type": "object" });
            let [runs, program, description] = ["python server.py", "1", "Keeps a note."].map(str::to_owned);
            Terms { runs, program, description, parameters, effect }.fingerprint()
        });
        assert_eq!(unknown, changes);
        assert_ne!(unknown, reads);
    }

    #[test]
    fn what_an_earlier_version_has_kept_can_be_read_and_allows_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("consents.json");
        let kept = r#"{"format":1,"allowed":[{"function":{"plugin":"shell","function":"run"},"fingerprint":"python server.py","arguments":null}]}"#;
        std::fs::write(&path, kept).expect("it is written");
        let (run, consents) = (FunctionName::new("shell", "run"), Consents::open(path));
        assert_eq!(consents.of(&run), [allowed("python server.py", None)]);
        let terms = Terms {
            runs: "python server.py".to_owned(),
            program: String::new(),
            description: String::new(),
            parameters: json!({}),
            effect: Effect::Changes,
        };
        assert!(!consents.covers(&run, &terms.fingerprint(), &JsonObject::new()));
    }

    #[test]
    fn agreements_are_kept_and_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("consents.json");
        let run = FunctionName::new("shell", "run");
        let consents = Consents::open(path.clone());
        consents.allow(allowed("x", None)).expect("it is kept");
        consents.allow(allowed("x", None)).expect("it is kept once");
        assert_eq!(Consents::open(path.clone()).of(&run), [allowed("x", None)]);
        consents.allow(allowed("y", None)).expect("it is kept");
        assert_eq!(Consents::open(path.clone()).of(&run), [allowed("y", None)]);
        consents.forget(std::slice::from_ref(&run)).expect("it is forgotten");
        assert!(Consents::open(path).of(&run).is_empty());
    }

    #[test]
    fn agreements_to_many_functions_are_kept_and_forgotten_at_once_and_leave_others_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("consents.json");
        let of = |function: &str, fingerprint: &str| Allowed {
            function: FunctionName::new("shell", function),
            ..allowed(fingerprint, None)
        };
        let (other, exact) = (of("other", "o"), allowed("x", Some(arguments(json!({ "a": 1 })))));
        let consents = Consents::open(path.clone());
        for kept in [of("run", "old"), exact.clone(), other.clone()] {
            consents.allow(kept).expect("it is kept");
        }
        consents.allow_all(vec![of("run", "x"), of("stop", "s")]).expect("they are kept");
        let [run, stop, others] = ["run", "stop", "other"].map(|name| FunctionName::new("shell", name));
        assert_eq!(Consents::open(path.clone()).of(&run), [exact, of("run", "x")]);
        assert_eq!(Consents::open(path.clone()).of(&stop), [of("stop", "s")]);
        consents.forget(&[run.clone(), stop]).expect("they are forgotten");
        let again = Consents::open(path);
        assert_eq!((again.of(&run), again.of(&others)), (Vec::new(), vec![other]));
    }

    #[test]
    fn a_file_that_cannot_be_read_allows_nothing_and_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("consents.json");
        std::fs::write(&path, "{").expect("it is written");
        let consents = Consents::open(path.clone());
        assert!(!consents.covers(&FunctionName::new("shell", "run"), "x", &JsonObject::new()));
        assert!(consents.problem().expect("a problem").to_string().contains("consents.json can't be read"));
        consents.allow(allowed("x", None)).expect_err("it would be overwritten");
        assert_eq!(std::fs::read_to_string(path).expect("it is there"), "{");
    }
}
