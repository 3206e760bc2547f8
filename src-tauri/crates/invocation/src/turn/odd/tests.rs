//! Tests of irregular calls and of answers that are none.

use crate::{
    Answer, Decision, OnDoubt, OnTwin, Pace, PauseReason, Policies, RequestLoad, ResolvedCall, SelectionPlan,
    Step, Turn, TurnEvent, TurnFinding, TurnInput, TurnLimits, TurnOutcome, TurnPlan, TurnRecord, TurnStart,
    profiles,
};
use content::{
    CallArguments, CallId, CalledFunction, FailureKind, FunctionCall, FunctionName, Item, ModelId, Origin,
    Outcome, TurnId,
};
use ports::doubles::CountingIds;
use ports::{IdSource, Oddity, Ranking, Resolution, Selection, StopReason};

const LIMIT: Option<u32> = Some(64);

fn call(id: &str, arguments: &str) -> Item {
    let arguments = CallArguments::read(arguments);
    Item::FunctionCall { call: FunctionCall { id: CallId::new(id), arguments, ..made() } }
}

fn made() -> FunctionCall {
    FunctionCall {
        id: CallId::new("a"),
        function: CalledFunction::Known { name: FunctionName::without_plugin("f") },
        arguments: CallArguments::read("{}"),
        origin: Origin::Model,
        provider_state: None,
    }
}

fn text(text: &str) -> Item {
    Item::Text { text: text.to_owned() }
}

/// A turn and all its records.
struct Told {
    turn: Turn,
    ids: CountingIds,
    records: Vec<TurnRecord>,
}

impl Told {
    fn apply(&mut self, input: TurnInput) {
        self.records.extend(self.turn.apply(input, &self.ids).expect("an input that fits"));
    }

    fn findings(&self) -> Vec<TurnFinding> {
        let events = self.records.iter().filter_map(|record| match record {
            TurnRecord::Event(TurnEvent::Noticed { finding: finding @ TurnFinding::OddCall { .. } }) => {
                Some(finding.clone())
            }
            TurnRecord::Event(_) | TurnRecord::Message(_) => None,
        });
        events.collect()
    }

    /// The reply to the model about a call that did not run.
    fn refused(&self, id: &str) -> Option<(FailureKind, String)> {
        self.records.iter().find_map(|record| match record {
            TurnRecord::Event(TurnEvent::CallEnded {
                call, outcome: Outcome::Failed { failure }, ..
            }) if call.as_str() == id => Some((failure.kind, failure.message.clone())),
            TurnRecord::Event(_) | TurnRecord::Message(_) => None,
        })
    }

    /// The ids of the calls that run next.
    fn runs(&self) -> Vec<String> {
        match self.turn.next() {
            Step::Invoke(calls) => calls.iter().map(|invoked| invoked.call.id.as_str().to_owned()).collect(),
            Step::Select(_)
            | Step::Pause(_)
            | Step::Request(_)
            | Step::Resolve { .. }
            | Step::Complete(_)
            | Step::Finish => Vec::new(),
        }
    }

    fn stands_for(&self) -> Option<PauseReason> {
        self.turn.standing().map(|pause| pause.reason)
    }

    fn is_rebuilt(&self) -> bool {
        let Some(TurnRecord::Event(TurnEvent::Began { plan, .. })) = self.records.first() else {
            return false;
        };
        let id = self.turn.id().clone();
        Turn::retrace(id, (**plan).clone(), Vec::new(), &self.records) == self.turn
    }
}

/// A turn whose model gave this answer, and whose calls are resolved.
fn answered(policies: Policies, items: Vec<Item>, stop: StopReason, odd: &[(&str, Oddity)]) -> Told {
    let ids = CountingIds::default();
    let (model, limits) = (ModelId::new("m"), TurnLimits::rounds(8));
    let mut plan = TurnPlan::plain(model, limits, SelectionPlan::ranked(4));
    plan.policies = policies;
    plan.settings.max_output_tokens = LIMIT;
    let says = vec![text("Do it.")];
    let start = TurnStart { id: TurnId::new("turn"), history: Vec::new(), plan, says, given: Vec::new() };
    let (turn, records) = Turn::begin(start, &ids);
    let mut told = Told { turn, ids, records };
    told.apply(TurnInput::Selected(Selection {
        query: String::new(),
        limit: 4,
        candidates: Vec::new(),
        views: Vec::new(),
        considered: 0,
        considered_tokens: 0,
        offered_tokens: 0,
        ranking: Ranking::default(),
        need: None,
        without_meaning: None,
    }));
    let exchange = told.ids.exchange();
    let names = ports::OfferedNames::default();
    told.apply(TurnInput::RequestSent { exchange, load: RequestLoad::default(), names });
    let odd = odd.iter().map(|(id, oddity)| (CallId::new(*id), oddity.clone())).collect();
    told.apply(TurnInput::Responded { items, usage: None, stop: Some(stop), odd });
    if let Step::Resolve { calls, .. } = told.turn.next() {
        let resolution = Resolution::Runnable {
            name: FunctionName::without_plugin("f"),
            findings: Vec::new(),
            bound: None,
            repair: None,
            asks: Vec::new(),
        };
        let calls = calls.into_iter().map(|call| ResolvedCall {
            call: call.id,
            resolution: resolution.clone(),
            recorded: None,
        });
        told.apply(TurnInput::Resolved(calls.collect()));
    }
    assert!(told.is_rebuilt(), "the records say it all");
    told
}

