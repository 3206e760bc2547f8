//! The real window: how long a start takes, and how it stands up to long sessions, large values and many lanes.

mod crowded;
mod looked_at;
mod page;
mod prepared;
mod start;
mod streaming;

use crate::figure::{Better, Figure, Unit};
use anyhow::{Context, Result};
use support::stage::{Stage, Surface};

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let mut figures = start::measure().await.context("a start")?;
    let home = tempfile::tempdir()?;
    prepared::fill(&home.path().join("callwright")).await.context("what is looked at")?;
    let stage = Stage::open_at(Surface::Window, home).await?;
    figures.extend(looked_at::measure(&stage.page).await?);
    figures.extend(crowded::measure(&stage.page).await.context("a crowded window")?);
    figures.extend(streaming::lanes(&stage.page).await.context("lanes")?);
    figures.push(streaming::an_hour(&stage).await.context("an hour of streaming")?);
    stage.page.close().await?;
    Ok(figures)
}

fn figure(name: impl Into<String>, value: f64, unit: Unit, target: Option<f64>) -> Figure {
    let (name, better) = (name.into(), Better::Lower);
    Figure { area: "window", name, value, unit, better, target, reference: None, reference_value: None }
}
