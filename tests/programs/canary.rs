//! An application whose counterparts repeat every secret they are given. It writes all that a page is told to its output,
//! says where its folder is, and waits there until somebody has looked.

use anyhow::{Context, Result};
use connectors::Secret;
use content::{ExchangeId, FunctionName, ModelId, SessionId};
use experiments::{PlotKind, RunFilter, RunKey};
use formats::{Document, Format};
use functions::sources::mcp::{McpServer, McpStatus, McpTransport};
use invocation::TurnEvent;
use search::Order;
use sessions::SessionEvent;
use std::io::Write;
use std::path::Path;
use support::app::{Followed, TestApp};
use support::canary::{SECRETS, SERVER, as_told, city, functions, plugin, service};
use workbench::contract::{
    AddCaseSet, AnswerDelivery, ConfigureSession, ExperimentState, ExportForm, ExportSession, FunctionOf,
    GiveConsent, KeySource, Lasting, ListRuns, NextRequest, Note, Nothing, OpenRun, ProxyChoice,
    ReadExchange, ReadExperiment, SavePlot, SaveServer, SaveService, Search, ServiceSettings,
    StartExperiment,
};

/// Writes a line to whoever looks for secrets in it.
fn line(text: &str) {
    // Where nobody reads any more, nobody misses it.
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn tell(what: &impl serde::Serialize) {
    line(&as_told(what).to_string());
}

async fn set_up(app: &TestApp, service: &str) -> Result<()> {
    let settings = ServiceSettings {
        id: String::new(),
        kind: "openai-compatible".to_owned(),
        title: "Acme".to_owned(),
        address: service.replace("http://", &format!("http://someone:{}@", SECRETS[1])),
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
    let save = SaveService { settings, key: Secret::new(SECRETS[0]), header_values: [].into() };
    tell(&app.workbench.service_test(save.clone()).await?.models);
    app.workbench.service_save(save.clone()).await?;
    // What a program says that breaks down with one of these in its hands.
    let broken = std::thread::Builder::new().spawn(move || panic!("{:?}", save.key))?.join();
    anyhow::ensure!(broken.is_err());
    let transport = McpTransport::Command {
        program: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), SERVER.to_owned()],
        folder: None,
        variables: vec!["ACME_TOKEN".to_owned()],
        inherited: Vec::new(),
    };
    let settings =
        McpServer { id: String::new(), title: "Acme".to_owned(), transport, seconds: 20, is_enabled: true };
    let token = Secret::new(SECRETS[3]).context("a secret")?;
    let save =
        SaveServer { settings, variables: [("ACME_TOKEN".to_owned(), token)].into(), headers: [].into() };
    app.workbench.server_save(save).await?;
    Ok(())
}

async fn ready(app: &TestApp) -> Result<Followed> {
    let mut session = app.session("acme/m", &[]).await;
    session
        .until_sources(|now| {
            let state = now.servers.first()?.state.as_ref()?;
            matches!(state.status, McpStatus::Running { .. }).then_some(())
        })
        .await;
    let mut plan = session.plan().await;
    plan.selection.limit = 64;
    plan.breakpoints.clear();
    let configure = ConfigureSession { session: session.session.clone(), plan };
    app.workbench.session_configure(configure).await?;
    for (plugin, function) in functions() {
        let (function, session) = (FunctionName::new(plugin, function), Some(session.session.clone()));
        let args = FunctionOf { session: session.clone(), function: function.clone() };
        let facts = app.workbench.function_facts(args).await?;
        let fingerprint = facts.agreement.map(|agreement| agreement.fingerprint).unwrap_or_default();
        let lasting = Lasting::Always;
        let consent = GiveConsent { session, function, fingerprint, arguments: None, lasting };
        app.workbench.consent_give(consent).await?;
    }
    Ok(session)
}

/// Everything a page can ask for.
async fn tell_all(app: &TestApp, followed: &Followed) -> Result<()> {
    let workbench = &app.workbench;
    tell(&followed.log);
    tell(&workbench.overview(Nothing {}).await?);
    let listed = workbench.services_list(Nothing {}).await?;
    tell(&listed.services.iter().map(|service| (&service.problem, &service.warnings)).collect::<Vec<_>>());
    tell(&workbench.sources_list(Nothing {}).await?);
    let exchanges = followed.log.iter().filter_map(|entry| {
        let SessionEvent::Noted { note: Note::Turn { event, .. } } = &entry.event else { return None };
        let TurnEvent::RequestSent { exchange, .. } = event else { return None };
        Some(exchange.clone())
    });
    for exchange in exchanges.collect::<Vec<ExchangeId>>() {
        tell(&workbench.exchange_read(ReadExchange { exchange }).await?);
    }
    export_all(app, &followed.session).await?;
    tell(&workbench.data_copy(Nothing {}).await?);
    let search = |text: &str| Search {
        text: text.to_owned(),
        session: None,
        order: Order::Best,
        offset: 0,
        limit: 50,
        zone: Some("Europe/Oslo".to_owned()),
    };
    tell(&workbench.search(search("umbrella")).await?);
    Ok(())
}

