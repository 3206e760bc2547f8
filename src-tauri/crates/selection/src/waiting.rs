//! The queue of functions waiting for a vector.

use crate::pool::Unembedded;
use std::collections::HashSet;

/// The number of functions embedded together between two looks at the queries of turns, which wait only a moment.
const MAX_CONCURRENT: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct Waiting {
    functions: Vec<Unembedded>,
    known: HashSet<Unembedded>,
    done: usize,
    /// Whether a task serves the queue.
    is_served: bool,
}

impl Waiting {
    /// Adds functions not yet in the queue. Returns whether a task must be started to serve it.
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

    /// The next functions, once the previous ones are done. An empty queue resets the counts.
    pub(crate) fn next(&mut self, done: usize) -> Vec<Unembedded> {
        self.done += done;
        let next: Vec<_> = self.functions.iter().skip(self.done).take(MAX_CONCURRENT).cloned().collect();
        if next.is_empty() {
            *self = Self::default();
        }
        next
    }

    /// The number of functions done, and the total.
    pub(crate) fn standing(&self) -> (usize, usize) {
        (self.done, self.functions.len())
    }
}
