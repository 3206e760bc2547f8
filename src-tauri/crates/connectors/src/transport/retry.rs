//! Whether and when a request is sent again. Pure: time and chance are handed in.

use super::limits::RetryRule;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use std::time::{Duration, SystemTime};

impl RetryRule {
    /// How long to wait before the next attempt, or nothing if there is none. `chance` lies between 0 and 1 and keeps
    /// many who failed together from coming back together.
    pub(super) fn wait(self, attempt: u32, asked: Option<Duration>, chance: f64) -> Option<Duration> {
        if attempt >= self.attempts {
            return None;
        }
        match asked {
            Some(asked) if asked > self.patience => None,
            Some(asked) => Some(asked),
            None => {
                let doubled = self.first_wait.saturating_mul(1 << attempt.saturating_sub(1).min(16));
                Some(doubled.min(self.longest_wait).mul_f64(1.0 - 0.25 * chance.clamp(0.0, 1.0)))
            }
        }
    }
}

/// How long a service asks to wait: in milliseconds where it says so, in seconds, or until a date.
pub(super) fn asked(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
    let seconds =
        number("retry-after-ms").map(|millis| millis / 1000.0).or_else(|| number(RETRY_AFTER.as_str()));
    if let Some(seconds) = seconds {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(headers.get(RETRY_AFTER)?.to_str().ok()?).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

/// What the status of a response says about another attempt, unless the service says otherwise.
pub(super) fn is_worth_it(status: u16, headers: &HeaderMap) -> bool {
    match headers.get("x-should-retry").map(|value| value.as_bytes()) {
        Some(b"true") => true,
        Some(b"false") => false,
        _ => matches!(status, 408 | 409 | 425 | 429 | 500..),
    }
}

#[cfg(test)]
mod tests {
    use super::{asked, is_worth_it};
    use crate::transport::limits::Limits;
    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
    use std::time::{Duration, SystemTime};

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value));
        pairs.iter().map(pair).collect()
    }

    #[track_caller]
    fn check(pairs: &[(&'static str, &'static str)], expected: Option<u64>) {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        assert_eq!(asked(&headers(pairs), now), expected.map(Duration::from_millis));
    }

    #[test]
    fn a_service_says_how_long_to_wait_in_three_ways() {
        check(&[("retry-after", "2"), ("retry-after-ms", "1234")], Some(1234));
        check(&[("retry-after", "0.5")], Some(500));
        check(&[("retry-after", "Sun, 06 Nov 1994 08:49:47 GMT")], Some(10_000));
        check(&[("retry-after", "Sat, 06 Nov 1993 08:49:47 GMT")], Some(0));
        for nonsense in ["-1", "soon", "NaN", "1e300"] {
            check(&[("retry-after", nonsense)], None);
        }
    }

    #[test]
    fn waits_double_up_to_a_limit_and_end() {
        let rule = crate::transport::RetryRule { attempts: 8, ..Limits::USUAL.retry };
        let wait = |attempt, asked, chance| rule.wait(attempt, asked, chance).map(|wait| wait.as_millis());
        assert_eq!([1, 2, 3, 6].map(|attempt| wait(attempt, None, 0.0)), [500, 1000, 2000, 8000].map(Some));
        assert_eq!(wait(1, None, 1.0), Some(375));
        assert_eq!(wait(1, Some(Duration::from_secs(7)), 1.0), Some(7000));
        assert_eq!(wait(1, Some(Duration::from_secs(121)), 0.0), None);
        assert_eq!(wait(8, None, 0.0), None);
    }

    #[test]
    fn a_service_can_overrule_its_status() {
        assert!(is_worth_it(503, &headers(&[])));
        assert!(!is_worth_it(503, &headers(&[("x-should-retry", "false")])));
        assert!(is_worth_it(400, &headers(&[("x-should-retry", "true")])));
        assert!(!is_worth_it(400, &headers(&[])));
    }
}
