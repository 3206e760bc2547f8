use super::{
    Adaptations, IdLength, IdRule, Outgoing, Part, Rules, Said, SystemTurns, Turn, Unclaimed, render_outcome,
};
use crate::names::WireNames;
use content::{
    Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item, Media,
    MediaSource, Message, MessageId, ModelId, OpaquePart, Origin, Outcome, Output, ProviderState, Role,
};
use serde_json::json;

const STRICT: Rules = Rules {
    provider: "ours",
    unclaimed: Unclaimed::Taken,
    binds_model: false,
    ids: IdRule { length: IdLength::Exactly(9), punctuation: "" },
    system: SystemTurns::AtTheBeginning,
    alternates: true,
    begins_with_person: true,
    ends_with_person: true,
    resumes_paused: false,
    separates_results: true,
    refuses_blank_text: true,
    thoughts_lead_on: true,
    model_shows_media: false,
};

const LENIENT: Rules = Rules {
    provider: "ours",
    unclaimed: Unclaimed::Taken,
    binds_model: false,
    ids: IdRule { length: IdLength::AtMost(64), punctuation: "-_" },
    system: SystemTurns::Anywhere,
    alternates: false,
    begins_with_person: false,
    ends_with_person: false,
    resumes_paused: false,
    separates_results: false,
    refuses_blank_text: false,
    thoughts_lead_on: false,
    model_shows_media: false,
};

fn message(role: Role, items: Vec<Item>) -> Message {
    Message {
        id: MessageId::new("m"),
        parent: None,
        role,
        items,
        author: Author::Application,
        origin: Origin::Application,
    }
}

fn text(text: &str) -> Item {
    Item::Text { text: text.into() }
}

fn called(name: &str) -> CalledFunction {
    CalledFunction::Known { name: FunctionName::new("p", name) }
}

fn call(id: &str, name: &str) -> Item {
    let call = FunctionCall {
        id: CallId::new(id),
        function: called(name),
        arguments: CallArguments::read("{}"),
        origin: Origin::Model,
        provider_state: None,
    };
    Item::FunctionCall { call }
}

fn result(id: &str, name: &str, words: &str) -> Item {
    let outcome = Outcome::Returned { output: Output::Text { text: words.into() } };
    let result = FunctionResult {
        call_id: CallId::new(id),
        function: called(name),
        outcome,
        origin: Origin::Function,
    };
    Item::FunctionResult { result }
}

