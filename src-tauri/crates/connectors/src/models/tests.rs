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
    let told = fitted.adaptations.iter().map(|one| one.what.to_string()).collect();
    (fitted.request.into_owned(), told)
}

#[test]
fn the_table_that_ships_can_be_read() {
    let table = ModelTable::parse(ModelTable::usual_text()).expect("a table");
    assert_eq!(table.as_of, "2026-11-23");
}

/// What is known, but for where it is said and what is known of nobody tomorrow.
#[track_caller]
fn alike(kind: &str, tomorrow: &str, today: &str) {
    let plain = |facts: ModelFacts| ModelFacts { sources: Vec::new(), reads: Vec::new(), ..facts };
    assert_eq!(plain(facts(kind, tomorrow)), plain(facts(kind, today)), "{tomorrow} as {today}");
    assert_ne!(plain(facts(kind, tomorrow)), ModelFacts::default(), "{tomorrow} is of no family");
}

#[test]
fn a_claude_that_appears_tomorrow_behaves_as_the_newest_of_its_line() {
    for kind in ["anthropic", "bedrock"] {
        alike(kind, "claude-opus-6", "claude-opus-5-5");
        alike(kind, "claude-sonnet-6-1", "claude-sonnet-5-5");
        alike(kind, "claude-haiku-6", "claude-haiku-5-5");
        alike(kind, "claude-fable-7", "claude-fable-5-2");
    }
    assert_eq!(
        facts("bedrock", "eu.anthropic.claude-opus-6-v1:0").refuses,
        facts("anthropic", "claude-opus-6").refuses
    );
}

#[test]
fn an_openai_model_that_appears_tomorrow_behaves_as_the_newest_of_its_line() {
    for kind in ["openai", "azure-openai", "openai-responses"] {
        alike(kind, "gpt-6.9-sol", "gpt-6.1-sol");
        alike(kind, "gpt-6.9-astra", "gpt-6-astra");
        alike(kind, "gpt-6.9-terra", "gpt-6.1-terra");
        alike(kind, "gpt-5.7-sol", "gpt-5.6-sol");
    }
}

#[test]
fn other_models_that_appear_tomorrow_behave_as_the_newest_of_their_families() {
    for kind in ["gemini", "vertex"] {
        alike(kind, "gemini-5-flash", "gemini-4-argon");
        alike(kind, "gemini-3.9-flash", "gemini-3.8-flash");
    }
    alike("deepseek", "deepseek-v5-pro", "deepseek-v4-pro");
    alike("moonshot", "kimi-k4", "kimi-k3");
    alike("zai", "glm-6", "glm-5.3");
    alike("qwen", "qwen4-max", "qwen3.8-max");
    alike("mistral", "mistral-medium-4", "mistral-medium-latest");
    alike("xai", "grok-5", "grok-4.7");
    alike("bedrock", "us.amazon.nova-3-pro-v1:0", "us.amazon.nova-2-lite-v1:0");
    alike("ollama", "qwen3.9", "qwen3:8b");
}

#[test]
fn a_model_that_thinks_if_it_is_asked_to_is_told_nothing_where_functions_are_offered() {
    let facts = facts("openai", "gpt-5.4");
    let mut request = harbour(1);
    assert_eq!(settled(&request, &facts).1, [""; 0]);
    request.settings.thinking.effort = Some(Effort::High);
    let (sent, told) = settled(&request, &facts);
    assert_eq!(
        (sent.settings.thinking, told),
        (Thinking::default(), vec!["thinking is switched off".to_owned()])
    );
}

#[test]
fn an_effort_becomes_a_number_of_tokens_where_a_model_counts_them() {
    let mut request = harbour(1);
    request.settings.thinking.effort = Some(Effort::High);
    let (sent, told) = settled(&request, &facts("anthropic", "claude-sonnet-4-5"));
    assert_eq!(sent.settings.thinking, Thinking { budget: Some(16_384), ..Thinking::default() });
    assert_eq!(told, ["the effort high becomes 16384 tokens to think with"]);
    request.settings.thinking = Thinking { budget: Some(100_000), ..Thinking::default() };
    let (sent, _) = settled(&request, &facts("gemini", "gemini-2.5-pro"));
    assert_eq!(sent.settings.thinking.budget, Some(32_768));
    let (sent, told) = settled(&request, &facts("anthropic", "claude-opus-5-5"));
    assert_eq!(sent.settings.thinking, Thinking { mode: Some(ThinkingMode::On), ..Thinking::default() });
    assert_eq!(told, ["the number of tokens to think with is left out"]);
}

#[test]
fn a_row_a_person_wrote_counts_for_more() {
    let own = "[[models]]\nmodels = [\"claude-opus-5.5\"]\nrefuses = []\nsource = \"mine\"\n";
    let own = ModelTable::parse(own).expect("a table");
    let facts = ModelFacts::of("anthropic", "claude-opus-5-5", None, &own);
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
