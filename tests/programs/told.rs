//! Plays a turn of many kinds of steps, and tells of it as the environment says. Then it plays another for each line it
//! is given. What listens to the steps of a program listens to all of it, so it is a program of its own.

use anyhow::{Context, Result};
use content::{Outcome, Output};
use invocation::{Breakpoint, Completer, Decision, StopPlace, TurnOutcome};
use std::io::Write;
use support::person::Person;
use support::played::{app, begun, play};
use support::scenes::{HELPER, SERVICE, SPEAKER, Scene};
use support::speaker::{Said, Speaker};

const FORECAST: &str = "weather-get_forecast";

/// One call that comes through, one that fails, one that another model completes, and one that a person writes.
fn scene() -> Scene {
    let calls = [
        ("a", FORECAST, r#"{"city": "Oslo"}"#),
        ("b", FORECAST, r#"{"city": "Atlantis"}"#),
        ("c", FORECAST, r#"{"city": "Boston"}"#),
        ("d", FORECAST, r#"{"city": "Lima"}"#),
    ];
    let said = vec![Said::calls(&calls), Said::words("Take an umbrella.")];
    let to = Completer::Model { model: content::ModelId::new(format!("{SERVICE}/{HELPER}")) };
    let written = Outcome::Returned { output: Output::Text { text: "dry".to_owned() } };
    let person = Person::default()
        .decides("before c", Decision::HandOver { to })
        .decides("before d", Decision::WriteResult { outcome: written });
    Scene {
        name: "told",
        parts: [(SPEAKER, said), (HELPER, vec![Said::words("foggy weather")])].into(),
        plan: |plan| {
            plan.breakpoints = vec![Breakpoint::at("stop", StopPlace::BeforeCall)];
            plan.settings.temperature = Some(0.5);
        },
        person,
    }
}

/// Plays the scene and returns its session.
async fn played() -> Result<String> {
    let scene = scene();
    let speaker = Speaker::start(scene.parts.clone()).await;
    let app = app(&speaker).await;
    let mut followed = begun(&app, &scene).await;
    let ended = play(&app, &mut followed, &scene, usize::MAX).await;
    anyhow::ensure!(ended == Some(TurnOutcome::Answered), "the turn ended with {ended:?}");
    app.workbench.close().await;
    Ok(followed.session.as_str().to_owned())
}

#[tokio::main]
pub(crate) async fn run() -> Result<()> {
    let telemetry = telemetry::begin();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", tracing::enabled!(target: "invocation", tracing::Level::INFO))?;
    loop {
        writeln!(out, "{}", played().await?)?;
        out.flush()?;
        if std::io::stdin().read_line(&mut String::new()).context("a line or the end")? == 0 {
            break;
        }
    }
    tokio::task::spawn_blocking(move || telemetry.close()).await?;
    Ok(())
}
