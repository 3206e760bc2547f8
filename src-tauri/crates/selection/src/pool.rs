//! All functions, indexed once each and ready to be ranked, however often they come and go.

use crate::about::{Fingerprint, Half, SENTENCE_WEIGHTS, fields, sentences};
use crate::lexical::LexicalIndex;
use crate::vectors::{VectorTable, dot};
use crate::views::views;
use crate::words::{Word, Words};
use ports::{FunctionSpec, Ranking, Said, SelectionView, SelectorError};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tantivy::TantivyError;

/// The number of removed functions kept beyond as many as are present, because functions often come back.
const MAX_KEPT_FUNCTIONS: usize = 256;

/// Letters per token, a rule of thumb.
const LETTERS_PER_TOKEN: usize = 4;

/// Functions and their data for each signal. A function keeps its slot while its texts stay the same.
pub struct Pool {
    pub(crate) words: Words,
    pub(crate) lexical: LexicalIndex,
    pub(crate) vectors: VectorTable,
    /// The vectors of texts that need no function, if there is a model.
    pub(crate) unaided: Vec<Vec<f32>>,
    entries: Vec<Option<Entry>>,
    free: Vec<usize>,
    by_text: HashMap<Half, u32>,
    /// The last list that was asked for, which is usually the next one as well.
    last: Option<Listed>,
    pub(crate) calibrated: Option<Calibrated>,
}

/// The results for the last list of functions, which is usually the next one as well.
pub(crate) struct Calibrated {
    pub(crate) slots: Arc<[usize]>,
    pub(crate) ranking: Ranking,
    pub(crate) with_meaning: bool,
    pub(crate) bound: f32,
}

struct Listed {
    specs: Vec<Arc<FunctionSpec>>,
    slots: Arc<[usize]>,
}

/// There may be a hundred thousand of these, so each is small.
struct Entry {
    spec: Arc<FunctionSpec>,
    /// The approximate tokens it uses in a request.
    tokens: u32,
    text: Half,
}

/// A function that has no vector yet.
#[derive(Clone, Debug)]
pub struct Unembedded {
    slot: u32,
    spec: Arc<FunctionSpec>,
}

/// A new definition in the same slot is another function.
impl PartialEq for Unembedded {
    fn eq(&self, other: &Self) -> bool {
        self.slot == other.slot && Arc::ptr_eq(&self.spec, &other.spec)
    }
}

impl Eq for Unembedded {}

impl Hash for Unembedded {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.slot, Arc::as_ptr(&self.spec)).hash(state);
    }
}

impl Unembedded {
    /// The sentences to embed.
    pub fn sentences(&self) -> [String; 3] {
        sentences(&self.spec)
    }

    pub fn fingerprint(&self) -> Fingerprint {
        fingerprint(&self.sentences())
    }

    /// Combines the vectors of its sentences into the vector of the function.
    pub fn join(vectors: &[Vec<f32>]) -> Vec<f32> {
        let mut sum = vec![0.0; vectors.first().map_or(0, Vec::len)];
        for (vector, weight) in vectors.iter().zip(SENTENCE_WEIGHTS) {
            for (sum, value) in sum.iter_mut().zip(vector) {
                *sum += weight * value;
            }
        }
        let length = dot(&sum, &sum).sqrt();
        if length > 0.0 {
            sum.iter_mut().for_each(|value| *value /= length);
        }
        sum
    }
}

impl Pool {
    pub fn new() -> Result<Self, SelectorError> {
        Ok(Self {
            words: Words::default(),
            lexical: LexicalIndex::new().map_err(unusable)?,
            vectors: VectorTable::default(),
            unaided: Vec::new(),
            entries: Vec::new(),
            free: Vec::new(),
            by_text: HashMap::new(),
            last: None,
            calibrated: None,
        })
    }

