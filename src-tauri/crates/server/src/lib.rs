//! The whole contract over loopback HTTP, for a browser and for the command line.
//!
//! It carries messages and checks who sends them; it must not know a command by name. It listens on loopback only and refuses
//! every request without the token of this start. Start reading at [`Server`]; [`Client`] is its other side, and [`running`]
//! tells it where a server is.

mod client;
mod connections;
mod feed;
mod guard;
mod page;
mod routes;
pub mod running;
mod strangers;
mod tickets;

pub use client::{CallError, Client, Deliveries};
pub use page::{EmbeddedFile, Page};

use axum::Router;
use guard::Guard;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tickets::Tickets;
use tokio::net::TcpListener;
use workbench::Workbench;

/// The options to start a server.
#[derive(Clone, Debug)]
pub struct Options {
    pub page: Page,
    /// 0 picks any free port.
    pub port: u16,
}

/// A server that is bound to its port and ready to run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: String,
    tickets: Tickets,
    routes: Router,
}

/// Reasons why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error(
        "port {port} is in use. Choose another with --port, or leave --port out to take any that is free."
    )]
    PortInUse { port: u16 },
    #[error("can't listen on port {port}: {source}. Choose another with --port.")]
    Port {
        port: u16,
        #[source]
        source: std::io::Error,
    },
    #[error("there is no page in {}. Build it with `npm run build` in ui/, or start with `cargo xtask run --browser`.", page.display())]
    NoPage { page: PathBuf },
    #[error(
        "this program was built without a page inside. Name the folder of a built page with --ui, or build the page with `npm run build` in ui/ and this program again."
    )]
    NothingEmbedded,
    #[error("this system gives no random numbers, so no token can be made: {reason}")]
    NoRandomness { reason: String },
}

impl Server {
    pub async fn bind(app: Arc<Workbench>, options: Options) -> Result<Self, ServerError> {
        let Options { page, port } = options;
        if !page.is_there() {
            return Err(match page {
                Page::Folder(page) => ServerError::NoPage { page },
                Page::Embedded(_) | Page::Absent => ServerError::NothingEmbedded,
            });
        }
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|source| cannot(port, source))?;
        let address = listener.local_addr().map_err(|source| cannot(port, source))?;
        let token = guard::fresh_token()?;
        let guard = Guard::new(address, token.clone());
        let tickets = Tickets::default();
        let routes = routes::all(app, guard, &page, tickets.clone());
        Ok(Self { listener, address, token, tickets, routes })
    }

    /// The address of the page, with the token that opens it. The part after `#` never leaves the browser.
    pub fn address(&self) -> String {
        format!("http://{}/#token={}", self.address, self.token)
    }

    /// An address that opens the page once, for the arguments of a browser, which other users can read.
    pub fn address_for_once(&self) -> Result<String, ServerError> {
        let ticket = self.tickets.issue()?;
        Ok(format!("http://{}/open/{ticket}", self.address))
    }

    /// Serves until the given future completes.
    pub async fn run(self, until: impl Future<Output = ()>) {
        connections::serve(self.listener, self.routes, until).await;
    }
}

fn cannot(port: u16, source: std::io::Error) -> ServerError {
    if source.kind() == std::io::ErrorKind::AddrInUse {
        return ServerError::PortInUse { port };
    }
    ServerError::Port { port, source }
}
