//! What the application itself says: sessions, keys, services, models, functions.

use super::Finding;
use crate::core::{Core, home};
use crate::failure::Failure;
use functions::ListedSource;
use functions::sources::mcp::McpStatus;
use ports::{SourceKind, SourceStatus};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;
use workbench::Extent;
use workbench::contract::{
    AttachedNow, CommandName, KeychainState, ListedLocalModels, ListedServer, ListedServices,
    LocalModelState, MeaningReadiness, MeaningState, Overview, Prices, ServiceSettings, TestedService,
};

/// How long servers may take to start, and the embedding model to load.
const START_TIMEOUT: Duration = Duration::from_secs(20);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(super) async fn look(is_online: bool) -> Vec<Finding> {
    const AREA: &str = "sessions";
    let core = match Core::open(Extent::Everything).await {
        Ok(core) => core,
        Err(failure) => return vec![finding_of(AREA, &failure)],
    };
    let mut findings = vec![running(&core)];
    for looked in [
        overview(&core).await,
        services(&core, is_online).await,
        meanings(&core).await,
        prices(&core).await,
        local_models(&core).await,
        servers(&core).await,
        attached(&core).await,
    ] {
        let looked = looked.unwrap_or_else(|failure| vec![finding_of(AREA, &failure)]);
        // What was told at the start is not told again by the part that it is of.
        let is_new =
            |finding: &Finding| findings.iter().all(|before: &Finding| before.message != finding.message);
        let looked: Vec<_> = looked.into_iter().filter(is_new).collect();
        findings.extend(looked);
    }
    core.close().await;
    findings
}

fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

fn finding_of(area: &'static str, failure: &Failure) -> Finding {
    Finding::broken(area, failure.to_string(), "")
}

fn running(core: &Core) -> Finding {
    const AREA: &str = "running";
    match core {
        Core::Running(client) => {
            let process = client.running().process;
            Finding::ok(
                AREA,
                format!("Callwright has the data folder open (process {process}), and answered"),
            )
        }
        Core::Own(_) => {
            let left = home().is_ok_and(|home| home.join("running.json").exists());
            let message = if left {
                "nobody; one that was killed left running.json, which is ignored"
            } else {
                "nobody"
            };
            Finding::ok(AREA, message)
        }
    }
}

async fn overview(core: &Core) -> Result<Vec<Finding>, Failure> {
    let overview: Overview = core.ask(CommandName::Overview).await?;
    let mut findings =
        vec![Finding::ok("sessions", format!("{} can be read", count(overview.sessions.len(), "session")))];
    findings.extend(overview.problems.iter().map(|problem| {
        let advice = problem.advice.as_ref().map(workbench::english).unwrap_or_default();
        Finding::broken("start", workbench::english(&problem.message), advice)
    }));
    let own = overview.sources.iter().filter(|source| source.facts.kind != SourceKind::Mcp);
    findings.extend(own.map(plugin));
    Ok(findings)
}

fn plugin(source: &ListedSource) -> Finding {
    const AREA: &str = "plugins";
    let title = &source.facts.title;
    let problems: Vec<_> =
        source.problems.iter().map(|problem| workbench::english(&problem.message)).collect();
    let advice = source.problems.first().and_then(|problem| problem.advice.as_deref());
    let advice = advice.map(workbench::english).unwrap_or_default();
    match source.status {
        SourceStatus::Failed => Finding::broken(AREA, format!("{title}: {}", problems.join("; ")), advice),
        SourceStatus::Ready | SourceStatus::Loading if !problems.is_empty() => {
            Finding::broken(AREA, format!("{title}: {}", problems.join("; ")), advice)
        }
        SourceStatus::Ready | SourceStatus::Loading => {
            Finding::ok(AREA, format!("{title} ({})", count(source.functions.len(), "function")))
        }
    }
}

async fn services(core: &Core, is_online: bool) -> Result<Vec<Finding>, Failure> {
    const AREA: &str = "services";
    let listed: ListedServices = core.ask(CommandName::ServicesList).await?;
    let mut findings = vec![keychain(listed.keychain, &workbench::english(&listed.keeping))];
    for service in &listed.services {
        let title = &service.settings.title;
        match &service.problem {
            Some(problem) => {
                findings.push(Finding::broken(
                    AREA,
                    format!("{title}: {}", workbench::english(problem)),
                    "Change the service in the window.",
                ));
            }
            None if is_online => findings.push(reached(core, &service.settings).await),
            None => findings.push(Finding::ok(AREA, format!("{title} is set up; --online asks it"))),
        }
    }
    Ok(findings)
}

fn keychain(state: KeychainState, keeping: &str) -> Finding {
    const AREA: &str = "keychain";
    match state {
        KeychainState::Open => Finding::ok(AREA, "it is open"),
        KeychainState::Locked => {
            Finding::missing(AREA, format!("it is locked; {keeping}"), "Log in, or open it in the window.")
        }
        KeychainState::Missing => {
            let advice = "Start a keychain such as GNOME Keyring or KWallet to keep keys there.";
            Finding::missing(AREA, format!("there is none; {keeping}"), advice)
        }
    }
}

async fn reached(core: &Core, settings: &ServiceSettings) -> Finding {
    const AREA: &str = "services";
    let title = &settings.title;
    let args = json!({ "settings": settings, "key": null, "headerValues": {} });
    match core.call::<TestedService>(CommandName::ServiceTest, args).await {
        Ok(tested) => Finding::ok(
            AREA,
            format!("{title} answered in {} ms with {} models", tested.took, tested.models.len()),
        ),
        Err(failure) => Finding::broken(AREA, format!("{title}: {failure}"), ""),
    }
}

