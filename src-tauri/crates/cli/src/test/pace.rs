//! How often services are asked.

use crate::failure::Failure;
use clap::Args;
use experiments::{LanePlan, ServiceRate};
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::str::FromStr;
use workbench::contract::Overview;

#[derive(Debug, Args)]
pub(super) struct Pace {
    /// Requests in a minute at most, to one service or to each
    #[arg(long, value_name = "[SERVICE=]N")]
    rate: Vec<Most>,
    /// Requests at the same time at most, to one service or to each
    #[arg(long, value_name = "[SERVICE=]N")]
    at_once: Vec<Most>,
    /// How often a run is begun again that broke off because its service gave no answer
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(..=100))]
    pub(super) retries: u32,
}

/// A limit, of one service or of each.
#[derive(Clone, Debug)]
struct Most {
    service: Option<String>,
    number: u32,
}

#[derive(Debug, thiserror::Error)]
#[error("it is no limit such as 60 or OpenAI=60")]
struct NoLimit;

impl FromStr for Most {
    type Err = NoLimit;

    fn from_str(written: &str) -> Result<Self, NoLimit> {
        let (service, number) = match written.rsplit_once('=') {
            Some((service, number)) => (Some(service.to_owned()), number),
            None => (None, written),
        };
        let number: NonZeroU32 = number.parse().map_err(|_| NoLimit)?;
        Ok(Self { service, number: number.get() })
    }
}

impl Pace {
    /// The limits of the services that the lanes ask.
    pub(super) fn rates(&self, overview: &Overview, lanes: &[LanePlan]) -> Result<Vec<ServiceRate>, Failure> {
        let is_asked = |model: &content::ModelId| lanes.iter().any(|lane| lane.model == *model);
        let profiles = overview.models.iter().filter(|profile| is_asked(&profile.model));
        let services: BTreeSet<_> = profiles.map(|profile| profile.service.as_str()).collect();
        let mut named = self.rate.iter().chain(&self.at_once).filter_map(|most| most.service.as_deref());
        if let Some(unknown) = named.find(|name| !services.contains(name)) {
            let known = services.into_iter().collect::<Vec<_>>().join(", ");
            let message = format!("no model of the set is one of {unknown}");
            return Err(Failure::new(message, format!("Name one of these services: {known}.")));
        }
        let rate = |service: &str| ServiceRate {
            service: service.to_owned(),
            per_minute: of(&self.rate, service),
            at_once: of(&self.at_once, service),
        };
        let rates = services.into_iter().map(rate);
        Ok(rates.filter(|rate| rate.per_minute.is_some() || rate.at_once.is_some()).collect())
    }
}

/// What is said of one service counts more than what is said of each.
fn of(limits: &[Most], service: &str) -> Option<u32> {
    let own = limits.iter().rev().find(|most| most.service.as_deref() == Some(service));
    own.or_else(|| limits.iter().rev().find(|most| most.service.is_none())).map(|most| most.number)
}
