//! Histories as models read them, by templates of several kinds.

use super::{Prompt, Template};
use crate::names::Names;
use crate::testing::{asked, function, said, said_items};
use crate::tiny::TEMPLATE;
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item, Origin, Outcome,
    Output, Role,
};
use ports::{CompletionRequest, FunctionChoice};
use serde_json::json;

/// Turns in brackets and nothing else: no functions, no calls, no results, no system message.
const BARE: &str = "{% for m in messages %}{% if m.role not in ['user', 'assistant'] %}\
    {{ raise_exception('turns are taken by user and assistant') }}{% endif %}[{{ m.role }}] {{ m.content }}\n{% endfor %}[assistant]";

/// Counts turns without calls and results, and asks for ids of nine letters, as the templates of Mistral do.
const COUNTING: &str = "{% set turns = namespace(count=0) %}{% for m in messages %}\
    {% if not (m.role == 'tool' or (m.tool_calls is defined and m.tool_calls is not none)) %}\
    {% if (m.role == 'user') != (turns.count % 2 == 0) %}{{ raise_exception('roles must alternate') }}{% endif %}\
    {% set turns.count = turns.count + 1 %}{% endif %}{% endfor %}\
    {% for m in messages %}{% if m.role == 'user' %}{% if tools %}[AVAILABLE_TOOLS]{{ tools | tojson }}{% endif %}[INST]{{ m.content }}[/INST]\
    {% elif m.role == 'tool' %}{% if m.tool_call_id | length != 9 %}{{ raise_exception('ids have nine letters') }}{% endif %}\
    [TOOL_RESULTS]{{ m.content }} of {{ m.tool_call_id }}[/TOOL_RESULTS]\
    {% elif m.tool_calls is defined %}[TOOL_CALLS]{% for c in m.tool_calls %}{% if c.id | length != 9 %}{{ raise_exception('ids have nine letters') }}\
    {% endif %}{{ c.function.name }}{{ c.function.arguments | tojson }} {{ c.id }}{{ ', ' if not loop.last }}{% endfor %}{% else %}{{ m.content }}{% endif %}{% endfor %}";

/// Takes one call at a time, as the templates of Llama do.
const SINGLE: &str = "{% for m in messages %}{% if m.tool_calls %}{% if not m.tool_calls | length == 1 %}\
    {{ raise_exception('only supports single tool-calls at once!') }}{% endif %}\
    [call {{ m.content }}{{ m.tool_calls[0].function | tojson }}]{% else %}[{{ m.role }} {{ m.content }}]{% endif %}{% endfor %}";

