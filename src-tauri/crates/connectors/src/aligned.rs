//! A request beside what it was made from: which piece of a body tells which part of the request.
//!
//! No protocol is asked where it puts what. The request is written once more with a mark in each of its parts, and the
//! marks are looked for in what comes out, as water is followed with a dye. Settings are followed by changing them. So
//! what is said here can't disagree with what a protocol does, whichever protocol it is.

mod dye;
mod pieces;
mod settings;
#[cfg(test)]
mod tests;

use dye::Dye;
use pieces::Collector;
use ports::{CompletionRequest, Connector, ConnectorError, Preview};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The place of what a protocol writes of its own accord.
pub const PROTOCOL: &str = "/protocol";

/// The place of the model's name.
pub const MODEL: &str = "/model";

/// A request as it would go out, and what each piece of it tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aligned {
    pub preview: Preview,
    /// The body, read.
    pub document: Value,
    pub pieces: Vec<AlignedPiece>,
}

/// One piece of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AlignedPiece {
    /// Where it stands in the body, as a JSON pointer.
    pub pointer: String,
    /// What it tells: `/messages/3`, `/functions/0`, `/choice`. Several, where the protocol writes them as one.
    pub places: Vec<String>,
    /// What it is written in together with pieces that tell something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub within: Option<String>,
}

/// Writes a request and finds its parts in it. A model without a wire has nothing to write.
pub fn aligned(
    connector: &dyn Connector,
    request: &CompletionRequest,
) -> Result<Option<Aligned>, ConnectorError> {
    let Some(preview) = connector.preview(request)? else { return Ok(None) };
    let Some(real) = document(&preview) else {
        return Ok(Some(Aligned { preview, document: Value::Null, pieces: Vec::new() }));
    };
    let dye = Dye::absent_from(&preview.body);
    let dyed = connector.preview(&dye.put_into(request))?.as_ref().and_then(document);
    let settings = settings::of(connector, request)?;
    let mut collector = Collector::new(&dye, &settings);
    // A body that can't be followed is shown whole all the same.
    collector.collect(&real, dyed.as_ref().unwrap_or(&real));
    let pieces = collector.into_pieces();
    Ok(Some(Aligned { preview, document: real, pieces }))
}

fn document(preview: &Preview) -> Option<Value> {
    serde_json::from_str(&preview.body).ok()
}
