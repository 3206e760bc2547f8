//! What is refused with words where it is said, instead of coming to nothing later.

use content::{FunctionName, ModelId};
use invocation::{Breakpoint, HitRule, Participant, SelectionMode, StopPlace, TurnPlan};
use ports::FunctionChoice;
use sessions::History;
use support::app::TestApp;
use workbench::contract::{
    AddLane, CommandError, CompareRequest, ConfigureSession, CreateComparison, NamedSession, RequestSource,
    RequestTarget, RerunFrom, RerunTurn, StartTurn, TrySelection,
};

fn told<T>(result: Result<T, CommandError>) -> (String, bool) {
    let error = result.err().expect("it is refused");
    (error.message.to_string(), error.advice.is_some_and(|advice| !advice.to_string().is_empty()))
}

#[tokio::test]
async fn a_turn_with_nothing_to_answer_is_refused() {
    let app = TestApp::new();
    let session = app.session("example:weather", &[]).await.session;
    for text in [None, Some("  ".to_owned())] {
        let start = StartTurn { session: session.clone(), text, speaker: None };
        let refused = told(app.workbench.turn_start(start).await);
        assert_eq!(refused, ("there is nothing to answer: nothing has been said yet".to_owned(), true));
    }
    app.workbench.session_discard(NamedSession { session }).await.expect("no turn is under way");
}

#[tokio::test]
async fn a_participant_needs_a_model_that_is_there() {
    let app = TestApp::new();
    let mut followed = app.session("example:weather", &[]).await;
    let mut plan = followed.plan().await;
    let nobody = Participant {
        name: "Nobody".to_owned(),
        model: ModelId::new("script:nobody"),
        instructions: String::new(),
        functions: None,
    };
    plan.participants = vec![nobody];
    let args = ConfigureSession { session: followed.session.clone(), plan };
    let refused = told(app.workbench.session_configure(args).await);
    assert_eq!(refused, ("there is no model script:nobody".to_owned(), true));
}

#[tokio::test]
async fn a_rerun_needs_rules_that_can_be_meant() {
    let app = TestApp::new();
    let mut followed = app.session("example:weather", &[]).await;
    followed.says("What is the weather in Oslo?").await;
    followed.outcome().await;
    let mut plan = followed.plan().await;
    let never =
        Breakpoint { hits: HitRule::Every { count: 0 }, ..Breakpoint::at("b1", StopPlace::BeforeCall) };
    plan.breakpoints = vec![never];
    let history = History::of(&followed.log);
    let message = history.path_to(history.head()).first().expect("a message").id.clone();
    let args = RerunTurn {
        session: followed.session.clone(),
        from: RerunFrom::Message { message },
        plan: Some(plan),
    };
    let refused = told(app.workbench.turn_rerun(args).await);
    assert_eq!(refused, ("hits are counted from 1, so a breakpoint at hit 0 never stops".to_owned(), true));
}

#[tokio::test]
async fn a_lane_needs_a_model_that_is_there() {
    let app = TestApp::new();
    let session = app.session("example:weather", &[]).await.session;
    let nobody = || Some(ModelId::new("script:nobody"));
    let expected = ("there is no model script:nobody".to_owned(), true);
    let args = CreateComparison { session: session.clone(), model: nobody(), asks: false };
    assert_eq!(told(app.workbench.comparison_create(args).await), expected);
    let args = CreateComparison { session: session.clone(), model: None, asks: false };
    let comparison = app.workbench.comparison_create(args).await.expect("it is made").id;
    let args = AddLane { comparison, from: session, model: nobody(), asks: false };
    assert_eq!(told(app.workbench.lane_add(args).await), expected);
}

/// What is said where a request under the plan is to be shown.
async fn shown_under(change: impl FnOnce(&mut TurnPlan)) -> (String, bool) {
    let app = TestApp::new();
    let mut followed = app.session("example:weather", &[]).await;
    let mut plan = followed.plan().await;
    change(&mut plan);
    let args = ConfigureSession { session: followed.session.clone(), plan };
    app.workbench.session_configure(args).await.expect("its source may come yet");
    let args = CompareRequest {
        session: followed.session.clone(),
        source: RequestSource::Said { after: None, text: Some("Go.".to_owned()) },
        targets: vec![RequestTarget::Kind { kind: "openai".to_owned(), model: None }],
    };
    told(app.workbench.request_compare(args).await)
}

#[tokio::test]
async fn a_request_that_names_a_function_which_is_not_there_is_not_shown_as_if_it_could_be_sent() {
    let name = || FunctionName::new("nowhere", "nothing");
    let refused = shown_under(|plan| plan.choice.choice = FunctionChoice::Function { name: name() }).await;
    assert_eq!(refused, ("the function choice names unknown functions: nowhere · nothing".to_owned(), true));
    let expected = ("the selection names unknown functions: nowhere · nothing".to_owned(), true);
    assert_eq!(shown_under(|plan| plan.selection.pinned = vec![name()]).await, expected);
    let manual = SelectionMode::Manual { functions: vec![name()] };
    assert_eq!(shown_under(|plan| plan.selection.mode = manual).await, expected);
}

#[tokio::test]
async fn a_selection_that_names_a_function_which_is_not_there_is_not_tried() {
    let app = TestApp::new();
    let mut followed = app.session("example:weather", &[]).await;
    let mut plan = followed.plan().await.selection;
    plan.pinned = vec![FunctionName::new("nowhere", "nothing")];
    let session = followed.session.clone();
    let args = TrySelection { session, text: "Go.".to_owned(), plan, changed: None, shown: Vec::new() };
    let refused = told(app.workbench.selection_try(args).await);
    assert_eq!(refused, ("the selection names unknown functions: nowhere · nothing".to_owned(), true));
}
