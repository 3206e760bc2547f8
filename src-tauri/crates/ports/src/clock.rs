//! Time and fresh names, asked for instead of taken, so that a test can give both.

use content::{CallId, ExchangeId, MessageId, SessionId, Timestamp, TurnId};

/// Tells the time.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

/// Makes up names that nothing else has.
pub trait IdSource: Send + Sync {
    fn session(&self) -> SessionId;
    fn turn(&self) -> TurnId;
    fn message(&self) -> MessageId;
    fn call(&self) -> CallId;
    fn exchange(&self) -> ExchangeId;
}
