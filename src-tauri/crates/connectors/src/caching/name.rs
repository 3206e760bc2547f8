//! The fields by which OpenAI finds a kept beginning again, and is told how long to keep it.

use super::key;
use crate::models::{CacheWay, ModelFacts};
use crate::outgoing::{Adaptations, Difference, Place, Reason};
use ports::{Caching, CompletionRequest};
use serde::Serialize;
use serde_json::{Value, json};
use serde_with_macros::skip_serializing_none;

#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct CacheName {
    prompt_cache_key: Option<String>,
    prompt_cache_options: Option<Value>,
    prompt_cache_retention: Option<&'static str>,
}

impl CacheName {
    pub(crate) fn of(request: &CompletionRequest, facts: &ModelFacts, adaptations: &mut Adaptations) -> Self {
        let mut named = Self { prompt_cache_key: key(request), ..Self::default() };
        match (request.settings.caching, facts.cache) {
            (Some(Caching::Long), CacheWay::Lifetime) => {
                named.prompt_cache_options = Some(json!({ "ttl": "12h" }));
            }
            (Some(Caching::Long), CacheWay::Retention) => named.prompt_cache_retention = Some("24h"),
            (Some(Caching::Off), CacheWay::Lifetime) => {
                named.prompt_cache_options = Some(json!({ "mode": "explicit" }));
            }
            (Some(Caching::Long), CacheWay::Unknown | CacheWay::Points) => {
                let what = Difference::LongCacheNotAsked;
                adaptations.left_out(Place::Setting("caching"), what, Reason::ModelLacksSetting);
            }
            (Some(Caching::Off | Caching::Short) | None, _) => {}
        }
        named
    }

    /// The name alone, for services that know nothing else.
    pub(crate) fn key_alone(request: &CompletionRequest) -> Self {
        Self { prompt_cache_key: key(request), ..Self::default() }
    }
}
