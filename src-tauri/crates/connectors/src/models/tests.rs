//! What the table that ships says of models, and what becomes of requests to them.

use super::{Functions, ModelFacts, ModelTable, Refusable, settle};
use crate::limits::{Limits, fit};
use crate::testing::harbour;
use ports::{CompletionRequest, Effort, FunctionChoice, Thinking, ThinkingMode};

fn facts(kind: &str, model: &str) -> ModelFacts {
    ModelTable::usual().facts(kind, model)
}

/// What a request becomes, and what is told of it.
fn settled(request: &CompletionRequest, facts: &ModelFacts) -> (CompletionRequest, Vec<String>) {
    let mut fitted = fit(request, &Limits::NONE.of_model(facts));
    settle(&mut fitted, facts);
    let told = fitted.adaptations.iter().map(|one| one.what.clone()).collect();
    (fitted.request.into_owned(), told)
}

#[test]
fn the_table_that_ships_can_be_read() {
    let table = ModelTable::parse(ModelTable::usual_text()).expect("a table");
    assert_eq!(table.as_of, "2026-11-23");
}

#[test]
fn a_model_that_appears_tomorrow_behaves_as_the_newest_of_its_family() {
    let plain = |facts: ModelFacts| ModelFacts { sources: Vec::new(), reads: Vec::new(), ..facts };
    for (tomorrow, today) in
        [("claude-opus-6", "claude-opus-5-5"), ("claude-sonnet-6-1", "claude-sonnet-5-5")]
    {
        assert_eq!(plain(facts("anthropic", tomorrow)), plain(facts("anthropic", today)));
    }
    assert_eq!(plain(facts("openai", "gpt-6.9-sol")), plain(facts("openai", "gpt-6.2-sol")));
}

#[test]
fn a_row_a_person_wrote_counts_for_more() {
    let own = "[[models]]\nmodels = [\"claude-opus-5.5\"]\nrefuses = []\nsource = \"mine\"\n";
    let table = ModelTable::usual().under(&ModelTable::parse(own).expect("a table"));
    let facts = table.facts("anthropic", "claude-opus-5-5");
    assert_eq!(facts.refuses, [].into());
    assert!(facts.binds_thinking);
    assert_eq!(facts.sources.last().map(String::as_str), Some("mine"));
}

#[test]
fn a_table_with_a_word_it_does_not_know_says_which() {
    let error = ModelTable::parse("[[models]]\nmodels = [\"x\"]\nrefuse = []\n").expect_err("a typing error");
    assert!(error.to_string().contains("refuse"), "{error}");
    let error = ModelTable::parse("[[models]]\nmodels = []\n").expect_err("a row for nobody");
    assert_eq!(error.to_string(), "row 1 of the table of models names no model");
}

#[test]
fn what_a_model_refuses_is_left_out_and_told() {
    let mut request = harbour(1);
    request.choice = FunctionChoice::Required;
    request.settings.temperature = Some(0.0);
    let (sent, told) = settled(&request, &facts("anthropic", "claude-opus-5-5"));
    assert_eq!((sent.choice, sent.settings.temperature), (FunctionChoice::Auto, None));
    assert_eq!(
        told,
        ["the setting temperature is left out", "that a function must be called is not asked for"]
    );
    let (same, told) = settled(&request, &facts("anthropic", "claude-sonnet-4-6"));
    assert_eq!((same.choice, told), (FunctionChoice::Required, Vec::new()));
}

#[test]
fn sampling_is_refused_only_while_a_model_thinks() {
    let thinks = ModelFacts { refuses_thinking: [Refusable::Temperature].into(), ..ModelFacts::default() };
    let mut request = harbour(1);
    request.settings.temperature = Some(1.0);
    assert_eq!(settled(&request, &thinks).0.settings.temperature, Some(1.0));
    request.settings.thinking.effort = Some(Effort::Low);
    assert_eq!(settled(&request, &thinks).1, ["the setting temperature is left out"]);
    request.settings.thinking = Thinking { mode: Some(ThinkingMode::Off), ..Thinking::default() };
    assert_eq!(settled(&request, &thinks).1, [""; 0]);
}

#[test]
fn a_model_that_takes_functions_only_without_thinking_is_told_not_to_think() {
    let facts = facts("openai", "gpt-5.6-terra");
    assert_eq!(facts.functions, Functions::WithoutThinking);
    let mut request = harbour(1);
    request.settings.thinking.effort = Some(Effort::High);
    let off = Thinking { mode: Some(ThinkingMode::Off), ..Thinking::default() };
    assert_eq!(settled(&request, &facts).0.settings.thinking, off);
    request.functions.clear();
    assert_eq!(settled(&request, &facts).0.settings.thinking.effort, Some(Effort::High));
    assert_eq!(self::facts("openai-responses", "gpt-5.6-terra").functions, Functions::Taken);
}

#[test]
fn an_effort_a_model_does_not_know_becomes_the_nearest_one() {
    let facts = facts("anthropic", "claude-opus-4-6");
    let mut request = harbour(1);
    request.settings.thinking.effort = Some(Effort::Xhigh);
    let (sent, told) = settled(&request, &facts);
    assert_eq!(sent.settings.thinking.effort, Some(Effort::High));
    assert_eq!(told, ["the effort is high in place of xhigh"]);
}

#[test]
fn thinking_that_can_not_be_switched_off_stays_on() {
    let mut request = harbour(1);
    request.settings.thinking.mode = Some(ThinkingMode::Off);
    let (sent, told) = settled(&request, &facts("anthropic", "claude-fable-5-2"));
    assert_eq!(sent.settings.thinking.mode, None);
    assert_eq!(told, ["that thinking is switched off is not asked for"]);
    let (sent, _) = settled(&request, &facts("anthropic", "claude-sonnet-5-5"));
    assert_eq!(sent.settings.thinking.mode, Some(ThinkingMode::BetweenTools));
}
