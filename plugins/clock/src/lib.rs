//! Tells the time in any time zone and counts the days between two dates. Needs no permissions.

use functions::{ManifestError, NativeFunction, Plugin, report};
use ports::{CallScope, Effect, FunctionError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub fn plugin() -> Result<Plugin, ManifestError> {
    Ok(Plugin::native(include_str!("../plugin.toml"))?.with(Now).with(DaysBetween))
}

struct Now;

#[derive(Deserialize, JsonSchema)]
struct NowArguments {
    /// The time zone by its IANA name, for example `Europe/Oslo`. UTC if left out.
    time_zone: Option<String>,
}

#[derive(Serialize)]
struct Moment {
    /// With the offset, as in RFC 3339.
    time: String,
    time_zone: String,
    weekday: String,
}

impl NativeFunction for Now {
    type Arguments = NowArguments;
    type Output = Moment;
    const NAME: &'static str = "now";
    const DESCRIPTION: &'static str = "Tells the current date and time in a time zone.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(&self, arguments: NowArguments, _scope: &CallScope) -> Result<Moment, FunctionError> {
        let zone = arguments.time_zone.as_deref().unwrap_or("UTC");
        let now = jiff::Timestamp::now().in_tz(zone).map_err(|_| {
            report(format!("there is no time zone {zone:?}; use an IANA name such as Europe/Oslo"))
        })?;
        Ok(Moment {
            time: now.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string(),
            time_zone: zone.to_owned(),
            weekday: now.strftime("%A").to_string(),
        })
    }
}

struct DaysBetween;

#[derive(Deserialize, JsonSchema)]
struct DaysBetweenArguments {
    /// The first date, as YYYY-MM-DD.
    from: String,
    /// The last date, as YYYY-MM-DD.
    until: String,
}

impl NativeFunction for DaysBetween {
    type Arguments = DaysBetweenArguments;
    type Output = i32;
    const NAME: &'static str = "days_between";
    const DESCRIPTION: &'static str =
        "Counts the days from one date to another. Negative if the second date is earlier.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(&self, arguments: DaysBetweenArguments, _scope: &CallScope) -> Result<i32, FunctionError> {
        let (from, until) = (date(&arguments.from)?, date(&arguments.until)?);
        let span = until.since(from).map_err(|error| report(error.to_string()))?;
        Ok(span.get_days())
    }
}

fn date(text: &str) -> Result<jiff::civil::Date, FunctionError> {
    text.parse().map_err(|_| report(format!("{text:?} is not a date; write it as YYYY-MM-DD")))
}

#[cfg(test)]
mod tests {
    use super::{DaysBetween, DaysBetweenArguments, Now, NowArguments};
    use functions::NativeFunction;
    use ports::{CallScope, FunctionError};
    use tokio_util::sync::CancellationToken;

    fn scope() -> CallScope {
        CallScope::unobserved(CancellationToken::new())
    }

    #[tokio::test]
    async fn the_days_between_two_dates_are_counted() {
        let arguments = DaysBetweenArguments { from: "2026-02-27".into(), until: "2026-03-01".into() };
        assert_eq!(DaysBetween.run(arguments, &scope()).await.expect("both are dates"), 2);
    }

    #[tokio::test]
    async fn a_zone_that_does_not_exist_is_reported_to_the_model() {
        let arguments = NowArguments { time_zone: Some("Mars/Olympus".into()) };
        match Now.run(arguments, &scope()).await {
            Err(FunctionError::Report(failure)) => assert!(failure.message.contains("Mars/Olympus")),
            Err(other) => panic!("reported as {other}"),
            Ok(moment) => panic!("it is {} there", moment.time),
        }
    }

    #[tokio::test]
    async fn the_time_comes_with_its_zone() {
        let moment = Now.run(NowArguments { time_zone: None }, &scope()).await.expect("UTC is a time zone");
        assert!(moment.time.ends_with("+00:00"), "{}", moment.time);
    }
}
