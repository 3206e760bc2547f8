//! Bad inputs, made of good ones.

use super::bend::bend;
use super::chance::Chance;
use super::command;
use super::damage::damage;
use super::giants::giant;
use super::hunt::Target;

/// How many inputs are kept to be damaged further, and how long each may be.
const KEPT: usize = 2_000;
const KEPT_BYTES: usize = 64 << 10;

/// Makes one input after the other.
#[derive(Clone, Debug)]
pub struct Inputs {
    pub(super) target: Target,
    pub(super) chance: Chance,
    pub(super) pool: Vec<Vec<u8>>,
}

impl Inputs {
    pub fn new(target: Target, seed: u64) -> Self {
        Self { target, chance: Chance::new(seed), pool: target.seeds() }
    }

    /// An input worth damaging further.
    pub fn keep(&mut self, input: &[u8]) {
        // A list of commands is kept as its commands.
        let parts = input.split(|byte| *byte == b'\n' && self.target == Target::Command);
        for part in parts.filter(|part| !part.is_empty()).map(<[u8]>::to_vec).collect::<Vec<_>>() {
            self.keep_one(part);
        }
    }

    fn keep_one(&mut self, input: Vec<u8>) {
        if input.len() <= KEPT_BYTES && self.pool.len() < KEPT {
            self.pool.push(input);
        }
    }

    /// An input nobody has tried.
    pub fn make(&mut self) -> Vec<u8> {
        let chance = &mut self.chance;
        if self.target == Target::Command {
            return command::list(&self.pool, chance);
        }
        if chance.one_in(if self.target == Target::Import { 60 } else { 400 }) {
            return giant(chance).into_bytes();
        }
        let input = chance.pick(&self.pool);
        let other = chance.pick(&self.pool);
        let bent = match chance.below(3) {
            0 => None,
            _ => self.bent(&input, &other),
        };
        match bent {
            Some(bent) => bent.into_bytes(),
            None => damage(input, &other, &mut self.chance),
        }
    }

    /// Bends a document, or a line of one that has many.
    fn bent(&mut self, input: &[u8], other: &[u8]) -> Option<String> {
        let (input, other) = (std::str::from_utf8(input).ok()?, std::str::from_utf8(other).ok()?);
        if let Some(bent) = bend(input, other, &mut self.chance) {
            return Some(bent);
        }
        let mut lines: Vec<_> = input.lines().map(str::to_owned).collect();
        let at = self.chance.below(lines.len());
        let others: Vec<_> = other.lines().collect();
        let other = others.get(self.chance.below(others.len())).copied().unwrap_or_default();
        let line = lines.get_mut(at)?;
        // A line of a stream has a word before its document.
        let begin = line.find('{')?;
        let bent = bend(&line[begin..], other, &mut self.chance)?;
        line.replace_range(begin.., &bent);
        Some(lines.join("\n"))
    }
}
