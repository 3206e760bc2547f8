//! The contract as TypeScript.

use super::attached::ATTACHED_MODELS;
use super::bounds::{BOUNDS, Bound};
use super::{CommandError, Delivery, FeedItem, Follow, commands};
use crate::instructions::VARIABLES;
use std::any::TypeId;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str = "\
// The contract between the page and the application. Made by `cargo xtask types`; do not edit.

import type { NoticeId } from \"./notices\";

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
";

/// One command as TypeScript sees it.
pub(super) struct CommandShape {
    name: &'static str,
    doc: String,
    args: String,
    reply: String,
    declarations: Declarations,
}

impl CommandShape {
    pub(super) fn of<A: TS + 'static, R: TS + 'static>(name: &'static str, doc: &[&str]) -> Self {
        let mut declarations = Declarations::new();
        declarations.visit::<A>();
        declarations.visit::<R>();
        let doc = doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        let config = config();
        Self { name, doc, args: A::name(&config), reply: R::name(&config), declarations }
    }
}

/// The whole contract as one module.
pub fn typescript() -> String {
    let shapes = commands::shapes();
    let mut declarations = Declarations::new();
    declarations.visit::<Follow>();
    declarations.visit::<FeedItem>();
    declarations.visit::<Delivery>();
    declarations.visit::<CommandError>();
    for shape in &shapes {
        declarations.written.extend(shape.declarations.written.clone());
    }

    let mut text = HEADER.to_owned();
    for (_, declaration) in &declarations.written {
        text.push('\n');
        text.push_str(declaration);
    }
    text.push_str(
        "\n/** Every command with what it takes and what it gives. */\nexport interface Commands {\n",
    );
    for CommandShape { name, doc, args, reply, .. } in &shapes {
        // Writing into a string can't fail.
        let _ = writeln!(text, "  /** {doc} */\n  {name}: {{ args: {args}; reply: {reply} }};");
    }
    text.push_str("}\n\nexport type CommandName = keyof Commands;\n");
    text.push_str(
        "\n/** The numbers a person sets, and the values each may have. */\nexport const BOUNDS = {\n",
    );
    for Bound { name, least, most } in BOUNDS {
        let _ = writeln!(text, "  \"{name}\": {{ least: {least}, most: {most} }},");
    }
    text.push_str("} as const;\n");
    let names = VARIABLES.map(|name| format!("\"{name}\"")).join(", ");
    let _ = write!(
        text,
        "\n/** The variables that have a value in the instructions of every turn. */\nexport const VARIABLES = [{names}] as const;\n"
    );
    let _ = write!(
        text,
        "\n/** The prefix of the ids of models that attached programs ask for. The rest is the name that the program uses. */\nexport const ATTACHED_MODELS = \"{ATTACHED_MODELS}\";\n"
    );
    text
}

/// Types by name, each with everything it is made of. Two types of one name are both declared, which TypeScript refuses.
#[derive(Clone)]
struct Declarations {
    written: BTreeSet<(String, String)>,
    /// A type may hold itself, through a type that has no declaration of its own.
    seen: HashSet<TypeId>,
}

impl Declarations {
    fn new() -> Self {
        Self { written: BTreeSet::new(), seen: HashSet::new() }
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        let config = config();
        // Only types of our own have a file to be declared in; the others are written out where they are used.
        if T::output_path().is_some() {
            let doc = T::docs().unwrap_or_default();
            self.written.insert((T::ident(&config), format!("{doc}export {}\n", T::decl(&config))));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn config() -> Config {
    // Every number that crosses is far below 2^53.
    Config::new().with_large_int("number")
}
