//! `[http]`: functions that are requests.

use super::process::{a_megabyte, half_a_minute};
use super::table::{Effects, Place, nothing};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HttpTable {
    /// Variables of the application's environment that templates of headers and of the query may use, as
    /// `{{ env.NAME }}`. Keys are named here and written nowhere.
    #[serde(default)]
    pub(crate) environment: Vec<String>,
    /// Hosts on this computer or in its network that may be reached all the same: `localhost`, `127.0.0.1:8080`.
    #[serde(default)]
    pub(crate) private_hosts: Vec<String>,
    #[serde(default = "half_a_minute")]
    #[schemars(range(min = 1, max = limits::HTTP_TIME.most))]
    pub(crate) seconds: u64,
    /// How long an answer may be.
    #[serde(default = "a_megabyte")]
    #[schemars(range(min = 1, max = limits::HTTP_ANSWER.most))]
    pub(crate) answer_bytes: usize,
    pub(crate) functions: Vec<HttpFunction>,
}

/// A request with the arguments of a call put into it. All templates are Jinja over the arguments; the whole of them
/// is `arguments`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HttpFunction {
    pub(crate) name: Place<String>,
    /// What it does, for the model.
    pub(crate) description: String,
    /// Left out, it is what the method says.
    pub(crate) effect: Option<Effects>,
    /// A JSON schema of its arguments.
    #[serde(default = "nothing")]
    pub(crate) parameters: Value,
    #[serde(default)]
    pub(crate) method: Method,
    /// The address. What is put into it is escaped; scheme and host stand as they are written.
    pub(crate) url: Place<String>,
    /// A pair whose template gives nothing is left out.
    #[serde(default)]
    pub(crate) query: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, String>,
    /// The body: `{{ arguments | tojson }}` sends the arguments as they are.
    pub(crate) body: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Method {
    #[default]
    Get,
    Head,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }

    pub(crate) fn effects(self) -> Effects {
        match self {
            Self::Get | Self::Head => Effects::Reads,
            Self::Post | Self::Put | Self::Patch | Self::Delete => Effects::Changes,
        }
    }
}
