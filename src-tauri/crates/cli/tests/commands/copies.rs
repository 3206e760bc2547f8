//! Backup and restore.

use crate::home::{Home, Printed, SOUND, SOUND_TITLE};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tar::{Builder, EntryType, Header};

#[test]
fn a_backup_is_one_file_that_another_data_folder_takes() {
    let (home, other) = (Home::new(), Home::new());
    let sound = home.write("sound.json", SOUND);
    let plugin = home.write("callwright/plugins/dice/throw.sh", "#!/bin/sh\n");
    std::fs::set_permissions(&plugin, PermissionsExt::from_mode(0o700)).expect("a program");
    home.write("callwright/keys.sealed", "a key");
    home.done(&["import", sound.to_str().expect("a path")]);
    let file = home.at("all.tar.gz");
    home.done(&["backup", file.to_str().expect("a path")]);
    assert_eq!(std::fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(home.data("copies")).expect("a folder").count(), 0);
    let again = home.run(&["backup", file.to_str().expect("a path")]);
    assert!(again.code == 1 && again.err.contains("is there already. Name another file"), "{}", again.err);

    other.done(&["restore", file.to_str().expect("a path")]);
    assert!(other.done(&["sessions"]).contains(SOUND_TITLE));
    let restored = std::fs::metadata(other.data("plugins/dice/throw.sh")).expect("a plugin");
    assert_eq!(restored.permissions().mode() & 0o777, 0o700);
    assert!(!other.data("keys.sealed").exists() && !other.data(".restoring").exists());
}

#[test]
fn a_backup_holds_no_key_and_no_secret_of_an_attached_program() {
    const CANARY: &str = "canary-7f3a91";
    let home = Home::new();
    let sound = home.write("sound.json", SOUND);
    home.done(&["import", sound.to_str().expect("a path")]);
    home.write("callwright/keys.sealed", r#"{"format":1,"services":{"acme":"canary-7f3a91"}}"#);
    home.write("callwright/keys.seal", CANARY);
    home.write("callwright/attached.json", r#"{"format":1,"port":0,"programs":[{"id":"one","title":"One","secret":"canary-7f3a91","settings":{"upstreams":{"openai":"http://127.0.0.1:9"},"breakpoints":[]}}]}"#);
    home.done(&["backup", "all.tar.gz"]);
    let file = std::fs::File::open(home.at("all.tar.gz")).expect("a backup");
    let mut names = Vec::new();
    for entry in tar::Archive::new(GzDecoder::new(file)).entries().expect("entries") {
        let mut entry = entry.expect("an entry");
        let (name, mut bytes) = (entry.path().expect("a path").display().to_string(), Vec::new());
        entry.read_to_end(&mut bytes).expect("its bytes");
        assert!(!bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes()), "{name}");
        names.push(name);
    }
    for there in ["sessions.db", "attached.json"] {
        assert!(names.iter().any(|name| name.ends_with(there)), "{there} is not among {names:?}");
    }
}

#[test]
fn sessions_that_are_there_are_replaced_on_request_and_kept_beside() {
    let home = Home::new();
    let sound = home.write("sound.json", SOUND);
    home.done(&["import", sound.to_str().expect("a path")]);
    home.done(&["backup", "all.tar.gz"]);
    home.done(&["import", sound.to_str().expect("a path")]);
    let Printed { code, err, .. } = home.run(&["restore", "all.tar.gz"]);
    assert!(code == 1 && err.contains("Restore with --replace"), "{err}");
    assert_eq!(home.json(&["sessions", "--json"]).as_array().map(Vec::len), Some(2));
    home.done(&["restore", "--replace", "all.tar.gz"]);
    assert_eq!(home.json(&["sessions", "--json"]).as_array().map(Vec::len), Some(1));
    assert!(home.data("before-restore-1/sessions.db").is_file());
}

const LABEL: (&str, EntryType, &str) =
    ("callwright-backup.json", EntryType::Regular, r#"{"format":1,"version":"0.1.0"}"#);

/// An archive as somebody else might make it. Names are written as they are.
fn archive(path: &Path, entries: &[(&str, EntryType, &str)]) {
    let file = std::fs::File::create(path).expect("a file");
    let mut archive = Builder::new(GzEncoder::new(file, Compression::fast()));
    for (name, kind, text) in entries {
        let mut header = Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(*kind);
        header.set_mode(0o600);
        header.set_size(text.len() as u64);
        header.set_cksum();
        archive.append(&header, text.as_bytes()).expect("an entry");
    }
    archive.into_inner().and_then(GzEncoder::finish).expect("an archive");
}

#[test]
fn an_archive_that_is_no_backup_changes_nothing() {
    let home = Home::new();
    let file = home.at("other.tar.gz");
    let newer = (LABEL.0, LABEL.1, r#"{"format":2,"version":"9.0.0"}"#);
    let regular = EntryType::Regular;
    for (entries, told) in [
        (&[][..], "it is empty"),
        (&[("sessions.db", regular, "x")], "it does not say that it is one"),
        (&[newer], "Callwright 9.0.0 wrote it in form 2, and this one reads form 1"),
        (&[LABEL, ("../outside", regular, "x")], "../outside has no place in a data folder"),
        (&[LABEL, ("/tmp/outside", regular, "x")], "has no place in a data folder"),
        (&[LABEL, ("plugins/../../outside", regular, "x")], "has no place in a data folder"),
        (&[LABEL, ("keys.sealed", regular, "x")], "keys.sealed has no place in a data folder"),
        (&[LABEL, ("plugins", EntryType::Symlink, "")], "plugins is neither a file nor a folder"),
    ] {
        archive(&file, entries);
        let Printed { code, out, err } = home.run(&["restore", "other.tar.gz"]);
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert!(err.contains(told), "{told}: {err}");
        assert!(!home.at("outside").exists() && !home.data("sessions.db").exists());
    }
}
