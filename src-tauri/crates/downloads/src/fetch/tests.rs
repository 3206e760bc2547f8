//! Fetching from a source on this machine.

use super::{FetchError, Fetching};
use crate::clients::Clients;
use crate::manifest::{Part, Piece, Source};
use crate::progress::{FetchProgress, FetchStep};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

const CONTENT: &str = "a file of thirty bytes, or so..";
const ANOTHER: &str = "f5b8bb3fcc8ad5ed2ccae4dd5d29e3f5ab1a6bd9d8f1fb5c1a65a29d1b6b1b7e";

/// How much a server says before it breaks off, where it does.
type BreaksOff = Option<usize>;

/// Serves the content, from where it is asked to begin. What was asked for is kept.
async fn server(breaks_off: BreaksOff) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}/file", listener.local_addr().expect("an address"));
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 4096];
            let read = stream.read(&mut request).await.unwrap_or_default();
            let request = String::from_utf8_lossy(&request[..read]).to_lowercase();
            let from =
                request.split("range: bytes=").nth(1).and_then(|rest| rest.split('-').next()?.parse().ok());
            kept.lock().expect("no one panicked").push(format!("{from:?}"));
            let (status, body) = match from {
                Some(from) => ("206 Partial Content", &CONTENT[from..]),
                None => ("200 OK", CONTENT),
            };
            let said = &body[..breaks_off.unwrap_or(body.len()).min(body.len())];
            let answer = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{said}",
                body.len()
            );
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (address, asked)
}

struct Place {
    folder: tempfile::TempDir,
    stop: CancellationToken,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), stop: CancellationToken::new() }
    }

    fn fetching(&self) -> Fetching {
        let fetching = Fetching::into_folder(self.folder.path(), "file", Clients::usual(), &self.stop);
        fetching.expect("a folder to fetch into")
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("file")
    }

    fn arriving(&self) -> PathBuf {
        self.folder.path().join(".fetching/file/file")
    }

    fn part(&self, urls: &[&str]) -> Part {
        part(&hash_of_content(self.folder.path()), urls)
    }
}

fn part(sha256: &str, urls: &[&str]) -> Part {
    Part {
        name: "The file".into(),
        file: "file".into(),
        about: String::new(),
        platform: None,
        bytes: CONTENT.len() as u64,
        sha256: Some(sha256.into()),
        memory: None,
        tried: None,
        licence: "MIT".into(),
        copyright: None,
        sources: urls.iter().map(|url| Source::Address { url: (*url).to_owned() }).collect(),
    }
}

fn hash_of_content(folder: &Path) -> String {
    let path = folder.join("expected");
    std::fs::write(&path, CONTENT).expect("a file");
    crate::sha256(&path).expect("its hash")
}

#[tokio::test]
async fn the_next_source_is_tried_and_what_was_begun_is_gone_on_with() {
    let place = Place::new();
    let (address, asked) = server(None).await;
    let mut fetching = place.fetching();
    std::fs::write(place.arriving(), &CONTENT[..7]).expect("what was begun");
    assert_eq!(Fetching::begun(place.folder.path(), "file"), 7);
    let part = place.part(&["http://127.0.0.1:1/nobody", &address]);
    let told = Mutex::new(Vec::new());
    let tell = |progress: FetchProgress| told.lock().expect("no one panicked").push(progress);
    fetching.fetch(&part, &tell).await.expect("the second source has it");

    assert_eq!(std::fs::read_to_string(place.file()).expect("the file"), CONTENT);
    assert_eq!(*asked.lock().expect("no one panicked"), ["Some(7)"]);
    let last = told.lock().expect("no one panicked").last().cloned().expect("it was told");
    assert_eq!(
        (last.step, last.done, last.from.to_string()),
        (FetchStep::Checking, CONTENT.len() as u64, address)
    );
}

