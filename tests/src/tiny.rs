//! A model small enough to be created, served and downloaded in a test.

use local_model::tiny::Tiny;
use std::fmt::Write;
use std::path::Path;

/// The bytes of a model that generates noise.
pub fn gguf() -> Vec<u8> {
    Tiny::default().bytes()
}

/// Makes the application with this data folder offer only this model, from these addresses.
pub fn offer(data: &Path, file: &str, addresses: &[&str]) {
    let weights = gguf();
    let copy = data.join("to be hashed");
    std::fs::create_dir_all(data).expect("a data folder");
    std::fs::write(&copy, &weights).expect("a file");
    let sha256 = downloads::sha256(&copy).expect("its hash");
    std::fs::remove_file(copy).expect("it is gone");
    let mut list = format!(
        "format = 1\n[[part]]\nname = \"Tiny\"\nfile = {file:?}\nbytes = {}\nsha256 = {sha256:?}\nlicence = \"MIT\"\nsources = [\n",
        weights.len()
    );
    for address in addresses {
        writeln!(list, "  {{ type = \"address\", url = {address:?} }},").expect("it is written");
    }
    std::fs::write(data.join("weights.toml"), list + "]\n").expect("the list is written");
}
