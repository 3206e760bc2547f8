//! Addresses that open the page once. A browser is started with such an address as an argument, which other users of this
//! computer can read; the token is never an argument.

use crate::ServerError;
use crate::guard::fresh_token;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a ticket is valid.
const TICKET_LIFETIME: Duration = Duration::from_secs(60);

/// Tickets that wait at the same time. Beyond them, the oldest becomes void.
const MAX_TICKETS: usize = 8;

/// The tickets that are not used yet, the oldest first.
#[derive(Clone, Default)]
pub(crate) struct Tickets(Arc<Mutex<VecDeque<(String, Instant)>>>);

impl Tickets {
    pub(crate) fn issue(&self) -> Result<String, ServerError> {
        let ticket = fresh_token()?;
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push_back((ticket.clone(), Instant::now()));
        if waiting.len() > MAX_TICKETS {
            waiting.pop_front();
        }
        Ok(ticket)
    }

    /// Returns whether the ticket is valid, which it is once.
    pub(crate) fn take(&self, ticket: &str) -> bool {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|(_, issued)| issued.elapsed() < TICKET_LIFETIME);
        let place = waiting.iter().position(|(known, _)| known == ticket);
        place.and_then(|place| waiting.remove(place)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_TICKETS, TICKET_LIFETIME, Tickets};

    #[tokio::test(start_paused = true)]
    async fn a_ticket_is_valid_once_and_for_a_minute() {
        let tickets = Tickets::default();
        let (first, second) = (tickets.issue().expect("a ticket"), tickets.issue().expect("a ticket"));
        assert_eq!([&first, &first].map(|ticket| tickets.take(ticket)), [true, false]);
        tokio::time::advance(TICKET_LIFETIME).await;
        assert!(!tickets.take(&second));
    }

    #[tokio::test]
    async fn of_too_many_the_oldest_is_void() {
        let tickets = Tickets::default();
        let all: Vec<_> = (0..=MAX_TICKETS).map(|_| tickets.issue().expect("a ticket")).collect();
        assert_eq!([&all[0], &all[1]].map(|ticket| tickets.take(ticket)), [false, true]);
    }
}
