//! A model in a file, asked as any other.

use crate::answer::{Answer, Meant};
use crate::body::Body;
use crate::calls::Endless;
use crate::engine::{Ended, Engine, EngineError, HAS_ENGINE, Job, Told};
use crate::facts::Facts;
use crate::names::Names;
use crate::prompt::Template;
use content::{ModelId, Usage};
use futures::{StreamExt, stream as futures_stream};
use ports::{
    Adaptation, AdaptationKind, CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile,
    EventStream, OfferedNames, Preview, StopReason, StreamEvent, WaitStep, WireEvent, WireFrame,
};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Who serves these models, for people.
pub const SERVICE: &str = "This computer";

/// One file. It is loaded when it is asked for the first time, and put away when nobody asks for a while.
pub struct LocalModel {
    profile: ConnectorProfile,
    path: PathBuf,
    /// What its file says, or why it can't be used.
    facts: Result<Arc<Facts>, String>,
    template: OnceLock<Result<Template, String>>,
    engine: Engine,
}

impl LocalModel {
    /// Reads the head of a file. One that can't be used is a model all the same and says so when it is asked.
    pub fn open(model: ModelId, path: PathBuf) -> Self {
        let facts = Facts::read(&path).map(Arc::new).map_err(|error| error.to_string());
        let title = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let profile = ConnectorProfile { model, title, service: SERVICE.to_owned() };
        Self { profile, path, facts, template: OnceLock::new(), engine: Engine::default() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How large the file is, as far as that is known.
    pub fn bytes(&self) -> Option<u64> {
        self.facts.as_ref().ok().map(|facts| facts.bytes)
    }

    /// Why it can't answer, where that is known before it is asked.
    pub fn flaw(&self) -> Option<String> {
        let of_build = || (!HAS_ENGINE).then(|| EngineError::NotBuilt.to_string());
        self.flaw_of_file().or_else(of_build)
    }

    /// The same, as far as it is about the file.
    pub fn flaw_of_file(&self) -> Option<String> {
        let of_file = self.facts.as_ref().err().cloned();
        let of_template = || {
            let facts = self.facts.as_ref().ok()?;
            self.template(facts).err().map(|reason| unrenderable(&reason))
        };
        of_file.or_else(of_template)
    }

    fn template(&self, facts: &Facts) -> Result<&Template, String> {
        let read = || Template::of(facts).map_err(|error| error.to_string());
        self.template.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    fn known(&self) -> Result<(&Arc<Facts>, &Template), ConnectorError> {
        let facts = self.facts.as_ref().map_err(|reason| self.misconfigured(reason.clone()))?;
        let template = self.template(facts).map_err(|reason| self.misconfigured(unrenderable(&reason)))?;
        Ok((facts, template))
    }

    fn body(&self, request: &CompletionRequest) -> Result<(Body, Vec<Adaptation>), ConnectorError> {
        let (facts, template) = self.known()?;
        let names = Names::of(request);
        Body::of(request, facts, template, &names).map_err(|error| ConnectorError::NotPossible {
            service: SERVICE.to_owned(),
            reason: format!("the template of {} does not take this history: {error}", self.profile.title),
        })
    }

    fn ask(&self, request: &CompletionRequest, body: Body, scope: &CallScope) -> EventStream {
        let facts = match self.known() {
            Ok((facts, _)) => Arc::clone(facts),
            Err(error) => return failed(error),
        };
        let answer = Answer::to(request, &body);
        // As many pieces as there can be tokens, so that the engine never waits for whoever reads.
        let (tell, told) = mpsc::channel(facts.context as usize + 16);
        let enough = CancellationToken::new();
        let job = Job { body, cancel: scope.cancel.clone(), enough: enough.clone(), told: tell };
        self.engine.submit(&facts, job);
        let asked = Asked {
            told: Some(told),
            answer,
            ready: VecDeque::new(),
            scope: scope.clone(),
            is_single: request.calls.parallel == Some(false),
            enough,
            begun: Instant::now(),
            title: self.profile.title.clone(),
        };
        futures_stream::unfold(
            asked,
            |mut asked| async move { asked.next().await.map(|event| (event, asked)) },
        )
        .boxed()
    }

    fn misconfigured(&self, reason: String) -> ConnectorError {
        misconfigured(&self.profile.title, &reason)
    }
}

impl Connector for LocalModel {
    fn profile(&self) -> &ConnectorProfile {
        &self.profile
    }

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream {
        let (body, adaptations) = match self.body(&request) {
            Ok(made) => made,
            Err(error) => return failed(error),
        };
        scope.observer.sent(&written(&body));
        for adaptation in adaptations {
            scope.observer.saw(WireEvent::Adapted { adaptation });
        }
        self.ask(&request, body, scope)
    }

    fn stream_body(&self, request: CompletionRequest, body: String, scope: &CallScope) -> EventStream {
        match serde_json::from_str::<Body>(&body) {
            Ok(read) => {
                scope.observer.sent(&body);
                self.ask(&request, read, scope)
            }
            Err(error) => {
                let reason = format!("the body can't be read: {error}");
                failed(ConnectorError::NotPossible { service: SERVICE.to_owned(), reason })
            }
        }
    }

    fn names(&self, request: &CompletionRequest) -> OfferedNames {
        Names::of(request).offered(&request.names)
    }

    fn preview(&self, request: &CompletionRequest) -> Result<Option<Preview>, ConnectorError> {
        let (body, adaptations) = self.body(request)?;
        Ok(Some(Preview {
            method: "LOCAL".to_owned(),
            url: self.path.display().to_string(),
            headers: Vec::new(),
            body: written(&body),
            adaptations,
        }))
    }
}

/// One question while it is answered.
struct Asked {
    /// Nothing once the answer is over, which also tells the engine to stop.
    told: Option<mpsc::Receiver<Told>>,
    answer: Answer,
    ready: VecDeque<Result<StreamEvent, ConnectorError>>,
    scope: CallScope,
    /// Whether the first call is the last.
    is_single: bool,
    /// Tells the engine that what was written will do. It still says what that took.
    enough: CancellationToken,
    begun: Instant,
    title: String,
}

impl Asked {
    async fn next(&mut self) -> Option<Result<StreamEvent, ConnectorError>> {
        while self.ready.is_empty() {
            let told = self.told.as_mut()?;
            let heard = tokio::select! {
                biased;
                () = self.scope.cancel.cancelled() => Err(ConnectorError::Cancelled),
                () = until(self.scope.deadline) => Err(self.too_late()),
                heard = told.recv() => heard.ok_or(ConnectorError::BrokenOff),
            };
            match heard {
                Ok(told) => self.hear(told),
                Err(error) => self.end(Err(error)),
            }
        }
        self.ready.pop_front()
    }

    fn hear(&mut self, told: Told) {
        match told {
            // A token may be on its way when it is enough.
            Told::Text(_) if self.enough.is_cancelled() => {}
            Told::Text(text) => {
                let meant = self.answer.push(&text);
                self.tell(text, meant);
                let calls = self.answer.calls();
                let endless = calls.endless();
                if endless.is_some() || (self.is_single && calls.count() > 0) {
                    self.enough.cancel();
                }
                if let Some(endless) = endless {
                    self.scope.observer.saw(WireEvent::Adapted { adaptation: cut_off(endless) });
                }
            }
            Told::Ended(ended) => self.finish(ended),
            Told::Failed(error) => {
                let error = self.error(error);
                self.end(Err(error));
            }
        }
    }

    fn finish(&mut self, ended: Ended) {
        let Meant { events, completes } = self.answer.finish();
        let text = serde_json::to_string(&ended.figures).unwrap_or_default();
        self.tell(text, Meant { events, completes });
        let usage = Usage {
            input: Some(ended.figures.prompt_tokens),
            output: Some(ended.figures.output_tokens),
            cached: Some(ended.figures.cached_tokens),
            written: None,
            reasoning: None,
        };
        self.ready.push_back(Ok(StreamEvent::Usage(usage)));
        let reason = match (ended.is_whole || self.enough.is_cancelled(), self.answer.calls().count()) {
            (false, _) => StopReason::Length,
            (true, 0) => StopReason::Complete,
            (true, _) => StopReason::Calls,
        };
        self.end(Ok(reason));
    }

    fn tell(&mut self, text: String, meant: Meant) {
        let Meant { events, completes } = meant;
        let frame = WireFrame { completes, ..WireFrame::understood(text) };
        self.scope.observer.saw(WireEvent::Frame(frame));
        self.ready.extend(events.into_iter().map(Ok));
    }

    fn end(&mut self, reason: Result<StopReason, ConnectorError>) {
        self.told = None;
        match reason {
            Ok(reason) => {
                let Meant { events, .. } = self.answer.finish();
                self.ready.extend(events.into_iter().map(Ok));
                self.ready.push_back(Ok(StreamEvent::Finished(reason)));
            }
            Err(error) => {
                self.scope.observer.saw(WireEvent::Failed { reason: error.to_string() });
                self.ready.push_back(Err(error));
            }
        }
    }

    fn too_late(&self) -> ConnectorError {
        let seconds = self.begun.elapsed().as_secs();
        ConnectorError::TimedOut { service: SERVICE.to_owned(), step: WaitStep::Finish, seconds }
    }

    fn error(&self, error: EngineError) -> ConnectorError {
        let service = SERVICE.to_owned();
        match error {
            EngineError::Cancelled => ConnectorError::Cancelled,
            EngineError::Overflow { .. } | EngineError::Grammar { .. } | EngineError::Stuck => {
                ConnectorError::NotPossible { service, reason: error.to_string() }
            }
            EngineError::NotBuilt
            | EngineError::Processor
            | EngineError::Memory { .. }
            | EngineError::Load { .. }
            | EngineError::Decode { .. } => misconfigured(&self.title, &error.to_string()),
        }
    }
}

/// Why the rest of an answer is not heard.
fn cut_off(endless: Endless) -> Adaptation {
    let what = match endless {
        Endless::Alike => "the answer ends at the fourth of the same call",
        Endless::Many => "the answer ends at its 32nd call",
    };
    let why = "a model that has lost its way does not stop calling by itself".to_owned();
    Adaptation { kind: AdaptationKind::LeftOut, what: what.to_owned(), why, places: Vec::new() }
}

/// Waits for a moment, or for ever where there is none.
async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}

fn written(body: &Body) -> String {
    serde_json::to_string_pretty(body).unwrap_or_default()
}

fn unrenderable(reason: &str) -> String {
    format!("its template can't be rendered: {reason}")
}

fn misconfigured(title: &str, reason: &str) -> ConnectorError {
    ConnectorError::Misconfigured { service: SERVICE.to_owned(), reason: format!("{title}: {reason}") }
}

fn failed(error: ConnectorError) -> EventStream {
    futures_stream::once(async { Err(error) }).boxed()
}
