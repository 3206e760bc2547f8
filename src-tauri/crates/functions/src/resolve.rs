//! What a call means: which function it is for, and whether its arguments fit.

use crate::nearest::{letters, nearest};
use content::{CallArguments, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName, JsonObject};
use ports::{FunctionSpec, Naming, Resolution, SchemaFinding};
use serde_json::Value;

/// A schema ready to check arguments against.
pub(crate) struct Checked(jsonschema::Validator);

impl Checked {
    pub(crate) fn new(spec: &FunctionSpec) -> Result<Self, String> {
        jsonschema::draft202012::new(&spec.parameters).map(Self).map_err(|error| error.to_string())
    }

    fn findings(&self, arguments: &JsonObject) -> Vec<SchemaFinding> {
        let arguments = Value::Object(arguments.clone());
        let errors = self.0.iter_errors(&arguments);
        errors
            .map(|error| SchemaFinding {
                path: error.instance_path().to_string(),
                message: error.to_string(),
            })
            .collect()
    }
}

pub(crate) fn resolve<'a>(
    call: &FunctionCall,
    offered: &[FunctionName],
    naming: Naming,
    checked: impl Fn(&FunctionName) -> Option<&'a Checked>,
) -> Resolution {
    let asked = match &call.function {
        CalledFunction::Known { name } => name.to_string(),
        CalledFunction::Unknown { raw } => raw.clone(),
    };
    let exact = call.function.known().filter(|name| offered.contains(name));
    let Some(name) = exact.or_else(|| meant(&asked, offered, naming)) else {
        return refused_name(&asked, offered);
    };
    let Some(schema) = checked(name) else { return refused_name(&asked, offered) };
    match &call.arguments {
        CallArguments::Malformed { reason, .. } => {
            refused(format!("The arguments of {name} are not a JSON object: {reason}. Send one JSON object."))
        }
        CallArguments::Parsed { value, .. } => match schema.findings(value) {
            findings if findings.is_empty() => Resolution::Runnable { name: name.clone(), findings },
            findings => {
                let list = findings.iter().map(said).collect::<Vec<_>>().join("; ");
                let message = format!("The arguments of {name} do not fit its schema: {list}. Correct them.");
                let failure = Failure { kind: FailureKind::InvalidArguments, message };
                Resolution::Refused { failure, findings, nearest: Vec::new() }
            }
        },
    }
}

fn refused(message: String) -> Resolution {
    let failure = Failure { kind: FailureKind::InvalidArguments, message };
    Resolution::Refused { failure, findings: Vec::new(), nearest: Vec::new() }
}

/// The one function that was offered and is called so, if separators and case make no difference.
fn meant<'a>(asked: &str, offered: &'a [FunctionName], naming: Naming) -> Option<&'a FunctionName> {
    let asked = letters(asked);
    let is_meant =
        |name: &&FunctionName| letters(&name.to_string()) == asked || letters(&name.function) == asked;
    let mut found = match naming {
        Naming::Exact => return None,
        Naming::Lenient => offered.iter().filter(is_meant),
    };
    found.next().filter(|_| found.next().is_none())
}

/// Names the function that was asked for and the nearest ones there are, so that a model can do better.
fn refused_name(asked: &str, offered: &[FunctionName]) -> Resolution {
    let near = nearest(asked, offered);
    let hint = if near.is_empty() {
        "No function is available now; answer in words.".to_owned()
    } else {
        format!("Available and nearest: {}. Correct the name, or answer in words.", near.join(", "))
    };
    let message = format!("There is no function {asked:?} here. {hint}");
    Resolution::Refused {
        failure: Failure { kind: FailureKind::UnknownFunction, message },
        findings: Vec::new(),
        nearest: near,
    }
}

fn said(finding: &SchemaFinding) -> String {
    match finding.path.as_str() {
        "" => finding.message.clone(),
        path => format!("at {path}: {}", finding.message),
    }
}