fn conversation() -> CompletionRequest {
    let name = FunctionName::new("weather", "now");
    let function_called = CalledFunction::Known { name: name.clone() };
    let call = |id: &str, city: &str| Item::FunctionCall {
        call: FunctionCall {
            id: CallId::new(id),
            function: function_called.clone(),
            arguments: CallArguments::read(format!(r#"{{"city":"{city}"}}"#)),
            origin: Origin::Model,
            provider_state: None,
        },
    };
    let result = |id: &str, degrees: i32| Item::FunctionResult {
        result: FunctionResult {
            call_id: CallId::new(id),
            function: function_called.clone(),
            outcome: Outcome::Returned { output: Output::Json { value: json!({ "degrees": degrees }) } },
            origin: Origin::Function,
        },
    };
    let mut request = asked(vec![
        said(Role::System, "Be brief."),
        said(Role::User, "Oslo or Rome?"),
        said_items(Role::Assistant, vec![call("a", "Oslo"), call("b", "Rome")]),
        said_items(Role::Function, vec![result("a", 3), result("b", 20)]),
    ]);
    let parameters = json!({ "type": "object", "properties": { "city": { "type": "string" } } });
    request.functions = vec![function(name, "The weather", parameters)];
    request
}

fn prompt(request: &CompletionRequest, template: &str) -> Prompt {
    let template = Template::new(template, "<s>", "</s>").expect("a template");
    Prompt::of(request, &template, &Names::of(request)).expect("a prompt")
}

#[test]
fn a_template_with_a_place_for_everything_is_told_everything_in_its_place() {
    let expected = "<|im_start|>system\nBe brief.\nFunctions:\n{\"type\": \"function\", \"function\": {\"name\": \"weather-now\", \
        \"description\": \"The weather\", \"parameters\": {\"type\": \"object\", \"properties\": {\"city\": {\"type\": \"string\"}}}}}\n\
        Call one by <tool_call>{\"name\": ..., \"arguments\": ...}</tool_call><|im_end|>\n<|im_start|>user\nOslo or Rome?\n<|im_end|>\n\
        <|im_start|>assistant\n\n<tool_call>\n{\"name\": \"weather-now\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_call>\n<tool_call>\n\
        {\"name\": \"weather-now\", \"arguments\": {\"city\": \"Rome\"}}\n</tool_call>\n<|im_end|>\n<|im_start|>user\n<tool_response>\n\
        {\"degrees\": 3}\n</tool_response><|im_end|>\n<|im_start|>user\n<tool_response>\n{\"degrees\": 20}\n</tool_response><|im_end|>\n\
        <|im_start|>assistant\n";
    let Prompt { text, adaptations } = prompt(&conversation(), TEMPLATE);
    assert_eq!(text, expected);
    assert!(adaptations.is_empty(), "{adaptations:?}");
}

#[test]
fn what_a_template_has_no_place_for_is_told_in_words_and_said_to_be() {
    let Prompt { text, adaptations } = prompt(&conversation(), BARE);
    let turns: Vec<_> = text.split("[user] ").collect();
    assert_eq!(turns.len(), 3, "{text}");
    assert!(text.starts_with("[user] Be brief.\n\nYou may call functions."), "{text}");
    assert!(
        text.contains("\"name\": \"weather-now\"")
            && text.contains("\n\nOslo or Rome?\n[assistant] <tool_call>"),
        "{text}"
    );
    assert!(
        text.contains("[user] <tool_response>\n{\"degrees\": 3}\n</tool_response>\n<tool_response>"),
        "{text}"
    );
    assert!(text.ends_with("</tool_response>\n[assistant]"), "{text}");
    assert_eq!(adaptations.len(), 4, "{adaptations:?}");
}

#[test]
fn a_template_that_counts_turns_and_letters_is_told_calls_and_results_in_their_places() {
    let mut request = conversation();
    request.messages.remove(0);
    let Prompt { text, adaptations } = prompt(&request, COUNTING);
    let calls =
        "[TOOL_CALLS]weather-now{\"city\": \"Oslo\"} call00001, weather-now{\"city\": \"Rome\"} call00002";
    let results = "[TOOL_RESULTS]{\"degrees\": 3} of call00001[/TOOL_RESULTS][TOOL_RESULTS]{\"degrees\": 20} of call00002[/TOOL_RESULTS]";
    assert!(text.ends_with(&format!("[INST]Oslo or Rome?[/INST]{calls}{results}")), "{text}");
    assert!(adaptations.is_empty(), "{adaptations:?}");
}

#[test]
fn a_template_that_takes_one_call_at_a_time_is_told_each_with_its_result() {
    let mut request = conversation();
    request.functions.clear();
    let Prompt { text, adaptations } = prompt(&request, SINGLE);
    let expected = "[system Be brief.][user Oslo or Rome?]\
        [call {\"name\": \"weather-now\", \"arguments\": {\"city\": \"Oslo\"}}][tool {\"degrees\": 3}]\
        [call {\"name\": \"weather-now\", \"arguments\": {\"city\": \"Rome\"}}][tool {\"degrees\": 20}]";
    assert_eq!(text, expected);
    let what: Vec<_> = adaptations.iter().map(|adaptation| adaptation.what.to_string()).collect();
    assert_eq!(what, ["calls of one answer are told one after the other"]);
}

#[test]
fn a_model_that_must_not_call_is_told_of_functions_all_the_same() {
    let mut request = conversation();
    let may = prompt(&request, TEMPLATE);
    request.choice = FunctionChoice::None;
    assert_eq!(prompt(&request, TEMPLATE), may, "so that what was read of it before is known");
    assert!(may.text.contains("Functions:"));
}

#[test]
fn a_led_model_that_has_to_speak_sees_no_functions_and_is_asked_for_the_results() {
    let mut request = conversation();
    request.choice = FunctionChoice::None;
    request.calls.retell = Some(true);
    let Prompt { text, adaptations } = prompt(&request, TEMPLATE);
    assert!(!text.contains("Functions:") && text.contains("{\"degrees\": 3}"), "{text}");
    let (_, behind) = text.rsplit_once("with all of its values as they are written: ").expect("it is asked");
    assert!(behind.starts_with("{\"degrees\": 3}"), "the results are told once more: {behind}");
    assert!(behind.ends_with("<|im_end|>\n<|im_start|>assistant\n"), "{behind}");
    let what: Vec<_> = adaptations.iter().map(|adaptation| adaptation.what.to_string()).collect();
    assert_eq!(what, ["the functions are not described", "the model is asked to tell the results"]);

    request.messages.remove(0);
    let Prompt { text, .. } = prompt(&request, COUNTING);
    assert!(text.ends_with("[/TOOL_RESULTS]"), "a template that counts turns takes no more: {text}");
}

#[test]
fn a_led_model_that_has_to_call_is_shown_what_it_may_call() {
    let mut request = conversation();
    let mut other = request.functions[0].as_ref().clone();
    other.name = content::FunctionName::new("holiday", "book");
    request.functions.push(other.into());
    let functions = vec![request.functions[0].name.clone()];
    request.choice = FunctionChoice::Allowed { functions, required: true };
    assert!(prompt(&request, TEMPLATE).text.contains("holiday"), "one that is not led is shown all");
    request.calls.only_new = Some(true);
    let Prompt { text, adaptations } = prompt(&request, TEMPLATE);
    assert!(!text.contains("holiday") && text.contains("weather"), "{text}");
    let what: Vec<_> = adaptations.iter().map(|adaptation| adaptation.what.to_string()).collect();
    assert_eq!(what, ["functions that can't be called in this request are not described"]);
}

#[test]
fn a_person_can_tell_the_template_more() {
    let mut request = asked(vec![said(Role::User, "Hello")]);
    request.settings.more.insert("chat_template_kwargs".into(), json!({ "mood": "merry" }));
    let template = "{{ mood | default('calm') }}: {{ messages[0].content }} {{ bos_token }}";
    assert_eq!(prompt(&request, template).text, "merry: Hello <s>");
}
