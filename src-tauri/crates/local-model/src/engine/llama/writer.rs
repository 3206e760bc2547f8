//! One answer while it is written, a token at a time.

use super::super::letters::Letters;
use super::super::stops::{Checked, Stops};
use super::super::{Ended, EngineError, Figures, Job, Told};
use super::guard::Guard;
use super::slots::{READ_AT_ONCE, Reserved, Slots};
use crate::body::Body;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;
use std::time::{Duration, Instant};

/// Whether a writer has more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    GoesOn,
    Over,
}

pub(super) struct Writer {
    job: Job,
    reserved: Reserved,
    /// Tokens that are to be read: the prompt, then what was written last.
    next: Vec<LlamaToken>,
    chain: LlamaSampler,
    guard: Result<Guard, EngineError>,
    letters: Letters,
    stops: Stops,
    clock: Clock,
    written: u32,
}

/// What took how long.
struct Clock {
    loaded: Option<Duration>,
    reading: Duration,
    writing: Duration,
}

impl Writer {
    pub(super) fn new(job: Job, reserved: Reserved, slots: &Slots<'_>, loaded: Option<Duration>) -> Self {
        Self {
            next: reserved.prompt.get(reserved.known..).unwrap_or_default().to_vec(),
            chain: chain(&job.body, slots.model),
            guard: Guard::new(slots.model, &job.body),
            letters: Letters::default(),
            stops: Stops::new(&job.body.stop),
            clock: Clock { loaded, reading: Duration::ZERO, writing: Duration::ZERO },
            written: 0,
            reserved,
            job,
        }
    }

    pub(super) fn slot(&self) -> usize {
        self.reserved.slot
    }

    /// Reads some of the prompt, or writes one token.
    pub(super) fn step(&mut self, slots: &mut Slots<'_>) -> Progress {
        if self.job.is_over() {
            return Progress::Over;
        }
        if self.job.enough.is_cancelled() {
            self.end(true);
            return Progress::Over;
        }
        match self.advance(slots) {
            Ok(None) => Progress::GoesOn,
            Ok(Some(is_whole)) => {
                self.end(is_whole);
                Progress::Over
            }
            Err(error) => {
                self.job.tell(Told::Failed(error));
                Progress::Over
            }
        }
    }

    /// Goes one step. Where that was the last, tells whether the answer is whole.
    fn advance(&mut self, slots: &mut Slots<'_>) -> Result<Option<bool>, EngineError> {
        if let Err(error) = &self.guard {
            return Err(error.clone());
        }
        let begun = Instant::now();
        let count = self.next.len().min(READ_AT_ONCE as usize);
        let now: Vec<_> = self.next.drain(..count).collect();
        let is_last = self.next.is_empty();
        let place = self.decode(slots, &now, is_last)?;
        let is_reading = self.written == 0;
        if !is_last {
            self.clock.reading += begun.elapsed();
            return Ok(None);
        }
        let done = self.write(slots, place);
        let spent = if is_reading { &mut self.clock.reading } else { &mut self.clock.writing };
        *spent += begun.elapsed();
        done
    }

    /// Reads tokens. Tells where in the batch the last one is.
    fn decode(
        &mut self,
        slots: &mut Slots<'_>,
        tokens: &[LlamaToken],
        is_last: bool,
    ) -> Result<i32, EngineError> {
        let failed = |reason: String| EngineError::Decode { reason };
        let slot = slots.get(self.reserved.slot).ok_or(EngineError::ContextGone)?;
        let mut batch = LlamaBatch::new(tokens.len(), 1);
        for (index, token) in tokens.iter().enumerate() {
            let position = i32::try_from(slot.read.len() + index).unwrap_or(i32::MAX);
            let wants = is_last && index + 1 == tokens.len();
            batch.add(*token, position, &[0], wants).map_err(|error| failed(error.to_string()))?;
        }
        if let Err(error) = slot.context.decode(&mut batch) {
            // What it has read is not known any more.
            slot.context.clear_kv_cache();
            slot.read.clear();
            return Err(failed(error.to_string()));
        }
        slot.read.extend(tokens);
        Ok(batch.n_tokens() - 1)
    }

