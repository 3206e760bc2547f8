//! The packages a window and its tests need from the system.

use anyhow::Result;

use super::system::System;
use super::{Engine, Installation, Purpose, debian, other_systems};
use crate::output::Output;

/// Installs what `purpose` and the engine need. Returns what becomes of the engine: where it can't be built, everything
/// but models in files works, so that is no reason to stop.
pub(crate) fn prepare_system(
    purpose: Purpose,
    engine: Engine,
    installation: Installation,
    output: &Output,
) -> Result<Engine> {
    match System::detect() {
        System::Debian => debian::prepare(purpose, debian::Chromium::Package, engine, installation, output),
        System::Ubuntu => debian::prepare(purpose, debian::Chromium::OwnChoice, engine, installation, output),
        // Nothing is installed there.
        System::MacOs
        | System::Windows
        | System::Fedora
        | System::Arch
        | System::Suse
        | System::OtherUnix => {
            install_system_packages(purpose, output)?;
            if engine == Engine::LeftOut {
                return Ok(engine);
            }
            match install_engine_packages(output) {
                Ok(()) => Ok(Engine::Built),
                Err(reason) => debian::leave_engine_out(&reason, output),
            }
        }
    }
}

/// Installs what llama.cpp is built with, or says what to install.
pub(crate) fn install_engine_packages(output: &Output) -> Result<()> {
    match System::detect() {
        System::Debian | System::Ubuntu => debian::install_for_the_engine(output),
        system @ (System::MacOs
        | System::Windows
        | System::Fedora
        | System::Arch
        | System::Suse
        | System::OtherUnix) => other_systems::require_engine_tools(system),
    }
}

/// Installs what is missing where that can be done, and otherwise says exactly what to install.
pub(crate) fn install_system_packages(purpose: Purpose, output: &Output) -> Result<()> {
    if purpose == Purpose::Browser {
        return Ok(());
    }
    match System::detect() {
        System::Debian => debian::install(purpose, debian::Chromium::Package, output),
        System::Ubuntu => {
            debian::install(purpose, debian::Chromium::OwnChoice, output)?;
            other_systems::require_chromium(purpose)
        }
        System::MacOs => other_systems::require_xcode_tools(),
        System::Windows => other_systems::require_webview2(output),
        system @ (System::Fedora | System::Arch | System::Suse | System::OtherUnix) => {
            other_systems::require_libraries_and_programs(system, purpose)
        }
    }
}
