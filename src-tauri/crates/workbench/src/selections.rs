//! Choosing functions, looked at by a person: what would be offered, and how well it was chosen before.

use crate::Workbench;
use crate::contract::{
    CalibrateSelection, CalibratedThreshold, ChangedFunction, ChooseModel, CommandError, KnownModels,
    MeaningState, MeasureSelection, MeasuredSelection, Nothing, TrySelection, check_ranking,
};
use crate::evaluation::{Bench, asked_in};
use content::{FunctionName, Message, Role};
use embedding::Chosen;
use invocation::{SelectionMode, SelectionPlan};
use ports::{
    CallScope, Catalogue, Choosing, FunctionSpec, Said, Selection, SelectionQuery, Selector, finder,
};
use selection::evaluation::{Data, Method};
use sessions::End;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

impl Workbench {
    /// What would be offered for these words under this plan.
    pub async fn selection_try(&self, args: TrySelection) -> Result<Selection, CommandError> {
        let TrySelection { session, text, plan, changed, shown } = args;
        check_ranking(&plan.ranking)?;
        let history = self.ledger()?.messages_to(session.clone(), End::Head).await?;
        let catalogue = self.functions()?.catalogue(&session, &plan).await?;
        plan.check_named(catalogue.as_ref())?;
        let mut candidates = catalogue.defined();
        if plan.mode != SelectionMode::Searched {
            candidates.retain(|spec| !finder::is_finder(&spec.name));
        }
        if let Some(changed) = changed {
            change(&mut candidates, &changed);
        }
        let query = SelectionQuery {
            context: context(&history, text, &plan),
            candidates,
            used: used(&history),
            kept: Vec::new(),
            choosing: choosing(&plan, &history),
            pinned: plan.pinned,
            limit: plan.limit,
            ranking: plan.ranking,
            shown,
            with_need: false,
        };
        let scope = CallScope::unobserved(CancellationToken::new());
        Ok(self.meanings()?.selector().select(query, &scope).await?)
    }

    /// Finds a threshold for the functions of a session.
    pub async fn selection_calibrate(
        &self,
        args: CalibrateSelection,
    ) -> Result<CalibratedThreshold, CommandError> {
        check_ranking(&args.ranking)?;
        let functions = self.functions()?.of(&args.session).await?.specs();
        let found = self.meanings()?.selector().calibrate(functions, args.ranking).await;
        Ok(CalibratedThreshold { threshold: found? })
    }

    pub async fn meaning_state(&self, _: Nothing) -> Result<MeaningState, CommandError> {
        Ok(self.meanings()?.state())
    }

    /// Fetches what comparing meanings needs, and takes it into use.
    pub async fn meaning_fetch(&self, _: Nothing) -> Result<MeaningState, CommandError> {
        let functions = self.library()?.current().specs();
        self.meanings()?.fetch(functions).await
    }

    /// Keeps that words alone are enough.
    pub async fn meaning_refuse(&self, _: Nothing) -> Result<MeaningState, CommandError> {
        self.meanings()?.refuse()
    }

    /// The models that can be chosen by name.
    pub async fn meaning_models(&self, _: Nothing) -> Result<KnownModels, CommandError> {
        Ok(KnownModels { models: Chosen::known() })
    }

    /// Compares meanings by another model from now on.
    pub async fn meaning_choose(&self, args: ChooseModel) -> Result<MeaningState, CommandError> {
        let functions = self.library()?.current().specs();
        self.meanings()?.choose(args.model, functions).await
    }

    /// Makes a retrieval test of past sessions: the calls that were made are what should have been offered.
    pub async fn selection_measure(&self, args: MeasureSelection) -> Result<MeasuredSelection, CommandError> {
        let (ledger, functions) = (self.ledger()?, self.library()?.current().specs());
        let sessions = match args.session {
            Some(session) => vec![session],
            None => {
                let listed = ledger.with(|ledger| ledger.store().list()).await?;
                listed.into_iter().map(|summary| summary.id).collect()
            }
        };
        let mut queries = Vec::new();
        for session in &sessions {
            let history = ledger.messages_to(session.clone(), End::Head).await?;
            queries.extend(asked_in(session, &history, &functions));
        }
        let (bench, without_meaning) = match self.meanings()?.selector().embedder() {
            Ok(embedder) => (Bench::new(embedder, self.config().models.join("evaluation")), None),
            Err(reason) => (Bench::without_model(), Some(reason)),
        };
        let data = Data { functions, queries: Vec::new() };
        let reports = bench.measure(&data, &Method::all(), &queries).await?;
        let (sessions, functions) = (sessions.len(), data.functions.len());
        Ok(MeasuredSelection { sessions, functions, reports, without_meaning })
    }
}

fn change(candidates: &mut [Arc<FunctionSpec>], changed: &ChangedFunction) {
    for spec in candidates.iter_mut().filter(|spec| spec.name == changed.function) {
        *spec = Arc::new(FunctionSpec { description: changed.description.clone(), ..spec.as_ref().clone() });
    }
}

fn context(history: &[Message], text: String, plan: &SelectionPlan) -> Vec<Said> {
    let said = history.iter().filter(|message| message.role != Role::System);
    let said = said.map(|message| Said::in_words(message, plan.with_results));
    let typed = Said { role: Role::User, text };
    Said::latest([typed].into_iter().chain(said.rev()), plan.context_messages)
}

fn used(history: &[Message]) -> Vec<FunctionName> {
    let mut used: Vec<_> =
        history.iter().flat_map(Message::calls).filter_map(|call| call.function.known().cloned()).collect();
    used.sort();
    used.dedup();
    used
}

fn choosing(plan: &SelectionPlan, history: &[Message]) -> Choosing {
    match &plan.mode {
        SelectionMode::Everything => Choosing::Everything,
        SelectionMode::Manual { functions } | SelectionMode::External { functions, .. } => {
            Choosing::Only { functions: functions.clone() }
        }
        SelectionMode::PerOperation | SelectionMode::PerRequest => Choosing::Ranked,
        SelectionMode::Searched => Choosing::searched(history.iter()),
    }
}
