//! Small drawings beside numbers. They have no text of anybody else in them.

use crate::statistics::Interval;

const WIDTH: f64 = 160.0;
/// Room on both sides, so that a mark at an end is whole.
const EDGE: f64 = 5.0;

/// A value and its interval on a line from 0 to 1.
pub(super) fn share(value: f64, interval: Interval) -> String {
    drawing(value, Some(interval), 0.0, 1.0, &["0%", "50%", "100%"])
}

/// A difference and its interval on a line from -1 to 1, with a mark at no difference.
pub(super) fn difference(value: f64, interval: Option<Interval>) -> String {
    drawing(value, interval, -1.0, 1.0, &["-100", "0", "+100"])
}

fn drawing(value: f64, interval: Option<Interval>, low: f64, high: f64, ticks: &[&str; 3]) -> String {
    let at = |value: f64| EDGE + (value.clamp(low, high) - low) / (high - low) * (WIDTH - 2.0 * EDGE);
    let (left, middle, right) = (at(low), at(f64::midpoint(low, high)), at(high));
    let whisker = interval.map_or_else(String::new, |interval| {
        let (from, to) = (at(interval.low), at(interval.high));
        format!("<path class=\"interval\" d=\"M{from:.1} 7V15M{from:.1} 11H{to:.1}M{to:.1} 7V15\"/>")
    });
    let label = |at: f64, anchor: &str, tick: &str| {
        format!("<text x=\"{at:.1}\" y=\"28\" text-anchor=\"{anchor}\">{tick}</text>")
    };
    format!(
        "<svg class=\"scale\" viewBox=\"0 0 {WIDTH} 30\" width=\"{WIDTH}\" height=\"30\" aria-hidden=\"true\">\
         <path class=\"axis\" d=\"M{left:.1} 18H{right:.1}M{left:.1} 16V20M{middle:.1} 4V20M{right:.1} 16V20\"/>\
         {whisker}<circle cx=\"{:.1}\" cy=\"11\" r=\"4\"/>{}{}{}</svg>",
        at(value),
        label(0.0, "start", ticks[0]),
        label(middle, "middle", ticks[1]),
        label(WIDTH, "end", ticks[2]),
    )
}

/// How often among the most frequent.
pub(super) fn bar(times: u32, most: u32) -> String {
    let width = 60.0 * f64::from(times) / f64::from(most.max(1));
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 60 10\" width=\"60\" height=\"10\" aria-hidden=\"true\">\
         <rect width=\"{width:.1}\" height=\"10\"/></svg>"
    )
}
