//! Compilers of C for other systems: some crates bring libraries in C along.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::Variable;
use crate::files;
use crate::output::Output;
use crate::process;
use crate::project::Project;
use crate::setup;

/// Runs zig as a compiler. What others say of the target in words of their own, it is told in its own.
const ZIG: &str = include_str!("zig.sh");

#[derive(Debug, PartialEq, Eq)]
pub(super) enum CCompiler {
    /// The compiler and linker for Windows, which crates find by themselves.
    MinGw,
    /// With the headers of Linux, and those of macOS but for its frameworks.
    Zig { target: &'static str },
}

impl CCompiler {
    /// Makes sure that it is there. Returns what Cargo is told of it.
    pub(super) fn provide(
        &self,
        project: &Project,
        target: &'static str,
        output: &Output,
    ) -> Result<Vec<Variable>> {
        match self {
            Self::MinGw => {
                let wanted = "x86_64-w64-mingw32-g++";
                if process::on_path(wanted).is_none() {
                    bail!(
                        "{wanted} is missing. Debian and Ubuntu: apt-get install g++-mingw-w64-x86-64-posix"
                    )
                }
                Ok(Vec::new())
            }
            Self::Zig { target: called } => {
                setup::ZIG.install(project, output)?;
                let tools = Tools { folder: project.scratch().join("systems").join(target), called };
                tools.write(project)?;
                Ok(tools.variables(target))
            }
        }
    }
}

/// Programs that behave as a compiler and an archiver for one target.
struct Tools {
    folder: PathBuf,
    /// The target, as zig calls it.
    called: &'static str,
}

impl Tools {
    const PROGRAMS: [(&str, &str); 3] = [("CC", "cc"), ("CXX", "c++"), ("AR", "ar")];

    fn write(&self, project: &Project) -> Result<()> {
        let Self { folder, called } = self;
        let python = setup::ZIG.program(project);
        // The folder stands for the SDK of Apple, which crates look for and use nothing of.
        for (_, work) in Self::PROGRAMS {
            let path = folder.join(work);
            let script =
                format!("#!/bin/sh\npython='{}' target={called} work={work}\n{ZIG}", python.display());
            files::write(&path, script.as_bytes())?;
            files::set_mode(&path, 0o755)?;
        }
        Ok(())
    }

    /// In the names that build scripts know.
    fn variables(&self, target: &str) -> Vec<Variable> {
        let target = target.replace('-', "_");
        let programs = Self::PROGRAMS
            .map(|(name, work)| (format!("{name}_{target}").into(), self.folder.join(work).into_os_string()));
        programs.into_iter().chain([("SDKROOT".into(), self.folder.clone().into_os_string())]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_scripts_are_told_of_the_compilers_of_one_target_alone() {
        let tools = Tools { folder: "/there".into(), called: "aarch64-macos" };
        let expected = [
            ("CC_aarch64_apple_darwin", "/there/cc"),
            ("CXX_aarch64_apple_darwin", "/there/c++"),
            ("AR_aarch64_apple_darwin", "/there/ar"),
            ("SDKROOT", "/there"),
        ];
        assert_eq!(
            tools.variables("aarch64-apple-darwin"),
            expected.map(|(name, value)| (name.into(), value.into()))
        );
    }
}
