//! Turns with every kind of intervention, to be interrupted anywhere.

use crate::person::Person;
use crate::speaker::{Parts, Said};
use content::{FunctionName, ModelId, Outcome, Output};
use invocation::{
    ApprovalRule, Approvals, Breakpoint, Completer, Decision, FilterKind, FilterPlan, Invocation, Pace,
    Participant, Permission, Reach, RequestEdit, StopPlace, TurnPlan,
};
use ports::RequestSettings;
use serde_json::json;

const FORECAST: &str = "weather-get_forecast";
const OSLO: &str = r#"{"city": "Oslo"}"#;
const BOSTON: &str = r#"{"city": "Boston"}"#;
const NOWHERE: &str = r#"{"city": "Atlantis"}"#;

/// One turn: its messages, its plan, and the decisions of its person.
pub struct Scene {
    pub name: &'static str,
    pub parts: Parts,
    pub plan: fn(&mut TurnPlan),
    pub person: Person,
}

/// The models of every scene, by their names.
pub const SPEAKER: &str = "main";
pub const HELPER: &str = "helper";
/// Their service.
pub const SERVICE: &str = "acme";

fn scene(name: &'static str, main: Vec<Said>, plan: fn(&mut TurnPlan), person: Person) -> Scene {
    let helper = vec![Said::words(r#"{"temperature_c": 40}"#)];
    Scene { name, parts: Parts::from([(SPEAKER, main), (HELPER, helper)]), plan, person }
}

pub fn all() -> Vec<Scene> {
    vec![
        eight_places(),
        decisions(),
        after_calls(),
        several_at_once(),
        handed_over(),
        filtered(),
        approved(),
        failing_request(),
        by_hand_until_a_limit(),
    ]
}

fn helper() -> ModelId {
    ModelId::new(format!("{SERVICE}/{HELPER}"))
}

fn to_helper() -> Decision {
    Decision::HandOver { to: Completer::Model { model: helper() } }
}

fn written(text: &str) -> Decision {
    Decision::WriteResult { outcome: Outcome::Returned { output: Output::Text { text: text.to_owned() } } }
}

fn stops(plan: &mut TurnPlan, places: &[StopPlace]) {
    plan.breakpoints = places.iter().map(|place| Breakpoint::at(&format!("{place:?}"), *place)).collect();
}

fn eight_places() -> Scene {
    let calls =
        [("a", FORECAST, OSLO), ("b", "weather.get_forecast", BOSTON), ("c", FORECAST, r#"{"city": [7]}"#)];
    let again = [("d", FORECAST, OSLO), ("e", FORECAST, NOWHERE)];
    let plan = |plan: &mut TurnPlan| {
        use StopPlace as At;
        let places = [At::BeforeRequest, At::AfterResponse, At::BeforeCall, At::AfterCall];
        let found = [At::OnError, At::OnRepair, At::OnSchemaViolation, At::OnRepeatedCall];
        stops(plan, &[places, found].concat());
    };
    let person = Person::default()
        .decides_and_goes("request", Decision::Continue, Pace::Step)
        .decides("before c", Decision::EditArguments { raw: BOSTON.to_owned() })
        .decides_and_goes("before d", Decision::Continue, Pace::StepOver);
    let said = vec![Said::calls(&calls), Said::calls(&again), Said::words("That is all.")];
    scene("eight places", said, plan, person)
}

fn decisions() -> Scene {
    let calls = [
        ("a", FORECAST, BOSTON),
        ("b", FORECAST, OSLO),
        ("c", FORECAST, OSLO),
        ("d", FORECAST, OSLO),
        ("e", FORECAST, OSLO),
    ];
    let plan = |plan: &mut TurnPlan| {
        stops(plan, &[StopPlace::BeforeRequest, StopPlace::AfterResponse, StopPlace::BeforeCall]);
    };
    let settings = RequestSettings { temperature: Some(0.5), ..RequestSettings::default() };
    let forecast = FunctionName::new("weather", "get_forecast");
    let once = RequestEdit { functions: Some(vec![forecast.clone()]), ..RequestEdit::default() };
    let on = RequestEdit { settings: Some(settings), ..RequestEdit::default() };
    let person = Person::default()
        .decides("request", Decision::EditRequest { edit: Box::new(once), reach: Reach::ThisRequest })
        .decides("request", Decision::EditRequest { edit: Box::new(on), reach: Reach::RestOfTurn })
        .decides("response", Decision::AddCall { function: forecast, raw: BOSTON.to_owned() })
        .decides("before a", Decision::EditArguments { raw: OSLO.to_owned() })
        .decides(
            "before b",
            Decision::SendTo { function: FunctionName::new("weather", "get_alerts"), raw: None },
        )
        .decides("before c", written("sunny"))
        .decides("before d", Decision::Decline { reason: "not today".to_owned() })
        .decides("before e", Decision::Drop)
        .decides("before f", Decision::UseRecorded);
    let said = vec![Said::calls(&calls), Said::calls(&[("f", FORECAST, OSLO)]), Said::words("Done.")];
    scene("decisions", said, plan, person)
}

fn after_calls() -> Scene {
    let calls =
        [("a", FORECAST, BOSTON), ("b", FORECAST, OSLO), ("c", FORECAST, OSLO), ("d", FORECAST, OSLO)];
    let plan = |plan: &mut TurnPlan| stops(plan, &[StopPlace::AfterCall]);
    let person = Person::default()
        .decides("after a", Decision::RunAgain)
        .decides("after b", written("snow"))
        .decides("after c", Decision::EditArguments { raw: BOSTON.to_owned() })
        .decides("after d", to_helper());
    scene("after calls", vec![Said::calls(&calls), Said::words("Done.")], plan, person)
}

fn several_at_once() -> Scene {
    let calls =
        [("a", FORECAST, BOSTON), ("b", FORECAST, OSLO), ("c", FORECAST, OSLO), ("d", FORECAST, OSLO)];
    let plan = |plan: &mut TurnPlan| {
        plan.policies.invocation = Invocation::Together;
        stops(plan, &[StopPlace::AfterResponse, StopPlace::BeforeCall, StopPlace::AfterCall]);
    };
    let person = Person::default()
        .decides_about("response", Decision::Stay, &[("c", written("hail")), ("a", to_helper())])
        .decides_about("before b", Decision::Continue, &[("d", Decision::Decline { reason: String::new() })])
        .decides("after b", Decision::RunAgain);
    scene("several at once", vec![Said::calls(&calls), Said::words("Done.")], plan, person)
}

fn handed_over() -> Scene {
    let calls = [("a", FORECAST, BOSTON), ("b", FORECAST, OSLO)];
    let plan = |plan: &mut TurnPlan| {
        let participant = |name: &str, model: ModelId| Participant {
            name: name.to_owned(),
            model,
            instructions: format!("You are {name}."),
            functions: None,
        };
        let main = ModelId::new(format!("{SERVICE}/{SPEAKER}"));
        plan.participants = vec![participant("Ann", main), participant("Bob", helper())];
        plan.speaker = Some("Ann".to_owned());
        let kind = FilterKind::ReplaceInPrompt { find: "Boston".into(), replacement: "Oslo".into() };
        plan.filters = vec![filter("prompt", kind)];
        stops(plan, &[StopPlace::BeforeCall]);
    };
    let to_bob = Decision::HandOver { to: Completer::Participant { name: "Bob".to_owned() } };
    let person = Person::default().decides("before a", to_bob).decides("before b", to_helper());
    scene("handed over", vec![Said::calls(&calls), Said::words("Done.")], plan, person)
}

fn filter(name: &str, kind: FilterKind) -> FilterPlan {
    FilterPlan { name: name.to_owned(), function: None, kind, is_enabled: true }
}

fn filtered() -> Scene {
    let calls = [("a", FORECAST, BOSTON), ("b", FORECAST, NOWHERE), ("c", "weather-get_alerts", OSLO)];
    let last = [("d", "clock-days_between", r#"{"from": "2026-01-01", "to": "2026-01-02"}"#)];
    let plan = |plan: &mut TurnPlan| {
        let of = |name: &str, function: &str, kind| FilterPlan {
            function: Some(function.to_owned()),
            ..filter(name, kind)
        };
        let calm = Output::Text { text: "calm".to_owned() };
        plan.filters = vec![
            filter(
                "ask",
                FilterKind::ReplaceInRequest { find: "Go".into(), replacement: "Please go".into() },
            ),
            filter("hide", FilterKind::ReplaceInResult { find: "Oslo".into(), replacement: "[city]".into() }),
            filter("move", FilterKind::ReplaceArgument { path: "/city".into(), value: json!("Oslo") }),
            of("cover", "weather.get_forecast", FilterKind::SubstituteOnFailure { output: calm }),
            of("block", "weather.get_alerts", FilterKind::BlockFunction { reason: "not now".into() }),
            of("end", "clock.*", FilterKind::TerminateAfter),
        ];
    };
    let said = vec![Said::calls(&calls), Said::calls(&last), Said::words("Never said.")];
    scene("filtered", said, plan, Person::default())
}

fn approved() -> Scene {
    let calls = [
        ("a", FORECAST, OSLO),
        ("b", FORECAST, BOSTON),
        ("c", "weather-get_alerts", OSLO),
        ("d", "clock-days_between", r#"{"from": "2026-01-01", "to": "2026-01-02"}"#),
    ];
    let plan = |plan: &mut TurnPlan| {
        let rule = |function: &str, permission| ApprovalRule {
            function: function.to_owned(),
            arguments: None,
            permission,
        };
        let exact = json!({ "city": "Oslo" }).as_object().cloned();
        plan.approvals = Approvals {
            rules: vec![
                rule("weather.*", Permission::Ask),
                ApprovalRule { arguments: exact, ..rule("weather.get_forecast", Permission::Always) },
                rule("clock.*", Permission::Never),
            ],
            otherwise: Permission::Always,
        };
        plan.breakpoints.clear();
    };
    let person = Person::default()
        .decides("before b", Decision::Continue)
        .decides("before c", Decision::Decline { reason: "no alarm".to_owned() });
    scene("approved", vec![Said::calls(&calls), Said::words("Done.")], plan, person)
}

fn failing_request() -> Scene {
    let plan = |plan: &mut TurnPlan| stops(plan, &[StopPlace::OnError]);
    let elsewhere = RequestEdit { model: Some(helper()), ..RequestEdit::default() };
    let person = Person::default()
        .decides("request", Decision::Continue)
        .decides("request", Decision::EditRequest { edit: Box::new(elsewhere), reach: Reach::ThisRequest });
    let mut scene = scene(
        "failing request",
        vec![Said::calls(&[("a", FORECAST, OSLO)]), Said::refuses("Too warm.")],
        plan,
        person,
    );
    scene.parts.insert(HELPER, vec![Said::words("Never asked."), Said::words("Done.")]);
    scene
}

fn by_hand_until_a_limit() -> Scene {
    let plan = |plan: &mut TurnPlan| {
        plan.policies.invocation = Invocation::ByHand;
        plan.limits.calls = Some(2);
        plan.breakpoints.clear();
    };
    let one = |id| Said::calls(&[(id, FORECAST, OSLO)]);
    let said = vec![one("a"), one("b"), Said::words("Only this.")];
    let person = Person::default().decides("before b", Decision::Continue);
    scene("by hand until a limit", said, plan, person)
}