/// The turns as lines: who, what, and the words of results.
fn shown(messages: &[Message], rules: &Rules) -> (Vec<String>, Vec<(String, Vec<String>)>) {
    let mut adaptations = Adaptations::default();
    let (maker, names) = (ModelId::new("here/model"), WireNames::default());
    let outgoing = Outgoing::of(messages, rules, (&maker, &names), &mut adaptations);
    let parts =
        |parts: &[Part<'_>]| parts.iter().map(|part| show(&part.said)).collect::<Vec<_>>().join(" + ");
    let mut lines = Vec::new();
    if !outgoing.system.is_empty() {
        lines.push(format!("top: {}", parts(&outgoing.system)));
    }
    lines.extend(outgoing.turns.iter().map(|turn| match turn {
        Turn::System(said) => format!("system: {}", parts(said)),
        Turn::Person(said) => format!("person: {}", parts(said)),
        Turn::Model(said) => format!("model: {}", parts(said)),
        Turn::Results(answers) => {
            let told = answers.iter().map(|answer| render_outcome(&answer.outcome).words());
            format!("results: {}", told.collect::<Vec<_>>().join(" + "))
        }
    }));
    let listed = adaptations.into_list().into_iter();
    (lines, listed.map(|adaptation| (adaptation.what.to_string(), adaptation.places)).collect())
}

fn show(said: &Said<'_>) -> String {
    match said {
        Said::Text(text) => text.to_string(),
        Said::Media(media) => media.mime_type.clone(),
        Said::Thought { text, .. } => format!("thought {text}"),
        Said::BesideText(state) => format!("beside {}", state.len()),
        Said::Call(call) => match call.function {
            CalledFunction::Known { name } => name.function.clone(),
            CalledFunction::Unknown { raw } => raw.clone(),
        },
        Said::Own(value) => value.to_string(),
    }
}

#[track_caller]
fn check(messages: &[Message], rules: &Rules, expected: &[&str], adapted: &[(&str, &[&str])]) {
    let (lines, adaptations) = shown(messages, rules);
    assert_eq!(lines, expected);
    let adaptations: Vec<_> = adaptations
        .iter()
        .map(|(what, places)| (what.as_str(), places.iter().map(String::as_str).collect::<Vec<_>>()))
        .collect();
    let adapted: Vec<_> = adapted.iter().map(|(what, places)| (*what, places.to_vec())).collect();
    assert_eq!(adaptations, adapted);
}

#[test]
fn a_call_for_information_only_is_sent_with_its_result_or_not_at_all() {
    let mut informational = call("a", "x");
    informational.call_mut().expect("a call").origin = Origin::Informational;
    let asked = [message(Role::User, vec![text("?")]), message(Role::Assistant, vec![informational])];
    let left_out: (&str, &[&str]) = ("a call for information only is left out", &["/messages/1/items/0"]);
    check(&asked, &LENIENT, &["person: ?"], &[left_out]);
    let answered = [asked.to_vec(), vec![message(Role::Function, vec![result("a", "x", "3")])]].concat();
    check(&answered, &LENIENT, &["person: ?", "model: x", "results: 3"], &[]);
}

#[test]
fn a_sound_history_goes_out_as_it_is_and_nothing_is_reported() {
    let history = [
        message(Role::System, vec![text("Be brief.")]),
        message(Role::User, vec![text("Two cities?")]),
        message(Role::Assistant, vec![text("I look."), call("a", "x"), call("b", "y")]),
        message(Role::Function, vec![result("a", "x", "one"), result("b", "y", "two")]),
        message(Role::Assistant, vec![text("Done.")]),
        message(Role::User, vec![text("Thanks.")]),
    ];
    let lines = [
        "system: Be brief.",
        "person: Two cities?",
        "model: I look. + x + y",
        "results: one + two",
        "model: Done.",
        "person: Thanks.",
    ];
    check(&history, &LENIENT, &lines, &[]);
}

#[test]
fn missing_late_and_doubled_results_are_settled() {
    let history = [
        message(Role::User, vec![text("Go.")]),
        message(Role::Assistant, vec![call("a", "x"), call("b", "y"), call("c", "z")]),
        message(Role::Function, vec![result("b", "y", "two"), result("b", "y", "again")]),
        message(Role::User, vec![text("Well?")]),
        message(Role::Function, vec![result("a", "x", "late")]),
    ];
    let not_run = "The call was not run: the conversation went on without a result.";
    let results = format!("results: late + two + {not_run}");
    let lines = ["person: Go.", "model: x + y + z", results.as_str(), "person: Well?"];
    let adapted: [(&str, &[&str]); 3] = [
        ("a second result of the same call is left out", &["/messages/2/items/1"]),
        ("a result is added that says that the call was not run", &["/messages/1/items/2"]),
        ("a result is moved right behind its call", &["/messages/4/items/0"]),
    ];
    check(&history, &LENIENT, &lines, &adapted);
}

#[test]
fn a_result_without_a_call_becomes_words_of_the_person() {
    let history = [
        message(Role::Function, vec![result("gone", "x", "12 degrees")]),
        message(Role::User, vec![text("So?")]),
    ];
    let adapted: [(&str, &[&str]); 1] =
        [("a result without its call is told by the person as a text", &["/messages/0/items/0"])];
    check(&history, &STRICT, &["person: Result of p-x: 12 degrees + So?"], &adapted);
}

#[test]
fn ids_that_two_turns_share_lead_each_result_to_its_own_call() {
    let history = [
        message(Role::User, vec![text("1")]),
        message(Role::Assistant, vec![call("0", "x")]),
        message(Role::Function, vec![result("0", "x", "first")]),
        message(Role::Assistant, vec![call("0", "y")]),
        message(Role::Function, vec![result("0", "y", "second")]),
    ];
    let lines = ["person: 1", "model: x", "results: first", "model: y", "results: second"];
    let adapted: [(&str, &[&str]); 1] =
        [("the id of a call is written in another form", &["/messages/3/items/0"])];
    check(&history, &LENIENT, &lines, &adapted);
}

#[test]
fn a_message_that_mixes_sides_is_cut_in_its_order() {
    let history = [
        message(Role::User, vec![text("Look."), call("a", "x"), result("a", "x", "one"), text("Seen?")]),
        message(Role::Assistant, vec![text("Yes.")]),
    ];
    let lines = ["person: Look.", "model: x", "results: one", "person: Seen?", "model: Yes."];
    let adapted: [(&str, &[&str]); 2] = [
        ("what another side said is said by the model", &["/messages/0/items/1"]),
        ("a result is taken out of the message around it", &["/messages/0/items/2"]),
    ];
    check(&history, &LENIENT, &lines, &adapted);
}

#[test]
fn a_strict_provider_gets_its_first_its_last_and_its_middle() {
    let history = [
        message(Role::System, vec![text("Be brief.")]),
        message(Role::Assistant, vec![text(" "), call("a", "x")]),
        message(Role::Function, vec![result("a", "x", "one")]),
        message(Role::System, vec![text("Be kind.")]),
        message(Role::User, vec![]),
        message(Role::User, vec![text("Hm.")]),
        message(Role::Assistant, vec![text("Yes")]),
        message(Role::Assistant, vec![text("and no.")]),
    ];
    let lines = [
        "top: Be brief.",
        "person: (The conversation begins.)",
        "model: x",
        "results: one",
        "model: OK.",
        "person: Be kind. + Hm.",
        "model: Yes + and no.",
        "person: Go on.",
    ];
    let adapted: [(&str, &[&str]); 6] = [
        ("a text of blanks is left out", &["/messages/1/items/0"]),
        ("a word of the model is added between results and the person", &["/messages/3/items/0"]),
        ("a first message is added", &["/messages/0"]),
        ("a last message is added that asks the model to go on", &["/messages/6/items/0"]),
        ("the id of a call is written in another form", &["/messages/1/items/1"]),
        ("an instruction in the middle of the conversation is said by the person", &["/messages/3/items/0"]),
    ];
    check(&history, &STRICT, &lines, &adapted);
}

#[test]
fn only_state_and_parts_of_the_same_provider_go_back() {
    let state = |provider: &str| ProviderState::unclaimed(provider, json!({ "signature": "s" }));
    let thought =
        |provider: &str| Item::Reasoning { text: provider.into(), provider_state: Some(state(provider)) };
    let part =
        |provider: &str| Item::Unknown { value: OpaquePart::wrap(provider, json!({ "of": provider })) };
    let history = [message(
        Role::Assistant,
        vec![thought("ours"), thought("theirs"), part("ours"), part("theirs"), text("Hi.")],
    )];
    let adapted: [(&str, &[&str]); 2] = [
        ("a thought of another model is left out", &["/messages/0/items/1"]),
        ("a part of an unknown kind is left out", &["/messages/0/items/3"]),
    ];
    check(&history, &LENIENT, &[r#"model: thought ours + {"of":"ours"} + Hi."#], &adapted);
}

#[test]
fn an_empty_history_still_asks_something() {
    check(
        &[],
        &STRICT,
        &["person: Go on."],
        &[("a last message is added that asks the model to go on", &["/messages/0"])],
    );
}

fn picture(mime: &str) -> Item {
    Item::Media {
        media: Media { mime_type: mime.into(), source: MediaSource::Inline { base64: "aGk=".into() } },
    }
}

#[test]
fn media_of_instructions_and_of_the_model_are_shown_by_the_person_where_nobody_else_may() {
    let history = [
        message(Role::System, vec![text("Our sign:"), picture("image/png")]),
        message(Role::User, vec![text("Draw it.")]),
        message(Role::Assistant, vec![picture("image/webp"), call("a", "x")]),
        message(Role::Function, vec![result("a", "x", "one")]),
        message(Role::System, vec![picture("image/gif")]),
    ];
    let lines = [
        "top: Our sign:",
        "person: (This belongs to the instructions.) + image/png + Draw it.",
        "model: x",
        "results: one",
        "model: OK.",
        "person: (You showed this.) + image/webp + image/gif",
    ];
    let adapted: [(&str, &[&str]); 5] = [
        ("a word of the model is added between results and the person", &["/messages/2/items/0"]),
        ("a medium in instructions is shown by the person", &["/messages/0/items/1"]),
        ("a medium the model made is shown by the person", &["/messages/2/items/0"]),
        ("the id of a call is written in another form", &["/messages/2/items/1"]),
        ("an instruction in the middle of the conversation is said by the person", &["/messages/4/items/0"]),
    ];
    check(&history, &STRICT, &lines, &adapted);
    let lines = ["model: image/webp", "person: Look."];
    let history =
        [message(Role::Assistant, vec![picture("image/webp")]), message(Role::User, vec![text("Look.")])];
    check(&history, &Rules { model_shows_media: true, ..LENIENT }, &lines, &[]);
}

#[test]
fn a_thought_that_led_to_nothing_stays_here_where_the_provider_would_refuse_it() {
    let state = ProviderState::unclaimed("ours", json!({ "signature": "s" }));
    let thought = Item::Reasoning { text: "Hm".into(), provider_state: Some(state) };
    let history = [
        message(Role::User, vec![text("1")]),
        message(Role::Assistant, vec![thought.clone(), thought.clone()]),
        message(Role::User, vec![text("2")]),
        message(Role::Assistant, vec![thought.clone(), text("Yes."), thought.clone()]),
        message(Role::Assistant, vec![thought.clone(), call("a", "x")]),
    ];
    let not_run = "results: The call was not run: the conversation went on without a result.";
    let lines = ["person: 1 + 2", "model: thought Hm + Yes. + thought Hm + thought Hm + x", not_run];
    let adapted: [(&str, &[&str]); 3] = [
        ("a thought that led to nothing is left out", &["/messages/1/items/1", "/messages/1/items/0"]),
        ("a result is added that says that the call was not run", &["/messages/4/items/1"]),
        ("the id of a call is written in another form", &["/messages/4/items/1"]),
    ];
    check(&history, &STRICT, &lines, &adapted);
}
