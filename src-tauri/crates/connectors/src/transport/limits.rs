//! How long and how much.

use limits::{SERVICE_ANSWER, SERVICE_FIRST_BYTE, SERVICE_FRAME, SERVICE_WHOLE};
use std::time::Duration;

/// Where waiting and reading end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub connect: Duration,
    /// From the request to the head of the answer. Without streaming, a model thinks in this time.
    pub first_byte: Duration,
    /// From one frame to the next. Bytes that trickle in without ever making a frame don't count.
    pub idle: Duration,
    /// From the first byte of an answer to its last.
    pub whole: Duration,
    /// The bytes of one frame.
    pub frame: usize,
    /// The bytes of one answer.
    pub answer: usize,
    pub retry: RetryRule,
}

/// How often and how soon a request that failed is sent again. Never after an answer has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryRule {
    /// Times a request is sent in all.
    pub attempts: u32,
    pub first_wait: Duration,
    pub longest_wait: Duration,
    /// A service that asks for a longer wait than this is not asked again.
    pub patience: Duration,
}

impl Limits {
    /// Generous enough for a model that thinks for minutes and draws pictures.
    pub const USUAL: Self = Self {
        connect: Duration::from_secs(10),
        first_byte: SERVICE_FIRST_BYTE.time(),
        idle: Duration::from_secs(300),
        whole: SERVICE_WHOLE.time(),
        frame: SERVICE_FRAME.size(),
        answer: SERVICE_ANSWER.size(),
        retry: RetryRule {
            attempts: 3,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(8),
            patience: Duration::from_secs(120),
        },
    };

    /// For a first try of a service, with a person looking on: once, and not for long.
    pub const TRIAL: Self = Self {
        connect: Duration::from_secs(5),
        first_byte: Duration::from_secs(20),
        whole: Duration::from_secs(30),
        retry: RetryRule { attempts: 1, ..Self::USUAL.retry },
        ..Self::USUAL
    };
}
