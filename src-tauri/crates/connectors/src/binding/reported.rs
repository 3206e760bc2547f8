//! What a provider says it did to thoughts before the model read them.

use ports::{Adaptation, AdaptationKind};

/// What a provider says of one thought, in its own words. Words it adds tomorrow are shown as they are.
pub(crate) fn reported(kind: &str, reason: &str, place: String) -> Adaptation {
    let (kind, what) = match kind {
        "thinking_dropped" | "removed" => (AdaptationKind::Dropped, "a thought was dropped by its provider"),
        "thinking_mismatch_allowed" => {
            (AdaptationKind::Rewritten, "a thought was taken back behind something it was not made from")
        }
        other => (AdaptationKind::Rewritten, other),
    };
    let why = match reason {
        "organization_binding_mismatch" | "organization_mismatch" => "it was made for another organisation",
        "end_user_binding_mismatch" | "end_user_mismatch" => "it was made for another user",
        "model_binding_mismatch" | "model_mismatch" => "this model can't read what the other one thought",
        "prefix_binding_mismatch" | "prefix_mismatch" => "what stands before it is not what it was made from",
        "turn_boundary" => "it belongs to an earlier turn",
        other => other,
    };
    Adaptation { kind, what: what.to_owned(), why: why.to_owned(), places: vec![place] }
}
