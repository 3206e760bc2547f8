//! Every row of the table, tried: what is refused is asked for, and looked for in what would be sent; what is accepted
//! is asked for, and has to be there.

use super::{Budget, Functions, ModelFacts, ModelTable, Refusable, Thinks};
use crate::Kind;
use crate::testing::harbour;
use ports::{
    CallOptions, CompletionRequest, Connector, Effort, FunctionChoice, RequestSettings, ResponseFormat,
    Thinking, ThinkingMode,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

const MODES: [ThinkingMode; 3] = [ThinkingMode::On, ThinkingMode::Off, ThinkingMode::BetweenTools];
const EFFORTS: [Effort; 6] =
    [Effort::Minimal, Effort::Low, Effort::Medium, Effort::High, Effort::Xhigh, Effort::Max];

struct Tried {
    title: String,
    facts: ModelFacts,
    connector: Arc<dyn Connector>,
}

/// An example of every row. Connectors are made once: each brings a client of its own.
fn tried() -> &'static [Tried] {
    static ONCE: LazyLock<Vec<Tried>> = LazyLock::new(examples);
    &ONCE
}

fn examples() -> Vec<Tried> {
    let kinds: Vec<&str> = Kind::all().iter().map(|kind| kind.facts().id).collect();
    let examples = ModelTable::usual().examples(&kinds);
    let of = |(row, id, model): (usize, &str, String)| {
        let kind = Kind::named(id).expect("a kind");
        // There a name begins with its maker.
        let is_bare = kind.facts().id == "bedrock" && model.starts_with("claude");
        let model = if is_bare { format!("eu.anthropic.{model}") } else { model };
        let connector = kind.sample(&model).expect("a connector");
        let facts = ModelTable::usual().facts(id, &model);
        Tried { title: format!("row {row}, {model} of {id}"), facts, connector }
    };
    examples.into_iter().map(of).collect()
}

impl Tried {
    fn sent(&self, request: &CompletionRequest) -> (Sent, Vec<String>) {
        let preview = self.connector.preview(request).expect("a request").expect("a wire");
        let told = preview.adaptations.into_iter().map(|one| one.what.to_string()).collect();
        (Sent(serde_json::from_str(&preview.body).expect("JSON")), told)
    }
}

/// A body of any protocol.
struct Sent(Value);

impl Sent {
    fn first(&self, places: &[&str]) -> Option<&Value> {
        places.iter().find_map(|place| self.0.pointer(place)).filter(|value| !value.is_null())
    }

    fn in_settings(&self, names: &[&str]) -> bool {
        let heads = ["", "/inferenceConfig", "/generationConfig", "/options"];
        names.iter().any(|name| heads.iter().any(|head| self.0.pointer(&format!("{head}/{name}")).is_some()))
    }

    fn asks(&self, what: Refusable) -> bool {
        match what {
            Refusable::Temperature => self.in_settings(&["temperature"]),
            Refusable::TopP => self.in_settings(&["top_p", "topP"]),
            Refusable::Seed => self.in_settings(&["seed", "random_seed"]),
            Refusable::Stop => self.in_settings(&["stop", "stop_sequences", "stopSequences"]),
            Refusable::ForcedChoice => self.is_forced(),
            Refusable::Parallel => self.in_settings(&["parallel_tool_calls"]),
            Refusable::Strict => {
                self.0.to_string().contains("\"strict\":true,\"type\":\"function\"")
                    || self.first(&[
                        "/tools/0/strict",
                        "/tools/0/function/strict",
                        "/toolConfig/tools/0/toolSpec/strict",
                    ]) == Some(&Value::Bool(true))
            }
            Refusable::ResponseFormat => self
                .first(&[
                    "/response_format",
                    "/text/format",
                    "/output_config/format",
                    "/outputConfig/textFormat",
                    "/generationConfig/responseJsonSchema",
                    "/format",
                ])
                .is_some(),
        }
    }

    fn is_forced(&self) -> bool {
        let choice =
            self.first(&["/tool_choice", "/toolConfig/toolChoice", "/toolConfig/functionCallingConfig/mode"]);
        let text = choice.map(Value::to_string).unwrap_or_default().to_lowercase();
        ["\"required\"", "\"any\"", "\"tool\"", "\"function\""].iter().any(|word| text.contains(word))
    }

    fn effort(&self) -> Option<String> {
        let places = [
            "/reasoning_effort",
            "/reasoning/effort",
            "/output_config/effort",
            "/outputConfig/effort",
            "/chat_template_kwargs/reasoning_effort",
            "/generationConfig/thinkingConfig/thinkingLevel",
            "/additionalModelRequestFields/reasoningConfig/maxReasoningEffort",
            "/additionalModelRequestFields/reasoning_effort",
            "/think",
        ];
        self.first(&places).and_then(Value::as_str).map(str::to_lowercase)
    }

