//! Thinking, as every protocol writes it.

use crate::Kind;
use crate::testing::harbour;
use ports::{
    CompletionRequest, ConnectorError, Effort, Remedy, RequestSettings, Thinking, ThinkingDisplay,
    ThinkingMode,
};
use serde_json::{Value, json};

const DEFAULT: Thinking = Thinking { mode: None, effort: None, budget: None, display: None };
const OFF: Thinking = Thinking { mode: Some(ThinkingMode::Off), ..DEFAULT };
const ON: Thinking = Thinking { mode: Some(ThinkingMode::On), ..DEFAULT };
const HIGH: Thinking = Thinking { effort: Some(Effort::High), ..DEFAULT };
const BUDGET: Thinking = Thinking { budget: Some(5000), ..DEFAULT };
const SHOWN: Thinking = Thinking { display: Some(ThinkingDisplay::Summarized), ..DEFAULT };

fn sent(kind: &str, model: &str, settings: RequestSettings) -> (Value, Vec<String>) {
    let connector = Kind::named(kind).expect("a kind").sample(model).expect("a connector");
    let request = CompletionRequest { functions: Vec::new(), settings, ..harbour(1) };
    let preview = connector.preview(&request).expect("a request").expect("a wire");
    let told = preview.adaptations.into_iter().map(|one| one.what.to_string()).collect();
    (serde_json::from_str(&preview.body).expect("JSON"), told)
}

/// The members of a body that are there because of what is asked.
#[track_caller]
fn writes(kind: &str, model: &str, thinking: Thinking, expected: &Value) {
    let settings =
        RequestSettings { thinking, max_output_tokens: Some(20_000), ..RequestSettings::default() };
    let plain = RequestSettings { thinking: DEFAULT, ..settings.clone() };
    let (body, told) = sent(kind, model, settings);
    let (before, _) = sent(kind, model, plain);
    assert_eq!(told, [""; 0], "{kind} {model}");
    assert_eq!(difference(&before, &body), *expected, "{kind} {model} {thinking:?}");
}

fn difference(before: &Value, after: &Value) -> Value {
    let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return after.clone() };
    let changed = after.iter().filter(|(name, value)| before.get(*name) != Some(value));
    let inner = |(name, value): (&String, &Value)| {
        (name.clone(), before.get(name).map_or_else(|| value.clone(), |before| difference(before, value)))
    };
    Value::Object(changed.map(inner).collect())
}

#[test]
fn claude_is_told_by_a_type_and_an_effort() {
    let kind = "anthropic";
    writes(kind, "claude-opus-4-6", ON, &json!({ "thinking": { "type": "adaptive" } }));
    writes(kind, "claude-opus-5-5", HIGH, &json!({ "output_config": { "effort": "high" } }));
    let shown = Thinking { mode: Some(ThinkingMode::On), ..SHOWN };
    let summarized = json!({ "thinking": { "type": "adaptive", "display": "summarized" } });
    writes(kind, "claude-opus-4-6", shown, &summarized);
    writes(kind, "claude-haiku-5-5", OFF, &json!({ "thinking": { "type": "disabled" } }));
    let between = Thinking { mode: Some(ThinkingMode::BetweenTools), ..DEFAULT };
    writes(kind, "claude-sonnet-5-5", between, &json!({ "thinking": { "type": "between_tools" } }));
    let enabled = json!({ "thinking": { "type": "enabled", "budget_tokens": 5000 } });
    writes(kind, "claude-sonnet-4-5", BUDGET, &enabled);
    writes(kind, "claude-sonnet-4-6", BUDGET, &enabled);
    let (fields, model) = ("additionalModelRequestFields", "eu.anthropic.claude-opus-5-5-v1:0");
    writes("bedrock", model, ON, &json!({ fields: { "thinking": { "type": "adaptive" } } }));
    writes("bedrock", model, HIGH, &json!({ "outputConfig": { "effort": "high" } }));
    let nova = json!({ fields: { "reasoningConfig": { "type": "enabled", "maxReasoningEffort": "high" } } });
    writes("bedrock", "us.amazon.nova-2-lite-v1:0", HIGH, &nova);
}

