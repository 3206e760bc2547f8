//! What arrives becomes a session, and the bytes stay what they are.

use super::stage::{Stage, called, calling, events, put_together, request, result, saying, user};
use content::{Message, Outcome, Role};
use invocation::{Instructions, TurnPlan};
use serde_json::{Value, json};
use sessions::{LogEntry, SessionEvent};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use support::app::{Followed, TestApp};
use support::provider::Reply;
use workbench::contract::{
    AttachProgram, ConfigureSession, MoveHead, NamedProgram, Note, Nothing, Upstreams,
};

/// What was said in a session, in the order of the log.
fn said(followed: &Followed) -> Vec<&Message> {
    followed
        .log
        .iter()
        .filter_map(|entry| match &entry.event {
            SessionEvent::MessageAdded { message, .. } => Some(message),
            _ => None,
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_watched_gets_the_bytes_of_its_provider_and_becomes_one_session() {
    let first = calling("Let me look.", &[("call_1", r#"{"city": "Oslo"}"#)]);
    let second = saying("It is clear.");
    let stage = Stage::with(vec![events(&first), events(&second), events(&second)]).await;
    let mut messages = vec![user("How is the weather in Oslo?")];
    let body = request(&messages).to_string();
    assert_eq!(super::stage::asks(&stage.base, &body).await, (200, first));
    messages
        .extend([called("Let me look.", &[("call_1", r#"{"city": "Oslo"}"#)]), result("call_1", "clear")]);
    assert_eq!(stage.asks(request(&messages)).await, (200, second.clone()));
    messages.extend([
        serde_json::json!({ "role": "assistant", "content": "It is clear." }),
        user("And tomorrow?"),
    ]);
    assert_eq!(stage.asks(request(&messages)).await, (200, second));

    assert_eq!(stage.bodies().first(), Some(&body), "the provider gets the bytes of the program");
    let now = stage.now().await;
    assert_eq!(
        (now.requests, now.sessions.len(), now.client.as_deref()),
        (3, 1, Some("OpenAI/Python 3.54.0"))
    );
    let mut followed = stage.followed().await;
    followed
        .until_log(|log| (log.iter().filter(|entry| is_end(&entry.event)).count() == 2).then_some(()))
        .await;
    let roles: Vec<Role> = said(&followed).iter().map(|message| message.role).collect();
    let (user, model, function) = (Role::User, Role::Assistant, Role::Function);
    assert_eq!(roles, [user, model, function, model, user, model]);
    let outcomes: Vec<_> = said(&followed).iter().flat_map(|message| message.results()).collect();
    assert!(matches!(&outcomes[0].outcome, Outcome::Returned { .. }), "{outcomes:?}");
}

fn is_end(event: &SessionEvent<workbench::contract::Note>) -> bool {
    matches!(
        event,
        SessionEvent::Noted {
            note: workbench::contract::Note::Turn { event: invocation::TurnEvent::Ended { .. }, .. }
        }
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn two_conversations_at_once_are_two_sessions() {
    let stage = Stage::with(vec![events(&saying("One.")), events(&saying("Two."))]).await;
    stage.asks(request(&[user("First question")])).await;
    stage.asks(request(&[user("Second question")])).await;
    assert_eq!(stage.sessions(2).await.len(), 2);
}

/// Asks the same four times at once. All are answered, and the last goes on behind its answer. What each session has is told.
async fn four_at_once(answers: [String; 4], behind: &[Value]) -> Vec<Vec<(Role, String)>> {
    let [first @ .., last] = answers;
    let open = |answer: &String| Reply::Silence([Reply::stream_head(), answer.clone().into_bytes()].concat());
    let replies = first.iter().map(open).chain([events(&last), events(&saying("That was all."))]);
    let stage = Stage::with(replies.collect()).await;
    // A stream that stays open keeps its conversation from taking in the same prompt as another attempt.
    let mut streams = Vec::new();
    for _ in &first {
        let mut response = stage.sends(request(&[user("Weather?")])).await;
        let mut heard = String::new();
        while !heard.contains("[DONE]") {
            let piece = response.chunk().await.expect("a piece").expect("more of the response");
            heard += &String::from_utf8_lossy(&piece);
        }
        streams.push(response);
    }
    assert_eq!(stage.asks(request(&[user("Weather?")])).await, (200, last));
    let messages = [&[user("Weather?")], behind].concat();
    assert_eq!(put_together(&stage.asks(request(&messages)).await.1).0, "That was all.");
    let mut sessions = Vec::new();
    // The one that was asked last stands first.
    for (session, messages) in stage.now().await.sessions.iter().zip([4, 1, 1, 1]) {
        let mut followed = stage.app.follow(session).await;
        let is_said = |entry: &&LogEntry<Note>| matches!(entry.event, SessionEvent::MessageAdded { .. });
        followed.until_log(|log| (log.iter().filter(is_said).count() >= messages).then_some(())).await;
        let words = |message: &&Message| (message.role, format!("{:?}", message.items));
        sessions.push(said(&followed).iter().map(words).collect());
    }
    sessions
}

#[track_caller]
fn check_that_one_goes_on(sessions: &[Vec<(Role, String)>], expected: &[(Role, &str)]) {
    let (alone, going_on): (Vec<_>, Vec<_>) = sessions.iter().partition(|said| said.len() == 1);
    assert_eq!((alone.len(), going_on.len()), (3, 1), "{sessions:?}");
    let begins = expected
        .iter()
        .zip(going_on[0])
        .all(|((role, words), (is, said))| role == is && said.contains(words));
    assert!(begins && going_on[0].len() >= expected.len(), "{going_on:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn results_go_on_in_the_session_whose_answer_made_the_calls() {
    let calls = ["call_1", "call_2", "call_3", "call_4"].map(|id| (id, r#"{"city": "Oslo"}"#));
    let behind = [called("", &calls[3..]), result("call_4", "clear")];
    let sessions = four_at_once(calls.map(|call| calling("", &[call])), &behind).await;
    let (user, model, function) = (Role::User, Role::Assistant, Role::Function);
    check_that_one_goes_on(&sessions, &[(user, "Weather?"), (model, "call_4"), (function, "call_4")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn words_go_on_in_the_session_whose_answer_is_repeated() {
    let answers = ["Clear.", "Rain.", "Snow.", "Storm."];
    let behind = [json!({ "role": "assistant", "content": "Storm." }), user("And tomorrow?")];
    let sessions = four_at_once(answers.map(saying), &behind).await;
    let (user, model) = (Role::User, Role::Assistant);
    check_that_one_goes_on(&sessions, &[(user, "Weather?"), (model, "Storm."), (user, "And tomorrow?")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn instructions_that_a_program_changes_reach_its_provider() {
    let stage = Stage::with(vec![events(&saying("Clear.")), events(&saying("Rain."))]).await;
    let system = |day: &str| serde_json::json!({ "role": "system", "content": format!("It is {day}.") });
    stage.asks(request(&[system("Monday"), user("Weather?")])).await;
    let answer = serde_json::json!({ "role": "assistant", "content": "Clear." });
    let second = request(&[system("Tuesday"), user("Weather?"), answer, user("And tomorrow?")]);
    stage.asks(second.clone()).await;
    assert_eq!(stage.bodies()[1], second.to_string());
    assert_eq!(stage.now().await.sessions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_rewrites_its_history_grows_a_branch() {
    let answers = ["One.", "Two.", "Three."];
    let stage = Stage::with(answers.iter().map(|text| events(&saying(text))).collect()).await;
    let answer = |text: &str| serde_json::json!({ "role": "assistant", "content": text });
    stage.asks(request(&[user("Hello")])).await;
    stage.asks(request(&[user("Hello"), answer("One."), user("Go on")])).await;
    let (_, third) = stage.asks(request(&[user("Hello"), answer("One."), user("Stop")])).await;
    assert_eq!(put_together(&third).0, "Three.");
    assert_eq!(stage.now().await.sessions.len(), 1);
    let mut followed = stage.followed().await;
    followed
        .until_log(|log| (log.iter().filter(|entry| is_end(&entry.event)).count() == 3).then_some(()))
        .await;
    let messages = said(&followed);
    let first = &messages[1].id;
    let branches = messages.iter().filter(|message| message.parent.as_ref() == Some(first)).count();
    assert_eq!(branches, 2, "two messages follow the first answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_goes_on_from_what_it_sends_though_a_person_goes_on_elsewhere() {
    let answers = ["Clear.", "Rain.", "Snow."];
    let stage = Stage::with(answers.iter().map(|answer| events(&saying(answer))).collect()).await;
    let mut messages = vec![user("Today?")];
    for (answer, next) in answers.iter().zip(["Tomorrow?", "And then?"]) {
        stage.asks(request(&messages)).await;
        messages.extend([json!({ "role": "assistant", "content": answer }), user(next)]);
    }
    let mut followed = stage.followed().await;
    followed
        .until_log(|log| (log.iter().filter(|entry| is_end(&entry.event)).count() == 2).then_some(()))
        .await;
    let (session, first) = (stage.session().await, said(&followed)[0].id.clone());
    stage.app.workbench.head_move(MoveHead { session, head: Some(first) }).await.expect("it is moved");
    stage.asks(request(&messages)).await;
    followed
        .until_log(|log| (log.iter().filter(|entry| is_end(&entry.event)).count() == 3).then_some(()))
        .await;
    let said = said(&followed);
    let words: Vec<_> = said.iter().map(|message| message.text()).collect();
    assert_eq!(words, ["Today?", "Clear.", "Tomorrow?", "Rain.", "And then?", "Snow."]);
    assert_eq!(said[4].parent.as_ref(), Some(&said[3].id));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_whose_program_sends_instructions_takes_no_others() {
    let stage = Stage::with(vec![events(&saying("Hello."))]).await;
    stage.asks(request(&[user("Hi")])).await;
    let mut followed = stage.followed().await;
    followed.outcome().await;
    let instructions = Instructions { text: "Shout.".to_owned(), values: BTreeMap::new(), resolved: None };
    let plan = TurnPlan { instructions: Some(instructions), ..followed.plan().await };
    let args = ConfigureSession { session: followed.session.clone(), plan };
    let before = followed.log.len();
    stage.app.workbench.session_configure(args).await.expect("the rest of the plan is taken");
    let configured = |entry: &LogEntry<Note>| match &entry.event {
        SessionEvent::Noted { note: Note::Configured { plan } } => Some(plan.clone()),
        _ => None,
    };
    let plan = followed.until_log(|log| log.iter().skip(before).find_map(configured)).await;
    assert_eq!(plan.instructions, None, "they would never reach the provider");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_of_commands_is_detached_with_the_last_of_them_though_the_application_restarts() {
    let app = TestApp::new();
    let args = AttachProgram { title: "python".to_owned(), upstreams: Upstreams::default() };
    let first = app.workbench.program_join(args.clone()).await.expect("it is attached");
    let second = app.workbench.program_join(args).await.expect("it is attached");
    assert_eq!(first.id, second.id);
    let app = app.restarted().await;
    for left in [1, 0] {
        let leaves = NamedProgram { program: first.id.clone() };
        app.workbench.program_leave(leaves).await.expect("the command ends");
        let now = app.workbench.attached_list(Nothing {}).await.expect("a list");
        assert_eq!(now.programs.len(), left);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_of_a_program_survives_a_restart() {
    let stage = Stage::with(Vec::new()).await;
    let before = stage.now().await.lines;
    let app = stage.app.restarted().await;
    let listening = async {
        loop {
            let now = app.workbench.attached_list(workbench::contract::Nothing {}).await.expect("a list");
            let program = now.programs.into_iter().next().expect("the program");
            if !program.lines.is_empty() {
                return program;
            }
            tokio::task::yield_now().await;
        }
    };
    assert_eq!(listening.await.lines, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_changed_because_their_port_is_taken_are_told() {
    let stage = Stage::with(Vec::new()).await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let file = stage.app.home.path().join("attached.json");
    let mut kept: Value =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("what is kept")).expect("JSON");
    kept["port"] = json!(port);
    std::fs::write(&file, kept.to_string()).expect("what is kept");
    let app = stage.app.restarted().await;
    let listed = async |app: &TestApp| {
        loop {
            let now = app.workbench.attached_list(workbench::contract::Nothing {}).await.expect("a list");
            if now.version > 0 && !now.programs[0].lines.is_empty() {
                return now;
            }
            tokio::task::yield_now().await;
        }
    };
    let now = listed(&app).await;
    let problem = now.problem.expect("a problem");
    let said = workbench::english(&problem.message);
    assert!(said.contains(&format!("port {port} is in use")), "{said}");
    assert!(problem.advice.is_some());
    drop(taken);
    let app = app.restarted().await;
    let again = listed(&app).await;
    assert_eq!((&again.programs[0].lines, again.problem), (&now.programs[0].lines, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_no_json_reaches_the_provider_as_it_is() {
    let stage = Stage::in_app(TestApp::new(), vec![super::stage::refused(400, "bad json")]).await;
    let (status, body) = super::stage::asks(&stage.base, "{not json").await;
    assert_eq!((status, body.as_str()), (400, "bad json"));
    assert_eq!(stage.bodies(), ["{not json"]);
    let problems = stage.now().await.problems;
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert!(problem.advice.is_some(), "it is said why nothing is shown of it, and what to do");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_at_one_address_are_told_apart_by_their_libraries() {
    let stage = Stage::with(vec![events(&saying("One.")), events(&saying("Two."))]).await;
    stage.asks(request(&[user("One")])).await;
    assert_eq!(stage.now().await.problems, []);
    let client = support::http::client().build().expect("a client");
    let asked =
        client.post(format!("{}/chat/completions", stage.base)).header("user-agent", "OpenAI/JS 7.57.0");
    asked.body(request(&[user("Two")]).to_string()).send().await.expect("a response");
    let problems = stage.now().await.problems;
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    let said = workbench::english(&problem.message);
    assert!(said.contains("OpenAI/Python and OpenAI/JS ask at this address"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn words_beside_results_go_on_at_once() {
    let call = ("call_1", r#"{"city": "Oslo"}"#);
    let stage = Stage::with(vec![events(&calling("", &[call])), events(&saying("Clear."))]).await;
    stage.asks(request(&[user("Weather?")])).await;
    let messages =
        [user("Weather?"), called("", &[call]), result("call_1", "clear"), user("In one word, please.")];
    let begun = Instant::now();
    assert_eq!(put_together(&stage.asks(request(&messages)).await.1).0, "Clear.");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(stage.now().await.sessions.len(), 1);
}
