//! About how many tokens a request has, part by part, before it is sent.

use super::composed::Composed;
use super::parts;
use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{
    CommandError, EstimateBasis, EstimateRequest, EstimatedPart, EstimatedRequest, Note, RequestPart,
    RequestPartKind, SmallerParts,
};
use crate::ledger::Ledger;
use connectors::tokens::{Weight, rounded, weigh, weigh_piece};
use connectors::{Aligned, Kind, PROTOCOL, aligned};
use content::{ExchangeId, ModelId, SessionId};
use invocation::TurnEvent;
use notices::Notice;
use ports::{Connector, WireEvent};
use serde_json::Value;
use sessions::{SessionEvent, Store, StoreError};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The latest entries searched for counts of a provider.
const ENTRIES: u32 = 2_000;

/// The latest counts used.
const COUNTS: usize = 6;

impl Workbench {
    pub async fn request_estimate(&self, args: EstimateRequest) -> Result<EstimatedRequest, CommandError> {
        let EstimateRequest { session, source } = args;
        let composed = self.composed(&session, &source).await?;
        let kind = self.services()?.kind(&composed.model);
        let (connector, counted) = match kind {
            Some(_) => {
                let connector = self.models()?.known(&composed.model)?;
                (connector, counted(&self.ledger()?, &session, &composed.model).await?)
            }
            // A script only makes its counts up, so its request is counted as the most common protocol would be.
            None => (stand_in(USUAL)?, Vec::new()),
        };
        let kind = kind.unwrap_or(USUAL);
        blocking(move || estimated(&composed, connector, kind, &counted)).await
    }
}

/// What requests are counted as that no service counts.
const USUAL: Kind = Kind::OpenAiResponses(connectors::openai_responses::Host::OpenAi);

fn stand_in(kind: Kind) -> Result<Arc<dyn Connector>, ports::ConnectorError> {
    kind.sample(kind.usual_model())
}

fn estimated(
    composed: &Composed,
    connector: Arc<dyn Connector>,
    kind: Kind,
    counted: &[(Weight, u32)],
) -> Result<EstimatedRequest, CommandError> {
    let Composed { request, model, .. } = composed;
    let found = aligned(connector.as_ref(), request)?;
    let Aligned { document: body, pieces, .. } = found.ok_or(super::RequestError::NoWire)?;
    let counting = kind.counting(model.as_str()).measured(counted);
    let mut weights: HashMap<&str, Weight> = HashMap::new();
    for piece in &pieces {
        let (Some(place), Some(value)) = (piece.places.first(), body.pointer(&piece.pointer)) else {
            continue;
        };
        let weight = weights.entry(place.as_str()).or_default();
        *weight = *weight + weigh_piece(&piece.pointer, value);
    }
    let whole = weigh(&body);
    let total = rounded(counting.tokens(whole));
    let mut listed: Vec<EstimatedPart> = parts::of(request, model)
        .into_iter()
        .filter_map(|part| {
            let weight = weights.get(part.place.as_str())?;
            let words = Weight { has_functions: false, has_form: false, ..*weight };
            Some(listed_part(part, rounded(counting.tokens(words))))
        })
        .filter(|part| part.tokens > 0 && part.place != PROTOCOL)
        .collect();
    let told: u32 = listed.iter().map(|part| part.tokens).sum();
    listed.extend(rest(total.saturating_sub(told)));
    let basis = match counted.len() {
        0 => EstimateBasis::Usual { kind: kind.facts().title.to_owned() },
        requests => EstimateBasis::Reported { requests },
    };
    let off = counting.bound(whole);
    let smaller = set_aside_smaller(&mut listed);
    let (model, media) = (model.clone(), whole.media);
    Ok(EstimatedRequest { model, parts: listed, smaller, total, off, basis, media })
}

/// Parts of a kind listed one by one. A long history has thousands, of which nobody reads more.
const TOLD: usize = 8;

fn set_aside_smaller(listed: &mut Vec<EstimatedPart>) -> Vec<SmallerParts> {
    let mut kinds: Vec<RequestPartKind> = Vec::new();
    for part in listed.iter().filter(|part| part.kind != RequestPartKind::Protocol) {
        if !kinds.contains(&part.kind) {
            kinds.push(part.kind);
        }
    }
    kinds.into_iter().filter_map(|kind| set_aside(listed, kind)).collect()
}

