//! The functions as one session sees them: with its own names, its own leniency, and its own stand-ins.

use crate::resolve::Leniency;
use crate::stand_in::{Recorder, Recordings, StandIn, StandInFor, StandInFunction, check_template, mismatch};
use crate::{Allowed, AtEnd, BindingPolicy, Consents, Library, NamePolicy, OnMiss};
use content::{FunctionCall, FunctionName, JsonObject, Origin};
use ports::{Ask, Catalogue, Function, FunctionSpec, NameStyle, Resolution};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use ts_rs::TS;

/// How a session uses functions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionSettings {
    pub names: NamePolicy,
    pub binding: BindingPolicy,
    /// The functions that are not what they are. All others are live.
    pub stand_ins: Vec<StandInFor>,
    /// Whether what live functions give is recorded.
    pub is_recording: bool,
    /// What may run in this session without being asked about again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Allowed>>")]
    pub allowed: Vec<Allowed>,
}

impl FunctionSettings {
    /// What a session begins with: everything live, names exact, arguments put right where there is one meaning.
    pub fn live() -> Self {
        let (names, binding) = (NamePolicy::exact(), BindingPolicy::LENIENT);
        Self { names, binding, stand_ins: Vec::new(), is_recording: false, allowed: Vec::new() }
    }

    /// Says what can't be used.
    pub fn check(&self) -> Result<(), String> {
        for StandInFor { function, stand_in } in &self.stand_ins {
            let checked = match stand_in {
                StandIn::Template { source } => check_template(source),
                StandIn::Sequence { outcomes, .. } if outcomes.is_empty() => {
                    Err("the sequence is empty".to_owned())
                }
                StandIn::Sequence { .. }
                | StandIn::Fixed { .. }
                | StandIn::Recorded { .. }
                | StandIn::Person
                | StandIn::Fault { .. } => Ok(()),
            };
            checked.map_err(|reason| format!("the stand-in for {function}: {reason}"))?;
        }
        Ok(())
    }

    fn stand_in(&self, name: &FunctionName) -> Option<&StandIn> {
        self.stand_ins.iter().find(|stand_in| stand_in.function == *name).map(|found| &found.stand_in)
    }
}

/// The functions of one session.
pub struct SessionFunctions {
    library: Arc<Library>,
    recordings: Recordings,
    consents: Arc<Consents>,
    settings: RwLock<FunctionSettings>,
    /// How far each sequence has come.
    positions: Mutex<HashMap<FunctionName, Arc<AtomicUsize>>>,
}

impl SessionFunctions {
    pub fn new(
        library: Arc<Library>,
        recordings: Recordings,
        consents: Arc<Consents>,
        settings: FunctionSettings,
    ) -> Self {
        let (settings, positions) = (RwLock::new(settings), Mutex::default());
        Self { library, recordings, consents, settings, positions }
    }

    /// Holds from the next call on. A sequence that was changed begins again.
    pub fn configure(&self, settings: FunctionSettings) {
        let before = self.settings();
        let mut positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
        positions.retain(|name, _| before.stand_in(name) == settings.stand_in(name));
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = settings;
    }

    pub fn settings(&self) -> FunctionSettings {
        self.settings.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn position(&self, name: &FunctionName) -> Arc<AtomicUsize> {
        let mut positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(positions.entry(name.clone()).or_default())
    }

    /// What a person has to agree to before the function itself runs, unless they have.
    fn consent_to(
        &self,
        name: &FunctionName,
        arguments: &JsonObject,
        settings: &FunctionSettings,
    ) -> Option<Ask> {
        // A sequence may be at its end by the time the call runs.
        let ends_live =
            matches!(settings.stand_in(name), Some(StandIn::Sequence { at_end: AtEnd::Live, .. }));
        let is_live =
            || self.function(name).is_some_and(|function| function.origin(arguments) == Origin::Function);
        let live = self.library.current().function(name)?;
        let consent = live.consent().filter(|_| ends_live || is_live())?;
        let covers = |allowed: &Allowed| allowed.covers(name, &consent.fingerprint, arguments);
        let is_settled = settings.allowed.iter().any(covers)
            || self.consents.covers(name, &consent.fingerprint, arguments);
        (!is_settled).then(|| Ask::Consent { to: consent.to.clone() })
    }

    /// What a stand-in asks of a person before it can answer.
    fn asked_by(&self, stand_in: &StandIn, name: &FunctionName, arguments: &JsonObject) -> Option<Ask> {
        match stand_in {
            StandIn::Person => Some(Ask::Result { because: None }),
            StandIn::Recorded { on_miss: OnMiss::Ask } => match self.recordings.of(name) {
                Ok(recorded) if recorded.iter().any(|one| one.arguments == *arguments) => None,
                Ok(recorded) => Some(Ask::Result { because: Some(mismatch(name, &recorded, arguments)) }),
                Err(error) => Some(Ask::Result { because: Some(error.to_string()) }),
            },
            StandIn::Recorded { on_miss: OnMiss::Live }
            | StandIn::Fixed { .. }
            | StandIn::Template { .. }
            | StandIn::Sequence { .. }
            | StandIn::Fault { .. } => None,
        }
    }
}

impl Catalogue for SessionFunctions {
    fn specs(&self) -> Vec<Arc<FunctionSpec>> {
        self.library.current().specs()
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>> {
        let live = self.library.current().function(name)?;
        let settings = self.settings();
        let recordings = self.recordings.clone();
        match settings.stand_in(name).cloned() {
            Some(stand_in) => {
                let position = self.position(name);
                Some(Arc::new(StandInFunction { live, stand_in, recordings, position }))
            }
            None if settings.is_recording => Some(Arc::new(Recorder { live, recordings })),
            None => Some(live),
        }
    }

    fn resolve(&self, call: &FunctionCall, offered: &[FunctionName]) -> Resolution {
        let settings = self.settings();
        let leniency = Leniency { names: &settings.names, binding: settings.binding };
        let mut resolution = self.library.current().resolve_with(call, offered, leniency);
        if let Resolution::Runnable { name, bound, asks, .. } = &mut resolution
            && let content::CallArguments::Parsed { value, .. } = &call.arguments
        {
            let arguments = bound.as_ref().map_or(value, |bound| &bound.arguments);
            let stand_in = settings.stand_in(name);
            asks.extend(stand_in.and_then(|stand_in| self.asked_by(stand_in, name, arguments)));
            asks.extend(self.consent_to(name, arguments, &settings));
        }
        resolution
    }

    fn name_style(&self) -> NameStyle {
        self.settings().names.style
    }
}
