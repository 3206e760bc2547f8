//! The models there are, and the rules of each: data alone.
//!
//! Sources: the "What's new" pages of Fable 5.2, Fable 5.1, Opus 5.5 and Sonnet 5.5, "Prefix checks on thinking blocks",
//! and the profiles of pydantic-ai for limits. Mythos 5.1 is left out, because two pages differ about it.

use serde_json::{Value, json};

/// Whether a model checks what stood before a thinking block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrefixCheck {
    Always,
    /// Accounts created from 2026-08-31 on. Older ones only where the request sets the field.
    NewAccounts,
    Never,
}

/// Whether a call can be demanded by `tool_choice`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forcing {
    Accepted,
    Refused,
}

/// How a model thinks where the request says nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    Adaptive,
    Not,
}

/// What a thinking block shows where the request says nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    Summarized,
    /// The text is empty, also where it was meant for a person between two calls.
    Omitted,
}

/// Whether temperature and its like are accepted by version 2023-06-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    Accepted,
    Refused,
}

/// Whether `role: "system"` is accepted among the messages, and with it changes of the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemMessages {
    Accepted,
    Refused,
}

/// One model and its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    pub id: &'static str,
    pub line: &'static str,
    pub check: PrefixCheck,
    /// Other models whose thinking it reads.
    pub reads: &'static [&'static str],
    pub forcing: Forcing,
    /// The values of `thinking.type` it accepts.
    pub thinking: &'static [&'static str],
    pub unasked: Unasked,
    pub display: Display,
    pub efforts: &'static [&'static str],
    pub sampling: Sampling,
    pub system_messages: SystemMessages,
    pub max_input_tokens: u64,
    pub max_tokens: u64,
}

/// Efforts that are accepted without thinking.
pub const EFFORTS_WITHOUT_THINKING: [&str; 3] = ["low", "medium", "high"];

/// Its blocks are read by every model.
const READ_BY_ALL: &str = "claude-haiku-5-5";

const ALL_EFFORTS: &[&str] = &["low", "medium", "high", "xhigh", "max"];

const UNTIL_OPUS_4_8: &[&str] = &[
    "claude-opus-4-8",
    "claude-opus-4-7",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-opus-4-5",
    "claude-sonnet-4-5",
    "claude-haiku-4-5",
];

const UNTIL_SONNET_5: &[&str] = &[
    "claude-sonnet-5",
    "claude-opus-4-8",
    "claude-opus-4-7",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-opus-4-5",
    "claude-sonnet-4-5",
    "claude-haiku-4-5",
];

const READ_BY_OPUS_5_5: &[&str] = &[
    "claude-sonnet-5-5",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-opus-4-8",
    "claude-opus-4-7",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-opus-4-5",
    "claude-sonnet-4-5",
    "claude-haiku-4-5",
];

const READ_BY_FABLE_5_1: &[&str] = &[
    "claude-opus-5-5",
    "claude-fable-5",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-opus-4-8",
    "claude-opus-4-7",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-opus-4-5",
    "claude-sonnet-4-5",
    "claude-haiku-4-5",
];

const NEWEST: Model = Model {
    id: "claude-fable-5-2",
    line: "fable",
    check: PrefixCheck::Always,
    reads: &["claude-mythos-5-2"],
    forcing: Forcing::Refused,
    thinking: &["adaptive"],
    unasked: Unasked::Adaptive,
    display: Display::Omitted,
    efforts: ALL_EFFORTS,
    sampling: Sampling::Refused,
    system_messages: SystemMessages::Accepted,
    max_input_tokens: 1_000_000,
    max_tokens: 128_000,
};

const FIFTH: Model = Model {
    id: "claude-opus-5",
    line: "opus",
    check: PrefixCheck::Never,
    reads: UNTIL_SONNET_5,
    forcing: Forcing::Accepted,
    thinking: &["adaptive", "disabled"],
    display: Display::Summarized,
    ..NEWEST
};

const FOURTH: Model = Model {
    id: "claude-opus-4-8",
    reads: UNTIL_OPUS_4_8,
    unasked: Unasked::Not,
    efforts: &["low", "medium", "high", "max"],
    ..FIFTH
};

const BUDGETED: Model = Model {
    id: "claude-sonnet-4-5",
    line: "sonnet",
    thinking: &["enabled", "disabled"],
    efforts: &[],
    sampling: Sampling::Accepted,
    system_messages: SystemMessages::Refused,
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    ..FOURTH
};

