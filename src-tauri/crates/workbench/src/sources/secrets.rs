//! The values of a server's variables and headers, kept as the keys of services are.

use super::error::OwnSourceError;
use crate::services::destination::{Destination, web_address};
use crate::services::keys::{Keys, KeysError, ServiceSecrets};
use connectors::Secret;
use connectors::transport::Network;
use functions::sources::mcp::{McpSecrets, McpServer, McpTransport, McpVault, VaultError};
use notices::Describe;
use std::collections::BTreeMap;
use std::sync::Arc;

const VARIABLE: &str = "variable ";
const HEADER: &str = "header ";

fn place(server: &str) -> String {
    format!("mcp:{server}")
}

/// The values of a server, if they were typed for what it is now.
pub(super) fn read(keys: &Keys, server: &McpServer) -> Result<McpSecrets, OwnSourceError> {
    let (McpTransport::Command { variables: names, .. } | McpTransport::Http { headers: names, .. }) =
        &server.transport;
    if names.is_empty() {
        return Ok(McpSecrets::default());
    }
    let (place, now) = (place(&server.id), destination(&server.transport)?);
    let kept = keys.read(&place)?;
    let is_unsettled = kept.is_unsettled();
    let kept = kept.admitted(&now)?;
    if is_unsettled {
        // Versions before this one did not write down what they were typed for.
        let destination = kept.destination.clone().or(Some(now));
        keys.write(&place, &ServiceSecrets { destination, ..kept.clone() })?;
    }
    Ok(values(&kept))
}

fn values(kept: &ServiceSecrets) -> McpSecrets {
    let kept = &kept.headers;
    let of = |prefix: &str| -> BTreeMap<String, String> {
        let each = kept.iter().filter_map(|(name, value)| {
            name.strip_prefix(prefix).map(|name| (name.to_owned(), value.expose().to_owned()))
        });
        each.collect()
    };
    McpSecrets { variables: of(VARIABLE), headers: of(HEADER) }
}

fn login(server: &str) -> String {
    format!("mcp-login:{server}")
}

pub(super) fn remove(keys: &Keys, server: &str) -> Result<(), KeysError> {
    keys.remove(&login(server))?;
    keys.remove(&place(server))
}

/// Keeps those that were typed and, of those that are kept, the ones that are still named, together with the settings.
/// Says which are missing.
///
/// What was typed for one program or one host goes to no other.
pub(super) fn write(
    keys: &Keys,
    before: Option<&McpServer>,
    settings: &McpServer,
    typed: &Typed,
    change: impl FnOnce() -> Result<(), OwnSourceError>,
) -> Result<McpSecrets, OwnSourceError> {
    let now = destination(&settings.transport)?;
    let kept = match before.filter(|before| reaches(&before.transport) == reaches(&settings.transport)) {
        Some(before) => {
            let kept = keys.read(&place(&before.id))?;
            let typed_for = destination(&before.transport)?;
            kept.admitted(&typed_for).unwrap_or_default().headers
        }
        None => BTreeMap::new(),
    };
    let mut secrets = ServiceSecrets::default();
    let named = match &settings.transport {
        McpTransport::Command { variables, .. } => (VARIABLE, variables, &typed.variables),
        McpTransport::Http { headers, .. } => (HEADER, headers, &typed.headers),
    };
    let (prefix, names, typed) = named;
    for name in names {
        let key = format!("{prefix}{name}");
        let Some(value) = typed.get(name).or_else(|| kept.get(&key)) else {
            let name = name.clone();
            return Err(match &settings.transport {
                McpTransport::Command { .. } => OwnSourceError::NoVariable { name },
                McpTransport::Http { .. } => OwnSourceError::NoHeader { name },
            });
        };
        secrets.headers.insert(key, value.clone());
    }
    if !secrets.headers.is_empty() {
        secrets.destination = Some(now);
    }
    keys.write_with(&place(&settings.id), &secrets, change)?;
    Ok(values(&secrets))
}

/// What the values of a server are typed for.
fn destination(transport: &McpTransport) -> Result<Destination, OwnSourceError> {
    match transport {
        McpTransport::Command { program, arguments, folder, .. } => {
            let words: Vec<_> = std::iter::once(program).chain(arguments).map(String::as_str).collect();
            Ok(Destination::of_program(&words, folder.as_deref()))
        }
        McpTransport::Http { address, .. } => {
            let url = web_address(address).ok_or_else(|| OwnSourceError::no_address(address))?;
            Ok(Destination::of_web(&url, &Network::USUAL))
        }
    }
}

/// Keeps what logging in to servers has given, beside their other secrets.
pub(super) struct Logins(pub(super) Arc<Keys>);

