//! Who or what an item comes from.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The origin of an item. It is shown to people and never sent: a model must not be able to tell a simulated call from
/// a real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Origin {
    /// A model wrote it.
    Model,
    /// A person wrote it.
    Person,
    /// A function returned it.
    Function,
    /// The application wrote it, for example to tell a model why a call could not run.
    Application,
    /// A person wrote it in place of a model or a function. Older logs say so of stand-ins and faults, too.
    Simulated,
    /// A stand-in answered in place of the function.
    StandIn,
    /// It is a failure that was injected on purpose.
    Fault,
    /// A person, or a repair, changed the text of a model or a function.
    Edited,
    /// It was recorded earlier and replayed.
    Recorded,
    /// A model wrote a call that was handled elsewhere. It is shown, and never run here.
    Informational,
}
