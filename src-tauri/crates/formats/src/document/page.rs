//! An HTML file that opens in any browser, without scripts and without anything loaded.

use super::hidden::{Stretch, code_point, marked, stretches};

/// Nothing runs and nothing is loaded, whatever stands in the text.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE: &str = include_str!("page.css");

/// A page being written. Text of models, functions and persons enters through [`Self::text`] and [`Self::plain`] alone.
pub struct Page {
    html: String,
}

impl Page {
    /// The head, and the title as a heading. The style adds to that of every page.
    pub fn begin(title: &str, style: &str) -> Self {
        let mut page = Self { html: String::new() };
        page.markup("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.markup(&format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n"));
        page.markup("<meta name=\"viewport\" content=\"width=device-width\">\n");
        page.markup("<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
        page.plain(title);
        page.markup(&format!(
            "</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main>\n<h1 dir=\"auto\">"
        ));
        page.text(title);
        page.markup("</h1>\n");
        page
    }

    pub fn end(mut self) -> String {
        self.markup("</main>\n</body>\n</html>\n");
        self.html
    }

    /// Elements of the writer. No text of a model, a function or a person is part of it.
    pub fn markup(&mut self, markup: &str) {
        self.html.push_str(markup);
    }

    /// Text where elements may stand.
    pub fn text(&mut self, text: &str) {
        for stretch in stretches(text) {
            match stretch {
                Stretch::Seen(character) => self.escaped(character),
                Stretch::Hidden(character) => {
                    self.html.push_str(&format!("<mark>{}</mark>", code_point(character)));
                }
            }
        }
    }

    /// Text where no element may stand.
    pub fn plain(&mut self, text: &str) {
        self.html.push_str(&escaped(&marked(text)));
    }

    fn escaped(&mut self, character: char) {
        push_escaped(&mut self.html, character);
    }
}

/// Text of anybody where elements may stand, of a page or a picture.
pub fn text_in_markup(text: &str) -> String {
    escaped(&marked(text))
}

/// Text in which no element begins and no attribute ends.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    text.chars().for_each(|character| push_escaped(&mut escaped, character));
    escaped
}

fn push_escaped(text: &mut String, character: char) {
    match character {
        '&' => text.push_str("&amp;"),
        '<' => text.push_str("&lt;"),
        '>' => text.push_str("&gt;"),
        '"' => text.push_str("&quot;"),
        '\'' => text.push_str("&#39;"),
        _ => text.push(character),
    }
}
