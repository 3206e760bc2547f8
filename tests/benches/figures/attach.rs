//! What it costs a program to ask its model through the application, held against a proxy that only copies bytes.

mod application;
mod client;
mod long;
mod many;
mod pieces;
mod proxy;
mod said;
mod upstream;
mod whole;

pub(crate) use application::{ALONE, run_alone};

use crate::figure::{Better, Figure, Unit};
use anyhow::Result;

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let mut figures = whole::measure().await?;
    figures.extend(pieces::measure().await?);
    figures.extend(long::measure().await?);
    figures.extend(many::measure().await?);
    Ok(figures)
}

/// What figures are held against.
const RAW: &str = "through a raw proxy";

fn figure(name: impl Into<String>, value: f64, unit: Unit) -> Figure {
    let (better, area, name) = (Better::Lower, "attach", name.into());
    Figure { area, name, value, unit, better, target: None, reference: None, reference_value: None }
}
