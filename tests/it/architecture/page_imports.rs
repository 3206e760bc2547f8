//! Within a room of the page no module needs itself. Who may import whom is a rule of its lint: `ui/lint/rooms.js`.

use super::files;
use std::collections::{BTreeMap, BTreeSet};

/// Which modules each module needs to run. Types are gone by then.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let modules = files("ui/src", &[".ts", ".svelte"]);
    let places: BTreeSet<_> = modules.iter().map(|(place, _)| place.clone()).collect();
    let needs = |place: &str, text: &str| {
        let statements = text.split("import ").skip(1).filter(|statement| !statement.starts_with("type "));
        let targets = statements.filter_map(|statement| {
            let statement = statement.split(';').next()?;
            let target = statement.rsplit_once("from ").map_or(statement, |(_, target)| target);
            resolve(place, target.split('"').nth(1)?)
        });
        targets.filter_map(|target| module(&target, &places)).collect()
    };
    modules.iter().map(|(place, text)| (place.clone(), needs(place, text))).collect()
}

fn resolve(from: &str, target: &str) -> Option<String> {
    if let Some(module) = target.strip_prefix('$') {
        return Some(format!("ui/src/{module}"));
    }
    let mut path: Vec<_> = from.split('/').collect();
    path.pop();
    for part in target.starts_with('.').then(|| target.split('/'))? {
        match part {
            "." => {}
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    Some(path.join("/"))
}

fn module(target: &str, places: &BTreeSet<String>) -> Option<String> {
    let endings = ["", ".ts", "/index.ts"];
    endings.iter().map(|ending| format!("{target}{ending}")).find(|place| places.contains(place))
}

#[test]
fn no_module_of_the_page_needs_itself() {
    let imports = imports();
    let known: usize = imports.values().map(BTreeSet::len).sum();
    assert!(known > imports.len(), "imports are read: {known} in {} modules", imports.len());
    for start in imports.keys() {
        let mut seen = BTreeSet::new();
        // A component may show itself inside: a tree in a tree.
        let mut open: Vec<_> =
            imports.get(start).into_iter().flatten().filter(|next| *next != start).collect();
        while let Some(next) = open.pop() {
            assert!(next != start, "{start} needs itself through {seen:?}");
            if seen.insert(next.clone()) {
                open.extend(imports.get(next).into_iter().flatten().filter(|after| *after != next));
            }
        }
    }
}
