//! Where a person wants a turn to stop.

use crate::Condition;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

content::id! {
    /// Names a breakpoint, so that it can be edited and its hits be counted.
    BreakpointId
}

/// Breakpoints of earlier logs have no name.
fn unnamed() -> BreakpointId {
    BreakpointId::new("")
}

/// A standing order to stop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Breakpoint {
    #[serde(default = "unnamed")]
    pub id: BreakpointId,
    pub place: StopPlace,
    #[serde(default)]
    pub condition: Condition,
    #[serde(default)]
    pub hits: HitRule,
    /// It is switched off once it has stopped a turn.
    #[serde(default)]
    pub is_one_shot: bool,
    pub is_enabled: bool,
}

impl Breakpoint {
    /// One that stops always.
    pub fn at(id: &str, place: StopPlace) -> Self {
        Self {
            id: BreakpointId::new(id),
            place,
            condition: Condition::default(),
            hits: HitRule::Always,
            is_one_shot: false,
            is_enabled: true,
        }
    }
}

/// The places in a round where a turn can stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum StopPlace {
    BeforeRequest,
    /// The model has spoken, and nothing came of it yet.
    AfterResponse,
    BeforeCall,
    AfterCall,
    /// A call or a request has failed.
    OnError,
    /// A name was not written as it was advertised, and the function that was meant was found all the same.
    OnRepair,
    /// Arguments do not fit their schema.
    OnSchemaViolation,
    /// The same function with equal arguments was called before in this turn.
    OnRepeatedCall,
}

/// At which of its hits a breakpoint stops. Hits are counted within a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum HitRule {
    #[default]
    Always,
    /// At one hit, counted from 1.
    Nth { count: u32 },
    /// At this hit and all after it.
    From { count: u32 },
    /// At each multiple.
    Every { count: u32 },
}

impl HitRule {
    pub(crate) fn stops(self, hit: u32) -> bool {
        match self {
            Self::Always => true,
            Self::Nth { count } => hit == count,
            Self::From { count } => hit >= count,
            // No hit is a multiple of zero.
            Self::Every { count } => hit.is_multiple_of(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BreakpointId, HitRule};

    #[test]
    fn a_breakpoint_is_named_as_it_was_written() {
        assert_eq!(BreakpointId::new("b-1").as_str(), "b-1");
    }

    #[test]
    fn a_hit_rule_says_at_which_hits_a_breakpoint_stops() {
        let check = |rule: HitRule, expected: &[u32]| {
            let stops: Vec<_> = (1..=6).filter(|hit| rule.stops(*hit)).collect();
            assert_eq!(stops, expected, "{rule:?}");
        };
        check(HitRule::Always, &[1, 2, 3, 4, 5, 6]);
        check(HitRule::Nth { count: 2 }, &[2]);
        check(HitRule::From { count: 5 }, &[5, 6]);
        check(HitRule::Every { count: 3 }, &[3, 6]);
        check(HitRule::Every { count: 0 }, &[]);
    }
}
