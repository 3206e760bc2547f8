//! The modules of a crate with what they import and name, read from their tokens. Tests are left out.

use super::root;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub(super) type ModulePath = Vec<String>;

/// The modules of one crate by their paths; that of the root is empty.
pub(super) struct Modules(BTreeMap<ModulePath, Module>);

#[derive(Default)]
pub(super) struct Module {
    pub(super) place: String,
    children: BTreeSet<String>,
    definitions: BTreeSet<String>,
    imports: Vec<Import>,
    /// Paths of two names or more outside of imports.
    paths: BTreeSet<Vec<String>>,
    /// Every name outside of imports.
    names: BTreeSet<String>,
}

struct Import {
    path: Vec<String>,
    name: String,
    is_public: bool,
}

enum Token {
    Name(String),
    Punctuation(char),
    Opening,
    Closing,
}

impl Modules {
    /// The modules below a source folder of the project.
    pub(super) fn of(folder: &str) -> Self {
        let folder = root().join(folder);
        let crate_root =
            ["lib.rs", "main.rs"].map(|file| folder.join(file)).into_iter().find(|file| file.exists());
        let mut modules = Self(BTreeMap::new());
        modules.read(Vec::new(), &crate_root.expect("a crate"));
        modules
    }

    fn read(&mut self, path: ModulePath, file: &Path) {
        let text = std::fs::read_to_string(file).expect("a text");
        let mut tokens = Vec::new();
        flatten(text.parse().expect("tokens"), &mut tokens);
        let mut module = Module::of(&tokens);
        module.place = file.strip_prefix(root()).expect("in the project").display().to_string();
        let folder = match file.file_stem().and_then(|stem| stem.to_str()) {
            Some("lib" | "main" | "mod") => file.with_file_name(""),
            _ => file.with_extension(""),
        };
        let file_of = |child: &str| -> Option<PathBuf> {
            let files = [folder.join(format!("{child}.rs")), folder.join(child).join("mod.rs")];
            files.into_iter().find(|file| file.exists())
        };
        let children: Vec<_> =
            module.children.iter().filter_map(|child| Some((child.clone(), file_of(child)?))).collect();
        module.children = children.iter().map(|(child, _)| child.clone()).collect();
        self.0.insert(path.clone(), module);
        for (child, file) in children {
            self.read([path.clone(), vec![child]].concat(), &file);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&ModulePath, &Module)> {
        self.0.iter()
    }

    /// The modules whose items a module uses. What it only passes on is not used.
    pub(super) fn used_by(&self, path: &ModulePath) -> BTreeSet<ModulePath> {
        let module = &self.0[path];
        let is_used = |import: &&Import| !import.is_public || module.names.contains(&import.name);
        let imported = module.imports.iter().filter(is_used).map(|import| &import.path);
        let found =
            imported.chain(&module.paths).filter_map(|named| self.defining(self.inside(path, named)?));
        found.filter(|found| found != path).collect()
    }

    /// The paths of other crates that a module names, from the crate on.
    pub(super) fn foreign(&self, path: &ModulePath) -> BTreeSet<Vec<String>> {
        let module = &self.0[path];
        let imports = module.imports.iter().map(|import| import.path.clone());
        let through_import = |named: &Vec<String>| {
            let import = module.imports.iter().find(|import| Some(&import.name) == named.first())?;
            Some([&import.path, named.get(1..)?].concat())
        };
        let named = module.paths.iter().map(|named| through_import(named).unwrap_or_else(|| named.clone()));
        imports.chain(named).collect()
    }

    /// A path from the root of the crate, if it stays in the crate.
    fn inside(&self, path: &ModulePath, named: &[String]) -> Option<ModulePath> {
        let (first, rest) = named.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([path, rest].concat()),
            "super" => self.inside_parent(path, rest),
            child if self.0[path].children.contains(child) => Some([path, named].concat()),
            name => {
                let is_it = |import: &&Import| import.name == name && import.path.first() != Some(first);
                let import = self.0[path].imports.iter().find(is_it)?;
                Some([self.inside(path, &import.path)?, rest.to_vec()].concat())
            }
        }
    }

    fn inside_parent(&self, path: &ModulePath, rest: &[String]) -> Option<ModulePath> {
        let parent = path.split_last()?.1.to_vec();
        match rest.split_first() {
            Some((next, rest)) if next == "super" => self.inside_parent(&parent, rest),
            _ => Some([parent, rest.to_vec()].concat()),
        }
    }

    /// The module that defines the item at a path, behind all that only pass it on. None for a module itself.
    fn defining(&self, path: ModulePath) -> Option<ModulePath> {
        let inside = |depth: &usize| self.0.contains_key(&path[..*depth]);
        let depth = (0..=path.len()).take_while(inside).last()?;
        let (module, rest) = path.split_at(depth);
        let (name, rest) = rest.split_first()?;
        let module = module.to_vec();
        let found = &self.0[&module];
        let passes_on = |import: &&Import| import.name == *name;
        match found.imports.iter().find(passes_on) {
            Some(import) if !found.definitions.contains(name) => {
                self.defining([self.inside(&module, &import.path)?, rest.to_vec()].concat())
            }
            _ => Some(module),
        }
    }
}

