//! Completes a call with another model in place of its function.

use super::caller::between;
use super::prompt::{messages, output_of, prompt_for};
use super::{Halt, TurnDriver, Worked, spans};
use crate::filter::{CallContext, Pipeline, Ran, Wrapped};
use crate::{CompleteStep, FilterPassage, TurnInput};
use content::{CallArguments, Failure, FailureKind, Item, JsonObject, Outcome, Output, Usage};
use futures::StreamExt;
use ports::{
    CallOptions, CallScope, CompletionRequest, Connector, ConnectorError, FunctionChoice, FunctionError,
    Gathered, NameStyle, RequestSettings, StopReason, StreamEvent, wordless,
};
use std::sync::{Arc, Mutex, PoisonError};
use tracing::{Instrument, Span};

impl TurnDriver {
    pub(super) async fn complete(&mut self, step: CompleteStep) -> Result<(), Halt> {
        let CompleteStep { call, to, model, instructions } = step;
        let connector = model.as_ref().and_then(|model| self.services.models.completer(model));
        let (Some(model), Some(connector)) = (model, connector) else {
            let failure = Failure {
                kind: FailureKind::NotRun,
                message: "not run: the model that was to complete it is not there".to_owned(),
            };
            let outcome = Outcome::Failed { failure };
            return self.commit(TurnInput::CallEnded { call: call.id, outcome, origin: None }).await;
        };
        let exchange = self.services.ids.exchange();
        let news = TurnInput::HandedOver {
            call: call.id.clone(),
            to,
            model: model.clone(),
            exchange: exchange.clone(),
        };
        self.commit(news).await?;
        let scope = self.scope.observed_by(self.services.journal.observe(&exchange));
        let function = call.function.known().cloned();
        let specs = self.services.catalogue.specs();
        let spec = specs.iter().find(|spec| Some(&spec.name) == function.as_ref());
        let prompt = prompt_for(&call, &self.names().called(&call.function), spec.map(Arc::as_ref));
        let arguments = match &call.arguments {
            CallArguments::Parsed { value, .. } => value.clone(),
            CallArguments::Malformed { .. } => JsonObject::new(),
        };
        let id = call.id.clone();
        let context = self.call_context(call, function, (0, 1), &scope);
        let span = spans::chat(&spans::plain_terms(&model), &exchange, self.session.as_ref());
        span.record("gen_ai.provider.name", connector.profile().service.as_str());
        let asked = Asked { connector, instructions, prompt, scope };
        let work = completed(self.pipeline(), context, arguments, asked).instrument(span);
        match self.meanwhile(work).await? {
            Worked::Through((ran, spent)) => {
                if let Some(usage) = spent {
                    self.commit(TurnInput::CompletionReceived { call: id.clone(), usage }).await?;
                }
                self.ran(id, ran).await
            }
            Worked::Stopped => self.commit(TurnInput::Stop).await,
            // The call was answered when the time ran out.
            Worked::TimeUp => Ok(()),
        }
    }
}

/// A question to another model.
struct Asked {
    connector: Arc<dyn Connector>,
    instructions: Option<String>,
    prompt: String,
    scope: CallScope,
}

/// The answer of another model.
struct Answered {
    /// It was offered no functions, and may have called some anyway.
    gathered: Gathered,
    stop: StopReason,
}

/// Events while another model is asked.
#[derive(Default)]
struct Meanwhile {
    prompted: Vec<FilterPassage>,
    /// The tokens of the answer, as far as they were reported.
    spent: Option<Usage>,
}

/// The call inside its filters, and its prompt inside those for prompts.
async fn completed(
    pipeline: Pipeline,
    context: CallContext,
    arguments: JsonObject,
    asked: Asked,
) -> (Wrapped<Ran>, Option<Usage>) {
    let inner = Mutex::new(Meanwhile::default());
    let note = || inner.lock().unwrap_or_else(PoisonError::into_inner);
    let run = |_| async {
        let Wrapped { passages, came } = pipeline.prompt(&context, asked.prompt.clone()).await;
        note().prompted.extend(passages);
        match came {
            Ok(prompt) => ask(&asked, &prompt, |usage| note().spent = Some(usage)).await,
            Err(output) => Ok(output),
        }
    };
    let wrapped = pipeline.call(&context, arguments, run).await;
    let Meanwhile { prompted, spent } = inner.into_inner().unwrap_or_else(PoisonError::into_inner);
    (between(wrapped, prompted), spent)
}

/// Asks the model, and records the result in the current span.
async fn ask(asked: &Asked, prompt: &str, spent: impl Fn(Usage)) -> Result<Output, FunctionError> {
    let span = Span::current();
    let mut usage = None;
    let came = hear(asked, prompt, &span, &mut usage).await;
    if let Some(usage) = usage {
        spent(usage);
    }
    let items: Vec<_> = came.iter().map(|came| Item::Text { text: came.gathered.text.clone() }).collect();
    spans::answered(&span, &items, usage);
    let Answered { gathered, stop } = came.map_err(|error| {
        spans::unanswered(&span, &error);
        report(if matches!(error, ConnectorError::BrokenOff) {
            "the answer of the other model broke off".to_owned()
        } else {
            error.to_string()
        })
    })?;
    output_of(&gathered.text).ok_or_else(|| report(wordless(&gathered.calls, &stop).to_string()))
}

async fn hear(
    asked: &Asked,
    prompt: &str,
    span: &Span,
    spent: &mut Option<Usage>,
) -> Result<Answered, ConnectorError> {
    let messages = messages(asked.instructions.as_deref(), prompt);
    spans::asked(span, &messages);
    let request = CompletionRequest {
        known: Vec::new(),
        messages,
        functions: Vec::new(),
        choice: FunctionChoice::None,
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
        names: NameStyle::default(),
    };
    let mut stream = asked.connector.stream(request, &asked.scope);
    let mut gathered = Gathered::default();
    while let Some(event) = stream.next().await {
        match event? {
            StreamEvent::ItemFinished { item, .. } => gathered.take(*item),
            StreamEvent::Usage(usage) => *spent = Some(usage),
            StreamEvent::ItemStarted { .. }
            | StreamEvent::TextDelta { .. }
            | StreamEvent::ReasoningDelta { .. }
            | StreamEvent::Adapted(_)
            | StreamEvent::Odd { .. }
            | StreamEvent::Replaced(_)
            | StreamEvent::Others { .. }
            | StreamEvent::ArgumentsDelta { .. } => {}
            StreamEvent::Finished(stop) => return Ok(Answered { gathered, stop }),
        }
    }
    Err(ConnectorError::BrokenOff)
}

fn report(message: String) -> FunctionError {
    FunctionError::Report(Failure { kind: FailureKind::Reported, message })
}
