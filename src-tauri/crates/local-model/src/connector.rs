//! A model in a file, asked as any other.

use crate::answer::Answer;
use crate::asked::{Asked, Asker};
use crate::body::Body;
use crate::engine::{Engine, EngineError, HAS_ENGINE};
use crate::facts::Facts;
use crate::flaw::{FileFlaw, SERVICE, misconfigured};
use crate::names::Names;
use crate::prompt::Template;
use crate::speed::{Seen, Speed};
use content::ModelId;
use futures::{StreamExt, stream as futures_stream};
use notices::{Describe, Notice};
use ports::{
    Adaptation, CallOptions, CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile,
    EventStream, FunctionChoice, OfferedNames, Preview, WireEvent,
};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A model in a smaller file does not find its way through a turn alone.
const SMALL: u64 = 4 << 30;

notices::declare! {
    /// What a model in a file can't be asked.
    pub(crate) enum HistoryFault: "local-model-request" {
        Template { title: String, #[notice(cause)] reason: Notice } = "the template of {title} does not take this history: {reason}",
        Body { #[notice(cause)] reason: Notice } = "the body can't be read: {reason}",
    }
}

/// One file. It is loaded when it is asked for the first time, and put away when nobody asks for a while.
pub struct LocalModel {
    profile: ConnectorProfile,
    path: PathBuf,
    /// What its file says, or why it can't be used.
    facts: Result<Arc<Facts>, FileFlaw>,
    template: OnceLock<Result<Template, FileFlaw>>,
    engine: Engine,
    speed: Seen,
}

impl LocalModel {
    /// Reads the head of a file. One that can't be used is a model all the same and says so when it is asked.
    pub fn open(model: ModelId, path: PathBuf) -> Self {
        let facts = Facts::read(&path).map(Arc::new).map_err(FileFlaw::from);
        let title = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let profile = ConnectorProfile { model, title, service: SERVICE.to_owned() };
        Self {
            profile,
            path,
            facts,
            template: OnceLock::new(),
            engine: Engine::default(),
            speed: Seen::default(),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How large the file is, as far as that is known.
    pub fn bytes(&self) -> Option<u64> {
        self.facts.as_ref().ok().map(|facts| facts.bytes)
    }

    /// How fast it was since the application started. Nothing before it was used.
    pub fn speed(&self) -> Option<Speed> {
        self.speed.best()
    }

    /// Why it can't answer, where that is known before it is asked.
    pub fn flaw(&self) -> Option<Notice> {
        let of_build = || (!HAS_ENGINE).then(|| EngineError::NotBuilt.notice());
        self.flaw_of_file().map(|flaw| flaw.notice()).or_else(of_build)
    }

    /// The same, as far as it is about the file.
    pub fn flaw_of_file(&self) -> Option<FileFlaw> {
        self.read().err().cloned()
    }

    fn read(&self) -> Result<(&Arc<Facts>, &Template), &FileFlaw> {
        let facts = self.facts.as_ref()?;
        let template = || Template::of(facts).map_err(|error| FileFlaw::Template { reason: error.notice() });
        Ok((facts, self.template.get_or_init(template).as_ref()?))
    }

    fn known(&self) -> Result<(&Arc<Facts>, &Template), ConnectorError> {
        self.read().map_err(|flaw| misconfigured(&self.profile.title, flaw))
    }

    fn body(&self, request: &CompletionRequest) -> Result<(Body, Vec<Adaptation>), ConnectorError> {
        let (facts, template) = self.known()?;
        let names = Names::of(request);
        Body::of(request, facts, template, &names).map_err(|error| ConnectorError::NotPossible {
            service: SERVICE.to_owned(),
            reason: HistoryFault::Template { title: self.profile.title.clone(), reason: error.notice() }
                .notice(),
        })
    }

    /// The request that replaces one whose answer repeats a call.
    fn in_words(&self, request: &CompletionRequest, body: &Body) -> Body {
        if request.calls.only_new != Some(true) {
            return body.in_words();
        }
        let calls = CallOptions { retell: Some(true), ..request.calls };
        let closing = CompletionRequest { choice: FunctionChoice::None, calls, ..request.clone() };
        self.body(&closing).map_or_else(|_| body.in_words(), |(body, _)| body)
    }

    fn ask(&self, request: &CompletionRequest, body: Body, scope: &CallScope) -> EventStream {
        let facts = match self.known() {
            Ok((facts, _)) => Arc::clone(facts),
            Err(error) => return failed(error),
        };
        let is_single = request.calls.parallel == Some(false);
        let answer = Answer::to(request, &body);
        let in_words = self.in_words(request, &body);
        let (engine, speed) = (self.engine.clone(), self.speed.clone());
        let asker = Asker { facts, engine, speed, body, in_words, scope: scope.clone() };
        let asked = Asked::new(asker, answer, is_single);
        futures_stream::unfold(
            asked,
            |mut asked| async move { asked.next().await.map(|event| (event, asked)) },
        )
        .boxed()
    }
}

impl Connector for LocalModel {
    /// Files of this size hold models of a few billion weights.
    fn needs_guidance(&self) -> bool {
        self.bytes().is_some_and(|bytes| bytes < SMALL)
    }

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
                let reason = HistoryFault::Body { reason: error.notice() }.notice();
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

fn written(body: &Body) -> String {
    serde_json::to_string_pretty(body).unwrap_or_default()
}

fn failed(error: ConnectorError) -> EventStream {
    futures_stream::once(async { Err(error) }).boxed()
}
