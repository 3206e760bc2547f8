//! What becomes of the thoughts in a request, as it is told before it is sent and as the service tells it.

use content::ExchangeId;
use invocation::TurnEvent;
use ports::{Adaptation, AdaptationKind, WireEvent};
use sessions::{LogEntry, SessionEvent};
use std::collections::BTreeSet;
use support::app::TestApp;
use workbench::contract::{Note, ReadExchange};
use workbench::english;

/// Places in the history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fate {
    /// The service drops them, as it is told before.
    pub(super) dropped: BTreeSet<String>,
    /// The service says that it dropped them.
    pub(super) reported: BTreeSet<String>,
    pub(super) left_out: BTreeSet<String>,
    pub(super) causes: BTreeSet<String>,
}

impl Fate {
    pub(super) fn told(adaptations: &[Adaptation]) -> Self {
        let mut fate = Self::default();
        for one in adaptations.iter().filter(|one| english(&one.what).contains("thought")) {
            match one.kind {
                AdaptationKind::Dropped => fate.dropped.extend(one.places.clone()),
                AdaptationKind::LeftOut => fate.left_out.extend(one.places.clone()),
                AdaptationKind::Added | AdaptationKind::Rewritten => {}
            }
            fate.causes.insert(english(&one.why));
        }
        fate
    }

    /// Nothing is reported before the request is sent.
    pub(super) fn unsent(&self) -> Self {
        Self { reported: BTreeSet::new(), ..self.clone() }
    }

    /// How many are dropped, and how many left out.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.dropped.len(), self.left_out.len())
    }
}

/// The fates in the requests of a part of a log.
pub(super) async fn fates_in(app: &TestApp, log: &[LogEntry<Note>]) -> Vec<Fate> {
    let mut fates: Vec<(ExchangeId, BTreeSet<String>)> = Vec::new();
    for entry in log {
        let SessionEvent::Noted { note: Note::Turn { event, .. } } = &entry.event else { continue };
        if let TurnEvent::RequestSent { exchange, .. } = event {
            fates.push((exchange.clone(), BTreeSet::new()));
        }
        if let (TurnEvent::Adapted { adaptations }, Some((_, reported))) = (event, fates.last_mut()) {
            reported.extend(Fate::told(adaptations).dropped);
        }
    }
    let mut read = Vec::with_capacity(fates.len());
    for (exchange, reported) in fates {
        let kept = app.workbench.exchange_read(ReadExchange { exchange }).await.expect("it is kept");
        let adaptations: Vec<Adaptation> = kept
            .frames
            .into_iter()
            .filter_map(|frame| match frame.frame {
                WireEvent::Adapted { adaptation } => Some(adaptation),
                _ => None,
            })
            .collect();
        read.push(Fate { reported, ..Fate::told(&adaptations) });
    }
    read
}
