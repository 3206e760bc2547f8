//! Uses the application in every way that may leave something behind, round after round, and prints the number of each.
//!
//! It ends when its input does, and prints then how many sessions it has made.

#![allow(clippy::expect_used, reason = "what goes wrong here has to be seen")]

use anyhow::Result;
use connectors::Secret;
use content::Timestamp;
use functions::sources::mcp::{McpServer, McpStatus, McpTransport};
use invocation::{Decision, StopPlace, TurnOutcome};
use ports::Clock;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use support::app::TestApp;
use support::provider::{Provider, Reply};
use workbench::System;
use workbench::contract::{
    AnswerDelivery, AttachProgram, CreateComparison, KeySource, NamedLane, NamedOwnSource, NamedProgram,
    Nothing, ProxyChoice, SaveServer, SaveService, ServiceSettings, StartLanes, Upstreams,
};

const HELLO: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

/// A clock that a person sets, or that a time server corrects: it jumps, in both directions.
struct Jumping(AtomicI64);

impl Clock for Jumping {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_millis();
        let jumped = i64::try_from(since).expect("a time").saturating_add(self.0.load(Ordering::Relaxed));
        Timestamp(jumped)
    }
}

struct Soak {
    app: TestApp,
    clock: Arc<Jumping>,
    refusing: Provider,
    answering: Provider,
    server: String,
    sessions: usize,
}

#[tokio::main]
pub(crate) async fn run() -> Result<()> {
    let is_over = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&is_over);
    std::thread::spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        over.store(true, Ordering::Relaxed);
    });
    let mut soak = Soak::begin().await;
    let mut number = 0_u64;
    while !is_over.load(Ordering::Relaxed) {
        soak.round(number).await;
        number += 1;
        tell(&format!("round {number}"));
    }
    let listed = soak.app.workbench.overview(Nothing {}).await.expect("a list").sessions.len();
    tell(&format!("made {} kept {listed}", soak.sessions));
    soak.app.workbench.close().await;
    Ok(())
}

fn tell(line: &str) {
    let mut out = std::io::stdout().lock();
    let told = writeln!(out, "{line}").and_then(|()| out.flush());
    told.expect("somebody listens");
}

impl Soak {
    async fn begin() -> Self {
        let clock = Arc::new(Jumping(AtomicI64::new(0)));
        let real = System::real();
        let app = TestApp::with_system(System { clock: Arc::<Jumping>::clone(&clock), ids: real.ids });
        let refusal = Reply::response("400 Bad Request", "content-type: application/json\r\n", "{}");
        let refusing = Provider::always(refusal).await;
        let answering = Provider::always(Reply::events(HELLO)).await;
        app.workbench.service_save(service(refusing.address())).await.expect("the service is kept");
        let save = SaveServer { settings: dying(), variables: BTreeMap::new(), headers: BTreeMap::new() };
        let server = app.workbench.server_save(save).await.expect("the server is kept").id;
        Self { app, clock, refusing, answering, server, sessions: 0 }
    }

    async fn round(&mut self, number: u64) {
        let hours = if number.is_multiple_of(2) { 36 } else { -36 };
        self.clock.0.store(hours * 3_600_000, Ordering::Relaxed);
        self.stops().await;
        self.goes_on_in_lanes().await;
        self.is_refused().await;
        self.is_asked_by_a_program().await;
        self.server_dies().await;
        self.disk_is_full().await;
        // They are in this process, whose memory is measured.
        self.refusing.forget();
        self.answering.forget();
    }

    /// A turn with two calls, each of which waits for a person.
    async fn stops(&mut self) {
        let mut session = self.app.session("example:weather", &[StopPlace::BeforeCall]).await;
        self.sessions += 1;
        session.says("What is the weather in Boston and in Oslo?").await;
        session.answers(1, Decision::Continue).await;
        session.answers(2, Decision::Continue).await;
        assert_eq!(session.outcome().await, TurnOutcome::Answered);
    }

