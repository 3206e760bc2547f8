//! The date, for templates that tell it to the model.

use jiff::Timestamp;
use jiff::fmt::strtime::{BrokenDownTime, Config};

/// `strftime_now` of templates, in universal time. A word it does not know stays as it is.
pub(super) fn now(format: &str) -> String {
    written(format, Timestamp::now())
}

fn written(format: &str, time: Timestamp) -> String {
    let lenient = Config::new().lenient(true);
    BrokenDownTime::from(time).to_string_with_config(&lenient, format).unwrap_or_else(|_| format.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Timestamp, written};

    #[test]
    fn dates_are_written_as_templates_ask_for_them() {
        let check = |format: &str, seconds: i64, expected: &str| {
            assert_eq!(written(format, Timestamp::from_second(seconds).expect("a time")), expected);
        };
        check("%d %b %Y", 0, "01 Jan 1970");
        check("%Y-%m-%d %H:%M", 951_782_400 + 3_660, "2000-02-29 01:01");
        check("%B %d, %Y", 1_798_675_200, "December 31, 2026");
        check("100% on %J", 0, "100% on %J");
    }
}
