//! Writes a document as one HTML file.

use super::outline::{Part, Section};
use super::page::Page;

const STYLE: &str = include_str!("style.css");

pub(super) fn write(title: &str, sections: &[Section]) -> String {
    let mut page = Page::begin(title, STYLE);
    for section in sections {
        push_section(&mut page, section);
    }
    page.end()
}

fn push_section(page: &mut Page, Section { role, author, origin, parts }: &Section) {
    page.markup(&format!("<section class=\"{}\">\n<h2>{role}", role.to_lowercase()));
    push_names(page, author.as_slice());
    push_origin(page, *origin);
    page.markup("</h2>\n");
    for part in parts {
        push_part(page, part);
    }
    page.markup("</section>\n");
}

fn push_part(page: &mut Page, Part { kind, names, origin, text }: &Part) {
    let Some(kind) = kind else {
        page.markup("<div class=\"text\" dir=\"auto\">");
        page.text(text);
        page.markup("</div>\n");
        return;
    };
    page.markup(&format!("<h3>{kind}"));
    push_names(page, names);
    push_origin(page, *origin);
    // A parser drops the first line break of `pre`, so one is written for it.
    page.markup("</h3>\n<pre dir=\"auto\">\n");
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
