//! A window of the same toolkit with nothing in it: what a start costs whatever we do. Measured beside ours.

use tauri::webview::PageLoadEvent;
use tauri::{WebviewUrl, WebviewWindowBuilder};

#[allow(clippy::print_stdout, reason = "whoever measures the start reads it there")]
fn main() -> tauri::Result<()> {
    let empty = "about:blank".parse().map_err(tauri::Error::InvalidUrl)?;
    tauri::Builder::default()
        .setup(|shell| {
            WebviewWindowBuilder::new(shell, "main", WebviewUrl::External(empty))
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
