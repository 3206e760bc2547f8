//! Names for things, each its own type: a turn's id in a call's place does not compile.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub fn new(raw: impl Into<String>) -> Self {
                Self(raw.into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}

id! {
    /// Names one session: a tree of messages and everything that happened around them.
    SessionId
}
id! {
    /// Names one message in a session's tree.
    MessageId
}
id! {
    /// Names one call the model asked for. The result answers to the same id.
    CallId
}
id! {
    /// Names one turn: everything between a person's message and the model's last word on it.
    TurnId
}
id! {
    /// Names one exchange with a model: a request as it was sent and the answer as it was received.
    ExchangeId
}
id! {
    /// Names a model a person can choose, as the application lists it.
    ModelId
}

impl ModelId {
    /// The service that serves the model, as the application names it. A model without one is its own.
    pub fn service(&self) -> &str {
        self.0.split_once('/').map_or(&self.0, |(service, _)| service)
    }
}
