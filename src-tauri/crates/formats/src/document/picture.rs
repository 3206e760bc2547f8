//! Draws a document as one SVG picture: messages below each other, lanes side by side. It has no scripts and loads nothing.

use super::hidden::marked;
use super::lines::{cut, wrapped};
use super::outline::{Column, ModelChange, Part, Section, remark};
use super::page::escaped;
use crate::loss::Losses;
use crate::lost::Lost;
use crate::segments::place_of;

const STYLE: &str = include_str!("picture.css");

/// Lengths in pixels.
const WIDTH: usize = 480;
const MARGIN: usize = 24;
const PADDING: usize = 12;
const LINE: usize = 18;

/// How many cells fit into a line of a column. Words in a proportional font are narrower on average.
const TEXT: usize = 58;
const CODE: usize = 60;

/// The lines of one part that are drawn.
const MOST_LINES: usize = 40;

pub(super) fn write(title: &str, columns: &[Column<'_>], losses: &mut Losses) -> String {
    let mut drawn = String::new();
    let mut height = 0;
    for (index, column) in columns.iter().enumerate() {
        let lane = column.name.map(|_| index);
        let left = MARGIN + index * (WIDTH + MARGIN);
        let mut drawing = Drawing { svg: String::new(), left, y: 2 * MARGIN + LINE, lane, losses };
        drawing.column(column);
        height = height.max(drawing.y);
        drawn.push_str(&drawing.svg);
    }
    let width = MARGIN + columns.len().max(1) * (WIDTH + MARGIN);
    let name = escaped(&marked(&title.replace(['\r', '\n'], " ")));
    let shown = escaped(&cut(&marked(title), (width - 2 * MARGIN) / 10));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>{name}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"{MARGIN}\" y=\"{y}\">{shown}</text>\n{drawn}</svg>\n",
        y = MARGIN + LINE,
    )
}

/// One column on its way down.
struct Drawing<'a> {
    svg: String,
    left: usize,
    y: usize,
    lane: Option<usize>,
    losses: &'a mut Losses,
}

impl Drawing<'_> {
    fn column(&mut self, Column { name, sections }: &Column<'_>) {
        if let Some(name) = name {
            self.y += LINE;
            self.text("lane", 0, &cut(&marked(name), TEXT));
        }
        for (index, section) in sections.iter().enumerate() {
            let lane = self.lane.map_or_else(String::new, |lane| format!("/lanes/{lane}"));
            self.section(section, &format!("{lane}{}", place_of(index)));
        }
        self.y += MARGIN;
    }

    fn section(&mut self, section: &Section, place: &str) {
        let Section { role, author, change, origin, parts } = section;
        if let Some(ModelChange { from, to }) = change {
            self.y += LINE;
            self.text("note", 0, &cut(&marked(&format!("The model changed from {from} to {to}")), TEXT));
        }
        self.y += LINE + PADDING;
        let names = author.iter().map(|author| format!(" · {author}")).collect::<String>();
        self.text("role", 0, &cut(&marked(&format!("{role}{names}{}", remark(*origin))), TEXT));
        for part in parts {
            self.y += PADDING / 2;
            self.part(part, *role == "User", place);
        }
    }

    fn part(&mut self, Part { kind, names, origin, text }: &Part, is_person: bool, place: &str) {
        let (class, cells) = if kind.is_some() { ("code", CODE) } else { ("text", TEXT) };
        let mut lines = wrapped(&marked(text), cells);
        let more = lines.len().saturating_sub(MOST_LINES);
        if more > 0 {
            self.losses.add(place, Lost::LongTextCut);
            lines.truncate(MOST_LINES);
        }
        let rows = lines.len() + usize::from(kind.is_some()) + usize::from(more > 0);
        let box_class = match *kind {
            Some("Failure" | "Declined") => Some("failed"),
            Some(_) => Some("card"),
            None => is_person.then_some("said"),
        };
        if let Some(class) = box_class {
            let (x, y, height) = (self.left, self.y, rows * LINE + PADDING);
            self.svg.push_str(&format!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{height}\" rx=\"8\"/>\n"
            ));
        }
        self.y += PADDING / 4;
        if let Some(kind) = kind {
            self.y += LINE;
            let head = format!("{kind} {}{}", names.join(" "), remark(*origin));
            self.text("name", PADDING, &cut(&marked(&head), CODE));
        }
        for line in &lines {
            self.y += LINE;
            self.text(class, PADDING, line);
        }
        if more > 0 {
            self.y += LINE;
            self.text("note", PADDING, &format!("… {more} more lines"));
        }
        self.y += PADDING - PADDING / 4;
    }

    /// Text enters the picture here alone.
    fn text(&mut self, class: &str, indent: usize, text: &str) {
        let (x, y, text) = (self.left + indent, self.y, escaped(text));
        self.svg.push_str(&format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>\n"));
    }
}
