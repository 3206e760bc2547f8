//! An image of the Open Container Initiative: one layer with the program, the C library it was built with, and certificates.
//!
//! An archive of an image layout, which podman, skopeo and registries read. The layer has nothing of a distribution, so there
//! is no shell in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::Compression;
use serde_json::{Value, json};

use super::archive::{packed, packed_plain};
use super::tree::{EXECUTABLE, Entry, PLAIN, Tree};
use super::{Facts, NAME, SUMMARY, digest, read, write};
use crate::process;

/// Whose certificates are trusted in the image.
const CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";

pub(super) fn make(tree: &Tree, program: &Path, facts: &Facts, out: &Path) -> Result<PathBuf> {
    let mut files: BTreeMap<String, Entry> = BTreeMap::new();
    let below = |path: &str| path.trim_start_matches('/').to_owned();
    for library in libraries(program)? {
        let entry = Entry { path: below(&library), mode: EXECUTABLE, bytes: read(Path::new(&library))? };
        files.insert(entry.path.clone(), entry);
    }
    if let Ok(bytes) = fs::read(CERTIFICATES) {
        files.insert(below(CERTIFICATES), Entry { path: below(CERTIFICATES), mode: PLAIN, bytes });
    }
    for entry in tree.entries() {
        let entry = Entry { path: format!("usr/{}", entry.path), ..entry.clone() };
        files.insert(entry.path.clone(), entry);
    }
    let files: Vec<_> = files.into_values().collect();
    let layer = packed("", &files, Compression::best())?;
    let unpacked = digest(&packed_plain("", &files)?);
    let architecture = architecture();
    let file = out.join(format!("{NAME}-{}-oci-{architecture}.tar", facts.version));
    write(&file, &packed_plain("", &layout(layer, &unpacked, architecture, &facts.version)?)?)?;
    Ok(file)
}

/// What Go, and with it every registry, calls this processor.
fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

/// The files of an image layout: what says that it is one, the index, and the blobs by their digests.
fn layout(layer: Vec<u8>, unpacked: &str, architecture: &str, version: &str) -> Result<Vec<Entry>> {
    let config = serde_json::to_vec(&config(unpacked, architecture))?;
    let manifest = serde_json::to_vec(&json!({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": described("application/vnd.oci.image.config.v1+json", &config),
        "layers": [described("application/vnd.oci.image.layer.v1.tar+gzip", &layer)],
        "annotations": {
            "org.opencontainers.image.title": NAME, "org.opencontainers.image.description": SUMMARY,
            "org.opencontainers.image.version": version,
            "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
        },
    }))?;
    let mut listed = described("application/vnd.oci.image.manifest.v1+json", &manifest);
    listed["platform"] = json!({ "architecture": architecture, "os": "linux" });
    listed["annotations"] = json!({ "org.opencontainers.image.ref.name": version });
    let index = json!({ "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [listed] });
    let file = |path: String, bytes: Vec<u8>| Entry { path, mode: PLAIN, bytes };
    let blob = |bytes: Vec<u8>| file(format!("blobs/sha256/{}", digest(&bytes)), bytes);
    Ok(vec![
        file("oci-layout".to_owned(), br#"{"imageLayoutVersion":"1.0.0"}"#.to_vec()),
        file("index.json".to_owned(), serde_json::to_vec(&index)?),
        blob(config),
        blob(manifest),
        blob(layer),
    ])
}

/// The server listens on loopback alone, so the container takes the network of its host.
fn config(unpacked: &str, architecture: &str) -> Value {
    json!({
        "architecture": architecture, "os": "linux",
        "config": {
            "Entrypoint": [format!("/usr/bin/{NAME}")], "Cmd": ["serve", "--port", "4310"],
            "Env": ["CALLWRIGHT_HOME=/data", "HOME=/data", format!("SSL_CERT_FILE={CERTIFICATES}")],
            "Volumes": { "/data": {} }, "WorkingDir": "/",
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{unpacked}")] },
    })
}

fn described(kind: &str, bytes: &[u8]) -> Value {
    json!({ "mediaType": kind, "digest": format!("sha256:{}", digest(bytes)), "size": bytes.len() })
}

/// The shared libraries a program loads, with the loader, by their paths here.
fn libraries(program: &Path) -> Result<Vec<String>> {
    let mut ldd = process::command("ldd");
    ldd.arg(program);
    let listed = process::capture(ldd).context("`ldd` lists no libraries of the program")?;
    Ok(listed.lines().filter_map(library).map(str::to_owned).collect())
}

/// A line is `name => /path (address)`, or `/path (address)` for the loader.
fn library(line: &str) -> Option<&str> {
    let place = line.split_once("=> ").map_or(line, |(_, place)| place).trim();
    let path = place.split_once(" (").map_or(place, |(path, _)| path);
    path.starts_with('/').then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_named_by_path_and_the_kernel_has_none() {
        assert_eq!(library("\tlibc.so.6 => /lib/libc.so.6 (0x00007f)"), Some("/lib/libc.so.6"));
        assert_eq!(library("\t/lib64/ld-linux-x86-64.so.2 (0x00007f)"), Some("/lib64/ld-linux-x86-64.so.2"));
        assert_eq!(library("\tlinux-vdso.so.1 (0x00007ffd)"), None);
        assert_eq!(library("\tlibodd.so => not found"), None);
    }

    #[test]
    fn every_blob_lies_under_its_digest_and_the_index_leads_to_the_layer() {
        let files = layout(b"a layer".to_vec(), "0123", "amd64", "1.2.3").unwrap();
        let json = |path: &str| -> Value {
            let found = files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}"));
            serde_json::from_slice(&found.bytes).unwrap()
        };
        let blob = |described: &Value| {
            format!("blobs/sha256/{}", described["digest"].as_str().unwrap().trim_start_matches("sha256:"))
        };
        let manifest = json(&blob(&json("index.json")["manifests"][0]));
        let config = json(&blob(&manifest["config"]));
        assert_eq!(config["rootfs"]["diff_ids"][0], "sha256:0123");
        let layer = files.iter().find(|file| file.path == blob(&manifest["layers"][0])).unwrap();
        assert_eq!(layer.bytes, b"a layer");
        assert_eq!(manifest["layers"][0]["size"], 7);
    }
}
