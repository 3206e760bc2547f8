//! A plugin out of its folder.

use super::fault::PluginFault;
use super::seen::{Watched, fingerprint};
use super::wording::needs;
use crate::checked::check_schema;
use crate::manifest::{
    FilesTable, HttpTable, Manifest, ManifestError, OpenApiTable, Place, PluginKind, is_plain_name,
    object_schema,
};
use crate::sources::files;
use crate::sources::http::{self, check_request};
use crate::sources::leash::find_program;
use crate::sources::openapi::Imported;
use crate::sources::process::Programs;
use crate::sources::stamp::stamp;
use notices::Describe;
use ports::{Consent, Function, SourceFacts, SourceId, SourceKind, SourceProblem};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::path::{Component, Path};
use std::sync::Arc;

const FILE: &str = "plugin.toml";

/// The functions of a plugin, with what of it can't be used.
pub(crate) type Functions = (Vec<Arc<dyn Function>>, Vec<SourceProblem>);

/// A plugin as it was read.
pub(super) struct Loaded {
    /// Nothing, where `plugin.toml` does not even say what it is.
    pub(super) facts: Option<SourceFacts>,
    pub(super) watched: Watched,
    pub(super) functions: Result<Functions, SourceProblem>,
}

/// A `plugin.toml` with everything needed to make functions of it.
pub(crate) struct Read<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) text: &'a str,
    pub(crate) manifest: &'a Manifest,
}

pub(super) fn load(folder: &Path, name: &str) -> Loaded {
    let unread = |problem| Loaded { facts: None, watched: Watched::default(), functions: Err(problem) };
    let text = match disk::read_text(&folder.join(FILE), limits::PLUGIN_DOCUMENT) {
        Ok(text) => text,
        Err(source) => {
            return unread(SourceProblem::of(&PluginFault::NoManifest { source }).in_file(FILE, None));
        }
    };
    let manifest = match Manifest::read(&text) {
        Ok(manifest) => manifest,
        Err(error) => return unread(problem_of(&error, &text)),
    };
    let read = Read { folder, text: &text, manifest: &manifest };
    match read.check_name(name) {
        Ok(()) => read.load(name),
        Err(problem) => unread(problem),
    }
}

fn problem_of(error: &ManifestError, text: &str) -> SourceProblem {
    let at = error.at().or_else(|| error.key().and_then(|key| place_of_key(text, key)));
    SourceProblem::of(error).in_file(FILE, at.map(|at| line_of(text, at)))
}

