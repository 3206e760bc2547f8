//! The same service under another kind, so that its models are asked over another protocol.

use super::error::ServiceError;
use super::keys::ServiceSecrets;
use super::registry::{Services, destination, needs_secrets};
use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, NamedModel, ServiceSettings, ServiceTwin};
use connectors::Kind;
use content::ModelId;

impl Workbench {
    /// Sets up the service of a model once more under another kind, with the same address and key, and names the model
    /// there. The key stays where keys are.
    pub async fn service_twin(&self, args: ServiceTwin) -> Result<NamedModel, CommandError> {
        let services = self.services()?;
        blocking(move || services.twin(&args)).await
    }
}

impl Services {
    fn twin(&self, ServiceTwin { model, kind }: &ServiceTwin) -> Result<NamedModel, ServiceError> {
        let title = Kind::named(kind).ok_or(ServiceError::NoKind)?.facts().title;
        let (service, name) = self.of_model(model).ok_or(ServiceError::NoService)?;
        let twin = self.twin_of(&service, kind).unwrap_or_else(|| self.new_twin(&service, kind, title));
        let id = twin.id.clone();
        let is_new = self.find(&id).is_none();
        let add = |settings: &mut ServiceSettings| {
            if !settings.models.contains(&name) {
                settings.models.push(name.clone());
            }
        };
        let secrets = if is_new { self.secrets_at(&service, &twin)? } else { self.keys.read(&id)? };
        let change = || {
            self.change(|all| match all.iter_mut().find(|one| one.id == id) {
                Some(settings) => add(settings),
                None => {
                    let mut settings = twin;
                    add(&mut settings);
                    all.push(settings);
                }
            })
        };
        self.keys.write_with(&id, &secrets, change)?;
        Ok(NamedModel { model: ModelId::new(format!("{id}/{name}")) })
    }

    /// A service of that kind at the same address that is let in the same way, if there is one.
    fn twin_of(&self, service: &ServiceSettings, kind: &str) -> Option<ServiceSettings> {
        let is_twin = |one: &ServiceSettings| {
            one.kind == kind && one.address == service.address && one.key == service.key
        };
        self.listed().into_iter().map(|(settings, _)| settings).find(is_twin)
    }

    fn new_twin(&self, service: &ServiceSettings, kind: &str, title: &str) -> ServiceSettings {
        let title = format!("{} – {title}", service.title);
        let id = self.fresh_id(&title);
        let kind = kind.to_owned();
        ServiceSettings { id, kind, title, models: Vec::new(), told: [].into(), ..service.clone() }
    }

    /// The secrets of a service, as far as they may go where its twin is.
    fn secrets_at(
        &self,
        service: &ServiceSettings,
        twin: &ServiceSettings,
    ) -> Result<ServiceSecrets, ServiceError> {
        if !needs_secrets(twin) {
            return Ok(ServiceSecrets::default());
        }
        let destination = destination(twin)?;
        let secrets = self.keys.read(&service.id)?.admitted(&destination)?;
        Ok(ServiceSecrets { destination: Some(destination), ..secrets })
    }
}
