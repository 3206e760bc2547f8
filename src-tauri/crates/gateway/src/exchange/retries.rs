//! Other attempts at a request: a program that gives up sends it once more.

use super::Exchange;

impl Exchange {
    /// Whether this is another attempt at that request: same address, same bytes. What headers say of attempts is not reliable.
    pub fn repeats(&self, other: &Self) -> bool {
        self.arrived.target == other.arrived.target && self.arrived.body == other.arrived.body
    }

    /// Whether the program has left before it had all of its response.
    pub fn was_given_up(&self) -> bool {
        !self.outlet.is_read() && self.outlet.was_given_up()
    }

    /// Whether it shows yet if the program has left before it had all of its response.
    pub fn is_settled(&self) -> bool {
        self.outlet.is_settled()
    }

    /// Completes once that shows.
    pub async fn settled(&self) {
        self.outlet.settled().await;
    }

    /// Whether its answer is there for another attempt. An error is not: the program asks anew.
    pub fn has_unread_answer(&self) -> bool {
        self.was_given_up() && self.outlet.holds_answer()
    }
}