    fn switch(&self) -> Option<String> {
        let places = ["/thinking/type", "/additionalModelRequestFields/thinking/type"];
        let kind = self.first(&places).and_then(Value::as_str).map(str::to_owned);
        let nova =
            self.first(&["/additionalModelRequestFields/reasoningConfig/type"]).and_then(Value::as_str);
        let flag = self.first(&["/enable_thinking", "/chat_template_kwargs/enable_thinking", "/think"]);
        let flag = flag.and_then(Value::as_bool).map(|is_on| if is_on { "enabled" } else { "disabled" });
        kind.or(nova.map(str::to_owned)).or(flag.map(str::to_owned))
    }

    fn budget(&self) -> Option<i64> {
        let places = [
            "/thinking/budget_tokens",
            "/additionalModelRequestFields/thinking/budget_tokens",
            "/generationConfig/thinkingConfig/thinkingBudget",
            "/reasoning/max_tokens",
            "/thinking_budget",
            "/thinking_budget_tokens",
        ];
        self.first(&places).and_then(Value::as_i64)
    }

    fn is_off(&self) -> bool {
        self.effort().as_deref() == Some("none")
            || matches!(self.switch().as_deref(), Some("disabled"))
            || self.budget() == Some(0)
    }

    fn is_between(&self) -> bool {
        self.switch().as_deref() == Some("between_tools")
    }

    fn is_on(&self) -> bool {
        let has_word = self.effort().is_some() || self.switch().is_some() || self.budget().is_some();
        let is_enabled = self.first(&["/reasoning/enabled"]).is_some();
        (has_word || is_enabled) && !self.is_off()
    }

    fn has_functions(&self) -> bool {
        self.first(&["/tools/0", "/toolConfig/tools/0"]).is_some()
    }

    fn limit(&self) -> Option<u64> {
        let names = [
            "max_tokens",
            "max_completion_tokens",
            "max_output_tokens",
            "num_predict",
            "maxTokens",
            "maxOutputTokens",
        ];
        let heads = ["", "/inferenceConfig", "/generationConfig", "/options"];
        let places = names.iter().flat_map(|name| heads.iter().map(move |head| format!("{head}/{name}")));
        places.into_iter().find_map(|place| self.0.pointer(&place)?.as_u64())
    }
}

const REFUSABLE: [Refusable; 8] = [
    Refusable::Temperature,
    Refusable::TopP,
    Refusable::Seed,
    Refusable::Stop,
    Refusable::ForcedChoice,
    Refusable::Parallel,
    Refusable::Strict,
    Refusable::ResponseFormat,
];

/// Everything that can be asked for, with one way to think.
fn everything(thinking: Thinking) -> CompletionRequest {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    CompletionRequest {
        choice: FunctionChoice::Required,
        calls: CallOptions { parallel: Some(true), strict: Some(true), ..CallOptions::default() },
        settings: RequestSettings {
            temperature: Some(0.5),
            top_p: Some(0.9),
            max_output_tokens: Some(1_000_000),
            seed: Some(7),
            stop: vec!["END".to_owned()],
            response_format: Some(ResponseFormat::Schema { name: "reply".to_owned(), schema }),
            thinking,
            ..RequestSettings::default()
        },
        ..harbour(1)
    }
}

fn ways_to_think() -> Vec<Thinking> {
    let plain = Thinking::default();
    let off = Some(ThinkingMode::Off);
    let efforts = [None, off]
        .into_iter()
        .flat_map(|mode| EFFORTS.map(|effort| Thinking { mode, effort: Some(effort), ..plain }));
    let alone = MODES.map(Some).into_iter().chain([None]).map(|mode| Thinking { mode, ..plain });
    let budgets = [1, 5000, 1_000_000].map(|budget| Thinking { budget: Some(budget), ..plain });
    efforts.chain(alone).chain(budgets).collect()
}

/// What a body asks for that the model is known to refuse.
fn refused(sent: &Sent, facts: &ModelFacts) -> Option<String> {
    let thinking = &facts.thinking;
    let thinks = match thinking.thinks {
        Thinks::Always => true,
        Thinks::Never => false,
        Thinks::UnlessSwitchedOff => !sent.is_off(),
        Thinks::IfAsked | Thinks::Unknown => sent.is_on(),
    };
    for what in REFUSABLE.into_iter().filter(|what| sent.asks(*what)) {
        let by = [
            facts.refuses.contains(&what),
            thinks && facts.refuses_thinking.contains(&what),
            sent.has_functions() && facts.refuses_beside_functions.contains(&what),
        ];
        if by.contains(&true) {
            return Some(format!("{what:?}"));
        }
    }
    let has_mode = |mode| thinking.modes.is_empty() || thinking.modes.contains(&mode);
    let can_rest = !matches!(thinking.thinks, Thinks::Always | Thinks::Never);
    if sent.is_off() && !(can_rest && has_mode(ThinkingMode::Off)) {
        return Some("thinking switched off".to_owned());
    }
    if sent.is_between() && !has_mode(ThinkingMode::BetweenTools) {
        return Some("thinking between calls".to_owned());
    }
    if sent.is_on() && thinking.thinks == Thinks::Never {
        return Some("thinking".to_owned());
    }
    let rests = sent.is_off() || sent.is_between();
    let known = thinking.efforts_off.as_ref().filter(|_| rests).or(thinking.efforts.as_ref());
    let effort = sent.effort().filter(|effort| effort != "none");
    if let (Some(effort), Some(known)) = (effort, known)
        && !known.iter().any(|one| one.as_str() == effort)
    {
        return Some(format!("the effort {effort}"));
    }
    if let Some(budget) = sent.budget().filter(|budget| *budget > 0) {
        let within = i64::from(thinking.least_budget.unwrap_or(0))
            ..=i64::from(thinking.most_budget.unwrap_or(u32::MAX));
        if thinking.budget == Budget::Refused || !within.contains(&budget) {
            return Some(format!("{budget} tokens to think with"));
        }
    }
    if facts.output.zip(sent.limit()).is_some_and(|(most, limit)| limit > u64::from(most)) {
        return Some("an answer that long".to_owned());
    }
    let is_late = facts.functions == Functions::WithoutThinking && sent.has_functions() && thinks;
    is_late.then(|| "functions while it thinks".to_owned())
}

