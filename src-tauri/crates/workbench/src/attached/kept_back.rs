//! Programs whose requests are not to reach their provider, because something else answers them.

use super::program::Program;
use crate::contract::Answerer;
use gateway::{Complaint, NO_KEY, RequestFault};

/// What keeps the requests of a program back from its provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeptBack {
    /// A model that is set up here answers.
    ByModel,
    /// A recorded session answers.
    BySession,
    /// The program has no key of its own.
    WithoutKey,
}

impl Program {
    /// What keeps a request back. `None` where the program's provider answers it.
    pub(super) fn kept_back(&self, has_no_key: bool) -> Option<KeptBack> {
        match self.settings().answerer {
            Answerer::Model { .. } => Some(KeptBack::ByModel),
            Answerer::Session { .. } => Some(KeptBack::BySession),
            Answerer::Provider => has_no_key.then_some(KeptBack::WithoutKey),
        }
    }
}

impl KeptBack {
    /// The error for a request that can't be watched, so that nothing but its provider could answer it.
    pub(super) fn unwatched(self, fault: &RequestFault) -> Complaint {
        let is_elsewhere = matches!(fault, RequestFault::NotForAModel | RequestFault::NotWatched { .. });
        let status = if is_elsewhere { 404 } else { 400 };
        Complaint { status, message: format!("Callwright can't answer this: {fault}. {}", self.said()) }
    }

    /// The error for a request that no session could take in.
    pub(super) fn unplaced(self) -> Complaint {
        let reason = "Callwright could not keep this request in a session; its window says why.";
        Complaint { status: 503, message: format!("{reason} {}", self.said()) }
    }

    fn said(self) -> String {
        let to_reach_it = "To reach the provider, choose it in the settings of the program in Callwright.";
        match self {
            Self::ByModel => format!(
                "It was not sent to its provider, because another model answers this program. {to_reach_it}"
            ),
            Self::BySession => format!(
                "It was not sent to its provider, because a recorded session answers this program. {to_reach_it}"
            ),
            Self::WithoutKey => format!(
                "It was not sent to its provider, because its key is \"{NO_KEY}\". To reach the provider, give the program a key of it."
            ),
        }
    }
}
