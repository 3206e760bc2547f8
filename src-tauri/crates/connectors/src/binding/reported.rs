//! What a provider says it did to thoughts before the model read them.

use crate::outgoing::Difference;
use notices::{Describe, Notice};
use ports::{Adaptation, AdaptationKind};

notices::declare! {
    /// What a provider says of a thought, where its word is known.
    #[derive(Copy)]
    pub(crate) enum Reported: "thought-report" {
        OtherOrganisation = "it was made for another organisation",
        OtherUser = "it was made for another user",
        OtherModel = "this model can't read what the other one thought",
        OtherPrefix = "what stands before it is not what it was made from",
        EarlierTurn = "it belongs to an earlier turn",
    }
}

/// What a provider says of one thought, in its own words. Words it adds tomorrow are shown as they are.
pub(crate) fn reported(kind: &str, reason: &str, place: String) -> Adaptation {
    let (kind, what) = match kind {
        "thinking_dropped" | "removed" => (AdaptationKind::Dropped, Difference::ThoughtWasDropped.notice()),
        "thinking_mismatch_allowed" => {
            (AdaptationKind::Rewritten, Difference::ThoughtMismatchAllowed.notice())
        }
        other => (AdaptationKind::Rewritten, Notice::as_written(other)),
    };
    let why = match reason {
        "organization_binding_mismatch" | "organization_mismatch" => Reported::OtherOrganisation.notice(),
        "end_user_binding_mismatch" | "end_user_mismatch" => Reported::OtherUser.notice(),
        "model_binding_mismatch" | "model_mismatch" => Reported::OtherModel.notice(),
        "prefix_binding_mismatch" | "prefix_mismatch" => Reported::OtherPrefix.notice(),
        "turn_boundary" => Reported::EarlierTurn.notice(),
        other => Notice::as_written(other),
    };
    Adaptation { kind, what, why, places: vec![place] }
}
