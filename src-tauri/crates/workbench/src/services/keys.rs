//! Where keys are kept.

use super::sealed::Sealed;
use connectors::Secret;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use zeroize::Zeroizing;

/// The secrets of one service.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct ServiceSecrets {
    #[serde(default)]
    pub(crate) key: Option<Secret>,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, Secret>,
}

/// Keeps secrets, each under the name of its service.
pub(crate) trait Keys: Send + Sync {
    fn read(&self, service: &str) -> Result<ServiceSecrets, String>;
    fn write(&self, service: &str, secrets: &ServiceSecrets) -> Result<(), String>;
    fn remove(&self, service: &str) -> Result<(), String>;
    /// How well they are kept, in words for a person.
    fn keeping(&self) -> String;
}

/// The best place this system has.
pub(crate) fn open(home: &Path) -> Arc<dyn Keys> {
    Arc::new(Sealed::in_folder(home))
}

/// Secrets as text, for a place that keeps text.
pub(super) fn to_text(secrets: &ServiceSecrets) -> Zeroizing<String> {
    let headers: BTreeMap<_, _> =
        secrets.headers.iter().map(|(name, value)| (name, value.expose())).collect();
    Zeroizing::new(json!({ "key": secrets.key.as_ref().map(Secret::expose), "headers": headers }).to_string())
}

pub(super) fn from_text(text: &str) -> Result<ServiceSecrets, String> {
    // What was found is not repeated: it may be half a key.
    serde_json::from_str(text).map_err(|_| "the secrets that are kept can't be read".to_owned())
}
