//! How fast answers are read, and how long a piece of one takes from the socket to whoever shows it.

mod decoding;
mod latency;
mod speaker;

use crate::figure::Figure;
use anyhow::{Context, Result};
use connectors::transport::{Limits, Network, Proxying};
use connectors::{Kind, Secret, Service};
use content::{Author, Item, Message, MessageId, ModelId, Origin, Role};
use ports::{
    CallOptions, CompletionRequest, Connector, ConnectorProfile, FunctionChoice, NameStyle, RequestSettings,
};
use std::sync::Arc;

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let mut figures = tokio::task::spawn_blocking(decoding::measure).await??;
    figures.extend(latency::measure().await?);
    Ok(figures)
}

/// A model of a kind of service at an address on this machine.
fn model(kind: &str, address: String) -> Result<Arc<dyn Connector>> {
    let limits = Limits { answer: 1 << 30, ..Limits::USUAL };
    let service = Service {
        title: "Bench".to_owned(),
        address,
        key: Secret::new("sk-bench-0123456789"),
        headers: Vec::new(),
        network: Network { proxy: Proxying::Direct, certificates: None, limits, slots: None },
    };
    let profile = ConnectorProfile {
        model: ModelId::new("bench/m"),
        title: "M".to_owned(),
        service: "Bench".to_owned(),
    };
    let kind = Kind::named(kind).context("a kind")?;
    Ok(kind.connect(profile, "m".to_owned(), Arc::new(service))?)
}

fn request() -> CompletionRequest {
    let message = Message {
        id: MessageId::new("m"),
        parent: None,
        role: Role::User,
        items: vec![Item::Text { text: "Go on.".to_owned() }],
        author: Author::Person,
        origin: Origin::Person,
    };
    CompletionRequest {
        known: Vec::new(),
        messages: vec![Arc::new(message)],
        functions: Vec::new(),
        choice: FunctionChoice::Auto,
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
        names: NameStyle::default(),
    }
}