#[tokio::test]
async fn what_breaks_off_is_gone_on_with_by_the_next_source() {
    let place = Place::new();
    let ((short, _), (whole, asked)) = (server(Some(11)).await, server(None).await);
    place.fetching().fetch(&place.part(&[&short, &whole]), &|_| {}).await.expect("the second has the rest");
    assert_eq!(std::fs::read_to_string(place.file()).expect("the file"), CONTENT);
    assert_eq!(*asked.lock().expect("no one panicked"), ["Some(11)"]);
}

/// Says the same whatever it is asked for.
async fn page(text: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}/file", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut vec![0; 4096]).await;
            let length = text.len();
            let answer =
                format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}");
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    address
}

#[tokio::test]
async fn a_page_in_the_place_of_the_file_throws_away_nothing() {
    let place = Place::new();
    let (page, whole) = (page("sign in first").await, page(CONTENT).await);
    let mut fetching = place.fetching();
    std::fs::write(place.arriving(), &CONTENT[..7]).expect("what was begun");
    let refused = fetching.fetch(&place.part(&[&page]), &|_| {}).await;
    assert!(
        matches!(refused, Err(FetchError::NoSource { tried, .. }) if tried.to_string().contains("another file"))
    );
    assert_eq!(std::fs::read_to_string(place.arriving()).expect("what was begun"), CONTENT[..7]);

    // The whole file is another matter.
    fetching.fetch(&place.part(&[&page, &whole]), &|_| {}).await.expect("the second source has it");
    assert_eq!(std::fs::read_to_string(place.file()).expect("the file"), CONTENT);
}

#[tokio::test]
async fn a_source_that_needs_too_much_room_is_passed_over() {
    let place = Place::new();
    let (address, asked) = server(None).await;
    let mut part = place.part(&[&address]);
    let piece = Piece {
        package: "large".to_owned(),
        member: "file".to_owned(),
        bytes: u64::MAX / 4,
        sha256: ANOTHER.to_owned(),
    };
    part.sources.insert(0, Source::Wheels { version: "1".to_owned(), pieces: vec![piece] });
    place.fetching().fetch(&part, &|_| {}).await.expect("the second source needs less");
    assert_eq!(std::fs::read_to_string(place.file()).expect("the file"), CONTENT);
    assert_eq!(asked.lock().expect("no one panicked").len(), 1);
}

#[tokio::test]
async fn what_begins_wrong_is_fetched_once_more_from_its_beginning() {
    let place = Place::new();
    let (address, asked) = server(None).await;
    let mut fetching = place.fetching();
    std::fs::write(place.arriving(), "another").expect("the beginning of another file");
    fetching.fetch(&place.part(&[&address]), &|_| {}).await.expect("it is fetched");
    assert_eq!(std::fs::read_to_string(place.file()).expect("the file"), CONTENT);
    assert_eq!(*asked.lock().expect("no one panicked"), ["Some(7)", "None"]);
}

#[tokio::test]
async fn what_is_there_as_a_whole_is_checked_and_nobody_is_asked() {
    let place = Place::new();
    let (address, asked) = server(None).await;
    let mut fetching = place.fetching();
    std::fs::write(place.arriving(), CONTENT).expect("all of it");
    fetching.fetch(&place.part(&[&address]), &|_| {}).await.expect("it is there");
    assert!(place.file().is_file() && asked.lock().expect("no one panicked").is_empty());
}

#[tokio::test]
async fn another_file_than_the_one_named_is_never_put_in_place() {
    let place = Place::new();
    let (address, _) = server(None).await;
    let refused = place.fetching().fetch(&part(ANOTHER, &[&address]), &|_| {}).await;
    assert!(
        matches!(refused, Err(FetchError::NoSource { tried, .. }) if tried.to_string().contains("another file"))
    );
    assert!(!place.file().exists() && !place.arriving().exists());
}

