//! What a page does with services.

use super::checks;
use super::destination::web_address;
use super::error::{ServiceError, TrialAdvice};
use super::keys::{KeysError, ServiceSecrets};
use super::registry::{Services, destination, needs_secrets};
use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{
    CheckedService, CommandError, ErrorCode, KeySource, ListedService, ListedServices, NamedService, Nothing,
    SaveService, ServiceKind, ServiceSettings, TestedService,
};
use crate::lists::{free_id, put};
use connectors::Kind;
use connectors::transport::Limits;
use notices::{Describe, Notice};
use ports::{CallScope, ConnectorError, RefusalKind};
use std::collections::BTreeMap;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long an answer may be silent.
const IDLE_SECONDS: std::ops::RangeInclusive<u32> = 1..=3600;

/// How many requests can be answered at once, where that is limited.
const AT_ONCE: std::ops::RangeInclusive<u32> = 1..=100;

impl Workbench {
    pub async fn services_list(&self, _: Nothing) -> Result<ListedServices, CommandError> {
        let services = self.services()?;
        blocking(move || Ok::<_, CommandError>(services.overview())).await
    }

    pub async fn keychain_unlock(&self, _: Nothing) -> Result<ListedServices, CommandError> {
        let services = self.services()?;
        let unlock = move || {
            services.keys.unlock()?;
            services.connect_again();
            Ok::<_, KeysError>(services.overview())
        };
        blocking(unlock).await
    }

    pub async fn service_check(&self, args: SaveService) -> Result<CheckedService, CommandError> {
        Ok(checks::check(&args))
    }

    pub async fn service_save(&self, args: SaveService) -> Result<ServiceSettings, CommandError> {
        let services = self.services()?;
        blocking(move || services.save(&args)).await
    }

    pub async fn service_remove(&self, args: NamedService) -> Result<Nothing, CommandError> {
        let services = self.services()?;
        let remove = move || {
            services.change(|all| all.retain(|service| service.id != args.service))?;
            services.keys.remove(&args.service)?;
            Ok::<_, ServiceError>(Nothing {})
        };
        blocking(remove).await
    }

    pub async fn service_test(&self, args: SaveService) -> Result<TestedService, CommandError> {
        let services = self.services()?;
        let settings = checked(args.settings.clone())?;
        let kind = Kind::named(&settings.kind).ok_or(ServiceError::NoKind)?;
        let secrets = services.secrets(&args)?;
        let mut service = services.service(&settings, secrets)?;
        service.network.limits = Limits::TRIAL;
        let began = Instant::now();
        let scope = CallScope::unobserved(CancellationToken::new());
        let listed = kind.models(&service, &scope).await.map_err(|error| trial_error(&error, kind))?;
        let listed: BTreeMap<_, _> = listed.into_iter().map(|model| (model.name, model.told)).collect();
        let models = listed.keys().cloned().collect();
        services.heard(&settings, listed);
        Ok(TestedService { models, took: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX) })
    }
}

impl Services {
    fn overview(&self) -> ListedServices {
        let keychain = self.keys.keychain_state();
        let listed = |(settings, problem): (ServiceSettings, Option<Notice>)| ListedService {
            warnings: checks::warnings(&settings),
            key_place: self.keys.place(&settings.id),
            settings,
            problem,
        };
        ListedServices {
            services: self.listed().into_iter().map(listed).collect(),
            kinds: Kind::all().into_iter().map(kind).collect(),
            keeping: self.keys.keeping(keychain).notice(),
            keychain,
        }
    }

    fn save(&self, args: &SaveService) -> Result<ServiceSettings, ServiceError> {
        let mut settings = checked(args.settings.clone())?;
        let secrets = self.secrets(args)?;
        if settings.id.is_empty() {
            settings.id = self.fresh_id(&settings.title);
        }
        settings.told = self.reported_facts(&settings);
        let saved = settings.clone();
        let change = || self.change(|all| put(all, settings, |service| &service.id));
        self.keys.write_with(&saved.id, &secrets, change)?;
        Ok(saved)
    }

