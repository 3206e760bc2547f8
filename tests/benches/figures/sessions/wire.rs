//! How much room it takes to keep what went over the wire, when each request repeats all that was said before.

use crate::figure::{Better, Figure, Unit};
use anyhow::Result;
use content::{ExchangeId, SessionId, Timestamp};
use sessions::Store;
use std::fmt::Write;
use std::path::Path;

const ROUNDS: u32 = 1_000;

/// What is said in a round, in words of nine bytes.
const WORDS: u32 = 230;

/// Twice the rounds may take this many times the room. What grows with the square takes four times.
const TARGET: f64 = 2.2;

pub(crate) fn measure(home: &Path) -> Result<Vec<Figure>> {
    let half = kept(&home.join("half"), ROUNDS / 2)?;
    let whole = kept(&home.join("whole"), ROUNDS)?;
    let figure = |name: String, value, unit| Figure {
        area: "sessions",
        name,
        value,
        unit,
        better: Better::Lower,
        target: None,
        reference: None,
        reference_value: None,
    };
    let room = Figure {
        reference: Some("what was sent"),
        reference_value: Some(whole.sent),
        ..figure(format!("keep the wire of {ROUNDS} rounds of 2 kB each"), whole.on_disk, Unit::Megabytes)
    };
    let growth = Figure {
        target: Some(TARGET),
        reference: Some("what was sent"),
        reference_value: Some(whole.sent / half.sent),
        ..figure("room for twice the rounds".to_owned(), whole.on_disk / half.on_disk, Unit::Times)
    };
    Ok(vec![room, growth])
}

/// Both in megabytes.
struct Kept {
    sent: f64,
    on_disk: f64,
}

fn kept(home: &Path, rounds: u32) -> Result<Kept> {
    let store = Store::open(&home.join("sessions.db"))?;
    let session = SessionId::new("bench");
    store.create::<String>(&session, Timestamp(0), "Bench", Vec::new())?;
    let (mut said, mut sent) = (String::new(), 0);
    for round in 0..rounds {
        said.push_str(r#"{"role":"user","content":""#);
        for word in round * WORDS..(round + 1) * WORDS {
            // Words that do not repeat themselves, so that compressing them is not what is measured.
            write!(said, "{:08x} ", word.wrapping_mul(2_654_435_761))?;
        }
        said.push_str(r#""},"#);
        let request = format!(r#"{{"model":"bench","messages":[{said}],"tools":[]}}"#);
        sent += request.len() as u64;
        store.note_request(&session, &ExchangeId::new(format!("exchange-{round}")), &request)?;
        store.keep_wire()?;
    }
    drop(store);
    let on_disk = std::fs::metadata(home.join("sessions.db"))?.len();
    Ok(Kept { sent: megabytes(sent), on_disk: megabytes(on_disk) })
}

#[allow(clippy::cast_precision_loss, reason = "far below what would be rounded")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