#[tokio::test]
async fn no_more_is_taken_than_was_named() {
    let place = Place::new();
    let (address, _) = server(None).await;
    let shorter = Part { bytes: 9, ..place.part(&[&address]) };
    let refused = place.fetching().fetch(&shorter, &|_| {}).await;
    assert!(
        matches!(refused, Err(FetchError::NoSource { tried, .. }) if tried.to_string().contains("longer than"))
    );
    assert!(!place.file().exists() && !place.arriving().exists());
}

#[tokio::test]
async fn what_is_stopped_stays_and_goes_on() {
    let place = Place::new();
    let (address, asked) = server(None).await;
    let part = place.part(&[&address, &address]);
    place.stop.cancel();
    let mut fetching = place.fetching();
    std::fs::write(place.arriving(), &CONTENT[..7]).expect("what was begun");
    let stopped = fetching.fetch(&part, &|_| {}).await;
    assert!(matches!(stopped, Err(FetchError::Stopped)), "{stopped:?}");
    assert_eq!(Fetching::begun(place.folder.path(), "file"), 7);
    assert!(asked.lock().expect("no one panicked").is_empty());

    let place = Place { stop: CancellationToken::new(), ..place };
    place.fetching().fetch(&part, &|_| {}).await.expect("it goes on");
    assert_eq!(*asked.lock().expect("no one panicked"), ["Some(7)"]);
}

#[tokio::test]
async fn what_is_given_up_leaves_nothing_behind() {
    let place = Place::new();
    place.fetching();
    std::fs::write(place.arriving(), "something").expect("what was begun");
    Fetching::give_up(place.folder.path(), "file").expect("it is removed");
    Fetching::give_up(place.folder.path(), "file").expect("nothing is there");
    assert!(!place.folder.path().join(".fetching").exists());
}

#[tokio::test]
async fn where_no_source_answers_each_is_named() {
    let nobody = ["http://127.0.0.1:1/one", "http://127.0.0.1:1/two"];
    let refused = Place::new().fetching().fetch(&part(ANOTHER, &nobody), &|_| {}).await;
    let said = refused.expect_err("nobody answers").to_string();
    assert!(said.starts_with("The file can't be fetched: "), "{said}");
    assert!(nobody.iter().all(|url| said.contains(url)), "{said}");
}

/// The device that is always full stands for a disk that is.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_is_said_and_no_other_source_is_asked() {
    let place = Place::new();
    let (address, asked) = server(None).await;
    let mut fetching = place.fetching();
    std::os::unix::fs::symlink("/dev/full", place.arriving()).expect("a full disk");
    let refused = fetching.fetch(&place.part(&[&address, &address]), &|_| {}).await;
    assert!(matches!(refused, Err(FetchError::NoSpace { .. })), "{refused:?}");
    assert_eq!(asked.lock().expect("no one panicked").len(), 1);
}

#[tokio::test]
async fn what_has_no_room_is_not_begun() {
    let place = Place::new();
    let (address, asked) = server(None).await;
    let giant = Part { bytes: u64::MAX / 2, ..place.part(&[&address]) };
    let refused = place.fetching().fetch(&giant, &|_| {}).await.expect_err("no disk is so large");
    assert!(matches!(refused, FetchError::TooLittleSpace { .. }), "{refused:?}");
    assert!(refused.to_string().contains("has room for"), "{refused}");
    assert!(asked.lock().expect("no one panicked").is_empty());
}

#[test]
fn a_folder_that_can_not_be_made_is_named() {
    let place = Place::new();
    std::fs::write(place.file(), "no folder").expect("a file");
    let refused = Fetching::into_folder(&place.file(), "file", Clients::usual(), &place.stop);
    let refused = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("can't be written"), "{refused}");
}

