//! The application as a page uses it: one method for each command of the contract.

use crate::assembly::System;
use crate::cases::Experiments;
use crate::comparisons::{Listed, listed};
use crate::config::Config;
use crate::configuration::{UNTITLED, default_plan, plan_of, title_from, title_of};
use crate::contract::{
    AnswerTurn, CommandError, CompareExchanges, ConfigureSession, CreateSession, Follow, NamedTurn, Note,
    Nothing, Overview, ReadChoice, ReadExchange, RenameSession, SharedExchanges, StartTurn, WireExchange,
    check_answer, check_plan,
};
use crate::follow::{Feed, News, Open, Viewer, Viewers};
use crate::imported_names::ImportedNames;
use crate::imports::Imports;
use crate::lookalikes::lookalikes;
use crate::models::AllModels;
use crate::one_per_session::OnePerSession;
use crate::opening::Opening;
use crate::parts::Parts;
use crate::session_error::SessionError;
use crate::turns::{LiveTurns, NewTurn};
use connectors::caching::shared;
use content::{Item, ModelId, SessionId, TurnId};
use functions::FunctionSettings;
use invocation::{PastedChoice, TurnInput, TurnPlan, check_rules};
use ports::{Catalogue, IdSource, WireEvent};
use sessions::{Durability, SessionEvent, SessionSummary, StoreError};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// The whole application. It always starts; a part that can't be had is told to whoever needs it.
pub struct Workbench {
    opening: Arc<Opening>,
    live_turns: Arc<LiveTurns>,
    /// Summaries while a model writes them. The history is not touched: what is written is only offered.
    summaries: OnePerSession,
    imports: Imports,
    /// Requests that a person wrote by hand.
    trials: OnePerSession,
    experiments: Arc<Experiments>,
    viewers: Viewers,
    ready: Notify,
    closing: CancellationToken,
}

impl Workbench {
    pub fn new(config: Config, system: System) -> Self {
        let live_turns = Arc::<LiveTurns>::default();
        Self {
            opening: Arc::new(Opening::new(config, system, Arc::clone(&live_turns))),
            live_turns,
            summaries: OnePerSession::default(),
            imports: Imports::default(),
            trials: OnePerSession::default(),
            experiments: Arc::new(Experiments::default()),
            viewers: Viewers::default(),
            ready: Notify::new(),
            closing: CancellationToken::new(),
        }
    }

    /// Lets the log grow to this many pages of the database and no further, as a full disk would.
    #[cfg(feature = "faults")]
    pub fn limit_pages(&self, pages: u32) -> Result<(), CommandError> {
        Ok(self.ledger()?.store().limit_pages(pages)?)
    }

    /// Puts other bytes in the place of an entry of a log, as a broken disk might.
    #[cfg(feature = "faults")]
    pub fn overwrite_entry(&self, session: &SessionId, seq: u64, bytes: &[u8]) -> Result<(), CommandError> {
        Ok(self.ledger()?.store().overwrite_entry(session, seq, bytes)?)
    }

    /// Cuts an entry of a log off in its middle, as a broken disk might.
    #[cfg(feature = "faults")]
    pub fn damage_entry(&self, session: &SessionId, seq: u64) -> Result<(), CommandError> {
        Ok(self.ledger()?.store().damage_entry(session, seq)?)
    }

    pub(crate) fn plugins_folder(&self) -> PathBuf {
        self.config().plugins()
    }

    /// Waits until a page has said that it can be used.
    pub async fn until_ready(&self) {
        self.ready.notified().await;
    }

    /// Ends what runs and lets go of the sessions. Turns are taken up from the log at the next start.
    pub async fn close(&self) {
        self.closing.cancel();
        self.summaries.close().await;
        self.trials.close().await;
        self.experiments.close().await;
        self.live_turns.close().await;
        self.imports.close().await;
        let parts = self.opening.take();
        if let Some(parts) = &parts {
            parts.attached.close().await;
            parts.weights.close().await;
            parts.meanings.close().await;
            parts.sources.close().await;
        }
        // Its thread is at its end soon, and lets go of the sessions then.
        let _ = tokio::task::spawn_blocking(move || parts.map(|parts| parts.indexer.close())).await;
    }

    /// Opens the log of a session to be followed, and takes up the turns it leaves open. What a viewer with a name followed
    /// before ends, but for what it says it goes on with.
    pub async fn follow(&self, viewer: Option<Viewer>, args: Follow) -> Result<Feed, CommandError> {
        self.open().await;
        let turns = self.turns()?;
        let replaced = self.closing.child_token();
        if let Some(viewer) = viewer {
            self.viewers.follows(viewer, &args.session, replaced.clone());
        }
        turns.under_way(&args.session).await?;
        let news = News { functions: self.library()?.changes(), sources: self.sources()?.news() };
        Feed::open(&self.ledger()?, args, news, Open { replaced, _held: self.live_turns.hold_open() }).await
    }

