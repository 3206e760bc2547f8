//! Where the application keeps its things, and how much of it starts.

use crate::contract::CommandError;
use crate::start_problems::StartFault;
use std::path::PathBuf;

/// Where the application keeps its things.
#[derive(Clone, Debug)]
pub struct Config {
    pub home: PathBuf,
    /// Where a person's plugins are, and what they have agreed to.
    pub functions: PathBuf,
    /// Where what comparing meanings needs is, or is fetched to.
    pub models: PathBuf,
    pub keychain: KeychainChoice,
    pub extent: Extent,
}

/// The parts that start with the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Everything,
    /// No MCP server starts and no embedding model loads: enough for a command that only reads or writes sessions.
    Sessions,
}

/// Whose keychain keeps the keys of services.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeychainChoice {
    /// That of the person who is logged in.
    System,
    /// One that answers on a message bus of its own, where there are such things.
    Bus(String),
    None,
}

impl Config {
    /// `CALLWRIGHT_HOME`, or the place this system has for the data of a program.
    pub fn from_environment() -> Result<Self, CommandError> {
        let chosen = std::env::var_os("CALLWRIGHT_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        let usual = || {
            let folders = directories::ProjectDirs::from("", "", "callwright")?;
            Some(folders.data_dir().to_owned())
        };
        let home = chosen.or_else(usual).ok_or(StartFault::NoHome)?;
        let shared = std::env::var_os("CALLWRIGHT_MODELS").filter(|folder| !folder.is_empty());
        let models = shared.map_or_else(|| home.join("models"), PathBuf::from);
        let (keychain, extent) = (KeychainChoice::System, Extent::Everything);
        Ok(Self { functions: home.clone(), home, models, keychain, extent })
    }

    /// Everything in one folder, and no keychain.
    pub fn in_folder(home: impl Into<PathBuf>) -> Self {
        let home = home.into();
        let (keychain, extent) = (KeychainChoice::None, Extent::Everything);
        Self { models: home.join("models"), functions: home.clone(), home, keychain, extent }
    }

    /// Which model compares meanings.
    pub fn meaning(&self) -> PathBuf {
        self.home.join("meaning.json")
    }

    /// What a person was guided through.
    pub fn guide(&self) -> PathBuf {
        self.home.join("guide.json")
    }

    /// The programs that are attached.
    pub fn attached(&self) -> PathBuf {
        self.home.join("attached.json")
    }

    /// A list of one's own of models that can be fetched.
    pub fn weights(&self) -> PathBuf {
        self.home.join("weights.toml")
    }

    /// Where the vectors of functions are kept.
    pub fn vectors(&self) -> PathBuf {
        self.home.join("vectors")
    }

    pub fn database(&self) -> PathBuf {
        self.home.join("sessions.db")
    }

    pub fn recordings(&self) -> PathBuf {
        self.home.join("recordings")
    }

    /// Where a person puts plugins of their own.
    pub fn plugins(&self) -> PathBuf {
        self.functions.join("plugins")
    }

    pub fn consents(&self) -> PathBuf {
        self.functions.join("consents.json")
    }

    pub fn services(&self) -> PathBuf {
        self.home.join("services.json")
    }

    /// The models in files a person has listed, wherever they are.
    pub fn local_models(&self) -> PathBuf {
        self.home.join("local-models.json")
    }

    pub fn search_index(&self) -> PathBuf {
        self.home.join("search")
    }

    /// Where files are written that a person asks for.
    pub fn exports(&self) -> PathBuf {
        self.home.join("exports")
    }

    /// Where copies of everything are put.
    pub fn copies(&self) -> PathBuf {
        self.home.join("copies")
    }

    /// The sources of functions a person has set up.
    pub fn sources(&self) -> PathBuf {
        self.home.join("sources.json")
    }

    /// Where sets of cases and the runs of experiments are.
    pub fn experiments(&self) -> PathBuf {
        self.home.join("experiments")
    }

    pub fn scripts(&self) -> PathBuf {
        self.home.join("scripts")
    }
}
