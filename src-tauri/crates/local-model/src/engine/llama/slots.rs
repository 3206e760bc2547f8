//! The contexts of one model: what each has read stays, so that the next prompt need not be read from its beginning.

use super::super::EngineError;
use super::super::prefix::{Choice, Place, choose, common};
use super::load::{SMALLEST, backend, check_memory};
use crate::body::Body;
use crate::facts::Facts;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use std::num::NonZeroU32;

/// As many conversations as are kept at once.
const MOST: usize = 4;
/// Room that is kept for an answer whose length nobody says.
const ANSWER: u32 = 1024;
/// Contexts are made in steps, so that one that grows is not made anew each time.
const STEP: u32 = 2048;
/// How many tokens of a prompt are read at once. More would be no faster, and could not be called off meanwhile.
pub(super) const READ_AT_ONCE: u32 = 64;

/// One context.
pub(super) struct Slot<'m> {
    pub(super) context: LlamaContext<'m>,
    /// What it has read and written.
    pub(super) read: Vec<LlamaToken>,
    room: u32,
    is_busy: bool,
    used: u64,
}

/// All contexts of a model.
pub(super) struct Slots<'m> {
    pub(super) model: &'m LlamaModel,
    facts: &'m Facts,
    slots: Vec<Slot<'m>>,
    uses: u64,
}

/// A place to write in.
#[derive(Debug)]
pub(super) struct Reserved {
    pub(super) slot: usize,
    pub(super) prompt: Vec<LlamaToken>,
    /// How many tokens of the prompt the context knows already.
    pub(super) known: usize,
    /// How many tokens there may be, those of the prompt counted.
    pub(super) most: u32,
}

pub(super) enum Found {
    Place(Reserved),
    /// All contexts are in use.
    Full,
}

impl<'m> Slots<'m> {
    pub(super) fn new(model: &'m LlamaModel, facts: &'m Facts) -> Self {
        Self { model, facts, slots: Vec::new(), uses: 0 }
    }

    pub(super) fn find(&mut self, body: &Body) -> Result<Found, EngineError> {
        let vocabulary = self.model.vocab();
        // Templates write the words that begin a text themselves. Twice would be a different text.
        let adds = vocabulary.should_add_bos() && !body.prompt.starts_with(self.facts.bos.as_str());
        let prompt = vocabulary.tokenize(body.prompt.as_bytes(), adds || self.facts.bos.is_empty(), true);
        let limit = body.context.unwrap_or(self.facts.context).min(self.facts.context);
        let length = u32::try_from(prompt.len()).unwrap_or(u32::MAX);
        if length >= limit || prompt.is_empty() {
            return Err(EngineError::Overflow { prompt: prompt.len(), most: limit });
        }
        let answer = body.max_output_tokens.unwrap_or(ANSWER).max(1);
        let wanted = length.saturating_add(answer);
        let room = wanted.max(SMALLEST).next_multiple_of(STEP).min(self.facts.context);
        let places: Vec<_> = self.slots.iter().map(Slot::place).collect();
        let slot = match choose(&places, &prompt, wanted.min(limit), MOST) {
            Choice::Wait => return Ok(Found::Full),
            Choice::GoOn(index) => index,
            Choice::Make { instead_of } => self.make(room, instead_of)?,
        };
        let most = limit.min(self.slots.get(slot).map_or(0, |slot| slot.room));
        let most = body.max_output_tokens.map_or(most, |answer| most.min(length.saturating_add(answer)));
        let known = self.reserve(slot, &prompt);
        Ok(Found::Place(Reserved { slot, prompt, known, most }))
    }

    pub(super) fn get(&mut self, slot: usize) -> Option<&mut Slot<'m>> {
        self.slots.get_mut(slot)
    }

    pub(super) fn release(&mut self, slot: usize) {
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.is_busy = false;
        }
    }

    /// Takes a context and forgets what is not in the prompt. The last token is read again in any case, because what
    /// follows it is what is wanted.
    fn reserve(&mut self, slot: usize, prompt: &[LlamaToken]) -> usize {
        self.uses += 1;
        let uses = self.uses;
        let Some(slot) = self.slots.get_mut(slot) else { return 0 };
        (slot.is_busy, slot.used) = (true, uses);
        let mut known = common(&slot.read, prompt).min(prompt.len().saturating_sub(1));
        let from = u32::try_from(known).ok();
        if slot.context.clear_kv_cache_seq(Some(0), from, None) != Ok(true) {
            // Some architectures can't forget a part.
            slot.context.clear_kv_cache();
            known = 0;
        }
        slot.read.truncate(known);
        known
    }

    fn make(&mut self, room: u32, instead_of: Option<usize>) -> Result<usize, EngineError> {
        check_memory(self.facts.context_bytes(room))?;
        let threads = threads(self.facts.bytes);
        let params = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(room))
            .with_n_batch(READ_AT_ONCE)
            .with_n_ubatch(READ_AT_ONCE)
            .with_n_threads(threads)
            .with_n_threads_batch(threads);
        let context = self.model.new_context(backend()?, params);
        let context = context.map_err(|error| EngineError::Load { reason: error.to_string() })?;
        let slot = Slot { context, read: Vec::new(), room, is_busy: false, used: 0 };
        match instead_of.and_then(|index| self.slots.get_mut(index)) {
            Some(there) => *there = slot,
            None => self.slots.push(slot),
        }
        Ok(instead_of.unwrap_or(self.slots.len() - 1))
    }
}

impl Slot<'_> {
    fn place(&self) -> Place<'_, LlamaToken> {
        Place { read: &self.read, room: self.room, is_busy: self.is_busy, used: self.used }
    }
}

/// Below this, several threads wait for each other longer than they work.
const SMALL: u64 = 16 << 20;

/// As many as there are processors. Of many, half: they come in pairs that share what counts here.
fn threads(bytes: u64) -> i32 {
    if bytes < SMALL {
        return 1;
    }
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let used = if all <= 4 { all } else { (all / 2).clamp(4, 16) };
    i32::try_from(used).unwrap_or(1)
}