#[test]
fn nothing_a_row_says_is_refused_goes_out() {
    let requests: Vec<CompletionRequest> = ways_to_think().into_iter().map(everything).collect();
    let mut wrong = Vec::new();
    for tried in tried() {
        for request in &requests {
            // Where functions are refused altogether, nothing is sent.
            let functions = match tried.facts.functions {
                Functions::Refused => Vec::new(),
                Functions::Taken | Functions::WithoutThinking => request.functions.clone(),
            };
            let request = CompletionRequest { functions, ..request.clone() };
            let (sent, _) = tried.sent(&request);
            if let Some(what) = refused(&sent, &tried.facts) {
                wrong.push(format!(
                    "{}: {what}, asked {:?}\n{}",
                    tried.title, request.settings.thinking, sent.0
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are refused, the first: {}", wrong.len(), wrong[0]);
}

/// What of thinking a row lists has its word in the body, and nothing is told.
#[test]
fn every_effort_and_mode_a_row_lists_goes_out_as_it_is_asked() {
    for tried in tried() {
        let asked = |thinking| {
            let settings = RequestSettings { thinking, ..RequestSettings::default() };
            let request = CompletionRequest { functions: Vec::new(), settings, ..harbour(1) };
            tried.sent(&request)
        };
        let thinking = &tried.facts.thinking;
        if thinking.thinks == Thinks::Never {
            continue;
        }
        for effort in thinking.efforts.iter().flatten().copied() {
            let (sent, told) = asked(Thinking { effort: Some(effort), ..Thinking::default() });
            assert_eq!(
                (sent.effort().as_deref(), told),
                (Some(effort.as_str()), Vec::new()),
                "{}",
                tried.title
            );
        }
        for mode in thinking.modes.iter().copied() {
            let (sent, told) = asked(Thinking { mode: Some(mode), ..Thinking::default() });
            let shown = match mode {
                ThinkingMode::Off => sent.is_off(),
                ThinkingMode::BetweenTools => sent.is_between(),
                // What thinks anyway needs no word for it.
                ThinkingMode::On => sent.is_on() || thinking.thinks != Thinks::IfAsked,
            };
            assert!(shown && told.is_empty(), "{}: {mode:?} {told:?}\n{}", tried.title, sent.0);
        }
    }
}

/// A setting that no row refuses stands in the body as it does for a model nobody knows.
#[test]
fn what_no_row_refuses_goes_out() {
    let request = everything(Thinking::default());
    let mut unknown: BTreeMap<&str, Sent> = BTreeMap::new();
    for tried in tried().iter().filter(|tried| tried.facts.functions != Functions::Refused) {
        let kind = tried.title.rsplit(' ').next().and_then(Kind::named).expect("a kind");
        let plain = unknown.entry(kind.facts().id).or_insert_with(|| {
            let connector = kind.sample("nobody-knows").expect("a connector");
            let preview = connector.preview(&request).expect("a request").expect("a wire");
            Sent(serde_json::from_str(&preview.body).expect("JSON"))
        });
        let (sent, _) = tried.sent(&request);
        let facts = &tried.facts;
        let may = |what: &Refusable| {
            !facts.refuses.contains(what)
                && !facts.refuses_thinking.contains(what)
                && !facts.refuses_beside_functions.contains(what)
        };
        for what in REFUSABLE.into_iter().filter(may).filter(|what| plain.asks(*what)) {
            assert!(sent.asks(what), "{}: {what:?}\n{}", tried.title, sent.0);
        }
    }
}

#[test]
fn every_row_says_where_it_is_from_and_no_two_facts_contradict() {
    for tried in tried() {
        let Tried { title, facts, .. } = tried;
        assert!(facts.sources.iter().all(|source| source.len() > 10) && !facts.sources.is_empty(), "{title}");
        let always = facts.thinking.thinks == Thinks::Always;
        assert!(!(always && facts.functions == Functions::WithoutThinking), "{title}: functions never");
        assert!(!(always && facts.thinking.modes.contains(&ThinkingMode::Off)), "{title}: off");
        let (least, most) = (facts.thinking.least_budget, facts.thinking.most_budget);
        assert!(least.zip(most).is_none_or(|(least, most)| least <= most), "{title}: budgets");
    }
}
