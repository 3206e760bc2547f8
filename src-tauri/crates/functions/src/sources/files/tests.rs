use super::arguments::{Existing, Kind, ReadArguments, SearchArguments, WriteArguments};
use super::folder::Folder;
use super::search::search;
use proptest::prelude::*;
use std::fs;
use tempfile::TempDir;

/// A folder with a secret beside it.
fn beside_a_secret() -> (TempDir, Folder) {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(home.path().join("open/inner")).expect("it is made");
    fs::write(home.path().join("open/notes.txt"), "one\ntwo\nthree\n").expect("it is written");
    fs::write(home.path().join("open/inner/more.txt"), "Two again\n").expect("it is written");
    fs::write(home.path().join("secret.txt"), "secret two\n").expect("it is written");
    let folder = Folder::open(&home.path().join("open")).expect("it is there");
    (home, folder)
}

fn read(folder: &Folder, path: &str) -> Result<String, String> {
    let arguments = ReadArguments { path: path.to_owned(), from_line: None, lines: None };
    folder.read(&arguments).map(|read| read.text).map_err(|error| error.to_string())
}

fn write(folder: &Folder, path: &str, text: &str, existing: Existing) -> Result<u64, String> {
    let arguments = WriteArguments { path: path.to_owned(), text: text.to_owned(), existing };
    folder.write(&arguments).map(|written| written.size).map_err(|error| error.to_string())
}

#[test]
fn a_file_is_read_whole_or_by_its_lines() {
    let (_home, folder) = beside_a_secret();
    assert_eq!(read(&folder, "notes.txt"), Ok("one\ntwo\nthree\n".to_owned()));
    assert_eq!(read(&folder, "inner/../notes.txt"), Ok("one\ntwo\nthree\n".to_owned()));
    let part = ReadArguments { path: "notes.txt".to_owned(), from_line: Some(2), lines: Some(1) };
    let part = folder.read(&part).expect("it is read");
    assert_eq!((part.text.as_str(), part.lines_in_all), ("two\n", 3));
}

#[test]
fn a_folder_is_listed_with_what_is_in_it() {
    let (_home, folder) = beside_a_secret();
    let listed = folder.list(".").expect("it is listed");
    let seen: Vec<_> =
        listed.entries.iter().map(|entry| (entry.name.as_str(), entry.kind, entry.size)).collect();
    assert_eq!(seen, [("inner", Kind::Folder, None), ("notes.txt", Kind::File, Some(14))]);
}

#[test]
fn files_are_written_as_it_was_said() {
    let (_home, folder) = beside_a_secret();
    assert_eq!(write(&folder, "new/deep/file.txt", "abc", Existing::Refuse), Ok(3));
    let refused = write(&folder, "new/deep/file.txt", "x", Existing::Refuse).expect_err("it is there");
    assert!(refused.contains("it is there already"), "{refused}");
    assert_eq!(write(&folder, "new/deep/file.txt", "de", Existing::Append), Ok(5));
    assert_eq!(write(&folder, "new/deep/file.txt", "f", Existing::Replace), Ok(1));
    assert_eq!(read(&folder, "new/deep/file.txt"), Ok("f".to_owned()));
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let (home, folder) = beside_a_secret();
    let absolute = home.path().join("secret.txt").display().to_string();
    for path in
        ["../secret.txt", "inner/../../secret.txt", "./../secret.txt", &absolute, "/etc/hostname", "a\0b"]
    {
        let said = read(&folder, path).expect_err("it leads out");
        assert!(!said.contains("two"), "{said}");
        write(&folder, path, "mine", Existing::Replace).expect_err("it leads out");
        write(&folder, path, "mine", Existing::Append).expect_err("it leads out");
        folder.list(path).expect_err("it leads out");
    }
    write(&folder, "../fresh.txt", "mine", Existing::Refuse).expect_err("it leads out");
    write(&folder, "../fresh/file.txt", "mine", Existing::Refuse).expect_err("it leads out");
    assert!(!home.path().join("fresh.txt").exists() && !home.path().join("fresh").exists());
    assert_eq!(fs::read_to_string(home.path().join("secret.txt")).expect("it is there"), "secret two\n");
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let (home, folder) = beside_a_secret();
    let inside = home.path().join("open");
    symlink(home.path().join("secret.txt"), inside.join("absolute")).expect("it is made");
    symlink("../secret.txt", inside.join("relative")).expect("it is made");
    symlink("..", inside.join("up")).expect("it is made");
    symlink(home.path().join("fresh.txt"), inside.join("dangling")).expect("it is made");
    symlink("notes.txt", inside.join("fine")).expect("it is made");
    for path in ["absolute", "relative", "up/secret.txt", "inner/../up/secret.txt"] {
        read(&folder, path).expect_err("it leads out");
        write(&folder, path, "mine", Existing::Replace).expect_err("it leads out");
    }
    write(&folder, "dangling", "mine", Existing::Append).expect_err("it leads out");
    write(&folder, "up/fresh.txt", "mine", Existing::Refuse).expect_err("it leads out");
    folder.list("up").expect_err("it leads out");
    assert!(!home.path().join("fresh.txt").exists());
    assert_eq!(read(&folder, "fine"), Ok("one\ntwo\nthree\n".to_owned()));
    let kinds = folder.list(".").expect("it is listed").entries;
    assert!(kinds.iter().filter(|entry| entry.kind == Kind::Link).count() == 5);
}

