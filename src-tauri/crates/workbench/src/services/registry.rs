//! Every service with its models, as they are now.

use super::destination::{Destination, web_address};
use super::error::ServiceError;
use super::keys::{Keys, ServiceSecrets};
use crate::contract::{AnswerDelivery, KeySource, ProxyChoice, ReportedProblem, ServiceSettings};
use crate::locking::lock;
use crate::model_rows::RowFile;
use connectors::transport::{Limits, Network, Proxying, Slots};
use connectors::{
    Kind, ModelFacts, ModelOptions, ModelTable, Secret, Service, Streaming, ToldFacts, Unavailable,
};
use content::ModelId;
use disk::{SettingsFile, SettingsFileError};
use notices::{Describe, Notice};
use ports::{Connector, ConnectorError, ConnectorProfile};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use url::Url;

/// The format this version writes.
const FORMAT: u32 = 1;

/// `services.json`: the settings of services, without a secret in it.
#[derive(Serialize, Deserialize)]
struct Saved {
    services: Vec<ServiceSettings>,
}

/// The services, and what was made of them.
pub(crate) struct Services {
    file: SettingsFile<Saved>,
    /// A person's own rows of what models accept.
    rows: RowFile,
    pub(super) keys: Arc<Keys>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    settings: Vec<ServiceSettings>,
    models: Vec<Arc<dyn Connector>>,
    /// Why the file could not be read. It is not written over then.
    unreadable: Option<SettingsFileError>,
    problems: BTreeMap<String, Notice>,
    /// What services told of their models when they were tried, by kind and address.
    heard: BTreeMap<(String, String), BTreeMap<String, ToldFacts>>,
    /// The slots of services that answer a limited number of requests at once. They outlast a change of settings.
    slots: BTreeMap<String, Slots>,
}

impl Services {
    pub(crate) fn open(path: PathBuf, keys: Arc<Keys>, rows: RowFile) -> Self {
        let mut state = State::default();
        let file = SettingsFile::<Saved>::new(path, FORMAT);
        match file.read() {
            Ok(saved) => state.settings = saved.map(|saved| saved.services).unwrap_or_default(),
            Err(reason) => state.unreadable = Some(reason),
        }
        let services = Self { file, rows, keys, state: Mutex::new(State::default()) };
        services.connect(&mut state);
        *lock(&services.state) = state;
        services
    }

    /// What keeps the services from being used, for the page to tell.
    pub(crate) fn problem(&self) -> Option<ReportedProblem> {
        lock(&self.state).unreadable.as_ref().map(ReportedProblem::of)
    }

    pub(crate) fn models(&self) -> Vec<Arc<dyn Connector>> {
        lock(&self.state).models.clone()
    }

    /// The services, each with what is wrong with it.
    pub(super) fn listed(&self) -> Vec<(ServiceSettings, Option<Notice>)> {
        let state = lock(&self.state);
        let with_problem =
            |settings: &ServiceSettings| (settings.clone(), state.problems.get(&settings.id).cloned());
        state.settings.iter().map(with_problem).collect()
    }

    pub(super) fn find(&self, id: &str) -> Option<ServiceSettings> {
        lock(&self.state).settings.iter().find(|settings| settings.id == id).cloned()
    }

    /// The models a service lists and the facts it has reported of them: when it was tried, or when it was saved before.
    pub(super) fn reported_facts(&self, settings: &ServiceSettings) -> BTreeMap<String, ToldFacts> {
        let state = lock(&self.state);
        let is_same = |one: &&ServiceSettings| {
            one.id == settings.id && one.kind == settings.kind && one.address == settings.address
        };
        let before = state.settings.iter().find(is_same);
        let heard = state.heard.get(&(settings.kind.clone(), settings.address.clone()));
        heard.or(before.map(|before| &before.told)).cloned().unwrap_or_default()
    }

    /// Keeps what a service told of its models until it is saved.
    pub(super) fn heard(&self, settings: &ServiceSettings, told: BTreeMap<String, ToldFacts>) {
        lock(&self.state).heard.insert((settings.kind.clone(), settings.address.clone()), told);
    }

    /// The service of a model, and what it calls the model.
    pub(super) fn of_model(&self, model: &ModelId) -> Option<(ServiceSettings, String)> {
        let state = lock(&self.state);
        let name = |settings: &ServiceSettings| {
            let name = model.as_str().strip_prefix(&settings.id).and_then(|rest| rest.strip_prefix('/'))?;
            settings.models.iter().find(|known| *known == name).cloned()
        };
        state.settings.iter().find_map(|settings| Some((settings.clone(), name(settings)?)))
    }

