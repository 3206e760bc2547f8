//! The Secret Service of free desktops: GNOME's keyring, KDE's wallet, KeePassXC.
//!
//! `keyring` would reach it too, but opens a prompt whenever anything is locked, also while the application starts, and
//! brings a second runtime. Here each piece of work has a thread of its own and a time after which it is given up.

use super::{Keychain, KeychainFault};
use crate::contract::KeychainState;
use secret_service::{Collection, EncryptionType, Error, Item, SecretService};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use zeroize::Zeroizing;

/// How long it may take where nobody is asked, and where a person types a password.
const REPLY_TIMEOUT: Duration = Duration::from_secs(5);
const PROMPT_TIMEOUT: Duration = Duration::from_secs(180);

pub(super) struct SecretServiceKeychain {
    /// The address of the message bus, where it is not the usual one.
    bus: Option<String>,
}

impl SecretServiceKeychain {
    pub(super) fn on_the_usual_bus() -> Self {
        Self { bus: None }
    }

    pub(super) fn on_bus(address: String) -> Self {
        Self { bus: Some(address) }
    }

    /// Does a piece of work on a connection of its own. A runtime must not wait for another, hence the thread.
    fn work<T: Send>(
        &self,
        patience: Duration,
        work: impl AsyncFnOnce(SecretService<'_>) -> Result<T, KeychainFault> + Send,
    ) -> Result<T, KeychainFault> {
        let working = || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|error| KeychainFault::failed(&error))?;
            let worked = runtime.block_on(async {
                tokio::time::timeout(patience, async { work(self.connect().await?).await }).await
            });
            worked.map_err(|_| KeychainFault::Silent { seconds: patience.as_secs() })?
        };
        let worked = std::thread::scope(|scope| scope.spawn(working).join());
        worked.map_err(|_| KeychainFault::Broke)?
    }

    /// Whatever keeps us from it, there is no keychain for us then.
    async fn connect(&self) -> Result<SecretService<'static>, KeychainFault> {
        let builder = match &self.bus {
            Some(address) => zbus::connection::Builder::address(address.as_str()),
            None => zbus::connection::Builder::session(),
        };
        let bus = builder.map_err(|error| KeychainFault::missing(&error))?.build().await;
        let bus = bus.map_err(|error| KeychainFault::missing(&error))?;
        let service = SecretService::connect_with_existing(EncryptionType::Dh, bus).await;
        service.map_err(|error| KeychainFault::missing(&error))
    }
}

impl Keychain for SecretServiceKeychain {
    fn state(&self) -> KeychainState {
        let state =
            self.work(REPLY_TIMEOUT, async |service| match collection(&service).await?.is_locked().await {
                Ok(true) => Ok(KeychainState::Locked),
                Ok(false) => Ok(KeychainState::Open),
                Err(error) => Err(fault(error)),
            });
        state.unwrap_or(KeychainState::Missing)
    }

    fn read(&self, names: &[String]) -> Result<BTreeMap<String, Zeroizing<String>>, KeychainFault> {
        self.work(REPLY_TIMEOUT, async |service| {
            let mut found = BTreeMap::new();
            for name in names {
                if let Some(item) = items(&service, name).await?.first() {
                    let bytes = Zeroizing::new(item.get_secret().await.map_err(fault)?);
                    let text = std::str::from_utf8(&bytes).map_err(|_| KeychainFault::Unreadable)?;
                    found.insert(name.clone(), Zeroizing::new(text.to_owned()));
                }
            }
            Ok(found)
        })
    }

    fn write(&self, name: &str, text: &str) -> Result<(), KeychainFault> {
        self.work(REPLY_TIMEOUT, async |service| {
            let collection = collection(&service).await?;
            // A locked one would ask the person, who is not waiting for that now.
            collection.ensure_unlocked().await.map_err(fault)?;
            let label = format!("Callwright: {}", name.rsplit('/').next().unwrap_or(name));
            let made = collection.create_item(&label, attributes(name), text.as_bytes(), true, "text/plain");
            made.await.map_err(fault).map(drop)
        })
    }

    fn remove(&self, name: &str) -> Result<(), KeychainFault> {
        self.work(REPLY_TIMEOUT, async |service| {
            for item in items(&service, name).await? {
                item.delete().await.map_err(fault)?;
            }
            Ok(())
        })
    }

    fn unlock(&self) -> Result<(), KeychainFault> {
        self.work(PROMPT_TIMEOUT, async |service| {
            let collection = collection(&service).await?;
            if collection.is_locked().await.map_err(fault)? {
                collection.unlock().await.map_err(fault)?;
            }
            // Who calls a prompt off is told that it is locked, whatever the prompt answered.
            collection.ensure_unlocked().await.map_err(fault)
        })
    }
}

/// The collection that secrets usually go to.
async fn collection<'a>(service: &'a SecretService<'_>) -> Result<Collection<'a>, KeychainFault> {
    service.get_default_collection().await.map_err(|error| {
        if matches!(error, Error::NoResult) {
            return KeychainFault::NoCollection;
        }
        fault(error)
    })
}

/// The items of a name. Those that are locked are not there for us.
async fn items<'a>(service: &'a SecretService<'_>, name: &str) -> Result<Vec<Item<'a>>, KeychainFault> {
    let found = service.search_items(attributes(name)).await.map_err(fault)?;
    if found.unlocked.is_empty() && !found.locked.is_empty() {
        return Err(KeychainFault::Locked);
    }
    Ok(found.unlocked)
}

fn attributes(name: &str) -> HashMap<&str, &str> {
    HashMap::from([("application", "callwright"), ("name", name)])
}

fn fault(error: Error) -> KeychainFault {
    if matches!(error, Error::Locked | Error::Prompt | Error::PromptDisconnected) {
        return KeychainFault::Locked;
    }
    if matches!(error, Error::Unavailable) {
        return KeychainFault::missing(&error);
    }
    KeychainFault::failed(&error)
}