#[test]
fn claude_shows_what_it_thinks_unless_it_is_asked_to_hide_it() {
    let kind = "anthropic";
    let plain = |model| sent(kind, model, RequestSettings::default()).0["thinking"].clone();
    let shown = json!({ "type": "adaptive", "display": "summarized" });
    assert_eq!(
        ["claude-opus-5-5", "claude-opus-4-8", "claude-opus-4-6"].map(plain),
        [shown.clone(), json!(null), json!(null)]
    );
    writes(kind, "claude-opus-4-8", ON, &json!({ "thinking": shown }));
    let hidden = Thinking { display: Some(ThinkingDisplay::Omitted), ..DEFAULT };
    writes(kind, "claude-opus-5-5", hidden, &json!({ "thinking": { "display": "omitted" } }));
}

#[test]
fn the_tokens_to_think_with_are_fewer_than_those_of_the_answer() {
    let settings =
        RequestSettings { thinking: BUDGET, max_output_tokens: Some(2000), ..RequestSettings::default() };
    let (body, told) = sent("anthropic", "claude-sonnet-4-5", settings.clone());
    assert_eq!(body["thinking"], json!({ "type": "enabled", "budget_tokens": 1999 }));
    assert_eq!(told, ["1999 tokens to think with are given in place of 5000"]);
    let short = RequestSettings { max_output_tokens: Some(500), ..settings };
    let (body, told) = sent("anthropic", "claude-sonnet-4-5", short);
    assert_eq!(
        (body.get("thinking"), told),
        (None, vec!["that the model thinks is not asked for".to_owned()])
    );
}

#[test]
fn openai_is_told_by_an_effort_that_may_be_none() {
    writes("openai", "gpt-5.6-sol", HIGH, &json!({ "reasoning_effort": "high" }));
    writes("openai", "gpt-5.6-sol", OFF, &json!({ "reasoning_effort": "none" }));
    writes("openai", "gpt-5.4", ON, &json!({ "reasoning_effort": "medium" }));
    writes("openai-responses", "gpt-6.1-sol", HIGH, &json!({ "reasoning": { "effort": "high" } }));
    writes("openai-responses", "gpt-6.1-sol", SHOWN, &json!({ "reasoning": { "summary": "auto" } }));
    let (body, _) = sent("openai-responses", "gpt-4.1", RequestSettings::default());
    assert_eq!((body.get("include"), body.get("reasoning")), (None, None));
}

#[test]
fn gemini_is_told_by_a_level_or_by_tokens() {
    let config = |config: Value| json!({ "generationConfig": { "thinkingConfig": config } });
    writes("gemini", "gemini-4-argon", HIGH, &config(json!({ "thinkingLevel": "HIGH" })));
    writes("vertex", "gemini-4-argon", SHOWN, &config(json!({ "includeThoughts": true })));
    writes("gemini", "gemini-2.5-flash", OFF, &config(json!({ "thinkingBudget": 0 })));
    writes("gemini", "gemini-2.5-flash", ON, &config(json!({ "thinkingBudget": -1 })));
    writes("gemini", "gemini-2.5-pro", BUDGET, &config(json!({ "thinkingBudget": 5000 })));
}