impl Logins {
    fn find(&self, server: &McpServer) -> Result<Option<String>, OwnSourceError> {
        let (login, now) = (login(&server.id), destination(&server.transport)?);
        let kept = self.0.read(&login)?;
        let is_unsettled = kept.is_unsettled();
        // One of another address is as good as none: the person is led through another.
        let Ok(kept) = kept.admitted(&now) else { return Ok(None) };
        if is_unsettled {
            let destination = kept.destination.clone().or(Some(now));
            self.0.write(&login, &ServiceSecrets { destination, ..kept.clone() })?;
        }
        Ok(kept.key.map(|kept| kept.expose().to_owned()))
    }

    fn keep(&self, server: &McpServer, credentials: Option<&str>) -> Result<(), OwnSourceError> {
        let login = login(&server.id);
        match credentials.and_then(Secret::new) {
            Some(key) => {
                let typed_for = ServiceSecrets::typed_for(destination(&server.transport)?);
                self.0.write(&login, &ServiceSecrets { key: Some(key), ..typed_for })?;
            }
            None => self.0.remove(&login)?,
        }
        Ok(())
    }
}

impl McpVault for Logins {
    fn read(&self, server: &McpServer) -> Result<Option<String>, VaultError> {
        self.find(server).map_err(|error| VaultError { reason: error.notice() })
    }

    fn write(&self, server: &McpServer, credentials: Option<&str>) -> Result<(), VaultError> {
        self.keep(server, credentials).map_err(|error| VaultError { reason: error.notice() })
    }
}

/// The values a person typed.
pub(super) struct Typed {
    pub(super) variables: BTreeMap<String, Secret>,
    pub(super) headers: BTreeMap<String, Secret>,
}

/// Who gets what was typed. A person who changes the arguments of a program need not type its values again.
fn reaches(transport: &McpTransport) -> Result<Destination, OwnSourceError> {
    match transport {
        McpTransport::Command { program, .. } => Ok(Destination::of_program(&[program], None)),
        McpTransport::Http { .. } => destination(transport),
    }
}

#[cfg(test)]
mod tests {
    use super::{Typed, read, write};
    use crate::config::KeychainChoice;
    use crate::services::destination::DestinationError;
    use crate::services::keys::{Keys, ServiceSecrets};
    use connectors::Secret;
    use functions::sources::mcp::{McpServer, McpTransport};
    use std::collections::BTreeMap;

    fn server(address: &str) -> McpServer {
        McpServer {
            id: "acme".to_owned(),
            title: "Acme".to_owned(),
            transport: McpTransport::Http { address: address.to_owned(), headers: vec!["x-key".to_owned()] },
            seconds: 60,
            is_enabled: true,
        }
    }

    fn typed(value: Option<&str>) -> Typed {
        let headers = value.and_then(Secret::new).map(|value| ("x-key".to_owned(), value));
        Typed { variables: BTreeMap::new(), headers: headers.into_iter().collect() }
    }

    #[test]
    fn a_value_stays_where_none_is_typed_and_goes_to_no_other_host() {
        let home = tempfile::tempdir().expect("a folder");
        let keys = Keys::open(home.path(), KeychainChoice::None);
        let first = server("https://acme.example/mcp");
        let write = |before, settings, value| write(&keys, before, settings, &typed(value), || Ok(()));
        assert!(write(None, &first, None).is_err());
        write(None, &first, Some("s-1")).expect("it is kept");
        let same = server("https://acme.example/other");
        let kept = write(Some(&first), &same, None).expect("it is kept");
        assert_eq!(kept.headers.get("x-key").map(String::as_str), Some("s-1"));
        let other = server("https://evil.example/mcp");
        assert!(write(Some(&same), &other, None).is_err());
        assert_eq!(read(&keys, &same).expect("it is there").headers.len(), 1);
        let refused = read(&keys, &other).err().expect("it is withheld");
        let (before, to) = ("https://acme.example".to_owned(), "https://evil.example".to_owned());
        assert_eq!(refused, DestinationError::OtherAddress { before, to }.into());
    }

    #[test]
    fn values_of_before_bindings_are_bound_to_the_server_they_stand_beside() {
        let home = tempfile::tempdir().expect("a folder");
        let keys = Keys::open(home.path(), KeychainChoice::None);
        let value = Secret::new("s-1").expect("a secret");
        let before = ServiceSecrets {
            headers: [("header x-key".to_owned(), value)].into(),
            ..ServiceSecrets::default()
        };
        keys.write("mcp:acme", &before).expect("it is kept");
        assert_eq!(read(&keys, &server("https://acme.example/mcp")).expect("it is had").headers.len(), 1);
        assert!(read(&keys, &server("https://evil.example/mcp")).is_err());
    }
}
