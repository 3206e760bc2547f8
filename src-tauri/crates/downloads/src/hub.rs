//! The model hub: where its files are, and what it says of a file before it is fetched.

use crate::digest::is_hash;
use crate::download::{client, last_cause};
use crate::origin::Unfit;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, LOCATION};
use reqwest::redirect::Policy;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// Where models are, unless `HF_ENDPOINT` names a copy, as it does for the hub's own libraries.
const HUB: &str = "https://huggingface.co";
/// A repository that was renamed leads on to its new name.
const MAX_REDIRECTS: usize = 3;

/// The address of the model hub, without a slash at its end.
pub fn hub() -> String {
    let named = std::env::var("HF_ENDPOINT").ok().filter(|hub| !hub.is_empty());
    named.as_deref().unwrap_or(HUB).trim_end_matches('/').to_owned()
}

pub(crate) fn address(hub: &str, repository: &str, revision: &str, file: &str) -> String {
    format!("{hub}/{repository}/resolve/{revision}/{file}")
}

/// What the hub said of a file when it was first asked. It is kept beside the file, so that what was begun is gone on with
/// from the same revision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HubFile {
    pub(crate) revision: String,
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
}

impl HubFile {
    /// Nothing where the hub was not asked yet, or the record can't be read: then it is asked again.
    pub(crate) fn kept(folder: &Path, file: &str) -> Option<Self> {
        let text = disk::read_text(&Self::place(folder, file), limits::SETTINGS_FILE).ok()?;
        toml::from_str(&text).ok().filter(Self::is_sound)
    }

    pub(crate) fn keep(&self, folder: &Path, file: &str) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        disk::replace(&Self::place(folder, file), text.as_bytes())
    }

    pub(crate) fn forget(folder: &Path, file: &str) -> io::Result<()> {
        match std::fs::remove_file(Self::place(folder, file)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn place(folder: &Path, file: &str) -> PathBuf {
        folder.join(format!("{file}.hub.toml"))
    }

    /// Asks for the head of a file, as the hub's own libraries do. The file itself lies elsewhere.
    pub(crate) async fn ask(hub: &str, repository: &str, revision: &str, file: &str) -> io::Result<Self> {
        let client = client(Policy::none())?;
        let mut url =
            reqwest::Url::parse(&address(hub, repository, revision, file)).map_err(io::Error::other)?;
        for _ in 0..=MAX_REDIRECTS {
            let answer = client.head(url.clone()).send().await.map_err(last_cause)?;
            if let Some(pin) = Self::of(answer.headers()) {
                return Ok(pin);
            }
            let location = answer.headers().get(LOCATION).and_then(|to| to.to_str().ok());
            match location.filter(|to| to.starts_with('/')) {
                Some(to) => url = url.join(to).map_err(io::Error::other)?,
                None => return Err(unpinned(answer.status())),
            }
        }
        Err(Unfit::MovesOn.into())
    }

    fn of(headers: &HeaderMap) -> Option<Self> {
        let header =
            |name: &str| headers.get(name)?.to_str().ok().map(|value| value.trim_matches('"').to_owned());
        let pin = Self {
            revision: header("x-repo-commit")?,
            bytes: header("x-linked-size")?.parse().ok()?,
            sha256: header("x-linked-etag")?,
        };
        Some(pin).filter(Self::is_sound)
    }

    fn is_sound(&self) -> bool {
        let is_commit =
            !self.revision.is_empty() && self.revision.bytes().all(|letter| letter.is_ascii_alphanumeric());
        is_commit && self.bytes > 0 && is_hash(&self.sha256)
    }
}

fn unpinned(status: StatusCode) -> io::Error {
    let unfit = match status {
        StatusCode::NOT_FOUND => Unfit::NoSuchFile,
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Unfit::ForMembers,
        status => Unfit::NotPinned { status: status.to_string() },
    };
    unfit.into()
}
