//! What may be written, as a grammar llama.cpp holds a model to. Made of the functions' schemas.
//!
//! A grammar is looser than a schema where a schema asks for more than a grammar can say, and never narrower, so that
//! whatever a schema is, a model can go on writing.

mod object;
mod schema;
#[cfg(test)]
mod tests;
mod text;

use crate::names::Names;
use crate::notation_of::Notation;
use content::{FunctionName, JsonObject};
use ports::{CallOptions, CompletionRequest, FunctionChoice, FunctionSpec, ResponseFormat};
use schema::Rules;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use text::{joined, literal};

/// Which way of writing a model is held to, and from when on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Held {
    /// From its first letter to its last.
    AtOnce(Grammar),
    /// Each time it has written what comes first in one of these, as long as the value lasts that follows.
    Behind(Vec<(String, Grammar)>),
}

/// A grammar, what it could not say of the schemas, and one that says less in case it is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grammar {
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) looser: String,
}

/// What a request is held to. Nothing, where the model writes as it likes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holding {
    pub(crate) held: Option<Held>,
    /// What the schemas ask for and the grammar does not say.
    pub(crate) loosened: Vec<String>,
}

/// A call that is required is held to its schema unless a person wants it loose; one that is not, if a person wants it
/// strict.
pub(crate) fn holding(request: &CompletionRequest, names: &Names, notation: Notation) -> Holding {
    let CallOptions { parallel, strict } = request.calls;
    let is_single = parallel == Some(false);
    let required = match &request.choice {
        FunctionChoice::Required => Some(request.functions.iter().collect::<Vec<_>>()),
        FunctionChoice::Function { name } => Some(named(&request.functions, name)),
        FunctionChoice::Auto | FunctionChoice::None => None,
    };
    match (required.filter(|functions| !functions.is_empty()), strict) {
        (Some(functions), None | Some(true)) => {
            let (text, loosened) = calls(&functions, names, notation, is_single, Detail::Schemas);
            let (looser, _) = calls(&functions, names, notation, is_single, Detail::NamesAlone);
            Holding { held: Some(Held::AtOnce(Grammar { text, looser })), loosened }
        }
        (None, Some(true)) if offers(request) => behind(request, names, notation),
        (Some(_) | None, _) => formatted(request.settings.response_format.as_ref()),
    }
}

fn offers(request: &CompletionRequest) -> bool {
    request.choice == FunctionChoice::Auto && !request.functions.is_empty()
}

fn named<'a>(functions: &'a [Arc<FunctionSpec>], name: &FunctionName) -> Vec<&'a Arc<FunctionSpec>> {
    functions.iter().filter(|spec| spec.name == *name).collect()
}

/// How much of a call is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    Schemas,
    NamesAlone,
}

/// Calls from the first mark to the last.
fn calls(
    functions: &[&Arc<FunctionSpec>],
    names: &Names,
    notation: Notation,
    is_single: bool,
    detail: Detail,
) -> (String, Vec<String>) {
    let mut rules = Rules::default();
    let call = call(&mut rules, functions, names, notation, detail);
    let call = rules.add(format!("{} {call}", literal("{\"name\": \"")));
    let [before, begin, end, between, after] = notation.marks().map(literal);
    let more = if is_single { String::new() } else { format!("({between} {begin} {call} {end})*") };
    let root = joined(&[&before, &begin, &call, &end, &more, &after]);
    rules.finish(&root)
}

/// The rest of each call that is begun.
fn behind(request: &CompletionRequest, names: &Names, notation: Notation) -> Holding {
    let functions: Vec<_> = request.functions.iter().collect();
    let mut loosened = Vec::new();
    let mut rest = |before: &str| {
        let mut text = |detail| {
            let mut rules = Rules::default();
            let call = call(&mut rules, &functions, names, notation, detail);
            let (text, not_said) = rules.finish(&format!("{before} {call}"));
            loosened = not_said;
            text
        };
        let looser = text(Detail::NamesAlone);
        Grammar { text: text(Detail::Schemas), looser }
    };
    let object = "{\"name\": \"".to_owned();
    let marked = rest(&format!("[ \\n]? {}", literal(&object)));
    let held = vec![("<tool_call>".to_owned(), marked), (object, rest(""))];
    Holding { held: Some(Held::Behind(held)), loosened }
}

/// A call behind the quote before its name.
fn call(
    rules: &mut Rules,
    functions: &[&Arc<FunctionSpec>],
    names: &Names,
    notation: Notation,
    detail: Detail,
) -> String {
    let key = notation.key();
    let alternatives: Vec<_> = functions
        .iter()
        .map(|spec| {
            let name = Value::String(names.write(&spec.name).to_owned()).to_string();
            let name = name.strip_prefix('"').unwrap_or(&name).to_owned();
            let arguments = match detail {
                Detail::Schemas => rules.arguments(&spec.parameters),
                Detail::NamesAlone => "object".to_owned(),
            };
            format!("{} {arguments} \"}}\"", literal(&format!("{name}, \"{key}\": ")))
        })
        .collect();
    rules.add(alternatives.join(" | "))
}

/// An answer in words that has to be of a form.
fn formatted(format: Option<&ResponseFormat>) -> Holding {
    let mut rules = Rules::default();
    let root = match format {
        None | Some(ResponseFormat::Text) => return Holding::default(),
        Some(ResponseFormat::Json) => "object | array".to_owned(),
        Some(ResponseFormat::Schema { schema, .. }) => rules.document(schema),
    };
    let (text, loosened) = rules.finish(&root);
    let (looser, _) = Rules::default().finish("object | array");
    Holding { held: Some(Held::AtOnce(Grammar { text, looser })), loosened }
}

/// The fields of a schema, where it is no more than true or false.
fn fields(schema: &Value) -> Option<&JsonObject> {
    schema.as_object()
}
