//! Tests of results, their order, and the damage an index survives.

use super::{Found, Index, IndexError, Opened, Order, Page, Watermarks};
use crate::{Answer, CallStatus, Document, HitKind, Now, Part, Query};
use content::{
    Author, CallArguments, CallId, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName, Item,
    Message, MessageId, ModelId, Origin, Outcome, Output, Role, SessionId, Timestamp,
};
use serde_json::json;
use tempfile::TempDir;

mod typing;

/// An index in its own folder, with short forms for adding and asking.
struct Memory {
    home: TempDir,
    opened: Opened,
    said: u32,
}

impl Memory {
    fn new() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let opened = Index::create(&home.path().join("search")).expect("a new index");
        Self { home, opened, said: 0 }
    }

    fn message(&mut self, role: Role, item: Item) -> Message {
        self.said += 1;
        let author = match role {
            Role::Assistant => Author::Model { model: ModelId::new("example:Weather-1") },
            Role::System | Role::User | Role::Function => Author::Person,
        };
        let id = MessageId::new(format!("message-{}", self.said));
        Message { id, parent: None, role, items: vec![item], author, origin: Origin::Person }
    }

    fn says(&mut self, session: &str, role: Role, text: &str) -> Document {
        let message = self.message(role, Item::Text { text: text.to_owned() });
        let (session, at) = (SessionId::new(session), Timestamp(i64::from(self.said) * 1_000));
        let document = Document::of_item(&session, &message, 0, at).expect("it has words");
        self.opened.writer.put(&document).expect("it is taken");
        document
    }

    fn calls(
        &mut self,
        plugin: &str,
        function: &str,
        arguments: &str,
        outcome: Option<Outcome>,
        took: u64,
    ) -> Document {
        let name = FunctionName::new(plugin, function);
        let call = FunctionCall {
            id: CallId::new("call-1"),
            function: CalledFunction::Known { name },
            arguments: CallArguments::read(arguments),
            origin: Origin::Model,
            provider_state: None,
        };
        let message = self.message(Role::Assistant, Item::FunctionCall { call: call.clone() });
        let (session, at) = (SessionId::new("calls"), Timestamp(i64::from(self.said) * 1_000));
        let answer = outcome.as_ref().map(|outcome| Answer {
            message: None,
            outcome,
            origin: Origin::Function,
            took: Some(took),
        });
        let document = Document::of_call(&session, &message, 0, &call, at, answer);
        self.opened.writer.put(&document).expect("it is taken");
        document
    }

    fn commit(&mut self) {
        self.opened.writer.commit(&self.opened.read).expect("it is written");
        self.opened.index.reload().expect("it is read");
    }

    fn ask(&self, text: &str, page: &Page) -> Found {
        let query = Query::parse(text, &Now::in_zone(Timestamp(10_000), None)).expect(text);
        self.opened.index.search(&query, page).expect("it is searched")
    }

    /// The messages found, best first.
    fn found(&self, text: &str) -> Vec<String> {
        let found = self.ask(text, &page());
        assert_eq!(found.total, found.hits.len() as u64);
        found
            .hits
            .into_iter()
            .map(|hit| hit.message.map_or_else(|| "title".into(), |id| id.to_string()))
            .collect()
    }

    #[track_caller]
    fn check(&self, text: &str, expected: &[u32]) {
        let mut found = self.found(text);
        found.sort();
        let expected: Vec<_> = expected.iter().map(|number| format!("message-{number}")).collect();
        assert_eq!(found, expected, "{text}");
    }
}

fn page() -> Page {
    Page { order: Order::Best, offset: 0, most: 50, session: None, hidden: Vec::new() }
}

fn returned(value: serde_json::Value) -> Option<Outcome> {
    Some(Outcome::Returned { output: Output::Json { value } })
}

