//! Ways for a function to go wrong.

use content::Output;
use ports::FunctionError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::sleep;
use ts_rs::TS;

/// What a function can do that nobody wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Fault {
    /// It reports a problem in these words.
    Error { message: String },
    /// It answers later than it would, and as it would.
    Delay { milliseconds: u32 },
    /// It gives up after this time.
    TimeOut { milliseconds: u32 },
    /// It runs until the call is called off.
    NeverAnswers,
    /// JSON that breaks off in the middle.
    MalformedJson,
    /// A list of things that don't belong together, where an object or a text is usual.
    WrongType,
    /// A text without a letter.
    Empty,
    /// A text of this many bytes.
    Huge { bytes: usize },
    /// A result that tries to give the model orders.
    Orders { text: String },
}

/// As much as a result may be without filling the memory of a machine.
const LARGEST: usize = 64 << 20;

/// What a fault comes to.
pub(super) enum Came {
    To(Output),
    Failed(FunctionError),
    /// The function itself answers after all.
    Live,
}

impl Fault {
    pub(super) async fn happen(&self) -> Came {
        match self {
            Self::Error { message } => failed(message.clone()),
            Self::Delay { milliseconds } => {
                sleep(Duration::from_millis(u64::from(*milliseconds))).await;
                Came::Live
            }
            Self::TimeOut { milliseconds } => {
                sleep(Duration::from_millis(u64::from(*milliseconds))).await;
                failed(format!("no answer within {} ms", milliseconds))
            }
            Self::NeverAnswers => std::future::pending().await,
            Self::MalformedJson => text(r#"{"status": "ok", "items": [{"id": 1, "name": "fir"#),
            Self::WrongType => Came::To(Output::Json { value: json!([Value::Null, false, -1, "?"]) }),
            Self::Empty => text(""),
            Self::Huge { bytes } => {
                let line = "A result that goes on and on. ";
                let bytes = (*bytes).min(LARGEST);
                let mut long = line.repeat(bytes / line.len() + 1);
                long.truncate(bytes);
                Came::To(Output::Text { text: long })
            }
            Self::Orders { text: orders } => text(orders),
        }
    }
}

fn text(text: &str) -> Came {
    Came::To(Output::Text { text: text.to_owned() })
}

fn failed(message: String) -> Came {
    Came::Failed(crate::report(message))
}
