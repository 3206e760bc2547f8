//! The packages a window and its tests need from the system.

use anyhow::Result;

use super::system::System;
use super::{Purpose, debian, other_systems};
use crate::output::Output;

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