fn odd(id: &str, oddity: Oddity) -> TurnFinding {
    TurnFinding::OddCall { call: CallId::new(id), oddity }
}

fn twice() -> Oddity {
    Oddity::IdTwice { of: CallId::new("a") }
}

#[test]
fn a_call_that_the_limit_cut_off_does_not_run_and_the_model_hears_of_the_limit_in_every_profile() {
    for profile in profiles() {
        for arguments in [r#"{"n""#, "{}"] {
            let items = vec![call("a", "{}"), call("b", arguments)];
            let mut told = answered(profile.policies.clone(), items, StopReason::Length, &[]);
            assert_eq!(told.findings(), [odd("b", Oddity::CutByLimit { limit: LIMIT })]);
            assert_eq!((told.runs(), told.refused("b")), (vec!["a".to_owned()], None));
            let outcome = Outcome::Returned { output: content::Output::Nothing };
            told.apply(TurnInput::CallStarted { call: CallId::new("a"), origin: None });
            told.apply(TurnInput::CallEnded { call: CallId::new("a"), outcome, origin: None });
            let expected = "not run: the answer reached its limit of 64 tokens (max tokens) in this call, which may be cut off. Make it shorter, or make several calls of it.";
            assert_eq!(told.refused("b"), Some((FailureKind::InvalidArguments, expected.to_owned())));
        }
    }
}

#[test]
fn a_call_that_was_said_before_the_limit_is_whole_and_runs() {
    let items = vec![call("a", "{}"), text("And so")];
    let told = answered(Policies::ours(), items, StopReason::Length, &[]);
    assert_eq!((told.runs(), told.findings()), (vec!["a".to_owned()], Vec::new()));
}

#[test]
fn a_doubtful_call_runs_where_a_person_says_so() {
    let policies = Policies { on_doubt: OnDoubt::HandBack, ..Policies::ours() };
    let mut told = answered(policies, vec![call("a", "{}")], StopReason::Length, &[]);
    assert_eq!((told.stands_for(), told.refused("a")), (Some(PauseReason::HandedBack), None));
    let pause = told.turn.standing().expect("a stop").number;
    told.apply(TurnInput::Answer(Answer {
        pause,
        decision: Decision::Continue,
        others: Vec::new(),
        pace: Pace::Run,
    }));
    assert_eq!((told.runs(), told.refused("a")), (vec!["a".to_owned()], None));
}

#[test]
fn arguments_that_may_be_another_calls_are_not_run() {
    let unclear = [("a", Oddity::ArgumentsUnclear)];
    let told = answered(Policies::ours(), vec![call("a", "{}")], StopReason::Calls, &unclear);
    assert_eq!(told.refused("a").map(|(kind, _)| kind), Some(FailureKind::InvalidArguments));
}

#[test]
fn an_odd_id_is_told_and_keeps_no_call_from_running() {
    let no_id = [("a", Oddity::NoId)];
    let told = answered(Policies::ours(), vec![call("a", "{}")], StopReason::Calls, &no_id);
    assert_eq!((told.findings(), told.runs()), (vec![odd("a", Oddity::NoId)], vec!["a".to_owned()]));
    let told = answered(Policies::ours(), vec![call("", "{}")], StopReason::Calls, &[]);
    assert_eq!(
        (told.findings(), told.runs()),
        (vec![odd("call-1", Oddity::NoId)], vec!["call-1".to_owned()])
    );
}