/// Finds in JSON as a snippet shows them, with marks in brackets.
fn shown(found: &Found) -> Vec<String> {
    let snippets = found.hits.iter().flat_map(|hit| &hit.snippets);
    let bracketed = snippets.map(|snippet| {
        let units: Vec<_> = snippet.text.encode_utf16().collect();
        let (mut text, mut at) = (String::new(), 0);
        for mark in &snippet.marks {
            text += &String::from_utf16(&units[at..mark.start]).expect("whole letters");
            text +=
                &format!("[{}]", String::from_utf16(&units[mark.start..mark.end]).expect("whole letters"));
            at = mark.end;
        }
        text + &String::from_utf16(&units[at..]).expect("whole letters")
    });
    bracketed.collect()
}

#[test]
fn words_are_found_whatever_their_case_accents_and_joints() {
    let mut memory = Memory::new();
    memory.says("one", Role::User, "Wie wird das Wetter in Århus?");
    memory.says("one", Role::Assistant, "I call getForecast and get_time_zone");
    memory.says("two", Role::User, "今天的天气怎么样");
    memory.commit();
    memory.check("ARHUS ", &[1]);
    memory.check("århus wetter", &[1]);
    memory.check("forecast ", &[2]);
    memory.check("get_forecast ", &[2]);
    memory.check("getforecast ", &[2]);
    memory.check("getTimeZone", &[2]);
    memory.check("天气", &[3]);
    memory.check("气天 ", &[]);
    memory.check("气天", &[]);
    memory.check("今天的天", &[3]);
}

#[test]
fn the_last_word_may_still_be_written_and_others_may_not() {
    let mut memory = Memory::new();
    memory.says("one", Role::User, "a warm coat for Oslo");
    memory.says("one", Role::User, "a warm coating");
    memory.commit();
    memory.check("coa", &[1, 2]);
    memory.check("coat ", &[1]);
    memory.check("coa oslo", &[]);
    memory.check("\"warm coa", &[1, 2]);
    memory.check("\"warm coat\"", &[1]);
    memory.check("\"coat warm\"", &[]);
    memory.check("warm -oslo", &[2]);
    memory.check("warm -\"coat for\"", &[2]);
}

