//! Conversations of other programs that go on with the service they were had with: what goes out is compared with what
//! came in, part by part, and what does not go out is told.

mod anthropic;
mod chat;
mod gemini;
mod responses;

use ports::AdaptationKind;
use serde_json::Value;
use support::app::TestApp;
use workbench::contract::{CompareRequest, ImportSession, RequestSource, RequestTarget};

/// An imported conversation on its way to a service, with what was told on the way in and on the way out.
struct GoneOn {
    body: Value,
    losses: Vec<String>,
    adaptations: Vec<String>,
}

async fn go_on(document: &Value, kind: &str) -> GoneOn {
    let app = TestApp::new();
    let args = ImportSession { text: document.to_string(), format: None, title: None };
    let imported = app.workbench.session_import(args).await.expect("it is read");
    let args = CompareRequest {
        session: imported.session.id,
        source: RequestSource::Said { after: None, text: Some("Go on.".to_owned()) },
        targets: vec![RequestTarget::Kind { kind: kind.to_owned(), model: None }],
    };
    let compared = app.workbench.request_compare(args).await.expect("a comparison");
    let preview = compared.columns.into_iter().find_map(|column| column.preview).expect("a request");
    app.workbench.close().await;
    // What is added says nothing of what came in.
    let changes = preview.adaptations.into_iter().filter(|change| change.kind != AdaptationKind::Added);
    let mut body = serde_json::from_str(&preview.body).expect("JSON");
    unmark(&mut body);
    GoneOn {
        body,
        losses: imported.losses.into_iter().map(|loss| loss.what.to_string()).collect(),
        adaptations: changes.map(|adaptation| adaptation.what.to_string()).collect(),
    }
}

/// Takes out where a kept beginning ends, which says nothing of what came in either.
fn unmark(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.shift_remove("cache_control");
            members.values_mut().for_each(unmark);
        }
        Value::Array(values) => values.iter_mut().for_each(unmark),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// How the report of an import names parts it does not understand and keeps.
fn kept(kinds: &[&str]) -> Vec<String> {
    let sentence =
        |kind: &&str| format!("a part of the kind \"{kind}\" is kept as it is, without being understood");
    kinds.iter().map(sentence).collect()
}

/// The messages of a list with one more behind them.
fn and_then(list: &Value, last: Value) -> Value {
    let mut list = list.clone();
    list.as_array_mut().expect("a list").push(last);
    list
}
