//! Commands about services: whom to ask, and how they let us in. A key goes in and never comes out.

use connectors::{Secret, ToldFacts};
use content::ModelId;
use notices::Notice;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// A service a person has set up, without its secrets. It is kept in `services.json` in this form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServiceSettings {
    /// Names it in the file and in the ids of its models. Empty for a service that is new.
    pub id: String,
    pub kind: String,
    /// Its name for people.
    pub title: String,
    pub address: String,
    pub key: KeySource,
    /// The names of headers sent with every request. Their values are kept with the key.
    #[serde(default)]
    pub headers: Vec<String>,
    /// The models to show, by the names the service has for them.
    #[serde(default)]
    pub models: Vec<String>,
    #[serde(default)]
    pub proxy: ProxyChoice,
    /// A file with certificates to trust besides those of the system.
    #[serde(default)]
    pub certificates: Option<String>,
    #[serde(default)]
    pub delivery: AnswerDelivery,
    /// Seconds without a piece of an answer after which it counts as broken off. 300, where nothing is said.
    #[serde(default)]
    pub idle_seconds: Option<u32>,
    /// Requests answered at the same time. Others wait in a queue. As many as are asked, where nothing is said.
    #[serde(default)]
    pub at_once: Option<u32>,
    /// All models the service listed, with what it told of them. It may be absent when the service is saved.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<String, ToldFacts>>")]
    pub told: BTreeMap<String, ToldFacts>,
}

/// How the answers of a service come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AnswerDelivery {
    /// In pieces, as the model writes them.
    #[default]
    Streamed,
    /// At once, when the model is done: for services that don't stream, or not with functions.
    Whole,
}

/// Where the key of a service is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum KeySource {
    /// It needs none.
    None,
    /// Typed by a person, and kept as well as this system can.
    Kept,
    /// In a variable of the environment, read at each request.
    Environment { variable: String },
}

/// Whether requests go through a proxy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ProxyChoice {
    /// As the system says.
    #[default]
    Usual,
    Direct,
    Through {
        address: String,
    },
}

/// A service as it should be, with the secrets that were typed.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveService {
    pub settings: ServiceSettings,
    /// The key, where a new one was typed. The one that is kept stays where none was.
    #[ts(type = "string | null")]
    pub key: Option<Secret>,
    /// The values of headers that were typed, by their names.
    #[ts(type = "Record<string, string>")]
    pub header_values: BTreeMap<String, Secret>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedService {
    pub service: String,
}

/// A model whose service should be there under another kind as well.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ServiceTwin {
    pub model: ModelId,
    pub kind: String,
}

/// The services there are, and the kinds there can be.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ListedServices {
    pub services: Vec<ListedService>,
    pub kinds: Vec<ServiceKind>,
    /// How a key is kept that is typed now.
    pub keeping: Notice,
    pub keychain: KeychainState,
}

/// Whether this system's keychain can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum KeychainState {
    Open,
    /// The person has to open it first.
    Locked,
    Missing,
}

/// Where a key lies that was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum KeyPlace {
    Keychain,
    /// The encrypted file in the folder of the application.
    File,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListedService {
    pub settings: ServiceSettings,
    /// Why it can't be used as it is.
    pub problem: Option<Notice>,
    /// What a person should know of it that is no problem to the application.
    pub warnings: Vec<Notice>,
    /// Where the key lies that was typed for it.
    pub key_place: Option<KeyPlace>,
}

/// What is to be said of a service while it is being written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CheckedService {
    /// Of the address.
    pub address: Option<Notice>,
    /// Of the key that was typed.
    pub key: Option<Notice>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ServiceKind {
    pub id: String,
    pub title: Notice,
    /// Where services of this kind usually are. Empty where everybody has an address of their own.
    pub address: String,
    pub needs_key: bool,
    /// The environment variable such services' own tools read the key from.
    pub key_variable: Option<String>,
    /// What a key looks like, where it is no plain one.
    pub key_form: Option<Notice>,
}

/// What a service said when it was tried.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TestedService {
    /// The models it lists.
    pub models: Vec<String>,
    /// How long it took, in milliseconds.
    pub took: u64,
}