#[test]
fn a_call_is_found_by_its_name_its_arguments_its_result_and_its_error() {
    let mut memory = Memory::new();
    let rain = returned(json!({ "sky": "light rain", "note": "take\nan umbrella" }));
    memory.calls("weather", "get_forecast", r#"{"city":"Troms\u00f8"}"#, rain, 132);
    let failure = Failure { kind: FailureKind::Reported, message: "no such city".into() };
    memory.calls("weather", "get_forecast", r#"{"city":"Atlantis"}"#, Some(Outcome::Failed { failure }), 9);
    memory.calls("clock", "now", "{", None, 0);
    memory.commit();
    memory.check("tromsø", &[1]);
    memory.check("umbrella", &[1]);
    memory.check("weather rain", &[1]);
    memory.check("\"no such city\"", &[2]);
    memory.check("forecast city", &[1, 2]);
    let found = memory.ask("forecast atlantis", &page());
    assert_eq!(shown(&found), ["weather · get_[forecast]", "city: [Atlantis]"]);
    let hit = &found.hits[0];
    assert_eq!(
        (hit.kind, hit.took, hit.statuses.as_slice()),
        (HitKind::Call, Some(9), [CallStatus::Failed].as_slice())
    );
    let snippet = memory.ask("status:failed", &page()).hits.remove(0).snippets.remove(0);
    assert_eq!((snippet.part, snippet.text.as_str()), (Part::Error, "no such city"));
}

#[test]
fn each_filter_keeps_what_it_says() {
    let mut memory = Memory::new();
    memory.calls("weather", "get_forecast", r#"{"city":"Oslo"}"#, returned(json!(1)), 132);
    memory.calls("weather", "set_alarm", "{}", Some(Outcome::declined("no")), 600);
    memory.calls("clock", "now", "[", None, 0);
    memory.says("one", Role::User, "Oslo");
    memory.commit();
    memory.check("function:get_forecast", &[1]);
    memory.check("function:GET_*", &[1]);
    memory.check("function:weather.get_forecast,now", &[1, 3]);
    memory.check("function:forecast", &[]);
    memory.check("plugin:weather", &[1, 2]);
    memory.check("plugin:weather -function:*_alarm", &[1]);
    memory.check("status:declined", &[2]);
    memory.check("status:malformed status:returned", &[1, 3]);
    memory.check("status:unanswered", &[3]);
    memory.check("model:example:weather-1 oslo", &[1]);
    memory.check("model:weather*", &[1, 2, 3]);
    memory.check("duration:>500ms", &[2]);
    memory.check("duration:>=132ms duration:<0.5s", &[1]);
    memory.check("after:1970-01-01T00:00:03", &[3, 4]);
    memory.check("before:1970-01-01T00:00:02", &[1]);
    memory.check("oslo -status:returned", &[4]);
}

#[test]
fn a_later_document_takes_the_place_of_an_earlier_one() {
    let mut memory = Memory::new();
    let mut document = memory.says("one", Role::User, "before");
    memory.commit();
    document.passages[0].text = "afterwards".into();
    memory.opened.writer.put(&document).expect("it is taken");
    memory.commit();
    memory.check("before ", &[]);
    memory.check("afterwards ", &[1]);
    memory.opened.writer.forget(&document.key()).expect("it is taken out");
    memory.commit();
    memory.check("afterwards ", &[]);
}

#[test]
fn what_fits_better_comes_first_and_of_the_same_the_newest() {
    let mut memory = Memory::new();
    let filler = "and many other things were said here ".repeat(8);
    // A word that occurs everywhere says nothing about how well a text fits.
    (0..20).for_each(|_| drop(memory.says("two", Role::User, &filler)));
    memory.says("one", Role::User, "weather");
    memory.says("one", Role::User, &format!("weather {filler}"));
    memory.says("one", Role::User, "weather");
    memory.commit();
    assert_eq!(memory.found("weather "), ["message-23", "message-21", "message-22"]);
    let newest = memory.ask("weather ", &Page { order: Order::Newest, ..page() });
    let newest: Vec<_> = newest
        .hits
        .iter()
        .filter_map(|hit| hit.item.and(hit.message.as_ref()).map(MessageId::as_str))
        .collect();
    assert_eq!(newest, ["message-23", "message-22", "message-21"]);
}

#[test]
fn pages_go_on_where_the_last_one_ended_and_count_all() {
    let mut memory = Memory::new();
    for number in 0..25 {
        memory.says(if number % 5 == 0 { "rare" } else { "often" }, Role::User, "the same words");
    }
    memory.commit();
    let mut seen = Vec::new();
    for offset in [0, 10, 20] {
        let found = memory.ask("same", &Page { offset, most: 10, ..page() });
        assert_eq!(found.total, 25);
        let totals: Vec<_> = found.sessions.iter().map(|one| (one.session.as_str(), one.total)).collect();
        assert!(totals.iter().all(|one| *one == ("rare", 5) || *one == ("often", 20)), "{totals:?}");
        seen.extend(found.hits.into_iter().filter_map(|hit| hit.message));
    }
    let count = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!((count, seen.len()), (25, 25));
    let only = Page { session: Some(SessionId::new("rare")), ..page() };
    assert_eq!(memory.ask("same", &only).total, 5);
    let hidden = Page { hidden: vec![SessionId::new("often")], ..page() };
    assert_eq!(memory.ask("same", &hidden).total, 5);
}

#[test]
fn a_title_is_found_and_stands_beside_what_is_found_in_its_session() {
    let mut memory = Memory::new();
    let session = SessionId::new("one");
    let titled = |title: &str| Document::title(&session, Timestamp(1), title);
    memory.opened.writer.put(&titled("Old name")).expect("it is taken");
    memory.opened.writer.put(&titled("Plans for Oslo")).expect("it is taken");
    memory.says("one", Role::User, "a coat");
    memory.commit();
    assert_eq!(memory.found("old"), Vec::<String>::new());
    assert_eq!(memory.found("plans oslo"), ["title"]);
    assert_eq!(memory.ask("coat", &page()).sessions[0].title, "Plans for Oslo");
    assert_eq!(memory.ask("after:1970", &page()).total, 1, "a title was not said");
}

#[test]
fn a_snippet_shows_where_most_of_the_query_stands() {
    let mut memory = Memory::new();
    let filler = "and so on and on ".repeat(30);
    memory.says("one", Role::User, &format!("coat 🌧️ {filler} a warm coat for rainy days {filler}"));
    memory.commit();
    let shown = shown(&memory.ask("warm coat", &page()));
    assert!(shown[0].starts_with('…') && shown[0].ends_with('…'), "{shown:?}");
    assert!(shown[0].contains("a [warm] [coat] for rainy days"), "{shown:?}");
    assert!(shown[0].len() < 260, "{shown:?}");
}

#[test]
fn a_very_long_text_is_found_to_its_end() {
    let mut memory = Memory::new();
    let long = format!("{} needle", "hay ".repeat(300_000));
    memory.calls("farm", "harvest", "{}", returned(json!(long)), 1);
    memory.commit();
    memory.check("needle ", &[1]);
    memory.check("function:harvest harvest needle ", &[1]);
}

#[test]
fn an_index_is_there_again_and_knows_how_far_it_read() {
    let mut memory = Memory::new();
    memory.says("one", Role::User, "kept");
    memory.opened.read = Watermarks::from([(SessionId::new("one"), 7)]);
    memory.commit();
    memory.says("one", Role::User, "not committed");
    let Memory { home, opened, said } = memory;
    let read = opened.read.clone();
    drop(opened);
    let opened = Index::open(&home.path().join("search")).expect("it is there");
    assert_eq!(opened.read, read);
    let memory = Memory { home, opened, said };
    memory.check("kept ", &[1]);
    memory.check("committed ", &[]);
}

#[test]
fn what_is_taken_out_for_good_leaves_no_byte() {
    let mut memory = Memory::new();
    memory.says("one", Role::User, "quixotically spoken");
    memory.says("two", Role::User, "stays");
    memory.commit();
    memory.opened.writer.forget_session(&SessionId::new("one")).expect("it is taken out");
    memory.commit();
    memory.opened.writer.purge(&memory.opened.index).expect("it is cut out");
    memory.check("stays ", &[2]);
    for file in std::fs::read_dir(memory.home.path().join("search")).expect("the folder").flatten() {
        let bytes = std::fs::read(file.path()).expect("the file");
        assert!(
            !bytes.windows(12).any(|window| window == b"quixotically"),
            "{:?} still says it",
            file.path()
        );
    }
}

#[test]
fn damage_is_told_whatever_was_done_to_the_files() {
    type Harm = fn(&std::path::Path);
    let cases: [(&str, Harm); 5] = [
        ("deleted", |folder| std::fs::remove_dir_all(folder).expect("it goes")),
        ("no folder", |folder| {
            std::fs::remove_dir_all(folder).expect("it goes");
            std::fs::write(folder, "a file").expect("it is written");
        }),
        ("meta of another kind", |folder| {
            std::fs::write(folder.join("meta.json"), "{}").expect("it is written")
        }),
        ("cut off", |folder| each_segment_file(folder, |bytes| bytes.truncate(bytes.len() / 2))),
        ("changed inside", |folder| {
            each_segment_file(folder, |bytes| bytes.iter_mut().take(40).for_each(|byte| *byte ^= 0x55));
        }),
    ];
    for (name, harm) in cases {
        let mut memory = Memory::new();
        memory.says(
            "one",
            Role::User,
            "something to be harmed, with enough words to fill a few bytes of a file",
        );
        memory.commit();
        let Memory { home, opened, .. } = memory;
        drop(opened);
        let folder = home.path().join("search");
        harm(&folder);
        let error = Index::open(&folder).and_then(|opened| opened.index.check()).expect_err(name);
        assert!(matches!(error, IndexError::Damaged { .. }), "{name}: {error}");
        let opened = Index::create(&folder).expect("it can be made anew");
        assert!(opened.index.is_empty());
    }
}

fn each_segment_file(folder: &std::path::Path, harm: impl Fn(&mut Vec<u8>)) {
    for file in std::fs::read_dir(folder).expect("the folder").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") || name.ends_with(".lock") {
            continue;
        }
        let mut bytes = std::fs::read(file.path()).expect("the file");
        harm(&mut bytes);
        std::fs::write(file.path(), bytes).expect("it is written");
    }
}