#[test]
fn of_equal_calls_under_one_id_one_runs_or_both_or_a_person_is_asked() {
    let check = |on_twin, arguments: &str, runs: &[&str], stands| {
        let policies = Policies { on_twin, invocation: crate::Invocation::Together, ..Policies::ours() };
        let items = vec![call("a", r#"{"n": 1}"#), call("a~2", arguments)];
        let told = answered(policies, items, StopReason::Calls, &[("a~2", twice())]);
        assert_eq!(told.findings(), [odd("a~2", twice())]);
        assert_eq!(
            (told.runs(), told.stands_for()),
            (runs.iter().map(|&id| id.to_owned()).collect(), stands)
        );
        told.refused("a~2").map(|(kind, _)| kind)
    };
    let equal = r#"{"n":1}"#;
    assert_eq!(check(OnTwin::RunOnce, equal, &["a"], None), Some(FailureKind::NotRun));
    assert_eq!(check(OnTwin::RunOnce, r#"{"n":2}"#, &["a", "a~2"], None), None);
    assert_eq!(check(OnTwin::RunBoth, equal, &["a", "a~2"], None), None);
    assert_eq!(check(OnTwin::HandBack, equal, &[], Some(PauseReason::HandedBack)), None);
}

#[test]
fn two_calls_of_one_id_are_told_apart_also_where_their_connector_does_not() {
    let items = vec![call("a", "{}"), call("a", "{}")];
    let told = answered(Policies::ours(), items, StopReason::Calls, &[]);
    assert_eq!((told.findings(), told.runs()), (vec![odd("call-1", twice())], vec!["a".to_owned()]));
}

#[test]
fn no_call_of_an_answer_that_was_refused_runs() {
    let items = vec![call("a", "{}"), text("I"), call("b", "{}")];
    let refused = StopReason::Refused { said: None };
    let told = answered(Policies::ours(), items, refused, &[]);
    assert_eq!(told.findings(), [odd("a", Oddity::CutByFilter), odd("b", Oddity::CutByFilter)]);
    assert!(told.refused("a").is_some() && told.refused("b").is_some());
}

#[test]
fn an_answer_that_says_nothing_is_none_and_says_why() {
    let thought = || Item::Reasoning { text: "Hm.".to_owned(), provider_state: None };
    let filtered = || StopReason::Filtered { said: Some("violence".to_owned()) };
    let other = || StopReason::Other { reason: "recitation".to_owned() };
    let refused = || StopReason::Refused { said: Some("I can't.".to_owned()) };
    let outcome = |items: Vec<Item>, stop: StopReason| {
        let told = answered(Policies::ours(), items, stop, &[]);
        told.turn.outcome().cloned().expect("the end")
    };
    for stop in [filtered(), other(), StopReason::Length, refused()] {
        let unanswered = TurnOutcome::Unanswered { stop: stop.clone() };
        assert_eq!(outcome(Vec::new(), stop.clone()), unanswered);
        assert_eq!(outcome(vec![thought(), text(" ")], stop), unanswered);
    }
    for stop in [filtered(), other(), StopReason::Length, StopReason::Complete] {
        assert_eq!(outcome(vec![text("Well")], stop), TurnOutcome::Answered);
    }
    assert_eq!(outcome(vec![text("I can't.")], refused()), TurnOutcome::Unanswered { stop: refused() });
}

#[test]
fn an_answer_that_says_nothing_is_silent_where_its_service_gives_no_reason() {
    let hosted = || Item::Unknown { value: serde_json::json!({ "type": "web_search_call" }) };
    let thought = || Item::Reasoning { text: "Hm.".to_owned(), provider_state: None };
    let outcome = |items: Vec<Item>, stop: StopReason| {
        let told = answered(Policies::ours(), items, stop, &[]);
        told.turn.outcome().cloned().expect("the end")
    };
    for stop in [StopReason::Complete, StopReason::Calls, StopReason::Unstated] {
        for items in [Vec::new(), vec![text(" \n")], vec![thought()], vec![thought(), hosted(), text("")]] {
            assert_eq!(outcome(items, stop.clone()), TurnOutcome::Silent { called: Vec::new() });
        }
        assert_eq!(outcome(vec![hosted(), text("At 23:41.")], stop.clone()), TurnOutcome::Answered);
        let shown = Item::FunctionCall { call: FunctionCall { origin: Origin::Informational, ..made() } };
        assert_eq!(outcome(vec![shown], stop), TurnOutcome::Answered);
    }
    let limited = TurnOutcome::Unanswered { stop: StopReason::Length };
    assert_eq!(outcome(vec![hosted()], StopReason::Length), limited);
}
