//! Reasons why a plugin, or one of its functions, can't be used.

use crate::checked::SchemaError;
use crate::sources::files::FolderError;
use crate::sources::http::{ExchangeError, RequestTemplateError};
use crate::sources::openapi::DocumentError;
use notices::{Describe, Notice};
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "plugin")]
pub(crate) enum PluginFault {
    #[error("it can't be read: {source}")]
    #[advice("Write one, or move the folder elsewhere. The guide to plugins has an example.")]
    NoManifest { source: io::Error },
    #[error("the plugin calls itself {id}, and its folder is {name}")]
    #[advice("Give both the same name.")]
    OtherName { id: String, name: String },
    #[error("servers are not started from here")]
    #[advice("Add the server in the window.")]
    Server,
    #[error("plugins written in Rust are compiled into the application")]
    #[advice("Use the kind process, http, openapi or files here; the guide to plugins explains each.")]
    Native,
    #[error("{function}: {reason}")]
    #[advice("Fix this function.")]
    Request {
        function: String,
        #[notice(cause)]
        reason: RequestTemplateError,
    },
    #[error("{reason}")]
    #[advice("Fix it in [http].")]
    Requests { reason: ExchangeError },
    #[error("{reason}")]
    #[advice("Fix it in [openapi].")]
    Operations { reason: ExchangeError },
    #[error("{path} is not in the plugin's folder")]
    #[advice("Put the document beside plugin.toml.")]
    DocumentElsewhere { path: PathBuf },
    #[error("{path} can't be read: {source}")]
    #[advice("Put the document beside plugin.toml.")]
    NoDocument { path: PathBuf, source: io::Error },
    #[error("{reason}")]
    #[advice("Make the folder, or name another one.")]
    Folder { reason: FolderError },
    #[error("the command is empty")]
    #[advice("Name a program: command = [\"python3\", \"main.py\"].")]
    EmptyCommand,
    #[error("{name} is there twice")]
    #[advice("Give one of them another name.")]
    Twice { name: String },
    #[error("{name:?} is no name of a function")]
    #[advice("Use letters, digits, - and _, at most 128 of them.")]
    FunctionName { name: String },
    #[error("the parameters of {name} are no object schema")]
    #[advice("Write type = \"object\".")]
    NotObject { name: String },
    #[error("the parameters of {name} are no JSON schema: {reason}")]
    #[advice("Fix its schema.")]
    Parameters {
        name: String,
        #[notice(cause)]
        reason: SchemaError,
    },
}

/// Reasons why a plugin that is made in the window can't be read, kept or put away.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "plugin-draft")]
pub(crate) enum DraftError {
    #[error("only documents are looked at")]
    #[advice("Add the plugin.")]
    OtherKind,
    #[error("it has no document")]
    #[advice("Paste one.")]
    NoDocument,
    #[error("the document, line {line}: {reason}")]
    Document {
        line: usize,
        #[notice(cause)]
        reason: DocumentError,
    },
    #[error("there is a plugin {id} already")]
    #[advice("Give this one another name.")]
    Exists { id: String },
    #[error("plugin.toml can't hold null")]
    #[advice("Write the schema without null: leave the key out, or say type = [\"string\", \"null\"].")]
    Null,
    #[error("it can't be written down: {reason}")]
    #[advice("Change it.")]
    NotWritten {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("there is no plugin {name:?} in the folder")]
    #[advice("Look at the list of functions.")]
    NoPlugin { name: String },
    #[error("the folder of plugins can't be written to: {source}")]
    #[advice("Make room or look at who may write there, then try again.")]
    Disk { source: io::Error },
}