/// A hub that tells size and hash of one file in the head of its answers, under a name the repository has moved to.
async fn hub(hash: &str) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let (kept, hash) = (Arc::clone(&asked), hash.to_owned());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 4096];
            let read = stream.read(&mut request).await.unwrap_or_default();
            let line =
                String::from_utf8_lossy(&request[..read]).lines().next().unwrap_or_default().to_owned();
            let answer = match line.split(' ').take(2).collect::<Vec<_>>().as_slice() {
                ["HEAD", "/old/name/resolve/main/a.gguf"] => {
                    "307 Moved\r\nLocation: /new/name/resolve/main/a.gguf\r\n\r\n".to_owned()
                }
                ["HEAD", "/new/name/resolve/main/a.gguf"] => format!(
                    "302 Found\r\nLocation: https://elsewhere.example/blob\r\nX-Repo-Commit: abc123\r\n\
                     X-Linked-Size: {}\r\nX-Linked-Etag: \"{hash}\"\r\n\r\n",
                    CONTENT.len()
                ),
                ["GET", "/old/name/resolve/abc123/a.gguf"] => {
                    format!("200 OK\r\nContent-Length: {}\r\n\r\n{CONTENT}", CONTENT.len())
                }
                _ => "404 Not Found\r\nContent-Length: 0\r\n\r\n".to_owned(),
            };
            kept.lock().expect("no one panicked").push(line.trim_end_matches(" HTTP/1.1").to_owned());
            let _ = stream.write_all(format!("HTTP/1.1 {answer}").as_bytes()).await;
        }
    });
    (address, asked)
}

fn on_the_hub(repository: &str) -> Part {
    let [repository, revision, file] = [repository, "main", "a.gguf"].map(str::to_owned);
    let sources = vec![Source::Hub { repository, revision, file }];
    Part { bytes: 1_000_000, sha256: None, sources, ..part(ANOTHER, &[]) }
}

#[tokio::test]
async fn what_only_the_hub_has_is_held_to_the_hubs_own_hash_of_one_revision() {
    let place = Place::new();
    let (address, asked) = hub(&hash_of_content(place.folder.path())).await;
    let mut fetching = place.fetching();
    fetching.hub.clone_from(&address);
    let part = on_the_hub("old/name");
    fetching.fetch(&part, &|_| {}).await.expect("the hub has it");

    assert_eq!(std::fs::read_to_string(place.file()).expect("the file"), CONTENT);
    let kept = part.as_kept(place.folder.path());
    assert_eq!((kept.bytes, kept.sha256), (CONTENT.len() as u64, Some(hash_of_content(place.folder.path()))));
    assert_eq!(part.flaw(place.folder.path(), crate::Thoroughness::EveryByte), None);
    let requests = asked.lock().expect("no one panicked").clone();
    let expected = [
        "HEAD /old/name/resolve/main/a.gguf",
        "HEAD /new/name/resolve/main/a.gguf",
        "GET /old/name/resolve/abc123/a.gguf",
    ];
    assert_eq!(requests, expected);

    std::fs::write(place.file(), "another content of thirty bytes").expect("a file");
    assert!(part.flaw(place.folder.path(), crate::Thoroughness::EveryByte).is_some());
    Fetching::give_up(place.folder.path(), "file").expect("it is given up");
    assert_eq!(part.as_kept(place.folder.path()), part);
}

#[tokio::test]
async fn another_file_than_the_hub_told_of_is_not_put_in_place() {
    let place = Place::new();
    let (address, _) = hub(ANOTHER).await;
    let mut fetching = place.fetching();
    fetching.hub = address;
    let refused = fetching.fetch(&on_the_hub("old/name"), &|_| {}).await.expect_err("it is another file");
    assert!(refused.to_string().contains("it is another file"), "{refused}");
    assert!(!place.file().exists());
    Fetching::give_up(place.folder.path(), "file").expect("it is given up");
    let refused = fetching.fetch(&on_the_hub("no/body"), &|_| {}).await.expect_err("there is none");
    assert!(refused.to_string().contains("the hub has no such file"), "{refused}");
}