impl Read<'_> {
    fn check_name(&self, name: &str) -> Result<(), SourceProblem> {
        let id = self.manifest.id.as_str();
        if id == name {
            return Ok(());
        }
        let fault = PluginFault::OtherName { id: id.to_owned(), name: name.to_owned() };
        Err(self.problem(place_of_key(self.text, "id"), &fault))
    }

    fn load(&self, name: &str) -> Loaded {
        let manifest = self.manifest;
        let (kind, watched) = match (manifest.kind, &manifest.openapi) {
            (PluginKind::Native, _) => (SourceKind::Native, Watched::default()),
            (PluginKind::Mcp, _) => (SourceKind::Mcp, Watched::default()),
            (PluginKind::Process, _) => (SourceKind::Process, Watched::All),
            (PluginKind::Http, _) => (SourceKind::Http, Watched::default()),
            (PluginKind::OpenApi, Some(table)) => {
                (SourceKind::OpenApi, Watched::Only(vec![FILE.to_owned(), table.document.to_string()]))
            }
            (PluginKind::OpenApi, None) => (SourceKind::OpenApi, Watched::default()),
            (PluginKind::Files, _) => (SourceKind::Files, Watched::default()),
        };
        let (reached, functions) = self.functions(&watched);
        let facts = SourceFacts {
            id: SourceId::new(format!("own:{name}")),
            title: name.to_owned(),
            kind,
            place: Some(self.folder.display().to_string()),
            needs: needs(manifest, &reached),
        };
        Loaded { facts: Some(facts), watched, functions }
    }

    /// The functions, and the hosts they send requests to.
    fn functions(&self, watched: &Watched) -> (Vec<String>, Result<Functions, SourceProblem>) {
        let manifest = self.manifest;
        let consent = |reached: &[String], more: &[&str]| Consent {
            to: needs(manifest, reached),
            runs: self.folder.display().to_string(),
            fingerprint: fingerprint(self.folder, watched, more),
        };
        if let Some(table) = &manifest.process {
            let made = self.find_program(&table.command).map(|program| {
                let consent = consent(&[], &[&program.to_string_lossy(), &stamp(&program)]);
                let mut problems = Vec::new();
                let mut table = (**table).clone();
                self.keep_sound(&mut table.functions, |one| (&one.name, &one.parameters), &mut problems);
                let programs =
                    Programs { plugin: &manifest.id, table: &table, folder: self.folder, program, consent };
                (programs.functions(), problems)
            });
            return (Vec::new(), made);
        }
        if let Some(table) = &manifest.http {
            return self.requests(table, consent);
        }
        if let Some(table) = &manifest.openapi {
            return self.operations(table, consent);
        }
        if let Some(table) = &manifest.files {
            return (Vec::new(), self.files(table, consent));
        }
        let fault = match manifest.kind {
            PluginKind::Mcp => PluginFault::Server,
            PluginKind::Native
            | PluginKind::Process
            | PluginKind::Http
            | PluginKind::OpenApi
            | PluginKind::Files => PluginFault::Native,
        };
        (Vec::new(), Err(self.problem(place_of_key(self.text, "kind"), &fault)))
    }

    fn requests(
        &self,
        table: &Place<HttpTable>,
        consent: impl Fn(&[String], &[&str]) -> Consent,
    ) -> (Vec<String>, Result<Functions, SourceProblem>) {
        let (mut problems, mut declared) = (Vec::new(), table.functions.clone());
        self.keep_sound(&mut declared, |one| (&one.name, &one.parameters), &mut problems);
        let (mut sound, mut hosts) = (Vec::new(), BTreeSet::new());
        for function in declared {
            match check_request(&function) {
                Ok(host) => {
                    hosts.insert(host);
                    sound.push(function);
                }
                Err(reason) => {
                    let fault = PluginFault::Request { function: function.name.to_string(), reason };
                    problems.push(self.problem(Some(function.url.span().start), &fault));
                }
            }
        }
        let hosts: Vec<_> = hosts.into_iter().collect();
        let made = http::functions(&self.manifest.id, table, sound, &consent(&hosts, &[]));
        let made =
            made.map_err(|reason| self.problem(Some(table.span().start), &PluginFault::Requests { reason }));
        (hosts, made.map(|functions| (functions, problems)))
    }

    fn operations(
        &self,
        table: &Place<OpenApiTable>,
        consent: impl Fn(&[String], &[&str]) -> Consent,
    ) -> (Vec<String>, Result<Functions, SourceProblem>) {
        let imported = match self.import(table) {
            Ok(imported) => imported,
            Err(problem) => return (Vec::new(), Err(problem)),
        };
        let hosts = imported.hosts.clone();
        let left_out = imported.problems.iter();
        let problems =
            left_out.map(|left_out| SourceProblem::of(left_out).in_file(&**table.document, None)).collect();
        let made = imported.functions(&self.manifest.id, table, &consent(&hosts, &[]));
        let made = made
            .map_err(|reason| self.problem(Some(table.span().start), &PluginFault::Operations { reason }));
        (hosts, made.map(|functions| (functions, problems)))
    }

    fn import(&self, table: &OpenApiTable) -> Result<Imported, SourceProblem> {
        let at = Some(table.document.span().start);
        // A document is one of the plugin's own files.
        let path = Path::new(table.document.as_str());
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(self.problem(at, &PluginFault::DocumentElsewhere { path: path.to_owned() }));
        }
        let text = disk::read_text(&self.folder.join(path), limits::PLUGIN_DOCUMENT)
            .map_err(|source| self.problem(at, &PluginFault::NoDocument { path: path.to_owned(), source }))?;
        Imported::read(&text, table)
            .map_err(|error| SourceProblem::of(&error).in_file(&**table.document, error.line()))
    }

    fn files(
        &self,
        table: &FilesTable,
        consent: impl Fn(&[String], &[&str]) -> Consent,
    ) -> Result<Functions, SourceProblem> {
        let written = table.folder.as_str();
        let folder = match written.strip_prefix('~').map(|rest| rest.trim_start_matches('/')) {
            Some(rest) => std::env::home_dir().unwrap_or_default().join(rest),
            None => self.folder.join(written),
        };
        let consent = consent(&[], &[&folder.to_string_lossy()]);
        let made = files::functions(&self.manifest.id, &folder, table.writing, &consent);
        made.map(|functions| (functions, Vec::new()))
            .map_err(|reason| self.problem(Some(table.folder.span().start), &PluginFault::Folder { reason }))
    }

    fn find_program(&self, command: &Place<Vec<String>>) -> Result<std::path::PathBuf, SourceProblem> {
        let at = Some(command.span().start);
        let Some(word) = command.first().filter(|word| !word.is_empty()) else {
            return Err(self.problem(at, &PluginFault::EmptyCommand));
        };
        find_program(word, self.folder, None).map_err(|error| self.problem(at, &error))
    }

    /// Leaves out functions that can't be used, and tells why.
    fn keep_sound<F>(
        &self,
        functions: &mut Vec<F>,
        look: impl Fn(&F) -> (&Place<String>, &Value),
        problems: &mut Vec<SourceProblem>,
    ) {
        let mut names = HashSet::new();
        functions.retain(|function| {
            let (name, parameters) = look(function);
            let found = unsound(name, parameters).or_else(|| {
                (!names.insert(name.to_string())).then(|| PluginFault::Twice { name: name.to_string() })
            });
            let is_sound = found.is_none();
            problems.extend(found.map(|fault| self.problem(Some(name.span().start), &fault)));
            is_sound
        });
    }

    /// A problem in `plugin.toml`.
    pub(crate) fn problem(&self, at: Option<usize>, problem: &impl Describe) -> SourceProblem {
        SourceProblem::of(problem).in_file(FILE, at.map(|at| line_of(self.text, at)))
    }
}

fn unsound(name: &str, parameters: &Value) -> Option<PluginFault> {
    if !is_plain_name(name, 128) {
        return Some(PluginFault::FunctionName { name: name.to_owned() });
    }
    let schema = object_schema(parameters);
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return Some(PluginFault::NotObject { name: name.to_owned() });
    }
    let reason = check_schema(&schema).err()?;
    Some(PluginFault::Parameters { name: name.to_owned(), reason })
}

/// The line of an offset, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// Where a key stands at the beginning of a line.
fn place_of_key(text: &str, key: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start().strip_prefix(key).map(str::trim_start);
        if rest.is_some_and(|rest| rest.starts_with('=')) {
            return Some(at);
        }
        at += line.len();
    }
    None
}