    /// Writes the token that follows.
    fn write(&mut self, slots: &mut Slots<'_>, place: i32) -> Result<Option<bool>, EngineError> {
        let model = slots.model;
        let vocabulary = model.vocab();
        let Some(slot) = slots.get(self.reserved.slot) else { return Ok(Some(false)) };
        let guard = self.guard.as_mut().map_err(|error| error.clone())?;
        let token = guard.sample(model, &slot.context, place, &mut self.chain, self.written == 0)?;
        self.written += 1;
        if vocabulary.is_eog(token) {
            return Ok(Some(true));
        }
        let text = self.letters.push(&vocabulary.token_to_piece(token, true, None));
        guard.accept(model, token, &text)?;
        match self.stops.push(&text) {
            Checked::GoesOn(text) => self.say(text),
            Checked::Stops(text) => {
                self.say(text);
                // Half a letter behind the stop is behind it as well.
                self.letters = Letters::default();
                return Ok(Some(true));
            }
        }
        if slot.read.len() + 1 >= self.reserved.most as usize {
            return Ok(Some(false));
        }
        self.next.push(token);
        if slot.read.len() >= slot.room as usize && !self.widen(slots)? {
            return Ok(Some(false));
        }
        Ok(None)
    }

    /// Goes on in a larger context. Where there is no memory for one, the answer ends.
    fn widen(&mut self, slots: &mut Slots<'_>) -> Result<bool, EngineError> {
        match slots.widen(self.reserved.slot, self.reserved.most) {
            Ok(unread) => {
                self.next.splice(0..0, unread);
                Ok(true)
            }
            Err(EngineError::Memory { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn say(&self, text: String) {
        if !text.is_empty() {
            self.job.tell(Told::Text(text));
        }
    }

    fn end(&mut self, is_whole: bool) {
        let mut rest = self.stops.finish();
        rest += &self.letters.finish();
        self.say(rest);
        let Reserved { prompt, known, most, .. } = &self.reserved;
        let count = |tokens: usize| u32::try_from(tokens).unwrap_or(u32::MAX);
        // The first token comes with the reading.
        let after_first = self.written.saturating_sub(1);
        let figures = Figures {
            prompt_tokens: count(prompt.len()),
            cached_tokens: count(*known),
            prompt_tokens_per_second: rate(count(prompt.len() - known), self.clock.reading),
            output_tokens: self.written,
            output_tokens_per_second: rate(after_first, self.clock.writing),
            loaded_in_seconds: self.clock.loaded.map(|loaded| rounded(loaded.as_secs_f64())),
            context_tokens: *most,
        };
        self.job.tell(Told::Ended(Ended { is_whole, figures }));
    }
}

/// How a token is chosen. Without a temperature it is the likeliest.
fn chain(body: &Body, model: &LlamaModel) -> LlamaSampler {
    let mut parts: Vec<_> = penalties(body, model).into_iter().collect();
    let temperature = body.temperature.unwrap_or(0.0) as f32;
    if temperature <= 0.0 {
        parts.push(LlamaSampler::greedy());
        return LlamaSampler::chain(parts, true);
    }
    if let Some(most) = body.top_k {
        parts.push(LlamaSampler::top_k(i32::try_from(most).unwrap_or(i32::MAX)));
    }
    if let Some(mass) = body.top_p {
        parts.push(LlamaSampler::top_p(mass as f32, 1));
    }
    if let Some(least) = body.min_p {
        parts.push(LlamaSampler::min_p(least as f32, 1));
    }
    parts.push(LlamaSampler::temp(temperature));
    parts.push(LlamaSampler::dist(body.seed.map_or_else(any_seed, |seed| seed as u32)));
    LlamaSampler::chain(parts, true)
}

/// What makes tokens less likely that were written before, if anything does.
fn penalties(body: &Body, model: &LlamaModel) -> Option<LlamaSampler> {
    let repeat = body.repeat_penalty.unwrap_or(1.0).clamp(0.01, 10.0) as f32;
    let frequency = body.frequency_penalty.unwrap_or(0.0).clamp(-2.0, 2.0) as f32;
    let presence = body.presence_penalty.unwrap_or(0.0).clamp(-2.0, 2.0) as f32;
    let back = i32::try_from(body.repeat_last_n.unwrap_or(64)).unwrap_or(i32::MAX);
    let is_none = repeat == 1.0 && frequency == 0.0 && presence == 0.0;
    (!is_none).then(|| LlamaSampler::penalties(model.n_vocab(), back, repeat, frequency, presence))
}

/// Another one each time.
fn any_seed() -> u32 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) as u32
}

fn rate(tokens: u32, time: Duration) -> f64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 { rounded(f64::from(tokens) / seconds) } else { 0.0 }
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