async fn meanings(core: &Core) -> Result<Vec<Finding>, Failure> {
    const AREA: &str = "ONNX runtime";
    let began = Instant::now();
    loop {
        let state: MeaningState = core.ask(CommandName::MeaningState).await?;
        let reason = match &state.readiness {
            MeaningReadiness::Ready | MeaningReadiness::Embedding { .. } => {
                return Ok(vec![Finding::ok(AREA, "functions are chosen by meaning and by words")]);
            }
            MeaningReadiness::WordsOnly { reason } => workbench::english(reason),
        };
        // A model that is there takes a moment to load, which has no state of its own.
        if !reason.contains("being loaded") || began.elapsed() > START_TIMEOUT {
            let advice = "Fetch the runtime and the model in the window, under Selection.";
            return Ok(vec![Finding::missing(
                AREA,
                format!("functions are chosen by words alone: {reason}"),
                advice,
            )]);
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// A table of one's own is read where it is shown, and not at the start.
async fn prices(core: &Core) -> Result<Vec<Finding>, Failure> {
    let Prices { problem, .. } = core.ask(CommandName::PricesRead).await?;
    let broken = |problem| {
        let advice = "Mend the file or move it away. The prices that ship are used meanwhile.";
        Finding::broken("prices", workbench::english(&problem), advice)
    };
    Ok(problem.map(broken).into_iter().collect())
}

/// The ports that other programs ask at and send spans to.
async fn attached(core: &Core) -> Result<Vec<Finding>, Failure> {
    const AREA: &str = "attached programs";
    let began = Instant::now();
    loop {
        let now: AttachedNow = core.ask(CommandName::AttachedList).await?;
        if let Some(problem) = &now.problem {
            let advice = problem.advice.as_ref().map(workbench::english);
            let advice = advice.as_deref().unwrap_or("Look at the attached programs in the window.");
            return Ok(vec![Finding::broken(AREA, workbench::english(&problem.message), advice)]);
        }
        // The ports of the last time are taken a moment after the start.
        let is_listening = now.programs.iter().all(|program| !program.lines.is_empty());
        if !is_listening && began.elapsed() < START_TIMEOUT {
            tokio::time::sleep(POLL_INTERVAL).await;
            continue;
        }
        let mut findings = Vec::new();
        if !now.programs.is_empty() {
            let told = format!("{} can ask its models here", count(now.programs.len(), "program"));
            findings.push(if is_listening {
                Finding::ok(AREA, told)
            } else {
                let advice = "End another Callwright that uses the same port, then start again.";
                Finding::broken(AREA, "no port is listened on for the attached programs", advice)
            });
        }
        findings.extend(
            now.receiver
                .map(|receiver| Finding::ok(AREA, format!("spans are received on port {}", receiver.port))),
        );
        return Ok(findings);
    }
}

async fn local_models(core: &Core) -> Result<Vec<Finding>, Failure> {
    const AREA: &str = "models on this computer";
    let listed: ListedLocalModels = core.ask(CommandName::LocalModels).await?;
    if !listed.has_engine {
        let advice = "Use a build with llama.cpp to run models in files.";
        return Ok(vec![Finding::missing(AREA, "this build has no engine for models in files", advice)]);
    }
    let mut findings = Vec::new();
    for model in &listed.models {
        match &model.state {
            LocalModelState::Ready => findings.push(Finding::ok(AREA, format!("{} is there", model.title))),
            LocalModelState::Failed { reason, advice } => {
                let reason = workbench::english(reason);
                let advice = advice.as_ref().map(workbench::english).unwrap_or_default();
                findings.push(Finding::broken(AREA, format!("{}: {reason}", model.title), advice));
            }
            LocalModelState::Paused { done } => {
                let message = format!("{}: {} MB of it are there", model.title, done / 1_000_000);
                let advice = "Go on fetching it in the window, under *On this computer*.";
                findings.push(Finding::missing(AREA, message, advice));
            }
            LocalModelState::Absent | LocalModelState::Fetching { .. } => {}
        }
    }
    if findings.is_empty() {
        let advice = "Fetch one in the window, under *On this computer*.";
        findings.push(Finding::missing(AREA, "there is none", advice));
    }
    Ok(findings)
}

async fn servers(core: &Core) -> Result<Vec<Finding>, Failure> {
    let now = core.started_sources(START_TIMEOUT).await?;
    Ok(now.servers.iter().filter_map(server).collect())
}

fn server(listed: &ListedServer) -> Option<Finding> {
    const AREA: &str = "MCP servers";
    let title = &listed.settings.title;
    let Some(state) = &listed.state else {
        let advice = "Type the values of this server again in the window.";
        return Some(Finding::broken(AREA, format!("{title}: its secrets can't be read"), advice));
    };
    let advice = "Look at its lines in the window, and fix or remove it.";
    match &state.status {
        McpStatus::Off => None,
        McpStatus::Running { server, .. } => Some(Finding::ok(
            AREA,
            format!("{title} runs ({server}) with {}", count(state.tools.len(), "tool")),
        )),
        McpStatus::Starting => {
            Some(Finding::broken(AREA, format!("{title} has not started in time"), advice))
        }
        McpStatus::Waiting { reason, .. } | McpStatus::Failed { reason } => {
            Some(Finding::broken(AREA, format!("{title}: {}", workbench::english(reason)), advice))
        }
        McpStatus::Locked { reason } => {
            let reason = workbench::english(reason);
            Some(Finding::missing(AREA, format!("{title}: {reason}"), "Log in to it in the window."))
        }
    }
}
