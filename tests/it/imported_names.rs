//! Functions that are here, known again in conversations of other programs by the names that providers see.

use content::{CalledFunction, FunctionName, Item, Message, SessionId};
use formats::Format;
use functions::{FunctionSettings, NamePolicy};
use ports::{NameStyle, Verdict};
use serde_json::{Value, json};
use sessions::History;
use support::app::{Followed, TestApp};
use workbench::contract::{
    BeginImport, CompareRequest, ComparedRequest, ConfigureFunctions, ExportSession, ImportPiece,
    ImportSession, ImportedSession, InjectCall, InjectedCall, NamedSession, ReadChoice, ReadPasted,
    RequestSource, RequestTarget, StartTurn,
};
use workbench::english;

const BOSTON: &str = r#"{"city":"Boston"}"#;

fn forecast() -> FunctionName {
    FunctionName::new("weather", "get_forecast")
}

/// A chat of OpenAI with one call, answered or not.
fn chat(name: &str, is_answered: bool) -> Value {
    let call = json!({ "id": "c", "type": "function", "function": { "name": name, "arguments": BOSTON } });
    let mut messages = vec![
        json!({ "role": "user", "content": "Weather in Boston?" }),
        json!({ "role": "assistant", "content": null, "tool_calls": [call] }),
    ];
    if is_answered {
        messages.push(json!({ "role": "tool", "tool_call_id": "c", "content": "12 degrees" }));
    }
    json!({ "messages": messages })
}

async fn import(app: &TestApp, document: &Value) -> ImportedSession {
    let args = ImportSession { text: document.to_string(), format: None, title: None };
    app.workbench.session_import(args).await.expect("it is read")
}

async fn heard(app: &TestApp, session: &SessionId) -> Followed {
    let mut followed = app.follow(session).await;
    followed.until(|_| Some(())).await;
    followed
}

async fn said(app: &TestApp, session: &SessionId) -> Vec<Message> {
    let followed = heard(app, session).await;
    let history = History::of(&followed.log);
    history.path_to(history.head())
}

/// The functions of all calls and results of a session.
async fn functions(app: &TestApp, session: &SessionId) -> Vec<CalledFunction> {
    let items = said(app, session).await.into_iter().flat_map(|message| message.items);
    items
        .filter_map(|item| match item {
            Item::FunctionCall { call } => Some(call.function),
            Item::FunctionResult { result } => Some(result.function),
            Item::Text { .. } | Item::Reasoning { .. } | Item::Media { .. } | Item::Unknown { .. } => None,
        })
        .collect()
}

fn both() -> Vec<CalledFunction> {
    vec![CalledFunction::Known { name: forecast() }; 2]
}

/// A session with calls of the forecast, and the names it is to use from now on.
async fn asked(app: &TestApp, style: NameStyle) -> SessionId {
    let mut session = app.session("example:weather", &[]).await;
    session.says("And the weather?").await;
    session.outcome().await;
    let names = NamePolicy { style, ..NamePolicy::exact() };
    let settings = FunctionSettings { names, ..FunctionSettings::live() };
    let args = ConfigureFunctions { session: session.session.clone(), settings };
    app.workbench.functions_configure(args).await.expect("it is set");
    session.session
}

async fn compared(app: &TestApp, session: &SessionId, kinds: &[&str]) -> ComparedRequest {
    let target = |kind: &&str| RequestTarget::Kind { kind: (*kind).to_owned(), model: None };
    let args = CompareRequest {
        session: session.clone(),
        source: RequestSource::Said { after: None, text: Some("Go on.".to_owned()) },
        targets: kinds.iter().map(target).collect(),
    };
    app.workbench.request_compare(args).await.expect("a comparison")
}

#[tokio::test]
async fn a_function_is_known_again_in_every_form() {
    let app = TestApp::new();
    let session = asked(&app, NameStyle::default()).await;
    let expected = functions(&app, &session).await;
    assert!(expected.contains(&CalledFunction::Known { name: forecast() }), "{expected:?}");
    for format in Format::ALL {
        let args = ExportSession { session: session.clone(), format: format.into() };
        let text =
            app.workbench.session_export(args).await.expect("it is written").text.expect("it is short");
        let args = ImportSession { text: text.clone(), format: None, title: None };
        let imported = app.workbench.session_import(args).await.expect("it is read");
        assert_eq!(functions(&app, &imported.session.id).await, expected, "{format}, pasted");

        let begun = app.workbench.import_begin(BeginImport { name: None }).await.expect("it begins").session;
        let args = ImportPiece { session: begun.clone(), number: 0, text };
        app.workbench.import_piece(args).await.expect("it is read");
        let ended = app.workbench.import_end(NamedSession { session: begun }).await.expect("it ends");
        assert_eq!(functions(&app, &ended.session.id).await, expected, "{format}, in pieces");
    }
}

#[tokio::test]
async fn a_request_of_this_application_is_known_again_whatever_the_names_and_the_protocol() {
    let joined = |separator: &str| NameStyle::Joined { separator: separator.to_owned() };
    let styles = [joined("-"), joined("."), joined("__"), joined("::"), joined(""), NameStyle::FunctionAlone];
    let kinds = ["openai", "openai-responses", "anthropic", "gemini"];
    for style in styles {
        let app = TestApp::new();
        let session = asked(&app, style.clone()).await;
        let expected = functions(&app, &session).await;
        for (column, kind) in compared(&app, &session, &kinds).await.columns.into_iter().zip(kinds) {
            let body = serde_json::from_str(&column.preview.expect("a request").body).expect("JSON");
            let imported = import(&app, &body).await;
            assert_eq!(functions(&app, &imported.session.id).await, expected, "{style:?}, {kind}: {body}");
            assert_eq!(imported.functions, [], "{style:?}, {kind}");
        }
    }
}