/// A session in every form, in the window and as a file.
async fn export_all(app: &TestApp, session: &SessionId) -> Result<()> {
    let documents = [Document::Html, Document::Markdown, Document::Picture];
    let forms = Format::ALL.map(ExportForm::from).into_iter().chain(documents.map(ExportForm::from));
    for format in forms.chain([ExportForm::Request(NextRequest::NextRequest)]) {
        let export = ExportSession { session: session.clone(), format };
        tell(&app.workbench.session_export(export.clone()).await?);
        tell(&app.workbench.session_save(export).await?);
    }
    Ok(())
}

/// A case whose expectation the answer of the service misses, so that its words stand in faults too.
const CASE: &str = r#"{
    "format": 1,
    "id": "echo",
    "history": [{"role": "user", "text": "Tell me about the city."}],
    "functions": [{"name": "echo.tell", "description": "Tells about a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}],
    "expect": {
        "calls": {"match": "exactly", "list": [{"function": "echo.tell", "arguments": {"city": {"equals": "Oslo"}}}]},
        "says": [{"contains": "nothing of this"}]
    }
}"#;

/// Runs a case with the service, and asks for all that comes of it.
async fn experiment(app: &TestApp) -> Result<()> {
    let workbench = &app.workbench;
    let folder = workbench.case_set_add(AddCaseSet { name: "Echo".to_owned() }).await?.folder;
    std::fs::write(Path::new(&folder).join("echo.json"), CASE)?;
    let start = StartExperiment {
        folder,
        models: vec![ModelId::new("acme/m")],
        varied: Vec::new(),
        repeats: 1,
        jobs: 1,
        max_tokens: None,
        max_cost: None,
        rates: Vec::new(),
        scripts: Vec::new(),
        live: Vec::new(),
    };
    let experiment = workbench.experiment_start(start).await?.id;
    let named = ReadExperiment { experiment: experiment.clone(), against: None };
    let result = loop {
        let result = workbench.experiment_read(named.clone()).await?;
        if !matches!(result.summary.state, ExperimentState::Running | ExperimentState::Paused) {
            break result;
        }
        tokio::task::yield_now().await;
    };
    tell(&result);
    let list = ListRuns { experiment: experiment.clone(), filter: RunFilter::default(), offset: 0 };
    let listed = workbench.experiment_runs(list).await?;
    tell(&listed);
    for run in listed.runs {
        let run = RunKey { case: run.case, lane: run.lane, repeat: run.repeat };
        let opened = workbench.experiment_open(OpenRun { experiment: experiment.clone(), run }).await?;
        tell(&opened);
        export_all(app, &opened.session.id).await?;
    }
    tell(&workbench.experiment_report(named).await?);
    let plot = SavePlot { experiment, kind: PlotKind::Agreement, lane: None, png: None };
    tell(&workbench.experiment_plot_save(plot).await?);
    line("the case was run");
    Ok(())
}

#[tokio::main]
pub(crate) async fn run() -> Result<()> {
    let telemetry = telemetry::begin();
    let (service, city) = (service().await, city().await);
    let app = TestApp::new();
    let folder = app.home.path().join("plugins/echo");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("plugin.toml"), plugin(&city))?;
    let app = app.restarted().await;
    set_up(&app, &service.address()).await?;
    let mut session = ready(&app).await?;
    for said in ["Tell me about the city, and echo it.", "Again?", "And again?", "At last?"] {
        let turn = session.says(said).await;
        let outcome = session.until(|event| {
            let SessionEvent::Noted { note: Note::Turn { turn: ended, event } } = event else { return None };
            let TurnEvent::Ended { outcome } = event else { return None };
            (*ended == turn).then(|| outcome.clone())
        });
        line(&format!("{:?}", outcome.await));
    }
    tell_all(&app, &session).await?;
    line(&format!("{} requests came", service.heard().len() + city.heard().len()));
    experiment(&app).await?;
    line(&format!("home {}", app.home.path().display()));
    std::io::stdin().read_line(&mut String::new())?;
    app.workbench.close().await;
    line("closed");
    std::io::stdin().read_line(&mut String::new())?;
    tokio::task::spawn_blocking(move || telemetry.close()).await?;
    Ok(())
}
