//! What a page does with services.

use super::keys::ServiceSecrets;
use super::registry::Services;
use crate::Workbench;
use crate::contract::{
    CommandError, KeySource, ListedService, ListedServices, NamedService, Nothing, SaveService, ServiceKind,
    ServiceSettings, TestedService,
};
use connectors::Kind;
use ports::{CallScope, ConnectorError};
use std::time::Instant;
use tokio_util::sync::CancellationToken;

impl Workbench {
    pub async fn services_list(&self, _: Nothing) -> Result<ListedServices, CommandError> {
        let parts = self.parts()?;
        let listed = parts.services.listed().into_iter();
        Ok(ListedServices {
            services: listed.map(|(settings, problem)| ListedService { settings, problem }).collect(),
            kinds: Kind::all().into_iter().map(kind).collect(),
            keeping: parts.services.keys.keeping(),
        })
    }

    pub async fn service_save(&self, args: SaveService) -> Result<ServiceSettings, CommandError> {
        let parts = self.parts()?;
        let services = &parts.services;
        let mut settings = checked(args.settings.clone())?;
        let secrets = services.secrets(&args)?;
        if settings.id.is_empty() {
            settings.id = services.fresh_id(&settings.title);
        }
        // The key first: a service without it would be of no use, a key without its service is found again.
        services.keys.write(&settings.id, &secrets).map_err(not_kept)?;
        let saved = settings.clone();
        let changed = services.change(|all| match all.iter_mut().find(|service| service.id == settings.id) {
            Some(service) => *service = settings,
            None => all.push(settings),
        });
        changed.map_err(not_kept)?;
        Ok(saved)
    }

    pub async fn service_remove(&self, args: NamedService) -> Result<Nothing, CommandError> {
        let parts = self.parts()?;
        parts.services.change(|all| all.retain(|service| service.id != args.service)).map_err(not_kept)?;
        parts.services.keys.remove(&args.service).map_err(not_kept)?;
        Ok(Nothing {})
    }

    pub async fn service_test(&self, args: SaveService) -> Result<TestedService, CommandError> {
        let parts = self.parts()?;
        let settings = checked(args.settings.clone())?;
        let kind = Kind::named(&settings.kind).ok_or_else(unknown_kind)?;
        let secrets = parts.services.secrets(&args)?;
        let service = parts.services.service(&settings, secrets);
        let service = service.map_err(|reason| CommandError::failed(reason, "Mend it and try again."))?;
        let began = Instant::now();
        let scope = CallScope::unobserved(CancellationToken::new());
        let mut models = kind.models(&service, &scope).await.map_err(told)?;
        models.sort();
        models.dedup();
        Ok(TestedService { models, took: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX) })
    }
}

impl Services {
    /// The secrets a service will have: those that were typed, and those that are kept for the rest.
    ///
    /// A key that is kept goes to the host it was typed for and to no other, whoever asks for it.
    fn secrets(&self, args: &SaveService) -> Result<ServiceSecrets, CommandError> {
        let kept = match self.find(&args.settings.id) {
            None => ServiceSecrets::default(),
            Some(before) if host(&before.address) != host(&args.settings.address) => {
                ServiceSecrets::default()
            }
            Some(before) => self.keys.read(&before.id).map_err(not_kept)?,
        };
        let mut headers = kept.headers;
        headers.extend(args.header_values.clone());
        headers.retain(|name, _| args.settings.headers.contains(name));
        if let Some(name) = args.settings.headers.iter().find(|name| !headers.contains_key(*name)) {
            return Err(CommandError::failed(
                format!("the header {name} has no value"),
                "Type it. After a change of the address it has to be typed again.",
            ));
        }
        let key = match args.settings.key {
            KeySource::None | KeySource::Environment { .. } => None,
            KeySource::Kept => {
                let key = args.key.clone().or(kept.key);
                Some(key.ok_or_else(|| {
                    CommandError::failed(
                        "the key is missing",
                        "Type it. After a change of the address it has to be typed again.",
                    )
                })?)
            }
        };
        Ok(ServiceSecrets { key, headers })
    }

    /// An id out of a title, that no other service has.
    fn fresh_id(&self, title: &str) -> String {
        let letter =
            |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        let stem: String = title.chars().map(letter).collect();
        let stem = stem.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
        let stem = if stem.is_empty() { "service".to_owned() } else { stem };
        let mut ids = std::iter::once(stem.clone()).chain((2..).map(|number| format!("{stem}-{number}")));
        ids.find(|id| self.find(id).is_none()).unwrap_or(stem)
    }
}

fn checked(mut settings: ServiceSettings) -> Result<ServiceSettings, CommandError> {
    for text in [&mut settings.title, &mut settings.address] {
        *text = text.trim().to_owned();
    }
    if settings.title.is_empty() {
        return Err(CommandError::failed("a service needs a name", "Write at least one letter."));
    }
    if Kind::named(&settings.kind).is_none() {
        return Err(unknown_kind());
    }
    if host(&settings.address).is_none() {
        return Err(CommandError::failed(
            format!("{:?} is no address of a service", settings.address),
            "Write it with https:// at its beginning, or http:// for a server on this machine.",
        ));
    }
    Ok(settings)
}

/// The part of an address that says who gets the key.
fn host(address: &str) -> Option<String> {
    let (scheme, rest) = address.trim().split_once("://")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default().rsplit('@').next().unwrap_or_default();
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    (is_web && !host.is_empty()).then(|| format!("{scheme}://{host}").to_ascii_lowercase())
}

fn kind(kind: Kind) -> ServiceKind {
    let facts = kind.facts();
    ServiceKind {
        id: facts.id.to_owned(),
        title: facts.title.to_owned(),
        address: facts.address.to_owned(),
        needs_key: facts.needs_key,
        key_variable: Some(facts.key_variable.to_owned()).filter(|variable| !variable.is_empty()),
    }
}

fn unknown_kind() -> CommandError {
    CommandError::failed("there is no such kind of service", "Choose one of the list.")
}

fn told(error: ConnectorError) -> CommandError {
    CommandError::failed(error.to_string(), error.advice())
}

fn not_kept(reason: String) -> CommandError {
    CommandError::failed(reason, "Make the file usable, then try again.")
}
