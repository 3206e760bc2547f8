use super::hidden::{Stretch, stretches};
use super::{Document, Heading, Lane, ModelNames, document_of_lanes};
use crate::Exported;
use crate::support::whats;
use crate::tests::arbitrary::messages;
use content::{
    Author, CallArguments, CallId, CalledFunction, FunctionCall, Item, Media, MediaSource, Message,
    MessageId, ModelId, Origin, Role,
};
use proptest::prelude::*;

const HOSTILE: &str = "</pre></main><script>alert(1)</script><img src=x onerror='alert(1)'>\n````\n# not a heading\n![x](https://example.invalid/x)\u{202e}";

const OSLO: Heading<'_> = Heading { title: "Oslo", tags: &[] };

fn document(form: Document, title: &str, messages: &[Message]) -> Exported {
    super::document(form, Heading { title, tags: &[] }, messages, &ModelNames::default())
}

fn said(text: &str) -> Message {
    let call = FunctionCall {
        id: CallId::new(text),
        function: CalledFunction::Unknown { raw: text.to_owned() },
        arguments: CallArguments::read(text),
        origin: Origin::Edited,
        provider_state: None,
    };
    let text_item = Item::Text { text: text.to_owned() };
    Message {
        id: MessageId::new("m1"),
        parent: None,
        role: Role::Assistant,
        items: vec![text_item, Item::FunctionCall { call }],
        author: Author::Participant { name: text.to_owned(), model: ModelId::new("example:weather") },
        origin: Origin::Model,
    }
}

/// The names of the elements a browser would find, with their attributes.
fn tags(html: &str) -> Vec<&str> {
    html.split('<').skip(1).filter_map(|rest| rest.split('>').next()).collect()
}

/// The lines of Markdown outside of fenced blocks.
fn outside_fences(markdown: &str) -> Vec<&str> {
    let mut fence: Option<usize> = None;
    let mut outside = Vec::new();
    for line in markdown.split(['\n', '\r']) {
        let run = line.trim_start_matches(' ').chars().take_while(|&character| character == '`').count();
        let is_bare = line.trim().chars().all(|character| character == '`');
        match fence {
            Some(length) if run >= length && is_bare => fence = None,
            Some(_) => {}
            None if run >= 3 => fence = Some(run),
            None => outside.push(line),
        }
    }
    assert_eq!(fence, None, "a block stays open");
    outside
}

