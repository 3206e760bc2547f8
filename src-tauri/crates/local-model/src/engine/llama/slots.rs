//! The contexts of one model: what each has read stays, so that the next prompt need not be read from its beginning.

use super::super::prefix::{Choice, Place, choose, common, dispensable};
use super::super::{EngineError, memory};
use super::load::{SMALLEST, backend};
use crate::body::Body;
use crate::facts::Facts;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::context::session::LlamaStateSeqFlags;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// As many conversations as are kept at once.
const MOST: usize = 4;
/// Room that is kept for an answer whose length nobody says. A longer one gets more while it is written.
const ANSWER: u32 = 1024;
/// So long an answer may get whose length nobody says: small models that lose their way go on for ever.
const LONGEST: u32 = 8192;
/// Contexts are made in steps, so that one that grows is not made anew each time.
const STEP: u32 = 2048;
/// How many tokens of a prompt are read at once. More would be no faster, and could not be called off meanwhile.
pub(super) const READ_AT_ONCE: u32 = 64;

/// One context.
pub(super) struct Slot<'m> {
    pub(super) context: LlamaContext<'m>,
    /// What it has read and written.
    pub(super) read: Vec<LlamaToken>,
    pub(super) room: u32,
    is_busy: bool,
    used: u64,
}

/// All contexts of a model.
pub(super) struct Slots<'m> {
    pub(super) model: &'m LlamaModel,
    facts: &'m Facts,
    /// By numbers that stay, because writers go by them.
    slots: BTreeMap<usize, Slot<'m>>,
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
        Self { model, facts, slots: BTreeMap::new(), uses: 0 }
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
        let most = limit.min(length.saturating_add(body.max_output_tokens.unwrap_or(LONGEST)));
        let likely = length.saturating_add(body.max_output_tokens.unwrap_or(ANSWER).max(1)).min(limit);
        // Who says how large it is to be wants no pause while it grows.
        let room = self.rounded(if body.context.is_some() { limit } else { likely });
        let (numbers, places): (Vec<usize>, Vec<_>) =
            self.slots.iter().map(|(number, slot)| (*number, slot.place())).unzip();
        let slot = match choose(&places, &prompt, MOST) {
            Choice::Wait => return Ok(Found::Full),
            Choice::GoOn(index) => numbers.get(index).copied(),
            Choice::Make => None,
        };
        let slot = slot.map_or_else(|| self.make(room), Ok);
        match slot.and_then(|slot| Ok((slot, self.reserve(slot, &prompt, room)?))) {
            Ok((slot, known)) => Ok(Found::Place(Reserved { slot, prompt, known, most })),
            // Whoever writes now gives its memory back.
            Err(EngineError::Memory { .. }) if self.slots.values().any(|slot| slot.is_busy) => {
                Ok(Found::Full)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn get(&mut self, slot: usize) -> Option<&mut Slot<'m>> {
        self.slots.get_mut(&slot)
    }

    pub(super) fn release(&mut self, slot: usize) {
        if let Some(slot) = self.slots.get_mut(&slot) {
            slot.is_busy = false;
        }
    }

    /// More room for an answer that goes on, twice as much if there is memory for it. Comes back with the tokens that
    /// have to be read again.
    pub(super) fn widen(&mut self, slot: usize, most: u32) -> Result<Vec<LlamaToken>, EngineError> {
        let room = self.slots.get(&slot).map_or(0, |slot| slot.room);
        let grown = self.grow(slot, self.rounded(room.saturating_mul(2).min(most)));
        match grown {
            Err(EngineError::Memory { .. }) => self.grow(slot, self.rounded((room + STEP).min(most))),
            Ok(_) | Err(_) => grown,
        }
    }

    fn rounded(&self, tokens: u32) -> u32 {
        tokens.max(SMALLEST).next_multiple_of(STEP).min(self.facts.context)
    }

    /// Takes a context, forgets what is not in the prompt, and tells how much of it is known. The last token is read again
    /// in any case, because what follows it is what is wanted.
    fn reserve(&mut self, number: usize, prompt: &[LlamaToken], room: u32) -> Result<usize, EngineError> {
        self.uses += 1;
        let uses = self.uses;
        let Some(slot) = self.slots.get_mut(&number) else { return Ok(0) };
        let mut known = common(&slot.read, prompt).min(prompt.len().saturating_sub(1));
        let from = u32::try_from(known).ok();
        if slot.context.clear_kv_cache_seq(Some(0), from, None) != Ok(true) {
            // Some architectures can't forget a part.
            slot.context.clear_kv_cache();
            known = 0;
        }
        slot.read.truncate(known);
        let is_enough = slot.room as usize > prompt.len();
        if slot.room < room {
            match self.grow(number, room) {
                Err(EngineError::Memory { .. }) if is_enough => {}
                grown => drop(grown?),
            }
        }
        let Some(slot) = self.slots.get_mut(&number) else { return Ok(0) };
        (slot.is_busy, slot.used) = (true, uses);
        Ok(slot.read.len())
    }

    fn make(&mut self, room: u32) -> Result<usize, EngineError> {
        self.require_memory(self.facts.context_bytes(room))?;
        let slot = Slot { context: self.context(room)?, read: Vec::new(), room, is_busy: false, used: 0 };
        let number = self.slots.last_key_value().map_or(0, |(last, _)| last + 1);
        self.slots.insert(number, slot);
        Ok(number)
    }

    /// A larger context in the place of another, which is freed first. What was read moves along where that can be.
    fn grow(&mut self, number: usize, room: u32) -> Result<Vec<LlamaToken>, EngineError> {
        let Some(slot) = self.slots.remove(&number) else { return Ok(Vec::new()) };
        let count = u32::try_from(slot.read.len()).unwrap_or(u32::MAX);
        let more = self.facts.context_bytes(room).saturating_sub(self.facts.context_bytes(slot.room));
        if let Err(error) = self.require_memory(more.saturating_add(self.facts.kept_bytes(count))) {
            self.slots.insert(number, slot);
            return Err(error);
        }
        let Slot { context, mut read, room: before, is_busy, used } = slot;
        let moves = !read.is_empty() && self.facts.reads_alike(before, room);
        let kept = moves.then(|| context.state_seq_get(0, LlamaStateSeqFlags::empty()).ok()).flatten();
        drop(context);
        let mut context = self.context(room)?;
        let mut unread = Vec::new();
        if kept.is_none_or(|kept| context.state_seq_set(&kept, 0).is_err()) {
            context.clear_kv_cache();
            std::mem::swap(&mut unread, &mut read);
        }
        self.slots.insert(number, Slot { context, read, room, is_busy, used });
        Ok(unread)
    }

    /// Contexts nobody writes in give way where memory is short.
    fn require_memory(&mut self, needed: u64) -> Result<(), EngineError> {
        memory::require(needed, memory::available, || {
            let (numbers, places): (Vec<usize>, Vec<_>) =
                self.slots.iter().map(|(number, slot)| (*number, slot.place())).unzip();
            let number = dispensable(&places).and_then(|index| numbers.get(index));
            number.is_some_and(|number| self.slots.remove(number).is_some())
        })
    }

    fn context(&self, room: u32) -> Result<LlamaContext<'m>, EngineError> {
        let threads = threads(self.facts.bytes);
        let params = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(room))
            .with_n_batch(READ_AT_ONCE)
            .with_n_ubatch(READ_AT_ONCE)
            .with_n_threads(threads)
            .with_n_threads_batch(threads);
        let context = self.model.new_context(backend()?, params);
        context.map_err(|error| EngineError::Load { reason: error.to_string() })
    }
}

impl Slot<'_> {
    fn place(&self) -> Place<'_, LlamaToken> {
        Place { read: &self.read, is_busy: self.is_busy, used: self.used }
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
