//! The cost of a request in tokens, as the provider counts them.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use ts_rs::TS;

/// Tokens used. An absent count was not reported, which is not the same as zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    pub input: Option<u32>,
    pub output: Option<u32>,
    /// Input tokens read from the provider's cache.
    pub cached: Option<u32>,
    /// Input tokens written to the provider's cache, where writing costs more than reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub written: Option<u32>,
    /// Output tokens spent on reasoning.
    pub reasoning: Option<u32>,
}

impl AddAssign for Usage {
    fn add_assign(&mut self, more: Self) {
        self.input = sum(self.input, more.input);
        self.output = sum(self.output, more.output);
        self.cached = sum(self.cached, more.cached);
        self.written = sum(self.written, more.written);
        self.reasoning = sum(self.reasoning, more.reasoning);
    }
}

fn sum(left: Option<u32>, right: Option<u32>) -> Option<u32> {
    match (left, right) {
        (None, None) => None,
        (left, right) => Some(left.unwrap_or(0).saturating_add(right.unwrap_or(0))),
    }
}

#[cfg(test)]
mod tests {
    use super::Usage;

    #[test]
    fn unreported_counts_stay_unreported_until_something_is_known() {
        let mut total = Usage::default();
        total += Usage { input: Some(3), ..Usage::default() };
        total += Usage { input: Some(4), output: Some(1), ..Usage::default() };
        assert_eq!(total, Usage { input: Some(7), output: Some(1), ..Usage::default() });
    }
}
