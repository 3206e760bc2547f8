//! Questions of a first day, over the functions that ship, made up by somebody who did not know how a model is led. In the
//! long mode, where the weights are there.

use crate::real::app;
use crate::turns::last_words;
use content::Role;
use invocation::TurnOutcome;
use serde::Deserialize;
use sessions::SessionEvent;
use std::collections::BTreeSet;
use support::app::Followed;

/// As many of the twenty have to be answered rightly. The smallest model does 7 where words alone are ranked.
const RIGHT: usize = 6;

#[derive(Deserialize)]
struct Question {
    question: String,
    /// The functions a careful person would call.
    functions: Vec<String>,
    /// What a right answer says, because the functions return it.
    values: Vec<String>,
}

/// The calls of a turn, as function and arguments.
fn calls(followed: &Followed) -> Vec<(String, String)> {
    let messages = followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } if message.role == Role::Assistant => Some(message),
        _ => None,
    });
    let call = |call: &content::FunctionCall| {
        let name = call.function.known().map(ToString::to_string);
        (name.unwrap_or_default(), call.arguments.raw().to_owned())
    };
    messages.flat_map(|message| message.calls().map(call).collect::<Vec<_>>()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_of_a_first_day_end_with_words_and_make_no_call_twice() {
    let questions: Vec<Question> = serde_json::from_str(include_str!("questions.json")).expect("questions");
    let Some((app, model)) = app() else { return };
    let mut right = 0;
    for Question { question, functions, values } in questions {
        let mut followed = app.session(&model, &[]).await;
        followed.says(&question).await;
        let outcome = followed.outcome().await;
        let (calls, answer) = (calls(&followed), last_words(&followed));
        assert_eq!(outcome, TurnOutcome::Answered, "{question}: {calls:?}");
        assert!(!answer.trim().is_empty(), "{question}: nothing was said");
        let different: BTreeSet<_> = calls.iter().collect();
        assert_eq!(different.len(), calls.len(), "{question}: {calls:?}");
        let are_told = values.iter().all(|value| answer.to_lowercase().contains(value));
        right += usize::from(calls.is_empty() == functions.is_empty() && are_told);
    }
    assert!(right >= RIGHT, "{right} of the questions are answered rightly");
    app.workbench.close().await;
}