    /// Two lanes answer at once, and one of them is made for that and goes again.
    async fn goes_on_in_lanes(&mut self) {
        let first = self.app.session("example:weather", &[]).await;
        self.sessions += 1;
        let args = CreateComparison { session: first.session, model: None, asks: false };
        let made = self.app.workbench.comparison_create(args).await.expect("two lanes");
        let mut followed = Vec::new();
        for lane in &made.lanes {
            followed.push(self.app.follow(&lane.session).await);
        }
        let text = Some("What is the weather in Oslo?".to_owned());
        let args = StartLanes { comparison: made.id.clone(), text };
        self.app.workbench.lanes_start(args).await.expect("they start");
        for lane in &mut followed {
            assert_eq!(lane.outcome().await, TurnOutcome::Answered);
        }
        let kept = made.lanes.first().expect("a lane").session.clone();
        let args = NamedLane { comparison: made.id, lane: kept };
        self.app.workbench.comparison_end(args).await.expect("one lane stays");
    }

    /// A provider that refuses the request, and one that is gone.
    async fn is_refused(&mut self) {
        let mut session = self.app.session("refusing/m", &[]).await;
        self.sessions += 1;
        session.says("Hello?").await;
        let outcome = session.outcome().await;
        assert!(matches!(outcome, TurnOutcome::Failed { .. }), "{outcome:?} of {}", self.refusing.address());
    }

    /// A program is attached, asks, and is detached.
    async fn is_asked_by_a_program(&mut self) {
        let upstreams = Upstreams { openai: Some(self.answering.address()), ..Upstreams::default() };
        let args = AttachProgram { title: "Agent".to_owned(), upstreams };
        let program = self.app.workbench.program_attach(args).await.expect("it is attached");
        let line = program.lines.iter().find(|line| line.client == "OpenAI SDKs").expect("a line");
        let base = line.text.split_once('=').expect("a variable").1;
        let body =
            json!({ "model": "m", "stream": true, "messages": [{ "role": "user", "content": "Hello?" }] });
        let client = support::http::client().build().expect("a client");
        let asked =
            client.post(format!("{base}/chat/completions")).header("authorization", "Bearer sk-of-a-program");
        let response = asked.json(&body).send().await.expect("a response");
        assert!(response.text().await.expect("a body").contains("Hello"));
        self.sessions += 1;
        let args = NamedProgram { program: program.id };
        self.app.workbench.program_detach(args).await.expect("it is detached");
    }

    /// A server that ends as soon as it is talked to, and is started once more.
    async fn server_dies(&mut self) {
        let mut session = self.app.session("example:weather", &[]).await;
        self.sessions += 1;
        let source = self.server.clone();
        self.app.workbench.server_restart(NamedOwnSource { source }).await.expect("it is started");
        session
            .until_sources(|now| {
                let state = now.servers.first()?.state.as_ref()?;
                matches!(state.status, McpStatus::Waiting { .. } | McpStatus::Failed { .. }).then_some(())
            })
            .await;
    }

    /// Nothing can be written for a while. What was there stays, and it goes on afterwards.
    async fn disk_is_full(&mut self) {
        let mut session = self.app.session("example:weather", &[]).await;
        self.sessions += 1;
        self.app.workbench.limit_pages(1).expect("the limit is set");
        let refused =
            self.app.workbench.session_create(workbench::contract::CreateSession { model: None }).await;
        self.app.workbench.limit_pages(4_000_000).expect("the limit is lifted");
        // A log that has room of its own takes one more.
        self.sessions += usize::from(refused.is_ok());
        session.says("What is the weather in Oslo?").await;
        session.outcome().await;
    }
}

fn service(address: String) -> SaveService {
    let settings = ServiceSettings {
        id: String::new(),
        kind: "openai-compatible".to_owned(),
        title: "Refusing".to_owned(),
        address,
        key: KeySource::Kept,
        headers: Vec::new(),
        models: vec!["m".to_owned()],
        proxy: ProxyChoice::Direct,
        certificates: None,
        delivery: AnswerDelivery::Streamed,
        idle_seconds: None,
        at_once: None,
        told: [].into(),
    };
    SaveService { settings, key: Secret::new("sk-test-0123456789"), header_values: [].into() }
}

fn dying() -> McpServer {
    let arguments = vec!["-c".to_owned(), "read line; exit 3".to_owned()];
    let transport = McpTransport::Command {
        program: "sh".to_owned(),
        arguments,
        folder: None,
        variables: Vec::new(),
        inherited: Vec::new(),
    };
    McpServer { id: String::new(), title: "Dying".to_owned(), transport, seconds: 20, is_enabled: true }
}