    pub async fn overview(&self, _: Nothing) -> Result<Overview, CommandError> {
        let (ledger, library) = (self.ledger()?, self.library()?);
        self.imports.give_back(&ledger);
        // Read before the functions: a change in between is told once more and not lost.
        let functions_version = *library.changes().borrow();
        let Listed { sessions, comparisons, discarded } =
            ledger.with(|ledger| listed(ledger.store())).await?;
        let functions = library.current();
        Ok(Overview {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            models: self.models()?.all().iter().map(|connector| connector.profile().clone()).collect(),
            profiles: invocation::profiles(),
            lookalikes: lookalikes(functions.specs().iter().map(|spec| &spec.name)),
            functions: functions.specs().iter().map(|spec| spec.as_ref().clone()).collect(),
            sources: library.sources(),
            functions_version,
            function_settings: FunctionSettings::live(),
            sessions,
            comparisons,
            discarded,
            data_folder: self.config().home.display().to_string(),
            plugins_folder: self.config().plugins().display().to_string(),
            scripts_folder: self.config().scripts().display().to_string(),
            problems: self.problems()?.to_vec(),
        })
    }

    pub async fn page_ready(&self, _: Nothing) -> Result<Nothing, CommandError> {
        tracing::info!("the page can be used");
        self.ready.notify_one();
        Ok(Nothing {})
    }

    pub async fn session_create(&self, args: CreateSession) -> Result<SessionSummary, CommandError> {
        let models = self.models()?;
        let model = match args.model {
            Some(model) => models.known(&model)?.profile().model.clone(),
            None => models.first()?,
        };
        let configured = SessionEvent::Noted { note: Note::Configured { plan: default_plan(model) } };
        self.new_session(UNTITLED.to_owned(), vec![configured]).await
    }

    pub async fn session_rename(&self, args: RenameSession) -> Result<Nothing, CommandError> {
        let Some(title) = title_from(&args.title) else {
            return Err(SessionError::NoTitle.into());
        };
        self.note(args.session, vec![SessionEvent::Renamed { title }]).await
    }

    pub async fn session_configure(&self, args: ConfigureSession) -> Result<Nothing, CommandError> {
        let ConfigureSession { session, plan } = args;
        let before = plan_of(&self.ledger()?, &session).await?;
        let plan = self.attached()?.plan_for(&session, before.as_ref(), plan);
        check_new(&*self.models()?, before.as_ref(), &plan)?;
        let changes = changes_under_way(before.as_ref(), &plan);
        self.note(session.clone(), vec![SessionEvent::Noted { note: Note::Configured { plan } }]).await?;
        if changes.is_empty() {
            return Ok(Nothing {});
        }
        let turns = self.turns()?;
        for turn in turns.under_way(&session).await? {
            for input in &changes {
                turns.reach(&turn, input.clone()).await?;
            }
        }
        Ok(Nothing {})
    }

    pub async fn choice_read(&self, args: ReadChoice) -> Result<PastedChoice, CommandError> {
        let mut pasted = invocation::read_choice(&args.text)?;
        let mut names = ImportedNames::of(&*self.library()?);
        for name in pasted.choice.functions.iter_mut().flatten() {
            *name = names.meant_apart(name);
        }
        Ok(pasted)
    }

    pub async fn turn_start(&self, args: StartTurn) -> Result<TurnId, CommandError> {
        let StartTurn { session, text, speaker } = args;
        let ledger = self.ledger()?;
        let is_untitled = title_of(&ledger, &session).await? == UNTITLED;
        self.attached()?.check_own(&session)?;
        let plan = self.plan(plan_of(&ledger, &session).await?, speaker)?;
        let text = text.filter(|text| !text.trim().is_empty());
        if let Some(title) = text.as_deref().filter(|_| is_untitled).and_then(title_from) {
            self.note(session.clone(), vec![SessionEvent::Renamed { title }]).await?;
        }
        let says = text.map(|text| Item::Text { text }).into_iter().collect();
        self.turns()?.start(NewTurn { session, plan, says, after: None }).await
    }

    pub async fn turn_answer(&self, args: AnswerTurn) -> Result<Nothing, CommandError> {
        check_answer(&args.answer)?;
        self.turns()?.intervene(&args.turn, TurnInput::Answer(args.answer)).await?;
        Ok(Nothing {})
    }

    pub async fn turn_pause(&self, args: NamedTurn) -> Result<Nothing, CommandError> {
        self.turns()?.reach(&args.turn, TurnInput::PauseRequested).await?;
        Ok(Nothing {})
    }

