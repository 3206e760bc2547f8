//! What was said, as a whole: taken in from elsewhere, checked, mended, and gone back in.

use crate::Workbench;
use crate::blocking::blocking;
use crate::configuration::{UNTITLED, default_plan, plan_of, title_from};
use crate::contract::{
    AdoptedInstructions, CheckedHistory, CommandError, ImportSession, ImportedSession, MoveHead,
    NamedSession, Note, Nothing, RepairHistory, RepairedHistory,
};
use crate::imported_names::ImportedNames;
use crate::imports::GoesOn;
use crate::marks::tagged;
use crate::session_error::SessionError;
use crate::turn_error::TurnError;
use content::{Message, Role, SessionId};
use formats::{Imported, ImportedFunction};
use functions::sources::pasted::{Definition, read_input, read_schema};
use invocation::{Instructions, TurnPlan};
use notices::Describe;
use ports::{Effect, FunctionInput, NameStyle};
use sessions::{End, SessionEvent, SessionSummary, StoreError};
use std::cmp::Reverse;
use std::sync::Arc;
use upkeep::{Branch, Ending, Finding, Inspection, Repaired};

/// What is checked here. What a provider demands of ids is its connector's business.
pub(crate) const INSPECTION: Inspection = Inspection { ending: Ending::Closed, call_ids: None };

/// How many findings are told.
const MAX_FINDINGS: usize = 500;

/// Reasons why a history has nothing for the instructions of its session.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "instructions")]
pub(crate) enum InstructionsError {
    #[error("the history does not begin with instructions that are text alone")]
    #[advice("Copy what you need from its first message.")]
    NotLeading,
}

impl Workbench {
    pub async fn session_import(&self, args: ImportSession) -> Result<ImportedSession, CommandError> {
        let models = self.models()?;
        let plan = default_plan(models.first()?);
        let ImportSession { text, format, title } = args;
        let ids = Arc::clone(self.ids());
        let Imported { format, mut messages, functions, beside, mut losses } = blocking(move || {
            let ids = || ids.message();
            match format {
                Some(format) => formats::import_as(format, &text, &ids),
                None => formats::import(&text, &ids),
            }
        })
        .await?;
        let mut names = ImportedNames::of(&*self.library()?);
        let functions = not_here(&mut names, functions);
        messages.iter_mut().for_each(|message| names.read(message));
        let goes_on = GoesOn::from_document(&models, &mut names, plan, format, &beside, &mut losses);
        let GoesOn { plan, settings, model } = goes_on;
        losses.append(&mut names.taken);
        let title = title.as_deref().and_then(title_from).or_else(|| first_words(&messages));
        let count = messages.len();
        let configured = SessionEvent::Noted { note: Note::Configured { plan } };
        let said = messages.into_iter().map(|message| SessionEvent::MessageAdded { message, turn: None });
        let tagged = tagged(&beside.tags);
        let events = std::iter::once(configured).chain(said).chain(tagged).collect();
        let title = title.unwrap_or_else(|| UNTITLED.to_owned());
        let session = self.new_session(title, events).await?;
        Ok(ImportedSession { session, format, messages: count, losses, functions, settings, model })
    }

    pub async fn history_check(&self, args: NamedSession) -> Result<CheckedHistory, CommandError> {
        let is_open = !self.turns()?.under_way(&args.session).await?.is_empty();
        let ending = if is_open { Ending::Open } else { Ending::Closed };
        // Of a long history not more is in memory than is looked at.
        let ledger = self.ledger()?;
        let found = ledger.with(move |ledger| {
            let mut said = Vec::new();
            let store = ledger.store();
            store.each_said_shown::<StoreError>(&args.session, End::Head, |message, mut large| {
                // Of what was said it is asked whether it is blank; what a function gave is not looked into.
                large.retain(|value| value.place.ends_with("/text") && !value.place.contains("/result/"));
                said.push(upkeep::essence(store.put_back(message, &large)?));
                Ok(())
            })?;
            Ok(upkeep::check(&said, &Inspection { ending, ..INSPECTION }))
        });
        Ok(most_important(found.await?))
    }

    pub async fn history_repair(&self, args: RepairHistory) -> Result<RepairedHistory, CommandError> {
        let RepairHistory { session, finding } = args;
        self.check_rests(&session).await?;
        let history = self.ledger()?.messages_to(session.clone(), End::Head).await?;
        let before = history.last().map(|message| message.id.clone());
        let mut ids = || self.ids().message();
        let Repaired { branch, done } = match finding {
            Some(finding) => upkeep::repair(&history, &finding, &mut ids)?,
            None => upkeep::repair_all(&history, &INSPECTION, &mut ids),
        };
        self.note(session, grown(&history, branch)).await?;
        Ok(RepairedHistory { done, before })
    }

