use super::{Library, Shelf};
use crate::sources::plugin_folder::PluginFault;
use crate::{NativeFunction, Plugin};
use content::{CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Origin};
use ports::{
    ArgumentChange, CallScope, Catalogue, ChangeKind, Effect, Function, FunctionError, FunctionShelf,
    Offered, OfferedNames, Resolution, SourceFacts, SourceId, SourceKind, SourceProblem, SourceStatus,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

struct Ping;

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

impl NativeFunction for Ping {
    type Arguments = Nothing;
    type Output = &'static str;
    const NAME: &'static str = "ping";
    const DESCRIPTION: &'static str = "Answers.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(&self, _: Nothing, _: &CallScope) -> Result<&'static str, FunctionError> {
        Ok("pong")
    }
}

fn functions(plugin: &str) -> Vec<Arc<dyn Function>> {
    let manifest =
        format!("format = 1\nid = \"{plugin}\"\nversion = \"1.0.0\"\nkind = \"native\"\ndescription = \"\"");
    Plugin::native(&manifest).expect("a manifest").with(Ping).into_functions()
}

fn shelf(library: &Arc<Library>, id: &str) -> Shelf {
    library.shelf(SourceFacts {
        id: SourceId::new(format!("plugin:{id}")),
        title: format!("The {id}"),
        kind: SourceKind::Native,
        place: None,
        needs: Vec::new(),
    })
}

fn names(library: &Library) -> Vec<String> {
    library.current().specs().iter().map(|spec| spec.name.to_string()).collect()
}

fn refusal(library: &Library, name: &FunctionName) -> Option<String> {
    let call = FunctionCall {
        id: CallId::new("call-1"),
        function: CalledFunction::Known { name: name.clone() },
        arguments: CallArguments::read("{}"),
        origin: Origin::Application,
        provider_state: None,
    };
    match resolved(library, &call, name) {
        Resolution::Refused { failure, .. } => Some(failure.message),
        Resolution::Runnable { .. } => None,
    }
}

/// A call of the one function that is offered.
fn resolved(library: &Library, call: &FunctionCall, name: &FunctionName) -> Resolution {
    let names = OfferedNames::default();
    library.current().resolve(call, Offered { functions: std::slice::from_ref(name), names: &names })
}

#[test]
fn a_source_comes_changes_and_goes_and_each_time_it_is_told() {
    let library = Arc::new(Library::default());
    let mut changes = library.changes();
    let source = shelf(&library, "door");
    assert_eq!(library.sources().first().map(|listed| listed.status), Some(SourceStatus::Loading));
    assert!(changes.has_changed().expect("it is there"));
    changes.mark_unchanged();
    source.fill(functions("door"), Vec::new());
    assert!(changes.has_changed().expect("it is there"));
    assert_eq!(names(&library), ["door · ping"]);
    drop(source);
    assert!(names(&library).is_empty());
    assert!(library.sources().is_empty());
}

#[test]
fn whoever_holds_the_functions_sees_the_same_for_as_long_as_that_lasts() {
    let library = Arc::new(Library::default());
    let source = shelf(&library, "door");
    source.fill(functions("door"), Vec::new());
    let held = library.current();
    drop(source);
    assert_eq!(held.specs().len(), 1);
    assert!(held.function(&FunctionName::new("door", "ping")).is_some());
}

#[test]
fn a_call_of_a_function_that_is_gone_is_told_what_became_of_it() {
    let library = Arc::new(Library::default());
    let source = shelf(&library, "door");
    source.fill(functions("door"), Vec::new());
    let ping = FunctionName::new("door", "ping");
    assert_eq!(refusal(&library, &ping), None);
    let check = |expected: &str| {
        let said = refusal(&library, &ping).expect("it is gone");
        assert_eq!(
            said,
            format!(
                "door-ping was available when it was offered and is not any more: {expected}. Use another function, \
                 or answer in words."
            )
        );
    };
    source.fail(SourceProblem::of(&PluginFault::EmptyCommand));
    check("The door can't be used now: the command is empty");
    source.fill(functions("door"), Vec::new());
    source.fill(Vec::new(), Vec::new());
    check("The door does not have it any more");
    source.fill(functions("door"), Vec::new());
    assert_eq!(refusal(&library, &ping), None);
    drop(source);
    check("The door was taken away");
}

#[test]
fn a_source_that_replaces_another_keeps_its_place_and_the_earlier_one_is_not_heard() {
    let library = Arc::new(Library::default());
    let (earlier, other) = (shelf(&library, "door"), shelf(&library, "gate"));
    earlier.fill(functions("door"), Vec::new());
    other.fill(functions("gate"), Vec::new());
    let later = shelf(&library, "door");
    assert_eq!(names(&library), ["door · ping", "gate · ping"]);
    earlier.fail(SourceProblem::of(&PluginFault::EmptyCommand));
    drop(earlier);
    assert_eq!(names(&library), ["door · ping", "gate · ping"]);
    later.fill(Vec::new(), Vec::new());
    let order: Vec<_> = library.sources().into_iter().map(|listed| listed.facts.title).collect();
    assert_eq!(order, ["The door", "The gate"]);
    assert_eq!(names(&library), ["gate · ping"]);
}

#[test]
fn of_two_functions_with_one_name_the_first_stays_and_the_second_source_says_so() {
    let library = Arc::new(Library::default());
    let (first, second) = (shelf(&library, "one"), shelf(&library, "two"));
    first.fill(functions("same"), Vec::new());
    second.fill(functions("same"), Vec::new());
    let problems = |library: &Library| -> Vec<_> {
        library.sources().into_iter().map(|listed| listed.problems.len()).collect()
    };
    assert_eq!(problems(&library), [0, 1]);
    drop(first);
    assert_eq!(problems(&library), [0]);
    assert_eq!(names(&library), ["same · ping"]);
}

#[test]
fn arguments_that_stand_for_an_object_run_as_it_and_the_difference_is_told() {
    let library = Arc::new(Library::default());
    let source = shelf(&library, "net");
    source.fill(functions("net"), Vec::new());
    let name = FunctionName::new("net", "ping");
    for written in ["null", r#""""#, r#""{}""#] {
        let call = FunctionCall {
            id: CallId::new("call-1"),
            function: CalledFunction::Known { name: name.clone() },
            arguments: CallArguments::read(written),
            origin: Origin::Model,
            provider_state: None,
        };
        let changes = match resolved(&library, &call, &name) {
            Resolution::Runnable { bound, .. } => bound.map(|bound| bound.changes),
            Resolution::Refused { failure, .. } => panic!("{}", failure.message),
        };
        let change = ArgumentChange {
            path: String::new(),
            kind: ChangeKind::Converted,
            before: serde_json::from_str(written).ok(),
            after: Some(serde_json::json!({})),
        };
        assert_eq!(changes, Some(vec![change]), "{written}");
    }
}
