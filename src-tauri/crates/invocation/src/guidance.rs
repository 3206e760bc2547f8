//! How a turn leads a model that does not find its way through one alone.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is decided for the model. Each part stands alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Guidance {
    /// Before there is a result: it has to call where a function fits the request, and to speak where none does.
    pub opening: bool,
    /// A call that has its result is not made again.
    pub only_new: bool,
    /// It has to speak once there is a result for each part of the request.
    pub closing: bool,
}

impl Guidance {
    pub const NONE: Self = Self { opening: false, only_new: false, closing: false };
    pub const FULL: Self = Self { opening: true, only_new: true, closing: true };
}

/// What is decided for the model in one request, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Lead {
    /// A function fits, so it has to call.
    FunctionFits,
    /// A function may fit, so it has to call once calling is as likely as speaking.
    FunctionMayFit,
    /// No function fits, so it has to speak.
    NothingFits,
    /// Each part of the request has its result, so it has to speak.
    AllAnswered,
    /// Calls failed again and again, so it has to speak.
    KeepsFailing,
}

impl Lead {
    pub fn has_to_speak(self) -> bool {
        match self {
            Self::FunctionFits | Self::FunctionMayFit => false,
            Self::NothingFits | Self::AllAnswered | Self::KeepsFailing => true,
        }
    }
}
