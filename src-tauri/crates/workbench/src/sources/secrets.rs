//! The values of a server's variables and headers, kept as the keys of services are.

use crate::services::keys::{Keys, ServiceSecrets};
use connectors::Secret;
use functions::sources::mcp::{McpSecrets, McpServer, McpTransport, McpVault};
use std::collections::BTreeMap;
use std::sync::Arc;

const VARIABLE: &str = "variable ";
const HEADER: &str = "header ";

fn place(server: &str) -> String {
    format!("mcp:{server}")
}

pub(super) fn read(keys: &Keys, server: &str) -> Result<McpSecrets, String> {
    let kept = keys.read(&place(server))?.headers;
    let of = |prefix: &str| -> BTreeMap<String, String> {
        let each = kept.iter().filter_map(|(name, value)| {
            name.strip_prefix(prefix).map(|name| (name.to_owned(), value.expose().to_owned()))
        });
        each.collect()
    };
    Ok(McpSecrets { variables: of(VARIABLE), headers: of(HEADER) })
}

fn login(server: &str) -> String {
    format!("mcp-login:{server}")
}

pub(super) fn remove(keys: &Keys, server: &str) -> Result<(), String> {
    keys.remove(&login(server))?;
    keys.remove(&place(server))
}

/// Keeps those that were typed and, of those that are kept, the ones that are still named. Says which are missing.
///
/// What was typed for one program or one host goes to no other.
pub(super) fn write(
    keys: &Keys,
    before: Option<&McpServer>,
    settings: &McpServer,
    typed: &Typed,
) -> Result<McpSecrets, String> {
    let kept = match before.filter(|before| reaches(&before.transport) == reaches(&settings.transport)) {
        Some(before) => keys.read(&place(&before.id))?.headers,
        None => {
            keys.remove(&login(&settings.id))?;
            BTreeMap::new()
        }
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
            return Err(format!("the {prefix}{name} has no value"));
        };
        secrets.headers.insert(key, value.clone());
    }
    keys.write(&place(&settings.id), &secrets)?;
    read(keys, &settings.id)
}

/// Keeps what logging in to servers has given, beside their other secrets.
pub(super) struct Logins(pub(super) Arc<Keys>);

impl McpVault for Logins {
    fn read(&self, server: &str) -> Result<Option<String>, String> {
        Ok(self.0.read(&login(server))?.key.map(|kept| kept.expose().to_owned()))
    }

    fn write(&self, server: &str, credentials: Option<&str>) -> Result<(), String> {
        match credentials.and_then(Secret::new) {
            Some(key) => {
                self.0.write(&login(server), &ServiceSecrets { key: Some(key), ..ServiceSecrets::default() })
            }
            None => self.0.remove(&login(server)),
        }
    }
}

/// The values a person typed.
pub(super) struct Typed {
    pub(super) variables: BTreeMap<String, Secret>,
    pub(super) headers: BTreeMap<String, Secret>,
}

/// Who gets what was typed.
fn reaches(transport: &McpTransport) -> String {
    match transport {
        McpTransport::Command { program, .. } => program.clone(),
        McpTransport::Http { address, .. } => {
            let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            format!("{scheme}://{host}").to_ascii_lowercase()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Typed, read, write};
    use crate::assembly::KeychainChoice;
    use crate::services::keys::Keys;
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
        assert!(write(&keys, None, &first, &typed(None)).is_err());
        write(&keys, None, &first, &typed(Some("s-1"))).expect("it is kept");
        let same = server("https://acme.example/other");
        let kept = write(&keys, Some(&first), &same, &typed(None)).expect("it is kept");
        assert_eq!(kept.headers.get("x-key").map(String::as_str), Some("s-1"));
        let other = server("https://evil.example/mcp");
        assert!(write(&keys, Some(&same), &other, &typed(None)).is_err());
        assert_eq!(read(&keys, "acme").expect("it is there").headers.len(), 1);
    }
}
