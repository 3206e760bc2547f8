//! Files of a crate that need each other in a circle, each with the reason why it stays.
//!
//! A file `turn.rs` and the folder `turn` beside it are one idea, so a module may use what its parent defines.

use super::modules::{ModulePath, Modules};
use super::root;
use std::collections::{BTreeMap, BTreeSet};

struct Circle {
    /// The beginnings of the places of its files.
    within: &'static [&'static str],
    /// The most files it may have.
    most: usize,
    why: &'static str,
}

const CIRCLES: &[Circle] = &[
    Circle {
        within: &["src-tauri/crates/cli/src/arguments.rs", "src-tauri/crates/cli/src/paperwork.rs"],
        most: 2,
        why: "the manual page is written from all arguments, and asking for it is one of them",
    },
    Circle {
        within: &[
            "src-tauri/crates/connectors/src/binding/",
            "src-tauri/crates/connectors/src/names.rs",
            "src-tauri/crates/connectors/src/outgoing/",
            "src-tauri/crates/connectors/src/schemas",
        ],
        most: 6,
        why: "each rewrites one part of a request, and reports it through the same `Adaptations`",
    },
    Circle {
        within: &["src-tauri/crates/connectors/src/models/"],
        most: 3,
        why: "a table has rows of facts, and facts without a row come from the usual table",
    },
    Circle {
        within: &["src-tauri/crates/connectors/src/limits.rs", "src-tauri/crates/connectors/src/ways.rs"],
        most: 2,
        why: "limits hold the ways of a service, and ways continue the request that limits have fitted",
    },
    Circle {
        within: &[
            "src-tauri/crates/connectors/src/service.rs",
            "src-tauri/crates/connectors/src/remote.rs",
            "src-tauri/crates/connectors/src/transport/",
        ],
        most: 4,
        why: "a service holds its network, and its wire reads the service",
    },
    Circle {
        within: &["src-tauri/crates/connectors/src/openai_responses/"],
        most: 3,
        why: "a tool on the wire is one of ours or one that a search adds",
    },
    Circle {
        within: &["src-tauri/crates/connectors/src/gemini/"],
        most: 2,
        why: "the body of a request differs by its host, and so do the hosted tools in it",
    },
    Circle {
        within: &["src-tauri/crates/connectors/src/anthropic/"],
        most: 2,
        why: "a tool on the wire is one of ours or a hosted one",
    },
    Circle {
        within: &["src-tauri/crates/connectors/src/"],
        most: 10,
        why: "the table of kinds names every protocol, and each protocol states its facts in the form of the table",
    },
    Circle {
        within: &["src-tauri/crates/experiments/src/"],
        most: 9,
        why: "a case holds expectations, and a judge among them is asked about the case and its run",
    },
    Circle {
        within: &["src-tauri/crates/formats/src/reader/"],
        most: 3,
        why: "a file is cut while a strand of it is read, and a strand remembers where it was cut",
    },
    Circle {
        within: &["src-tauri/crates/functions/src/sources/mcp/"],
        most: 18,
        why: "a server owns its connection, its session and its tools, and each of them reports back to the server",
    },
    Circle {
        within: &["src-tauri/crates/gateway/src/streams/"],
        most: 2,
        why: "elements are framed as events are, and frames scan elements",
    },
    Circle {
        within: &["src-tauri/crates/gateway/src/dialects/messages/"],
        most: 2,
        why: "a writer appends to its tape, and a tape begins a writer behind what is on it",
    },
    Circle {
        within: &["src-tauri/crates/gateway/src/dialects/responses/"],
        most: 2,
        why: "a writer appends to its tape, and a tape begins a writer behind what is on it",
    },
    Circle {
        within: &["src-tauri/crates/gateway/src/request"],
        most: 2,
        why: "a rewritten request is read again to verify it",
    },
    Circle {
        within: &["src-tauri/crates/local-model/src/prompt/"],
        most: 2,
        why: "a template renders calls as the chat does, and the chat renders through the template",
    },
    Circle {
        within: &["src-tauri/crates/notices/src/"],
        most: 4,
        why: "a notice has values, and a value can be a notice",
    },
    Circle {
        within: &["src-tauri/crates/search/src/index/"],
        most: 2,
        why: "an index opens its writer, and a writer renews the index after a commit",
    },
    Circle {
        within: &["src-tauri/crates/server/src/"],
        most: 2,
        why: "a running server is found by asking it, and a client is made for one that was found",
    },
    Circle {
        within: &["src-tauri/crates/sessions/src/"],
        most: 16,
        why: "each file adds to `Store` what it is responsible for, and migrations of the schema use several of them",
    },
    Circle {
        within: &["src-tauri/crates/workbench/src/services/"],
        most: 3,
        why: "keys lie in two places, and moving one from here to there needs both",
    },
    Circle {
        within: &["src-tauri/crates/workbench/src/contract/"],
        most: 2,
        why: "the list of commands names their types, and the types are exported command by command",
    },
    Circle {
        within: &["src-tauri/crates/workbench/src/"],
        most: 56,
        why: "`Workbench` holds every component, commands are methods of `Workbench` beside the component they concern, and programs are attached to the turns that they run",
    },
    Circle {
        within: &["src-tauri/crates/xtask/src/"],
        most: 8,
        why: "each command declares its choices, and the arguments are parsed into the choices of all commands",
    },
];

