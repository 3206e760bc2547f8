//! What a page does with services.

use super::checks;
use super::destination::web_address;
use super::keys::ServiceSecrets;
use super::registry::{Services, destination, needs_secrets};
use crate::Workbench;
use crate::contract::{
    CheckedService, CommandError, KeySource, ListedService, ListedServices, NamedService, Nothing,
    SaveService, ServiceKind, ServiceSettings, TestedService,
};
use connectors::Kind;
use connectors::transport::Limits;
use ports::{CallScope, ConnectorError, RefusalKind};
use redaction::without_passwords;
use std::collections::BTreeMap;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long an answer may be silent.
const IDLE_SECONDS: std::ops::RangeInclusive<u32> = 1..=3600;

impl Workbench {
    pub async fn services_list(&self, _: Nothing) -> Result<ListedServices, CommandError> {
        let parts = self.parts()?;
        off_the_runtime(move || Ok(parts.services.overview())).await
    }

    pub async fn keychain_unlock(&self, _: Nothing) -> Result<ListedServices, CommandError> {
        let parts = self.parts()?;
        let unlock = move || {
            parts.services.keys.unlock().map_err(|reason| {
                CommandError::failed(reason, "Open it in your system's password manager, then try again.")
            })?;
            parts.services.connect_again();
            Ok(parts.services.overview())
        };
        off_the_runtime(unlock).await
    }

    pub async fn service_check(&self, args: SaveService) -> Result<CheckedService, CommandError> {
        Ok(checks::check(&args))
    }

    pub async fn service_save(&self, args: SaveService) -> Result<ServiceSettings, CommandError> {
        let parts = self.parts()?;
        off_the_runtime(move || parts.services.save(&args)).await
    }

    pub async fn service_remove(&self, args: NamedService) -> Result<Nothing, CommandError> {
        let parts = self.parts()?;
        let remove = move || {
            parts
                .services
                .change(|all| all.retain(|service| service.id != args.service))
                .map_err(not_kept)?;
            parts.services.keys.remove(&args.service).map_err(not_kept)?;
            Ok(Nothing {})
        };
        off_the_runtime(remove).await
    }

    pub async fn service_test(&self, args: SaveService) -> Result<TestedService, CommandError> {
        let parts = self.parts()?;
        let settings = checked(args.settings.clone())?;
        let kind = Kind::named(&settings.kind).ok_or_else(unknown_kind)?;
        let secrets = parts.services.secrets(&args)?;
        let service = parts.services.service(&settings, secrets);
        let mut service = service.map_err(|reason| CommandError::failed(reason, "Mend it and try again."))?;
        service.network.limits = Limits::TRIAL;
        let began = Instant::now();
        let scope = CallScope::unobserved(CancellationToken::new());
        let listed = kind.models(&service, &scope).await.map_err(|error| told(&error, kind))?;
        let listed: BTreeMap<_, _> = listed.into_iter().map(|model| (model.name, model.told)).collect();
        let models = listed.keys().cloned().collect();
        parts.services.heard(&settings, listed);
        Ok(TestedService { models, took: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX) })
    }
}

impl Services {
    fn overview(&self) -> ListedServices {
        let keychain = self.keys.keychain_state();
        let listed = |(settings, problem): (ServiceSettings, Option<String>)| ListedService {
            warnings: checks::warnings(&settings),
            key_place: self.keys.place(&settings.id),
            settings,
            problem,
        };
        ListedServices {
            services: self.listed().into_iter().map(listed).collect(),
            kinds: Kind::all().into_iter().map(kind).collect(),
            keeping: self.keys.keeping(keychain),
            keychain,
        }
    }

    fn save(&self, args: &SaveService) -> Result<ServiceSettings, CommandError> {
        let mut settings = checked(args.settings.clone())?;
        let secrets = self.secrets(args)?;
        if settings.id.is_empty() {
            settings.id = self.fresh_id(&settings.title);
        }
        settings.told = self.told(&settings);
        let saved = settings.clone();
        let change = || {
            self.change(|all| match all.iter_mut().find(|service| service.id == saved.id) {
                Some(service) => *service = settings,
                None => all.push(settings),
            })
        };
        self.keys.write_with(&saved.id, &secrets, change).map_err(not_kept)?;
        Ok(saved)
    }

