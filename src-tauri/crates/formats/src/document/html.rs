//! Writes a document as one HTML file.

use super::Heading;
use super::outline::{Column, ModelChange, Part, Section};
use super::page::Page;

const STYLE: &str = include_str!("style.css");

pub(super) fn write(Heading { title, tags }: Heading<'_>, columns: &[Column<'_>]) -> String {
    let mut page = Page::begin(title, STYLE);
    if !tags.is_empty() {
        page.markup("<p class=\"tags\">Tags:");
        push_names(&mut page, tags);
        page.markup("</p>\n");
    }
    let are_lanes = columns.iter().any(|column| column.name.is_some());
    page.markup(if are_lanes { "<div class=\"lanes\">\n" } else { "" });
    for column in columns {
        push_column(&mut page, column);
    }
    page.markup(if are_lanes { "</div>\n" } else { "" });
    page.end()
}

fn push_column(page: &mut Page, Column { name, sections }: &Column<'_>) {
    let Some(name) = name else {
        sections.iter().for_each(|section| push_section(page, section, 2));
        return;
    };
    page.markup("<article>\n<h2 dir=\"auto\">");
    page.text(name);
    page.markup("</h2>\n");
    sections.iter().for_each(|section| push_section(page, section, 3));
    page.markup("</article>\n");
}

/// `level` is that of the heading.
fn push_section(page: &mut Page, section: &Section, level: u8) {
    let Section { role, author, change, origin, parts } = section;
    if let Some(ModelChange { from, to }) = change {
        page.markup("<p class=\"change\">The model changed from");
        push_names(page, std::slice::from_ref(from));
        page.markup(" to");
        push_names(page, std::slice::from_ref(to));
        page.markup("</p>\n");
    }
    page.markup(&format!("<section class=\"{}\">\n<h{level}>{role}", role.to_lowercase()));
    push_names(page, author.as_slice());
    push_origin(page, *origin);
    page.markup(&format!("</h{level}>\n"));
    for part in parts {
        push_part(page, part, level + 1);
    }
    page.markup("</section>\n");
}

fn push_part(page: &mut Page, Part { kind, names, origin, text }: &Part, level: u8) {
    let Some(kind) = kind else {
        page.markup("<div class=\"text\" dir=\"auto\">");
        page.text(text);
        page.markup("</div>\n");
        return;
    };
    page.markup(&format!("<h{level}>{kind}"));
    push_names(page, names);
    push_origin(page, *origin);
    // A parser drops the first line break of `pre`, so one is written for it.
    page.markup(&format!("</h{level}>\n<pre dir=\"auto\">\n"));
    page.text(text);
    page.markup("</pre>\n");
}

fn push_names(page: &mut Page, names: &[String]) {
    for name in names {
        page.markup(" <code>");
        page.text(name);
        page.markup("</code>");
    }
}

fn push_origin(page: &mut Page, origin: Option<&str>) {
    if let Some(origin) = origin {
        page.markup(&format!(" <small>{origin}</small>"));
    }
}
