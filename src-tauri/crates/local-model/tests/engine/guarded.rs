//! Held to a grammar, even a model of random weights makes sense.

use crate::asking::{answered, ask, ask_with, bell, lamp, question, tiny};
use content::{CallArguments, CalledFunction, Item};
use futures::StreamExt;
use local_model::tiny::Tiny;
use ports::{Connector, FunctionChoice, ResponseFormat, StopReason, StreamEvent};
use serde_json::{Value, json};

/// A model taught to write calls in another way, as far as its template tells.
const LISTED: &str = "{% if tools %}[AVAILABLE_TOOLS]{{ tools | tojson }}[/AVAILABLE_TOOLS]{% endif %}{% for m in messages %}\
    <{{ m.role }}>{{ m.content }}{% if m.tool_calls %}[TOOL_CALLS]{{ m.tool_calls | tojson }}{% endif %}{% endfor %}";

const LLAMA: &str = "{% if tools %}Respond with {\"name\": name, \"parameters\": arguments}: {{ tools | tojson }}{% endif %}\
    {% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% if m.tool_calls %}<|python_tag|>{{ m.tool_calls | tojson }}{% endif %}{% endfor %}";

#[tokio::test(flavor = "multi_thread")]
async fn chance_writes_a_valid_call_where_one_is_required() {
    let schema = jsonschema::validator_for(&lamp().parameters).expect("a schema");
    for template in [local_model::tiny::TEMPLATE, LISTED, LLAMA] {
        let filed = tiny(&Tiny { template: Some(template), ..Tiny::default() });
        for seed in 0..4 {
            let mut request = question("Make it bright", 600);
            request.functions = vec![lamp()];
            request.choice = FunctionChoice::Required;
            request.calls.parallel = Some(false);
            request.settings.seed = Some(seed);
            let heard = ask(&filed.model, request).await;
            assert_eq!((&heard.error, heard.text().as_str()), (&None, ""), "{heard:?}");
            assert_eq!(heard.stop(), Some(&StopReason::Calls));
            assert!(
                heard.usage().output.is_some_and(|tokens| tokens > 0),
                "what it took is told all the same"
            );
            let calls = heard.calls();
            let [call] = calls.as_slice() else { panic!("{calls:?}") };
            assert_eq!(call.function, CalledFunction::Known { name: lamp().name.clone() });
            let CallArguments::Parsed { value, .. } = &call.arguments else { panic!("{call:?}") };
            assert!(schema.is_valid(&Value::Object(value.clone())), "{value:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_calls_stand_in_one_answer_where_they_may() {
    let filed = tiny(&Tiny::default());
    let mut most = 0;
    for seed in 0..12 {
        let mut request = question("Make all of them bright", 600);
        request.functions = vec![lamp()];
        request.choice = FunctionChoice::Function { name: lamp().name.clone() };
        request.settings.seed = Some(seed);
        let calls = ask(&filed.model, request).await.calls();
        let ids: std::collections::BTreeSet<_> = calls.iter().map(|call| call.id.clone()).collect();
        assert!(!calls.is_empty() && ids.len() == calls.len(), "{calls:?}");
        most = most.max(calls.len());
    }
    assert!(most > 1, "never more than one call");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_keeps_the_form_that_is_asked_for() {
    let filed = tiny(&Tiny::default());
    let schema = json!({
        "type": "object",
        "properties": { "mood": { "enum": ["glad", "sad"] }, "days": { "type": "array", "items": { "type": "boolean" }, "maxItems": 3 } },
        "required": ["mood", "days"],
    });
    let mut request = question("How was it?", 300);
    request.settings.response_format =
        Some(ResponseFormat::Schema { name: "mood".to_owned(), schema: schema.clone() });
    let heard = ask(&filed.model, request).await;
    let answer: Value = serde_json::from_str(&heard.text()).expect("JSON");
    assert!(jsonschema::is_valid(&schema, &answer), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thought_the_prompt_has_begun_goes_on_before_a_call() {
    let thinking = "{% for m in messages %}{{ m.content }}{% endfor %}{% if tools %}{{ tools | tojson }}{% endif %}<think>\n";
    let filed = tiny(&Tiny { template: Some(thinking), ..Tiny::default() });
    let mut request = question("Make it bright", 600);
    request.functions = vec![lamp()];
    request.choice = FunctionChoice::Required;
    let heard = ask(&filed.model, request.clone()).await;
    // Chance does not find the end of a thought.
    assert_eq!((&heard.error, heard.stop()), (&None, Some(&StopReason::Length)), "{heard:?}");
    assert!(matches!(heard.items().as_slice(), [Item::Reasoning { .. }]), "{heard:?}");
    // Where it has ended, the call comes.
    let shown = filed.model.preview(&request).expect("a preview").expect("something to show");
    let body = shown.body.replace("thought \\\"\\\\n\\\"", "\\\"</think>\\\" \\\"\\\\n\\\"");
    assert_ne!(body, shown.body, "the grammar begins with a thought");
    let scope = ports::CallScope::unobserved(tokio_util::sync::CancellationToken::new());
    let events: Vec<_> = filed.model.stream_body(request, body, &scope).collect().await;
    let calls = events.iter().filter(|event| {
        let Ok(StreamEvent::ItemFinished { item, .. }) = event else { return false };
        matches!(item.as_ref(), Item::FunctionCall { .. })
    });
    assert!(calls.count() > 0, "{events:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_was_begun_is_completed_as_its_schema_says() {
    // The prompt ends with the beginning of a call, so that chance need not find it.
    let begun =
        "{% for m in messages %}{{ m.content }}{% endfor %}{% if tools %}{{ tools | tojson }}{% endif %}";
    let filed = tiny(&Tiny { template: Some(begun), ..Tiny::default() });
    let mut request = question("Say <tool_call>", 400);
    request.functions = vec![lamp()];
    request.calls.strict = Some(true);
    let heard = ask(&filed.model, request).await;
    assert_eq!(heard.error, None, "{heard:?}");
    for call in heard.calls() {
        let CallArguments::Parsed { value, .. } = &call.arguments else { panic!("{call:?}") };
        assert!(jsonschema::is_valid(&lamp().parameters, &Value::Object(value.clone())), "{value:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_that_refers_to_itself_for_ever_loosens_the_grammar_and_breaks_nothing() {
    let filed = tiny(&Tiny::default());
    let mut spec = (*lamp()).clone();
    spec.parameters = json!({
        "type": "object",
        "properties": { "me": { "$ref": "#/$defs/a" } },
        "$defs": { "a": { "anyOf": [{ "$ref": "#/$defs/b" }] }, "b": { "anyOf": [{ "$ref": "#/$defs/a" }] } },
    });
    let mut request = question("Go on", 60);
    request.functions = vec![std::sync::Arc::new(spec)];
    request.choice = FunctionChoice::Required;
    let heard = ask(&filed.model, request).await;
    assert_eq!(heard.error, None, "{heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_call_answers_in_words() {
    let filed = tiny(&Tiny::default());
    let mut request = question("Make it bright", 200);
    request.functions = vec![lamp()];
    request.choice = FunctionChoice::None;
    let shown = filed.model.preview(&request).expect("a preview").expect("something to show").body;
    let body: Value = serde_json::from_str(&shown).expect("JSON");
    assert!(body.pointer("/held/words").is_some(), "{shown}");
    for seed in 0..4 {
        let marks: Vec<_> = ('a'..='t').map(String::from).collect();
        let mut body = body.clone();
        body["held"] = json!({ "words": { "without": marks } });
        body["seed"] = json!(seed);
        let heard = ask_with(&filed.model, request.clone(), body.to_string()).await;
        let text = heard.text();
        assert!(text.len() > 50 && !text.contains(|letter| ('a'..='t').contains(&letter)), "{text}");
        assert!(!text.trim_start().starts_with(['{', '[', '`']), "{text}");
        // Chance ends some of them before they are full.
        let is_words = matches!(heard.stop(), Some(StopReason::Length | StopReason::Complete));
        assert!(is_words && heard.calls().is_empty(), "{heard:?}");
    }
}

/// Random weights spread the probability over the whole vocabulary, so that the beginnings of a call never have half of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_leans_towards_words_answers_as_without_leaning() {
    for seed in 0..6 {
        let filed = tiny(&Tiny { seed, ..Tiny::default() });
        let mut request = question("Make it bright", 300);
        request.functions = vec![lamp()];
        request.calls.only_new = Some(true);
        let free = ask(&filed.model, request.clone()).await;
        request.calls.lean = Some(true);
        let leaning = ask(&filed.model, request).await;
        assert_eq!(leaning.error, None, "{leaning:?}");
        assert_eq!(leaning.text(), free.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_restates_results_has_no_number_of_its_own() {
    let filed = tiny(&Tiny::default());
    let mut request = question("Make it bright", 300);
    request.functions = vec![lamp()];
    request.choice = FunctionChoice::None;
    let shown = filed.model.preview(&request).expect("a preview").expect("something to show").body;
    let mut body: Value = serde_json::from_str(&shown).expect("JSON");
    body["prompt"] = json!("The lamp has 4711 lumen. Tell me.");
    // Of what is left, chance writes many digits.
    let others = (0..128_u8).map(char::from).filter(|letter| !letter.is_ascii_digit() && *letter != ' ');
    let without: Vec<_> = others.map(String::from).collect();
    let mut numbers = Vec::new();
    for restates in [json!(["4711"]), Value::Null] {
        body["held"] = json!({ "words": { "without": without, "restates": restates } });
        for seed in 0..8 {
            body["seed"] = json!(seed);
            let text = ask_with(&filed.model, request.clone(), body.to_string()).await.text();
            let written = text
                .split(|letter: char| !letter.is_ascii_digit())
                .map(|number| number.trim_start_matches('0'));
            let is_known = |number: &&str| {
                "4711".starts_with(*number) || number.parse().is_ok_and(|number: u32| number <= 10)
            };
            numbers.push((restates.is_null(), written.filter(|number| !is_known(number)).count()));
        }
    }
    let foreign =
        |is_free| numbers.iter().filter(|(free, _)| *free == is_free).map(|(_, count)| count).sum::<usize>();
    assert_eq!(foreign(false), 0, "{numbers:?}");
    assert!(foreign(true) > 0, "chance would write others");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_calls_the_same_without_end_is_ended() {
    let filed = tiny(&Tiny::default());
    let mut longest = 0;
    for seed in 0..30 {
        let mut request = question("Make it bright", 4000);
        request.functions = vec![bell()];
        request.choice = FunctionChoice::Required;
        request.settings.seed = Some(seed);
        let heard = ask(&filed.model, request).await;
        assert_eq!((&heard.error, heard.stop()), (&None, Some(&StopReason::Calls)));
        let calls = heard.calls().len();
        for adaptations in [&heard.adaptations, &heard.told()] {
            let told = adaptations.iter().any(|adaptation| adaptation.what.to_string().contains("fourth"));
            assert_eq!(told, calls == 4, "{calls} calls");
        }
        longest = longest.max(calls);
    }
    assert_eq!(longest, 4, "chance rings four times at most");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_has_its_result_is_held_to_words_and_the_round_is_told() {
    let filed = tiny(&Tiny::default());
    let mut request = question("Ring", 200);
    request.messages.extend(answered(&bell()));
    request.functions = vec![bell()];
    request.choice = FunctionChoice::Required;
    request.calls.only_new = Some(true);
    let heard = ask(&filed.model, request).await;
    assert!(heard.error.is_none() && heard.calls().is_empty() && !heard.text().is_empty(), "{heard:?}");
    for adaptations in [&heard.adaptations, &heard.told()] {
        let told =
            adaptations.iter().any(|adaptation| adaptation.what.to_string().contains("same call again"));
        assert!(told, "{adaptations:?}");
    }
}
