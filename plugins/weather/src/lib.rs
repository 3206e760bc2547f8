//! Tells the weather of a few cities from data that ships with it, so that it answers the same everywhere and without
//! a network. Needs no permissions.

use functions::{ManifestError, NativeFunction, Plugin, report};
use ports::{CallScope, Effect, FunctionError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub fn plugin() -> Result<Plugin, ManifestError> {
    Ok(Plugin::native(include_str!("../plugin.toml"))?.with(GetForecast).with(GetAlerts))
}

#[derive(Deserialize)]
struct Recording {
    cities: Vec<City>,
}

#[derive(Deserialize)]
struct City {
    city: String,
    country: String,
    days: Vec<Day>,
    alerts: Vec<Alert>,
}

#[derive(Clone, Deserialize, Serialize)]
struct Day {
    temperature_c: i32,
    sky: String,
    rain_mm: f64,
    wind_kmh: u32,
}

#[derive(Clone, Deserialize, Serialize)]
struct Alert {
    kind: String,
    level: String,
    text: String,
}

struct GetForecast;

#[derive(Deserialize, JsonSchema)]
struct GetForecastArguments {
    /// The city, in English, without the country.
    city: String,
    /// Which day: 0 is today, 1 tomorrow, 2 the day after. Today if left out.
    #[schemars(range(min = 0, max = 2))]
    day: Option<u8>,
}

#[derive(Serialize)]
struct Forecast {
    city: String,
    country: String,
    #[serde(flatten)]
    day: Day,
}

impl NativeFunction for GetForecast {
    type Arguments = GetForecastArguments;
    type Output = Forecast;
    const NAME: &'static str = "get_forecast";
    const DESCRIPTION: &'static str =
        "Tells the weather in a city for today or one of the next two days: temperature, sky, rain and wind.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(
        &self,
        arguments: GetForecastArguments,
        _scope: &CallScope,
    ) -> Result<Forecast, FunctionError> {
        let City { city, country, days, .. } = find(&arguments.city)?;
        let day = usize::from(arguments.day.unwrap_or(0));
        let day = days
            .get(day)
            .cloned()
            .ok_or_else(|| report("there are forecasts for the days 0, 1 and 2 only"))?;
        Ok(Forecast { city, country, day })
    }
}

struct GetAlerts;

#[derive(Deserialize, JsonSchema)]
struct GetAlertsArguments {
    /// The city, in English, without the country.
    city: String,
}

impl NativeFunction for GetAlerts {
    type Arguments = GetAlertsArguments;
    type Output = Vec<Alert>;
    const NAME: &'static str = "get_alerts";
    const DESCRIPTION: &'static str = "Lists the severe weather warnings that are in force for a city.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(
        &self,
        arguments: GetAlertsArguments,
        _scope: &CallScope,
    ) -> Result<Vec<Alert>, FunctionError> {
        Ok(find(&arguments.city)?.alerts)
    }
}

fn find(city: &str) -> Result<City, FunctionError> {
    let recording: Recording = serde_json::from_str(include_str!("../data.json"))
        .map_err(|error| FunctionError::broken(&format!("its data can't be read: {error}")))?;
    let known: Vec<_> = recording.cities.iter().map(|known| known.city.clone()).collect();
    let found = recording.cities.into_iter().find(|known| known.city.eq_ignore_ascii_case(city.trim()));
    found.ok_or_else(|| {
        report(format!("there is no weather for {city:?}; known cities: {}", known.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::{GetAlerts, GetAlertsArguments, GetForecast, GetForecastArguments};
    use functions::NativeFunction;
    use ports::{CallScope, FunctionError};
    use tokio_util::sync::CancellationToken;

    fn scope() -> CallScope {
        CallScope::unobserved(CancellationToken::new())
    }

    #[tokio::test]
    async fn the_forecast_is_that_of_the_city_and_the_day() {
        let arguments = GetForecastArguments { city: "boston ".into(), day: Some(1) };
        let forecast = GetForecast.run(arguments, &scope()).await.expect("Boston is known");
        assert_eq!((forecast.city.as_str(), forecast.day.temperature_c), ("Boston", 9));
    }

    #[tokio::test]
    async fn an_unknown_city_is_reported_with_the_known_ones() {
        let arguments = GetForecastArguments { city: "Atlantis".into(), day: None };
        match GetForecast.run(arguments, &scope()).await {
            Err(FunctionError::Report(failure)) => assert!(failure.message.contains("Boston, Oslo")),
            Err(other) => panic!("reported as {other}"),
            Ok(forecast) => panic!("{} was found", forecast.city),
        }
    }

    #[tokio::test]
    async fn a_city_without_warnings_has_an_empty_list() {
        let arguments = GetAlertsArguments { city: "Lisbon".into() };
        assert!(GetAlerts.run(arguments, &scope()).await.expect("Lisbon is known").is_empty());
    }
}
