//! A call that another model completes, in the place of its function.

use super::caller::between;
use super::prompt::{messages, output_of, prompt_for};
use super::{Halt, TurnDriver, Worked};
use crate::filter::{CallContext, Pipeline, Ran, Wrapped};
use crate::{CompleteStep, TurnInput};
use content::{CallArguments, Failure, FailureKind, Item, JsonObject, Outcome, Output};
use futures::StreamExt;
use ports::{
    CallOptions, CallScope, CompletionRequest, Connector, FunctionChoice, FunctionError, NameStyle,
    RequestSettings, StreamEvent,
};
use std::sync::{Arc, Mutex, PoisonError};
use tracing::Instrument;

impl TurnDriver {
    pub(super) async fn complete(&mut self, step: CompleteStep) -> Result<(), Halt> {
        let CompleteStep { call, to, model, instructions } = step;
        let connector = model.as_ref().and_then(|model| self.services.models.connector(model));
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
        let prompt = prompt_for(&call, spec.map(Arc::as_ref));
        let arguments = match &call.arguments {
            CallArguments::Parsed { value, .. } => value.clone(),
            CallArguments::Malformed { .. } => JsonObject::new(),
        };
        let id = call.id.clone();
        let context = self.call_context(call, function, (0, 1), &scope);
        let span = tracing::info_span!(
            "chat",
            otel.name = format!("chat {model}"),
            gen_ai.operation.name = "chat",
            gen_ai.request.model = %model,
            gen_ai.conversation.id = %self.turn.id(),
            exchange = %exchange,
        );
        let asked = Asked { connector, instructions, prompt, scope };
        let work = completed(self.pipeline(), context, arguments, asked).instrument(span);
        match self.meanwhile(work).await? {
            Worked::Through(ran) => self.ran(id, ran).await,
            Worked::Stopped => self.commit(TurnInput::Stop { received: Vec::new() }).await,
        }
    }
}

/// Who is asked what.
struct Asked {
    connector: Arc<dyn Connector>,
    instructions: Option<String>,
    prompt: String,
    scope: CallScope,
}

/// The call inside its filters, and its prompt inside those for prompts.
async fn completed(
    pipeline: Pipeline,
    context: CallContext,
    arguments: JsonObject,
    asked: Asked,
) -> Wrapped<Ran> {
    let inner = Mutex::new(Vec::new());
    let run = |_| async {
        let Wrapped { passages, came } = pipeline.prompt(&context, asked.prompt.clone()).await;
        inner.lock().unwrap_or_else(PoisonError::into_inner).extend(passages);
        match came {
            Ok(prompt) => ask(&asked, &prompt).await,
            Err(output) => Ok(output),
        }
    };
    let wrapped = pipeline.call(&context, arguments, run).await;
    between(wrapped, inner.into_inner().unwrap_or_else(PoisonError::into_inner))
}

async fn ask(asked: &Asked, prompt: &str) -> Result<Output, FunctionError> {
    let request = CompletionRequest {
        messages: messages(asked.instructions.as_deref(), prompt),
        functions: Vec::new(),
        choice: FunctionChoice::None,
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
        names: NameStyle::default(),
    };
    let mut stream = asked.connector.stream(request, &asked.scope);
    let mut text = String::new();
    while let Some(event) = stream.next().await {
        match event.map_err(|error| report(error.to_string()))? {
            StreamEvent::ItemFinished { item: Item::Text { text: words }, .. } => text.push_str(&words),
            StreamEvent::ItemFinished { .. }
            | StreamEvent::ItemStarted { .. }
            | StreamEvent::TextDelta { .. }
            | StreamEvent::ReasoningDelta { .. }
            | StreamEvent::ArgumentsDelta { .. }
            | StreamEvent::Usage(_) => {}
            StreamEvent::Finished(_) => {
                return output_of(&text).ok_or_else(|| report("the other model gave no result".to_owned()));
            }
        }
    }
    Err(report("the answer of the other model broke off".to_owned()))
}

fn report(message: String) -> FunctionError {
    FunctionError::Report(Failure { kind: FailureKind::Reported, message })
}
