//! A package registry and a place for files, on this machine: pip's index of wheels, and plain files with ranges.

use crate::provider::request;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

/// Serves the files of a folder until it is dropped.
pub struct Registry {
    address: SocketAddr,
    shared: Arc<Shared>,
    _tasks: JoinSet<()>,
}

struct Shared {
    folder: PathBuf,
    asked: Mutex<Vec<Asked>>,
    /// Files of which only the first half is said for now.
    held: Mutex<BTreeSet<String>>,
    is_held: Notify,
    let_go: watch::Sender<u64>,
}

/// A file that was asked for, and from where on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub file: String,
    pub from: u64,
}

impl Registry {
    pub async fn serve(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            folder,
            asked: Mutex::default(),
            held: Mutex::default(),
            is_held: Notify::new(),
            let_go: watch::Sender::new(0),
        });
        let mut tasks = JoinSet::new();
        let serving = Arc::clone(&shared);
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let serving = Arc::clone(&serving);
                connections.spawn(async move { serving.answer(stream).await });
            }
        });
        Self { address, shared, _tasks: tasks }
    }

    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address of a plain file.
    pub fn file(&self, name: &str) -> String {
        format!("{}/files/{name}", self.address())
    }

    /// What was asked for so far.
    pub fn asked(&self) -> Vec<Asked> {
        lock(&self.shared.asked).clone()
    }

    /// The packages whose wheels were asked for so far.
    pub fn wheels_asked(&self) -> Vec<String> {
        let name = |asked: Asked| asked.file.split_once("-1.0-").map(|(name, _)| name.to_owned());
        self.asked().into_iter().filter_map(name).collect()
    }

    /// Says only the first half of files whose name begins like this, until it lets go.
    pub fn hold(&self, beginning: &str) {
        lock(&self.shared.held).insert(beginning.to_owned());
    }

    pub fn let_go(&self) {
        lock(&self.shared.held).clear();
        self.shared.let_go.send_modify(|times| *times += 1);
    }

    /// Waits until somebody hears the first half of a file and no more.
    pub async fn until_held(&self) {
        self.shared.is_held.notified().await;
    }
}

impl Shared {
    /// A connection that breaks is what some tests are about, so nothing is made of it here.
    async fn answer(&self, mut stream: TcpStream) {
        let Some(request) = request(&mut stream).await else { return };
        let path = request.split(' ').nth(1).unwrap_or_default().split('#').next().unwrap_or_default();
        if let Some(package) = path.strip_prefix("/simple/") {
            let page = self.index(package.trim_matches('/'));
            drop(say(&mut stream, "200 OK", "content-type: text/html\r\n", page.as_bytes(), None).await);
            return;
        }
        let name = path.trim_start_matches("/files/");
        let Ok(bytes) = std::fs::read(self.folder.join(Path::new(name).file_name().unwrap_or_default()))
        else {
            drop(say(&mut stream, "404 Not Found", "", b"there is no such file", None).await);
            return;
        };
        let range = request.to_lowercase();
        let range = range.split("range: bytes=").nth(1).and_then(|rest| rest.split('-').next()?.parse().ok());
        let from: usize = range.unwrap_or(0);
        lock(&self.asked).push(Asked { file: name.to_owned(), from: from as u64 });
        let status = if range.is_some() { "206 Partial Content" } else { "200 OK" };
        let is_held = lock(&self.held).iter().any(|held| name.starts_with(held));
        let held = is_held.then_some(self);
        drop(say(&mut stream, status, "", bytes.get(from..).unwrap_or_default(), held).await);
    }

    /// The page of one package in an index of pip's form.
    fn index(&self, package: &str) -> String {
        let beginning = format!("{}-", package.replace('-', "_"));
        let files = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let of_package = names.filter(|name| name.starts_with(&beginning));
        let links: String =
            of_package.map(|name| format!("<a href=\"/files/{name}\">{name}</a>\n")).collect();
        format!("<!doctype html><html><body>{links}</body></html>")
    }
}

async fn say(
    stream: &mut TcpStream,
    status: &str,
    headers: &str,
    body: &[u8],
    held: Option<&Shared>,
) -> std::io::Result<()> {
    let head =
        format!("HTTP/1.1 {status}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await?;
    let Some(held) = held else { return stream.write_all(body).await };
    let mut let_go = held.let_go.subscribe();
    let (first, rest) = body.split_at(body.len() / 2);
    stream.write_all(first).await?;
    held.is_held.notify_one();
    // Once the registry itself is gone there is nobody to say the rest.
    if let_go.changed().await.is_ok() {
        stream.write_all(rest).await?;
    }
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