#[test]
fn services_that_speak_chat_completions_have_words_of_their_own() {
    writes("openrouter", "x/y", HIGH, &json!({ "reasoning": { "effort": "high" } }));
    writes("openrouter", "x/y", OFF, &json!({ "reasoning": { "effort": "none" } }));
    writes("openrouter", "x/y", BUDGET, &json!({ "reasoning": { "max_tokens": 5000 } }));
    writes("openrouter", "x/y", SHOWN, &json!({ "reasoning": { "exclude": false } }));
    writes("deepseek", "deepseek-v4-pro", OFF, &json!({ "thinking": { "type": "disabled" } }));
    writes("deepseek", "deepseek-v4-pro", HIGH, &json!({ "reasoning_effort": "high" }));
    writes("moonshot", "kimi-k2.6", OFF, &json!({ "thinking": { "type": "disabled" } }));
    writes("moonshot", "kimi-k3", HIGH, &json!({ "reasoning_effort": "high" }));
    writes("zai", "glm-5.2", ON, &json!({ "thinking": { "type": "enabled" } }));
    writes("qwen", "qwen3.6-plus", OFF, &json!({ "enable_thinking": false }));
    writes("qwen", "qwen3.6-plus", BUDGET, &json!({ "enable_thinking": true, "thinking_budget": 5000 }));
    writes("xai", "grok-4.7", HIGH, &json!({ "reasoning_effort": "high" }));
    writes("xai", "grok-4.3", OFF, &json!({ "reasoning_effort": "none" }));
    writes("groq", "qwen/qwen3-32b", OFF, &json!({ "reasoning_effort": "none" }));
    let switch = json!({ "chat_template_kwargs": { "enable_thinking": false, "thinking": false } });
    writes("vllm", "m", OFF, &switch);
    writes("llama-cpp", "m", OFF, &switch);
    writes("llama-cpp", "m", HIGH, &json!({ "chat_template_kwargs": { "reasoning_effort": "high" } }));
}

#[test]
fn mistral_and_ollama_are_told_in_their_own_way() {
    writes("mistral", "mistral-medium-latest", HIGH, &json!({ "reasoning_effort": "high" }));
    writes("mistral", "mistral-medium-latest", OFF, &json!({ "reasoning_effort": "none" }));
    writes("ollama", "qwen3:8b", OFF, &json!({ "think": false }));
    writes("ollama", "qwen3:8b", ON, &json!({ "think": true }));
    writes("ollama", "gpt-oss:20b", HIGH, &json!({ "think": "high" }));
    let settings = RequestSettings { context_tokens: Some(32_768), ..RequestSettings::default() };
    let (body, told) = sent("ollama", "qwen3:8b", settings.clone());
    assert_eq!((&body["options"]["num_ctx"], told), (&json!(32_768), Vec::new()));
    let (_, told) = sent("openai", "gpt-5", settings);
    assert_eq!(told, ["how much the model can read at once is not asked for"]);
}

#[test]
fn what_a_protocol_has_no_word_for_is_left_out_and_told() {
    let all = Thinking {
        mode: Some(ThinkingMode::BetweenTools),
        effort: Some(Effort::High),
        budget: Some(5000),
        display: Some(ThinkingDisplay::Detailed),
    };
    let settings = RequestSettings { thinking: all, ..RequestSettings::default() };
    let (body, told) = sent("openai-compatible", "m", settings);
    assert_eq!(body["reasoning_effort"], "high");
    let expected = [
        "that the model thinks between calls only is not asked for",
        "the number of tokens to think with is left out",
        "how thinking is shown is not asked for",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_model_that_takes_no_functions_over_chat_is_not_asked_and_responses_are_offered() {
    let connector =
        |kind: &str| Kind::named(kind).expect("a kind").sample("gpt-6-astra").expect("a connector");
    let error = connector("openai").preview(&harbour(1)).expect_err("functions");
    assert_eq!(error.remedies(), [Remedy::OtherKind { kind: "openai-responses".to_owned() }]);
    assert!(matches!(error, ConnectorError::FunctionsRefused { .. }), "{error}");
    assert!(connector("openai-responses").preview(&harbour(1)).is_ok());
}

#[test]
fn the_word_that_switches_thinking_off_goes_out_with_functions() {
    let connector = Kind::named("openai").expect("a kind").sample("gpt-5.6-terra").expect("a connector");
    let preview = connector.preview(&harbour(1)).expect("a request").expect("a wire");
    let body: Value = serde_json::from_str(&preview.body).expect("JSON");
    assert_eq!(body["reasoning_effort"], "none");
    assert_eq!(
        preview.adaptations.first().map(|one| one.what.to_string()).as_deref(),
        Some("thinking is switched off")
    );
}
