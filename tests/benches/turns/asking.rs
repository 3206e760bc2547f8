//! Whole turns, by the commands a page gives.

use crate::data::Case;
use crate::results::{Expected, result_of};
use anyhow::{Context, Result, bail};
use content::{CallArguments, CalledFunction, FunctionName, ModelId, Output, Role};
use functions::sources::pasted::{Definition, PastedSettings};
use functions::{FunctionSettings, StandIn, StandInFor};
use invocation::{
    Breakpoint, Decision, Guidance, SelectionPlan, StopPlace, TurnEvent, TurnLimits, TurnOutcome,
};

use ports::Selection;
use serde_json::Value;
use sessions::SessionEvent;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use support::app::{Followed, TestApp};
use workbench::contract::{ConfigureFunctions, ConfigureSession, Note, Nothing, TrySelection};

/// What a turn may take. A call and an answer are two requests, and a mistake in between is three; a turn that needs more is not
/// finished. No time is named, so that a busy computer finds the same as an idle one.
const REQUESTS: u32 = 4;
/// Of one answer.
const TOKENS: u32 = 300;

/// One call that was made, and whether it returned.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) function: Option<FunctionName>,
    pub(crate) arguments: Option<Value>,
}

/// What came of one turn.
#[derive(Clone, Debug)]
pub(crate) struct Turned {
    /// How well the functions fit the prompt.
    pub(crate) selection: Option<Selection>,
    pub(crate) made: Vec<Made>,
    pub(crate) answer: String,
    pub(crate) outcome: TurnOutcome,
    pub(crate) seconds: f64,
}

/// The application with one model.
pub(crate) struct Asking {
    app: TestApp,
    model: String,
}

impl Asking {
    /// `parts` is the folder with what meanings are compared by.
    pub(crate) fn open(weights: &Path, parts: &Path) -> Result<Self> {
        let home = tempfile::tempdir()?;
        let models = home.path().join("models");
        std::fs::create_dir(&models)?;
        for entry in std::fs::read_dir(parts).with_context(|| parts.display().to_string())?.flatten() {
            let is_weights = entry.path().extension().is_some_and(|ending| ending == "gguf");
            if entry.file_type()?.is_file() && !is_weights {
                std::fs::copy(entry.path(), models.join(entry.file_name()))?;
            }
        }
        let listed = serde_json::json!({ "files": [weights] }).to_string();
        std::fs::write(home.path().join("local-models.json"), listed)?;
        let stem = weights.file_stem().context("the weights have a name")?;
        Ok(Self { app: TestApp::in_home(Arc::new(home)), model: format!("local:{}", stem.to_string_lossy()) })
    }

    /// Puts the functions of a prompt in the place of those of the one before.
    pub(crate) async fn prepare(&self, case: &Case) -> Result<()> {
        let definition = |spec: &Arc<ports::FunctionSpec>| Definition {
            name: spec.name.function.clone(),
            description: spec.description.clone(),
            parameters: spec.parameters.clone(),
            effect: spec.effect,
            input: spec.input.clone(),
            returns: spec.returns.clone(),
        };
        let definitions = case.functions.iter().map(definition).collect();
        let listed = self.app.workbench.sources_list(Nothing {}).await?;
        let id = listed.pasted.first().map(|pasted| pasted.id.clone()).unwrap_or_default();
        let settings = PastedSettings { id, title: "Evaluated".to_owned(), definitions };
        self.app.workbench.definitions_save(settings).await?;
        // Meanings are read in the background; without them words alone would decide.
        let session = self.app.session(&self.model, &[]).await.session;
        let mut often = tokio::time::interval(std::time::Duration::from_millis(50));
        for _ in 0..600 {
            often.tick().await;
            let tried = TrySelection {
                session: session.clone(),
                text: "Is it ready?".to_owned(),
                plan: SelectionPlan::ranked(1),
                changed: None,
                shown: Vec::new(),
            };
            if self.app.workbench.selection_try(tried).await?.without_meaning.is_none() {
                return Ok(());
            }
        }
        bail!("the meanings of the functions are not ready")
    }

    /// Asks, and waits for the end. Without the model, the turn ends before its first request.
    pub(crate) async fn ask(&self, case: &Case, guidance: Guidance, with_model: bool) -> Result<Turned> {
        let mut followed = self.app.session(&self.model, &[]).await;
        let mut plan = followed.plan().await;
        let names: Vec<_> = case.functions.iter().map(|spec| spec.name.clone()).collect();
        plan.model = ModelId::new(&self.model);
        plan.choice.functions = Some(names.clone());
        plan.breakpoints = match with_model {
            true => Vec::new(),
            false => vec![Breakpoint::at("opening", StopPlace::BeforeRequest)],
        };
        plan.guidance = Some(guidance);
        plan.limits = TurnLimits::rounds(REQUESTS);
        plan.settings.max_output_tokens = Some(TOKENS);
        let session = followed.session.clone();
        self.app.workbench.session_configure(ConfigureSession { session: session.clone(), plan }).await?;
        let stand_in = |spec: &Arc<ports::FunctionSpec>| {
            let Expected { output, .. } = result_of(&case.id, spec);
            StandInFor {
                function: spec.name.clone(),
                stand_in: StandIn::Fixed { output: Output::Json { value: output } },
            }
        };
        let settings = FunctionSettings {
            stand_ins: case.functions.iter().map(stand_in).collect(),
            ..FunctionSettings::live()
        };
        self.app.workbench.functions_configure(ConfigureFunctions { session, settings }).await?;
        let begun = Instant::now();
        followed.says(&case.text).await;
        if !with_model {
            followed.answers(1, Decision::Stop).await;
        }
        let outcome = followed.outcome().await;
        Ok(turned(&followed, outcome, begun.elapsed().as_secs_f64()))
    }

    pub(crate) async fn close(self) {
        self.app.workbench.close().await;
    }
}

fn turned(followed: &Followed, outcome: TurnOutcome, seconds: f64) -> Turned {
    let messages = followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message),
        _ => None,
    });
    let (mut made, mut answer) = (Vec::new(), String::new());
    for message in messages.filter(|message| message.role == Role::Assistant) {
        answer = message.text();
        made.extend(message.calls().map(|call| Made {
            function: match &call.function {
                CalledFunction::Known { name } => Some(name.clone()),
                CalledFunction::Unknown { .. } => None,
            },
            arguments: match &call.arguments {
                CallArguments::Parsed { value, .. } => Some(Value::Object(value.clone())),
                CallArguments::Malformed { .. } => None,
            },
        }));
    }
    let selection = followed.log.iter().find_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Selected { selection }, .. } } => {
            Some(selection.clone())
        }
        _ => None,
    });
    Turned { selection, made, answer, outcome, seconds }
}
