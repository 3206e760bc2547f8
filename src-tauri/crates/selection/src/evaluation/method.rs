//! The compared ranking methods.

use ports::Ranking;

/// A ranking method, with the name it is reported by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    pub name: &'static str,
    pub ranking: Ranking,
    pub context: Context,
}

/// The part of a conversation that a method considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// The last message of the person.
    LastRequest,
    /// The last messages, in all views.
    Views,
}

impl Method {
    /// The method that ships, and its components.
    pub fn all() -> [Self; 4] {
        let ranking = Ranking::default();
        let alone = Context::LastRequest;
        [
            Self { name: "words", ranking: Ranking { meaning: 0.0, ..ranking }, context: alone },
            Self { name: "meaning", ranking: Ranking { words: 0.0, ..ranking }, context: alone },
            Self { name: "both", ranking, context: alone },
            Self::ours(),
        ]
    }

    pub fn ours() -> Self {
        Self { name: "both, in all views", ranking: Ranking::default(), context: Context::Views }
    }

    /// Whether it needs vectors.
    pub fn needs_meaning(&self) -> bool {
        self.ranking.meaning != 0.0
    }
}
