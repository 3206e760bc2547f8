//! Functions that take no JSON.

use super::wire::Tool;
use ports::{FunctionSpec, TextForm};
use serde_json::json;

/// A function that takes free text.
pub(super) fn custom(name: String, spec: &FunctionSpec, form: &TextForm) -> Tool {
    let mut custom = json!({ "name": name, "description": spec.description });
    if let TextForm::Grammar { syntax, definition } = form {
        let grammar = json!({ "syntax": syntax, "definition": definition });
        custom["format"] = json!({ "type": "grammar", "grammar": grammar });
    }
    Tool::Raw(json!({ "type": "custom", "custom": custom }))
}
