//! The date, for templates that tell it to the model.

use std::time::{SystemTime, UNIX_EPOCH};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `strftime_now` of templates, in universal time. A word it does not know stays as it is.
pub(super) fn now(format: &str) -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    written(format, seconds)
}

fn written(format: &str, seconds: u64) -> String {
    let (year, month, day) = date(seconds / 86_400);
    let name = MONTHS.get(month as usize - 1).copied().unwrap_or_default();
    let words = [
        ("%Y", year.to_string()),
        ("%m", format!("{month:02}")),
        ("%d", format!("{day:02}")),
        ("%B", name.to_owned()),
        ("%b", name.chars().take(3).collect()),
        ("%H", format!("{:02}", seconds / 3600 % 24)),
        ("%M", format!("{:02}", seconds / 60 % 60)),
        ("%S", format!("{:02}", seconds % 60)),
    ];
    words.iter().fold(format.to_owned(), |text, (word, value)| text.replace(word, value))
}

/// Year, month and day of a number of days since the first of January 1970, counted in spans of 400 years that begin
/// with March.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (span, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (span * 400 + year + u64::from(month <= 2), month, of_month)
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn dates_are_written_as_templates_ask_for_them() {
        assert_eq!(written("%d %b %Y", 0), "01 Jan 1970");
        assert_eq!(written("%Y-%m-%d %H:%M", 951_782_400 + 3_660), "2000-02-29 01:01");
        assert_eq!(written("%B %d, %Y", 1_798_675_200), "December 31, 2026");
    }
}
