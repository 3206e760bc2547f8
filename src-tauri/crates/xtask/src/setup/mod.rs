//! Brings a fresh machine to where the project can be built, and does nothing on one that is already there.
//!
//! One module a concern: the system's own packages, Node with the page's packages and the programs the tests talk to,
//! Python with the libraries that judge requests, and the page itself. Nothing here builds Rust.

mod debian;
mod models;
mod node;
mod other_systems;
mod page;
mod python;
mod stamp;
mod system;
mod system_packages;

pub(crate) use models::fetch_models;
pub(crate) use node::{install_counterparts, install_page_packages, install_runners};
pub(crate) use page::build_page;
pub(crate) use python::{EVALUATORS, FRAMEWORKS, JUDGES, ZIG};
pub(crate) use system_packages::{install_engine_packages, install_system_packages, prepare_system};

use anyhow::Result;

use crate::output::Output;
use crate::project::Project;

/// What the machine is to be ready for. Each asks for everything the one before it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Purpose {
    /// The app in a browser. This tool has been linked, so what Rust itself needs is there.
    Browser,
    /// The app in a window.
    Window,
    /// Both, driven without a person.
    Tests,
}

/// Whether missing system packages may be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Installation {
    Allowed,
    Refused,
}

/// Whether the engine for models in files is built along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// Where it can be. It is C++ and takes minutes the first time.
    Built,
    LeftOut,
}

pub(crate) fn prepare(project: &Project, purpose: Purpose, output: &Output) -> Result<()> {
    install_system_packages(purpose, output)?;
    prepare_page(project, output)
}

pub(crate) fn prepare_page(project: &Project, output: &Output) -> Result<()> {
    install_page_packages(project, output)?;
    build_page(project, output)
}
