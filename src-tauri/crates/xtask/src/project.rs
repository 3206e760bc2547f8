//! The layout of the project: the checkout, the build output, and the test targets.

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::process;

/// The name of the integration test binary that drives a browser and the window.
pub(crate) const END_TO_END: &str = "e2e";

/// The test targets that need the engine for models in files, which other builds omit.
pub(crate) const WITH_ENGINE: [&str; 2] = ["engine", "local"];

/// The options that add that engine to a build of the workspace.
pub(crate) const ENGINE: [&str; 2] = ["--features", "callwright-local-tests/llama"];

/// The variable that names the weights of a trained model.
pub(crate) const WEIGHTS: &str = "CALLWRIGHT_LOCAL_MODEL";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    Debug,
    Release,
}

impl Profile {
    fn folder(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }

    /// The options that ask Cargo for this profile.
    pub(crate) fn options(self) -> &'static [&'static str] {
        match self {
            Self::Debug => &[],
            Self::Release => &["--release"],
        }
    }
}

/// The checkout this tool was built in.
#[derive(Debug)]
pub(crate) struct Project {
    root: PathBuf,
    target: PathBuf,
    test_targets: Vec<String>,
    packages: Vec<Package>,
}

impl Project {
    /// Asks Cargo, because the target directory can be configured in several ways.
    pub(crate) fn find() -> Result<Self> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let mut command = process::cargo_anywhere();
        command.args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"]);
        command.arg(manifest);
        let metadata = process::capture(command).context("could not ask Cargo about the workspace")?;
        Self::from_metadata(&metadata)
    }

    fn from_metadata(json: &str) -> Result<Self> {
        let metadata: Metadata = serde_json::from_str(json).context("could not read `cargo metadata`")?;
        let mut test_targets: Vec<String> = metadata
            .packages
            .iter()
            .flat_map(|package| &package.targets)
            .filter(|target| target.kind.iter().any(|kind| kind == "test"))
            .map(|target| target.name.clone())
            .collect();
        test_targets.sort();
        test_targets.dedup();
        let Metadata { workspace_root: root, target_directory: target, packages } = metadata;
        Ok(Self { root, target, test_targets, packages })
    }

    /// The folder of a crate of this project, and those of the crates below it.
    pub(crate) fn crates_below(&self, name: &str) -> Vec<PathBuf> {
        let mut found: Vec<&Package> = self.packages.iter().filter(|package| package.name == name).collect();
        let mut next = 0;
        while let Some(package) = found.get(next) {
            next += 1;
            for path in package.dependencies.iter().filter_map(|dependency| dependency.path.as_deref()) {
                let below = self.packages.iter().find(|package| package.folder() == Some(path));
                found.extend(below.filter(|below| !found.iter().any(|known| known.name == below.name)));
            }
        }
        found.into_iter().filter_map(Package::folder).map(Path::to_owned).collect()
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn ui(&self) -> PathBuf {
        self.root.join("ui")
    }

    pub(crate) fn built_page(&self) -> PathBuf {
        self.ui().join("dist")
    }

    /// The directory for what this tool itself writes.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// The integration test binaries, without the ones that need a browser and a display, or an engine.
    pub(crate) fn hermetic_test_targets(&self) -> impl Iterator<Item = &str> {
        self.test_targets
            .iter()
            .map(String::as_str)
            .filter(|name| *name != END_TO_END && !WITH_ENGINE.contains(name))
    }

    /// The embedding model for tests, figures and evaluations.
    pub(crate) fn models(&self) -> PathBuf {
        self.target.join("models")
    }

    /// The weights of a trained model, for long runs and evaluations: the file named in the variable, or the first one
    /// beside the embedding model.
    pub(crate) fn weights(&self) -> Result<PathBuf> {
        if let Some(named) = env::var_os(WEIGHTS).filter(|path| !path.is_empty()) {
            return absolute(Path::new(&named));
        }
        let entries = std::fs::read_dir(self.models()).into_iter().flatten().flatten();
        let mut found: Vec<_> = entries.map(|entry| entry.path()).filter(|path| is_weights(path)).collect();
        found.sort();
        found.into_iter().next().with_context(|| {
            format!(
                "there are no weights in {}; put a GGUF file there, or name one in {WEIGHTS}",
                self.models().display()
            )
        })
    }

    /// The program with the window.
    pub(crate) fn app(&self, profile: Profile) -> PathBuf {
        self.binary(profile, "callwright-window")
    }

    /// The program for the command line, which also serves the page.
    pub(crate) fn program(&self, profile: Profile) -> PathBuf {
        self.binary(profile, "callwright")
    }

    pub(crate) fn binary(&self, profile: Profile, name: &str) -> PathBuf {
        self.target.join(profile.folder()).join(format!("{name}{EXE_SUFFIX}"))
    }

    /// The paths of built programs, for tests and figures.
    pub(crate) fn built_things(&self, profile: Profile) -> [(&'static str, PathBuf); 3] {
        [
            ("CALLWRIGHT_APP", self.app(profile)),
            ("CALLWRIGHT_PROGRAM", self.program(profile)),
            ("CALLWRIGHT_UI", self.built_page()),
        ]
    }

    /// A Cargo command in the root of the checkout.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = process::cargo_anywhere();
        // Always set, because a relative value refers to the person's working directory.
        command.args(arguments).current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        command
    }

    /// An npm command in the page's folder.
    pub(crate) fn npm(&self, arguments: &[&str]) -> Command {
        // On Windows npm is a batch file, which is found only by its full name.
        let mut command = process::command(if cfg!(windows) { "npm.cmd" } else { "npm" });
        command.args(arguments).current_dir(self.ui());
        command
    }
}

#[derive(Deserialize)]
struct Metadata {
    workspace_root: PathBuf,
    target_directory: PathBuf,
    packages: Vec<Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    targets: Vec<Target>,
}

impl Package {
    fn folder(&self) -> Option<&Path> {
        self.manifest_path.parent()
    }
}

#[derive(Debug, Deserialize)]
struct Dependency {
    /// Only those of this project have one.
    path: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

fn is_weights(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "gguf")
}

/// `path` relative to the person's working directory, which is not that of children.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf> {
    let here = env::current_dir().context("could not read the current directory")?;
    Ok(here.join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_to_end_target_is_left_out_of_the_hermetic_ones() {
        let json = r#"{
            "workspace_root": "/w", "target_directory": "/t", "packages": [
                {"name": "a", "manifest_path": "/w/a/Cargo.toml", "dependencies": [{"path": "/w/b"}, {"path": null}],
                 "targets": [{"name": "content", "kind": ["lib"]}, {"name": "wire", "kind": ["test"]}]},
                {"name": "b", "manifest_path": "/w/b/Cargo.toml", "dependencies": [{"path": "/w/c"}],
                 "targets": [{"name": "it", "kind": ["test"]}, {"name": "e2e", "kind": ["test"]},
                             {"name": "local", "kind": ["test"]},
                             {"name": "figures", "kind": ["bench"]}]},
                {"name": "c", "manifest_path": "/w/c/Cargo.toml", "dependencies": [],
                 "targets": [{"name": "it", "kind": ["test"]}]}
            ]}"#;
        let project = Project::from_metadata(json).unwrap();
        assert_eq!(project.crates_below("b"), [Path::new("/w/b"), Path::new("/w/c")]);

        assert_eq!(project.hermetic_test_targets().collect::<Vec<_>>(), ["it", "wire"]);
        assert_eq!(project.scratch(), Path::new("/t").join("xtask"));
    }
}
