use super::{ParameterKind, PromptFunction, PromptParameter, PromptSettings, unfenced};
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, Item, JsonObject, ModelId, Origin, Output,
};
use futures::StreamExt;
use futures::future::{BoxFuture, FutureExt, ready};
use futures::stream;
use ports::{
    CallScope, Caller, CompletionRequest, Connector, ConnectorProfile, EventStream, Function, FunctionError,
    Models, Progress, StopReason, StreamEvent,
};
use serde_json::{from_value, json};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// Says back what it was told, in two pieces.
struct Parrot(ConnectorProfile);

impl Connector for Parrot {
    fn profile(&self) -> &ConnectorProfile {
        &self.0
    }

    fn stream(&self, request: CompletionRequest, _: &CallScope) -> EventStream {
        let text = request.messages.iter().map(|message| message.text()).collect::<Vec<_>>().join("|");
        let (first, second) = text.split_at(text.len() / 2);
        let delta = |part: &str| Ok(StreamEvent::TextDelta { index: 0, text: part.to_owned() });
        let events = vec![
            delta(first),
            delta(second),
            Ok(StreamEvent::finished(0, Item::Text { text: text.clone() })),
            Ok(StreamEvent::Finished(StopReason::Complete)),
        ];
        stream::iter(events).boxed()
    }
}

/// Answers with a call and nothing else, or with nothing at all.
struct Wordless(ConnectorProfile);

impl Connector for Wordless {
    fn profile(&self) -> &ConnectorProfile {
        &self.0
    }

    fn stream(&self, _: CompletionRequest, _: &CallScope) -> EventStream {
        let call = FunctionCall {
            id: CallId::new("call-1"),
            function: CalledFunction::Unknown { raw: "weather-get_forecast".to_owned() },
            arguments: CallArguments::read("{}"),
            origin: Origin::Model,
            provider_state: None,
        };
        let call = StreamEvent::finished(0, Item::FunctionCall { call });
        let events = match self.0.model.as_str() {
            "caller" => vec![Ok(call), Ok(StreamEvent::Finished(StopReason::Calls))],
            _ => vec![Ok(StreamEvent::Finished(StopReason::Length))],
        };
        stream::iter(events).boxed()
    }
}

struct OneModel;

impl Models for OneModel {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        let (title, service) = ("Parrot".to_owned(), "here".to_owned());
        let profile = ConnectorProfile { model: model.clone(), title, service };
        match model.as_str() {
            "parrot" => Some(Arc::new(Parrot(profile))),
            "caller" | "silent" => Some(Arc::new(Wordless(profile))),
            _ => None,
        }
    }
}

/// Writes down what it is told, and changes or answers prompts.
#[derive(Default)]
struct Filtering {
    told: Mutex<Vec<Progress>>,
    answers: Option<Output>,
}

impl Caller for Filtering {
    fn progressed(&self, progress: Progress) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).push(progress);
    }

    fn prompt(&self, prompt: String) -> BoxFuture<'_, Result<String, Output>> {
        ready(self.answers.clone().map_or_else(|| Ok(prompt.replace("Oslo", "Bergen")), Err)).boxed()
    }
}

fn settings() -> PromptSettings {
    let parameter = |name: &str, kind, is_required, default| PromptParameter {
        name: name.to_owned(),
        description: format!("The {name}."),
        kind,
        is_required,
        default,
    };
    PromptSettings {
        id: "p".to_owned(),
        name: "greet".to_owned(),
        description: "Greets.".to_owned(),
        parameters: vec![
            parameter("city", ParameterKind::Text, true, None),
            parameter("times", ParameterKind::Integer, false, Some(json!(2))),
        ],
        template: "Greet {{ city }} {{ times }} times".to_owned(),
        instructions: Some("Be kind.".to_owned()),
        model: ModelId::new("parrot"),
        temperature: None,
        answers_json: false,
    }
}

async fn run(settings: PromptSettings, caller: Arc<Filtering>) -> Result<Output, FunctionError> {
    let arguments: JsonObject = from_value(json!({ "city": "Oslo" })).expect("an object");
    let scope = CallScope::unobserved(CancellationToken::new()).called_by(caller);
    PromptFunction::new(settings, Arc::new(OneModel)).invoke(&arguments, &scope).await
}

fn text(text: &str) -> Output {
    Output::Text { text: text.to_owned() }
}

#[tokio::test]
async fn a_prompt_is_rendered_filtered_and_sent_and_its_answer_is_shown_as_it_comes() {
    let caller = Arc::new(Filtering::default());
    let output = run(settings(), Arc::clone(&caller)).await.expect("an answer");
    assert_eq!(output, text("Be kind.|Greet Bergen 2 times"));
    let told = caller.told.lock().unwrap_or_else(PoisonError::into_inner).clone();
    assert_eq!(told.first(), Some(&Progress::Text { text: "Be kind.|Greet".to_owned() }));
}

#[tokio::test]
async fn a_filter_that_answers_spares_the_model() {
    let caller = Arc::new(Filtering { answers: Some(text("filtered")), ..Filtering::default() });
    let nobody = PromptSettings { model: ModelId::new("nobody"), ..settings() };
    assert_eq!(run(nobody, caller).await.expect("an answer"), text("filtered"));
}

#[tokio::test]
async fn a_model_that_is_not_there_and_an_answer_that_is_no_json_are_told_apart() {
    let nobody = PromptSettings { model: ModelId::new("nobody"), ..settings() };
    let error = run(nobody, Arc::default()).await.expect_err("nobody answers");
    assert!(matches!(error, FunctionError::Broken { .. }));
    let json = PromptSettings { answers_json: true, ..settings() };
    let error = run(json, Arc::default()).await.expect_err("no JSON");
    assert!(matches!(error, FunctionError::Report(_)));
    assert_eq!(unfenced("```json\n{\"a\": 1}\n```"), "{\"a\": 1}");
}

#[tokio::test]
async fn a_model_that_answers_without_words_is_an_error_that_says_what_it_did() {
    let check = async |model: &str, expected: &str| {
        let asked = PromptSettings { model: ModelId::new(model), ..settings() };
        match run(asked, Arc::default()).await {
            Err(FunctionError::Report(failure)) => assert_eq!(failure.message, expected),
            other => panic!("{other:?}"),
        }
    };
    let called = "the model called weather-get_forecast instead of answering, and it was offered no function";
    check("caller", called).await;
    check("silent", "the model reached the limit of its answer before it wrote a word").await;
}

#[test]
fn the_schema_says_which_parameters_there_are_and_which_may_be_left_out() {
    let spec = PromptFunction::new(settings(), Arc::new(OneModel)).spec;
    let expected = json!({
        "type": "object",
        "properties": {
            "city": { "type": "string", "description": "The city." },
            "times": { "type": "integer", "description": "The times.", "default": 2 },
        },
        "required": ["city"],
    });
    assert_eq!(spec.parameters, expected);
}

#[test]
fn what_can_not_be_used_is_said_before_it_is_kept() {
    let check = |change: fn(&mut PromptSettings), expected: &str| {
        let mut changed = settings();
        change(&mut changed);
        let reason = changed.check().expect_err("it can't be used").to_string();
        assert!(reason.contains(expected), "{reason}");
    };
    check(|settings| settings.name = "two words".to_owned(), "letters");
    check(|settings| settings.template = "{% if %}".to_owned(), "template");
    check(|settings| settings.parameters[1].name = "city".to_owned(), "two parameters city");
    settings().check().expect("it can be used");
}
