//! Takes a service's own secrets out of what its answer means, however it is cut and written.

use ports::{StreamEvent, WireEvent, WireFrame, WireObserver};
use redaction::{Pieces, REDACTED, Redactor};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

/// A frame that ends in less of a secret is shown at once.
const MIN_PREFIX_LETTERS: usize = 4;

type Delta = fn(usize, String) -> StreamEvent;

/// The texts of one answer that may go on.
#[derive(Default)]
pub(super) struct Echoes {
    open: BTreeMap<usize, (Delta, Pieces)>,
    /// Frames that end in what may be a part of a secret.
    unseen: VecDeque<WireFrame>,
    /// Whether the last frame completed a secret that another one began.
    is_spanned: bool,
}

impl Echoes {
    /// Hands on an event with what can be told of it.
    pub(super) fn take(
        &mut self,
        event: StreamEvent,
        redactor: &Redactor,
        mut hand_on: impl FnMut(StreamEvent),
    ) {
        if redactor.is_idle() {
            return hand_on(event);
        }
        let (index, text, delta): (usize, String, Delta) = match event {
            StreamEvent::TextDelta { index, text } => {
                (index, text, |index, text| StreamEvent::TextDelta { index, text })
            }
            StreamEvent::ReasoningDelta { index, text } => {
                (index, text, |index, text| StreamEvent::ReasoningDelta { index, text })
            }
            StreamEvent::ArgumentsDelta { index, text } => {
                (index, text, |index, text| StreamEvent::ArgumentsDelta { index, text })
            }
            StreamEvent::ItemFinished { index, item } => {
                self.end(index, redactor, &mut hand_on);
                return hand_on(StreamEvent::ItemFinished { index, item: cleaned(item, redactor) });
            }
            StreamEvent::ItemStarted { index, kind } => {
                return hand_on(StreamEvent::ItemStarted { index, kind: cleaned(kind, redactor) });
            }
            StreamEvent::Adapted(adaptations) => {
                return hand_on(StreamEvent::Adapted(cleaned(adaptations, redactor)));
            }
            StreamEvent::Odd { call, oddity } => {
                let (call, oddity) = cleaned((call, oddity), redactor);
                return hand_on(StreamEvent::Odd { call, oddity });
            }
            StreamEvent::Finished(reason) => {
                self.end_all(redactor, &mut hand_on);
                return hand_on(StreamEvent::Finished(cleaned(reason, redactor)));
            }
            event @ (StreamEvent::Usage(_) | StreamEvent::Replaced(_) | StreamEvent::Others { .. }) => {
                return hand_on(event);
            }
        };
        let (_, pieces) = self.open.entry(index).or_insert_with(|| (delta, Pieces::default()));
        let told = pieces.take(text, redactor);
        self.is_spanned |= pieces.is_spanned();
        if !told.is_empty() {
            hand_on(delta(index, told));
        }
    }

    /// Hands on what was held back, once nothing can follow.
    pub(super) fn end_all(&mut self, redactor: &Redactor, mut hand_on: impl FnMut(StreamEvent)) {
        while let Some(index) = self.open.keys().next().copied() {
            self.end(index, redactor, &mut hand_on);
        }
    }

    fn end(&mut self, index: usize, redactor: &Redactor, hand_on: &mut impl FnMut(StreamEvent)) {
        let Some((delta, mut pieces)) = self.open.remove(&index) else { return };
        let rest = pieces.rest(redactor);
        if !rest.is_empty() {
            hand_on(delta(index, rest));
        }
    }

    /// Shows a frame whose events were taken. What may be a part of a secret is shown once it turned out to be none.
    pub(super) fn show(&mut self, frame: WireFrame, observer: &dyn WireObserver) {
        let is_held = self.open.values().any(|(_, pieces)| pieces.held() >= MIN_PREFIX_LETTERS);
        if !is_held && !self.is_spanned && self.unseen.is_empty() {
            return observer.saw(WireEvent::Frame(frame));
        }
        self.unseen.push_back(frame);
        if std::mem::take(&mut self.is_spanned) {
            self.unseen.iter_mut().for_each(|frame| REDACTED.clone_into(&mut frame.text));
        }
        if !is_held {
            self.show_all(observer);
        }
    }

    pub(super) fn show_all(&mut self, observer: &dyn WireObserver) {
        self.unseen.drain(..).for_each(|frame| observer.saw(WireEvent::Frame(frame)));
    }
}

/// A value of ours without secrets in any of its texts.
pub(super) fn cleaned<T: Serialize + DeserializeOwned>(value: T, redactor: &Redactor) -> T {
    // Nearly always there is none, and then nothing is taken apart.
    let Ok(text) = serde_json::to_string(&value) else { return value };
    if let Cow::Borrowed(_) = redactor.clean(&text) {
        return value;
    }
    let Ok(mut document) = serde_json::from_str(&text) else { return value };
    redactor.clean_value(&mut document);
    serde_json::from_value(document).unwrap_or(value)
}
