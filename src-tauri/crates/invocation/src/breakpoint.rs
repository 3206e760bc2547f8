//! Where a person wants a turn to stop.

use content::FunctionName;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A standing order to stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Breakpoint {
    pub place: StopPlace,
    /// Stops for this function only. Without one it stops for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub function: Option<FunctionName>,
    pub is_enabled: bool,
}

/// The places in a round where a turn can stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum StopPlace {
    BeforeRequest,
    BeforeCall,
    AfterCall,
}

impl Breakpoint {
    pub fn matches(&self, place: StopPlace, function: Option<&FunctionName>) -> bool {
        let fits = self.function.as_ref().is_none_or(|wanted| Some(wanted) == function);
        self.is_enabled && self.place == place && fits
    }
}

#[cfg(test)]
mod tests {
    use super::{Breakpoint, StopPlace};
    use content::FunctionName;

    #[test]
    fn a_breakpoint_on_a_function_leaves_the_others_alone() {
        let forecast = FunctionName::new("weather", "get_forecast");
        let now = FunctionName::new("clock", "now");
        let breakpoint =
            Breakpoint { place: StopPlace::BeforeCall, function: Some(forecast.clone()), is_enabled: true };
        assert!(breakpoint.matches(StopPlace::BeforeCall, Some(&forecast)));
        assert!(!breakpoint.matches(StopPlace::BeforeCall, Some(&now)));
        assert!(!breakpoint.matches(StopPlace::AfterCall, Some(&forecast)));
        assert!(
            !Breakpoint { is_enabled: false, ..breakpoint }.matches(StopPlace::BeforeCall, Some(&forecast))
        );
    }
}
