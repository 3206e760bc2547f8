//! Writes a document as Markdown. What was said stands in fenced blocks: Markdown itself would follow its links, load its
//! pictures and take its HTML.

use super::Heading;
use super::hidden::marked;
use super::outline::{Column, ModelChange, Part, Section, remark};

pub(super) fn write(Heading { title, tags }: Heading<'_>, columns: &[Column<'_>]) -> String {
    let mut markdown = format!("# {}\n", span(title));
    if !tags.is_empty() {
        markdown.push_str(&format!("\nTags:{}\n", spans(tags)));
    }
    for Column { name, sections } in columns {
        let level = match name {
            None => "##",
            Some(name) => {
                markdown.push_str(&format!("\n## {}\n", span(name)));
                "###"
            }
        };
        for section in sections {
            push_section(&mut markdown, section, level);
        }
    }
    markdown
}

fn push_section(markdown: &mut String, section: &Section, level: &str) {
    let Section { role, author, change, origin, parts } = section;
    if let Some(ModelChange { from, to }) = change {
        markdown.push_str(&format!("\nThe model changed from {} to {}.\n", span(from), span(to)));
    }
    markdown.push_str(&format!("\n{level} {role}{}{}\n", spans(author.as_slice()), remark(*origin)));
    for Part { kind, names, origin, text } in parts {
        if let Some(kind) = kind {
            markdown.push_str(&format!("\n{level}# {kind}{}{}\n", spans(names), remark(*origin)));
        }
        markdown.push_str(&block(text));
    }
}

fn spans(names: &[String]) -> String {
    names.iter().map(|name| format!(" {}", span(name))).collect()
}

/// A text within a line. Its line breaks are shown as marks, because they would end the line.
fn span(text: &str) -> String {
    let line = marked(text).replace('\r', "⟨U+000D⟩").replace('\n', "⟨U+000A⟩");
    if line.trim().is_empty() {
        return "(no name)".to_owned();
    }
    let fence = "`".repeat(longest_run(&line) + 1);
    let padding = if needs_padding(&line) { " " } else { "" };
    format!("{fence}{padding}{line}{padding}{fence}")
}

/// Whether a span would lose characters at its ends: a backtick to the fence, or one space at both ends to a reader that
/// strips them.
fn needs_padding(line: &str) -> bool {
    let ends = |character| (line.starts_with(character), line.ends_with(character));
    let (starts_fence, ends_fence) = ends('`');
    starts_fence || ends_fence || ends(' ') == (true, true)
}

/// A text in a block whose fence is longer than any run in it.
fn block(text: &str) -> String {
    let text = marked(text);
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("\n{fence}text\n{text}{end}{fence}\n")
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}