#[tokio::test]
async fn what_an_imported_call_used_is_offered_under_its_own_name_and_counts_as_used() {
    let app = TestApp::new();
    let session = import(&app, &chat("weather-get_forecast", true)).await.session.id;
    assert_eq!(functions(&app, &session).await, both());
    let compared = compared(&app, &session, &["openai"]).await;
    let body = &compared.columns[0].preview.as_ref().expect("a request").body;
    let body: Value = serde_json::from_str(body).expect("JSON");
    let named = |tool: &Value| tool["function"]["name"].as_str().map(str::to_owned);
    let names: Vec<_> = body["tools"].as_array().expect("tools").iter().filter_map(named).collect();
    assert!(names.contains(&"weather-get_forecast".to_owned()), "{names:?}");

    let mut followed = heard(&app, &session).await;
    let start = StartTurn { session, text: Some("What time is it?".to_owned()), speaker: None };
    app.workbench.turn_start(start).await.expect("a turn starts");
    let verdict = followed.until(|event| verdict_of(event, &forecast())).await;
    assert_eq!(verdict, Verdict::UsedBefore);
}

fn verdict_of(
    event: &sessions::SessionEvent<workbench::contract::Note>,
    name: &FunctionName,
) -> Option<Verdict> {
    let sessions::SessionEvent::Noted { note: workbench::contract::Note::Turn { event, .. } } = event else {
        return None;
    };
    let invocation::TurnEvent::Selected { selection } = event else { return None };
    let found = selection.candidates.iter().find(|candidate| candidate.function == *name);
    found.map(|candidate| candidate.verdict)
}

#[tokio::test]
async fn a_call_that_was_left_open_elsewhere_runs_here() {
    let app = TestApp::new();
    for name in ["weather-get_forecast", "weather.get_forecast", "weather__get_forecast", "get_forecast"] {
        let session = import(&app, &chat(name, false)).await.session.id;
        let mut followed = heard(&app, &session).await;
        let start = StartTurn { session, text: None, speaker: None };
        app.workbench.turn_start(start).await.expect("a turn starts");
        let pause = followed.pause(1).await;
        assert_eq!(pause.1.place.call().map(content::CallId::as_str), Some("c"), "{name}");
    }
}

#[tokio::test]
async fn a_name_without_its_plugin_is_another_function_where_its_parameters_are_others() {
    let app = TestApp::new();
    let told = |imported: &ImportedSession| {
        imported.losses.iter().map(|loss| loss.what.to_string()).collect::<Vec<_>>()
    };
    let same = import(&app, &chat("get_forecast", true)).await;
    assert_eq!(told(&same), ["the function \"get_forecast\" is taken for weather · get_forecast"]);
    assert_eq!(functions(&app, &same.session.id).await, both());

    let mut other = chat("get_forecast", true);
    let parameters = json!({ "type": "object", "properties": { "company": { "type": "string" } } });
    other["tools"] =
        json!([{ "type": "function", "function": { "name": "get_forecast", "parameters": parameters } }]);
    let imported = import(&app, &other).await;
    assert_eq!(told(&imported), Vec::<String>::new());
    let name = FunctionName::without_plugin("get_forecast");
    assert_eq!(functions(&app, &imported.session.id).await, vec![CalledFunction::Known { name }; 2]);
    let missing: Vec<_> = imported.functions.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(missing, ["get_forecast"]);
}

#[tokio::test]
async fn names_are_known_again_wherever_somebody_pastes_them() {
    let app = TestApp::new();
    let session = app.session("example:weather", &[]).await.session;
    let text = json!({ "name": "weather__get_forecast", "arguments": BOSTON }).to_string();
    let call = InjectedCall::Json { text };
    let args = InjectCall { session: session.clone(), after: None, call, outcome: None, keeps_rest: false };
    app.workbench.history_inject(args).await.expect("it is put there");
    assert_eq!(functions(&app, &session).await, [CalledFunction::Known { name: forecast() }]);

    let text =
        r#"{"type": "auto", "functions": ["weather-get_forecast", "weather.get_forecast"]}"#.to_owned();
    let pasted = app.workbench.choice_read(ReadChoice { text }).await.expect("a choice");
    assert_eq!(pasted.choice.functions, Some(vec![forecast(), forecast()]));

    let tool = |name: &str| json!({ "name": name, "input_schema": { "type": "object" } });
    let text = json!([tool("weather-get_forecast"), tool("tide")]).to_string();
    let found = app.workbench.definitions_read(ReadPasted { text }).await.expect("definitions");
    let names: Vec<_> = found.definitions.iter().map(|definition| definition.name.as_str()).collect();
    assert_eq!(names, ["tide"]);
    let notes: Vec<_> = found.notes.iter().map(english).collect();
    assert_eq!(notes, ["weather-get_forecast: it is here already, as weather · get_forecast"]);
}
