//! What the person answers to servers, and what a model would.

use super::error::OwnSourceError;
use crate::Workbench;
use crate::contract::{AnswerRequest, CommandError, DraftAnswer, DraftedAnswer, Nothing};
use crate::summaries::{message, without_functions};
use content::{Item, Role};
use functions::sources::mcp::{Asks, SampledMessage, Sampling};
use futures::StreamExt;
use ports::{
    CallScope, CompletionRequest, ConnectorError, EventStream, Gathered, RequestSettings, StreamEvent,
    wordless,
};
use tokio_util::sync::CancellationToken;

impl Workbench {
    pub async fn request_answer(&self, args: AnswerRequest) -> Result<Nothing, CommandError> {
        let is_waiting = self.sources()?.requests.answer(args.request, args.answer);
        Ok(is_waiting.then_some(Nothing {}).ok_or(OwnSourceError::NotWaiting)?)
    }

    /// Lets a model answer a request for a model's answer. The person sees it before the server does.
    pub async fn answer_draft(&self, args: DraftAnswer) -> Result<DraftedAnswer, CommandError> {
        let sources = self.sources()?;
        let connector = self.models()?.known(&args.model)?;
        let found = sources.requests.find(args.request).ok_or(OwnSourceError::NotWaiting)?;
        let sampling = match found.asks {
            Asks::Sample { sampling } => sampling,
            Asks::Form { .. } | Asks::Visit { .. } => {
                return Err(OwnSourceError::ForPerson.into());
            }
        };
        let scope = CallScope::unobserved(CancellationToken::new());
        let _called_off = scope.cancel.clone().drop_guard();
        let stream = connector.stream(request(sampling), &scope);
        let mut news = sources.news();
        let heard = tokio::select! {
            heard = receive(stream) => heard,
            _ = news.wait_for(|_| sources.requests.find(args.request).is_none()) => {
                return Err(OwnSourceError::NotWaiting.into());
            }
        };
        let text = heard??;
        Ok(DraftedAnswer { text, model: connector.profile().title.clone() })
    }
}

/// The words of the answer, or why it has none.
async fn receive(mut stream: EventStream) -> Result<Result<String, OwnSourceError>, ConnectorError> {
    let mut gathered = Gathered::default();
    while let Some(event) = stream.next().await {
        match event? {
            StreamEvent::ItemFinished { item, .. } => gathered.take(*item),
            StreamEvent::Finished(stop) if gathered.is_wordless() => {
                let reason = wordless(&gathered.calls, &stop);
                return Ok(Err(OwnSourceError::Wordless { reason }));
            }
            StreamEvent::Finished(_) => return Ok(Ok(gathered.text)),
            StreamEvent::ItemStarted { .. }
            | StreamEvent::TextDelta { .. }
            | StreamEvent::ReasoningDelta { .. }
            | StreamEvent::ArgumentsDelta { .. }
            | StreamEvent::Usage(_)
            | StreamEvent::Odd { .. }
            | StreamEvent::Replaced(_)
            | StreamEvent::Others { .. }
            | StreamEvent::Adapted(_) => {}
        }
    }
    Err(ConnectorError::BrokenOff)
}

fn request(sampling: Sampling) -> CompletionRequest {
    let instructions = sampling.instructions.map(|text| message(Role::System, vec![Item::Text { text }]));
    let said = sampling.messages.into_iter().map(|SampledMessage { is_model, text, media }| {
        let text = Some(text).filter(|text| !text.is_empty()).map(|text| Item::Text { text });
        let items = text.into_iter().chain(media.into_iter().map(|media| Item::Media { media })).collect();
        message(if is_model { Role::Assistant } else { Role::User }, items)
    });
    CompletionRequest {
        settings: RequestSettings {
            temperature: sampling.temperature.map(f64::from),
            max_output_tokens: Some(sampling.most_tokens),
            stop: sampling.stop_sequences,
            ..RequestSettings::default()
        },
        ..without_functions(instructions.into_iter().chain(said).collect())
    }
}
