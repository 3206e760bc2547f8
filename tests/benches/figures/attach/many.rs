//! Many conversations one after the other: the memory each of them leaves behind.

use super::application::Application;
use super::client::Client;
use super::said::{Conversation, calling, saying};
use super::{figure, upstream};
use crate::figure::{Figure, Unit};
use anyhow::{Context, Result};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const CONVERSATIONS: u32 = 1_000;
/// Memory counts from here on.
const FIRST: u32 = 200;
const ROUNDS: usize = 50;
const AT_ONCE: u32 = 4;

/// In bytes.
const INSTRUCTIONS: usize = 1_000;
const RESULT: usize = 200;

/// The most that a conversation may leave behind, in megabytes.
const TARGET: f64 = 0.1;

pub(super) async fn measure() -> Result<Vec<Figure>> {
    let number = AtomicUsize::new(0);
    let upstream = upstream::start(move |body, stream| {
        // The last answer of a conversation has no call, so that its turn ends.
        let is_last = body.windows(ROLE.len()).filter(|part| *part == ROLE).count() + 1 >= ROUNDS;
        let call = number.fetch_add(1, Ordering::Relaxed);
        upstream::write_whole(stream, &if is_last { saying("That is all.") } else { calling(call) })
    })?;
    tokio::task::spawn_blocking(move || {
        let app = Application::start(&upstream)?;
        all(&app.base, 0..FIRST)?;
        let (before, begun) = (app.memory()?, Instant::now());
        all(&app.base, FIRST..CONVERSATIONS)?;
        let (after, took) = (app.memory()?, begun.elapsed());
        let counted = f64::from(CONVERSATIONS - FIRST);
        let requests = counted * f64::from(u32::try_from(ROUNDS)?);
        let what = format!("{CONVERSATIONS} conversations of {ROUNDS} rounds");
        println!("attach · {what} take {:.0} MB on disk", app.disk()?);
        Ok(vec![
            Figure {
                target: Some(TARGET * counted),
                reference: Some("before"),
                reference_value: Some(before),
                ..figure(
                    format!("{what}, growth of memory over the last {counted}"),
                    after - before,
                    Unit::Megabytes,
                )
            },
            figure(
                format!("{what}, {AT_ONCE} at once, a request, mean"),
                took.as_secs_f64() * 1e3 / requests,
                Unit::Milliseconds,
            ),
        ])
    })
    .await?
}

/// What each round adds to a request once.
const ROLE: &[u8] = b"\"role\":\"tool\"";

fn all(base: &str, numbers: std::ops::Range<u32>) -> Result<()> {
    let threads: Vec<_> = (0..AT_ONCE)
        .map(|thread| {
            let (base, numbers) = (base.to_owned(), numbers.clone());
            std::thread::spawn(move || {
                let mut client = Client::at(&base)?;
                let mut of_thread = numbers.filter(|number| number % AT_ONCE == thread);
                of_thread.try_for_each(|number| one(&mut client, number))
            })
        })
        .collect();
    for thread in threads {
        thread.join().map_err(|_| anyhow::anyhow!("a thread broke"))??;
    }
    Ok(())
}

fn one(client: &mut Client, number: u32) -> Result<()> {
    let mut conversation = Conversation::new(&format!("agent {number}"), INSTRUCTIONS, RESULT);
    for round in 0..ROUNDS {
        let answer = client.ask(&conversation.request())?;
        conversation.hears(&answer).with_context(|| format!("round {round}"))?;
    }
    Ok(())
}
