//! Time and new ids as ports, so that a test can supply both.

use content::{CallId, ExchangeId, MessageId, SessionId, Timestamp, TurnId};

/// Supplies the current time.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;

    /// The time as a clock on the wall shows it, counted as if that clock showed universal time.
    fn on_the_wall(&self) -> Timestamp {
        self.now()
    }
}

/// Creates unique ids.
pub trait IdSource: Send + Sync {
    fn session(&self) -> SessionId;
    fn turn(&self) -> TurnId;
    fn message(&self) -> MessageId;
    fn call(&self) -> CallId;
    fn exchange(&self) -> ExchangeId;
}
