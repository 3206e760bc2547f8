//! Every source of functions, and the registry that holds now. Sources come, change and go while turns run.

use crate::registry::{Registered, Registry};
use content::FunctionName;
use ports::{Function, FunctionShelf, SourceFacts, SourceId, SourceProblem, SourceStatus};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use ts_rs::TS;

/// Names of functions that are gone, as many as are remembered.
const REMEMBERED: usize = 10_000;

/// All sources in the order they came. Where two have a function of the same name, the one that came first has it.
pub struct Library {
    shelves: Mutex<Shelves>,
    /// Counts every change.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct Shelves {
    kept: Vec<Kept>,
    current: Arc<Registry>,
    /// What became of functions that were there once.
    gone: Arc<HashMap<FunctionName, String>>,
    tickets: u64,
}

/// What is known of one source.
struct Kept {
    ticket: u64,
    facts: SourceFacts,
    status: SourceStatus,
    functions: Vec<Arc<Registered>>,
    /// What its keeper told, and what of its functions can't be registered.
    problems: Vec<SourceProblem>,
    /// Functions that another source had before.
    taken: Vec<SourceProblem>,
}

/// A source as it stands now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ListedSource {
    #[serde(flatten)]
    pub facts: SourceFacts,
    pub status: SourceStatus,
    pub functions: Vec<FunctionName>,
    pub problems: Vec<SourceProblem>,
}

impl Default for Library {
    fn default() -> Self {
        Self { shelves: Mutex::default(), changes: watch::Sender::new(0) }
    }
}

impl Library {
    /// The functions there are. What changes later changes nothing in it.
    pub fn current(&self) -> Arc<Registry> {
        Arc::clone(&self.lock().current)
    }

    /// Makes room for a source, which is loading until it says otherwise. One of the same id is replaced, in its
    /// place: whatever still keeps it says nothing any more.
    pub fn shelf(self: &Arc<Self>, facts: SourceFacts) -> Shelf {
        let mut shelves = self.lock();
        shelves.tickets += 1;
        let (ticket, id) = (shelves.tickets, facts.id.clone());
        let kept = Kept {
            ticket,
            facts,
            status: SourceStatus::Loading,
            functions: Vec::new(),
            problems: Vec::new(),
            taken: Vec::new(),
        };
        let earlier = shelves.kept.iter_mut().find(|kept| kept.facts.id == id);
        match earlier {
            // What it had stays until the new one has said what it has.
            Some(earlier) => *earlier = Kept { functions: std::mem::take(&mut earlier.functions), ..kept },
            None => shelves.kept.push(kept),
        }
        self.settle(shelves, "its source was replaced");
        Shelf { library: Arc::clone(self), ticket, id }
    }

    /// Every source with how it stands.
    pub fn sources(&self) -> Vec<ListedSource> {
        self.lock().kept.iter().map(Kept::listed).collect()
    }

    /// A number that goes up with every change, for observers.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn change(&self, ticket: u64, change: impl FnOnce(&mut Kept)) {
        let mut shelves = self.lock();
        let Some(kept) = shelves.kept.iter_mut().find(|kept| kept.ticket == ticket) else { return };
        change(kept);
        let fate = kept.fate();
        self.settle(shelves, &fate);
    }

    fn remove(&self, ticket: u64) {
        let mut shelves = self.lock();
        let Some(place) = shelves.kept.iter().position(|kept| kept.ticket == ticket) else { return };
        let removed = shelves.kept.remove(place);
        self.settle(shelves, &format!("{} was taken away", removed.facts.title));
    }

    /// Makes the registry anew and tells that something changed. Told under the lock, so that nobody who hears of it
    /// can find what was before.
    fn settle(&self, mut shelves: MutexGuard<'_, Shelves>, fate: &str) {
        shelves.settle(fate);
        self.changes.send_modify(|changes| *changes += 1);
    }

    fn lock(&self) -> MutexGuard<'_, Shelves> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelves {
    fn settle(&mut self, fate: &str) {
        let mut registry = Registry::default();
        for kept in &mut self.kept {
            kept.taken.clear();
            for function in &kept.functions {
                if let Err(error) = registry.add_registered(Arc::clone(function)) {
                    kept.taken.push(SourceProblem::of(&error));
                }
            }
        }
        let before = Arc::clone(&self.current);
        for name in before.names().filter(|name| !registry.contains(name)) {
            if self.gone.len() < REMEMBERED {
                Arc::make_mut(&mut self.gone).insert(name.clone(), fate.to_owned());
            }
        }
        if self.gone.keys().any(|name| registry.contains(name)) {
            Arc::make_mut(&mut self.gone).retain(|name, _| !registry.contains(name));
        }
        self.current = Arc::new(registry.without(Arc::clone(&self.gone)));
    }
}

impl Kept {
    /// Why a function of it may not be there any more, in words that end a sentence.
    fn fate(&self) -> String {
        match (self.status, self.problems.first()) {
            (SourceStatus::Failed, Some(problem)) => {
                format!("{} can't be used now: {}", self.facts.title, problem.message)
            }
            (SourceStatus::Failed | SourceStatus::Ready | SourceStatus::Loading, _) => {
                format!("{} does not have it any more", self.facts.title)
            }
        }
    }

    fn listed(&self) -> ListedSource {
        ListedSource {
            facts: self.facts.clone(),
            status: self.status,
            functions: self.functions.iter().map(|function| function.name().clone()).collect(),
            problems: self.problems.iter().chain(&self.taken).cloned().collect(),
        }
    }
}

/// The place of one source among all. When it is dropped, the source is gone.
pub struct Shelf {
    library: Arc<Library>,
    ticket: u64,
    id: SourceId,
}

impl Shelf {
    pub fn id(&self) -> &SourceId {
        &self.id
    }

    /// Says anew who it is: another title, another place. Its id stays.
    pub fn describe(&self, facts: SourceFacts) {
        self.library.change(self.ticket, |kept| kept.facts = SourceFacts { id: self.id.clone(), ..facts });
    }
}

impl FunctionShelf for Shelf {
    fn loading(&self) {
        self.library.change(self.ticket, |kept| kept.status = SourceStatus::Loading);
    }

    fn fill(&self, functions: Vec<Arc<dyn Function>>, mut problems: Vec<SourceProblem>) {
        // Schemas are made ready before anything is locked.
        let mut registered = Vec::with_capacity(functions.len());
        for function in functions {
            match Registered::new(function) {
                Ok(function) => registered.push(Arc::new(function)),
                Err(error) => problems.push(SourceProblem::of(&error)),
            }
        }
        self.library.change(self.ticket, |kept| {
            (kept.status, kept.functions, kept.problems) = (SourceStatus::Ready, registered, problems);
        });
    }

    fn fail(&self, problem: SourceProblem) {
        self.library.change(self.ticket, |kept| {
            kept.status = SourceStatus::Failed;
            kept.functions.clear();
            kept.problems = vec![problem];
        });
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        self.library.remove(self.ticket);
    }
}

#[cfg(test)]
mod tests;
