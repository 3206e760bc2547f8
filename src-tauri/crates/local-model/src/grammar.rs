//! What may be written, as a grammar llama.cpp holds a model to. Made of the functions' schemas.
//!
//! A grammar is looser than a schema where a schema asks for more than a grammar can say. It is narrower in the way of
//! writing alone: fields come in the order of the schema, and numbers have an end.

mod object;
mod schema;
#[cfg(test)]
mod tests;
mod text;
mod typed;

use crate::difference::Loosened;
use crate::names::Names;
use crate::notation::CALL_MARKS;
use crate::notation_of::Notation;
use crate::restated::values;
use content::{FunctionName, JsonObject};
use ports::{CallOptions, CompletionRequest, FunctionChoice, FunctionSpec, ResponseFormat};
use schema::Rules;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use text::{behind_thought, joined, literal};

/// What results are told in. A small model goes on with it as if it were a function.
const RESULT_MARK: &str = "<tool_response>";
/// What the object of a call begins with that has no mark.
const CALL_BEGINNINGS: [&str; 4] = ["{\"name\":", "{\"function\":", "{\"tool\":", "{\"arguments\":"];

/// Which way of writing a model is held to, and from when on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Held {
    /// From its first letter to its last.
    AtOnce(Grammar),
    /// Words alone.
    Words(Words),
    /// Each time it has begun one of these outside of a thought, as long as the value lasts that follows.
    Behind(Vec<Begun>),
    /// To calls from the first letter on if their beginnings are together likelier than words. Otherwise as behind them.
    Leaning { calls: Grammar, behind: Vec<Begun> },
}

/// What an answer in words has to keep to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Words {
    /// None of these is written, which begin a call.
    pub(crate) without: Vec<String>,
    /// Where results are restated: each of these values is written, and no number above ten that the prompt does not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) restates: Option<Vec<String>>,
}

impl Words {
    /// The marks of calls and of results, and objects that begin as calls do, are not written.
    pub(crate) fn without_calls() -> Self {
        let without = CALL_MARKS.into_iter().chain([RESULT_MARK]).chain(CALL_BEGINNINGS);
        Self { without: without.map(str::to_owned).collect(), restates: None }
    }

    fn of(request: &CompletionRequest) -> Self {
        let restates = (request.calls.retell == Some(true)).then(|| values(&request.messages));
        Self { restates, ..Self::without_calls() }
    }
}

/// Words that begin a call, and what may follow them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Begun {
    pub(crate) mark: String,
    /// One of these has to follow the mark before it begins a call. Any text will do where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) with: Vec<String>,
    /// What is written behind the mark.
    pub(crate) grammar: Grammar,
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
    pub(crate) loosened: Vec<Loosened>,
    /// A grammar holds to one thing. This is the other one that was asked for.
    pub(crate) excluded: Option<Excluded>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excluded {
    /// The form of the answer in words.
    Form,
    /// Calls of the functions that are offered.
    Calls,
}

/// Where the model begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    Words,
    /// The prompt has begun a thought for it.
    Thought,
}

/// A call that is required is held to its schema, or to the names of functions alone if a person wants it loose; one that
/// is not, if a person wants it strict.
pub(crate) fn holding(
    request: &CompletionRequest,
    names: &Names,
    notation: Notation,
    beginning: Beginning,
) -> Holding {
    let mut holding = of_answer(request, names, notation);
    if beginning == Beginning::Thought
        && let Some(Held::AtOnce(grammar)) = &mut holding.held
    {
        for text in [&mut grammar.text, &mut grammar.looser].into_iter().filter(|text| !text.is_empty()) {
            *text = behind_thought(text);
        }
    }
    holding
}

fn of_answer(request: &CompletionRequest, names: &Names, notation: Notation) -> Holding {
    let form = formatted(request.settings.response_format.as_ref());
    let has_form = form.held.is_some();
    if !can_call(request) {
        let words = || Held::Words(Words::of(request));
        // A model that sees functions, or calls of old, would call one more.
        let held = form.held.or_else(|| knows_calls(request).then(words));
        return Holding { held, ..form };
    }
    match of_calls(request, names, notation) {
        Some(calls) => Holding { excluded: has_form.then_some(Excluded::Form), ..calls },
        None => Holding { excluded: (has_form && offers(request)).then_some(Excluded::Calls), ..form },
    }
}