/// All but the largest parts of a kind.
fn set_aside(listed: &mut Vec<EstimatedPart>, kind: RequestPartKind) -> Option<SmallerParts> {
    let own = listed.iter().enumerate().filter(|(_, part)| part.kind == kind);
    let mut own: Vec<(Reverse<u32>, usize)> =
        own.map(|(place, part)| (Reverse(part.tokens), place)).collect();
    own.sort_unstable();
    let aside: BTreeMap<usize, u32> =
        own.into_iter().skip(TOLD).map(|(Reverse(tokens), place)| (place, tokens)).collect();
    let mut places = 0..listed.len();
    listed.retain(|_| places.next().is_none_or(|place| !aside.contains_key(&place)));
    let tokens = aside.values().sum();
    (!aside.is_empty()).then_some(SmallerParts { kind, parts: aside.len(), tokens })
}

fn listed_part(part: RequestPart, tokens: u32) -> EstimatedPart {
    let RequestPart { place, kind, text } = part;
    EstimatedPart { place, kind, text, tokens }
}

/// What is in no part: covers, and the words a provider adds where functions are offered.
fn rest(tokens: u32) -> Option<EstimatedPart> {
    let kind = RequestPartKind::Protocol;
    (tokens > 0).then(|| EstimatedPart {
        place: PROTOCOL.to_owned(),
        kind,
        text: Notice::as_written(""),
        tokens,
    })
}

/// The latest requests of a model in a session, each with what its provider reported.
async fn counted(
    ledger: &Arc<Ledger>,
    session: &SessionId,
    model: &ModelId,
) -> Result<Vec<(Weight, u32)>, CommandError> {
    let (session, model) = (session.clone(), model.clone());
    let found = ledger.with(move |ledger| {
        let window = ledger.store().window::<Note>(&session, None, ENTRIES)?;
        let mut counted = Vec::new();
        let mut reported = None;
        for entry in window.entries.iter().rev() {
            let SessionEvent::Noted { note: Note::Turn { event, .. } } = &entry.event else { continue };
            if let TurnEvent::ResponseReceived { usage, .. } = event {
                // Some servers say 0 where they don't count.
                reported = usage.and_then(|usage| usage.input).filter(|input| *input > 0);
            }
            if let TurnEvent::ModelReplaced { .. } = event {
                // Something else has counted than the model that was asked.
                reported = None;
            }
            if let TurnEvent::RequestSent { exchange, terms, .. } = event
                && let Some(input) = reported.take()
                && terms.as_ref().is_some_and(|terms| terms.model == model)
            {
                counted.push((exchange.clone(), input));
            }
            if counted.len() == COUNTS {
                break;
            }
        }
        counted
            .into_iter()
            .map(|(exchange, input)| Ok((weight_of(ledger.store(), &exchange)?, input)))
            .collect::<Result<Vec<_>, _>>()
    });
    Ok(found.await?.into_iter().filter_map(|(weight, input)| Some((weight?, input))).collect())
}

/// Nothing, where what was sent was not kept or is no JSON.
fn weight_of(store: &Store, exchange: &ExchangeId) -> Result<Option<Weight>, StoreError> {
    match store.exchange::<WireEvent>(exchange) {
        Ok(kept) => Ok(serde_json::from_str::<Value>(&kept.sent).ok().map(|body| weigh(&body))),
        Err(StoreError::NoExchange { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::{EstimatedPart, RequestPartKind, SmallerParts, TOLD, set_aside_smaller};
    use notices::Notice;

    #[test]
    fn of_many_parts_the_largest_are_told_and_the_others_counted() {
        let part =
            |(place, kind, tokens)| EstimatedPart { place, kind, text: Notice::as_written(""), tokens };
        let said =
            (1..=20_u32).map(|number| (format!("/messages/{number}"), RequestPartKind::Person, number));
        let protocol = ("/protocol".to_owned(), RequestPartKind::Protocol, 1);
        let mut listed: Vec<_> = said.chain([protocol]).map(part).collect();
        let smaller = set_aside_smaller(&mut listed);
        assert_eq!(
            smaller,
            [SmallerParts { kind: RequestPartKind::Person, parts: 12, tokens: (1..=12).sum() }]
        );
        let left: Vec<_> = listed.iter().map(|part| part.tokens).collect();
        assert_eq!(left, (13..=20).chain([1]).collect::<Vec<_>>());
        assert_eq!(left.len(), TOLD + 1);
        assert!(set_aside_smaller(&mut listed).is_empty());
    }
}
