//! Requests as programs.

use super::compared::target_of;
use super::error::RequestError;
use crate::Workbench;
use crate::contract::{CodeOf, CommandError, RequestTarget, WriteCode, WrittenCode};
use crate::services::Services;
use connectors::Kind;
use connectors::snippets::{ShownRequest, snippet};
use ports::{Preview, WireEvent};

impl Workbench {
    pub async fn request_code(&self, args: WriteCode) -> Result<WrittenCode, CommandError> {
        let services = self.services()?;
        let request = match args.of {
            CodeOf::Exchange { exchange, model } => {
                let ledger = self.ledger()?;
                let read = ledger.with(move |ledger| ledger.store().exchange::<WireEvent>(&exchange));
                let exchange = read.await?;
                let attempt = exchange.frames.into_iter().find_map(|timed| match timed.frame {
                    WireEvent::Attempt { method, url, headers, .. } => Some((method, url, headers)),
                    WireEvent::Adapted { .. }
                    | WireEvent::Queued
                    | WireEvent::Admitted
                    | WireEvent::Answered { .. }
                    | WireEvent::Retrying { .. }
                    | WireEvent::Failed { .. }
                    | WireEvent::Frame(_) => None,
                });
                let (method, url, headers) = attempt.ok_or(RequestError::NoWire)?;
                let key_variable = key_variable(&services, &RequestTarget::Model { model });
                ShownRequest { method, url, headers, body: exchange.sent, key_variable }
            }
            CodeOf::Request { session, source, target, body } => {
                let composed = self.composed(&session, &source).await?;
                let preview = target_of(&*self.models()?, &target)?.preview(&composed.request)?;
                // A model in a file has no address a program could send to.
                let preview = preview.filter(|preview| preview.url.contains("://"));
                let Preview { method, url, headers, body: own, .. } = preview.ok_or(RequestError::NoWire)?;
                let key_variable = key_variable(&services, &target);
                ShownRequest { method, url, headers, body: body.unwrap_or(own), key_variable }
            }
        };
        Ok(WrittenCode { text: snippet(&request, args.language) })
    }
}

/// The environment variable a program reads the key from: the one of the service, or the usual one of its kind.
fn key_variable(services: &Services, target: &RequestTarget) -> String {
    let (kind, own) = match target {
        RequestTarget::Kind { kind, .. } => (kind.clone(), None),
        RequestTarget::Model { model } => services.key_variable(model).unwrap_or_default(),
    };
    let usual = || Kind::named(&kind).map(|kind| kind.facts().key_variable.to_owned());
    own.or_else(usual).unwrap_or_default()
}
