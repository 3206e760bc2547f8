//! The page itself: from a folder, from inside the program, or from nowhere.

use axum::Router;
use axum::extract::Request;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use std::path::PathBuf;
use tower_http::services::ServeDir;

/// Where the page comes from.
#[derive(Clone, Debug)]
pub enum Page {
    /// The folder with the built page.
    Folder(PathBuf),
    /// The files of the built page, as they are inside this program.
    Embedded(&'static [EmbeddedFile]),
    /// There is none: the application has its page elsewhere.
    Absent,
}

/// One file of the page inside this program.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedFile {
    /// Below the folder of the page, with slashes.
    pub path: &'static str,
    pub bytes: &'static [u8],
}

/// The file a browser gets for the address alone.
const INDEX: &str = "index.html";

impl Page {
    pub(crate) fn is_there(&self) -> bool {
        match self {
            Self::Folder(folder) => folder.join(INDEX).is_file(),
            Self::Embedded(files) => found(files, INDEX).is_some(),
            Self::Absent => true,
        }
    }

    pub(crate) fn routes(&self) -> Router {
        match self {
            Self::Folder(folder) => Router::new().fallback_service(ServeDir::new(folder)),
            Self::Embedded(files) => {
                let files = *files;
                Router::new().fallback(move |request: Request| std::future::ready(answer(files, &request)))
            }
            Self::Absent => Router::new().fallback(|| std::future::ready(StatusCode::NOT_FOUND)),
        }
    }
}

fn answer(files: &[EmbeddedFile], request: &Request) -> Response {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    match found(files, path) {
        Some(file) => ([(CONTENT_TYPE, kind(path))], file.bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn found(files: &[EmbeddedFile], path: &str) -> Option<EmbeddedFile> {
    files.iter().find(|file| file.path == path).copied()
}

/// The content type by the ending of a name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
