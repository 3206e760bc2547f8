//! What stands for the program of a server: another program, script, argument or folder is another server.

use super::super::leash::Start;
use super::super::stamp::{hash, stamp};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// How files end that an interpreter is given to run. What else is named, a database perhaps, changes all the time.
const CODE: &[&str] = &[
    "bash", "cjs", "cts", "dll", "exe", "jar", "js", "jsx", "lua", "mjs", "mts", "php", "pl", "ps1", "py",
    "pyz", "rb", "sh", "so", "ts", "tsx", "wasm",
];

/// Stands for what is about to be started, with the names of the variables it was given beside the usual ones.
///
/// What a script brings in by itself is not known here, nor what a package runner fetches for a name.
pub(super) fn fingerprint(start: &Start, names: &[String]) -> String {
    let folder = start.folder.clone().or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    let program = Path::new(&start.program);
    let mut pieces = vec![bytes(&folder), bytes(program), stamp(program).into_bytes()];
    for argument in &start.arguments {
        pieces.push(argument.as_encoded_bytes().to_vec());
        pieces.extend(script(argument, &folder).map(|script| stamp(&script).into_bytes()));
    }
    // What stands behind is no argument.
    pieces.push(b"variables".to_vec());
    pieces.extend(names.iter().map(|name| name.as_bytes().to_vec()));
    hash(pieces.iter().map(Vec::as_slice))
}

fn bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

/// The file with code that an argument names, by itself or behind the name of an option.
fn script(argument: &OsStr, folder: &Path) -> Option<PathBuf> {
    let text = argument.to_str()?;
    let named = [Some(text), text.split_once('=').map(|(_, value)| value)];
    named.into_iter().flatten().map(|name| folder.join(name)).find(|path| is_code(path))
}

fn is_code(path: &Path) -> bool {
    let is_named = path.extension().and_then(OsStr::to_str).is_some_and(|ending| CODE.contains(&ending));
    path.metadata().is_ok_and(|found| found.is_file() && (is_named || is_runnable(&found)))
}

#[cfg(unix)]
fn is_runnable(found: &std::fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_runnable(_: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::fingerprint;
    use crate::sources::leash::Start;
    use std::fs;
    use std::path::Path;

    fn of(folder: &Path, program: &str, arguments: &[&str], names: &[String]) -> String {
        let start = Start {
            program: folder.join(program).into(),
            arguments: arguments.iter().map(Into::into).collect(),
            folder: Some(folder.to_owned()),
            environment: Vec::new(),
        };
        fingerprint(&start, names)
    }

    #[test]
    fn another_program_script_argument_folder_or_variable_is_another_server_and_other_data_is_not() {
        let (folder, other) =
            (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        for place in [&folder, &other] {
            for (name, text) in [("python", "1"), ("server.py", "1"), ("data.db", "1")] {
                fs::write(place.path().join(name), text).expect("it is written");
            }
        }
        let write =
            |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it is written");
        let arguments = ["server.py", "--data=data.db"];
        let first = || of(folder.path(), "python", &arguments, &[]);
        let before = first();
        write("data.db", "2");
        assert_eq!(first(), before);
        let mut all = vec![
            before,
            of(other.path(), "python", &arguments, &[]),
            of(folder.path(), "python", &["server.py", "--data=other.db"], &[]),
            of(folder.path(), "python", &["server.py --data=data.db"], &[]),
            of(folder.path(), "python", &arguments, &["NODE_OPTIONS".to_owned()]),
        ];
        write("server.py", "2");
        all.push(first());
        write("python", "2");
        all.push(first());
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
