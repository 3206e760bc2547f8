//! Whole sets of policies under a name: ours, and what two libraries do.

use crate::policy::{
    AfterRequired, AtCallLimit, AtFailureLimit, AtRoundLimit, BesideAsked, ErrorDetail, ErrorTemplates,
    Invocation, OnBroken, OnDoubt, OnRepeat, OnTwin, OnUnknown,
};
use crate::{Policies, TurnLimits};
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Policies and limits that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Profile {
    pub title: String,
    pub description: Notice,
    pub policies: Policies,
    pub limits: TurnLimits,
}

impl Policies {
    /// The default: nothing runs twice, everything ends in words, and the model is told what it can mend.
    pub fn ours() -> Self {
        Self {
            invocation: Invocation::InOrder,
            on_unknown: OnUnknown::TellModel,
            on_broken: OnBroken::EndTurn,
            errors: ErrorDetail::Full,
            after_required: AfterRequired::Auto,
            at_round_limit: AtRoundLimit::Words,
            at_failure_limit: AtFailureLimit::Words,
            on_twin: OnTwin::RunOnce,
            on_repeat: OnRepeat::AnswerFromFirst,
            on_doubt: OnDoubt::TellModel,
            at_call_limit: AtCallLimit::Cut,
            beside_asked: BesideAsked::InPlace,
            templates: ErrorTemplates::default(),
        }
    }
}

notices::declare! {
    #[derive(Copy)]
    pub(crate) enum About: "profile" {
        Ours = "Calls run in order, every limit ends in words.",
        SemanticKernel = "128 automatic rounds, then calls are handed back. A demand to call is followed by words.",
        ExtensionsAi = "40 rounds, the last in words. Errors are brief; more than 3 failing rounds in a row fail.",
    }
}

/// Every profile there is, the default first.
pub fn profiles() -> Vec<Profile> {
    vec![ours(), semantic_kernel(), extensions_ai()]
}

fn ours() -> Profile {
    Profile {
        title: "Callwright".to_owned(),
        description: About::Ours.notice(),
        policies: Policies::ours(),
        limits: TurnLimits::rounds(8),
    }
}

/// As `FunctionCallsProcessor` of Semantic Kernel does it.
fn semantic_kernel() -> Profile {
    let declined = None;
    let unknown = "Error: Function call request for a function that wasn't defined.";
    let invalid = "Error: Function call arguments were invalid JSON.";
    Profile {
        title: "Semantic Kernel".to_owned(),
        description: About::SemanticKernel.notice(),
        policies: Policies {
            on_broken: OnBroken::TellModel,
            after_required: AfterRequired::Words,
            at_round_limit: AtRoundLimit::HandBack,
            templates: ErrorTemplates {
                unknown_function: Some(unknown.to_owned()),
                invalid_arguments: Some(invalid.to_owned()),
                failed: None,
                declined,
            },
            on_repeat: OnRepeat::Run,
            ..Policies::ours()
        },
        limits: TurnLimits::rounds(128),
    }
}

/// As `FunctionInvokingChatClient` of Microsoft.Extensions.AI does it.
fn extensions_ai() -> Profile {
    let unknown = "Error: Requested function \"{function}\" not found.";
    Profile {
        title: "Microsoft.Extensions.AI".to_owned(),
        description: About::ExtensionsAi.notice(),
        policies: Policies {
            on_broken: OnBroken::TellModel,
            errors: ErrorDetail::Brief,
            at_failure_limit: AtFailureLimit::Fail,
            templates: ErrorTemplates {
                unknown_function: Some(unknown.to_owned()),
                invalid_arguments: None,
                failed: Some("Error: Function failed.".to_owned()),
                declined: Some("Tool call invocation rejected.".to_owned()),
            },
            on_repeat: OnRepeat::Run,
            ..Policies::ours()
        },
        limits: TurnLimits { consecutive_failures: Some(3), ..TurnLimits::rounds(40) },
    }
}
