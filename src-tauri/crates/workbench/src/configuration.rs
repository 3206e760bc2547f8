//! How the turns of a session run, as its log says.

use crate::contract::Note;
use crate::filing::{CONFIGURED, FUNCTIONS};
use crate::ledger::Ledger;
use content::{ModelId, SessionId};
use functions::FunctionSettings;
use invocation::{Breakpoint, Guidance, SelectionPlan, StopPlace, TurnLimits, TurnPlan};
use ports::Models;
use sessions::{LogEntry, SessionEvent, Store, StoreError};
use std::sync::Arc;

/// The plan that was set last.
pub(crate) async fn plan_of(
    ledger: &Arc<Ledger>,
    session: &SessionId,
) -> Result<Option<TurnPlan>, StoreError> {
    let session = session.clone();
    ledger.with(move |ledger| planned(ledger.store(), &session)).await
}

/// The same, for a thread that may wait.
pub(crate) fn planned(store: &Store, session: &SessionId) -> Result<Option<TurnPlan>, StoreError> {
    let found = store.latest(session, CONFIGURED)?;
    let note = found.and_then(|entry: LogEntry<Note>| entry.event.into_note());
    Ok(if let Some(Note::Configured { plan }) = note { Some(plan) } else { None })
}

/// How the turns of a new session run: they stop before each call.
pub(crate) fn default_plan(model: ModelId) -> TurnPlan {
    let breakpoint = |id, place, is_enabled| Breakpoint { is_enabled, ..Breakpoint::at(id, place) };
    let selection = SelectionPlan::ranked(4);
    TurnPlan {
        breakpoints: vec![
            breakpoint("before-request", StopPlace::BeforeRequest, false),
            breakpoint("before-call", StopPlace::BeforeCall, true),
            breakpoint("after-call", StopPlace::AfterCall, false),
        ],
        ..TurnPlan::plain(model, TurnLimits::rounds(8), selection)
    }
}

/// The plan, with as much guidance as its model needs where nobody has said how much.
pub(crate) fn led(models: &dyn Models, mut plan: TurnPlan) -> TurnPlan {
    if plan.guidance.is_none() {
        let speaking = models.connector(plan.speaking_model());
        plan.guidance = speaking.filter(|model| model.needs_guidance()).map(|_| Guidance::FULL);
    }
    plan
}

/// How functions are used, as it was set last.
pub(crate) async fn functions_of(
    ledger: &Arc<Ledger>,
    session: &SessionId,
) -> Result<FunctionSettings, StoreError> {
    let (of, session) = (session.clone(), session.clone());
    let found = ledger.with(move |ledger| ledger.store().latest(&session, FUNCTIONS)).await?;
    let Some(entry) = found else { return Ok(FunctionSettings::live()) };
    // Live functions must not run where nobody knows what was to stand in for them.
    if let SessionEvent::Unreadable { reason, .. } = entry.event {
        return Err(StoreError::Unreadable { session: of, seq: entry.seq, reason });
    }
    let Some(Note::Functions { settings }) = entry.event.into_note() else {
        return Ok(FunctionSettings::live());
    };
    Ok(settings)
}

/// The title of a session that has none yet.
pub(crate) const UNTITLED: &str = "New session";

/// The title that was given last.
pub(crate) async fn title_of(ledger: &Arc<Ledger>, session: &SessionId) -> Result<String, StoreError> {
    let session = session.clone();
    ledger.with(move |ledger| ledger.store().title(&session)).await
}

/// A title out of what was said first: its first line, cut at a word.
pub(crate) fn title_from(text: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    if line.chars().count() <= LONGEST {
        return Some(line.to_owned());
    }
    let mut title = String::new();
    for word in line.split_whitespace() {
        if title.chars().count() + word.chars().count() >= LONGEST {
            break;
        }
        title.push_str(word);
        title.push(' ');
    }
    let cut =
        if title.is_empty() { line.chars().take(LONGEST).collect() } else { title.trim_end().to_owned() };
    Some(format!("{cut}…"))
}

#[cfg(test)]
mod tests {
    use super::title_from;

    #[test]
    fn a_title_is_the_first_line_cut_at_a_word() {
        assert_eq!(title_from("\n  Hello  \nworld").as_deref(), Some("Hello"));
        assert_eq!(title_from(" \n"), None);
        let long = "What is the weather in Boston and in Oslo, and should I take an umbrella?";
        assert_eq!(
            title_from(long).as_deref(),
            Some("What is the weather in Boston and in Oslo, and should I…")
        );
        assert_eq!(title_from(&"x".repeat(99)).map(|title| title.chars().count()), Some(61));
    }
}
