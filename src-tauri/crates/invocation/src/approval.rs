//! Which calls need a person's word before they run.

use crate::glob;
use content::{FunctionName, JsonObject, arguments_key};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The rules of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Approvals {
    /// A rule with arguments goes before one without, a later one before an earlier one.
    #[serde(default)]
    pub rules: Vec<ApprovalRule>,
    /// For calls that no rule is about.
    pub otherwise: Permission,
}

impl Default for Approvals {
    fn default() -> Self {
        Self { rules: Vec::new(), otherwise: Permission::Always }
    }
}

/// What holds for some calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ApprovalRule {
    /// A pattern for the function: `weather.get_*`, or a function's own name.
    pub function: String,
    /// Only calls with exactly these arguments. None at all is something to be equal to as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, JsonValue>")]
    pub arguments: Option<JsonObject>,
    pub permission: Permission,
}

/// Whether a call may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Permission {
    Always,
    Never,
    /// The turn stops and asks.
    Ask,
}

impl Approvals {
    pub(crate) fn permission(&self, function: &FunctionName, arguments: &JsonObject) -> Permission {
        let key = arguments_key(function, arguments);
        let about = |rule: &&ApprovalRule| glob::matches_function(&rule.function, function);
        let exact = |rule: &&ApprovalRule| {
            let given = rule.arguments.as_ref();
            given.is_some_and(|given| arguments_key(function, given) == key)
        };
        let rules = || self.rules.iter().rev().filter(about);
        let found = rules().find(exact).or_else(|| rules().find(|rule| rule.arguments.is_none()));
        found.map_or(self.otherwise, |rule| rule.permission)
    }
}

#[cfg(test)]
mod tests {
    use super::{ApprovalRule, Approvals, Permission};
    use content::FunctionName;
    use serde_json::{Value, json};

    fn rule(function: &str, arguments: Option<Value>, permission: Permission) -> ApprovalRule {
        let arguments = arguments.and_then(|value| value.as_object().cloned());
        ApprovalRule { function: function.to_owned(), arguments, permission }
    }

    #[track_caller]
    fn check(rules: Vec<ApprovalRule>, arguments: Value, expected: Permission) {
        let approvals = Approvals { rules, otherwise: Permission::Ask };
        let arguments = arguments.as_object().cloned().expect("an object");
        assert_eq!(approvals.permission(&FunctionName::new("mail", "send"), &arguments), expected);
    }

    #[test]
    fn a_rule_for_exact_arguments_says_nothing_about_others() {
        let always = |arguments| vec![rule("mail.send", Some(arguments), Permission::Always)];
        check(always(json!({ "to": "ann", "n": 1 })), json!({ "n": 1.0, "to": "ann" }), Permission::Always);
        check(always(json!({ "to": "ann" })), json!({ "to": "bob" }), Permission::Ask);
        check(always(json!({})), json!({ "to": "ann" }), Permission::Ask);
        check(always(json!({ "to": "ann" })), json!({}), Permission::Ask);
    }

    #[test]
    fn the_exact_rule_goes_first_and_then_the_later_one() {
        let rules = vec![
            rule("mail.*", Some(json!({ "to": "ann" })), Permission::Always),
            rule("*", None, Permission::Always),
            rule("send", None, Permission::Never),
        ];
        check(rules.clone(), json!({ "to": "ann" }), Permission::Always);
        check(rules, json!({ "to": "bob" }), Permission::Never);
    }
}
