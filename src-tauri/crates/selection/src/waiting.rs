//! Functions on their way to a vector, in the order in which they came.

use crate::pool::Unembedded;
use std::collections::HashSet;

/// How many are read together, between two looks at what a turn asks: a turn waits for a vector only a moment.
const AT_ONCE: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct Waiting {
    functions: Vec<Unembedded>,
    known: HashSet<Unembedded>,
    done: usize,
    /// Whether somebody takes them.
    is_served: bool,
}

impl Waiting {
    /// Adds those that aren't on their way yet. Tells whether somebody has to begin to take them.
    pub(crate) fn add(&mut self, functions: Vec<Unembedded>) -> bool {
        for function in functions {
            if self.known.insert(function.clone()) {
                self.functions.push(function);
            }
        }
        let begins = !self.is_served && self.done < self.functions.len();
        self.is_served |= begins;
        begins
    }

    /// The next ones, when those before are done. When there is none, everything begins anew.
    pub(crate) fn next(&mut self, done: usize) -> Vec<Unembedded> {
        self.done += done;
        let next: Vec<_> = self.functions.iter().skip(self.done).take(AT_ONCE).cloned().collect();
        if next.is_empty() {
            *self = Self::default();
        }
        next
    }

    /// How many are done, and of how many.
    pub(crate) fn standing(&self) -> (usize, usize) {
        (self.done, self.functions.len())
    }
}