impl Module {
    fn of(tokens: &[Token]) -> Self {
        let mut module = Self::default();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            let Token::Name(name) = token else { continue };
            match name.as_str() {
                "use" => {
                    let is_public = follows_pub(tokens, at - 1);
                    let mut found = Vec::new();
                    at = import_tree(tokens, at, &[], &mut found);
                    module.imports.extend(found.into_iter().map(|(path, name)| Import {
                        path,
                        name,
                        is_public,
                    }));
                }
                "mod" => {
                    if let (Some(Token::Name(child)), Some(Token::Punctuation(';'))) =
                        (tokens.get(at), tokens.get(at + 1))
                    {
                        module.children.insert(child.clone());
                    }
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union" => {
                    if let Some(Token::Name(defined)) = tokens.get(at) {
                        module.definitions.insert(defined.clone());
                    }
                }
                _ => at = module.path(tokens, at - 1),
            }
        }
        module
    }

    /// Reads a path that begins here. Returns where it ends.
    fn path(&mut self, tokens: &[Token], mut at: usize) -> usize {
        let mut path = Vec::new();
        while let Some(Token::Name(name)) = tokens.get(at) {
            self.names.insert(name.clone());
            path.push(name.clone());
            at += 1;
            if !is_separator(tokens, at) || !matches!(tokens.get(at + 2), Some(Token::Name(_))) {
                break;
            }
            at += 2;
        }
        if path.len() > 1 {
            self.paths.insert(path);
        }
        at
    }
}

/// All tokens in order, without literals and without what only tests have.
fn flatten(stream: TokenStream, into: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Ident(name) => into.push(Token::Name(name.to_string())),
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                let Some(TokenTree::Group(attribute)) = trees.peek() else { continue };
                let is_for_tests = is_for_tests(attribute);
                trees.next();
                if is_for_tests {
                    skip_item(&mut trees);
                }
            }
            TokenTree::Punct(mark) => into.push(Token::Punctuation(mark.as_char())),
            TokenTree::Group(group) => {
                into.push(Token::Opening);
                flatten(group.stream(), into);
                into.push(Token::Closing);
            }
            TokenTree::Literal(_) => {}
        }
    }
}

fn is_for_tests(attribute: &Group) -> bool {
    let text = attribute.stream().to_string().replace(' ', "");
    text == "test" || text.starts_with("cfg(test)") || text.starts_with("cfg(any(test,")
}

fn skip_item(trees: &mut impl Iterator<Item = TokenTree>) {
    for tree in trees {
        match tree {
            TokenTree::Punct(mark) if [';', ','].contains(&mark.as_char()) => return,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Whether `pub` or `pub(…)` stands before a token.
fn follows_pub(tokens: &[Token], at: usize) -> bool {
    let before = tokens.get(..at).unwrap_or_default();
    let before = match before {
        [rest @ .., Token::Opening, Token::Name(_), Token::Closing] => rest,
        other => other,
    };
    matches!(before.last(), Some(Token::Name(name)) if name == "pub")
}

fn is_separator(tokens: &[Token], at: usize) -> bool {
    matches!(
        (tokens.get(at), tokens.get(at + 1)),
        (Some(Token::Punctuation(':')), Some(Token::Punctuation(':')))
    )
}

/// Reads one tree of an import. Returns where it ends.
fn import_tree(
    tokens: &[Token],
    mut at: usize,
    before: &[String],
    found: &mut Vec<(Vec<String>, String)>,
) -> usize {
    let mut path = before.to_vec();
    let mut alias = None;
    loop {
        match tokens.get(at) {
            Some(Token::Name(name)) if name == "as" => {
                if let Some(Token::Name(name)) = tokens.get(at + 1) {
                    alias = Some(name.clone());
                }
                at += 2;
            }
            Some(Token::Name(name)) => {
                // `self` in braces is the module before them.
                if name != "self" || path.is_empty() {
                    path.push(name.clone());
                }
                at += 1;
            }
            Some(Token::Punctuation('*')) => {
                path.push("*".to_owned());
                at += 1;
            }
            Some(Token::Punctuation(':')) => at += 1,
            Some(Token::Opening) => {
                at += 1;
                while !matches!(tokens.get(at), None | Some(Token::Closing)) {
                    at = import_tree(tokens, at, &path, found);
                    at += usize::from(matches!(tokens.get(at), Some(Token::Punctuation(','))));
                }
                return at + 1;
            }
            Some(Token::Punctuation(_) | Token::Closing) | None => break,
        }
    }
    if let Some(name) = alias.or_else(|| path.last().cloned()) {
        found.push((path, name));
    }
    at
}
