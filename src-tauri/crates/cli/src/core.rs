//! The application behind a command: the one that has the data folder open, or one in this process.

use crate::failure::Failure;
use functions::sources::mcp::McpStatus;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use server::Client;
use server::running;
use std::path::PathBuf;
use std::time::Duration;
use tokio::time::Instant;
use workbench::contract::{
    CommandError, CommandName, ErrorCode, FeedItem, Follow, ListedServer, Nothing, OwnSourcesNow, dispatch,
};
use workbench::{Config, Extent, System, Workbench};

/// How long a command waits for another one that has the sessions open.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);
const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) enum Core {
    Running(Client),
    Own(Box<Workbench>),
}

impl Core {
    /// Commands take turns: one that finds the sessions in use waits a while.
    pub(crate) async fn open(extent: Extent) -> Result<Self, Failure> {
        let config = Config { extent, ..Config::from_environment()? };
        let began = Instant::now();
        loop {
            let failure = match Self::attempt(&config).await {
                Ok(core) => return Ok(core),
                Err(Attempt::Over(failure)) => return Err(failure),
                Err(Attempt::InUse(failure)) => failure,
            };
            if began.elapsed() > LOCK_TIMEOUT {
                return Err(failure);
            }
            tokio::time::sleep(LOCK_POLL_INTERVAL).await;
        }
    }

    async fn attempt(config: &Config) -> Result<Self, Attempt> {
        match running::find(&config.home) {
            Ok(Some(client)) => return Ok(Self::Running(client)),
            Ok(None) => {}
            Err(error @ running::NotReached::Unannounced) => return Err(Attempt::InUse(error.into())),
            Err(error @ running::NotReached::OtherVersion { .. }) => return Err(Attempt::Over(error.into())),
        }
        Self::own_attempt(config).await
    }

    /// The application in this process, even if another one is announced.
    pub(crate) async fn own(extent: Extent) -> Result<Self, Failure> {
        Self::own_of(&Config { extent, ..Config::from_environment()? }).await
    }

    /// The application in this process, with a data folder that nobody else has.
    pub(crate) async fn own_of(config: &Config) -> Result<Self, Failure> {
        Self::own_attempt(config).await.map_err(|attempt| match attempt {
            Attempt::InUse(failure) | Attempt::Over(failure) => failure,
        })
    }

    async fn own_attempt(config: &Config) -> Result<Self, Attempt> {
        let app = Workbench::new(config.clone(), System::real());
        match dispatch(&app, CommandName::Overview, Value::Object(serde_json::Map::new())).await {
            Ok(_) => Ok(Self::Own(Box::new(app))),
            Err(error) if is_in_use(&error) => Err(Attempt::InUse(error.into())),
            Err(error) => Err(Attempt::Over(error.into())),
        }
    }

    pub(crate) fn is_own(&self) -> bool {
        matches!(self, Self::Own(_))
    }

    /// The application in this process, for what is done with it beside the contract.
    pub(crate) fn own_app(&self) -> Result<&Workbench, Failure> {
        match self {
            Self::Own(app) => Ok(app),
            Self::Running(_) => Err(Failure::new("the application runs in another process", "")),
        }
    }

    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        command: CommandName,
        args: impl Serialize,
    ) -> Result<T, Failure> {
        let args = serde_json::to_value(args).map_err(|error| unfit(&error))?;
        let reply = match self {
            Self::Running(client) => client.call(command, args).await?,
            Self::Own(app) => dispatch(app, command, args).await?,
        };
        serde_json::from_value(reply).map_err(|error| unfit(&error))
    }

    /// The same, for a command that needs no arguments.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, command: CommandName) -> Result<T, Failure> {
        self.call(command, Nothing {}).await
    }

    /// The person's sources, once no MCP server is starting any more or the time is up.
    pub(crate) async fn started_sources(&self, patience: Duration) -> Result<OwnSourcesNow, Failure> {
        let is_starting = |server: &ListedServer| {
            server.state.as_ref().is_some_and(|state| state.status == McpStatus::Starting)
        };
        let began = Instant::now();
        loop {
            let now: OwnSourcesNow = self.ask(CommandName::SourcesList).await?;
            if !now.servers.iter().any(is_starting) || began.elapsed() > patience {
                return Ok(now);
            }
            tokio::time::sleep(LOCK_POLL_INTERVAL).await;
        }
    }

    /// Hands over the log of a session as it grows, until a delivery returns that nobody reads any more.
    pub(crate) async fn follow<D: Future<Output = bool> + Send>(
        &self,
        follow: Follow,
        mut deliver: impl FnMut(FeedItem) -> D + Send,
    ) -> Result<(), Failure> {
        match self {
            Self::Own(app) => Ok(app.follow(None, follow).await?.run(deliver).await?),
            Self::Running(client) => {
                let mut deliveries = client.follow(&follow).await?;
                while let Some(delivery) = deliveries.next().await? {
                    if let Some(error) = delivery.refused {
                        return Err(error.into());
                    }
                    let Some(item) = delivery.item else { continue };
                    if !deliver(item).await {
                        break;
                    }
                }
                Ok(())
            }
        }
    }

    /// Lets go of the data folder.
    pub(crate) async fn close(self) {
        if let Self::Own(app) = self {
            app.close().await;
        }
    }
}

/// Why the application is not open yet.
enum Attempt {
    /// Another command has it, and is done soon.
    InUse(Failure),
    Over(Failure),
}

fn is_in_use(error: &CommandError) -> bool {
    error.code == ErrorCode::StoreUnavailable && error.message.id() == "store.in-use"
}

fn unfit(error: &serde_json::Error) -> Failure {
    Failure::new(format!("the contract was not kept: {error}"), "Report this as an error of Callwright.")
}

/// The folder everything is kept in.
pub(crate) fn home() -> Result<PathBuf, Failure> {
    Ok(Config::from_environment()?.home)
}

/// Opens the application for one command, and closes it however that ends.
pub(crate) async fn with<T>(
    extent: Extent,
    work: impl AsyncFnOnce(&Core) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let core = Core::open(extent).await?;
    let worked = work(&core).await;
    core.close().await;
    worked
}