    /// The secrets a service will have: those that were typed, and those that are kept for the rest.
    ///
    /// A key that is kept goes to what it was typed for and nowhere else, whoever asks for it.
    fn secrets(&self, args: &SaveService) -> Result<ServiceSecrets, CommandError> {
        if !needs_secrets(&args.settings) {
            return Ok(ServiceSecrets::default());
        }
        let destination = destination(&args.settings);
        let destination =
            destination.map_err(|reason| CommandError::failed(reason, "Mend it and try again."))?;
        let kept = match self.find(&args.settings.id) {
            None => ServiceSecrets::default(),
            // What can't be had any more can be typed once more.
            Some(_) if is_all_typed(args) => ServiceSecrets::default(),
            Some(before) => self.keys.read(&before.id).map_err(|reason| {
                CommandError::failed(reason, "Open the keychain, or type the key and the headers again.")
            })?,
        };
        let kept = kept.admitted(&destination.of_any_variable()).unwrap_or_default();
        let mut headers = kept.headers;
        headers.extend(args.header_values.clone());
        headers.retain(|name, _| args.settings.headers.contains(name));
        if let Some(name) = args.settings.headers.iter().find(|name| !headers.contains_key(*name)) {
            return Err(CommandError::failed(
                format!("the header {name} has no value"),
                "Type it. After a change of the address, the proxy or the certificates it has to be typed again.",
            ));
        }
        let key = match args.settings.key {
            KeySource::None | KeySource::Environment { .. } => None,
            KeySource::Kept => {
                if let Some(reason) =
                    args.key.as_ref().and_then(|key| checks::key_fault(&args.settings.kind, key))
                {
                    return Err(CommandError::failed(reason, "Paste the key once more."));
                }
                let key = args.key.clone().or(kept.key);
                Some(key.ok_or_else(|| {
                    CommandError::failed(
                        "the key is missing",
                        "Type it. After a change of the address, the proxy or the certificates it has to be typed again.",
                    )
                })?)
            }
        };
        Ok(ServiceSecrets { key, headers, ..ServiceSecrets::typed_for(destination) })
    }

    /// An id out of a title, that no other service has.
    pub(super) fn fresh_id(&self, title: &str) -> String {
        let letter =
            |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        let stem: String = title.chars().map(letter).collect();
        let stem = stem.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
        let stem = if stem.is_empty() { "service".to_owned() } else { stem };
        let mut ids = std::iter::once(stem.clone()).chain((2..).map(|number| format!("{stem}-{number}")));
        ids.find(|id| self.find(id).is_none()).unwrap_or(stem)
    }
}

fn is_all_typed(args: &SaveService) -> bool {
    let has_key = args.settings.key != KeySource::Kept || args.key.is_some();
    has_key && args.settings.headers.iter().all(|name| args.header_values.contains_key(name))
}

/// Runs what may wait for a keychain beside the runtime, so that nothing else waits with it.
pub(super) async fn off_the_runtime<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, CommandError> + Send + 'static,
) -> Result<T, CommandError> {
    let worked = tokio::task::spawn_blocking(work).await;
    worked.unwrap_or_else(|error| {
        Err(CommandError::failed(
            format!("this broke off: {error}"),
            "Try it again, and tell us if it happens again.",
        ))
    })
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
    if web_address(&settings.address).is_none() {
        return Err(CommandError::failed(
            format!("{:?} is no address of a service", without_passwords(&settings.address)),
            "Write it with https:// at its beginning, or http:// for a server on this machine.",
        ));
    }
    if settings.idle_seconds.is_some_and(|seconds| !IDLE_SECONDS.contains(&seconds)) {
        return Err(CommandError::failed(
            "the idle timeout is out of range",
            "Write a number of seconds from 1 to 3600.",
        ));
    }
    Ok(settings)
}

fn kind(kind: Kind) -> ServiceKind {
    let facts = kind.facts();
    ServiceKind {
        id: facts.id.to_owned(),
        title: facts.title.to_owned(),
        address: facts.address.to_owned(),
        needs_key: facts.needs_key,
        key_variable: Some(facts.key_variable.to_owned()).filter(|variable| !variable.is_empty()),
        key_form: kind.key_form().map(str::to_owned),
    }
}

pub(super) fn unknown_kind() -> CommandError {
    CommandError::failed("there is no such kind of service", "Choose one of the list.")
}

/// What went wrong at a first try, with what to look at in the form.
fn told(error: &ConnectorError, kind: Kind) -> CommandError {
    let facts = kind.facts();
    let usual = if facts.address.is_empty() { "https://models.example/v1" } else { facts.address };
    let address = |what: &str| format!("{what} Such an address looks like {usual}.");
    let advice = match error {
        ConnectorError::Refused(refusal) if refusal.kind == RefusalKind::UnknownModel => {
            address("The host answers, and has nothing at this path: check the end of the address.")
        }
        ConnectorError::Unreachable { .. } => address("Check the address, the proxy and your network."),
        ConnectorError::TimedOut { .. } => {
            address("Nobody answers there in time. Check the address and the proxy.")
        }
        ConnectorError::Unreadable { .. } => address(&format!(
            "Something else than {} answers there: check the address and the kind.",
            facts.title
        )),
        ConnectorError::UnknownModel { .. }
        | ConnectorError::UnreadableScript { .. }
        | ConnectorError::ScriptEnded { .. }
        | ConnectorError::MissingKey { .. }
        | ConnectorError::Misconfigured { .. }
        | ConnectorError::NotPossible { .. }
        | ConnectorError::FunctionsRefused { .. }
        | ConnectorError::Redirected { .. }
        | ConnectorError::Refused(_)
        | ConnectorError::BrokenOff
        | ConnectorError::TooLong { .. }
        | ConnectorError::Cancelled => error.advice().to_owned(),
    };
    CommandError::failed(error.to_string(), advice)
}

pub(super) fn not_kept(reason: String) -> CommandError {
    CommandError::failed(reason, "Make the file usable, then try again.")
}
