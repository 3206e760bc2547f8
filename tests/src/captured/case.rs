//! One session that is to be had: how it begins, and whom it asks what.

use super::answer::{Planted, Script};
use content::{FunctionName, Outcome};
use functions::{AtEnd, FunctionSettings, StandIn, StandInFor};
use invocation::{Decision, StopPlace};
use ports::{CallOptions, FunctionChoice, RequestSettings};
use workbench::contract::InjectCall;

/// A session from its beginning to its end.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is peculiar about its history.
    pub history: String,
    pub beginning: Beginning,
    pub functions: FunctionSettings,
    pub turns: Vec<Turn>,
}

/// What was said before the first turn.
#[derive(Clone, Debug)]
pub enum Beginning {
    Nothing,
    /// Another program wrote it.
    Imported {
        text: String,
        planted: Vec<Planted>,
    },
}

/// One turn of it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Who is asked, by its number.
    pub service: usize,
    /// What is peculiar about how it is asked.
    pub way: String,
    pub says: Option<&'static str>,
    pub script: Script,
    pub asked: Asked,
    /// What a person decides where the turn stands still, in this order.
    pub decisions: Vec<Decision>,
    /// Calls nobody made, put behind what was said before this turn.
    pub injected: Vec<Injection>,
    /// Whether what a service said before comes back to it as it was.
    pub is_unchanged: bool,
}

/// A call without its session and place, which are known once there is one.
pub type Injection = fn() -> InjectCall;

/// The settings of a turn.
#[derive(Clone, Debug)]
pub struct Asked {
    pub choice: FunctionChoice,
    pub calls: CallOptions,
    pub settings: RequestSettings,
    pub offered: Vec<FunctionName>,
    pub stops: Vec<StopPlace>,
}

pub fn forecast() -> FunctionName {
    FunctionName::new("weather", "get_forecast")
}

pub fn alerts() -> FunctionName {
    FunctionName::new("weather", "get_alerts")
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            choice: FunctionChoice::Auto,
            calls: CallOptions::default(),
            settings: RequestSettings::default(),
            offered: vec![forecast(), alerts(), FunctionName::new("clock", "now")],
            stops: Vec::new(),
        }
    }
}

impl Turn {
    pub fn new(service: usize, script: Script) -> Self {
        Self {
            service,
            way: "as usual".to_owned(),
            says: Some("What is the weather in Oslo?"),
            script,
            asked: Asked::default(),
            decisions: Vec::new(),
            injected: Vec::new(),
            is_unchanged: true,
        }
    }

    pub fn asked(self, way: &str, asked: Asked) -> Self {
        Self { way: way.to_owned(), asked, ..self }
    }

    pub fn in_way(self, way: impl Into<String>) -> Self {
        Self { way: way.into(), ..self }
    }

    pub fn saying(self, says: &'static str) -> Self {
        Self { says: Some(says), ..self }
    }
}

impl Case {
    pub fn new(history: impl Into<String>, turns: Vec<Turn>) -> Self {
        Self {
            history: history.into(),
            beginning: Beginning::Nothing,
            functions: FunctionSettings::live(),
            turns,
        }
    }

    pub fn imported(history: &str, text: String, planted: Vec<Planted>, turns: Vec<Turn>) -> Self {
        Self { beginning: Beginning::Imported { text, planted }, ..Self::new(history, turns) }
    }

    /// What a function is said to have given, one outcome after the other.
    pub fn with_outcomes(mut self, function: FunctionName, outcomes: Vec<Outcome>) -> Self {
        let stand_in = StandIn::Sequence { outcomes, at_end: AtEnd::RepeatLast };
        self.functions.stand_ins.push(StandInFor { function, stand_in });
        self
    }
}
