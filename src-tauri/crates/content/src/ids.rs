//! Ids, each a type of its own: a turn's id in place of a call's does not compile.

/// Declares an id. Crates with ids of their own use it too.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, ts_rs::TS)]
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

        impl notices::AsValue for $name {
            fn as_value(&self) -> notices::NoticeValue {
                notices::AsValue::as_value(&self.0)
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
    /// Names one call of a model. Its result carries the same id.
    CallId
}
id! {
    /// Names one turn: everything from a person's message to the model's last answer to it.
    TurnId
}
id! {
    /// Names one exchange with a model: a request as it was sent and its response as it was received.
    ExchangeId
}
id! {
    /// Names a model in the application's list of models.
    ModelId
}

impl ModelId {
    /// The service of the model, as the application names it. A model without a service is its own.
    pub fn service(&self) -> &str {
        self.0.split_once('/').map_or(&self.0, |(service, _)| service)
    }
}