/// A folder on the way is put in place and replaced by a link as fast as can be while a file in it is read.
#[cfg(unix)]
#[test]
fn a_link_that_comes_and_goes_leads_nowhere_either() {
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};
    let (home, folder) = beside_a_secret();
    let (inside, is_over) = (home.path().join("open"), AtomicBool::new(false));
    fs::create_dir_all(home.path().join("outside")).expect("it is made");
    fs::write(home.path().join("outside/file"), "secret").expect("it is written");
    fs::create_dir_all(inside.join("real")).expect("it is made");
    fs::write(inside.join("real/file"), "open").expect("it is written");
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let _ = symlink("../outside", inside.join("way.new"));
                let _ = fs::rename(inside.join("way.new"), inside.join("way"));
                let _ = fs::remove_file(inside.join("way"));
                let _ = fs::rename(inside.join("real"), inside.join("way"));
                let _ = fs::rename(inside.join("way"), inside.join("real"));
            }
        });
        let seen: Vec<_> = (0..3_000).filter_map(|_| read(&folder, "way/file").ok()).collect();
        is_over.store(true, Ordering::Relaxed);
        assert!(seen.iter().all(|text| text == "open"));
    });
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let (home, folder) = beside_a_secret();
    let pipe = home.path().join("open/pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("it runs");
    assert!(made.success());
    assert_eq!(read(&folder, "pipe"), Err("pipe: it is not a regular file".to_owned()));
    assert!(write(&folder, "pipe", "x", Existing::Append).is_err());
    assert_eq!(read(&folder, "inner"), Err("inner: it is not a regular file".to_owned()));
}

#[test]
fn what_is_too_long_and_what_is_no_text_is_told() {
    let (home, folder) = beside_a_secret();
    fs::write(home.path().join("open/long"), vec![b'x'; 1024 * 1024 + 1]).expect("it is written");
    fs::write(home.path().join("open/bytes"), [0xff, 0xfe]).expect("it is written");
    assert_eq!(read(&folder, "long"), Err("long: it is longer than 1048576 bytes".to_owned()));
    assert_eq!(read(&folder, "bytes"), Err("bytes: it is no text".to_owned()));
    assert_eq!(read(&folder, "none"), Err("none: it is not there".to_owned()));
    assert!(write(&folder, "large", &"x".repeat(1024 * 1024 + 1), Existing::Refuse).is_err());
}

#[test]
fn a_text_is_found_in_the_folder_and_nowhere_else() {
    let (home, folder) = beside_a_secret();
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", home.path().join("open/up")).expect("it is made");
    let find = |text: &str, path: Option<&str>| {
        let arguments = SearchArguments { text: text.to_owned(), path: path.map(str::to_owned) };
        let found = search(&folder, &arguments, &|| false).map_err(|error| error.to_string())?;
        Ok::<_, String>(
            found.lines.into_iter().map(|line| (line.path, line.line, line.text)).collect::<Vec<_>>(),
        )
    };
    let in_notes = ("notes.txt".to_owned(), 2, "two".to_owned());
    let in_more = ("inner/more.txt".to_owned(), 1, "Two again".to_owned());
    assert_eq!(find("TWO", None), Ok(vec![in_notes, in_more.clone()]));
    assert_eq!(find("two", Some("inner")), Ok(vec![in_more]));
    assert_eq!(find("secret", None), Ok(Vec::new()));
    assert!(find("two", Some("..")).is_err());
    assert!(find("", None).is_err());
    drop(home);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_path_the_secret_beside_is_neither_read_nor_touched(
        parts in prop::collection::vec(
            prop_oneof![Just(".."), Just("."), Just("inner"), Just(""), Just("secret.txt"), Just("notes.txt"), Just("~"), Just("a\0")],
            0..6,
        ),
    ) {
        let (home, folder) = beside_a_secret();
        let path = parts.join("/");
        prop_assert!(read(&folder, &path).map_or(true, |text| !text.contains("secret")));
        let _ = write(&folder, &path, "mine", Existing::Replace);
        let secret = fs::read_to_string(home.path().join("secret.txt")).expect("it is there");
        prop_assert_eq!(secret, "secret two\n");
    }
}
