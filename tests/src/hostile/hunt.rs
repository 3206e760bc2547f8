//! The search itself.

use super::inputs::Inputs;
use super::{command, import, log, script, seeds, wire};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// The longest any input may keep a reader busy, in an unoptimised build on a busy machine.
const LONGEST: Duration = Duration::from_secs(30);

/// What inputs are tried on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Import,
    Script,
    Log,
    /// What a page asks for, a list of commands an input.
    Command,
    /// Answers of models, a target for each protocol.
    Wire(Protocol),
}

/// A protocol, by the kind of service that speaks it and the folder with its exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protocol {
    pub kind: &'static str,
    folder: &'static str,
}

impl Protocol {
    pub const ALL: [Self; 9] = [
        Self { kind: "openai", folder: "openai-chat" },
        Self { kind: "openai-compatible", folder: "openai-compat" },
        Self { kind: "openai-responses", folder: "openai-responses" },
        Self { kind: "anthropic", folder: "anthropic" },
        Self { kind: "gemini", folder: "gemini" },
        Self { kind: "gemini-interactions", folder: "gemini-interactions" },
        Self { kind: "mistral", folder: "mistral" },
        Self { kind: "ollama", folder: "ollama" },
        Self { kind: "bedrock", folder: "bedrock" },
    ];
}

impl Target {
    pub fn all() -> Vec<Self> {
        let files = [Self::Import, Self::Script, Self::Log, Self::Command];
        files.into_iter().chain(Protocol::ALL.map(Self::Wire)).collect()
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Script => "script",
            Self::Log => "log",
            Self::Command => "command",
            Self::Wire(protocol) => protocol.kind,
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|target| target.name() == name)
    }

    pub(super) fn seeds(self) -> Vec<Vec<u8>> {
        match self {
            Self::Import => seeds::conversations(),
            Self::Script => seeds::scripts(),
            Self::Log => seeds::logs(),
            Self::Command => command::seeds(),
            Self::Wire(protocol) => seeds::answers(protocol.folder),
        }
    }
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Cases(u64),
    Time(Duration),
}

/// What an input was answered with, without the numbers in it: the same answer twice teaches nothing new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer(HashSet<u64>);

impl Answer {
    pub fn add(&mut self, words: &str) {
        let mut hasher = DefaultHasher::new();
        let letters = words.chars().filter(|letter| !letter.is_ascii_digit()).take(60);
        letters.for_each(|letter| letter.hash(&mut hasher));
        self.0.insert(hasher.finish());
    }
}

/// A search on one target. The input that is being tried is always on disk, so that it survives the end of the process.
pub struct Hunt {
    inputs: Inputs,
    runtime: Runtime,
    conversation: Option<wire::Conversation>,
    beginning: Option<command::Beginning>,
    scratch: PathBuf,
    answered: HashSet<u64>,
}

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub cases: u64,
    pub answers: usize,
}

impl Hunt {
    pub fn new(target: Target, seed: u64, scratch: &Path) -> Self {
        // The clock stands still, so that nobody waits for what a script says to wait for. Sockets need one that goes.
        let is_paused = !matches!(target, Target::Wire(_));
        let runtime =
            Builder::new_current_thread().enable_all().start_paused(is_paused).build().expect("a runtime");
        let conversation = match target {
            Target::Wire(protocol) => Some(runtime.block_on(wire::Conversation::with(protocol.kind))),
            Target::Import | Target::Script | Target::Log | Target::Command => None,
        };
        let beginning = (target == Target::Command).then(|| runtime.block_on(command::Beginning::new()));
        let (inputs, scratch) = (Inputs::new(target, seed), scratch.to_owned());
        Self { inputs, runtime, conversation, beginning, scratch, answered: HashSet::new() }
    }

    /// Tries the good inputs as they are and then bad ones until it is enough.
    pub fn run(&mut self, extent: Extent) -> Found {
        let begun = Instant::now();
        let mut cases = 0;
        for seed in self.inputs.pool.clone() {
            self.try_on(&seed);
        }
        while match extent {
            Extent::Cases(limit) => cases < limit,
            Extent::Time(limit) => begun.elapsed() < limit,
        } {
            let input = self.inputs.make();
            if self.try_on(&input) {
                self.inputs.keep(&input);
            }
            cases += 1;
        }
        Found { cases, answers: self.answered.len() }
    }

    /// Tells whether the answer was a new one.
    pub fn try_on(&mut self, input: &[u8]) -> bool {
        std::fs::write(self.scratch.join("input"), input).expect("the input is written");
        let begun = Instant::now();
        let chance = &mut self.inputs.chance;
        let answer = match self.inputs.target {
            Target::Import => import::try_on(input, chance),
            Target::Script => self.runtime.block_on(script::try_on(input, &self.scratch)),
            Target::Log => self.runtime.block_on(log::try_on(input, chance)),
            Target::Command => {
                let beginning = self.beginning.as_ref().expect("it was made for commands");
                self.runtime.block_on(beginning.try_on(input))
            }
            Target::Wire(_) => {
                let conversation = self.conversation.as_ref().expect("there is one for every protocol");
                self.runtime.block_on(conversation.try_on(input, chance))
            }
        };
        assert!(begun.elapsed() < LONGEST, "it took {:?}", begun.elapsed());
        let known = self.answered.len();
        self.answered.extend(answer.0);
        self.answered.len() > known
    }
}
