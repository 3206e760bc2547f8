//! Models of the hub, from a hub on this machine.

use super::{HubModel, MARKS, known};
use crate::model::Taken;
use crate::needed::into_folder;
use downloads::FetchError;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const SMALL: &str = "Xenova/bge-small-en-v1.5";

/// Answers every file with its own name, but for those that are not there. What was asked for is kept.
async fn hub(missing: &'static str) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 4096];
            let read = stream.read(&mut request).await.unwrap_or_default();
            let request = String::from_utf8_lossy(&request[..read]).into_owned();
            let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
            let status = if path.ends_with(missing) { "404 Not Found" } else { "200 OK" };
            let answer = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{path}",
                path.len()
            );
            kept.lock().expect("no one panicked").push(path);
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (address, asked)
}

#[test]
fn every_name_names_one_model() {
    let mut names: Vec<_> = known().into_iter().map(|model| model.name).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
    assert!(names.iter().any(|name| name == SMALL), "{names:?}");
    assert!(HubModel::find("nobody/knows", std::path::Path::new("models")).is_none());
}

#[tokio::test]
async fn a_model_is_fetched_by_its_name_and_only_what_is_missing_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (address, asked) = hub(MARKS).await;
    let model = HubModel::find_at(&address, SMALL, folder.path()).expect("it is known");
    assert_eq!((model.taken, model.missing()), (Taken::First, Some(format!("onnx/model.onnx of {SMALL}"))));

    let fetch = async || {
        let fetching = into_folder(model.folder()).expect("a folder");
        model.fetch(&fetching, &|_| {}).await.expect("the hub has it");
        std::mem::take(&mut *asked.lock().expect("no one panicked"))
    };
    let whole = fetch().await;
    assert_eq!(whole.len(), 5, "{whole:?}");
    assert_eq!(whole[0], format!("/{SMALL}/resolve/main/onnx/model.onnx"));
    assert_eq!(model.missing(), None);
    let weights = std::fs::read_to_string(model.folder().join("onnx/model.onnx")).expect("the weights");
    assert_eq!(weights, whole[0]);

    std::fs::remove_file(model.folder().join("config.json")).expect("it is gone");
    let again = fetch().await;
    assert!(again.iter().any(|path| path.ends_with("/config.json")), "{again:?}");
    assert!(!again.iter().any(|path| path.ends_with("model.onnx")), "{again:?}");
}

#[tokio::test]
async fn what_the_hub_does_not_have_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (address, _) = hub("tokenizer.json").await;
    let model = HubModel::find_at(&address, SMALL, folder.path()).expect("it is known");
    let fetching = into_folder(model.folder()).expect("a folder");
    let refused = model.fetch(&fetching, &|_| {}).await;
    assert!(
        matches!(&refused, Err(FetchError::NoSource { what, .. }) if what.starts_with("tokenizer.json of")),
        "{refused:?}"
    );
    assert!(model.missing().is_some());
}