    /// The secrets a service will have: those that were typed, and those that are kept for the rest.
    ///
    /// A key that is kept goes to what it was typed for and nowhere else, whoever asks for it.
    fn secrets(&self, args: &SaveService) -> Result<ServiceSecrets, ServiceError> {
        if !needs_secrets(&args.settings) {
            return Ok(ServiceSecrets::default());
        }
        let destination = destination(&args.settings)?;
        let kept = match self.find(&args.settings.id) {
            None => ServiceSecrets::default(),
            // What can't be had any more can be typed once more.
            Some(_) if is_all_typed(args) => ServiceSecrets::default(),
            Some(before) => self.keys.read(&before.id)?,
        };
        let kept = kept.admitted(&destination.of_any_variable()).unwrap_or_default();
        let mut headers = kept.headers;
        headers.extend(args.header_values.clone());
        headers.retain(|name, _| args.settings.headers.contains(name));
        if let Some(name) = args.settings.headers.iter().find(|name| !headers.contains_key(*name)) {
            return Err(ServiceError::NoHeader { name: name.clone() });
        }
        let key = match args.settings.key {
            KeySource::None | KeySource::Environment { .. } => None,
            KeySource::Kept => {
                let fault = args.key.as_ref().and_then(|key| checks::key_fault(&args.settings.kind, key));
                fault.map_or(Ok(()), Err)?;
                Some(args.key.clone().or(kept.key).ok_or(ServiceError::NoKey)?)
            }
        };
        Ok(ServiceSecrets { key, headers, ..ServiceSecrets::typed_for(destination) })
    }

    /// An id out of a title, that no other service has.
    pub(super) fn fresh_id(&self, title: &str) -> String {
        free_id(title, "-", "service", |id| self.find(id).is_none())
    }
}

fn is_all_typed(args: &SaveService) -> bool {
    let has_key = args.settings.key != KeySource::Kept || args.key.is_some();
    has_key && args.settings.headers.iter().all(|name| args.header_values.contains_key(name))
}

fn checked(mut settings: ServiceSettings) -> Result<ServiceSettings, ServiceError> {
    for text in [&mut settings.title, &mut settings.address] {
        *text = text.trim().to_owned();
    }
    if settings.title.is_empty() {
        return Err(ServiceError::NoTitle);
    }
    if Kind::named(&settings.kind).is_none() {
        return Err(ServiceError::NoKind);
    }
    if web_address(&settings.address).is_none() {
        return Err(ServiceError::no_address(&settings.address));
    }
    if settings.idle_seconds.is_some_and(|seconds| !IDLE_SECONDS.contains(&seconds)) {
        return Err(ServiceError::IdleTimeout);
    }
    if settings.at_once.is_some_and(|most| !AT_ONCE.contains(&most)) {
        return Err(ServiceError::AtOnce);
    }
    Ok(settings)
}

fn kind(kind: Kind) -> ServiceKind {
    let facts = kind.facts();
    ServiceKind {
        id: facts.id.to_owned(),
        title: facts.shown(),
        address: facts.address.to_owned(),
        needs_key: facts.needs_key,
        key_variable: Some(facts.key_variable.to_owned()).filter(|variable| !variable.is_empty()),
        key_form: kind.key_form().map(|form| form.notice()),
    }
}

/// The error of a first try, with the part of the form to look at.
fn trial_error(error: &ConnectorError, kind: Kind) -> CommandError {
    let facts = kind.facts();
    let usual = if facts.address.is_empty() { "https://models.example/v1" } else { facts.address }.to_owned();
    let advice = match error {
        ConnectorError::Refused(refusal) if refusal.kind == RefusalKind::UnknownModel => {
            TrialAdvice::Path { usual }.notice()
        }
        ConnectorError::Unreachable { .. } => TrialAdvice::Network { usual }.notice(),
        ConnectorError::TimedOut { .. } => TrialAdvice::Silence { usual }.notice(),
        ConnectorError::Unreadable { .. } => TrialAdvice::Kind { kind: facts.title, usual }.notice(),
        ConnectorError::UnknownModel { .. }
        | ConnectorError::UnreadableScript { .. }
        | ConnectorError::ScriptEnded { .. }
        | ConnectorError::MissingKey { .. }
        | ConnectorError::Misconfigured { .. }
        | ConnectorError::NotPossible { .. }
        | ConnectorError::Planned { .. }
        | ConnectorError::FunctionsRefused { .. }
        | ConnectorError::Redirected { .. }
        | ConnectorError::Refused(_)
        | ConnectorError::BrokenOff
        | ConnectorError::TooLong { .. }
        | ConnectorError::Cancelled => {
            error.advice().unwrap_or_else(|| TrialAdvice::Network { usual }.notice())
        }
    };
    CommandError { code: ErrorCode::Failed, message: error.notice(), advice: Some(advice) }
}
