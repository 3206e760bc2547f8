//! The functions as one session sees them: with its own names, its own leniency, and its own stand-ins.

use crate::defined::{RunElsewhere, registry_of, run_as_written};
use crate::resolve::Leniency;
use crate::settings::FunctionSettings;
use crate::stand_in::because::Because;
use crate::stand_in::{
    AnsweredCall, ElsewhereFunction, OtherSessions, Recorded, Recorder, Recordings, ResultsOf, StandIn,
    StandInFunction, mismatch, missing,
};
use crate::{Allowed, AtEnd, Consents, Library, OnMiss, Registry, Runner, Terms};
use content::{CallArguments, FunctionCall, FunctionName, JsonObject, Origin};
use futures::future::BoxFuture;
use notices::Describe;
use ports::{Ask, Catalogue, Function, FunctionSpec, NameStyle, Offered, OfferedNames, Resolution};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use ts_rs::TS;

/// What runs a function of a session, where no stand-in answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RunBy {
    Application,
    /// The attached program that the session comes from.
    Program,
    /// It is only defined: a person writes its results.
    Nobody,
}

impl RunBy {
    /// What runs a function without a program.
    pub fn of(function: &dyn Function) -> Self {
        if function.asks().is_some() { Self::Nobody } else { Self::Application }
    }
}

/// The functions of one session.
pub struct SessionFunctions {
    library: Arc<Library>,
    recordings: Recordings,
    consents: Arc<Consents>,
    settings: RwLock<Arc<FunctionSettings>>,
    others: Arc<dyn OtherSessions>,
    /// How far each sequence has come.
    positions: Mutex<HashMap<FunctionName, Arc<AtomicUsize>>>,
    /// The functions that the session defines, as definitions. `None` if it defines none.
    defined: RwLock<Option<Arc<Registry>>>,
    /// Runs those functions while a program is attached.
    runner: RwLock<Option<Arc<dyn Runner>>>,
}

impl SessionFunctions {
    pub fn new(
        library: Arc<Library>,
        recordings: Recordings,
        consents: Arc<Consents>,
        settings: FunctionSettings,
        others: Arc<dyn OtherSessions>,
    ) -> Self {
        let defined = RwLock::new(defined_by(&settings));
        let (settings, positions) = (RwLock::new(Arc::new(settings)), Mutex::default());
        let runner = RwLock::new(None);
        Self { library, recordings, consents, settings, others, positions, defined, runner }
    }

    /// The same with no functions but those that the settings define, also where these are none. Those that are live run.
    #[must_use]
    pub fn alone(self, live: &[Arc<dyn Function>]) -> Self {
        let registry = Arc::new(registry_of(&self.settings().defined, live));
        Self { defined: RwLock::new(Some(registry)), ..self }
    }

    /// Lets the functions that the session defines run outside, or nowhere.
    pub fn run_by(&self, runner: Option<Arc<dyn Runner>>) {
        *self.runner.write().unwrap_or_else(PoisonError::into_inner) = runner;
    }

