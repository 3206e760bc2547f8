//! What a call means: which function it is for, and what the function gets.

use crate::binding::{Binding, BindingPolicy, Conversions, bind};
use crate::checked::{Checked, describe_finding};
use crate::names::{NamePolicy, OnRepair, Reading, unknown};
use content::{
    ArgumentsFault, CallArguments, CalledFunction, Digits, Failure, FailureKind, FunctionCall, FunctionName,
    JsonObject,
};
use notices::{Describe, Notice};
use ports::{
    ArgumentChange, Ask, Bound, ChangeKind, Function, NameRepair, Offered, Resolution, SchemaFinding,
};
use serde_json::{Number, Value};

/// How far a call may be from what was offered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leniency<'a> {
    pub(crate) names: &'a NamePolicy,
    pub(crate) binding: BindingPolicy,
}

/// A function that is there, ready to be called.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) checked: &'a Checked,
    pub(crate) function: &'a dyn Function,
}

/// The arguments a model wrote, and what stands there where they stand for something else.
struct Written<'a> {
    value: &'a JsonObject,
    instead_of: Option<Value>,
    digits: Digits,
}

/// The function a call is for, and the name it was written by if that was another.
struct Meant {
    name: FunctionName,
    repair: Option<NameRepair>,
}

pub(crate) fn resolve<'a>(
    call: &FunctionCall,
    offered: Offered<'_>,
    leniency: Leniency<'_>,
    known: impl Fn(&FunctionName) -> Result<Known<'a>, &'a str>,
) -> Resolution {
    let no_function = |failure: Failure| Resolution::Refused {
        failure: with_malformed(failure, &call.arguments),
        findings: Vec::new(),
    };
    let meant = match meant(&call.function, offered, leniency.names) {
        Ok(meant) => meant,
        Err(failure) => return no_function(failure),
    };
    let named = offered.names.write(&meant.name);
    let known = match known(&meant.name) {
        Ok(known) => known,
        Err(fate) => return no_function(gone(&named, fate)),
    };
    match &call.arguments {
        CallArguments::Malformed { reason, .. } => refused(not_readable(&named, reason), Vec::new()),
        CallArguments::Parsed { value, .. } => match call.arguments.stand_in() {
            Some(written) if leniency.binding.conversions == Conversions::None => {
                refused(not_readable(&named, &ArgumentsFault::not_an_object(&written).notice()), Vec::new())
            }
            instead_of => {
                let digits = call.arguments.digits();
                runnable(meant, &named, Written { value, instead_of, digits }, leniency, known)
            }
        },
    }
}

fn meant(called: &CalledFunction, offered: Offered<'_>, policy: &NamePolicy) -> Result<Meant, Failure> {
    let raw = match called {
        CalledFunction::Known { name } if offered.functions.contains(name) => {
            return Ok(Meant { name: name.clone(), repair: None });
        }
        CalledFunction::Known { name } => return Err(unknown(&offered.names.write(name), offered)),
        CalledFunction::Unknown { raw } => raw,
    };
    match policy.read(raw, offered) {
        Reading::Repaired(repair) => Ok(Meant { name: repair.after.clone(), repair: Some(repair) }),
        Reading::Unclear(failure) => Err(failure),
    }
}

fn runnable(
    meant: Meant,
    named: &str,
    written: Written<'_>,
    leniency: Leniency<'_>,
    Known { checked, function }: Known<'_>,
) -> Resolution {
    let Meant { name, repair } = meant;
    let Binding { mut bound, refused: mut findings } =
        bind(checked.schema(), written.value, leniency.binding);
    if let Some(before) = written.instead_of.clone() {
        let (path, after) = (String::new(), Some(Value::Object(written.value.clone())));
        bound
            .changes
            .insert(0, ArgumentChange { path, kind: ChangeKind::Converted, before: Some(before), after });
    }
    keep_digits(&mut bound, &written.digits, function);
    findings.extend(checked.findings(&bound.arguments));
    if !findings.is_empty() {
        let list =
            findings.iter().map(describe_finding).chain(ignored(&bound)).collect::<Vec<_>>().join("; ");
        let message = format!("The arguments of {named} do not fit its schema: {list}. Correct them.");
        return refused(message, findings);
    }
    let bound = (!bound.changes.is_empty()).then(|| Box::new(bound));
    let needs_person = repair.is_some() && leniency.names.on_repair == OnRepair::Ask;
    let asks = needs_person.then_some(Ask::NameRepair).into_iter().collect();
    Resolution::Runnable { name, findings, bound, repair: repair.map(Box::new), asks }
}

/// A number beyond 64 bits that became a text has all of its digits in there. One that the function gets with fewer
/// digits than were written is told.
fn keep_digits(bound: &mut Bound, digits: &Digits, function: &dyn Function) {
    if digits.is_empty() {
        return;
    }
    let mut arguments = Value::Object(std::mem::take(&mut bound.arguments));
    for (path, digits) in digits.places() {
        let Some(value) = arguments.pointer_mut(&path) else { continue };
        let number = digits.parse().ok().and_then(Number::from_f64).map(Value::Number);
        let change = bound.changes.iter_mut().find(|change| change.path == path && change.before == number);
        if let Some(change) = change.filter(|_| value.is_string()) {
            *value = Value::from(digits);
            change.after = Some(value.clone());
        } else if number.as_ref() == Some(value) && !function.keeps_digits(digits) {
            let (kind, before) = (ChangeKind::Converted, Some(Value::from(digits)));
            bound.changes.push(ArgumentChange { path, kind, before, after: number });
        }
    }
    if let Value::Object(arguments) = arguments {
        bound.arguments = arguments;
    }
}

fn not_readable(name: &str, reason: &Notice) -> String {
    format!("The arguments of {name} are not a JSON object: {reason}. Send one JSON object.")
}

/// Arguments that no parameter takes, which may be the misspelt names of those that are missing.
fn ignored(bound: &Bound) -> impl Iterator<Item = String> {
    let ignored = bound.changes.iter().filter(|change| change.kind == ChangeKind::Ignored);
    ignored.map(|change| match named(&change.path) {
        (name, true) => format!("{name:?} is not a parameter and was ignored"),
        (name, false) => format!("{name:?}, at {}, is not a field there and was ignored", change.path),
    })
}

/// The last step of a path, and whether it is the only one.
fn named(path: &str) -> (String, bool) {
    let (before, last) = path.rsplit_once('/').unwrap_or_default();
    (last.replace("~1", "/").replace("~0", "~"), before.is_empty())
}

/// It was offered, so a model that called it did nothing wrong.
fn gone(name: &str, fate: &str) -> Failure {
    let message = format!(
        "{name} was available when it was offered and is not any more: {fate}. Use another function, or answer in words."
    );
    Failure { kind: FailureKind::UnknownFunction, message }
}

/// A call can be wrong in two ways, and the model needs to know both.
fn with_malformed(failure: Failure, arguments: &CallArguments) -> Failure {
    match arguments {
        CallArguments::Parsed { .. } => failure,
        CallArguments::Malformed { reason, .. } => {
            let message =
                format!("{} Its arguments are not a JSON object either: {reason}.", failure.message);
            Failure { message, ..failure }
        }
    }
}

fn refused(message: String, findings: Vec<SchemaFinding>) -> Resolution {
    let failure = Failure { kind: FailureKind::InvalidArguments, message };
    Resolution::Refused { failure, findings }
}