pub const MODELS: [Model; 17] = [
    NEWEST,
    Model { id: "claude-mythos-5-2", line: "mythos", reads: &["claude-fable-5-2"], ..NEWEST },
    Model { id: "claude-fable-5-1", check: PrefixCheck::NewAccounts, reads: READ_BY_FABLE_5_1, ..NEWEST },
    Model {
        id: "claude-opus-5-5",
        line: "opus",
        check: PrefixCheck::NewAccounts,
        reads: READ_BY_OPUS_5_5,
        ..NEWEST
    },
    Model {
        id: "claude-sonnet-5-5",
        line: "sonnet",
        check: PrefixCheck::NewAccounts,
        reads: UNTIL_SONNET_5,
        thinking: &["adaptive", "between_tools"],
        ..NEWEST
    },
    Model {
        id: "claude-haiku-5-5",
        line: "haiku",
        check: PrefixCheck::NewAccounts,
        reads: &[],
        forcing: Forcing::Accepted,
        thinking: &["adaptive", "disabled"],
        ..NEWEST
    },
    Model { id: "claude-fable-5", line: "fable", thinking: &["adaptive"], ..FIFTH },
    FIFTH,
    Model {
        id: "claude-sonnet-5",
        line: "sonnet",
        reads: UNTIL_OPUS_4_8,
        system_messages: SystemMessages::Refused,
        ..FIFTH
    },
    FOURTH,
    Model { id: "claude-opus-4-7", system_messages: SystemMessages::Refused, ..FOURTH },
    Model {
        id: "claude-opus-4-6",
        thinking: &["adaptive", "enabled", "disabled"],
        sampling: Sampling::Accepted,
        system_messages: SystemMessages::Refused,
        ..FOURTH
    },
    Model {
        id: "claude-sonnet-4-6",
        line: "sonnet",
        thinking: &["adaptive", "enabled", "disabled"],
        sampling: Sampling::Accepted,
        system_messages: SystemMessages::Refused,
        ..FOURTH
    },
    Model { id: "claude-opus-4-5", line: "opus", efforts: &["low", "medium", "high"], ..BUDGETED },
    BUDGETED,
    Model { id: "claude-haiku-4-5", line: "haiku", ..BUDGETED },
    // One that is gone: it is listed, and refuses every request.
    Model { id: RETIRED, line: "sonnet", ..BUDGETED },
];

pub const RETIRED: &str = "claude-sonnet-4-0";

impl Model {
    pub fn named(id: &str) -> Option<&'static Self> {
        MODELS.iter().find(|model| model.id == id)
    }

    /// Whether it may see thinking of another model.
    pub fn can_read(&self, maker: &str) -> bool {
        maker == self.id || maker == READ_BY_ALL || self.reads.contains(&maker)
    }

    /// The item of `GET /v1/models`.
    pub fn item(&self) -> Value {
        let is = |supported: bool| json!({ "supported": supported });
        let accepts = |kind: &str| is(self.thinking.contains(&kind));
        let effort = |level: &str| is(self.efforts.contains(&level));
        let lifecycle = if self.id == RETIRED { "retired" } else { "active" };
        json!({
            "type": "model",
            "id": self.id,
            "display_name": self.id.replace('-', " "),
            "created_at": "2026-10-01T00:00:00Z",
            "lifecycle": lifecycle,
            "deprecated_at": (self.id == RETIRED).then_some("2026-05-01T00:00:00Z"),
            "retires_at": (self.id == RETIRED).then_some("2026-11-01T00:00:00Z"),
            "line": self.line,
            "max_input_tokens": self.max_input_tokens,
            "max_tokens": self.max_tokens,
            "capabilities": {
                "batch": is(true),
                "citations": is(true),
                "code_execution": is(true),
                "context_management": { "supported": false, "clear_thinking_20251015": null,
                    "clear_tool_uses_20250919": null, "compact_20260112": null },
                "effort": { "supported": !self.efforts.is_empty(), "low": effort("low"),
                    "medium": effort("medium"), "high": effort("high"), "xhigh": effort("xhigh"),
                    "max": effort("max") },
                "image_input": is(true),
                "pdf_input": is(true),
                "server_tools": { "supported": false, "code_execution": is(false), "web_search": is(false) },
                "structured_outputs": is(true),
                "thinking": { "supported": true, "types": {
                    "adaptive": accepts("adaptive"), "between_tools": accepts("between_tools"),
                    "disabled": accepts("disabled"), "enabled": accepts("enabled") } },
            },
        })
    }
}
