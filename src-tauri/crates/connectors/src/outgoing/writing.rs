//! Makes turns of a history.

use super::frame::{MADE_BY_MODEL, OF_INSTRUCTIONS, asking_on, frame, led_on, merged, shown_by_person};
use super::ids::Ids;
use super::pairing::{Link, Pairing};
use super::segments::{Segment, Side, cut};
use super::{
    Adaptations, Answer, Call, ON_TEXT, Outgoing, Part, Place, Rules, Said, SystemTurns, Turn, render_outcome,
};
use super::{Difference, Reason};
use crate::names::WireNames;
use crate::remote::Asked;
use content::{Failure, FailureKind, FunctionCall, FunctionResult, Item, Message, ModelId, Origin, Outcome};
use std::borrow::Cow;
use std::collections::HashSet;

impl<'a> Outgoing<'a> {
    /// The history of a request, and what of the request is told otherwise so far.
    pub(crate) fn of_request(asked: &Asked<'a>, rules: &Rules) -> (Self, Adaptations) {
        let mut adaptations = Adaptations::default();
        asked.names.report(&asked.request.functions, &mut adaptations);
        let messages = asked.request.messages.iter().map(AsRef::as_ref);
        let outgoing = Self::of(messages, rules, (asked.maker, asked.names), &mut adaptations);
        (outgoing, adaptations)
    }

    pub(super) fn of(
        messages: impl IntoIterator<Item = &'a Message>,
        rules: &Rules,
        (maker, names): (&ModelId, &WireNames),
        adaptations: &mut Adaptations,
    ) -> Self {
        let segments = cut(messages, adaptations);
        let pairing = pair(&segments);
        let mut writer = Writer {
            rules,
            maker,
            names,
            adaptations,
            pairing,
            ids: Ids::new(rules.ids),
            turns: Vec::new(),
            system: Vec::new(),
            shown_first: Vec::new(),
        };
        for (index, segment) in segments.iter().enumerate() {
            writer.write(segment, segments.get(index + 1..).unwrap_or_default());
        }
        let Writer { mut turns, system, shown_first, adaptations, .. } = writer;
        if let Some(turn) = shown_by_person(OF_INSTRUCTIONS, shown_first) {
            turns.insert(0, turn);
        }
        let joined = |turns| if rules.alternates { merged(turns) } else { turns };
        turns = joined(turns);
        if rules.thoughts_lead_on {
            turns = joined(led_on(turns, adaptations));
        }
        let asks_on = frame(&mut turns, rules, adaptations);
        Self { system, turns, asks_on }
    }
}

fn pair<'a>(segments: &[Segment<'a>]) -> Pairing<'a> {
    let items = || segments.iter().flat_map(|segment| &segment.items);
    let calls: Vec<_> = items().filter_map(|(place, item)| Some((*place, item.call()?))).collect();
    let results: Vec<_> = items().filter_map(|(place, item)| Some((*place, item.result()?))).collect();
    Pairing::of(&calls, &results)
}

struct Writer<'a, 'w> {
    rules: &'w Rules,
    maker: &'w ModelId,
    names: &'w WireNames,
    adaptations: &'w mut Adaptations,
    pairing: Pairing<'a>,
    ids: Ids,
    system: Vec<Part<'a>>,
    /// Media of what stands apart.
    shown_first: Vec<Part<'a>>,
    turns: Vec<Turn<'a>>,
}

/// What one side says, and what it would show where only a person may.
struct Spoken<'a> {
    parts: Vec<Part<'a>>,
    shown: Vec<Part<'a>>,
}

