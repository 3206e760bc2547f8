//! One request as several protocols would write it.

use super::composed::Composed;
use super::error::{RequestError, Unshown};
use super::{parts, shown};
use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{
    CommandError, CompareRequest, ComparedRequest, DraftRequest, ProtocolChoice, RequestColumn,
    RequestSource, RequestTarget,
};
use crate::models::AllModels;
use connectors::{Aligned, Kind, aligned};
use content::{ModelId, SessionId};
use notices::{Describe, Notice};
use ports::{Connector, Preview};
use std::sync::Arc;

/// The eight protocols, each by the kind of service it comes from.
const PROTOCOLS: [(&str, &str); 8] = [
    ("openai", "OpenAI chat completions"),
    ("openai-responses", "OpenAI Responses"),
    ("anthropic", "Anthropic Messages"),
    ("gemini", "Google Gemini"),
    ("gemini-interactions", "Google Gemini Interactions"),
    ("mistral", "Mistral"),
    ("ollama", "Ollama"),
    ("bedrock", "Amazon Bedrock Converse"),
];

/// More would not be seen beside each other.
const MAX_COMPARED: usize = 4;

impl Workbench {
    pub async fn request_compare(&self, args: CompareRequest) -> Result<ComparedRequest, CommandError> {
        let CompareRequest { session, source, targets } = args;
        let (composed, models) = (self.composed(&session, &source).await?, self.models()?);
        let connectors = targets.iter().take(MAX_COMPARED).map(|target| target_of(&models, target));
        let connectors = connectors.collect::<Result<Vec<_>, _>>()?;
        blocking(move || Ok::<_, CommandError>(compared(&composed, connectors))).await
    }

    /// The request as a model would be sent it, whole.
    pub async fn request_draft(&self, args: DraftRequest) -> Result<Preview, CommandError> {
        let DraftRequest { session, source, model } = args;
        let composed = self.composed(&session, &source).await?;
        let preview = self.connector_in(&session, &model)?.preview(&composed.request)?;
        Ok(preview.ok_or(RequestError::NoWire)?)
    }

    /// The request as its own model would be sent it, whole.
    pub(crate) async fn request_written(
        &self,
        session: &SessionId,
        source: &RequestSource,
    ) -> Result<WrittenRequest, CommandError> {
        let composed = self.composed(session, source).await?;
        let own = self.connector_in(session, &composed.model)?.preview(&composed.request)?;
        if let Some(preview) = own {
            return Ok(WrittenRequest { preview, stood_in: None });
        }
        let [(kind, title), ..] = PROTOCOLS;
        let model = Some(composed.model.to_string());
        let target = RequestTarget::Kind { kind: kind.to_owned(), model };
        let preview = target_of(&*self.models()?, &target)?.preview(&composed.request)?;
        Ok(WrittenRequest { preview: preview.ok_or(RequestError::NoWire)?, stood_in: Some(title) })
    }

    /// The model as a session asks it: that of a program is asked by the program's own request.
    fn connector_in(&self, session: &SessionId, model: &ModelId) -> Result<Arc<dyn Connector>, CommandError> {
        let conversation = self.attached()?.conversation(session);
        match conversation.and_then(|conversation| conversation.models().connector(model)) {
            Some(connector) => Ok(connector),
            None => self.models()?.known(model),
        }
    }
}

/// A request as it would be sent.
pub(crate) struct WrittenRequest {
    pub(crate) preview: Preview,
    /// The protocol it is written in where its model takes no request.
    pub(crate) stood_in: Option<&'static str>,
}

fn compared(composed: &Composed, connectors: Vec<Arc<dyn Connector>>) -> ComparedRequest {
    let column = |connector: &Arc<dyn Connector>| column(connector.as_ref(), composed);
    let protocol = |(kind, title): (&str, &str)| {
        let model = Kind::named(kind).map(Kind::usual_model)?;
        Some(ProtocolChoice { kind: kind.to_owned(), title: title.to_owned(), model: model.to_owned() })
    };
    ComparedRequest {
        model: composed.model.clone(),
        parts: parts::of(&composed.request, &composed.model),
        columns: connectors.iter().map(column).collect(),
        protocols: PROTOCOLS.into_iter().filter_map(protocol).collect(),
    }
}

fn column(connector: &dyn Connector, composed: &Composed) -> RequestColumn {
    let profile = connector.profile();
    let (service, model) = (profile.service.clone(), profile.title.clone());
    let none = |problem: Notice| RequestColumn {
        service: service.clone(),
        model: model.clone(),
        preview: None,
        pieces: Vec::new(),
        problem: Some(problem),
        size: 0,
    };
    match aligned(connector, &composed.request) {
        Ok(Some(Aligned { preview, pieces, .. })) => {
            let size = preview.body.len();
            let preview = Preview { body: shown::cut(preview.body), ..preview };
            RequestColumn { service, model, preview: Some(preview), pieces, problem: None, size }
        }
        Ok(None) => none(Unshown::NoWire.notice()),
        Err(error) => none(error.notice()),
    }
}

pub(super) fn target_of(
    models: &AllModels,
    target: &RequestTarget,
) -> Result<Arc<dyn Connector>, CommandError> {
    match target {
        RequestTarget::Model { model } => models.known(model),
        RequestTarget::Kind { kind, model } => {
            let kind = Kind::named(kind).ok_or_else(|| RequestError::NoKind { kind: kind.clone() })?;
            let model = model.as_deref().map(str::trim).filter(|model| !model.is_empty());
            Ok(kind.sample(model.unwrap_or(kind.usual_model()))?)
        }
    }
}
