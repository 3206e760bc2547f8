//! The application in a browser: the whole contract over loopback HTTP.
//!
//! It carries messages and checks who sends them; it must not know a command by name. It listens on loopback only and refuses
//! every request without the token of this start. Start reading at [`Server`].

mod connections;
mod feed;
mod guard;
mod routes;
mod strangers;

use axum::Router;
use guard::Guard;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use workbench::Workbench;

/// The options to start a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder with the built page.
    pub page: PathBuf,
    /// 0 picks any free port.
    pub port: u16,
}

/// A server that is bound to its port and ready to run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: String,
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
    #[error("this system gives no random numbers, so no token can be made: {reason}")]
    NoRandomness { reason: String },
}

impl Server {
    pub async fn bind(app: Arc<Workbench>, options: Options) -> Result<Self, ServerError> {
        let Options { page, port } = options;
        if !page.join("index.html").is_file() {
            return Err(ServerError::NoPage { page });
        }
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|source| cannot(port, source))?;
        let address = listener.local_addr().map_err(|source| cannot(port, source))?;
        let token = guard::fresh_token()?;
        let guard = Guard::new(address, token.clone());
        Ok(Self { listener, address, token, routes: routes::all(app, guard, &page) })
    }

    /// The address of the page, with the token that opens it. The part after `#` never leaves the browser.
    pub fn address(&self) -> String {
        format!("http://{}/#token={}", self.address, self.token)
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
