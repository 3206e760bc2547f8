//! The instructions of a session: the variables that every turn has, and the versions there were.

use crate::Workbench;
use crate::configuration::{led, plan_of};
use crate::contract::{CommandError, InstructionsVersion, NamedSession, Note};
use crate::turn_parts::TurnParts;
use content::{Author, Item, Message, MessageId, Origin, Role, SessionId, Timestamp};
use invocation::TurnPlan;
use sessions::{LogEntry, SessionEvent, Store, StoreError};
use std::collections::BTreeMap;

/// The variables that have a value in every turn.
pub(crate) const VARIABLES: [&str; 3] = ["today", "weekday", "time"];

/// Entries read at once.
const PAGE_ENTRIES: u32 = 1_000;

impl Workbench {
    pub async fn instructions_versions(
        &self,
        args: NamedSession,
    ) -> Result<Vec<InstructionsVersion>, CommandError> {
        let NamedSession { session } = args;
        Ok(self.ledger()?.with(move |ledger| versions(ledger.store(), &session)).await?)
    }
}

impl TurnParts {
    /// The plan a turn begins with: led as its model needs it, and with the values of this moment in its instructions.
    pub(crate) fn ready(&self, plan: TurnPlan) -> TurnPlan {
        let plan = led(&*self.models, plan);
        if plan.instructions.is_none() && plan.participants.is_empty() {
            return plan;
        }
        plan.with_values(&values(self.ledger.on_the_wall()))
    }

    /// The instructions as a message at the beginning of an export. `None` where a session has none.
    pub(crate) async fn leading_message(&self, session: &SessionId) -> Result<Option<Message>, StoreError> {
        let plan = plan_of(&self.ledger, session).await?;
        let text = plan.and_then(|plan| self.ready(plan).spoken_instructions());
        Ok(text.map(|text| Message {
            id: MessageId::new("instructions"),
            parent: None,
            role: Role::System,
            items: vec![Item::Text { text }],
            author: Author::Person,
            origin: Origin::Person,
        }))
    }
}

/// A date that can't be told has no value.
fn values(Timestamp(on_the_wall): Timestamp) -> BTreeMap<String, String> {
    let Ok(now) = jiff::Timestamp::from_millisecond(on_the_wall) else { return BTreeMap::new() };
    let written = ["%Y-%m-%d", "%A", "%H:%M"].map(|form| now.strftime(form).to_string());
    VARIABLES.map(str::to_owned).into_iter().zip(written).collect()
}

/// Each change of the instructions, the oldest first.
fn versions(store: &Store, session: &SessionId) -> Result<Vec<InstructionsVersion>, StoreError> {
    let (mut versions, mut after) = (Vec::<InstructionsVersion>::new(), 0);
    loop {
        let page: Vec<LogEntry<Note>> = store.read_page(session, after, PAGE_ENTRIES)?;
        let Some(last) = page.last().map(|entry| entry.seq) else { return Ok(versions) };
        for LogEntry { at, event, .. } in page {
            let SessionEvent::Noted { note: Note::Configured { plan } } = event else { continue };
            let before = versions.last().and_then(|version| version.instructions.as_ref());
            if before != plan.instructions.as_ref() {
                versions.push(InstructionsVersion { at, instructions: plan.instructions });
            }
        }
        after = last;
    }
}

#[cfg(test)]
mod tests {
    use super::values;
    use content::Timestamp;

    #[test]
    fn every_turn_knows_its_day_and_its_time() {
        let values = values(Timestamp(1_764_082_800_000));
        assert_eq!(values["today"], "2025-11-25");
        assert_eq!(values["weekday"], "Tuesday");
        assert_eq!(values["time"], "15:00");
    }
}