fn of_calls(request: &CompletionRequest, names: &Names, notation: Notation) -> Option<Holding> {
    let CallOptions { parallel, strict, only_new, lean, .. } = request.calls;
    let is_single = parallel == Some(false);
    if lean == Some(true) && strict.is_none() && offers(request) {
        return Some(leaning(request, names, notation, is_single));
    }
    let at_once = |grammar, loosened| Holding { held: Some(Held::AtOnce(grammar)), loosened, excluded: None };
    match (required(request), strict) {
        (Some(functions), None | Some(true)) => {
            let (text, loosened) = calls(&functions, names, notation, is_single, Detail::Schemas);
            let (looser, _) = calls(&functions, names, notation, is_single, Detail::NamesAlone);
            Some(at_once(Grammar { text, looser }, loosened))
        }
        (Some(functions), Some(false)) => {
            let (text, loosened) = calls(&functions, names, notation, is_single, Detail::NamesAlone);
            Some(at_once(Grammar { text, looser: String::new() }, loosened))
        }
        (None, strict) if offers(request) && strict.or(only_new) == Some(true) => {
            let (held, loosened) = behind(request, names, notation);
            Some(Holding { held: Some(Held::Behind(held)), loosened, excluded: None })
        }
        (None, _) => None,
    }
}

fn leaning(request: &CompletionRequest, names: &Names, notation: Notation, is_single: bool) -> Holding {
    let functions: Vec<_> = request.functions.iter().collect();
    let (text, loosened) = calls(&functions, names, notation, is_single, Detail::Schemas);
    let (looser, _) = calls(&functions, names, notation, is_single, Detail::NamesAlone);
    let (behind, _) = behind(request, names, notation);
    Holding {
        held: Some(Held::Leaning { calls: Grammar { text, looser }, behind }),
        loosened,
        excluded: None,
    }
}

/// The functions of which one has to be called. Nothing where none has to be.
pub(crate) fn required(request: &CompletionRequest) -> Option<Vec<&Arc<FunctionSpec>>> {
    let required = match &request.choice {
        FunctionChoice::Required => Some(request.functions.iter().collect::<Vec<_>>()),
        FunctionChoice::Function { name } => Some(named(&request.functions, name)),
        FunctionChoice::Allowed { functions, required: true } => {
            Some(functions.iter().flat_map(|name| named(&request.functions, name)).collect())
        }
        FunctionChoice::Auto | FunctionChoice::Allowed { required: false, .. } | FunctionChoice::None => None,
    };
    required.filter(|functions| !functions.is_empty())
}

fn offers(request: &CompletionRequest) -> bool {
    let is_free =
        matches!(request.choice, FunctionChoice::Auto | FunctionChoice::Allowed { required: false, .. });
    is_free && !request.functions.is_empty()
}

/// Whether a call may be written at all.
pub(crate) fn can_call(request: &CompletionRequest) -> bool {
    request.choice != FunctionChoice::None && !request.functions.is_empty()
}

fn knows_calls(request: &CompletionRequest) -> bool {
    !request.functions.is_empty() || request.messages.iter().any(|message| message.calls().next().is_some())
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
) -> (String, Vec<Loosened>) {
    let mut rules = Rules::default();
    let call = call(&mut rules, functions, names, notation, detail);
    let call = rules.add(format!("{} {call}", literal("{\"name\": \"")));
    let [before, begin, end, between, after] = notation.marks().map(literal);
    let more = if is_single { String::new() } else { format!("({between} {begin} {call} {end})*") };
    let root = joined(&[&before, &begin, &call, &end, &more, &after]);
    rules.finish(&root)
}

/// The rest of each call that is begun.
fn behind(request: &CompletionRequest, names: &Names, notation: Notation) -> (Vec<Begun>, Vec<Loosened>) {
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
    let [name, quote] = ["\"name\"", "\""].map(literal);
    let marked = rest(&format!("gap open {name} colon {quote}"));
    // Without a mark, an object is a call only if it names a function, as any object may have a name.
    let with = functions.iter().map(|spec| format!("{},", quoted_end(names.write(&spec.name)))).collect();
    let held = vec![
        Begun { mark: "<tool_call>".to_owned(), with: Vec::new(), grammar: marked },
        Begun { mark: object, with, grammar: rest("") },
    ];
    (held, loosened)
}

/// A call behind the quote before its name.
fn call(
    rules: &mut Rules,
    functions: &[&Arc<FunctionSpec>],
    names: &Names,
    notation: Notation,
    detail: Detail,
) -> String {
    let key = literal(&Value::String(notation.key().to_owned()).to_string());
    let alternatives: Vec<_> = functions
        .iter()
        .map(|spec| {
            let name = quoted_end(names.write(&spec.name));
            let arguments = match detail {
                Detail::Schemas => rules.arguments(&spec.parameters),
                Detail::NamesAlone => "object".to_owned(),
            };
            format!("{} comma {key} colon {arguments} close", literal(&name))
        })
        .collect();
    rules.add(alternatives.join(" | "))
}

/// A text in quotes without the first of them.
fn quoted_end(text: &str) -> String {
    let quoted = Value::String(text.to_owned()).to_string();
    quoted.strip_prefix('"').unwrap_or(&quoted).to_owned()
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
    Holding { held: Some(Held::AtOnce(Grammar { text, looser })), loosened, excluded: None }
}

/// The fields of a schema, where it is no more than true or false.
fn fields(schema: &Value) -> Option<&JsonObject> {
    schema.as_object()
}
