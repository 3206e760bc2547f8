//! A file from an address.

use crate::digest::too_long;
use crate::origin::Unfit;
use crate::progress::stopped;
use reqwest::header::RANGE;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Once;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// A server that sends nothing for this long is gone.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Goes on where an earlier attempt broke off, if the server lets it. Nothing beyond `most` bytes is taken.
/// `tell` hears how much is there, and how much it will be as far as the server says.
pub(crate) async fn download(
    url: &str,
    to: &Path,
    most: Option<u64>,
    stop: &CancellationToken,
    tell: &(dyn Fn(u64, u64) + Sync),
) -> io::Result<()> {
    let there = std::fs::metadata(to).map_or(0, |file| file.len());
    let mut response = tokio::select! {
        biased;
        () = stop.cancelled() => return Err(stopped()),
        asked = ask(url, to, there) => asked?,
    };
    let goes_on = response.status() == StatusCode::PARTIAL_CONTENT;
    // A page that says something else is no reason to throw away what is there.
    let is_another = most.is_some() && response.content_length().is_some_and(|length| Some(length) != most);
    if there > 0 && !goes_on && is_another {
        return Err(Unfit::AnotherFile.into());
    }
    let mut file = OpenOptions::new().create(true).write(true).append(goes_on).truncate(!goes_on).open(to)?;
    let mut done = if goes_on { there } else { 0 };
    let total = done + response.content_length().unwrap_or_default();
    loop {
        let piece = tokio::select! {
            biased;
            () = stop.cancelled() => return Err(stopped()),
            piece = response.chunk() => piece.map_err(last_cause)?,
        };
        let Some(piece) = piece else { break };
        done += piece.len() as u64;
        if most.is_some_and(|most| done > most) {
            drop(file);
            std::fs::remove_file(to)?;
            return Err(too_long());
        }
        file.write_all(&piece)?;
        tell(done, total);
    }
    file.sync_all()
}

async fn ask(url: &str, to: &Path, there: u64) -> io::Result<Response> {
    let mut request = client(Policy::default())?.get(url);
    if there > 0 {
        request = request.header(RANGE, format!("bytes={there}-"));
    }
    let response = request.send().await.and_then(Response::error_for_status);
    response.map_err(|error| {
        // What is there can't be gone on with, so the next attempt begins anew.
        if error.status() == Some(StatusCode::RANGE_NOT_SATISFIABLE)
            && let Err(error) = std::fs::remove_file(to)
        {
            return error;
        }
        last_cause(error)
    })
}

pub(crate) fn client(redirects: Policy) -> io::Result<Client> {
    static CRYPTOGRAPHY: Once = Once::new();
    // A provider that is there already does as well.
    CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    let client = Client::builder().user_agent(concat!("callwright/", env!("CARGO_PKG_VERSION")));
    let client = client.redirect(redirects);
    client.connect_timeout(IDLE_TIMEOUT).read_timeout(IDLE_TIMEOUT).build().map_err(io::Error::other)
}

/// The last cause says most: that nobody listens, that a name is not known, that the connection broke off.
pub(crate) fn last_cause(error: reqwest::Error) -> io::Error {
    let error = error.without_url();
    let mut cause: &dyn std::error::Error = &error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    io::Error::other(cause.to_string())
}