    /// The kind of service a model is asked over, and what is known of the model.
    pub(crate) fn facts(&self, model: &ModelId) -> Option<(String, ModelFacts)> {
        let (settings, name) = self.of_model(model)?;
        let facts = facts(&settings, &name, &self.rows.table());
        Some((settings.kind, facts))
    }

    /// Takes up what has become of keys and of what models accept.
    pub(crate) fn connect_again(&self) {
        self.connect(&mut lock(&self.state));
    }

    /// The kind of the service a model is of.
    pub(crate) fn kind(&self, model: &ModelId) -> Option<Kind> {
        self.key_variable(model).and_then(|(kind, _)| Kind::named(&kind))
    }

    /// The kind of the service a model is of, and the environment variable its key is in, if it is in one.
    pub(crate) fn key_variable(&self, model: &ModelId) -> Option<(String, Option<String>)> {
        let (settings, _) = self.of_model(model)?;
        let variable = match &settings.key {
            KeySource::Environment { variable } => Some(variable.clone()),
            KeySource::None | KeySource::Kept => None,
        };
        Some((settings.kind, variable))
    }

    /// Changes the settings and writes them. Nothing is changed where they can't be written.
    pub(super) fn change(&self, change: impl FnOnce(&mut Vec<ServiceSettings>)) -> Result<(), ServiceError> {
        let mut state = lock(&self.state);
        if let Some(reason) = &state.unreadable {
            return Err(reason.clone().into());
        }
        let mut saved = Saved { services: state.settings.clone() };
        change(&mut saved.services);
        self.file.write(&saved)?;
        state.settings = saved.services;
        self.connect(&mut state);
        Ok(())
    }

    /// A service as connectors know it. Its secrets are in it only if they were typed for where it is.
    pub(super) fn service(
        &self,
        settings: &ServiceSettings,
        secrets: ServiceSecrets,
    ) -> Result<Service, ServiceError> {
        let (address, network) = way_to(settings)?;
        let secrets = match needs_secrets(settings) {
            true => secrets.admitted(&Destination::of_service(settings, &address, &network))?,
            false => ServiceSecrets::default(),
        };
        let ServiceSecrets { key, mut headers, .. } = secrets;
        let key = match &settings.key {
            KeySource::None => None,
            KeySource::Kept => key,
            KeySource::Environment { variable } => Some(from_environment(variable)?),
        };
        let header = |name: &String| headers.remove(name).map(|value| (name.clone(), value));
        Ok(Service {
            title: settings.title.clone(),
            address: address.to_string(),
            key,
            headers: settings.headers.iter().filter_map(header).collect(),
            network,
        })
    }

    /// The secrets of a service. Those of versions that did not write down what they were typed for are bound to the
    /// address that stands beside them now, and what a save left behind that did not come to its end is dropped.
    fn settled_secrets(&self, settings: &ServiceSettings) -> Result<ServiceSecrets, ServiceError> {
        let secrets = self.keys.read(&settings.id)?;
        if !secrets.is_unsettled() {
            return Ok(secrets);
        }
        let Ok(destination) = destination(settings) else { return Ok(secrets) };
        let Ok(admitted) = secrets.clone().admitted(&destination) else { return Ok(secrets) };
        let bound =
            ServiceSecrets { destination: admitted.destination.clone().or(Some(destination)), ..admitted };
        match self.keys.write(&settings.id, &bound) {
            Ok(()) => tracing::info!(service = settings.id, "its key is bound to its address from now on"),
            Err(reason) => {
                tracing::warn!(service = settings.id, "its key can't be bound to its address: {reason}")
            }
        }
        Ok(bound)
    }