    pub async fn turn_stop(&self, args: NamedTurn) -> Result<Nothing, CommandError> {
        self.turns()?.reach(&args.turn, TurnInput::Stop).await?;
        Ok(Nothing {})
    }

    pub async fn turn_retry_now(&self, args: NamedTurn) -> Result<Nothing, CommandError> {
        self.live_turns.retry_now(&args.turn).await;
        Ok(Nothing {})
    }

    pub async fn exchange_read(&self, args: ReadExchange) -> Result<WireExchange, CommandError> {
        Ok(self.ledger()?.with(move |ledger| ledger.store().exchange(&args.exchange)).await?)
    }

    pub async fn exchanges_shared(&self, args: CompareExchanges) -> Result<SharedExchanges, CommandError> {
        let CompareExchanges { before, exchange } = args;
        let ledger = self.ledger()?;
        let read = ledger.with(move |ledger| {
            let sent = |id| ledger.store().exchange::<WireEvent>(id).map(|exchange| exchange.sent);
            Ok::<_, StoreError>((sent(&before)?, sent(&exchange)?))
        });
        let (before, now) = read.await?;
        Ok(SharedExchanges { shared: shared(&before, &now) })
    }

    pub(crate) fn config(&self) -> &Config {
        self.opening.config()
    }

    pub(crate) fn ids(&self) -> &Arc<dyn IdSource> {
        self.opening.ids()
    }

    pub(crate) fn experiments(&self) -> &Arc<Experiments> {
        &self.experiments
    }

    pub(crate) fn trials(&self) -> &OnePerSession {
        &self.trials
    }

    pub(crate) fn summaries(&self) -> &OnePerSession {
        &self.summaries
    }

    pub(crate) fn imports(&self) -> &Imports {
        &self.imports
    }

    pub(crate) async fn note(
        &self,
        session: SessionId,
        events: Vec<SessionEvent<Note>>,
    ) -> Result<Nothing, CommandError> {
        self.ledger()?.append(session, events, Durability::Process).await?;
        Ok(Nothing {})
    }

    pub(crate) fn plan(
        &self,
        plan: Option<TurnPlan>,
        speaker: Option<String>,
    ) -> Result<TurnPlan, CommandError> {
        let mut plan = plan.ok_or(SessionError::NoPlan)?;
        plan.speaker = speaker.or(plan.speaker);
        if let Some(name) = plan.speaker.as_deref().filter(|name| plan.participant(name).is_none()) {
            return Err(SessionError::NoParticipant { name: name.to_owned() }.into());
        }
        self.models()?.known(plan.speaking_model())?;
        check_plan(&plan)?;
        Ok(plan)
    }

    /// The parts; opens them if they are not open yet.
    pub(crate) fn parts(&self) -> Result<Arc<Parts>, CommandError> {
        self.opening.parts()
    }

    /// Opens the parts without blocking the runtime. Comes before everything else.
    pub(crate) async fn open(&self) {
        self.opening.beside().await;
    }
}

/// Refuses a plan that can't be meant. A rule that the session has had stays.
pub(crate) fn check_new(
    models: &AllModels,
    before: Option<&TurnPlan>,
    plan: &TurnPlan,
) -> Result<(), CommandError> {
    if !plan.is_run_outside() {
        models.known(&plan.model)?;
    }
    check_plan(plan)?;
    for model in models_of_new(before, plan) {
        models.known(model)?;
    }
    Ok(check_rules(before, plan).map_err(|rule| SessionError::Rule { rule })?)
}

/// The models of participants, but for those that a participant had before: one that is gone now may come back.
fn models_of_new<'a>(before: Option<&TurnPlan>, plan: &'a TurnPlan) -> impl Iterator<Item = &'a ModelId> {
    let known: Vec<_> =
        before.iter().flat_map(|before| &before.participants).map(|one| one.model.clone()).collect();
    plan.participants.iter().map(|one| &one.model).filter(move |model| !known.contains(model))
}

/// What of a new plan reaches a turn that is under way.
fn changes_under_way(before: Option<&TurnPlan>, plan: &TurnPlan) -> Vec<TurnInput> {
    let mut changes = Vec::new();
    if before.is_none_or(|before| before.breakpoints != plan.breakpoints) {
        changes.push(TurnInput::BreakpointsChanged(plan.breakpoints.clone()));
    }
    if before.is_none_or(|before| before.approvals != plan.approvals) {
        changes.push(TurnInput::ApprovalsChanged(plan.approvals.clone()));
    }
    if before.is_none_or(|before| before.settings != plan.settings) {
        changes.push(TurnInput::SettingsChanged(plan.settings.clone()));
    }
    changes
}
