//! Lists the files of the built page, which become a part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let mut list = String::from("&[\n");
    if env::var_os("CARGO_FEATURE_EMBEDDED_PAGE").is_some() {
        let page = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../../../ui/dist");
        // A new page makes a new program, and so does one where there was none.
        println!("cargo:rerun-if-changed={}", page.display());
        if page.join("index.html").is_file() {
            for file in files(&page)? {
                let name =
                    file.strip_prefix(&page).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
                let file = file.canonicalize()?;
                writeln!(
                    list,
                    "    EmbeddedFile {{ path: {name:?}, bytes: include_bytes!({:?}) }},",
                    file.display().to_string()
                )
                .map_err(io::Error::other)?;
            }
        }
    }
    list.push(']');
    println!("cargo:rerun-if-changed=build.rs");
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("page.rs"), list)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}

/// Every file below a folder, in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}
