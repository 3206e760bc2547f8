//! Every history, asked of every connector in every way.

use super::any_history::any_history;
use super::functions::{awkward, many};
use super::histories::{self, History};
use super::{blocks, chat, gemini, interactions, responses, states};
use crate::testing::{fixture, functions};
use crate::transport::Network;
use crate::{Kind, Secret, Service};
use content::{FunctionName, Message, ModelId};
use ports::{
    CallOptions, CompletionRequest, Connector, ConnectorProfile, Effort, FunctionChoice, FunctionInput,
    FunctionSpec, HostedTool, NameStyle, Preview, RequestSettings, ResponseFormat, TextForm, Thinking,
    ThinkingDisplay, ThinkingMode, finder,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// A connector and the rules its requests keep.
pub(super) struct Candidate {
    pub(super) kind: &'static str,
    pub(super) model: String,
    title: String,
    connector: Arc<dyn Connector>,
    check: fn(&Value) -> Result<(), String>,
}

fn candidates() -> Vec<Candidate> {
    let models = |kind: Kind| match kind {
        Kind::OpenAiChat(_) => vec![kind.usual_model()],
        Kind::OpenAiResponses(_) => vec!["gpt-5", "gpt-6"],
        Kind::Anthropic => vec!["claude-opus-5-5"],
        Kind::Gemini(_) => vec!["gemini-3.6-flash", "gemini-2.5-pro"],
        Kind::GeminiInteractions => vec!["gemini-3.6-flash"],
        Kind::Mistral => vec!["mistral-large-latest"],
        Kind::Ollama => vec!["qwen3:8b"],
        Kind::Bedrock => vec!["eu.anthropic.claude-opus-5-5-v1:0", "meta.llama4-v1:0", "mistral.large-v1:0"],
    };
    let all =
        Kind::all().into_iter().flat_map(|kind| models(kind).into_iter().map(move |model| (kind, model)));
    all.map(|(kind, model)| candidate(kind, model)).collect()
}

fn candidate(kind: Kind, model: &str) -> Candidate {
    let facts = kind.facts();
    let service = Service {
        title: facts.title.to_owned(),
        address: Some(facts.address)
            .filter(|address| !address.is_empty())
            .unwrap_or("https://x.example/v1")
            .to_owned(),
        key: Secret::new("key-0123456789"),
        headers: Vec::new(),
        network: Network::USUAL,
    };
    let model_id = ModelId::new(format!("{}/m", facts.id));
    let profile = ConnectorProfile { model: model_id, title: String::new(), service: String::new() };
    let connector = kind.connect(profile, model.to_owned(), Arc::new(service)).expect("a connector");
    let check = match (kind, model) {
        (Kind::OpenAiChat(_), _) => chat::openai,
        (Kind::OpenAiResponses(_), _) => responses::openai,
        (Kind::Anthropic, _) => blocks::anthropic,
        (Kind::Gemini(_), "gemini-2.5-pro") => gemini::unsigned,
        (Kind::Gemini(_), _) => gemini::signed,
        (Kind::GeminiInteractions, _) => interactions::steps,
        (Kind::Mistral, _) => chat::mistral,
        (Kind::Ollama, _) => chat::ollama,
        (Kind::Bedrock, model) if model.contains("anthropic") => blocks::bedrock,
        (Kind::Bedrock, _) => blocks::bedrock_apart,
    };
    let title = format!("{} {model}", facts.title);
    Candidate { kind: facts.id, model: model.to_owned(), title, connector, check }
}

impl Candidate {
    pub(super) fn preview(&self, request: &CompletionRequest) -> Preview {
        let preview = self.connector.preview(request).expect("a request");
        preview.unwrap_or_else(|| panic!("{} has a wire", self.title))
    }

    fn verdict(&self, request: &CompletionRequest) -> Result<(), String> {
        let preview = self.preview(request);
        let body: Value = serde_json::from_str(&preview.body).expect("JSON");
        let mut places = preview.adaptations.iter().flat_map(|adaptation| &adaptation.places);
        if let Some(place) = places.find(|place| !place.starts_with('/')) {
            return Err(format!("{place} is no place"));
        }
        (self.check)(&body).map_err(|wrong| format!("{}: {wrong}\n{body:#}", self.title))
    }
}

pub(crate) fn all_histories() -> Vec<(&'static str, Vec<Arc<Message>>)> {
    histories::all()
}

/// A plain request with a history.
pub(crate) fn request_with(history: Vec<Arc<Message>>) -> CompletionRequest {
    request(&history)
}

pub(super) fn request(history: &History) -> CompletionRequest {
    CompletionRequest {
        known: Vec::new(),
        messages: history.clone(),
        functions: functions(),
        choice: FunctionChoice::Auto,
        names: NameStyle::default(),
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
    }
}

/// The ways to ask with one history.
pub(super) fn ways(history: &History) -> Vec<CompletionRequest> {
    let plain = request(history);
    let named = FunctionChoice::Function { name: FunctionName::without_plugin("tide_table") };
    let choices = [FunctionChoice::Required, FunctionChoice::None, named];
    let mut ways: Vec<_> =
        choices.into_iter().map(|choice| CompletionRequest { choice, ..plain.clone() }).collect();
    ways.push(CompletionRequest { functions: Vec::new(), ..plain.clone() });
    ways.push(CompletionRequest { functions: Vec::new(), choice: FunctionChoice::None, ..plain.clone() });
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    ways.push(CompletionRequest {
        calls: CallOptions { parallel: Some(false), strict: Some(true), ..CallOptions::NONE },
        settings: RequestSettings {
            temperature: Some(0.5),
            top_p: Some(0.9),
            max_output_tokens: Some(100),
            seed: Some(7),
            stop: vec!["END".to_owned()],
            response_format: Some(ResponseFormat::Schema { name: "reply".to_owned(), schema }),
            ..RequestSettings::default()
        },
        ..plain.clone()
    });
    let json = RequestSettings { response_format: Some(ResponseFormat::Json), ..RequestSettings::default() };
    ways.push(CompletionRequest { settings: json, ..plain.clone() });
    ways.extend(ways_to_think().map(|thinking| {
        let settings =
            RequestSettings { thinking, context_tokens: Some(65_536), ..RequestSettings::default() };
        CompletionRequest { settings, ..plain.clone() }
    }));
    if finder::found_in(history.iter().map(AsRef::as_ref)).is_empty() {
        ways.push(plain);
    } else {
        let mut searching = plain.clone();
        searching.functions.insert(0, Arc::new(finder::spec()));
        ways.extend([searching, plain]);
    }
    ways
}

fn ways_to_think() -> impl Iterator<Item = Thinking> {
    let plain = Thinking::default();
    let modes = [ThinkingMode::On, ThinkingMode::Off, ThinkingMode::BetweenTools];
    let modes = modes.map(|mode| Thinking { mode: Some(mode), ..plain });
    let display = Some(ThinkingDisplay::Detailed);
    let others = [
        Thinking { effort: Some(Effort::Minimal), ..plain },
        Thinking { effort: Some(Effort::Max), display, ..plain },
        Thinking { budget: Some(5000), ..plain },
    ];
    modes.into_iter().chain(others)
}

/// The ways to offer functions nobody here wrote, which don't depend on the history.
pub(super) fn offers(history: &History) -> Vec<CompletionRequest> {
    let plain = request(history);
    let strict = CallOptions { parallel: None, strict: Some(true), ..CallOptions::NONE };
    let all = [awkward(), many()]
        .into_iter()
        .flat_map(|functions| [(functions.clone(), CallOptions::default()), (functions, strict)]);
    let offered = all.map(|(functions, calls)| CompletionRequest { functions, calls, ..plain.clone() });
    let each = awkward().into_iter().map(|function| {
        let choice = FunctionChoice::Function { name: function.name.clone() };
        CompletionRequest { functions: vec![function], calls: strict, choice, ..plain.clone() }
    });
    let forms = awkward().into_iter().map(|function| {
        let format =
            ResponseFormat::Schema { name: "odd answer!".to_owned(), schema: function.parameters.clone() };
        let settings = RequestSettings {
            response_format: Some(format),
            stop: ["", "a", "b", "c", "d", "e", "\n"].map(str::to_owned).into(),
            ..RequestSettings::default()
        };
        CompletionRequest { functions: Vec::new(), settings, ..plain.clone() }
    });
    offered.chain(each).chain(forms).chain(ways_of_calling(&plain)).collect()
}

/// The ways of calling that not every service has, one by one and together.
fn ways_of_calling(plain: &CompletionRequest) -> Vec<CompletionRequest> {
    let stores = vec!["store_1".to_owned()];
    let hosted = [
        HostedTool::WebSearch,
        HostedTool::WebFetch,
        HostedTool::CodeExecution,
        HostedTool::FileSearch { stores },
    ];
    let with =
        |hosted: &[HostedTool]| RequestSettings { hosted: hosted.to_vec(), ..RequestSettings::default() };
    let settings = hosted.iter().map(std::slice::from_ref).chain([&hosted[..3]]).map(with);
    let mut ways: Vec<_> = settings.map(|settings| CompletionRequest { settings, ..plain.clone() }).collect();
    ways.extend(ways.clone().into_iter().map(|way| CompletionRequest { functions: Vec::new(), ..way }));
    let (on, none) = (Some(true), CallOptions::NONE);
    let calls = [
        CallOptions { deferred: on, ..none },
        CallOptions { eager: on, ..none },
        CallOptions { from_code: on, strict: on, parallel: Some(false), ..none },
        CallOptions { deferred: on, from_code: on, strict: on, ..none },
    ];
    ways.extend(calls.map(|calls| CompletionRequest { calls, ..plain.clone() }));
    ways.extend([false, true].map(|required| {
        let functions = vec![FunctionName::without_plugin("tide_table")];
        let choice = FunctionChoice::Allowed { functions, required };
        CompletionRequest { choice, settings: with(&hosted[..1]), ..plain.clone() }
    }));
    let mut free = plain.clone();
    let forms = [
        TextForm::Any,
        TextForm::Grammar { syntax: "lark".to_owned(), definition: "start: /[a-z]+/".to_owned() },
    ];
    free.functions = free
        .functions
        .iter()
        .zip(forms)
        .map(|(spec, form)| {
            let input = FunctionInput { text: Some(form), examples: Vec::new() };
            let parameters = FunctionInput::schema_of_text();
            Arc::new(FunctionSpec { input, parameters, ..(**spec).clone() })
        })
        .collect();
    let mut shown = plain.clone();
    if let Some(first) = shown.functions.first_mut() {
        let example = json!({ "berth": 12 }).as_object().cloned().unwrap_or_default();
        let input = FunctionInput { examples: vec![example], text: None };
        *first = Arc::new(FunctionSpec { input, ..(**first).clone() });
    }
    ways.extend([free, shown]);
    ways
}

#[test]
fn any_history_goes_to_any_model() {
    let candidates = candidates_once();
    let mut wrong = Vec::new();
    for (name, history) in histories::all() {
        for (way, request) in ways(&history).iter().enumerate() {
            let verdicts = candidates.iter().filter_map(|candidate| candidate.verdict(request).err());
            wrong.extend(verdicts.map(|verdict| format!("{name}, way {way}: {verdict}")));
        }
    }
    for (number, request) in offers(&histories::words_alone()).iter().enumerate() {
        let verdicts = candidates.iter().filter_map(|candidate| candidate.verdict(request).err());
        wrong.extend(verdicts.map(|verdict| format!("offer {number}: {verdict}")));
    }
    assert!(wrong.is_empty(), "{} requests are refused, the first of them: {}", wrong.len(), wrong[0]);
}

/// Every service after every other, and each with a turn of its own among theirs.
#[test]
fn state_goes_back_to_the_service_that_made_it_and_to_no_other() {
    let request = request(&states::of_every_kind());
    // Some services want nothing back, and some models of one take nothing.
    let echoes = |candidate: &Candidate| match candidate.kind {
        "ollama" | "openai" | "azure-openai" | "azure-openai-dated" => false,
        "bedrock" => candidate.model.contains("anthropic"),
        _ => true,
    };
    for candidate in candidates_once() {
        let body = candidate.preview(&request).body;
        for kind in Kind::all() {
            let id = kind.facts().id;
            let is_there = body.contains(&states::mark(id));
            let expected = id == candidate.kind && echoes(candidate);
            assert_eq!(is_there, expected, "what {id} made, at {}\n{body}", candidate.title);
        }
    }
}

/// As a value, or as a text that holds it whole.
fn holds(body: &Value, result: &Value) -> bool {
    body == result
        || match body {
            Value::String(text) => text.contains(&result.to_string()),
            Value::Array(members) => members.iter().any(|member| holds(member, result)),
            Value::Object(fields) => fields.values().any(|field| holds(field, result)),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
}

#[test]
fn a_result_can_be_read_as_json_beside_the_words_that_say_it_is_that_of_an_earlier_call() {
    let request = request(&histories::repeated());
    for candidate in candidates_once() {
        let body = candidate.preview(&request).body;
        let read: Value = serde_json::from_str(&body).expect("JSON");
        assert!(holds(&read, &histories::repeated_result()), "{}\n{body}", candidate.title);
        assert!(body.contains(histories::HINT), "{}\n{body}", candidate.title);
    }
}

#[test]
fn the_same_history_is_written_the_same_way_and_stays_what_it_was() {
    for (_, history) in histories::all() {
        let before = history.clone();
        for candidate in candidates_once() {
            let bodies = [0, 1].map(|_| candidate.preview(&request(&history)).body);
            assert_eq!(bodies[0], bodies[1], "{}", candidate.title);
        }
        assert_eq!(history, before);
    }
}

#[test]
fn no_request_tells_what_was_made_up_and_none_shows_the_key() {
    for (_, history) in histories::all() {
        for candidate in candidates_once() {
            let preview = candidate.preview(&request(&history));
            let shown = format!("{preview:?}");
            assert!(!shown.contains("key-0123456789"), "{}", candidate.title);
            assert!(!preview.body.contains("imulated"), "{}", candidate.title);
        }
    }
}

/// The rules are worth something only if they refuse what providers were seen to refuse.
#[test]
fn what_providers_refused_breaks_their_rules() {
    let check = |path: &str, rules: fn(&Value) -> Result<(), String>, expected: &str| {
        let body = &fixture(path)["request"]["body"];
        assert_eq!(rules(body), Err(expected.to_owned()), "{path}");
    };
    let unlike = "calls and results right behind them are not the same";
    check("anthropic/03-error-missing-result.json", blocks::anthropic, unlike);
    check("gemini/03-error-count.json", gemini::signed, unlike);
    let choice = "a choice without functions";
    check("gemini-interactions/03-error-choice.json", interactions::steps, choice);
    check("mistral/03-error-id.json", chat::mistral, "an id is of another form");
    check("bedrock/04-error-no-toolconfig.json", blocks::bedrock, "a history with calls has no toolConfig");
    let at_the_end = "calls and results at the end are not the same";
    check("openai-chat/03-error-missing-result.json", chat::openai, at_the_end);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn histories_nobody_thought_of_go_to_any_model(history in any_history()) {
        let request = request(&history);
        for candidate in candidates_once() {
            let verdict = candidate.verdict(&request);
            prop_assert!(verdict.is_ok(), "{}", verdict.unwrap_err());
        }
    }
}

/// Connectors are made once: each brings a client of its own.
pub(super) fn candidates_once() -> &'static [Candidate] {
    static ONCE: std::sync::OnceLock<Vec<Candidate>> = std::sync::OnceLock::new();
    ONCE.get_or_init(candidates)
}
