//! What a person should know of a model that is offered, by the word the list has for it.

use notices::{Describe, Notice};

notices::declare! {
    #[derive(Copy)]
    pub(crate) enum About: "model-about" {
        Small = "Small and quick.",
        Larger = "Larger and slower.",
        Thinks = "It thinks before it calls, and knows many languages. Slow without four cores.",
        ThinksOnEightCores = "It thinks before it calls, and knows many languages. For a computer with eight cores.",
    }
}

impl About {
    /// Words of a person's own list are shown as they are.
    pub(super) fn of(word: &str) -> Option<Notice> {
        let known = match word {
            "" => return None,
            "small" => Self::Small,
            "larger" => Self::Larger,
            "thinks" => Self::Thinks,
            "thinks-on-eight-cores" => Self::ThinksOnEightCores,
            own => return Some(Notice::as_written(own)),
        };
        Some(known.notice())
    }
}