#[test]
fn hostile_text_makes_no_element_of_the_page() {
    let html = document(Document::Html, HOSTILE, &[said(HOSTILE)]).text;
    assert!(!html.contains("<script") && !html.contains("<img"));
    assert!(!html.contains('\u{202e}'));
    assert!(html.contains("<mark>U+202E</mark>"));
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

#[test]
fn hostile_text_makes_no_element_of_a_picture() {
    let picture = document(Document::Picture, HOSTILE, &[said(HOSTILE)]).text;
    let known = ["svg ", "/svg", "title", "/title", "style", "/style", "rect ", "text ", "/text"];
    let strange: Vec<_> =
        tags(&picture).into_iter().filter(|tag| !known.iter().any(|known| tag.starts_with(known))).collect();
    assert_eq!(strange, Vec::<&str>::new());
    assert!(
        picture.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && picture.contains("⟨U+202E⟩"),
        "{picture}"
    );
}

#[test]
fn a_picture_has_lanes_side_by_side_and_says_what_it_cuts() {
    let lane = |name: &str, text: &str| Lane { name: name.to_owned(), messages: vec![said(text)] };
    let lanes = [lane("A", "sunny"), lane("B", &"rain\n".repeat(60))];
    let drawn = document_of_lanes(Document::Picture, OSLO, &lanes, &ModelNames::default());
    assert!(drawn.text.contains("<text class=\"lane\" x=\"24\" y=\"84\">A</text>"), "{}", drawn.text);
    assert!(drawn.text.contains("<text class=\"lane\" x=\"528\" y=\"84\">B</text>"), "{}", drawn.text);
    assert!(drawn.text.contains("… 20 more lines"), "{}", drawn.text);
    assert_eq!(whats(&drawn.losses), ["texts of more than 40 lines are cut in a picture"]);
    assert_eq!(drawn.losses[0].place, "/lanes/1/messages/0");
}

#[test]
fn hostile_text_stays_in_its_block_of_markdown() {
    let markdown = document(Document::Markdown, HOSTILE, &[said(HOSTILE)]).text;
    let headings: Vec<_> = outside_fences(&markdown).into_iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(headings.len(), 3, "{headings:?}");
    assert!(headings[1].starts_with("## Assistant `````</pre>"));
    assert!(!markdown.contains('\u{202e}'));
}

#[test]
fn the_model_of_each_message_and_edited_calls_are_named() {
    for form in [Document::Html, Document::Markdown] {
        let text = document(form, "Oslo", &[said("now")]).text;
        assert!(text.contains("now (example:weather)"), "{text}");
        assert!(text.contains("edited"), "{text}");
    }
}

#[test]
fn a_marker_stands_where_the_model_changes() {
    let by = |model: &str| Message { author: Author::Model { model: ModelId::new(model) }, ..said("now") };
    let messages = [by("example:weather"), by("example:weather"), by("acme/<m>"), by("example:weather")];
    let names = ModelNames::from_iter([(ModelId::new("example:weather"), "Weather".to_owned())]);
    let html = super::document(Document::Html, OSLO, &messages, &names).text;
    assert_eq!(html.matches("class=\"change\"").count(), 2, "{html}");
    let change = "The model changed from <code>Weather</code> to <code>acme/&lt;m&gt;</code>";
    assert!(html.contains(change), "{html}");
    let markdown = super::document(Document::Markdown, OSLO, &messages, &names).text;
    assert_eq!(markdown.matches("The model changed from").count(), 2, "{markdown}");
    assert!(markdown.contains("\nThe model changed from `acme/<m>` to `Weather`.\n"), "{markdown}");
    let picture = super::document(Document::Picture, OSLO, &messages, &names).text;
    assert!(picture.contains("The model changed from Weather to acme/&lt;m&gt;"), "{picture}");
}

#[test]
fn tags_stand_below_the_title() {
    let tags = ["refund".to_owned(), "<b>".to_owned()];
    let heading = Heading { title: "Oslo", tags: &tags };
    let html = super::document(Document::Html, heading, &[said("now")], &ModelNames::default()).text;
    assert!(html.contains("Tags: <code>refund</code> <code>&lt;b&gt;</code>"), "{html}");
    let markdown = super::document(Document::Markdown, heading, &[said("now")], &ModelNames::default()).text;
    assert!(markdown.starts_with("# `Oslo`\n\nTags: `refund` `<b>`\n"), "{markdown}");
}

#[test]
fn a_model_with_a_name_is_called_by_it() {
    let names = ModelNames::from_iter([(ModelId::new("example:weather"), "Weather <example>".to_owned())]);
    let html = super::document(Document::Html, OSLO, &[said("now")], &names).text;
    assert!(html.contains("now (Weather &lt;example&gt;)"), "{html}");
    let markdown = super::document(Document::Markdown, OSLO, &[said("now")], &names).text;
    assert!(markdown.contains("`now (Weather <example>)`"), "{markdown}");
}

#[test]
fn a_name_in_markdown_is_padded_only_where_its_ends_would_be_lost() {
    #[track_caller]
    fn check(title: &str, expected: &str) {
        let markdown = document(Document::Markdown, title, &[]).text;
        assert_eq!(markdown.lines().next(), Some(expected));
    }
    check("Oslo", "# `Oslo`");
    check("`Oslo`", "# `` `Oslo` ``");
    check("a `b` c", "# ``a `b` c``");
    check(" Oslo ", "# `  Oslo  `");
    check(" Oslo", "# ` Oslo`");
    check("  ", "# (no name)");
}

#[test]
fn lanes_stand_in_one_document_under_their_names() {
    let lane = |name: &str, text: &str| Lane { name: name.to_owned(), messages: vec![said(text)] };
    let lanes = [lane("A", "sunny"), lane("<b>B", "rainy")];
    let names = ModelNames::default();
    let html = document_of_lanes(Document::Html, OSLO, &lanes, &names).text;
    assert_eq!(html.matches("<article>").count(), 2, "{html}");
    assert!(html.contains("<h2 dir=\"auto\">&lt;b&gt;B</h2>\n<section class=\"assistant\">\n<h3>Assistant"));
    let markdown = document_of_lanes(Document::Markdown, OSLO, &lanes, &names).text;
    let headings: Vec<_> = outside_fences(&markdown).into_iter().filter(|line| !line.is_empty()).collect();
    let levels: Vec<_> = headings.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(levels, ["#", "##", "###", "####", "##", "###", "####"], "{headings:?}");
}

#[test]
fn a_loss_names_its_lane() {
    let source = MediaSource::Inline { base64: "aGk=".to_owned() };
    let mut message = said("now");
    message.items = vec![Item::Media { media: Media { mime_type: "image/png".to_owned(), source } }];
    let lane = |messages| Lane { name: "A".to_owned(), messages };
    let lanes = [lane(vec![]), lane(vec![message])];
    let losses = document_of_lanes(Document::Html, OSLO, &lanes, &ModelNames::default()).losses;
    assert_eq!(losses.iter().map(|loss| loss.place.as_str()).collect::<Vec<_>>(), ["/lanes/1/messages/0"]);
}

#[test]
fn results_that_the_application_collects_are_not_said_to_be_written_by_it() {
    let mut message = said("now");
    message.role = Role::Function;
    message.author = Author::Application;
    message.origin = Origin::Application;
    message.items.truncate(1);
    let text = document(Document::Markdown, "Oslo", &[message]).text;
    assert!(text.contains("\n## Function\n"), "{text}");
}

#[test]
fn media_is_named_and_reported_as_lost() {
    let source = MediaSource::Inline { base64: "aGk=".to_owned() };
    let mut message = said("now");
    message.items = vec![Item::Media { media: Media { mime_type: "image/png".to_owned(), source } }];
    let written = document(Document::Html, "Oslo", &[message]);
    assert!(written.text.contains("image/png, 4 characters of Base64"));
    assert_eq!(whats(&written.losses), ["pictures, sounds and files are named and not included"]);
}

#[test]
fn characters_that_emoji_and_letters_need_are_not_marked() {
    for text in ["❤\u{fe0f}", "👩\u{200d}🚀", "1\u{fe0f}\u{20e3}", "می\u{200c}خواهم", "a\r\nb\tc"]
    {
        assert!(stretches(text).all(|stretch| matches!(stretch, Stretch::Seen(_))), "{text:?}");
    }
    for text in ["a\u{200b}b", "a\u{200d}b", "a\u{fe0f}", "a\rb", "\u{e0041}", "\u{feff}"] {
        let hidden = stretches(text).filter(|stretch| matches!(stretch, Stretch::Hidden(_)));
        assert_eq!(hidden.count(), 1, "{text:?}");
    }
}

proptest! {
    #[test]
    fn no_text_adds_an_element_or_leaves_its_block(text in "[<>&\"'`~# \\-\\r\\na-z\u{202e}\u{200b}]{0,60}") {
        let html = document(Document::Html, &text, &[said(&text)]).text;
        let usual = document(Document::Html, "x", &[said("x")]).text;
        let found: Vec<_> = tags(&html).into_iter().filter(|tag| !tag.ends_with("mark")).collect();
        prop_assert_eq!(found, tags(&usual));
        let markdown = document(Document::Markdown, &text, &[said(&text)]).text;
        let headings = outside_fences(&markdown).into_iter().filter(|line| !line.is_empty());
        prop_assert_eq!(headings.count(), 3);
    }

    #[test]
    fn every_conversation_has_a_document_without_hidden_characters(messages in messages()) {
        for form in [Document::Html, Document::Markdown, Document::Picture] {
            let text = document(form, "Oslo", &messages).text;
            prop_assert!(stretches(&text).all(|stretch| matches!(stretch, Stretch::Seen(_))));
        }
    }
}
