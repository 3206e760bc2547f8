//! Results of the last calls of a history, which no later request repeats.

use super::history::{Answered, History};
use super::request::moment;
use crate::contract::{CommandError, Note};
use crate::ledger::Ledger;
use content::{Author, FunctionCall, FunctionResult, Item, Message, Origin, Role, Timestamp};
use gateway::{SpanGroup, ToolSpan};
use limits::{SPANS_PENDING, SPANS_UNLOGGED};
use ports::IdSource;
use sessions::{Durability, SessionEvent};
use std::collections::VecDeque;
use std::sync::Arc;

/// The results that spans tell, until the calls they answer are known.
#[derive(Default)]
pub(super) struct Results {
    /// The oldest first.
    waiting: VecDeque<ToolSpan>,
    /// Bytes of all of them.
    size: usize,
}

impl Results {
    pub(super) fn add(&mut self, tools: Vec<ToolSpan>) {
        for tool in tools {
            self.size += size_of(&tool);
            self.waiting.push_back(tool);
        }
        while (self.size > SPANS_PENDING.size() || self.waiting.len() > SPANS_UNLOGGED.size())
            && let Some(tool) = self.waiting.pop_front()
        {
            self.size -= size_of(&tool);
        }
    }

    /// Lets go of what a request repeats.
    pub(super) fn forget(&mut self, messages: &[Message]) {
        let repeated: Vec<_> =
            messages.iter().flat_map(Message::results).map(|result| &result.call_id).collect();
        self.retain(|_, tool| !repeated.contains(&&tool.call));
    }

    /// Takes the results of all these calls. Nothing, as long as one is missing.
    fn take(&mut self, history: &History) -> Option<(Vec<FunctionResult>, Option<Timestamp>)> {
        let place = |call: &FunctionCall| {
            self.waiting.iter().position(|tool| tool.call == call.id && is_of(history, &tool.group))
        };
        let places: Option<Vec<_>> = history.open.iter().map(place).collect();
        let places = places.filter(|places| !places.is_empty())?;
        let found: Vec<_> = places.iter().filter_map(|place| self.waiting.get(*place)).collect();
        let ends = found.iter().filter_map(|tool| moment(tool.ends)).max();
        let results = history.open.iter().zip(&found).map(|(call, tool)| FunctionResult {
            call_id: call.id.clone(),
            function: call.function.clone(),
            outcome: tool.outcome.clone(),
            origin: Origin::Function,
        });
        let results = results.collect();
        self.retain(|place, _| !places.contains(&place));
        Some((results, ends))
    }

    fn retain(&mut self, stays: impl Fn(usize, &ToolSpan) -> bool) {
        let (mut place, mut freed) = (0, 0);
        self.waiting.retain(|tool| {
            let stays = stays(place, tool);
            freed += if stays { 0 } else { size_of(tool) };
            place += 1;
            stays
        });
        self.size -= freed;
    }

    /// Writes the results of each history whose last calls have all of them.
    pub(super) async fn answer(
        &mut self,
        ledger: &Arc<Ledger>,
        ids: &dyn IdSource,
        histories: &mut VecDeque<History>,
    ) -> Result<(), CommandError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        // The latest first: some programs number their calls anew in each conversation.
        for history in histories.iter_mut().rev().filter(|history| history.answered.is_none()) {
            let Some((results, ends)) = self.take(history) else { continue };
            let session = history.session.clone();
            // Somebody has gone on in the session, or deleted it.
            if !matches!(ledger.head(session.clone()).await, Ok(head) if head.as_ref() == history.ids.last())
            {
                continue;
            }
            let calls = results.iter().map(|result| result.call_id.clone()).collect();
            let message = Message {
                id: ids.message(),
                parent: history.ids.last().cloned(),
                role: Role::Function,
                items: results.into_iter().map(|result| Item::FunctionResult { result }).collect(),
                author: Author::Application,
                origin: Origin::Application,
            };
            let answered = Answered { message: message.id.clone(), calls };
            let at = ends.map_or(ledger.now(), |ends| ends.min(ledger.now()));
            let added: Vec<SessionEvent<Note>> = vec![SessionEvent::MessageAdded { message, turn: None }];
            let write = move |ledger: &Ledger| ledger.append_at(at, &session, added, Durability::Process);
            ledger.with(write).await?;
            history.answered = Some(answered);
        }
        Ok(())
    }
}

/// Spans of functions may not name the conversation, and without a span around them each has a trace of its own.
fn is_of(history: &History, group: &SpanGroup) -> bool {
    let is_trace = |group: &SpanGroup| matches!(group, SpanGroup::Trace(_));
    is_trace(group) || history.groups.contains(group) || history.groups.iter().all(is_trace)
}

fn size_of(tool: &ToolSpan) -> usize {
    serde_json::to_string(&tool.outcome).map_or(0, |text| text.len())
}
