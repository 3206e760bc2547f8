//! Fetching from a source on this machine.

use super::{FetchError, Fetching};
use crate::manifest::{Part, Source};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const CONTENT: &str = "a file of thirty bytes, or so..";
const SHA256: &str = "f5b8bb3fcc8ad5ed2ccae4dd5d29e3f5ab1a6bd9d8f1fb5c1a65a29d1b6b1b7e";

/// Serves the content, from where it is asked to begin. What was asked for is kept.
async fn server() -> (String, Arc<Mutex<Vec<String>>>) {
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
            let answer = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (address, asked)
}

fn part(sha256: &str, urls: &[&str]) -> Part {
    let sources = urls.iter().map(|url| Source::Address { url: (*url).to_owned() }).collect();
    let (name, file, licence) = ("The file".into(), "file".into(), "MIT".into());
    Part { name, file, platform: None, bytes: CONTENT.len() as u64, sha256: sha256.into(), licence, sources }
}

fn hash_of_content(folder: &Path) -> String {
    let path = folder.join("expected");
    std::fs::write(&path, CONTENT).expect("a file");
    crate::parts::sha256(&path).expect("its hash")
}

#[tokio::test]
async fn the_next_source_is_tried_and_what_was_begun_is_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let (address, asked) = server().await;
    let mut fetching = Fetching::into_folder(folder.path()).expect("a folder to fetch into");
    std::fs::write(folder.path().join(".fetching/file"), &CONTENT[..7]).expect("what was begun");
    let part = part(&hash_of_content(folder.path()), &["http://127.0.0.1:1/nobody", &address]);
    let told = Mutex::new(Vec::new());
    let tell = |progress: crate::FetchProgress| told.lock().expect("no one panicked").push(progress.done);
    fetching.fetch(&part, &tell).await.expect("the second source has it");

    assert_eq!(std::fs::read_to_string(folder.path().join("file")).expect("the file"), CONTENT);
    assert_eq!(*asked.lock().expect("no one panicked"), ["Some(7)"]);
    assert_eq!(told.lock().expect("no one panicked").last(), Some(&(CONTENT.len() as u64)));
}

#[tokio::test]
async fn another_file_than_the_one_named_is_never_put_in_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let (address, _) = server().await;
    let mut fetching = Fetching::into_folder(folder.path()).expect("a folder to fetch into");
    let refused = fetching.fetch(&part(SHA256, &[&address]), &|_| {}).await;
    assert!(matches!(refused, Err(FetchError::NoSource { tried, .. }) if tried.contains("another file")));
    assert!(!folder.path().join("file").exists());
    assert!(!folder.path().join(".fetching/file").exists());
}

#[tokio::test]
async fn where_no_source_answers_each_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut fetching = Fetching::into_folder(folder.path()).expect("a folder to fetch into");
    let nobody = ["http://127.0.0.1:1/one", "http://127.0.0.1:1/two"];
    let refused = fetching.fetch(&part(SHA256, &nobody), &|_| {}).await.expect_err("nobody answers");
    let said = refused.to_string();
    assert!(said.starts_with("The file can't be fetched: "), "{said}");
    assert!(nobody.iter().all(|url| said.contains(url)), "{said}");
}

/// The device that is always full stands for a disk that is.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_is_said_and_no_other_source_is_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let (address, asked) = server().await;
    let mut fetching = Fetching::into_folder(folder.path()).expect("a folder to fetch into");
    std::os::unix::fs::symlink("/dev/full", folder.path().join(".fetching/file")).expect("a full disk");
    let part = part(&hash_of_content(folder.path()), &[&address, &address]);
    let refused = fetching.fetch(&part, &|_| {}).await;
    assert!(matches!(refused, Err(FetchError::NoSpace { .. })), "{refused:?}");
    assert_eq!(asked.lock().expect("no one panicked").len(), 1);
}

#[test]
fn a_folder_that_can_not_be_made_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").expect("a file");
    let refused = Fetching::into_folder(&file).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("can't be written"), "{refused}");
}
