//! A plot as one SVG picture. It has no scripts and loads nothing.

use super::{Anchor, Mark, Plot, PlotText, Target, Tone};
use crate::filter::RunFilter;
use formats::text_in_markup;
use std::fmt::Write;

const STYLE: &str = include_str!("picture.css");

impl Plot {
    /// A file of its own, with what it is called.
    pub fn picture(&self, title: &str) -> String {
        let (width, height) = (self.width, self.height + 28.0);
        let title = text_in_markup(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 -28 {width} {height}\" role=\"img\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
             <rect class=\"page\" y=\"-28\" width=\"{width}\" height=\"{height}\"/>\n\
             <text x=\"12\" y=\"-8\" style=\"font-size:14px;font-weight:600\">{title}</text>\n{}</svg>\n",
            self.markup(&mut |_| None)
        )
    }

    /// A part of a page that has the styles, and that says where the runs of a filter stand in it.
    pub(crate) fn inline(&self, place_of: &mut dyn FnMut(&RunFilter) -> Option<String>) -> String {
        let (width, height) = (self.width, self.height);
        format!(
            "<svg class=\"plot\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n{}</svg>\n",
            self.markup(place_of)
        )
    }

    fn markup(&self, place_of: &mut dyn FnMut(&RunFilter) -> Option<String>) -> String {
        let mut led = |mark: &Mark| match mark.filter().and_then(&mut *place_of) {
            Some(place) => format!("<a href=\"{place}\">{}</a>\n", markup(mark).trim_end()),
            None => markup(mark),
        };
        self.marks.iter().map(&mut led).collect()
    }
}

impl Mark {
    /// The runs that it stands for, where they are more than one.
    fn filter(&self) -> Option<&RunFilter> {
        let (Self::Box { target, .. } | Self::Dot { target, .. }) = self else { return None };
        let Some(Target::Runs { filter }) = target else { return None };
        Some(&**filter).filter(|filter| filter.repeat.is_none())
    }
}

fn markup(mark: &Mark) -> String {
    match mark {
        Mark::Line { points, tone } => {
            let mut path = String::new();
            for (number, (x, y)) in points.iter().enumerate() {
                let step = if number == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{step}{x:.1} {y:.1}");
            }
            format!("<path class=\"{}\" d=\"{path}\"/>\n", class(*tone))
        }
        Mark::Box { x, y, width, height, tone, shade, hint, target: _ } => format!(
            "<rect class=\"{}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill-opacity=\"{shade:.2}\"><title>{}</title></rect>\n",
            class(*tone),
            text_in_markup(hint)
        ),
        Mark::Dot { x, y, tone, hint, target: _ } => format!(
            "<circle class=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill-opacity=\"0.7\"><title>{}</title></circle>\n",
            class(*tone),
            text_in_markup(hint)
        ),
        Mark::Text { x, y, text, anchor, tone } => {
            let words = match text {
                PlotText::Plain(text) => text_in_markup(text),
                PlotText::Word(word) => word.english().to_owned(),
            };
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let class = class(*tone);
            format!(
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n"
            )
        }
    }
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Axis => "axis",
        Tone::Faint => "faint",
        Tone::Ink => "ink",
        Tone::Value => "value",
        Tone::Off => "off",
    }
}
