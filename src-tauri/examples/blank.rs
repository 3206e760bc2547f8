//! A window of the same toolkit with nothing in it: what a start costs whatever we do. Measured beside ours.

use tauri::http::Response;
use tauri::webview::PageLoadEvent;
use tauri::{WebviewUrl, WebviewWindowBuilder};

#[allow(clippy::print_stdout, reason = "whoever measures the start reads it there")]
fn main() -> tauri::Result<()> {
    let empty = "blank://localhost/".parse().map_err(tauri::Error::InvalidUrl)?;
    tauri::Builder::default()
        .register_uri_scheme_protocol("blank", |_, _| {
            let mut response = Response::new(b"<!doctype html><title>Empty</title>".to_vec());
            let html = tauri::http::HeaderValue::from_static("text/html");
            response.headers_mut().insert(tauri::http::header::CONTENT_TYPE, html);
            response
        })
        .setup(|shell| {
            WebviewWindowBuilder::new(shell, "main", WebviewUrl::CustomProtocol(empty))
                .inner_size(1440.0, 900.0)
                .on_page_load(|_, load| {
                    if load.event() == PageLoadEvent::Finished {
                        println!("ready");
                    }
                })
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())
}