impl<'a> Writer<'a, '_> {
    fn write(&mut self, segment: &Segment<'a>, behind: &[Segment<'a>]) {
        match segment.side {
            Side::Results => self.results(segment),
            Side::Model => self.model(segment, behind),
            Side::Person => {
                let spoken = self.spoken(segment, Side::Person);
                self.say(spoken.parts, Turn::Person);
            }
            Side::System => self.instruct(segment),
        }
    }

    fn say(&mut self, parts: Vec<Part<'a>>, turn: fn(Vec<Part<'a>>) -> Turn<'a>) {
        if !parts.is_empty() {
            self.turns.push(turn(parts));
        }
    }

    fn instruct(&mut self, segment: &Segment<'a>) {
        match self.rules.system {
            SystemTurns::Anywhere => {
                let spoken = self.spoken(segment, Side::System);
                self.say(spoken.parts, Turn::System);
                self.turns.extend(shown_by_person(OF_INSTRUCTIONS, spoken.shown));
            }
            SystemTurns::AtTheBeginning if self.turns.is_empty() => {
                let spoken = self.spoken(segment, Side::System);
                self.system.extend(spoken.parts);
                self.shown_first.extend(spoken.shown);
            }
            SystemTurns::AtTheBeginning => {
                let Spoken { parts, .. } = self.spoken(segment, Side::Person);
                for part in &parts {
                    let why = Reason::InstructionsAtBeginning;
                    self.adaptations.rewritten(part.place, Difference::InstructionByPerson, why);
                }
                self.say(parts, Turn::Person);
            }
        }
    }

    fn model(&mut self, segment: &Segment<'a>, behind: &[Segment<'a>]) {
        let Spoken { parts, shown } = self.spoken(segment, Side::Model);
        let beside = self.beside(behind);
        let calls = parts.iter().filter_map(Part::call);
        let answers: Vec<_> = calls.map(|(place, call)| self.answer(place, call, &beside)).collect();
        self.repeat_asking_on(&parts);
        self.say(parts, Turn::Model);
        if !answers.is_empty() {
            self.turns.push(Turn::Results(answers));
        }
        self.turns.extend(shown_by_person(MADE_BY_MODEL, shown));
    }

    /// A request to go on that led to an answer stays, because the thoughts of the answer are bound to it.
    fn repeat_asking_on(&mut self, parts: &[Part<'a>]) {
        let Some(first) = parts.first().filter(|_| parts.iter().any(Part::was_asked_on)) else { return };
        if matches!(self.turns.last(), Some(Turn::Model(_))) {
            self.adaptations.added(first.place, Difference::AskedOnAdded, Reason::ThoughtsBound);
            self.turns.push(asking_on(first.place));
        }
    }

    /// The results that stand right behind a model's turn, which is where every provider looks for them.
    fn beside(&self, behind: &[Segment<'a>]) -> HashSet<Place> {
        let is_same_turn = |side| side == Side::Results || (self.rules.alternates && side == Side::Model);
        let beside = behind.iter().take_while(|segment| is_same_turn(segment.side));
        beside.flat_map(|segment| &segment.items).map(|(place, _)| *place).collect()
    }

    fn answer(&mut self, place: Place, call: &Call<'a>, beside: &HashSet<Place>) -> Answer<'a> {
        let why = Reason::ResultBehindCall;
        let (place, outcome) = match self.pairing.answer_to(place) {
            Some((place, result)) => {
                if !beside.contains(&place) {
                    self.adaptations.rewritten(place, Difference::ResultMoved, why);
                }
                (place, Cow::Borrowed(&result.outcome))
            }
            None => {
                self.adaptations.added(place, Difference::ResultAdded, why);
                (place, Cow::Owned(not_run()))
            }
        };
        Answer { place, call: call.id.clone(), function: call.function, outcome }
    }

    /// Results that answer a call were written with it; what is left is told in another way or not at all.
    fn results(&mut self, segment: &Segment<'a>) {
        let mut told_as_text = Vec::new();
        for (place, item) in &segment.items {
            let Some(result) = item.result() else { continue };
            match self.pairing.link_of(*place) {
                Link::Answers => {}
                Link::Repeats => {
                    self.adaptations.left_out(*place, Difference::SecondResultLeftOut, Reason::OneResult);
                }
                Link::Orphan => {
                    self.adaptations.rewritten(*place, Difference::OrphanAsText, Reason::CallBeforeResult);
                    let said = Said::Text(Cow::Owned(self.orphan(result)));
                    told_as_text.push(Part { place: *place, said });
                }
            }
        }
        self.say(told_as_text, Turn::Person);
    }

    fn spoken(&mut self, segment: &Segment<'a>, side: Side) -> Spoken<'a> {
        let mut spoken = Spoken { parts: Vec::with_capacity(segment.items.len()), shown: Vec::new() };
        let mut bears_marks = false;
        for (place, item) in &segment.items {
            let Some(said) = self.part(*place, item) else { continue };
            if matches!(said, Said::BesideText(_)) && !bears_marks {
                self.adaptations.left_out(*place, Difference::MarkLeftOut, Reason::AnchorGone);
                continue;
            }
            let part = Part { place: *place, said };
            let is_moved = matches!(part.said, Said::Media(_)) && self.leaves_showing(side, *place);
            bears_marks = !is_moved && part.bears_marks();
            if is_moved { spoken.shown.push(part) } else { spoken.parts.push(part) }
        }
        spoken
    }

    /// Whether that side leaves it to a person to show media.
    fn leaves_showing(&mut self, side: Side, place: Place) -> bool {
        let (what, why) = match side {
            Side::Model if !self.rules.model_shows_media => {
                (Difference::ModelMediumByPerson, Reason::PersonMediaOnly)
            }
            Side::System => (Difference::InstructionMediumByPerson, Reason::InstructionsInWords),
            Side::Person | Side::Model | Side::Results => return false,
        };
        self.adaptations.rewritten(place, what, why);
        true
    }

    fn part(&mut self, place: Place, item: &'a Item) -> Option<Said<'a>> {
        match item {
            Item::Text { text } => self.text(place, text),
            Item::Media { media } => Some(Said::Media(media)),
            Item::Reasoning { text, provider_state } => {
                let kept = provider_state.as_ref();
                let state = kept.and_then(|kept| Some((kept, self.rules.own_state(Some(kept), self.maker)?)));
                if state.is_none() && (!text.is_empty() || provider_state.is_some()) {
                    self.adaptations.left_out(place, Difference::OtherThoughtLeftOut, Reason::MakerOnly);
                }
                state.map(|(kept, state)| match state.contains_key(ON_TEXT) {
                    true => Said::BesideText(state),
                    false => Said::Thought { text, state, kept },
                })
            }
            Item::FunctionCall { call }
                if call.origin == Origin::Informational && self.pairing.answer_to(place).is_none() =>
            {
                let what = Difference::InformationalCallLeftOut;
                self.adaptations.left_out(place, what, Reason::DealtWithElsewhere);
                None
            }
            Item::FunctionCall { call } => Some(Said::Call(self.call(place, call))),
            Item::Unknown { value } => {
                let own = self.rules.own_part(value, self.maker);
                if own.is_none() {
                    self.adaptations.left_out(place, Difference::UnknownPartLeftOut, Reason::WriterOnly);
                }
                own.map(Said::Own)
            }
            Item::FunctionResult { .. } => None,
        }
    }

    fn text(&mut self, place: Place, text: &'a str) -> Option<Said<'a>> {
        if self.rules.refuses_blank_text && text.trim().is_empty() {
            if !text.is_empty() {
                self.adaptations.left_out(place, Difference::BlankTextLeftOut, Reason::BlankRefused);
            }
            return None;
        }
        Some(Said::Text(Cow::Borrowed(text)))
    }

    fn call(&mut self, place: Place, call: &'a FunctionCall) -> Call<'a> {
        let id = self.ids.next(call.id.as_str());
        if id != call.id.as_str() {
            self.adaptations.rewritten(place, Difference::CallIdRewritten, Reason::IdForm);
        }
        let state = self.rules.own_state(call.provider_state.as_ref(), self.maker);
        if state.is_none() && call.provider_state.is_some() {
            self.adaptations.left_out(place, Difference::BesideCallLeftOut, Reason::OwnerOnly);
        }
        Call { id, function: &call.function, arguments: &call.arguments, state }
    }

    fn orphan(&self, result: &FunctionResult) -> String {
        let name = self.names.encode_called(&result.function);
        format!("Result of {name}: {}", render_outcome(&result.outcome).words())
    }
}

fn not_run() -> Outcome {
    let message = "The call was not run: the conversation went on without a result.".to_owned();
    Outcome::Failed { failure: Failure { kind: FailureKind::NotRun, message } }
}
