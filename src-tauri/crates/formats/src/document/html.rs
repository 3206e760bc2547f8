//! Writes a document as one HTML file.

use super::hidden::{Stretch, code_point, stretches};
use super::outline::{Column, Part, Section};

/// Nothing runs and nothing is loaded, whatever stands in the conversation.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE: &str = include_str!("style.css");

pub(super) fn write(title: &str, columns: &[Column<'_>]) -> String {
    let mut html = String::new();
    html.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.push_str(&format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n"));
    html.push_str("<meta name=\"viewport\" content=\"width=device-width\">\n");
    html.push_str("<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    push_plain(&mut html, title);
    html.push_str(&format!("</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1 dir=\"auto\">"));
    push_text(&mut html, title);
    html.push_str("</h1>\n");
    let are_lanes = columns.iter().any(|column| column.name.is_some());
    html.push_str(if are_lanes { "<div class=\"lanes\">\n" } else { "" });
    for column in columns {
        push_column(&mut html, column);
    }
    html.push_str(if are_lanes { "</div>\n" } else { "" });
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

fn push_column(html: &mut String, Column { name, sections }: &Column<'_>) {
    let Some(name) = name else {
        sections.iter().for_each(|section| push_section(html, section, 2));
        return;
    };
    html.push_str("<article>\n<h2 dir=\"auto\">");
    push_text(html, name);
    html.push_str("</h2>\n");
    sections.iter().for_each(|section| push_section(html, section, 3));
    html.push_str("</article>\n");
}

/// `level` is that of the heading.
fn push_section(html: &mut String, Section { role, author, origin, parts }: &Section, level: u8) {
    html.push_str(&format!("<section class=\"{}\">\n<h{level}>{role}", role.to_lowercase()));
    push_names(html, author.as_slice());
    push_origin(html, *origin);
    html.push_str(&format!("</h{level}>\n"));
    for part in parts {
        push_part(html, part, level + 1);
    }
    html.push_str("</section>\n");
}

fn push_part(html: &mut String, Part { kind, names, origin, text }: &Part, level: u8) {
    let Some(kind) = kind else {
        html.push_str("<div class=\"text\" dir=\"auto\">");
        push_text(html, text);
        html.push_str("</div>\n");
        return;
    };
    html.push_str(&format!("<h{level}>{kind}"));
    push_names(html, names);
    push_origin(html, *origin);
    // A parser drops the first line break of `pre`, so one is written for it.
    html.push_str(&format!("</h{level}>\n<pre dir=\"auto\">\n"));
    push_text(html, text);
    html.push_str("</pre>\n");
}

fn push_names(html: &mut String, names: &[String]) {
    for name in names {
        html.push_str(" <code>");
        push_text(html, name);
        html.push_str("</code>");
    }
}

fn push_origin(html: &mut String, origin: Option<&str>) {
    if let Some(origin) = origin {
        html.push_str(&format!(" <small>{origin}</small>"));
    }
}

/// Text of a conversation, where elements may stand.
fn push_text(html: &mut String, text: &str) {
    for stretch in stretches(text) {
        match stretch {
            Stretch::Seen(character) => push_escaped(html, character),
            Stretch::Hidden(character) => {
                html.push_str(&format!("<mark>{}</mark>", code_point(character)));
            }
        }
    }
}

/// Text of a conversation, where no element may stand.
fn push_plain(html: &mut String, text: &str) {
    for stretch in stretches(text) {
        match stretch {
            Stretch::Seen(character) => push_escaped(html, character),
            Stretch::Hidden(character) => html.push_str(&format!("⟨{}⟩", code_point(character))),
        }
    }
}

fn push_escaped(html: &mut String, character: char) {
    match character {
        '&' => html.push_str("&amp;"),
        '<' => html.push_str("&lt;"),
        '>' => html.push_str("&gt;"),
        '"' => html.push_str("&quot;"),
        '\'' => html.push_str("&#39;"),
        _ => html.push(character),
    }
}