    /// The slot of each function. New ones are indexed.
    pub fn slots(&mut self, specs: &[Arc<FunctionSpec>]) -> Result<Arc<[usize]>, SelectorError> {
        if let Some(Listed { specs: last, slots }) = &self.last
            && last.len() == specs.len()
            && last.iter().zip(specs).all(|(one, other)| Arc::ptr_eq(one, other))
        {
            return Ok(Arc::clone(slots));
        }
        let mut added = Vec::new();
        let known = self.by_address();
        let slots: Arc<[usize]> = specs
            .iter()
            .map(|spec| known.get(&address(spec)).copied().unwrap_or_else(|| self.slot(spec, &mut added)))
            .collect();
        let removed = self.outdated(&slots);
        if !added.is_empty() || !removed.is_empty() {
            self.lexical.update(&mut self.words, &added, &removed).map_err(unusable)?;
        }
        self.last = Some(Listed { specs: specs.to_vec(), slots: Arc::clone(&slots) });
        Ok(slots)
    }

    /// The slot of each known function, so that it need not be read again. Built per new list, because most lists are
    /// not new.
    fn by_address(&self) -> HashMap<usize, usize> {
        let taken = self.entries.iter().enumerate();
        taken.filter_map(|(slot, entry)| Some((address(&entry.as_ref()?.spec), slot))).collect()
    }

    fn slot(&mut self, spec: &Arc<FunctionSpec>, added: &mut Vec<(usize, Arc<FunctionSpec>)>) -> usize {
        let text = Fingerprint::of(&fields(spec).map(|(text, _)| text).join("\u{1f}")).half();
        let slot = match self.by_text.get(&text) {
            Some(&slot) => slot as usize,
            None => {
                let slot = self.free.pop().unwrap_or(self.entries.len());
                if slot == self.entries.len() {
                    self.entries.push(None);
                }
                added.push((slot, Arc::clone(spec)));
                self.by_text.insert(text, number(slot));
                slot
            }
        };
        let letters = spec.name.function.len() + spec.description.len() + spec.parameters.to_string().len();
        let entry = Entry { spec: Arc::clone(spec), tokens: number(letters / LETTERS_PER_TOKEN), text };
        if let Some(place) = self.entries.get_mut(slot) {
            *place = Some(entry);
        }
        slot
    }

    /// Removes functions that have been absent for long, once there are many.
    fn outdated(&mut self, wanted: &[usize]) -> Vec<usize> {
        let there = self.entries.len() - self.free.len();
        if there <= 2 * wanted.len() + MAX_KEPT_FUNCTIONS {
            return Vec::new();
        }
        let mut is_wanted = vec![false; self.entries.len()];
        for &slot in wanted {
            is_wanted[slot] = true;
        }
        let mut removed = Vec::new();
        for (slot, place) in self.entries.iter_mut().enumerate().filter(|(slot, _)| !is_wanted[*slot]) {
            let Some(entry) = place.take() else { continue };
            self.by_text.remove(&entry.text);
            self.vectors.clear(slot);
            self.free.push(slot);
            removed.push(slot);
        }
        removed
    }

    /// The functions that have no vector yet.
    pub fn unembedded(&self, slots: &[usize]) -> Vec<Unembedded> {
        let missing = slots.iter().filter(|&&slot| !self.vectors.holds(slot));
        missing
            .filter_map(|&slot| {
                let entry = self.entries.get(slot)?.as_ref()?;
                Some(Unembedded { slot: number(slot), spec: Arc::clone(&entry.spec) })
            })
            .collect()
    }

    /// Stores the vector of a function, if the function is unchanged since.
    pub fn embed(&mut self, function: &Unembedded, vector: &[f32]) {
        let slot = function.slot as usize;
        let entry = self.entries.get(slot).and_then(Option::as_ref);
        let is_same = |now: &Arc<FunctionSpec>| {
            Arc::ptr_eq(now, &function.spec) || sentences(now) == function.sentences()
        };
        if entry.is_some_and(|entry| is_same(&entry.spec)) {
            self.vectors.put(slot, vector);
        }
    }

    /// Reserves contiguous memory for the vectors of all functions.
    pub fn reserve(&mut self, dimensions: usize) {
        self.vectors.reserve(self.entries.len(), dimensions);
    }

    /// The views of a context: the texts to embed before functions are ranked against it.
    pub fn views(&mut self, context: &[Said]) -> Vec<SelectionView> {
        views(&mut self.words, context)
    }

