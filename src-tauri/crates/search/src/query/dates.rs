//! Dates and durations as people write them.

use content::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan, Zoned};

/// The time of a query and the person's time zone, which decide what `today` means.
#[derive(Clone, Debug)]
pub struct Now {
    pub at: Timestamp,
    pub zone: TimeZone,
}

impl Now {
    /// An unknown zone counts as UTC.
    pub fn in_zone(at: Timestamp, zone: Option<&str>) -> Self {
        let zone = zone.and_then(|zone| TimeZone::get(zone).ok()).unwrap_or(TimeZone::UTC);
        Self { at, zone }
    }

    fn zoned(&self) -> Option<Zoned> {
        Some(jiff::Timestamp::from_millisecond(self.at.0).ok()?.to_zoned(self.zone.clone()))
    }
}

/// `2026-11-21`, `2026-11`, `2026`, `2026-11-21T18:30`, `today`, `yesterday`, `7d`. A day means its beginning.
pub(crate) fn moment(written: &str, now: &Now) -> Option<Timestamp> {
    let today = now.zoned()?;
    let begins = |date: Date| start_of(date, now);
    match written {
        "now" => return Some(now.at),
        "today" => return begins(today.date()),
        "yesterday" => return begins(today.date().yesterday().ok()?),
        _ => {}
    }
    if let Some(back) = span(written) {
        return Some(Timestamp(today.checked_sub(back).ok()?.timestamp().as_millisecond()));
    }
    if let Some(day) = written.parse::<Date>().ok().filter(|_| !written.contains(['t', 'T', ' '])) {
        return begins(day);
    }
    if let Ok(moment) = written.to_uppercase().parse::<jiff::civil::DateTime>() {
        return Some(Timestamp(moment.to_zoned(now.zone.clone()).ok()?.timestamp().as_millisecond()));
    }
    let mut parts = written.split('-');
    let year = digits(parts.next()?, 4)?;
    let month = parts.next().map_or(Some(1), |month| digits(month, 2))?;
    if parts.next().is_some() {
        return None;
    }
    begins(Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, 1).ok()?)
}

/// `500ms`, `2s`, `1.5s`, `3m`, `1h`, or milliseconds without a unit.
pub(crate) fn milliseconds(written: &str) -> Option<u64> {
    let unit = written.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(written.len());
    let (number, unit) = written.split_at_checked(unit)?;
    let in_one = match unit {
        "" | "ms" => 1.0,
        "s" | "sec" => 1e3,
        "m" | "min" => 6e4,
        "h" => 36e5,
        _ => return None,
    };
    let is_number = number.starts_with(|letter: char| letter.is_ascii_digit());
    let number: f64 = number.parse().ok().filter(|_| is_number)?;
    let milliseconds = (number * in_one).round();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it was looked at just before"
    )]
    (0.0..1e15).contains(&milliseconds).then_some(milliseconds as u64)
}

/// A span before now: `30m`, `12h`, `7d`, `2w`, `3mo`, `1y`.
fn span(written: &str) -> Option<Span> {
    let unit = written.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (number, unit) = written.split_at_checked(unit)?;
    // A larger number is earlier than any record.
    let number = number.parse::<i32>().ok().filter(|number| (0..=9_999).contains(number))?;
    match unit {
        "m" | "min" => Some(number.minutes()),
        "h" => Some(number.hours()),
        "d" => Some(number.days()),
        "w" => Some(number.weeks()),
        "mo" => Some(number.months()),
        "y" => Some(number.years()),
        _ => None,
    }
}

fn start_of(date: Date, now: &Now) -> Option<Timestamp> {
    let start = date.to_zoned(now.zone.clone()).ok()?;
    Some(Timestamp(start.timestamp().as_millisecond()))
}

fn digits(text: &str, most: usize) -> Option<u32> {
    let is_number = text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number && (most != 4 || text.len() == 4))
}

#[cfg(test)]
mod tests {
    use super::{Now, milliseconds, moment};
    use content::Timestamp;

    /// 21 November 2026, 18:30 in Oslo.
    const EVENING: Timestamp = Timestamp(1_795_282_200_000);

    #[track_caller]
    fn check(written: &str, expected: Option<&str>) {
        let now = Now::in_zone(EVENING, Some("Europe/Oslo"));
        let read = moment(written, &now).map(|at| {
            let at = jiff::Timestamp::from_millisecond(at.0).expect("a moment");
            at.to_zoned(now.zone.clone()).strftime("%Y-%m-%dT%H:%M").to_string()
        });
        assert_eq!(read.as_deref(), expected, "{written}");
    }

    #[test]
    fn a_day_begins_where_the_person_is() {
        check("today", Some("2026-11-21T00:00"));
        check("yesterday", Some("2026-11-20T00:00"));
        check("2026-11-21", Some("2026-11-21T00:00"));
        check("2026-11", Some("2026-11-01T00:00"));
        check("2026", Some("2026-01-01T00:00"));
        check("2026-11-21t18:00", Some("2026-11-21T18:00"));
    }

    #[test]
    fn a_span_counts_back_from_now() {
        check("7d", Some("2026-11-14T18:30"));
        check("12h", Some("2026-11-21T06:30"));
        check("2w", Some("2026-11-07T18:30"));
        check("1mo", Some("2026-10-21T18:30"));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for written in ["", "2026-13-01", "2026-11-31", "soon", "7x", "99999999999d", "-1d", "2026-1-2-3"] {
            check(written, None);
        }
    }

    #[test]
    fn durations_have_units() {
        let check = |written: &str, expected| assert_eq!(milliseconds(written), expected, "{written}");
        check("500ms", Some(500));
        check("1.5s", Some(1_500));
        check("2m", Some(120_000));
        check("40", Some(40));
        check("ms", None);
        check("-3s", None);
        check("3 parsecs", None);
        check("inf", None);
    }
}