fn crates() -> Vec<String> {
    let in_folder = |folder: &str| {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder").flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names
            .map(|name| format!("{folder}/{name}/src"))
            .filter(|src| root().join(src).is_dir())
            .collect::<Vec<_>>()
    };
    let own = std::iter::once("src-tauri/src".to_owned());
    own.chain(in_folder("src-tauri/crates")).chain(in_folder("plugins")).collect()
}

/// The largest sets of modules of which each needs all others.
fn circles(needs: &BTreeMap<ModulePath, BTreeSet<ModulePath>>) -> BTreeSet<BTreeSet<ModulePath>> {
    let reached: BTreeMap<_, _> = needs.keys().map(|start| (start, reached_from(start, needs))).collect();
    let circle = |start: &ModulePath| -> BTreeSet<ModulePath> {
        reached[start].iter().filter(|other| reached[other].contains(start)).cloned().collect()
    };
    needs.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

fn reached_from(
    start: &ModulePath,
    needs: &BTreeMap<ModulePath, BTreeSet<ModulePath>>,
) -> BTreeSet<ModulePath> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
    while let Some(next) = open.pop() {
        open.extend(needs[next].iter().filter(|after| seen.insert((*after).clone())));
    }
    seen
}

fn found() -> Vec<BTreeSet<String>> {
    let mut found = Vec::new();
    for src in crates() {
        let modules = Modules::of(&src);
        let is_parent = |path: &ModulePath, other: &ModulePath| {
            path.split_last().is_some_and(|(_, parent)| parent == other)
        };
        let needs = |path: &ModulePath| {
            modules.used_by(path).into_iter().filter(|other| !is_parent(path, other)).collect()
        };
        let needs: BTreeMap<_, _> = modules.iter().map(|(path, _)| (path.clone(), needs(path))).collect();
        let places: BTreeMap<_, _> = modules.iter().map(|(path, module)| (path, &module.place)).collect();
        let in_places =
            |circle: BTreeSet<ModulePath>| circle.iter().map(|path| places[path].clone()).collect();
        found.extend(circles(&needs).into_iter().map(in_places));
    }
    found
}

#[test]
fn files_that_need_each_other_have_a_reason() {
    let found = found();
    let fits = |known: &Circle, circle: &BTreeSet<String>| {
        let is_within = |place: &String| known.within.iter().any(|start| place.starts_with(start));
        circle.len() <= known.most && circle.iter().all(is_within)
    };
    let unknown: Vec<_> =
        found.iter().filter(|circle| !CIRCLES.iter().any(|known| fits(known, circle))).collect();
    assert!(unknown.is_empty(), "these files need each other without a reason: {unknown:#?}");
    for known in CIRCLES {
        assert!(found.iter().any(|circle| fits(known, circle)), "no circle is left where “{}”", known.why);
    }
}
