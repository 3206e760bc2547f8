//! A scale from values to places, with marks at round values.

use super::{Anchor, LEFT, Mark, PlotWord, RIGHT, Tone, line, text, word};

/// Marks on an axis, about.
const MARKS: f64 = 5.0;

/// Values from 0 to a round one that is at least the highest.
pub(super) struct Axis {
    most: f64,
    step: f64,
}

impl Axis {
    pub(super) fn up_to(highest: f64) -> Self {
        let highest = if highest.is_finite() && highest > 0.0 { highest } else { 1.0 };
        let rough = highest / MARKS;
        let size = 10_f64.powf(rough.log10().floor());
        let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * size >= rough).unwrap_or(10.0);
        let step = factor * size;
        Self { most: (highest / step).ceil() * step, step }
    }

    pub(super) fn share() -> Self {
        Self { most: 1.0, step: 0.25 }
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        LEFT + value.clamp(0.0, self.most) / self.most * (RIGHT - LEFT)
    }

    /// The axis below a drawing, with a line up at each mark.
    pub(super) fn draw(&self, top: f64, bottom: f64, unit: PlotWord) -> Vec<Mark> {
        let mut marks = vec![line(vec![(LEFT, bottom), (RIGHT, bottom)], Tone::Axis)];
        for value in self.values() {
            let x = self.at(value);
            marks.push(line(vec![(x, top), (x, bottom)], Tone::Faint));
            marks.push(text(x, bottom + 14.0, self.label(value), Anchor::Middle, Tone::Faint));
        }
        marks.push(word(LEFT - 10.0, bottom + 14.0, unit, Anchor::End));
        marks
    }

    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        let steps = (self.most / self.step).round() as u32;
        (0..=steps).map(move |number| f64::from(number) * self.step)
    }

    pub(super) fn label(&self, value: f64) -> String {
        let digits = (-self.step.log10().floor()).clamp(0.0, 12.0) as usize;
        let digits = if self.step == 0.25 { 2 } else { digits };
        if digits == 0 || value == 0.0 { whole(value) } else { format!("{value:.digits$}") }
    }
}

/// A number with its thousands apart, as the page writes it.
fn whole(value: f64) -> String {
    let digits = format!("{value:.0}");
    let begins = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    let parts =
        digits.char_indices().flat_map(|(at, digit)| begins(at).then_some(',').into_iter().chain([digit]));
    parts.collect()
}
