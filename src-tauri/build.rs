//! Embeds the built page and the window's configuration.

fn main() {
    // The page is part of the program: a new one makes a new program.
    println!("cargo:rerun-if-changed=../ui/dist");
    tauri_build::build();
}
