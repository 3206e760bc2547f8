//! The items that are calls.

use crate::dialects::WantedCall;
use crate::dialects::original::{Original, arguments_text, arguments_value};
use crate::json::fields::Fields;
use crate::json::quoted;

/// Calls the program answers. Items of hosted tools are none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A function that takes JSON.
    Function,
    /// A function that takes free text.
    Custom,
    /// A search for functions that the program makes.
    Search,
}

impl Kind {
    /// Reads the type of an item.
    pub(super) fn read(item: &Fields<'_>) -> Option<Self> {
        match item.string("type")?.as_str() {
            "function_call" => Some(Self::Function),
            "custom_tool_call" => Some(Self::Custom),
            "tool_search_call" if item.string("execution").as_deref() == Some("client") => Some(Self::Search),
            _ => None,
        }
    }

    /// The kind of a wanted call. A search stays one.
    pub(super) fn of(wanted: &WantedCall, from: Option<Self>) -> Self {
        match (from, wanted.is_text) {
            (Some(Self::Search), _) => Self::Search,
            (Some(Self::Function | Self::Custom) | None, true) => Self::Custom,
            (Some(Self::Function | Self::Custom) | None, false) => Self::Function,
        }
    }

    pub(super) fn term(self) -> &'static str {
        match self {
            Self::Function => "function_call",
            Self::Custom => "custom_tool_call",
            Self::Search => "tool_search_call",
        }
    }

    /// The field of the arguments.
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::Function | Self::Search => "arguments",
            Self::Custom => "input",
        }
    }

    /// What the names of its events begin with. A search comes whole.
    pub(super) fn events(self) -> Option<&'static str> {
        match self {
            Self::Function => Some("response.function_call_arguments"),
            Self::Custom => Some("response.custom_tool_call_input"),
            Self::Search => None,
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Self::Function => "fc",
            Self::Custom => "ctc",
            Self::Search => "tsc",
        }
    }

    /// The value of the field of the arguments.
    fn value(self, wanted: &WantedCall) -> String {
        match self {
            Self::Function => quoted(&arguments_text(&wanted.arguments, wanted.is_text)),
            Self::Custom => quoted(&wanted.arguments),
            Self::Search => arguments_value(&wanted.arguments, false),
        }
    }
}

/// Reads an item if it is a call.
pub(super) fn original(item: &Fields<'_>) -> Option<(Kind, Original)> {
    let kind = Kind::read(item)?;
    let text = |name: &str| item.string(name).unwrap_or_default();
    let arguments = match kind {
        Kind::Function | Kind::Custom => text(kind.field()),
        Kind::Search => item.raw(kind.field()).unwrap_or_default().to_owned(),
    };
    let is_text = kind == Kind::Custom;
    Some((kind, Original { id: text("call_id"), name: text("name"), arguments, is_text }))
}

/// Whether a wanted call is the one it comes from. A search has no name of its own.
pub(super) fn is_original(wanted: &WantedCall, kind: Kind, original: &Original) -> bool {
    match kind {
        Kind::Function | Kind::Custom => original.is(wanted),
        Kind::Search => original.id == wanted.id && original.has_arguments(&wanted.arguments),
    }
}

/// The finished item of a wanted call: the one it comes from, with the changes, or a new one.
pub(super) fn finished(wanted: &WantedCall, from: Option<&Fields<'_>>) -> String {
    let known = from.and_then(Kind::read);
    let kind = Kind::of(wanted, known);
    let mut changes = vec![("call_id", quoted(&wanted.id))];
    if kind != Kind::Search {
        changes.push(("name", quoted(&wanted.name)));
    }
    changes.push((kind.field(), kind.value(wanted)));
    if let Some(from) = from.filter(|_| known == Some(kind)) {
        if from.raw("status").is_some() {
            changes.push(("status", quoted("completed")));
        }
        return from.with(&changes);
    }
    let new = format!(
        r#"{{"id":{},"type":"{}","status":"completed"}}"#,
        quoted(&new_id(kind, &wanted.id)),
        kind.term()
    );
    // A call of another kind belongs to the same namespace.
    for name in ["namespace", "caller", "async"] {
        changes.extend(from.and_then(|from| from.raw(name)).map(|value| (name, value.to_owned())));
    }
    Fields::read(&new).map_or_else(|| new.clone(), |fields| fields.with(&changes))
}

/// The same item before its arguments.
pub(super) fn begun(finished: &Fields<'_>) -> String {
    match Kind::read(finished) {
        Some(kind @ (Kind::Function | Kind::Custom)) => {
            let changes = [("status", quoted("in_progress")), (kind.field(), quoted(""))];
            finished.with(&changes)
        }
        Some(Kind::Search) | None => finished.with(&[("status", quoted("in_progress"))]),
    }
}

/// The id of an item, made from the id of its call.
pub(super) fn new_id(kind: Kind, call: &str) -> String {
    let call = call.strip_prefix("call_").unwrap_or(call);
    let letters: String = call.chars().filter(|letter| letter.is_ascii_alphanumeric()).collect();
    format!("{}_{letters}", kind.prefix())
}
