//! What a model is told of its calls: by the names it was offered, and by whom a call was stopped.

use super::{BOSTON, FORECAST, OSLO, both};
use content::{DeclinedBy, FunctionCall, FunctionName, Outcome};
use conversations::conversation::{Conversation, registry};
use functions::Registry;
use invocation::{
    ApprovalRule, Approvals, Decision, ErrorTemplates, FilterKind, FilterPlan, Permission, StopPlace,
    profiles,
};
use ports::{Catalogue, Function, FunctionSpec, NameStyle, Offered, Resolution};
use std::sync::Arc;

/// Functions that are told with two underscores between the parts of their names.
struct Underscored(Registry);

impl Catalogue for Underscored {
    fn specs(&self) -> Vec<Arc<FunctionSpec>> {
        self.0.specs()
    }

    fn resolve(&self, call: &FunctionCall, offered: Offered<'_>) -> Resolution {
        self.0.resolve(call, offered)
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>> {
        self.0.function(name)
    }

    fn name_style(&self) -> NameStyle {
        NameStyle::Joined { separator: "__".to_owned() }
    }
}

fn underscored(name: &str, arguments: &str) -> Conversation {
    Conversation::new()
        .user("Go.")
        .catalogue(Arc::new(Underscored(registry())))
        .model_calls("call-1", name, arguments)
        .model_says("Sorry.")
}

#[tokio::test]
async fn every_error_names_a_function_as_it_was_offered() {
    for (name, arguments, expected) in [
        ("weather__get_forecast", "{", "The arguments of weather__get_forecast are not a JSON object"),
        ("weather__get_forecast", r#"{"day": 1}"#, "The arguments of weather__get_forecast do not fit"),
        ("weather-get_forecast", BOSTON, "Available and nearest: weather__get_forecast"),
    ] {
        let told = underscored(name, arguments).run().await;
        let message = &told.failure("call-1").message;
        assert!(message.contains(expected) && !message.contains('·'), "{message}");
    }
}

#[tokio::test]
async fn a_template_is_filled_in_with_the_name_the_model_called() {
    let templates = ErrorTemplates {
        invalid_arguments: Some("{function} was called wrongly".to_owned()),
        ..ErrorTemplates::default()
    };
    let told = underscored("weather__get_forecast", "{")
        .planned(|plan| plan.policies.templates = templates)
        .run()
        .await;
    assert_eq!(told.failure("call-1").message, "weather__get_forecast was called wrongly");
}

#[tokio::test]
async fn another_model_that_stands_in_is_asked_by_the_name_the_call_has() {
    let to = invocation::Completer::Model { model: content::ModelId::new("script:helper") };
    let told = underscored("weather__get_forecast", BOSTON)
        .model("script:helper")
        .model_says("mild")
        .stops(StopPlace::BeforeCall)
        .person(Decision::HandOver { to })
        .run()
        .await;
    let asked = told.requests.iter().find(|one| one.model.as_str() == "script:helper").expect("it is asked");
    let prompt = asked.request.messages.last().expect("a prompt").text();
    assert!(prompt.starts_with("Function: weather__get_forecast\n"), "{prompt}");
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Declined { reason, by } => by.words(reason),
        other => panic!("{other:?}"),
    }
}

/// What the model hears where a person declines with these words.
async fn declined(reason: &str, template: Option<&str>) -> String {
    let template = template.map(str::to_owned);
    let told = both()
        .planned(|plan| plan.policies.templates.declined = template)
        .stops(StopPlace::BeforeCall)
        .person(Decision::Decline { reason: reason.to_owned() })
        .person(Decision::Continue)
        .run()
        .await;
    told.assert_sound();
    words(&told.result("call-1").outcome)
}

#[tokio::test]
async fn a_person_who_declines_is_named_once_whether_there_is_a_reason_or_not() {
    assert_eq!(declined("", None).await, "The person declined this call.");
    assert_eq!(declined("too dear", None).await, "The person declined this call: too dear");
    let rejected = profiles().remove(2).policies.templates.declined;
    assert_eq!(declined(" ", rejected.as_deref()).await, "Tool call invocation rejected.");
    assert_eq!(declined("too dear", rejected.as_deref()).await, "Tool call invocation rejected. too dear");
    let own = Some("No {function}: {reason}");
    assert_eq!(declined("too dear", own).await, "No weather-get_forecast: too dear");
}

#[tokio::test]
async fn a_rule_and_a_filter_that_stop_a_call_are_not_taken_for_the_person() {
    let arguments = serde_json::from_str(OSLO).expect("an object");
    let rule = ApprovalRule {
        function: "weather.*".to_owned(),
        arguments: Some(arguments),
        permission: Permission::Never,
    };
    let blocks = FilterPlan {
        name: "Closed".to_owned(),
        function: None,
        kind: FilterKind::BlockFunction { reason: "not on Sundays".to_owned() },
        is_enabled: true,
    };
    let told = both()
        .planned(|plan| {
            plan.approvals = Approvals { rules: vec![rule], otherwise: Permission::Always };
            plan.filters = vec![blocks];
        })
        .run()
        .await;
    let by = DeclinedBy::Filter { name: "Closed".to_owned() };
    assert_eq!(told.result("call-1").outcome, Outcome::Declined { reason: "not on Sundays".to_owned(), by });
    assert_eq!(
        words(&told.result("call-1").outcome),
        "The filter \"Closed\" blocked this call: not on Sundays"
    );
    assert_eq!(words(&told.result("call-2").outcome), "A rule of this session does not allow this call.");
    told.assert_sound();
}

#[tokio::test]
async fn a_function_that_is_gone_when_its_call_runs_is_named_as_it_was_offered() {
    let told = Conversation::new()
        .user("Go.")
        .catalogue(Arc::new(Vanishing(registry())))
        .model_calls("call-1", FORECAST, BOSTON)
        .model_says("Sorry.")
        .run()
        .await;
    assert_eq!(told.failure("call-1").message, "weather-get_forecast is not available any more");
}

/// Functions that are gone once they are called.
struct Vanishing(Registry);

impl Catalogue for Vanishing {
    fn specs(&self) -> Vec<Arc<FunctionSpec>> {
        self.0.specs()
    }

    fn resolve(&self, call: &FunctionCall, offered: Offered<'_>) -> Resolution {
        self.0.resolve(call, offered)
    }

    fn function(&self, _: &FunctionName) -> Option<Arc<dyn Function>> {
        None
    }
}
