//! The English words of every notice as TypeScript: a module for each crate, and one for all.

use crate::notice_catalogue::LISTS;
use notices::Template;
use serde_json::Value;
use std::fmt::Write;
use std::path::PathBuf;

const HEADER: &str =
    "// The words of the application in English. Made by `cargo xtask types`; do not edit.\n";

/// Every module with its path below `ui/src/contract`.
pub fn notice_modules() -> Vec<(PathBuf, String)> {
    let of_crates =
        LISTS.iter().map(|(name, list)| (PathBuf::from(format!("notices/{name}.ts")), words(name, list)));
    of_crates.chain([(PathBuf::from("notices.ts"), gathered())]).collect()
}

fn words(name: &str, list: &[&[Template]]) -> String {
    let mut text = format!("{HEADER}\nexport const {} = {{\n", constant(name));
    for Template { id, english, .. } in list.iter().flat_map(|templates| *templates) {
        // Writing into a string can't fail.
        let _ = writeln!(text, "  \"{id}\": {},", Value::from(*english));
    }
    text.push_str("} as const;\n");
    text
}

fn gathered() -> String {
    let mut text = format!("{HEADER}\n");
    for (name, _) in LISTS {
        let _ = writeln!(text, "import {{ {} }} from \"./notices/{name}\";", constant(name));
    }
    text.push_str(
        "\n/** The words of each crate, by id. Places stand in braces. */\nexport const ENGLISH = {\n",
    );
    for (name, _) in LISTS {
        let _ = writeln!(text, "  \"{name}\": {},", constant(name));
    }
    text.push_str(
        "} as const;

export type NoticeCrate = keyof typeof ENGLISH;
export type NoticeIdOf<Crate extends NoticeCrate> = keyof (typeof ENGLISH)[Crate];
export type NoticeId = { [Crate in NoticeCrate]: NoticeIdOf<Crate> }[NoticeCrate];
",
    );
    text
}

fn constant(name: &str) -> String {
    name.replace('-', "_").to_uppercase()
}