    /// The words of a query found in each of these functions, as they were written.
    pub(crate) fn matched(&self, asked: &[Word], slots: &[usize]) -> Result<Vec<Vec<String>>, SelectorError> {
        let matched = self.lexical.matched(asked, slots).map_err(unusable)?;
        let written = |place: usize| asked.get(place).map(|word| word.written.clone());
        Ok(matched.into_iter().map(|places| places.into_iter().filter_map(written).collect()).collect())
    }

    pub(crate) fn tokens(&self, slots: &[usize]) -> usize {
        slots.iter().filter_map(|&slot| Some(self.entries.get(slot)?.as_ref()?.tokens as usize)).sum()
    }

    /// Takes another model's vectors of texts that need no function, and drops those of functions.
    pub fn begin_model(&mut self, unaided: Vec<Vec<f32>>) {
        self.vectors = VectorTable::default();
        self.unaided = unaided;
    }

    /// The number of slots, taken or free.
    pub(crate) fn size(&self) -> usize {
        self.entries.len()
    }
}

/// The key of a function's vector: the sentence that contains the others.
fn fingerprint([whole, _, _]: &[String; 3]) -> Fingerprint {
    Fingerprint::of(whole)
}

fn address(spec: &Arc<FunctionSpec>) -> usize {
    Arc::as_ptr(spec).addr()
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

pub(crate) fn unusable(error: TantivyError) -> SelectorError {
    SelectorError::Index { reason: notices::chain(&error) }
}

#[cfg(test)]
mod tests {
    use super::{MAX_KEPT_FUNCTIONS, Pool};
    use content::FunctionName;
    use ports::{Effect, FunctionSpec};
    use serde_json::json;
    use std::sync::Arc;

    fn functions(count: usize, description: &str) -> Vec<Arc<FunctionSpec>> {
        let function = |number| FunctionSpec {
            name: FunctionName::new("many", &format!("function{number}")),
            description: description.into(),
            parameters: json!({}),
            effect: Effect::ReadsOnly,
            input: ports::FunctionInput::default(),
            returns: None,
        };
        (0..count).map(|number| Arc::new(function(number))).collect()
    }

    #[test]
    fn a_function_is_embedded_once_and_again_only_when_its_text_changes() {
        let mut pool = Pool::new().expect("a pool");
        let slots = pool.slots(&functions(3, "Old")).expect("three functions");
        for missing in pool.unembedded(&slots) {
            pool.embed(&missing, &[1.0, 0.0]);
        }
        let again = pool.slots(&functions(3, "Old")).expect("the same three, read again");
        assert_eq!(pool.unembedded(&again), []);

        let mut changed = functions(3, "Old");
        changed.splice(1..2, functions(3, "New").drain(1..2));
        let slots = pool.slots(&changed).expect("one has changed");
        let missing: Vec<_> = pool.unembedded(&slots).into_iter().map(|one| one.sentences()).collect();
        assert_eq!(missing, [["many function 1: New", "many function 1", "New"]]);
    }

    #[test]
    fn what_is_gone_is_let_go_once_it_is_much() {
        let mut pool = Pool::new().expect("a pool");
        pool.slots(&functions(MAX_KEPT_FUNCTIONS + 10, "Old")).expect("many functions");
        pool.slots(&functions(2, "New")).expect("two others");
        assert_eq!(pool.by_text.len(), 2);
        assert_eq!(pool.by_address().len(), 2);
        pool.slots(&functions(5, "Newer")).expect("five more");
        assert_eq!(pool.size(), MAX_KEPT_FUNCTIONS + 12);
    }

    #[test]
    fn a_vector_that_comes_too_late_is_not_taken_in() {
        let mut pool = Pool::new().expect("a pool");
        let old = pool.slots(&functions(MAX_KEPT_FUNCTIONS + 10, "Old")).expect("many functions");
        let missing = pool.unembedded(&old);
        let new = pool.slots(&functions(1, "New")).expect("another");
        for missing in &missing {
            pool.embed(missing, &[1.0]);
        }
        assert_eq!(pool.unembedded(&new).len(), 1);
    }
}
