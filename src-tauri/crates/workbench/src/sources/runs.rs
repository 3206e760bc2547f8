//! Functions run by hand: whoever tries one out sees how far it is, and can stop it.

use super::error::OwnSourceError;
use crate::Workbench;
use crate::configuration::functions_of;
use crate::contract::{CommandError, FunctionRun, NamedRun, Nothing, RunFunction, RunState};
use crate::locking::lock;
use content::{CallArguments, CallId, CalledFunction, Failure, FailureKind, FunctionCall, Origin, Outcome};
use functions::FunctionSettings;
use ports::{
    Ask, CallScope, Caller, Catalogue, Effect, FunctionError, Offered, OfferedNames, Progress, Resolution,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Everything that is being tried out.
#[derive(Clone)]
pub(crate) struct Runs {
    open: Arc<Mutex<BTreeMap<String, Running>>>,
    news: watch::Sender<u64>,
    closing: CancellationToken,
}

struct Running {
    cancel: CancellationToken,
    progress: Option<Progress>,
    /// Since when it waits for the person, if it does.
    asked: Option<Instant>,
    /// How long it has waited for the person before.
    waited: Duration,
}

impl Running {
    fn new(cancel: CancellationToken) -> Self {
        Self { cancel, progress: None, asked: None, waited: Duration::ZERO }
    }

    fn goes_on(&mut self) {
        self.waited += self.asked.take().map(|since| since.elapsed()).unwrap_or_default();
    }
}

impl Runs {
    pub(super) fn new(news: watch::Sender<u64>) -> Self {
        Self { open: Arc::default(), news, closing: CancellationToken::new() }
    }

    pub(super) fn states(&self) -> Vec<RunState> {
        let open = lock(&self.open);
        let state = |(run, running): (&String, &Running)| RunState {
            run: run.clone(),
            progress: running.progress.clone(),
        };
        open.iter().map(state).collect()
    }

    pub(super) fn close(&self) {
        self.closing.cancel();
    }

    fn begin(&self, run: &str) -> Result<OneRun, CommandError> {
        let cancel = self.closing.child_token();
        let mut open = lock(&self.open);
        if open.contains_key(run) {
            return Err(OwnSourceError::RunUnderWay.into());
        }
        open.insert(run.to_owned(), Running::new(cancel.clone()));
        drop(open);
        Ok(OneRun { runs: self.clone(), run: run.to_owned(), cancel })
    }

    fn stop(&self, run: &str) {
        if let Some(running) = lock(&self.open).get(run) {
            running.cancel.cancel();
        }
    }

    fn change(&self, run: &str, change: impl FnOnce(&mut Running)) {
        if let Some(running) = lock(&self.open).get_mut(run) {
            change(running);
        }
    }

    fn tell(&self) {
        self.news.send_modify(|count| *count += 1);
    }
}

/// One run, which takes itself off the list however it ends.
struct OneRun {
    runs: Runs,
    run: String,
    cancel: CancellationToken,
}

impl OneRun {
    /// How long it has waited for the person by its end.
    fn waited(&self) -> Duration {
        let mut waited = Duration::ZERO;
        self.runs.change(&self.run, |running| {
            running.goes_on();
            waited = running.waited;
        });
        waited
    }
}

impl Drop for OneRun {
    fn drop(&mut self) {
        self.cancel.cancel();
        lock(&self.runs.open).remove(&self.run);
        self.runs.tell();
    }
}

/// Hears of one run.
struct Listener {
    runs: Runs,
    run: String,
}

impl Caller for Listener {
    fn progressed(&self, progress: Progress) {
        self.runs.change(&self.run, |running| running.progress = Some(progress));
        self.runs.tell();
    }

    fn person_asked(&self) {
        self.runs.change(&self.run, |running| running.asked = Some(Instant::now()));
    }

    fn person_answered(&self) {
        self.runs.change(&self.run, Running::goes_on);
    }
}

impl Workbench {
    pub async fn function_run(&self, args: RunFunction) -> Result<FunctionRun, CommandError> {
        let RunFunction { run, function, arguments, session, is_recorded, is_allowed } = args;
        let settings = match &session {
            Some(session) => functions_of(&self.ledger()?, session).await?,
            None => FunctionSettings::live(),
        };
        // Who runs a function by hand wants to see what it does, and not what it did in another lane.
        let settings = FunctionSettings { is_recording: is_recorded, results_of: None, ..settings };
        let functions = self.functions()?.with(settings);
        let call = FunctionCall {
            id: CallId::new(run.clone()),
            function: CalledFunction::Known { name: function.clone() },
            arguments: CallArguments::read(arguments),
            origin: Origin::Person,
            provider_state: None,
        };
        let names = OfferedNames::in_style(functions.name_style());
        let offered = Offered { functions: std::slice::from_ref(&function), names: &names };
        let (findings, bound, mut asks) = match functions.resolve(&call, offered) {
            Resolution::Refused { failure, findings } => return Ok(refused(failure, findings)),
            Resolution::Runnable { findings, bound, asks, .. } => (findings, bound, asks),
        };
        let found = functions.function(&function);
        if found.as_ref().is_some_and(|found| found.spec().effect == Effect::ReadsOnly) {
            // Who presses the button has seen the arguments, and nothing is changed by them. A call of a model still asks.
            asks.retain(|ask| !matches!(ask, Ask::Consent { .. }));
        }
        if !asks.is_empty() && !is_allowed {
            return Ok(FunctionRun { findings, bound, asks, outcome: None, origin: None, took: 0 });
        }
        let Some(found) = found else {
            return Err(OwnSourceError::NoFunction { function }.into());
        };
        let arguments = match (&bound, &call.arguments) {
            (Some(bound), _) => bound.arguments.clone(),
            (None, CallArguments::Parsed { value, .. }) => value.clone(),
            (None, CallArguments::Malformed { .. }) => content::JsonObject::new(),
        };
        let one = self.sources()?.runs.begin(&run)?;
        let listener = Listener { runs: one.runs.clone(), run: one.run.clone() };
        let scope = CallScope::unobserved(one.cancel.clone()).called_by(Arc::new(listener));
        let scope = scope.with_digits(call.arguments.digits());
        let origin = found.origin(&arguments);
        let began = Instant::now();
        let ran = tokio::select! {
            biased;
            () = one.cancel.cancelled() => Err(FunctionError::Cancelled),
            ran = found.invoke(&arguments, &scope) => ran,
        };
        let took = began.elapsed().saturating_sub(one.waited());
        let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let outcome = Some(outcome_of(ran));
        Ok(FunctionRun { findings, bound, asks: Vec::new(), outcome, origin: Some(origin), took })
    }

    pub async fn function_run_stop(&self, args: NamedRun) -> Result<Nothing, CommandError> {
        self.sources()?.runs.stop(&args.run);
        Ok(Nothing {})
    }
}

fn refused(failure: Failure, findings: Vec<ports::SchemaFinding>) -> FunctionRun {
    let outcome = Some(Outcome::Failed { failure });
    FunctionRun { findings, bound: None, asks: Vec::new(), outcome, origin: None, took: 0 }
}

fn outcome_of(ran: Result<content::Output, FunctionError>) -> Outcome {
    let failed = |kind, message| Outcome::Failed { failure: Failure { kind, message } };
    match ran {
        Ok(output) => Outcome::Returned { output },
        Err(FunctionError::Report(failure)) => Outcome::Failed { failure },
        Err(FunctionError::Broken { reason }) => failed(FailureKind::Reported, reason.to_string()),
        Err(FunctionError::Cancelled) => failed(FailureKind::NotRun, "it was stopped".to_owned()),
    }
}
