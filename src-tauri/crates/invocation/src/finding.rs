//! What is noticed about a turn while it runs.

use content::{CallId, FunctionName};
use ports::Oddity;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TurnFinding {
    /// An equal call was made before in this turn.
    RepeatedCall { call: CallId, times: u32 },
    /// Nothing of the result turns up in what the model said afterwards.
    UnusedResult { call: CallId },
    /// The model was told only the beginning of a result.
    CutResult { call: CallId, kept: usize, whole: usize },
    /// The functions make up most of a request. The numbers are estimates.
    HeavyFunctions { function_tokens: usize, request_tokens: usize },
    /// The model calls a function again that failed the last times.
    CallAfterFailures { call: CallId, function: FunctionName, failures: u32 },
    /// The model wrote a call into its words, as where its server takes none out of them.
    CallAsText { function: FunctionName },
    /// The provider sent further answers, with calls in them. The turn goes on with the first alone.
    OtherAnswers { answers: u32, calls: u32 },
    /// A call did not come in as it should. Whether one that is doubtful, or there twice, runs is a policy.
    OddCall { call: CallId, oddity: Oddity },
    /// The model was to call, and no function is offered that it could call.
    NothingToCall,
    /// Nobody decided at a stop before the program's time-out.
    OutOfTime {
        /// Whether the program got an error. Otherwise everything went on unchanged.
        has_failed: bool,
    },
}
