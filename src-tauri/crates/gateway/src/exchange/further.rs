//! A response that goes on behind the one that is held, because its calls were answered here.
//!
//! It is read and not delivered: once it is complete, it is part of what is held.

use super::gathered::Gathered;
use super::held::{Held, HoldRules};
use super::passing::{Last, Passing, collected, hear};
use super::{Exchange, Round};
use crate::streams::as_text;
use crate::{Frames, WrittenAnswer};
use content::Item;
use futures::{SinkExt, StreamExt};
use limits::{ATTACHED_HELD, SERVICE_ANSWER};
use ports::{ConnectorError, StreamEvent};
use reqwest::Response;
use tokio::time::Instant;

impl Exchange {
    /// Begins a response: the first, or a further one if the one before it is held. An error that is held is none of the
    /// response, and another takes its place.
    pub(super) fn begin_round(&self) -> Round {
        let mut state = self.state();
        state.held = state.held.take().filter(|held| !matches!(held, Held::Refused { .. }));
        if state.held.is_some() {
            state.further_since = Some(Instant::now());
            return Round::Further;
        }
        state.calls.clear();
        Round::First
    }

    /// Adds a further response to the one that is held. It is delivered unless the rules hold this one as well.
    pub(super) fn go_on(&self, more: WrittenAnswer, rules: HoldRules) {
        let calls: Vec<_> = more.items.iter().filter_map(Item::call).cloned().collect();
        let is_held = rules.hold(&calls);
        let held = {
            let mut state = self.state();
            state.further_since = None;
            // It was released, or given up, meanwhile.
            let Some(held) = state.held.take() else { return };
            self.mark.make_ours();
            state.calls = calls;
            let held = held.going_on(more);
            if is_held {
                state.held = Some(held);
                return;
            }
            held
        };
        self.deliver_held(held.unchanged(self.protocol()));
    }
}

impl Passing {
    pub(super) async fn further(&mut self, response: Response) -> Result<(), ConnectorError> {
        let mut more = Gathered::default();
        if self.streams(response.headers()) {
            self.further_frames(response, &mut more).await?;
        } else {
            let body = collected(response, SERVICE_ANSWER.size()).await?;
            let mut events = Vec::new();
            let text = as_text(&body);
            self.heard.whole(&text, &*self.scope.observer, |event| events.push(event))?;
            self.hand_on(events, &mut more).await;
        }
        let answer = more.into_answer();
        let stop = answer.stop.clone();
        self.exchange.go_on(answer, self.rules);
        let _ = self.events.send(Ok(StreamEvent::Finished(stop))).await;
        Ok(())
    }

    async fn further_frames(
        &mut self,
        response: Response,
        more: &mut Gathered,
    ) -> Result<(), ConnectorError> {
        let (mut frames, mut bytes, mut size) =
            (Frames::of(self.exchange.framing()), response.bytes_stream(), 0);
        while let Some(piece) = bytes.next().await {
            let piece = piece.map_err(|_| ConnectorError::BrokenOff)?;
            size += piece.len();
            if size > ATTACHED_HELD.size() {
                return Err(ConnectorError::TooLong { limit: "64 MB" });
            }
            frames.feed(&piece);
            let events = self.heard_frames(&mut frames, Last::No)?;
            self.hand_on(events, more).await;
        }
        let mut events = self.heard_frames(&mut frames, Last::Yes)?;
        if !more.is_finished() && !events.iter().any(|event| matches!(event, StreamEvent::Finished(_))) {
            self.heard.end(&*self.scope.observer, |event| events.push(event))?;
        }
        self.hand_on(events, more).await;
        Ok(())
    }

    fn heard_frames(&mut self, frames: &mut Frames, last: Last) -> Result<Vec<StreamEvent>, ConnectorError> {
        let (heard, observer) = (&mut self.heard, &*self.scope.observer);
        let (mut events, mut failed) = (Vec::new(), None);
        last.take_from(frames, |frame| {
            if failed.is_none() {
                failed = hear(heard, frame, observer, |event| events.push(event)).err();
            }
        });
        failed.map_or(Ok(events), Err)
    }

    /// Hands on what the turn may know already. The end is told once all of the response is there.
    async fn hand_on(&mut self, events: Vec<StreamEvent>, more: &mut Gathered) {
        for event in events {
            more.take(&event);
            if !matches!(event, StreamEvent::Finished(_)) {
                let _ = self.events.send(Ok(event)).await;
            }
        }
    }
}
