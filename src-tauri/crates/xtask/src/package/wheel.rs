//! A wheel, so that `uvx callwright` and `pip install callwright` get the program.

use std::env::consts::EXE_SUFFIX;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::tree::{EXECUTABLE, PLAIN, Tree};
use super::{Facts, NAME, SUMMARY, write};

pub(super) fn make(tree: &Tree, facts: &Facts, out: &Path) -> Result<PathBuf> {
    let tag = tag(facts)?;
    let (version, info) = (&facts.version, format!("{NAME}-{}.dist-info", facts.version));
    let metadata = format!(
        "Metadata-Version: 2.4\nName: {NAME}\nVersion: {version}\nSummary: {SUMMARY}\n\
         License-Expression: MIT OR Apache-2.0\nRequires-Python: >=3.8\n"
    );
    let described = format!("Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\nTag: {tag}\n");
    let script = format!("{NAME}-{version}.data/scripts/{NAME}{EXE_SUFFIX}");
    let mut wheel = Wheel::default();
    wheel.add(&script, EXECUTABLE, &tree.program().bytes)?;
    wheel.add(&format!("{info}/METADATA"), PLAIN, metadata.as_bytes())?;
    wheel.add(&format!("{info}/WHEEL"), PLAIN, described.as_bytes())?;
    for (name, bytes) in tree.licences() {
        wheel.add(&format!("{info}/licenses/{name}"), PLAIN, bytes)?;
    }
    let file = out.join(format!("{NAME}-{version}-{tag}.whl"));
    write(&file, &wheel.finish(&format!("{info}/RECORD"))?)?;
    Ok(file)
}

fn tag(facts: &Facts) -> Result<String> {
    let processor = std::env::consts::ARCH;
    Ok(match std::env::consts::OS {
        "linux" => {
            let glibc = facts.glibc.context("the program asks for no version of glibc")?;
            format!("py3-none-manylinux_{}_{}_{processor}", glibc.major, glibc.minor)
        }
        "macos" if processor == "aarch64" => "py3-none-macosx_11_0_arm64".to_owned(),
        "macos" => "py3-none-macosx_10_13_x86_64".to_owned(),
        "windows" if processor == "aarch64" => "py3-none-win_arm64".to_owned(),
        _ => "py3-none-win_amd64".to_owned(),
    })
}

struct Wheel {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    record: String,
}

impl Default for Wheel {
    fn default() -> Self {
        Self { zip: ZipWriter::new(Cursor::new(Vec::new())), record: String::new() }
    }
}

impl Wheel {
    fn add(&mut self, path: &str, mode: u32, bytes: &[u8]) -> Result<()> {
        self.put(path, mode, bytes)?;
        let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(bytes));
        self.record.push_str(&format!("{path},sha256={digest},{}\n", bytes.len()));
        Ok(())
    }

    fn put(&mut self, path: &str, mode: u32, bytes: &[u8]) -> Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(DateTime::default())
            .unix_permissions(mode);
        self.zip.start_file(path, options)?;
        self.zip.write_all(bytes)?;
        Ok(())
    }

    /// The list of files names itself without a digest.
    fn finish(mut self, record: &str) -> Result<Vec<u8>> {
        let text = format!("{}{record},,\n", self.record);
        self.put(record, PLAIN, text.as_bytes())?;
        Ok(self.zip.finish()?.into_inner())
    }
}