    /// The history goes on without its instructions on a branch of its own.
    pub async fn instructions_adopt(&self, args: NamedSession) -> Result<AdoptedInstructions, CommandError> {
        let NamedSession { session } = args;
        self.check_rests(&session).await?;
        let (ledger, attached) = (self.ledger()?, self.attached()?);
        attached.check_own(&session)?;
        let history = ledger.messages_to(session.clone(), End::Head).await?;
        let before = history.last().map(|message| message.id.clone());
        let adopted = upkeep::without_instructions(&history, &mut || self.ids().message());
        let (texts, branch) = adopted.ok_or(InstructionsError::NotLeading)?;
        let known = plan_of(&ledger, &session).await?.ok_or(SessionError::NoPlan)?;
        let instructions = Some(followed_by(known.instructions.clone(), texts));
        let plan = attached.plan_for(&session, Some(&known), TurnPlan { instructions, ..known.clone() });
        let configured = SessionEvent::Noted { note: Note::Configured { plan } };
        let events = std::iter::once(configured).chain(grown(&history, branch)).collect();
        self.note(session, events).await?;
        Ok(AdoptedInstructions { before })
    }

    pub async fn head_move(&self, args: MoveHead) -> Result<Nothing, CommandError> {
        let MoveHead { session, head } = args;
        self.check_rests(&session).await?;
        if let Some(message) = &head {
            self.check_message(&session, message).await?;
        }
        self.note(session, vec![SessionEvent::HeadMoved { head }]).await
    }

    /// A history that a turn works on must not be changed under it.
    pub(crate) async fn check_rests(&self, session: &SessionId) -> Result<(), CommandError> {
        if self.turns()?.under_way(session).await?.is_empty() {
            return Ok(());
        }
        Err(TurnError::UnderWay.into())
    }

    pub(crate) async fn new_session(
        &self,
        title: String,
        events: Vec<SessionEvent<Note>>,
    ) -> Result<SessionSummary, CommandError> {
        let (ledger, id) = (self.ledger()?, self.ids().session());
        ledger.create(id.clone(), title, events).await?;
        Ok(ledger.with(move |ledger| ledger.store().summary(&id)).await?)
    }
}

/// The most findings reported: nobody reads more, and all that can be repaired is repaired at once.
fn most_important(findings: Vec<Finding>) -> CheckedHistory {
    let more = findings.len().saturating_sub(MAX_FINDINGS);
    let mut ranked: Vec<_> = findings.into_iter().enumerate().collect();
    ranked.sort_by_key(|(_, finding)| Reverse(finding.severity));
    ranked.truncate(MAX_FINDINGS);
    ranked.sort_by_key(|(place, _)| *place);
    CheckedHistory { findings: ranked.into_iter().map(|(_, finding)| finding).collect(), more }
}

/// Texts of a history are sent behind the instructions, and stay there.
fn followed_by(instructions: Option<Instructions>, texts: Vec<String>) -> Instructions {
    let Instructions { text, values, .. } = instructions.unwrap_or_default();
    let own = Some(text).filter(|text| !text.is_empty());
    let text = own.into_iter().chain(texts).collect::<Vec<_>>().join("\n\n");
    Instructions { text, values, resolved: None }
}

/// A branch as entries of the log. Its last message becomes the head.
pub(crate) fn grown(history: &[Message], branch: Branch) -> Vec<SessionEvent<Note>> {
    if branch.is_unchanged(history) {
        return Vec::new();
    }
    if branch.messages.is_empty() {
        return vec![SessionEvent::HeadMoved { head: branch.head(history).cloned() }];
    }
    branch.messages.into_iter().map(|message| SessionEvent::MessageAdded { message, turn: None }).collect()
}

pub(crate) fn first_words<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Option<String> {
    messages
        .into_iter()
        .filter(|message| message.role == Role::User)
        .find_map(|message| title_from(&message.text()))
}

/// What was said of functions that are not here.
pub(crate) fn not_here(names: &mut ImportedNames, functions: Vec<ImportedFunction>) -> Vec<Definition> {
    let missing = functions.into_iter().filter(|function| !names.is_here(function));
    missing.map(definition).collect()
}

/// A function of a request as a definition that is kept here.
pub(crate) fn definition(function: ImportedFunction) -> Definition {
    let ImportedFunction { name, description, parameters, examples, text } = function;
    Definition {
        name: NameStyle::default().write(&name),
        description,
        parameters: if text.is_some() { FunctionInput::schema_of_text() } else { read_schema(&parameters) },
        effect: Effect::Unknown,
        input: read_input(&examples, text.as_ref()),
        returns: None,
    }
}
