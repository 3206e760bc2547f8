//! What it costs to import what is large from a file: time, and the most memory a process of its own takes.

use super::long::{Alone, figure, peak, started};
use crate::figure::{Figure, Unit};
use anyhow::Result;
use std::path::Path;
use std::time::Instant;
use workbench::{Config, System, Workbench};

/// The argument with which this program measures itself.
pub(crate) const ALONE: &str = "--alone-importing";

/// Of files of lines: what is in each, and one with next to nothing beside them.
pub(super) fn measure(files: &[(&str, &Path)], nothing: &Path) -> Result<Vec<Figure>> {
    let nothing = started(ALONE, nothing)?;
    let mut figures = Vec::new();
    for (what, path) in files {
        let Alone { milliseconds, peak } = started(ALONE, path)?;
        figures.push(figure(format!("import {what} from a file of lines"), milliseconds, Unit::Milliseconds));
        figures.push(Figure {
            reference: Some("the same with a result of 1 kB"),
            reference_value: Some(nothing.peak),
            ..figure(format!("most memory for importing {what}"), peak, Unit::Megabytes)
        });
    }
    Ok(figures)
}

/// What the process of its own does: the whole application imports a file. What is indexed afterwards is no part of it.
pub(crate) async fn run_alone(path: &Path) -> Result<String> {
    let begun = Instant::now();
    let app = Workbench::new(Config::in_folder(path.with_extension("home")), System::real());
    app.import_file(path).await?;
    let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
    Ok(format!("{milliseconds} {}", peak()?))
}