    /// Whether all it knows is in the log of the session, apart from who runs its functions.
    pub fn is_as_logged(&self) -> bool {
        self.positions.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    fn runner(&self) -> Option<Arc<dyn Runner>> {
        self.runner.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The functions there are: those of the session, or all of the application. A program that offers none has none.
    fn registry(&self) -> Arc<Registry> {
        let defined = self.defined.read().unwrap_or_else(PoisonError::into_inner).clone();
        defined.unwrap_or_else(|| match self.runner() {
            Some(_) => Arc::default(),
            None => self.library.current(),
        })
    }

    /// The function itself, without a stand-in. A program is called by names that it never offered, too: it says what is wrong.
    fn live(&self, name: &FunctionName) -> Option<Arc<dyn Function>> {
        let undefined = || Some(Arc::new(RunElsewhere::undefined(name, self.runner()?)) as Arc<dyn Function>);
        self.itself(name).map(|(function, _)| function).or_else(undefined)
    }

    /// A function of the session itself, without a stand-in, and what runs it.
    pub fn itself(&self, name: &FunctionName) -> Option<(Arc<dyn Function>, RunBy)> {
        let found = self.registry().function(name)?;
        let Some(runner) = self.runner() else {
            let run_by = RunBy::of(found.as_ref());
            return Some((found, run_by));
        };
        Some((Arc::new(RunElsewhere { spec: found.spec().clone(), runner }), RunBy::Program))
    }

    /// Holds from the next call on. A sequence that was changed begins again.
    pub fn configure(&self, settings: FunctionSettings) {
        let before = self.settings();
        let mut positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
        positions.retain(|name, _| before.stand_in(name) == settings.stand_in(name));
        if before.defined != settings.defined {
            *self.defined.write().unwrap_or_else(PoisonError::into_inner) = defined_by(&settings);
        }
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
    }

    pub fn settings(&self) -> Arc<FunctionSettings> {
        Arc::clone(&self.settings.read().unwrap_or_else(PoisonError::into_inner))
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
        let live = self.live(name)?;
        let consent = live.consent().filter(|_| ends_live || is_live())?;
        let fingerprint = Terms::of(live.as_ref())?.fingerprint();
        let covers = |allowed: &Allowed| allowed.covers(name, &fingerprint, arguments);
        let is_settled =
            settings.allowed.iter().any(covers) || self.consents.covers(name, &fingerprint, arguments);
        (!is_settled).then(|| Ask::Consent { to: consent.to.clone() })
    }

    /// What a stand-in asks of a person before it can answer.
    fn asked_by(
        &self,
        stand_in: &StandIn,
        settings: &FunctionSettings,
        name: &FunctionName,
        arguments: &JsonObject,
    ) -> Option<Ask> {
        match stand_in {
            // A function that is only defined says why its result has to be written.
            StandIn::Person => {
                let itself = self.asked_itself(settings, name, arguments);
                let asks_result = |ask: &Ask| matches!(ask, Ask::Result { .. });
                itself.filter(asks_result).or(Some(Ask::Result { because: None }))
            }
            StandIn::Recorded { on_miss: OnMiss::Ask } => match self.recordings.of(name) {
                Ok(recorded) if recorded.iter().any(|one| one.arguments == *arguments) => None,
                Ok(recorded) => {
                    Some(Ask::Result { because: Some(mismatch(name, &recorded, arguments).notice()) })
                }
                Err(error) => Some(Ask::Result { because: Some(error.notice()) }),
            },
            StandIn::Recorded { on_miss: OnMiss::Live }
            | StandIn::Fixed { .. }
            | StandIn::Template { .. }
            | StandIn::Sequence { .. }
            | StandIn::Fault { .. } => None,
        }
    }
}

impl SessionFunctions {
    /// Which function a call means and what the function gets, as this session reads calls.
    fn read(&self, settings: &FunctionSettings, call: &FunctionCall) -> Option<(FunctionName, JsonObject)> {
        let registry = self.registry();
        let all: Vec<_> = registry.specs().iter().map(|spec| spec.name.clone()).collect();
        let leniency = Leniency { names: &settings.names, binding: settings.binding };
        let CallArguments::Parsed { value, .. } = &call.arguments else { return None };
        let names = OfferedNames::in_style(settings.names.style.clone());
        let offered = Offered { functions: &all, names: &names };
        match registry.resolve_with(call, offered, leniency) {
            Resolution::Runnable { name, bound, .. } => {
                Some((name, bound.map_or_else(|| value.clone(), |bound| bound.arguments)))
            }
            Resolution::Refused { .. } => None,
        }
    }

    /// What a function gave in the session whose results are used.
    fn results(&self, of: &ResultsOf, name: &FunctionName, settings: &FunctionSettings) -> Vec<Recorded> {
        self.results_among(&self.others.answered(&of.session), name, settings)
    }

    fn results_among(
        &self,
        answered: &[AnsweredCall],
        name: &FunctionName,
        settings: &FunctionSettings,
    ) -> Vec<Recorded> {
        let results = answered.iter().filter_map(|one| {
            let (meant, arguments) = self.read(settings, &one.call)?;
            (meant == *name).then(|| Recorded { arguments, outcome: one.outcome.clone() })
        });
        results.collect()
    }

    /// Whether the session whose results are used has one for these arguments.
    fn is_answered_elsewhere(
        &self,
        settings: &FunctionSettings,
        name: &FunctionName,
        arguments: &JsonObject,
    ) -> bool {
        let results = |of| self.results(of, name, settings);
        settings.results_of.as_ref().is_some_and(|of| missing(name, &results(of), arguments).is_none())
    }

    /// What the function itself asks of a person, unless the other session has its result.
    fn asked_itself(
        &self,
        settings: &FunctionSettings,
        name: &FunctionName,
        arguments: &JsonObject,
    ) -> Option<Ask> {
        let live = self.live(name)?;
        live.asks().filter(|_| !self.is_answered_elsewhere(settings, name, arguments))
    }

    /// Whether a person has to write a result that the other session does not have.
    fn asked_elsewhere(
        &self,
        settings: &FunctionSettings,
        name: &FunctionName,
        arguments: &JsonObject,
    ) -> Option<Ask> {
        let of = settings.results_of.as_ref().filter(|of| of.on_miss == OnMiss::Ask)?;
        let nearest = Box::new(missing(name, &self.results(of, name, settings), arguments)?);
        let is_only_defined = self.live(name).is_some_and(|live| live.asks().is_some());
        let because =
            if is_only_defined { Because::NowhereElse { nearest } } else { Because::Elsewhere { nearest } };
        Some(Ask::Result { because: Some(because.notice()) })
    }
}

impl Catalogue for SessionFunctions {
    fn specs(&self) -> Vec<Arc<FunctionSpec>> {
        self.registry().specs()
    }

    fn defined(&self) -> Vec<Arc<FunctionSpec>> {
        self.registry().defined()
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>> {
        let live = self.live(name)?;
        let settings = self.settings();
        let recordings = self.recordings.clone();
        let elsewhere = |live: Arc<dyn Function>| -> Arc<dyn Function> {
            match &settings.results_of {
                Some(of) => Arc::new(ElsewhereFunction { live, results: self.results(of, name, &settings) }),
                None => live,
            }
        };
        Some(match settings.stand_in(name).cloned() {
            Some(stand_in) => {
                let (live, position) = (elsewhere(live), self.position(name));
                Arc::new(StandInFunction { live, stand_in, recordings, position })
            }
            None if settings.is_recording => elsewhere(Arc::new(Recorder { live, recordings })),
            None => elsewhere(live),
        })
    }

    fn resolve(&self, call: &FunctionCall, offered: Offered<'_>) -> Resolution {
        let settings = self.settings();
        let leniency = Leniency { names: &settings.names, binding: settings.binding };
        let mut resolution = self.registry().resolve_with(call, offered, leniency);
        if self.runner().is_some() {
            resolution = run_as_written(call, resolution);
        }
        if let Resolution::Runnable { name, bound, asks, .. } = &mut resolution
            && let CallArguments::Parsed { value, .. } = &call.arguments
        {
            let arguments = bound.as_ref().map_or(value, |bound| &bound.arguments);
            asks.extend(match settings.stand_in(name) {
                Some(stand_in) => self.asked_by(stand_in, &settings, name, arguments),
                None => {
                    let elsewhere = self.asked_elsewhere(&settings, name, arguments);
                    elsewhere.or_else(|| self.asked_itself(&settings, name, arguments))
                }
            });
            asks.extend(self.consent_to(name, arguments, &settings));
        }
        resolution
    }

    fn nearest(&self, name: &FunctionName) -> Option<FunctionName> {
        self.registry().nearest(name)
    }

    fn name_style(&self) -> NameStyle {
        self.settings().names.style.clone()
    }

    fn prepare<'a>(&'a self, calls: &'a [FunctionCall]) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let settings = self.settings();
            let Some(of) = &settings.results_of else { return };
            let waiting: Vec<_> = calls
                .iter()
                .filter_map(|call| self.read(&settings, call))
                .filter(|(name, _)| settings.stand_in(name).is_none())
                .collect();
            let is_enough = |answered: &[AnsweredCall]| {
                waiting.iter().all(|(name, arguments)| {
                    missing(name, &self.results_among(answered, name, &settings), arguments).is_none()
                })
            };
            self.others.until_enough(&of.session, &is_enough).await;
        })
    }
}

fn defined_by(settings: &FunctionSettings) -> Option<Arc<Registry>> {
    (!settings.defined.is_empty()).then(|| Arc::new(registry_of(&settings.defined, &[])))
}
