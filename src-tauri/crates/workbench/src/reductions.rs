//! A history made shorter: looked at first, then done on a branch of its own.

use crate::Workbench;
use crate::blocking::blocking;
use crate::configuration::plan_of;
use crate::contract::{
    CommandError, NamedSession, Nothing, PreviewReduction, ReduceHistory, ReducedHistory, Reduction,
    ReductionPreview, SummaryMaterial, WriteSummary, WrittenSummary,
};
use crate::histories::grown;
use crate::summaries::{self, PROMPT, Writing, transcript};
use content::Message;
use notices::Describe;
use ports::{Catalogue, ConnectorError, NameStyle};
use sessions::End;
use std::sync::Arc;
use upkeep::{NewIds, Reduced, Size, SummaryError};

/// What stands in the place of a summary that is not written yet.
const UNWRITTEN: &str = "…";

/// How many letters are shown of what a model is given to summarise.
const MAX_SHOWN_BYTES: usize = 20_000;

/// Reasons why a history is not made shorter.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "reduction")]
pub(crate) enum ReductionError {
    #[error("the history has changed since it was looked at")]
    #[advice("Look at it again.")]
    Outdated,
    #[error(
        "there is nothing to summarise: the history is short enough, or its oldest part holds only calls"
    )]
    #[advice("Keep fewer messages, or leave the calls out.")]
    NothingToSummarise,
    #[error("the model wrote nothing")]
    #[advice("Ask in other words, or write it yourself. The history is as it was.")]
    NothingWritten,
    #[error("no summary was written: {source}")]
    #[advice("Ask again, or write it yourself. The history is as it was.")]
    NoAnswer {
        #[from]
        source: ConnectorError,
    },
    #[error("a summary of this session is being written already")]
    #[advice("Wait for it or stop it. The history is as it was.")]
    BeingWritten,
}

impl Workbench {
    pub async fn reduction_preview(&self, args: PreviewReduction) -> Result<ReductionPreview, CommandError> {
        let PreviewReduction { session, reduction } = args;
        let names = self.functions()?.of(&session).await?.name_style();
        let history = self.ledger()?.messages_to(session, End::Head).await?;
        let ids = Arc::clone(self.ids());
        blocking(move || {
            let reduced = reduce(&history, &reduction, true, &names, &mut || ids.message())?;
            Ok::<_, CommandError>(ReductionPreview {
                head: history.last().map(|message| message.id.clone()),
                before: Size::of(&history),
                after: Size::of(&reduced.branch.path(&history)),
                gone: reduced.dropped.len(),
                passages: upkeep::outline(&history, &reduced),
                material: material(&history, &reduction),
            })
        })
        .await
    }

    pub async fn history_reduce(&self, args: ReduceHistory) -> Result<ReducedHistory, CommandError> {
        let ReduceHistory { session, head, reduction } = args;
        self.check_rests(&session).await?;
        let history = self.ledger()?.messages_to(session.clone(), End::Head).await?;
        let before = history.last().map(|message| message.id.clone());
        if before != head {
            return Err(ReductionError::Outdated.into());
        }
        let names = self.functions()?.of(&session).await?.name_style();
        let reduced = reduce(&history, &reduction, false, &names, &mut || self.ids().message())?;
        let done = account(&reduction, reduced.dropped.len()).notice();
        self.note(session, grown(&history, reduced.branch)).await?;
        Ok(ReducedHistory { done, before })
    }

    pub async fn summary_write(&self, args: WriteSummary) -> Result<WrittenSummary, CommandError> {
        let WriteSummary { session, limits, prompt } = args;
        self.check_rests(&session).await?;
        let ledger = self.ledger()?;
        let plan = self.plan(plan_of(&ledger, &session).await?, None)?;
        let history = ledger.messages_to(session.clone(), End::Head).await?;
        let input = upkeep::summary_input(&history, limits).ok_or(ReductionError::NothingToSummarise)?;
        let connector = self.models()?.known(&plan.model)?;
        let under_way = self.summaries().begin(&session).ok_or(ReductionError::BeingWritten)?;
        let writing = Writing { prompt, messages: input.messages, exchange: self.ids().exchange() };
        summaries::write(&under_way, &ledger, connector.as_ref(), writing).await
    }

    pub async fn summary_stop(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        self.summaries().stop(&args.session);
        Ok(Nothing {})
    }
}

/// The shorter history. One that is short enough stays as it is.
fn reduce(
    history: &[Message],
    reduction: &Reduction,
    is_preview: bool,
    names: &NameStyle,
    ids: NewIds<'_>,
) -> Result<Reduced, CommandError> {
    match reduction {
        Reduction::Truncate { limits } => Ok(upkeep::truncate(history, *limits, ids)),
        Reduction::Collapse { keep } => Ok(upkeep::collapse(history, *keep, &|name| names.write(name), ids)),
        Reduction::Summarise { limits, summary } => {
            let Some(input) = upkeep::summary_input(history, *limits) else {
                return if is_preview {
                    Ok(upkeep::unchanged(history))
                } else {
                    Err(ReductionError::NothingToSummarise.into())
                };
            };
            let summary = if is_preview && summary.trim().is_empty() { UNWRITTEN } else { summary };
            upkeep::with_summary(history, &input, summary, ids).map_err(|error| match error {
                SummaryError::Empty => error.into(),
                SummaryError::Outdated => ReductionError::Outdated.into(),
            })
        }
    }
}

fn material(history: &[Message], reduction: &Reduction) -> Option<SummaryMaterial> {
    let limits = match reduction {
        Reduction::Summarise { limits, .. } => *limits,
        Reduction::Truncate { .. } | Reduction::Collapse { .. } => return None,
    };
    let input = upkeep::summary_input(history, limits)?;
    let mut transcript = transcript(&input.messages);
    if let Some((end, _)) = transcript.char_indices().nth(MAX_SHOWN_BYTES) {
        transcript.truncate(end);
        transcript.push('…');
    }
    Some(SummaryMaterial { prompt: PROMPT.to_owned(), transcript })
}

fn account(reduction: &Reduction, gone: usize) -> Account {
    match (reduction, gone) {
        (_, 0) => Account::ShortEnough,
        (Reduction::Truncate { .. }, 1) => Account::LeftOut,
        (Reduction::Truncate { .. }, gone) => Account::SeveralLeftOut { gone },
        (Reduction::Collapse { .. }, 1) => Account::Collapsed,
        (Reduction::Collapse { .. }, gone) => Account::SeveralCollapsed { gone },
        (Reduction::Summarise { .. }, 1) => Account::Summarised,
        (Reduction::Summarise { .. }, gone) => Account::SeveralSummarised { gone },
    }
}

notices::declare! {
    /// What became of a history.
    pub(crate) enum Account: "reduction-account" {
        ShortEnough = "The history is short enough as it is.",
        LeftOut = "1 message left out.",
        SeveralLeftOut { gone: usize } = "{gone} messages left out.",
        Collapsed = "1 message told in a few words.",
        SeveralCollapsed { gone: usize } = "{gone} messages told in a few words.",
        Summarised = "1 message summarised.",
        SeveralSummarised { gone: usize } = "{gone} messages summarised.",
    }
}