    fn connect(&self, state: &mut State) {
        state.models.clear();
        state.problems.clear();
        let before = std::mem::take(&mut state.slots);
        let rows = self.rows.table();
        for settings in &state.settings {
            let service = self.settled_secrets(settings).and_then(|secrets| self.service(settings, secrets));
            let service = service.map(|mut service| {
                service.network.slots = slots(settings, &before);
                state.slots.extend(service.network.slots.clone().map(|slots| (settings.id.clone(), slots)));
                Arc::new(service)
            });
            let mut problem = service.as_ref().err().map(Describe::notice);
            for name in &settings.models {
                let profile = profile(settings, name);
                let model = match &service {
                    Ok(service) => connect(settings, profile.clone(), name, service, &rows),
                    Err(error) => Err(misconfigured(settings, error)),
                };
                state.models.push(model.unwrap_or_else(|error| {
                    problem.get_or_insert_with(|| error.notice());
                    Arc::new(Unavailable { profile, error })
                }));
            }
            if let Some(problem) = problem {
                state.problems.insert(settings.id.clone(), problem);
            }
        }
    }
}

/// What the secrets of a service are typed for.
pub(super) fn destination(settings: &ServiceSettings) -> Result<Destination, ServiceError> {
    let (address, network) = way_to(settings)?;
    Ok(Destination::of_service(settings, &address, &network))
}

pub(super) fn needs_secrets(settings: &ServiceSettings) -> bool {
    settings.key != KeySource::None || !settings.headers.is_empty()
}

/// Where a service is, and how it is reached.
fn way_to(settings: &ServiceSettings) -> Result<(Url, Network), ServiceError> {
    let address =
        web_address(&settings.address).ok_or_else(|| ServiceError::no_address(&settings.address))?;
    let certificates = settings.certificates.as_ref().filter(|path| !path.trim().is_empty());
    let certificates = certificates
        .map(|path| {
            disk::read_text(path.as_ref(), limits::SETTINGS_FILE)
                .map_err(|error| ServiceError::NoCertificates { path: path.clone(), reason: error.notice() })
        })
        .transpose()?;
    let proxy = match &settings.proxy {
        ProxyChoice::Usual => Proxying::Usual,
        ProxyChoice::Direct => Proxying::Direct,
        ProxyChoice::Through { address } => Proxying::Through(address.clone()),
    };
    Ok((address, Network { proxy, certificates, limits: limits(settings), slots: None }))
}

/// The slots of a service. As long as their number stays, so do they, with the requests that have one.
fn slots(settings: &ServiceSettings, before: &BTreeMap<String, Slots>) -> Option<Slots> {
    let most = settings.at_once.filter(|most| *most > 0)?;
    let kept = before.get(&settings.id).filter(|slots| slots.most() == most);
    Some(kept.cloned().unwrap_or_else(|| Slots::new(most)))
}

fn limits(settings: &ServiceSettings) -> Limits {
    let idle = settings.idle_seconds.map(|seconds| Duration::from_secs(seconds.into()));
    let usual = Limits::USUAL;
    Limits { idle: idle.unwrap_or(usual.idle), ..usual }
}

fn connect(
    settings: &ServiceSettings,
    profile: ConnectorProfile,
    name: &str,
    service: &Arc<Service>,
    rows: &ModelTable,
) -> Result<Arc<dyn Connector>, ConnectorError> {
    let kind = Kind::named(&settings.kind).ok_or_else(|| misconfigured(settings, &ServiceError::NoKind))?;
    let streaming = match settings.delivery {
        AnswerDelivery::Streamed => Streaming::Streamed,
        AnswerDelivery::Whole => Streaming::Whole,
    };
    let facts = Some(Arc::new(facts(settings, name, rows)));
    let options = ModelOptions { streaming, facts, ..ModelOptions::default() };
    kind.connect_with(profile, name.to_owned(), Arc::clone(service), options)
}

fn facts(settings: &ServiceSettings, name: &str, rows: &ModelTable) -> ModelFacts {
    ModelFacts::of(&settings.kind, name, settings.told.get(name), rows)
}

fn profile(settings: &ServiceSettings, name: &str) -> ConnectorProfile {
    ConnectorProfile {
        model: ModelId::new(format!("{}/{name}", settings.id)),
        title: name.to_owned(),
        service: settings.title.clone(),
    }
}

fn misconfigured(settings: &ServiceSettings, error: &ServiceError) -> ConnectorError {
    ConnectorError::Misconfigured { service: settings.title.clone(), reason: error.notice() }
}

fn from_environment(variable: &str) -> Result<Secret, ServiceError> {
    let value = std::env::var(variable).ok().map(zeroize::Zeroizing::new);
    let secret = value.and_then(|value| Secret::new(&value));
    secret.ok_or_else(|| ServiceError::NoVariable { variable: variable.to_owned() })
}

#[cfg(test)]
mod tests;
